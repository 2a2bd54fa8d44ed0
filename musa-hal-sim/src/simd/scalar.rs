//! Values that all lanes of a warp have together, so that one number stands for a register.
//!
//! Addresses and loop counters are sums of multiples of the thread's numbers. Such a register is kept as a few numbers
//! instead of a value for each lane, and an instruction on it is a few operations of the host. Everything is modulo the
//! register's width, as the lanes' values are, so that sums and products need no check; where a value is made wider or
//! compared, [`Scalar::signed_range`] and [`Scalar::unsigned_range`] say whether no lane wraps around.

/// `base + x * tid.x + y * tid.y + block * n` in the n-th of the blocks that go abreast, modulo the width of its register;
/// one of a word register is less than 2^32 in each part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scalar {
    /// The value of the thread whose numbers are zero, in the first block.
    pub base: u64,
    /// What a step along x adds.
    pub x: u64,
    /// What a step along y adds.
    pub y: u64,
    /// What the next block adds.
    pub block: u64,
}

/// The highest numbers that a thread of the blocks that go abreast has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Last {
    /// Along x.
    pub x: u32,
    /// Along y.
    pub y: u32,
    /// Of its block among those.
    pub block: u32,
}

/// The least and the greatest value of all threads.
pub type Range = (i64, i64);

impl Scalar {
    /// The same in every lane.
    #[inline(always)]
    pub const fn uniform(base: u64) -> Self {
        Self {
            base,
            x: 0,
            y: 0,
            block: 0,
        }
    }

    /// The value, where it is the same in every lane.
    #[inline(always)]
    pub const fn as_uniform(self) -> Option<u64> {
        if self.x | self.y | self.block == 0 {
            Some(self.base)
        } else {
            None
        }
    }

    /// Modulo 2^32: as a word register holds it.
    #[inline(always)]
    pub const fn word(self) -> Self {
        self.each(0xffff_ffff)
    }

    #[inline(always)]
    const fn each(self, mask: u64) -> Self {
        Self {
            base: self.base & mask,
            x: self.x & mask,
            y: self.y & mask,
            block: self.block & mask,
        }
    }

    /// The sum.
    #[inline(always)]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            base: self.base.wrapping_add(other.base),
            x: self.x.wrapping_add(other.x),
            y: self.y.wrapping_add(other.y),
            block: self.block.wrapping_add(other.block),
        }
    }

    /// A multiple.
    #[inline(always)]
    pub const fn times(self, factor: u64) -> Self {
        Self {
            base: self.base.wrapping_mul(factor),
            x: self.x.wrapping_mul(factor),
            y: self.y.wrapping_mul(factor),
            block: self.block.wrapping_mul(factor),
        }
    }

    /// The product, where one of the two is the same in every lane.
    #[inline(always)]
    pub const fn product(self, other: Self) -> Option<Self> {
        match (self.as_uniform(), other.as_uniform()) {
            (_, Some(factor)) => Some(self.times(factor)),
            (Some(factor), None) => Some(other.times(factor)),
            _ => None,
        }
    }

    /// The range of a word register's value as a signed number; nothing where some thread may wrap around.
    #[inline]
    pub fn signed_range(self, last: Last) -> Option<Range> {
        let range = self.range(i64::from(self.base as i32), last);
        (range.0 >= i64::from(i32::MIN) && range.1 <= i64::from(i32::MAX)).then_some(range)
    }

    /// The range of a word register's value as an unsigned number; nothing where some thread may wrap around.
    #[inline]
    pub fn unsigned_range(self, last: Last) -> Option<Range> {
        let range = self.range(i64::from(self.base as u32), last);
        (range.0 >= 0 && range.1 <= i64::from(u32::MAX)).then_some(range)
    }

    /// With steps of less than 2^31 and at most 2^16 threads along an axis no sum here leaves 64 bits.
    #[inline]
    fn range(self, base: i64, last: Last) -> Range {
        let step = |step: u64, last: u32| i64::from(step as i32) * i64::from(last.min(0xffff));
        let all = [step(self.x, last.x), step(self.y, last.y), step(self.block, last.block)];
        let [least, greatest] = [i64::min, i64::max].map(|choose| all.map(|step| choose(step, 0)));
        (
            base + least[0] + least[1] + least[2],
            base + greatest[0] + greatest[1] + greatest[2],
        )
    }

    /// The value of a word register in a double; nothing where some thread may wrap around.
    #[inline]
    pub fn widened(self, signed: bool, last: Last) -> Option<Self> {
        let (range, base) = if signed {
            (self.signed_range(last), i64::from(self.base as i32) as u64)
        } else {
            (self.unsigned_range(last), u64::from(self.base as u32))
        };
        range.map(|_| Self {
            base,
            x: i64::from(self.x as i32) as u64,
            y: i64::from(self.y as i32) as u64,
            block: i64::from(self.block as i32) as u64,
        })
    }
}

