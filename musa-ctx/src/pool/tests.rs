//! Pools, as the oracle has them.

use musa_hal::{Address, Dialect, Dim3};

use super::*;
use crate::launch::LaunchRequest;
use crate::memory::{AttributeValue, Fill, Mode, PointerAttribute};
use crate::stream::{NON_BLOCKING, StreamArgument, StreamId};
use crate::testing::{T, World, rule};

const PROPERTIES: PoolProperties = PoolProperties {
    allocation_type: 1,
    handle_types: 0,
    location_type: 1,
    location: 0,
};

fn world() -> World {
    World::with_context(Dialect::Reference)
}

impl World {
    fn pool(&mut self) -> PoolId {
        self.process.create_pool(&self.hal, &PROPERTIES).unwrap()
    }

    fn fresh_stream(&mut self) -> StreamId {
        self.process.create_stream(&mut self.hal, T, NON_BLOCKING, 0).unwrap()
    }

    fn take(&mut self, stream: StreamId, pool: PoolId, size: u64) -> Address {
        let World { process, hal } = self;
        process
            .allocate_from_pool(hal, T, stream.into(), pool.into(), size)
            .unwrap()
    }

    fn give(&mut self, stream: StreamId, address: Address) -> Result<(), Error> {
        self.process.free_ordered(&mut self.hal, T, stream.into(), address)
    }

    fn sync(&mut self, stream: StreamId) {
        let pending = self
            .process
            .synchronize_stream(&mut self.hal, T, stream.into())
            .unwrap();
        self.finish(pending).unwrap();
    }

    fn bytes(&self, pool: PoolId, attribute: PoolAttribute) -> u64 {
        match self.process.pool_attribute(pool.into(), attribute) {
            Ok(PoolValue::Bytes(bytes)) => bytes,
            other => panic!("no bytes: {other:?}"),
        }
    }

    /// Starts a kernel that runs until the bench is released.
    fn spin(&mut self, stream: StreamId) {
        let spin = self.function("kernel spin", "spin");
        let request = LaunchRequest::new(Dim3::ONE, Dim3::ONE, stream.into());
        self.process.launch(&mut self.hal, T, spin.into(), &request).unwrap();
    }
}

#[test]
fn every_device_has_a_default_pool() {
    let mut world = World::with(&[Dialect::Reference, Dialect::Musa], 16);
    let World { process, hal } = &mut world;
    let first = process.default_pool(hal, 0).unwrap();
    let second = process.default_pool(hal, 1).unwrap();
    assert_ne!(first, second);
    assert_eq!(process.current_pool(hal, 0), Ok(first));
    assert_eq!(rule(process.default_pool(hal, 2)), Rule::DeviceOrdinal);
    assert_eq!(rule(process.set_current_pool(hal, 0, second.into())), Rule::PoolDevice);
    assert_eq!(rule(process.set_current_pool(hal, 0, Handle::Null)), Rule::PoolHandle);
    assert_eq!(rule(process.destroy_pool(hal, first.into())), Rule::PoolDefault);
    world.hal.set_attribute(DeviceAttribute::MemoryPoolsSupported, 0);
    let World { process, hal } = &mut world;
    let refused = process.create_pool(hal, &PROPERTIES);
    assert!(matches!(refused, Err(Error::Unsupported(_))));
}

#[test]
fn properties_are_judged() {
    let mut world = world();
    let wrong = [
        PoolProperties {
            allocation_type: 0,
            ..PROPERTIES
        },
        PoolProperties {
            handle_types: 0x4000,
            ..PROPERTIES
        },
        PoolProperties {
            location_type: 0,
            ..PROPERTIES
        },
        PoolProperties {
            location: 1,
            ..PROPERTIES
        },
        PoolProperties {
            location: -1,
            ..PROPERTIES
        },
    ];
    for properties in &wrong {
        assert_eq!(
            rule(world.process.create_pool(&world.hal, properties)),
            Rule::PoolProperties
        );
    }
    let pool = world.pool();
    let World { process, hal } = &mut world;
    process.set_current_pool(hal, 0, pool.into()).unwrap();
    assert_eq!(process.current_pool(hal, 0), Ok(pool));
    process.destroy_pool(hal, pool.into()).unwrap();
    assert_eq!(process.current_pool(hal, 0), process.default_pool(hal, 0));
    assert_eq!(rule(process.destroy_pool(hal, pool.into())), Rule::PoolHandle);
    assert_eq!(rule(process.trim_pool(hal, pool.into(), 0)), Rule::PoolHandle);
}

