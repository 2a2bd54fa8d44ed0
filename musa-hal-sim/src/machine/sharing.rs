//! Memory shared between processes and between devices.

use musa_hal::{Address, Chooser, DeviceOrdinal, ExportToken, HalError, Sharing, SpaceId};

use super::Machine;
use crate::memory::MemorySource;

impl<S: MemorySource, C: Chooser> Sharing for Machine<'_, S, C> {
    fn export(&mut self, space: SpaceId, base: Address) -> Result<ExportToken, HalError> {
        self.memory.export(space, base)
    }

    fn owner(&self, space: SpaceId) -> u64 {
        self.memory.owner(space)
    }

    fn import(&mut self, space: SpaceId, device: DeviceOrdinal, token: &ExportToken) -> Result<Address, HalError> {
        self.memory.import(space, device, token)
    }

    fn set_peer(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        peer: DeviceOrdinal,
        allowed: bool,
    ) -> Result<(), HalError> {
        self.memory.set_peer(space, device, peer, allowed)
    }

    fn set_access(
        &mut self,
        space: SpaceId,
        base: Address,
        device: DeviceOrdinal,
        read: bool,
        write: bool,
    ) -> Result<(), HalError> {
        self.memory.set_access(space, base, device, read, write)
    }
}
