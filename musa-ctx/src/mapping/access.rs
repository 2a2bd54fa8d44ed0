//! Who may access mapped memory.

use musa_hal::{Address, Hal};

use crate::error::{Error, Rejection};
use crate::memory::{MemoryKind, Place};
use crate::pool::{DEVICE, LocationAccess};
use crate::process::Process;
use crate::rule::Rule;

/// Types of locations that mean the host.
const HOST_LOCATIONS: core::ops::RangeInclusive<u32> = 2..=4;
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

    /// Judges a question about access: an address, and a device or the host, which has no ordinal (`ctx_argument_order`).
    ///
    /// # Errors
    /// Null, or no location.
    pub fn judge_access_question<H: Hal + ?Sized>(
        &self,
        hal: &H,
        location_type: u32,
        location: i32,
        address: Address,
    ) -> Result<(), Error> {
        if address.0 == 0 {
            return Err(Rejection::new(Rule::MapMissing).argument("address").value(0).into());
        }
        let known = match location_type {
            DEVICE => self.device(hal, location).is_ok(),
            other => HOST_LOCATIONS.contains(&other),
        };
        if known {
            return Ok(());
        }
        let rejection = Rejection::new(Rule::MapAccessLocation).argument("location");
        Err(rejection.value(u64::from(location_type)).into())
    }

    /// What a location may do at an address: 0 nothing, 1 read, 3 read and write. Only mappings say; other memory of the
    /// driver's answers nothing, and so does the host.
    ///
    /// # Errors
    /// No memory of the driver's, or no location.
    pub fn mapped_access<H: Hal + ?Sized>(
        &self,
        hal: &H,
        location_type: u32,
        location: i32,
        address: Address,
    ) -> Result<u32, Error> {
        self.judge_access_question(hal, location_type, location, address)?;
        let missing = Rejection::new(Rule::MapMissing).argument("address").value(address.0);
        match self.place(address).ok_or(missing)?.allocation.kind {
            MemoryKind::Mapped { rights, .. } if location_type == DEVICE => {
                Ok(rights.flags(self.device(hal, location)?.0))
            }
            _ => Ok(0),
        }
    }
}
