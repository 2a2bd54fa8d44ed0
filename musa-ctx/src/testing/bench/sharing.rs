//! Sharing of the bench's memory.

use musa_hal::{Address, DeviceOrdinal, ExportToken, HalError, Sharing, SpaceId};

use super::Bench;

impl Sharing for Bench {
    fn export(&mut self, space: SpaceId, base: Address) -> Result<ExportToken, HalError> {
        let bytes = self.memory.get(&base.0);
        let bytes = bytes.ok_or(HalError::ContractBroken("export of what is not there"))?;
        Ok(ExportToken {
            owner: space.0.into(),
            object: 0,
            offset: 0,
            size: bytes.len() as u64,
            serial: base.0,
            base,
        })
    }

    fn owner(&self, space: SpaceId) -> u64 {
        space.0.into()
    }

    fn import(&mut self, _: SpaceId, _: DeviceOrdinal, token: &ExportToken) -> Result<Address, HalError> {
        self.spend()?;
        if let Some(gone) = self.gone {
            return Err(HalError::Gone(gone));
        }
        let base = self.next.next_multiple_of(256);
        self.next = base + token.size + 512;
        self.opened.insert(base, (token.base.0, token.size));
        Ok(Address(base))
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
