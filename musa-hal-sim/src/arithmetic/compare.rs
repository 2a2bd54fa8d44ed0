//! Comparisons: `set`, `setp`, `slct`.

use musa_isa::{Boolean, Comparison};

use super::{Integer, half, single};

/// Combines an ordering and its absence (a NaN operand) into the outcome of a comparison.
#[inline(always)]
fn outcome(comparison: Comparison, less: bool, equal: bool, greater: bool) -> bool {
    let unordered = !(less | equal | greater);
    match comparison {
        Comparison::Equal => equal,
        Comparison::NotEqual => less | greater,
        Comparison::Less | Comparison::Lower => less,
        Comparison::LessEqual | Comparison::LowerSame => less | equal,
        Comparison::Greater | Comparison::Higher => greater,
        Comparison::GreaterEqual | Comparison::HigherSame => greater | equal,
        Comparison::EqualUnordered => equal | unordered,
        Comparison::NotEqualUnordered => !equal,
        Comparison::LessUnordered => !(greater | equal),
        Comparison::LessEqualUnordered => !greater,
        Comparison::GreaterUnordered => !(less | equal),
        Comparison::GreaterEqualUnordered => !less,
        Comparison::Ordered => !unordered,
        Comparison::Unordered => unordered,
    }
}

/// Compares integers; the type gives the signedness. `lo`, `ls`, `hi` and `hs` compare as the type says, so pass an
/// unsigned one.
#[inline(always)]
pub fn integer<T: Integer>(comparison: Comparison, a: T, b: T) -> bool {
    outcome(comparison, a < b, a == b, a > b)
}

/// Compares f32; `flushes` is `.ftz`.
#[inline(always)]
pub fn single(comparison: Comparison, a: u32, b: u32, flushes: bool) -> bool {
    let number = |bits| f32::from_bits(if flushes { single::flush(bits) } else { bits });
    let (a, b) = (number(a), number(b));
    outcome(comparison, a < b, a == b, a > b)
}

/// Compares f64.
#[inline(always)]
pub fn double(comparison: Comparison, a: u64, b: u64) -> bool {
    let (a, b) = (f64::from_bits(a), f64::from_bits(b));
    outcome(comparison, a < b, a == b, a > b)
}

/// Compares f16 or bf16; `flushes` is `.ftz`.
#[inline(always)]
pub fn half<H: half::Half>(comparison: Comparison, a: u16, b: u16, flushes: bool) -> bool {
    let number = |bits| H::widen(if flushes { half::flush::<H>(bits) } else { bits });
    let (a, b) = (number(a), number(b));
    outcome(comparison, a < b, a == b, a > b)
}

/// The predicate of `setp.CMP.BOOL p, a, b, c`. The second result `q` is the same of the negated outcome.
#[inline(always)]
pub fn combine(boolean: Option<Boolean>, outcome: bool, predicate: bool) -> bool {
    match boolean {
        None => outcome,
        Some(Boolean::And) => outcome & predicate,
        Some(Boolean::Or) => outcome | predicate,
        Some(Boolean::Xor) => outcome ^ predicate,
    }
}

/// Result of `set` with an integer destination: all ones or zero (16 or 32 bits; take the low ones).
#[inline(always)]
pub fn set_integer(outcome: bool) -> u32 {
    if outcome { !0 } else { 0 }
}

/// Result of `set` with an f32 destination: one or zero.
#[inline(always)]
pub fn set_single(outcome: bool) -> u32 {
    if outcome { 0x3f80_0000 } else { 0 }
}

/// Result of `set` with an f16 or bf16 destination: one or zero.
#[inline(always)]
pub fn set_half<H: half::Half>(outcome: bool) -> u16 {
    if outcome { H::ONE } else { 0 }
}

/// `slct` with an s32 selector: whether `a` is taken (`c >= 0`).
#[inline(always)]
pub fn selects_s32(c: u32) -> bool {
    c as i32 >= 0
}

/// `slct` with an f32 selector: whether `a` is taken (`c >= 0`, so also -0; not a NaN).
#[inline(always)]
pub fn selects_f32(c: u32, flushes: bool) -> bool {
    single(Comparison::GreaterEqual, c, 0, flushes)
}
