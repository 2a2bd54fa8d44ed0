//! Elements: from bytes in memory to values in registers.

use musa_isa::Type;

use crate::program::Op;

/// How an element of memory fills its register.
#[derive(Clone, Copy)]
pub(super) struct Fill {
    /// Bits of the element.
    bits: u32,
    signed: bool,
    /// The bits that the register takes.
    mask: u64,
}

impl Fill {
    pub(super) fn of(op: &Op) -> Self {
        let kind = op.detail.kind();
        let register = op.detail.types[1].filter(|fill| matches!(fill, Type::B16 | Type::B32 | Type::B64));
        Self {
            bits: kind.bits(),
            signed: kind.is_signed(),
            mask: u64::MAX >> (64 - register.unwrap_or(kind).bits().max(1)),
        }
    }

    /// The register's value for an element that is held zero-extended.
    #[inline]
    pub(super) fn extend(self, value: u64) -> u64 {
        if !self.signed {
            return value;
        }
        let unused = 64 - self.bits;
        ((value << unused) as i64 >> unused) as u64 & self.mask
    }
}

/// A little-endian number of 1, 2, 4 or 8 bytes at the front of a slice.
#[inline]
pub(super) fn from_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Writes a number to a slice, little-endian.
#[inline]
pub(super) fn to_bytes(value: u64, bytes: &mut [u8]) {
    let all = value.to_le_bytes();
    let count = bytes.len().min(8);
    bytes[..count].copy_from_slice(&all[..count]);
}
