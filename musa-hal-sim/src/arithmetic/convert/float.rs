//! Conversions to floating-point formats.

use musa_isa::{Rounding, Type};

use super::{format, integer, integral, narrow};
use crate::arithmetic::{
    Mode, double,
    exact::{Finite, Format, Value},
    half::{self, Half},
    single,
};

/// A scalar float as f64, exactly; nothing if the type is none. `flushes` is `.ftz`, which acts on f32 operands.
#[inline(always)]
pub fn widen(source: Type, flushes: bool, bits: u64) -> Option<f64> {
    Some(match source {
        Type::F64 => f64::from_bits(bits),
        Type::F32 if flushes => f64::from(f32::from_bits(single::flush(bits as u32))),
        Type::F32 => f64::from(f32::from_bits(bits as u32)),
        Type::F16 => f64::from(half::Binary16::widen(bits as u16)),
        Type::Bf16 => f64::from(half::Brain16::widen(bits as u16)),
        _ => return None,
    })
}

/// Integer to float.
#[inline(always)]
pub fn from_integer(destination: Type, source: Type, mode: Mode, bits: u64) -> Option<u64> {
    let value = integer::extend(source, bits);
    let signed = source.is_signed();
    let nearest = mode.rounding == Rounding::Nearest;
    let result = match destination {
        Type::F32 if nearest && signed => u64::from((value as i64 as f32).to_bits()),
        Type::F32 if nearest => u64::from((value as f32).to_bits()),
        Type::F64 if nearest && signed => (value as i64 as f64).to_bits(),
        Type::F64 if nearest => (value as f64).to_bits(),
        _ => {
            let format = match destination {
                Type::F16 | Type::Bf16 | Type::F32 | Type::F64 => format(destination)?,
                _ => return None,
            };
            encode_integer(format, mode.rounding, value, signed)
        }
    };
    Some(finish(destination, mode, result))
}

#[inline(never)]
fn encode_integer(format: Format, rounding: Rounding, value: u64, signed: bool) -> u64 {
    let negative = signed && (value as i64) < 0;
    let magnitude = if negative { value.wrapping_neg() } else { value };
    let finite = Finite {
        negative,
        exponent: 0,
        significand: u128::from(magnitude),
    };
    finite.encode(format, rounding)
}

/// Float to float.
#[inline(always)]
pub fn from_float(destination: Type, source: Type, mode: Mode, bits: u64) -> Option<u64> {
    // On f16 results `.ftz` has no effect.
    let bits = if mode.flush && source == Type::F32 && destination != Type::F16 {
        // `.ftz` makes an f32 operand pass the arithmetic unit, which knows one NaN only.
        u64::from(single::canonical(single::flush(bits as u32)))
    } else {
        bits
    };
    if let Some(moved) = moved(destination, source, mode, bits) {
        return Some(finish(destination, mode, moved));
    }
    if let Some(nan) = not_a_number(destination, source, mode, bits) {
        return Some(finish(destination, mode, nan));
    }
    if integral::is_integral(mode.rounding) {
        let value = integral::round(widen(source, false, bits)?, mode.rounding);
        return Some(finish(destination, mode, exactly(destination, value)?));
    }
    let result = match (destination, source) {
        // Exact ones, and those that the processor or straight code rounds to nearest.
        (Type::F64, Type::F32 | Type::F16 | Type::Bf16) | (Type::F32, Type::F16 | Type::Bf16) => {
            exactly(destination, widen(source, false, bits)?)?
        }
        (Type::F32, Type::F64) if mode.rounding == Rounding::Nearest && !mode.flush => {
            exactly(destination, f64::from_bits(bits))?
        }
        (Type::F16, Type::F32) if mode.rounding == Rounding::Nearest && !mode.saturate_finite => {
            u64::from(narrow::single_to_half(f32::from_bits(bits as u32)))
        }
        (Type::Bf16, Type::F32) if mode.rounding == Rounding::Nearest && !mode.saturate_finite => {
            u64::from(narrow::single_to_brain(f32::from_bits(bits as u32)))
        }
        _ => reencode(format(destination)?, format(source)?, mode, bits, destination)?,
    };
    Some(finish(destination, mode, result))
}

/// The conversions that move bits. f16 and bf16 to themselves still make every NaN one.
#[inline(always)]
fn moved(destination: Type, source: Type, mode: Mode, bits: u64) -> Option<u64> {
    match (destination, source) {
        _ if integral::is_integral(mode.rounding) => None,
        (Type::F32, Type::F32) | (Type::F64, Type::F64) => Some(low_bits(source, bits)),
        (Type::F16, Type::F16) => Some(u64::from(half::canonical::<half::Binary16>(bits as u16))),
        (Type::Bf16, Type::Bf16) => Some(u64::from(half::canonical::<half::Brain16>(bits as u16))),
        (Type::F32, Type::Bf16) if !mode.flush => Some((bits & 0xffff) << 16),
        _ => None,
    }
}

