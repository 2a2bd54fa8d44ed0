//! Kernels of libraries: a name for the same kernel in every context.

use musa_hal::{
    DeviceInfo, DeviceOrdinal, Hal, ImageId, KernelInfo, KernelOrdinal, ParameterSlot, SymbolKind, SymbolOrdinal,
};

use super::{Library, LibraryId};
use crate::context::judge_enum;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::module::{FunctionAttribute, FunctionId, Settings};
use crate::process::Process;
use crate::rule::Rule;
use crate::stream::StreamArgument;
use crate::table::Lookup;
use crate::thread::ThreadId;

/// The most devices that a kernel can have settings of its own for.
const DEVICES: usize = 16;

/// The name of a kernel.
pub type KernelId = Id<Kernel>;

/// A kernel of a library.
#[derive(Debug, Clone)]
pub struct Kernel {
    library: LibraryId,
    symbol: SymbolOrdinal,
    ordinal: KernelOrdinal,
    info: KernelInfo,
    /// What has been set, for each device.
    settings: heapless::LinearMap<u32, Settings, DEVICES>,
}

impl Kind for Kernel {
    const KIND: ObjectKind = ObjectKind::Kernel;
}

impl Kernel {
    pub(super) fn library(&self) -> LibraryId {
        self.library
    }

    fn settings(&self, ordinal: DeviceOrdinal, device: &DeviceInfo) -> Settings {
        let set = self.settings.get(&ordinal.0).copied();
        set.unwrap_or_else(|| Settings::new(&self.info, device))
    }
}

