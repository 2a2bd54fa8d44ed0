//! The approximate functions: `.approx` and `.full`, bit for bit as the hardware computes them.
//!
//! The hardware interpolates: the fraction's upper bits choose a segment of a table, the 17 bits below go through a
//! quadratic polynomial with a shortened square, and the sum is cut off, not rounded. Around that PTX's forms without
//! `.ftz` scale subnormal operands into the unit's range and back. `flushes` is `.ftz`.
//!
//! | Function | Worst error (ulp of f32) |
//! |---|---|
//! | `rcp`, `sqrt`, `rsqrt` | 1, 1, 1.5 |
//! | `div` | 2 |
//! | `ex2` | 2 |
//! | `lg2` | absolute 2^-22 |
//! | `sin`, `cos` | absolute 2^-20 in a turn |
//! | `tanh` | relative 2^-16 |

mod double;
mod half;
mod segment;
mod table;

pub use double::{rcp_ftz_f64, rsqrt_f64, rsqrt_ftz_f64};
pub use half::{ex2_half, tanh_half};

use segment::{choose, truncated};

use super::{Mode, single};

const SIGN: u32 = 0x8000_0000;
const INFINITY: u32 = 0x7f80_0000;
const FRACTION: u32 = 0x007f_ffff;
const SMALLEST_NORMAL: u32 = 0x0080_0000;
const ONE: u32 = 0x3f80_0000;
const TWO_TO_24: u32 = 0x4b80_0000;
const QUARTER: u32 = 0x3e80_0000;
const HALF: u32 = 0x3f00_0000;

/// The exponent field.
#[inline(always)]
fn exponent(a: u32) -> i32 {
    (a >> 23 & 0xff) as i32
}

#[inline(always)]
fn is_subnormal(a: u32) -> bool {
    a & !SIGN < SMALLEST_NORMAL
}

#[inline(always)]
fn multiply(a: u32, b: u32) -> u32 {
    single::mul(a, b, Mode::NEAREST)
}

/// A positive result built as an integer, or zero below the normal range and infinity beyond it.
#[inline(always)]
fn bounded(bits: i32) -> u32 {
    if bits < SMALLEST_NORMAL as i32 {
        0
    } else {
        (bits as u32).min(INFINITY)
    }
}

/// The unit's reciprocal: subnormal operands count as zero, results below the normal range become zero.
#[inline(always)]
fn unit_rcp(a: u32) -> u32 {
    let magnitude = single::flush(a) & !SIGN;
    let fraction = magnitude & FRACTION;
    let segment = choose(&table::RECIPROCAL, fraction >> 16);
    let significand = segment.at((fraction & 0xffff) << 1) >> 16;
    let result = bounded(((252 - exponent(a)) << 23).wrapping_add(significand as i32));
    let result = if magnitude == 0 { INFINITY } else { result };
    let result = if magnitude >= INFINITY { 0 } else { result };
    if single::is_nan(a) {
        single::NAN
    } else {
        result | a & SIGN
    }
}

/// `rcp.approx.f32`.
#[inline]
pub fn rcp(a: u32, flushes: bool) -> u32 {
    quotient(ONE, a, flushes, true)
}

/// `div.approx.f32`: zero for divisors beyond 2^126, whose reciprocal is subnormal (a NaN for an infinity).
#[inline]
pub fn div(a: u32, b: u32, flushes: bool) -> u32 {
    quotient(a, b, flushes, false)
}

/// `div.full.f32`.
#[inline]
pub fn div_full(a: u32, b: u32, flushes: bool) -> u32 {
    quotient(a, b, flushes, true)
}

/// The product of `a` and the unit's reciprocal of `b`, both scaled into the unit's range: subnormal divisors up (not
/// with `.ftz`) and, of the full range, large ones down.
#[inline(always)]
fn quotient(a: u32, b: u32, flushes: bool, full_range: bool) -> u32 {
    let small = !flushes && is_subnormal(b);
    let large = full_range && b & !SIGN > 0x7e80_0000;
    let scale = if large { QUARTER } else { ONE };
    let scale = if small { TWO_TO_24 } else { scale };
    let mode = Mode {
        flush: flushes,
        ..Mode::NEAREST
    };
    let reciprocal = unit_rcp(multiply(b, scale));
    single::mul(single::mul(a, scale, mode), reciprocal, mode)
}

