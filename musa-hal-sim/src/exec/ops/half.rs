//! f16 and bf16 arithmetic, plain and packed.

use musa_isa::{Flags, Opcode, Type};

use crate::{
    arithmetic::{
        Extremum, half,
        half::{Binary16, Brain16, pairwise},
    },
    exec::ops::shape::scalar,
    program::{Detail, Families, Op},
    simd::Row,
};

/// A row for each of the four half types: `halves!(kind, op, add(a, b; op.mode()))`.
macro_rules! halves {
    ($kind:expr, $op:ident, $function:ident($($value:ident),+; $modifier:expr)) => {
        match $kind {
            Type::F16 => halves!(single, Binary16, $op, $function, [$($value),+], $modifier),
            Type::Bf16 => halves!(single, Brain16, $op, $function, [$($value),+], $modifier),
            Type::F16x2 => halves!(pair, Binary16, $op, $function, [$($value),+], $modifier),
            Type::Bf16x2 => halves!(pair, Brain16, $op, $function, [$($value),+], $modifier),
            _ => return None,
        }
    };
    (single, $format:ident, $op:ident, $function:ident, [$($value:ident),+], $modifier:expr) => {
        scalar!(|$op: &Op, $($value: u32),+| u32::from(half::$function::<$format>($($value as u16,)+ $modifier)))
    };
    (pair, $format:ident, $op:ident, $function:ident, [$($value:ident),+], $modifier:expr) => {
        scalar!(|$op: &Op, $($value: u32),+| {
            pairwise([$($value),+], |[$($value),+]| half::$function::<$format>($($value,)+ $modifier))
        })
    };
}

pub(super) fn choose(detail: &Detail) -> Option<&'static Row> {
    if !Families::HALF.is_built() {
        return None;
    }
    if detail.has(Flags::APPROXIMATE) {
        return None;
    }
    let kind = detail.kind();
    Some(match detail.opcode {
        Opcode::Add => halves!(kind, op, add(a, b; op.mode())),
        Opcode::Sub => halves!(kind, op, sub(a, b; op.mode())),
        Opcode::Mul => halves!(kind, op, mul(a, b; op.mode())),
        Opcode::Fma | Opcode::Mad => halves!(kind, op, fma(a, b, c; op.mode())),
        Opcode::Abs => halves!(kind, op, abs(a; op.detail.has(Flags::FLUSH))),
        Opcode::Neg => halves!(kind, op, neg(a; op.detail.has(Flags::FLUSH))),
        Opcode::Min => halves!(kind, op, min(a, b; Extremum::new(op.detail.flags))),
        Opcode::Max => halves!(kind, op, max(a, b; Extremum::new(op.detail.flags))),
        _ => return None,
    })
}
