//! Sharing of the bench's memory.

use musa_hal::{Address, DeviceOrdinal, ExportToken, HalError, Sharing, SpaceId};

use super::Bench;

impl Sharing for Bench {
    fn export(&mut self, _: SpaceId, _: Address) -> Result<ExportToken, HalError> {
        Err(HalError::Unsupported("export"))
    }

    fn owner(&self, space: SpaceId) -> u64 {
        space.0.into()
    }

    fn import(&mut self, _: SpaceId, _: DeviceOrdinal, _: &ExportToken) -> Result<Address, HalError> {
        Err(HalError::Unsupported("import"))
    }

    fn set_peer(
        &mut self,
        _: SpaceId,
        device: DeviceOrdinal,
        peer: DeviceOrdinal,
        allowed: bool,
    ) -> Result<(), HalError> {
        self.peers.retain(|link| *link != (device, peer));
        if allowed {
            self.peers.push((device, peer));
        }
        Ok(())
    }

    fn set_access(
        &mut self,
        _: SpaceId,
        base: Address,
        device: DeviceOrdinal,
        read: bool,
        write: bool,
    ) -> Result<(), HalError> {
        let flags = u32::from(read) | u32::from(write) << 1;
        self.rights.insert((base.0, device.0), flags);
        Ok(())
    }
}
