//! Managed memory beyond its allocation: advice, prefetches, what is known of ranges, and attachment to streams.

pub(crate) mod advice;
#[cfg(test)]
mod tests;

pub(crate) use advice::AdviceMap;
pub use advice::{Advised, Location, Locations};

use musa_hal::{Address, DeviceAttribute, DeviceOrdinal, Hal};

use crate::error::{Error, Rejection};
use crate::id::Handle;
use crate::memory::Place;
use crate::process::Process;
use crate::rule::Rule;
use crate::stream::StreamArgument;
use crate::thread::ThreadId;

/// Advice holds for whole pages of this many bytes, counted from the start of an allocation.
const PAGE: u64 = 4096;
/// How the API numbers the host as a location.
const HOST: i32 = -1;
/// Attached to all streams of all devices.
const GLOBAL: u32 = 1;
/// Attached to the host.
const TO_HOST: u32 = 2;
/// Attached to one stream.
const SINGLE: u32 = 4;

/// What can be asked of a range of managed memory. The numbers are the API's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum RangeAttribute {
    /// Whether it is mostly read.
    ReadMostly = 1,
    /// Where it should be.
    PreferredLocation = 2,
    /// Who accesses it.
    AccessedBy = 3,
    /// Where it was prefetched to last.
    LastPrefetch = 4,
}

impl RangeAttribute {
    /// The attribute with this number.
    ///
    /// # Errors
    /// There is none.
    pub fn from_number(number: u32) -> Result<Self, Error> {
        Ok(match number {
            1 => Self::ReadMostly,
            2 => Self::PreferredLocation,
            3 => Self::AccessedBy,
            4 => Self::LastPrefetch,
            _ => {
                let rejection = Rejection::new(Rule::ManagedAttribute).argument("attribute");
                return Err(rejection.value(number.into()).into());
            }
        })
    }

    /// Judges the size of the place for its answer: 4 bytes, or any number of them for a list.
    ///
    /// # Errors
    /// Another size.
    pub fn judge_size(self, bytes: u64) -> Result<(), Error> {
        let fits = match self {
            Self::AccessedBy => bytes > 0 && bytes.is_multiple_of(4),
            _ => bytes == 4,
        };
        if !fits {
            let rejection = Rejection::new(Rule::ManagedAnswerSize).argument("dataSize");
            return Err(rejection.value(bytes).into());
        }
        Ok(())
    }
}

/// An answer about a range of managed memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeAnswer {
    /// Yes or no.
    Yes(bool),
    /// One location, if all of the range has the same.
    Location(Option<Location>),
    /// The locations that all of the range has.
    Locations(Locations),
}

/// Judges a range before it is known where it lies: hardware asks for a location in between (`ctx_argument_order`).
fn judge_range(address: Address, count: u64) -> Result<(), Error> {
    if address.0 == 0 || count == 0 {
        let rejection = Rejection::new(Rule::ManagedRange).argument("address");
        return Err(rejection.value(address.0).into());
    }
    Ok(())
}

/// Judges a location of a call: a device's ordinal, or the host.
fn judge_location<H: Hal + ?Sized>(process: &Process<'_>, hal: &H, device: i32) -> Result<Location, Error> {
    if device == HOST {
        return Ok(Location::Host);
    }
    let refuse = |rule| Rejection::new(rule).argument("device").signed(device.into());
    let Ok((device, info)) = process.device(hal, device) else {
        return Err(refuse(Rule::ManagedLocation).into());
    };
    if info.attribute(DeviceAttribute::ConcurrentManagedAccess) == Some(0) {
        return Err(refuse(Rule::ManagedConcurrent).into());
    }
    Ok(Location::Device(device))
}

