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
    exec::{
        Observer,
        around::{Around, lanes_of},
    },
    memory::{Region, SHARED_WINDOW},
    program::{AddressBase, Op, Slot},
    simd::{Doubles, GROUP, Lanes, MAX_GROUPS, Mask, ROW, RowKind, Scalar, Words, Work, work},
};

/// Rows of a group.
const ROWS: usize = GROUP / ROW;
/// The longest element with all its parts, in words.
const MAX_PARTS: usize = 8;
/// Addresses and steps below these do not wrap around when they are added up.
const MAX_ADDRESS: u64 = 1 << 62;
const MAX_STEP: i64 = 1 << 40;

/// How the rows of some lanes lie to each other. The last ones are kept, for loops come back to them.
#[derive(Clone, Copy)]
pub(in crate::exec) struct Shape {
    /// What a step along x and along y adds.
    steps: (i64, i64),
    /// The lanes that take part, and their first group.
    bits: [u32; MAX_GROUPS],
    group: usize,
    /// The distance of each row's first lane from the thread whose numbers are zero; rows of groups that do not take
    /// part are not there.
    distances: [[i64; ROWS]; MAX_GROUPS],
    /// The least and the greatest distance of all lanes.
    least: i64,
    greatest: i64,
}

/// Shapes that are kept.
pub(in crate::exec) const SHAPES: usize = 4;

impl Shape {
    /// All lanes at one address.
    pub(in crate::exec) const NONE: Self = Self {
        steps: (0, 0),
        bits: [0; MAX_GROUPS],
        group: 0,
        distances: [[0; ROWS]; MAX_GROUPS],
        least: 0,
        greatest: 0,
    };

    /// Makes it the shape of these steps and lanes.
    #[inline(never)]
    fn measure(&mut self, lanes: &Lanes<'_>, (x, y): (i64, i64), bits: [u32; MAX_GROUPS]) {
        (self.steps, self.bits, self.group) = ((x, y), bits, lanes.window.group);
        let (mut least, mut greatest) = (i64::MAX, i64::MIN);
        let starts = lanes.warp_starts().as_chunks::<ROWS>().0;
        for ((starts, distances), bits) in starts.iter().zip(&mut self.distances).zip(bits) {
            for (start, distance) in starts.iter().zip(distances).filter(|_| bits != 0) {
                *distance = i64::from(start.x) * x + i64::from(start.y) * y;
                (least, greatest) = (least.min(*distance), greatest.max(*distance));
            }
        }
        let across = x * (ROW as i64 - 1);
        (self.least, self.greatest) = (least + across.min(0), greatest + across.max(0));
    }
}

/// The addresses of an access.
pub(super) struct Rows {
    /// Of the thread whose numbers are zero.
    base: u64,
    /// The distance from lane to lane of a row.
    step: i64,
    /// Which of the kept shapes they have; none where all lanes have one address.
    shape: Option<usize>,
    /// How each row lies.
    kind: RowKind,
    /// The lowest address, and the bytes from there to the end of the last element.
    lowest: u64,
    length: u64,
    /// Bytes of each lane.
    bytes: u32,
}

/// The memory that an access lies in.
#[derive(Clone, Copy)]
enum Memory {
    /// The allocation that the instruction found last.
    Region,
    /// Shared memory, which begins so far below the addresses.
    Shared(u64),
}

impl Rows {
    /// Looks at the addresses of an aligned access; nothing where they are no scalar or could wrap around.
    #[inline(always)]
    fn of(shapes: &mut [Shape; SHAPES], lanes: &Lanes<'_>, op: &Op, mask: &Mask) -> Option<Self> {
        let address = address(lanes, op)?;
        let (x, y) = (address.x as i64, address.y as i64);
        let bytes = u64::from(op.bytes);
        let unaligned = (address.base | address.x | address.y) & (bytes - 1) != 0;
        let is_far = |step: i64| !(-MAX_STEP..MAX_STEP).contains(&step);
        if unaligned || address.base >= MAX_ADDRESS || is_far(x) || is_far(y) {
            return None;
        }
        let mut rows = Self {
            base: address.base,
            step: x,
            shape: None,
            kind: match x {
                0 => RowKind::Same,
                x if x == i64::from(op.bytes) => RowKind::Adjacent,
                _ => RowKind::Scattered,
            },
            lowest: address.base,
            length: bytes,
            bytes: op.bytes,
        };
        if x | y != 0 {
            let kept = ((x ^ y) >> 2) as usize % SHAPES;
            let shape = &mut shapes[kept];
            if shape.steps != (x, y) || shape.bits != mask.bits || shape.group != lanes.window.group {
                shape.measure(lanes, (x, y), mask.bits);
            }
            rows.shape = Some(kept);
            rows.lowest = address.base.checked_add_signed(shape.least)?;
            rows.length = (shape.greatest - shape.least) as u64 + bytes;
        }
        Some(rows)
    }

