//! The forms of PTX instructions: for each root, which modifiers may follow and which operands, as the manual's syntax
//! lines have them. One row stands for all its combinations of modifiers and types.

mod arithmetic;
mod asynchronous;
mod atomic;
mod availability;
mod compare;
mod control;
mod convert;
mod logic;
mod matching;
mod matrix;
mod memory;
mod spelling;
mod texture;
mod video;
mod warp;

use musa_isa::{Action, Boolean, CacheOperator, Comparison, Flags, Opcode, Order, Part, Rounding, Scope, Space, Type};

pub(crate) use availability::{retired, since};
pub(crate) use matching::{Mismatch, Roots};
pub(crate) use spelling::spelling;

/// One syntax line.
pub(crate) struct Form {
    pub(crate) root: &'static str,
    pub(crate) opcode: Opcode,
    pub(crate) slots: &'static [Slot],
    pub(crate) operands: &'static [Shape],
    /// Fields that the form itself implies.
    pub(crate) implied: &'static [Effect],
}

impl Form {
    const fn new(opcode: Opcode, root: &'static str, slots: &'static [Slot], operands: &'static [Shape]) -> Self {
        Self {
            root,
            opcode,
            slots,
            operands,
            implied: &[],
        }
    }

    const fn with(self, implied: &'static [Effect]) -> Self {
        Self { implied, ..self }
    }
}

/// A place in the sequence of modifiers.
#[derive(Clone, Copy)]
pub(crate) enum Slot {
    /// Must be there.
    Need(Choice),
    /// May be there.
    May(Choice),
}

/// What may stand in a place, and by its kind what it means.
#[derive(Clone, Copy)]
pub(crate) enum Choice {
    Type(&'static [Type]),
    Rounding(&'static [Rounding]),
    Comparison(&'static [Comparison]),
    Boolean(&'static [Boolean]),
    Part(&'static [Part]),
    Space(&'static [Space]),
    Order(&'static [Order]),
    Scope(&'static [Scope]),
    Cache(&'static [CacheOperator]),
    Action(&'static [Action]),
    SecondAction(&'static [Action]),
    /// `.v2` and the like.
    Vector(&'static [u8]),
    /// One of several words, each a number of elements.
    Count(&'static [(&'static str, u8)]),
    /// One word with a meaning.
    Word(&'static str, Effect),
    /// One of several words, which set bits of the variant.
    Variant(&'static [(&'static str, u16)]),
    /// Words without meaning for the model; a `*` at the end matches any rest.
    Hint(&'static [&'static str]),
}

/// What a word or a form sets in the instruction.
#[derive(Clone, Copy)]
pub(crate) enum Effect {
    None,
    Flag(Flags),
    Action(Action),
    Order(Order),
    Scope(Scope),
    Rounding(Rounding),
    Type(usize, Type),
    Variant(u16),
}

/// Which type an operand has.
#[derive(Clone, Copy)]
pub(crate) enum Of {
    /// The instruction's type at a place.
    T(usize),
    /// The same, and registers may be wider.
    Wide(usize),
    /// Twice the width of the instruction's first type.
    Twice,
    /// Always this one.
    Is(Type),
}

/// An operand.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// A destination register, or `_`.
    D(Of),
    /// Destination `d|p` with a second, predicate result that may be absent.
    DP(Of),
    /// Destination `p|q` of predicates, the second may be absent.
    PQ,
    /// A destination predicate.
    PD,
    /// A source: register, constant, special register, or address of a symbol.
    S(Of),
    /// A source predicate, perhaps negated.
    P,
    /// A constant.
    Constant,
    /// Destination registers, as many as the instruction's elements.
    Vd(Of),
    /// Source values, as many as the instruction's elements.
    Vs(Of),
    /// A place in memory.
    Address,
    /// No operand of the text: [`musa_isa::Operand::Sink`] in the image.
    Unset,
    /// A label.
    Label,
    /// Left out when the text has no more operands.
    Maybe(&'static Shape),
    /// [`musa_isa::Operand::Sink`] when the text has no more operands.
    OrSink(&'static Shape),
    /// This constant when the text has no more operands.
    Or(&'static Shape, u64),
    /// A cache policy or another operand that the model drops; may be absent.
    Dropped,
    /// Everything that is left, by a procedure of its own.
    Special(Procedure),
}

/// Operand lists that no sequence of shapes describes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Procedure {
    Mov,
    Call,
    Brx,
    Tex,
    Query,
    SurfaceLoad,
    SurfaceStore,
    Mma,
    WmmaLoad,
    WmmaStore,
    Video,
    VideoSimd,
    CpAsync,
    BarrierReduce,
    IsSpace,
}

use Choice::*;
use Slot::{May, Need};

const FTZ: Slot = May(Word("ftz", Effect::Flag(Flags::FLUSH)));
const SAT: Slot = May(Word("sat", Effect::Flag(Flags::SATURATE)));
const RELU: Slot = May(Word("relu", Effect::Flag(Flags::RELU)));
const APPROX: Slot = Need(Word("approx", Effect::Flag(Flags::APPROXIMATE)));
const CC: Slot = Need(Word("cc", Effect::Flag(Flags::CARRY_OUT)));
const SYNC: Slot = Need(Word("sync", Effect::Flag(Flags::SYNCHRONIZED)));
const ALIGNED: Slot = Need(Word("aligned", Effect::Flag(Flags::ALIGNED)));
const UNI: Slot = May(Word("uni", Effect::Flag(Flags::UNIFORM)));

const IEEE: &[Rounding] = &[Rounding::Nearest, Rounding::Zero, Rounding::Down, Rounding::Up];
const ROUND: Slot = Need(Rounding(IEEE));
const MAY_ROUND: Slot = May(Rounding(IEEE));
/// A rounding to nearest when none is written.
const NEAREST: &[Effect] = &[Effect::Rounding(Rounding::Nearest)];

const fn ty(types: &'static [Type]) -> Slot {
    Need(Choice::Type(types))
}

const fn word(text: &'static str) -> Slot {
    Need(Word(text, Effect::None))
}

const fn sets(text: &'static str, effect: Effect) -> Slot {
    Need(Word(text, effect))
}

const T0: Of = Of::T(0);
const T1: Of = Of::T(1);
const AS_U32: Of = Of::Is(Type::U32);
const AS_B32: Of = Of::Is(Type::B32);
const AS_B64: Of = Of::Is(Type::B64);

const INTEGERS: &[Type] = &[Type::U16, Type::U32, Type::U64, Type::S16, Type::S32, Type::S64];

/// All forms, family by family.
const FAMILIES: &[&[Form]] = &[
    arithmetic::FORMS,
    arithmetic::FLOAT_FORMS,
    logic::FORMS,
    compare::FORMS,
    compare::SELECTION_FORMS,
    convert::FORMS,
    memory::FORMS,
    atomic::SHARED_FORMS,
    atomic::FORMS,
    control::FORMS,
    warp::FORMS,
    asynchronous::FORMS,
    matrix::FORMS,
    texture::FORMS,
    video::FORMS,
];
