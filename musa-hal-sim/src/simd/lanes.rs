//! Values of 32 lanes, and the register file that they live in.

use super::{
    Content, InstructionSet, Last, Missing, ROW, Register, Scalar, Threads, collect, expand, spread_double, spread_word,
};
use crate::program::{Constants, Op, Slot};

/// Lanes that are executed together: the width of what PTX calls a warp. A hardware warp may be several groups.
pub const GROUP: usize = 32;
/// The most groups of a warp. Small machines have few lanes at once, and little memory.
pub const MAX_GROUPS: usize = if cfg!(feature = "std") { 32 } else { 4 };

/// A 32-bit value of each lane of a group. A predicate is one too: all ones or zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Words(pub [u32; GROUP]);

/// A 64-bit value of each lane of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Doubles(pub [u64; GROUP]);

impl Words {
    /// Zero in every lane.
    pub const ZERO: Self = Self([0; GROUP]);
    /// All ones in every lane.
    pub const ONES: Self = Self([u32::MAX; GROUP]);
}

impl Doubles {
    /// Zero in every lane.
    pub const ZERO: Self = Self([0; GROUP]);
}

macro_rules! lanes_of_groups {
    ($groups:ty, $lane:ty) => {
        impl $groups {
            /// The lanes of groups, one behind the other.
            #[inline]
            pub const fn all(groups: &[Self]) -> &[$lane] {
                const { assert!(size_of::<Self>() == size_of::<[$lane; GROUP]>()) };
                // SAFETY: a group is its lanes, without padding, and all of them are borrowed as one slice.
                unsafe { core::slice::from_raw_parts(groups.as_ptr().cast(), groups.len() * GROUP) }
            }

            /// The lanes of groups, one behind the other, to be written.
            #[inline]
            pub const fn all_mut(groups: &mut [Self]) -> &mut [$lane] {
                // SAFETY: as for `all`, and the borrow is exclusive.
                unsafe { core::slice::from_raw_parts_mut(groups.as_mut_ptr().cast(), groups.len() * GROUP) }
            }
        }
    };
}

lanes_of_groups!(Words, u32);
lanes_of_groups!(Doubles, u64);

impl Default for Words {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Default for Doubles {
    fn default() -> Self {
        Self::ZERO
    }
}

/// Which lanes of a warp take part: as bits, and as a predicate.
#[derive(Clone, Copy, Debug)]
pub struct Mask {
    /// One bit a lane.
    pub bits: [u32; MAX_GROUPS],
    /// All ones or zero a lane.
    pub lanes: [Words; MAX_GROUPS],
    /// How many take part.
    pub threads: u32,
    /// Groups with a lane that takes part.
    pub groups: u32,
    /// Runs of four groups with a lane that takes part.
    pub quads: u32,
    /// Groups of the warp: none behind them has a lane that takes part.
    used: usize,
}

/// The thread numbers of a row's first lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowStart {
    /// Along x.
    pub x: u16,
    /// Along y.
    pub y: u16,
    /// Of its block among those that go abreast.
    pub block: u16,
}

impl Mask {
    /// No lane.
    pub const NONE: Self = Self {
        bits: [0; MAX_GROUPS],
        lanes: [Words::ZERO; MAX_GROUPS],
        threads: 0,
        groups: 0,
        quads: 0,
        used: 0,
    };

    /// Makes it these lanes of a warp of so many groups.
    #[inline]
    pub fn set(&mut self, set: InstructionSet, bits: &[u32; MAX_GROUPS], groups: usize) {
        let all = self.bits.iter_mut().zip(&mut self.lanes).zip(bits);
        for ((old, lanes), bits) in all.take(groups) {
            if *old != *bits {
                *old = *bits;
                expand(set, *bits, lanes);
            }
        }
        self.end_at(groups);
    }

