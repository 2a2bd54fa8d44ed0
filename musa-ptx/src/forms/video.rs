//! Video instructions: arithmetic on selected bytes and halves, scalar and packed.

use super::{Choice::*, Effect, Form, Procedure, SAT, Shape::*, Slot, Slot::*, ty};
use musa_isa::{Action, Comparison, Flags, Opcode, Type::*, video as fields};

const WORDS: &[musa_isa::Type] = &[U32, S32];
const MERGE: Slot = May(Action(&[Action::Add, Action::Minimum, Action::Maximum]));
const SUM: Slot = May(Action(&[Action::Add]));
const SCALAR: &[super::Shape] = &[Special(Procedure::Video)];
const PACKED: &[super::Shape] = &[Special(Procedure::VideoSimd)];
const COMPARISONS: Slot = Need(Comparison(&[
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Less,
    Comparison::LessEqual,
    Comparison::Greater,
    Comparison::GreaterEqual,
]));
const MODE: Slot = Need(SecondAction(&[Action::Clamp, Action::Wrap]));
const SCALE: Slot = May(Variant(&[("shr7", fields::SCALE_SHR7), ("shr15", fields::SCALE_SHR15)]));
const TYPES: &[Slot] = &[ty(WORDS), ty(WORDS), ty(WORDS), SAT, MERGE];
const PACKED_TYPES: &[Slot] = &[ty(WORDS), ty(WORDS), ty(WORDS), SAT, SUM];

pub(super) const FORMS: &[Form] = &[
    Form::new(Opcode::Vadd, "vadd", TYPES, SCALAR),
    Form::new(Opcode::Vsub, "vsub", TYPES, SCALAR),
    Form::new(Opcode::Vabsdiff, "vabsdiff", TYPES, SCALAR),
    Form::new(Opcode::Vmin, "vmin", TYPES, SCALAR),
    Form::new(Opcode::Vmax, "vmax", TYPES, SCALAR),
    Form::new(
        Opcode::Vshl,
        "vshl",
        &[ty(WORDS), ty(WORDS), ty(&[U32]), SAT, MODE, MERGE],
        SCALAR,
    ),
    Form::new(
        Opcode::Vshr,
        "vshr",
        &[ty(WORDS), ty(WORDS), ty(&[U32]), SAT, MODE, MERGE],
        SCALAR,
    ),
    Form::new(
        Opcode::Vmad,
        "vmad",
        &[
            ty(WORDS),
            ty(WORDS),
            ty(WORDS),
            May(Word("po", Effect::Flag(Flags::PLUS_ONE))),
            SAT,
            SCALE,
        ],
        SCALAR,
    ),
    Form::new(
        Opcode::Vset,
        "vset",
        &[ty(WORDS), ty(WORDS), COMPARISONS, MERGE],
        SCALAR,
    ),
    Form::new(Opcode::Vadd2, "vadd2", PACKED_TYPES, PACKED),
    Form::new(Opcode::Vsub2, "vsub2", PACKED_TYPES, PACKED),
    Form::new(Opcode::Vavrg2, "vavrg2", PACKED_TYPES, PACKED),
    Form::new(Opcode::Vabsdiff2, "vabsdiff2", PACKED_TYPES, PACKED),
    Form::new(Opcode::Vmin2, "vmin2", PACKED_TYPES, PACKED),
    Form::new(Opcode::Vmax2, "vmax2", PACKED_TYPES, PACKED),
    Form::new(
        Opcode::Vset2,
        "vset2",
        &[ty(WORDS), ty(WORDS), COMPARISONS, SUM],
        PACKED,
    ),
    Form::new(Opcode::Vadd4, "vadd4", PACKED_TYPES, PACKED),
    Form::new(Opcode::Vsub4, "vsub4", PACKED_TYPES, PACKED),
    Form::new(Opcode::Vavrg4, "vavrg4", PACKED_TYPES, PACKED),
    Form::new(Opcode::Vabsdiff4, "vabsdiff4", PACKED_TYPES, PACKED),
    Form::new(Opcode::Vmin4, "vmin4", PACKED_TYPES, PACKED),
    Form::new(Opcode::Vmax4, "vmax4", PACKED_TYPES, PACKED),
    Form::new(
        Opcode::Vset4,
        "vset4",
        &[ty(WORDS), ty(WORDS), COMPARISONS, SUM],
        PACKED,
    ),
];
