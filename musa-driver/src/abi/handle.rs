//! Handles as C holds them: bits that are never dereferenced.
//!
//! On 64-bit machines: a marker of 12 bits, the kind in 5, the generation in 27, the index in 20.
//! The marker makes an address that no user memory has on x86-64 or AArch64 (its top byte ignored
//! or not), so that a client which dereferences a handle stops at once. On 32-bit machines: kind
//! 5, generation 15, index 12, without that promise. No handle is null or one of the small values
//! that stand for default streams.

use core::fmt;

/// What a handle names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum HandleKind {
    /// A context.
    Context = 1,
    /// A module.
    Module,
    /// A kernel of a module.
    Function,
    /// A library.
    Library,
    /// A kernel of a library.
    Kernel,
    /// A stream.
    Stream,
    /// An event.
    Event,
    /// An array.
    Array,
    /// A mipmapped array.
    MipmappedArray,
    /// A texture reference.
    TextureReference,
    /// A surface reference.
    SurfaceReference,
    /// A texture object.
    TextureObject,
    /// A surface object.
    SurfaceObject,
    /// A memory pool.
    Pool,
    /// An allocation of virtual memory management.
    Allocation,
    /// A graph.
    Graph,
    /// A node of a graph.
    GraphNode,
    /// An executable graph.
    GraphExec,
    /// A user object.
    UserObject,
    /// A pending link.
    Link,
}

impl HandleKind {
    const ALL: [Self; 20] = [
        Self::Context,
        Self::Module,
        Self::Function,
        Self::Library,
        Self::Kernel,
        Self::Stream,
        Self::Event,
        Self::Array,
        Self::MipmappedArray,
        Self::TextureReference,
        Self::SurfaceReference,
        Self::TextureObject,
        Self::SurfaceObject,
        Self::Pool,
        Self::Allocation,
        Self::Graph,
        Self::GraphNode,
        Self::GraphExec,
        Self::UserObject,
        Self::Link,
    ];

    fn of_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|&kind| kind as u64 == number)
    }
}

/// How the fields lie in a handle.
struct Layout {
    marker: u64,
    marker_shift: u32,
    kind_shift: u32,
    generation_bits: u32,
    index_bits: u32,
}

#[cfg(target_pointer_width = "64")]
const LAYOUT: Layout = Layout {
    marker: 0xa5c,
    marker_shift: 52,
    kind_shift: 47,
    generation_bits: 27,
    index_bits: 20,
};

#[cfg(not(target_pointer_width = "64"))]
const LAYOUT: Layout = Layout {
    marker: 0,
    marker_shift: 32,
    kind_shift: 27,
    generation_bits: 15,
    index_bits: 12,
};

const KIND_MASK: u64 = 0x1f;

/// A handle's fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Handle {
    /// What it names.
    pub kind: HandleKind,
    /// How often its slot had been used before.
    pub generation: u32,
    /// Its slot.
    pub index: u32,
}

impl Handle {
    /// The largest generation that a handle can carry.
    pub const GENERATION_MAX: u32 = ((1u64 << LAYOUT.generation_bits) - 1) as u32;

    /// The largest index that a handle can carry.
    pub const INDEX_MAX: u32 = ((1u64 << LAYOUT.index_bits) - 1) as u32;

    /// The bits, or `None` where a field is too large for them.
    pub const fn encode(self) -> Option<usize> {
        if self.generation > Self::GENERATION_MAX || self.index > Self::INDEX_MAX {
            return None;
        }
        let bits = (LAYOUT.marker << (LAYOUT.marker_shift % 64))
            | ((self.kind as u64) << LAYOUT.kind_shift)
            | ((self.generation as u64) << LAYOUT.index_bits)
            | self.index as u64;
        Some(bits as usize)
    }

    /// The fields of a handle, or `None` for bits that were never one.
    pub fn decode(bits: usize) -> Option<Self> {
        let bits = bits as u64;
        if bits.unbounded_shr(LAYOUT.marker_shift) != LAYOUT.marker {
            return None;
        }
        Some(Self {
            kind: HandleKind::of_number((bits >> LAYOUT.kind_shift) & KIND_MASK)?,
            generation: ((bits >> LAYOUT.index_bits) & u64::from(Self::GENERATION_MAX)) as u32,
            index: (bits & u64::from(Self::INDEX_MAX)) as u32,
        })
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}.{}", self.kind, self.index, self.generation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn fields_survive(
            kind in 0..HandleKind::ALL.len(),
            generation in 0..=Handle::GENERATION_MAX,
            index in 0..=Handle::INDEX_MAX,
        ) {
            let handle = Handle { kind: HandleKind::ALL[kind], generation, index };
            let bits = handle.encode().unwrap();
            prop_assert_eq!(Handle::decode(bits), Some(handle));
            prop_assert!(bits > 64 * 1024);
        }

        #[test]
        fn any_bits_decode_without_harm(bits: usize) {
            if let Some(handle) = Handle::decode(bits) {
                prop_assert_eq!(handle.encode(), Some(bits));
            }
        }
    }

    #[test]
    fn fields_that_do_not_fit_are_refused() {
        let handle = Handle {
            kind: HandleKind::Event,
            generation: Handle::GENERATION_MAX + 1,
            index: 0,
        };
        assert_eq!(handle.encode(), None);
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn handles_are_no_user_addresses() {
        let bits = Handle {
            kind: HandleKind::Link,
            generation: 0,
            index: 0,
        }
        .encode()
        .unwrap() as u64;
        assert!(bits >> 56 != 0 && bits >> 56 != 0xff);
        let below_top_byte = (bits >> 52) & 0xf;
        assert!(below_top_byte != 0 && below_top_byte != 0xf);
    }
}
