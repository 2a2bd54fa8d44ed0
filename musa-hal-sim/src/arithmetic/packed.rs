//! Packed 16-bit integers and dot products.

#[inline(always)]
fn halves(word: u32) -> [u16; 2] {
    [word as u16, (word >> 16) as u16]
}

#[inline(always)]
fn join([low, high]: [u16; 2]) -> u32 {
    u32::from(high) << 16 | u32::from(low)
}

#[inline(always)]
fn each(a: u32, b: u32, function: impl Fn(u16, u16) -> u16) -> u32 {
    let ([a_low, a_high], [b_low, b_high]) = (halves(a), halves(b));
    join([function(a_low, b_low), function(a_high, b_high)])
}

/// `add.u16x2` and `add.s16x2`: wrapping sums.
#[inline(always)]
pub fn add_16x2(a: u32, b: u32) -> u32 {
    each(a, b, u16::wrapping_add)
}

/// `min.u16x2` and `min.s16x2`; `relu` (signed) turns negative results into zero.
#[inline(always)]
pub fn min_16x2(a: u32, b: u32, signed: bool, relu: bool) -> u32 {
    each(a, b, |a, b| {
        if signed {
            clip((a as i16).min(b as i16), relu)
        } else {
            a.min(b)
        }
    })
}

/// `max.u16x2` and `max.s16x2`; `relu` (signed) turns negative results into zero.
#[inline(always)]
pub fn max_16x2(a: u32, b: u32, signed: bool, relu: bool) -> u32 {
    each(a, b, |a, b| {
        if signed {
            clip((a as i16).max(b as i16), relu)
        } else {
            a.max(b)
        }
    })
}

#[inline(always)]
fn clip(value: i16, relu: bool) -> u16 {
    if relu { value.max(0) as u16 } else { value as u16 }
}

/// `dp4a`: `c` plus the sum of the products of the four bytes of `a` and `b`, wrapping.
#[inline(always)]
pub fn dp4a(a: u32, b: u32, c: u32, a_signed: bool, b_signed: bool) -> u32 {
    let product = |place: u32| {
        let (a, b) = ((a >> (8 * place)) as u8, (b >> (8 * place)) as u8);
        extend_byte(a, a_signed).wrapping_mul(extend_byte(b, b_signed))
    };
    let sum = product(0).wrapping_add(product(1));
    let sum = sum.wrapping_add(product(2)).wrapping_add(product(3));
    c.wrapping_add(sum)
}

/// `dp2a`: `c` plus the sum of the products of the two halves of `a` with the lower (`.lo`) or upper (`.hi`) two bytes
/// of `b`, wrapping.
#[inline(always)]
pub fn dp2a(a: u32, b: u32, c: u32, a_signed: bool, b_signed: bool, high: bool) -> u32 {
    let b = if high { b >> 16 } else { b };
    let product = |place: u32| {
        let (a, b) = ((a >> (16 * place)) as u16, (b >> (8 * place)) as u8);
        extend_half(a, a_signed).wrapping_mul(extend_byte(b, b_signed))
    };
    c.wrapping_add(product(0)).wrapping_add(product(1))
}

#[inline(always)]
fn extend_byte(value: u8, signed: bool) -> u32 {
    if signed { value as i8 as u32 } else { u32::from(value) }
}

#[inline(always)]
fn extend_half(value: u16, signed: bool) -> u32 {
    if signed { value as i16 as u32 } else { u32::from(value) }
}
