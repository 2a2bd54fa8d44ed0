//! Bits: logic, shifts, fields, counts, permutations.

use super::{AS_B32, AS_U32, Choice::*, Effect, Form, Of, Shape::*, Slot::*, T0, ty};
use musa_isa::{Action, Boolean, Flags, Opcode, Type::*};

const BITS: &[musa_isa::Type] = &[Pred, B16, B32, B64];
const D_A_B: &[super::Shape] = &[D(T0), S(T0), S(T0)];
const D_A: &[super::Shape] = &[D(T0), S(T0)];
const COUNT: &[super::Shape] = &[D(AS_U32), S(T0)];
const AS_S32: Of = Of::Is(S32);
const WRAP_CLAMP: super::Slot = Need(Action(&[Action::Wrap, Action::Clamp]));

pub(super) const FORMS: &[Form] = &[
    Form::new(Opcode::And, "and", &[ty(BITS)], D_A_B),
    Form::new(Opcode::Or, "or", &[ty(BITS)], D_A_B),
    Form::new(Opcode::Xor, "xor", &[ty(BITS)], D_A_B),
    Form::new(Opcode::Not, "not", &[ty(BITS)], D_A),
    Form::new(Opcode::Cnot, "cnot", &[ty(&[B16, B32, B64])], D_A),
    Form::new(Opcode::Shl, "shl", &[ty(&[B16, B32, B64])], &[D(T0), S(T0), S(AS_U32)]),
    Form::new(
        Opcode::Shr,
        "shr",
        &[ty(&[B16, B32, B64, U16, U32, U64, S16, S32, S64])],
        &[D(T0), S(T0), S(AS_U32)],
    ),
    Form::new(
        Opcode::Shf,
        "shf",
        &[
            Need(Action(&[Action::Left, Action::Right])),
            Need(SecondAction(&[Action::Wrap, Action::Clamp])),
            ty(&[B32]),
        ],
        &[D(T0), S(T0), S(T0), S(AS_U32)],
    ),
    Form::new(
        Opcode::Lop3,
        "lop3",
        &[ty(&[B32])],
        &[D(AS_B32), Unset, S(AS_B32), S(AS_B32), S(AS_B32), Constant],
    ),
    Form::new(
        Opcode::Lop3,
        "lop3",
        &[Need(Boolean(&[Boolean::And, Boolean::Or])), ty(&[B32])],
        &[DP(AS_B32), S(AS_B32), S(AS_B32), S(AS_B32), Constant, P],
    ),
    Form::new(Opcode::Popc, "popc", &[ty(&[B32, B64])], COUNT),
    Form::new(Opcode::Clz, "clz", &[ty(&[B32, B64])], COUNT),
    Form::new(Opcode::Brev, "brev", &[ty(&[B32, B64])], D_A),
    Form::new(
        Opcode::Bfind,
        "bfind",
        &[
            May(Word("shiftamt", Effect::Flag(Flags::SHIFT_AMOUNT))),
            ty(&[U32, U64, S32, S64]),
        ],
        COUNT,
    ),
    Form::new(
        Opcode::Bfe,
        "bfe",
        &[ty(&[U32, U64, S32, S64])],
        &[D(T0), S(T0), S(AS_U32), S(AS_U32)],
    ),
    Form::new(
        Opcode::Bfi,
        "bfi",
        &[ty(&[B32, B64])],
        &[D(T0), S(T0), S(T0), S(AS_U32), S(AS_U32)],
    ),
    Form::new(
        Opcode::Fns,
        "fns",
        &[ty(&[B32])],
        &[D(AS_B32), S(AS_B32), S(AS_B32), S(AS_S32)],
    ),
    Form::new(
        Opcode::Bmsk,
        "bmsk",
        &[WRAP_CLAMP, ty(&[B32])],
        &[D(AS_B32), S(AS_U32), S(AS_U32)],
    ),
    Form::new(
        Opcode::Szext,
        "szext",
        &[WRAP_CLAMP, ty(&[U32, S32])],
        &[D(T0), S(T0), S(AS_U32)],
    ),
    Form::new(
        Opcode::Prmt,
        "prmt",
        &[
            ty(&[B32]),
            May(Action(&[
                Action::Forward4,
                Action::Backward4,
                Action::Replicate8,
                Action::EdgeClampLeft,
                Action::EdgeClampRight,
                Action::Replicate16,
            ])),
        ],
        &[D(AS_B32), S(AS_B32), S(AS_B32), S(AS_B32)],
    ),
];
