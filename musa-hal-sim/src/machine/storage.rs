//! The tables of a machine.

use managed::ManagedSlice;

use super::{ImageSlot, SpaceState, Timestamp};
use crate::bytes::Chunk;
use crate::memory::MemoryStorage;
use crate::queue::{Queue, Queued};
use crate::table::Slot;

/// Tables for one machine: the caller's slices, or owned and growing ([`MachineStorage::owned`]).
#[derive(Debug)]
pub struct MachineStorage<'a> {
    /// Allocations.
    pub memory: MemoryStorage<'a>,
    /// Address spaces; as many as in `memory`.
    pub spaces: ManagedSlice<'a, Slot<SpaceState>>,
    /// Queues.
    pub queues: ManagedSlice<'a, Slot<Queue>>,
    /// Commands in queues.
    pub commands: ManagedSlice<'a, Slot<Queued>>,
    /// Bytes that commands carry (parameters of launches, uploads) and that kernels print.
    pub chunks: ManagedSlice<'a, Chunk>,
    /// Timestamps.
    pub timestamps: ManagedSlice<'a, Slot<Timestamp>>,
    /// Places for images, each with its tables.
    pub images: ManagedSlice<'a, ImageSlot<'a>>,
}

#[cfg(feature = "alloc")]
impl MachineStorage<'_> {
    /// Tables that grow as they are needed.
    pub fn owned() -> Self {
        use alloc::vec::Vec;
        Self {
            memory: MemoryStorage {
                nodes: Vec::new().into(),
                spaces: Vec::new().into(),
            },
            spaces: Vec::new().into(),
            queues: Vec::new().into(),
            commands: Vec::new().into(),
            chunks: Vec::new().into(),
            timestamps: Vec::new().into(),
            images: Vec::new().into(),
        }
    }
}
