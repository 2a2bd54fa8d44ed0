//! Integer arithmetic of every width.

use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A machine integer with the arithmetic of PTX. The implementing type says width and signedness.
///
/// Functions are named as PTX names them; those that Rust's own integers already have under the same name and with
/// another meaning (`abs`, `min`...) are spelled out. `and`, `or`, `xor` and `not` are the operators.
pub trait Integer:
    Copy + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The type of twice the width (for 64 bits: 128).
    type Wide: Copy;

    /// Width in bits.
    const BITS: u32;
    /// Whether the type has negative values.
    const SIGNED: bool;

    /// The low bits of a register.
    fn from_bits(bits: u64) -> Self;
    /// The value in a 64-bit register: sign- or zero-extended.
    fn to_bits(self) -> u64;

    /// `add`: wrapping sum.
    fn add(a: Self, b: Self) -> Self;
    /// `sub`: wrapping difference.
    fn sub(a: Self, b: Self) -> Self;
    /// `add.sat`: sum, clamped to the type's range.
    fn add_sat(a: Self, b: Self) -> Self;
    /// `sub.sat`: difference, clamped to the type's range.
    fn sub_sat(a: Self, b: Self) -> Self;
    /// `mul.lo`: low half of the product.
    fn mul_lo(a: Self, b: Self) -> Self;
    /// `mul.hi`: high half of the product.
    fn mul_hi(a: Self, b: Self) -> Self;
    /// `mul.wide`: the whole product.
    fn mul_wide(a: Self, b: Self) -> Self::Wide;
    /// `mad.lo`: `a * b + c`, wrapping.
    fn mad_lo(a: Self, b: Self, c: Self) -> Self;
    /// `mad.hi`: the high half of `a * b`, plus `c`, wrapping.
    fn mad_hi(a: Self, b: Self, c: Self) -> Self;
    /// `mad.hi.sat`: the high half of `a * b`, plus `c`, clamped to the type's range.
    fn mad_hi_sat(a: Self, b: Self, c: Self) -> Self;
    /// `mad.wide`: the whole product plus `c`, wrapping.
    fn mad_wide(a: Self, b: Self, c: Self::Wide) -> Self::Wide;
    /// `div`: quotient toward zero; all ones when dividing by zero; the smallest value over -1 is itself.
    fn div(a: Self, b: Self) -> Self;
    /// `rem`: remainder with the dividend's sign; all ones when dividing by zero.
    fn rem(a: Self, b: Self) -> Self;
    /// `abs`: magnitude; the smallest value stays.
    fn absolute(a: Self) -> Self;
    /// `neg`: wrapping negation.
    fn negate(a: Self) -> Self;
    /// `min`.
    fn minimum(a: Self, b: Self) -> Self;
    /// `max`.
    fn maximum(a: Self, b: Self) -> Self;
    /// `sad`: `|a - b| + c`, wrapping.
    fn sad(a: Self, b: Self, c: Self) -> Self;
    /// `shl`: left shift; counts from the width on give zero.
    fn shl(a: Self, count: u32) -> Self;
    /// `shr`: right shift that fills with the sign of a signed type; counts from the width on give zero or the sign.
    fn shr(a: Self, count: u32) -> Self;
    /// `cnot`: one if `a` is zero, else zero.
    fn cnot(a: Self) -> Self;
}

macro_rules! implement {
    ($type:ident, $wide:ident, $extended:ident, $absolute:expr) => {
        impl Integer for $type {
            type Wide = $wide;
            const BITS: u32 = $type::BITS;
            const SIGNED: bool = $type::MIN != 0;

            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                bits as Self
            }
            #[inline(always)]
            fn to_bits(self) -> u64 {
                self as $extended as u64
            }
            #[inline(always)]
            fn add(a: Self, b: Self) -> Self {
                a.wrapping_add(b)
            }
            #[inline(always)]
            fn sub(a: Self, b: Self) -> Self {
                a.wrapping_sub(b)
            }
            #[inline(always)]
            fn add_sat(a: Self, b: Self) -> Self {
                a.saturating_add(b)
            }
            #[inline(always)]
            fn sub_sat(a: Self, b: Self) -> Self {
                a.saturating_sub(b)
            }
            #[inline(always)]
            fn mul_lo(a: Self, b: Self) -> Self {
                a.wrapping_mul(b)
            }
            #[inline(always)]
            fn mul_hi(a: Self, b: Self) -> Self {
                (Self::mul_wide(a, b) >> Self::BITS) as Self
            }
            #[inline(always)]
            fn mul_wide(a: Self, b: Self) -> $wide {
                // The product of two extended halves fits: wrapping only spares the overflow check.
                (a as $wide).wrapping_mul(b as $wide)
            }
            #[inline(always)]
            fn mad_lo(a: Self, b: Self, c: Self) -> Self {
                a.wrapping_mul(b).wrapping_add(c)
            }
            #[inline(always)]
            fn mad_hi(a: Self, b: Self, c: Self) -> Self {
                Self::mul_hi(a, b).wrapping_add(c)
            }
            #[inline(always)]
            fn mad_hi_sat(a: Self, b: Self, c: Self) -> Self {
                Self::mul_hi(a, b).saturating_add(c)
            }
            #[inline(always)]
            fn mad_wide(a: Self, b: Self, c: $wide) -> $wide {
                Self::mul_wide(a, b).wrapping_add(c)
            }
            #[inline(always)]
            fn div(a: Self, b: Self) -> Self {
                if b == 0 { !0 } else { a.wrapping_div(b) }
            }
            #[inline(always)]
            fn rem(a: Self, b: Self) -> Self {
                if b == 0 { !0 } else { a.wrapping_rem(b) }
            }
            #[inline(always)]
            fn absolute(a: Self) -> Self {
                let absolute: fn($type) -> $type = $absolute;
                absolute(a)
            }
            #[inline(always)]
            fn negate(a: Self) -> Self {
                a.wrapping_neg()
            }
            #[inline(always)]
            fn minimum(a: Self, b: Self) -> Self {
                if b < a { b } else { a }
            }
            #[inline(always)]
            fn maximum(a: Self, b: Self) -> Self {
                if b > a { b } else { a }
            }
            #[inline(always)]
            fn sad(a: Self, b: Self, c: Self) -> Self {
                (a.abs_diff(b) as Self).wrapping_add(c)
            }
            #[inline(always)]
            fn shl(a: Self, count: u32) -> Self {
                let inside = count < Self::BITS;
                if inside { a.wrapping_shl(count) } else { 0 }
            }
            #[inline(always)]
            fn shr(a: Self, count: u32) -> Self {
                // A signed value shifted by its width less one is its sign in every bit; an unsigned one still needs
                // the last step.
                let limit = Self::BITS - 1;
                let shifted = a >> if count < limit { count } else { limit };
                if count > limit && !Self::SIGNED {
                    0
                } else {
                    shifted
                }
            }
            #[inline(always)]
            fn cnot(a: Self) -> Self {
                (a == 0) as Self
            }
        }
    };
}

