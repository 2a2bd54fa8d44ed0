//! `cvt.pack`: two integers narrowed with saturation and packed into a word.

use musa_isa::Type;

use super::integer;
use crate::arithmetic::Mode;

/// `cvt.pack.sat.DESTINATION.s32{.b32} d, a, b{, c}`: `a` and `b` saturated to the destination type, `a` above `b`, and
/// with 8 or fewer bits each the lower bits of `c` above both. Pass zero as `c` where the form has none.
#[inline(always)]
pub fn pack(destination: Type, a: u32, b: u32, c: u32) -> u32 {
    let element = |value: u32| {
        let mode = Mode::NEAREST.saturated();
        let saturated = integer::from_integer(destination, Type::S32, mode, u64::from(value));
        saturated as u32 & u32::MAX >> (32 - destination.bits())
    };
    let width = destination.bits();
    let packed = element(a) << width | element(b);
    if width < 16 { c << (2 * width) | packed } else { packed }
}
