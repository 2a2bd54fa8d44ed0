//! Comparison and selection.

use super::{Choice::*, FTZ, Form, Shape::*, Slot::*, T0, T1, ty};
use musa_isa::{Action, Boolean, Comparison, Opcode, Type::*};

const SAME: &[Comparison] = &[Comparison::Equal, Comparison::NotEqual];
const SIGNED: &[Comparison] = &[
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Less,
    Comparison::LessEqual,
    Comparison::Greater,
    Comparison::GreaterEqual,
];
const UNSIGNED: &[Comparison] = &[
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
const BOOLEAN: super::Slot = Need(Boolean(&[Boolean::And, Boolean::Or, Boolean::Xor]));
const SCALARS: &[musa_isa::Type] = &[B16, B32, B64, U16, U32, U64, S16, S32, S64, F32, F64];
const RESULTS: &[musa_isa::Type] = &[U32, S32, F32, F16, Bf16];
const HALF_RESULTS: &[musa_isa::Type] = &[F16, F16x2, Bf16, Bf16x2, U16, S16, U32, S32];

/// `setp` and `set`, without and with a predicate source, for some comparisons, perhaps a flush, and types.
macro_rules! comparing {
    ($(($comparisons:expr, [$($flush:expr)?], $results:expr, $types:expr)),+ $(,)?) => {
        &[$(
            Form::new(
                Opcode::Setp,
                "setp",
                &[Need(Comparison($comparisons)), $($flush,)? ty($types)],
                &[PQ, S(T0), S(T0)],
            ),
            Form::new(
                Opcode::Setp,
                "setp",
                &[Need(Comparison($comparisons)), BOOLEAN, $($flush,)? ty($types)],
                &[PQ, S(T0), S(T0), P],
            ),
            Form::new(
                Opcode::Set,
                "set",
                &[Need(Comparison($comparisons)), $($flush,)? ty($results), ty($types)],
                &[D(T0), S(T1), S(T1)],
            ),
            Form::new(
                Opcode::Set,
                "set",
                &[Need(Comparison($comparisons)), BOOLEAN, $($flush,)? ty($results), ty($types)],
                &[D(T0), S(T1), S(T1), P],
            ),
        )+]
    };
}

pub(super) const FORMS: &[Form] = comparing![
    (SAME, [], RESULTS, &[B16, B32, B64]),
    (SIGNED, [], RESULTS, &[S16, S32, S64]),
    (UNSIGNED, [], RESULTS, &[U16, U32, U64]),
    (FLOAT, [FTZ], RESULTS, &[F32]),
    (FLOAT, [], RESULTS, &[F64]),
    (FLOAT, [FTZ], HALF_RESULTS, &[F16, F16x2]),
    (FLOAT, [], HALF_RESULTS, &[Bf16, Bf16x2]),
];

pub(super) const SELECTION_FORMS: &[Form] = &[
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
