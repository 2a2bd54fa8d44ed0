//! From a function of one lane to a lane loop.
//!
//! `vector!(|a: u32, b: u32| a.wrapping_add(b))` is the [`Row`](crate::simd::Row) of an instruction with two word
//! sources and a word result: the types of the closure say in which banks the operands are (`bool` is a predicate).
//! `scalar!` is the same for what is rare or does not vectorise. A closure whose first parameter is `&Op`
//! looks at the decoded instruction, too.

use musa_isa::Bank;

use crate::{
    program::{Op, Slot},
    simd::{GROUP, LaneLoop, Lanes, Mask, Scalar, Signature},
};

/// A value that a register holds for one lane.
pub trait Lane: Copy + Default {
    /// The register's bank.
    const BANK: Bank;
    /// Reads a group's lanes.
    fn load(lanes: &Lanes<'_>, slot: Slot, group: usize) -> [Self; GROUP];
    /// Writes a group's lanes.
    fn store<const WHOLE: bool>(lanes: &mut Lanes<'_>, slot: Slot, group: usize, value: [Self; GROUP], mask: &Mask);
    /// Reads a value that is the same in every lane.
    fn uniform(lanes: &Lanes<'_>, slot: Slot) -> Option<Self>;
    /// Writes the same value to every lane.
    fn put_uniform(self, lanes: &mut Lanes<'_>, slot: Slot);
}

impl Lane for u32 {
    const BANK: Bank = Bank::Word;

    #[inline(always)]
    fn load(lanes: &Lanes<'_>, slot: Slot, group: usize) -> [Self; GROUP] {
        lanes.word(slot, group).0
    }

    #[inline(always)]
    fn store<const WHOLE: bool>(lanes: &mut Lanes<'_>, slot: Slot, group: usize, value: [Self; GROUP], mask: &Mask) {
        lanes.put_word::<WHOLE>(slot, group, value, mask);
    }

    #[inline(always)]
    fn uniform(lanes: &Lanes<'_>, slot: Slot) -> Option<Self> {
        lanes.scalar_word(slot)?.as_uniform().map(|value| value as Self)
    }

    #[inline(always)]
    fn put_uniform(self, lanes: &mut Lanes<'_>, slot: Slot) {
        lanes.put_scalar_word(slot, Scalar::uniform(u64::from(self)));
    }
}

impl Lane for u64 {
    const BANK: Bank = Bank::Double;

    #[inline(always)]
    fn load(lanes: &Lanes<'_>, slot: Slot, group: usize) -> [Self; GROUP] {
        lanes.double(slot, group).0
    }

    #[inline(always)]
    fn store<const WHOLE: bool>(lanes: &mut Lanes<'_>, slot: Slot, group: usize, value: [Self; GROUP], mask: &Mask) {
        lanes.put_double::<WHOLE>(slot, group, value, mask);
    }

    #[inline(always)]
    fn uniform(lanes: &Lanes<'_>, slot: Slot) -> Option<Self> {
        lanes.scalar_double(slot)?.as_uniform()
    }

    #[inline(always)]
    fn put_uniform(self, lanes: &mut Lanes<'_>, slot: Slot) {
        lanes.put_scalar_double(slot, Scalar::uniform(self));
    }
}

impl Lane for bool {
    const BANK: Bank = Bank::Predicate;

    #[inline(always)]
    fn load(lanes: &Lanes<'_>, slot: Slot, group: usize) -> [Self; GROUP] {
        let words = lanes.word(slot, group).0;
        let mut truths = [false; GROUP];
        for lane in 0..GROUP {
            truths[lane] = words[lane] != 0;
        }
        truths
    }

    #[inline(always)]
    fn store<const WHOLE: bool>(lanes: &mut Lanes<'_>, slot: Slot, group: usize, value: [Self; GROUP], mask: &Mask) {
        let mut words = [0; GROUP];
        for lane in 0..GROUP {
            words[lane] = u32::from(value[lane]).wrapping_neg();
        }
        lanes.put_word::<WHOLE>(slot, group, words, mask);
    }

    #[inline(always)]
    fn uniform(lanes: &Lanes<'_>, slot: Slot) -> Option<Self> {
        lanes.scalar_word(slot)?.as_uniform().map(|value| value != 0)
    }

    #[inline(always)]
    fn put_uniform(self, lanes: &mut Lanes<'_>, slot: Slot) {
        Lane::put_uniform(u32::from(self).wrapping_neg(), lanes, slot);
    }
}

/// What an instruction answers for one lane: one value or two.
pub trait Results: Copy {
    /// The banks of the results.
    const BANKS: [Option<Bank>; 2];
    /// The results of a group.
    type Group: Copy;
    /// Results that are all zero.
    fn empty() -> Self::Group;
    /// Puts a lane's results.
    fn put(self, group: &mut Self::Group, lane: usize);
    /// Writes a group's results to their registers.
    fn store<const WHOLE: bool>(value: Self::Group, lanes: &mut Lanes<'_>, op: &Op, group: usize, mask: &Mask);
    /// Writes results that are the same in every lane.
    fn put_uniform(self, lanes: &mut Lanes<'_>, op: &Op);
}

macro_rules! one_result {
    ($($type:ty),+) => {$(
        impl Results for $type {
            const BANKS: [Option<Bank>; 2] = [Some(<$type as Lane>::BANK), None];
            type Group = [$type; GROUP];

            #[inline(always)]
            fn empty() -> Self::Group {
                [<$type>::default(); GROUP]
            }

            #[inline(always)]
            fn put(self, group: &mut Self::Group, lane: usize) {
                group[lane] = self;
            }

            #[inline(always)]
            fn store<const WHOLE: bool>(value: Self::Group, lanes: &mut Lanes<'_>, op: &Op, group: usize, mask: &Mask) {
                <$type as Lane>::store::<WHOLE>(lanes, op.results[0], group, value, mask);
            }

            #[inline(always)]
            fn put_uniform(self, lanes: &mut Lanes<'_>, op: &Op) {
                Lane::put_uniform(self, lanes, op.results[0]);
            }
        }
    )+};
}

one_result!(u32, u64, bool);

impl<A: Lane, B: Lane> Results for (A, B) {
    const BANKS: [Option<Bank>; 2] = [Some(A::BANK), Some(B::BANK)];
    type Group = ([A; GROUP], [B; GROUP]);

    #[inline(always)]
    fn empty() -> Self::Group {
        ([A::default(); GROUP], [B::default(); GROUP])
    }

    #[inline(always)]
    fn put(self, group: &mut Self::Group, lane: usize) {
        group.0[lane] = self.0;
        group.1[lane] = self.1;
    }

    #[inline(always)]
    fn store<const WHOLE: bool>(value: Self::Group, lanes: &mut Lanes<'_>, op: &Op, group: usize, mask: &Mask) {
        A::store::<WHOLE>(lanes, op.results[0], group, value.0, mask);
        B::store::<WHOLE>(lanes, op.results[1], group, value.1, mask);
    }

    #[inline(always)]
    fn put_uniform(self, lanes: &mut Lanes<'_>, op: &Op) {
        Lane::put_uniform(self.0, lanes, op.results[0]);
        Lane::put_uniform(self.1, lanes, op.results[1]);
    }
}

/// The shape of a function of one lane with these operands.
pub struct Pure<Operands>(core::marker::PhantomData<Operands>);

/// The shape of a function that looks at the decoded instruction, too.
pub struct WithOp<Operands>(core::marker::PhantomData<Operands>);

macro_rules! function {
    ($shape:ident($($op:ident: $op_type:ty)?), $($source:ident $value:ident $place:literal),*) => {
        impl<Body, Answer, $($source),*> LaneLoop<$shape<($($source,)* Answer)>> for Body
        where
            Body: Fn($($op_type,)? $($source),*) -> Answer + Copy,
            Answer: Results,
            $($source: Lane,)*
        {
            const SIGNATURE: Signature = {
                #[allow(unused_mut, reason = "there may be no source")]
                let mut sources = [None; 4];
                $(sources[$place] = Some($source::BANK);)*
                Signature { results: Answer::BANKS, sources }
            };

            #[inline(always)]
            fn run<const WHOLE: bool>(self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) {
                $(let $op = op;)?
                for group in 0..lanes.groups {
                    if mask.bits[group] == 0 {
                        continue;
                    }
                    $(let $value = $source::load(lanes, op.sources[$place], group);)*
                    let mut answer = Answer::empty();
                    for lane in 0..GROUP {
                        self($($op,)? $($value[lane]),*).put(&mut answer, lane);
                    }
                    Answer::store::<WHOLE>(answer, lanes, op, group, mask);
                }
            }

            #[inline(always)]
            fn run_uniform(self, lanes: &mut Lanes<'_>, op: &Op) -> bool {
                $(let $op = op;)?
                $(let Some($value) = $source::uniform(lanes, op.sources[$place]) else { return false };)*
                self($($op,)? $($value),*).put_uniform(lanes, op);
                true
            }
        }
    };
}

function!(Pure(), A a 0);
function!(Pure(), A a 0, B b 1);
function!(Pure(), A a 0, B b 1, C c 2);
function!(Pure(), A a 0, B b 1, C c 2, D d 3);
function!(WithOp(seen: &Op), A a 0);
function!(WithOp(seen: &Op), A a 0, B b 1);
function!(WithOp(seen: &Op), A a 0, B b 1, C c 2);
function!(WithOp(seen: &Op), A a 0, B b 1, C c 2, D d 3);

/// The row of a function that is worth a copy for each instruction set.
macro_rules! vector {
    ($function:expr) => {{
        static ROW: $crate::simd::Row = $crate::simd::Row::vector($function);
        &ROW
    }};
}

/// The row of a function that is rare, or does not vectorise.
macro_rules! scalar {
    ($function:expr) => {{
        static ROW: $crate::simd::Row = $crate::simd::Row::scalar($function);
        &ROW
    }};
}

pub(crate) use {scalar, vector};
