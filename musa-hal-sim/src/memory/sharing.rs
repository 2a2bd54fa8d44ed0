//! Memory shared between spaces and between devices.

use musa_hal::{Address, DeviceOrdinal, ExportToken, Gone, HalError, Resource, SpaceId};

use super::freed::FreedRange;
use super::map::GRANULE;
use super::record::{Backing, Kind, Rights};
use super::source::{Arena, MemorySource};
use super::spaces::AddressSpaces;
use super::state::Place;

impl<S: MemorySource> AddressSpaces<'_, S> {
    /// Allows, or no longer allows, a device to access another's memory.
    ///
    /// # Errors
    /// ContractBroken for unknown devices or spaces.
    pub fn set_peer(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        peer: DeviceOrdinal,
        allowed: bool,
    ) -> Result<(), HalError> {
        let known = |device: DeviceOrdinal| (device.0 as usize) < self.state.devices();
        if !known(device) || !known(peer) || device == peer {
            return Err(HalError::ContractBroken("peer devices"));
        }
        let space = self.state.space_mut(space).ok_or(HalError::ContractBroken("space"))?;
        let mask = &mut space.peers[device.0 as usize];
        *mask = if allowed {
            *mask | 1 << peer.0
        } else {
            *mask & !(1 << peer.0)
        };
        Ok(())
    }

    /// Says for one allocation whether a device may read and write it, in place of the rule of peers.
    ///
    /// # Errors
    /// ContractBroken for what is no base of an allocation, or no device.
    pub fn set_access(
        &mut self,
        space: SpaceId,
        base: Address,
        device: DeviceOrdinal,
        read: bool,
        write: bool,
    ) -> Result<(), HalError> {
        if device.0 as usize >= self.state.devices() {
            return Err(HalError::ContractBroken("device"));
        }
        const UNKNOWN: HalError = HalError::ContractBroken("base of an allocation");
        let (found, place) = self.state.find(space, base.0).ok_or(UNKNOWN)?;
        let owner = found
            .record
            .filter(|_| found.base == base.0)
            .ok_or(UNKNOWN)?
            .kind
            .device();
        let record = self.state.record_mut(place, base.0).ok_or(UNKNOWN)?;
        let own = owner.map_or(0, |owner| 1 << owner.0);
        let rights = record.rights.get_or_insert(Rights { read: own, write: own });
        let bit = 1 << device.0;
        rights.read = if read { rights.read | bit } else { rights.read & !bit };
        rights.write = if write { rights.write | bit } else { rights.write & !bit };
        Ok(())
    }

    /// A token for an allocation of device memory.
    ///
    /// # Errors
    /// Unsupported for other memory; ContractBroken for what is no base.
    pub fn export(&mut self, space: SpaceId, base: Address) -> Result<ExportToken, HalError> {
        const UNKNOWN: HalError = HalError::ContractBroken("base of an allocation");
        let (found, place) = self.state.find(space, base.0).ok_or(UNKNOWN)?;
        if found.base != base.0 {
            return Err(UNKNOWN);
        }
        self.export_at(space, place, base)
    }

    /// A token for what a space owns at an address.
    pub(super) fn export_at(&mut self, space: SpaceId, place: Place, base: Address) -> Result<ExportToken, HalError> {
        const UNKNOWN: HalError = HalError::ContractBroken("base of memory");
        let record = self.state.own(space, place, base.0).ok_or(UNKNOWN)?;
        let Kind::Device(device) = record.kind else {
            return Err(HalError::Unsupported("export of memory that is not a device's own"));
        };
        let (size, length, serial) = (record.size, record.length, record.serial);
        self.state.record_mut(place, base.0).ok_or(UNKNOWN)?.exported = true;
        let arena = Arena::Device(device);
        let start = self.state.range(arena).map_or(0, |range| range.base);
        let exported = self.source.export(arena, base.0 - start, length, serial);
        Ok(ExportToken {
            owner: self.owner(space),
            object: exported.map_or(0, |exported| exported.object),
            offset: exported.map_or(0, |exported| exported.offset),
            size,
            serial,
            base,
        })
    }

    /// How tokens of a space name their owner.
    pub fn owner(&self, space: SpaceId) -> u64 {
        u64::from(self.source.process()) << 32 | u64::from(space.0)
    }

    /// Whether an owner of tokens still lives.
    pub fn owner_lives(&self, owner: u64) -> bool {
        let process = (owner >> 32) as u32;
        if process == self.source.process() {
            return self.state.space(SpaceId(owner as u32)).is_some();
        }
        self.source.process_lives(process)
    }

    /// Maps an exported allocation.
    ///
    /// # Errors
    /// Exhausted; Gone; Unsupported when the source cannot reach another process.
    pub fn import(&mut self, space: SpaceId, device: DeviceOrdinal, token: &ExportToken) -> Result<Address, HalError> {
        self.import_as(space, device, token, false)
    }

    /// Maps exported memory, hidden or not.
    pub(super) fn import_as(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        token: &ExportToken,
        hidden: bool,
    ) -> Result<Address, HalError> {
        self.state.space(space).ok_or(HalError::ContractBroken("space"))?;
        self.state.reserve(2)?;
        let length = token
            .size
            .checked_next_multiple_of(GRANULE)
            .filter(|length| *length > 0);
        let length = length.ok_or(HalError::Gone(Gone::Memory))?;
        let exhausted = HalError::Exhausted(Resource::Table("import addresses"));
        let extent = length.checked_add(GRANULE).ok_or(exhausted)?;
        let base = self.state.place_import(extent).ok_or(exhausted)?;
        let (backing, kind) = if token.owner >> 32 == u64::from(self.source.process()) {
            (self.share(token)?, Kind::Shared(device, token.base))
        } else {
            (Backing(self.source.import(token)?), Kind::Foreign(device))
        };
        let mut record = self.record(backing, length, token.size, space, kind);
        record.hidden = hidden;
        self.state.occupy_import(base, extent, record);
        Ok(Address(base))
    }

    /// Counts a use of an allocation of this machine by another space.
    fn share(&mut self, token: &ExportToken) -> Result<Backing, HalError> {
        const GONE: HalError = HalError::Gone(Gone::Memory);
        let owner = SpaceId(token.owner as u32);
        self.state.space(owner).ok_or(HalError::Gone(Gone::Owner))?;
        let place = self.state.place(token.base.0).ok_or(GONE)?;
        let found = self
            .state
            .record(place, token.base.0)
            .filter(|record| record.space == owner);
        let found = found.ok_or(GONE)?;
        let same = found.serial == token.serial && found.size == token.size && matches!(found.kind, Kind::Device(_));
        // What its owner has freed can be used on only while something outside keeps it.
        let kept = !found.orphan || self.is_held_elsewhere(place, token.base.0);
        let record = self
            .state
            .record_mut(place, token.base.0)
            .filter(|_| same && kept)
            .ok_or(GONE)?;
        let lent = record.orphan && record.shares == 0;
        record.shares += 1;
        let backing = record.backing;
        if lent {
            self.lent = self.lent.saturating_sub(1);
        }
        Ok(backing)
    }

    /// One record less shows the bytes of another.
    pub(super) fn drop_share(&mut self, origin: u64) {
        let Some(place) = self.state.place(origin) else { return };
        let Some(record) = self.state.record_mut(place, origin) else {
            return;
        };
        record.shares = record.shares.saturating_sub(1);
        if !record.orphan || record.shares > 0 {
            return;
        }
        if self.is_held_elsewhere(place, origin) {
            self.lent += 1;
            return;
        }
        let Some(record) = self.state.record(place, origin) else {
            return;
        };
        let freed = FreedRange {
            space: record.space,
            base: origin,
            size: record.size,
            held: None,
        };
        if let Kind::Shared(_, first) = record.kind {
            // An import that was mapped: it shows another's bytes in its turn.
            self.state.retire(place, origin, freed);
            self.drop_share(first.0);
        } else {
            self.release(place, origin, freed);
        }
    }
}