    /// The shape that the rows have.
    #[inline(always)]
    fn shape<'s>(&self, shapes: &'s [Shape; SHAPES]) -> &'s Shape {
        self.shape.and_then(|kept| shapes.get(kept)).unwrap_or(&Shape::NONE)
    }

    /// The address of a lane.
    #[inline(always)]
    fn lane(&self, shape: &Shape, group: usize, place: usize) -> u64 {
        let distance = shape.distances[group][place / ROW] + self.step * (place % ROW) as i64;
        self.base.wrapping_add(distance as u64)
    }

    /// The same with addresses from another beginning on.
    #[inline(always)]
    fn below(&mut self, start: u64) {
        self.lowest -= start;
        self.base = self.base.wrapping_sub(start);
    }

    /// Sectors that a group touches.
    #[inline(always)]
    fn sectors(&self, shape: &Shape, group: usize, bits: u32) -> u64 {
        if self.shape.is_none() {
            return 1 + (self.lowest % SECTOR + u64::from(self.bytes) - 1) / SECTOR;
        }
        if self.kind != RowKind::Scattered && bits == u32::MAX {
            let first = shape.distances[group].map(|distance| self.base.wrapping_add(distance as u64));
            return super::sectors_of_rows(first, [self.kind; ROWS], self.bytes);
        }
        self.sectors_of_lanes(shape, group, bits)
    }

    #[inline(never)]
    fn sectors_of_lanes(&self, shape: &Shape, group: usize, bits: u32) -> u64 {
        let addresses = core::array::from_fn(|place| self.lane(shape, group, place));
        scattered_sectors(&addresses, bits, self.bytes)
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

impl<O: Observer> Around<'_, '_, O> {
    /// Finds the memory of an access whose address is a scalar; nothing where it must go the general way.
    #[inline(always)]
    fn find_rows(&mut self, lanes: &Lanes<'_>, op: &Op, mask: &Mask, write: bool) -> Option<(Rows, Memory)> {
        if O::SEES || op.detail.order != Order::Weak || lanes.starts.is_empty() {
            return None;
        }
        let rows = Rows::of(&mut self.shapes, lanes, op, mask)?;
        let size = self.shared.len() as u64;
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
                self.count_rows(lanes, mask, &rows, How::reads(Space::Global));
                if let Some(region) = self.known_region() {
                    self.load_from(region, &rows, lanes, op, mask, whole);
                }
            }
            Memory::Shared(start) => {
                self.count_rows(lanes, mask, &rows, How::reads(Space::Shared));
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
                self.count_rows(lanes, mask, &rows, How::writes(Space::Global));
                if let Some(mut region) = self.known_region().copied() {
                    let shape = rows.shape(&self.shapes);
                    store_to(&mut region, (&rows, shape), lanes, op, mask, slot);
                }
            }
            Memory::Shared(start) => {
                self.count_rows(lanes, mask, &rows, How::writes(Space::Shared));
                rows.below(start);
                let shape = rows.shape(&self.shapes);
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
        let size = op.bytes as usize / usize::from(op.detail.elements);
        for element in 0..usize::from(op.detail.elements) {
            let slot = data(self.code, op, op.results[0], element);
            if slot.is_none() {
                continue;
            }
            let offset = (element * size) as u64;
            if rows.shape.is_none() {
                let value = Fill::of(op).extend(source.element(rows.lowest + offset, size));
                put_uniform(lanes, op, slot, value, mask, whole);
                continue;
            }
            lanes.claim(slot, whole);
            let set = lanes.set;
            let from = From {
                source,
                rows,
                shape: rows.shape(&self.shapes),
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
    }

    /// Counts an access, as [`Around::note`] does group by group.
    #[inline(always)]
    fn count_rows(&mut self, lanes: &Lanes<'_>, mask: &Mask, rows: &Rows, how: How) {
        let (mut requests, mut sectors) = (0, 0);
        for group in 0..lanes.groups.min(MAX_GROUPS) {
            if mask.bits[group] == 0 {
                continue;
            }
            requests += 1;
            if how.space == Space::Global {
                sectors += rows.sectors(rows.shape(&self.shapes), group, mask.bits[group]);
            }
        }
        let bytes = u64::from(mask.threads) * u64::from(rows.bytes);
        self.counters.count(how, requests, bytes, sectors);
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
        let fill = Fill::of(op);
        for group in (0..lanes.groups).filter(|group| self.mask.bits[*group] != 0) {
            let values = core::array::from_fn(|place| {
                let address = self.rows.lane(self.shape, group, place) + offset;
                fill.extend(self.source.element(address, size))
            });
            super::load::put(lanes, op.wide, slot, group, values, self.mask);
        }
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
        let (source, rows) = (self.from.source, self.from.rows);
        let (offset, parts) = (self.offset, rows.bytes as usize / 4);
        match rows.kind {
            RowKind::Adjacent if parts == 1 => self.each_row(|first, into| source.word_row(first, into)),
            RowKind::Adjacent if parts <= MAX_PARTS => {
                self.each_row(|first, into| word_of_parts(source, first, parts, offset, into));
            }
            RowKind::Same => self.each_row(|first, into| into.fill(source.word(first + offset))),
            _ => self.each_row(|first, into| {
                for (lane, value) in into.iter_mut().enumerate() {
                    *value = source.word(first.wrapping_add((rows.step * lane as i64) as u64) + offset);
                }
            }),
        }
    }
}

impl<S: Source + ?Sized> LoadWords<'_, S> {
    /// Fills each row from its first address. The loops write to where the values go: an array in between would be taken
    /// apart into words.
    #[inline(always)]
    fn each_row(self, fill: impl Fn(u64, &mut [u32; ROW])) {
        let &From {
            rows,
            shape,
            mask,
            whole,
            ..
        } = self.from;
        for (group, to) in self.to.iter_mut().enumerate() {
            if mask.bits[group] == 0 {
                continue;
            }
            let lanes = mask.lanes[group].0.as_chunks::<ROW>().0;
            let first = shape.distances[group].map(|distance| rows.base.wrapping_add(distance as u64));
            for (row, to) in to.0.as_chunks_mut::<ROW>().0.iter_mut().enumerate() {
                if whole {
                    fill(first[row], to);
                } else {
                    let mut new = [0; ROW];
                    fill(first[row], &mut new);
                    for lane in 0..ROW {
                        to[lane] = new[lane] & lanes[row][lane] | to[lane] & !lanes[row][lane];
                    }
                }
            }
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
        let (source, rows) = (self.from.source, self.from.rows);
        let offset = self.offset;
        match rows.kind {
            RowKind::Adjacent if rows.bytes == 8 => self.each_row(|first, into| source.doubles(first, into)),
            RowKind::Same => self.each_row(|first, into| into.fill(source.element(first + offset, 8))),
            _ => self.each_row(|first, into| {
                for (lane, value) in into.iter_mut().enumerate() {
                    *value = source.element(first.wrapping_add((rows.step * lane as i64) as u64) + offset, 8);
                }
            }),
        }
    }
}

impl<S: Source + ?Sized> LoadDoubles<'_, S> {
    /// As for words.
    #[inline(always)]
    fn each_row(self, fill: impl Fn(u64, &mut [u64; ROW])) {
        let &From {
            rows,
            shape,
            mask,
            whole,
            ..
        } = self.from;
        for (group, to) in self.to.iter_mut().enumerate() {
            if mask.bits[group] == 0 {
                continue;
            }
            let lanes = mask.lanes[group].0.as_chunks::<ROW>().0;
            let first = shape.distances[group].map(|distance| rows.base.wrapping_add(distance as u64));
            for (row, to) in to.0.as_chunks_mut::<ROW>().0.iter_mut().enumerate() {
                if whole {
                    fill(first[row], to);
                } else {
                    let mut new = [0; ROW];
                    fill(first[row], &mut new);
                    for lane in 0..ROW {
                        let wide = i64::from(lanes[row][lane] as i32) as u64;
                        to[lane] = new[lane] & wide | to[lane] & !wide;
                    }
                }
            }
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
    let size = op.bytes as usize / usize::from(op.detail.elements);
    for element in 0..usize::from(op.detail.elements) {
        let slot = slot(element);
        lanes.want(slot);
        if op.bytes == 4 && rows.kind == RowKind::Adjacent {
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
