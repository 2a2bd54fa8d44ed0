//! Matrix instructions.

use super::{ALIGNED, AS_B32, Choice::*, Effect, Form, Procedure, SYNC, Shape::*, Slot, Slot::*, sets, ty, word};
use musa_isa::{Action, Flags, Opcode, Space, Type::*, matrix as fields};

const SHAPES: Slot = Need(Variant(fields::SHAPE_NAMES));
const SHARED: Slot = May(Space(&[Space::Shared]));
const SPACE: Slot = May(Space(&[Space::Shared, Space::Global]));
const TRANS: Slot = May(Word("trans", Effect::Flag(Flags::TRANSPOSE)));
const A: Slot = Need(Variant(&[("row", 0), ("col", fields::A_COLUMN_MAJOR)]));
const B: Slot = Need(Variant(&[("row", 0), ("col", fields::B_COLUMN_MAJOR)]));
const FINITE: Slot = May(Word("satfinite", Effect::Flag(Flags::SATURATE_FINITE)));
const MMA: &[super::Shape] = &[Special(Procedure::Mma)];
const COUNT: Slot = Need(Count(&[("x1", 1), ("x2", 2), ("x4", 4)]));
const MULTIPLICAND: &[musa_isa::Type] = &[F16, Bf16, Tf32, F64, U8, S8, U4, S4, E4m3, E5m2];
const ACCUMULATOR: &[musa_isa::Type] = &[F16, F32, F64, S32];
const ELEMENT: &[musa_isa::Type] = &[F16, Bf16, Tf32, F32, F64, U8, S8, S32, U4, S4, B1];

pub(super) const FORMS: &[Form] = &[
    Form::new(
        Opcode::Ldmatrix,
        "ldmatrix",
        &[SYNC, ALIGNED, word("m8n8"), COUNT, TRANS, SHARED, ty(&[B16])],
        &[Vd(AS_B32), Address],
    ),
    Form::new(
        Opcode::Stmatrix,
        "stmatrix",
        &[SYNC, ALIGNED, word("m8n8"), COUNT, TRANS, SHARED, ty(&[B16])],
        &[Address, Vs(AS_B32)],
    ),
    Form::new(
        Opcode::Mma,
        "mma",
        &[
            SYNC,
            ALIGNED,
            SHAPES,
            A,
            B,
            FINITE,
            ty(ACCUMULATOR),
            ty(MULTIPLICAND),
            ty(MULTIPLICAND),
            ty(ACCUMULATOR),
        ],
        MMA,
    ),
    Form::new(
        Opcode::Mma,
        "mma",
        &[
            SYNC,
            ALIGNED,
            SHAPES,
            A,
            B,
            ty(&[S32]),
            ty(&[B1]),
            ty(&[B1]),
            ty(&[S32]),
            Need(Action(&[Action::And, Action::Xor])),
            word("popc"),
        ],
        MMA,
    ),
    Form::new(
        Opcode::Wmma,
        "wmma",
        &[
            word("load"),
            sets("a", Effect::Action(Action::LoadA)),
            SYNC,
            ALIGNED,
            A,
            SHAPES,
            SPACE,
            ty(ELEMENT),
        ],
        &[Special(Procedure::WmmaLoad)],
    ),
    Form::new(
        Opcode::Wmma,
        "wmma",
        &[
            word("load"),
            sets("b", Effect::Action(Action::LoadB)),
            SYNC,
            ALIGNED,
            A,
            SHAPES,
            SPACE,
            ty(ELEMENT),
        ],
        &[Special(Procedure::WmmaLoad)],
    ),
    Form::new(
        Opcode::Wmma,
        "wmma",
        &[
            word("load"),
            sets("c", Effect::Action(Action::LoadC)),
            SYNC,
            ALIGNED,
            A,
            SHAPES,
            SPACE,
            ty(ELEMENT),
        ],
        &[Special(Procedure::WmmaLoad)],
    ),
    Form::new(
        Opcode::Wmma,
        "wmma",
        &[
            word("store"),
            sets("d", Effect::Action(Action::StoreD)),
            SYNC,
            ALIGNED,
            A,
            SHAPES,
            SPACE,
            ty(ELEMENT),
        ],
        &[Special(Procedure::WmmaStore)],
    ),
    // Half precision: the types of the multiplicands are implied.
    Form::new(
        Opcode::Wmma,
        "wmma",
        &[
            sets("mma", Effect::Action(Action::MultiplyAdd)),
            SYNC,
            ALIGNED,
            A,
            B,
            SHAPES,
            ty(&[F16, F32]),
            ty(&[F16, F32]),
            FINITE,
        ],
        MMA,
    )
    .with(&[Effect::Type(2, F16), Effect::Type(3, F16)]),
    Form::new(
        Opcode::Wmma,
        "wmma",
        &[
            sets("mma", Effect::Action(Action::MultiplyAdd)),
            SYNC,
            ALIGNED,
            A,
            B,
            SHAPES,
            ty(ACCUMULATOR),
            ty(MULTIPLICAND),
            ty(MULTIPLICAND),
            ty(ACCUMULATOR),
            FINITE,
        ],
        MMA,
    ),
    Form::new(
        Opcode::Wmma,
        "wmma",
        &[
            sets("mma", Effect::Action(Action::MultiplyAdd)),
            Need(SecondAction(&[Action::And, Action::Xor])),
            word("popc"),
            SYNC,
            ALIGNED,
            A,
            B,
            SHAPES,
            ty(&[S32]),
            ty(&[B1]),
            ty(&[B1]),
            ty(&[S32]),
        ],
        MMA,
    ),
];
