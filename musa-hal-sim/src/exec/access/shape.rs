//! The addresses of an access whose address is a scalar: the lanes of a row lie at one distance from each other, and the
//! rows as the thread numbers of the block say.

use core::ops::Range;

use musa_isa::Space;

use super::{SECTOR, scattered_sectors, sectors_of_rows};
use crate::{
    memory::SHARED_WINDOW,
    program::{AddressBase, Op},
    simd::{GROUP, Lanes, MAX_GROUPS, Mask, ROW, RowKind, Scalar},
};

/// Rows of a group.
pub(super) const ROWS: usize = GROUP / ROW;
/// Addresses and steps below these do not wrap around when they are added up.
const MAX_ADDRESS: u64 = 1 << 62;
const MAX_STEP: i64 = 1 << 40;

/// How the rows of some lanes lie to each other. The last ones are kept, for loops come back to them.
#[derive(Clone, Debug)]
pub(in crate::exec) struct Shape {
    /// What lies between lanes and blocks.
    steps: Steps,
    /// The lanes that take part, and their first group.
    bits: [u32; MAX_GROUPS],
    group: usize,
    /// Bytes of each lane.
    bytes: u32,
    /// Sectors that all groups touch, by the place in its sector of the address of the thread whose numbers are zero;
    /// zero where that has not been asked yet.
    sectors: [u16; SECTOR as usize],
    /// The distance of each row's first lane from the thread whose numbers are zero; rows of groups that do not take
    /// part are not there.
    pub(super) distances: [[i64; ROWS]; MAX_GROUPS],
    /// The least and the greatest distance of all lanes within their block.
    least: i64,
    greatest: i64,
    /// What the first and the last block that take part add to that.
    blocks: (i64, i64),
    /// The groups that take part, where all of their lanes do and lie one behind the other.
    pub(super) run: Range<usize>,
}

/// Distances of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Steps {
    /// Of threads along x.
    x: i64,
    /// Of threads along y.
    y: i64,
    /// Of the same thread of blocks that go abreast.
    block: i64,
}

/// Shapes that are kept.
pub(in crate::exec) const SHAPES: usize = 16;

impl Shape {
    /// All lanes at one address.
    pub(in crate::exec) const NONE: Self = Self {
        steps: Steps { x: 0, y: 0, block: 0 },
        bits: [0; MAX_GROUPS],
        group: 0,
        bytes: 0,
        sectors: [0; _],
        distances: [[0; ROWS]; MAX_GROUPS],
        least: 0,
        greatest: 0,
        blocks: (0, 0),
        run: 0..0,
    };

    /// Makes it the shape of these steps and lanes.
    #[inline(never)]
    fn measure(&mut self, lanes: &Lanes<'_>, steps: Steps, bits: [u32; MAX_GROUPS], bytes: u32) {
        (self.steps, self.bits, self.group, self.bytes) = (steps, bits, lanes.window.group, bytes);
        self.sectors = [0; _];
        let Steps { x, y, block } = steps;
        let (mut least, mut greatest) = (i64::MAX, i64::MIN);
        let (mut first, mut last) = (i64::MAX, i64::MIN);
        let starts = lanes.warp_starts().as_chunks::<ROWS>().0;
        for ((starts, distances), bits) in starts.iter().zip(&mut self.distances).zip(bits) {
            for (start, distance) in starts.iter().zip(distances).filter(|_| bits != 0) {
                let within = i64::from(start.x) * x + i64::from(start.y) * y;
                let ahead = i64::from(start.block) * block;
                *distance = within + ahead;
                (least, greatest) = (least.min(within), greatest.max(within));
                (first, last) = (first.min(ahead), last.max(ahead));
            }
        }
        let across = x * (ROW as i64 - 1);
        (self.least, self.greatest) = (least + across.min(0), greatest + across.max(0));
        self.blocks = (first, last);
        self.run = self.find_run();
    }

    fn find_run(&self) -> Range<usize> {
        let first = self.bits.iter().position(|bits| *bits != 0).unwrap_or(0);
        let run = self.bits[first..].iter().take_while(|bits| **bits == u32::MAX).count();
        let rest = &self.bits[first + run..];
        let row = i64::from(self.bytes) * ROW as i64;
        let rows = self.distances[first..first + run].as_flattened();
        let behind = |pair: &[i64]| pair[1] - pair[0] == row;
        let adjacent = self.steps.x == i64::from(self.bytes) && rows.windows(2).all(behind);
        if adjacent && rest.iter().all(|bits| *bits == 0) {
            first..first + run
        } else {
            0..0
        }
    }
}

/// The addresses of an access.
pub(super) struct Rows {
    /// Of the thread whose numbers are zero, in the first block.
    pub(super) base: u64,
    /// The distance from lane to lane of a row.
    pub(super) step: i64,
    /// Which of the kept shapes they have; none where all lanes have one address.
    pub(super) shape: Option<usize>,
    /// How each row lies.
    pub(super) kind: RowKind,
    /// The lowest address, and the bytes from there to the end of the last element; of shared memory, those of any
    /// block.
    pub(super) lowest: u64,
    pub(super) length: u64,
    /// Bytes of each lane.
    pub(super) bytes: u32,
}

