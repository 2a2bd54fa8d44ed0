//! Textures and surfaces.

use super::{Choice::*, Effect, Form, Procedure, Shape::*, Slot, Slot::*, sets, ty};
use musa_isa::{Action, Flags, Opcode, Type::*, texture as fields};

const GEOMETRIES: Slot = Need(Variant(fields::GEOMETRY_NAMES));
const LEVEL: Slot = May(Variant(&[
    ("base", fields::LEVEL_BASE),
    ("level", fields::LEVEL_GIVEN),
    ("grad", fields::LEVEL_GRADIENT),
]));
const VECTOR: Slot = May(Vector(&[2, 4]));
const RESULTS: &[musa_isa::Type] = &[U32, S32, F32, F16, F16x2];
const COORDINATES: &[musa_isa::Type] = &[S32, F32];
const OUTSIDE: Slot = Need(SecondAction(&[Action::TrapOutside, Action::Clamp, Action::ZeroOutside]));
const RAW: Slot = sets("b", Effect::None);
const FORMATTED: Slot = sets("p", Effect::Flag(Flags::FORMATTED));
const BITS: &[musa_isa::Type] = &[B8, B16, B32, B64];
const VALUES: &[musa_isa::Type] = &[B32, U32, S32, F32];
const QUERIES: Slot = Need(Variant(fields::QUERY_NAMES));

pub(super) const FORMS: &[Form] = &[
    Form::new(
        Opcode::Tex,
        "tex",
        &[LEVEL, GEOMETRIES, VECTOR, ty(RESULTS), ty(COORDINATES)],
        &[Special(Procedure::Tex)],
    ),
    Form::new(
        Opcode::Tld4,
        "tld4",
        &[
            Need(Variant(&[
                ("r", 0),
                ("g", 1 << fields::COMPONENT_SHIFT),
                ("b", 2 << fields::COMPONENT_SHIFT),
                ("a", 3 << fields::COMPONENT_SHIFT),
            ])),
            GEOMETRIES,
            VECTOR,
            ty(&[U32, S32, F32]),
            ty(&[F32]),
        ],
        &[Special(Procedure::Tex)],
    ),
    Form::new(Opcode::Txq, "txq", &[QUERIES, ty(&[B32])], &[Special(Procedure::Query)]),
    Form::new(
        Opcode::Txq,
        "txq",
        &[
            Need(Word("level", Effect::Variant(fields::QUERY_LEVEL))),
            QUERIES,
            ty(&[B32]),
        ],
        &[Special(Procedure::Query)],
    ),
    Form::new(Opcode::Suq, "suq", &[QUERIES, ty(&[B32])], &[Special(Procedure::Query)]),
    Form::new(
        Opcode::Suld,
        "suld",
        &[
            RAW,
            GEOMETRIES,
            May(Hint(&["ca", "cg", "cs", "cv"])),
            VECTOR,
            ty(BITS),
            OUTSIDE,
        ],
        &[Special(Procedure::SurfaceLoad)],
    ),
    Form::new(
        Opcode::Suld,
        "suld",
        &[FORMATTED, GEOMETRIES, VECTOR, ty(VALUES), OUTSIDE],
        &[Special(Procedure::SurfaceLoad)],
    ),
    Form::new(
        Opcode::Sust,
        "sust",
        &[
            RAW,
            GEOMETRIES,
            May(Hint(&["wb", "cg", "cs", "wt"])),
            VECTOR,
            ty(BITS),
            OUTSIDE,
        ],
        &[Special(Procedure::SurfaceStore)],
    ),
    Form::new(
        Opcode::Sust,
        "sust",
        &[FORMATTED, GEOMETRIES, VECTOR, ty(VALUES), OUTSIDE],
        &[Special(Procedure::SurfaceStore)],
    ),
    Form::new(
        Opcode::Sured,
        "sured",
        &[RAW, OPERATION, GEOMETRIES, ty(&[U32, U64, S32, S64, B32, B64]), OUTSIDE],
        &[Special(Procedure::SurfaceStore)],
    ),
    Form::new(
        Opcode::Sured,
        "sured",
        &[FORMATTED, OPERATION, GEOMETRIES, ty(&[B32]), OUTSIDE],
        &[Special(Procedure::SurfaceStore)],
    ),
];

const OPERATION: Slot = Need(Action(&[
    Action::Add,
    Action::Minimum,
    Action::Maximum,
    Action::And,
    Action::Or,
]));
