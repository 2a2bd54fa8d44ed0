//! f32 arithmetic. Every NaN result is [`NAN`]; operand payloads and signs are lost.

use musa_isa::{Action, Rounding};

use super::{
    Extremum, Mode,
    exact::{Format, Value},
};

/// The NaN that f32 arithmetic answers.
pub const NAN: u32 = 0x7fff_ffff;
const SIGN: u32 = 0x8000_0000;
const INFINITY: u32 = 0x7f80_0000;
const SMALLEST_NORMAL: u32 = 0x0080_0000;
const ONE: u32 = 0x3f80_0000;

/// Whether the bits are a NaN.
#[inline(always)]
pub fn is_nan(a: u32) -> bool {
    a & !SIGN > INFINITY
}

/// A subnormal becomes zero of its sign.
#[inline(always)]
pub fn flush(a: u32) -> u32 {
    if a & !SIGN < SMALLEST_NORMAL { a & SIGN } else { a }
}

#[inline(always)]
fn flush_if(flushes: bool, a: u32) -> u32 {
    if flushes { flush(a) } else { a }
}

/// Any NaN becomes [`NAN`].
#[inline(always)]
pub fn canonical(a: u32) -> u32 {
    if is_nan(a) { NAN } else { a }
}

/// `.sat`: clamps to [0, 1]; a NaN and -0 become +0.
#[inline(always)]
pub fn saturate(a: u32) -> u32 {
    // As signed integers the bits of numbers above zero are in order, and every negative number is below.
    if is_nan(a) {
        0
    } else {
        (a as i32).clamp(0, ONE as i32) as u32
    }
}

/// `.relu`: a negative result becomes +0; a NaN stays.
#[inline(always)]
pub fn relu(a: u32) -> u32 {
    if is_nan(a) { NAN } else { (a as i32).max(0) as u32 }
}

#[inline(always)]
fn finish(result: u32, mode: Mode) -> u32 {
    let result = if mode.saturate { saturate(result) } else { result };
    if mode.relu { relu(result) } else { result }
}

#[inline(always)]
fn nearest(result: f32) -> u32 {
    canonical(result.to_bits())
}

#[inline(always)]
fn number(bits: u32) -> f32 {
    f32::from_bits(bits)
}

fn exact(bits: u32) -> Value {
    Value::decode(Format::SINGLE, u64::from(bits))
}

/// Rounds an exact result; the flag is `.ftz`.
fn rounded(value: Value, rounding: Rounding, flushes: bool) -> u32 {
    let nan = u64::from(NAN);
    if flushes {
        value.encode_flushed(Format::SINGLE, rounding, nan) as u32
    } else {
        value.encode(Format::SINGLE, rounding, nan) as u32
    }
}

/// `.ftz` on results looks at the result rounded without an end of exponents: one that is just below the smallest
/// normal number is flushed though it would round up to it. Computing with a scaled operand shows that result; an
/// operand too large to be scaled belongs to a result that is not small.
const SCALE: f32 = (1u64 << 33) as f32 * (1u64 << 31) as f32;

/// A result, or zero of its sign if the scaled one is small.
#[inline(always)]
fn flush_tiny(result: u32, scaled: f32) -> u32 {
    let limit = f32::from_bits(SMALLEST_NORMAL) * SCALE;
    if scaled < limit && scaled > -limit {
        result & SIGN
    } else {
        result
    }
}

/// `add`.
#[inline(always)]
pub fn add(a: u32, b: u32, mode: Mode) -> u32 {
    let (a, b) = (flush_if(mode.flush, a), flush_if(mode.flush, b));
    let sum = match mode.rounding {
        // A sum that small is exact.
        Rounding::Nearest => flush_if(mode.flush, nearest(number(a) + number(b))),
        rounding => add_rounded(a, b, rounding, mode.flush),
    };
    finish(sum, mode)
}

/// `sub`.
#[inline(always)]
pub fn sub(a: u32, b: u32, mode: Mode) -> u32 {
    add(a, b ^ SIGN, mode)
}

/// `mul`.
#[inline(always)]
pub fn mul(a: u32, b: u32, mode: Mode) -> u32 {
    let (a, b) = (flush_if(mode.flush, a), flush_if(mode.flush, b));
    let product = match mode.rounding {
        Rounding::Nearest => {
            let product = nearest(number(a) * number(b));
            if mode.flush {
                flush_tiny(product, number(a) * SCALE * number(b))
            } else {
                product
            }
        }
        rounding => mul_rounded(a, b, rounding, mode.flush),
    };
    finish(product, mode)
}

/// `fma`, and `mad` of f32: `a * b + c`, rounded once.
#[inline(always)]
pub fn fma(a: u32, b: u32, c: u32, mode: Mode) -> u32 {
    let (a, b) = (flush_if(mode.flush, a), flush_if(mode.flush, b));
    let c = flush_if(mode.flush, c);
    let result = match mode.rounding {
        Rounding::Nearest => {
            let result = nearest(mul_add(number(a), number(b), number(c)));
            if mode.flush {
                flush_tiny(result, mul_add(number(a) * SCALE, number(b), number(c) * SCALE))
            } else {
                result
            }
        }
        rounding => fma_rounded(a, b, c, rounding, mode.flush),
    };
    finish(result, mode)
}

/// One instruction where the caller's lane loop is compiled for a processor that has it.
#[cfg(any(feature = "std", test))]
#[inline(always)]
fn mul_add(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}

