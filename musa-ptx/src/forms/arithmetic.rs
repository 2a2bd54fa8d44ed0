//! Integer and floating-point arithmetic.

use super::{
    APPROX, AS_U32, CC, Choice::*, Effect, FTZ, Form, INTEGERS, MAY_ROUND, NEAREST, Of, RELU, ROUND, SAT, Shape::*,
    Slot::*, T0, T1, sets, ty,
};
use musa_isa::{Flags, Opcode, Part, Rounding, Type::*};

const D_A: &[super::Shape] = &[D(T0), S(T0)];
const D_A_B: &[super::Shape] = &[D(T0), S(T0), S(T0)];
const D_A_B_C: &[super::Shape] = &[D(T0), S(T0), S(T0), S(T0)];
const LO_HI: super::Slot = Need(Part(&[Part::Low, Part::High]));
const WIDE: super::Slot = Need(Part(&[Part::Wide]));
const SIGNED: &[musa_isa::Type] = &[S16, S32, S64];
const CARRY: &[musa_isa::Type] = &[U32, S32, U64, S64];
const NARROW: &[musa_isa::Type] = &[U16, U32, S16, S32];

pub(super) const FORMS: &[Form] = &[
    Form::new(
        Opcode::Add,
        "add",
        &[ty(&[U16, U32, U64, S16, S32, S64, U16x2, S16x2])],
        D_A_B,
    ),
    Form::new(
        Opcode::Add,
        "add",
        &[sets("sat", Effect::Flag(Flags::SATURATE)), ty(&[S32])],
        D_A_B,
    ),
    Form::new(Opcode::Add, "add", &[CC, ty(CARRY)], D_A_B),
    Form::new(
        Opcode::Addc,
        "addc",
        &[May(Word("cc", Effect::Flag(Flags::CARRY_OUT))), ty(CARRY)],
        D_A_B,
    ),
    Form::new(Opcode::Sub, "sub", &[ty(INTEGERS)], D_A_B),
    Form::new(
        Opcode::Sub,
        "sub",
        &[sets("sat", Effect::Flag(Flags::SATURATE)), ty(&[S32])],
        D_A_B,
    ),
    Form::new(Opcode::Sub, "sub", &[CC, ty(CARRY)], D_A_B),
    Form::new(
        Opcode::Subc,
        "subc",
        &[May(Word("cc", Effect::Flag(Flags::CARRY_OUT))), ty(CARRY)],
        D_A_B,
    ),
    Form::new(Opcode::Mul, "mul", &[LO_HI, ty(INTEGERS)], D_A_B),
    Form::new(Opcode::Mul, "mul", &[WIDE, ty(NARROW)], &[D(Of::Twice), S(T0), S(T0)]),
    Form::new(Opcode::Mad, "mad", &[LO_HI, ty(INTEGERS)], D_A_B_C),
    Form::new(
        Opcode::Mad,
        "mad",
        &[WIDE, ty(NARROW)],
        &[D(Of::Twice), S(T0), S(T0), S(Of::Twice)],
    ),
    Form::new(
        Opcode::Mad,
        "mad",
        &[
            Need(Part(&[Part::High])),
            sets("sat", Effect::Flag(Flags::SATURATE)),
            ty(&[S32]),
        ],
        D_A_B_C,
    ),
    Form::new(Opcode::Mad, "mad", &[LO_HI, CC, ty(CARRY)], D_A_B_C),
    Form::new(
        Opcode::Madc,
        "madc",
        &[LO_HI, May(Word("cc", Effect::Flag(Flags::CARRY_OUT))), ty(CARRY)],
        D_A_B_C,
    ),
    Form::new(Opcode::Mul24, "mul24", &[LO_HI, ty(&[U32, S32])], D_A_B),
    Form::new(Opcode::Mad24, "mad24", &[LO_HI, ty(&[U32, S32])], D_A_B_C),
    Form::new(
        Opcode::Mad24,
        "mad24",
        &[
            Need(Part(&[Part::High])),
            sets("sat", Effect::Flag(Flags::SATURATE)),
            ty(&[S32]),
        ],
        D_A_B_C,
    ),
    Form::new(Opcode::Sad, "sad", &[ty(INTEGERS)], D_A_B_C),
    Form::new(Opcode::Div, "div", &[ty(INTEGERS)], D_A_B),
    Form::new(Opcode::Rem, "rem", &[ty(INTEGERS)], D_A_B),
    Form::new(Opcode::Abs, "abs", &[ty(SIGNED)], D_A),
    Form::new(Opcode::Neg, "neg", &[ty(SIGNED)], D_A),
    Form::new(Opcode::Min, "min", &[ty(&[U16, U32, U64, U16x2, S16, S64])], D_A_B),
    Form::new(Opcode::Min, "min", &[RELU, ty(&[S16x2, S32])], D_A_B),
    Form::new(Opcode::Max, "max", &[ty(&[U16, U32, U64, U16x2, S16, S64])], D_A_B),
    Form::new(Opcode::Max, "max", &[RELU, ty(&[S16x2, S32])], D_A_B),
    Form::new(
        Opcode::Dp4a,
        "dp4a",
        &[ty(&[U32, S32]), ty(&[U32, S32])],
        &[D(AS_U32), S(T0), S(T1), S(AS_U32)],
    ),
    Form::new(
        Opcode::Dp2a,
        "dp2a",
        &[LO_HI, ty(&[U32, S32]), ty(&[U32, S32])],
        &[D(AS_U32), S(T0), S(T1), S(AS_U32)],
    ),
];