#[test]
fn attributes_are_settings_and_counters() {
    let mut world = world();
    let (pool, stream) = (world.pool(), world.fresh_stream());
    let a = world.take(stream, pool, 3 << 20);
    assert_eq!(world.bytes(pool, PoolAttribute::UsedCurrent), 3 << 20);
    assert_eq!(world.bytes(pool, PoolAttribute::ReservedCurrent), 3 << 20);
    world.give(stream, a).unwrap();
    assert_eq!(world.bytes(pool, PoolAttribute::UsedCurrent), 0);
    assert_eq!(world.bytes(pool, PoolAttribute::UsedHigh), 3 << 20);
    let handle = pool.into();
    let mut set = |attribute, value| world.process.set_pool_attribute(handle, attribute, value);
    set(PoolAttribute::UsedHigh, PoolValue::Bytes(0)).unwrap();
    set(PoolAttribute::ReleaseThreshold, PoolValue::Bytes(7)).unwrap();
    set(PoolAttribute::FollowEvents, PoolValue::Yes(false)).unwrap();
    assert_eq!(
        rule(set(PoolAttribute::UsedHigh, PoolValue::Bytes(1))),
        Rule::PoolAttributeSet
    );
    assert_eq!(
        rule(set(PoolAttribute::UsedCurrent, PoolValue::Bytes(0))),
        Rule::PoolAttributeSet
    );
    assert_eq!(rule(PoolAttribute::from_number(9)), Rule::PoolAttribute);
    assert_eq!(world.bytes(pool, PoolAttribute::UsedHigh), 0);
    assert_eq!(world.bytes(pool, PoolAttribute::ReleaseThreshold), 7);
    let follows = world.process.pool_attribute(handle, PoolAttribute::FollowEvents);
    assert_eq!(follows, Ok(PoolValue::Yes(false)));
}

#[test]
fn a_synchronisation_gives_back_what_is_beyond_the_threshold() {
    let mut world = world();
    let (pool, stream) = (world.pool(), world.fresh_stream());
    let reserved = |world: &World| world.bytes(pool, PoolAttribute::ReservedCurrent);
    let a = world.take(stream, pool, 1000);
    world.give(stream, a).unwrap();
    assert_eq!(reserved(&world), 1024);
    world.sync(stream);
    assert_eq!(reserved(&world), 0);
    assert!(world.hal.memory.is_empty());
    let threshold = PoolValue::Bytes(1 << 20);
    world
        .process
        .set_pool_attribute(pool.into(), PoolAttribute::ReleaseThreshold, threshold)
        .unwrap();
    let a = world.take(stream, pool, 1000);
    world.give(stream, a).unwrap();
    world.sync(stream);
    assert_eq!(reserved(&world), 1024);
    world.process.trim_pool(&mut world.hal, pool.into(), 0).unwrap();
    assert_eq!(reserved(&world), 0);
}

#[test]
fn freed_behind_a_kernel_a_block_is_given_again_to_the_same_stream_only() {
    let mut world = world();
    let (pool, stream, other) = (world.pool(), world.fresh_stream(), world.fresh_stream());
    let a = world.take(stream, pool, 4096);
    world.spin(stream);
    world.give(stream, a).unwrap();
    // Unknown from the call on.
    assert_eq!(rule(world.process.address_range(T, a)), Rule::MemoryRange);
    assert_eq!(rule(world.give(stream, a)), Rule::MemoryFree);
    let elsewhere = world.take(other, pool, 4096);
    assert_ne!(elsewhere, a);
    assert_eq!(world.take(stream, pool, 4096), a);
    // Complete, it is given to anyone, but not where that is forbidden.
    world.give(stream, a).unwrap();
    world.hal.release();
    world.hal.settle();
    let opportunistic = PoolAttribute::Opportunistic;
    let set = |world: &mut World, yes| {
        let value = PoolValue::Yes(yes);
        world
            .process
            .set_pool_attribute(pool.into(), opportunistic, value)
            .unwrap();
    };
    set(&mut world, false);
    assert_ne!(world.take(other, pool, 4096), a);
    set(&mut world, true);
    assert_eq!(world.take(other, pool, 4096), a);
}

