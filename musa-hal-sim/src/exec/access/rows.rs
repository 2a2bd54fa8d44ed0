//! Accesses whose address is a scalar: the lanes of a row lie at one distance from each other.
//!
//! Bounds are checked once for all rows that take part, lanes that do not included; what is not inside as a whole goes
//! the general way, which looks at each lane.

use musa_isa::{Order, Space};

use super::{
    How, data,
    element::extend,
    shape::{ROWS, Rows, Shape},
    source::{Source, Target},
};
use crate::{
    exec::{
        Observer,
        around::{Around, lanes_of},
    },
    memory::{Region, SHARED_WINDOW},
    program::{Op, Slot},
    simd::{Doubles, GROUP, Lanes, Mask, ROW, RowKind, Scalar, Words, Work, work},
};

/// The longest element with all its parts, in words.
const MAX_PARTS: usize = 8;

/// The memory that an access lies in.
#[derive(Clone, Copy)]
enum Memory {
    /// The allocation that the instruction found last.
    Region,
    /// Shared memory, which begins so far below the addresses.
    Shared(u64),
}

impl<O: Observer> Around<'_, '_, O> {
    /// Finds the memory of an access whose address is a scalar; nothing where it must go the general way.
    #[inline(always)]
    fn find_rows(&mut self, lanes: &Lanes<'_>, op: &Op, mask: &Mask, write: bool) -> Option<(Rows, Memory)> {
        if O::SEES || op.detail.order != Order::Weak || lanes.starts.is_empty() {
            return None;
        }
        let rows = Rows::of(self.shapes, lanes, op, mask, self.geometry.shared)?;
        let size = u64::from(self.geometry.shared);
        let in_shared = |offset: u64| rows.length <= size && offset <= size - rows.length;
        let (fits, memory) = match op.detail.space {
            Space::Shared => (in_shared(rows.lowest), Memory::Shared(0)),
            Space::Generic if SHARED_WINDOW.contains(&rows.lowest) => {
                let offset = rows.lowest - SHARED_WINDOW.start;
                (in_shared(offset), Memory::Shared(SHARED_WINDOW.start))
            }
            Space::Global | Space::Generic | Space::Constant => {
                let found = self.finds_region(rows.lowest, rows.length);
                let fits = found && (!write || self.known_region().is_some_and(Region::writable));
                (fits, Memory::Region)
            }
            _ => return None,
        };
        fits.then_some((rows, memory))
    }

    /// Loads from addresses that are a scalar; whether it could. With `whole`, no lane outside of the mask matters.
    #[inline(always)]
    pub(super) fn load_rows(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask, whole: bool) -> bool {
        let Some((mut rows, memory)) = self.find_rows(lanes, op, mask, false) else {
            return false;
        };
        match memory {
            Memory::Region => {
                self.count_rows(mask, &rows, How::reads(Space::Global));
                if let Some(region) = self.known_region() {
                    self.load_from(region, &rows, lanes, op, mask, whole);
                }
            }
            Memory::Shared(start) => {
                self.count_rows(mask, &rows, How::reads(Space::Shared));
                rows.below(start);
                self.load_from(&*self.shared, &rows, lanes, op, mask, whole);
            }
        }
        true
    }

    /// Stores to addresses that are a scalar; whether it could.
    #[inline(always)]
    pub(super) fn store_rows(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) -> bool {
        let Some((mut rows, memory)) = self.find_rows(lanes, op, mask, true) else {
            return false;
        };
        let code = self.code;
        let slot = |element: usize| data(code, op, op.sources[1], element);
        match memory {
            Memory::Region => {
                self.count_rows(mask, &rows, How::writes(Space::Global));
                if let Some(mut region) = self.known_region().copied() {
                    let shape = rows.shape(self.shapes);
                    store_to(&mut region, (&rows, shape), lanes, op, mask, slot);
                }
            }
            Memory::Shared(start) => {
                self.count_rows(mask, &rows, How::writes(Space::Shared));
                rows.below(start);
                let shape = rows.shape(self.shapes);
                store_to(&mut *self.shared, (&rows, shape), lanes, op, mask, slot);
            }
        }
        true
    }

