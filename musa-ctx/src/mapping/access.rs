//! Who may access mapped memory.

use musa_hal::{Address, Hal};

use crate::error::{Error, Rejection};
use crate::memory::MemoryKind;
use crate::pool::{LocationAccess, Rights};
use crate::process::Process;
use crate::rule::Rule;

impl Process<'_> {
    /// Says which devices may access the mappings in a range. All or nothing; devices that are not named keep what they had.
    ///
    /// # Errors
    /// A range that does not consist of mappings, no device named, no devices, or unknown access.
    pub fn set_access<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        address: Address,
        size: u64,
        accesses: impl Iterator<Item = LocationAccess> + Clone,
    ) -> Result<(), Error> {
        self.judge_mappings(address, size, false)?;
        if accesses.clone().next().is_none() {
            return Err(Rejection::new(Rule::ArgumentSize).argument("count").value(0).into());
        }
        let end = address.0 + size;
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
        let device = self.location_device(hal, location_type, location)?;
        let rights: Option<Rights> = self.place(address).and_then(|place| match place.allocation.kind {
            MemoryKind::Mapped { rights, .. } => Some(rights),
            _ => None,
        });
        let missing = Rejection::new(Rule::MapMissing).argument("address").value(address.0);
        Ok(rights.ok_or(missing)?.flags(device))
    }
}
