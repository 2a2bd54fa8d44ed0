//! Loads, stores, and what surrounds them.

use super::{AS_U32, Choice::*, Effect, Form, Of, Shape, Shape::*, Slot, Slot::*, T0, ty, word};
use musa_isa::{CacheOperator, Opcode, Order, Scope, Space, Type::*};

const ELEMENTS: &[musa_isa::Type] = &[B8, B16, B32, B64, B128, U8, U16, U32, U64, S8, S16, S32, S64, F32, F64];
const SPACES: Slot = May(Space(&[
    Space::Global,
    Space::Shared,
    Space::Constant,
    Space::Local,
    Space::Parameter,
    Space::SharedCluster,
]));
const VECTOR: Slot = May(Vector(&[2, 4, 8]));
pub(super) const SCOPE: Slot = Need(Scope(&[Scope::Block, Scope::Cluster, Scope::Device, Scope::System]));
const LOAD_CACHE: Slot = May(Cache(&[
    CacheOperator::All,
    CacheOperator::Global,
    CacheOperator::Streaming,
    CacheOperator::LastUse,
    CacheOperator::Volatile,
    CacheOperator::NonCoherent,
]));
const STORE_CACHE: Slot = May(Cache(&[
    CacheOperator::WriteBack,
    CacheOperator::Global,
    CacheOperator::Streaming,
    CacheOperator::WriteThrough,
]));
/// Cache hints of all kinds, which may come in number.
const HINT: Slot = May(Hint(&[
    "L1::*",
    "L2::cache_hint",
    "L2::64B",
    "L2::128B",
    "L2::256B",
    "level::*",
    "unified",
    "nc",
]));
const STORE_HINT: Slot = May(Hint(&["L1::*", "L2::cache_hint", "level::*", "unified"]));
const WEAK: Slot = May(Word("weak", Effect::None));
const VOLATILE: Slot = Need(Word("volatile", Effect::Order(Order::Volatile)));
const LOAD: &[Shape] = &[Vd(Of::Wide(0)), Address, Dropped];
const STORE: &[Shape] = &[Address, Vs(Of::Wide(0)), Dropped];

pub(super) const FORMS: &[Form] = &[
    Form::new(
        Opcode::Ld,
        "ld",
        &[WEAK, SPACES, LOAD_CACHE, HINT, HINT, HINT, HINT, VECTOR, ty(ELEMENTS)],
        LOAD,
    ),
    Form::new(Opcode::Ld, "ld", &[VOLATILE, SPACES, HINT, VECTOR, ty(ELEMENTS)], LOAD),
    Form::new(
        Opcode::Ld,
        "ld",
        &[
            Need(Order(&[Order::Relaxed, Order::Acquire])),
            SCOPE,
            SPACES,
            HINT,
            HINT,
            HINT,
            HINT,
            VECTOR,
            ty(ELEMENTS),
        ],
        LOAD,
    ),
    Form::new(
        Opcode::Ld,
        "ld",
        &[
            Need(Word("mmio", Effect::Order(Order::Mmio))),
            Need(Word("relaxed", Effect::None)),
            SCOPE,
            SPACES,
            ty(ELEMENTS),
        ],
        LOAD,
    ),
    Form::new(
        Opcode::Ld,
        "ldu",
        &[May(Space(&[Space::Global])), VECTOR, ty(ELEMENTS)],
        LOAD,
    ),
    Form::new(
        Opcode::St,
        "st",
        &[
            WEAK,
            SPACES,
            STORE_CACHE,
            STORE_HINT,
            STORE_HINT,
            STORE_HINT,
            STORE_HINT,
            VECTOR,
            ty(ELEMENTS),
        ],
        STORE,
    ),
    Form::new(
        Opcode::St,
        "st",
        &[VOLATILE, SPACES, STORE_HINT, VECTOR, ty(ELEMENTS)],
        STORE,
    ),
    Form::new(
        Opcode::St,
        "st",
        &[
            Need(Order(&[Order::Relaxed, Order::Release])),
            SCOPE,
            SPACES,
            STORE_HINT,
            STORE_HINT,
            STORE_HINT,
            STORE_HINT,
            VECTOR,
            ty(ELEMENTS),
        ],
        STORE,
    ),
    Form::new(
        Opcode::St,
        "st",
        &[
            Need(Word("mmio", Effect::Order(Order::Mmio))),
            Need(Word("relaxed", Effect::None)),
            SCOPE,
            SPACES,
            ty(ELEMENTS),
        ],
        STORE,
    ),
    Form::new(
        Opcode::Prefetch,
        "prefetch",
        &[
            May(Space(&[Space::Global, Space::Local])),
            Need(Hint(&["L1", "L2", "L2::evict_last", "L2::evict_normal"])),
        ],
        &[Address],
    ),
    Form::new(
        Opcode::Prefetch,
        "prefetch",
        &[May(Space(&[Space::Constant, Space::Parameter])), word("tensormap")],
        &[Address],
    ),
    Form::new(Opcode::Prefetch, "prefetchu", &[word("L1")], &[Address]),
    Form::new(
        Opcode::Prefetch,
        "applypriority",
        &[May(Space(&[Space::Global])), Need(Hint(&["L2::*"]))],
        &[Address, Dropped],
    ),
    Form::new(
        Opcode::Prefetch,
        "discard",
        &[May(Space(&[Space::Global])), Need(Hint(&["L2"]))],
        &[Address, Dropped],
    ),
    Form::new(
        Opcode::Createpolicy,
        "createpolicy",
        &[
            Need(Hint(&["fractional", "range", "cvt"])),
            May(Hint(&["global"])),
            May(Hint(&["L2", "L2::*"])),
            May(Hint(&["L2::*"])),
            ty(&[B64]),
        ],
        &[D(T0), Dropped, Dropped, Dropped],
    ),
    Form::new(
        Opcode::Mapa,
        "mapa",
        &[May(Space(&[Space::SharedCluster])), ty(&[U32, U64, S32, S64])],
        &[D(T0), S(T0), S(AS_U32)],
    ),
    Form::new(
        Opcode::Getctarank,
        "getctarank",
        &[May(Space(&[Space::SharedCluster])), ty(&[U32, U64, S32, S64])],
        &[D(AS_U32), S(T0)],
    ),
    Form::new(
        Opcode::Alloca,
        "alloca",
        &[ty(&[U32, U64])],
        &[D(T0), S(T0), Or(&Constant, 8)],
    ),
    Form::new(Opcode::Stacksave, "stacksave", &[ty(&[U32, U64])], &[D(T0)]),
    Form::new(Opcode::Stackrestore, "stackrestore", &[ty(&[U32, U64])], &[S(T0)]),
];
