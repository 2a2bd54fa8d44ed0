//! Video instructions: arithmetic on selected bytes and halves.
//!
//! [`scalar`] has `vadd vsub vabsdiff vmin vmax vshl vshr vset vmad`, [`packed`] the forms on two halves or four bytes.

pub mod packed;
pub mod scalar;

use musa_isa::Comparison;

use super::compare;

/// Compares two values for `vset`, `vset2` and `vset4`.
#[inline(always)]
fn compared(comparison: Comparison, a: i64, b: i64) -> i64 {
    i64::from(compare::integer(comparison, a, b))
}

/// Clamps to a signed or unsigned integer of so many bits (1 to 32).
#[inline(always)]
fn clamp(value: i128, bits: u32, signed: bool) -> i128 {
    if signed {
        value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        value.clamp(0, (1 << bits) - 1)
    }
}