/// What a register of a warp holds: the values of its lanes, a scalar, or both, which then say the same.
#[derive(Clone, Copy, Debug)]
pub struct Content {
    pub(super) scalar: Scalar,
    /// What is not there. What several registers lack is what some of these say.
    pub(super) missing: Missing,
}

bitflags::bitflags! {
    /// What is not there of an operand, or of some operand.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Missing: u8 {
        /// The values of the lanes.
        const LANES = 1;
        /// The scalar.
        const SCALAR = 2;
    }
}

impl Content {
    /// The values of its lanes.
    pub const LANES: Self = Self {
        scalar: Scalar::uniform(0),
        missing: Missing::SCALAR,
    };

    /// Zero in every lane.
    pub(crate) const ZERO: Self = Self {
        scalar: Scalar::uniform(0),
        missing: Missing::LANES,
    };

    /// Of a constant: both.
    pub(crate) const CONSTANT: Self = Self {
        scalar: Scalar::uniform(0),
        missing: Missing::empty(),
    };

    #[inline(always)]
    pub(crate) const fn of(scalar: Scalar) -> Self {
        Self {
            scalar,
            missing: Missing::LANES,
        }
    }

    /// Numbers that say what it holds, for comparing.
    pub(crate) fn digest(&self) -> [u64; 5] {
        let Scalar { base, x, y, block } = self.scalar;
        match self.missing.contains(Missing::SCALAR) {
            true => [0; 5],
            false => [1 + u64::from(self.missing.bits()), base, x, y, block],
        }
    }
}

impl Default for Content {
    fn default() -> Self {
        Self::LANES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(scalar: Scalar, (x, y, block): (u32, u32, u32)) -> u64 {
        let along = |step: u64, number: u32| step.wrapping_mul(u64::from(number));
        scalar
            .base
            .wrapping_add(along(scalar.x, x))
            .wrapping_add(along(scalar.y, y))
            .wrapping_add(along(scalar.block, block))
    }

    fn words() -> impl Strategy<Value = Scalar> {
        let small = prop_oneof![0..64_u32, any::<u32>(), (0..64_u32).prop_map(u32::wrapping_neg)];
        (any::<u32>(), small.clone(), small.clone(), small).prop_map(|(base, x, y, block)| Scalar {
            base: base.into(),
            x: x.into(),
            y: y.into(),
            block: block.into(),
        })
    }

    proptest! {
        #[test]
        fn what_is_widened_has_the_value_of_every_thread(
            scalar in words(), x in 0..1024_u32, y in 0..1024_u32, block in 0..32_u32,
        ) {
            let last = Last { x, y, block };
            let corners = [(0, 0, 0), (x, 0, 0), (0, y, block), (x, y, 0), (x, y, block), (x / 2, y / 2, block / 2)];
            for place in corners {
                let value = at(scalar, place) as u32;
                if let Some(wide) = scalar.widened(true, last) {
                    prop_assert_eq!(at(wide, place), i64::from(value as i32) as u64);
                }
                if let Some(wide) = scalar.widened(false, last) {
                    prop_assert_eq!(at(wide, place), u64::from(value));
                }
                if let Some((least, greatest)) = scalar.signed_range(last) {
                    prop_assert!((least..=greatest).contains(&i64::from(value as i32)));
                }
            }
        }

        #[test]
        fn sums_and_products_are_those_of_every_thread(a in words(), b in words(), factor: u32, x: u8, y: u8, block: u8) {
            let place = (x.into(), y.into(), block.into());
            let value = |scalar| at(scalar, place) as u32;
            prop_assert_eq!(value(a.plus(b).word()), value(a).wrapping_add(value(b)));
            let product = a.product(Scalar::uniform(factor.into())).unwrap();
            prop_assert_eq!(value(product.word()), value(a).wrapping_mul(factor));
        }
    }
}
