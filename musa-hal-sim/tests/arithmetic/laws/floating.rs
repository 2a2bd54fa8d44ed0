//! f32 and f64 against exact rational arithmetic.
//!
//! A directed rounding is characterised by its neighbours: the result is the last number on its side of the exact value,
//! so the next one is beyond it. Nearest lies between the two directed results and is the nearer of them.

use musa_hal_sim::arithmetic::{Mode, double, single};
use musa_isa::Rounding;
use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed, Zero};
use proptest::prelude::*;

/// One format's functions, by name.
trait Format: Copy + core::fmt::Debug {
    const INFINITY: u64;
    const SIGN: u64;
    fn value(bits: u64) -> Option<BigRational>;
    fn apply(operation: Operation, operands: [u64; 3], rounding: Rounding) -> u64;
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Add,
    Subtract,
    Multiply,
    Fuse,
    Divide,
    Root,
}

const OPERATIONS: [Operation; 6] = [
    Operation::Add,
    Operation::Subtract,
    Operation::Multiply,
    Operation::Fuse,
    Operation::Divide,
    Operation::Root,
];

#[derive(Clone, Copy, Debug)]
struct Single;

#[derive(Clone, Copy, Debug)]
struct Double;

impl Format for Single {
    const INFINITY: u64 = 0x7f80_0000;
    const SIGN: u64 = 0x8000_0000;
    fn value(bits: u64) -> Option<BigRational> {
        BigRational::from_f32(f32::from_bits(bits as u32))
    }
    fn apply(operation: Operation, operands: [u64; 3], rounding: Rounding) -> u64 {
        let [a, b, c] = operands.map(|bits| bits as u32);
        let mode = Mode::NEAREST.rounded(rounding);
        u64::from(match operation {
            Operation::Add => single::add(a, b, mode),
            Operation::Subtract => single::sub(a, b, mode),
            Operation::Multiply => single::mul(a, b, mode),
            Operation::Fuse => single::fma(a, b, c, mode),
            Operation::Divide => single::div(a, b, mode),
            Operation::Root => single::sqrt(a, mode),
        })
    }
}

impl Format for Double {
    const INFINITY: u64 = 0x7ff0_0000_0000_0000;
    const SIGN: u64 = 1 << 63;
    fn value(bits: u64) -> Option<BigRational> {
        BigRational::from_f64(f64::from_bits(bits))
    }
    fn apply(operation: Operation, operands: [u64; 3], rounding: Rounding) -> u64 {
        let [a, b, c] = operands;
        let mode = Mode::NEAREST.rounded(rounding);
        match operation {
            Operation::Add => double::add(a, b, mode),
            Operation::Subtract => double::sub(a, b, mode),
            Operation::Multiply => double::mul(a, b, mode),
            Operation::Fuse => double::fma(a, b, c, mode),
            Operation::Divide => double::div(a, b, mode),
            Operation::Root => double::sqrt(a, mode),
        }
    }
}

/// The exact result, where there is a finite one. A root is compared through its square.
fn exact<F: Format>(operation: Operation, operands: [u64; 3]) -> Option<BigRational> {
    let [a, b, c] = [F::value(operands[0])?, F::value(operands[1])?, F::value(operands[2])?];
    Some(match operation {
        Operation::Add => a + b,
        Operation::Subtract => a - b,
        Operation::Multiply => a * b,
        Operation::Fuse => a * b + c,
        Operation::Divide if b.is_zero() => return None,
        Operation::Divide => a / b,
        Operation::Root if a.is_negative() => return None,
        Operation::Root => a,
    })
}

/// How a result lies to the exact value.
fn compare<F: Format>(operation: Operation, result: u64, exact: &BigRational) -> core::cmp::Ordering {
    match F::value(result) {
        Some(value) if matches!(operation, Operation::Root) => (&value * &value).cmp(exact),
        Some(value) => value.cmp(exact),
        None if result & F::SIGN == 0 => core::cmp::Ordering::Greater,
        None => core::cmp::Ordering::Less,
    }
}

/// The next number upwards; infinities stay.
fn next_up<F: Format>(bits: u64) -> u64 {
    if bits == F::INFINITY {
        bits
    } else if bits & !F::SIGN == 0 {
        1
    } else if bits & F::SIGN == 0 {
        bits + 1
    } else {
        bits - 1
    }
}

