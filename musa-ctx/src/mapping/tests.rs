//! Mappings, as the oracle and the API's documentation have them.

use musa_hal::{Address, Dialect, Memory};

use super::*;
use crate::memory::{AttributeValue, Fill, Mode, PointerAttribute};
use crate::pool::LocationAccess;
use crate::stream::StreamArgument;
use crate::testing::{T, World, rule};

const G: u64 = GRANULARITY;
const PROPERTIES: PhysicalProperties = PhysicalProperties {
    allocation_type: 1,
    handle_types: 1,
    location_type: 1,
    location: 0,
};

const fn access(location: i32, flags: u32) -> LocationAccess {
    LocationAccess {
        location_type: 1,
        location,
        flags,
    }
}

struct Mapped {
    world: World,
    at: Address,
    memory: PhysicalMemoryId,
}

/// A reservation of four pieces, memory of one, mapped at the first.
fn mapped() -> Mapped {
    let mut world = World::with_context(Dialect::Reference);
    let World { process, hal } = &mut world;
    let at = process.reserve_addresses(hal, 4 * G, 0, Address(0), 0).unwrap();
    let memory = process.create_physical(hal, G, &PROPERTIES, 0).unwrap();
    process.map_memory(hal, at, G, 0, memory.into(), 0).unwrap();
    Mapped { world, at, memory }
}

impl Mapped {
    fn map(&mut self, piece: u64) -> Result<(), Error> {
        let World { process, hal } = &mut self.world;
        let memory = process.create_physical(hal, G, &PROPERTIES, 0)?;
        process.map_memory(hal, Address(self.at.0 + piece * G), G, 0, memory.into(), 0)
    }

    fn grant(&mut self, pieces: u64, flags: u32) -> Result<(), Error> {
        let World { process, hal } = &mut self.world;
        process.set_access(hal, self.at, pieces * G, [access(0, flags)].into_iter())
    }

    fn fill(&mut self, offset: u64, bytes: u64) -> Result<(), Error> {
        let World { process, hal } = &mut self.world;
        let fill = Fill::row(Address(self.at.0 + offset), 7, 1, bytes);
        let pending = process.fill(hal, T, StreamArgument::Legacy, Mode::Asynchronous, &fill)?;
        self.world.finish(pending)
    }
}

#[test]
fn a_mapping_is_accessible_once_that_was_said() {
    let mut mapped = mapped();
    assert_eq!(rule(mapped.fill(0, 4)), Rule::MapAccess);
    mapped.grant(1, 1).unwrap();
    assert_eq!(rule(mapped.fill(0, 4)), Rule::MapAccess);
    mapped.grant(1, 3).unwrap();
    assert_eq!(mapped.world.hal.rights(mapped.at, 0), Some(3));
    mapped.fill(0, 4).unwrap();
    let process = &mapped.world.process;
    assert_eq!(process.mapped_access(&mapped.world.hal, 1, 0, mapped.at), Ok(3));
    let next = Address(mapped.at.0 + G);
    assert_eq!(
        rule(process.mapped_access(&mapped.world.hal, 1, 0, next)),
        Rule::MapMissing
    );
    assert_eq!(rule(mapped.fill(G, 4)), Rule::FillRange);
}

#[test]
fn mappings_without_a_gap_are_one_range() {
    let mut mapped = mapped();
    mapped.map(1).unwrap();
    mapped.grant(2, 3).unwrap();
    mapped.fill(G - 4, 4).unwrap();
    assert_eq!(rule(mapped.fill(G - 4, G + 8)), Rule::FillRange);
    let place = mapped.world.process.place(mapped.at).unwrap();
    let process = &mapped.world.process;
    assert!(process.spans(&place, mapped.at, 2 * G));
    assert!(!process.spans(&place, mapped.at, 2 * G + 1));
    assert_eq!(process.address_range(T, mapped.at), Ok((mapped.at, G)));
}

