//! Stream capture, as far as it can be asked about: no capture begins here, so that every stream says that none is active.

use musa_hal::Hal;

use super::{given, required};
use crate::{
    abi::{Array, InOut, Out},
    call::{Answer, Call},
    types::*,
};

/// Judges a stream and says that it is not captured.
fn not_captured<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    argument: &'static str,
    status: Out<'_, MUstreamCaptureStatus>,
) -> Answer {
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    process.stream_context(thread, stream)?;
    required(argument, status.is_null())?;
    status.write(MU_STREAM_CAPTURE_STATUS_NONE);
    Ok(())
}

/// `muStreamIsCapturing`.
///
/// # Errors
/// No stream, or a null pointer.
pub fn is_capturing<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    status: Out<'_, MUstreamCaptureStatus>,
) -> Answer {
    not_captured(call, stream, "captureStatus", status)
}

/// `muStreamGetCaptureInfo`: without a capture there is nothing but the status.
///
/// # Errors
/// No stream, or a null pointer.
pub fn info<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    status: Out<'_, MUstreamCaptureStatus>,
    _: Out<'_, u64>,
) -> Answer {
    not_captured(call, stream, "captureStatus_out", status)
}

/// `muStreamGetCaptureInfo_v2`: without a capture there is nothing but the status.
///
/// # Errors
/// No stream, or a null pointer.
pub fn info_with_graph<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    status: Out<'_, MUstreamCaptureStatus>,
    _: Out<'_, u64>,
    _: Out<'_, MUgraph>,
    _: Out<'_, Array<'static, MUgraphNode>>,
    _: Out<'_, usize>,
) -> Answer {
    not_captured(call, stream, "captureStatus_out", status)
}

/// `muThreadExchangeStreamCaptureMode`: the mode is the thread's, and would count while a stream is captured.
///
/// # Errors
/// A null pointer, or no such mode.
pub fn exchange_mode<H: Hal>(call: &mut Call<'_, '_, H>, mode: InOut<'_, MUstreamCaptureMode>) -> Answer {
    let asked = given("mode", mode.read())?;
    let (process, _, thread) = call.parts()?;
    let before = process.exchange_capture_mode(thread, asked.0)?;
    mode.write(MUstreamCaptureMode(before));
    Ok(())
}
