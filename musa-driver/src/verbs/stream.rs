//! Streams.

use musa_ctx::{Error, HostMemory, stream};
use musa_hal::Hal;

use super::required;
use crate::{
    abi::Out,
    call::{Answer, Call, DefaultStream, Early, Refusal},
    types::*,
};

/// Flags and pointer are judged before initialisation is asked for (`init_before`).
///
/// # Errors
/// Unknown flags, or a null pointer.
pub fn judge_creation(stream: Out<'_, MUstream>, flags: u32) -> Result<Early, Error> {
    required("phStream", stream.is_null())?;
    stream::judge_flags(flags)?;
    Ok(Early::GoOn)
}

/// As [`judge_creation`], with a priority.
///
/// # Errors
/// Unknown flags, or a null pointer.
pub fn judge_creation_with_priority(stream: Out<'_, MUstream>, flags: u32, _: i32) -> Result<Early, Error> {
    judge_creation(stream, flags)
}

/// `muStreamCreate`.
///
/// # Errors
/// No room.
pub fn create<H: Hal>(call: &mut Call<'_, '_, H>, stream: Out<'_, MUstream>, flags: u32) -> Answer {
    create_with_priority(call, stream, flags, 0)
}

/// `muStreamCreateWithPriority`: the priority is clamped to the device's range.
///
/// # Errors
/// No room.
pub fn create_with_priority<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: Out<'_, MUstream>,
    flags: u32,
    priority: i32,
) -> Answer {
    let (process, hal, thread) = call.parts()?;
    stream.write(MUstream::of(process.create_stream(hal, thread, flags, priority)?));
    Ok(())
}

/// A default stream is refused before initialisation is asked for (`init_before`).
///
/// # Errors
/// A default stream.
pub fn judge_destruction(stream: MUstream) -> Result<Early, Error> {
    stream::judge_destroy(stream.argument(DefaultStream::Legacy))?;
    Ok(Early::GoOn)
}

/// `muStreamDestroy`.
///
/// # Errors
/// No stream, or a busy one where the dialect refuses that.
pub fn destroy<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, _) = call.parts()?;
    Ok(process.destroy_stream(hal, stream)?)
}

/// `muStreamQuery`.
///
/// # Errors
/// No stream; not ready while work is pending.
pub fn query<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    match process.stream_done(hal, thread, stream)? {
        true => Ok(()),
        false => Err(Refusal::NotReady),
    }
}

/// `muStreamSynchronize`.
///
/// # Errors
/// No stream, a fault, or that nothing can end the wait.
pub fn synchronize<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    let pending = process.synchronize_stream(hal, thread, stream)?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muStreamGetFlags`.
///
/// # Errors
/// No stream, or a null pointer.
pub fn flags<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, flags: Out<'_, u32>) -> Answer {
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    let found = process.stream_flags(thread, stream)?;
    required("flags", flags.is_null())?;
    flags.write(found);
    Ok(())
}

/// `muStreamGetPriority`.
///
/// # Errors
/// No stream, or a null pointer.
pub fn priority<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, priority: Out<'_, i32>) -> Answer {
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    let found = process.stream_priority(thread, stream)?;
    required("priority", priority.is_null())?;
    priority.write(found);
    Ok(())
}

/// `muStreamGetCtx`.
///
/// # Errors
/// No stream, or a null pointer.
pub fn context<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, context: Out<'_, MUcontext>) -> Answer {
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    let found = process.stream_context(thread, stream)?;
    required("pctx", context.is_null())?;
    context.write(MUcontext::of(found));
    Ok(())
}

/// `muStreamGetId`.
///
/// # Errors
/// No stream, or a null pointer.
pub fn unique<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, id: Out<'_, u64>) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    process.stream_context(thread, stream)?;
    required("streamId", id.is_null())?;
    id.write(process.stream_unique(hal, thread, stream)?);
    Ok(())
}

/// `muStreamWaitEvent`.
///
/// # Errors
/// No stream, flags, no event, or no room.
pub fn wait_event<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, event: MUevent, flags: u32) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    Ok(process.wait_event(hal, thread, stream, event.named(), flags)?)
}
