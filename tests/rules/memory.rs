//! Allocations, pinned and registered memory, copies and fills.

use musa_ctx::harness::Program;
use musa_ctx::memory::{Copy, CopySide, Fill, Mode, PointerAttribute, RectCopy, RectSide};
use musa_ctx::{Error, Handle, Rule, StreamArgument};
use musa_hal::Address;

use crate::world::World;
use crate::{Case, case, musa_case};

/// An address of the host's that nothing lies at.
const HOST: Address = Address(0x7f00_0000_0000);

fn fill(w: &mut World, address: u64, pitch: u64, element: u8, width: u64, height: u64) -> Result<(), Error> {
    let fill = Fill {
        address: Address(address),
        pitch,
        value: 1,
        element,
        width,
        height,
    };
    let (stream, mode) = (StreamArgument::Legacy, Mode::Synchronous);
    let pending = w
        .program
        .process
        .fill(&mut w.machine, w.program.thread, stream, mode, &fill)?;
    w.finish(pending)
}

fn pin(w: &mut World, flags: u32) -> Result<Address, Error> {
    w.program
        .process
        .allocate_host(&mut w.machine, w.program.thread, 4096, flags)
}

fn pitched(w: &mut World, element: u32) -> Result<(), Error> {
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process
        .allocate_pitched(&mut w.machine, thread, 16, 2, element)
        .map(drop)
}

/// Copies a box of 4 by 2 bytes within device memory; the source is described by the arguments.
fn rectangle(w: &mut World, memory: u32, pitch: u64, height: u64) -> Result<(), Error> {
    let side = RectSide {
        memory: 2,
        host: Address(0),
        device: w.allocate(64)?,
        array: Handle::Null,
        x: 0,
        y: 0,
        z: 0,
        pitch: 8,
        height: 2,
        level: 0,
    };
    let copy = RectCopy {
        to: side,
        from: RectSide {
            memory,
            pitch,
            height,
            ..side
        },
        width: 4,
        height: 2,
        depth: 1,
    };
    let (process, thread) = (&mut w.program.process, w.program.thread);
    let (stream, mode) = (StreamArgument::Legacy, Mode::Asynchronous);
    process
        .copy_rect(&mut w.machine, thread, stream, mode, &copy, None)
        .map(drop)
}

/// Asks for an attribute of device memory.
fn ask(w: &mut World, attribute: u32) -> Result<(), Error> {
    let base = w.allocate(64)?;
    let attribute = PointerAttribute::from_number(attribute)?;
    w.program
        .process
        .pointer_attribute(&w.machine, attribute, base)
        .map(drop)
}

