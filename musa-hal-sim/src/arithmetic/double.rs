//! f64 arithmetic. A NaN operand's payload survives, quieted; an invalid operation answers [`INVALID`].
//!
//! Of two NaN operands the second is answered, but the first by `div`; `fma` prefers `b`, then `c`, then `a`.

use musa_isa::{Action, Rounding};

use super::{
    Mode,
    exact::{Format, Value},
};

/// What an invalid operation (`inf - inf`, `0 * inf`, `0 / 0`, the root of a negative number) answers.
pub const INVALID: u64 = 0xfff8_0000_0000_0000;
const SIGN: u64 = 1 << 63;
const INFINITY: u64 = 0x7ff0_0000_0000_0000;
const QUIET: u64 = 0x0008_0000_0000_0000;
const SMALLEST_NORMAL: u64 = 0x0010_0000_0000_0000;
const ONE: u64 = 0x3ff0_0000_0000_0000;

/// Whether the bits are a NaN.
#[inline(always)]
pub fn is_nan(a: u64) -> bool {
    a & !SIGN > INFINITY
}

/// `.sat`: clamps to [0, 1]; a NaN and -0 become +0.
#[inline(always)]
pub fn saturate(a: u64) -> u64 {
    if is_nan(a) {
        0
    } else {
        (a as i64).clamp(0, ONE as i64) as u64
    }
}

/// A result, with an operand's NaN (the first of `operands` that is one) in place of what the processor made of it.
#[inline(always)]
fn with_payload<const N: usize>(result: u64, operands: [u64; N]) -> u64 {
    let mut answer = if is_nan(result) { INVALID } else { result };
    for operand in operands.into_iter().rev() {
        answer = if is_nan(operand) { operand | QUIET } else { answer };
    }
    answer
}

#[inline(always)]
fn number(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn exact(bits: u64) -> Value {
    Value::decode(Format::DOUBLE, bits)
}

fn rounded(value: Value, rounding: Rounding) -> u64 {
    value.encode(Format::DOUBLE, rounding, INVALID)
}

/// `add`. Of the mode only the rounding matters to f64.
#[inline(always)]
pub fn add(a: u64, b: u64, mode: Mode) -> u64 {
    let sum = match mode.rounding {
        Rounding::Nearest => (number(a) + number(b)).to_bits(),
        rounding => add_rounded(a, b, rounding),
    };
    with_payload(sum, [b, a])
}

/// `sub`.
#[inline(always)]
pub fn sub(a: u64, b: u64, mode: Mode) -> u64 {
    let difference = match mode.rounding {
        Rounding::Nearest => (number(a) - number(b)).to_bits(),
        rounding => add_rounded(a, b ^ SIGN, rounding),
    };
    with_payload(difference, [b, a])
}

/// `mul`.
#[inline(always)]
pub fn mul(a: u64, b: u64, mode: Mode) -> u64 {
    let product = match mode.rounding {
        Rounding::Nearest => (number(a) * number(b)).to_bits(),
        rounding => mul_rounded(a, b, rounding),
    };
    with_payload(product, [b, a])
}

/// `fma`, and `mad` of f64: `a * b + c`, rounded once.
#[inline(always)]
pub fn fma(a: u64, b: u64, c: u64, mode: Mode) -> u64 {
    let result = match mode.rounding {
        Rounding::Nearest => mul_add(number(a), number(b), number(c)).to_bits(),
        rounding => fma_rounded(a, b, c, rounding),
    };
    with_payload(result, [b, c, a])
}

/// One instruction where the caller's lane loop is compiled for a processor that has it.
#[cfg(any(feature = "std", test))]
#[inline(always)]
fn mul_add(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

#[cfg(not(any(feature = "std", test)))]
#[inline(always)]
fn mul_add(a: f64, b: f64, c: f64) -> f64 {
    libm::fma(a, b, c)
}

/// `div`.
#[inline(always)]
pub fn div(a: u64, b: u64, mode: Mode) -> u64 {
    let quotient = match mode.rounding {
        Rounding::Nearest => (number(a) / number(b)).to_bits(),
        rounding => div_rounded(a, b, rounding),
    };
    with_payload(quotient, [a, b])
}

/// `rcp` with a rounding.
#[inline(always)]
pub fn rcp(a: u64, mode: Mode) -> u64 {
    div(ONE, a, mode)
}

/// `sqrt`.
#[inline(always)]
pub fn sqrt(a: u64, mode: Mode) -> u64 {
    let root = match mode.rounding {
        Rounding::Nearest => square_root(number(a)).to_bits(),
        rounding => sqrt_rounded(a, rounding),
    };
    with_payload(root, [a])
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

#[inline(never)]
fn add_rounded(a: u64, b: u64, rounding: Rounding) -> u64 {
    rounded(exact(a).add(exact(b), rounding), rounding)
}

#[inline(never)]
fn mul_rounded(a: u64, b: u64, rounding: Rounding) -> u64 {
    rounded(exact(a).multiply(exact(b)), rounding)
}

#[inline(never)]
fn fma_rounded(a: u64, b: u64, c: u64, rounding: Rounding) -> u64 {
    rounded(exact(a).multiply(exact(b)).add(exact(c), rounding), rounding)
}

#[inline(never)]
fn div_rounded(a: u64, b: u64, rounding: Rounding) -> u64 {
    rounded(exact(a).divide(exact(b)), rounding)
}

#[inline(never)]
fn sqrt_rounded(a: u64, rounding: Rounding) -> u64 {
    rounded(exact(a).square_root(), rounding)
}

/// `abs`: a NaN keeps its sign and is quieted.
#[inline(always)]
pub fn abs(a: u64) -> u64 {
    with_payload(a & !SIGN, [a])
}

/// `neg`: a NaN keeps its sign and is quieted.
#[inline(always)]
pub fn neg(a: u64) -> u64 {
    with_payload(a ^ SIGN, [a])
}

/// `copysign`: the sign of `a`, the magnitude of `b` (its payload too).
#[inline(always)]
pub fn copysign(a: u64, b: u64) -> u64 {
    a & SIGN | b & !SIGN
}

/// Integers in the order of the numbers, -0 before +0.
#[inline(always)]
fn order(a: u64) -> i64 {
    let bits = a as i64;
    bits ^ (bits >> 63 & i64::MAX)
}

#[inline(always)]
fn select(a: u64, b: u64, takes_b: impl Fn(i64, i64) -> bool) -> u64 {
    let chosen = if takes_b(order(a), order(b)) { b } else { a };
    let chosen = if is_nan(a) { b } else { chosen };
    let both = is_nan(a) & is_nan(b);
    let chosen = if is_nan(b) { a } else { chosen };
    if both { b | QUIET } else { chosen }
}

/// `min`: -0 is below +0; of a number and a NaN the number. f64 has none of the modifiers of [`super::Extremum`].
#[inline(always)]
pub fn min(a: u64, b: u64) -> u64 {
    select(a, b, |a, b| b < a)
}

/// `max`: -0 is below +0; of a number and a NaN the number.
#[inline(always)]
pub fn max(a: u64, b: u64) -> u64 {
    select(a, b, |a, b| b > a)
}

/// `testp`: whether the operand has a property; false for an action that names none.
#[inline(always)]
pub fn testp(a: u64, property: Action) -> bool {
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