    /// Makes it the lanes of another in which a predicate holds, or does not with `invert` all ones.
    #[inline]
    pub fn set_where<'p>(
        &mut self,
        set: InstructionSet,
        other: &Self,
        predicates: impl Iterator<Item = &'p Words>,
        invert: u32,
    ) {
        let mut groups = 0;
        for (group, predicate) in predicates.enumerate().take(MAX_GROUPS) {
            let (to, from) = (&mut self.lanes[group].0, &other.lanes[group].0);
            for lane in 0..GROUP {
                to[lane] = from[lane] & (predicate.0[lane] ^ invert);
            }
            self.bits[group] = collect(set, &self.lanes[group]);
            groups = group + 1;
        }
        self.end_at(groups);
    }

    /// Takes the lanes behind so many groups away, and counts the others.
    #[inline]
    fn end_at(&mut self, groups: usize) {
        let groups = groups.min(MAX_GROUPS);
        // The words too: lanes that come back are compared by their bits alone.
        let all = self.bits.iter_mut().zip(&mut self.lanes);
        for (bits, lanes) in all.take(self.used).skip(groups) {
            (*bits, *lanes) = (0, Words::ZERO);
        }
        self.used = groups;
        self.count();
    }

    /// Counts its lanes, groups and quads.
    #[inline]
    fn count(&mut self) {
        (self.threads, self.groups, self.quads) = (0, 0, 0);
        for quad in self.bits[..self.used.next_multiple_of(4)].as_chunks::<4>().0 {
            self.threads += quad.iter().map(|bits| bits.count_ones()).sum::<u32>();
            self.groups += quad.iter().map(|bits| u32::from(*bits != 0)).sum::<u32>();
            self.quads += u32::from(*quad != [0; 4]);
        }
    }

    /// Whether these lanes take part, and no other.
    #[inline(always)]
    pub fn is(&self, bits: &[u32; MAX_GROUPS]) -> bool {
        same_lanes(&self.bits, bits)
    }

    /// Whether no lane takes part.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.threads == 0
    }
}

/// Whether two sets of lanes are the same. Comparing the arrays would be a call.
#[inline(always)]
pub fn same_lanes(a: &[u32; MAX_GROUPS], b: &[u32; MAX_GROUPS]) -> bool {
    a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

/// The registers of a warp as the running function sees them: its window of both banks, group after group within a
/// register. What is written is always the lanes or a scalar; what is read as lanes must have been made such by
/// [`Lanes::want`].
pub struct Lanes<'a> {
    /// Registers of up to 32 bits and predicates of the block.
    pub(crate) words: &'a mut [Words],
    /// Registers of 64 bits of the block.
    pub(crate) doubles: &'a mut [Doubles],
    /// What the registers of both banks hold: in each window, first what constants do, and then words and doubles in turn.
    pub(crate) contents: &'a mut [Content],
    /// Where the window begins.
    pub(crate) window: Window,
    /// Constants of the program.
    pub(crate) constants: Constants<'a>,
    /// Thread numbers of the block, group by group: x, y and z.
    pub(crate) threads: &'a [Words],
    /// Where the rows of the block begin; empty where their lanes do not have ascending x and the same y and z.
    pub(crate) starts: &'a [RowStart],
    /// The highest thread numbers of the block.
    pub(crate) last: Last,
    /// Groups of the warp.
    pub(crate) groups: usize,
    /// Groups of each block: of the warp's only one, or of those that go abreast in it.
    pub(crate) block_groups: usize,
    /// Vector instructions to use.
    pub(crate) set: InstructionSet,
}

/// Where a function's window of registers begins in the tables of its block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Window {
    /// Words.
    pub(crate) words: usize,
    /// Doubles.
    pub(crate) doubles: usize,
    /// Contents of both.
    pub(crate) contents: usize,
    /// The first group of the warp.
    pub(crate) group: usize,
}

