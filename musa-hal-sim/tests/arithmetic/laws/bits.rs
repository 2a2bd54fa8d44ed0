//! Bit operations against PTX's own pseudo-code, bit by bit.

use musa_hal_sim::arithmetic::{Integer, bits, packed};
use musa_isa::Action;
use proptest::prelude::*;

fn bit(word: u64, place: u32) -> bool {
    place < 64 && word >> place & 1 != 0
}

fn word(bits: impl Fn(u32) -> bool, width: u32) -> u64 {
    (0..width).fold(0, |word, place| word | u64::from(bits(place)) << place)
}

fn extracted(a: u64, position: u32, length: u32, width: u32, signed: bool) -> u64 {
    let sign = signed && length != 0 && bit(a, (position + length - 1).min(width - 1));
    word(
        |place| {
            if place < length && position + place < width {
                bit(a, position + place)
            } else {
                sign
            }
        },
        width,
    )
}

proptest! {
    #[test]
    fn bit_fields(a in any::<u64>(), b in any::<u64>(), position in 0u32..256, length in 0u32..256) {
        let low = a as u32;
        let expected = |width, signed| extracted(a, position, length, width, signed);
        prop_assert_eq!(u64::from(bits::bfe(low, position, length)), expected(32, false));
        prop_assert_eq!(u64::from(bits::bfe(low as i32, position, length) as u32), expected(32, true));
        prop_assert_eq!(bits::bfe(a, position, length), expected(64, false));
        prop_assert_eq!(bits::bfe(a as i64, position, length) as u64, expected(64, true));
        // 32 bits look at the low 8 bits of the counts.
        prop_assert_eq!(bits::bfe(low, position + 256, length + 512), bits::bfe(low, position, length));
        let inserted = |width: u32| {
            let inside = |place: u32| place >= position && place - position < length;
            word(|place| if inside(place) { bit(a, place - position) } else { bit(b, place) }, width)
        };
        prop_assert_eq!(u64::from(bits::bfi(low, b as u32, position, length)), inserted(32));
        prop_assert_eq!(bits::bfi(a, b, position, length), inserted(64));
    }

    #[test]
    fn byte_permutations(a in any::<u32>(), b in any::<u32>(), selector in any::<u32>()) {
        let bytes: Vec<u8> = a.to_le_bytes().into_iter().chain(b.to_le_bytes()).collect();
        let expected: Vec<u8> = (0..4)
            .map(|place| {
                let digit = selector >> (4 * place) & 15;
                let byte = bytes[digit as usize & 7];
                if digit & 8 == 0 { byte } else if byte & 0x80 != 0 { 0xff } else { 0 }
            })
            .collect();
        prop_assert_eq!(bits::prmt(a, b, selector, None).to_le_bytes().to_vec(), expected);
        // PTX's table of modes, selectors 0 to 3, highest byte first.
        let tables = [
            (Action::Forward4, ["3210", "4321", "5432", "6543"]),
            (Action::Backward4, ["5670", "6701", "7012", "0123"]),
            (Action::Replicate8, ["0000", "1111", "2222", "3333"]),
            (Action::EdgeClampLeft, ["3210", "3211", "3222", "3333"]),
            (Action::EdgeClampRight, ["0000", "1110", "2210", "3210"]),
            (Action::Replicate16, ["1010", "3232", "1010", "3232"]),
        ];
        for (mode, table) in tables {
            let digits = table[selector as usize & 3];
            let expected: Vec<u8> = digits.bytes().rev().map(|digit| bytes[usize::from(digit - b'0')]).collect();
            prop_assert_eq!(bits::prmt(a, b, selector, Some(mode)).to_le_bytes().to_vec(), expected, "{:?}", mode);
        }
    }

    #[test]
    fn three_operand_logic(a in any::<u32>(), b in any::<u32>(), c in any::<u32>(), table in any::<u8>()) {
        let row = |place| u32::from(bit(a.into(), place)) << 2 | u32::from(bit(b.into(), place)) << 1 | u32::from(bit(c.into(), place));
        let expected = word(|place| bit(table.into(), row(place)), 32);
        prop_assert_eq!(u64::from(bits::lop3(a, b, c, table)), expected);
    }

    #[test]
    fn nth_set_bit(mask in any::<u32>(), base in 0u32..40, offset in -34i32..34) {
        let expected = || {
            let step = offset.signum();
            let mut place = base as i32;
            let mut missing = offset.abs().max(1);
            while (0..32).contains(&place) {
                missing -= i32::from(bit(mask.into(), place as u32));
                if missing == 0 { return place as u32; }
                if step == 0 { break; }
                place += step;
            }
            u32::MAX
        };
        prop_assert_eq!(bits::fns(mask, base, offset), expected());
    }

    #[test]
    fn funnels(a in any::<u32>(), b in any::<u32>(), count in 0u32..80) {
        for (clamp, n) in [(true, count.min(32)), (false, count & 31)] {
            let both = u128::from(u64::from(b) << 32 | u64::from(a));
            prop_assert_eq!(bits::shf_l(a, b, count, clamp), (both << n >> 32) as u32);
            prop_assert_eq!(bits::shf_r(a, b, count, clamp), (both >> n) as u32);
        }
    }

    #[test]
    fn highest_differing_bit(a in any::<i64>(), shift in 0u32..64) {
        let a = a >> shift;
        let naive = |word: u64, width: u32, sign: bool| {
            (0..width).rev().find(|&place| bit(word, place) != sign).unwrap_or(u32::MAX)
        };
        prop_assert_eq!(bits::bfind(a, false), naive(a as u64, 64, a < 0));
        prop_assert_eq!(bits::bfind(a as u64, false), naive(a as u64, 64, false));
        prop_assert_eq!(bits::bfind(a as i32, false), naive(a as u64, 32, (a as i32) < 0));
        let found = bits::bfind(a as u32, false);
        let amount = if found == u32::MAX { found } else { 31 - found };
        prop_assert_eq!(bits::bfind(a as u32, true), amount);
    }

    #[test]
    fn masks_and_extensions(a in any::<u32>(), position in any::<u32>(), width in any::<u32>()) {
        let (position, width) = (position >> (position % 32), width >> (width % 32));
        let clamped = word(|place| place >= position && place - position < width, 32);
        prop_assert_eq!(u64::from(bits::bmsk(position, width, true)), clamped);
        let wrapped = bits::bmsk(position & 31, width & 31, true);
        prop_assert_eq!(bits::bmsk(position, width, false), wrapped);
        prop_assert_eq!(u64::from(bits::szext(a, width, true)), extracted(a.into(), 0, width.min(32), 32, false));
        prop_assert_eq!(bits::szext(a as i32, width, false) as u32 as u64, extracted(a.into(), 0, width & 31, 32, true));
    }

    #[test]
    fn dot_products(a in any::<u32>(), b in any::<u32>(), c in any::<u32>(), a_signed in any::<bool>(), b_signed in any::<bool>()) {
        let byte = |word: u32, place: usize, signed: bool| {
            let byte = word.to_le_bytes()[place];
            if signed { i64::from(byte as i8) } else { i64::from(byte) }
        };
        let half = |word: u32, place: usize, signed: bool| {
            let half = (word >> (16 * place)) as u16;
            if signed { i64::from(half as i16) } else { i64::from(half) }
        };
        let four: i64 = (0..4).map(|place| byte(a, place, a_signed) * byte(b, place, b_signed)).sum();
        prop_assert_eq!(packed::dp4a(a, b, c, a_signed, b_signed), (four + i64::from(c)) as u32);
        for high in [false, true] {
            let first = if high { 2 } else { 0 };
            let two: i64 = (0..2).map(|place| half(a, place, a_signed) * byte(b, first + place, b_signed)).sum();
            prop_assert_eq!(packed::dp2a(a, b, c, a_signed, b_signed, high), (two + i64::from(c)) as u32);
        }
    }

    #[test]
    fn conditional_not(a in any::<u16>()) {
        prop_assert_eq!(u16::cnot(a), u16::from(a == 0));
    }
}
