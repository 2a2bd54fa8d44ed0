//! Bytes that a process keeps for an object.

use crate::error::Error;

/// Bytes of any length: on the heap. Without the feature `alloc` there is no place for them.
#[derive(Debug)]
pub(crate) struct Bytes(#[cfg(feature = "alloc")] alloc::vec::Vec<u8>);

impl Bytes {
    /// No bytes.
    #[cfg(feature = "alloc")]
    pub(crate) const NEW: Self = Self(alloc::vec::Vec::new());
    /// No bytes.
    #[cfg(not(feature = "alloc"))]
    pub(crate) const NEW: Self = Self();

    /// Overwrites bytes from a place on; what lies between the end and the place becomes zero.
    ///
    /// # Errors
    /// No room, or no heap.
    #[cfg(feature = "alloc")]
    pub(crate) fn put(&mut self, place: usize, bytes: &[u8]) -> Result<(), Error> {
        let room = Error::Exhausted(musa_hal::Resource::HostMemory);
        let end = place.checked_add(bytes.len()).ok_or(room)?;
        if let Some(more) = end.checked_sub(self.0.len()) {
            self.0.try_reserve(more).map_err(|_| room)?;
            self.0.resize(end, 0);
        }
        self.0[place..end].copy_from_slice(bytes);
        Ok(())
    }

    /// Overwrites bytes from a place on.
    ///
    /// # Errors
    /// There is no heap.
    #[cfg(not(feature = "alloc"))]
    pub(crate) fn put(&mut self, _: usize, _: &[u8]) -> Result<(), Error> {
        Err(Error::Unsupported("staging parameters without a heap"))
    }

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