impl Rows {
    /// Looks at the addresses of an aligned access; nothing where they are no scalar or could wrap around. Each block has
    /// so many bytes of shared memory, one's behind the other's.
    #[inline(always)]
    pub(super) fn of(
        shapes: &mut [Shape; SHAPES],
        lanes: &Lanes<'_>,
        op: &Op,
        mask: &Mask,
        shared: u32,
    ) -> Option<Self> {
        let address = address(lanes, op)?;
        let in_shared = match op.detail.space {
            Space::Shared => true,
            Space::Generic => SHARED_WINDOW.contains(&address.base),
            _ => false,
        };
        let block = match (lanes.last.block, in_shared) {
            (0, _) => 0,
            (_, false) => address.block as i64,
            (_, true) if address.block == 0 => i64::from(shared),
            (_, true) => return None,
        };
        let (x, y) = (address.x as i64, address.y as i64);
        let bytes = u64::from(op.bytes);
        let unaligned = (address.base | address.x | address.y | address.block) & (bytes - 1) != 0;
        let is_far = |step: i64| !(-MAX_STEP..MAX_STEP).contains(&step);
        if unaligned || address.base >= MAX_ADDRESS || is_far(x) || is_far(y) || is_far(block) {
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
        let steps = Steps { x, y, block };
        if x | y | block != 0 {
            let kept = kept_at(steps, mask);
            let shape = &mut shapes[kept];
            let alike = shape.steps == steps && shape.bytes == op.bytes;
            if !alike || !mask.is(&shape.bits) || shape.group != lanes.window.group {
                shape.measure(lanes, steps, mask.bits, op.bytes);
            }
            rows.shape = Some(kept);
            let (first, last) = if in_shared { (0, 0) } else { shape.blocks };
            let (least, greatest) = (shape.least + first, shape.greatest + last);
            rows.lowest = address.base.checked_add_signed(least)?;
            rows.length = (greatest - least) as u64 + bytes;
        }
        Some(rows)
    }

    /// The shape that the rows have.
    #[inline(always)]
    pub(super) fn shape<'s>(&self, shapes: &'s [Shape; SHAPES]) -> &'s Shape {
        self.shape.and_then(|kept| shapes.get(kept)).unwrap_or(&Shape::NONE)
    }

    /// The address of a lane.
    #[inline(always)]
    pub(super) fn lane(&self, shape: &Shape, group: usize, place: usize) -> u64 {
        let distance = shape.distances[group][place / ROW] + self.step * (place % ROW) as i64;
        self.base.wrapping_add(distance as u64)
    }

    /// The same with addresses from another beginning on.
    #[inline(always)]
    pub(super) fn below(&mut self, start: u64) {
        self.lowest -= start;
        self.base = self.base.wrapping_sub(start);
    }

    /// Sectors that all groups of a mask touch together, each for itself.
    #[inline(always)]
    pub(super) fn sectors(&self, shapes: &mut [Shape; SHAPES], mask: &Mask) -> u64 {
        let Some(shape) = self.shape.and_then(|kept| shapes.get_mut(kept)) else {
            let each = 1 + (self.lowest % SECTOR + u64::from(self.bytes) - 1) / SECTOR;
            return each * u64::from(mask.groups);
        };
        let place = (self.base % SECTOR) as usize;
        if shape.sectors[place] == 0 {
            let groups = mask.bits.into_iter().enumerate().filter(|(_, bits)| *bits != 0);
            let sum: u64 = groups
                .map(|(group, bits)| self.sectors_of_group(shape, group, bits))
                .sum();
            shape.sectors[place] = sum as u16;
        }
        u64::from(shape.sectors[place])
    }

    #[inline(never)]
    fn sectors_of_group(&self, shape: &Shape, group: usize, bits: u32) -> u64 {
        if self.kind != RowKind::Scattered && bits == u32::MAX {
            let first = shape.distances[group].map(|distance| self.base.wrapping_add(distance as u64));
            return sectors_of_rows(first, [self.kind; ROWS], self.bytes);
        }
        let addresses = core::array::from_fn(|place| self.lane(shape, group, place));
        scattered_sectors(&addresses, bits, self.bytes)
    }
}

/// Where the shape of these steps and lanes is kept.
#[inline(always)]
fn kept_at(steps: Steps, mask: &Mask) -> usize {
    let lanes = u64::from(mask.threads) << 32 | u64::from(mask.bits[0]);
    let Steps { x, y, block } = steps;
    let number = (x as u64).wrapping_mul(3) ^ (y as u64).rotate_left(17) ^ (block as u64).rotate_left(29) ^ lanes;
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize % SHAPES
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
