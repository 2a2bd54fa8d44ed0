//! Refusals in words: the rule, the argument, what became of the object, and what lies near an address.

use core::fmt;

use musa_hal::Address;

use crate::error::{Rejection, Subject, Value};
use crate::id::{Id, ObjectKind, first_generation};
use crate::process::Process;
use crate::table::{History, Table};

/// A refusal with what the process knows about it, to be shown.
#[derive(Debug)]
pub struct Explanation<'p, 's> {
    process: &'p Process<'s>,
    rejection: Rejection,
}

impl<'s> Process<'s> {
    /// A refusal of this process in words. The sooner after the call, the more is still known.
    pub fn explain(&self, rejection: Rejection) -> Explanation<'_, 's> {
        Explanation {
            process: self,
            rejection,
        }
    }

    /// A generation as it is shown: counted from the process's first one, which differs from run to run.
    pub fn shown_generation(&self, generation: u32) -> u32 {
        generation.wrapping_sub(first_generation(self.salt()))
    }

    /// When an object was made and destroyed, as far as it is still known.
    pub fn history(&self, subject: Subject) -> Option<History> {
        fn of<T>(table: &Table<'_, T>, subject: Subject) -> Option<History> {
            table.history(Id::new(subject.index, subject.generation))
        }
        match subject.kind {
            ObjectKind::Context => of(&self.contexts, subject),
            ObjectKind::Module => of(&self.modules, subject),
            ObjectKind::Function => of(&self.functions, subject),
            ObjectKind::Library => of(&self.libraries, subject),
            ObjectKind::Link => of(&self.links, subject),
            ObjectKind::Kernel => of(&self.kernels, subject),
            ObjectKind::Stream => of(&self.streams, subject),
            ObjectKind::Event => of(&self.events, subject),
            ObjectKind::Array => of(&self.arrays, subject),
            ObjectKind::MipmappedArray => of(&self.mipmapped_arrays, subject),
            ObjectKind::TextureObject => of(&self.texture_objects, subject),
            ObjectKind::TextureReference => of(&self.texture_references, subject),
            ObjectKind::SurfaceObject => of(&self.surface_objects, subject),
            ObjectKind::Pool => of(&self.pools, subject),
            ObjectKind::PhysicalMemory => of(&self.physical_memory, subject),
            _ => None,
        }
    }
}

/// Arguments that are addresses.
const ADDRESSES: [&str; 4] = ["address", "source", "destination", "pointer"];

impl fmt::Display for Explanation<'_, '_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rejection = &self.rejection;
        write!(formatter, "{}: {}", rejection.rule.id(), rejection.rule.sentence())?;
        match (rejection.argument, rejection.value) {
            (Some(argument), Some(value)) => self.number(formatter, argument, value)?,
            (Some(argument), None) => write!(formatter, " At fault: {argument}.")?,
            (None, _) => {}
        }
        match rejection.subject {
            Some(subject) => self.life(formatter, subject),
            None => Ok(()),
        }
    }
}

impl Explanation<'_, '_> {
    /// The number at fault, and what it would have to be.
    fn number(&self, formatter: &mut fmt::Formatter<'_>, argument: &str, value: Value) -> fmt::Result {
        match value {
            Value::Unsigned(address) if ADDRESSES.contains(&argument) => {
                write!(formatter, " The {argument} is {address:#x}")?;
                self.neighbours(formatter, address)?;
            }
            value => write!(formatter, " The {argument} is {value}")?,
        }
        if let Some(bound) = self.rejection.bound {
            write!(formatter, "; it must be {bound}")?;
        }
        formatter.write_str(".")
    }

    /// What became of an object.
    fn life(&self, formatter: &mut fmt::Formatter<'_>, subject: Subject) -> fmt::Result {
        let name = subject.kind.name();
        let generation = self.process.shown_generation(subject.generation);
        write!(formatter, " The {name} {}.{generation}", subject.index)?;
        let Some(history) = self.process.history(subject) else {
            return formatter.write_str(" is not known any more.");
        };
        write!(formatter, " was made by call {}", history.created)?;
        if let Some(destroyed) = history.destroyed {
            write!(formatter, " and destroyed by call {destroyed}")?;
        }
        write!(formatter, "; this is call {}.", self.process.call)
    }

    /// What lies at an address, or near it.
    fn neighbours(&self, formatter: &mut fmt::Formatter<'_>, address: u64) -> fmt::Result {
        let process = self.process;
        if let Some(place) = process.place(Address(address)) {
            let (base, size) = (place.base, place.allocation.size);
            return write!(
                formatter,
                ", byte {} of an allocation of {size} bytes at {base:#x}",
                address - base
            );
        }
        let freed = process.freed.oldest_ordered();
        let mut hits = freed.filter(|range| (range.base..range.base.saturating_add(range.size)).contains(&address));
        if let Some(range) = hits.next_back() {
            return write!(
                formatter,
                ", in an allocation of {} bytes at {:#x} that call {} freed",
                range.size, range.base, range.call
            );
        }
        if let Some((base, allocation)) = process.allocations.at_or_below(address) {
            let past = address - base - allocation.size;
            return write!(
                formatter,
                ", {past} bytes past the end of the nearest allocation below ({} bytes at {base:#x})",
                allocation.size
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use musa_hal::Dialect;

    use super::*;
    use crate::error::Error;
    use crate::process::Needs;
    use crate::testing::{T, World};

    fn explain<V: fmt::Debug>(world: &World, result: Result<V, Error>) -> String {
        match result {
            Err(Error::Rejected(rejection)) => format!("{}", world.process.explain(rejection)),
            other => panic!("not refused by a rule: {other:?}"),
        }
    }

    #[test]
    fn an_object_has_a_history() {
        let mut world = World::with_context(Dialect::Reference);
        let begin = |world: &mut World| world.process.prologue(&world.hal, T, Needs::CURRENT).unwrap();
        begin(&mut world);
        let stream = world.process.create_stream(&mut world.hal, T, 0, 0).unwrap();
        begin(&mut world);
        world.process.destroy_stream(&mut world.hal, stream.into()).unwrap();
        begin(&mut world);
        let refused = world.process.stream_flags(T, stream.into());
        let name = format!("{}.0", stream.index());
        assert_eq!(
            explain(&world, refused),
            format!(
                "handle.stale: A handle must name an object that has not been destroyed. At fault: stream. The \
                 stream {name} was made by call 1 and destroyed by call 2; this is call 3."
            )
        );
    }

    #[test]
    fn an_address_has_neighbours() {
        let mut world = World::with_context(Dialect::Reference);
        let first = world.process.allocate_device(&mut world.hal, T, 100).unwrap();
        let second = world.process.allocate_device(&mut world.hal, T, 100).unwrap();
        let range = |world: &World, address| world.process.address_range(T, Address(address));
        let past = explain(&world, range(&world, first.0 + 103));
        assert!(
            past.contains("3 bytes past the end of the nearest allocation below (100 bytes"),
            "{past}"
        );
        let pending = world.process.free_device(&mut world.hal, second).unwrap();
        world.finish(pending).unwrap();
        let freed = explain(&world, range(&world, second.0 + 7));
        assert!(freed.contains("in an allocation of 100 bytes"), "{freed}");
        assert!(freed.contains("freed"), "{freed}");
        let middle = world.process.free_device(&mut world.hal, Address(first.0 + 1));
        let middle = explain(&world, middle);
        assert!(middle.contains("byte 1 of an allocation of 100 bytes"), "{middle}");
    }
}
