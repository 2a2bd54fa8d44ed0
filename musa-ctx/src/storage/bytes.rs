//! Bytes that a process keeps for an object.

use crate::error::Error;

/// Bytes of any length: on the heap. Without the feature `alloc` there is no place for them.
#[derive(Debug)]
pub(crate) struct Bytes(#[cfg(feature = "alloc")] alloc::vec::Vec<u8>);

impl Bytes {
    /// Keeps a copy.
    ///
    /// # Errors
    /// No room, or no heap.
    #[cfg(feature = "alloc")]
    pub(crate) fn keep(bytes: &[u8]) -> Result<Self, Error> {
        let mut kept = alloc::vec::Vec::new();
        kept.try_reserve_exact(bytes.len())
            .map_err(|_| Error::Exhausted(musa_hal::Resource::HostMemory))?;
        kept.extend_from_slice(bytes);
        Ok(Self(kept))
    }

    /// Keeps a copy.
    ///
    /// # Errors
    /// There is no heap.
    #[cfg(not(feature = "alloc"))]
    pub(crate) fn keep(_: &[u8]) -> Result<Self, Error> {
        Err(Error::Unsupported("keeping code without a heap"))
    }

    /// The bytes.
    pub(crate) fn as_slice(&self) -> &[u8] {
        #[cfg(feature = "alloc")]
        return &self.0;
        #[cfg(not(feature = "alloc"))]
        &[]
    }
}
