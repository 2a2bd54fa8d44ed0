//! Libraries: images that belong to no context. Nothing is looked at before something in one is asked for; then a context
//! that uses it gets a module of its own, which goes with the context or with the library.

mod kernel;
#[cfg(all(test, feature = "alloc"))]
mod tests;

pub use kernel::{Kernel, KernelId};

use core::fmt;

use musa_hal::image::LoadOptions;
use musa_hal::{Address, DeviceOrdinal, Hal, ImageId, SymbolKind, SymbolOrdinal};

use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::module::{ModuleId, NoLog, find_kernel, kernels};
use crate::process::Process;
use crate::rule::Rule;
use crate::storage::Bytes;
use crate::table::Lookup;
use crate::thread::ThreadId;
use crate::wait::{Pending, Then};

/// The name of a library.
pub type LibraryId = Id<Library>;

/// A library.
#[derive(Debug)]
pub struct Library {
    code: Bytes,
    options: LoadOptions,
    /// Loaded to be looked at where no context was current; the first module on its device takes it over.
    spare: Option<(DeviceOrdinal, ImageId)>,
}

impl Kind for Library {
    const KIND: ObjectKind = ObjectKind::Library;
}

impl Process<'_> {
    pub(crate) fn library(&self, handle: Handle<Library>) -> Result<(LibraryId, &Library), Error> {
        let refuse = |rule| Err(Rejection::new(rule).argument("library").handle(handle).into());
        match handle {
            Handle::Null => refuse(Rule::HandleNull),
            Handle::Foreign(_) => refuse(Rule::HandleForeign),
            Handle::Object(id) => match self.libraries.lookup(id) {
                Lookup::Alive(library) => Ok((id, library)),
                Lookup::Stale => refuse(Rule::HandleStale),
                Lookup::Never => refuse(Rule::HandleForeign),
            },
        }
    }

    /// Judges the handle of a library.
    ///
    /// # Errors
    /// No library.
    pub fn judge_library(&self, handle: Handle<Library>) -> Result<LibraryId, Error> {
        Ok(self.library(handle)?.0)
    }

    /// Keeps the code of a library. It is not looked at: rubbish is refused when something in it is asked for
    /// (`mod_library`).
    ///
    /// # Errors
    /// Not initialised, or no room.
    pub fn load_library(&mut self, code: &[u8], options: &LoadOptions) -> Result<LibraryId, Error> {
        self.space()?;
        self.libraries.reserve()?;
        let library = Library {
            code: Bytes::keep(code)?,
            options: *options,
            spare: None,
        };
        self.libraries.insert(library, self.call)
    }

    /// Makes sure that a library's code can be looked at. What the loader says goes to `log`.
    ///
    /// # Errors
    /// No library, an image that the HAL refuses, or no room.
    pub fn open_library<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        library: Handle<Library>,
        log: &mut dyn fmt::Write,
    ) -> Result<LibraryId, Error> {
        let (id, library) = self.library(library)?;
        if self.library_image(id).is_none() {
            let device = self.current_device(thread).unwrap_or(DeviceOrdinal(0));
            let image = hal.load(self.space()?, device, library.code.as_slice(), &library.options, log)?;
            if let Some(library) = self.libraries.get_mut(id) {
                library.spare = Some((device, image));
            }
        }
        Ok(id)
    }

    /// An image of a library that is loaded somewhere. Symbols have the same ordinals in all of them.
    fn library_image(&self, id: LibraryId) -> Option<ImageId> {
        let spare = self.libraries.get(id).and_then(|library| library.spare);
        let module = || {
            self.modules
                .find(|module| module.library == Some(id))
                .and_then(|module| self.modules.get(module))
        };
        spare
            .map(|(_, image)| image)
            .or_else(|| module().map(|module| module.image))
    }

    /// An image of an opened library.
    fn opened<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        library: Handle<Library>,
    ) -> Result<(LibraryId, ImageId), Error> {
        let (id, _) = self.library(library)?;
        if let Some(image) = self.library_image(id) {
            return Ok((id, image));
        }
        // The contexts that used it are gone.
        let (_, library) = self.library(library)?;
        let image = hal.load(
            self.space()?,
            DeviceOrdinal(0),
            library.code.as_slice(),
            &library.options,
            &mut NoLog,
        )?;
        if let Some(library) = self.libraries.get_mut(id) {
            library.spare = Some((DeviceOrdinal(0), image));
        }
        Ok((id, image))
    }

    /// The module of a library in a thread's current context; made when it is first asked for.
    ///
    /// # Errors
    /// No library, no living context, an image that the HAL refuses, or no room.
    pub fn library_module<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        library: Handle<Library>,
    ) -> Result<ModuleId, Error> {
        let (id, _) = self.library(library)?;
        let context = self.current(thread)?;
        self.module_of_library(hal, id, context)
    }

    /// The module of a library in a context.
    pub(crate) fn module_of_library<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        id: LibraryId,
        context: ContextId,
    ) -> Result<ModuleId, Error> {
        let known = self
            .modules
            .find(|module| module.library == Some(id) && module.context == context);
        if let Some(known) = known {
            return Ok(known);
        }
        self.modules.reserve()?;
        let device = self.context(context)?.device;
        let (_, library) = self.library(id.into())?;
        let spare = library.spare.filter(|(loaded, _)| *loaded == device);
        let image = match spare {
            Some((_, image)) => image,
            None => hal.load(
                self.space()?,
                device,
                library.code.as_slice(),
                &library.options,
                &mut NoLog,
            )?,
        };
        if spare.is_some()
            && let Some(library) = self.libraries.get_mut(id)
        {
            library.spare = None;
        }
        self.enter_module(hal, context, image, Some(id))
    }

    /// A kernel of a library; the same each time, in every context.
    ///
    /// # Errors
    /// No library, no such kernel, an image that the HAL refuses, or no room.
    pub fn library_kernel<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        library: Handle<Library>,
        name: &str,
    ) -> Result<KernelId, Error> {
        let (id, image) = self.opened(hal, library)?;
        let missing = Rejection::new(Rule::FunctionMissing).argument("name").subject(id);
        let symbol = find_kernel(hal, image, name).ok_or(missing)?;
        self.kernel_of_symbol(hal, id, image, symbol)
    }

    /// How many kernels a library has.
    ///
    /// # Errors
    /// No library, or an image that the HAL refuses.
    pub fn library_kernel_count<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        library: Handle<Library>,
    ) -> Result<u32, Error> {
        let (_, image) = self.opened(hal, library)?;
        Ok(kernels(hal, image).count() as u32)
    }

    /// The kernel of a library with this place among its kernels, if there is one.
    ///
    /// # Errors
    /// No library, an image that the HAL refuses, or no room.
    pub fn library_kernel_at<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        library: Handle<Library>,
        place: u32,
    ) -> Result<Option<KernelId>, Error> {
        let (id, image) = self.opened(hal, library)?;
        let symbol = kernels(hal, image).nth(place as usize);
        symbol
            .map(|symbol| self.kernel_of_symbol(hal, id, image, symbol))
            .transpose()
    }

    /// The address and the size of a variable of a library in a thread's current context.
    ///
    /// # Errors
    /// No library, no living context, no name, no such variable, or an image that the HAL refuses.
    pub fn library_global<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        library: Handle<Library>,
        name: &str,
    ) -> Result<(Address, u64), Error> {
        let module = self.library_module(hal, thread, library)?;
        self.module_global(hal, module.into(), name)
    }

    /// The address and the size of a managed variable of a library.
    ///
    /// # Errors
    /// As for [`Process::library_global`]; also a variable that is not managed.
    pub fn library_managed<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        library: Handle<Library>,
        name: &str,
    ) -> Result<(Address, u64), Error> {
        let (id, image) = self.opened(hal, library)?;
        let symbols = (0..hal.symbols(image)).filter_map(|symbol| hal.symbol(image, SymbolOrdinal(symbol)));
        let mut named = symbols.filter(|symbol| symbol.name == name);
        // Hardware's driver asks for a context only once there is such a variable (`ctx_argument_order`).
        if !named.any(|symbol| matches!(symbol.kind, SymbolKind::Variable { managed: true, .. })) {
            let rejection = Rejection::new(Rule::GlobalMissing).argument("name");
            return Err(rejection.subject(id).into());
        }
        let module = self.library_module(hal, thread, library)?;
        self.module_global(hal, module.into(), name)
    }

    /// Begins to unload a library: one of its modules at a time, whose context's work is waited for. None when the
    /// library is gone.
    ///
    /// # Errors
    /// No library.
    pub fn unload_library<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        library: Handle<Library>,
    ) -> Result<Option<Pending>, Error> {
        let (id, _) = self.library(library)?;
        if let Some(module) = self.modules.find(|module| module.library == Some(id)) {
            let context = self.module(module.into())?.1.context;
            return Ok(Some(Pending::new(self.join(hal, context)?, Then::Unload(module))));
        }
        while let Some(kernel) = self.kernels.find(|kernel| kernel.library() == id) {
            self.kernels.remove(kernel, self.call);
        }
        let removed = self.libraries.remove(id, self.call);
        if let Some((_, image)) = removed.and_then(|library| library.spare) {
            hal.unload(image)?;
        }
        Ok(None)
    }
}
