//! The tables of a machine.

use managed::ManagedSlice;

use super::{GridSlot, Heap, ImageSlot, SpaceState, Timestamp};
use crate::bytes::Chunk;
use crate::memory::MemoryStorage;
use crate::places::Places;
use crate::queue::{Queue, Queued};
use crate::table::Slot;

/// Bytes of shared memory, stacks and parameters of a small kernel.
#[cfg(feature = "alloc")]
const SMALL_KERNEL: usize = 1 << 12;

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
    pub images: Places<ImageSlot<'a>>,
    /// Places for launches in progress, each with its tables: kernels that wait for each other need one each.
    pub grids: Places<GridSlot<'a>>,
    /// Device heaps: one for each device and space whose kernels use it.
    pub heaps: ManagedSlice<'a, Slot<Heap>>,
    /// As many bytes as the longest parameter buffer.
    pub scratch: ManagedSlice<'a, u8>,
}

#[cfg(feature = "alloc")]
impl MachineStorage<'_> {
    /// Tables that grow as they are needed.
    pub fn owned() -> Self {
        use alloc::vec::Vec;

        use super::ImageStorage;
        use crate::exec::GridStorage;
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
            images: Places::growing(|| ImageSlot::new(ImageStorage::default())),
            grids: Places::growing(|| {
                GridSlot::new(GridStorage {
                    // Small kernels fit from the start; filling empty tables that are nowhere is slow on some processors.
                    bytes: alloc::vec![0; SMALL_KERNEL].into(),
                    ..GridStorage::default()
                })
            }),
            heaps: Vec::new().into(),
            scratch: Vec::new().into(),
        }
    }
}
