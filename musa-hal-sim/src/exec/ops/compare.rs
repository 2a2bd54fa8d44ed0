//! Comparison and selection.

use musa_isa::{Comparison, Flags, Opcode, Type};

use super::{
    Choice, Request,
    held::{Held, Of, integers},
};
use crate::{
    arithmetic::{
        compare,
        half::{Binary16, Brain16},
    },
    exec::ops::shape::{scalar, vector},
    program::{Detail, Families, Op},
    simd::Row,
};

pub(super) fn choose(request: &Request<'_>) -> Option<Choice> {
    let detail = &request.detail;
    match detail.opcode {
        Opcode::Setp => {
            let packed = matches!(detail.kind(), Type::F16x2 | Type::Bf16x2);
            let row = if packed || request.wants_second() || detail.boolean.is_some() {
                set_two_predicates(detail)
            } else {
                set_predicate(detail)
            };
            row.map(|row| Choice::plain(row).with_results(2))
        }
        Opcode::Set => set(detail).map(Choice::plain),
        Opcode::Selp => select(detail).map(Choice::plain),
        _ => select_by_sign(detail).map(Choice::plain),
    }
}

impl Op {
    /// Combines an outcome with the predicate source, as `set` and `setp` do.
    #[inline(always)]
    fn combined(&self, outcome: bool, predicate: bool) -> bool {
        compare::combine(self.detail.boolean, outcome, predicate)
    }

    /// Both results of `setp`.
    #[inline(always)]
    fn both(&self, outcome: bool, predicate: bool) -> (bool, bool) {
        (self.combined(outcome, predicate), self.combined(!outcome, predicate))
    }

    #[inline(always)]
    fn comparison(&self) -> Comparison {
        self.detail.comparison.unwrap_or(Comparison::Equal)
    }

    #[inline(always)]
    fn flushes(&self) -> bool {
        self.detail.has(Flags::FLUSH)
    }
}

/// The row for a comparison that is known: `comparisons!(comparison, [Equal Less], C => vector!(...))`.
macro_rules! comparisons {
    ($comparison:expr, [$($name:ident)+], $constant:ident => $row:expr) => {
        match $comparison {
            $(Comparison::$name => { const $constant: Comparison = Comparison::$name; Some($row) })+
            #[allow(unreachable_patterns, reason = "some lists are complete")]
            _ => None,
        }
    };
}

/// `setp` with one result and no predicate source: what loops and branches use.
fn set_predicate(detail: &Detail) -> Option<&'static Row> {
    let comparison = detail.comparison?;
    match detail.kind() {
        Type::F32 if !Families::SINGLE.is_built() => None,
        Type::F64 if !Families::DOUBLE.is_built() => None,
        Type::F32 if detail.has(Flags::FLUSH) => Some(vector!(|op: &Op, a: u32, b: u32| compare::single(
            op.comparison(),
            a,
            b,
            true
        ))),
        Type::F32 => comparisons!(comparison, [
            Equal NotEqual Less LessEqual Greater GreaterEqual EqualUnordered NotEqualUnordered LessUnordered
            LessEqualUnordered GreaterUnordered GreaterEqualUnordered Ordered Unordered
        ], C => vector!(|a: u32, b: u32| compare::single(C, a, b, false))),
        Type::F64 => comparisons!(comparison, [
            Equal NotEqual Less LessEqual Greater GreaterEqual EqualUnordered NotEqualUnordered LessUnordered
            LessEqualUnordered GreaterUnordered GreaterEqualUnordered Ordered Unordered
        ], C => vector!(|a: u64, b: u64| compare::double(C, a, b))),
        Type::F16 | Type::Bf16 => half_outcome(detail),
        kind => set_integer_predicate(comparison, kind),
    }
}

fn set_integer_predicate(comparison: Comparison, kind: Type) -> Option<&'static Row> {
    match comparison {
        Comparison::Equal => equal(kind),
        Comparison::NotEqual => not_equal(kind),
        Comparison::Less => integers!(kind, T => vector!(|a: Of<T>, b: Of<T>| T::get(a) < T::get(b))),
        Comparison::LessEqual => integers!(kind, T => vector!(|a: Of<T>, b: Of<T>| T::get(a) <= T::get(b))),
        Comparison::Greater => integers!(kind, T => vector!(|a: Of<T>, b: Of<T>| T::get(a) > T::get(b))),
        Comparison::GreaterEqual => integers!(kind, T => vector!(|a: Of<T>, b: Of<T>| T::get(a) >= T::get(b))),
        comparison => unsigned(comparison, kind),
    }
}

