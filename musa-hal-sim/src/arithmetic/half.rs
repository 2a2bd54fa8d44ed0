//! f16 and bf16 arithmetic: one rounding an operation, to nearest even; every NaN result is 0x7fff.
//!
//! The format is a type parameter, [`Binary16`] or [`Brain16`]. [`pairwise`] applies a function to both halves of the
//! packed forms.
//!
//! Operations go through wider arithmetic that is exact, or whose own rounding cannot be seen:
//! - sums, and f16 products, through f32: a sum or product of two 11-bit significands rounded to 24 >= 2 * 11 + 2 bits
//!   and then to 11 is rounded right, and subnormal results are exact in f32.
//! - bf16 products through f64, which has the exponents for them.
//! - `fma` through a sum rounded to odd, which keeps a sticky last bit: of f16 in f32, of bf16 in f64.

use super::{
    Extremum, Mode,
    convert::narrow::{double_to_half, single_to_brain, single_to_half},
};

/// A 16-bit format.
pub trait Half {
    /// Bits of one.
    const ONE: u16;
    /// Bits of infinity.
    const INFINITY: u16;
    /// Bits of the smallest normal number.
    const SMALLEST_NORMAL: u16;
    /// The power of two at which the exponents end.
    const LIMIT: f32;
    /// Whether `ex2.approx` of the format implies `.ftz`.
    const FLUSHES_EXPONENTIAL: bool;
    /// The same value as f32, exactly; a NaN stays one.
    fn widen(bits: u16) -> f32;
    /// f32 rounded to nearest even.
    fn narrow(value: f32) -> u16;
    /// f64 rounded to nearest even.
    fn narrow_double(value: f64) -> u16;
    /// The sum, rounded once.
    fn sum(a: u16, b: u16) -> u16;
    /// The product, rounded once.
    fn product(a: u16, b: u16) -> u16;
    /// The product plus `c`, rounded once.
    fn fused(a: u16, b: u16, c: u16) -> u16;
}

/// f16.
#[derive(Clone, Copy, Debug)]
pub struct Binary16;

/// bf16.
#[derive(Clone, Copy, Debug)]
pub struct Brain16;

/// The NaN that f16 and bf16 arithmetic answer.
pub const NAN: u16 = 0x7fff;
/// The NaN, of either sign and in both formats, that `fma.oob` takes for a value out of bounds.
pub const OUT_OF_BOUNDS: u16 = 0x7ff7;
const SIGN: u16 = 0x8000;

impl Half for Binary16 {
    const ONE: u16 = 0x3c00;
    const INFINITY: u16 = 0x7c00;
    const SMALLEST_NORMAL: u16 = 0x0400;
    const LIMIT: f32 = 65536.0;
    const FLUSHES_EXPONENTIAL: bool = false;

    #[inline(always)]
    fn widen(bits: u16) -> f32 {
        let magnitude = u32::from(bits & !SIGN);
        // The exponent's bias goes from 15 to 127; infinities and NaNs need the same step again.
        let rebiased = (magnitude << 13) + (112 << 23);
        let special = rebiased + (112 << 23);
        // A subnormal is its fraction in units of 2^-24.
        let subnormal = (magnitude as i32 as f32 * f32::from_bits(0x3380_0000)).to_bits();
        let widened = if magnitude >= u32::from(Self::INFINITY) {
            special
        } else {
            rebiased
        };
        let widened = if magnitude < u32::from(Self::SMALLEST_NORMAL) {
            subnormal
        } else {
            widened
        };
        f32::from_bits(widened | u32::from(bits & SIGN) << 16)
    }
    #[inline(always)]
    fn narrow(value: f32) -> u16 {
        single_to_half(value)
    }
    #[inline(always)]
    fn narrow_double(value: f64) -> u16 {
        double_to_half::<10, 5>(value)
    }
    #[inline(always)]
    fn sum(a: u16, b: u16) -> u16 {
        Self::narrow(Self::widen(a) + Self::widen(b))
    }
    #[inline(always)]
    fn product(a: u16, b: u16) -> u16 {
        Self::narrow(Self::widen(a) * Self::widen(b))
    }
    #[inline(always)]
    fn fused(a: u16, b: u16, c: u16) -> u16 {
        // f32 holds the product of two 11-bit significands, and exponents far beyond f16's.
        Self::narrow(single_sum_to_odd(Self::widen(a) * Self::widen(b), Self::widen(c)))
    }
}

impl Half for Brain16 {
    const ONE: u16 = 0x3f80;
    const INFINITY: u16 = 0x7f80;
    const SMALLEST_NORMAL: u16 = 0x0080;
    const LIMIT: f32 = f32::INFINITY;
    const FLUSHES_EXPONENTIAL: bool = true;

