//! f16, bf16, 8-bit formats and conversions: the straight code against the integer arithmetic of [`exact`], which
//! `floating` holds against rationals, and against Rust's own conversions.

use musa_hal_sim::arithmetic::{
    Mode, convert,
    exact::{Format, Value},
    half::{self, Binary16, Brain16, Half},
};
use musa_isa::{Rounding, Type};
use proptest::prelude::*;

const NAN: u64 = 0x7fff;

/// A rounding to an integral value.
type Integral = fn(f64) -> f64;

fn check_half<H: Half>(format: Format, [a, b, c]: [u16; 3]) -> Result<(), TestCaseError> {
    let value = |bits: u16| Value::decode(format, u64::from(bits));
    let rounded = |value: Value| value.encode(format, Rounding::Nearest, NAN) as u16;
    let nearest = Rounding::Nearest;
    prop_assert_eq!(
        half::add::<H>(a, b, Mode::NEAREST),
        rounded(value(a).add(value(b), nearest))
    );
    prop_assert_eq!(
        half::sub::<H>(a, b, Mode::NEAREST),
        rounded(value(a).add(value(b).negated(), nearest))
    );
    prop_assert_eq!(
        half::mul::<H>(a, b, Mode::NEAREST),
        rounded(value(a).multiply(value(b)))
    );
    let fused = value(a).multiply(value(b)).add(value(c), nearest);
    prop_assert_eq!(
        half::fma::<H>(a, b, c, Mode::NEAREST),
        rounded(fused),
        "{:x} {:x} {:x}",
        a,
        b,
        c
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn half_operations_round_once(operands in any::<[u16; 3]>()) {
        check_half::<Binary16>(Format::HALF, operands)?;
        check_half::<Brain16>(Format::BRAIN, operands)?;
    }

    /// A product that is a tie, plus something tiny that decides it.
    #[test]
    fn half_fused_ties(a in any::<u16>(), b in any::<u16>(), c in 0u16..0x200, negative in any::<bool>()) {
        let c = c | u16::from(negative) << 15;
        check_half::<Binary16>(Format::HALF, [a & 0x83ff | 0x3800, b & 0x83e0 | 0x3c10, c])?;
        check_half::<Brain16>(Format::BRAIN, [a & 0x807f | 0x3f00, b & 0x807c | 0x3f82, c])?;
    }

    #[test]
    fn narrowing_rounds_once(single in any::<u32>(), double in any::<u64>(), exponent in 960u64..1160) {
        for double in [double, double & 0x800f_ffff_ffff_ffff | exponent << 52] {
            for (kind, format) in [(Type::F16, Format::HALF), (Type::Bf16, Format::BRAIN), (Type::F32, Format::SINGLE)] {
                for rounding in [Rounding::Nearest, Rounding::Zero, Rounding::Down, Rounding::Up] {
                    if f64::from_bits(double).is_nan() { continue; }
                    let expected = Value::decode(Format::DOUBLE, double).encode(format, rounding, NAN);
                    let mode = Mode::NEAREST.rounded(rounding);
                    prop_assert_eq!(convert::convert(kind, Type::F64, mode, double), Some(expected), "{:x}", double);
                }
            }
        }
        let expected = Value::decode(Format::SINGLE, single.into());
        for (kind, format) in [(Type::F16, Format::HALF), (Type::Bf16, Format::BRAIN)] {
            let expected = expected.encode(format, Rounding::Nearest, NAN);
            prop_assert_eq!(convert::convert(kind, Type::F32, Mode::NEAREST, single.into()), Some(expected));
        }
        let nearest = convert::convert(Type::F32, Type::F64, Mode::NEAREST, double);
        if !f64::from_bits(double).is_nan() {
            prop_assert_eq!(nearest, Some(u64::from((f64::from_bits(double) as f32).to_bits())));
        }
    }

    /// What an 8-bit conversion answers is the nearest of the format's numbers, the even one of two.
    #[test]
    fn eight_bit_formats_take_the_nearest(bits in any::<u32>(), exponent in 100u32..150) {
        for (kind, format, largest) in [(Type::E4m3, Format::E4M3, 448.0), (Type::E5m2, Format::E5M2, 57344.0)] {
            let value = f32::from_bits(bits & 0x807f_ffff | exponent << 23);
            let mode = Mode { saturate_finite: true, ..Mode::NEAREST };
            let result = convert::convert(kind, Type::F32, mode, value.to_bits().into()).expect("a conversion");
            let number = |bits: u64| {
                let half = convert::convert(Type::F16, kind, Mode::NEAREST, bits).expect("a conversion");
                f64::from(Binary16::widen(half as u16))
            };
            let bounded = f64::from(value).clamp(-largest, largest);
            let distance = |bits: u64| (number(bits) - bounded).abs();
            let finite = (0..256u64).filter(|&bits| number(bits).is_finite());
            let best = finite.map(distance).fold(f64::INFINITY, f64::min);
            prop_assert_eq!(distance(result), best, "{} {:x} {:?}", value, result, format);
            let tied = (0..256u64).filter(|&bits| number(bits).is_finite() && distance(bits) == best && number(bits) != number(result));
            prop_assert!(tied.count() == 0 || result & 1 == 0, "{} {:x}", value, result);
        }
    }

    #[test]
    fn integers_convert_as_rusts(value in any::<i64>(), shift in 0u32..64) {
        let value = value >> shift;
        let bits = value as u64;
        let f64_of = |kind| convert::convert(Type::F64, kind, Mode::NEAREST, bits).map(f64::from_bits);
        let f32_of = |kind| convert::convert(Type::F32, kind, Mode::NEAREST, bits).map(|bits| f32::from_bits(bits as u32));
        prop_assert_eq!(f64_of(Type::S64), Some(value as f64));
        prop_assert_eq!(f64_of(Type::U64), Some(bits as f64));
        prop_assert_eq!(f32_of(Type::S64), Some(value as f32));
        prop_assert_eq!(f32_of(Type::U32), Some(bits as u32 as f32));
        prop_assert_eq!(f32_of(Type::S8), Some(f32::from(bits as i8)));
        let saturated = convert::convert(Type::S16, Type::S64, Mode::NEAREST.saturated(), bits);
        prop_assert_eq!(saturated, Some(value.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as u64));
        let saturated = convert::convert(Type::U16, Type::S64, Mode::NEAREST.saturated(), bits);
        prop_assert_eq!(saturated, Some(value.clamp(0, i64::from(u16::MAX)) as u64));
    }

    #[test]
    fn floats_convert_to_integers_by_their_rounding(bits in any::<u64>(), exponent in 1000u64..1090) {
        let value = f64::from_bits(bits & 0x800f_ffff_ffff_ffff | exponent << 52);
        let roundings: [(Rounding, Integral); 4] = [
            (Rounding::NearestInteger, f64::round_ties_even),
            (Rounding::ZeroInteger, f64::trunc),
            (Rounding::DownInteger, f64::floor),
            (Rounding::UpInteger, f64::ceil),
        ];
        for (rounding, expected) in roundings {
            let mode = Mode::NEAREST.rounded(rounding);
            let integral = expected(value);
            prop_assert_eq!(convert::convert(Type::F64, Type::F64, mode, value.to_bits()), Some(integral.to_bits()));
            let converted = |kind| convert::convert(kind, Type::F64, mode, value.to_bits());
            prop_assert_eq!(converted(Type::S64), Some(integral as i64 as u64));
            prop_assert_eq!(converted(Type::U64), Some(integral as u64));
            prop_assert_eq!(converted(Type::U8), Some(u64::from(integral as u8)));
            prop_assert_eq!(converted(Type::S16), Some(integral as i16 as u64));
        }
    }
}

/// Widening f16 agrees with the `half` crate for every pattern that is not a NaN, and narrowing undoes it.
#[test]
fn every_half_widens_and_narrows_back() {
    for bits in 0..=u16::MAX {
        let reference = ::half::f16::from_bits(bits);
        if reference.is_nan() {
            assert!(Binary16::widen(bits).is_nan());
            continue;
        }
        assert_eq!(Binary16::widen(bits).to_bits(), reference.to_f32().to_bits());
        assert_eq!(Binary16::narrow(Binary16::widen(bits)), bits);
        assert_eq!(Binary16::narrow_double(f64::from(Binary16::widen(bits))), bits);
    }
}

/// No conversion that the instruction set does not have.
#[test]
fn impossible_conversions_are_refused() {
    for kind in [Type::Pred, Type::B128, Type::U4] {
        assert_eq!(convert::convert(Type::F32, kind, Mode::NEAREST, 0), None);
        assert_eq!(convert::convert(kind, Type::F32, Mode::NEAREST, 0), None);
    }
    assert_eq!(convert::convert(Type::F16x2, Type::F32, Mode::NEAREST, 0), None);
    assert_eq!(convert::pair(Type::F32, Mode::NEAREST, 0, 0), None);
}
