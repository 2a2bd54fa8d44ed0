//! Tables of objects over the caller's memory.

#[cfg(test)]
mod tests;

use managed::ManagedSlice;
use musa_hal::Resource;

use crate::error::{Error, Rejection};
use crate::growth::grow;
use crate::id::{GENERATION_MAX, Handle, INDEX_BITS, Id, Kind};
use crate::rule::Rule;

const NONE: u32 = u32::MAX;

/// A place for one object.
#[derive(Debug, Clone)]
pub struct Slot<T> {
    /// Of the present object, or of the next one where there is none.
    generation: u32,
    /// The calls that made and destroyed the last object.
    history: History,
    /// The next free slot, where this one is free.
    next: u32,
    value: Option<T>,
}

/// When an object was made and destroyed, as numbers of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct History {
    /// The call that made it.
    pub created: u32,
    /// The call that destroyed it, if one did.
    pub destroyed: Option<u32>,
}

impl<T> Slot<T> {
    /// An empty slot.
    pub const EMPTY: Self = Self {
        generation: 0,
        history: History {
            created: 0,
            destroyed: None,
        },
        next: NONE,
        value: None,
    };
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// What a name means to a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup<T> {
    /// The object.
    Alive(T),
    /// The object that it named is gone.
    Stale,
    /// No object ever had this name.
    Never,
}

/// Objects by name. Without room for another one, inserting answers that the table is exhausted; with the feature
/// `alloc`, an owned table grows.
#[derive(Debug)]
pub struct Table<'s, T> {
    name: &'static str,
    slots: ManagedSlice<'s, Slot<T>>,
    /// Slots from here on have never been used.
    used: u32,
    /// The head of the list of free slots.
    free: u32,
    alive: u32,
    first_generation: u32,
}

impl<'s, T> Table<'s, T> {
    /// An empty table. What the slots held before is forgotten.
    pub fn new(name: &'static str, slots: ManagedSlice<'s, Slot<T>>, first_generation: u32) -> Self {
        Self {
            name,
            slots,
            used: 0,
            free: NONE,
            alive: 0,
            first_generation,
        }
    }

    /// How many objects there are.
    pub fn len(&self) -> u32 {
        self.alive
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.alive == 0
    }

    fn exhausted(&self) -> Error {
        Error::Exhausted(Resource::Table(self.name))
    }

    fn slot(&self, index: u32) -> Option<&Slot<T>> {
        if index >= self.used {
            return None;
        }
        self.slots.get(index as usize)
    }

    fn slot_mut(&mut self, index: u32) -> Option<&mut Slot<T>> {
        if index >= self.used {
            return None;
        }
        self.slots.get_mut(index as usize)
    }

    /// Makes sure that the next object finds room.
    ///
    /// # Errors
    /// Exhausted when the table is full and cannot grow.
    pub fn reserve(&mut self) -> Result<(), Error> {
        if self.free != NONE {
            return Ok(());
        }
        if self.used >= 1 << INDEX_BITS {
            return Err(self.exhausted());
        }
        match grow(&mut self.slots, self.used as usize + 1, Slot::default) {
            true => Ok(()),
            false => Err(self.exhausted()),
        }
    }

    /// Adds an object, made by this call.
    ///
    /// # Errors
    /// Exhausted when the table is full and cannot grow.
    pub fn insert(&mut self, value: T, call: u32) -> Result<Id<T>, Error> {
        self.reserve()?;
        let first = self.first_generation;
        let index = if self.free == NONE {
            self.used += 1;
            self.used - 1
        } else {
            self.free
        };
        let fresh = self.free == NONE;
        let Some(slot) = self.slots.get_mut(index as usize) else {
            return Err(Error::Bug("a table's slot is missing"));
        };
        if fresh {
            slot.generation = first;
        }
        let next = slot.next;
        slot.next = NONE;
        slot.value = Some(value);
        slot.history = History {
            created: call,
            destroyed: None,
        };
        let id = Id::new(index, slot.generation);
        if !fresh {
            self.free = next;
        }
        self.alive += 1;
        Ok(id)
    }

