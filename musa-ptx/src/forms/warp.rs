//! Barriers of blocks and clusters, and exchange within a warp.

use super::{
    ALIGNED, AS_B32, AS_U32, Choice::*, Effect, Form, SYNC, Shape, Shape::*, Slot, Slot::*, T0, sets, ty, word,
};
use musa_isa::{Action, Flags, Opcode, Order, Type::*};

const MODES: Slot = Need(Action(&[
    Action::ShuffleUp,
    Action::ShuffleDown,
    Action::ShuffleButterfly,
    Action::ShuffleIndex,
]));
const MAY_CTA: Slot = May(Hint(&["cta"]));
const MAY_ALIGNED: Slot = May(Word("aligned", Effect::Flag(Flags::ALIGNED)));
const BAR: &[Effect] = &[Effect::Flag(Flags::ALIGNED)];
const WAIT: Slot = sets("sync", Effect::Action(Action::Synchronize));
const ARRIVE: Slot = sets("arrive", Effect::Action(Action::Arrive));
const REDUCE: Slot = sets("red", Effect::Action(Action::Reduce));
const POPC: Slot = Need(SecondAction(&[Action::PopulationCount]));
const AND_OR: Slot = Need(SecondAction(&[Action::And, Action::Or]));
const SYNC_OPERANDS: &[Shape] = &[S(AS_U32), OrSink(&S(AS_U32))];
const ARRIVE_OPERANDS: &[Shape] = &[S(AS_U32), S(AS_U32)];
const POPC_OPERANDS: &[Shape] = &[D(AS_U32), Special(super::Procedure::BarrierReduce)];
const LOGIC_OPERANDS: &[Shape] = &[PD, Special(super::Procedure::BarrierReduce)];

pub(super) const FORMS: &[Form] = &[
    Form::new(Opcode::Bar, "bar", &[MAY_CTA, WAIT], SYNC_OPERANDS).with(BAR),
    Form::new(Opcode::Bar, "bar", &[MAY_CTA, ARRIVE], ARRIVE_OPERANDS).with(BAR),
    Form::new(Opcode::Bar, "bar", &[MAY_CTA, REDUCE, POPC, ty(&[U32])], POPC_OPERANDS).with(BAR),
    Form::new(
        Opcode::Bar,
        "bar",
        &[MAY_CTA, REDUCE, AND_OR, ty(&[Pred])],
        LOGIC_OPERANDS,
    )
    .with(BAR),
    Form::new(Opcode::Bar, "barrier", &[MAY_CTA, WAIT, MAY_ALIGNED], SYNC_OPERANDS),
    Form::new(Opcode::Bar, "barrier", &[MAY_CTA, ARRIVE, MAY_ALIGNED], ARRIVE_OPERANDS),
    Form::new(
        Opcode::Bar,
        "barrier",
        &[MAY_CTA, REDUCE, POPC, MAY_ALIGNED, ty(&[U32])],
        POPC_OPERANDS,
    ),
    Form::new(
        Opcode::Bar,
        "barrier",
        &[MAY_CTA, REDUCE, AND_OR, MAY_ALIGNED, ty(&[Pred])],
        LOGIC_OPERANDS,
    ),
    Form::new(Opcode::Bar, "bar", &[word("warp"), word("sync")], &[S(AS_B32)])
        .with(&[Effect::Action(Action::WarpSynchronize)]),
    Form::new(
        Opcode::Bar,
        "barrier",
        &[
            word("cluster"),
            sets("arrive", Effect::Action(Action::ClusterArrive)),
            May(Order(&[Order::Release, Order::Relaxed])),
            MAY_ALIGNED,
        ],
        &[],
    )
    .with(&[Effect::Order(Order::Release)]),
    Form::new(
        Opcode::Bar,
        "barrier",
        &[
            word("cluster"),
            sets("wait", Effect::Action(Action::ClusterWait)),
            May(Order(&[Order::Acquire])),
            MAY_ALIGNED,
        ],
        &[],
    )
    .with(&[Effect::Order(Order::Acquire)]),
    Form::new(
        Opcode::Vote,
        "vote",
        &[
            SYNC,
            Need(Action(&[Action::All, Action::Any, Action::Uniform])),
            ty(&[Pred]),
        ],
        &[PD, P, S(AS_B32)],
    ),
    Form::new(
        Opcode::Vote,
        "vote",
        &[SYNC, Need(Action(&[Action::Ballot])), ty(&[B32])],
        &[D(AS_B32), P, S(AS_B32)],
    ),
    Form::new(
        Opcode::Vote,
        "vote",
        &[Need(Action(&[Action::All, Action::Any, Action::Uniform])), ty(&[Pred])],
        &[PD, P],
    ),
    Form::new(
        Opcode::Vote,
        "vote",
        &[Need(Action(&[Action::Ballot])), ty(&[B32])],
        &[D(AS_B32), P],
    ),
    Form::new(
        Opcode::Shfl,
        "shfl",
        &[SYNC, MODES, ty(&[B32])],
        &[DP(AS_B32), S(AS_B32), S(AS_U32), S(AS_U32), S(AS_B32)],
    ),
    Form::new(
        Opcode::Shfl,
        "shfl",
        &[MODES, ty(&[B32, U32, S32, F32])],
        &[DP(AS_B32), S(AS_B32), S(AS_U32), S(AS_U32)],
    ),
    Form::new(
        Opcode::Match,
        "match",
        &[Need(Action(&[Action::Any])), SYNC, ty(&[B32, B64])],
        &[D(AS_B32), Unset, S(T0), S(AS_B32)],
    ),
    Form::new(
        Opcode::Match,
        "match",
        &[Need(Action(&[Action::All])), SYNC, ty(&[B32, B64])],
        &[DP(AS_B32), S(T0), S(AS_B32)],
    ),
    Form::new(
        Opcode::Redux,
        "redux",
        &[
            SYNC,
            Need(Action(&[Action::Add, Action::Minimum, Action::Maximum])),
            ty(&[U32, S32]),
        ],
        &[D(T0), S(T0), S(AS_B32)],
    ),
    Form::new(
        Opcode::Redux,
        "redux",
        &[SYNC, Need(Action(&[Action::And, Action::Or, Action::Xor])), ty(&[B32])],
        &[D(T0), S(T0), S(AS_B32)],
    ),
    Form::new(
        Opcode::Redux,
        "redux",
        &[
            SYNC,
            Need(Action(&[Action::Minimum, Action::Maximum])),
            May(Word("abs", Effect::Flag(Flags::ABSOLUTE))),
            May(Word("NaN", Effect::Flag(Flags::PROPAGATE_NAN))),
            ty(&[F32]),
        ],
        &[D(T0), S(T0), S(AS_B32)],
    ),
    Form::new(Opcode::Elect, "elect", &[SYNC], &[DP(AS_B32), S(AS_B32)]),
    Form::new(Opcode::Activemask, "activemask", &[ty(&[B32])], &[D(AS_B32)]),
    Form::new(
        Opcode::Movmatrix,
        "movmatrix",
        &[
            SYNC,
            ALIGNED,
            word("m8n8"),
            sets("trans", Effect::Flag(Flags::TRANSPOSE)),
            ty(&[B16]),
        ],
        &[D(AS_B32), S(AS_B32)],
    ),
];