#[test]
fn an_event_makes_the_order_that_lets_memory_be_given_again() {
    let mut world = world();
    let (pool, stream, other) = (world.pool(), world.fresh_stream(), world.fresh_stream());
    let a = world.take(stream, pool, 4096);
    world.spin(stream);
    world.give(stream, a).unwrap();
    let World { process, hal } = &mut world;
    let event = process.create_event(hal, T, 2).unwrap();
    process.record_event(hal, T, event.into(), stream.into(), 0).unwrap();
    process.wait_event(hal, T, other.into(), event.into(), 0).unwrap();
    let follow = PoolAttribute::FollowEvents;
    process
        .set_pool_attribute(pool.into(), follow, PoolValue::Yes(false))
        .unwrap();
    assert_ne!(world.take(other, pool, 4096), a);
    world
        .process
        .set_pool_attribute(pool.into(), follow, PoolValue::Yes(true))
        .unwrap();
    assert_eq!(world.take(other, pool, 4096), a);
}

#[test]
fn the_default_stream_orders_blocking_ones() {
    let mut world = world();
    let pool = world.pool();
    let stream = world.process.create_stream(&mut world.hal, T, 0, 0).unwrap();
    let a = world.take(stream, pool, 4096);
    world.spin(stream);
    world.give(stream, a).unwrap();
    let World { process, hal } = &mut world;
    let legacy = StreamArgument::Legacy;
    let again = process.allocate_from_pool(hal, T, legacy, pool.into(), 4096);
    assert_eq!(again, Ok(a));
}

#[test]
fn blocks_are_cut_and_joined() {
    let mut world = world();
    let (pool, stream) = (world.pool(), world.fresh_stream());
    let a = world.take(stream, pool, 4096);
    world.give(stream, a).unwrap();
    let (b, c) = (world.take(stream, pool, 1024), world.take(stream, pool, 100));
    assert_eq!((b, c), (a, Address(a.0 + 1024)));
    assert_eq!(world.process.address_range(T, c), Ok((c, 100)));
    assert_eq!(world.bytes(pool, PoolAttribute::ReservedCurrent), 4096);
    for part in [c, b] {
        world.give(stream, part).unwrap();
    }
    assert_eq!(world.take(stream, pool, 4096), a);
}

#[test]
fn without_room_unused_memory_is_given_back_and_frees_are_waited_for() {
    let mut world = world();
    world.hal.room = 8192;
    let (pool, second) = (world.pool(), world.pool());
    let (stream, other) = (world.fresh_stream(), world.fresh_stream());
    let a = world.take(stream, pool, 8192);
    world.give(stream, a).unwrap();
    // What one pool does not use, another one may take, and so may other allocations.
    let b = world.take(stream, second, 8192);
    world.give(stream, b).unwrap();
    let c = world.process.allocate_device(&mut world.hal, T, 8192).unwrap();
    let pending = world.process.free_device(&mut world.hal, c).unwrap();
    world.finish(pending).unwrap();
    // A free that is pending is waited for in the stream.
    let d = world.take(stream, pool, 8192);
    world.spin(stream);
    world.give(stream, d).unwrap();
    let internal = PoolAttribute::InternalDependencies;
    let allow = |world: &mut World, yes| {
        let value = PoolValue::Yes(yes);
        world.process.set_pool_attribute(pool.into(), internal, value).unwrap();
        let World { process, hal } = world;
        process.allocate_from_pool(hal, T, other.into(), pool.into(), 8192)
    };
    assert!(matches!(allow(&mut world, false), Err(Error::Exhausted(_))));
    assert_eq!(allow(&mut world, true), Ok(d));
    let waits = !world.process.stream_done(&world.hal, T, other.into()).unwrap();
    assert!(waits);
}

#[test]
fn a_destroyed_pool_lives_until_its_memory_is_freed() {
    let mut world = world();
    let (pool, stream) = (world.pool(), world.fresh_stream());
    let a = world.take(stream, pool, 64);
    world.process.destroy_pool(&mut world.hal, pool.into()).unwrap();
    let fill = Fill::row(a, 1, 1, 64);
    let pending = world
        .process
        .fill(&mut world.hal, T, stream.into(), Mode::Asynchronous, &fill)
        .unwrap();
    world.finish(pending).unwrap();
    world.give(stream, a).unwrap();
    world.sync(stream);
    assert!(world.process.pools.is_empty());
    assert!(world.hal.memory.is_empty());
}

