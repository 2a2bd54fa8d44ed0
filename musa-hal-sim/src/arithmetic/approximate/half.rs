//! Approximate functions of f16 and bf16: the f32 result, cut off to the format.

use super::{SIGN, ex2, tanh};
use crate::arithmetic::half::{self, Half};

/// `ex2.approx` of f16 and (with `.ftz`) bf16.
#[inline]
pub fn ex2_half<H: Half>(a: u16) -> u16 {
    cut::<H>(ex2(H::widen(a).to_bits(), H::FLUSHES_EXPONENTIAL))
}

/// `tanh.approx` of f16 and bf16.
#[inline]
pub fn tanh_half<H: Half>(a: u16) -> u16 {
    cut::<H>(tanh(H::widen(a).to_bits()))
}

/// f32 to a half format toward zero, but to infinity from where the format's exponents end.
#[inline(always)]
fn cut<H: Half>(a: u32) -> u16 {
    let nearest = H::narrow(f32::from_bits(a));
    let back = H::widen(nearest);
    let beyond = back.to_bits() & !SIGN > a & !SIGN;
    let finite = nearest & 0x7fff < H::INFINITY;
    // A finite number that rounds to infinity is still below it.
    let reaches = f32::from_bits(a & !SIGN) >= H::LIMIT;
    if half::is_nan::<H>(nearest) || !finite && reaches {
        nearest
    } else {
        nearest.wrapping_sub(u16::from(beyond))
    }
}
