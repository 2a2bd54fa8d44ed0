//! Bytes that must lie together for a moment.

use managed::ManagedSlice;
use musa_hal::{HalError, Resource};

/// A buffer that is used again and again.
#[derive(Debug)]
pub(super) struct Scratch<'a> {
    bytes: ManagedSlice<'a, u8>,
}

impl<'a> Scratch<'a> {
    pub(super) const fn new(bytes: ManagedSlice<'a, u8>) -> Self {
        Self { bytes }
    }

    /// Makes sure that [`Scratch::take`] succeeds for so many bytes.
    pub(super) fn reserve(&mut self, count: usize) -> Result<(), HalError> {
        if self.bytes.len() >= count {
            return Ok(());
        }
        let full = HalError::Exhausted(Resource::Table("bytes of parameters"));
        match &mut self.bytes {
            ManagedSlice::Borrowed(_) => Err(full),
            #[cfg(not(feature = "alloc"))]
            #[allow(unreachable_patterns, reason = "reached where another crate lets slices be owned")]
            _ => Err(full),
            #[cfg(feature = "alloc")]
            ManagedSlice::Owned(bytes) => {
                bytes.try_reserve(count - bytes.len()).map_err(|_| full)?;
                bytes.resize(count, 0);
                Ok(())
            }
        }
    }

    /// So many bytes, of any content.
    pub(super) fn take(&mut self, count: usize) -> Result<&mut [u8], HalError> {
        self.reserve(count)?;
        Ok(&mut self.bytes[..count])
    }
}
