//! Maps in key order over the caller's memory.

#[cfg(test)]
mod tests;

use managed::ManagedSlice;
use musa_hal::Resource;

use crate::error::Error;

/// A map whose entries lie in a slice in the order of their keys: lookups, and searches for the greatest key at or below
/// a value, take logarithmic time. Without room for another entry, inserting answers that the table is exhausted; with
/// the feature `alloc`, an owned map grows.
#[derive(Debug)]
pub struct SortedMap<'s, K, V> {
    name: &'static str,
    entries: ManagedSlice<'s, Option<(K, V)>>,
    len: usize,
}

impl<'s, K: Ord + Copy, V> SortedMap<'s, K, V> {
    /// An empty map. What the entries held before is forgotten.
    pub fn new(name: &'static str, entries: ManagedSlice<'s, Option<(K, V)>>) -> Self {
        Self { name, entries, len: 0 }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn used(&self) -> &[Option<(K, V)>] {
        self.entries.get(..self.len).unwrap_or(&[])
    }

    /// How many keys are below a key.
    fn below(&self, key: K) -> usize {
        self.used()
            .partition_point(|entry| entry.as_ref().is_some_and(|(other, _)| *other < key))
    }

    fn place(&self, key: K) -> Result<usize, usize> {
        let place = self.below(key);
        match self.used().get(place) {
            Some(Some((other, _))) if *other == key => Ok(place),
            _ => Err(place),
        }
    }

    /// The value of a key.
    pub fn get(&self, key: K) -> Option<&V> {
        let place = self.place(key).ok()?;
        self.used().get(place)?.as_ref().map(|(_, value)| value)
    }

    /// The value of a key, to change.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        let place = self.place(key).ok()?;
        self.entries.get_mut(place)?.as_mut().map(|(_, value)| value)
    }

    /// The entry with the greatest key at or below a key.
    pub fn at_or_below(&self, key: K) -> Option<(K, &V)> {
        let place = match self.place(key) {
            Ok(place) => place,
            Err(place) => place.checked_sub(1)?,
        };
        self.used().get(place)?.as_ref().map(|(key, value)| (*key, value))
    }

    /// The entry with the least key at or above a key.
    pub fn at_or_above(&self, key: K) -> Option<(K, &V)> {
        let place = self.below(key);
        self.used().get(place)?.as_ref().map(|(key, value)| (*key, value))
    }

    /// The entries in the order of their keys.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> {
        self.used()
            .iter()
            .filter_map(|entry| entry.as_ref().map(|(key, value)| (*key, value)))
    }

    /// Makes sure that `more` new entries find room.
    ///
    /// # Errors
    /// Exhausted when there is no room and the map cannot grow.
    pub fn reserve(&mut self, more: usize) -> Result<(), Error> {
        let exhausted = Error::Exhausted(Resource::Table(self.name));
        let wanted = self.len.checked_add(more).ok_or(exhausted)?;
        if wanted <= self.entries.len() {
            return Ok(());
        }
        match &mut self.entries {
            #[cfg(feature = "alloc")]
            ManagedSlice::Owned(entries) => {
                let wanted = wanted.max(entries.len() * 2).max(8);
                entries.resize_with(wanted, || None);
                Ok(())
            }
            ManagedSlice::Borrowed(_) => Err(exhausted),
        }
    }

    /// Sets the value of a key.
    ///
    /// # Errors
    /// Exhausted when the key is new and there is no room for it.
    pub fn insert(&mut self, key: K, value: V) -> Result<(), Error> {
        match self.place(key) {
            Ok(place) => {
                if let Some(entry) = self.entries.get_mut(place) {
                    *entry = Some((key, value));
                }
            }
            Err(place) => {
                self.reserve(1)?;
                self.len += 1;
                if let Some(tail) = self.entries.get_mut(place..self.len) {
                    tail.rotate_right(1);
                    if let Some(entry) = tail.first_mut() {
                        *entry = Some((key, value));
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes an entry out.
    pub fn remove(&mut self, key: K) -> Option<V> {
        let place = self.place(key).ok()?;
        let tail = self.entries.get_mut(place..self.len)?;
        let value = tail.first_mut()?.take();
        tail.rotate_left(1);
        self.len -= 1;
        value.map(|(_, value)| value)
    }

    /// Keeps the entries for which a function says so.
    pub fn retain(&mut self, mut keep: impl FnMut(K, &V) -> bool) {
        let len = self.len;
        let Some(entries) = self.entries.get_mut(..len) else {
            return;
        };
        let mut kept = 0;
        for place in 0..len {
            let stays = matches!(entries.get(place), Some(Some((key, value))) if keep(*key, value));
            if stays {
                entries.swap(kept, place);
                kept += 1;
            }
        }
        for entry in entries.iter_mut().skip(kept) {
            *entry = None;
        }
        self.len = kept;
    }
}