/// Scales a subnormal operand up by 2^24, the result by `back`.
#[inline(always)]
fn scaled(a: u32, flushes: bool, function: impl Fn(u32) -> u32, back: impl Fn(u32) -> u32) -> u32 {
    let small = !flushes && is_subnormal(a);
    let result = function(if small { multiply(a, TWO_TO_24) } else { a });
    if small { back(result) } else { result }
}

/// Segment, place in it and half of the exponent for a root; and whether the operand is a power of four.
#[inline(always)]
fn root_parts(a: u32) -> (u32, u32, i32, bool) {
    let exponent = exponent(a) - 127;
    let fraction = a & FRACTION;
    let odd = (exponent & 1) as u32;
    (
        odd << 6 | fraction >> 17,
        fraction & 0x1_ffff,
        exponent >> 1,
        odd == 0 && fraction == 0,
    )
}

#[inline(always)]
fn unit_sqrt(a: u32) -> u32 {
    let a = single::flush(a);
    let (index, x, half, _) = root_parts(a);
    let significand = choose(&table::ROOT, index).at(x) >> 17;
    let result = (((half + 126) as u32) << 23).wrapping_add(significand as u32);
    let result = if a & !SIGN == 0 || a == INFINITY { a } else { result };
    let invalid = single::is_nan(a) || a > SIGN;
    if invalid { single::NAN } else { result }
}

#[inline(always)]
fn unit_rsqrt(a: u32) -> u32 {
    let a = single::flush(a);
    let (index, x, half, exact) = root_parts(a);
    let significand = choose(&table::RECIPROCAL_ROOT, index).at(x) >> 16;
    let significand = if exact { 2 << 23 } else { significand };
    let result = (((125 - half) as u32) << 23).wrapping_add(significand as u32);
    let result = if a == INFINITY { 0 } else { result };
    let invalid = single::is_nan(a) || a > SIGN;
    let result = if invalid { single::NAN } else { result };
    if a & !SIGN == 0 { a | INFINITY } else { result }
}

/// `sqrt.approx.f32`.
#[inline]
pub fn sqrt(a: u32, flushes: bool) -> u32 {
    scaled(a, flushes, unit_sqrt, |root| multiply(root, 0x3980_0000))
}

/// `rsqrt.approx.f32`: -inf of -0.
#[inline]
pub fn rsqrt(a: u32, flushes: bool) -> u32 {
    scaled(a, flushes, unit_rsqrt, |root| multiply(root, 0x4580_0000))
}

#[inline(always)]
fn unit_lg2(a: u32) -> u32 {
    let a = single::flush(a);
    let fraction = a & FRACTION;
    let logarithm = choose(&table::LOGARITHM, fraction >> 17).at(fraction & 0x1_ffff);
    let logarithm = if a == ONE { 0 } else { logarithm };
    let sum = (i64::from(exponent(a) - 127) << 38).wrapping_add(logarithm as i64);
    // The unit adds in steps of four, and takes the complement for the magnitude of a negative sum, one step short.
    let magnitude = if sum < 0 { !(sum >> 2) << 2 } else { sum };
    let sign = if sum < 0 { SIGN } else { 0 };
    let result = truncated(magnitude as u64, 38) | sign;
    let result = if a == INFINITY { INFINITY } else { result };
    let invalid = single::is_nan(a) || a > SIGN;
    let result = if invalid { single::NAN } else { result };
    if a & !SIGN == 0 { SIGN | INFINITY } else { result }
}

/// `lg2.approx.f32`.
#[inline]
pub fn lg2(a: u32, flushes: bool) -> u32 {
    const MINUS_24: u32 = 0xc1c0_0000;
    scaled(a, flushes, unit_lg2, |logarithm| {
        single::add(logarithm, MINUS_24, Mode::NEAREST)
    })
}

/// The magnitude in units of 2^-places, cut off, modulo 2^32. Correct below 2^31 units; larger ones only lose high bits.
#[inline(always)]
fn fixed(a: u32, places: i32) -> u32 {
    let shift = exponent(a) - 150 + places;
    let significand = a & FRACTION | SMALLEST_NORMAL;
    if shift >= 0 {
        significand.checked_shl(shift as u32).unwrap_or(0)
    } else {
        significand.checked_shr(shift.unsigned_abs()).unwrap_or(0)
    }
}

