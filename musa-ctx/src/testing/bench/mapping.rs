//! Mappings of the bench: addresses, and how much memory there is. The bytes of a mapping are its own.

use musa_hal::{Address, DeviceOrdinal, ExportToken, HalError, Mapping, PhysicalId, Resource, SpaceId};

use super::Bench;

const UNKNOWN: HalError = HalError::ContractBroken("memory of the bench");

impl Mapping for Bench {
    fn reserve(&mut self, _: SpaceId, size: u64, align: u64, wanted: Option<Address>) -> Result<Address, HalError> {
        self.spend()?;
        let base = match wanted.filter(|wanted| wanted.0 >= self.next) {
            Some(wanted) => wanted.0,
            None => self.next.next_multiple_of(align),
        };
        self.next = base
            .checked_add(size)
            .ok_or(HalError::Exhausted(Resource::Table("addresses")))?;
        Ok(Address(base))
    }

    fn unreserve(&mut self, _: SpaceId, _: Address) -> Result<(), HalError> {
        Ok(())
    }

    fn create(&mut self, _: SpaceId, _: DeviceOrdinal, size: u64) -> Result<PhysicalId, HalError> {
        self.spend()?;
        self.made += 1;
        self.physical.insert(self.made, size);
        Ok(PhysicalId(self.made))
    }

    fn destroy(&mut self, _: SpaceId, memory: PhysicalId) -> Result<(), HalError> {
        self.physical.remove(&memory.0).map(drop).ok_or(UNKNOWN)
    }

    fn map(&mut self, _: SpaceId, at: Address, size: u64, memory: PhysicalId, offset: u64) -> Result<(), HalError> {
        self.spend()?;
        let whole = self.physical.get(&memory.0).ok_or(UNKNOWN)?;
        assert!(offset + size <= *whole && !self.memory.contains_key(&at.0));
        self.memory.insert(at.0, alloc::vec![0; size as usize]);
        Ok(())
    }

    fn export_memory(&mut self, space: SpaceId, memory: PhysicalId) -> Result<ExportToken, HalError> {
        Ok(ExportToken {
            owner: space.0.into(),
            object: 0,
            offset: 0,
            size: *self.physical.get(&memory.0).ok_or(UNKNOWN)?,
            serial: memory.0,
            base: Address(memory.0),
        })
    }

    fn import_memory(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        token: &ExportToken,
    ) -> Result<PhysicalId, HalError> {
        self.create(space, device, token.size)
    }
}
