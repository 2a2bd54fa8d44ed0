//! What was said about parts of managed memory: a map from ranges of addresses to advice. Ranges that nothing was said
//! about are not in it.

use musa_hal::DeviceOrdinal;

use crate::error::Error;
use crate::sorted::SortedMap;

/// Where managed memory may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Memory of the host.
    Host,
    /// Memory of a device.
    Device(DeviceOrdinal),
}

/// Several locations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locations {
    /// Devices, bit by ordinal.
    devices: u32,
    host: bool,
}

impl Locations {
    pub(super) fn set(&mut self, location: Location, present: bool) {
        match location {
            Location::Host => self.host = present,
            Location::Device(DeviceOrdinal(device)) => {
                let bit = 1 << (device % 32);
                self.devices = if present {
                    self.devices | bit
                } else {
                    self.devices & !bit
                };
            }
        }
    }

    fn common(self, other: Self) -> Self {
        Self {
            devices: self.devices & other.devices,
            host: self.host && other.host,
        }
    }

    /// The locations: devices by ordinal, then the host.
    pub fn iter(self) -> impl Iterator<Item = Location> {
        let devices = (0..32).filter(move |device| self.devices >> device & 1 == 1);
        let devices = devices.map(|device| Location::Device(DeviceOrdinal(device)));
        devices.chain(self.host.then_some(Location::Host))
    }
}

/// What was said about a part of managed memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Advice {
    pub(super) read_mostly: bool,
    pub(super) preferred: Option<Location>,
    pub(super) accessed_by: Locations,
    pub(super) prefetched: Option<Location>,
}

impl Advice {
    /// What is true of two parts together.
    fn common(self, other: Self) -> Self {
        let same = |one: Option<Location>, other| one.filter(|one| Some(*one) == other);
        Self {
            read_mostly: self.read_mostly && other.read_mostly,
            preferred: same(self.preferred, other.preferred),
            accessed_by: self.accessed_by.common(other.accessed_by),
            prefetched: same(self.prefetched, other.prefetched),
        }
    }
}

/// A range of addresses with its advice, kept under its first address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advised {
    end: u64,
    advice: Advice,
}

/// The map.
pub(crate) type AdviceMap<'s> = SortedMap<'s, u64, Advised>;

/// Makes no entry reach across an address.
fn split(map: &mut AdviceMap<'_>, at: u64) -> Result<(), Error> {
    let Some((start, entry)) = map.at_or_below(at).map(|(start, entry)| (start, *entry)) else {
        return Ok(());
    };
    if start == at || entry.end <= at {
        return Ok(());
    }
    map.insert(at, entry)?;
    if let Some(entry) = map.get_mut(start) {
        entry.end = at;
    }
    Ok(())
}

/// Joins an entry with the one that follows it, where they say the same.
fn join(map: &mut AdviceMap<'_>, start: u64) {
    let Some(entry) = map.get(start).copied() else { return };
    let next = map.get(entry.end).copied();
    if let Some(next) = next.filter(|next| next.advice == entry.advice) {
        map.remove(entry.end);
        if let Some(entry) = map.get_mut(start) {
            entry.end = next.end;
        }
    }
}

/// The first piece of a range with one advice: start, end, and the advice.
fn first_piece(map: &AdviceMap<'_>, start: u64, end: u64) -> Option<(u64, u64, Advice)> {
    if start >= end {
        return None;
    }
    let covering = map.at_or_below(start).filter(|(_, entry)| entry.end > start);
    let (until, advice) = match covering {
        Some((_, entry)) => (entry.end, entry.advice),
        None => (map.at_or_above(start).map_or(end, |(next, _)| next), Advice::default()),
    };
    Some((start, until.min(end), advice))
}

/// The pieces of a range, in order.
fn pieces<'m>(map: &'m AdviceMap<'_>, start: u64, end: u64) -> impl Iterator<Item = (u64, u64, Advice)> + 'm {
    let first = first_piece(map, start, end);
    core::iter::successors(first, move |(_, until, _)| first_piece(map, *until, end))
}