impl Lanes<'_> {
    /// A word of a group's lanes.
    #[inline(always)]
    pub fn word(&self, slot: Slot, group: usize) -> &Words {
        match slot.constant_index() {
            Some(index) => &self.constants.words[index],
            None => &self.words[self.word_place(slot, group)],
        }
    }

    /// A double of a group's lanes.
    #[inline(always)]
    pub fn double(&self, slot: Slot, group: usize) -> &Doubles {
        match slot.constant_index() {
            Some(index) => &self.constants.doubles[index],
            None => &self.doubles[self.double_place(slot, group)],
        }
    }

    /// A word register of a group's lanes, to change some of them.
    #[inline(always)]
    pub fn word_mut(&mut self, slot: Slot, group: usize) -> &mut Words {
        self.claim(slot, false);
        let place = self.word_place(slot, group);
        &mut self.words[place]
    }

    /// A double register of a group's lanes, to change some of them.
    #[inline(always)]
    pub fn double_mut(&mut self, slot: Slot, group: usize) -> &mut Doubles {
        self.claim(slot, false);
        let place = self.double_place(slot, group);
        &mut self.doubles[place]
    }

    /// All groups of a word register.
    #[inline(always)]
    pub fn word_groups(&self, slot: Slot) -> &[Words] {
        let first = self.word_place(slot, 0);
        &self.words[first..first + self.groups]
    }

    /// All groups of a double register.
    #[inline(always)]
    pub fn double_groups(&self, slot: Slot) -> &[Doubles] {
        let first = self.double_place(slot, 0);
        &self.doubles[first..first + self.groups]
    }

    /// All groups of a word register that has been claimed.
    #[inline(always)]
    pub fn word_groups_mut(&mut self, slot: Slot) -> &mut [Words] {
        let first = self.word_place(slot, 0);
        &mut self.words[first..first + self.groups]
    }

    /// All groups of a double register that has been claimed.
    #[inline(always)]
    pub fn double_groups_mut(&mut self, slot: Slot) -> &mut [Doubles] {
        let first = self.double_place(slot, 0);
        &mut self.doubles[first..first + self.groups]
    }

    /// The scalar that a word is, if it is one.
    #[inline(always)]
    pub fn scalar_word(&self, slot: Slot) -> Option<Scalar> {
        self.is_scalar(slot).then(|| self.known_word(slot))
    }

    /// The scalar that a double is, if it is one.
    #[inline(always)]
    pub fn scalar_double(&self, slot: Slot) -> Option<Scalar> {
        self.is_scalar(slot).then(|| self.known_double(slot))
    }

    /// The scalar that a word is known to be.
    #[inline(always)]
    pub fn known_word(&self, slot: Slot) -> Scalar {
        match slot.constant_index() {
            Some(index) => Scalar::uniform(u64::from(self.constants.words[index].0[0])),
            None => self.content(slot).scalar,
        }
    }

    /// The scalar that a double is known to be.
    #[inline(always)]
    pub fn known_double(&self, slot: Slot) -> Scalar {
        match slot.constant_index() {
            Some(index) => Scalar::uniform(self.constants.doubles[index].0[0]),
            None => self.content(slot).scalar,
        }
    }

    #[inline(always)]
    fn is_scalar(&self, slot: Slot) -> bool {
        !self.content(slot).missing.contains(Missing::SCALAR)
    }

    /// Makes all lanes of a word register a scalar.
    #[inline(always)]
    pub fn put_scalar_word(&mut self, slot: Slot, value: Scalar) {
        *self.content_mut(slot) = Content::of(value.word());
    }

    /// Makes all lanes of a double register a scalar.
    #[inline(always)]
    pub fn put_scalar_double(&mut self, slot: Slot, value: Scalar) {
        *self.content_mut(slot) = Content::of(value);
    }

    /// What is missing of some of an instruction's sources.
    #[inline(always)]
    pub fn missing(&self, op: &Op) -> Missing {
        let contents = self.contents.get(self.window.contents..).unwrap_or_default();
        let missing = |place: u32| contents[place as usize].missing;
        let [a, b, c, d] = op.contents;
        missing(a) | missing(b) | (missing(c) | missing(d))
    }

    /// Makes sure that an operand's lanes can be read.
    #[inline(always)]
    pub fn want(&mut self, slot: Slot) {
        if self.content(slot).missing.contains(Missing::LANES) {
            self.spread(slot);
        }
    }

    /// Makes a register one of lanes, which are about to be written: all that matter with `whole`, else some of them.
    #[inline(always)]
    pub fn claim(&mut self, slot: Slot, whole: bool) {
        if !slot.is_register() {
            return;
        }
        if !whole {
            self.want(slot);
        }
        self.content_mut(slot).missing = Missing::SCALAR;
    }

    #[inline(always)]
    fn word_place(&self, slot: Slot, group: usize) -> usize {
        self.window.words + slot.index() * self.groups + group
    }

    #[inline(always)]
    fn double_place(&self, slot: Slot, group: usize) -> usize {
        self.window.doubles + slot.index() * self.groups + group
    }

    /// What an operand holds.
    #[inline(always)]
    fn content(&self, slot: Slot) -> &Content {
        &self.contents[self.window.contents + slot.content() as usize]
    }

    #[inline(always)]
    fn content_mut(&mut self, slot: Slot) -> &mut Content {
        &mut self.contents[self.window.contents + slot.content() as usize]
    }

    /// Makes the window one that can be used.
    pub(crate) fn open_window(&mut self) {
        self.contents[self.window.contents] = Content::CONSTANT;
    }

    /// What the first so many registers of the window hold.
    pub(crate) fn window_contents(&self, count: u32) -> &[Content] {
        let rest = self.contents.get(self.window.contents..).unwrap_or_default();
        &rest[..rest.len().min(count as usize)]
    }

    /// Where the rows of the warp begin; nothing where they do not have ascending x.
    #[inline(always)]
    pub(crate) fn warp_starts(&self) -> &[RowStart] {
        const ROWS: usize = GROUP / ROW;
        let first = self.window.group * ROWS;
        self.starts.get(first..first + self.groups * ROWS).unwrap_or_default()
    }

    /// Writes out the lanes of a register that is a scalar.
    #[inline(never)]
    fn spread(&mut self, slot: Slot) {
        let content = self.content_mut(slot);
        content.missing.remove(Missing::LANES);
        let scalar = content.scalar;
        let threads = Threads {
            numbers: &self.threads[self.window.group * 3..][..self.groups * 3],
            groups: self.block_groups,
        };
        if slot.is_double() {
            let first = self.double_place(slot, 0);
            spread_double(self.set, scalar, threads, &mut self.doubles[first..first + self.groups]);
        } else {
            let first = self.word_place(slot, 0);
            spread_word(self.set, scalar, threads, &mut self.words[first..first + self.groups]);
        }
    }

    /// Writes the lanes of a word register that take part. It has been claimed.
    #[inline(always)]
    pub fn put_word(&mut self, slot: Slot, group: usize, value: [u32; GROUP], mask: &Mask) {
        let place = self.word_place(slot, group);
        let to = &mut self.words[place];
        *to = Words(value).blend(*to, &mask.lanes[group]);
    }

    /// Writes the lanes of a double register that take part. It has been claimed.
    #[inline(always)]
    pub fn put_double(&mut self, slot: Slot, group: usize, value: [u64; GROUP], mask: &Mask) {
        let place = self.double_place(slot, group);
        let to = &mut self.doubles[place];
        *to = Doubles(value).blend(*to, &mask.lanes[group]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_behind_a_narrower_warp_do_not_come_back() {
        let set = InstructionSet::BASE;
        let (mut mask, mut guarded) = (Mask::NONE, Mask::NONE);
        mask.set(set, &[u32::MAX; MAX_GROUPS], 3);
        mask.set(set, &[u32::MAX; MAX_GROUPS], 1);
        let mut bits = [0; MAX_GROUPS];
        bits[0] = u32::MAX;
        mask.set(set, &bits, 3);
        guarded.set_where(set, &mask, [Words([u32::MAX; GROUP]); 3].iter(), 0);
        assert_eq!((guarded.threads, guarded.bits), (32, bits));
    }
}
