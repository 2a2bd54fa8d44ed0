//! Commands as queues keep them: what was borrowed is copied.

use musa_hal::queue::Pitched;
use musa_hal::{
    Address, Command, Dim3, HalError, ImageId, KernelOrdinal, Launch, QueueId, Ticket, TimestampId, WaitCondition,
};

use crate::bytes::{ByteQueue, ByteStore};

/// Rows of pitched memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) to: Pitched,
    pub(crate) from: Pitched,
    pub(crate) width: u64,
    pub(crate) height: u64,
    pub(crate) depth: u64,
}

impl Region {
    /// Bytes in all, at most what 64 bits hold.
    pub(crate) const fn bytes(&self) -> u64 {
        self.width.saturating_mul(self.height).saturating_mul(self.depth)
    }
}

/// What a launch asks for, but for its parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaunchShape {
    pub(crate) image: ImageId,
    pub(crate) kernel: KernelOrdinal,
    pub(crate) grid: Dim3,
    pub(crate) block: Dim3,
    pub(crate) cluster: Dim3,
    pub(crate) explicit_cluster: bool,
    pub(crate) dynamic_shared: u32,
    pub(crate) cooperative: bool,
    pub(crate) stack_limit: u64,
    pub(crate) print_limit: u64,
}

/// A launch, with its parameters in the machine's bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaunchCommand {
    pub(crate) shape: LaunchShape,
    pub(crate) parameters: ByteQueue,
    /// Once it has started.
    pub(crate) running: Option<Running>,
}

/// A launch in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Running {
    /// Its place among the launches in progress.
    pub(crate) place: usize,
    /// Changes of the machine when it was last found waiting for memory.
    pub(crate) parked_at: Option<u64>,
    /// It has waited for memory at some time.
    pub(crate) has_parked: bool,
    /// The time of its space when it was first found waiting for memory, with nothing done since.
    pub(crate) waits_since: Option<u64>,
    /// Slices that it has run on several host threads. How many it takes depends on the timing of threads.
    pub(crate) shared_slices: u32,
}

impl Running {
    /// A launch that has just started.
    pub(crate) const fn new(place: usize) -> Self {
        Self {
            place,
            parked_at: None,
            has_parked: false,
            waits_since: None,
            shared_slices: 0,
        }
    }
}

/// What a queued command does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Work {
    Copy(Region),
    Upload {
        to: Address,
        bytes: ByteQueue,
    },
    Fill {
        to: Pitched,
        value: u32,
        element: u8,
        width: u64,
        height: u64,
    },
    Launch(LaunchCommand),
    Wait {
        queue: QueueId,
        ticket: Ticket,
    },
    Timestamp {
        timestamp: TimestampId,
        serial: u64,
    },
    HostCall {
        token: u64,
        after_fault: bool,
        begun: bool,
    },
    WaitValue {
        address: Address,
        value: u64,
        wide: bool,
        condition: WaitCondition,
    },
    WriteValue {
        address: Address,
        value: u64,
        wide: bool,
    },
}

impl Work {
    /// A command with copies of what it borrows.
    pub(crate) fn capture(command: Command<'_>, store: &mut ByteStore<'_>) -> Result<Self, HalError> {
        Ok(match command {
            Command::Copy {
                to,
                from,
                width,
                height,
                depth,
            } => Self::Copy(Region {
                to,
                from,
                width,
                height,
                depth,
            }),
            Command::Upload { to, bytes } => {
                let mut queue = ByteQueue::EMPTY;
                store.push(&mut queue, bytes)?;
                Self::Upload { to, bytes: queue }
            }
            Command::Fill {
                to,
                value,
                element,
                width,
                height,
            } => Self::Fill {
                to,
                value,
                element,
                width,
                height,
            },
            Command::Launch(launch) => Self::Launch(LaunchCommand::capture(&launch, store)?),
            Command::Wait { queue, ticket } => Self::Wait { queue, ticket },
            Command::Timestamp { timestamp, serial } => Self::Timestamp { timestamp, serial },
            Command::HostCall { token, after_fault } => Self::HostCall {
                token,
                after_fault,
                begun: false,
            },
            Command::WaitValue {
                address,
                value,
                wide,
                condition,
            } => Self::WaitValue {
                address,
                value,
                wide,
                condition,
            },
            Command::WriteValue { address, value, wide } => Self::WriteValue { address, value, wide },
        })
    }

    /// Empties what the command keeps in the store.
    pub(crate) fn give_back(&mut self, store: &mut ByteStore<'_>) {
        match self {
            Self::Upload { bytes, .. } => store.clear(bytes),
            Self::Launch(launch) => store.clear(&mut launch.parameters),
            _ => {}
        }
    }
}

impl From<&Launch<'_>> for LaunchShape {
    fn from(launch: &Launch<'_>) -> Self {
        Self {
            image: launch.image,
            kernel: launch.kernel,
            grid: launch.grid,
            block: launch.block,
            cluster: launch.cluster,
            explicit_cluster: launch.explicit_cluster,
            dynamic_shared: launch.dynamic_shared,
            cooperative: launch.cooperative,
            stack_limit: launch.stack_limit,
            print_limit: launch.print_limit,
        }
    }
}

impl LaunchCommand {
    fn capture(launch: &Launch<'_>, store: &mut ByteStore<'_>) -> Result<Self, HalError> {
        let mut parameters = ByteQueue::EMPTY;
        store.push(&mut parameters, launch.parameters)?;
        Ok(Self {
            shape: launch.into(),
            parameters,
            running: None,
        })
    }
}