/// A number that the destination has, or that the processor may round to nearest, in it.
#[inline(always)]
fn exactly(destination: Type, value: f64) -> Option<u64> {
    Some(match destination {
        Type::F64 => value.to_bits(),
        Type::F32 => u64::from((value as f32).to_bits()),
        Type::F16 => u64::from(half::Binary16::narrow_double(value)),
        Type::Bf16 => u64::from(half::Brain16::narrow_double(value)),
        _ => return None,
    })
}

/// Any number in any format.
#[inline(never)]
fn reencode(destination: Format, source: Format, mode: Mode, bits: u64, kind: Type) -> Option<u64> {
    let bits = bits & (source.sign() << 1).wrapping_sub(1);
    let value = Value::decode(source, bits);
    let encoded = if mode.flush && kind == Type::F32 {
        value.encode_flushed(destination, mode.rounding, 0)
    } else {
        value.encode(destination, mode.rounding, 0)
    };
    let magnitude = encoded & (destination.sign() - 1);
    let encoded = if mode.saturate_finite && magnitude > destination.maximum {
        encoded & destination.sign() | destination.maximum
    } else {
        encoded
    };
    Some(if kind == Type::Tf32 { encoded << 13 } else { encoded })
}

/// What a NaN operand becomes: its payload moves along to and from f64 (quieted); the other formats have one NaN each.
#[inline(always)]
fn not_a_number(destination: Type, source: Type, mode: Mode, bits: u64) -> Option<u64> {
    let from = format(source)?;
    let bits = low_bits(source, bits);
    // e4m3 has its NaN where the others have infinity.
    let largest = from.maximum + u64::from(source != Type::E4m3);
    if bits & (from.sign() - 1) <= largest {
        return None;
    }
    let moved = destination == Type::F64 || source == Type::F64;
    Some(match destination {
        Type::F16 | Type::Bf16 | Type::F32 | Type::F64 if moved => {
            let to = format(destination)?;
            let quiet = 1 << (to.fraction_bits - 1);
            let payload = move_fraction(bits, from.fraction_bits, to.fraction_bits);
            let sign = if bits & from.sign() != 0 { to.sign() } else { 0 };
            sign | to.infinity() | payload | quiet
        }
        // Rounding away cuts the fraction, whatever it is; `.satfinite` then goes down one place, as from infinity.
        Type::Tf32 if mode.rounding == Rounding::Away => (bits & !0x1fff) - u64::from(mode.saturate_finite) * 0x2000,
        Type::Tf32 => 0x7fff_e000,
        Type::F32 => u64::from(single::NAN),
        Type::F16 | Type::Bf16 => u64::from(half::NAN),
        _ => 0x7f,
    })
}

#[inline(always)]
const fn move_fraction(bits: u64, from: u32, to: u32) -> u64 {
    let fraction = bits & ((1 << from) - 1);
    if from > to {
        fraction >> (from - to)
    } else {
        fraction << (to - from)
    }
}

#[inline(always)]
const fn low_bits(kind: Type, bits: u64) -> u64 {
    bits << (64 - kind.bits()) >> (64 - kind.bits())
}

/// Flushes, saturates and clips a result.
#[inline(always)]
fn finish(destination: Type, mode: Mode, bits: u64) -> u64 {
    match destination {
        Type::F64 if mode.saturate => double::saturate(bits),
        Type::F32 => {
            let bits = bits as u32;
            let bits = if mode.flush { single::flush(bits) } else { bits };
            let bits = if mode.saturate { single::saturate(bits) } else { bits };
            u64::from(if mode.relu { single::relu(bits) } else { bits })
        }
        Type::F16 => u64::from(finish_half::<half::Binary16>(bits as u16, mode)),
        Type::Bf16 => u64::from(finish_half::<half::Brain16>(bits as u16, mode)),
        Type::Tf32 | Type::E4m3 | Type::E5m2 if mode.relu => {
            // The NaN of these has no sign.
            let sign = 1 << (destination.bits() - 1);
            if bits & sign != 0 { 0 } else { bits }
        }
        _ => bits,
    }
}

#[inline(always)]
fn finish_half<H: Half>(bits: u16, mode: Mode) -> u16 {
    let bits = if mode.saturate { half::saturate::<H>(bits) } else { bits };
    if mode.relu { half::relu::<H>(bits) } else { bits }
}
