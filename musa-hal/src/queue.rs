//! Queues and commands: all work of devices.

use crate::{
    Address, DeviceOrdinal, Dim3, Fault, HalError, ImageId, KernelOrdinal, QueueId, SpaceId, Ticket, TimestampId,
};

/// A kernel launch. The HAL copies what it borrows before it returns.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// The image.
    pub image: ImageId,
    /// The kernel in it.
    pub kernel: KernelOrdinal,
    /// Blocks of the grid; no component is zero.
    pub grid: Dim3,
    /// Threads of a block; no component is zero.
    pub block: Dim3,
    /// Blocks of a cluster; ones where there is none.
    pub cluster: Dim3,
    /// Whether the launch named a cluster (or the kernel requires one).
    pub explicit_cluster: bool,
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// The parameter buffer; shorter than the kernel's is padded with zeros.
    pub parameters: &'a [u8],
    /// Whether all blocks must be able to wait for each other.
    pub cooperative: bool,
    /// Bytes that a thread's stack may take.
    pub stack_limit: u64,
    /// Bytes of the device heap and of the print buffer.
    pub heap_limit: u64,
    /// Bytes that a launch may print before lines are lost.
    pub print_limit: u64,
}

/// A region of pitched memory, in bytes; one row of one slice for plain memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pitched {
    /// First byte.
    pub base: Address,
    /// From row to row.
    pub row: u64,
    /// From slice to slice.
    pub slice: u64,
}

/// When a wait on a memory word is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaitCondition {
    /// The word, less the value, is not negative (cyclically).
    GreaterOrEqual,
    /// The word equals the value.
    Equal,
    /// The word and the value have a bit in common.
    And,
    /// Some bit is in neither.
    Nor,
}

/// A unit of work. Ranges lie within allocations of the space, or within mappings that follow each other; the bytes that a command borrows are taken at once.
#[derive(Clone, Copy, Debug)]
pub enum Command<'a> {
    /// Copies `width` bytes of `height` rows of `depth` slices. Source and destination do not overlap, or are the same.
    Copy {
        /// To.
        to: Pitched,
        /// From.
        from: Pitched,
        /// Bytes of a row.
        width: u64,
        /// Rows of a slice.
        height: u64,
        /// Slices.
        depth: u64,
    },
    /// Copies bytes that the host had when it submitted.
    Upload {
        /// To.
        to: Address,
        /// What.
        bytes: &'a [u8],
    },
    /// Fills `width` elements of `height` rows with a value of 1, 2 or 4 bytes.
    Fill {
        /// To.
        to: Pitched,
        /// The value; the low `element` bytes count.
        value: u32,
        /// Bytes of an element.
        element: u8,
        /// Elements of a row.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// Runs a kernel.
    Launch(Launch<'a>),
    /// Waits until another queue has completed as many commands.
    Wait {
        /// The other queue.
        queue: QueueId,
        /// How many.
        ticket: Ticket,
    },
    /// Writes the virtual time to a timestamp, unless one with a higher serial has been written.
    Timestamp {
        /// Where to.
        timestamp: TimestampId,
        /// Order of recording.
        serial: u64,
    },
    /// Has the host run something: surfaces as [`Progress::HostCall`], and completes at
    /// [`Queues::host_call_done`].
    HostCall {
        /// The caller's number for it.
        token: u64,
        /// Whether it is to surface after a fault as well.
        after_fault: bool,
    },
    /// Waits for a word of memory.
    WaitValue {
        /// The word.
        address: Address,
        /// What to compare it with.
        value: u64,
        /// Whether the word has 8 bytes rather than 4.
        wide: bool,
        /// When it is over.
        condition: WaitCondition,
    },
    /// Writes a word of memory.
    WriteValue {
        /// The word.
        address: Address,
        /// What.
        value: u64,
        /// Whether the word has 8 bytes rather than 4.
        wide: bool,
    },
}

/// What a call of [`Queues::advance`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    /// Something ran; more may.
    Advanced,
    /// Nothing is pending.
    Idle,
    /// A host function is due. It comes again, in turn with device work, until [`Queues::host_call_begun`].
    HostCall {
        /// Whose.
        space: SpaceId,
        /// On which queue.
        queue: QueueId,
        /// The number that was submitted.
        token: u64,
    },
    /// All that is pending waits for something outside the machine: a host function that runs, or a word of memory that
    /// the host or another process may write.
    Parked,
    /// All that is pending waits for each other, and nothing outside can help: the fault of each space says who waits
    /// for what.
    Deadlock,
}

/// Queues, and the passing of virtual time.
pub trait Queues {
    /// Creates a queue on a device. Lower numbers of `priority` go first where there is a choice.
    ///
    /// # Errors
    /// Exhausted when the table of queues is full.
    fn create_queue(&mut self, space: SpaceId, device: DeviceOrdinal, priority: i32) -> Result<QueueId, HalError>;

    /// Destroys a queue when its commands have completed; the identity is dead at once, except as the target of waits
    /// that are already submitted.
    ///
    /// # Errors
    /// ContractBroken for a queue that does not exist.
    fn destroy_queue(&mut self, queue: QueueId) -> Result<(), HalError>;

    /// Submits a command; its ticket is the queue's next. Where the chooser says so, work runs before this returns.
    ///
    /// # Errors
    /// Exhausted when there is no room for it; Unsupported for what the HAL cannot do.
    fn submit(&mut self, queue: QueueId, command: Command<'_>) -> Result<Ticket, HalError>;

    /// How many commands have been submitted to a queue; the greatest number for one that is gone.
    fn submitted(&self, queue: QueueId) -> Ticket;

    /// How many commands of a queue have completed; the greatest number for one that is gone. A destroyed queue goes when
    /// it has drained.
    fn completed(&self, queue: QueueId) -> Ticket;

    /// Whether nothing is pending in any queue.
    fn is_idle(&self) -> bool;

    /// Runs a slice of what is pending: a bounded number of instructions.
    fn advance(&mut self) -> Progress;

    /// The host function that [`Queues::advance`] named has been taken; it no longer surfaces.
    fn host_call_begun(&mut self, queue: QueueId);

    /// The host function has returned.
    fn host_call_done(&mut self, queue: QueueId);

    /// The host has waited until so many commands of a queue were completed, and knows it: what it submits from now on is
    /// later in virtual time.
    fn host_waited(&mut self, queue: QueueId, ticket: Ticket) {
        let _ = (queue, ticket);
    }

    /// Creates a timestamp; it has not been written.
    ///
    /// # Errors
    /// Exhausted when the table of timestamps is full.
    fn create_timestamp(&mut self, space: SpaceId) -> Result<TimestampId, HalError>;

    /// Destroys a timestamp; pending commands that would write it do nothing.
    fn destroy_timestamp(&mut self, timestamp: TimestampId);

    /// The virtual time of a timestamp in nanoseconds since the machine began, if it has been written.
    fn timestamp(&self, timestamp: TimestampId) -> Option<u64>;

    /// The first fault of a space, if there was one.
    fn fault(&self, space: SpaceId) -> Option<&Fault>;

    /// What the pending work of a space waits for, as the fault that it would be if it waited in vain; none where nothing is
    /// pending, or where the HAL cannot tell.
    fn waiting(&self, space: SpaceId) -> Option<Fault> {
        let _ = space;
        None
    }

    /// Takes what kernels of the space have printed since the last call: at most `into.len()` bytes; how many.
    fn take_output(&mut self, space: SpaceId, stream: Output, into: &mut [u8]) -> usize;
}

/// Where a kernel's text goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// What kernels print.
    Print,
    /// Failed assertions.
    Assertion,
}
