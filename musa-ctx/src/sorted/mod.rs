//! Maps in key order: over the caller's memory, or a tree of their own.

#[cfg(test)]
mod tests;

#[cfg(feature = "alloc")]
use alloc::collections::BTreeMap;
#[cfg(feature = "alloc")]
use core::ops::Bound;

use managed::ManagedSlice;
use musa_hal::Resource;

use crate::error::Error;
use crate::growth::borrowed;

/// A map in the order of its keys. Lookups, and searches for the greatest key at or below a value, take logarithmic time.
/// Over the caller's memory, entries lie in a slice: changes move those behind them, and without room for another entry,
/// inserting answers that the table is exhausted. With the feature `alloc`, an owned map is a tree, which grows, and where
/// changes take logarithmic time too.
#[derive(Debug)]
pub struct SortedMap<'s, K, V> {
    name: &'static str,
    entries: Entries<'s, K, V>,
}

#[derive(Debug)]
enum Entries<'s, K, V> {
    /// The first `len` entries are there, in order.
    Slice {
        entries: &'s mut [Option<(K, V)>],
        len: usize,
    },
    #[cfg(feature = "alloc")]
    Tree(BTreeMap<K, V>),
}

type Slice<K, V> = [Option<(K, V)>];

/// How many keys are below a key.
fn below<K: Ord, V>(entries: &Slice<K, V>, key: &K) -> usize {
    entries.partition_point(|entry| entry.as_ref().is_some_and(|(other, _)| other < key))
}

/// The place of a key, or where it would be.
fn place<K: Ord, V>(entries: &Slice<K, V>, key: &K) -> Result<usize, usize> {
    let place = below(entries, key);
    match entries.get(place) {
        Some(Some((other, _))) if other == key => Ok(place),
        _ => Err(place),
    }
}

fn entry<K: Copy, V>(entries: &Slice<K, V>, place: usize) -> Option<(K, &V)> {
    entries.get(place)?.as_ref().map(|(key, value)| (*key, value))
}

impl<K: Ord + Copy, V> Entries<'_, K, V> {
    fn least(&self) -> Option<(K, &V)> {
        match self {
            Self::Slice { entries, len } => entry(entries.get(..*len)?, 0),
            #[cfg(feature = "alloc")]
            Self::Tree(tree) => tree.iter().next().map(|(key, value)| (*key, value)),
        }
    }

    /// The entry with the least key above one that is there.
    fn above(&self, key: K) -> Option<(K, &V)> {
        match self {
            Self::Slice { entries, len } => {
                let used = entries.get(..*len)?;
                entry(used, place(used, &key).ok()? + 1)
            }
            #[cfg(feature = "alloc")]
            Self::Tree(tree) => {
                let above = (Bound::Excluded(key), Bound::Unbounded);
                tree.range(above).next().map(|(key, value)| (*key, value))
            }
        }
    }
}

impl<'s, K: Ord + Copy, V> SortedMap<'s, K, V> {
    /// An empty map. What the entries held before is forgotten.
    pub fn new(name: &'static str, entries: ManagedSlice<'s, Option<(K, V)>>) -> Self {
        let entries = match borrowed(entries) {
            #[cfg(feature = "alloc")]
            None => Entries::Tree(BTreeMap::new()),
            entries => Entries::Slice {
                entries: entries.unwrap_or_default(),
                len: 0,
            },
        };
        Self { name, entries }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        match &self.entries {
            Entries::Slice { len, .. } => *len,
            #[cfg(feature = "alloc")]
            Entries::Tree(tree) => tree.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key.
    pub fn get(&self, key: K) -> Option<&V> {
        match &self.entries {
            Entries::Slice { entries, len } => {
                let used = entries.get(..*len)?;
                entry(used, place(used, &key).ok()?).map(|(_, value)| value)
            }
            #[cfg(feature = "alloc")]
            Entries::Tree(tree) => tree.get(&key),
        }
    }

    /// The value of a key, to change.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        match &mut self.entries {
            Entries::Slice { entries, len } => {
                let used = entries.get_mut(..*len)?;
                let place = place(used, &key).ok()?;
                used.get_mut(place)?.as_mut().map(|(_, value)| value)
            }
            #[cfg(feature = "alloc")]
            Entries::Tree(tree) => tree.get_mut(&key),
        }
    }

