//! Contexts, their stacks and primary contexts, as the oracle has them.

use musa_hal::Dialect;

use crate::error::Error;
use crate::id::Handle;
use crate::process::Needs;
use crate::rule::Rule;
use crate::testing::{T, U, World, rule};

fn world() -> World {
    World::new(Dialect::Reference)
}

#[test]
fn initialisation() {
    let mut world = World {
        process: crate::Process::new(crate::testing::storage(4), 1),
        hal: crate::testing::Bench::new(&[]),
    };
    let (process, hal) = (&mut world.process, &mut world.hal);
    assert_eq!(rule(process.prologue(hal, T, Needs::INITIALISED)), Rule::InitRequired);
    assert_eq!(rule(process.init(hal, 1)), Rule::InitFlags);
    assert_eq!(rule(process.init(hal, 0)), Rule::InitNoDevice);
    *hal = crate::testing::Bench::new(&[Dialect::Musa]);
    process.forked();
    assert_eq!(
        process.init(hal, 0),
        Ok(()),
        "a fork before initialisation changes nothing"
    );
    assert_eq!(process.init(hal, 0), Ok(()));
    assert_eq!(rule(process.init(hal, 2)), Rule::InitFlags);
    assert_eq!(process.prologue(hal, T, Needs::INITIALISED), Ok(()));
    process.forked();
    assert_eq!(rule(process.init(hal, 0)), Rule::InitForked);
    assert_eq!(rule(process.prologue(hal, T, Needs::INITIALISED)), Rule::InitForked);
}

#[test]
fn creation_judges_the_device_before_the_flags() {
    let World { mut process, mut hal } = world();
    for device in [-1, 1] {
        assert_eq!(
            rule(process.create_context(&mut hal, T, !0, device)),
            Rule::DeviceOrdinal
        );
    }
    for flags in [3, 5, 6, 7, 0x100, 0x1_0000, 0x8000_0000] {
        assert_eq!(rule(process.create_context(&mut hal, T, flags, 0)), Rule::ContextFlags);
    }
    assert_eq!(process.top(T), None);
    for flags in [0, 1, 2, 4, 8, 16, 0x1c, 0x20] {
        process.create_context(&mut hal, T, flags, 0).unwrap();
        assert_eq!(process.current_flags(T), Ok(flags));
    }
    let World { mut process, mut hal } = World::new(Dialect::Musa);
    assert_eq!(
        rule(process.create_context(&mut hal, T, 0x20, 0)),
        Rule::ContextFlagsReserved
    );
}

#[test]
fn the_stack() {
    let mut world = world();
    let (a, b) = (world.context(), world.context());
    let process = &mut world.process;
    assert_eq!(process.pop_context(T), Ok(b));
    assert_eq!(process.pop_context(T), Ok(a));
    assert_eq!(rule(process.pop_context(T)), Rule::ContextPopEmpty);
    assert_eq!(rule(process.push_context(T, Handle::Null)), Rule::ContextNull);
    assert_eq!(rule(process.push_context(T, Handle::Foreign(7))), Rule::ContextForeign);
    assert_eq!(process.set_current(T, Handle::Null), Ok(()));
    // Setting pushes on an empty stack and replaces on another.
    process.set_current(T, a.into()).unwrap();
    process.set_current(T, b.into()).unwrap();
    assert_eq!(process.pop_context(T), Ok(b));
    assert_eq!(process.top(T), None);
    // Null pops one level.
    process.push_context(T, a.into()).unwrap();
    process.push_context(T, b.into()).unwrap();
    process.set_current(T, Handle::Null).unwrap();
    assert_eq!(process.top(T), Some(a));
    // The same context may lie there many times.
    process.push_context(T, a.into()).unwrap();
    assert_eq!(process.pop_context(T), Ok(a));
    assert_eq!(process.pop_context(T), Ok(a));
    assert_eq!(rule(process.current(T)), Rule::ContextRequired);
}

