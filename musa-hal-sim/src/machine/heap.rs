//! The device heap behind a kernel's `malloc` and `free`.
//!
//! Blocks lie one after the other in one allocation, each behind a header in device memory itself, as on hardware: a
//! kernel that runs over its block can damage it. Headers are checked where they are read, so that a damaged heap has no
//! room, and nothing worse. The search goes on where the last one ended.

use musa_hal::{Address, DeviceOrdinal, SpaceId};

use crate::memory::Region;

/// Bytes of a header, and the unit of sizes.
const UNIT: u64 = 16;
/// Set in a header's size where its block is given out.
const USED: u64 = 1;

/// A heap of a device in a space.
#[derive(Clone, Copy, Debug)]
pub struct Heap {
    pub(super) space: SpaceId,
    pub(super) device: DeviceOrdinal,
    pub(super) base: Address,
    pub(super) size: u64,
    /// The block at which the next search begins.
    next: u64,
}

/// A block: its size with its header, and that of the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    at: u64,
    size: u64,
    before: u64,
    used: bool,
}

impl Heap {
    /// A heap over new memory, of at least [`UNIT`] bytes, which is one free block.
    pub(super) fn new(space: SpaceId, device: DeviceOrdinal, base: Address, size: u64) -> Self {
        Self {
            space,
            device,
            base,
            size: size / UNIT * UNIT,
            next: 0,
        }
    }
}

/// A heap with its memory at hand.
#[derive(Debug)]
pub(super) struct OpenHeap<'h, 'm> {
    pub(super) heap: &'h mut Heap,
    pub(super) memory: Region<'m>,
}

impl OpenHeap<'_, '_> {
    fn block(&self, at: u64) -> Option<Block> {
        let address = self.heap.base.0.checked_add(at)?;
        let size: u64 = self.memory.load(address).ok()?;
        let before: u64 = self.memory.load(address + 8).ok()?;
        // New memory is zero, and one block.
        let (size, used) = if size == 0 && at == 0 {
            (self.heap.size, false)
        } else {
            (size & !USED, size & USED != 0)
        };
        let fits = size >= UNIT && size.is_multiple_of(UNIT) && size <= self.heap.size.checked_sub(at)?;
        fits.then_some(Block { at, size, before, used })
    }

    fn write(&self, block: Block) -> Option<()> {
        let address = self.heap.base.0 + block.at;
        self.memory.store(address, block.size | u64::from(block.used)).ok()?;
        self.memory.store(address + 8, block.before).ok()
    }

    /// Tells the block behind one how long that one is now.
    fn tell_next(&self, block: Block) -> Option<()> {
        let at = block.at + block.size;
        if at >= self.heap.size {
            return Some(());
        }
        let next = self.block(at)?;
        self.write(Block {
            before: block.size,
            ..next
        })
    }

    fn find(&self, size: u64) -> Option<Block> {
        let (mut at, mut wrapped) = (self.heap.next, false);
        loop {
            let block = self.block(at)?;
            if !block.used && block.size >= size {
                return Some(block);
            }
            at += block.size;
            if at >= self.heap.size {
                if wrapped {
                    return None;
                }
                (at, wrapped) = (0, true);
            }
            if wrapped && at >= self.heap.next {
                return None;
            }
        }
    }

    /// The address of so many bytes, aligned to sixteen.
    pub(super) fn allocate(&mut self, bytes: u64) -> Option<u64> {
        let size = bytes
            .checked_next_multiple_of(UNIT)?
            .checked_add(UNIT)
            .filter(|_| bytes > 0)?;
        let block = self.find(size)?;
        let rest = block.size - size;
        let taken = if rest > UNIT {
            let behind = Block {
                at: block.at + size,
                size: rest,
                before: size,
                used: false,
            };
            self.write(behind)?;
            self.tell_next(behind)?;
            Block { size, ..block }
        } else {
            block
        };
        self.write(Block { used: true, ..taken })?;
        self.heap.next = (taken.at + taken.size) % self.heap.size;
        Some(self.heap.base.0 + taken.at + UNIT)
    }