/// Changes the advice of a range that lies within `within`; entries of other memory are left alone.
///
/// # Errors
/// Exhausted; nothing has changed.
pub(super) fn change(
    map: &mut AdviceMap<'_>,
    within: core::ops::Range<u64>,
    start: u64,
    end: u64,
    mut change: impl FnMut(&mut Advice),
) -> Result<(), Error> {
    // Each piece may become an entry of its own, and the two ends may split one.
    map.reserve(pieces(map, start, end).count() + 2)?;
    split(map, start)?;
    split(map, end)?;
    let mut at = start;
    while let Some((from, until, mut advice)) = first_piece(map, at, end) {
        change(&mut advice);
        if advice == Advice::default() {
            map.remove(from);
        } else {
            map.insert(from, Advised { end: until, advice })?;
        }
        at = until;
    }
    // Only neighbours in the range, and those at its ends, can have become equal.
    let before = start.checked_sub(1).and_then(|last| map.at_or_below(last));
    let mut next = before.map_or(start, |(first, _)| first).max(within.start);
    while let Some(first) = map
        .at_or_above(next)
        .map(|(first, _)| first)
        .filter(|first| *first <= end)
    {
        let length = map.len();
        join(map, first);
        next = if map.len() < length { first } else { first + 1 };
    }
    Ok(())
}

/// What is true of all of a range.
pub(super) fn common(map: &AdviceMap<'_>, start: u64, end: u64) -> Advice {
    let advices = pieces(map, start, end).map(|(_, _, advice)| advice);
    advices.reduce(Advice::common).unwrap_or_default()
}

/// Forgets all that was said about memory that goes.
pub(crate) fn forget(map: &mut AdviceMap<'_>, start: u64, end: u64) {
    while let Some(first) = map
        .at_or_above(start)
        .map(|(first, _)| first)
        .filter(|first| *first < end)
    {
        map.remove(first);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use managed::ManagedSlice;
    use proptest::prelude::*;

    use super::*;

    fn map() -> AdviceMap<'static> {
        let slots: Vec<Option<(u64, Advised)>> = (0..64).map(|_| None).collect();
        SortedMap::new("advice", ManagedSlice::Borrowed(Vec::leak(slots)))
    }

    #[test]
    fn equal_neighbours_are_one_entry_and_nothing_said_is_none() {
        let mut map = map();
        let mostly = |advice: &mut Advice| advice.read_mostly = true;
        change(&mut map, 0..100, 10, 20, mostly).unwrap();
        change(&mut map, 0..100, 30, 40, mostly).unwrap();
        change(&mut map, 0..100, 20, 30, mostly).unwrap();
        assert_eq!(map.len(), 1);
        change(&mut map, 0..100, 10, 40, |advice| advice.read_mostly = false).unwrap();
        assert!(map.is_empty());
    }

    proptest! {
        #[test]
        fn it_is_a_map_from_addresses(
            steps in prop::collection::vec((0u64..32, 1u64..16, 0u32..3, any::<bool>()), 1..40),
        ) {
            let mut map = map();
            let mut model = [Advice::default(); 48];
            for (start, length, device, present) in steps {
                let location = Location::Device(DeviceOrdinal(device));
                let act = |advice: &mut Advice| {
                    advice.read_mostly = present;
                    advice.accessed_by.set(location, present);
                    advice.preferred = present.then_some(location);
                };
                change(&mut map, 0..48, start, start + length, act).unwrap();
                model[start as usize..(start + length) as usize].iter_mut().for_each(act);
                for (address, advice) in model.iter().enumerate() {
                    let address = address as u64;
                    prop_assert_eq!(common(&map, address, address + 1), *advice);
                }
                let whole = model[8..40].iter().copied().reduce(Advice::common).unwrap();
                prop_assert_eq!(common(&map, 8, 40), whole);
            }
        }
    }
}
