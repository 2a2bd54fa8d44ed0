//! Peers: contexts of two devices.

use musa_ctx::memory::{Fill, Mode};
use musa_ctx::{ContextId, Error, Handle, Rule, StreamArgument};

use crate::Case;
use crate::world::World;

const fn case(rule: Rule, keep: crate::world::Calls, violate: crate::world::Calls) -> Case {
    Case {
        rule,
        make: World::pair,
        keep,
        violate,
    }
}

fn attribute(w: &mut World, number: u32, peer: i32) -> Result<(), Error> {
    w.program
        .process
        .peer_attribute(&mut w.machine, number, 0, peer)
        .map(drop)
}

/// A context of the second device, with that of the first one current.
fn peer(w: &mut World) -> Result<ContextId, Error> {
    let (process, thread) = (&mut w.program.process, w.program.thread);
    let peer = process.create_context(&mut w.machine, thread, 0, 1)?;
    process.pop_context(thread)?;
    Ok(peer)
}

fn enable(w: &mut World, peer: Handle<musa_ctx::Context>, flags: u32) -> Result<(), Error> {
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process.enable_peer_access(&mut w.machine, thread, peer, flags)
}

fn enabled(w: &mut World) -> Result<ContextId, Error> {
    let peer = peer(w)?;
    enable(w, peer.into(), 0)?;
    Ok(peer)
}

fn disable(w: &mut World, peer: ContextId) -> Result<(), Error> {
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process.disable_peer_access(&mut w.machine, thread, peer.into())
}

/// Fills memory of another device's context.
fn fill(w: &mut World, owner: ContextId) -> Result<(), Error> {
    w.program.process.push_context(w.program.thread, owner.into())?;
    let address = w.allocate(64)?;
    w.pop()?;
    let (process, thread) = (&mut w.program.process, w.program.thread);
    let fill = Fill::row(address, 1, 1, 64);
    let (stream, mode) = (StreamArgument::Legacy, Mode::Asynchronous);
    process.fill(&mut w.machine, thread, stream, mode, &fill).map(drop)
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(Rule::PeerSelf, |w| attribute(w, 1, 1), |w| attribute(w, 1, 0)),
    case(Rule::PeerAttribute, |w| attribute(w, 1, 1), |w| attribute(w, 99, 1)),
    case(
        Rule::PeerFlags,
        |w| enabled(w).map(drop),
        |w| {
            let peer = peer(w)?;
            enable(w, peer.into(), 1)
        },
    ),
    case(Rule::PeerNull, |w| enabled(w).map(drop), |w| enable(w, Handle::Null, 0)),
    case(
        Rule::PeerDevice,
        |w| enabled(w).map(drop),
        |w| {
            let same = w.current()?;
            enable(w, same.into(), 0)
        },
    ),
    case(
        Rule::PeerTwice,
        |w| enabled(w).map(drop),
        |w| {
            let peer = enabled(w)?;
            enable(w, peer.into(), 0)
        },
    ),
    case(
        Rule::PeerDisabled,
        |w| {
            let peer = enabled(w)?;
            disable(w, peer)
        },
        |w| {
            let peer = peer(w)?;
            disable(w, peer)
        },
    ),
    case(
        Rule::PeerDestroyed,
        |w| enabled(w).map(drop),
        |w| {
            // Another thread keeps the destroyed context on its stack.
            let peer = peer(w)?;
            let other = musa_ctx::ThreadId(99);
            w.program.process.push_context(other, peer.into())?;
            w.destroy(peer)?;
            enable(w, peer.into(), 0)
        },
    ),
    case(
        Rule::PeerCount,
        |w| enabled(w).map(drop),
        |w| {
            for _ in 0..9 {
                enabled(w)?;
            }
            Ok(())
        },
    ),
    case(
        Rule::FillPeer,
        |w| {
            let peer = enabled(w)?;
            fill(w, peer)
        },
        |w| {
            let peer = peer(w)?;
            fill(w, peer)
        },
    ),
];
