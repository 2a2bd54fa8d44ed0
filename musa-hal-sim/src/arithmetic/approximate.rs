//! The approximate functions: `.approx` and `.full`.
//!
//! PTX bounds their error and fixes special operands. Special operands are answered as the hardware answers them; for
//! all others the correctly rounded value is given (by f64 arithmetic rounded once more), which lies inside of every
//! bound and is exact where the function is. `flushes` is `.ftz`.

use super::{
    Mode, double,
    half::{self, Half},
    single,
};

const SIGN: u32 = 0x8000_0000;
const INFINITY: u32 = 0x7f80_0000;
const NEGATIVE_INFINITY: u32 = 0xff80_0000;

#[inline(always)]
fn mode(flushes: bool) -> Mode {
    Mode {
        flush: flushes,
        ..Mode::NEAREST
    }
}

#[inline(always)]
fn flush_if(flushes: bool, a: u32) -> u32 {
    if flushes { single::flush(a) } else { a }
}

/// A function of a finite or infinite f32, through f64.
#[inline(always)]
fn through_double(a: u32, flushes: bool, function: impl Fn(f64) -> f64) -> u32 {
    let result = function(f64::from(f32::from_bits(a))) as f32;
    flush_if(flushes, single::canonical(result.to_bits()))
}

/// `rcp.approx.f32`.
#[inline(always)]
pub fn rcp(a: u32, flushes: bool) -> u32 {
    single::rcp(a, mode(flushes))
}

/// `sqrt.approx.f32`.
#[inline(always)]
pub fn sqrt(a: u32, flushes: bool) -> u32 {
    single::sqrt(a, mode(flushes))
}

/// `rsqrt.approx.f32`: -inf of -0.
#[inline(always)]
pub fn rsqrt(a: u32, flushes: bool) -> u32 {
    let a = flush_if(flushes, a);
    through_double(a, flushes, |a| 1.0 / square_root(a))
}

#[cfg(any(feature = "std", test))]
#[inline(always)]
fn square_root(a: f64) -> f64 {
    a.sqrt()
}

#[cfg(not(any(feature = "std", test)))]
#[inline(always)]
fn square_root(a: f64) -> f64 {
    libm::sqrt(a)
}

/// `div.approx.f32`: a divisor beyond 2^126 acts as an infinite one (so that an infinity divided by it is a NaN).
#[inline(always)]
pub fn div(a: u32, b: u32, flushes: bool) -> u32 {
    const LIMIT: u32 = 0x7e80_0000;
    let magnitude = b & !SIGN;
    let beyond = magnitude > LIMIT && magnitude < INFINITY;
    div_full(a, if beyond { b & SIGN | INFINITY } else { b }, flushes)
}

/// `div.full.f32`.
#[inline(always)]
pub fn div_full(a: u32, b: u32, flushes: bool) -> u32 {
    single::div(a, b, mode(flushes))
}

/// `sin.approx.f32`: subnormal operands count as zero.
#[inline]
pub fn sin(a: u32, flushes: bool) -> u32 {
    through_double(single::flush(a), flushes, libm::sin)
}

/// `cos.approx.f32`: subnormal operands count as zero.
#[inline]
pub fn cos(a: u32, flushes: bool) -> u32 {
    through_double(single::flush(a), flushes, libm::cos)
}

/// `lg2.approx.f32`.
#[inline]
pub fn lg2(a: u32, flushes: bool) -> u32 {
    let a = flush_if(flushes, a);
    if a & !SIGN == 0 {
        return NEGATIVE_INFINITY;
    }
    through_double(a, flushes, libm::log2)
}

/// `ex2.approx.f32`: subnormal operands count as zero.
#[inline]
pub fn ex2(a: u32, flushes: bool) -> u32 {
    through_double(single::flush(a), flushes, libm::exp2)
}

/// `tanh.approx.f32`: a subnormal operand is the result.
#[inline]
pub fn tanh(a: u32) -> u32 {
    if single::flush(a) == a {
        through_double(a, false, libm::tanh)
    } else {
        a
    }
}

/// `ex2.approx` of f16 and (with `.ftz`) bf16: the f32 result, cut off to the format.
#[inline]
pub fn ex2_half<H: Half>(a: u16) -> u16 {
    truncated::<H>(ex2(H::widen(a).to_bits(), H::FLUSHES_EXPONENTIAL))
}

/// `tanh.approx` of f16 and bf16: the f32 result, cut off to the format.
#[inline]
pub fn tanh_half<H: Half>(a: u16) -> u16 {
    truncated::<H>(tanh(H::widen(a).to_bits()))
}

/// f32 to a half format toward zero, but to infinity from where the format's exponents end.
#[inline(always)]
fn truncated<H: Half>(a: u32) -> u16 {
    let value = f32::from_bits(a);
    let nearest = H::narrow(value);
    if half::is_nan::<H>(nearest) || nearest & 0x7fff == H::INFINITY {
        return nearest;
    }
    let back = H::widen(nearest);
    let beyond = back.to_bits() & !SIGN > a & !SIGN;
    nearest.wrapping_sub(u16::from(beyond))
}

/// The NaN of the f64 functions that work on the upper word alone.
const UPPER_NAN: u64 = 0x7fff_ffff_0000_0000;
const UPPER: u64 = 0xffff_ffff_0000_0000;

#[inline(always)]
fn flush_double(a: u64) -> u64 {
    if a & !(1 << 63) < 0x0010_0000_0000_0000 {
        a & 1 << 63
    } else {
        a
    }
}

#[inline(always)]
fn upper_word(result: f64) -> u64 {
    if result.is_nan() {
        UPPER_NAN
    } else {
        flush_double(result.to_bits()) & UPPER
    }
}

/// `rcp.approx.ftz.f64`: the upper word of the result.
#[inline(always)]
pub fn rcp_ftz_f64(a: u64) -> u64 {
    upper_word(1.0 / f64::from_bits(flush_double(a)))
}

/// `rsqrt.approx.ftz.f64`: the upper word of the result.
#[inline(always)]
pub fn rsqrt_ftz_f64(a: u64) -> u64 {
    upper_word(1.0 / square_root(f64::from_bits(flush_double(a))))
}

/// `rsqrt.approx.f64`.
#[inline]
pub fn rsqrt_f64(a: u64) -> u64 {
    if double::is_nan(a) {
        return double::sqrt(a, Mode::NEAREST);
    }
    let value = f64::from_bits(a);
    if value < 0.0 {
        return double::INVALID;
    }
    if value == 0.0 || value.is_infinite() {
        return (1.0 / square_root(value)).to_bits();
    }
    // A subnormal is scaled by an even power of two, so that the correction below keeps its precision.
    let small = value < f64::MIN_POSITIVE;
    let scaled = if small {
        value * f64::from_bits(0x46b0_0000_0000_0000)
    } else {
        value
    };
    let first = 1.0 / square_root(scaled);
    // One Newton step with the residual 1 - scaled * first^2 in doubled precision.
    let fma =
        |a: f64, b: f64, c: f64| f64::from_bits(double::fma(a.to_bits(), b.to_bits(), c.to_bits(), Mode::NEAREST));
    let product = scaled * first;
    let rest = fma(scaled, first, -product);
    let residual = fma(-product, first, 1.0) - rest * first;
    let root = fma(0.5 * first, residual, first);
    let root = if small {
        root * f64::from_bits(0x4350_0000_0000_0000)
    } else {
        root
    };
    root.to_bits()
}