implement!(u8, u16, u64, |a| a);
implement!(u16, u32, u64, |a| a);
implement!(u32, u64, u64, |a| a);
implement!(u64, u128, u64, |a| a);
implement!(i8, i16, i64, |a| a.wrapping_abs());
implement!(i16, i32, i64, |a| a.wrapping_abs());
implement!(i32, i64, i64, |a| a.wrapping_abs());
implement!(i64, i128, i64, |a| a.wrapping_abs());

/// `mul24.lo.u32`: bits 0 to 31 of the product of the low 24 bits.
#[inline(always)]
pub fn mul24_lo_u32(a: u32, b: u32) -> u32 {
    mul24_u32(a, b) as u32
}

/// `mul24.hi.u32`: bits 16 to 47 of the product of the low 24 bits.
#[inline(always)]
pub fn mul24_hi_u32(a: u32, b: u32) -> u32 {
    (mul24_u32(a, b) >> 16) as u32
}

/// `mul24.lo.s32`: as [`mul24_lo_u32`], each operand sign-extended from bit 23.
#[inline(always)]
pub fn mul24_lo_s32(a: u32, b: u32) -> u32 {
    mul24_s32(a, b) as u32
}

/// `mul24.hi.s32`: as [`mul24_hi_u32`], each operand sign-extended from bit 23.
#[inline(always)]
pub fn mul24_hi_s32(a: u32, b: u32) -> u32 {
    (mul24_s32(a, b) >> 16) as u32
}

/// `mad24.hi.sat.s32`: [`mul24_hi_s32`] plus `c`, clamped. (The other forms of `mad24` are a wrapping sum.)
#[inline(always)]
pub fn mad24_hi_sat_s32(a: u32, b: u32, c: u32) -> u32 {
    (mul24_hi_s32(a, b) as i32).saturating_add(c as i32) as u32
}

#[inline(always)]
fn mul24_u32(a: u32, b: u32) -> u64 {
    u64::from(a & 0xff_ffff) * u64::from(b & 0xff_ffff)
}

#[inline(always)]
fn mul24_s32(a: u32, b: u32) -> i64 {
    let extend = |value: u32| i64::from((value << 8) as i32 >> 8);
    // 24 by 24 bits: the product fits 48.
    extend(a).wrapping_mul(extend(b))
}

/// `min.relu.s32`: the smaller one, or zero if that is negative.
#[inline(always)]
pub fn min_relu_s32(a: u32, b: u32) -> u32 {
    (a as i32).min(b as i32).max(0) as u32
}

/// `max.relu.s32`: the larger one, or zero if that is negative.
#[inline(always)]
pub fn max_relu_s32(a: u32, b: u32) -> u32 {
    (a as i32).max(b as i32).max(0) as u32
}

/// The sum of two words and the condition code, and the new condition code.
///
/// The condition code is the carry of an addition and the *negated* borrow of a subtraction, as the hardware keeps it:
/// - `add.cc`: `carrying_add(a, b, false)`; `addc`: with the code.
/// - `sub.cc`: `carrying_add(a, !b, true)`; `subc`: `carrying_add(a, !b, code)`.
/// - `mad.lo.cc`, `madc.hi` and so on: the wanted half of the product as `a`, the addend as `b`.
///
/// So `sub.cc` without a borrow followed by `addc` adds one.
#[inline(always)]
pub fn carrying_add_u32(a: u32, b: u32, code: bool) -> (u32, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u32::from(code));
    (sum, first | second)
}

/// [`carrying_add_u32`] of 64 bits.
#[inline(always)]
pub fn carrying_add_u64(a: u64, b: u64, code: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(code));
    (sum, first | second)
}