#[inline(always)]
fn unit_ex2(a: u32) -> u32 {
    // From 2^8 on the result is beyond either end.
    let large = exponent(a) >= 127 + 8;
    let magnitude = fixed(a, 23) as i32;
    let whole = magnitude as u32 & FRACTION == 0;
    let negative = if whole { magnitude.wrapping_neg() } else { !magnitude };
    let power = if a & SIGN != 0 { negative } else { magnitude };
    let fraction = power as u32 & FRACTION;
    let significand = choose(&table::EXPONENTIAL, fraction >> 17).at(fraction & 0x1_ffff) >> 15;
    let result = bounded((((power >> 23) + 126) << 23).saturating_add(significand as i32));
    let result = if power >> 23 > 127 { INFINITY } else { result };
    let result = if power >> 23 < -126 { 0 } else { result };
    let limit = if a & SIGN != 0 { 0 } else { INFINITY };
    let result = if large { limit } else { result };
    if single::is_nan(a) { single::NAN } else { result }
}

/// `ex2.approx.f32`: subnormal operands count as zero.
#[inline]
pub fn ex2(a: u32, flushes: bool) -> u32 {
    // Below 2^-126 the square of the root is taken.
    let small = !flushes && f32::from_bits(a) < -126.0;
    let result = unit_ex2(if small { multiply(a, HALF) } else { a });
    if small { multiply(result, result) } else { result }
}

/// A sine: the operand's turns, a quarter more for a cosine.
#[inline(always)]
fn unit_sine(a: u32, quarters: u32) -> u32 {
    const TURNS_PER_RADIAN: u32 = 0x3e22_f983;
    // The product with 1 / 2 pi, cut off to f32.
    let product = u64::from(a & FRACTION | SMALLEST_NORMAL) * u64::from(TURNS_PER_RADIAN & FRACTION | SMALLEST_NORMAL);
    let long = (product >> 47) as u32;
    let turns = (product >> (23 + long)) as u32;
    let shift = exponent(a) - 150 + (0x7c - 150) + 23 + long as i32 + 25;
    let angle = if shift >= 0 {
        turns.checked_shl(shift as u32).unwrap_or(0)
    } else {
        turns.checked_shr(shift.unsigned_abs()).unwrap_or(0)
    };
    let angle = if is_subnormal(a) { 0 } else { angle };
    let quadrant = (angle >> 23).wrapping_add(quarters) & 3;
    let fraction = if quadrant & 1 != 0 { !angle } else { angle } & FRACTION;
    let sine = choose(&table::SINE, fraction >> 17).at(fraction & 0x1_ffff);
    let own_sign = if quarters == 0 { a & SIGN } else { 0 };
    let result = truncated(sine, 38) ^ own_sign ^ if quadrant & 2 != 0 { SIGN } else { 0 };
    if a & !SIGN >= INFINITY { single::NAN } else { result }
}

/// `sin.approx.f32`: subnormal operands count as zero.
#[inline]
pub fn sin(a: u32, _flushes: bool) -> u32 {
    unit_sine(a, 0)
}

/// `cos.approx.f32`: subnormal operands count as zero.
#[inline]
pub fn cos(a: u32, _flushes: bool) -> u32 {
    unit_sine(a, 1)
}

/// `tanh.approx.f32`: operands below 2^-8, subnormal ones too, are their own result.
#[inline]
pub fn tanh(a: u32) -> u32 {
    /// First segment, segment bits and fraction bits of each octave from 2^-8 on.
    const OCTAVES: [(u32, u32, u32); 11] = [
        (0, 0, 45),
        (1, 0, 44),
        (2, 0, 43),
        (3, 1, 42),
        (5, 1, 41),
        (7, 2, 40),
        (11, 2, 39),
        (15, 2, 38),
        (19, 3, 38),
        (27, 4, 39),
        (43, 3, 38),
    ];
    let magnitude = a & !SIGN;
    let octave = (exponent(a) - (127 - 8)).clamp(0, 10) as usize;
    let (first, segment_bits, fraction_bits) = OCTAVES[octave];
    let place = (a & FRACTION) >> (6 - segment_bits);
    let value = choose(&table::TANGENT, first + (place >> 17)).at(place & 0x1_ffff);
    let result = truncated(value, fraction_bits) | a & SIGN;
    let result = if exponent(a) < 127 - 8 { a } else { result };
    let result = if magnitude >= 0x4100_0000 {
        ONE | a & SIGN
    } else {
        result
    };
    if single::is_nan(a) { single::NAN } else { result }
}
