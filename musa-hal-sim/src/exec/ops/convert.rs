//! Conversions.

use musa_isa::{Bank, Opcode, Type};

use super::{Choice, Request};
use crate::{
    arithmetic::{
        Mode,
        convert::{convert, integer, pack::pack, pair},
    },
    exec::ops::shape::{scalar, vector},
    program::{Detail, Families, Op},
    simd::Row,
};

pub(super) fn choose(request: &Request<'_>) -> Option<Choice> {
    let detail = &request.detail;
    if detail.opcode == Opcode::CvtPack {
        return pack_row(request).map(Choice::plain);
    }
    let (destination, source) = (detail.types[0]?, detail.types[1]?);
    let mode = Mode::new(detail.rounding, detail.flags);
    if request.operands.len() == 3 && Families::HALF.is_built() {
        pair(destination, mode, 0, 0)?;
        return Some(Choice::plain(
            scalar!(|op: &Op, a: u32, b: u32| op.converted_pair(a, b)),
        ));
    }
    of_built(destination, source, mode, 0)?;
    let plain = detail.rounding.is_none() && detail.flags.is_empty();
    let common = common(detail, destination, source, plain);
    common.or_else(|| any(source, request.result_bank())).map(Choice::plain)
}

/// The conversion, where some floating-point family is built; the one of integers where none is.
#[inline(always)]
fn of_built(destination: Type, source: Type, mode: Mode, bits: u64) -> Option<u64> {
    const FLOATS: Families = Families::SINGLE.union(Families::DOUBLE).union(Families::HALF);
    if Families::BUILT.intersects(FLOATS) {
        return convert(destination, source, mode, bits);
    }
    Some(integer::from_integer(destination, source, mode, bits))
}

impl Op {
    /// The low bits of a value that the destination register takes.
    #[inline(always)]
    fn filled(&self, value: u64) -> u64 {
        let register = self.detail.types[2].unwrap_or(self.detail.kind()).bits();
        value & u64::MAX >> (64 - register)
    }

    #[inline(always)]
    fn converted(&self, bits: u64) -> u64 {
        let [Some(destination), Some(source), ..] = self.detail.types else {
            return 0;
        };
        self.filled(of_built(destination, source, self.mode(), bits).unwrap_or(0))
    }

    #[inline(always)]
    fn converted_pair(&self, a: u32, b: u32) -> u32 {
        self.filled(pair(self.detail.kind(), self.mode(), a, b).unwrap_or(0)) as u32
    }
}

/// A conversion that looks at its types lane by lane.
fn any(source: Type, destination: Bank) -> Option<&'static Row> {
    Some(match (source.bits() == 64, destination) {
        (false, Bank::Word) => scalar!(|op: &Op, a: u32| op.converted(u64::from(a)) as u32),
        (false, Bank::Double) => scalar!(|op: &Op, a: u32| op.converted(u64::from(a))),
        (true, Bank::Word) => scalar!(|op: &Op, a: u64| op.converted(a) as u32),
        (true, Bank::Double) => scalar!(|op: &Op, a: u64| op.converted(a)),
        (_, Bank::Predicate) => return None,
    })
}

/// The conversions that compiled kernels are full of.
fn common(detail: &Detail, destination: Type, source: Type, plain: bool) -> Option<&'static Row> {
    if detail.types[2].is_some() {
        return None;
    }
    if plain && let Some(row) = between_integers(destination, source) {
        return Some(row);
    }
    from_or_to_single(detail, destination, source)
}

fn between_integers(destination: Type, source: Type) -> Option<&'static Row> {
    use Type::{S16, S32, S64, U16, U32, U64};
    Some(match (destination, source) {
        (U64 | S64, U32) => vector!(|a: u32| u64::from(a)),
        (U64 | S64, S32) => vector!(|a: u32| a as i32 as i64 as u64),
        (U32 | S32, U64 | S64) => vector!(|a: u64| a as u32),
        (U32 | S32, U32 | S32) => vector!(|a: u32| a),
        (U64 | S64, U64 | S64) => vector!(|a: u64| a),
        (U32 | S32, U16) => vector!(|a: u32| a & 0xffff),
        (U32 | S32, S16) => vector!(|a: u32| a as i16 as u32),
        (U16 | S16, U32 | S32 | U16 | S16) => vector!(|a: u32| a & 0xffff),
        _ => return None,
    })
}

/// A vector row for a conversion whose types and rounding are known.
macro_rules! known {
    ($destination:ident from $source:ident $rounding:ident: $from:ty => $to:ty) => {
        vector!(|a: $from| {
            let mode = Mode::NEAREST.rounded(musa_isa::Rounding::$rounding);
            convert(Type::$destination, Type::$source, mode, u64::from(a)).unwrap_or(0) as $to
        })
    };
}

fn from_or_to_single(detail: &Detail, destination: Type, source: Type) -> Option<&'static Row> {
    use Type::{F16, F32, F64, S32, U32};
    use musa_isa::Rounding::{Nearest, ZeroInteger};
    if !detail.flags.is_empty() || !Families::SINGLE.is_built() {
        return None;
    }
    Some(match (destination, source, detail.rounding) {
        (F32, S32, Some(Nearest)) => known!(F32 from S32 Nearest: u32 => u32),
        (F32, U32, Some(Nearest)) => known!(F32 from U32 Nearest: u32 => u32),
        (S32, F32, Some(ZeroInteger)) => known!(S32 from F32 ZeroInteger: u32 => u32),
        (U32, F32, Some(ZeroInteger)) => known!(U32 from F32 ZeroInteger: u32 => u32),
        (F64, F32, None) if Families::DOUBLE.is_built() => known!(F64 from F32 Nearest: u32 => u64),
        (F32, F64, Some(Nearest)) if Families::DOUBLE.is_built() => known!(F32 from F64 Nearest: u64 => u32),
        (F32, F16, None) if Families::HALF.is_built() => known!(F32 from F16 Nearest: u32 => u32),
        (F16, F32, Some(Nearest)) if Families::HALF.is_built() => known!(F16 from F32 Nearest: u32 => u32),
        (F64, S32, _) if Families::DOUBLE.is_built() => known!(F64 from S32 Nearest: u32 => u64),
        _ => return None,
    })
}

/// `cvt.pack`.
fn pack_row(request: &Request<'_>) -> Option<&'static Row> {
    if !Families::PACKED.is_built() {
        return None;
    }
    Some(match request.operands.len() {
        3 => scalar!(|op: &Op, a: u32, b: u32| pack(op.detail.kind(), a, b, 0)),
        4 => scalar!(|op: &Op, a: u32, b: u32, c: u32| pack(op.detail.kind(), a, b, c)),
        _ => return None,
    })
}
