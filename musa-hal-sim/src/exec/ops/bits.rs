//! Bitwise operations, shifts and fields.

use musa_isa::{Action, Flags, Opcode, Operand, Type};

use super::{
    Choice, Request,
    held::{Held, Of, integers},
};
use crate::{
    arithmetic::{Integer, bits, compare},
    exec::ops::shape::{scalar, vector},
    program::{Detail, Families, Op},
    simd::Row,
};

/// The row of a bitwise function on predicates, words or doubles.
macro_rules! bitwise {
    ($kind:expr, |$($value:ident),+| $body:expr) => {
        match $kind {
            Type::Pred => Some(vector!(|$($value: bool),+| $body)),
            Type::B64 => Some(vector!(|$($value: u64),+| $body)),
            Type::B16 | Type::B32 => Some(vector!(|$($value: u32),+| $body)),
            _ => None,
        }
    };
}

pub(super) fn choose(detail: &Detail) -> Option<&'static Row> {
    let kind = detail.kind();
    match detail.opcode {
        Opcode::And => bitwise!(kind, |a, b| a & b),
        Opcode::Or => bitwise!(kind, |a, b| a | b),
        Opcode::Xor => bitwise!(kind, |a, b| a ^ b),
        Opcode::Not if kind == Type::B16 => Some(vector!(|a: u32| !a & 0xffff)),
        Opcode::Not => bitwise!(kind, |a| !a),
        Opcode::Cnot if Families::BITS.is_built() => {
            integers!(kind, T => scalar!(|a: Of<T>| T::cnot(T::get(a)).hold()))
        }
        Opcode::Shl => integers!(kind, T => vector!(|a: Of<T>, count: u32| T::shl(T::get(a), count).hold())),
        Opcode::Shr => integers!(kind, T => vector!(|a: Of<T>, count: u32| T::shr(T::get(a), count).hold())),
        Opcode::Shf => funnel_shift(detail),
        Opcode::Bfe | Opcode::Bfi | Opcode::Bfind | Opcode::Bmsk | Opcode::Szext => field(detail),
        _ => count_or_permute(detail),
    }
}

fn funnel_shift(detail: &Detail) -> Option<&'static Row> {
    if !Families::BITS.is_built() {
        return None;
    }
    let clamp = detail.second_action == Some(Action::Clamp);
    Some(match (detail.action?, clamp) {
        (Action::Left, true) => vector!(|a: u32, b: u32, count: u32| bits::shf_l(a, b, count, true)),
        (Action::Left, false) => vector!(|a: u32, b: u32, count: u32| bits::shf_l(a, b, count, false)),
        (Action::Right, true) => vector!(|a: u32, b: u32, count: u32| bits::shf_r(a, b, count, true)),
        (Action::Right, false) => vector!(|a: u32, b: u32, count: u32| bits::shf_r(a, b, count, false)),
        _ => return None,
    })
}

fn field(detail: &Detail) -> Option<&'static Row> {
    if !Families::BITS.is_built() {
        return None;
    }
    let kind = detail.kind();
    match detail.opcode {
        Opcode::Bfe => {
            integers!(kind, T => vector!(|a: Of<T>, at: u32, length: u32| bits::bfe(T::get(a), at, length).hold()))
        }
        Opcode::Bfi => integers!(kind, T => scalar!(|a: Of<T>, b: Of<T>, at: u32, length: u32| {
            bits::bfi(T::get(a), T::get(b), at, length).hold()
        })),
        Opcode::Bfind if detail.has(Flags::SHIFT_AMOUNT) => {
            integers!(kind, T => scalar!(|a: Of<T>| bits::bfind(T::get(a), true)))
        }
        Opcode::Bfind => integers!(kind, T => scalar!(|a: Of<T>| bits::bfind(T::get(a), false))),
        Opcode::Bmsk => Some(scalar!(|op: &Op, at: u32, width: u32| {
            bits::bmsk(at, width, op.detail.action == Some(Action::Clamp))
        })),
        Opcode::Szext => integers!(kind, T => scalar!(|op: &Op, a: Of<T>, width: u32| {
            bits::szext(T::get(a), width, op.detail.action == Some(Action::Clamp)).hold()
        })),
        _ => None,
    }
}

fn count_or_permute(detail: &Detail) -> Option<&'static Row> {
    if !Families::BITS.is_built() {
        return None;
    }
    let wide = detail.kind().bits() == 64;
    Some(match (detail.opcode, wide) {
        (Opcode::Popc, false) => vector!(|a: u32| bits::popc_b32(a)),
        (Opcode::Popc, true) => vector!(|a: u64| bits::popc_b64(a)),
        (Opcode::Clz, false) => vector!(|a: u32| bits::clz_b32(a)),
        (Opcode::Clz, true) => vector!(|a: u64| bits::clz_b64(a)),
        (Opcode::Brev, false) => vector!(|a: u32| bits::brev_b32(a)),
        (Opcode::Brev, true) => vector!(|a: u64| bits::brev_b64(a)),
        (Opcode::Fns, _) => scalar!(|mask: u32, base: u32, offset: u32| bits::fns(mask, base, offset as i32)),
        (Opcode::Prmt, _) if detail.action.is_none() => {
            vector!(|a: u32, b: u32, select: u32| bits::prmt(a, b, select, None))
        }
        (Opcode::Prmt, _) => scalar!(|op: &Op, a: u32, b: u32, select: u32| bits::prmt(a, b, select, op.detail.action)),
        _ => return None,
    })
}

/// `lop3 d|p, a, b, c, table [, q]`: the table is a constant of the instruction.
pub(super) fn choose_lop3(request: &Request<'_>) -> Option<Choice> {
    if !Families::BITS.is_built() {
        return None;
    }
    let Some(Operand::Immediate(table)) = request.operands.get(5) else {
        return None;
    };
    let row = if request.wants_second() || request.detail.boolean.is_some() {
        scalar!(|op: &Op, a: u32, b: u32, c: u32, q: bool| {
            let value = bits::lop3(a, b, c, op.extra as u8);
            (value, compare::combine(op.detail.boolean, value != 0, q))
        })
    } else {
        vector!(|op: &Op, a: u32, b: u32, c: u32| bits::lop3(a, b, c, op.extra as u8))
    };
    Some(Choice::plain(row).with_results(2).with_extra(*table).without(5))
}