    #[inline(always)]
    fn load_from<S: Source + ?Sized>(
        &self,
        source: &S,
        rows: &Rows,
        lanes: &mut Lanes<'_>,
        op: &Op,
        mask: &Mask,
        whole: bool,
    ) {
        if op.detail.elements == 1 {
            return self.load_element(source, rows, lanes, op, (op.results[0], 0), mask, whole);
        }
        for element in 0..usize::from(op.detail.elements) {
            let slot = data(self.code, op, op.results[0], element);
            let offset = (element * op.size as usize) as u64;
            self.load_element(source, rows, lanes, op, (slot, offset), mask, whole);
        }
    }

    /// Loads an element of each lane, at some distance from the lane's address.
    #[allow(clippy::too_many_arguments, reason = "what makes an access")]
    #[inline(always)]
    fn load_element<S: Source + ?Sized>(
        &self,
        source: &S,
        rows: &Rows,
        lanes: &mut Lanes<'_>,
        op: &Op,
        (slot, offset): (Slot, u64),
        mask: &Mask,
        whole: bool,
    ) {
        if slot.is_none() {
            return;
        }
        let size = op.size as usize;
        if rows.shape.is_none() {
            let value = extend(op, source.element(rows.lowest + offset, size));
            return put_uniform(lanes, op, slot, value, mask, whole);
        }
        lanes.claim(slot, whole);
        let shape = rows.shape(self.shapes);
        if !shape.run.is_empty() && op.detail.elements == 1 && load_run(source, rows, shape, lanes, op, slot) {
            return;
        }
        let set = lanes.set;
        let from = From {
            source,
            rows,
            shape,
            mask,
            whole,
        };
        match (size, op.wide) {
            (4, false) => work(
                set,
                LoadWords {
                    from: &from,
                    offset,
                    to: lanes.word_groups_mut(slot),
                },
            ),
            (8, _) => work(
                set,
                LoadDoubles {
                    from: &from,
                    offset,
                    to: lanes.double_groups_mut(slot),
                },
            ),
            _ => from.load_others(lanes, op, slot, offset, size),
        }
    }

    /// Counts an access, as [`Around::note`] does group by group.
    #[inline(always)]
    fn count_rows(&mut self, mask: &Mask, rows: &Rows, how: How) {
        let sectors = if how.space == Space::Global {
            rows.sectors(self.shapes, mask)
        } else {
            0
        };
        let bytes = u64::from(mask.threads) * u64::from(rows.bytes);
        self.counters.count(how, mask.groups.into(), bytes, sectors);
    }
}

/// Loads elements of all lanes of some groups, which lie one behind the other; whether they fill their registers.
#[inline]
fn load_run<S: Source + ?Sized>(
    source: &S,
    rows: &Rows,
    shape: &Shape,
    lanes: &mut Lanes<'_>,
    op: &Op,
    slot: Slot,
) -> bool {
    let first = rows.lane(shape, shape.run.start, 0);
    match (op.size, op.wide) {
        (4, false) => source.words(
            first,
            Words::all_mut(&mut lanes.word_groups_mut(slot)[shape.run.clone()]),
        ),
        (8, true) => source.doubles(
            first,
            Doubles::all_mut(&mut lanes.double_groups_mut(slot)[shape.run.clone()]),
        ),
        _ => return false,
    }
    true
}

/// Stores elements of all lanes of some groups, which lie one behind the other; whether they are whole registers.
#[inline]
fn store_run<T: Target + ?Sized>(
    target: &mut T,
    rows: &Rows,
    shape: &Shape,
    lanes: &Lanes<'_>,
    op: &Op,
    slot: Slot,
) -> bool {
    let first = rows.lane(shape, shape.run.start, 0);
    if !slot.is_register() {
        return false;
    }
    match (op.size, op.wide) {
        (4, false) => target.put_words(first, Words::all(&lanes.word_groups(slot)[shape.run.clone()])),
        (8, true) => target.put_doubles(first, Doubles::all(&lanes.double_groups(slot)[shape.run.clone()])),
        _ => return false,
    }
    true
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
    lanes.claim(slot, false);
    for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
        super::load::put(lanes, op.wide, slot, group, [value; GROUP], mask);
    }
}

