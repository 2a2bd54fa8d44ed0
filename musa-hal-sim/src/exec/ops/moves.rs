//! Moves between registers: copies, packing, addresses of state spaces.

use musa_isa::{Bank, Flags, Space};

use super::{Choice, Request, affine};
use crate::{
    exec::ops::shape::{scalar, vector},
    memory::{LOCAL_WINDOW, PARAMETER_WINDOW, SHARED_WINDOW},
    program::{Detail, Op},
    simd::{Row, ScalarEntry},
};

/// A register as it is.
pub fn copy(bank: Bank) -> &'static Row {
    match bank {
        Bank::Predicate => vector!(|a: bool| a),
        Bank::Word => vector!(|a: u32| a),
        Bank::Double => vector!(|a: u64| a),
    }
}

/// A predicate, inverted.
pub fn not_predicate() -> &'static Row {
    vector!(|a: bool| !a)
}

/// The low word of a double.
pub fn low_word() -> &'static Row {
    vector!(|a: u64| a as u32)
}

/// A word, zero-extended to a double.
pub fn widened() -> &'static Row {
    vector!(|a: u32| u64::from(a))
}

/// A local address: the frame's, and an offset.
pub fn frame_address_word() -> &'static Row {
    scalar!(|op: &Op, frame: u32| frame.wrapping_add(op.extra as u32))
}

/// A local address in a double.
pub fn frame_address_double() -> &'static Row {
    scalar!(|op: &Op, frame: u32| u64::from(frame).wrapping_add(op.extra))
}

/// A double and an offset.
pub fn displaced() -> &'static Row {
    vector!(|op: &Op, a: u64| a.wrapping_add(op.extra))
}

/// Some bits of a register.
pub fn extract(bank: Bank) -> &'static Row {
    match bank {
        Bank::Double => vector!(|op: &Op, a: u64| (a >> (op.extra & 63)) as u32 & (op.extra >> 32) as u32),
        _ => vector!(|op: &Op, a: u32| a >> (op.extra & 31) & (op.extra >> 32) as u32),
    }
}

/// The number that tells [`extract`] which bits: `width` (up to 32) from bit `first` on.
pub const fn extraction(first: u32, width: u32) -> u64 {
    let mask = if width >= 32 { u32::MAX } else { (1 << width) - 1 };
    (mask as u64) << 32 | first as u64
}

/// `mov d, {a,b,..}`.
pub(super) fn choose_pack(detail: &Detail) -> Option<&'static Row> {
    Some(match (detail.kind().bits(), detail.elements) {
        (64, 2) => vector!(|a: u32, b: u32| u64::from(b) << 32 | u64::from(a)),
        (32, 2) => vector!(|a: u32, b: u32| b << 16 | a & 0xffff),
        (16, 2) => scalar!(|a: u32, b: u32| (b & 0xff) << 8 | a & 0xff),
        (32, 4) => scalar!(|a: u32, b: u32, c: u32, d: u32| u32::from_le_bytes([a as u8, b as u8, c as u8, d as u8])),
        (64, 4) => scalar!(|a: u32, b: u32, c: u32, d: u32| {
            let pair = |low: u32, high: u32| u64::from(high << 16 | low & 0xffff);
            pair(c, d) << 32 | pair(a, b)
        }),
        _ => return None,
    })
}

/// Where a space's addresses begin among the generic ones.
const fn window(space: Space) -> u64 {
    match space {
        Space::Shared | Space::SharedCluster => SHARED_WINDOW.start,
        Space::Local => LOCAL_WINDOW.start,
        Space::Parameter => PARAMETER_WINDOW.start,
        Space::Generic | Space::Global | Space::Constant => 0,
    }
}

/// `cvta`: a distance between windows.
pub(super) fn choose_cvta(detail: &Detail, bank: Bank) -> Option<Choice> {
    let window = window(detail.space);
    let distance = if detail.has(Flags::TO_SPACE) {
        window.wrapping_neg()
    } else {
        window
    };
    let (row, affine) = match (bank, distance) {
        (bank, 0) => (copy(bank), Some(affine::copy(bank))),
        (Bank::Double, _) => (displaced(), Some(affine::displaced as ScalarEntry)),
        (Bank::Word, _) => (vector!(|op: &Op, a: u32| a.wrapping_add(op.extra as u32)), None),
        (Bank::Predicate, _) => return None,
    };
    Some(Choice::plain(row).with_extra(distance).with_affine(affine))
}

/// `isspacep`: whether a generic address is in a space's window. A kernel's parameters count as global too.
pub(super) fn choose_isspacep(request: &Request<'_>) -> Option<Choice> {
    let row = match request.detail.space {
        Space::Shared | Space::SharedCluster => scalar!(|a: u64| SHARED_WINDOW.contains(&a)),
        Space::Local => scalar!(|a: u64| LOCAL_WINDOW.contains(&a)),
        Space::Parameter => scalar!(|a: u64| PARAMETER_WINDOW.contains(&a)),
        Space::Constant => scalar!(|op: &Op, a: u64| is_constant(a, op.extra)),
        Space::Global => scalar!(|op: &Op, a: u64| {
            !SHARED_WINDOW.contains(&a) && !LOCAL_WINDOW.contains(&a) && !is_constant(a, op.extra)
        }),
        Space::Generic => return None,
    };
    let (first, end) = request.constants;
    Some(Choice::plain(row).with_extra(constant_range(first, end)))
}

/// The range of the module's constants in one number: granule of the first, and how many granules.
const fn constant_range(first: u64, end: u64) -> u64 {
    const GRANULE: u64 = crate::memory::GRANULE;
    if end <= first {
        return 0;
    }
    let granules = (end - first).div_ceil(GRANULE);
    (first / GRANULE) << 24 | if granules > 0xff_ffff { 0xff_ffff } else { granules }
}

fn is_constant(address: u64, range: u64) -> bool {
    (address / crate::memory::GRANULE).wrapping_sub(range >> 24) < range & 0xff_ffff
}
