//! Memory accesses.
//!
//! An access whose address is a scalar is made row by row after one check of its bounds (`rows.rs`). Otherwise a group of
//! lanes first tries the common case: all addresses in one allocation (the one that this instruction found last) or in
//! shared memory, aligned and inside. What does not fit goes lane by lane, lowest first, where the kind of each address
//! is looked up and faults are found.

mod atomic;
mod copy;
mod element;
mod load;
mod place;
mod rows;
mod shape;
mod source;
mod store;

use musa_isa::Space;

pub(super) use shape::{SHAPES, Shape};

use super::{
    Access, Counters, Observer,
    around::{Around, lanes_of},
};
use crate::{
    memory::Region,
    program::{AddressBase, Code, Op, Slot},
    simd::{Extent, GROUP, Lanes, ROW, RowKind},
};

/// Bytes of a sector of global memory.
const SECTOR: u64 = 32;

/// The addresses of a group's lanes.
pub(super) type Addresses = [u64; GROUP];

/// How memory is accessed.
#[derive(Clone, Copy)]
struct How {
    space: Space,
    write: bool,
    atomic: bool,
}

impl How {
    #[inline(always)]
    const fn reads(space: Space) -> Self {
        Self {
            space,
            write: false,
            atomic: false,
        }
    }

    #[inline(always)]
    const fn writes(space: Space) -> Self {
        Self {
            space,
            write: true,
            atomic: false,
        }
    }
}

/// The addresses of a group, and what they have in common.
#[derive(Clone, Copy)]
struct Group<'a> {
    group: usize,
    addresses: &'a Addresses,
    extent: &'a Extent,
}

/// The addresses that an instruction computes.
#[inline]
fn addresses(lanes: &Lanes<'_>, op: &Op, group: usize) -> Addresses {
    let mut addresses = [op.extra; GROUP];
    match op.base {
        AddressBase::Absolute => {}
        AddressBase::Word => {
            let words = lanes.word(op.sources[0], group).0;
            for lane in 0..GROUP {
                addresses[lane] = u64::from(words[lane]).wrapping_add(op.extra);
            }
        }
        AddressBase::Double => {
            let doubles = lanes.double(op.sources[0], group).0;
            for lane in 0..GROUP {
                addresses[lane] = doubles[lane].wrapping_add(op.extra);
            }
        }
    }
    addresses
}

impl<'e, O: Observer> Around<'_, 'e, O> {
    /// The one allocation in which all addresses of a group are, if there is one and they are aligned.
    #[inline]
    fn common_region(&mut self, extent: &Extent, bytes: u64) -> Option<Region<'e>> {
        if extent.union & (bytes - 1) != 0 {
            return None;
        }
        let last = extent.highest.checked_add(bytes)?;
        self.region_with(extent.lowest, last - extent.lowest)
    }

    /// The allocation that holds so many bytes from an address on: the one that this instruction found last, or another.
    #[inline]
    fn region_with(&mut self, address: u64, length: u64) -> Option<Region<'e>> {
        if self.finds_region(address, length) {
            self.known_region().copied()
        } else {
            None
        }
    }

    /// Whether an allocation holds so many bytes from an address on; if so, the instruction has found it last.
    #[inline]
    fn finds_region(&mut self, address: u64, length: u64) -> bool {
        let holds = |region: &Region<'_>| region.contains(address, length);
        self.known_region().is_some_and(holds) || self.region(address).as_ref().is_some_and(holds)
    }

    /// Whether all addresses of a group are aligned and inside of its block's shared memory.
    #[inline]
    fn in_shared(&self, extent: &Extent, bytes: u64) -> bool {
        extent.union & (bytes - 1) == 0 && extent.highest.saturating_add(bytes) <= u64::from(self.geometry.shared)
    }

    /// Counts an access of a group, and shows it to the observer.
    fn note(&mut self, op: &Op, access: &Group<'_>, bits: u32, how: How) {
        let How { space, write, atomic } = how;
        let Group {
            group,
            addresses,
            extent,
        } = *access;
        let bytes = op.detail.kind().bytes() * u32::from(op.detail.elements);
        let sum = u64::from(bytes) * u64::from(bits.count_ones());
        let touched = match (space, atomic) {
            (Space::Global, false) => sectors(addresses, bits, bytes, &extent.rows),
            _ => 0,
        };
        self.counters.count(how, 1, sum, touched);
        let access = Access {
            counter: self.counter,
            line: op.line,
            space,
            block: self.number_of(group),
            first_thread: self.thread(group * GROUP),
            lanes: bits,
            addresses,
            bytes,
            write,
            atomic,
        };
        self.observer.access(&access);
    }
}

