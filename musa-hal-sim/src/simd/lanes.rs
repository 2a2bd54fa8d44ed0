//! Values of 32 lanes, and the register file that they live in.

use super::{Content, InstructionSet, Last, ROW, Scalar, expand, spread_double, spread_word};
use crate::program::{Constants, Slot};

/// Lanes that are executed together: the width of what PTX calls a warp. A hardware warp may be several groups.
pub const GROUP: usize = 32;
/// The most groups of a warp.
pub const MAX_GROUPS: usize = 4;

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
}

/// The thread numbers of a row's first lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowStart {
    /// Along x.
    pub x: u16,
    /// Along y.
    pub y: u16,
}

impl Mask {
    /// No lane.
    pub const NONE: Self = Self {
        bits: [0; MAX_GROUPS],
        lanes: [Words::ZERO; MAX_GROUPS],
        threads: 0,
    };

    /// Makes it these lanes.
    #[inline]
    pub fn set(&mut self, set: InstructionSet, bits: [u32; MAX_GROUPS]) {
        for (group, bits) in bits.into_iter().enumerate() {
            if self.bits[group] != bits {
                self.bits[group] = bits;
                expand(set, bits, &mut self.lanes[group]);
            }
        }
        self.count();
    }

    /// Counts its lanes.
    #[inline]
    pub fn count(&mut self) {
        self.threads = self.bits.iter().map(|bits| bits.count_ones()).sum();
    }

    /// Whether no lane takes part.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bits == [0; MAX_GROUPS]
    }
}

/// The registers of a warp as the running function sees them: its window of both banks, group after group within a
/// register. What is written is always the lanes or a scalar; what is read as lanes must have been made such by
/// [`Lanes::want`].
pub struct Lanes<'a> {
    /// Registers of up to 32 bits and predicates of the block.
    pub(crate) words: &'a mut [Words],
    /// Registers of 64 bits of the block.
    pub(crate) doubles: &'a mut [Doubles],
    /// What the registers of both banks hold.
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
    /// Vector instructions to use.
    pub(crate) set: InstructionSet,
}

/// Where a function's window of registers begins in the tables of its block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Words.
    pub(crate) words: usize,
    /// Doubles.
    pub(crate) doubles: usize,
    /// Contents of words.
    pub(crate) word_contents: usize,
    /// Contents of doubles.
    pub(crate) double_contents: usize,
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
        match slot.constant_index() {
            Some(index) => Some(Scalar::uniform(u64::from(self.constants.words[index].0[0]))),
            None => {
                let content = self.content(slot);
                content.has_scalar.then_some(content.scalar)
            }
        }
    }

    /// The scalar that a double is, if it is one.
    #[inline(always)]
    pub fn scalar_double(&self, slot: Slot) -> Option<Scalar> {
        match slot.constant_index() {
            Some(index) => Some(Scalar::uniform(self.constants.doubles[index].0[0])),
            None => {
                let content = self.content(slot);
                content.has_scalar.then_some(content.scalar)
            }
        }
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

    /// Whether all operands are scalars, and whether the lanes of all are there.
    #[inline(always)]
    pub fn state_of(&self, slots: &[Slot]) -> (bool, bool) {
        let (mut scalars, mut lanes) = (true, true);
        for slot in slots {
            if slot.is_register() {
                let content = self.content(*slot);
                scalars &= content.has_scalar;
                lanes &= content.has_lanes;
            }
        }
        (scalars, lanes)
    }

    /// Makes sure that an operand's lanes can be read.
    #[inline(always)]
    pub fn want(&mut self, slot: Slot) {
        if slot.is_register() && !self.content(slot).has_lanes {
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
        let content = self.content_mut(slot);
        (content.has_lanes, content.has_scalar) = (true, false);
    }

    #[inline(always)]
    fn word_place(&self, slot: Slot, group: usize) -> usize {
        self.window.words + slot.index() * self.groups + group
    }

    #[inline(always)]
    fn double_place(&self, slot: Slot, group: usize) -> usize {
        self.window.doubles + slot.index() * self.groups + group
    }

    #[inline(always)]
    fn content_place(&self, slot: Slot) -> usize {
        let first = if slot.is_double() {
            self.window.double_contents
        } else {
            self.window.word_contents
        };
        first + slot.index()
    }

    #[inline(always)]
    fn content(&self, slot: Slot) -> &Content {
        &self.contents[self.content_place(slot)]
    }

    #[inline(always)]
    fn content_mut(&mut self, slot: Slot) -> &mut Content {
        let place = self.content_place(slot);
        &mut self.contents[place]
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
        content.has_lanes = true;
        let scalar = content.scalar;
        let threads = &self.threads[self.window.group * 3..][..self.groups * 3];
        if slot.is_double() {
            let first = self.double_place(slot, 0);
            spread_double(self.set, scalar, threads, &mut self.doubles[first..first + self.groups]);
        } else {
            let first = self.word_place(slot, 0);
            spread_word(self.set, scalar, threads, &mut self.words[first..first + self.groups]);
        }
    }

    /// Writes the lanes of a word register that take part; with `WHOLE`, no other lane matters. It has been claimed.
    #[inline(always)]
    pub fn put_word<const WHOLE: bool>(&mut self, slot: Slot, group: usize, value: [u32; GROUP], mask: &Mask) {
        let place = self.word_place(slot, group);
        let to = &mut self.words[place];
        if WHOLE {
            to.0 = value;
            return;
        }
        // Bitwise: a choice by lane would compile to a branch a lane.
        let lanes = mask.lanes[group].0;
        let old = to.0;
        let mut new = [0; GROUP];
        for lane in 0..GROUP {
            new[lane] = value[lane] & lanes[lane] | old[lane] & !lanes[lane];
        }
        to.0 = new;
    }

    /// Writes the lanes of a double register that take part; with `WHOLE`, no other lane matters. It has been claimed.
    #[inline(always)]
    pub fn put_double<const WHOLE: bool>(&mut self, slot: Slot, group: usize, value: [u64; GROUP], mask: &Mask) {
        let place = self.double_place(slot, group);
        let to = &mut self.doubles[place];
        if WHOLE {
            to.0 = value;
            return;
        }
        let lanes = mask.lanes[group].0;
        let old = to.0;
        let mut new = [0; GROUP];
        for lane in 0..GROUP {
            let wide = i64::from(lanes[lane] as i32) as u64;
            new[lane] = value[lane] & wide | old[lane] & !wide;
        }
        to.0 = new;
    }
}