#[test]
fn a_destroyed_context_stays_on_stacks() {
    let mut world = world();
    let a = world.context();
    let b = world.context();
    world.process.push_context(U, a.into()).unwrap();
    let pending = world.process.destroy_context(&mut world.hal, a.into()).unwrap();
    world.finish(pending).unwrap();
    let World { process, hal } = &mut world;
    assert_eq!(process.pop_context(T), Ok(b));
    assert_eq!(process.top(T), Some(a));
    assert_eq!(rule(process.current(T)), Rule::ContextDestroyed);
    assert_eq!(process.current_device(T), Ok(musa_hal::DeviceOrdinal(0)));
    assert_eq!(process.current_flags(T), Ok(0));
    assert_eq!(rule(process.prologue(hal, T, Needs::CURRENT)), Rule::ContextDestroyed);
    assert_eq!(rule(process.prologue(hal, T, Needs::OBJECT)), Rule::ContextDestroyed);
    assert_eq!(rule(process.prologue(hal, U, Needs::CURRENT)), Rule::ContextDestroyed);
    assert_eq!(rule(process.context_api_version(T, a.into())), Rule::ContextStale);
    assert_eq!(
        rule(process.context_api_version(T, Handle::Null)),
        Rule::ContextDestroyed
    );
    assert_eq!(rule(process.destroy_context(hal, a.into())), Rule::ContextDestroyTwice);
    // It can be pushed and set while a stack holds it.
    process.push_context(T, a.into()).unwrap();
    process.set_current(T, a.into()).unwrap();
    assert_eq!(process.pop_context(T), Ok(a));
    // A new one over it, and back.
    let c = process.create_context(hal, T, 0, 0).unwrap();
    let pending = process.destroy_context(hal, c.into()).unwrap();
    process.finish(hal, T, pending, Default::default()).unwrap();
    assert_eq!(process.top(T), Some(a));
    // Once no stack holds it, it is gone.
    process.thread_exited(U);
    process.set_current(T, Handle::Null).unwrap();
    assert_eq!(rule(process.push_context(T, a.into())), Rule::ContextPushStale);
    assert_eq!(rule(process.destroy_context(hal, a.into())), Rule::ContextStale);
}

#[test]
fn destroying_the_current_context_pops_one_entry() {
    let mut world = world();
    let a = world.context();
    world.process.push_context(T, a.into()).unwrap();
    let pending = world.process.destroy_context(&mut world.hal, a.into()).unwrap();
    world.finish(pending).unwrap();
    assert_eq!(world.process.pop_context(T), Ok(a));
    assert_eq!(rule(world.process.pop_context(T)), Rule::ContextPopEmpty);
}

#[test]
fn one_of_two_destroying_threads_succeeds() {
    let mut world = world();
    let a = world.context();
    let first = world.process.destroy_context(&mut world.hal, a.into()).unwrap();
    let second = world.process.destroy_context(&mut world.hal, a.into()).unwrap();
    assert_eq!(world.finish(first), Ok(()));
    assert!(matches!(world.finish(second), Err(Error::Rejected(_))));
}

#[test]
fn usage_counts() {
    for (dialect, survives) in [(Dialect::Reference, false), (Dialect::Musa, true)] {
        let mut world = World::new(dialect);
        let a = world.context();
        assert_eq!(rule(world.process.attach_context(T, 1)), Rule::ContextAttachFlags);
        assert_eq!(world.process.attach_context(T, 0), Ok(a));
        let pending = world.process.destroy_context(&mut world.hal, a.into()).unwrap();
        world.finish(pending).unwrap();
        assert_eq!(world.process.current(T).is_ok(), survives, "{dialect:?}");
    }
    let mut world = world();
    let a = world.context();
    world.process.attach_context(T, 0).unwrap();
    let b = world.context();
    let detached = world.process.detach_context(&mut world.hal, T, a.into());
    assert_eq!(rule(detached), Rule::ContextDetachOther);
    for expected in [Some(a), None] {
        if expected.is_some() {
            let pending = world.process.detach_context(&mut world.hal, T, b.into()).unwrap();
            world.finish(pending).unwrap();
        }
        let pending = world.process.detach_context(&mut world.hal, T, a.into()).unwrap();
        world.finish(pending).unwrap();
        assert_eq!(world.process.top(T), expected);
    }
}

