//! Approximate functions of f64.

use super::{segment::choose, table};
use crate::arithmetic::{Mode, double};

const SIGN: u32 = 1 << 31;
const INFINITY: u32 = 0x7ff0_0000;
const NAN: u32 = 0x7fff_ffff;
const FRACTION: u32 = 0x000f_ffff;
const SMALLEST_NORMAL: u32 = 0x0010_0000;
const SIGN_64: u64 = 1 << 63;
const INFINITY_64: u64 = 0x7ff0_0000_0000_0000;

/// The upper word, of which alone the unit makes the upper word of the result, and whether it is a NaN's; a subnormal
/// number is zero.
#[inline(always)]
fn upper_word(a: u64) -> (u32, bool) {
    let word = (a >> 32) as u32;
    let nan = word & !SIGN > INFINITY;
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

/// `rsqrt.approx.f64`: the 20 bits of [`rsqrt_ftz_f64`] and one step towards the root.
#[inline]
pub fn rsqrt_f64(a: u64) -> u64 {
    if double::is_nan(a) {
        return double::add(a, a, Mode::NEAREST);
    }
    if a & !SIGN_64 == 0 {
        return a | INFINITY_64;
    }
    if a >= SIGN_64 {
        return double::INVALID;
    }
    if a == INFINITY_64 {
        return 0;
    }
    if a < u64::from(SMALLEST_NORMAL) << 32 {
        // Scaled by an even power of two.
        let scaled = double::mul(a, 0x4350_0000_0000_0000, Mode::NEAREST);
        return double::mul(refined_root(scaled), 0x41a0_0000_0000_0000, Mode::NEAREST);
    }
    refined_root(a)
}

/// With `e = 1 - a * first^2`: `first + first * e * (1/2 + 3/8 * e)`.
fn refined_root(a: u64) -> u64 {
    const ONE: u64 = 0x3ff0_0000_0000_0000;
    const HALF: u64 = 0x3fe0_0000_0000_0000;
    const THREE_EIGHTHS: u64 = 0x3fd8_0000_0000_0000;
    let mode = Mode::NEAREST;
    let first = rsqrt_ftz_f64(a);
    let square = double::mul(first, first, mode);
    let error = double::fma(a, square ^ SIGN_64, ONE, mode);
    let factor = double::fma(error, THREE_EIGHTHS, HALF, mode);
    double::fma(factor, double::mul(first, error, mode), first, mode)
}
