//! What atomic operations make of a word in memory.

use musa_isa::{Action, Type};

use crate::{
    arithmetic::{
        Mode, double,
        half::{self, Binary16, Brain16, pairwise},
        single,
    },
    program::Families,
};

/// Whether there is such an operation.
pub fn is_supported(action: Option<Action>, kind: Type) -> bool {
    use Action::*;
    use Type::*;
    match action {
        Some(Exchange) => matches!(kind.bits(), 32 | 64 | 128),
        Some(CompareSwap) => matches!(kind.bits(), 16 | 32 | 64 | 128),
        Some(And | Or | Xor) => matches!(kind, B32 | B64 | U32 | U64 | S32 | S64),
        Some(Increment | Decrement) => kind == U32,
        Some(Minimum | Maximum) => matches!(kind, U32 | S32 | U64 | S64 | F16 | F16x2 | Bf16 | Bf16x2),
        Some(Add) => matches!(kind, U32 | S32 | U64 | S64 | F32 | F64 | F16 | F16x2 | Bf16 | Bf16x2),
        _ => false,
    }
}

/// The new word of 16 or 32 bits. Sums of f32 in global memory flush subnormals, others do not.
pub fn word(action: Action, kind: Type, global: bool, old: u32, b: u32, c: u32) -> u32 {
    let mode = if global { Mode::NEAREST.flushed() } else { Mode::NEAREST };
    match (action, kind) {
        (Action::Exchange, _) => b,
        (Action::CompareSwap, _) => {
            if old == b {
                c
            } else {
                old
            }
        }
        (Action::And, _) => old & b,
        (Action::Or, _) => old | b,
        (Action::Xor, _) => old ^ b,
        (Action::Increment, _) => {
            if old >= b {
                0
            } else {
                old + 1
            }
        }
        (Action::Decrement, _) => {
            if old == 0 || old > b {
                b
            } else {
                old - 1
            }
        }
        (Action::Minimum, Type::S32) => (old as i32).min(b as i32) as u32,
        (Action::Maximum, Type::S32) => (old as i32).max(b as i32) as u32,
        (Action::Minimum, Type::U32) => old.min(b),
        (Action::Maximum, Type::U32) => old.max(b),
        (Action::Add, Type::F32) if Families::SINGLE.is_built() => single::add(old, b, mode),
        (action, Type::F16) => u32::from(of_half::<Binary16>(action, old as u16, b as u16)),
        (action, Type::Bf16) => u32::from(of_half::<Brain16>(action, old as u16, b as u16)),
        (action, Type::F16x2) => pairwise([old, b], |[old, b]| of_half::<Binary16>(action, old, b)),
        (action, Type::Bf16x2) => pairwise([old, b], |[old, b]| of_half::<Brain16>(action, old, b)),
        _ => old.wrapping_add(b),
    }
}

fn of_half<H: half::Half>(action: Action, old: u16, b: u16) -> u16 {
    if !Families::HALF.is_built() {
        return old;
    }
    match action {
        Action::Minimum => half::min::<H>(old, b, Default::default()),
        Action::Maximum => half::max::<H>(old, b, Default::default()),
        _ => half::add::<H>(old, b, Mode::NEAREST),
    }
}

/// The new double. Of two NaNs the operand's wins in global memory, which does not quiet it, and the memory's in shared
/// memory.
pub fn double(action: Action, kind: Type, global: bool, old: u64, b: u64, c: u64) -> u64 {
    match (action, kind) {
        (Action::Exchange, _) => b,
        (Action::CompareSwap, _) => {
            if old == b {
                c
            } else {
                old
            }
        }
        (Action::And, _) => old & b,
        (Action::Or, _) => old | b,
        (Action::Xor, _) => old ^ b,
        (Action::Minimum, Type::S64) => (old as i64).min(b as i64) as u64,
        (Action::Maximum, Type::S64) => (old as i64).max(b as i64) as u64,
        (Action::Minimum, _) => old.min(b),
        (Action::Maximum, _) => old.max(b),
        (Action::Add, Type::F64) if Families::DOUBLE.is_built() => double_sum(old, b, global),
        _ => old.wrapping_add(b),
    }
}

fn double_sum(old: u64, b: u64, global: bool) -> u64 {
    if !global {
        return double::add(b, old, Mode::NEAREST);
    }
    let nan = [b, old].into_iter().find(|value| double::is_nan(*value));
    nan.unwrap_or_else(|| double::add(old, b, Mode::NEAREST))
}
