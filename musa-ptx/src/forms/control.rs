//! Control flow.

use super::{AS_U32, Choice::*, Effect, Form, Procedure, Shape::*, Slot::*, UNI, sets, ty, word};
use musa_isa::{Action, Flags, Opcode, Type};

pub(super) const FORMS: &[Form] = &[
    Form::new(Opcode::Bra, "bra", &[UNI], &[Label]),
    Form::new(Opcode::Brx, "brx", &[word("idx"), UNI], &[Special(Procedure::Brx)]),
    Form::new(Opcode::Call, "call", &[UNI], &[Special(Procedure::Call)]),
    Form::new(Opcode::Ret, "ret", &[UNI], &[]),
    Form::new(Opcode::Exit, "exit", &[], &[]),
    Form::new(Opcode::Trap, "trap", &[], &[]),
    Form::new(Opcode::Brkpt, "brkpt", &[], &[]),
    Form::new(Opcode::Nanosleep, "nanosleep", &[ty(&[Type::U32])], &[S(AS_U32)]),
    Form::new(
        Opcode::Pmevent,
        "pmevent",
        &[May(Word("mask", Effect::Flag(Flags::HINT)))],
        &[Constant],
    ),
    Form::new(
        Opcode::Griddepcontrol,
        "griddepcontrol",
        &[Need(Action(&[Action::LaunchDependents, Action::Wait]))],
        &[],
    ),
    Form::new(
        Opcode::Setmaxnreg,
        "setmaxnreg",
        &[
            sets("inc", Effect::Action(Action::RegisterIncrease)),
            word("sync"),
            word("aligned"),
            ty(&[Type::U32]),
        ],
        &[Constant],
    ),
    Form::new(
        Opcode::Setmaxnreg,
        "setmaxnreg",
        &[
            sets("dec", Effect::Action(Action::RegisterDecrease)),
            word("sync"),
            word("aligned"),
            ty(&[Type::U32]),
        ],
        &[Constant],
    ),
];
