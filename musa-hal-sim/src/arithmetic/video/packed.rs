//! Video instructions on two halves or four bytes. `N`, the number of elements, is 2 or 4.

use musa_isa::{
    Comparison,
    video::{PACKED_A_SHIFT, PACKED_B_SHIFT},
};

use super::{clamp, compared};

/// Which elements are computed, and from which of the eight bytes or four halves of `b` above `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes<const N: usize> {
    /// Elements that the result has; the others come from `c`.
    pub mask: [bool; N],
    /// Place of the first operand's elements.
    pub a: [u8; N],
    /// Place of the second operand's elements.
    pub b: [u8; N],
}

impl<const N: usize> Lanes<N> {
    /// From the number in an instruction: 4 bits of mask, then 3 bits an element for `a`, then from
    /// [`PACKED_B_SHIFT`] on 3 for `b`, lowest element first.
    pub fn from_number(number: u32) -> Self {
        let place = |first: u32, index: usize| (number >> (first + 3 * index as u32) & 7) as u8;
        Self {
            mask: core::array::from_fn(|index| number >> index & 1 != 0),
            a: core::array::from_fn(|index| place(PACKED_A_SHIFT, index)),
            b: core::array::from_fn(|index| place(PACKED_B_SHIFT, index)),
        }
    }
}

/// The form of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form<const N: usize> {
    /// The destination's type: s32 or u32.
    pub signed: bool,
    /// The type of `a`.
    pub a_signed: bool,
    /// The type of `b`.
    pub b_signed: bool,
    /// `.sat`: clamps each element to the destination's type.
    pub saturate: bool,
    /// `.add`: the computed elements are added to `c` instead of replacing elements of it.
    pub accumulate: bool,
    /// Elements.
    pub lanes: Lanes<N>,
}

#[inline(always)]
fn run<const N: usize>(a: u32, b: u32, c: u32, form: Form<N>, operation: impl Fn(i64, i64) -> i64) -> u32 {
    let width = if N == 4 { 8 } else { 16 };
    let ones = u32::MAX >> (32 - width);
    let both = u64::from(b) << 32 | u64::from(a);
    let element = |place: u8, signed: bool| {
        let part = (both >> ((u32::from(place) * width) & 63)) as u32 & ones;
        if signed {
            i64::from((part << (32 - width)) as i32 >> (32 - width))
        } else {
            i64::from(part)
        }
    };
    let mut result = c;
    for index in 0..N {
        if !form.lanes.mask[index] {
            continue;
        }
        let a = element(form.lanes.a[index], form.a_signed);
        let b = element(form.lanes.b[index], form.b_signed);
        let value = operation(a, b);
        let value = if form.saturate {
            clamp(i128::from(value), width, form.signed) as i64
        } else {
            value
        };
        if form.accumulate {
            result = result.wrapping_add(value as u32);
        } else {
            let shift = (index as u32 * width) & 31;
            result = (result & !(ones << shift)) | ((value as u32 & ones) << shift);
        }
    }
    result
}

/// `vadd2`, `vadd4`.
#[inline]
pub fn vadd<const N: usize>(a: u32, b: u32, c: u32, form: Form<N>) -> u32 {
    run(a, b, c, form, |a, b| a.wrapping_add(b))
}

/// `vsub2`, `vsub4`.
#[inline]
pub fn vsub<const N: usize>(a: u32, b: u32, c: u32, form: Form<N>) -> u32 {
    run(a, b, c, form, |a, b| a.wrapping_sub(b))
}

/// `vavrg2`, `vavrg4`: half of the sum; halves go away from zero.
#[inline]
pub fn vavrg<const N: usize>(a: u32, b: u32, c: u32, form: Form<N>) -> u32 {
    run(a, b, c, form, |a, b| {
        let sum = a.wrapping_add(b);
        sum.wrapping_add(i64::from(sum >= 0)) >> 1
    })
}

/// `vabsdiff2`, `vabsdiff4`.
#[inline]
pub fn vabsdiff<const N: usize>(a: u32, b: u32, c: u32, form: Form<N>) -> u32 {
    run(a, b, c, form, |a, b| a.abs_diff(b) as i64)
}

/// `vmin2`, `vmin4`.
#[inline]
pub fn vmin<const N: usize>(a: u32, b: u32, c: u32, form: Form<N>) -> u32 {
    run(a, b, c, form, |a, b| a.min(b))
}

/// `vmax2`, `vmax4`.
#[inline]
pub fn vmax<const N: usize>(a: u32, b: u32, c: u32, form: Form<N>) -> u32 {
    run(a, b, c, form, |a, b| a.max(b))
}

/// `vset2`, `vset4`: one or zero in each element.
#[inline]
pub fn vset<const N: usize>(comparison: Comparison, a: u32, b: u32, c: u32, form: Form<N>) -> u32 {
    run(a, b, c, form, |a, b| compared(comparison, a, b))
}
