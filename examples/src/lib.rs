//! What the examples share: a process and its thread over a machine that the example owns whole.
//!
//! It is also what a harness of one's own starts from: the machine and the process are plain values, every call says
//! what it did, and nothing happens behind one's back.

#![forbid(unsafe_code)]
#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "programs, not embeddable crates"
)]

use musa_ctx::launch::{LaunchRequest, Parameters};
use musa_ctx::memory::{Copy, CopySide, Mode};
use musa_ctx::{Error, FunctionId, HostMemory, ModuleId, Pending, Process, Storage, StreamArgument, ThreadId};
use musa_hal::image::LoadOptions;
use musa_hal::{Address, DeviceInfo, Dim3, HalError};
use musa_hal_sim::memory::OwnedSource;
use musa_hal_sim::{HostWrites, Machine, MachineStorage, Schedule, Settings};
use musa_ptx::Translating;

/// The simulated machine of the examples: it accepts PTX, and owns all its memory.
pub type SimulatedMachine = Translating<Machine<'static, OwnedSource, Schedule>>;

/// A machine with these devices.
///
/// # Errors
/// Whatever keeps it from being made.
pub fn machine(devices: &[&DeviceInfo], schedule: Schedule) -> Result<SimulatedMachine, HalError> {
    // Nothing but the example writes memory, so a kernel that waits for nobody is a deadlock and not patience.
    let settings = Settings {
        host_writes: HostWrites::Impossible,
        ..Settings::default()
    };
    let devices = devices.iter().copied().copied();
    Machine::new(devices, OwnedSource, MachineStorage::owned(), schedule, settings).map(Translating::new)
}

/// A process with one thread. The machine is lent to every call, so that several processes can share one.
#[derive(Debug)]
pub struct Program {
    /// All objects of the process.
    pub process: Process<'static>,
    /// The thread that makes the calls.
    pub thread: ThreadId,
}

impl Program {
    /// An initialised process with a context on the first device.
    ///
    /// # Errors
    /// No device, or no room.
    pub fn start(machine: &mut SimulatedMachine, number: u32) -> Result<Self, Error> {
        let mut process = Process::new(Storage::owned(), number);
        let thread = ThreadId(u64::from(number));
        process.init(machine, 0)?;
        process.create_context(machine, thread, 0, 0)?;
        Ok(Self { process, thread })
    }

    /// Loads a module; an error's words go to standard error.
    ///
    /// # Errors
    /// What the rules say.
    pub fn load(&mut self, machine: &mut SimulatedMachine, text: &str) -> Result<ModuleId, Error> {
        let mut log = String::new();
        let loaded = self
            .process
            .load_module(machine, self.thread, text.as_bytes(), &LoadOptions::default(), &mut log);
        if loaded.is_err() {
            eprintln!("{log}");
        }
        loaded
    }

    /// Allocates device memory for floats and fills it.
    ///
    /// # Errors
    /// What the rules say.
    pub fn upload(&mut self, machine: &mut SimulatedMachine, values: &[f32]) -> Result<Address, Error> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let address = self.process.allocate_device(machine, self.thread, bytes.len() as u64)?;
        let copy = Copy {
            to: CopySide::Device(address),
            from: CopySide::Any(Address(bytes.as_ptr().addr() as u64)),
            size: bytes.len() as u64,
        };
        let (thread, stream) = (self.thread, StreamArgument::Legacy);
        let pending = self.process.copy(
            machine,
            thread,
            stream,
            Mode::Synchronous,
            &copy,
            Some(&bytes.as_slice()),
        )?;
        self.complete(machine, pending, HostMemory::none())?;
        Ok(address)
    }

    /// Copies floats back.
    ///
    /// # Errors
    /// What the rules say, and faults.
    pub fn download(&mut self, machine: &mut SimulatedMachine, from: Address, count: usize) -> Result<Vec<f32>, Error> {
        let mut bytes = vec![0; count * 4];
        let copy = Copy {
            to: CopySide::Any(Address(bytes.as_ptr().addr() as u64)),
            from: CopySide::Device(from),
            size: bytes.len() as u64,
        };
        let (thread, stream) = (self.thread, StreamArgument::Legacy);
        let pending = self
            .process
            .copy(machine, thread, stream, Mode::Synchronous, &copy, None)?;
        let host = HostMemory {
            from: None,
            to: Some(&mut bytes.as_mut_slice()),
        };
        self.complete(machine, pending, host)?;
        Ok(bytes
            .chunks_exact(4)
            .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect())
    }

    /// Launches a kernel in the default stream with its parameters packed.
    ///
    /// # Errors
    /// What the rules say.
    pub fn launch(
        &mut self,
        machine: &mut SimulatedMachine,
        function: FunctionId,
        grid: Dim3,
        block: Dim3,
        parameters: &ParameterBuffer,
    ) -> Result<(), Error> {
        let request = LaunchRequest {
            grid,
            block,
            cluster: None,
            dynamic_shared: 0,
            cooperative: false,
            stream: StreamArgument::Legacy,
            parameters: Parameters::Buffer(&parameters.bytes),
        };
        self.process.launch(machine, self.thread, function.into(), &request)
    }

    /// Waits for all work of the context.
    ///
    /// # Errors
    /// Faults.
    pub fn synchronize(&mut self, machine: &mut SimulatedMachine) -> Result<(), Error> {
        let pending = self.process.synchronize_context(machine, self.thread)?;
        self.complete(machine, pending, HostMemory::none())
    }

    fn complete(
        &mut self,
        machine: &mut SimulatedMachine,
        pending: Pending,
        host: HostMemory<'_>,
    ) -> Result<(), Error> {
        self.process
            .complete(machine, self.thread, pending, host, &mut |_, _| {})
    }
}

/// Kernel parameters in one buffer: each at the next offset that suits its alignment.
#[derive(Debug, Default)]
pub struct ParameterBuffer {
    bytes: Vec<u8>,
}

impl ParameterBuffer {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a device pointer.
    pub fn pointer(self, address: Address) -> Self {
        self.value(&address.0.to_le_bytes())
    }

    /// Appends an unsigned integer.
    pub fn u32(self, value: u32) -> Self {
        self.value(&value.to_le_bytes())
    }

    /// Appends a float.
    pub fn f32(self, value: f32) -> Self {
        self.value(&value.to_le_bytes())
    }

    /// Appends a scalar, whose alignment is its size.
    fn value(mut self, bytes: &[u8]) -> Self {
        self.bytes.resize(self.bytes.len().next_multiple_of(bytes.len()), 0);
        self.bytes.extend_from_slice(bytes);
        self
    }
}
