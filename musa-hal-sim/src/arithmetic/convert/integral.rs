//! Rounding to an integral value.

use musa_isa::Rounding;

/// The number rounded to an integral value of the same sign (also of zero). Infinities and NaNs stay. A rounding that
/// is not one to an integer acts as the one of the same direction.
#[inline(always)]
pub fn round(value: f64, rounding: Rounding) -> f64 {
    // From here on every f64 is integral.
    const LIMIT: f64 = (1u64 << 52) as f64;
    let bits = value.to_bits();
    let sign = bits & 1 << 63;
    let magnitude = f64::from_bits(bits ^ sign);
    // The addition rounds to nearest even, at the units.
    let nearest = (magnitude + LIMIT) - LIMIT;
    let below = if nearest > magnitude { nearest - 1.0 } else { nearest };
    let above = if below < magnitude { below + 1.0 } else { below };
    let rounded = match rounding {
        Rounding::Nearest | Rounding::NearestInteger => nearest,
        Rounding::Zero | Rounding::ZeroInteger => below,
        Rounding::Down | Rounding::DownInteger => {
            if sign != 0 {
                above
            } else {
                below
            }
        }
        Rounding::Up | Rounding::UpInteger => {
            if sign != 0 {
                below
            } else {
                above
            }
        }
        Rounding::Away => {
            if magnitude - below >= 0.5 {
                below + 1.0
            } else {
                below
            }
        }
    };
    if magnitude < LIMIT {
        f64::from_bits(rounded.to_bits() | sign)
    } else {
        value
    }
}

/// [`round`] for f32.
#[inline(always)]
pub fn round_single(value: f32, rounding: Rounding) -> f32 {
    const LIMIT: f32 = (1u32 << 23) as f32;
    let bits = value.to_bits();
    let sign = bits & 1 << 31;
    let magnitude = f32::from_bits(bits ^ sign);
    let nearest = (magnitude + LIMIT) - LIMIT;
    let below = if nearest > magnitude { nearest - 1.0 } else { nearest };
    let above = if below < magnitude { below + 1.0 } else { below };
    let rounded = match rounding {
        Rounding::Nearest | Rounding::NearestInteger => nearest,
        Rounding::Zero | Rounding::ZeroInteger => below,
        Rounding::Down | Rounding::DownInteger => {
            if sign != 0 {
                above
            } else {
                below
            }
        }
        Rounding::Up | Rounding::UpInteger => {
            if sign != 0 {
                below
            } else {
                above
            }
        }
        Rounding::Away => {
            if magnitude - below >= 0.5 {
                below + 1.0
            } else {
                below
            }
        }
    };
    if magnitude < LIMIT {
        f32::from_bits(rounded.to_bits() | sign)
    } else {
        value
    }
}

/// Whether the rounding is one to an integer.
#[inline(always)]
pub const fn is_integral(rounding: Rounding) -> bool {
    matches!(
        rounding,
        Rounding::NearestInteger | Rounding::ZeroInteger | Rounding::DownInteger | Rounding::UpInteger
    )
}