/// Memory to load from, all of whose rows lie within it.
struct From<'w, S: ?Sized> {
    source: &'w S,
    rows: &'w Rows,
    shape: &'w Shape,
    mask: &'w Mask,
    whole: bool,
}

impl<S: Source + ?Sized> From<'_, S> {
    /// Elements of one or two bytes, and those that fill a wider register.
    #[inline(never)]
    fn load_others(&self, lanes: &mut Lanes<'_>, op: &Op, slot: Slot, offset: u64, size: usize) {
        for group in (0..lanes.groups).filter(|group| self.mask.bits[*group] != 0) {
            let values = core::array::from_fn(|place| {
                let address = self.rows.lane(self.shape, group, place) + offset;
                extend(op, self.source.element(address, size))
            });
            super::load::put(lanes, op.wide, slot, group, values, self.mask);
        }
    }

    /// Fills each row from its first address. The loops write to where the values go: an array in between would be taken
    /// apart into words.
    #[inline(always)]
    fn each_row<'t, E: Blend + 't>(
        &self,
        groups: impl Iterator<Item = &'t mut [E; GROUP]>,
        fill: impl Fn(u64, &mut [E; ROW]),
    ) {
        let (rows, shape, mask) = (self.rows, self.shape, self.mask);
        for (group, to) in groups.enumerate() {
            let bits = mask.bits[group];
            if bits == 0 {
                continue;
            }
            let lanes = mask.lanes[group].0.as_chunks::<ROW>().0;
            let first = shape.distances[group].map(|distance| rows.base.wrapping_add(distance as u64));
            for (row, to) in to.as_chunks_mut::<ROW>().0.iter_mut().enumerate() {
                match bits >> (row * ROW) & 0xffff {
                    0 => {}
                    0xffff => fill(first[row], to),
                    _ if self.whole => fill(first[row], to),
                    _ => {
                        let mut new = [E::default(); ROW];
                        fill(first[row], &mut new);
                        for lane in 0..ROW {
                            to[lane] = new[lane].blend(to[lane], lanes[row][lane]);
                        }
                    }
                }
            }
        }
    }
}

/// What a lane of a register holds.
trait Blend: Copy + Default {
    /// This value where the lane's predicate is all ones, the old one where it is zero.
    fn blend(self, old: Self, lane: u32) -> Self;
}

impl Blend for u32 {
    #[inline(always)]
    fn blend(self, old: Self, lane: u32) -> Self {
        self & lane | old & !lane
    }
}

impl Blend for u64 {
    #[inline(always)]
    fn blend(self, old: Self, lane: u32) -> Self {
        let lane = i64::from(lane as i32) as u64;
        self & lane | old & !lane
    }
}

/// A word for each lane.
struct LoadWords<'w, S: ?Sized> {
    from: &'w From<'w, S>,
    /// Distance of the element from the lanes' addresses.
    offset: u64,
    to: &'w mut [Words],
}

impl<S: Source + ?Sized> Work for LoadWords<'_, S> {
    #[inline(always)]
    fn run(self) {
        let Self { from, offset, to } = self;
        let (source, rows, parts) = (from.source, from.rows, from.rows.bytes as usize / 4);
        let groups = to.iter_mut().map(|group| &mut group.0);
        match rows.kind {
            RowKind::Adjacent if parts == 1 => from.each_row(groups, |first, into| source.word_row(first, into)),
            RowKind::Adjacent if parts <= MAX_PARTS => {
                from.each_row(groups, |first, into| word_of_parts(source, first, parts, offset, into));
            }
            RowKind::Same => from.each_row(groups, |first, into| into.fill(source.word(first + offset))),
            _ => from.each_row(groups, |first, into| {
                for (lane, value) in into.iter_mut().enumerate() {
                    *value = source.word(first.wrapping_add((rows.step * lane as i64) as u64) + offset);
                }
            }),
        }
    }
}

