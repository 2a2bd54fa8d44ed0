//! The objects that there have been, dead ones included: a call may name any of them.

use musa_ctx::{Handle, Id};

/// Identities of one kind in order of creation.
#[derive(Debug)]
pub(super) struct Objects<T>(Vec<Id<T>>);

impl<T> Objects<T> {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn add(&mut self, id: Id<T>) {
        if !self.0.contains(&id) {
            self.0.push(id);
        }
    }

    /// The handle that a number means: one of the objects, null, or bits that are no handle.
    pub(super) fn named(&self, number: u8) -> Handle<T> {
        match number {
            254 => Handle::Null,
            255 => Handle::Foreign(0x1234),
            _ => match self.0.get(usize::from(number) % self.0.len().max(1)) {
                Some(id) => Handle::Object(*id),
                None => Handle::Null,
            },
        }
    }
}
