//! Floating-point instructions over `musa_hal_sim::arithmetic`.

use musa_hal_sim::arithmetic::{
    Mode, approximate, compare, double,
    half::{self, Binary16, Brain16, Half},
    single,
};
use musa_isa::{Action, Comparison, Type};

use crate::{
    body::{Operation, plain},
    mnemonic::Mnemonic,
};

pub(crate) fn operation(mnemonic: &Mnemonic) -> Option<Operation> {
    if matches!(mnemonic.root.as_str(), "set" | "setp" | "slct") {
        return comparison(mnemonic);
    }
    match mnemonic.kind()? {
        Type::F32 => approximate_single(mnemonic).or_else(|| of_single(mnemonic)),
        Type::F64 => approximate_double(mnemonic).or_else(|| of_double(mnemonic)),
        Type::F16 => half_function::<Binary16>(mnemonic).map(scalar),
        Type::Bf16 => half_function::<Brain16>(mnemonic).map(scalar),
        Type::F16x2 => half_function::<Binary16>(mnemonic).map(packed),
        Type::Bf16x2 => half_function::<Brain16>(mnemonic).map(packed),
        _ => None,
    }
}

fn one(function: impl Fn(u32) -> u32 + 'static) -> Option<Operation> {
    plain(move |s| u64::from(function(s[0] as u32)))
}

fn two(function: impl Fn(u32, u32) -> u32 + 'static) -> Option<Operation> {
    plain(move |s| u64::from(function(s[0] as u32, s[1] as u32)))
}

fn property(mnemonic: &Mnemonic) -> Option<Action> {
    mnemonic.action().filter(|_| mnemonic.root == "testp")
}

fn of_single(mnemonic: &Mnemonic) -> Option<Operation> {
    let (mode, form) = (mnemonic.mode(), mnemonic.extremum());
    let flushes = mode.flush;
    match mnemonic.root.as_str() {
        "add" => two(move |a, b| single::add(a, b, mode)),
        "sub" => two(move |a, b| single::sub(a, b, mode)),
        "mul" => two(move |a, b| single::mul(a, b, mode)),
        "div" => two(move |a, b| single::div(a, b, mode)),
        "fma" | "mad" => plain(move |s| u64::from(single::fma(s[0] as u32, s[1] as u32, s[2] as u32, mode))),
        "rcp" => one(move |a| single::rcp(a, mode)),
        "sqrt" => one(move |a| single::sqrt(a, mode)),
        "min" => two(move |a, b| single::min(a, b, form)),
        "max" => two(move |a, b| single::max(a, b, form)),
        "abs" => one(move |a| single::abs(a, flushes)),
        "neg" => one(move |a| single::neg(a, flushes)),
        "copysign" => two(single::copysign),
        "testp" => {
            property(mnemonic).and_then(|property| plain(move |s| u64::from(single::testp(s[0] as u32, property))))
        }
        _ => None,
    }
}

fn approximate_single(mnemonic: &Mnemonic) -> Option<Operation> {
    let flushes = mnemonic.mode().flush;
    if mnemonic.root == "div" && mnemonic.has("full") {
        return two(move |a, b| approximate::div_full(a, b, flushes));
    }
    if !mnemonic.has("approx") {
        return None;
    }
    match mnemonic.root.as_str() {
        "div" => two(move |a, b| approximate::div(a, b, flushes)),
        "rcp" => one(move |a| approximate::rcp(a, flushes)),
        "sqrt" => one(move |a| approximate::sqrt(a, flushes)),
        "rsqrt" => one(move |a| approximate::rsqrt(a, flushes)),
        "sin" => one(move |a| approximate::sin(a, flushes)),
        "cos" => one(move |a| approximate::cos(a, flushes)),
        "lg2" => one(move |a| approximate::lg2(a, flushes)),
        "ex2" => one(move |a| approximate::ex2(a, flushes)),
        "tanh" => one(approximate::tanh),
        _ => None,
    }
}

fn approximate_double(mnemonic: &Mnemonic) -> Option<Operation> {
    if !mnemonic.has("approx") {
        return None;
    }
    match (mnemonic.root.as_str(), mnemonic.mode().flush) {
        ("rcp", true) => plain(|s| approximate::rcp_ftz_f64(s[0])),
        ("rsqrt", true) => plain(|s| approximate::rsqrt_ftz_f64(s[0])),
        ("rsqrt", false) => plain(|s| approximate::rsqrt_f64(s[0])),
        _ => None,
    }
}

fn of_double(mnemonic: &Mnemonic) -> Option<Operation> {
    let mode = mnemonic.mode();
    match mnemonic.root.as_str() {
        "add" => plain(move |s| double::add(s[0], s[1], mode)),
        "sub" => plain(move |s| double::sub(s[0], s[1], mode)),
        "mul" => plain(move |s| double::mul(s[0], s[1], mode)),
        "div" => plain(move |s| double::div(s[0], s[1], mode)),
        "fma" | "mad" => plain(move |s| double::fma(s[0], s[1], s[2], mode)),
        "rcp" => plain(move |s| double::rcp(s[0], mode)),
        "sqrt" => plain(move |s| double::sqrt(s[0], mode)),
        "min" => plain(|s| double::min(s[0], s[1])),
        "max" => plain(|s| double::max(s[0], s[1])),
        "abs" => plain(|s| double::abs(s[0])),
        "neg" => plain(|s| double::neg(s[0])),
        "copysign" => plain(|s| double::copysign(s[0], s[1])),
        "testp" => property(mnemonic).and_then(|property| plain(move |s| u64::from(double::testp(s[0], property)))),
        _ => None,
    }
}

