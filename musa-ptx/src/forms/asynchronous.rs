//! Asynchronous copies and memory barriers.

use super::{AS_B64, AS_U32, Choice::*, Effect, Form, Procedure, Shape, Shape::*, Slot, Slot::*, sets, ty, word};
use musa_isa::{Action, CacheOperator, Flags, Opcode, Order, Scope, Space, Type::*};

const SHARED: Slot = May(Space(&[Space::Shared, Space::SharedCluster]));
const ORDER: Slot = May(Order(&[Order::Release, Order::Acquire, Order::Relaxed]));
const SCOPE: Slot = May(Scope(&[Scope::Block, Scope::Cluster]));
const PARITY: Slot = Need(Word("parity", Effect::Flag(Flags::PARITY)));
/// Orders of arrivals; waits acquire.
const RELEASE: &[Effect] = &[Effect::Order(Order::Release), Effect::Scope(Scope::Block)];
const ACQUIRE: &[Effect] = &[Effect::Order(Order::Acquire), Effect::Scope(Scope::Block)];
const HINT: Slot = May(Hint(&["L2::*"]));
const COPY: &[Shape] = &[Special(Procedure::CpAsync)];

pub(super) const FORMS: &[Form] = &[
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[sets("init", Effect::Action(Action::Initialize)), SHARED, ty(&[B64])],
        &[Address, S(AS_U32)],
    ),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[sets("inval", Effect::Action(Action::Invalidate)), SHARED, ty(&[B64])],
        &[Address],
    ),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            sets("expect_tx", Effect::Action(Action::ExpectTransaction)),
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[Address, S(AS_U32)],
    ),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            sets("complete_tx", Effect::Action(Action::CompleteTransaction)),
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[Address, S(AS_U32)],
    ),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            sets("arrive", Effect::Action(Action::Arrive)),
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[D(AS_B64), Address, Or(&S(AS_U32), 1)],
    )
    .with(RELEASE),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            word("arrive"),
            sets("expect_tx", Effect::Action(Action::ArriveExpectTransaction)),
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[D(AS_B64), Address, S(AS_U32)],
    )
    .with(RELEASE),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            word("arrive"),
            sets("noComplete", Effect::Action(Action::ArriveNoComplete)),
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[D(AS_B64), Address, S(AS_U32)],
    )
    .with(RELEASE),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            sets("arrive_drop", Effect::Action(Action::ArriveDrop)),
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[D(AS_B64), Address, Or(&S(AS_U32), 1)],
    )
    .with(RELEASE),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            word("arrive_drop"),
            sets("noComplete", Effect::Action(Action::ArriveDropNoComplete)),
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[D(AS_B64), Address, S(AS_U32)],
    )
    .with(RELEASE),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            sets("test_wait", Effect::Action(Action::TestWait)),
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[PD, Address, S(AS_B64)],
    )
    .with(ACQUIRE),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            sets("test_wait", Effect::Action(Action::TestWait)),
            PARITY,
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[PD, Address, S(AS_U32)],
    )
    .with(ACQUIRE),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            sets("try_wait", Effect::Action(Action::TryWait)),
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[PD, Address, S(AS_B64), Maybe(&S(AS_U32))],
    )
    .with(ACQUIRE),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[
            sets("try_wait", Effect::Action(Action::TryWait)),
            PARITY,
            ORDER,
            SCOPE,
            SHARED,
            ty(&[B64]),
        ],
        &[PD, Address, S(AS_U32), Maybe(&S(AS_U32))],
    )
    .with(ACQUIRE),
    Form::new(
        Opcode::Mbarrier,
        "mbarrier",
        &[sets("pending_count", Effect::Action(Action::PendingCount)), ty(&[B64])],
        &[D(AS_U32), S(AS_B64)],
    ),
    Form::new(
        Opcode::CpAsync,
        "cp",
        &[
            sets("async", Effect::Action(Action::Copy)),
            Need(Cache(&[CacheOperator::All, CacheOperator::Global])),
            Need(Space(&[Space::Shared])),
            word("global"),
            HINT,
            HINT,
        ],
        COPY,
    ),
    Form::new(
        Opcode::CpAsync,
        "cp",
        &[word("async"), sets("commit_group", Effect::Action(Action::Commit))],
        &[],
    ),
    Form::new(
        Opcode::CpAsync,
        "cp",
        &[word("async"), sets("wait_group", Effect::Action(Action::WaitGroup))],
        &[Constant],
    ),
    Form::new(
        Opcode::CpAsync,
        "cp",
        &[word("async"), sets("wait_all", Effect::Action(Action::WaitAll))],
        &[],
    ),
    Form::new(
        Opcode::CpAsync,
        "cp",
        &[
            word("async"),
            word("mbarrier"),
            sets("arrive", Effect::Action(Action::AsyncArrive)),
            SHARED,
            ty(&[B64]),
        ],
        &[Address],
    ),
    Form::new(
        Opcode::CpAsync,
        "cp",
        &[
            word("async"),
            word("mbarrier"),
            word("arrive"),
            sets("noinc", Effect::Action(Action::AsyncArriveNoIncrement)),
            SHARED,
            ty(&[B64]),
        ],
        &[Address],
    ),
];
