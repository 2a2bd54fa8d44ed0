//! Instructions on scalars: registers that are the same in every lane, or a sum of multiples of the thread's numbers.
//!
//! Any lane loop runs once where its sources are the same in every lane (`crate::simd::Row::run_uniform`); here are the
//! instructions of which addresses and loop counters are made, which also keep sums of multiples as such. Each answers
//! whether it could: where it could not, the lane loop runs. All of their sources are scalars.

use musa_isa::{Bank, Comparison, Flags, Opcode, Part, Type};

use crate::{
    program::{Detail, Op},
    simd::{Lanes, Range, Scalar, ScalarEntry},
};

/// The scalar form of an instruction, if it has one of its own.
pub(super) fn choose(detail: &Detail) -> Option<ScalarEntry> {
    use Type::{B32, B64, F32, F64, S32, S64, U32, U64};
    if detail.has(Flags::SATURATE) || detail.has(Flags::CARRY_OUT) {
        return None;
    }
    match (detail.opcode, detail.kind()) {
        (Opcode::Cvt, _) => conversion(detail),
        (Opcode::Selp, F32) => on_words(Opcode::Selp),
        (Opcode::Selp, F64) => on_doubles(Opcode::Selp),
        (Opcode::Mul | Opcode::Mad, U32 | S32) if detail.part == Some(Part::Wide) => widening(detail),
        (Opcode::Mul | Opcode::Mad, _) if !matches!(detail.part, None | Some(Part::Low)) => None,
        (Opcode::Setp, U32 | S32 | B32) if detail.boolean.is_none() => Some(compare),
        (opcode, U32 | S32 | B32) => on_words(opcode),
        (opcode, U64 | S64 | B64) => on_doubles(opcode),
        _ => None,
    }
}

fn on_words(opcode: Opcode) -> Option<ScalarEntry> {
    Some(match opcode {
        Opcode::Add => |lanes, op| words(lanes, op, |a, b| Some(a.plus(b))),
        Opcode::Sub => |lanes, op| words(lanes, op, |a, b| Some(a.plus(b.times(u64::MAX)))),
        Opcode::Mul => |lanes, op| words(lanes, op, Scalar::product),
        Opcode::Mad => mad_word,
        Opcode::Shl => |lanes, op| words(lanes, op, |a, b| shifted(a, b, 32)),
        Opcode::Or => or_word,
        Opcode::Selp => |lanes, op| {
            let chosen = chosen(lanes, op).map(|place| lanes.known_word(op.sources[place]));
            put_word(lanes, op, chosen)
        },
        _ => return None,
    })
}

fn on_doubles(opcode: Opcode) -> Option<ScalarEntry> {
    Some(match opcode {
        Opcode::Add => |lanes, op| doubles(lanes, op, |a, b| Some(a.plus(b))),
        Opcode::Sub => |lanes, op| doubles(lanes, op, |a, b| Some(a.plus(b.times(u64::MAX)))),
        Opcode::Mul => |lanes, op| doubles(lanes, op, Scalar::product),
        Opcode::Mad => mad_double,
        Opcode::Shl => |lanes, op| {
            let (a, count) = (lanes.known_double(op.sources[0]), lanes.known_word(op.sources[1]));
            put_double(lanes, op, shifted(a, count, 64))
        },
        Opcode::Selp => |lanes, op| {
            let chosen = chosen(lanes, op).map(|place| lanes.known_double(op.sources[place]));
            put_double(lanes, op, chosen)
        },
        _ => return None,
    })
}

/// `mul.wide` and `mad.wide`.
fn widening(detail: &Detail) -> Option<ScalarEntry> {
    Some(match (detail.opcode, detail.kind()) {
        (Opcode::Mul, Type::S32) => |lanes, op| {
            let product = wide_product(lanes, op, true);
            put_double(lanes, op, product)
        },
        (Opcode::Mul, Type::U32) => |lanes, op| {
            let product = wide_product(lanes, op, false);
            put_double(lanes, op, product)
        },
        (Opcode::Mad, Type::S32) => |lanes, op| {
            let c = lanes.known_double(op.sources[2]);
            let sum = wide_product(lanes, op, true).map(|product| product.plus(c));
            put_double(lanes, op, sum)
        },
        (Opcode::Mad, Type::U32) => |lanes, op| {
            let c = lanes.known_double(op.sources[2]);
            let sum = wide_product(lanes, op, false).map(|product| product.plus(c));
            put_double(lanes, op, sum)
        },
        _ => return None,
    })
}

