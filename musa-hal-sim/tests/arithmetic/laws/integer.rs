//! Integer arithmetic against 128 bits.

use musa_hal_sim::arithmetic::{Integer, integer};
use proptest::prelude::*;

fn clamp(value: i128, low: i128, high: i128) -> i128 {
    value.max(low).min(high)
}

macro_rules! laws {
    ($name:ident, $type:ident) => {
        proptest! {
            #[test]
            fn $name(a in any::<$type>(), b in any::<$type>(), c in any::<$type>(), count in 0u32..160) {
                let [wide_a, wide_b, wide_c] = [a, b, c].map(i128::from);
                let (low, high) = (i128::from($type::MIN), i128::from($type::MAX));
                prop_assert_eq!(<$type as Integer>::add(a, b), (wide_a + wide_b) as $type);
                prop_assert_eq!(<$type as Integer>::sub(a, b), (wide_a - wide_b) as $type);
                prop_assert_eq!(i128::from($type::add_sat(a, b)), clamp(wide_a + wide_b, low, high));
                prop_assert_eq!(i128::from($type::sub_sat(a, b)), clamp(wide_a - wide_b, low, high));
                prop_assert_eq!($type::sad(a, b, c), ((wide_a - wide_b).abs() + wide_c) as $type);
                prop_assert_eq!($type::absolute(a), wide_a.unsigned_abs() as $type);
                prop_assert_eq!($type::negate(a), (-wide_a) as $type);
                // Halves of the product; 64-bit unsigned products need all of an unsigned 128-bit word.
                let product = if $type::SIGNED { wide_a * wide_b } else { ((wide_a as u128) * (wide_b as u128)) as i128 };
                let upper = if $type::SIGNED {
                    (product >> $type::BITS) as $type
                } else {
                    ((product as u128) >> $type::BITS) as $type
                };
                prop_assert_eq!($type::mul_lo(a, b), product as $type);
                prop_assert_eq!($type::mul_hi(a, b), upper);
                prop_assert_eq!($type::mad_lo(a, b, c), (product as $type).wrapping_add(c));
                prop_assert_eq!($type::mad_hi(a, b, c), upper.wrapping_add(c));
                prop_assert_eq!(i128::from($type::mad_hi_sat(a, b, c)), clamp(i128::from(upper) + wide_c, low, high));
                // Division: a = q * b + r with the dividend's sign, and all ones by zero.
                let (quotient, remainder) = ($type::div(a, b), <$type as Integer>::rem(a, b));
                if b == 0 {
                    prop_assert_eq!((quotient, remainder), (!0, !0));
                } else {
                    prop_assert_eq!(quotient, (wide_a / wide_b) as $type);
                    prop_assert_eq!(remainder, (wide_a % wide_b) as $type);
                }
                // Shifts beyond the width.
                let shifted = if count < 128 { wide_a << count.min(120) } else { 0 };
                let expected = if count >= $type::BITS { 0 } else { shifted as $type };
                prop_assert_eq!(<$type as Integer>::shl(a, count), expected);
                prop_assert_eq!(<$type as Integer>::shr(a, count), (wide_a >> count.min(127)) as $type);
                prop_assert_eq!($type::from_bits(a.to_bits()), a);
            }
        }
    };
}

laws!(of_u8, u8);
laws!(of_u16, u16);
laws!(of_u32, u32);
laws!(of_u64, u64);
laws!(of_i8, i8);
laws!(of_i16, i16);
laws!(of_i32, i32);
laws!(of_i64, i64);

proptest! {
    /// Chains of words are sums and differences of the whole.
    #[test]
    fn carry_chains_make_wide_arithmetic(a in any::<u128>(), b in any::<u128>()) {
        let words = |value: u128| core::array::from_fn::<u32, 4, _>(|index| (value >> (32 * index)) as u32);
        let join = |words: [u32; 4]| words.iter().rev().fold(0u128, |value, &word| value << 32 | u128::from(word));
        let (a_words, b_words) = (words(a), words(b));
        let mut code = false;
        let sum = core::array::from_fn(|index| {
            let (word, carry) = integer::carrying_add_u32(a_words[index], b_words[index], code);
            code = carry;
            word
        });
        prop_assert_eq!((join(sum), code), (a.wrapping_add(b), a.checked_add(b).is_none()));
        let mut code = true;
        let difference = core::array::from_fn(|index| {
            let (word, carry) = integer::carrying_add_u32(a_words[index], !b_words[index], code);
            code = carry;
            word
        });
        prop_assert_eq!((join(difference), code), (a.wrapping_sub(b), a >= b));
    }

    #[test]
    fn products_of_24_bits(a in any::<u32>(), b in any::<u32>(), c in any::<u32>()) {
        let unsigned = u64::from(a % (1 << 24)) * u64::from(b % (1 << 24));
        prop_assert_eq!(integer::mul24_lo_u32(a, b), unsigned as u32);
        prop_assert_eq!(u64::from(integer::mul24_hi_u32(a, b)), unsigned >> 16);
        let extend = |value: u32| {
            let low = i64::from(value % (1 << 24));
            if low >= 1 << 23 { low - (1 << 24) } else { low }
        };
        let signed = extend(a) * extend(b);
        prop_assert_eq!(integer::mul24_lo_s32(a, b), signed as u32);
        prop_assert_eq!(i64::from(integer::mul24_hi_s32(a, b) as i32), signed >> 16);
        let sum = (signed >> 16) + i64::from(c as i32);
        let clamped = sum.max(i64::from(i32::MIN)).min(i64::from(i32::MAX));
        prop_assert_eq!(i64::from(integer::mad24_hi_sat_s32(a, b, c) as i32), clamped);
    }
}
