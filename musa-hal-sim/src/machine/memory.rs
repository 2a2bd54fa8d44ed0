//! The memory half of the contract.

use musa_hal::{Address, AllocationKind, Chooser, DeviceOrdinal, HalError, Mapping, Memory, Sharing, SpaceId};

use super::Machine;
use super::space::SpaceState;
use crate::memory::MemorySource;
use crate::queue::Work;
use crate::table::Key;

impl<S: MemorySource, C: Chooser> Machine<'_, S, C> {
    /// Drops the commands of every queue of a space, and the queues.
    fn drop_queues(&mut self, space: SpaceId) {
        while let Some(queue) = self.queues.queues.find(|queue| queue.space == space) {
            while let Some(work) = self.queues.take_head(queue) {
                if let Work::Launch(launch) = work {
                    self.abandon_launch(&launch);
                }
            }
            self.queues.queues.remove(queue);
        }
    }

    fn space_key(&self, space: SpaceId) -> Option<Key> {
        self.spaces.find(|state| state.id == space)
    }
}

impl<S: MemorySource, C: Chooser> Memory for Machine<'_, S, C> {
    fn open_space(&mut self) -> Result<SpaceId, HalError> {
        self.spaces.reserve()?;
        let space = self.memory.open_space()?;
        self.spaces.insert(SpaceState::new(space))?;
        Ok(space)
    }

    fn close_space(&mut self, space: SpaceId) {
        let Some(key) = self.space_key(space) else { return };
        self.drop_queues(space);
        while let Some(image) = self.images.of(space) {
            self.images.vacate(image);
        }
        while let Some(heap) = self.heaps.find(|heap| heap.space == space) {
            self.heaps.remove(heap);
        }
        while let Some(timestamp) = self.timestamps.find(|timestamp| timestamp.space == space) {
            self.timestamps.remove(timestamp);
        }
        if let Some(mut state) = self.spaces.remove(key) {
            self.queues.bytes.clear(&mut state.print);
            self.queues.bytes.clear(&mut state.assertion);
        }
        self.memory.close_space(space);
        self.changes += 1;
    }

    fn allocate(&mut self, space: SpaceId, kind: AllocationKind, size: u64, align: u64) -> Result<Address, HalError> {
        self.memory.allocate(space, kind, size, align, &mut self.chooser)
    }

    fn free(&mut self, space: SpaceId, base: Address) -> Result<(), HalError> {
        self.memory.free(space, base)
    }

    fn capacity(&self, device: DeviceOrdinal) -> (u64, u64) {
        self.memory.capacity(device)
    }

    fn register(&mut self, space: SpaceId, base: Address, size: u64) -> Result<(), HalError> {
        self.memory.register(space, base, size)
    }

    fn sharing(&mut self) -> Option<&mut dyn Sharing> {
        Some(self)
    }

    fn mapping(&mut self) -> Option<&mut dyn Mapping> {
        Some(self)
    }

    fn reserves(&self, address: Address) -> bool {
        self.memory.reserves(address.0)
    }

    fn owner_lives(&self, owner: u64) -> bool {
        self.memory.owner_lives(owner)
    }

    fn read(&self, space: SpaceId, from: Address, into: &mut [u8]) -> Result<(), HalError> {
        self.memory.read(space, from, into)
    }

    fn write(&mut self, space: SpaceId, to: Address, from: &[u8]) -> Result<(), HalError> {
        self.memory.write(space, to, from)?;
        self.changes += 1;
        Ok(())
    }
}