impl Process<'_> {
    fn kernel(&self, handle: Handle<Kernel>) -> Result<(KernelId, &Kernel), Error> {
        let refuse = |rule| Err(Rejection::new(rule).argument("kernel").handle(handle).into());
        match handle {
            Handle::Null => refuse(Rule::HandleNull),
            Handle::Foreign(_) => refuse(Rule::HandleForeign),
            Handle::Object(id) => match self.kernels.lookup(id) {
                Lookup::Alive(kernel) => Ok((id, kernel)),
                Lookup::Stale => refuse(Rule::HandleStale),
                Lookup::Never => refuse(Rule::HandleForeign),
            },
        }
    }

    /// Judges the handle of a kernel.
    ///
    /// # Errors
    /// No kernel.
    pub fn judge_kernel(&self, handle: Handle<Kernel>) -> Result<KernelId, Error> {
        Ok(self.kernel(handle)?.0)
    }

    /// The kernel of a library's symbol.
    pub(super) fn kernel_of_symbol<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        library: LibraryId,
        image: ImageId,
        symbol: SymbolOrdinal,
    ) -> Result<KernelId, Error> {
        let known = self
            .kernels
            .find(|kernel| kernel.library == library && kernel.symbol == symbol);
        if let Some(known) = known {
            return Ok(known);
        }
        let missing = Error::Bug("a kernel of an image is missing");
        let Some(SymbolKind::Kernel(ordinal)) = hal.symbol(image, symbol).map(|symbol| symbol.kind) else {
            return Err(missing);
        };
        let kernel = Kernel {
            library,
            symbol,
            ordinal,
            info: hal.kernel(image, ordinal).ok_or(missing)?,
            settings: heapless::LinearMap::new(),
        };
        self.kernels.insert(kernel, self.call)
    }

    /// The library of a kernel.
    ///
    /// # Errors
    /// No kernel.
    pub fn kernel_library(&self, kernel: Handle<Kernel>) -> Result<LibraryId, Error> {
        Ok(self.kernel(kernel)?.1.library)
    }

    /// The name of a kernel.
    ///
    /// # Errors
    /// No kernel, or an image that the HAL refuses.
    pub fn kernel_name<'h, H: Hal + ?Sized>(
        &mut self,
        hal: &'h mut H,
        kernel: Handle<Kernel>,
    ) -> Result<&'h str, Error> {
        let (library, symbol) = self.kernel(kernel).map(|(_, kernel)| (kernel.library, kernel.symbol))?;
        let (_, image) = self.opened(hal, library.into())?;
        let symbol = hal.symbol(image, symbol);
        Ok(symbol.ok_or(Error::Bug("a kernel of an image is missing"))?.name)
    }

    /// Where a parameter of a kernel lies.
    ///
    /// # Errors
    /// No kernel, no such parameter, or an image that the HAL refuses.
    pub fn kernel_parameter<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        handle: Handle<Kernel>,
        parameter: u64,
    ) -> Result<ParameterSlot, Error> {
        let (id, kernel) = self.kernel(handle)?;
        let (library, ordinal, count) = (kernel.library, kernel.ordinal, kernel.info.parameters);
        let (_, image) = self.opened(hal, Handle::<Library>::from(library))?;
        let found = u32::try_from(parameter)
            .ok()
            .filter(|parameter| *parameter < count)
            .and_then(|parameter| hal.parameter(image, ordinal, parameter));
        let missing = Rejection::new(Rule::ParameterIndex)
            .argument("parameter")
            .value(parameter)
            .subject(id);
        found.ok_or(missing.into())
    }

    /// The function of a kernel in a thread's current context.
    ///
    /// # Errors
    /// No kernel, no living context, an image that the HAL refuses, or no room.
    pub fn kernel_function<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        kernel: Handle<Kernel>,
    ) -> Result<FunctionId, Error> {
        self.kernel_function_in(hal, thread, kernel, StreamArgument::Legacy)
    }

    /// The function of a kernel in the context of a stream: a kernel is launched in whichever context is asked for
    /// (`mod_library`).
    ///
    /// # Errors
    /// No kernel, no stream, no living context, an image that the HAL refuses, or no room.
    pub fn kernel_function_in<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        kernel: Handle<Kernel>,
        stream: StreamArgument,
    ) -> Result<FunctionId, Error> {
        let (_, kernel) = self.kernel(kernel)?;
        let (library, symbol, set) = (kernel.library, kernel.symbol, kernel.settings.clone());
        let context = self.stream_context(thread, stream)?;
        let module = self.module_of_library(hal, library, context)?;
        let is_new = self.known_function(module, symbol).is_none();
        let function = self.function_of_symbol(hal, module, symbol)?;
        let device = self.context(context)?.device;
        if let (true, Some(settings), Some(function)) = (is_new, set.get(&device.0), self.functions.get_mut(function)) {
            function.settings = *settings;
        }
        Ok(function)
    }

    /// An attribute of a kernel on a device.
    ///
    /// # Errors
    /// No kernel, no device, or no such attribute.
    pub fn kernel_attribute<H: Hal + ?Sized>(
        &self,
        hal: &H,
        kernel: Handle<Kernel>,
        attribute: u32,
        device: i32,
    ) -> Result<i32, Error> {
        let (_, kernel) = self.kernel(kernel)?;
        let (ordinal, device) = self.device(hal, device)?;
        let attribute = FunctionAttribute::from_number(attribute, device.dialect)?;
        Ok(kernel
            .settings(ordinal, device)
            .attribute(&kernel.info, device, attribute))
    }

    /// Sets an attribute of a kernel on a device, for the functions that it has in contexts there, too.
    ///
    /// # Errors
    /// No kernel, no device, no such attribute, one that cannot be set, a value out of its range, or no room.
    pub fn set_kernel_attribute<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        handle: Handle<Kernel>,
        attribute: u32,
        value: i32,
        device: i32,
    ) -> Result<(), Error> {
        let (id, kernel) = self.kernel(handle)?;
        let (ordinal, device) = self.device(hal, device)?;
        let attribute = FunctionAttribute::from_number(attribute, device.dialect)?;
        let settings = kernel
            .settings(ordinal, device)
            .with(&kernel.info, device, attribute, value);
        let settings = settings.map_err(|rejection| rejection.subject(id))?;
        let (library, symbol) = (kernel.library, kernel.symbol);
        let room = Error::Exhausted(musa_hal::Resource::Table("settings of kernels"));
        let kernel = self.kernels.get_mut(id).ok_or(Error::Bug("a kernel is missing"))?;
        kernel.settings.insert(ordinal.0, settings).map_err(|_| room)?;
        let (modules, contexts) = (&self.modules, &self.contexts);
        for (_, function) in self.functions.iter_mut() {
            let its = modules
                .get(function.module)
                .is_some_and(|module| module.library == Some(library));
            let there = contexts
                .get(function.context)
                .is_some_and(|context| context.device == ordinal);
            if its && there && function.symbol == symbol {
                function.settings = settings;
            }
        }
        Ok(())
    }

    /// Sets the cache preference of a kernel on a device; it has no effect.
    ///
    /// # Errors
    /// No kernel, no such preference, or no device.
    pub fn set_kernel_cache_config<H: Hal + ?Sized>(
        &self,
        hal: &H,
        kernel: Handle<Kernel>,
        config: u32,
        device: i32,
    ) -> Result<(), Error> {
        self.kernel(kernel)?;
        self.device(hal, device)?;
        judge_enum("config", config, 3)?;
        Ok(())
    }
}
