//! Bytes that must lie together for a moment.

use managed::ManagedSlice;
use musa_hal::{HalError, Resource};

use crate::growth::grow;

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
        match grow(&mut self.bytes, count, u8::default) {
            true => Ok(()),
            false => Err(HalError::Exhausted(Resource::Table("bytes of parameters"))),
        }
    }

    /// So many bytes, of any content.
    pub(super) fn take(&mut self, count: usize) -> Result<&mut [u8], HalError> {
        self.reserve(count)?;
        Ok(&mut self.bytes[..count])
    }
}
