//! A process with one thread, for harnesses in Rust that own the machine: calls that wait, wait here.
//!
//! It adds nothing but convenience to [`Process`], which stays open to use beside it.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use musa_hal::image::LoadOptions;
use musa_hal::{Address, Dim3, Hal};

use crate::launch::{LaunchRequest, Parameters};
use crate::memory::{Copy, CopySide, Mode};
use crate::{Error, FunctionId, HostMemory, ModuleId, Pending, Process, Storage, StreamArgument, ThreadId};

/// A process and its thread. The machine is lent to every call, so that several processes can share one.
#[derive(Debug)]
pub struct Program {
    /// All objects of the process.
    pub process: Process<'static>,
    /// The thread that makes the calls.
    pub thread: ThreadId,
}

/// Shape and dynamic shared memory of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Blocks of the grid.
    pub grid: Dim3,
    /// Threads of a block.
    pub block: Dim3,
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
}

impl Program {
    /// An initialised process with a context on a device. The number tells its handles from those of other processes.
    ///
    /// # Errors
    /// No such device, or no room.
    pub fn start<H: Hal>(machine: &mut H, device: i32, number: u32) -> Result<Self, Error> {
        let mut process = Process::new(Storage::owned(), number);
        let thread = ThreadId(u64::from(number));
        process.init(machine, 0)?;
        process.create_context(machine, thread, 0, device)?;
        Ok(Self { process, thread })
    }

    /// Loads a module. What the loader says goes to `log`.
    ///
    /// # Errors
    /// An image that is refused, or no room.
    pub fn load<H: Hal>(&mut self, machine: &mut H, image: &[u8], log: &mut dyn fmt::Write) -> Result<ModuleId, Error> {
        self.process
            .load_module(machine, self.thread, image, &LoadOptions::default(), log)
    }

    /// Allocates device memory and fills it.
    ///
    /// # Errors
    /// No bytes, no room, or an earlier fault.
    pub fn upload<H: Hal>(&mut self, machine: &mut H, bytes: &[u8]) -> Result<Address, Error> {
        let address = self.allocate(machine, bytes.len() as u64)?;
        self.write(machine, address, bytes)?;
        Ok(address)
    }

    /// Allocates device memory. Its bytes are zero.
    ///
    /// # Errors
    /// No bytes, no room, or an earlier fault.
    pub fn allocate<H: Hal>(&mut self, machine: &mut H, size: u64) -> Result<Address, Error> {
        self.process.allocate_device(machine, self.thread, size)
    }

    /// Copies bytes to device memory.
    ///
    /// # Errors
    /// A range that is not allocated, or a fault.
    pub fn write<H: Hal>(&mut self, machine: &mut H, to: Address, bytes: &[u8]) -> Result<(), Error> {
        let copy = Copy {
            to: CopySide::Device(to),
            from: CopySide::Any(Address(bytes.as_ptr().addr() as u64)),
            size: bytes.len() as u64,
        };
        let (thread, stream) = (self.thread, StreamArgument::Legacy);
        let pending = self
            .process
            .copy(machine, thread, stream, Mode::Synchronous, &copy, Some(&bytes))?;
        self.complete(machine, pending, HostMemory::none())
    }

    /// Copies bytes back, when the work before has been done.
    ///
    /// # Errors
    /// A range that is not allocated, or a fault.
    pub fn download<H: Hal>(&mut self, machine: &mut H, from: Address, size: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; size];
        let copy = Copy {
            to: CopySide::Any(Address(bytes.as_ptr().addr() as u64)),
            from: CopySide::Device(from),
            size: size as u64,
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
        Ok(bytes)
    }

    /// Launches a kernel in the default stream.
    ///
    /// # Errors
    /// A shape or parameters that do not suit the kernel, or an earlier fault.
    pub fn launch<H: Hal>(
        &mut self,
        machine: &mut H,
        function: FunctionId,
        shape: Shape,
        parameters: &ParameterBuffer,
    ) -> Result<(), Error> {
        let request = LaunchRequest {
            dynamic_shared: shape.dynamic_shared,
            parameters: match parameters.bytes.as_slice() {
                [] => Parameters::None,
                bytes => Parameters::Buffer(bytes),
            },
            ..LaunchRequest::new(shape.grid, shape.block, StreamArgument::Legacy)
        };
        self.process.launch(machine, self.thread, function.into(), &request)
    }

    /// Waits for all work of the context.
    ///
    /// # Errors
    /// A fault, or work that can never be done.
    pub fn synchronize<H: Hal>(&mut self, machine: &mut H) -> Result<(), Error> {
        let pending = self.process.synchronize_context(machine, self.thread)?;
        self.complete(machine, pending, HostMemory::none())
    }

    fn complete<H: Hal>(&mut self, machine: &mut H, pending: Pending, host: HostMemory<'_>) -> Result<(), Error> {
        self.process
            .complete(machine, self.thread, pending, host, &mut |_, _| {})
    }
}

/// Kernel parameters in one buffer: each at the next offset that suits its alignment (guide 3.2.17.3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParameterBuffer {
    bytes: Vec<u8>,
}

impl ParameterBuffer {
    /// An empty buffer.
    pub const fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    /// Appends a device pointer.
    #[must_use]
    pub fn pointer(self, address: Address) -> Self {
        self.aligned(&address.0.to_le_bytes(), 8)
    }

    /// Appends an unsigned integer.
    #[must_use]
    pub fn u32(self, value: u32) -> Self {
        self.aligned(&value.to_le_bytes(), 4)
    }

    /// Appends a float.
    #[must_use]
    pub fn f32(self, value: f32) -> Self {
        self.aligned(&value.to_le_bytes(), 4)
    }

    /// Appends bytes at a multiple of `align` (zero counts as one).
    #[must_use]
    pub fn aligned(mut self, bytes: &[u8], align: usize) -> Self {
        self.bytes.resize(self.bytes.len().next_multiple_of(align.max(1)), 0);
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// The buffer.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_aligned() {
        let buffer = ParameterBuffer::new()
            .u32(1)
            .pointer(Address(2))
            .aligned(&[3], 1)
            .f32(1.0);
        assert_eq!(buffer.as_slice().len(), 24);
        assert_eq!(buffer.as_slice()[8], 2);
        assert_eq!(buffer.as_slice()[16], 3);
        assert_eq!(buffer.as_slice()[20..], 1.0f32.to_le_bytes());
    }
}