#[test]
fn the_primary_context() {
    let mut world = world();
    let state = |world: &World| {
        let state = world.process.primary_state(&world.hal, 0).unwrap();
        (state.active, state.flags)
    };
    assert_eq!(
        rule(world.process.release_primary(&mut world.hal, 0)),
        Rule::PrimaryRelease
    );
    assert_eq!(
        rule(world.process.release_primary(&mut world.hal, 1)),
        Rule::DeviceOrdinal
    );
    let pending = world.process.reset_primary(&mut world.hal, 0).unwrap();
    world.finish(pending).unwrap();
    world.process.set_primary_flags(&world.hal, 0, 4).unwrap();
    assert_eq!(
        rule(world.process.set_primary_flags(&world.hal, 0, 3)),
        Rule::ContextFlags
    );
    assert_eq!(state(&world), (false, 4));
    let a = world.process.retain_primary(&mut world.hal, 0).unwrap();
    assert_eq!(world.process.top(T), None);
    assert_eq!(world.process.retain_primary(&mut world.hal, 0), Ok(a));
    world.process.set_primary_flags(&world.hal, 0, 2).unwrap();
    world.process.push_context(T, a.into()).unwrap();
    assert_eq!(world.process.current_flags(T), Ok(0xa));
    let destroyed = world.process.destroy_context(&mut world.hal, a.into());
    assert_eq!(rule(destroyed), Rule::ContextDestroyPrimary);
    let detached = world.process.detach_context(&mut world.hal, T, a.into());
    assert!(world.process.ready(&world.hal, &detached.unwrap()));
    assert_eq!(world.process.top(T), Some(a), "detaching does not release");
    for expected in [(true, 2), (false, 0)] {
        let pending = world.process.release_primary(&mut world.hal, 0).unwrap();
        world.finish(pending).unwrap();
        assert_eq!(state(&world), expected);
    }
    assert_eq!(rule(world.process.current(T)), Rule::ContextDestroyed);
    assert_eq!(
        rule(world.process.release_primary(&mut world.hal, 0)),
        Rule::PrimaryRelease
    );
    // The same entry of the stack lives again.
    assert_eq!(world.process.retain_primary(&mut world.hal, 0), Ok(a));
    assert_eq!(world.process.current(T), Ok(a));
    // A reset keeps the retains counted.
    let pending = world.process.reset_primary(&mut world.hal, 0).unwrap();
    world.finish(pending).unwrap();
    assert_eq!(state(&world), (false, 0));
    world.process.retain_primary(&mut world.hal, 0).unwrap();
    for expected in [(true, 0), (false, 0)] {
        let pending = world.process.release_primary(&mut world.hal, 0).unwrap();
        world.finish(pending).unwrap();
        assert_eq!(state(&world), expected);
    }
}

#[test]
fn limits() {
    let mut world = world();
    world.context();
    let World { process, hal } = &mut world;
    assert_eq!(rule(process.limit(T, 999)), Rule::LimitUnknown);
    assert_eq!(rule(process.limit(T, 3)), Rule::LimitUnsupported);
    assert_eq!(rule(process.set_limit(hal, T, 3, 2)), Rule::LimitUnsupported);
    for (asked, given) in [(0, 0), (1, 16), (1500, 1504), (65_536, 65_536)] {
        process.set_limit(hal, T, 0, asked).unwrap();
        assert_eq!(process.limit(T, 0), Ok(given));
    }
    assert_eq!(rule(process.set_limit(hal, T, 0, 1 << 40)), Rule::LimitStack);
    assert_eq!(rule(process.set_limit(hal, T, 0, u64::MAX)), Rule::LimitStack);
    for limit in [1, 2] {
        process.set_limit(hal, T, limit, 1).unwrap();
        assert!(process.limit(T, limit).unwrap() > 1);
        assert_eq!(rule(process.set_limit(hal, T, limit, u64::MAX)), Rule::LimitTooLarge);
    }
    process.set_limit(hal, T, 5, 100).unwrap();
    assert_eq!(rule(process.set_limit(hal, T, 5, 129)), Rule::LimitTooLarge);
    process.set_limit(hal, T, 6, 32 << 20).unwrap();
    assert_eq!(rule(process.set_limit(hal, T, 6, (32 << 20) + 1)), Rule::LimitTooLarge);
    process.set_cache_config(T, 3).unwrap();
    assert_eq!(rule(process.set_cache_config(T, 4)), Rule::ArgumentEnum);
    assert_eq!(process.cache_config(T), Ok(3));
    assert_eq!(process.shared_bank_config(T), Ok(1));
    assert_eq!(rule(process.set_shared_bank_config(T, 3)), Rule::ArgumentEnum);
}

#[test]
fn tables_run_out_and_change_nothing() {
    let mut world = World::with(&[Dialect::Reference], 2);
    let a = world.context();
    let b = world.context();
    let third = world.process.create_context(&mut world.hal, T, 0, 0);
    assert!(matches!(third, Err(Error::Exhausted(_))));
    let pushed = world.process.push_context(U, a.into());
    assert!(matches!(pushed, Err(Error::Exhausted(_))));
    assert_eq!(world.process.top(U), None);
    assert_eq!(world.process.top(T), Some(b));
    world.process.pop_context(T).unwrap();
    let pushed = world.process.push_context(U, a.into());
    assert_eq!(pushed, Ok(()));
}
