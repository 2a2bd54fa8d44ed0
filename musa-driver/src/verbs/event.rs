//! Events.

use musa_ctx::{Error, HostMemory, Rejection, Rule, event};
use musa_hal::Hal;

use super::required;
use crate::{
    abi::Out,
    call::{Answer, Call, Early, Refusal},
    types::*,
};

/// `muEventCreate`.
///
/// # Errors
/// A null pointer, flags, or no room.
pub fn create<H: Hal>(call: &mut Call<'_, '_, H>, event: Out<'_, MUevent>, flags: u32) -> Answer {
    required("phEvent", event.is_null())?;
    let (process, hal, thread) = call.parts()?;
    event.write(MUevent::of(process.create_event(hal, thread, flags)?));
    Ok(())
}

/// A null event is refused before initialisation is asked for (`init_before`).
///
/// # Errors
/// A null handle.
pub fn not_null(event: MUevent) -> Result<Early, Error> {
    event::judge_handle(event.named())?;
    Ok(Early::GoOn)
}

/// `muEventDestroy`.
///
/// # Errors
/// No event.
pub fn destroy<H: Hal>(call: &mut Call<'_, '_, H>, event: MUevent) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.destroy_event(hal, event.named())?)
}

/// `muEventRecord`.
///
/// # Errors
/// No stream, no event of its context, or no room.
pub fn record<H: Hal>(call: &mut Call<'_, '_, H>, event: MUevent, stream: MUstream) -> Answer {
    record_with_flags(call, event, stream, 0)
}

/// `muEventRecordWithFlags`.
///
/// # Errors
/// As for [`record`], or flags.
pub fn record_with_flags<H: Hal>(call: &mut Call<'_, '_, H>, event: MUevent, stream: MUstream, flags: u32) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    Ok(process.record_event(hal, thread, event.named(), stream, flags)?)
}

/// `muEventQuery`.
///
/// # Errors
/// No event; not ready while its record is pending.
pub fn query<H: Hal>(call: &mut Call<'_, '_, H>, event: MUevent) -> Answer {
    let (process, hal, _) = call.parts()?;
    match process.event_done(hal, event.named())? {
        true => Ok(()),
        false => Err(Refusal::NotReady),
    }
}

/// `muEventSynchronize`.
///
/// # Errors
/// No event, a fault, or that nothing can end the wait.
pub fn synchronize<H: Hal>(call: &mut Call<'_, '_, H>, event: MUevent) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.synchronize_event(hal, event.named())?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// Null events are refused before initialisation is asked for (`init_before`).
///
/// # Errors
/// A null handle.
pub fn both_given(_: Out<'_, f32>, start: MUevent, end: MUevent) -> Result<Early, Error> {
    event::judge_handle(start.named())?;
    event::judge_handle(end.named())?;
    Ok(Early::GoOn)
}

/// `muEventElapsedTime`, in milliseconds. A null pointer is refused like a null event
/// (`event_elapsed`).
///
/// # Errors
/// A null pointer, or events whose distance is not known.
pub fn elapsed<H: Hal>(call: &mut Call<'_, '_, H>, time: Out<'_, f32>, start: MUevent, end: MUevent) -> Answer {
    if time.is_null() {
        return Err(Rejection::new(Rule::HandleNull).argument("pMilliseconds").into());
    }
    let (process, hal, _) = call.parts()?;
    let nanoseconds = process.elapsed(hal, start.named(), end.named())?;
    time.write((nanoseconds as f64 / 1e6) as f32);
    Ok(())
}
