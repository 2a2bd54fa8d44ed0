//! Accesses whose address is a scalar: the lanes of a row lie at one distance from each other.
//!
//! Bounds are checked once for all rows that take part, lanes that do not included; what is not inside as a whole goes
//! the general way, which looks at each lane.

use musa_isa::{Order, Space};

use super::{
    How, SECTOR, data,
    element::Fill,
    scattered_sectors,
    source::{Source, Target},
};
use crate::{
    exec::{Observer, around::Around},
    memory::{Region, SHARED_WINDOW},
    program::{AddressBase, Op, Slot},
    simd::{GROUP, Lanes, MAX_GROUPS, Mask, ROW, RowKind, Scalar},
};

/// Rows of a group.
const ROWS: usize = GROUP / ROW;
/// The longest element with all its parts, in words.
const MAX_PARTS: usize = 8;
/// Addresses and steps below these do not wrap around when they are added up.
const MAX_ADDRESS: u64 = 1 << 62;
const MAX_STEP: i64 = 1 << 40;

/// The addresses of an access, row by row.
pub(super) struct Rows {
    /// Of the first lane of each row; those of groups that do not take part are not there.
    first: [[u64; ROWS]; MAX_GROUPS],
    /// The distance from lane to lane.
    step: i64,
    /// Whether all lanes have one address.
    uniform: bool,
    /// How each row lies.
    kind: RowKind,
    /// The lowest address, and the bytes from there to the end of the last element.
    lowest: u64,
    length: u64,
    /// Bytes of each lane.
    bytes: u32,
}

/// The memory that an access was found to lie in.
pub(super) enum Memory<'e> {
    Region(Region<'e>),
    /// Shared memory, which begins so far below the addresses.
    Shared(u64),
}

impl Rows {
    /// Looks at the addresses of an aligned access; nothing where they are no scalar or could wrap around.
    #[inline]
    fn of(lanes: &Lanes<'_>, op: &Op, mask: &Mask, bytes: u32) -> Option<Self> {
        let address = address(lanes, op)?;
        let (x, y) = (address.x as i64, address.y as i64);
        let unaligned = (address.base | address.x | address.y) & u64::from(bytes - 1) != 0;
        let far =
            address.base >= MAX_ADDRESS || !(-MAX_STEP..MAX_STEP).contains(&x) || !(-MAX_STEP..MAX_STEP).contains(&y);
        if unaligned || far {
            return None;
        }
        let mut rows = Self {
            first: [[0; ROWS]; MAX_GROUPS],
            step: x,
            uniform: x | y == 0,
            kind: match x {
                0 => RowKind::Same,
                x if x == i64::from(bytes) => RowKind::Adjacent,
                _ => RowKind::Scattered,
            },
            lowest: address.base,
            length: u64::from(bytes),
            bytes,
        };
        if rows.uniform {
            rows.first = [[address.base; ROWS]; MAX_GROUPS];
            return Some(rows);
        }
        let (mut least, mut greatest) = (i64::MAX, i64::MIN);
        for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
            let numbers = &lanes.threads[group * 3..][..2];
            for row in 0..ROWS {
                let along = i64::from(numbers[0].0[row * ROW]) * x;
                let first = address.base as i64 + along + i64::from(numbers[1].0[row * ROW]) * y;
                (least, greatest) = (least.min(first), greatest.max(first));
                rows.first[group][row] = first as u64;
            }
        }
        let across = x * (ROW as i64 - 1);
        let lowest = least + across.min(0);
        rows.lowest = u64::try_from(lowest).ok()?;
        rows.length = (greatest + across.max(0) - lowest) as u64 + u64::from(bytes);
        Some(rows)
    }

    /// The address of a lane.
    #[inline(always)]
    fn lane(&self, group: usize, row: usize, lane: usize) -> u64 {
        self.first[group][row].wrapping_add((self.step * lane as i64) as u64)
    }

    fn addresses(&self, group: usize) -> super::Addresses {
        core::array::from_fn(|lane| self.lane(group, lane / ROW, lane % ROW))
    }
}

/// The scalar that an instruction's address is, if it is one.
#[inline(always)]
fn address(lanes: &Lanes<'_>, op: &Op) -> Option<Scalar> {
    let base = match op.base {
        AddressBase::Absolute => Scalar::uniform(0),
        AddressBase::Word => lanes.scalar_word(op.sources[0])?.widened(false, lanes.last)?,
        AddressBase::Double => lanes.scalar_double(op.sources[0])?,
    };
    Some(base.plus(Scalar::uniform(op.extra)))
}