#[test]
fn access_is_given_to_whole_mappings() {
    let mut mapped = mapped();
    // Gaps are passed over, as long as something is mapped.
    mapped.grant(2, 3).unwrap();
    let World { process, hal } = &mut mapped.world;
    let memory = process.create_physical(hal, 2 * G, &PROPERTIES, 0).unwrap();
    let second = Address(mapped.at.0 + G);
    process.map_memory(hal, second, 2 * G, 0, memory.into(), 0).unwrap();
    assert_eq!(rule(mapped.grant(2, 3)), Rule::MapWhole);
    let World { process, hal } = &mut mapped.world;
    let give = |process: &mut Process<'_>, hal: &mut _, address, size, access: &[LocationAccess]| {
        process.set_access(hal, address, size, access.iter().copied())
    };
    let all = [access(0, 3)];
    let inside = Address(second.0 + G);
    assert_eq!(rule(give(process, hal, inside, G, &all)), Rule::MapWhole);
    assert_eq!(rule(give(process, hal, second, G, &all)), Rule::MapWhole);
    assert_eq!(rule(give(process, hal, second, 2 * G, &[])), Rule::ArgumentSize);
    assert_eq!(rule(give(process, hal, second, 100, &all)), Rule::MapGranularity);
    assert_eq!(rule(give(process, hal, Address(G), G, &all)), Rule::MapReservation);
    assert_eq!(
        rule(give(process, hal, second, 2 * G, &[access(0, 2)])),
        Rule::AccessFlags
    );
    assert_eq!(
        rule(give(process, hal, second, 2 * G, &[access(7, 3)])),
        Rule::AccessLocation
    );
    assert_eq!(give(process, hal, second, 2 * G, &all), Ok(()));
}

#[test]
fn what_cannot_be_mapped_is_refused() {
    let mut mapped = mapped();
    let (at, memory) = (mapped.at, mapped.memory);
    let World { process, hal } = &mut mapped.world;
    let next = Address(at.0 + G);
    let mut map =
        |address: Address, size, offset, flags| process.map_memory(hal, address, size, offset, memory.into(), flags);
    assert_eq!(rule(map(next, 100, 0, 0)), Rule::MapBeyond);
    assert_eq!(rule(map(next, 0, 0, 0)), Rule::MapGranularity);
    assert_eq!(rule(map(Address(next.0 + 1), G, 0, 0)), Rule::MapGranularity);
    assert_eq!(rule(map(next, G, 0, 1)), Rule::ArgumentFlags);
    assert_eq!(rule(map(next, 2 * G, 0, 0)), Rule::MapBeyond);
    assert_eq!(rule(map(next, G, G, 0)), Rule::MapBeyond);
    assert_eq!(rule(map(next, 8 * G, 0, 0)), Rule::MapBeyond);
    assert_eq!(rule(map(at, G, 0, 0)), Rule::MapInUse);
    assert_eq!(rule(map(Address(G), G, 0, 0)), Rule::MapReservation);
    // The same memory at two places.
    assert_eq!(map(next, G, 0, 0), Ok(()));
    let refused = process.map_memory(hal, Address(at.0 + 2 * G), G, 0, Handle::Null, 0);
    assert_eq!(rule(refused), Rule::MapHandle);
}

#[test]
fn memory_lives_while_it_is_held_or_mapped() {
    let mut mapped = mapped();
    let (at, memory) = (mapped.at, mapped.memory);
    let World { process, hal } = &mut mapped.world;
    assert_eq!(process.retain_physical(Address(at.0 + 5)), Ok(memory));
    assert_eq!(rule(process.retain_physical(Address(at.0 + G))), Rule::MapMissing);
    process.release_physical(hal, memory.into()).unwrap();
    process.release_physical(hal, memory.into()).unwrap();
    assert_eq!(rule(process.release_physical(hal, memory.into())), Rule::MapHandle);
    assert_eq!(hal.physical.len(), 1);
    assert_eq!(process.retain_physical(at), Ok(memory));
    process.release_physical(hal, memory.into()).unwrap();
    process.unmap_memory(hal, at, 2 * G).unwrap();
    assert!(hal.physical.is_empty() && hal.memory.is_empty());
    // Once more is nothing.
    process.unmap_memory(hal, at, 2 * G).unwrap();
    process.free_addresses(hal, at, 4 * G).unwrap();
    assert_eq!(rule(process.unmap_memory(hal, at, G)), Rule::MapReservation);
}

#[test]
fn parts_of_mappings_and_used_reservations_stay() {
    let mut mapped = mapped();
    let at = mapped.at;
    let World { process, hal } = &mut mapped.world;
    let memory = process.create_physical(hal, 2 * G, &PROPERTIES, 0).unwrap();
    let second = Address(at.0 + G);
    process.map_memory(hal, second, 2 * G, 0, memory.into(), 0).unwrap();
    for (address, size) in [(at, 2 * G), (second, G), (Address(second.0 + G), G)] {
        assert_eq!(rule(process.unmap_memory(hal, address, size)), Rule::MapWhole);
    }
    assert_eq!(rule(process.free_addresses(hal, at, 4 * G)), Rule::MapInUse);
    assert_eq!(rule(process.free_addresses(hal, at, 2 * G)), Rule::MapReservation);
    assert_eq!(rule(process.free_addresses(hal, second, 4 * G)), Rule::MapReservation);
    process.unmap_memory(hal, at, 3 * G).unwrap();
    process.free_addresses(hal, at, 4 * G).unwrap();
}

