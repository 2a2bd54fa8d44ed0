//! Tables that fill up: over the caller's slice, or growing.

use managed::ManagedSlice;
use musa_hal::{HalError, Resource};

/// A table. Without a heap it holds as much as the slice that it was given.
#[derive(Debug)]
pub struct Pool<'a, T> {
    storage: ManagedSlice<'a, T>,
    used: usize,
    name: &'static str,
}

impl<'a, T: Copy> Pool<'a, T> {
    /// An empty table over storage; its name goes into the error when it is full.
    pub fn new(storage: ManagedSlice<'a, T>, name: &'static str) -> Self {
        Self { storage, used: 0, name }
    }

    /// Appends an entry and answers its place.
    ///
    /// # Errors
    /// Exhausted when there is no room.
    pub fn push(&mut self, value: T) -> Result<u32, HalError> {
        let full = HalError::Exhausted(Resource::Table(self.name));
        let place = u32::try_from(self.used).map_err(|_| full)?;
        if let Some(entry) = self.storage.get_mut(self.used) {
            *entry = value;
        } else {
            match &mut self.storage {
                ManagedSlice::Borrowed(_) => return Err(full),
                #[cfg(not(feature = "alloc"))]
                #[allow(unreachable_patterns, reason = "reached where another crate lets slices be owned")]
                _ => return Err(full),
                #[cfg(feature = "alloc")]
                ManagedSlice::Owned(entries) => {
                    entries.try_reserve(1).map_err(|_| full)?;
                    entries.push(value);
                }
            }
        }
        self.used += 1;
        Ok(place)
    }

    /// Appends so many copies of an entry and answers the place of the first.
    ///
    /// # Errors
    /// Exhausted when there is no room.
    pub fn extend(&mut self, value: T, count: usize) -> Result<u32, HalError> {
        let full = HalError::Exhausted(Resource::Table(self.name));
        let first = u32::try_from(self.used).map_err(|_| full)?;
        let end = self.used.checked_add(count).ok_or(full)?;
        u32::try_from(end).map_err(|_| full)?;
        if end > self.storage.len() {
            match &mut self.storage {
                ManagedSlice::Borrowed(_) => return Err(full),
                #[cfg(not(feature = "alloc"))]
                #[allow(unreachable_patterns, reason = "reached where another crate lets slices be owned")]
                _ => return Err(full),
                #[cfg(feature = "alloc")]
                ManagedSlice::Owned(entries) => {
                    entries.try_reserve(end - entries.len()).map_err(|_| full)?;
                    entries.resize(end, value);
                }
            }
        }
        self.storage[self.used..end].fill(value);
        self.used = end;
        Ok(first)
    }

    /// Forgets the entries from a place on.
    pub fn truncate(&mut self, length: usize) {
        self.used = self.used.min(length);
    }

    /// The entries.
    #[inline]
    pub fn entries(&self) -> &[T] {
        &self.storage[..self.used]
    }

    /// The entries, to change them.
    #[inline]
    pub fn entries_mut(&mut self) -> &mut [T] {
        &mut self.storage[..self.used]
    }
}