/// Equality does not ask for signs, and a register of 16 bits is zero-extended.
fn equal(kind: Type) -> Option<&'static Row> {
    match kind.bits() {
        16 => Some(vector!(|a: u32, b: u32| a as u16 == b as u16)),
        32 => Some(vector!(|a: u32, b: u32| a == b)),
        64 => Some(vector!(|a: u64, b: u64| a == b)),
        _ => None,
    }
}

fn not_equal(kind: Type) -> Option<&'static Row> {
    match kind.bits() {
        16 => Some(vector!(|a: u32, b: u32| a as u16 != b as u16)),
        32 => Some(vector!(|a: u32, b: u32| a != b)),
        64 => Some(vector!(|a: u64, b: u64| a != b)),
        _ => None,
    }
}

/// `lo`, `ls`, `hi`, `hs`.
fn unsigned(comparison: Comparison, kind: Type) -> Option<&'static Row> {
    use Comparison::{Higher, HigherSame, Lower, LowerSame};
    if !matches!(comparison, Higher | HigherSame | Lower | LowerSame) {
        return None;
    }
    Some(match kind.bits() {
        16 => scalar!(|op: &Op, a: u32, b: u32| compare::integer(op.comparison(), a as u16, b as u16)),
        32 => scalar!(|op: &Op, a: u32, b: u32| compare::integer(op.comparison(), a, b)),
        64 => scalar!(|op: &Op, a: u64, b: u64| compare::integer(op.comparison(), a, b)),
        _ => return None,
    })
}

fn half_outcome(detail: &Detail) -> Option<&'static Row> {
    if !Families::HALF.is_built() {
        return None;
    }
    Some(match detail.kind() {
        Type::F16 => scalar!(|op: &Op, a: u32, b: u32| {
            compare::half::<Binary16>(op.comparison(), a as u16, b as u16, op.flushes())
        }),
        _ => scalar!(|op: &Op, a: u32, b: u32| {
            compare::half::<Brain16>(op.comparison(), a as u16, b as u16, op.flushes())
        }),
    })
}

/// What an instruction makes of the outcome of a comparison: with or without a predicate source.
macro_rules! outcomes {
    ($detail:expr, $op:ident, $register:ty, |$a:ident, $b:ident| $compare:expr, $finish:expr) => {
        if $detail.boolean.is_some() {
            scalar!(|$op: &Op, $a: $register, $b: $register, c: bool| $finish($op, $compare, c))
        } else {
            scalar!(|$op: &Op, $a: $register, $b: $register| $finish($op, $compare, false))
        }
    };
}

/// A row for the comparison of any source type.
macro_rules! compared {
    ($detail:expr, $kind:expr, $finish:expr) => {
        match $kind {
            Type::F32 if Families::SINGLE.is_built() => Some(outcomes!($detail, op, u32, |a, b| compare::single(op.comparison(), a, b, op.flushes()), $finish)),
            Type::F64 if Families::DOUBLE.is_built() => Some(outcomes!($detail, op, u64, |a, b| compare::double(op.comparison(), a, b), $finish)),
            Type::F16 if Families::HALF.is_built() => Some(outcomes!($detail, op, u32, |a, b| {
                compare::half::<Binary16>(op.comparison(), a as u16, b as u16, op.flushes())
            }, $finish)),
            Type::Bf16 if Families::HALF.is_built() => Some(outcomes!($detail, op, u32, |a, b| {
                compare::half::<Brain16>(op.comparison(), a as u16, b as u16, op.flushes())
            }, $finish)),
            kind => integers!(unsigned_if($detail, kind), T => {
                outcomes!($detail, op, Of<T>, |a, b| compare::integer(op.comparison(), T::get(a), T::get(b)), $finish)
            }),
        }
    };
}

/// The type to compare in: `lo` and so on are unsigned whatever the type says.
fn unsigned_if(detail: &Detail, kind: Type) -> Type {
    use Comparison::{Higher, HigherSame, Lower, LowerSame};
    match (detail.comparison, kind) {
        (Some(Lower | LowerSame | Higher | HigherSame), Type::S16) => Type::U16,
        (Some(Lower | LowerSame | Higher | HigherSame), Type::S32) => Type::U32,
        (Some(Lower | LowerSame | Higher | HigherSame), Type::S64) => Type::U64,
        _ => kind,
    }
}

