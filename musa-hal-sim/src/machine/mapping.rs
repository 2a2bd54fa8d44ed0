//! Addresses and memory apart.

use musa_hal::{Address, Chooser, DeviceOrdinal, ExportToken, HalError, Mapping, PhysicalId, SpaceId};

use super::Machine;
use crate::memory::MemorySource;

impl<S: MemorySource, C: Chooser> Mapping for Machine<'_, S, C> {
    fn reserve(&mut self, space: SpaceId, size: u64, align: u64, wanted: Option<Address>) -> Result<Address, HalError> {
        self.memory.reserve(space, size, align, wanted)
    }

    fn unreserve(&mut self, space: SpaceId, base: Address) -> Result<(), HalError> {
        self.memory.unreserve(space, base)
    }

    fn create(&mut self, space: SpaceId, device: DeviceOrdinal, size: u64) -> Result<PhysicalId, HalError> {
        self.memory.create(space, device, size)
    }

    fn destroy(&mut self, space: SpaceId, memory: PhysicalId) -> Result<(), HalError> {
        self.memory.destroy(space, memory)
    }

    fn map(&mut self, space: SpaceId, at: Address, size: u64, memory: PhysicalId, offset: u64) -> Result<(), HalError> {
        self.memory.map(space, at, size, memory, offset)
    }

    fn export_memory(&mut self, space: SpaceId, memory: PhysicalId) -> Result<ExportToken, HalError> {
        self.memory.export_memory(space, memory)
    }

    fn import_memory(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        token: &ExportToken,
    ) -> Result<PhysicalId, HalError> {
        self.memory.import_memory(space, device, token)
    }
}
