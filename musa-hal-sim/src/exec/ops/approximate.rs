//! Approximate functions.

use musa_isa::{Flags, Opcode, Type};

use super::shape::scalar;
use crate::{
    arithmetic::{
        approximate,
        half::{Binary16, Brain16, pairwise},
    },
    program::{Detail, Families, Op},
    simd::Row,
};

/// The row of an f32 function that may flush.
macro_rules! flushing {
    ($function:ident($($value:ident),+)) => {
        scalar!(|op: &Op, $($value: u32),+| approximate::$function($($value,)+ op.detail.has(Flags::FLUSH)))
    };
}

pub(super) fn choose(detail: &Detail) -> Option<&'static Row> {
    if !Families::APPROXIMATE.is_built() {
        return None;
    }
    match detail.kind() {
        Type::F32 => of_single(detail),
        Type::F64 => of_double(detail),
        kind => of_half(detail.opcode, kind),
    }
}

fn of_single(detail: &Detail) -> Option<&'static Row> {
    if !Families::SINGLE.is_built() {
        return None;
    }
    Some(match detail.opcode {
        Opcode::Div if detail.has(Flags::FULL_RANGE) => flushing!(div_full(a, b)),
        Opcode::Div => flushing!(div(a, b)),
        Opcode::Rcp => flushing!(rcp(a)),
        Opcode::Sqrt => flushing!(sqrt(a)),
        Opcode::Rsqrt => flushing!(rsqrt(a)),
        Opcode::Sin => flushing!(sin(a)),
        Opcode::Cos => flushing!(cos(a)),
        Opcode::Lg2 => flushing!(lg2(a)),
        Opcode::Ex2 => flushing!(ex2(a)),
        Opcode::Tanh => scalar!(|a: u32| approximate::tanh(a)),
        _ => return None,
    })
}

fn of_double(detail: &Detail) -> Option<&'static Row> {
    if !Families::DOUBLE.is_built() {
        return None;
    }
    let flush = detail.has(Flags::FLUSH);
    Some(match detail.opcode {
        Opcode::Rcp if flush => scalar!(|a: u64| approximate::rcp_ftz_f64(a)),
        Opcode::Rsqrt if flush => scalar!(|a: u64| approximate::rsqrt_ftz_f64(a)),
        Opcode::Rsqrt => scalar!(|a: u64| approximate::rsqrt_f64(a)),
        _ => return None,
    })
}

/// The row of a function of halves, in each of their four types.
macro_rules! halves {
    ($kind:expr, $function:ident) => {
        match $kind {
            Type::F16 => Some(scalar!(|a: u32| u32::from(approximate::$function::<Binary16>(
                a as u16
            )))),
            Type::Bf16 => Some(scalar!(|a: u32| u32::from(approximate::$function::<Brain16>(a as u16)))),
            Type::F16x2 => Some(scalar!(|a: u32| pairwise(
                [a],
                |[a]| approximate::$function::<Binary16>(a)
            ))),
            Type::Bf16x2 => Some(scalar!(|a: u32| pairwise(
                [a],
                |[a]| approximate::$function::<Brain16>(a)
            ))),
            _ => None,
        }
    };
}

fn of_half(opcode: Opcode, kind: Type) -> Option<&'static Row> {
    if !Families::HALF.is_built() {
        return None;
    }
    match opcode {
        Opcode::Ex2 => halves!(kind, ex2_half),
        Opcode::Tanh => halves!(kind, tanh_half),
        _ => None,
    }
}