impl Process<'_> {
    /// The managed allocation that a range lies in.
    fn managed_range(&self, address: Address, count: u64) -> Result<Place, Error> {
        let managed = |place: &Place| place.allocation.kind.managed();
        let place = self.place(address).filter(managed);
        let place = place.filter(|place| count > 0 && count <= place.rest(address));
        let rejection = Rejection::new(Rule::ManagedRange).argument("address");
        place.ok_or(rejection.value(address.0).into())
    }

    /// Changes what was said about the pages of a range.
    fn change_advice(
        &mut self,
        place: &Place,
        address: Address,
        count: u64,
        change: impl FnMut(&mut advice::Advice),
    ) -> Result<(), Error> {
        let whole = place.base..place.base.saturating_add(place.allocation.size);
        let first = (address.0 - place.base) / PAGE * PAGE;
        let end = address.0.saturating_add(count) - place.base;
        let end = end.checked_next_multiple_of(PAGE).unwrap_or(end);
        let end = place.base.saturating_add(end).min(whole.end);
        advice::change(&mut self.advice, whole, place.base + first, end, change)
    }

    /// Takes advice about the pages of a range: 1 and 2 set and unset that it is mostly read, 3 and 4 its preferred
    /// location, 5 and 6 that a location accesses it. `device` is an ordinal, or -1 for the host.
    ///
    /// # Errors
    /// Unknown advice, a range that is not managed, or no location where one is needed; no room.
    pub fn advise<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        address: Address,
        count: u64,
        advice: u32,
        device: i32,
    ) -> Result<(), Error> {
        if !(1..=6).contains(&advice) {
            let rejection = Rejection::new(Rule::ManagedAdvice).argument("advice");
            return Err(rejection.value(advice.into()).into());
        }
        judge_range(address, count)?;
        // What needs no location does not look at it.
        let location = match advice {
            3 | 5 | 6 => Some(judge_location(self, hal, device)?),
            _ => None,
        };
        let place = self.managed_range(address, count)?;
        self.change_advice(&place, address, count, |kept| match (advice, location) {
            (1 | 2, _) => kept.read_mostly = advice == 1,
            (3 | 4, _) => kept.preferred = location,
            (_, Some(location)) => kept.accessed_by.set(location, advice == 5),
            _ => {}
        })
    }

    /// Moves the pages of a range to a location, in the order of a stream. Here the bytes have one place for all, so that
    /// only what is known of the range changes, and at once (`managed_advise`).
    ///
    /// # Errors
    /// No stream, a range that is not managed, or no location; no room.
    pub fn prefetch<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        address: Address,
        count: u64,
        device: i32,
    ) -> Result<(), Error> {
        self.stream_context(thread, stream)?;
        judge_range(address, count)?;
        let location = judge_location(self, hal, device)?;
        let place = self.managed_range(address, count)?;
        self.change_advice(&place, address, count, |kept| kept.prefetched = Some(location))
    }

    /// What is known of a range of managed memory.
    ///
    /// # Errors
    /// A range that is not managed.
    pub fn range_attribute(
        &self,
        attribute: RangeAttribute,
        address: Address,
        count: u64,
    ) -> Result<RangeAnswer, Error> {
        self.managed_range(address, count)?;
        let known = advice::common(&self.advice, address.0, address.0.saturating_add(count));
        Ok(match attribute {
            RangeAttribute::ReadMostly => RangeAnswer::Yes(known.read_mostly),
            RangeAttribute::PreferredLocation => RangeAnswer::Location(known.preferred),
            RangeAttribute::AccessedBy => RangeAnswer::Locations(known.accessed_by),
            RangeAttribute::LastPrefetch => RangeAnswer::Location(known.prefetched),
        })
    }

    /// Attaches managed memory to all streams (1), to the host (2), or to one stream (4), all of it at once. A hint about
    /// who will access it: bytes have one place here, so that everyone may.
    ///
    /// # Errors
    /// No stream, flags, a default stream where one is attached to, or memory that is not all of a managed allocation.
    pub fn attach_memory(
        &self,
        thread: ThreadId,
        stream: StreamArgument,
        address: Address,
        length: u64,
        flags: u32,
    ) -> Result<(), Error> {
        self.stream_context(thread, stream)?;
        let refuse = |rule, argument, value| Err(Rejection::new(rule).argument(argument).value(value).into());
        if !matches!(flags, GLOBAL | TO_HOST | SINGLE) {
            return refuse(Rule::ManagedAttachFlags, "flags", flags.into());
        }
        let whole = |place: &Place| {
            let allocation = &place.allocation;
            place.base == address.0 && allocation.kind.managed() && (length == 0 || length == allocation.size)
        };
        if self.place(address).filter(whole).is_none() {
            return refuse(Rule::ManagedAttachWhole, "address", address.0);
        }
        let is_default = !matches!(stream, StreamArgument::Created(Handle::Object(_)));
        if flags == SINGLE && is_default {
            return Err(Rejection::new(Rule::ManagedAttachStream).argument("hStream").into());
        }
        Ok(())
    }
}

impl Location {
    /// How the API numbers it: the ordinal of a device, or -1 for the host.
    pub fn number(self) -> i32 {
        match self {
            Self::Host => HOST,
            Self::Device(DeviceOrdinal(device)) => device.cast_signed(),
        }
    }
}