#[cfg(not(any(feature = "std", test)))]
#[inline(always)]
fn mul_add(a: f32, b: f32, c: f32) -> f32 {
    libm::fmaf(a, b, c)
}

/// `div` with a rounding (the approximate forms are in [`super::approximate`]).
#[inline(always)]
pub fn div(a: u32, b: u32, mode: Mode) -> u32 {
    let (a, b) = (flush_if(mode.flush, a), flush_if(mode.flush, b));
    let quotient = match mode.rounding {
        Rounding::Nearest => {
            let quotient = nearest(number(a) / number(b));
            if mode.flush {
                flush_tiny(quotient, number(a) * SCALE / number(b))
            } else {
                quotient
            }
        }
        rounding => div_rounded(a, b, rounding, mode.flush),
    };
    finish(quotient, mode)
}

/// `rcp` with a rounding.
#[inline(always)]
pub fn rcp(a: u32, mode: Mode) -> u32 {
    div(ONE, a, mode)
}

/// `sqrt` with a rounding.
#[inline(always)]
pub fn sqrt(a: u32, mode: Mode) -> u32 {
    let a = flush_if(mode.flush, a);
    let root = match mode.rounding {
        Rounding::Nearest => nearest(square_root(number(a))),
        rounding => sqrt_rounded(a, rounding),
    };
    finish(root, mode)
}

#[cfg(any(feature = "std", test))]
#[inline(always)]
fn square_root(a: f32) -> f32 {
    a.sqrt()
}

#[cfg(not(any(feature = "std", test)))]
#[inline(always)]
fn square_root(a: f32) -> f32 {
    libm::sqrtf(a)
}

#[inline(never)]
fn add_rounded(a: u32, b: u32, rounding: Rounding, flushes: bool) -> u32 {
    rounded(exact(a).add(exact(b), rounding), rounding, flushes)
}

#[inline(never)]
fn mul_rounded(a: u32, b: u32, rounding: Rounding, flushes: bool) -> u32 {
    rounded(exact(a).multiply(exact(b)), rounding, flushes)
}

#[inline(never)]
fn fma_rounded(a: u32, b: u32, c: u32, rounding: Rounding, flushes: bool) -> u32 {
    rounded(exact(a).multiply(exact(b)).add(exact(c), rounding), rounding, flushes)
}

#[inline(never)]
fn div_rounded(a: u32, b: u32, rounding: Rounding, flushes: bool) -> u32 {
    rounded(exact(a).divide(exact(b)), rounding, flushes)
}

#[inline(never)]
fn sqrt_rounded(a: u32, rounding: Rounding) -> u32 {
    // The root of the smallest operand is far above the subnormals.
    rounded(exact(a).square_root(), rounding, false)
}

/// `abs`.
#[inline(always)]
pub fn abs(a: u32, flushes: bool) -> u32 {
    canonical(flush_if(flushes, a & !SIGN))
}

/// `neg`.
#[inline(always)]
pub fn neg(a: u32, flushes: bool) -> u32 {
    canonical(flush_if(flushes, a ^ SIGN))
}

/// `copysign`: the sign of `a`, the magnitude of `b` (its payload too).
#[inline(always)]
pub fn copysign(a: u32, b: u32) -> u32 {
    a & SIGN | b & !SIGN
}

/// Integers in the order of the numbers, -0 before +0.
#[inline(always)]
fn order(a: u32) -> i32 {
    let bits = a as i32;
    bits ^ (bits >> 31 & i32::MAX)
}

#[inline(always)]
fn select(a: u32, b: u32, form: Extremum, takes_b: impl Fn(i32, i32) -> bool) -> u32 {
    let (a, b) = (flush_if(form.flush, a), flush_if(form.flush, b));
    let mask = if form.xor_sign { !SIGN } else { !0 };
    let (left, right) = (a & mask, b & mask);
    let chosen = if takes_b(order(left), order(right)) {
        right
    } else {
        left
    };
    let chosen = if is_nan(a) { right } else { chosen };
    let chosen = if is_nan(b) { left } else { chosen };
    let nan = if form.propagate_nan {
        is_nan(a) | is_nan(b)
    } else {
        is_nan(a) & is_nan(b)
    };
    let signed = if form.xor_sign { chosen | (a ^ b) & SIGN } else { chosen };
    if nan { NAN } else { signed }
}

/// `min`: -0 is below +0; of a number and a NaN the number.
#[inline(always)]
pub fn min(a: u32, b: u32, form: Extremum) -> u32 {
    select(a, b, form, |a, b| b < a)
}

/// `max`: -0 is below +0; of a number and a NaN the number.
#[inline(always)]
pub fn max(a: u32, b: u32, form: Extremum) -> u32 {
    select(a, b, form, |a, b| b > a)
}

/// `testp`: whether the operand has a property; false for an action that names none.
#[inline(always)]
pub fn testp(a: u32, property: Action) -> bool {
    let magnitude = a & !SIGN;
    match property {
        Action::Finite => magnitude < INFINITY,
        Action::Infinite => magnitude == INFINITY,
        Action::Number => magnitude <= INFINITY,
        Action::NotANumber => magnitude > INFINITY,
        // Zero counts as normal.
        Action::Normal => magnitude == 0 || (SMALLEST_NORMAL..INFINITY).contains(&magnitude),
        Action::Subnormal => magnitude != 0 && magnitude < SMALLEST_NORMAL,
        _ => false,
    }
}
