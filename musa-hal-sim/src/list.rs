//! Lists that fill up and are emptied from the end, over the caller's slice or growing.

use managed::ManagedSlice;
use musa_hal::{HalError, Resource};

use crate::growth::grow;

/// A list. Without a heap it holds as much as the slice that it was given.
#[derive(Debug)]
pub(crate) struct List<'a, T> {
    storage: ManagedSlice<'a, T>,
    used: usize,
    name: &'static str,
}

impl<'a, T: Copy> List<'a, T> {
    /// An empty list over storage; its name goes into the error when it is full.
    pub(crate) const fn new(storage: ManagedSlice<'a, T>, name: &'static str) -> Self {
        Self { storage, used: 0, name }
    }

    /// Appends an entry and answers its place.
    pub(crate) fn push(&mut self, value: T) -> Result<u32, HalError> {
        self.repeat(value, 1)
    }

    /// Appends so many copies of an entry and answers the place of the first.
    pub(crate) fn repeat(&mut self, value: T, count: usize) -> Result<u32, HalError> {
        let full = HalError::Exhausted(Resource::Table(self.name));
        let first = u32::try_from(self.used).map_err(|_| full)?;
        let end = self.used.checked_add(count).ok_or(full)?;
        u32::try_from(end).map_err(|_| full)?;
        if !grow(&mut self.storage, end, || value) {
            return Err(full);
        }
        self.storage[self.used..end].fill(value);
        self.used = end;
        Ok(first)
    }

    /// Appends entries and answers the place of the first.
    pub(crate) fn extend(&mut self, values: impl IntoIterator<Item = T>) -> Result<u32, HalError> {
        let first = self.used as u32;
        for value in values {
            self.push(value)?;
        }
        Ok(first)
    }

    /// Forgets the entries from a place on.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.used = self.used.min(length);
    }

    pub(crate) const fn clear(&mut self) {
        self.used = 0;
    }

    #[inline]
    pub(crate) fn entries(&self) -> &[T] {
        &self.storage[..self.used]
    }

    #[inline]
    pub(crate) fn entries_mut(&mut self) -> &mut [T] {
        &mut self.storage[..self.used]
    }
}
