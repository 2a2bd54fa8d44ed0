//! Managed memory, as the oracle has it.

use alloc::vec::Vec;

use musa_hal::{Address, Dialect};

use super::*;
use crate::testing::{T, World, rule};

const SIZE: u64 = 1 << 16;

fn world() -> (World, Address) {
    let mut world = World::with_context(Dialect::Reference);
    let address = world.process.allocate_managed(&mut world.hal, T, SIZE, 1).unwrap();
    (world, address)
}

fn ask(world: &World, attribute: RangeAttribute, address: Address, count: u64) -> RangeAnswer {
    world.process.range_attribute(attribute, address, count).unwrap()
}

#[test]
fn advice_holds_for_pages_and_mixed_ranges_have_none() {
    let (mut world, p) = world();
    let World { process, hal } = &mut world;
    process.advise(hal, p, SIZE, 1, 99).unwrap();
    process.advise(hal, p, SIZE / 2, 2, -5).unwrap();
    process.advise(hal, Address(p.0 + SIZE - 1), 1, 3, -1).unwrap();
    let mostly = RangeAttribute::ReadMostly;
    assert_eq!(ask(&world, mostly, p, SIZE), RangeAnswer::Yes(false));
    let second = Address(p.0 + SIZE / 2);
    assert_eq!(ask(&world, mostly, second, SIZE / 2), RangeAnswer::Yes(true));
    let preferred = RangeAttribute::PreferredLocation;
    let last_page = Address(p.0 + SIZE - PAGE);
    assert_eq!(
        ask(&world, preferred, last_page, 1),
        RangeAnswer::Location(Some(Location::Host))
    );
    assert_eq!(ask(&world, preferred, p, SIZE), RangeAnswer::Location(None));
}

#[test]
fn locations_are_listed_devices_first() {
    let (mut world, p) = world();
    let World { process, hal } = &mut world;
    process.advise(hal, p, SIZE, 5, -1).unwrap();
    process.advise(hal, p, SIZE, 5, 0).unwrap();
    let RangeAnswer::Locations(all) = ask(&world, RangeAttribute::AccessedBy, p, SIZE) else {
        panic!("no list");
    };
    let all: Vec<i32> = all.iter().map(Location::number).collect();
    assert_eq!(all, [0, -1]);
    let World { process, hal } = &mut world;
    process.advise(hal, p, SIZE, 6, 0).unwrap();
    process.advise(hal, p, SIZE, 6, -1).unwrap();
    let none = RangeAnswer::Locations(Locations::default());
    assert_eq!(ask(&world, RangeAttribute::AccessedBy, p, SIZE), none);
}

#[test]
fn a_prefetch_is_known_at_the_call_and_forgotten_with_the_memory() {
    let (mut world, p) = world();
    let World { process, hal } = &mut world;
    process.prefetch(hal, T, StreamArgument::Legacy, p, SIZE, 0).unwrap();
    let device = Some(Location::Device(DeviceOrdinal(0)));
    let last = RangeAttribute::LastPrefetch;
    assert_eq!(ask(&world, last, p, SIZE), RangeAnswer::Location(device));
    let pending = world.process.free_device(&mut world.hal, p).unwrap();
    world.finish(pending).unwrap();
    assert!(world.process.advice.is_empty());
    assert_eq!(rule(world.process.range_attribute(last, p, SIZE)), Rule::ManagedRange);
}

#[test]
fn what_is_wrong_with_a_range_is_refused() {
    let (mut world, p) = world();
    let d = world.process.allocate_device(&mut world.hal, T, 4096).unwrap();
    let World { process, hal } = &mut world;
    for (address, count) in [(p, 0), (p, SIZE + 1), (d, 4096), (Address(0), 4)] {
        assert_eq!(rule(process.advise(hal, address, count, 1, 0)), Rule::ManagedRange);
        let prefetch = process.prefetch(hal, T, StreamArgument::Legacy, address, count, 0);
        assert_eq!(rule(prefetch), Rule::ManagedRange);
    }
    for advice in [0, 7, 99] {
        assert_eq!(rule(process.advise(hal, p, SIZE, advice, 0)), Rule::ManagedAdvice);
    }
    for device in [99, -2] {
        assert_eq!(rule(process.advise(hal, p, SIZE, 3, device)), Rule::ManagedLocation);
        let prefetch = process.prefetch(hal, T, StreamArgument::Legacy, p, SIZE, device);
        assert_eq!(rule(prefetch), Rule::ManagedLocation);
    }
    assert_eq!(rule(RangeAttribute::from_number(0)), Rule::ManagedAttribute);
    for (attribute, bytes) in [(1, 8), (1, 2), (1, 0), (3, 6), (3, 0)] {
        let attribute = RangeAttribute::from_number(attribute).unwrap();
        assert_eq!(rule(attribute.judge_size(bytes)), Rule::ManagedAnswerSize);
    }
    assert_eq!(RangeAttribute::AccessedBy.judge_size(12), Ok(()));
}

#[test]
fn a_device_without_concurrent_access_is_no_location() {
    let (mut world, p) = world();
    world.hal.set_attribute(DeviceAttribute::ConcurrentManagedAccess, 0);
    let World { process, hal } = &mut world;
    assert_eq!(rule(process.advise(hal, p, SIZE, 5, 0)), Rule::ManagedConcurrent);
    assert_eq!(process.advise(hal, p, SIZE, 5, -1), Ok(()));
}

#[test]
fn memory_is_attached_whole() {
    let (mut world, p) = world();
    let stream = world.process.create_stream(&mut world.hal, T, 0, 0).unwrap();
    let d = world.process.allocate_device(&mut world.hal, T, 4096).unwrap();
    let attach = |stream, address, length, flags| world.process.attach_memory(T, stream, address, length, flags);
    for flags in [1, 2, 4] {
        assert_eq!(attach(stream.into(), p, 0, flags), Ok(()));
        assert_eq!(attach(stream.into(), p, SIZE, flags), Ok(()));
    }
    for flags in [0, 3, 5, 8] {
        assert_eq!(rule(attach(stream.into(), p, 0, flags)), Rule::ManagedAttachFlags);
    }
    for (address, length) in [(p, SIZE / 2), (Address(p.0 + 8), 0), (d, 0), (Address(0), 0)] {
        assert_eq!(
            rule(attach(stream.into(), address, length, 1)),
            Rule::ManagedAttachWhole
        );
    }
    assert_eq!(attach(StreamArgument::Legacy, p, 0, 1), Ok(()));
    assert_eq!(rule(attach(StreamArgument::Legacy, p, 0, 4)), Rule::ManagedAttachStream);
}