const FULL: super::Slot = sets("full", Effect::Flag(Flags::FULL_RANGE));
const PROPAGATE: super::Slot = May(Word("NaN", Effect::Flag(Flags::PROPAGATE_NAN)));
const XOR_SIGN: super::Slot = Need(Word("xorsign", Effect::Flag(Flags::XOR_SIGN)));
/// Part of `.xorsign.abs`; on its own it belongs to the forms with three sources.
const ABSOLUTE: super::Slot = Need(Word("abs", Effect::Flag(Flags::ABSOLUTE)));
const RN: super::Slot = May(Rounding(&[Rounding::Nearest]));

pub(super) const FLOAT_FORMS: &[Form] = &[
    Form::new(Opcode::Add, "add", &[MAY_ROUND, FTZ, SAT, ty(&[F32])], D_A_B).with(NEAREST),
    Form::new(Opcode::Add, "add", &[MAY_ROUND, ty(&[F64])], D_A_B).with(NEAREST),
    Form::new(Opcode::Add, "add", &[MAY_ROUND, FTZ, ty(&[F32x2])], D_A_B).with(NEAREST),
    Form::new(Opcode::Add, "add", &[RN, FTZ, SAT, ty(&[F16, F16x2])], D_A_B).with(NEAREST),
    Form::new(Opcode::Add, "add", &[RN, ty(&[Bf16, Bf16x2])], D_A_B).with(NEAREST),
    Form::new(Opcode::Sub, "sub", &[MAY_ROUND, FTZ, SAT, ty(&[F32])], D_A_B).with(NEAREST),
    Form::new(Opcode::Sub, "sub", &[MAY_ROUND, ty(&[F64])], D_A_B).with(NEAREST),
    Form::new(Opcode::Sub, "sub", &[MAY_ROUND, FTZ, ty(&[F32x2])], D_A_B).with(NEAREST),
    Form::new(Opcode::Sub, "sub", &[RN, FTZ, SAT, ty(&[F16, F16x2])], D_A_B).with(NEAREST),
    Form::new(Opcode::Sub, "sub", &[RN, ty(&[Bf16, Bf16x2])], D_A_B).with(NEAREST),
    Form::new(Opcode::Mul, "mul", &[MAY_ROUND, FTZ, SAT, ty(&[F32])], D_A_B).with(NEAREST),
    Form::new(Opcode::Mul, "mul", &[MAY_ROUND, ty(&[F64])], D_A_B).with(NEAREST),
    Form::new(Opcode::Mul, "mul", &[MAY_ROUND, FTZ, ty(&[F32x2])], D_A_B).with(NEAREST),
    Form::new(Opcode::Mul, "mul", &[RN, FTZ, SAT, ty(&[F16, F16x2])], D_A_B).with(NEAREST),
    Form::new(Opcode::Mul, "mul", &[RN, ty(&[Bf16, Bf16x2])], D_A_B).with(NEAREST),
    Form::new(Opcode::Fma, "fma", &[ROUND, FTZ, SAT, ty(&[F32])], D_A_B_C),
    Form::new(Opcode::Fma, "fma", &[ROUND, ty(&[F64])], D_A_B_C),
    Form::new(Opcode::Fma, "fma", &[ROUND, FTZ, ty(&[F32x2])], D_A_B_C),
    Form::new(
        Opcode::Fma,
        "fma",
        &[Need(Rounding(&[Rounding::Nearest])), FTZ, SAT, ty(&[F16, F16x2])],
        D_A_B_C,
    ),
    Form::new(
        Opcode::Fma,
        "fma",
        &[Need(Rounding(&[Rounding::Nearest])), FTZ, RELU, ty(&[F16, F16x2])],
        D_A_B_C,
    ),
    // The reference's translator takes other roundings for bf16, which the manual does not have, and computes in f16.
    Form::new(
        Opcode::Fma,
        "fma",
        &[Need(Rounding(&[Rounding::Nearest])), RELU, ty(&[Bf16, Bf16x2])],
        D_A_B_C,
    ),
    Form::new(
        Opcode::Fma,
        "fma",
        &[
            Need(Rounding(&[Rounding::Nearest])),
            sets("oob", Effect::Flag(Flags::OUT_OF_BOUNDS)),
            RELU,
            ty(&[F16, F16x2, Bf16, Bf16x2]),
        ],
        D_A_B_C,
    ),
    Form::new(Opcode::Mad, "mad", &[MAY_ROUND, FTZ, SAT, ty(&[F32])], D_A_B_C).with(NEAREST),
    Form::new(Opcode::Mad, "mad", &[MAY_ROUND, ty(&[F64])], D_A_B_C).with(NEAREST),
    Form::new(Opcode::Div, "div", &[ROUND, FTZ, ty(&[F32])], D_A_B),
    Form::new(Opcode::Div, "div", &[ROUND, ty(&[F64])], D_A_B),
    Form::new(Opcode::Div, "div", &[APPROX, FTZ, ty(&[F32])], D_A_B),
    Form::new(Opcode::Div, "div", &[FULL, FTZ, ty(&[F32])], D_A_B),
    Form::new(Opcode::Div, "div", &[FTZ, ty(&[F32])], D_A_B).with(&[Effect::Flag(Flags::FULL_RANGE)]),
    Form::new(Opcode::Rcp, "rcp", &[ROUND, FTZ, ty(&[F32, F64])], D_A),
    Form::new(Opcode::Rcp, "rcp", &[APPROX, FTZ, ty(&[F32])], D_A),
    Form::new(
        Opcode::Rcp,
        "rcp",
        &[APPROX, sets("ftz", Effect::Flag(Flags::FLUSH)), ty(&[F64])],
        D_A,
    ),
    Form::new(Opcode::Sqrt, "sqrt", &[ROUND, FTZ, ty(&[F32])], D_A),
    Form::new(Opcode::Sqrt, "sqrt", &[ROUND, ty(&[F64])], D_A),
    Form::new(Opcode::Sqrt, "sqrt", &[APPROX, FTZ, ty(&[F32])], D_A),
    Form::new(Opcode::Rsqrt, "rsqrt", &[APPROX, FTZ, ty(&[F32, F64])], D_A),
    Form::new(Opcode::Sin, "sin", &[APPROX, FTZ, ty(&[F32])], D_A),
    Form::new(Opcode::Cos, "cos", &[APPROX, FTZ, ty(&[F32])], D_A),
    Form::new(Opcode::Lg2, "lg2", &[APPROX, FTZ, ty(&[F32])], D_A),
    Form::new(Opcode::Ex2, "ex2", &[APPROX, FTZ, ty(&[F32])], D_A),
    Form::new(Opcode::Ex2, "ex2", &[APPROX, ty(&[F16, F16x2])], D_A),
    Form::new(
        Opcode::Ex2,
        "ex2",
        &[APPROX, sets("ftz", Effect::Flag(Flags::FLUSH)), ty(&[Bf16, Bf16x2])],
        D_A,
    ),
    Form::new(
        Opcode::Tanh,
        "tanh",
        &[APPROX, ty(&[F32, F16, F16x2, Bf16, Bf16x2])],
        D_A,
    ),
    Form::new(Opcode::Abs, "abs", &[FTZ, ty(&[F32, F16, F16x2])], D_A),
    Form::new(Opcode::Abs, "abs", &[ty(&[F64, Bf16, Bf16x2])], D_A),
    Form::new(Opcode::Neg, "neg", &[FTZ, ty(&[F32, F16, F16x2])], D_A),
    Form::new(Opcode::Neg, "neg", &[ty(&[F64, Bf16, Bf16x2])], D_A),
    Form::new(Opcode::Min, "min", &[ty(&[F64])], D_A_B),
    Form::new(Opcode::Min, "min", &[FTZ, PROPAGATE, ty(&[F32, F16, F16x2])], D_A_B),
    Form::new(Opcode::Min, "min", &[PROPAGATE, ty(&[Bf16, Bf16x2])], D_A_B),
    Form::new(
        Opcode::Min,
        "min",
        &[FTZ, PROPAGATE, XOR_SIGN, ABSOLUTE, ty(&[F32, F16, F16x2])],
        D_A_B,
    ),
    Form::new(
        Opcode::Min,
        "min",
        &[PROPAGATE, XOR_SIGN, ABSOLUTE, ty(&[Bf16, Bf16x2])],
        D_A_B,
    ),
    Form::new(
        Opcode::Min,
        "min",
        &[
            FTZ,
            PROPAGATE,
            May(Word("abs", Effect::Flag(Flags::ABSOLUTE))),
            ty(&[F32]),
        ],
        D_A_B_C,
    ),
    Form::new(Opcode::Max, "max", &[ty(&[F64])], D_A_B),
    Form::new(Opcode::Max, "max", &[FTZ, PROPAGATE, ty(&[F32, F16, F16x2])], D_A_B),
    Form::new(Opcode::Max, "max", &[PROPAGATE, ty(&[Bf16, Bf16x2])], D_A_B),
    Form::new(
        Opcode::Max,
        "max",
        &[FTZ, PROPAGATE, XOR_SIGN, ABSOLUTE, ty(&[F32, F16, F16x2])],
        D_A_B,
    ),
    Form::new(
        Opcode::Max,
        "max",
        &[PROPAGATE, XOR_SIGN, ABSOLUTE, ty(&[Bf16, Bf16x2])],
        D_A_B,
    ),
    Form::new(
        Opcode::Max,
        "max",
        &[
            FTZ,
            PROPAGATE,
            May(Word("abs", Effect::Flag(Flags::ABSOLUTE))),
            ty(&[F32]),
        ],
        D_A_B_C,
    ),
    Form::new(Opcode::Copysign, "copysign", &[ty(&[F32, F64])], D_A_B),
];
