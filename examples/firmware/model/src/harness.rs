//! A process with one thread and one module over a machine that it owns: calls that wait, wait here.

use musa_ctx::launch::{LaunchRequest, Parameters};
use musa_ctx::memory::{Copy, CopySide, Mode};
use musa_ctx::{Error, HostMemory, ModuleId, Pending, Process, Storage, StreamArgument, ThreadId};
use musa_hal::image::LoadOptions;
use musa_hal::{Address, Dim3, Queues};

use crate::Device;

const THREAD: ThreadId = ThreadId(1);

/// See the module.
pub(crate) struct Harness<'m> {
    machine: Device<'m>,
    process: Process<'m>,
    module: ModuleId,
}

/// Text of a loader that nobody reads.
struct Unread;

impl core::fmt::Write for Unread {
    fn write_str(&mut self, _: &str) -> core::fmt::Result {
        Ok(())
    }
}

impl<'m> Harness<'m> {
    pub(crate) fn start(mut machine: Device<'m>, objects: Storage<'m>, image: &[u8]) -> Result<Self, Error> {
        let mut process = Process::new(objects, 1);
        process.init(&mut machine, 0)?;
        process.create_context(&mut machine, THREAD, 0, 0)?;
        let module = process.load_module(&mut machine, THREAD, image, &LoadOptions::default(), &mut Unread)?;
        Ok(Self {
            machine,
            process,
            module,
        })
    }

    pub(crate) fn allocate(&mut self, size: usize) -> Result<Address, Error> {
        self.process.allocate_device(&mut self.machine, THREAD, size as u64)
    }

    pub(crate) fn upload(&mut self, to: Address, bytes: &[u8]) -> Result<(), Error> {
        let copy = Copy {
            to: CopySide::Device(to),
            from: CopySide::Any(Address(bytes.as_ptr().addr() as u64)),
            size: bytes.len() as u64,
        };
        let pending = self.copy(&copy, Some(bytes))?;
        self.complete(pending, HostMemory::none())
    }

    pub(crate) fn download(&mut self, from: Address, mut bytes: &mut [u8]) -> Result<(), Error> {
        let copy = Copy {
            to: CopySide::Any(Address(bytes.as_ptr().addr() as u64)),
            from: CopySide::Device(from),
            size: bytes.len() as u64,
        };
        let pending = self.copy(&copy, None)?;
        let host = HostMemory {
            from: None,
            to: Some(&mut bytes),
        };
        self.complete(pending, host)
    }

    pub(crate) fn launch(&mut self, kernel: &str, grid: Dim3, block: Dim3, parameters: &[u8]) -> Result<(), Error> {
        let function = self
            .process
            .module_function(&self.machine, self.module.into(), kernel)?;
        let request = LaunchRequest {
            parameters: Parameters::Buffer(parameters),
            ..LaunchRequest::new(grid, block, StreamArgument::Legacy)
        };
        self.process
            .launch(&mut self.machine, THREAD, function.into(), &request)
    }

    pub(crate) fn synchronize(&mut self) -> Result<(), Error> {
        let pending = self.process.synchronize_context(&mut self.machine, THREAD)?;
        self.complete(pending, HostMemory::none())
    }

    /// Instructions of warps that the last launch took.
    pub(crate) fn instructions(&self) -> Result<u64, Error> {
        let launch = self.machine.last_launch(self.process.space()?);
        Ok(launch.map_or(0, |launch| launch.counters.instructions))
    }

    /// The line of text at which a kernel faulted; zero if none did.
    pub(crate) fn fault_line(&self) -> Result<u32, Error> {
        let fault = self.machine.fault(self.process.space()?);
        Ok(fault.map_or(0, |fault| fault.line))
    }

    fn copy(&mut self, copy: &Copy, from: Option<&[u8]>) -> Result<Pending, Error> {
        let source = from.as_ref().map(|bytes| bytes as _);
        self.process.copy(
            &mut self.machine,
            THREAD,
            StreamArgument::Legacy,
            Mode::Synchronous,
            copy,
            source,
        )
    }

    fn complete(&mut self, pending: Pending, host: HostMemory<'_>) -> Result<(), Error> {
        self.process
            .complete(&mut self.machine, THREAD, pending, host, &mut |_, _| {})
    }
}
