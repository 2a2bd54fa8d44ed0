//! Approximate functions of f64.

use super::{segment::choose, table};
use crate::arithmetic::{Mode, double};

const SIGN: u32 = 1 << 31;
const INFINITY: u32 = 0x7ff0_0000;
const NAN: u32 = 0x7fff_ffff;
const FRACTION: u32 = 0x000f_ffff;
const SMALLEST_NORMAL: u32 = 0x0010_0000;

/// The upper word, of which the unit makes the upper word of the result; a subnormal number is zero.
#[inline(always)]
fn upper_word(a: u64) -> (u32, bool) {
    let word = (a >> 32) as u32;
    let nan = double::is_nan(a);
    (
        if word & !SIGN < SMALLEST_NORMAL {
            word & SIGN
        } else {
            word
        },
        nan,
    )
}

/// `rcp.approx.ftz.f64`: 20 fraction bits.
#[inline]
pub fn rcp_ftz_f64(a: u64) -> u64 {
    let (word, nan) = upper_word(a);
    let (magnitude, fraction) = (word & !SIGN, word & FRACTION);
    let segment = choose(&table::RECIPROCAL, fraction >> 13);
    let significand = segment.at((fraction & 0x1fff) << 4) >> 19;
    let result = ((2044 - (magnitude >> 20) as i32) << 20).wrapping_add(significand as i32);
    let result = if result < SMALLEST_NORMAL as i32 {
        0
    } else {
        result as u32
    };
    let result = if magnitude == 0 { INFINITY } else { result };
    let result = if magnitude >= INFINITY { 0 } else { result };
    u64::from(if nan { NAN } else { result | word & SIGN }) << 32
}

/// `rsqrt.approx.ftz.f64`: 20 fraction bits.
#[inline]
pub fn rsqrt_ftz_f64(a: u64) -> u64 {
    let (word, nan) = upper_word(a);
    let fraction = word & FRACTION;
    let exponent = (word >> 20 & 0x7ff) as i32 - 1023;
    let odd = (exponent & 1) as u32;
    let segment = choose(&table::RECIPROCAL_ROOT, odd << 6 | fraction >> 14);
    let significand = (segment.at((fraction & 0x3fff) << 3) >> 19) as u32;
    let significand = if odd == 0 && fraction == 0 {
        2 << 20
    } else {
        significand
    };
    let result = (((1021 - (exponent >> 1)) as u32) << 20).wrapping_add(significand);
    let result = if word == INFINITY { 0 } else { result };
    let result = if nan || word > SIGN { NAN } else { result };
    u64::from(if word & !SIGN == 0 { word | INFINITY } else { result }) << 32
}

/// `rsqrt.approx.f64`: rounded to nearest but for rare last bits.
#[inline]
pub fn rsqrt_f64(a: u64) -> u64 {
    if double::is_nan(a) {
        return double::sqrt(a, Mode::NEAREST);
    }
    let root = |value: f64| f64::from_bits(double::sqrt(value.to_bits(), Mode::NEAREST));
    let value = f64::from_bits(a);
    if value < 0.0 {
        return double::INVALID;
    }
    if value == 0.0 || value.is_infinite() {
        return (1.0 / root(value)).to_bits();
    }
    // A subnormal is scaled by an even power of two, so that the correction below keeps its precision.
    let small = value < f64::MIN_POSITIVE;
    let scaled = if small {
        value * f64::from_bits(0x46b0_0000_0000_0000)
    } else {
        value
    };
    let first = 1.0 / root(scaled);
    let fma =
        |a: f64, b: f64, c: f64| f64::from_bits(double::fma(a.to_bits(), b.to_bits(), c.to_bits(), Mode::NEAREST));
    // One Newton step with the residual 1 - scaled * first^2 in doubled precision.
    let product = scaled * first;
    let rest = fma(scaled, first, -product);
    let residual = fma(-product, first, 1.0) - rest * first;
    let corrected = fma(0.5 * first, residual, first);
    let result = if small {
        corrected * f64::from_bits(0x4350_0000_0000_0000)
    } else {
        corrected
    };
    result.to_bits()
}
