//! Moves and conversions.

use super::{AS_B32, Choice::*, Effect, FTZ, Form, MAY_ROUND, Of, Procedure, RELU, SAT, Shape::*, Slot::*, T0, ty};
use musa_isa::{Flags, Opcode, Rounding, Space, Type::*};

const INTEGERS: &[musa_isa::Type] = &[U8, U16, U32, U64, S8, S16, S32, S64];
const FLOATS: &[musa_isa::Type] = &[F16, Bf16, F32, F64];
const INTEGRAL: &[Rounding] = &[
    Rounding::NearestInteger,
    Rounding::ZeroInteger,
    Rounding::DownInteger,
    Rounding::UpInteger,
];
const RN_RZ: super::Slot = Need(Rounding(&[Rounding::Nearest, Rounding::Zero]));
const RN: super::Slot = Need(Rounding(&[Rounding::Nearest]));
const MAY_FINITE: super::Slot = May(Word("satfinite", Effect::Flag(Flags::SATURATE_FINITE)));
const FINITE: super::Slot = Need(Word("satfinite", Effect::Flag(Flags::SATURATE_FINITE)));
const SCALED: super::Slot = May(Hint(&["scaled"]));
const D_A: &[super::Shape] = &[D(Of::Wide(0)), S(Of::Wide(1))];
const ANY: &[musa_isa::Type] = &[
    Pred, B16, B32, B64, B128, U16, U32, U64, S16, S32, S64, F32, F64, F16, F16x2, Bf16, Bf16x2,
];
const SPACES: &[Space] = &[
    Space::Global,
    Space::Shared,
    Space::Constant,
    Space::Local,
    Space::Parameter,
    Space::SharedCluster,
];

pub(super) const FORMS: &[Form] = &[
    Form::new(
        Opcode::Mov,
        "mov",
        &[May(Vector(&[2, 4, 8])), ty(ANY)],
        &[Special(Procedure::Mov)],
    ),
    Form::new(
        Opcode::Mov,
        "mov",
        &[May(Vector(&[2, 4, 8])), ty(&[U8, S8, B8])],
        &[Special(Procedure::Mov)],
    ),
    // Integer to integer.
    Form::new(Opcode::Cvt, "cvt", &[SAT, ty(INTEGERS), ty(INTEGERS)], D_A),
    // Integer to float.
    Form::new(
        Opcode::Cvt,
        "cvt",
        &[Need(Rounding(super::IEEE)), FTZ, SAT, ty(FLOATS), ty(INTEGERS)],
        D_A,
    ),
    // Float to integer.
    Form::new(
        Opcode::Cvt,
        "cvt",
        &[Need(Rounding(INTEGRAL)), FTZ, SAT, ty(INTEGERS), ty(FLOATS)],
        D_A,
    ),
    // Float to float: widening, narrowing, or to an integral value.
    Form::new(
        Opcode::Cvt,
        "cvt",
        &[MAY_ROUND, FTZ, SAT, RELU, MAY_FINITE, ty(FLOATS), ty(FLOATS)],
        D_A,
    ),
    Form::new(
        Opcode::Cvt,
        "cvt",
        &[Need(Rounding(INTEGRAL)), FTZ, SAT, ty(FLOATS), ty(FLOATS)],
        D_A,
    ),
    // Packed and narrow floats.
    Form::new(
        Opcode::Cvt,
        "cvt",
        &[RN_RZ, RELU, MAY_FINITE, ty(&[F16x2, Bf16x2]), ty(&[F32])],
        &[D(T0), S(Of::T(1)), S(Of::T(1))],
    ),
    Form::new(
        Opcode::Cvt,
        "cvt",
        &[
            Need(Rounding(&[Rounding::Away, Rounding::Nearest, Rounding::Zero])),
            RELU,
            MAY_FINITE,
            ty(&[Tf32]),
            ty(&[F32]),
        ],
        &[D(AS_B32), S(Of::T(1))],
    ),
    Form::new(
        Opcode::Cvt,
        "cvt",
        &[RN, FINITE, RELU, ty(&[E4m3x2, E5m2x2]), ty(&[F32])],
        &[D(T0), S(Of::T(1)), S(Of::T(1))],
    ),
    Form::new(
        Opcode::Cvt,
        "cvt",
        &[RN, FINITE, RELU, ty(&[E4m3x2, E5m2x2]), ty(&[F16x2])],
        &[D(T0), S(Of::T(1))],
    ),
    Form::new(
        Opcode::Cvt,
        "cvt",
        &[RN, RELU, SCALED, ty(&[F16x2]), ty(&[E4m3x2, E5m2x2])],
        &[D(T0), S(Of::T(1))],
    ),
    Form::new(
        Opcode::CvtPack,
        "cvt",
        &[
            Need(Word("pack", Effect::None)),
            SAT,
            ty(&[U16, S16, U8, S8, U4, S4, U2, S2]),
            ty(&[S32]),
        ],
        &[D(AS_B32), S(Of::T(1)), S(Of::T(1))],
    ),
    Form::new(
        Opcode::CvtPack,
        "cvt",
        &[
            Need(Word("pack", Effect::None)),
            SAT,
            ty(&[U8, S8, U4, S4, U2, S2]),
            ty(&[S32]),
            ty(&[B32]),
        ],
        &[D(AS_B32), S(Of::T(1)), S(Of::T(1)), S(AS_B32)],
    ),
    Form::new(
        Opcode::Cvta,
        "cvta",
        &[Need(Space(SPACES)), ty(&[U32, U64])],
        &[D(T0), S(T0)],
    ),
    Form::new(
        Opcode::Cvta,
        "cvta",
        &[
            Need(Word("to", Effect::Flag(Flags::TO_SPACE))),
            Need(Space(SPACES)),
            ty(&[U32, U64]),
        ],
        &[D(T0), S(T0)],
    ),
    Form::new(
        Opcode::Isspacep,
        "isspacep",
        &[Need(Space(SPACES))],
        &[PD, Special(Procedure::IsSpace)],
    ),
];
