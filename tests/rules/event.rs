//! Events.

use musa_ctx::{Error, EventId, Rule, StreamArgument};

use crate::world::World;
use crate::{Case, case};

/// Flags of events, as the API has them.
const NO_TIMING: u32 = 2;
const INTERPROCESS: u32 = 4;

fn elapsed(w: &World, start: EventId, end: EventId) -> Result<(), Error> {
    w.program
        .process
        .elapsed(&w.machine, start.into(), end.into())
        .map(drop)
}

fn recorded(w: &mut World, flags: u32) -> Result<EventId, Error> {
    let event = w.event(flags)?;
    w.record(event, 0)?;
    w.synchronize()?;
    Ok(event)
}

fn wait(w: &mut World, flags: u32) -> Result<(), Error> {
    let event = w.event(0)?;
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process.wait_event(&mut w.machine, thread, StreamArgument::Legacy, event.into(), flags)
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::EventFlags,
        |w| w.event(INTERPROCESS | NO_TIMING).map(drop),
        |w| w.event(INTERPROCESS).map(drop),
    ),
    case(Rule::EventRecordFlags, |w| wait(w, 0), |w| wait(w, 2)),
    case(Rule::EventExternal, |w| wait(w, 0), |w| wait(w, 1)),
    case(
        Rule::EventContext,
        |w| {
            let event = w.event(0)?;
            w.record(event, 0)
        },
        |w| {
            let event = w.event(0)?;
            w.context()?;
            w.record(event, 0)
        },
    ),
    case(
        Rule::EventElapsedTiming,
        |w| {
            let event = recorded(w, 0)?;
            elapsed(w, event, event)
        },
        |w| {
            let event = recorded(w, NO_TIMING)?;
            elapsed(w, event, event)
        },
    ),
    case(
        Rule::EventElapsedRecorded,
        |w| {
            let event = recorded(w, 0)?;
            elapsed(w, event, event)
        },
        |w| {
            let event = w.event(0)?;
            elapsed(w, event, event)
        },
    ),
    case(
        Rule::EventElapsedContext,
        |w| {
            let (start, end) = (recorded(w, 0)?, recorded(w, 0)?);
            elapsed(w, start, end)
        },
        |w| {
            let start = recorded(w, 0)?;
            w.context()?;
            let end = recorded(w, 0)?;
            elapsed(w, start, end)
        },
    ),
    case(
        Rule::EventElapsedReady,
        |w| {
            let event = recorded(w, 0)?;
            elapsed(w, event, event)
        },
        |w| {
            let event = w.event(0)?;
            w.record(event, 0)?;
            elapsed(w, event, event)
        },
    ),
];
