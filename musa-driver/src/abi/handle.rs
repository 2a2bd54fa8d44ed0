//! Handles as C holds them: bits that are never dereferenced.
//!
//! On 64-bit machines: a marker of 12 bits, the kind in 5, the generation in 27, the index in 20.
//! The marker makes an address that no user memory has on x86-64 or AArch64 (its top byte ignored
//! or not), so that a client which dereferences a handle stops at once. On 32-bit machines: kind
//! 5, generation 15, index 12, without that promise. No handle is null or one of the small values
//! that stand for default streams.

use musa_ctx::{
    Handle, Id, Kind, ObjectKind,
    id::{GENERATION_BITS, INDEX_BITS},
};

const KIND_SHIFT: u32 = GENERATION_BITS + INDEX_BITS;
const KIND_BITS: u32 = 5;
const MARKER_SHIFT: u32 = KIND_SHIFT + KIND_BITS;

#[cfg(target_pointer_width = "64")]
const MARKER: u64 = 0xa5c;
#[cfg(not(target_pointer_width = "64"))]
const MARKER: u64 = 0;

static_assertions::const_assert!(ObjectKind::ALL.len() < 1 << KIND_BITS);

/// The bits of `value` that fit a field.
const fn field(value: u64, bits: u32) -> u64 {
    value & ((1 << bits) - 1)
}

/// The kind's number in a handle; none is zero, so that no handle is a small value.
const fn number(kind: ObjectKind) -> u64 {
    kind as u64 + 1
}

/// The handle of an object.
pub fn encode<T: Kind>(id: Id<T>) -> u64 {
    (MARKER << MARKER_SHIFT)
        | (number(T::KIND) << KIND_SHIFT)
        | (field(id.generation().into(), GENERATION_BITS) << INDEX_BITS)
        | field(id.index().into(), INDEX_BITS)
}

/// What a handle's bits name, as one of objects of kind `T`.
pub fn decode<T: Kind>(bits: u64) -> Handle<T> {
    match parts(bits) {
        _ if bits == 0 => Handle::Null,
        Some((kind, index, generation)) if kind == T::KIND => Handle::Object(Id::new(index, generation)),
        _ => Handle::Foreign(bits),
    }
}

/// The kind, index and generation in a handle, or `None` for bits that were never one.
pub fn parts(bits: u64) -> Option<(ObjectKind, u32, u32)> {
    if bits >> MARKER_SHIFT != MARKER {
        return None;
    }
    let kind = field(bits >> KIND_SHIFT, KIND_BITS);
    let kind = ObjectKind::ALL.iter().copied().find(|&one| number(one) == kind)?;
    let generation = field(bits >> INDEX_BITS, GENERATION_BITS);
    Some((kind, field(bits, INDEX_BITS) as u32, generation as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use musa_ctx::{Context, id::GENERATION_MAX};
    use proptest::prelude::*;

    struct Other;

    impl Kind for Other {
        const KIND: ObjectKind = ObjectKind::Link;
    }

    proptest! {
        #[test]
        fn fields_survive(generation in 0..=GENERATION_MAX, index in 0u32..1 << INDEX_BITS) {
            let id = Id::<Context>::new(index, generation);
            prop_assert_eq!(decode(encode(id)), Handle::Object(id));
            prop_assert_eq!(decode::<Other>(encode(id)), Handle::Foreign(encode(id)));
        }

        #[test]
        fn any_bits_decode_without_harm(bits: u64) {
            if let Handle::Object(id) = decode::<Context>(bits) {
                prop_assert_eq!(encode(id), bits);
            }
        }
    }

    #[test]
    fn null_and_reserved_values_are_no_objects() {
        assert_eq!(decode::<Context>(0), Handle::Null);
        for bits in [1, 2, 0x77, u64::MAX] {
            assert_eq!(decode::<Context>(bits), Handle::Foreign(bits));
        }
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn handles_are_no_user_addresses() {
        let bits = encode(Id::<Other>::new(0, 0));
        assert!(bits >> 56 != 0 && bits >> 56 != 0xff);
        let below_top_byte = (bits >> 52) & 0xf;
        assert!(below_top_byte != 0 && below_top_byte != 0xf);
    }
}
