//! Constants to the bits of a type.

use half::{bf16, f16};
use musa_isa::Type;

use crate::syntax::Constant;

/// The bits of a constant as a value of a type, zero-extended; `None` where PTX has no such conversion.
pub(crate) fn bits(constant: Constant, kind: Type) -> Option<u64> {
    let mask = match kind.bits() {
        64.. => u64::MAX,
        bits => (1 << bits) - 1,
    };
    let value = match kind {
        Type::Pred => u64::from(constant_integer(constant)? != 0),
        // The bits of a single are not widened (oracle `dev_ptx_syntax`), those of a double are narrowed.
        Type::F64 | Type::B64 if matches!(constant, Constant::Single(_)) => as_single(constant),
        Type::F64 => as_double(constant).to_bits(),
        Type::F32 => as_single(constant),
        Type::F16 => narrow(constant, |value| f16::from_f64(value).to_bits()),
        Type::Bf16 => narrow(constant, |value| bf16::from_f64(value).to_bits()),
        // Untyped registers take the bits of a float of their own width.
        Type::B64 => match constant {
            Constant::Integer(value, _) => value,
            other => as_double(other).to_bits(),
        },
        Type::B32 => match constant {
            Constant::Integer(value, _) => value,
            other => as_single(other),
        },
        _ => constant_integer(constant)?,
    };
    Some(value & mask)
}

fn constant_integer(constant: Constant) -> Option<u64> {
    match constant {
        Constant::Integer(value, _) => Some(value),
        _ => None,
    }
}

fn as_double(constant: Constant) -> f64 {
    match constant {
        Constant::Integer(value, true) => value as f64,
        Constant::Integer(value, false) => value as i64 as f64,
        Constant::Single(bits) => f32::from_bits(bits).into(),
        Constant::Double(bits) => f64::from_bits(bits),
    }
}

/// Bits of a single; those of a single literal stay as they are.
fn as_single(constant: Constant) -> u64 {
    match constant {
        Constant::Single(bits) => bits.into(),
        other => (as_double(other) as f32).to_bits().into(),
    }
}

/// Integers are the bits of a half, as compilers write them; fractions are rounded.
fn narrow(constant: Constant, round: impl Fn(f64) -> u16) -> u64 {
    match constant {
        Constant::Integer(value, _) => value,
        other => round(as_double(other)).into(),
    }
}
