//! The interpolator of the special function unit: quadratic segments over 17 bits.

/// A quadratic polynomial with integer coefficients, in units that depend on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) constant: i64,
    pub(super) linear: i32,
    pub(super) quadratic: i32,
}

impl Segment {
    /// The value at `x`, 17 bits. Positive in every table and below 2^53.
    #[inline(always)]
    pub(super) fn at(self, x: u32) -> u64 {
        let linear = i64::from(self.linear).wrapping_mul(i64::from(x));
        let quadratic = i64::from(self.quadratic).wrapping_mul(i64::from(square(x)));
        self.constant.wrapping_add(linear).wrapping_add(quadratic) as u64
    }
}

/// The square of 17 bits, without its 19 lowest ones: the sum of the partial products, of which those that stand below
/// are left out.
#[inline(always)]
fn square(x: u32) -> u32 {
    let mut sum = 0;
    let mut place = 10;
    while place < 17 {
        let products = (x & ((1 << place) - 1)) >> (18 - place);
        let row = products + (1 << (2 * place - 19));
        sum += if x >> place & 1 != 0 { row } else { 0 };
        place += 1;
    }
    sum
}

/// The number `fixed / 2^fraction_bits` as f32, cut off. `fixed` is below 2^53, the result normal or zero.
#[inline(always)]
pub(super) fn truncated(fixed: u64, fraction_bits: u32) -> u32 {
    // Exact: 53 bits, and a power of two.
    let scale = f64::from_bits(u64::from(1023 - (fraction_bits & 63)) << 52);
    let value = fixed as f64 * scale;
    let cut = f64::from_bits(value.to_bits() & !0x1fff_ffff);
    (cut as f32).to_bits()
}

/// The segment of a table for an index that the caller has bounded.
#[inline(always)]
pub(super) fn choose<const N: usize>(table: &[Segment; N], index: u32) -> Segment {
    table[(index as usize).min(N - 1)]
}

#[cfg(test)]
mod tests {
    use super::square;

    /// What is left out is what the low columns hold, so the square is short by less than their sum.
    #[test]
    fn squares_are_short_by_the_low_columns() {
        for x in (0..1u64 << 17).step_by(7) {
            let exact = x * x;
            let kept = u64::from(square(x as u32)) << 19;
            assert!(kept <= exact && exact - kept < 10 << 19, "{x}");
            let mut columns = 0u64;
            for low in 0..17 {
                for high in low..17 {
                    let both = x >> low & x >> high & 1;
                    let column = if low == high { 2 * low } else { low + high + 1 };
                    columns += if column >= 19 { both << column } else { 0 };
                }
            }
            assert_eq!(kept, columns);
        }
    }
}
