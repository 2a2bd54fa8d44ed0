//! Memory accesses.
//!
//! A group of lanes first tries the common case: all addresses in one allocation (the one that this instruction found
//! last) or in shared memory, aligned and inside. What does not fit goes lane by lane, lowest first, where the kind of
//! each address is looked up and faults are found.

mod atomic;
mod element;
mod load;
mod place;
mod store;

use musa_isa::Space;

use super::{Access, Observer, around::Around};
use crate::{
    memory::Region,
    program::{AddressBase, Op, Slot},
    simd::{GROUP, Lanes},
};

/// The addresses of a group's lanes.
pub(super) type Addresses = [u64; GROUP];

/// The addresses that an instruction computes.
#[inline]
fn addresses(lanes: &Lanes<'_>, op: &Op, group: usize) -> Addresses {
    match op.base {
        AddressBase::Absolute => [op.extra; GROUP],
        AddressBase::Word => {
            let words = lanes.word(op.sources[0], group).0;
            core::array::from_fn(|lane| u64::from(words[lane]).wrapping_add(op.extra))
        }
        AddressBase::Double => {
            let doubles = lanes.double(op.sources[0], group).0;
            core::array::from_fn(|lane| doubles[lane].wrapping_add(op.extra))
        }
    }
}

/// What a group's addresses have in common.
#[derive(Clone, Copy)]
struct Extent {
    lowest: u64,
    highest: u64,
    /// All bits that are set in some address.
    union: u64,
}

#[inline]
fn extent(addresses: &Addresses, bits: u32) -> Extent {
    let mut extent = Extent {
        lowest: u64::MAX,
        highest: 0,
        union: 0,
    };
    for (lane, &address) in addresses.iter().enumerate() {
        // An inactive lane counts as the neutral element of each.
        let active = u64::from(bits >> lane & 1).wrapping_neg();
        extent.lowest = extent.lowest.min(address | !active);
        extent.highest = extent.highest.max(address & active);
        extent.union |= address & active;
    }
    extent
}

/// Whether the lanes' addresses follow each other at a distance.
#[inline]
fn is_row(addresses: &Addresses, distance: u64) -> bool {
    let first = addresses[0];
    let differs = addresses.iter().enumerate().fold(0, |differs, (lane, address)| {
        differs | (address.wrapping_sub(first) ^ (lane as u64).wrapping_mul(distance))
    });
    differs == 0
}

impl<'e, O: Observer> Around<'_, 'e, O> {
    /// The one allocation in which all addresses of a group are, if there is one and they are aligned.
    #[inline]
    fn common_region(&mut self, extent: Extent, bytes: u64) -> Option<Region<'e>> {
        if extent.union & (bytes - 1) != 0 {
            return None;
        }
        let last = extent.highest.checked_add(bytes)?;
        let length = last - extent.lowest;
        if let Some(region) = self
            .known_region()
            .filter(|region| region.contains(extent.lowest, length))
        {
            return Some(region);
        }
        self.region(extent.lowest)
            .filter(|region| region.contains(extent.lowest, length))
    }

    /// Whether all addresses of a group are aligned and inside of the block's shared memory.
    #[inline]
    fn in_shared(&self, extent: Extent, bytes: u64) -> bool {
        extent.union & (bytes - 1) == 0 && extent.highest.saturating_add(bytes) <= self.shared.len() as u64
    }

    /// Counts an access of a group, and shows it to the observer.
    fn note(
        &mut self,
        op: &Op,
        group: usize,
        space: Space,
        addresses: &Addresses,
        bits: u32,
        write: bool,
        atomic: bool,
    ) {
        let bytes = op.detail.kind().bytes() * u32::from(op.detail.elements);
        let sum = u64::from(bytes) * u64::from(bits.count_ones());
        match (space, write, atomic) {
            (_, _, true) => self.counters.atomics += 1,
            (Space::Global, false, _) => {
                self.counters.global_loads += 1;
                self.counters.global_load_bytes += sum;
                self.counters.global_load_sectors += sectors(addresses, bits, bytes);
            }
            (Space::Global, true, _) => {
                self.counters.global_stores += 1;
                self.counters.global_store_bytes += sum;
                self.counters.global_store_sectors += sectors(addresses, bits, bytes);
            }
            (Space::Shared, false, _) => {
                self.counters.shared_loads += 1;
                self.counters.shared_bytes += sum;
            }
            (Space::Shared, true, _) => {
                self.counters.shared_stores += 1;
                self.counters.shared_bytes += sum;
            }
            _ => {}
        }
        let access = Access {
            counter: self.counter,
            line: op.line,
            space,
            block: self.number,
            first_thread: self.thread(group * GROUP),
            lanes: bits,
            addresses,
            bytes,
            write,
            atomic,
        };
        self.observer.access(&access);
    }

    /// The places of an instruction's data, element by element.
    fn data(&self, op: &Op, single: Slot, element: usize) -> Slot {
        if op.list.count <= 1 {
            single
        } else {
            self.code.operands[op.list.range()][element]
        }
    }
}

/// Sectors of 32 bytes that a group touches.
fn sectors(addresses: &Addresses, bits: u32, bytes: u32) -> u64 {
    let span = |address: u64| (address / 32, address.wrapping_add(u64::from(bytes).max(1) - 1) / 32);
    if bits == u32::MAX && is_row(addresses, u64::from(bytes)) {
        let (first, last) = (span(addresses[0]).0, span(addresses[GROUP - 1]).1);
        return last.wrapping_sub(first).wrapping_add(1);
    }
    let mut seen = [0; GROUP];
    let mut count = 0;
    let mut total = 0;
    for lane in super::around::lanes_of(bits) {
        let (first, last) = span(addresses[lane]);
        if !seen[..count].contains(&first) {
            seen[count] = first;
            count += 1;
            total += last.wrapping_sub(first).wrapping_add(1);
        }
    }
    total
}
