//! Comparison and selection.

use super::{Choice::*, FTZ, Form, Shape::*, Slot::*, T0, T1, ty};
use musa_isa::{Action, Boolean, Comparison, Opcode, Type::*};

const INTEGER: &[Comparison] = &[
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Less,
    Comparison::LessEqual,
    Comparison::Greater,
    Comparison::GreaterEqual,
    Comparison::Lower,
    Comparison::LowerSame,
    Comparison::Higher,
    Comparison::HigherSame,
];
const FLOAT: &[Comparison] = &[
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Less,
    Comparison::LessEqual,
    Comparison::Greater,
    Comparison::GreaterEqual,
    Comparison::EqualUnordered,
    Comparison::NotEqualUnordered,
    Comparison::LessUnordered,
    Comparison::LessEqualUnordered,
    Comparison::GreaterUnordered,
    Comparison::GreaterEqualUnordered,
    Comparison::Ordered,
    Comparison::Unordered,
];
const BOOLEANS: &[Boolean] = &[Boolean::And, Boolean::Or, Boolean::Xor];
const INTEGER_TYPES: &[musa_isa::Type] = &[B16, B32, B64, U16, U32, U64, S16, S32, S64];
const FLOAT_TYPES: &[musa_isa::Type] = &[F32, F64, F16, F16x2, Bf16, Bf16x2];
const SCALARS: &[musa_isa::Type] = &[
    B16, B32, B64, U16, U32, U64, S16, S32, S64, F32, F64, F16, F16x2, Bf16, Bf16x2,
];
const RESULTS: &[musa_isa::Type] = &[U32, S32, F32, F16, F16x2, Bf16, Bf16x2, U16, S16];

pub(super) const FORMS: &[Form] = &[
    Form::new(
        Opcode::Setp,
        "setp",
        &[Need(Comparison(INTEGER)), ty(INTEGER_TYPES)],
        &[PQ, S(T0), S(T0)],
    ),
    Form::new(
        Opcode::Setp,
        "setp",
        &[Need(Comparison(INTEGER)), Need(Boolean(BOOLEANS)), ty(INTEGER_TYPES)],
        &[PQ, S(T0), S(T0), P],
    ),
    Form::new(
        Opcode::Setp,
        "setp",
        &[Need(Comparison(FLOAT)), FTZ, ty(FLOAT_TYPES)],
        &[PQ, S(T0), S(T0)],
    ),
    Form::new(
        Opcode::Setp,
        "setp",
        &[Need(Comparison(FLOAT)), Need(Boolean(BOOLEANS)), FTZ, ty(FLOAT_TYPES)],
        &[PQ, S(T0), S(T0), P],
    ),
    Form::new(
        Opcode::Set,
        "set",
        &[Need(Comparison(INTEGER)), ty(RESULTS), ty(INTEGER_TYPES)],
        &[D(T0), S(T1), S(T1)],
    ),
    Form::new(
        Opcode::Set,
        "set",
        &[
            Need(Comparison(INTEGER)),
            Need(Boolean(BOOLEANS)),
            ty(RESULTS),
            ty(INTEGER_TYPES),
        ],
        &[D(T0), S(T1), S(T1), P],
    ),
    Form::new(
        Opcode::Set,
        "set",
        &[Need(Comparison(FLOAT)), FTZ, ty(RESULTS), ty(FLOAT_TYPES)],
        &[D(T0), S(T1), S(T1)],
    ),
    Form::new(
        Opcode::Set,
        "set",
        &[
            Need(Comparison(FLOAT)),
            Need(Boolean(BOOLEANS)),
            FTZ,
            ty(RESULTS),
            ty(FLOAT_TYPES),
        ],
        &[D(T0), S(T1), S(T1), P],
    ),
    Form::new(Opcode::Selp, "selp", &[ty(SCALARS)], &[D(T0), S(T0), S(T0), P]),
    Form::new(
        Opcode::Slct,
        "slct",
        &[ty(SCALARS), ty(&[S32])],
        &[D(T0), S(T0), S(T0), S(T1)],
    ),
    Form::new(
        Opcode::Slct,
        "slct",
        &[FTZ, ty(SCALARS), ty(&[F32])],
        &[D(T0), S(T0), S(T0), S(T1)],
    ),
    Form::new(
        Opcode::Testp,
        "testp",
        &[
            Need(Action(&[
                Action::Finite,
                Action::Infinite,
                Action::Number,
                Action::NotANumber,
                Action::Normal,
                Action::Subnormal,
            ])),
            ty(&[F32, F64]),
        ],
        &[PD, S(T0)],
    ),
];
