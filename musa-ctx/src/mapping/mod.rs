//! Virtual memory management: reserved addresses, memory of devices without an address, and mappings of the one to the
//! other. A mapping is an allocation like any other, with its own say about who may access it.

mod access;
mod physical;
#[cfg(test)]
mod tests;

pub use physical::{PhysicalMemory, PhysicalMemoryId, PhysicalProperties};

use musa_hal::{Address, Hal};

use crate::error::{Error, Rejection};
use crate::id::Handle;
use crate::memory::{Allocation, MemoryKind, Place};
use crate::pool::Rights;
use crate::process::Process;
use crate::rule::Rule;

/// Sizes and addresses are multiples of this many bytes.
pub const GRANULARITY: u64 = 2 << 20;

const UNSUPPORTED: Error = Error::Unsupported("virtual memory management");

/// Judges flags that a call has none of.
fn judge_flags(flags: u64) -> Result<(), Error> {
    if flags != 0 {
        return Err(Rejection::new(Rule::ArgumentFlags)
            .argument("flags")
            .value(flags)
            .into());
    }
    Ok(())
}

/// Judges an argument that is to be a multiple of the granularity, and not zero where it is a size.
fn judge_granularity(argument: &'static str, value: u64) -> Result<(), Error> {
    let is_size = argument == "size";
    if !value.is_multiple_of(GRANULARITY) || (is_size && value == 0) {
        return Err(Rejection::new(Rule::MapGranularity)
            .argument(argument)
            .value(value)
            .into());
    }
    Ok(())
}

