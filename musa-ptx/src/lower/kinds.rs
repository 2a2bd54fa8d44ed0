//! Which registers an operand of a type accepts.

use musa_isa::{Bank, Type};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Predicate,
    /// `.bN`: goes with everything of its size.
    Untyped,
    Integer,
    Float,
    /// Several values in one register.
    Packed,
}

fn class(kind: Type) -> Class {
    match kind {
        Type::Pred => Class::Predicate,
        Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128 | Type::B1 => Class::Untyped,
        Type::F16 | Type::Bf16 | Type::F32 | Type::F64 | Type::Tf32 => Class::Float,
        _ if kind.is_float() => Class::Packed,
        Type::U16x2 | Type::S16x2 | Type::U8x4 | Type::S8x4 => Class::Packed,
        _ => Class::Integer,
    }
}

/// Whether a register declared as `declared` may stand where an instruction wants `expected`; with `wide` it may be
/// wider (loads, stores, conversions).
pub(crate) fn accepts(expected: Type, declared: Type, wide: bool) -> bool {
    let size = if wide {
        declared.bits() >= expected.bits()
    } else {
        declared.bits() == expected.bits()
    };
    let classes = match (class(expected), class(declared)) {
        (Class::Predicate, other) | (other, Class::Predicate) => other == Class::Predicate,
        (Class::Untyped, _) | (_, Class::Untyped) => true,
        (Class::Packed, Class::Packed) => !(expected.is_float() && declared.is_float()) || expected == declared,
        (Class::Packed, other) => other == Class::Integer && !expected.is_float(),
        (Class::Integer, Class::Packed) => true,
        (one, other) => one == other,
    };
    size && classes
}

/// The bank of a register of a type. One of 128 bits takes two of its bank.
pub(crate) fn bank(kind: Type) -> Bank {
    match kind.bits() {
        1 => Bank::Predicate,
        0..=32 => Bank::Word,
        _ => Bank::Double,
    }
}

/// The untyped type of a width.
pub(crate) fn untyped(bits: u32) -> Type {
    match bits {
        0..=8 => Type::B8,
        9..=16 => Type::B16,
        17..=32 => Type::B32,
        33..=64 => Type::B64,
        _ => Type::B128,
    }
}

/// The unsigned type of a width.
pub(crate) fn unsigned(bits: u32) -> Type {
    match bits {
        0..=16 => Type::U16,
        17..=32 => Type::U32,
        _ => Type::U64,
    }
}
