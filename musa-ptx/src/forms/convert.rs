//! Moves and conversions.

use super::{AS_B32, Choice::*, Effect, FTZ, Form, MAY_ROUND, Of, Procedure, RELU, SAT, Shape::*, Slot::*, T0, ty};
use musa_isa::{Flags, Opcode, Rounding, Space, Type::*};

const INTEGERS: &[musa_isa::Type] = &[U8, U16, U32, U64, S8, S16, S32, S64];
const ROUND: super::Slot = Need(Rounding(super::IEEE));
const INTEGRAL: super::Slot = Need(Rounding(&[
    Rounding::NearestInteger,
    Rounding::ZeroInteger,
    Rounding::DownInteger,
    Rounding::UpInteger,
]));
const RN_RZ: super::Slot = Need(Rounding(&[Rounding::Nearest, Rounding::Zero]));
const RN: super::Slot = Need(Rounding(&[Rounding::Nearest]));
const MAY_FINITE: super::Slot = May(Word("satfinite", Effect::Flag(Flags::SATURATE_FINITE)));
const FINITE: super::Slot = Need(Word("satfinite", Effect::Flag(Flags::SATURATE_FINITE)));
const SCALED: super::Slot = May(Hint(&["scaled"]));
const D_A: &[super::Shape] = &[D(Of::Wide(0)), S(Of::Wide(1))];
const ANY: &[musa_isa::Type] = &[Pred, B16, B32, B64, B128, U16, U32, U64, S16, S32, S64, F32, F64];
const SPACES: &[Space] = &[
    Space::Global,
    Space::Shared,
    Space::Constant,
    Space::Local,
    Space::Parameter,
    Space::SharedCluster,
];

const fn conversion(slots: &'static [super::Slot]) -> Form {
    Form::new(Opcode::Cvt, "cvt", slots, D_A)
}

pub(super) const FORMS: &[Form] = &[
    Form::new(
        Opcode::Mov,
        "mov",
        &[May(Vector(&[2, 4, 8])), ty(ANY)],
        &[Special(Procedure::Mov)],
    ),
    // Integer to integer.
    Form::new(Opcode::Cvt, "cvt", &[SAT, ty(INTEGERS), ty(INTEGERS)], D_A),
    // Integer to float.
    conversion(&[ROUND, FTZ, SAT, ty(&[F32]), ty(INTEGERS)]),
    conversion(&[ROUND, SAT, ty(&[F16, F64]), ty(INTEGERS)]),
    conversion(&[ROUND, ty(&[Bf16]), ty(super::INTEGERS)]),
    // Float to integer.
    conversion(&[INTEGRAL, FTZ, SAT, ty(INTEGERS), ty(&[F32])]),
    conversion(&[INTEGRAL, SAT, ty(INTEGERS), ty(&[F16, F64])]),
    conversion(&[INTEGRAL, ty(super::INTEGERS), ty(&[Bf16])]),
    // Float to a narrower float.
    conversion(&[ROUND, FTZ, SAT, ty(&[F16]), ty(&[F32])]),
    conversion(&[RN_RZ, RELU, MAY_FINITE, ty(&[F16, Bf16]), ty(&[F32])]),
    conversion(&[ROUND, FTZ, ty(&[Bf16]), ty(&[F32])]),
    conversion(&[ROUND, FTZ, SAT, ty(&[F32]), ty(&[F64])]),
    conversion(&[ROUND, SAT, ty(&[F16]), ty(&[F64])]),
    conversion(&[ROUND, ty(&[Bf16]), ty(&[F64])]),
    // To a float that is no narrower; bfloat16 may name a rounding everywhere.
    conversion(&[FTZ, SAT, ty(&[F32]), ty(&[F16, F32])]),
    conversion(&[FTZ, SAT, ty(&[F64]), ty(&[F32])]),
    conversion(&[SAT, ty(&[F16]), ty(&[F16])]),
    conversion(&[SAT, ty(&[F64]), ty(&[F16, F64])]),
    conversion(&[MAY_ROUND, FTZ, ty(&[F32]), ty(&[Bf16])]),
    conversion(&[MAY_ROUND, ty(&[F16, F64]), ty(&[Bf16])]),
    conversion(&[MAY_ROUND, ty(&[Bf16]), ty(&[F16])]),
    conversion(&[ty(&[Bf16]), ty(&[Bf16])]),
    // To an integral value.
    conversion(&[INTEGRAL, FTZ, SAT, ty(&[F32]), ty(&[F32])]),
    conversion(&[INTEGRAL, SAT, ty(&[F16]), ty(&[F16])]),
    conversion(&[INTEGRAL, SAT, ty(&[F64]), ty(&[F64])]),
    conversion(&[INTEGRAL, ty(&[Bf16]), ty(&[Bf16])]),
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