impl<'e, O: Observer> Around<'_, 'e, O> {
    /// Finds the memory of an access whose address is a scalar; nothing where it must go the general way.
    #[inline]
    fn find_rows(&mut self, lanes: &Lanes<'_>, op: &Op, mask: &Mask, write: bool) -> Option<(Rows, Memory<'e>)> {
        if O::SEES || op.detail.order != Order::Weak || !self.has_rows {
            return None;
        }
        let bytes = op.detail.kind().bytes() * u32::from(op.detail.elements);
        let rows = Rows::of(lanes, op, mask, bytes)?;
        let shared = |offset: u64| {
            offset
                .checked_add(rows.length)
                .is_some_and(|end| end <= self.shared.len() as u64)
        };
        match op.detail.space {
            Space::Shared if shared(rows.lowest) => Some((rows, Memory::Shared(0))),
            Space::Generic if SHARED_WINDOW.contains(&rows.lowest) => {
                let memory = Memory::Shared(SHARED_WINDOW.start);
                shared(rows.lowest - SHARED_WINDOW.start).then_some((rows, memory))
            }
            Space::Global | Space::Generic | Space::Constant => {
                let region = self.region_with(rows.lowest, rows.length)?;
                (region.writable() || !write).then_some((rows, Memory::Region(region)))
            }
            _ => None,
        }
    }

    /// Loads from addresses that are a scalar; whether it could.
    #[inline]
    pub(super) fn load_rows(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask, whole: bool) -> bool {
        let Some((rows, memory)) = self.find_rows(lanes, op, mask, false) else {
            return false;
        };
        match memory {
            Memory::Region(region) => {
                self.count_rows(lanes, mask, &rows, How::reads(Space::Global));
                self.load_from(&region, &rows, lanes, op, mask, whole);
            }
            Memory::Shared(start) => {
                self.count_rows(lanes, mask, &rows, How::reads(Space::Shared));
                let rows = rows.below(start);
                self.load_from(&*self.shared, &rows, lanes, op, mask, whole);
            }
        }
        true
    }

    /// Stores to addresses that are a scalar; whether it could.
    #[inline]
    pub(super) fn store_rows(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) -> bool {
        let Some((rows, memory)) = self.find_rows(lanes, op, mask, true) else {
            return false;
        };
        let code = self.code;
        let slot = |element: usize| data(code, op, op.sources[1], element);
        match memory {
            Memory::Region(mut region) => {
                self.count_rows(lanes, mask, &rows, How::writes(Space::Global));
                store_to(&mut region, &rows, lanes, op, mask, slot);
            }
            Memory::Shared(start) => {
                self.count_rows(lanes, mask, &rows, How::writes(Space::Shared));
                let rows = rows.below(start);
                store_to(&mut *self.shared, &rows, lanes, op, mask, slot);
            }
        }
        true
    }

    fn load_from<S: Source + ?Sized>(
        &self,
        source: &S,
        rows: &Rows,
        lanes: &mut Lanes<'_>,
        op: &Op,
        mask: &Mask,
        whole: bool,
    ) {
        let size = op.detail.kind().bytes() as usize;
        for element in 0..usize::from(op.detail.elements) {
            let slot = data(self.code, op, op.results[0], element);
            if slot.is_none() {
                continue;
            }
            let offset = (element * size) as u64;
            if rows.uniform {
                let value = Fill::of(op).extend(source.element(rows.lowest + offset, size));
                put_uniform(lanes, op, slot, value, mask, whole);
                continue;
            }
            for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
                match (size, op.wide) {
                    (4, false) if whole => {
                        load_words(source, rows, group, offset, &mut lanes.whole_word_mut(slot, group).0)
                    }
                    (4, false) => {
                        let mut values = [0; GROUP];
                        load_words(source, rows, group, offset, &mut values);
                        lanes.put_word::<false>(slot, group, values, mask);
                    }
                    (8, _) => {
                        let mut values = [0; GROUP];
                        load_doubles(source, rows, group, offset, &mut values);
                        put_doubles(lanes, slot, group, values, mask, whole);
                    }
                    _ => {
                        let fill = Fill::of(op);
                        let lane = |lane: usize| rows.lane(group, lane / ROW, lane % ROW) + offset;
                        let values = core::array::from_fn(|place| fill.extend(source.element(lane(place), size)));
                        if op.wide {
                            put_doubles(lanes, slot, group, values, mask, whole);
                        } else {
                            put_words(lanes, slot, group, values.map(|value| value as u32), mask, whole);
                        }
                    }
                }
            }
        }
    }

    /// Counts an access, as [`Around::note`] does group by group.
    #[inline]
    fn count_rows(&mut self, lanes: &Lanes<'_>, mask: &Mask, rows: &Rows, how: How) {
        let (mut requests, mut threads, mut sectors) = (0, 0, 0);
        for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
            requests += 1;
            threads += u64::from(mask.bits[group].count_ones());
            if how.space == Space::Global {
                sectors += rows.sectors(group, mask.bits[group]);
            }
        }
        self.counters
            .count(how, requests, threads * u64::from(rows.bytes), sectors);
    }
}

impl Rows {
    /// The same with addresses from another beginning on.
    #[inline(always)]
    fn below(mut self, start: u64) -> Self {
        if start != 0 {
            self.lowest -= start;
            for first in self.first.as_flattened_mut() {
                *first = first.wrapping_sub(start);
            }
        }
        self
    }

