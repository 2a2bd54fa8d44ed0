//! Tables of things that come and go, over the caller's slots or growing. A key carries the generation of its slot, so a
//! stale key finds nothing.

use managed::ManagedSlice;
use musa_hal::{HalError, Resource};

use crate::growth::grow;

const NONE: u32 = u32::MAX;

/// A place of a table. Only its storage is the caller's: make them with [`Slot::default`].
#[derive(Debug)]
pub struct Slot<T> {
    value: Option<T>,
    generation: u32,
    next_free: u32,
}

impl<T> Slot<T> {
    /// Storage without an entry in it.
    pub const EMPTY: Self = Self {
        value: None,
        generation: 1,
        next_free: NONE,
    };
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Names an entry: the slot in the low half, its generation in the high one. Never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(pub(crate) u64);

impl Key {
    const fn new(place: u32, generation: u32) -> Self {
        Self((generation as u64) << 32 | place as u64)
    }

    pub(crate) const fn place(self) -> usize {
        self.0 as u32 as usize
    }

    const fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// A table.
#[derive(Debug)]
pub(crate) struct Table<'a, T> {
    slots: ManagedSlice<'a, Slot<T>>,
    used: usize,
    free: u32,
    count: usize,
    name: &'static str,
}

impl<'a, T> Table<'a, T> {
    /// An empty table; its name goes into the error when it is full.
    pub(crate) const fn new(slots: ManagedSlice<'a, Slot<T>>, name: &'static str) -> Self {
        Self {
            slots,
            used: 0,
            free: NONE,
            count: 0,
            name,
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    /// Makes sure that the next [`Table::insert`] succeeds.
    pub(crate) fn reserve(&mut self) -> Result<(), HalError> {
        if self.free != NONE || self.used < self.slots.len() {
            return Ok(());
        }
        match self.used < NONE as usize && grow(&mut self.slots, self.used + 1, Slot::default) {
            true => Ok(()),
            false => Err(HalError::Exhausted(Resource::Table(self.name))),
        }
    }

    pub(crate) fn insert(&mut self, value: T) -> Result<Key, HalError> {
        self.reserve()?;
        let place = if self.free == NONE {
            self.used += 1;
            (self.used - 1) as u32
        } else {
            self.free
        };
        let slot = &mut self.slots[place as usize];
        if self.free == place {
            self.free = slot.next_free;
        }
        slot.value = Some(value);
        self.count += 1;
        Ok(Key::new(place, slot.generation))
    }

    fn slot(&self, key: Key) -> Option<&Slot<T>> {
        self.slots[..self.used]
            .get(key.place())
            .filter(|slot| slot.generation == key.generation())
    }

    pub(crate) fn get(&self, key: Key) -> Option<&T> {
        self.slot(key)?.value.as_ref()
    }

    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut T> {
        self.slot(key)?;
        self.slots[key.place()].value.as_mut()
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<T> {
        self.slot(key)?;
        let slot = &mut self.slots[key.place()];
        let value = slot.value.take()?;
        self.count -= 1;
        // A slot whose generations are used up is not used again.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            slot.next_free = self.free;
            self.free = key.place() as u32;
        }
        Some(value)
    }

    /// All entries, by place.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, &T)> + '_ {
        let slots = self.slots[..self.used].iter().enumerate();
        slots.filter_map(|(place, slot)| Some((Key::new(place as u32, slot.generation), slot.value.as_ref()?)))
    }

    /// The first entry that satisfies a condition.
    pub(crate) fn find(&self, mut condition: impl FnMut(&T) -> bool) -> Option<Key> {
        self.iter().find(|(_, value)| condition(value)).map(|(key, _)| key)
    }

    /// All values, to change them.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> + '_ {
        self.slots[..self.used]
            .iter_mut()
            .filter_map(|slot| slot.value.as_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stale_key_finds_nothing() {
        let mut slots = [Slot::default(), Slot::default()];
        let mut table = Table::new(ManagedSlice::Borrowed(&mut slots), "things");
        let first = table.insert('a').unwrap();
        let second = table.insert('b').unwrap();
        assert_eq!(table.insert('c'), Err(HalError::Exhausted(Resource::Table("things"))));
        assert_eq!(table.remove(first), Some('a'));
        let third = table.insert('c').unwrap();
        assert_ne!(first, third);
        assert_eq!(
            (table.get(first), table.get(second), table.get(third)),
            (None, Some(&'b'), Some(&'c'))
        );
        assert_eq!(table.remove(first), None);
        assert_eq!(table.find(|value| *value == 'c'), Some(third));
        assert_eq!((table.len(), table.iter().count()), (2, 2));
        *table.get_mut(second).unwrap() = 'd';
        assert!(table.values_mut().any(|value| *value == 'd'));
    }
}
