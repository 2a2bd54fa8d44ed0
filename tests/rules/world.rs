//! A process over a simulated machine, with the calls that cases are made of.

use musa_ctx::harness::Program;
use musa_ctx::launch::{LaunchRequest, Parameters};
use musa_ctx::memory::{Copy, CopySide, Mode};
use musa_ctx::{ContextId, Error, EventId, FunctionId, HostMemory, ModuleId, Pending, StreamArgument, StreamId};
use musa_driver::Driver;
use musa_driver::call::{Answer, Call, Refusal};
use musa_driver::table::Function;
use musa_hal::{Address, DeviceInfo, Dim3};
use musa_hal_sim::memory::OwnedSource;
use musa_hal_sim::{HostWrites, Machine, MachineStorage, Schedule, Settings, profiles};
use musa_ptx::Translating;

/// Calls of a case.
pub(crate) type Calls = fn(&mut World) -> Result<(), Error>;

/// What most cases load.
pub(crate) const TEXT: &str = "
.version 7.8
.target sm_90
.address_size 64
.visible .global .align 4 .u32 g;
.visible .entry nop() { ret; }
.visible .entry one(.param .u64 p) { ret; }
.visible .entry most() .maxntid 32, 1, 1 { ret; }
.visible .entry exactly() .reqntid 64, 1, 1 { ret; }
.visible .entry pair() .reqnctapercluster 2, 1, 1 { ret; }
";

/// The machine of a case.
pub(crate) type Hardware = Translating<Machine<'static, OwnedSource, Schedule>>;

/// A process with a context, and its machine.
pub(crate) struct World {
    pub(crate) machine: Hardware,
    pub(crate) program: Program,
}

/// A machine with these devices.
pub(crate) fn hardware(devices: &[DeviceInfo]) -> Hardware {
    // Work waits until it is asked for, so that cases find it pending.
    let settings = Settings {
        host_writes: HostWrites::Impossible,
        ..Settings::default()
    };
    let machine = Machine::new(
        devices.iter().copied(),
        OwnedSource,
        MachineStorage::owned(),
        Schedule::Lazy,
        settings,
    );
    Translating::new(machine.expect("a machine"))
}

impl World {
    fn of(devices: &[DeviceInfo]) -> Self {
        let mut machine = hardware(devices);
        let program = Program::start(&mut machine, 0, 1).expect("a process");
        Self { machine, program }
    }

    pub(crate) fn reference() -> Self {
        Self::of(&[profiles::REF_SM90])
    }

    pub(crate) fn musa() -> Self {
        Self::of(&[profiles::S80])
    }

    /// Two devices of one machine; the context is on the first.
    pub(crate) fn pair() -> Self {
        Self::of(&[profiles::REF_SM90; 2])
    }

    /// Makes a call of the driver: its prologue, then the verb.
    pub(crate) fn call(
        &mut self,
        function: &'static Function,
        verb: impl FnOnce(&mut Call<'_, 'static, Hardware>) -> Answer,
    ) -> Result<(), Error> {
        let Self { machine, program } = core::mem::replace(self, Self::reference());
        let Program { process, thread } = program;
        let mut driver = Driver::new(process, machine);
        let answer = driver.call(function, thread, verb);
        self.machine = driver.hal;
        self.program.process = driver.process;
        self.program.thread = thread;
        match answer {
            Ok(()) => Ok(()),
            Err(Refusal::Error(error)) => Err(error),
            Err(Refusal::NotReady) => Err(Error::Bug("not ready")),
        }
    }

    pub(crate) fn finish(&mut self, pending: Pending) -> Result<(), Error> {
        let Program { process, thread } = &mut self.program;
        process.complete(&mut self.machine, *thread, pending, HostMemory::none(), &mut |_, _| {})
    }

    pub(crate) fn context(&mut self) -> Result<ContextId, Error> {
        self.program
            .process
            .create_context(&mut self.machine, self.program.thread, 0, 0)
    }

    pub(crate) fn current(&self) -> Result<ContextId, Error> {
        self.program.process.current(self.program.thread)
    }

    pub(crate) fn destroy(&mut self, context: ContextId) -> Result<(), Error> {
        let pending = self
            .program
            .process
            .destroy_context(&mut self.machine, context.into())?;
        self.finish(pending)
    }

    pub(crate) fn pop(&mut self) -> Result<ContextId, Error> {
        self.program.process.pop_context(self.program.thread)
    }

    pub(crate) fn allocate(&mut self, size: u64) -> Result<Address, Error> {
        self.program
            .process
            .allocate_device(&mut self.machine, self.program.thread, size)
    }

    pub(crate) fn free(&mut self, address: Address) -> Result<(), Error> {
        let pending = self.program.process.free_device(&mut self.machine, address)?;
        self.finish(pending)
    }

    /// Copies within device memory.
    pub(crate) fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), Error> {
        let copy = Copy {
            to: CopySide::Device(Address(to)),
            from: CopySide::Device(Address(from)),
            size,
        };
        let Program { process, thread } = &mut self.program;
        let stream = StreamArgument::Legacy;
        let pending = process.copy(&mut self.machine, *thread, stream, Mode::Synchronous, &copy, None)?;
        self.finish(pending)
    }

    pub(crate) fn load(&mut self, text: &str) -> Result<ModuleId, Error> {
        self.program
            .load(&mut self.machine, text.as_bytes(), &mut String::new())
    }

    pub(crate) fn function(&mut self, name: &str) -> Result<FunctionId, Error> {
        let module = self.load(TEXT)?;
        self.program.process.module_function(&self.machine, module.into(), name)
    }

    pub(crate) fn launch(&mut self, function: FunctionId, request: &LaunchRequest<'_>) -> Result<(), Error> {
        let Program { process, thread } = &mut self.program;
        process.launch(&mut self.machine, *thread, function.into(), request)
    }

    pub(crate) fn stream(&mut self) -> Result<StreamId, Error> {
        self.program
            .process
            .create_stream(&mut self.machine, self.program.thread, 0, 0)
    }

    pub(crate) fn event(&mut self, flags: u32) -> Result<EventId, Error> {
        self.program
            .process
            .create_event(&mut self.machine, self.program.thread, flags)
    }

    pub(crate) fn record(&mut self, event: EventId, flags: u32) -> Result<(), Error> {
        let Program { process, thread } = &mut self.program;
        process.record_event(&mut self.machine, *thread, event.into(), StreamArgument::Legacy, flags)
    }

    pub(crate) fn synchronize(&mut self) -> Result<(), Error> {
        self.program.synchronize(&mut self.machine)
    }
}

/// A launch of one block of so many threads.
pub(crate) fn block(threads: u32) -> LaunchRequest<'static> {
    shape(Dim3::ONE, Dim3::new(threads, 1, 1))
}

/// A launch of a grid of blocks.
pub(crate) fn shape(grid: Dim3, block: Dim3) -> LaunchRequest<'static> {
    LaunchRequest {
        grid,
        block,
        cluster: None,
        dynamic_shared: 0,
        cooperative: false,
        stream: StreamArgument::Legacy,
        parameters: Parameters::None,
        window: None,
    }
}
