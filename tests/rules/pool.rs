//! Memory pools.

use musa_ctx::pool::{LocationAccess, PoolAttribute, PoolProperties, PoolValue};
use musa_ctx::{Error, Handle, PoolId, Rule, StreamArgument};

use crate::world::World;
use crate::{Case, case};

fn pool(w: &mut World, allocation_type: u32) -> Result<PoolId, Error> {
    let properties = PoolProperties {
        allocation_type,
        handle_types: 0,
        location_type: 1,
        location: 0,
    };
    w.program.process.create_pool(&w.machine, &properties)
}

fn set(w: &mut World, attribute: u32, bytes: u64) -> Result<(), Error> {
    let pool = pool(w, 1)?;
    let attribute = PoolAttribute::from_number(attribute)?;
    w.program
        .process
        .set_pool_attribute(pool.into(), attribute, PoolValue::Bytes(bytes))
}

fn access(w: &mut World, location: i32, flags: u32) -> Result<(), Error> {
    let pool = pool(w, 1)?;
    let access = LocationAccess {
        location_type: 1,
        location,
        flags,
    };
    w.program
        .process
        .set_pool_access(&mut w.machine, pool.into(), [access].into_iter())
}

/// Makes a pool of the first device a device's current one.
fn current(w: &mut World, device: i32) -> Result<(), Error> {
    let pool = pool(w, 1)?;
    w.program.process.set_current_pool(&w.machine, device, pool.into())
}

/// Asks what a device may do with a pool of the first one.
fn readable(w: &mut World, device: i32) -> Result<(), Error> {
    let pool = pool(w, 1)?;
    w.program
        .process
        .pool_access(&w.machine, pool.into(), 1, device)
        .map(drop)
}

/// A pool that can be exported, and the same one imported again.
fn shared(w: &mut World) -> Result<(PoolId, PoolId), Error> {
    let properties = PoolProperties {
        allocation_type: 1,
        handle_types: 1,
        location_type: 1,
        location: 0,
    };
    let process = &mut w.program.process;
    let own = process.create_pool(&w.machine, &properties)?;
    let export = process.export_pool(&mut w.machine, own.into(), 1, 0)?;
    let imported = process.import_pool(&mut w.machine, &export, 1, 0)?;
    Ok((own, imported))
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::PoolHandle,
        |w| {
            let pool = pool(w, 1)?;
            w.program.process.trim_pool(&mut w.machine, pool.into(), 0)
        },
        |w| w.program.process.trim_pool(&mut w.machine, Handle::Null, 0),
    ),
    case(Rule::PoolProperties, |w| pool(w, 1).map(drop), |w| pool(w, 0).map(drop)),
    case(
        Rule::PoolDefault,
        |w| {
            let pool = pool(w, 1)?;
            w.program.process.destroy_pool(&mut w.machine, pool.into())
        },
        |w| {
            let pool = w.program.process.default_pool(&w.machine, 0)?;
            w.program.process.destroy_pool(&mut w.machine, pool.into())
        },
    ),
    case(Rule::PoolAttribute, |w| set(w, 4, 1), |w| set(w, 9, 1)),
    case(Rule::PoolAttributeSet, |w| set(w, 8, 0), |w| set(w, 8, 1)),
    case(
        Rule::PoolHandleType,
        |w| shared(w).map(drop),
        |w| {
            let pool = pool(w, 1)?;
            w.program
                .process
                .export_pool(&mut w.machine, pool.into(), 1, 0)
                .map(drop)
        },
    ),
    case(
        Rule::PoolImported,
        |w| {
            let (own, _) = shared(w)?;
            w.program.process.trim_pool(&mut w.machine, own.into(), 0)
        },
        |w| {
            let (_, imported) = shared(w)?;
            w.program.process.trim_pool(&mut w.machine, imported.into(), 0)
        },
    ),
    case(
        Rule::PoolPointer,
        |w| {
            let (own, imported) = shared(w)?;
            let (process, thread) = (&mut w.program.process, w.program.thread);
            let stream = StreamArgument::Legacy;
            let address = process.allocate_from_pool(&mut w.machine, thread, stream, own.into(), 100)?;
            let export = process.export_pool_pointer(&mut w.machine, address)?;
            let first = process.import_pool_pointer(&mut w.machine, imported.into(), &export)?;
            let again = process.import_pool_pointer(&mut w.machine, imported.into(), &export)?;
            assert!(first == again && first != address);
            assert_eq!(process.address_range(thread, first), Ok((first, 100)));
            process.free_ordered(&mut w.machine, thread, stream, first)
        },
        |w| {
            let address = w.allocate(100)?;
            let process = &mut w.program.process;
            process.export_pool_pointer(&mut w.machine, address).map(drop)
        },
    ),
    case(
        Rule::PoolAccessLocation,
        |w| access(w, 0, 3),
        |w| {
            let pool = pool(w, 1)?;
            let nowhere = LocationAccess {
                location_type: 0,
                location: 0,
                flags: 3,
            };
            w.program
                .process
                .set_pool_access(&mut w.machine, pool.into(), [nowhere].into_iter())
        },
    ),
    case(Rule::PoolOwnReading, |w| access(w, 0, 3), |w| access(w, 0, 1)),
    Case {
        rule: Rule::PoolDevice,
        make: World::pair,
        keep: |w| current(w, 0),
        violate: |w| current(w, 1),
    },
    case(
        Rule::PoolOrdinal,
        |w| w.program.process.current_pool(&w.machine, 0).map(drop),
        |w| w.program.process.current_pool(&w.machine, 1).map(drop),
    ),
    case(Rule::PoolOwnAccess, |w| access(w, 0, 3), |w| access(w, 0, 0)),
    case(Rule::AccessLocation, |w| readable(w, 0), |w| readable(w, 1)),
    case(Rule::AccessFlags, |w| access(w, 0, 3), |w| access(w, 0, 2)),
];