    #[inline(always)]
    fn widen(bits: u16) -> f32 {
        f32::from_bits(u32::from(bits) << 16)
    }
    #[inline(always)]
    fn narrow(value: f32) -> u16 {
        single_to_brain(value)
    }
    #[inline(always)]
    fn narrow_double(value: f64) -> u16 {
        double_to_half::<7, 8>(value)
    }
    #[inline(always)]
    fn sum(a: u16, b: u16) -> u16 {
        // 24 >= 2 * 8 + 2, and a subnormal sum is exact.
        Self::narrow(Self::widen(a) + Self::widen(b))
    }
    #[inline(always)]
    fn product(a: u16, b: u16) -> u16 {
        // f32 has no more exponents than bf16, so a product may lose bits at its lower end; f64 holds it all.
        Self::narrow_double(f64::from(Self::widen(a)) * f64::from(Self::widen(b)))
    }
    #[inline(always)]
    fn fused(a: u16, b: u16, c: u16) -> u16 {
        let product = f64::from(Self::widen(a)) * f64::from(Self::widen(b));
        Self::narrow_double(double_sum_to_odd(product, f64::from(Self::widen(c))))
    }
}

/// Applies a function to the low and to the high halves.
#[inline(always)]
pub fn pairwise<const N: usize>(operands: [u32; N], function: impl Fn([u16; N]) -> u16) -> u32 {
    // One call of the function, so that it is inlined, and no `map`: both keep a loop over lanes from becoming vectors.
    let mut result = 0;
    let mut shift = 0;
    while shift < 32 {
        let mut parts = [0; N];
        let mut place = 0;
        while place < N {
            parts[place] = (operands[place] >> shift) as u16;
            place += 1;
        }
        result |= u32::from(function(parts)) << shift;
        shift += 16;
    }
    result
}

/// Whether the bits are a NaN.
#[inline(always)]
pub fn is_nan<H: Half>(a: u16) -> bool {
    a & !SIGN > H::INFINITY
}

/// A subnormal becomes zero of its sign.
#[inline(always)]
pub fn flush<H: Half>(a: u16) -> u16 {
    if a & !SIGN < H::SMALLEST_NORMAL { a & SIGN } else { a }
}

#[inline(always)]
fn flush_if<H: Half>(flushes: bool, a: u16) -> u16 {
    if flushes { flush::<H>(a) } else { a }
}

/// `.sat`: clamps to [0, 1]; a NaN and -0 become +0.
#[inline(always)]
pub fn saturate<H: Half>(a: u16) -> u16 {
    if is_nan::<H>(a) {
        0
    } else {
        (a as i16).clamp(0, H::ONE as i16) as u16
    }
}

/// `.relu`: a negative result becomes +0; a NaN becomes [`NAN`].
#[inline(always)]
pub fn relu<H: Half>(a: u16) -> u16 {
    if is_nan::<H>(a) { NAN } else { (a as i16).max(0) as u16 }
}

#[inline(always)]
fn finish<H: Half>(result: u16, mode: Mode) -> u16 {
    let result = flush_if::<H>(mode.flush, result);
    let result = if mode.saturate { saturate::<H>(result) } else { result };
    if mode.relu { relu::<H>(result) } else { result }
}

/// `add`.
#[inline(always)]
pub fn add<H: Half>(a: u16, b: u16, mode: Mode) -> u16 {
    let (a, b) = (flush_if::<H>(mode.flush, a), flush_if::<H>(mode.flush, b));
    finish::<H>(H::sum(a, b), mode)
}

/// `sub`.
#[inline(always)]
pub fn sub<H: Half>(a: u16, b: u16, mode: Mode) -> u16 {
    add::<H>(a, b ^ SIGN, mode)
}

/// `mul`.
#[inline(always)]
pub fn mul<H: Half>(a: u16, b: u16, mode: Mode) -> u16 {
    let (a, b) = (flush_if::<H>(mode.flush, a), flush_if::<H>(mode.flush, b));
    finish::<H>(H::product(a, b), mode)
}

/// `fma`: `a * b + c`, rounded once.
#[inline(always)]
pub fn fma<H: Half>(a: u16, b: u16, c: u16, mode: Mode) -> u16 {
    let (a, b) = (flush_if::<H>(mode.flush, a), flush_if::<H>(mode.flush, b));
    let c = flush_if::<H>(mode.flush, c);
    if mode.out_of_bounds && (a & !SIGN == OUT_OF_BOUNDS || b & !SIGN == OUT_OF_BOUNDS) {
        return 0;
    }
    finish::<H>(H::fused(a, b, c), mode)
}