    /// Takes an object out, destroyed by this call. Its name is stale from now on.
    pub fn remove(&mut self, id: Id<T>, call: u32) -> Option<T> {
        let free = self.free;
        let slot = self.slot_mut(id.index())?;
        if slot.generation != id.generation() {
            return None;
        }
        let value = slot.value.take()?;
        slot.generation += 1;
        slot.history.destroyed = Some(call);
        let retired = slot.generation > GENERATION_MAX;
        slot.next = if retired { NONE } else { free };
        if !retired {
            self.free = id.index();
        }
        self.alive -= 1;
        Some(value)
    }

    /// Gives a living object a new name; the old one is stale from now on. The object stays where it is.
    pub fn rename(&mut self, id: Id<T>, call: u32) -> Option<Id<T>> {
        let slot = self.slot_mut(id.index())?;
        if slot.generation != id.generation() || slot.value.is_none() {
            return None;
        }
        slot.generation += 1;
        slot.history.destroyed = Some(call);
        Some(Id::new(id.index(), slot.generation))
    }

    /// What a name means.
    pub fn lookup(&self, id: Id<T>) -> Lookup<&T> {
        let Some(slot) = self.slot(id.index()) else {
            return Lookup::Never;
        };
        match &slot.value {
            Some(value) if slot.generation == id.generation() => Lookup::Alive(value),
            _ if (self.first_generation..slot.generation).contains(&id.generation()) => Lookup::Stale,
            _ => Lookup::Never,
        }
    }

    /// The object with this name.
    pub fn get(&self, id: Id<T>) -> Option<&T> {
        let slot = self.slot(id.index())?;
        slot.value.as_ref().filter(|_| slot.generation == id.generation())
    }

    /// The object with this name, to change.
    pub fn get_mut(&mut self, id: Id<T>) -> Option<&mut T> {
        let slot = self.slot_mut(id.index())?;
        let generation = slot.generation;
        slot.value.as_mut().filter(|_| generation == id.generation())
    }

    /// When the object with this name was made and destroyed, as far as it is still known.
    pub fn history(&self, id: Id<T>) -> Option<History> {
        let slot = self.slot(id.index())?;
        let last = match slot.value {
            Some(_) => slot.generation,
            None => slot.generation.checked_sub(1)?,
        };
        if id.generation() == last {
            return Some(slot.history);
        }
        // A renamed object keeps the call that made its old name stale.
        let renamed = slot.value.is_some() && id.generation().checked_add(1) == Some(last);
        slot.history.destroyed.filter(|_| renamed).map(|_| slot.history)
    }

    /// The objects with their names, in the order of their slots.
    pub fn iter(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        let used = self.used as usize;
        let slots = self.slots.iter().take(used).enumerate();
        slots.filter_map(|(index, slot)| {
            let value = slot.value.as_ref()?;
            Some((Id::new(index as u32, slot.generation), value))
        })
    }

    /// The objects with their names, to change, in the order of their slots.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Id<T>, &mut T)> {
        let used = self.used as usize;
        let slots = self.slots.iter_mut().take(used).enumerate();
        slots.filter_map(|(index, slot)| {
            let value = slot.value.as_mut()?;
            Some((Id::new(index as u32, slot.generation), value))
        })
    }

    /// The first object that fulfils a condition, in the order of their slots.
    pub fn find(&self, mut condition: impl FnMut(&T) -> bool) -> Option<Id<T>> {
        self.iter().find(|(_, value)| condition(value)).map(|(id, _)| id)
    }
}

impl<T: Kind> Table<'_, T> {
    /// The living object that a handle names.
    ///
    /// # Errors
    /// A null, foreign or stale handle; `argument` is its role.
    pub fn named(&self, argument: &'static str, handle: Handle<T>) -> Result<(Id<T>, &T), Error> {
        let refuse = |rule| Err(Rejection::new(rule).argument(argument).handle(handle).into());
        match handle {
            Handle::Null => refuse(Rule::HandleNull),
            Handle::Foreign(_) => refuse(Rule::HandleForeign),
            Handle::Object(id) => match self.lookup(id) {
                Lookup::Alive(object) => Ok((id, object)),
                Lookup::Stale => refuse(Rule::HandleStale),
                Lookup::Never => refuse(Rule::HandleForeign),
            },
        }
    }
}