/// Copies to device memory from an address of either side.
fn copy_from(w: &mut World, from: u64) -> Result<(), Error> {
    let copy = Copy {
        to: CopySide::Device(w.allocate(64)?),
        from: CopySide::Any(Address(from)),
        size: 4,
    };
    let Program { process, thread } = &mut w.program;
    let (stream, mode) = (StreamArgument::Legacy, Mode::Synchronous);
    let pending = process.copy(&mut w.machine, *thread, stream, mode, &copy, None)?;
    w.finish(pending)
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::MemorySize,
        |w| w.allocate(1).map(drop),
        |w| w.allocate(0).map(drop),
    ),
    case(
        Rule::MemoryFree,
        |w| {
            let base = w.allocate(64)?;
            w.free(base)
        },
        |w| {
            let base = w.allocate(64)?;
            w.free(Address(base.0 + 1))
        },
    ),
    case(
        Rule::MemoryRange,
        |w| {
            let base = w.allocate(64)?;
            w.program
                .process
                .address_range(w.program.thread, Address(base.0 + 63))
                .map(drop)
        },
        |w| {
            let base = w.allocate(64)?;
            w.program
                .process
                .address_range(w.program.thread, Address(base.0 + 64))
                .map(drop)
        },
    ),
    case(Rule::PitchElement, |w| pitched(w, 4), |w| pitched(w, 2)),
    case(
        Rule::ManagedFlags,
        |w| {
            w.program
                .process
                .allocate_managed(&mut w.machine, w.program.thread, 64, 1)
                .map(drop)
        },
        |w| {
            w.program
                .process
                .allocate_managed(&mut w.machine, w.program.thread, 64, 3)
                .map(drop)
        },
    ),
    case(Rule::HostFlags, |w| pin(w, 7).map(drop), |w| pin(w, 8).map(drop)),
    case(
        Rule::HostPointer,
        |w| {
            let pinned = pin(w, 0)?;
            w.program
                .process
                .host_flags(w.program.thread, Address(pinned.0 + 9))
                .map(drop)
        },
        |w| w.program.process.host_flags(w.program.thread, HOST).map(drop),
    ),
    case(
        Rule::HostPointerFlags,
        |w| {
            let pinned = pin(w, 0)?;
            w.program
                .process
                .host_device_pointer(w.program.thread, pinned, 0)
                .map(drop)
        },
        |w| {
            let pinned = pin(w, 0)?;
            w.program
                .process
                .host_device_pointer(w.program.thread, pinned, 1)
                .map(drop)
        },
    ),
    case(
        Rule::CopyRange,
        |w| {
            let (to, from) = (w.allocate(100)?, w.allocate(100)?);
            w.copy(to.0, from.0, 100)
        },
        |w| {
            let (to, from) = (w.allocate(100)?, w.allocate(100)?);
            w.copy(to.0, from.0, 101)
        },
    ),
    case(
        Rule::CopyDevice,
        |w| {
            let (to, from) = (w.allocate(100)?, w.allocate(100)?);
            w.copy(to.0, from.0, 4)
        },
        |w| {
            let to = w.allocate(100)?;
            w.copy(to.0, HOST.0, 4)
        },
    ),
    case(
        Rule::FillRange,
        |w| {
            let to = w.allocate(100)?;
            fill(w, to.0, 0, 1, 100, 1)
        },
        |w| {
            let to = w.allocate(100)?;
            fill(w, to.0, 0, 1, 101, 1)
        },
    ),
    case(
        Rule::FillAlignment,
        |w| {
            let to = w.allocate(100)?;
            fill(w, to.0, 0, 4, 1, 1)
        },
        |w| {
            let to = w.allocate(100)?;
            fill(w, to.0 + 2, 0, 4, 1, 1)
        },
    ),
    case(
        Rule::FillPitch,
        |w| {
            let to = w.allocate(100)?;
            fill(w, to.0, 8, 1, 8, 2)
        },
        |w| {
            let to = w.allocate(100)?;
            fill(w, to.0, 4, 1, 8, 2)
        },
    ),
    case(
        Rule::PointerAttribute,
        |_| PointerAttribute::from_number(2).map(drop),
        |_| PointerAttribute::from_number(999).map(drop),
    ),
    case(
        Rule::PointerUnknown,
        |w| {
            let base = w.allocate(64)?;
            let attribute = PointerAttribute::from_number(2)?;
            w.program
                .process
                .pointer_attribute(&w.machine, attribute, base)
                .map(drop)
        },
        |w| {
            let attribute = PointerAttribute::from_number(2)?;
            w.program
                .process
                .pointer_attribute(&w.machine, attribute, HOST)
                .map(drop)
        },
    ),
    musa_case(Rule::PointerAttributeMapping, |w| ask(w, 12), |w| ask(w, 18)),
    case(Rule::PointerTokens, |w| ask(w, 18), |w| ask(w, 5)),
    case(
        Rule::PointerHost,
        |w| {
            let pinned = pin(w, 0)?;
            let attribute = PointerAttribute::from_number(4)?;
            w.program
                .process
                .pointer_attribute(&w.machine, attribute, pinned)
                .map(drop)
        },
        |w| {
            let base = w.allocate(64)?;
            let attribute = PointerAttribute::from_number(4)?;
            w.program
                .process
                .pointer_attribute(&w.machine, attribute, base)
                .map(drop)
        },
    ),
    case(
        Rule::PointerSet,
        |w| {
            let base = w.allocate(64)?;
            let attribute = PointerAttribute::from_number(6)?;
            w.program.process.set_pointer_attribute(attribute, base, true)
        },
        |w| {
            let base = w.allocate(64)?;
            let attribute = PointerAttribute::from_number(2)?;
            w.program.process.set_pointer_attribute(attribute, base, true)
        },
    ),
    case(
        Rule::HostAddress,
        |w| {
            let from = w.allocate(64)?;
            copy_from(w, from.0)
        },
        |w| copy_from(w, 0xffff),
    ),
    case(
        Rule::HostUnregisterKind,
        |w| pin(w, 0).map(drop),
        |w| {
            let pinned = pin(w, 0)?;
            let pending = w.program.process.unregister_host(&mut w.machine, pinned)?;
            w.finish(pending)
        },
    ),
    case(
        Rule::HostUnregister,
        |w| pin(w, 0).map(drop),
        |w| {
            let pending = w.program.process.unregister_host(&mut w.machine, HOST)?;
            w.finish(pending)
        },
    ),
    case(
        Rule::CopyMemoryType,
        |w| rectangle(w, 2, 8, 2),
        |w| rectangle(w, 9, 8, 2),
    ),
    case(Rule::CopyPitch, |w| rectangle(w, 2, 4, 2), |w| rectangle(w, 2, 3, 2)),
    case(Rule::CopyHeight, |w| rectangle(w, 2, 8, 2), |w| rectangle(w, 2, 8, 1)),
];