impl Process<'_> {
    /// Sets addresses aside: at `wanted`, if it is not null and they are free.
    ///
    /// # Errors
    /// A size or an alignment that is none, flags, or no such addresses left.
    pub fn reserve_addresses<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        size: u64,
        alignment: u64,
        wanted: Address,
        flags: u64,
    ) -> Result<Address, Error> {
        let space = self.space()?;
        judge_flags(flags)?;
        judge_granularity("size", size)?;
        judge_granularity("wanted", wanted.0)?;
        if alignment != 0 && !alignment.is_power_of_two() {
            let rejection = Rejection::new(Rule::MapAlignment).argument("alignment");
            return Err(rejection.value(alignment).into());
        }
        self.reservations.reserve(1)?;
        let mapping = hal.mapping().ok_or(UNSUPPORTED)?;
        let wanted = Some(wanted).filter(|wanted| wanted.0 != 0);
        let base = mapping.reserve(space, size, alignment.max(GRANULARITY), wanted)?;
        self.reservations.insert(base.0, size)?;
        Ok(base)
    }

    /// Gives a whole reservation back, where nothing is mapped any more.
    ///
    /// # Errors
    /// No reservation of this address and size, or something is mapped.
    pub fn free_addresses<H: Hal + ?Sized>(&mut self, hal: &mut H, address: Address, size: u64) -> Result<(), Error> {
        let space = self.space()?;
        let refuse = |rule| Err(Rejection::new(rule).argument("address").value(address.0).into());
        if self.reservations.get(address.0) != Some(&size) {
            return refuse(Rule::MapReservation);
        }
        if let Some(place) = self.overlapping(address.0, size) {
            return Err(Rejection::new(Rule::MapInUse)
                .argument("address")
                .value(place.base)
                .into());
        }
        hal.mapping().ok_or(UNSUPPORTED)?.unreserve(space, address)?;
        self.reservations.remove(address.0);
        Ok(())
    }

    /// The base and the size of the reservation that an address lies in.
    pub(crate) fn reservation_of(&self, address: Address) -> Option<(u64, u64)> {
        let (base, size) = self.reservations.at_or_below(address.0)?;
        (address.0 - base < *size).then_some((base, *size))
    }

    /// How many bytes of a reservation follow an address in it.
    fn reserved(&self, address: Address) -> Option<u64> {
        let (base, size) = self.reservation_of(address)?;
        Some(base.checked_add(size)? - address.0)
    }

    /// Maps memory, all of it, at reserved addresses. Nobody may access it until [`Process::set_access`].
    ///
    /// # Errors
    /// Flags, no size, no memory, no reservation, less or more than the memory has, more than the reservation has, an address
    /// that is no multiple of the granularity, or something is mapped there; no room.
    pub fn map_memory<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        address: Address,
        size: u64,
        offset: u64,
        memory: Handle<PhysicalMemory>,
        flags: u64,
    ) -> Result<(), Error> {
        let space = self.space()?;
        judge_flags(flags)?;
        let refuse = |rule, argument, value| Err(Rejection::new(rule).argument(argument).value(value).into());
        if size == 0 {
            return refuse(Rule::MapGranularity, "size", size);
        }
        let (id, physical) = self.physical(memory)?;
        let Some(rest) = self.reserved(address) else {
            return refuse(Rule::MapReservation, "address", address.0);
        };
        if size != physical.size() || size > rest {
            return refuse(Rule::MapBeyond, "size", size);
        }
        if offset != 0 {
            return refuse(Rule::MapBeyond, "offset", offset);
        }
        if !address.0.is_multiple_of(GRANULARITY) {
            return refuse(Rule::MapGranularity, "address", address.0);
        }
        if self.overlapping(address.0, size).is_some() {
            return refuse(Rule::MapInUse, "address", address.0);
        }
        let (device, source) = (physical.device(), physical.source());
        self.allocations.reserve(1)?;
        let mapping = hal.mapping().ok_or(UNSUPPORTED)?;
        mapping.map(space, address, size, source, offset)?;
        let allocation = Allocation {
            size,
            kind: MemoryKind::Mapped {
                memory: id,
                rights: Rights::default(),
            },
            context: None,
            device,
            unique: self.new_unique(),
            synchronous: None,
        };
        self.allocations.insert(address.0, allocation)?;
        self.count_mapping(id, true)
    }

    /// The mapping that begins at an address, or the first one above it.
    fn next_mapping(&self, from: u64, end: u64) -> Option<Place> {
        let (base, allocation) = self.allocations.at_or_above(from)?;
        let mapped = base < end && matches!(allocation.kind, MemoryKind::Mapped { .. });
        mapped.then_some(Place {
            base,
            allocation: *allocation,
        })
    }

    /// Judges a range that begins and ends with whole mappings, or between them.
    fn judge_mappings(&self, address: Address, size: u64) -> Result<(), Error> {
        let refuse = |rule, argument, value| Err(Rejection::new(rule).argument(argument).value(value).into());
        judge_granularity("size", size)?;
        if self.reserved(address).is_none_or(|rest| size > rest) {
            return refuse(Rule::MapReservation, "address", address.0);
        }
        let end = address.0 + size;
        if self.place(address).is_some_and(|place| place.base != address.0) {
            return refuse(Rule::MapWhole, "address", address.0);
        }
        let mut at = address.0;
        while let Some(place) = self.next_mapping(at, end) {
            at = place.base.saturating_add(place.allocation.size);
            if at > end {
                return refuse(Rule::MapWhole, "size", size);
            }
        }
        Ok(())
    }

    /// Ends the mappings in a range; where there is none, nothing happens (`mem_vmm`).
    ///
    /// # Errors
    /// No reservation, or a part of a mapping.
    pub fn unmap_memory<H: Hal + ?Sized>(&mut self, hal: &mut H, address: Address, size: u64) -> Result<(), Error> {
        let space = self.space()?;
        let refuse = |rule, argument, value| Err(Rejection::new(rule).argument(argument).value(value).into());
        if size == 0 {
            return refuse(Rule::MapGranularity, "size", size);
        }
        let Some(reserved) = self.reserved(address) else {
            return refuse(Rule::MapReservation, "address", address.0);
        };
        // Where nothing is mapped, the range is not looked at (`mem_mapping_ranges`).
        if self.overlapping(address.0, size.min(reserved)).is_none() {
            return Ok(());
        }
        judge_granularity("address", address.0)?;
        self.judge_mappings(address, size)?;
        let end = address.0 + size;
        while let Some(place) = self.next_mapping(address.0, end) {
            hal.free(space, Address(place.base))?;
            self.forget_allocation(Address(place.base));
            if let MemoryKind::Mapped { memory, .. } = place.allocation.kind {
                self.count_mapping(memory, false)?;
                self.end_physical(hal, memory)?;
            }
        }
        Ok(())
    }

    /// Whether so many bytes from an address on can be accessed as one: they lie in one allocation, or in mappings of one
    /// reservation without a gap.
    pub(crate) fn spans(&self, place: &Place, address: Address, bytes: u64) -> bool {
        let rest = place.rest(address);
        if bytes <= rest || !matches!(place.allocation.kind, MemoryKind::Mapped { .. }) {
            return bytes <= rest;
        }
        if self.reserved(address).is_none_or(|rest| bytes > rest) {
            return false;
        }
        let end = address.0 + bytes;
        let mut at = place.base + place.allocation.size;
        while at < end {
            match self.next_mapping(at, end) {
                Some(next) if next.base == at && next.is_accessible() => at += next.allocation.size,
                _ => return false,
            }
        }
        true
    }
}

impl Place {
    /// Whether it is a mapping that nobody may write.
    pub(crate) fn is_read_only(&self) -> bool {
        matches!(self.allocation.kind, MemoryKind::Mapped { rights, .. } if !rights.any_writes())
    }

    /// Whether anybody may access it: a mapping needs to be told who.
    pub(crate) fn is_accessible(&self) -> bool {
        match self.allocation.kind {
            MemoryKind::Mapped { rights, .. } => rights != Rights::default(),
            _ => true,
        }
    }
}
