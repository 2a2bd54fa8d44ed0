//! Memory and events that two processes over one machine share.

use musa_ctx::harness::Program;
use musa_ctx::ipc::Export;
use musa_ctx::memory::{Fill, Mode};
use musa_ctx::{Error, Rule, StreamArgument};
use musa_hal::Address;

use crate::world::World;
use crate::{Case, case};

/// An export of another process, which lives on.
fn exported(w: &mut World) -> Result<Export, Error> {
    let mut other = Program::start(&mut w.machine, 0, 2)?;
    let memory = other.process.allocate_device(&mut w.machine, other.thread, 4096)?;
    other.process.export_memory(&mut w.machine, other.thread, memory)
}

fn open(w: &mut World, export: &Export, flags: u32) -> Result<Address, Error> {
    w.program
        .process
        .open_memory(&mut w.machine, w.program.thread, export, flags)
}

fn fill(w: &mut World, address: Address) -> Result<(), Error> {
    let fill = Fill::row(address, 1, 1, 16);
    let (process, thread) = (&mut w.program.process, w.program.thread);
    let (stream, mode) = (StreamArgument::Legacy, Mode::Synchronous);
    let pending = process.fill(&mut w.machine, thread, stream, mode, &fill)?;
    w.finish(pending)
}

fn close(w: &mut World, address: Address) -> Result<(), Error> {
    let pending = w.program.process.close_memory(&mut w.machine, address)?;
    w.finish(pending)
}

fn export_own(w: &mut World, pooled: bool) -> Result<Export, Error> {
    let (process, thread) = (&mut w.program.process, w.program.thread);
    let memory = if pooled {
        process.allocate_ordered(&mut w.machine, thread, musa_ctx::StreamArgument::Legacy, 64)?
    } else {
        process.allocate_device(&mut w.machine, thread, 64)?
    };
    process.export_memory(&mut w.machine, thread, memory)
}

fn export_event(w: &mut World, flags: u32) -> Result<(), Error> {
    let (process, thread) = (&mut w.program.process, w.program.thread);
    let event = process.create_event(&mut w.machine, thread, flags)?;
    process.export_event(&mut w.machine, thread, event.into()).map(drop)
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::IpcMemoryKind,
        |w| export_own(w, false).map(drop),
        |w| export_own(w, true).map(drop),
    ),
    case(
        Rule::IpcFlags,
        |w| {
            let export = exported(w)?;
            open(w, &export, 1).map(drop)
        },
        |w| {
            let export = exported(w)?;
            open(w, &export, 2).map(drop)
        },
    ),
    case(
        Rule::IpcOwnProcess,
        |w| {
            let export = exported(w)?;
            open(w, &export, 1).map(drop)
        },
        |w| {
            let export = export_own(w, false)?;
            open(w, &export, 1).map(drop)
        },
    ),
    case(
        Rule::IpcContext,
        |w| {
            let export = exported(w)?;
            let first = open(w, &export, 1)?;
            assert_eq!(open(w, &export, 1)?, first);
            Ok(())
        },
        |w| {
            let export = exported(w)?;
            open(w, &export, 1)?;
            w.context()?;
            open(w, &export, 1).map(drop)
        },
    ),
    case(
        Rule::FillOpened,
        |w| {
            let export = exported(w)?;
            let address = open(w, &export, 1)?;
            fill(w, address)
        },
        |w| {
            let export = exported(w)?;
            let address = open(w, &export, 1)?;
            w.context()?;
            fill(w, address)
        },
    ),
    case(
        Rule::IpcClose,
        |w| {
            let export = exported(w)?;
            let address = open(w, &export, 1)?;
            close(w, address)
        },
        |w| {
            let own = w.allocate(64)?;
            close(w, own)
        },
    ),
    case(
        Rule::IpcMemoryFreed,
        |w| {
            let export = exported(w)?;
            open(w, &export, 1).map(drop)
        },
        |w| {
            let mut export = exported(w)?;
            export.token.serial += 1;
            open(w, &export, 1).map(drop)
        },
    ),
    case(Rule::IpcEventKind, |w| export_event(w, 6), |w| export_event(w, 2)),
];
