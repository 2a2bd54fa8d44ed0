//! Scalar video instructions.
//!
//! Where the hardware departs from PTX's text, it is followed:
//! - `.sat` to u32 stops at zero but wraps at the upper end (but for `vshl`); to a part of a word it turns negative
//!   results into the largest value.
//! - a result merged into half 1 is the upper half of the result, not the lower.
//! - `.min` and `.max` compare the unwrapped result with `c`, as 64-bit numbers.
//! - `vmad` takes `c` as signed, also in an unsigned computation.

use musa_isa::{Action, Comparison};

use super::{clamp, compared};

/// Which bits of a word an operand is, or a result goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector {
    shift: u32,
    bits: u32,
}

impl Selector {
    /// The whole word.
    pub const WORD: Self = Self { shift: 0, bits: 32 };
    const UPPER_HALF: Self = Self { shift: 16, bits: 16 };

    /// The selector with this number in an instruction: 0 the word, 1 to 4 byte 0 to 3, 5 and 6 half 0 and 1.
    pub const fn from_number(number: u16) -> Option<Self> {
        match number {
            0 => Some(Self::WORD),
            1..=4 => Some(Self {
                shift: 8 * (number as u32 - 1),
                bits: 8,
            }),
            5..=6 => Some(Self {
                shift: 16 * (number as u32 - 5),
                bits: 16,
            }),
            _ => None,
        }
    }

    #[inline(always)]
    const fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    #[inline(always)]
    fn extract(self, word: u32, signed: bool) -> i64 {
        let part = word >> self.shift & self.mask();
        let unused = 32 - self.bits;
        if signed {
            i64::from((part << unused) as i32 >> unused)
        } else {
            i64::from(part)
        }
    }

    #[inline(always)]
    fn insert(self, value: u32, word: u32) -> u32 {
        let mask = self.mask() << self.shift;
        let placed = if self == Self::UPPER_HALF {
            value
        } else {
            value << self.shift
        };
        (word & !mask) | (placed & mask)
    }
}

/// How an operand is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its type: s32 or u32.
    pub signed: bool,
    /// The part of it.
    pub selector: Selector,
}

/// What happens with the result and operand `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Nothing; `c` is not read.
    Plain,
    /// [`Action::Add`], [`Action::Minimum`] or [`Action::Maximum`] of the result and `c`.
    Combine(Action),
    /// The result replaces these bits of `c`.
    Merge(Selector),
}

/// The form of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The destination's type: s32 or u32.
    pub signed: bool,
    /// Operand `a`.
    pub a: Operand,
    /// Operand `b`.
    pub b: Operand,
    /// `.sat`: clamps to the destination's type, of the width of the merged part.
    pub saturate: bool,
    /// What follows.
    pub finish: Finish,
}

#[inline(always)]
fn run(a: u32, b: u32, c: u32, form: Form, operation: impl Fn(i64, i64) -> i128) -> u32 {
    finish(result(a, b, form, operation), c, form)
}

/// As [`run`]; a saturated u32 is compared with `c` as if it were signed and `c` not.
#[inline(always)]
fn run_shift(a: u32, b: u32, c: u32, form: Form, operation: impl Fn(i64, i64) -> i128) -> u32 {
    let result = result(a, b, form, operation);
    let extends = form.saturate && !form.signed;
    finish(if extends { i128::from(result as i32) } else { result }, c, form)
}

#[inline(always)]
fn result(a: u32, b: u32, form: Form, operation: impl Fn(i64, i64) -> i128) -> i128 {
    let a = form.a.selector.extract(a, form.a.signed);
    let b = form.b.selector.extract(b, form.b.signed);
    let result = operation(a, b);
    let bits = match form.finish {
        Finish::Merge(selector) => selector.bits,
        _ => 32,
    };
    if form.saturate {
        saturated(result, bits, form.signed)
    } else {
        result
    }
}

#[inline(always)]
fn saturated(value: i128, bits: u32, signed: bool) -> i128 {
    let largest = i128::MAX >> (127 - bits + u32::from(signed));
    match (bits, signed) {
        (32, false) => i128::from(value.max(0) as u32),
        (32, true) => clamp(value, bits, signed),
        _ if value < 0 => largest,
        _ => value.min(largest),
    }
}