    /// Sectors that a group touches.
    #[inline]
    fn sectors(&self, group: usize, bits: u32) -> u64 {
        match self.kind {
            RowKind::Same if self.uniform => 1 + (self.lowest % SECTOR + u64::from(self.bytes) - 1) / SECTOR,
            RowKind::Scattered => scattered_sectors(&self.addresses(group), bits, self.bytes),
            kind if bits == u32::MAX => super::sectors_of_rows(self.first[group], [kind; ROWS], self.bytes),
            _ => scattered_sectors(&self.addresses(group), bits, self.bytes),
        }
    }
}

/// A value that is the same in every lane.
#[inline]
pub(super) fn put_uniform(lanes: &mut Lanes<'_>, op: &Op, slot: Slot, value: u64, mask: &Mask, whole: bool) {
    if whole {
        return if op.wide {
            lanes.put_scalar_double(slot, Scalar::uniform(value));
        } else {
            lanes.put_scalar_word(slot, Scalar::uniform(value));
        };
    }
    for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
        super::load::put(lanes, op.wide, slot, group, [value; GROUP], mask);
    }
}

#[inline]
fn put_words(lanes: &mut Lanes<'_>, slot: Slot, group: usize, values: [u32; GROUP], mask: &Mask, whole: bool) {
    if whole {
        lanes.put_word::<true>(slot, group, values, mask);
    } else {
        lanes.put_word::<false>(slot, group, values, mask);
    }
}

#[inline]
fn put_doubles(lanes: &mut Lanes<'_>, slot: Slot, group: usize, values: [u64; GROUP], mask: &Mask, whole: bool) {
    if whole {
        lanes.put_double::<true>(slot, group, values, mask);
    } else {
        lanes.put_double::<false>(slot, group, values, mask);
    }
}

/// A word of each lane of a group, all of which lie within the source.
#[inline(always)]
fn load_words<S: Source + ?Sized>(source: &S, rows: &Rows, group: usize, offset: u64, into: &mut [u32; GROUP]) {
    let parts = rows.bytes as usize / 4;
    for (row, into) in into.as_chunks_mut::<ROW>().0.iter_mut().enumerate() {
        let first = rows.first[group][row];
        match rows.kind {
            RowKind::Same => *into = [source.word(first + offset); ROW],
            RowKind::Adjacent if parts == 1 => source.words(first, into),
            RowKind::Adjacent if parts <= MAX_PARTS => {
                let mut all = [0; ROW * MAX_PARTS];
                source.words(first, &mut all[..ROW * parts]);
                for (lane, value) in into.iter_mut().enumerate() {
                    *value = all[lane * parts + offset as usize / 4];
                }
            }
            _ => {
                for (lane, value) in into.iter_mut().enumerate() {
                    *value = source.word(rows.lane(group, row, lane) + offset);
                }
            }
        }
    }
}

/// A double of each lane of a group, all of which lie within the source.
#[inline(always)]
fn load_doubles<S: Source + ?Sized>(source: &S, rows: &Rows, group: usize, offset: u64, into: &mut [u64; GROUP]) {
    for (row, into) in into.as_chunks_mut::<ROW>().0.iter_mut().enumerate() {
        let first = rows.first[group][row];
        match rows.kind {
            RowKind::Same => *into = [source.element(first + offset, 8); ROW],
            RowKind::Adjacent if rows.bytes == 8 => source.doubles(first, into),
            _ => {
                for (lane, value) in into.iter_mut().enumerate() {
                    *value = source.element(rows.lane(group, row, lane) + offset, 8);
                }
            }
        }
    }
}

/// All active lanes write; each row lies within the target.
#[inline]
fn store_to<T: Target + ?Sized>(
    target: &mut T,
    rows: &Rows,
    lanes: &mut Lanes<'_>,
    op: &Op,
    mask: &Mask,
    slot: impl Fn(usize) -> Slot,
) {
    let size = op.detail.kind().bytes() as usize;
    for element in 0..usize::from(op.detail.elements) {
        let slot = slot(element);
        let offset = (element * size) as u64;
        lanes.want(slot);
        for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
            for row in 0..ROWS {
                let bits = mask.bits[group] >> (row * ROW) & 0xffff;
                let whole = bits == 0xffff && rows.kind == RowKind::Adjacent;
                let first = rows.first[group][row];
                match rows.bytes {
                    4 if whole => target.put_words(first, &lanes.word(slot, group).0[row * ROW..][..ROW]),
                    8 if whole && size == 8 => {
                        target.put_doubles(first, &lanes.double(slot, group).0[row * ROW..][..ROW])
                    }
                    _ => {
                        for lane in crate::exec::around::lanes_of(bits) {
                            let value = super::store::value_of(lanes, op.wide, slot, group, row * ROW + lane);
                            target.put(rows.lane(group, row, lane) + offset, size, value);
                        }
                    }
                }
            }
        }
    }
}
