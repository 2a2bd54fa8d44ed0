//! Modules: loading, symbols, unloading. A module belongs to the context that was current when it was loaded; its handle
//! brings that context along.

mod function;
mod staged;
#[cfg(test)]
mod tests;

pub use function::{Function, FunctionAttribute, FunctionId};
pub(crate) use function::{Settings, max_threads};

use core::fmt;

use musa_hal::image::LoadOptions;
use musa_hal::{Address, Hal, ImageId, SymbolKind, SymbolOrdinal};

use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::library::LibraryId;
use crate::memory::MemoryKind;
use crate::process::Process;
use crate::rule::Rule;
use crate::table::Lookup;
use crate::thread::ThreadId;
use crate::wait::{Pending, Then};

/// The name of a module.
pub type ModuleId = Id<Module>;

/// A module.
#[derive(Debug, Clone)]
pub struct Module {
    pub(crate) context: ContextId,
    pub(crate) image: ImageId,
    /// The library that it belongs to.
    pub(crate) library: Option<LibraryId>,
}

impl Kind for Module {
    const KIND: ObjectKind = ObjectKind::Module;
}

/// Judges the name of a symbol.
pub(crate) fn judge_name(name: &str) -> Result<(), Error> {
    if name.is_empty() {
        return Err(Rejection::new(Rule::SymbolName).argument("name").into());
    }
    Ok(())
}

impl Process<'_> {
    pub(crate) fn module(&self, handle: Handle<Module>) -> Result<(ModuleId, &Module), Error> {
        let refuse = |rule| Err(Rejection::new(rule).argument("module").handle(handle).into());
        match handle {
            Handle::Null => refuse(Rule::HandleNull),
            Handle::Foreign(_) => refuse(Rule::HandleForeign),
            Handle::Object(id) => match self.modules.lookup(id) {
                Lookup::Alive(module) => Ok((id, module)),
                Lookup::Stale => refuse(Rule::HandleStale),
                Lookup::Never => refuse(Rule::HandleForeign),
            },
        }
    }

    /// Judges the handle of a module.
    ///
    /// # Errors
    /// No module.
    pub fn judge_module(&self, handle: Handle<Module>) -> Result<ModuleId, Error> {
        Ok(self.module(handle)?.0)
    }

    /// Loads an image into the current context. What the loader says goes to `log`.
    ///
    /// # Errors
    /// No living context, an image that the HAL refuses, or no room.
    pub fn load_module<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        bytes: &[u8],
        options: &LoadOptions,
        log: &mut dyn fmt::Write,
    ) -> Result<ModuleId, Error> {
        let context = self.current(thread)?;
        let device = self.context(context)?.device;
        self.modules.reserve()?;
        let image = hal.load(self.space()?, device, bytes, options, log)?;
        self.enter_module(hal, context, image, None)
    }

    /// Makes a module of a loaded image; the image goes where there is no room.
    pub(crate) fn enter_module<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        context: ContextId,
        image: ImageId,
        library: Option<LibraryId>,
    ) -> Result<ModuleId, Error> {
        let variables = variables(hal, image).count();
        if let Err(error) = self.allocations.reserve(variables) {
            hal.unload(image)?;
            return Err(error);
        }
        let module = Module {
            context,
            image,
            library,
        };
        let id = self.modules.insert(module, self.call)?;
        for ordinal in 0..hal.symbols(image) {
            if let Some((address, size, managed)) = variable(hal, image, SymbolOrdinal(ordinal)) {
                let kind = MemoryKind::Variable { module: id, managed };
                self.enter_allocation(address, size, kind, context)?;
            }
        }
        Ok(id)
    }

    /// Begins to unload a module: its context's work is waited for.
    ///
    /// # Errors
    /// No module, or one of a library.
    pub fn unload_module<H: Hal + ?Sized>(&mut self, hal: &mut H, handle: Handle<Module>) -> Result<Pending, Error> {
        let (id, module) = self.module(handle)?;
        let context = module.context;
        if module.library.is_some() {
            return Err(Rejection::new(Rule::ModuleOfLibrary)
                .argument("module")
                .subject(id)
                .into());
        }
        Ok(Pending::new(self.join(hal, context)?, Then::Unload(id)))
    }

    /// Unloads a module, if nobody else has.
    pub(crate) fn finish_unload<H: Hal + ?Sized>(&mut self, hal: &mut H, id: ModuleId) -> Result<(), Error> {
        self.notice(hal)?;
        self.module(id.into())?;
        self.remove_module(hal, id)
    }

    /// Takes a module out, with its functions and variables.
    pub(crate) fn remove_module<H: Hal + ?Sized>(&mut self, hal: &mut H, id: ModuleId) -> Result<(), Error> {
        let call = self.call;
        while let Some(function) = self.functions.find(|function| function.module == id) {
            self.functions.remove(function, call);
        }
        let freed = &mut self.freed;
        self.allocations.retain(|base, allocation| {
            let its = matches!(allocation.kind, MemoryKind::Variable { module, .. } if module == id);
            if its {
                freed.write(crate::memory::FreedRange {
                    base,
                    size: allocation.size,
                    call,
                });
            }
            !its
        });
        let module = self.modules.remove(id, call).ok_or(Error::Bug("a module is missing"))?;
        Ok(hal.unload(module.image)?)
    }

    /// The function of a kernel of a module; the same each time.
    ///
    /// # Errors
    /// No module, no name, no such kernel, or no room.
    pub fn module_function<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        module: Handle<Module>,
        name: &str,
    ) -> Result<FunctionId, Error> {
        let (id, module) = self.module(module)?;
        judge_name(name)?;
        let image = module.image;
        let found = find_kernel(hal, image, name);
        let missing = Rejection::new(Rule::FunctionMissing).argument("name").subject(id);
        self.function_of_symbol(hal, id, found.ok_or(missing)?)
    }

    /// How many kernels a module has.
    ///
    /// # Errors
    /// No module.
    pub fn module_function_count<H: Hal + ?Sized>(&self, hal: &H, module: Handle<Module>) -> Result<u32, Error> {
        let image = self.module(module)?.1.image;
        Ok(kernels(hal, image).count() as u32)
    }

    /// The function of a module's kernel with this place among its kernels, if there is one.
    ///
    /// # Errors
    /// No module, or no room.
    pub fn module_function_at<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        module: Handle<Module>,
        place: u32,
    ) -> Result<Option<FunctionId>, Error> {
        let (id, module) = self.module(module)?;
        let symbol = kernels(hal, module.image).nth(place as usize);
        symbol
            .map(|symbol| self.function_of_symbol(hal, id, symbol))
            .transpose()
    }

    /// The address and the size of a variable of a module.
    ///
    /// # Errors
    /// No module, no name, or no such variable.
    pub fn module_global<H: Hal + ?Sized>(
        &self,
        hal: &H,
        module: Handle<Module>,
        name: &str,
    ) -> Result<(Address, u64), Error> {
        let (id, module) = self.module(module)?;
        judge_name(name)?;
        let refuse = |rule| Err(Rejection::new(rule).argument("name").subject(id).into());
        let symbols =
            (0..hal.symbols(module.image)).filter_map(|symbol| hal.symbol(module.image, SymbolOrdinal(symbol)));
        let mut named = symbols.filter(|symbol| symbol.name == name);
        match named.next().map(|symbol| symbol.kind) {
            Some(SymbolKind::Variable { address, size, .. }) => Ok((address, size)),
            Some(SymbolKind::Kernel(_)) => refuse(Rule::GlobalKernel),
            Some(SymbolKind::Reference { .. }) | None => refuse(Rule::GlobalMissing),
        }
    }
}

