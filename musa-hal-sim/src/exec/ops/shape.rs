//! From a function of one lane to a lane loop.
//!
//! `vector!(|a: u32, b: u32| a.wrapping_add(b))` is the [`Row`](crate::simd::Row) of an instruction with two word
//! sources and a word result: the types of the closure say in which banks the operands are (`bool` is a predicate).
//! `scalar!` is the same for what is rare or does not vectorise. A closure whose first parameter is `&Op`
//! looks at the decoded instruction, too.

use core::marker::PhantomData;

use musa_isa::Bank;

use crate::{
    program::{Op, Slot},
    simd::{
        self, Doubles, GROUP, GroupFunction, LaneLoop, Lanes, Mask, Register, Scalar, Signature, Words, each_group,
    },
};

/// A value that a register holds for one lane.
pub trait Lane: Copy + Default {
    /// The register's bank.
    const BANK: Bank;
    /// A group's lanes as the bank has them.
    type Group: Register + 'static;
    /// The values of a group's lanes.
    fn of(group: Self::Group) -> [Self; GROUP];
    /// A group's lanes with these values.
    fn group(values: [Self; GROUP]) -> Self::Group;
    /// Reads a value that is the same in every lane, of a scalar.
    fn uniform(lanes: &Lanes<'_>, slot: Slot) -> Option<Self>;
    /// Writes the same value to every lane.
    fn put_uniform(self, lanes: &mut Lanes<'_>, slot: Slot);
}

impl Lane for u32 {
    const BANK: Bank = Bank::Word;
    type Group = Words;

    #[inline(always)]
    fn of(group: Words) -> [Self; GROUP] {
        group.0
    }

    #[inline(always)]
    fn group(values: [Self; GROUP]) -> Words {
        Words(values)
    }

    #[inline(always)]
    fn uniform(lanes: &Lanes<'_>, slot: Slot) -> Option<Self> {
        lanes.known_word(slot).as_uniform().map(|value| value as Self)
    }

    #[inline(always)]
    fn put_uniform(self, lanes: &mut Lanes<'_>, slot: Slot) {
        lanes.put_scalar_word(slot, Scalar::uniform(u64::from(self)));
    }
}

impl Lane for u64 {
    const BANK: Bank = Bank::Double;
    type Group = Doubles;

    #[inline(always)]
    fn of(group: Doubles) -> [Self; GROUP] {
        group.0
    }

    #[inline(always)]
    fn group(values: [Self; GROUP]) -> Doubles {
        Doubles(values)
    }

    #[inline(always)]
    fn uniform(lanes: &Lanes<'_>, slot: Slot) -> Option<Self> {
        lanes.known_double(slot).as_uniform()
    }

    #[inline(always)]
    fn put_uniform(self, lanes: &mut Lanes<'_>, slot: Slot) {
        lanes.put_scalar_double(slot, Scalar::uniform(self));
    }
}

impl Lane for bool {
    const BANK: Bank = Bank::Predicate;
    type Group = Words;

    #[inline(always)]
    fn of(group: Words) -> [Self; GROUP] {
        let mut truths = [false; GROUP];
        for (truth, word) in truths.iter_mut().zip(group.0) {
            *truth = word != 0;
        }
        truths
    }

    #[inline(always)]
    fn group(values: [Self; GROUP]) -> Words {
        let mut words = Words::ZERO;
        for (word, truth) in words.0.iter_mut().zip(values) {
            *word = u32::from(truth).wrapping_neg();
        }
        words
    }

    #[inline(always)]
    fn uniform(lanes: &Lanes<'_>, slot: Slot) -> Option<Self> {
        lanes.known_word(slot).as_uniform().map(|value| value != 0)
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
    /// The values of a group's lanes.
    type Values: Copy;
    /// A group's lanes as the banks have them.
    type Groups: simd::Results;
    /// Values that are all zero.
    fn empty() -> Self::Values;
    /// Puts a lane's values.
    fn put(self, values: &mut Self::Values, lane: usize);
    /// A group's lanes with these values.
    fn groups(values: Self::Values) -> Self::Groups;
    /// Writes results that are the same in every lane.
    fn put_uniform(self, lanes: &mut Lanes<'_>, op: &Op);
}

macro_rules! one_result {
    ($($type:ty),+) => {$(
        impl Results for $type {
            const BANKS: [Option<Bank>; 2] = [Some(<$type as Lane>::BANK), None];
            type Values = [$type; GROUP];
            type Groups = (<$type as Lane>::Group,);

            #[inline(always)]
            fn empty() -> Self::Values {
                [<$type>::default(); GROUP]
            }

            #[inline(always)]
            fn put(self, values: &mut Self::Values, lane: usize) {
                values[lane] = self;
            }

            #[inline(always)]
            fn groups(values: Self::Values) -> Self::Groups {
                (<$type as Lane>::group(values),)
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
    type Values = ([A; GROUP], [B; GROUP]);
    type Groups = (A::Group, B::Group);

    #[inline(always)]
    fn empty() -> Self::Values {
        ([A::default(); GROUP], [B::default(); GROUP])
    }

    #[inline(always)]
    fn put(self, values: &mut Self::Values, lane: usize) {
        values.0[lane] = self.0;
        values.1[lane] = self.1;
    }

    #[inline(always)]
    fn groups(values: Self::Values) -> Self::Groups {
        (A::group(values.0), B::group(values.1))
    }

    #[inline(always)]
    fn put_uniform(self, lanes: &mut Lanes<'_>, op: &Op) {
        Lane::put_uniform(self.0, lanes, op.results[0]);
        Lane::put_uniform(self.1, lanes, op.results[1]);
    }
}

/// The shape of a function of one lane with these operands.
pub struct Pure<Operands>(PhantomData<Operands>);

/// The shape of a function that looks at the decoded instruction, too.
pub struct WithOp<Operands>(PhantomData<Operands>);

/// A function of one lane, for each lane of a group.
struct PerLane<'o, Body, Shape> {
    body: Body,
    op: &'o Op,
    shape: PhantomData<Shape>,
}

macro_rules! function {
    ($shape:ident($($op:ident: $op_type:ty)?), $($source:ident $value:ident $place:literal),*) => {
        impl<Body, Answer, $($source),*> GroupFunction<($($source::Group,)*), Answer::Groups>
            for PerLane<'_, Body, $shape<($($source,)* Answer)>>
        where
            Body: Fn($($op_type,)? $($source),*) -> Answer + Copy,
            Answer: Results,
            $($source: Lane,)*
        {
            #[inline(always)]
            fn apply(&self, ($($value,)*): ($($source::Group,)*)) -> Answer::Groups {
                $(let $op = self.op;)?
                $(let $value = $source::of($value);)*
                let mut answer = Answer::empty();
                for lane in 0..GROUP {
                    (self.body)($($op,)? $($value[lane]),*).put(&mut answer, lane);
                }
                Answer::groups(answer)
            }
        }

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
                let function = PerLane::<Self, $shape<($($source,)* Answer)>> {
                    body: self,
                    op,
                    shape: PhantomData,
                };
                each_group::<WHOLE, ($($source::Group,)*), _>(lanes, op, mask, &function);
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