    /// Takes back what [`OpenHeap::allocate`] gave, and joins it with its free neighbours.
    pub(super) fn free(&mut self, address: u64) -> Option<()> {
        let at = address.checked_sub(self.heap.base.0)?.checked_sub(UNIT)?;
        let mut block = self.block(at).filter(|block| block.used && at.is_multiple_of(UNIT))?;
        if at > 0 {
            // Only the start of a block has a neighbour that agrees about where it ends.
            let before = self.block(at.checked_sub(block.before)?)?;
            if before.size != block.before || before.at == at {
                return None;
            }
            if !before.used {
                block = Block {
                    size: before.size + block.size,
                    ..before
                };
            }
        }
        let behind = block.at + block.size;
        if behind < self.heap.size
            && let Some(next) = self.block(behind).filter(|next| !next.used)
        {
            block.size += next.size;
        }
        self.write(Block { used: false, ..block })?;
        self.tell_next(block)?;
        // The place of the next search may have been swallowed.
        if (block.at..block.at + block.size).contains(&self.heap.next) {
            self.heap.next = block.at;
        }
        Some(())
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::vec::Vec;

    use musa_hal::AllocationKind;
    use musa_hal::choose::Eager;
    use proptest::prelude::*;

    use super::*;
    use crate::memory::{AddressSpaces, GRANULE, MemoryStorage, OwnedSource};

    const DEVICE: DeviceOrdinal = DeviceOrdinal(0);

    fn with_heap(size: u64, test: impl FnOnce(&mut OpenHeap<'_, '_>)) {
        let storage = MemoryStorage {
            nodes: Vec::new().into(),
            spaces: Vec::new().into(),
        };
        let mut spaces = AddressSpaces::new([1 << 20], OwnedSource, storage, GRANULE).unwrap();
        let space = spaces.open_space().unwrap();
        let base = spaces
            .allocate(space, AllocationKind::Device(DEVICE), size, 16, &mut Eager)
            .unwrap();
        let memory = spaces.view(space, Some(DEVICE)).unwrap().region(base.0).unwrap();
        let mut heap = Heap::new(space, DEVICE, base, size);
        test(&mut OpenHeap {
            heap: &mut heap,
            memory,
        });
    }

    #[test]
    fn what_is_no_block_is_not_freed() {
        with_heap(4096, |heap| {
            assert_eq!(
                (heap.allocate(0), heap.allocate(4096), heap.allocate(u64::MAX)),
                (None, None, None)
            );
            let first = heap.allocate(40).unwrap();
            let second = heap.allocate(40).unwrap();
            assert_eq!(heap.free(second + 16), None);
            assert_eq!(heap.free(first - 16), None);
            assert_eq!(heap.free(first + 8), None);
            assert_eq!((heap.free(first), heap.free(first)), (Some(()), None));
            assert_eq!(heap.free(second), Some(()));
            assert!(heap.allocate(4096 - 16).is_some());
        });
    }

    #[test]
    fn a_damaged_heap_has_no_room() {
        with_heap(4096, |heap| {
            let first = heap.allocate(16).unwrap();
            heap.memory.fill(first, 0xff, 4000).unwrap();
            assert_eq!((heap.allocate(16), heap.free(first)), (None, None));
        });
    }

    proptest! {
        #[test]
        fn blocks_never_overlap_and_all_comes_back(steps in prop::collection::vec((any::<bool>(), 1_u64..300, any::<usize>()), 1..200)) {
            with_heap(8192, |heap| {
                let mut live: Vec<(u64, u64)> = Vec::new();
                for (allocate, bytes, which) in steps {
                    if allocate || live.is_empty() {
                        let Some(address) = heap.allocate(bytes) else { continue };
                        assert_eq!(address % 16, 0);
                        assert!(address >= heap.heap.base.0 && address + bytes <= heap.heap.base.0 + 8192);
                        assert!(live.iter().all(|(other, size)| address + bytes <= *other || other + size <= address));
                        heap.memory.fill(address, 0xaa, bytes).unwrap();
                        live.push((address, bytes));
                    } else {
                        let (address, _) = live.swap_remove(which % live.len());
                        assert_eq!(heap.free(address), Some(()));
                    }
                }
                for (address, _) in live {
                    assert_eq!(heap.free(address), Some(()));
                }
                assert!(heap.allocate(8192 - 16).is_some(), "all is one block again");
            });
        }
    }
}
