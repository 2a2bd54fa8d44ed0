//! Virtual memory management.

use musa_ctx::mapping::{GRANULARITY as G, PhysicalProperties};
use musa_ctx::memory::{Fill, Mode};
use musa_ctx::pool::LocationAccess;
use musa_ctx::{Error, Handle, PhysicalMemoryId, Rule, StreamArgument};
use musa_hal::Address;

use crate::world::World;
use crate::{Case, case};

fn reserve(w: &mut World, size: u64, alignment: u64) -> Result<Address, Error> {
    w.program
        .process
        .reserve_addresses(&mut w.machine, size, alignment, Address(0), 0)
}

fn create(w: &mut World, allocation_type: u32) -> Result<PhysicalMemoryId, Error> {
    let properties = PhysicalProperties {
        allocation_type,
        handle_types: 1,
        location_type: 1,
        location: 0,
    };
    w.program.process.create_physical(&mut w.machine, G, &properties, 0)
}

/// Reserves two pieces and maps so many bytes at an offset.
fn map(w: &mut World, offset: u64, size: u64) -> Result<Address, Error> {
    let (base, memory) = (reserve(w, 2 * G, 0)?, create(w, 1)?);
    let at = Address(base.0 + offset);
    w.program
        .process
        .map_memory(&mut w.machine, at, size, 0, memory.into(), 0)?;
    Ok(base)
}

fn give_access(w: &mut World, address: Address, size: u64) -> Result<(), Error> {
    let access = LocationAccess {
        location_type: 1,
        location: 0,
        flags: 3,
    };
    w.program
        .process
        .set_access(&mut w.machine, address, size, [access].into_iter())
}

fn fill(w: &mut World, address: Address) -> Result<(), Error> {
    let fill = Fill::row(address, 1, 1, 16);
    let (stream, mode) = (StreamArgument::Legacy, Mode::Synchronous);
    let pending = w
        .program
        .process
        .fill(&mut w.machine, w.program.thread, stream, mode, &fill)?;
    w.finish(pending)
}

/// Cases of the area.
/// Asks what a location of a type may do with memory.
fn question(w: &mut World, location_type: u32) -> Result<(), Error> {
    let at = w.allocate(1)?;
    let found = w.program.process.mapped_access(&w.machine, location_type, 0, at);
    found.map(drop)
}

pub(crate) const CASES: &[Case] = &[
    case(
        Rule::MapGranularity,
        |w| reserve(w, G, 0).map(drop),
        |w| reserve(w, G / 2, 0).map(drop),
    ),
    case(
        Rule::MapAlignment,
        |w| reserve(w, G, 2 * G).map(drop),
        |w| reserve(w, G, 3 * G).map(drop),
    ),
    case(
        Rule::MapProperties,
        |w| create(w, 1).map(drop),
        |w| create(w, 2).map(drop),
    ),
    case(
        Rule::MapFabric,
        |w| create(w, 1).map(drop),
        |w| {
            let properties = PhysicalProperties {
                allocation_type: 1,
                handle_types: 8,
                location_type: 1,
                location: 0,
            };
            let process = &mut w.program.process;
            process.create_physical(&mut w.machine, G, &properties, 0).map(drop)
        },
    ),
    case(
        Rule::MapPages,
        |w| {
            let base = w.allocate(4096)?;
            w.program.process.judge_pages(base, 4096)
        },
        |w| {
            let base = w.allocate(4096)?;
            w.program.process.judge_pages(base, 4095)
        },
    ),
    case(
        Rule::MapHandle,
        |w| {
            let memory = create(w, 1)?;
            w.program.process.release_physical(&mut w.machine, memory.into())
        },
        |w| w.program.process.release_physical(&mut w.machine, Handle::Null),
    ),
    case(
        Rule::MapHandleType,
        |w| {
            let memory = create(w, 1)?;
            let exported = w.program.process.export_physical(&mut w.machine, memory.into(), 1, 0);
            exported.map(drop)
        },
        |w| {
            let memory = create(w, 1)?;
            let exported = w.program.process.export_physical(&mut w.machine, memory.into(), 8, 0);
            exported.map(drop)
        },
    ),
    case(
        Rule::MapReservation,
        |w| {
            let base = reserve(w, G, 0)?;
            w.program.process.free_addresses(&mut w.machine, base, G)
        },
        |w| w.program.process.free_addresses(&mut w.machine, Address(G), G),
    ),
    case(
        Rule::MapBeyond,
        |w| map(w, 0, G).map(drop),
        |w| map(w, 0, 2 * G).map(drop),
    ),
    case(
        Rule::MapInUse,
        |w| {
            let base = map(w, 0, G)?;
            w.program.process.unmap_memory(&mut w.machine, base, G)?;
            w.program.process.free_addresses(&mut w.machine, base, 2 * G)
        },
        |w| {
            let base = map(w, 0, G)?;
            w.program.process.free_addresses(&mut w.machine, base, 2 * G)
        },
    ),
    case(
        Rule::MapWhole,
        |w| {
            let base = map(w, 0, G)?;
            w.program.process.unmap_memory(&mut w.machine, base, G)
        },
        |w| {
            let base = reserve(w, 2 * G, 0)?;
            let properties = PhysicalProperties {
                allocation_type: 1,
                handle_types: 0,
                location_type: 1,
                location: 0,
            };
            let process = &mut w.program.process;
            let memory = process.create_physical(&mut w.machine, 2 * G, &properties, 0)?;
            process.map_memory(&mut w.machine, base, 2 * G, 0, memory.into(), 0)?;
            process.unmap_memory(&mut w.machine, base, G)
        },
    ),
    case(
        Rule::MapMissing,
        |w| {
            let base = map(w, 0, G)?;
            give_access(w, base, G)
        },
        |w| {
            let base = reserve(w, 2 * G, 0)?;
            give_access(w, base, 2 * G)
        },
    ),
    case(Rule::MapAccessLocation, |w| question(w, 1), |w| question(w, 9)),
    case(
        Rule::MapAccess,
        |w| {
            let base = map(w, G, G)?;
            let at = Address(base.0 + G);
            give_access(w, at, G)?;
            fill(w, at)
        },
        |w| {
            let base = map(w, G, G)?;
            fill(w, Address(base.0 + G))
        },
    ),
];
