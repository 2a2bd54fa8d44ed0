//! Packed 16-bit integers and dot products.

use musa_isa::{Flags, Opcode, Part, Type};

use super::shape::scalar;
use crate::{
    arithmetic::packed,
    program::{Detail, Families, Op},
    simd::Row,
};

/// Whether the type at a place is signed.
fn signed(detail: &Detail, place: usize) -> bool {
    detail.types[place].is_some_and(Type::is_signed)
}

pub(super) fn choose(detail: &Detail) -> Option<&'static Row> {
    if !Families::PACKED.is_built() {
        return None;
    }
    Some(match detail.opcode {
        Opcode::Add if !detail.has(Flags::SATURATE) => scalar!(|a: u32, b: u32| packed::add_16x2(a, b)),
        Opcode::Min => scalar!(|op: &Op, a: u32, b: u32| {
            packed::min_16x2(a, b, signed(&op.detail, 0), op.detail.has(Flags::RELU))
        }),
        Opcode::Max => scalar!(|op: &Op, a: u32, b: u32| {
            packed::max_16x2(a, b, signed(&op.detail, 0), op.detail.has(Flags::RELU))
        }),
        Opcode::Dp4a => scalar!(|op: &Op, a: u32, b: u32, c: u32| {
            packed::dp4a(a, b, c, signed(&op.detail, 0), signed(&op.detail, 1))
        }),
        Opcode::Dp2a => scalar!(|op: &Op, a: u32, b: u32, c: u32| {
            let high = op.detail.part == Some(Part::High);
            packed::dp2a(a, b, c, signed(&op.detail, 0), signed(&op.detail, 1), high)
        }),
        _ => return None,
    })
}