fn set_two_predicates(detail: &Detail) -> Option<&'static Row> {
    match detail.kind() {
        Type::F16x2 if Families::HALF.is_built() => Some(outcomes!(
            detail,
            op,
            u32,
            |a, b| packed_outcomes(op, a, b, false),
            each_predicate
        )),
        Type::Bf16x2 if Families::HALF.is_built() => Some(outcomes!(
            detail,
            op,
            u32,
            |a, b| packed_outcomes(op, a, b, true),
            each_predicate
        )),
        kind => compared!(detail, kind, Op::both),
    }
}

/// The outcomes of the low and of the high halves.
#[inline(always)]
fn packed_outcomes(op: &Op, a: u32, b: u32, brain: bool) -> (bool, bool) {
    let compare = |a: u32, b: u32| {
        if brain {
            compare::half::<Brain16>(op.comparison(), a as u16, b as u16, op.flushes())
        } else {
            compare::half::<Binary16>(op.comparison(), a as u16, b as u16, op.flushes())
        }
    };
    (compare(a, b), compare(a >> 16, b >> 16))
}

/// `setp` of packed halves: each result is one half's.
#[inline(always)]
fn each_predicate(op: &Op, outcomes: (bool, bool), predicate: bool) -> (bool, bool) {
    (op.combined(outcomes.0, predicate), op.combined(outcomes.1, predicate))
}

/// `set`: the destination type says what true is.
fn set(detail: &Detail) -> Option<&'static Row> {
    let source = detail.types[1]?;
    match source {
        Type::F16x2 if Families::HALF.is_built() => Some(outcomes!(
            detail,
            op,
            u32,
            |a, b| packed_outcomes(op, a, b, false),
            packed_truth
        )),
        Type::Bf16x2 if Families::HALF.is_built() => Some(outcomes!(
            detail,
            op,
            u32,
            |a, b| packed_outcomes(op, a, b, true),
            packed_truth
        )),
        source => compared!(detail, source, truth),
    }
}

/// The result of `set` in a word.
#[inline(always)]
fn truth(op: &Op, outcome: bool, predicate: bool) -> u32 {
    truth_of(op.detail.kind(), op.combined(outcome, predicate))
}

#[inline(always)]
fn truth_of(kind: Type, outcome: bool) -> u32 {
    match kind {
        Type::F32 => compare::set_single(outcome),
        Type::F16 | Type::F16x2 => u32::from(compare::set_half::<Binary16>(outcome)),
        Type::Bf16 | Type::Bf16x2 => u32::from(compare::set_half::<Brain16>(outcome)),
        Type::U16 | Type::S16 => compare::set_integer(outcome) & 0xffff,
        _ => compare::set_integer(outcome),
    }
}

/// The result of `set` on packed halves: a half each.
#[inline(always)]
fn packed_truth(op: &Op, outcomes: (bool, bool), predicate: bool) -> u32 {
    let half = |outcome| truth_of(op.detail.kind(), op.combined(outcome, predicate)) & 0xffff;
    half(outcomes.1) << 16 | half(outcomes.0)
}

fn select(detail: &Detail) -> Option<&'static Row> {
    Some(match detail.kind().bits() {
        64 => vector!(|a: u64, b: u64, c: bool| if c { a } else { b }),
        _ => vector!(|a: u32, b: u32, c: bool| if c { a } else { b }),
    })
}

/// `slct`.
fn select_by_sign(detail: &Detail) -> Option<&'static Row> {
    let wide = detail.kind().bits() == 64;
    Some(match (wide, detail.types[1]?) {
        (false, Type::S32) => scalar!(|a: u32, b: u32, c: u32| if compare::selects_s32(c) { a } else { b }),
        (true, Type::S32) => scalar!(|a: u64, b: u64, c: u32| if compare::selects_s32(c) { a } else { b }),
        (_, Type::F32) if !Families::SINGLE.is_built() => return None,
        (false, Type::F32) => {
            scalar!(|op: &Op, a: u32, b: u32, c: u32| if compare::selects_f32(c, op.flushes()) { a } else { b })
        }
        (true, Type::F32) => {
            scalar!(|op: &Op, a: u64, b: u64, c: u32| if compare::selects_f32(c, op.flushes()) { a } else { b })
        }
        _ => return None,
    })
}
