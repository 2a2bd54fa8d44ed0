//! Faults, before the machine adds whose they are.

use musa_hal::{Dim3, FaultKind};

/// What went wrong in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub(crate) kind: FaultKind,
    /// The lowest lane of the warp that did it.
    pub(crate) lane: usize,
    pub(crate) address: Option<u64>,
    pub(crate) bytes: u32,
    pub(crate) write: bool,
}

impl Trouble {
    /// A fault without an address.
    pub(crate) const fn new(kind: FaultKind, lane: usize) -> Self {
        Self {
            kind,
            lane,
            address: None,
            bytes: 0,
            write: false,
        }
    }
}

/// A fault of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridFault {
    /// What happened.
    pub kind: FaultKind,
    /// In which block.
    pub block: Dim3,
    /// The lowest thread that did it.
    pub thread: Dim3,
    /// Line in the text, zero when unknown.
    pub line: u32,
    /// Program counter.
    pub counter: u32,
    /// The address at fault, where there is one.
    pub address: Option<u64>,
    /// Bytes of the access.
    pub bytes: u32,
    /// Whether the access was a store or an atomic operation.
    pub write: bool,
}

/// Where a thread of a launch stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its block, by linear number.
    pub block: u64,
    /// The thread, by linear number in the block.
    pub thread: u32,
    /// Line of the instruction that comes next, zero when unknown.
    pub line: u32,
}

/// Who waits for what when nothing can go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeadlockReport {
    /// The lowest thread that waits.
    pub at: Standing,
    /// The barrier of the block that it waits at; none for an operation of its warp.
    pub barrier: Option<u32>,
    /// Threads of the block that have come to that barrier, or that wait for their warp.
    pub arrived: u32,
    /// Threads of the block that have not ended.
    pub alive: u32,
}
