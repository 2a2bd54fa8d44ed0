//! Lists that fill up and are emptied as a whole, over the caller's slice or growing.

use managed::ManagedSlice;
use musa_hal::{HalError, Resource};

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

    /// Appends entries and answers the place of the first.
    pub(crate) fn extend(&mut self, values: impl IntoIterator<Item = T>) -> Result<u32, HalError> {
        let first = self.used as u32;
        for value in values {
            self.push(value)?;
        }
        Ok(first)
    }

    pub(crate) const fn clear(&mut self) {
        self.used = 0;
    }

    pub(crate) fn entries(&self) -> &[T] {
        &self.storage[..self.used]
    }
}
