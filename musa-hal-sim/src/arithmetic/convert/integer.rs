//! Conversions to integers.

use musa_isa::Type;

use super::{float, integral};
use crate::arithmetic::{Mode, single};

/// The value of the low bits as a 64-bit register holds it: sign- or zero-extended.
#[inline(always)]
pub const fn extend(kind: Type, bits: u64) -> u64 {
    let unused = 64u32.saturating_sub(kind.bits()) & 63;
    if kind.is_signed() {
        ((bits << unused) as i64 >> unused) as u64
    } else {
        bits << unused >> unused
    }
}

/// Integer to integer: truncation or extension, or with `.sat` the nearest value that the destination has.
#[inline(always)]
pub fn from_integer(destination: Type, source: Type, mode: Mode, bits: u64) -> u64 {
    let value = extend(source, bits);
    if !mode.saturate {
        return extend(destination, value);
    }
    let value = match (source.is_signed(), destination.is_signed()) {
        (false, _) => value.min(largest(destination)),
        (true, false) => (value as i64).max(0) as u64,
        (true, true) => return clamp_signed(destination, value as i64),
    };
    value.min(largest(destination))
}

/// Float to integer. Out of range goes to the nearest value that the destination has, with `.sat` or without.
#[inline(always)]
pub fn from_float(destination: Type, source: Type, mode: Mode, bits: u64) -> Option<u64> {
    if source == Type::F32 && destination.bits() <= 32 {
        return Some(from_single(destination, mode, bits as u32));
    }
    let value = float::widen(source, mode.flush, bits)?;
    if value.is_nan() {
        return Some(not_a_number(destination, source));
    }
    let value = integral::round(value, mode.rounding);
    // Rust's conversions saturate, as the hardware's do.
    Some(if destination.is_signed() {
        clamp_signed(destination, value as i64)
    } else {
        (value as u64).min(largest(destination))
    })
}

/// f32 to at most 32 bits, in straight code: the commonest conversions. A NaN becomes zero.
#[inline(always)]
fn from_single(destination: Type, mode: Mode, bits: u32) -> u64 {
    // Adding this leaves an integer of 32 bits, in two's complement, in the low bits of an f64.
    const SHIFTER: f64 = 1.5 * (1u64 << 52) as f64;
    let bits = if mode.flush { single::flush(bits) } else { bits };
    let value = f64::from(integral::round_single(f32::from_bits(bits), mode.rounding));
    let largest = largest(destination) as f64;
    let smallest = if destination.is_signed() { -largest - 1.0 } else { 0.0 };
    let value = if value < smallest { smallest } else { value };
    let value = if value > largest { largest } else { value };
    let value = if single::is_nan(bits) { 0.0 } else { value };
    extend(destination, u64::from((value + SHIFTER).to_bits() as u32))
}

/// What a NaN becomes.
#[inline(always)]
const fn not_a_number(destination: Type, source: Type) -> u64 {
    match (destination.bits(), source) {
        (64, _) => 1 << 63,
        (width, Type::F64) => extend(destination, 1 << (width - 1)),
        _ => 0,
    }
}

#[inline(always)]
const fn largest(kind: Type) -> u64 {
    let value_bits = kind.bits() - kind.is_signed() as u32;
    u64::MAX >> (64u32.saturating_sub(value_bits) & 63)
}

#[inline(always)]
fn clamp_signed(kind: Type, value: i64) -> u64 {
    let largest = largest(kind) as i64;
    value.clamp(!largest, largest) as u64
}
