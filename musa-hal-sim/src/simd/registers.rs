//! Lane loops over the registers of a warp.
//!
//! A lane loop may write a register that it also reads, group by group. Its operands are found once, before the loop;
//! groups are read and written as values through pointers, since references to the registers of both sides would overlap.

use core::{hint::select_unpredictable, marker::PhantomData};

use super::{Doubles, GROUP, Lanes, MAX_GROUPS, Mask, Words};
use crate::program::{Op, Slot};

/// The lanes of a group in a register of one of the two banks.
pub trait Register: Copy {
    /// The bank, and the constants of the same width.
    #[doc(hidden)]
    fn bank<'l>(banks: &Banks<'l>) -> Bank<'l, Self>;
    /// These values in the lanes of a mask, others elsewhere.
    fn blend(self, elsewhere: Self, mask: &Words) -> Self;
}

/// The sources of a lane loop: a tuple of [`Register`]s.
pub trait Sources {
    /// Where they are.
    #[doc(hidden)]
    type Places<'l>;
    /// Finds the first ones of an instruction's sources; nothing if there is no such register.
    #[doc(hidden)]
    fn find<'l>(banks: &Banks<'l>, slots: &[Slot; 4]) -> Option<Self::Places<'l>>;
    /// Reads the group that is next.
    ///
    /// # Safety
    /// The places have gone on by less than the groups of the warp.
    #[doc(hidden)]
    unsafe fn get(places: &Self::Places<'_>) -> Self;
    /// Goes on to the group behind.
    #[doc(hidden)]
    fn go_on(places: &mut Self::Places<'_>);
}

/// The results of a lane loop: a tuple of one or two [`Register`]s.
pub trait Results {
    /// Where they go.
    #[doc(hidden)]
    type Places<'l>;
    /// Finds an instruction's results; nothing if there is no such register.
    #[doc(hidden)]
    fn find<'l>(banks: &Banks<'l>, slots: &[Slot; 2]) -> Option<Self::Places<'l>>;
    /// Writes the lanes of the next group that take part; with `WHOLE`, all.
    ///
    /// # Safety
    /// The places have gone on by less than the groups of the warp.
    #[doc(hidden)]
    unsafe fn put<const WHOLE: bool>(self, places: &Self::Places<'_>, mask: &Words);
    /// Goes on to the group behind.
    #[doc(hidden)]
    fn go_on(places: &mut Self::Places<'_>);
}

/// What a lane loop does with a group. No closure: a large one is not inlined, and then is without the instruction set.
pub trait GroupFunction<S, R> {
    /// The results for these sources.
    fn apply(&self, sources: S) -> R;
}

/// Applies a function to the sources of each group in which some lane of a mask takes part. With `WHOLE` no other lane of
/// the results matters. The lanes of the sources must be there, and the results claimed ([`Lanes::claim`]).
#[inline(always)]
pub fn each_group<const WHOLE: bool, S: Sources, R: Results>(
    lanes: &mut Lanes<'_>,
    op: &Op,
    mask: &Mask,
    function: &impl GroupFunction<S, R>,
) {
    let banks = Banks {
        words: Bank::of(lanes.words, lanes.window.words, lanes.constants.words),
        doubles: Bank::of(lanes.doubles, lanes.window.doubles, lanes.constants.doubles),
        groups: lanes.groups.min(MAX_GROUPS),
    };
    // Decoding has seen to it that all are there.
    let (Some(mut sources), Some(mut results)) = (S::find(&banks, &op.sources), R::find(&banks, &op.results)) else {
        return;
    };
    for (bits, mask) in mask.bits.iter().zip(&mask.lanes).take(banks.groups) {
        if WHOLE || *bits != 0 {
            // SAFETY: the loop goes through the groups of the warp.
            let answer = function.apply(unsafe { S::get(&sources) });
            // SAFETY: as before.
            unsafe { answer.put::<WHOLE>(&results, mask) };
        }
        S::go_on(&mut sources);
        R::go_on(&mut results);
    }
}

/// Both banks and the constants, borrowed from [`Lanes`] for the time of one lane loop.
#[doc(hidden)]
pub struct Banks<'l> {
    words: Bank<'l, Words>,
    doubles: Bank<'l, Doubles>,
    groups: usize,
}

/// The registers of a bank, from the window's first one on, and the constants of the same width.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Bank<'l, T> {
    first: *mut T,
    /// Values from there to the end of the bank.
    length: usize,
    constants: &'l [T],
    life: PhantomData<&'l mut T>,
}

/// A source: the group that is next to be read, and all behind it are there.
#[doc(hidden)]
pub struct Source<'l, T> {
    next: *const T,
    /// From group to group: nothing for a constant.
    step: usize,
    life: PhantomData<&'l T>,
}

/// A result: the group that is next to be written, and all behind it are there.
#[doc(hidden)]
pub struct Target<'l, T> {
    next: *mut T,
    life: PhantomData<&'l mut T>,
}

impl<'l, T> Bank<'l, T> {
    /// The bank from a place on.
    #[inline(always)]
    fn of(values: &'l mut [T], window: usize, constants: &'l [T]) -> Self {
        let rest = values.get_mut(window..).unwrap_or_default();
        Self {
            first: rest.as_mut_ptr(),
            length: rest.len(),
            constants,
            life: PhantomData,
        }
    }