#[test]
fn other_calls_free_pool_memory_and_this_one_other_memory() {
    let mut world = world();
    let (pool, stream) = (world.pool(), world.fresh_stream());
    world.spin(stream);
    let a = world.take(stream, pool, 64);
    // No wait, though the context is busy.
    let pending = world.process.free_device(&mut world.hal, a).unwrap();
    assert_eq!(pending.until(), None);
    world.finish(pending).unwrap();
    let World { process, hal } = &mut world;
    let d = process.allocate_device(hal, T, 64).unwrap();
    let m = process.allocate_managed(hal, T, 64, 1).unwrap();
    let h = process.allocate_host(hal, T, 64, 0).unwrap();
    assert_eq!(world.give(stream, d), Ok(()));
    assert!(matches!(world.give(stream, m), Err(Error::Unsupported(_))));
    for wrong in [h, d, Address(m.0 + 1)] {
        assert_eq!(rule(world.give(stream, wrong)), Rule::MemoryFree);
    }
    assert_eq!(world.give(stream, Address(0)), Ok(()));
    assert!(world.hal.memory.contains_key(&d.0), "the stream has not got there");
    world.hal.release();
    world.sync(stream);
    assert!(!world.hal.memory.contains_key(&d.0));
}

#[test]
fn memory_of_pools_belongs_to_the_device() {
    let mut world = world();
    let (pool, stream) = (world.pool(), world.fresh_stream());
    let a = world.take(stream, pool, 64);
    let World { process, hal } = &mut world;
    let ask = |process: &Process<'_>, hal: &_, attribute| process.pointer_attribute(hal, attribute, a);
    assert_eq!(
        ask(process, hal, PointerAttribute::Pool),
        Ok(AttributeValue::Pool(pool))
    );
    assert_eq!(
        ask(process, hal, PointerAttribute::Context),
        Ok(AttributeValue::Address(0))
    );
    let context = process.current(T).unwrap();
    let pending = process.destroy_context(hal, context.into()).unwrap();
    world.finish(pending).unwrap();
    world.context();
    assert_eq!(world.process.address_range(T, a), Ok((a, 64)));
    assert_eq!(
        world
            .process
            .allocate_ordered(&mut world.hal, T, StreamArgument::Legacy, 0),
        Ok(Address(0))
    );
}

#[test]
fn peers_access_a_pool_where_it_says_so() {
    let mut world = World::with(&[Dialect::Reference, Dialect::Musa], 16);
    world.context();
    let (pool, stream) = (world.pool(), world.fresh_stream());
    let a = world.take(stream, pool, 64);
    assert_eq!(world.hal.rights(a, 0), Some(3));
    assert_eq!(world.hal.rights(a, 1), Some(0));
    let World { process, hal } = &mut world;
    let far = process.create_context(hal, T, 0, 1).unwrap();
    let fill = |process: &mut Process<'_>, hal: &mut _, address| {
        let fill = Fill::row(address, 1, 1, 64);
        process.fill(hal, T, StreamArgument::Legacy, Mode::Asynchronous, &fill)
    };
    assert_eq!(rule(fill(process, hal, a)), Rule::FillPeer);
    let access = |location, flags| LocationAccess {
        location_type: 1,
        location,
        flags,
    };
    let mut set = |accesses: &[LocationAccess]| process.set_pool_access(hal, pool.into(), accesses.iter().copied());
    assert_eq!(set(&[]), Ok(()));
    assert_eq!(rule(set(&[access(1, 2)])), Rule::AccessFlags);
    assert_eq!(rule(set(&[access(1, 3), access(2, 3)])), Rule::DeviceOrdinal);
    assert_eq!(rule(set(&[access(0, 1)])), Rule::PoolOwnReading);
    let nowhere = LocationAccess {
        location_type: 0,
        ..access(1, 3)
    };
    assert_eq!(rule(set(&[nowhere])), Rule::PoolAccessLocation);
    assert_eq!(rule(set(&[access(1, 3), access(0, 0)])), Rule::PoolOwnAccess);
    set(&[access(1, 3)]).unwrap();
    assert_eq!(process.pool_access(hal, pool.into(), 1, 1), Ok(3));
    assert_eq!(rule(process.pool_access(hal, pool.into(), 0, 1)), Rule::AccessLocation);
    assert_eq!(hal.rights(a, 1), Some(3));
    let _ = far;
    let pending = fill(process, hal, a).unwrap();
    world.finish(pending).unwrap();
    // What comes later is accessible as well.
    let b = world.take(stream, pool, 8192);
    assert_eq!(world.hal.rights(b, 1), Some(3));
    world.hal.alone = true;
    let World { process, hal } = &mut world;
    let refused = process.set_pool_access(hal, pool.into(), [access(1, 3)].into_iter());
    assert_eq!(rule(refused), Rule::AccessUnreachable);
}
