//! Who may access mapped memory.

use musa_hal::{Address, Hal};

use crate::error::{Error, Rejection};
use crate::memory::{MemoryKind, Place};
use crate::pool::{LocationAccess, Rights, judge_location_type};
use crate::process::Process;
use crate::rule::Rule;

/// Bytes of a page of the host.
const PAGE: u64 = 4096;

impl Process<'_> {
    /// Says which devices may access the mappings in a range, which may have gaps (`mem_mapping`). All or nothing; devices
    /// that are not named keep what they had.
    ///
    /// # Errors
    /// A range with parts of mappings or without any, no device named, no devices, or unknown access.
    pub fn set_access<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        address: Address,
        size: u64,
        accesses: impl Iterator<Item = LocationAccess> + Clone,
    ) -> Result<(), Error> {
        self.judge_mappings(address, size)?;
        if accesses.clone().next().is_none() {
            return Err(Rejection::new(Rule::ArgumentSize).argument("count").value(0).into());
        }
        let end = address.0 + size;
        if self.next_mapping(address.0, end).is_none() {
            let missing = Rejection::new(Rule::MapMissing).argument("address");
            return Err(missing.value(address.0).into());
        }
        let mut at = address.0;
        while let Some(place) = self.next_mapping(at, end) {
            for access in accesses.clone() {
                self.judge_access(hal, place.allocation.device, &access)?;
            }
            at = place.base + place.allocation.size;
        }
        at = address.0;
        while let Some(place) = self.next_mapping(at, end) {
            at = place.base + place.allocation.size;
            let MemoryKind::Mapped { memory, mut rights } = place.allocation.kind else {
                continue;
            };
            for access in accesses.clone() {
                let device = self.judge_access(hal, place.allocation.device, &access)?;
                rights.set(device, access.flags);
            }
            self.tell_rights(hal, Address(place.base), place.allocation.device, rights)?;
            if let Some(allocation) = self.allocations.get_mut(place.base) {
                allocation.kind = MemoryKind::Mapped { memory, rights };
            }
        }
        Ok(())
    }

    /// Judges a range that is to be handed to another driver: whole pages of memory of a device.
    ///
    /// # Errors
    /// No bytes, parts of pages, or other memory.
    pub fn judge_pages(&self, address: Address, size: u64) -> Result<(), Error> {
        let refuse = |argument, value| Err(Rejection::new(Rule::MapPages).argument(argument).value(value).into());
        if size == 0 || !size.is_multiple_of(PAGE) {
            return refuse("size", size);
        }
        let on_device = |place: &Place| !place.allocation.kind.on_host() && self.spans(place, address, size);
        if !address.0.is_multiple_of(PAGE) || self.place(address).filter(on_device).is_none() {
            return refuse("address", address.0);
        }
        Ok(())
    }

    /// What a device may do at a mapped address: 0 nothing, 1 read, 3 read and write.
    ///
    /// # Errors
    /// Nothing is mapped there, or no device.
    pub fn mapped_access<H: Hal + ?Sized>(
        &self,
        hal: &H,
        location_type: u32,
        location: i32,
        address: Address,
    ) -> Result<u32, Error> {
        judge_location_type(location_type)?;
        let (device, _) = self.device(hal, location)?;
        let rights: Option<Rights> = self.place(address).and_then(|place| match place.allocation.kind {
            MemoryKind::Mapped { rights, .. } => Some(rights),
            _ => None,
        });
        let missing = Rejection::new(Rule::MapMissing).argument("address").value(address.0);
        Ok(rights.ok_or(missing)?.flags(device))
    }
}