    #[inline(always)]
    fn target(self, slot: Slot, groups: usize) -> Option<Target<'l, T>> {
        let first = slot.place() * groups;
        let is_there = slot.is_register() && first + groups <= self.length;
        is_there.then(|| Target {
            // SAFETY: `first` is within the slice that the pointer was made from.
            next: unsafe { self.first.add(first) },
            life: PhantomData,
        })
    }

    /// Choices instead of two paths: operands of either kind follow each other at random.
    #[inline(always)]
    fn source(self, slot: Slot, groups: usize) -> Option<Source<'l, T>> {
        let register = slot.is_register();
        let begin = select_unpredictable(register, self.first.cast_const(), self.constants.as_ptr());
        let length = select_unpredictable(register, self.length, self.constants.len());
        let count = select_unpredictable(register, groups, 1);
        let first = slot.place() * count;
        (first + count <= length).then(|| Source {
            // SAFETY: `first` is within the slice that the pointer was made from.
            next: unsafe { begin.add(first) },
            step: usize::from(register),
            life: PhantomData,
        })
    }
}

impl<T: Register> Source<'_, T> {
    /// # Safety
    /// As for [`Sources::get`].
    #[inline(always)]
    unsafe fn get(&self) -> T {
        // SAFETY: so many groups lie behind each other, or one with a step of nothing; `Lanes` is borrowed meanwhile.
        unsafe { self.next.read() }
    }

    #[inline(always)]
    fn go_on(&mut self) {
        self.next = self.next.wrapping_add(self.step);
    }
}

impl<T: Register> Target<'_, T> {
    /// # Safety
    /// As for [`Results::put`].
    #[inline(always)]
    unsafe fn put<const WHOLE: bool>(&self, value: T, mask: &Words) {
        // SAFETY: so many groups lie behind each other; `Lanes` is borrowed meanwhile, and no reference to its registers
        // is made from it.
        unsafe {
            let value = if WHOLE {
                value
            } else {
                value.blend(self.next.read(), mask)
            };
            self.next.write(value);
        }
    }

    #[inline(always)]
    fn go_on(&mut self) {
        self.next = self.next.wrapping_add(1);
    }
}

impl Register for Words {
    #[inline(always)]
    fn bank<'l>(banks: &Banks<'l>) -> Bank<'l, Self> {
        banks.words
    }

    /// Bitwise: a choice by lane would compile to a branch a lane.
    #[inline(always)]
    fn blend(self, elsewhere: Self, mask: &Words) -> Self {
        let mut blended = Self::ZERO;
        for lane in 0..GROUP {
            blended.0[lane] = self.0[lane] & mask.0[lane] | elsewhere.0[lane] & !mask.0[lane];
        }
        blended
    }
}

impl Register for Doubles {
    #[inline(always)]
    fn bank<'l>(banks: &Banks<'l>) -> Bank<'l, Self> {
        banks.doubles
    }

    #[inline(always)]
    fn blend(self, elsewhere: Self, mask: &Words) -> Self {
        let mut blended = Self::ZERO;
        for lane in 0..GROUP {
            let mask = i64::from(mask.0[lane] as i32) as u64;
            blended.0[lane] = self.0[lane] & mask | elsewhere.0[lane] & !mask;
        }
        blended
    }
}

macro_rules! sources {
    ($($register:ident $place:tt),+) => {
        impl<$($register: Register + 'static),+> Sources for ($($register,)+) {
            type Places<'l> = ($(Source<'l, $register>,)+);

            #[inline(always)]
            fn find<'l>(banks: &Banks<'l>, slots: &[Slot; 4]) -> Option<Self::Places<'l>> {
                Some(($($register::bank(banks).source(slots[$place], banks.groups)?,)+))
            }

            #[inline(always)]
            unsafe fn get(places: &Self::Places<'_>) -> Self {
                // SAFETY: as the caller says.
                unsafe { ($(places.$place.get(),)+) }
            }

            #[inline(always)]
            fn go_on(places: &mut Self::Places<'_>) {
                $(places.$place.go_on();)+
            }
        }
    };
}

sources!(A 0);
sources!(A 0, B 1);
sources!(A 0, B 1, C 2);
sources!(A 0, B 1, C 2, D 3);

macro_rules! results {
    ($($register:ident $place:tt),+) => {
        impl<$($register: Register + 'static),+> Results for ($($register,)+) {
            type Places<'l> = ($(Target<'l, $register>,)+);

            #[inline(always)]
            fn find<'l>(banks: &Banks<'l>, slots: &[Slot; 2]) -> Option<Self::Places<'l>> {
                Some(($($register::bank(banks).target(slots[$place], banks.groups)?,)+))
            }

            #[inline(always)]
            unsafe fn put<const WHOLE: bool>(self, places: &Self::Places<'_>, mask: &Words) {
                // SAFETY: as the caller says.
                unsafe { $(places.$place.put::<WHOLE>(self.$place, mask);)+ }
            }

            #[inline(always)]
            fn go_on(places: &mut Self::Places<'_>) {
                $(places.$place.go_on();)+
            }
        }
    };
}

results!(A 0);
results!(A 0, B 1);