#[inline(always)]
fn finish(result: i128, c: u32, form: Form) -> u32 {
    let wrapped = result as u32;
    let is_less = if form.signed {
        (result as i64) < i64::from(c as i32)
    } else {
        (result as u64) < u64::from(c)
    };
    match form.finish {
        Finish::Plain => wrapped,
        Finish::Merge(selector) => selector.insert(wrapped, c),
        Finish::Combine(Action::Minimum) => {
            if is_less {
                wrapped
            } else {
                c
            }
        }
        Finish::Combine(Action::Maximum) => {
            if is_less {
                c
            } else {
                wrapped
            }
        }
        Finish::Combine(_) => wrapped.wrapping_add(c),
    }
}

/// `vadd`.
#[inline]
pub fn vadd(a: u32, b: u32, c: u32, form: Form) -> u32 {
    run(a, b, c, form, |a, b| i128::from(a) + i128::from(b))
}

/// `vsub`.
#[inline]
pub fn vsub(a: u32, b: u32, c: u32, form: Form) -> u32 {
    run(a, b, c, form, |a, b| i128::from(a) - i128::from(b))
}

/// `vabsdiff`.
#[inline]
pub fn vabsdiff(a: u32, b: u32, c: u32, form: Form) -> u32 {
    run(a, b, c, form, |a, b| i128::from(a.abs_diff(b)))
}

/// `vmin`.
#[inline]
pub fn vmin(a: u32, b: u32, c: u32, form: Form) -> u32 {
    run(a, b, c, form, |a, b| i128::from(a.min(b)))
}

/// `vmax`.
#[inline]
pub fn vmax(a: u32, b: u32, c: u32, form: Form) -> u32 {
    run(a, b, c, form, |a, b| i128::from(a.max(b)))
}

/// `vshl`: counts are at most 32 with `clamp`, otherwise their low 5 bits count. Saturation sees 34 bits of the result.
#[inline]
pub fn vshl(a: u32, b: u32, c: u32, form: Form, clamp: bool) -> u32 {
    run_shift(a, b, c, form, |a, b| {
        let shifted = i128::from(a) << shift_count(b, clamp);
        let seen = shifted << (128 - 34) >> (128 - 34);
        match (form.saturate, form.signed) {
            (false, _) => shifted,
            (true, true) => seen,
            (true, false) => super::clamp(seen, 32, false),
        }
    })
}

/// `vshr`: counts as for [`vshl`].
#[inline]
pub fn vshr(a: u32, b: u32, c: u32, form: Form, clamp: bool) -> u32 {
    run_shift(a, b, c, form, |a, b| i128::from(a) >> shift_count(b, clamp))
}

#[inline(always)]
fn shift_count(count: i64, clamp: bool) -> u32 {
    if clamp {
        count.clamp(0, 32) as u32
    } else {
        count as u32 & 31
    }
}

/// `vset`: one or zero. `form.signed`, the signedness of a comparison with `c`, is that of `a`.
#[inline]
pub fn vset(comparison: Comparison, a: u32, b: u32, c: u32, form: Form) -> u32 {
    run(a, b, c, form, |a, b| i128::from(compared(comparison, a, b)))
}

/// The form of `vmad`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MultiplyAdd {
    /// Operand `a`.
    pub a: Operand,
    /// Operand `b`.
    pub b: Operand,
    /// The product is subtracted.
    pub negate_product: bool,
    /// `c` is subtracted.
    pub negate_c: bool,
    /// `.po`: one is added.
    pub plus_one: bool,
    /// Right shift of the result: 0, 7 or 15.
    pub shift: u32,
    /// `.sat`.
    pub saturate: bool,
}

/// `vmad`: `a * b + c`, each with its sign, plus one with `.po`, shifted right. The computation is signed if an operand
/// is, or is negated.
#[inline]
pub fn vmad(a: u32, b: u32, c: u32, form: MultiplyAdd) -> u32 {
    let signed = form.a.signed || form.b.signed || form.negate_product || form.negate_c;
    let a = form.a.selector.extract(a, form.a.signed);
    let b = form.b.selector.extract(b, form.b.signed);
    let product = i128::from(a) * i128::from(b);
    let product = if form.negate_product { -product } else { product };
    let c = Selector::WORD.extract(c, true);
    let c = i128::from(if form.negate_c { -c } else { c });
    let sum = (product + c + i128::from(form.plus_one)) as i64;
    let shift = form.shift & 31;
    let result = if signed {
        sum >> shift
    } else {
        (sum as u64 >> shift) as i64
    };
    if form.saturate {
        clamp(i128::from(result), 32, signed) as u32
    } else {
        result as u32
    }
}