/// `cvt` between integers, without modifiers.
fn conversion(detail: &Detail) -> Option<ScalarEntry> {
    use Type::{S32, S64, U32, U64};
    if detail.rounding.is_some() || !detail.flags.is_empty() || detail.types[2].is_some() {
        return None;
    }
    match (detail.types[0]?, detail.types[1]?) {
        (U64 | S64, U32) => Some(widened),
        (U64 | S64, S32) => Some(|lanes, op| widen(lanes, op, true)),
        (U32 | S32, U64 | S64) => Some(low_word),
        (U32 | S32, U32 | S32) => Some(copy(Bank::Word)),
        (U64 | S64, U64 | S64) => Some(copy(Bank::Double)),
        _ => None,
    }
}

/// A register as it is.
pub fn copy(bank: Bank) -> ScalarEntry {
    match bank {
        Bank::Double => |lanes, op| {
            let value = lanes.known_double(op.sources[0]);
            put_double(lanes, op, Some(value))
        },
        Bank::Word | Bank::Predicate => |lanes, op| {
            let value = lanes.known_word(op.sources[0]);
            put_word(lanes, op, Some(value))
        },
    }
}

/// The low word of a double.
pub fn low_word(lanes: &mut Lanes<'_>, op: &Op) -> bool {
    let value = lanes.known_double(op.sources[0]);
    put_word(lanes, op, Some(value))
}

/// A word, zero-extended to a double.
pub fn widened(lanes: &mut Lanes<'_>, op: &Op) -> bool {
    widen(lanes, op, false)
}

/// A double and an offset.
pub fn displaced(lanes: &mut Lanes<'_>, op: &Op) -> bool {
    let value = lanes.known_double(op.sources[0]);
    put_double(lanes, op, Some(value.plus(Scalar::uniform(op.extra))))
}

fn widen(lanes: &mut Lanes<'_>, op: &Op, signed: bool) -> bool {
    let value = lanes.known_word(op.sources[0]);
    put_double(lanes, op, value.widened(signed, lanes.last))
}

#[inline(always)]
fn put_word(lanes: &mut Lanes<'_>, op: &Op, value: Option<Scalar>) -> bool {
    if let Some(value) = value {
        lanes.put_scalar_word(op.results[0], value);
    }
    value.is_some()
}

#[inline(always)]
fn put_double(lanes: &mut Lanes<'_>, op: &Op, value: Option<Scalar>) -> bool {
    if let Some(value) = value {
        lanes.put_scalar_double(op.results[0], value);
    }
    value.is_some()
}

/// A function of two words.
#[inline(always)]
fn words(lanes: &mut Lanes<'_>, op: &Op, function: impl Fn(Scalar, Scalar) -> Option<Scalar>) -> bool {
    let value = function(lanes.known_word(op.sources[0]), lanes.known_word(op.sources[1]));
    put_word(lanes, op, value)
}

/// A function of two doubles.
#[inline(always)]
fn doubles(lanes: &mut Lanes<'_>, op: &Op, function: impl Fn(Scalar, Scalar) -> Option<Scalar>) -> bool {
    let value = function(lanes.known_double(op.sources[0]), lanes.known_double(op.sources[1]));
    put_double(lanes, op, value)
}

fn mad_word(lanes: &mut Lanes<'_>, op: &Op) -> bool {
    let [a, b, c] = [0, 1, 2].map(|place: usize| lanes.known_word(op.sources[place]));
    put_word(lanes, op, a.product(b).map(|product| product.plus(c)))
}

fn mad_double(lanes: &mut Lanes<'_>, op: &Op) -> bool {
    let [a, b, c] = [0, 1, 2].map(|place: usize| lanes.known_double(op.sources[place]));
    put_double(lanes, op, a.product(b).map(|product| product.plus(c)))
}

/// The product of two words in a double, if neither wraps around.
#[inline(always)]
fn wide_product(lanes: &Lanes<'_>, op: &Op, signed: bool) -> Option<Scalar> {
    let a = lanes.known_word(op.sources[0]).widened(signed, lanes.last)?;
    let b = lanes.known_word(op.sources[1]).widened(signed, lanes.last)?;
    a.product(b)
}

