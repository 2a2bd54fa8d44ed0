//! Values of 32 lanes, and the register file that they live in.

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
}

impl Mask {
    /// No lane.
    pub const NONE: Self = Self {
        bits: [0; MAX_GROUPS],
        lanes: [Words::ZERO; MAX_GROUPS],
    };

    /// Whether all lanes of the first `groups` groups take part.
    #[inline]
    pub fn is_full(&self, groups: usize) -> bool {
        self.bits[..groups].iter().all(|bits| *bits == u32::MAX)
    }

    /// Whether no lane takes part.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bits == [0; MAX_GROUPS]
    }
}

/// The registers of a warp as the running function sees them: its window of both banks, group after group within a
/// register.
pub struct Lanes<'a> {
    /// Registers of up to 32 bits and predicates, from the window on.
    pub words: &'a mut [Words],
    /// Registers of 64 bits, from the window on.
    pub doubles: &'a mut [Doubles],
    /// Constants of the program.
    pub constants: Constants<'a>,
    /// Groups of the warp.
    pub groups: usize,
}

impl Lanes<'_> {
    /// A word of a group's lanes.
    #[inline(always)]
    pub fn word(&self, slot: Slot, group: usize) -> &Words {
        match slot.constant_index() {
            Some(index) => &self.constants.words[index],
            None => &self.words[slot.index() * self.groups + group],
        }
    }

    /// A word register of a group's lanes, to change it.
    #[inline(always)]
    pub fn word_mut(&mut self, slot: Slot, group: usize) -> &mut Words {
        &mut self.words[slot.index() * self.groups + group]
    }

    /// A double of a group's lanes.
    #[inline(always)]
    pub fn double(&self, slot: Slot, group: usize) -> &Doubles {
        match slot.constant_index() {
            Some(index) => &self.constants.doubles[index],
            None => &self.doubles[slot.index() * self.groups + group],
        }
    }

    /// A double register of a group's lanes, to change it.
    #[inline(always)]
    pub fn double_mut(&mut self, slot: Slot, group: usize) -> &mut Doubles {
        &mut self.doubles[slot.index() * self.groups + group]
    }

    /// Writes the lanes of a word register that take part.
    #[inline(always)]
    pub fn put_word<const FULL: bool>(&mut self, slot: Slot, group: usize, value: [u32; GROUP], mask: &Mask) {
        let to = self.word_mut(slot, group);
        if FULL {
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

    /// Writes the lanes of a double register that take part.
    #[inline(always)]
    pub fn put_double<const FULL: bool>(&mut self, slot: Slot, group: usize, value: [u64; GROUP], mask: &Mask) {
        let to = self.double_mut(slot, group);
        if FULL {
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
