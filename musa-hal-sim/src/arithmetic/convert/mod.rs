//! `cvt`: conversions among integers and floating-point formats.
//!
//! [`convert`] does every one-operand form, packed ones element by element; [`pair`] the two-operand forms that pack;
//! [`pack::pack`] is `cvt.pack`.
//!
//! Operands are the low bits of a register; results come back extended to 64 bits by the destination type's
//! signedness, as the hardware extends narrow results into wider registers: keep as many as the register has.

pub mod float;
pub mod integer;
pub mod integral;
pub mod narrow;
pub mod pack;

use musa_isa::Type;

use super::{Mode, exact::Format};

/// `cvt.MODE.DESTINATION.SOURCE`: the result for one operand, or nothing if there is no such conversion.
///
/// A rounding to an integer (`.rni`...) between equal float types rounds to an integral value. Without a modifier a
/// conversion between equal types is a move.
#[inline(always)]
pub fn convert(destination: Type, source: Type, mode: Mode, bits: u64) -> Option<u64> {
    match (is_integer(destination), is_integer(source)) {
        (true, true) => Some(integer::from_integer(destination, source, mode, bits)),
        (true, false) => integer::from_float(destination, source, mode, bits),
        (false, true) => float::from_integer(destination, source, mode, bits),
        (false, false) => match (halves(destination), halves(source)) {
            (None, None) => float::from_float(destination, source, mode, bits),
            (Some(to), Some(from)) => elementwise(to, from, mode, bits),
            _ => None,
        },
    }
}

/// `cvt.MODE.DESTINATION.f32 d, a, b`: both operands converted and packed, the first one in the upper half; nothing
/// if there is no such conversion.
#[inline(always)]
pub fn pair(destination: Type, mode: Mode, a: u32, b: u32) -> Option<u64> {
    let element = halves(destination)?;
    let high = float::from_float(element, Type::F32, mode, u64::from(a))?;
    let low = float::from_float(element, Type::F32, mode, u64::from(b))?;
    Some(high << element.bits() | low)
}

/// Both elements of a packed operand.
#[inline(always)]
fn elementwise(to: Type, from: Type, mode: Mode, bits: u64) -> Option<u64> {
    let high = float::from_float(to, from, mode, bits >> from.bits())?;
    let low = float::from_float(to, from, mode, bits)?;
    Some(high << to.bits() | low)
}

/// The element type of a packed pair.
#[inline(always)]
const fn halves(packed: Type) -> Option<Type> {
    match packed {
        Type::F16x2 => Some(Type::F16),
        Type::Bf16x2 => Some(Type::Bf16),
        Type::E4m3x2 => Some(Type::E4m3),
        Type::E5m2x2 => Some(Type::E5m2),
        _ => None,
    }
}

#[inline(always)]
const fn is_integer(kind: Type) -> bool {
    use Type::*;
    matches!(kind, U8 | U16 | U32 | U64 | S8 | S16 | S32 | S64 | B8 | B16 | B32 | B64)
}

/// The format of a scalar floating-point type. tf32 is that of its upper 19 bits.
#[inline(always)]
const fn format(kind: Type) -> Option<Format> {
    match kind {
        Type::F16 => Some(Format::HALF),
        Type::Bf16 => Some(Format::BRAIN),
        Type::Tf32 => Some(Format::TENSOR),
        Type::F32 => Some(Format::SINGLE),
        Type::F64 => Some(Format::DOUBLE),
        Type::E4m3 => Some(Format::E4M3),
        Type::E5m2 => Some(Format::E5M2),
        _ => None,
    }
}
