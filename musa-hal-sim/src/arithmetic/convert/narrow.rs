//! Narrowing to 16 bits, to nearest even, without branches: what lane loops of f16 and bf16 spend their time in.

/// f32 to f16; a NaN becomes 0x7fff.
#[inline(always)]
pub fn single_to_half(value: f32) -> u16 {
    let bits = value.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    // Normal results: round the low 13 bits away, then move the exponent's bias from 127 to 15.
    let odd = magnitude >> 13 & 1;
    let normal = (magnitude + 0x0fff + odd).wrapping_sub(112 << 23) >> 13;
    // Subnormal results: adding 1/2 leaves the value's multiple of 2^-24 in the fraction, rounded by the addition.
    let subnormal = (f32::from_bits(magnitude) + 0.5)
        .to_bits()
        .wrapping_sub(0.5f32.to_bits());
    let rounded = if magnitude < 0x3880_0000 { subnormal } else { normal };
    let bounded = if magnitude >= 0x4780_0000 { 0x7c00 } else { rounded };
    let signed = bounded | bits >> 16 & 0x8000;
    if magnitude > 0x7f80_0000 { 0x7fff } else { signed as u16 }
}

/// f32 to bf16; a NaN becomes 0x7fff.
#[inline(always)]
pub fn single_to_brain(value: f32) -> u16 {
    let bits = value.to_bits();
    let odd = bits >> 16 & 1;
    // A number cannot carry beyond infinity; what a NaN does here is not used.
    let rounded = bits.wrapping_add(0x7fff + odd) >> 16;
    if bits & 0x7fff_ffff > 0x7f80_0000 {
        0x7fff
    } else {
        rounded as u16
    }
}

/// f64 to the 16-bit format with these field widths; a NaN becomes 0x7fff.
#[inline(always)]
pub fn double_to_half<const FRACTION: u32, const EXPONENT: u32>(value: f64) -> u16 {
    let bits = value.to_bits();
    let magnitude = bits & (u64::MAX >> 1);
    // Biased f64 exponent of the smallest normal result.
    let smallest = 1023 - ((1 << (EXPONENT - 1)) - 1) + 1;
    let exponent = (magnitude >> 52) as i32;
    // f64's own subnormals are far below half of the smallest result: the leading one does no harm to them.
    let significand = magnitude & ((1 << 52) - 1) | 1 << 52;
    let missing = (smallest - exponent).clamp(0, (FRACTION + 11) as i32) as u32;
    let shift = 52 - FRACTION + missing;
    let kept = significand >> shift;
    let remainder = significand & ((1 << shift) - 1);
    let half = 1 << (shift - 1);
    let up = remainder > half || remainder == half && kept & 1 != 0;
    let field = (exponent - smallest).max(0) as u64;
    let rounded = (field << FRACTION) + kept + u64::from(up);
    let infinity = ((1u64 << EXPONENT) - 1) << FRACTION;
    let bounded = rounded.min(infinity) as u16;
    let signed = bounded | (bits >> 48) as u16 & 0x8000;
    if value.is_nan() { 0x7fff } else { signed }
}