    /// The entry with the greatest key at or below a key.
    pub fn at_or_below(&self, key: K) -> Option<(K, &V)> {
        match &self.entries {
            Entries::Slice { entries, len } => {
                let used = entries.get(..*len)?;
                match place(used, &key) {
                    Ok(place) => entry(used, place),
                    Err(place) => entry(used, place.checked_sub(1)?),
                }
            }
            #[cfg(feature = "alloc")]
            Entries::Tree(tree) => tree.range(..=key).next_back().map(|(key, value)| (*key, value)),
        }
    }

    /// The entry with the least key at or above a key.
    pub fn at_or_above(&self, key: K) -> Option<(K, &V)> {
        match &self.entries {
            Entries::Slice { entries, len } => {
                let used = entries.get(..*len)?;
                entry(used, below(used, &key))
            }
            #[cfg(feature = "alloc")]
            Entries::Tree(tree) => tree.range(key..).next().map(|(key, value)| (*key, value)),
        }
    }

    /// The entries in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        let mut next = self.entries.least();
        core::iter::from_fn(move || {
            let (key, value) = next?;
            next = self.entries.above(key);
            Some((key, value))
        })
    }

    /// Makes sure that `more` new entries find room.
    ///
    /// # Errors
    /// Exhausted when there is no room and the map cannot grow.
    pub fn reserve(&mut self, more: usize) -> Result<(), Error> {
        match &self.entries {
            Entries::Slice { entries, len } if entries.len() - len < more => {
                Err(Error::Exhausted(Resource::Table(self.name)))
            }
            Entries::Slice { .. } => Ok(()),
            #[cfg(feature = "alloc")]
            Entries::Tree(_) => Ok(()),
        }
    }

    /// Sets the value of a key.
    ///
    /// # Errors
    /// Exhausted when the key is new and there is no room for it.
    pub fn insert(&mut self, key: K, value: V) -> Result<(), Error> {
        if let Some(old) = self.get_mut(key) {
            *old = value;
            return Ok(());
        }
        self.reserve(1)?;
        match &mut self.entries {
            Entries::Slice { entries, len } => {
                let start = entries.get(..*len).map_or(0, |used| below(used, &key));
                *len += 1;
                if let Some(tail) = entries.get_mut(start..*len) {
                    tail.rotate_right(1);
                    if let Some(entry) = tail.first_mut() {
                        *entry = Some((key, value));
                    }
                }
            }
            #[cfg(feature = "alloc")]
            Entries::Tree(tree) => {
                tree.insert(key, value);
            }
        }
        Ok(())
    }

    /// Takes an entry out.
    pub fn remove(&mut self, key: K) -> Option<V> {
        match &mut self.entries {
            Entries::Slice { entries, len } => {
                let used = entries.get_mut(..*len)?;
                let place = place(used, &key).ok()?;
                let tail = used.get_mut(place..)?;
                let value = tail.first_mut()?.take();
                tail.rotate_left(1);
                *len -= 1;
                value.map(|(_, value)| value)
            }
            #[cfg(feature = "alloc")]
            Entries::Tree(tree) => tree.remove(&key),
        }
    }

    /// Keeps the entries for which a function says so.
    pub fn retain(&mut self, mut keep: impl FnMut(K, &V) -> bool) {
        match &mut self.entries {
            Entries::Slice { entries, len } => {
                let Some(used) = entries.get_mut(..*len) else {
                    return;
                };
                let mut kept = 0;
                for place in 0..used.len() {
                    let stays = entry(used, place).is_some_and(|(key, value)| keep(key, value));
                    if stays {
                        used.swap(kept, place);
                        kept += 1;
                    }
                }
                for entry in used.iter_mut().skip(kept) {
                    *entry = None;
                }
                *len = kept;
            }
            #[cfg(feature = "alloc")]
            Entries::Tree(tree) => tree.retain(|key, value| keep(*key, value)),
        }
    }
}