/// A sum rounded to odd: an inexact sum gets an odd last bit, so that a later rounding to at least two bits less goes as
/// from the exact sum.
macro_rules! sum_to_odd {
    ($name:ident, $float:ident) => {
        #[inline(always)]
        fn $name(a: $float, b: $float) -> $float {
            let sum = a + b;
            // The error of the rounded sum, exactly (Knuth). It is a NaN or zero where the sum is infinite or a NaN.
            let b_part = sum - a;
            let error = (a - (sum - b_part)) + (b - b_part);
            let bits = sum.to_bits();
            // The exact sum lies toward the error from the rounded one: of the two neighbours around it take the odd
            // one.
            let away = (error > 0.0) == (sum > 0.0);
            let odd = if away {
                bits | 1
            } else {
                bits.wrapping_sub(!bits & 1)
            };
            let inexact = error.abs() > 0.0;
            $float::from_bits(if inexact { odd } else { bits })
        }
    };
}

sum_to_odd!(single_sum_to_odd, f32);
sum_to_odd!(double_sum_to_odd, f64);

/// `abs`.
#[inline(always)]
pub fn abs<H: Half>(a: u16, flushes: bool) -> u16 {
    canonical::<H>(flush_if::<H>(flushes, a & !SIGN))
}

/// `neg`.
#[inline(always)]
pub fn neg<H: Half>(a: u16, flushes: bool) -> u16 {
    canonical::<H>(flush_if::<H>(flushes, a ^ SIGN))
}

/// Any NaN becomes [`NAN`].
#[inline(always)]
pub fn canonical<H: Half>(a: u16) -> u16 {
    if is_nan::<H>(a) { NAN } else { a }
}

/// Integers in the order of the numbers, -0 before +0.
#[inline(always)]
fn order(a: u16) -> i16 {
    let bits = a as i16;
    bits ^ (bits >> 15 & i16::MAX)
}

#[inline(always)]
fn select<H: Half>(a: u16, b: u16, form: Extremum, takes_b: impl Fn(i16, i16) -> bool) -> u16 {
    let (a, b) = (flush_if::<H>(form.flush, a), flush_if::<H>(form.flush, b));
    let mask = if form.xor_sign { !SIGN } else { !0 };
    let (left, right) = (a & mask, b & mask);
    let chosen = if takes_b(order(left), order(right)) {
        right
    } else {
        left
    };
    let chosen = if is_nan::<H>(a) { right } else { chosen };
    let chosen = if is_nan::<H>(b) { left } else { chosen };
    let nan = if form.propagate_nan {
        is_nan::<H>(a) | is_nan::<H>(b)
    } else {
        is_nan::<H>(a) & is_nan::<H>(b)
    };
    let signed = if form.xor_sign { chosen | (a ^ b) & SIGN } else { chosen };
    if nan { NAN } else { signed }
}

/// `min`: -0 is below +0; of a number and a NaN the number.
#[inline(always)]
pub fn min<H: Half>(a: u16, b: u16, form: Extremum) -> u16 {
    select::<H>(a, b, form, |a, b| b < a)
}

/// `max`: -0 is below +0; of a number and a NaN the number.
#[inline(always)]
pub fn max<H: Half>(a: u16, b: u16, form: Extremum) -> u16 {
    select::<H>(a, b, form, |a, b| b > a)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As hardware answered for all values of a factor, and with NaN and infinity beside it.
    #[test]
    fn a_factor_out_of_bounds_makes_the_result_zero() {
        fn check<H: Half>() {
            for relu in [false, true] {
                let mode = Mode {
                    relu,
                    out_of_bounds: true,
                    ..Mode::NEAREST
                };
                let plain = Mode { relu, ..Mode::NEAREST };
                for a in 0..=u16::MAX {
                    let marks = a & 0x7fff == 0x7ff7;
                    let expected = if marks { 0 } else { fma::<H>(a, H::ONE, 0x4000, plain) };
                    assert_eq!(fma::<H>(a, H::ONE, 0x4000, mode), expected);
                    assert_eq!(fma::<H>(H::ONE, a, 0x4000, mode), expected);
                }
                assert_eq!(fma::<H>(0x7ff7, NAN, NAN, mode), 0);
                assert_eq!(fma::<H>(H::INFINITY, 0xfff7, H::INFINITY, mode), 0);
                assert_eq!(fma::<H>(H::ONE, H::ONE, 0x7ff7, mode), NAN);
            }
        }
        check::<Binary16>();
        check::<Brain16>();
    }
}
