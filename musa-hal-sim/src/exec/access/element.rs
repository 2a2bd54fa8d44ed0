//! Elements: from bytes in memory to values in registers.

use musa_isa::Type;

use crate::program::Op;

/// The register's value for an element that is held zero-extended.
#[inline]
pub(super) fn extend(op: &Op, value: u64) -> u64 {
    if op.signed { sign_extended(op, value) } else { value }
}

#[inline(never)]
fn sign_extended(op: &Op, value: u64) -> u64 {
    let kind = op.detail.kind();
    let register = op.detail.types[1].filter(|fill| matches!(fill, Type::B16 | Type::B32 | Type::B64));
    let unused = 64 - kind.bits();
    let taken = u64::MAX >> (64 - register.unwrap_or(kind).bits().max(1));
    ((value << unused) as i64 >> unused) as u64 & taken
}

/// The little-endian number in a slice of 1, 2, 4 or 8 bytes.
#[inline]
pub(super) fn from_bytes(bytes: &[u8]) -> u64 {
    match *bytes {
        [byte] => u64::from(byte),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        _ => bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes)),
    }
}

/// Writes a number to a slice of 1, 2, 4 or 8 bytes, little-endian.
#[inline]
pub(super) fn to_bytes(value: u64, bytes: &mut [u8]) {
    if let Ok(bytes) = <&mut [u8; 4]>::try_from(&mut *bytes) {
        *bytes = (value as u32).to_le_bytes();
    } else if let Ok(bytes) = <&mut [u8; 8]>::try_from(&mut *bytes) {
        *bytes = value.to_le_bytes();
    } else {
        for (to, from) in bytes.iter_mut().zip(value.to_le_bytes()) {
            *to = from;
        }
    }
}