fn check<F: Format>(operands: [u64; 3]) -> Result<(), TestCaseError> {
    for operation in OPERATIONS {
        let Some(exact) = exact::<F>(operation, operands) else {
            continue;
        };
        let results = [Rounding::Down, Rounding::Up, Rounding::Zero, Rounding::Nearest]
            .map(|rounding| F::apply(operation, operands, rounding));
        let [down, up, zero, nearest] = results;
        let context = format!("{operation:?} {operands:x?} {results:x?}");
        prop_assert!(compare::<F>(operation, down, &exact).is_le(), "{}", context);
        prop_assert!(compare::<F>(operation, up, &exact).is_ge(), "{}", context);
        if compare::<F>(operation, down, &exact).is_eq() {
            // Exact: all agree, but for the sign of zero.
            prop_assert!(
                up & !F::SIGN == down & !F::SIGN && nearest & !F::SIGN == down & !F::SIGN,
                "{}",
                context
            );
            continue;
        }
        prop_assert_eq!(next_up::<F>(down) & !F::SIGN, up & !F::SIGN, "{}", &context);
        prop_assert_eq!(zero, if exact.is_negative() { up } else { down }, "{}", &context);
        prop_assert!(nearest == down || nearest == up, "{}", context);
        prop_assert!(is_nearest::<F>(operation, [down, up, nearest], &exact), "{}", context);
    }
    Ok(())
}

/// Whether the nearest result is on the exact value's side of the middle between the directed ones.
fn is_nearest<F: Format>(operation: Operation, results: [u64; 3], exact: &BigRational) -> bool {
    let [down, up, nearest] = results;
    let (Some(low), Some(high)) = (F::value(down), F::value(up)) else {
        // Beyond the largest number: where the middle is depends on the missing next one.
        return true;
    };
    let middle = (low + high) / BigRational::from_integer(2.into());
    let side = if matches!(operation, Operation::Root) {
        exact.cmp(&(&middle * &middle))
    } else {
        exact.cmp(&middle)
    };
    match side {
        core::cmp::Ordering::Less => nearest == down,
        core::cmp::Ordering::Greater => nearest == up,
        core::cmp::Ordering::Equal => nearest & 1 == 0,
    }
}

/// Bits with exponents around the middle half of the time, where sums and products interact.
fn single_bits() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u32>().prop_map(u64::from),
        any::<u32>().prop_map(|bits| u64::from(bits & 0x83ff_ffff | 0x3c00_0000)),
        any::<u32>().prop_map(|bits| u64::from(bits & 0x81ff_ffff)),
        (any::<u32>(), 0u32..24)
            .prop_map(|(bits, zeros)| u64::from(bits & u32::MAX << zeros & 0x87ff_ffff | 0x3800_0000)),
    ]
}

fn double_bits() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        any::<u64>().prop_map(|bits| bits & 0x807f_ffff_ffff_ffff | 0x3f80_0000_0000_0000),
        any::<u64>().prop_map(|bits| bits & 0x803f_ffff_ffff_ffff),
        (any::<u64>(), 0u32..53)
            .prop_map(|(bits, zeros)| bits & u64::MAX << zeros & 0x80ff_ffff_ffff_ffff | 0x3f00_0000_0000_0000),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn single_results_are_rounded_right(a in single_bits(), b in single_bits(), c in single_bits()) {
        check::<Single>([a, b, c])?;
        check::<Single>([a, a, b])?;
    }

    #[test]
    fn double_results_are_rounded_right(a in double_bits(), b in double_bits(), c in double_bits()) {
        check::<Double>([a, b, c])?;
        check::<Double>([a, a ^ 1, b])?;
    }

    /// `.ftz` flushes what is tiny when rounded with exponents without end, so scaling by a power of two shows it.
    #[test]
    fn products_are_flushed_by_their_unbounded_rounding(a in any::<u32>(), b in any::<u32>(), up in any::<bool>()) {
        // Factors whose product is around the smallest normal number.
        let (a, b) = (a & 0x807f_ffff | 63 << 23, b & 0x807f_ffff | 64 << 23);
        for rounding in [Rounding::Nearest, Rounding::Zero, Rounding::Down, Rounding::Up] {
            let mode = Mode::NEAREST.rounded(rounding);
            let a = if up { a + (1 << 23) } else { a };
            let scaled = single::mul(a + (32 << 23), b, mode);
            let result = single::mul(a, b, mode.flushed());
            let tiny = scaled & 0x7fff_ffff < 33 << 23;
            prop_assert_eq!(result & 0x7fff_ffff == 0, tiny, "{:x} {:x} {:?}", a, b, rounding);
        }
    }

    #[test]
    fn saturation_and_nan_laws(a in any::<u32>(), b in any::<u32>()) {
        let sum = single::add(a, b, Mode::NEAREST);
        prop_assert!(!single::is_nan(sum) || sum == single::NAN);
        let saturated = f32::from_bits(single::add(a, b, Mode::NEAREST.saturated()));
        prop_assert!((0.0..=1.0).contains(&saturated) && saturated.is_sign_positive());
        let saturated = f64::from_bits(double::saturate(u64::from(a) << 32 | u64::from(b)));
        prop_assert!((0.0..=1.0).contains(&saturated) && saturated.is_sign_positive());
    }
}