/// The places of an instruction's data, element by element.
#[inline]
fn data(code: Code<'_>, op: &Op, single: Slot, element: usize) -> Slot {
    if op.list.count <= 1 {
        single
    } else {
        code.operands[op.list.range()][element]
    }
}

impl Counters {
    /// Counts requests to access memory.
    #[inline]
    fn count(&mut self, how: How, requests: u64, bytes: u64, sectors: u64) {
        match (how.space, how.write, how.atomic) {
            (_, _, true) => self.atomics += requests,
            (Space::Global, false, _) => {
                self.global_loads += requests;
                self.global_load_bytes += bytes;
                self.global_load_sectors += sectors;
            }
            (Space::Global, true, _) => {
                self.global_stores += requests;
                self.global_store_bytes += bytes;
                self.global_store_sectors += sectors;
            }
            (Space::Shared, false, _) => {
                self.shared_loads += requests;
                self.shared_bytes += bytes;
            }
            (Space::Shared, true, _) => {
                self.shared_stores += requests;
                self.shared_bytes += bytes;
            }
            _ => {}
        }
    }
}

/// Sectors of 32 bytes that a group touches.
fn sectors(addresses: &Addresses, bits: u32, bytes: u32, rows: &[RowKind; GROUP / ROW]) -> u64 {
    if bits == u32::MAX && !rows.contains(&RowKind::Scattered) {
        sectors_of_rows([addresses[0], addresses[ROW]], *rows, bytes)
    } else {
        scattered_sectors(addresses, bits, bytes)
    }
}

/// Sectors of a whole group whose rows are each one run of bytes from these addresses on.
#[inline]
fn sectors_of_rows(first: [u64; GROUP / ROW], rows: [RowKind; GROUP / ROW], bytes: u32) -> u64 {
    let run = |first: u64, kind: RowKind| {
        let lanes = if kind == RowKind::Same { 1 } else { ROW as u64 };
        let last = first.saturating_add(lanes * u64::from(bytes).max(1) - 1);
        (first / SECTOR, last / SECTOR)
    };
    let ((first, last), (other_first, other_last)) = (run(first[0], rows[0]), run(first[1], rows[1]));
    let both = (last.min(other_last) + 1).saturating_sub(first.max(other_first));
    (last - first + 1) + (other_last - other_first + 1) - both
}

fn scattered_sectors(addresses: &Addresses, bits: u32, bytes: u32) -> u64 {
    let first = lanes_of(bits).map(|lane| addresses[lane] / SECTOR).min().unwrap_or(0);
    let last = |address: u64| address.saturating_add(u64::from(bytes).max(1) - 1) / SECTOR - first;
    let mut near = 0_u64;
    let mut far = [0; 2 * GROUP];
    let mut count = 0;
    for lane in lanes_of(bits) {
        for sector in [addresses[lane] / SECTOR - first, last(addresses[lane])] {
            if sector < 64 {
                near |= 1 << sector;
            } else if !far[..count].contains(&sector) {
                far[count] = sector;
                count += 1;
            }
        }
    }
    u64::from(near.count_ones()) + count as u64
}