#[test]
fn reservations_and_properties_are_judged() {
    let mut world = World::with_context(Dialect::Reference);
    let World { process, hal } = &mut world;
    for (size, alignment, flags, expected) in [
        (0, 0, 0, Rule::MapGranularity),
        (100, 0, 0, Rule::MapGranularity),
        (G, 3, 0, Rule::MapAlignment),
        (G, 0, 1, Rule::ArgumentFlags),
    ] {
        let refused = process.reserve_addresses(hal, size, alignment, Address(0), flags);
        assert_eq!(rule(refused), expected);
    }
    let wrong = [
        (
            PhysicalProperties {
                allocation_type: 0,
                ..PROPERTIES
            },
            Rule::MapProperties,
        ),
        (
            PhysicalProperties {
                handle_types: 4,
                ..PROPERTIES
            },
            Rule::MapProperties,
        ),
        (
            PhysicalProperties {
                handle_types: 8,
                ..PROPERTIES
            },
            Rule::MapFabric,
        ),
        (
            PhysicalProperties {
                location_type: 2,
                ..PROPERTIES
            },
            Rule::AccessLocation,
        ),
        (
            PhysicalProperties {
                location: 5,
                ..PROPERTIES
            },
            Rule::DeviceOrdinal,
        ),
    ];
    for (properties, expected) in wrong {
        assert_eq!(rule(process.create_physical(hal, G, &properties, 0)), expected);
    }
    assert_eq!(
        rule(process.create_physical(hal, 1, &PROPERTIES, 0)),
        Rule::MapGranularity
    );
    assert_eq!(process.map_granularity(1), Ok(G));
    assert_eq!(rule(process.map_granularity(2)), Rule::ArgumentEnum);
    world.hal.alone = true;
    let World { process, hal } = &mut world;
    let none = process.reserve_addresses(hal, G, 0, Address(0), 0);
    assert!(matches!(none, Err(Error::Unsupported(_))));
}

#[test]
fn pointers_of_mappings_have_attributes() {
    let mut mapped = mapped();
    let at = Address(mapped.at.0 + 9);
    let World { process, hal } = &mut mapped.world;
    let ask = |process: &Process<'_>, hal: &_, attribute| process.pointer_attribute(hal, attribute, at).unwrap();
    assert_eq!(ask(process, hal, PointerAttribute::MemoryType), AttributeValue::Word(2));
    assert_eq!(ask(process, hal, PointerAttribute::Context), AttributeValue::Address(0));
    assert_eq!(
        ask(process, hal, PointerAttribute::HandleTypes),
        AttributeValue::Wide(1)
    );
    assert_eq!(
        ask(process, hal, PointerAttribute::AccessFlags),
        AttributeValue::Word(0)
    );
    // The range is the reservation's.
    assert_eq!(
        ask(process, hal, PointerAttribute::RangeSize),
        AttributeValue::Wide(4 * G)
    );
    assert_eq!(rule(process.free_device(hal, mapped.at)), Rule::MemoryFree);
    assert_eq!(process.physical_properties(mapped.memory.into()), Ok(PROPERTIES));
}

#[test]
fn memory_is_exported_as_what_it_was_made_for() {
    let mut mapped = mapped();
    let memory = mapped.memory;
    let World { process, hal } = &mut mapped.world;
    let token = process.export_physical(hal, memory.into(), 1, 0).unwrap();
    assert_eq!(process.import_physical(hal, &token, 1), Ok(memory));
    assert_eq!(
        rule(process.export_physical(hal, memory.into(), 2, 0)),
        Rule::MapHandleType
    );
    assert_eq!(rule(process.import_physical(hal, &token, 2)), Rule::MapHandleType);
    let plain = PhysicalProperties {
        handle_types: 0,
        ..PROPERTIES
    };
    let plain = process.create_physical(hal, G, &plain, 0).unwrap();
    assert_eq!(
        rule(process.export_physical(hal, plain.into(), 1, 0)),
        Rule::MapHandleType
    );
    assert_eq!(hal.capacity(musa_hal::DeviceOrdinal(0)).0, 64 << 30);
}
