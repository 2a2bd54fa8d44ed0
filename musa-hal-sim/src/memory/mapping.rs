//! Reserved addresses, memory without an address, and mappings of the one to the other.
//!
//! Memory without an address is a hidden record in its device's range, or among imports; a mapping is a record of its own
//! that shows a part of it.

use musa_hal::{Address, DeviceOrdinal, ExportToken, HalError, PhysicalId, Resource, SpaceId};

use super::map::GRANULE;
use super::record::{Backing, Kind, Rights};
use super::source::{Arena, MemorySource};
use super::spaces::AddressSpaces;
use super::state::Place;

const UNKNOWN: HalError = HalError::ContractBroken("memory without an address");
const NO_RANGE: HalError = HalError::ContractBroken("range of a mapping");

impl<S: MemorySource> AddressSpaces<'_, S> {
    /// Sets addresses aside; see [`musa_hal::Mapping::reserve`].
    ///
    /// # Errors
    /// Exhausted.
    pub fn reserve(
        &mut self,
        space: SpaceId,
        size: u64,
        align: u64,
        wanted: Option<Address>,
    ) -> Result<Address, HalError> {
        self.state.space(space).ok_or(HalError::ContractBroken("space"))?;
        if size == 0 || !align.is_power_of_two() {
            return Err(HalError::ContractBroken("size or alignment of a reservation"));
        }
        let exhausted = HalError::Exhausted(Resource::Table("addresses for mappings"));
        let extent = size.checked_next_multiple_of(GRANULE).ok_or(exhausted)?;
        self.state.reserve(2)?;
        let wanted = wanted.map(|wanted| wanted.0);
        let base = self.state.place_reservation(extent, align.max(GRANULE), wanted);
        let base = base.ok_or(exhausted)?;
        let nothing = Backing(core::ptr::NonNull::dangling());
        let mut record = self.record(nothing, 0, size, space, Kind::Nothing);
        record.hidden = true;
        self.state.occupy_reservation(base, extent, record);
        Ok(Address(base))
    }

    /// Gives reserved addresses back.
    ///
    /// # Errors
    /// ContractBroken for what is no base of a reservation.
    pub fn unreserve(&mut self, space: SpaceId, base: Address) -> Result<(), HalError> {
        self.end(space, Place::Reservations, base.0)
    }

    /// Takes memory of a device without an address.
    ///
    /// # Errors
    /// Exhausted.
    pub fn create(&mut self, space: SpaceId, device: DeviceOrdinal, size: u64) -> Result<PhysicalId, HalError> {
        self.state.space(space).ok_or(HalError::ContractBroken("space"))?;
        if size == 0 {
            return Err(HalError::ContractBroken("size of memory without an address"));
        }
        let (arena, kind) = (Arena::Device(device), Kind::Device(device));
        let base = self.place_new(space, arena, kind, size, GRANULE, 0)?;
        let place = self.state.place(base.0).ok_or(UNKNOWN)?;
        self.state.record_mut(place, base.0).ok_or(UNKNOWN)?.hidden = true;
        Ok(PhysicalId(base.0))
    }

    /// Where memory without an address is.
    fn hidden(&self, space: SpaceId, memory: PhysicalId) -> Result<Place, HalError> {
        let place = self.state.place(memory.0).ok_or(UNKNOWN)?;
        let record = self.state.own(space, place, memory.0).filter(|record| record.hidden);
        record.map(|_| place).ok_or(UNKNOWN)
    }

    /// Gives memory without an address back; mappings of it stay.
    ///
    /// # Errors
    /// ContractBroken for no such memory.
    pub fn destroy(&mut self, space: SpaceId, memory: PhysicalId) -> Result<(), HalError> {
        let place = self.hidden(space, memory)?;
        self.end(space, place, memory.0)
    }

    /// Maps memory at reserved addresses; see [`musa_hal::Mapping::map`].
    ///
    /// # Errors
    /// Exhausted; ContractBroken for wrong ranges.
    pub fn map(
        &mut self,
        space: SpaceId,
        at: Address,
        size: u64,
        memory: PhysicalId,
        offset: u64,
    ) -> Result<(), HalError> {
        let place = self.hidden(space, memory)?;
        let is_free = size > 0 && self.state.is_reserved(space, at.0, size) && !self.state.is_mapped(at.0, size);
        let whole = size.is_multiple_of(GRANULE) && offset.is_multiple_of(GRANULE) && at.0.is_multiple_of(GRANULE);
        if !is_free || !whole {
            return Err(NO_RANGE);
        }
        self.state.reserve(1)?;
        let record = self.state.record_mut(place, memory.0).ok_or(UNKNOWN)?;
        let end = offset.checked_add(size).filter(|end| *end <= record.length);
        let device = record.kind.device().ok_or(UNKNOWN)?;
        end.ok_or(NO_RANGE)?;
        record.shares += 1;
        // SAFETY: the offset is within the memory's bytes, as just checked, and they are one allocated object.
        let start = unsafe { record.backing.0.add(offset as usize) };
        let kind = Kind::Shared(device, Address(memory.0));
        let mut mapping = self.record(Backing(start), size, size, space, kind);
        mapping.rights = Some(Rights { read: 0, write: 0 });
        self.state.add_mapped(at.0, mapping);
        Ok(())
    }

    /// A token for memory without an address.
    ///
    /// # Errors
    /// Unsupported for memory that cannot be shared.
    pub fn export_memory(&mut self, space: SpaceId, memory: PhysicalId) -> Result<ExportToken, HalError> {
        let place = self.hidden(space, memory)?;
        self.export_at(space, place, Address(memory.0))
    }

    /// Exported memory as memory without an address.
    ///
    /// # Errors
    /// As for [`AddressSpaces::import`].
    pub fn import_memory(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        token: &ExportToken,
    ) -> Result<PhysicalId, HalError> {
        let base = self.import_as(space, device, token, true)?;
        Ok(PhysicalId(base.0))
    }
}