type HalfFunction = Box<dyn Fn(&[u16]) -> u16>;

fn half_function<H: Half + 'static>(mnemonic: &Mnemonic) -> Option<HalfFunction> {
    let (mode, form) = (mnemonic.mode(), mnemonic.extremum());
    let Mode { flush, .. } = mode;
    Some(match mnemonic.root.as_str() {
        "add" => Box::new(move |s| half::add::<H>(s[0], s[1], mode)),
        "sub" => Box::new(move |s| half::sub::<H>(s[0], s[1], mode)),
        "mul" => Box::new(move |s| half::mul::<H>(s[0], s[1], mode)),
        "fma" => Box::new(move |s| half::fma::<H>(s[0], s[1], s[2], mode)),
        "min" => Box::new(move |s| half::min::<H>(s[0], s[1], form)),
        "max" => Box::new(move |s| half::max::<H>(s[0], s[1], form)),
        "abs" => Box::new(move |s| half::abs::<H>(s[0], flush)),
        "neg" => Box::new(move |s| half::neg::<H>(s[0], flush)),
        "ex2" => Box::new(move |s| approximate::ex2_half::<H>(s[0])),
        "tanh" => Box::new(move |s| approximate::tanh_half::<H>(s[0])),
        _ => return None,
    })
}

fn scalar(function: HalfFunction) -> Operation {
    Box::new(move |_, s| {
        let operands: Vec<u16> = s.iter().map(|&bits| bits as u16).collect();
        [u64::from(function(&operands)), 0]
    })
}

fn packed(function: HalfFunction) -> Operation {
    Box::new(move |_, s| {
        let operand = |place: usize| s.get(place).copied().unwrap_or(0) as u32;
        let result = half::pairwise([operand(0), operand(1), operand(2)], |operands| function(&operands));
        [u64::from(result), 0]
    })
}

type Outcome = Box<dyn Fn(&[u64]) -> bool>;

fn comparison(mnemonic: &Mnemonic) -> Option<Operation> {
    if mnemonic.root == "slct" {
        return select(mnemonic);
    }
    let comparison = mnemonic.comparison()?;
    let flushes = mnemonic.mode().flush;
    let types = mnemonic.types();
    let (&destination, &source) = (types.first()?, types.last()?);
    match source {
        Type::F16x2 => pair_comparison(mnemonic, comparison),
        _ => {
            let outcome = outcome(comparison, source, flushes)?;
            let set = mnemonic.root == "set";
            Some(Box::new(move |_, s| {
                let outcome = outcome(s);
                match destination {
                    _ if !set => [u64::from(outcome), u64::from(!outcome)],
                    Type::F32 => [u64::from(compare::set_single(outcome)), 0],
                    Type::F16 => [u64::from(compare::set_half::<Binary16>(outcome)), 0],
                    Type::Bf16 => [u64::from(compare::set_half::<Brain16>(outcome)), 0],
                    _ => [u64::from(compare::set_integer(outcome)), 0],
                }
            }))
        }
    }
}

fn outcome(comparison: Comparison, source: Type, flushes: bool) -> Option<Outcome> {
    Some(match source {
        Type::F32 => Box::new(move |s| compare::single(comparison, s[0] as u32, s[1] as u32, flushes)),
        Type::F64 => Box::new(move |s| compare::double(comparison, s[0], s[1])),
        Type::F16 => Box::new(move |s| compare::half::<Binary16>(comparison, s[0] as u16, s[1] as u16, flushes)),
        Type::Bf16 => Box::new(move |s| compare::half::<Brain16>(comparison, s[0] as u16, s[1] as u16, flushes)),
        _ => return None,
    })
}

/// `setp.f16x2 p|q` compares the lower halves into p and the upper ones into q.
fn pair_comparison(mnemonic: &Mnemonic, comparison: Comparison) -> Option<Operation> {
    let set = mnemonic.root == "set";
    Some(Box::new(move |_, s| {
        let [low, high] = [0, 16]
            .map(|shift| compare::half::<Binary16>(comparison, (s[0] >> shift) as u16, (s[1] >> shift) as u16, false));
        if set {
            let [low, high] = [low, high].map(|outcome| u64::from(compare::set_half::<Binary16>(outcome)));
            [high << 16 | low, 0]
        } else {
            [u64::from(low), u64::from(high)]
        }
    }))
}

fn select(mnemonic: &Mnemonic) -> Option<Operation> {
    let flushes = mnemonic.mode().flush;
    let by_integer = mnemonic.types().last() == Some(&Type::S32);
    plain(move |s| {
        let first = if by_integer {
            compare::selects_s32(s[2] as u32)
        } else {
            compare::selects_f32(s[2] as u32, flushes)
        };
        if first { s[0] } else { s[1] }
    })
}