/// Takes what a loader says, and drops it.
pub(crate) struct NoLog;

impl fmt::Write for NoLog {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}

/// The symbol of an image's kernel, by name.
pub(crate) fn find_kernel<H: Hal + ?Sized>(hal: &H, image: ImageId, name: &str) -> Option<SymbolOrdinal> {
    kernels(hal, image).find(|symbol| hal.symbol(image, *symbol).is_some_and(|symbol| symbol.name == name))
}

/// The symbols of an image's kernels.
pub(crate) fn kernels<H: Hal + ?Sized>(hal: &H, image: ImageId) -> impl Iterator<Item = SymbolOrdinal> {
    let symbols = (0..hal.symbols(image)).map(SymbolOrdinal);
    symbols.filter(move |symbol| {
        let symbol = hal.symbol(image, *symbol);
        symbol.is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Kernel(_)))
    })
}

/// A symbol's memory, where it has any.
fn variable<H: Hal + ?Sized>(hal: &H, image: ImageId, symbol: SymbolOrdinal) -> Option<(Address, u64, bool)> {
    match hal.symbol(image, symbol)?.kind {
        SymbolKind::Variable {
            address, size, managed, ..
        } if size > 0 => Some((address, size, managed)),
        _ => None,
    }
}

fn variables<H: Hal + ?Sized>(hal: &H, image: ImageId) -> impl Iterator<Item = (Address, u64, bool)> {
    (0..hal.symbols(image)).filter_map(move |symbol| variable(hal, image, SymbolOrdinal(symbol)))
}