/// One word of elements of several.
#[inline(always)]
fn word_of_parts<S: Source + ?Sized>(source: &S, first: u64, parts: usize, offset: u64, into: &mut [u32; ROW]) {
    let mut all = [0; ROW * MAX_PARTS];
    source.words(first, &mut all[..ROW * parts]);
    for (lane, value) in into.iter_mut().enumerate() {
        *value = all[lane * parts + offset as usize / 4];
    }
}

/// A double for each lane.
struct LoadDoubles<'w, S: ?Sized> {
    from: &'w From<'w, S>,
    /// Distance of the element from the lanes' addresses.
    offset: u64,
    to: &'w mut [Doubles],
}

impl<S: Source + ?Sized> Work for LoadDoubles<'_, S> {
    #[inline(always)]
    fn run(self) {
        let Self { from, offset, to } = self;
        let (source, rows) = (from.source, from.rows);
        let groups = to.iter_mut().map(|group| &mut group.0);
        match rows.kind {
            RowKind::Adjacent if rows.bytes == 8 => from.each_row(groups, |first, into| source.doubles(first, into)),
            RowKind::Same => from.each_row(groups, |first, into| into.fill(source.element(first + offset, 8))),
            _ => from.each_row(groups, |first, into| {
                for (lane, value) in into.iter_mut().enumerate() {
                    *value = source.element(first.wrapping_add((rows.step * lane as i64) as u64) + offset, 8);
                }
            }),
        }
    }
}

/// All active lanes write; each row lies within the target.
#[inline(always)]
fn store_to<T: Target + ?Sized>(
    target: &mut T,
    (rows, shape): (&Rows, &Shape),
    lanes: &mut Lanes<'_>,
    op: &Op,
    mask: &Mask,
    slot: impl Fn(usize) -> Slot,
) {
    let size = op.size as usize;
    for element in 0..usize::from(op.detail.elements) {
        let slot = slot(element);
        lanes.want(slot);
        if !shape.run.is_empty() && op.detail.elements == 1 && store_run(target, rows, shape, lanes, op, slot) {
            continue;
        }
        if (op.size, op.bytes) == (4, 4) && rows.kind == RowKind::Adjacent {
            work(
                lanes.set,
                StoreWords {
                    target: &mut *target,
                    rows,
                    shape,
                    mask,
                    lanes,
                    slot,
                },
            );
            continue;
        }
        let offset = (element * size) as u64;
        for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
            for place in lanes_of(mask.bits[group]) {
                let value = super::store::value_of(lanes, op.wide, slot, group, place);
                target.put(rows.lane(shape, group, place) + offset, size, value);
            }
        }
    }
}

/// Words one behind the other in each row.
struct StoreWords<'w, 'l, T: ?Sized> {
    target: &'w mut T,
    rows: &'w Rows,
    shape: &'w Shape,
    mask: &'w Mask,
    lanes: &'w Lanes<'l>,
    slot: Slot,
}

impl<T: Target + ?Sized> Work for StoreWords<'_, '_, T> {
    #[inline(always)]
    fn run(self) {
        for group in 0..self.lanes.groups {
            let bits = self.mask.bits[group];
            if bits == 0 {
                continue;
            }
            let values = self.lanes.word(self.slot, group).0.as_chunks::<ROW>().0;
            let lanes = self.mask.lanes[group].0.as_chunks::<ROW>().0;
            for row in 0..ROWS {
                let first = self.rows.base.wrapping_add(self.shape.distances[group][row] as u64);
                match bits >> (row * ROW) & 0xffff {
                    0xffff => self.target.put_word_row(first, &values[row]),
                    0 => {}
                    some => self.target.put_some_words(first, &values[row], &lanes[row], some),
                }
            }
        }
    }
}
