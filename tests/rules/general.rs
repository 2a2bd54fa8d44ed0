//! Initialisation, handles, and arguments in general.

use musa_ctx::{Error, Function, Handle, Id, Process, Rule, Storage};
use musa_hal::DeviceInfo;
use musa_hal_sim::profiles;

use crate::world::hardware;
use crate::{Case, case};

/// Initialises a fresh process over a machine with these devices.
fn initialise(devices: &[DeviceInfo]) -> Result<(), Error> {
    let mut machine = hardware(devices);
    Process::new(Storage::owned(), 1).init(&mut machine, 0)
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::InitFlags,
        |w| w.program.process.init(&mut w.machine, 0),
        |w| w.program.process.init(&mut w.machine, 1),
    ),
    case(
        Rule::InitRequired,
        |w| w.program.process.space().map(drop),
        |_| Process::new(Storage::owned(), 1).space().map(drop),
    ),
    case(
        Rule::InitForked,
        |w| {
            let mut fresh = Process::new(Storage::owned(), 2);
            fresh.forked();
            fresh.init(&mut w.machine, 0)
        },
        |w| {
            let mut process = Process::new(Storage::owned(), 2);
            process.init(&mut w.machine, 0)?;
            process.forked();
            process.init(&mut w.machine, 0)
        },
    ),
    case(
        Rule::InitNoDevice,
        |_| initialise(&[profiles::REF_SM90]),
        |_| initialise(&[]),
    ),
    case(
        Rule::DeviceOrdinal,
        |w| w.program.process.device(&w.machine, 0).map(drop),
        |w| w.program.process.device(&w.machine, 1).map(drop),
    ),
    case(
        Rule::HandleNull,
        |w| w.function("nop").map(drop),
        |w| w.program.process.judge_function(Handle::Null).map(drop),
    ),
    case(
        Rule::HandleForeign,
        |w| w.function("nop").map(drop),
        |w| w.program.process.judge_function(Handle::Foreign(77)).map(drop),
    ),
    case(
        Rule::HandleForeign,
        |w| w.function("nop").map(drop),
        |w| {
            w.program
                .process
                .judge_function(Id::<Function>::new(900, 1).into())
                .map(drop)
        },
    ),
    case(
        Rule::HandleStale,
        |w| w.event(0).map(drop),
        |w| {
            let event = w.event(0)?;
            w.program.process.destroy_event(&mut w.machine, event.into())?;
            w.program.process.event_done(&w.machine, event.into()).map(drop)
        },
    ),
    case(
        Rule::ArgumentEnum,
        |w| w.program.process.set_cache_config(w.program.thread, 3),
        |w| w.program.process.set_cache_config(w.program.thread, 4),
    ),
    case(
        Rule::CallbackCall,
        |w| w.current().map(drop),
        |w| {
            w.program.process.enter_host_function(w.program.thread)?;
            w.current().map(drop)
        },
    ),
];