/// `shl` by a count that is the same in every lane; by the register's width or more it leaves nothing.
#[inline(always)]
fn shifted(a: Scalar, count: Scalar, bits: u64) -> Option<Scalar> {
    let count = count.as_uniform()?;
    Some(if count < bits {
        a.times(1 << count)
    } else {
        Scalar::uniform(0)
    })
}

/// `or` of a multiple of a power of two and something less is their sum: so compilers write `block * 256 + thread`.
fn or_word(lanes: &mut Lanes<'_>, op: &Op) -> bool {
    let (a, b) = (lanes.known_word(op.sources[0]), lanes.known_word(op.sources[1]));
    let value = match (a.as_uniform(), b.as_uniform()) {
        (Some(a), Some(b)) => Some(Scalar::uniform(a | b)),
        (Some(a), None) => disjoint_sum(lanes, a, b),
        (None, Some(b)) => disjoint_sum(lanes, b, a),
        (None, None) => None,
    };
    put_word(lanes, op, value)
}

fn disjoint_sum(lanes: &Lanes<'_>, multiple: u64, less: Scalar) -> Option<Scalar> {
    let (_, greatest) = less.unsigned_range(lanes.last)?;
    let disjoint = multiple & (greatest as u64).checked_add(1)?.next_power_of_two().wrapping_sub(1) == 0;
    disjoint.then(|| less.plus(Scalar::uniform(multiple)))
}

/// The place of the source that `selp` answers, if it is the same in every lane.
#[inline(always)]
fn chosen(lanes: &Lanes<'_>, op: &Op) -> Option<usize> {
    let predicate = lanes.known_word(op.sources[2]).as_uniform()?;
    Some(usize::from(predicate == 0))
}

/// `setp` whose outcome is the same in every lane, as the ranges of both sides show.
fn compare(lanes: &mut Lanes<'_>, op: &Op) -> bool {
    use Comparison::{Higher, HigherSame, Lower, LowerSame};
    let Some(comparison) = op.detail.comparison else {
        return false;
    };
    let signed = op.detail.kind() == Type::S32 && !matches!(comparison, Lower | LowerSame | Higher | HigherSame);
    let range = |place: usize| {
        let value = lanes.known_word(op.sources[place]);
        match (value.as_uniform(), signed) {
            (Some(value), true) => Some((i64::from(value as i32), i64::from(value as i32))),
            (Some(value), false) => Some((value as i64, value as i64)),
            (None, true) => value.signed_range(lanes.last),
            (None, false) => value.unsigned_range(lanes.last),
        }
    };
    let outcome = range(0).zip(range(1)).and_then(|(a, b)| outcome(comparison, a, b));
    // A second result is the opposite.
    for (slot, invert) in op.results.into_iter().zip([false, true]) {
        if let Some(outcome) = outcome.filter(|_| !slot.is_none()) {
            let truth = u32::from(outcome != invert).wrapping_neg();
            lanes.put_scalar_word(slot, Scalar::uniform(u64::from(truth)));
        }
    }
    outcome.is_some()
}

/// The outcome of a comparison for every value of two ranges; nothing where it differs.
fn outcome(comparison: Comparison, a: Range, b: Range) -> Option<bool> {
    let less = |a: Range, b: Range| match () {
        () if a.1 < b.0 => Some(true),
        () if a.0 >= b.1 => Some(false),
        () => None,
    };
    match comparison {
        Comparison::Less | Comparison::Lower => less(a, b),
        Comparison::GreaterEqual | Comparison::HigherSame => less(a, b).map(|less| !less),
        Comparison::Greater | Comparison::Higher => less(b, a),
        Comparison::LessEqual | Comparison::LowerSame => less(b, a).map(|less| !less),
        Comparison::Equal => equal(a, b),
        Comparison::NotEqual => equal(a, b).map(|equal| !equal),
        _ => None,
    }
}

fn equal(a: Range, b: Range) -> Option<bool> {
    match () {
        () if a.1 < b.0 || b.1 < a.0 => Some(false),
        () if a.0 == a.1 && a == b => Some(true),
        () => None,
    }
}
