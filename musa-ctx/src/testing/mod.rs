//! What the tests of all areas share.

mod bench;
mod device;

pub(crate) use bench::Bench;
pub(crate) use device::device;

use managed::ManagedSlice;
use musa_hal::{Dialect, Queues};

use crate::context::ContextId;
use crate::error::Error;
use crate::host::HostMemory;
use crate::module::FunctionId;
use crate::process::Process;
use crate::rule::Rule;
use crate::storage::Storage;
use crate::thread::ThreadId;
use crate::wait::Pending;

/// The thread that most tests use.
pub(crate) const T: ThreadId = ThreadId(1);
/// Another one.
pub(crate) const U: ThreadId = ThreadId(2);

/// A process that keeps its objects in leaked slices of so many entries, so that tests run without `alloc` as well.
pub(crate) fn storage(entries: usize) -> Storage<'static> {
    fn slots<T>(entries: usize, empty: impl Fn() -> T) -> ManagedSlice<'static, T> {
        let slots: alloc::vec::Vec<T> = (0..entries).map(|_| empty()).collect();
        ManagedSlice::Borrowed(alloc::boxed::Box::leak(slots.into_boxed_slice()))
    }
    Storage {
        contexts: slots(entries, Default::default),
        primaries: slots(entries, || None),
        threads: slots(entries, || None),
        stacks: slots(entries, Default::default),
        streams: slots(entries, Default::default),
        events: slots(entries, Default::default),
        modules: slots(entries, Default::default),
        libraries: slots(entries, Default::default),
        links: slots(entries, Default::default),
        kernels: slots(entries, Default::default),
        functions: slots(entries, Default::default),
        arrays: slots(entries, Default::default),
        mipmapped_arrays: slots(entries, Default::default),
        texture_objects: slots(entries, Default::default),
        texture_references: slots(entries, Default::default),
        surface_objects: slots(entries, Default::default),
        allocations: slots(entries, || None),
        advice: slots(entries, || None),
        pools: slots(entries, Default::default),
        device_pools: slots(entries, || None),
        extents: slots(entries, || None),
        free_extents: slots(entries, || None),
        imports: slots(entries, || None),
        reservations: slots(entries, || None),
        physical_memory: slots(entries, Default::default),
        parameters: slots(4096, || 0),
        host_functions: slots(entries, Default::default),
    }
}

/// A process and its machine.
pub(crate) struct World {
    pub(crate) process: Process<'static>,
    pub(crate) hal: Bench,
}

impl World {
    /// An initialised process over one device of a dialect.
    pub(crate) fn new(dialect: Dialect) -> Self {
        Self::with(&[dialect], 64)
    }

    pub(crate) fn with(dialects: &[Dialect], entries: usize) -> Self {
        let mut world = Self {
            process: Process::new(storage(entries), 5),
            hal: Bench::new(dialects),
        };
        world.process.init(&mut world.hal, 0).unwrap();
        world
    }

    /// As `new`, with a context current.
    pub(crate) fn with_context(dialect: Dialect) -> Self {
        let mut world = Self::new(dialect);
        world.context();
        world
    }

    pub(crate) fn context(&mut self) -> ContextId {
        self.process.create_context(&mut self.hal, T, 0, 0).unwrap()
    }

    /// Waits for an operation and finishes it, as far as the machine goes on by itself.
    pub(crate) fn finish(&mut self, pending: Pending) -> Result<(), Error> {
        self.finish_with(pending, HostMemory::none())
    }

    pub(crate) fn finish_with(&mut self, pending: Pending, host: HostMemory<'_>) -> Result<(), Error> {
        while !self.process.ready(&self.hal, &pending) {
            assert_eq!(self.hal.advance(), musa_hal::Progress::Advanced, "stuck");
        }
        self.process.finish(&mut self.hal, T, pending, host)
    }

    /// A function of a module with this text, by name.
    pub(crate) fn function(&mut self, text: &str, name: &str) -> FunctionId {
        let module = self.load(text);
        self.process.module_function(&self.hal, module.into(), name).unwrap()
    }

    pub(crate) fn load(&mut self, text: &str) -> crate::module::ModuleId {
        self.process
            .load_module(
                &mut self.hal,
                T,
                text.as_bytes(),
                &Default::default(),
                &mut alloc::string::String::new(),
            )
            .unwrap()
    }
}

/// The rule that a refused call broke.
#[track_caller]
pub(crate) fn rule<T: core::fmt::Debug>(result: Result<T, Error>) -> Rule {
    match result {
        Err(Error::Rejected(rejection)) => rejection.rule,
        other => panic!("not refused by a rule: {other:?}"),
    }
}
