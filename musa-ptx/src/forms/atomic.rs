//! Atomic operations and fences.

use super::{Choice::*, Effect, Form, Shape, Shape::*, Slot, Slot::*, T0, memory::SCOPE, sets, ty};
use musa_isa::{Action, Flags, Opcode, Order, Scope, Space, Type::*};

const ORDER: Slot = May(Order(&[
    Order::Relaxed,
    Order::Acquire,
    Order::Release,
    Order::AcquireRelease,
]));
/// A reduction answers nothing that could be acquired.
const RED_ORDER: Slot = May(Order(&[Order::Relaxed, Order::Release]));
const MAY_SCOPE: Slot = May(Scope(&[Scope::Block, Scope::Cluster, Scope::Device, Scope::System]));
const SPACES: Slot = May(Space(&[Space::Global, Space::Shared, Space::SharedCluster]));
const HINT: Slot = May(Hint(&["L2::cache_hint"]));
const NO_FLUSH: Slot = Need(Word("noftz", Effect::Flag(Flags::NO_FLUSH)));
const VECTOR: Slot = Need(Vector(&[2, 4, 8]));
/// PTX's defaults: relaxed, for the device.
const DEFAULTS: &[Effect] = &[Effect::Order(Order::Relaxed), Effect::Scope(Scope::Device)];

const ONE: &[Shape] = &[D(T0), Address, S(T0), Dropped];
const TWO: &[Shape] = &[D(T0), Address, S(T0), S(T0), Dropped];
const MANY: &[Shape] = &[Vd(T0), Address, Vs(T0), Dropped];
const RED: &[Shape] = &[Address, S(T0), Dropped];
const RED_MANY: &[Shape] = &[Address, Vs(T0), Dropped];

const LOGIC: Slot = Need(Action(&[Action::And, Action::Or, Action::Xor]));
const ADD: Slot = Need(Action(&[Action::Add]));
const MIN_MAX: Slot = Need(Action(&[Action::Minimum, Action::Maximum]));
const ADD_MIN_MAX: Slot = Need(Action(&[Action::Add, Action::Minimum, Action::Maximum]));
const COUNT: Slot = Need(Action(&[Action::Increment, Action::Decrement]));

/// Forms that `atom` and `red` share: the modifiers behind order, scope and space.
macro_rules! both {
    ($([$($slot:expr),+ $(,)?]),+ $(,)?) => {
        &[
            $(Form::new(Opcode::Atom, "atom", &[ORDER, MAY_SCOPE, SPACES, $($slot),+], ONE).with(DEFAULTS),)+
            $(Form::new(Opcode::Red, "red", &[RED_ORDER, MAY_SCOPE, SPACES, $($slot),+], RED).with(DEFAULTS),)+
        ]
    };
}

pub(super) const SHARED_FORMS: &[Form] = both![
    [LOGIC, HINT, ty(&[B32, B64])],
    [ADD, HINT, ty(&[U32, S32, U64, F32, F64])],
    [ADD, NO_FLUSH, HINT, ty(&[F16, F16x2, Bf16, Bf16x2])],
    [MIN_MAX, HINT, ty(&[U32, S32, U64, S64])],
    [COUNT, HINT, ty(&[U32])],
];

pub(super) const FORMS: &[Form] = &[
    Form::new(
        Opcode::Atom,
        "atom",
        &[
            ORDER,
            MAY_SCOPE,
            SPACES,
            Need(Action(&[Action::Exchange])),
            HINT,
            ty(&[B32, B64, B128]),
        ],
        ONE,
    )
    .with(DEFAULTS),
    Form::new(
        Opcode::Atom,
        "atom",
        &[
            ORDER,
            MAY_SCOPE,
            SPACES,
            Need(Action(&[Action::CompareSwap])),
            HINT,
            ty(&[B16, B32, B64, B128]),
        ],
        TWO,
    )
    .with(DEFAULTS),
    Form::new(
        Opcode::Atom,
        "atom",
        &[ORDER, MAY_SCOPE, SPACES, ADD, HINT, VECTOR, ty(&[F32])],
        MANY,
    )
    .with(DEFAULTS),
    Form::new(
        Opcode::Red,
        "red",
        &[RED_ORDER, MAY_SCOPE, SPACES, ADD, HINT, VECTOR, ty(&[F32])],
        RED_MANY,
    )
    .with(DEFAULTS),
    Form::new(
        Opcode::Atom,
        "atom",
        &[
            ORDER,
            MAY_SCOPE,
            SPACES,
            ADD_MIN_MAX,
            NO_FLUSH,
            HINT,
            VECTOR,
            ty(&[F16, F16x2, Bf16, Bf16x2]),
        ],
        MANY,
    )
    .with(DEFAULTS),
    Form::new(
        Opcode::Red,
        "red",
        &[
            RED_ORDER,
            MAY_SCOPE,
            SPACES,
            ADD_MIN_MAX,
            NO_FLUSH,
            HINT,
            VECTOR,
            ty(&[F16, F16x2, Bf16, Bf16x2]),
        ],
        RED_MANY,
    )
    .with(DEFAULTS),
    Form::new(
        Opcode::Fence,
        "membar",
        &[sets("cta", Effect::Scope(Scope::Block))],
        &[],
    )
    .with(SEQUENTIAL),
    Form::new(
        Opcode::Fence,
        "membar",
        &[sets("gl", Effect::Scope(Scope::Device))],
        &[],
    )
    .with(SEQUENTIAL),
    Form::new(
        Opcode::Fence,
        "membar",
        &[sets("sys", Effect::Scope(Scope::System))],
        &[],
    )
    .with(SEQUENTIAL),
    Form::new(
        Opcode::Fence,
        "fence",
        &[
            May(Order(&[
                Order::SequentiallyConsistent,
                Order::AcquireRelease,
                Order::Acquire,
                Order::Release,
            ])),
            SCOPE,
        ],
        &[],
    )
    .with(&[Effect::Order(Order::AcquireRelease)]),
    Form::new(Opcode::Fence, "fence", PROXY, &[]).with(PROXY_EFFECTS),
    Form::new(Opcode::Fence, "membar", PROXY, &[]).with(PROXY_EFFECTS),
    Form::new(
        Opcode::Fence,
        "fence",
        &[
            sets("proxy", Effect::None),
            sets("tensormap::generic", Effect::None),
            Need(Order(&[Order::Acquire, Order::Release])),
            SCOPE,
        ],
        &[Dropped, Dropped],
    )
    .with(PROXY_EFFECTS),
    Form::new(
        Opcode::Fence,
        "fence",
        &[
            sets("mbarrier_init", Effect::None),
            sets("release", Effect::Order(Order::Release)),
            sets("cluster", Effect::Scope(Scope::Cluster)),
        ],
        &[],
    ),
];

const SEQUENTIAL: &[Effect] = &[Effect::Order(Order::SequentiallyConsistent)];
const PROXY: &[Slot] = &[
    sets("proxy", Effect::None),
    Need(Hint(&["alias", "async", "async::*"])),
    May(Hint(&["global", "shared::*"])),
];
const PROXY_EFFECTS: &[Effect] = &[Effect::Order(Order::AcquireRelease), Effect::Flag(Flags::HINT)];
