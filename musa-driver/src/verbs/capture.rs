//! Stream capture, as far as it goes without graphs: no capture begins here, so that every stream says that none is active.

use musa_ctx::{Error, Rejection, Rule};

use musa_hal::Hal;

use super::{given, required};
use crate::{
    abi::{Array, InOut, Out},
    call::{Answer, Call, Early},
    types::*,
};

/// Judges what is to be captured, and refuses it: there are no graphs.
fn judged<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, mode: MUstreamCaptureMode) -> Answer {
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    process.judge_capture(thread, stream, mode.0)?;
    Err(Error::Unsupported("graphs").into())
}

/// `muStreamBeginCapture`.
///
/// # Errors
/// No stream that can be captured, or no such mode; unsupported otherwise.
pub fn begin<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, mode: MUstreamCaptureMode) -> Answer {
    judged(call, stream, mode)
}

/// `muStreamBeginCaptureToGraph`.
///
/// # Errors
/// As for [`begin`].
pub fn begin_to_graph<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    _: MUgraph,
    _: Array<'_, MUgraphNode>,
    _: Array<'_, MUgraphEdgeData>,
    _: usize,
    mode: MUstreamCaptureMode,
) -> Answer {
    judged(call, stream, mode)
}

/// Judges a stream and refuses: it is not captured.
fn none<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream) -> Answer {
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    process.stream_context(thread, stream)?;
    Err(Rejection::new(Rule::CaptureNone).argument("hStream").into())
}

/// A refused `muStreamEndCapture` writes null (`stream_calls`).
///
/// # Errors
/// None.
pub fn clear_graph(_: MUstream, graph: Out<'_, MUgraph>) -> Result<Early, Error> {
    graph.write(MUgraph::NULL);
    Ok(Early::GoOn)
}

/// `muStreamEndCapture`.
///
/// # Errors
/// No stream, or one that is not captured.
pub fn end<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, _: Out<'_, MUgraph>) -> Answer {
    none(call, stream)
}

/// `muStreamUpdateCaptureDependencies`.
///
/// # Errors
/// No stream, or one that is not captured.
pub fn update<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    _: Array<'_, MUgraphNode>,
    _: usize,
    _: u32,
) -> Answer {
    none(call, stream)
}

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
/// A null pointer.
pub fn exchange_mode<H: Hal>(call: &mut Call<'_, '_, H>, mode: InOut<'_, MUstreamCaptureMode>) -> Answer {
    let asked = given("mode", mode.read())?;
    let (process, _, thread) = call.parts()?;
    let before = process.exchange_capture_mode(thread, asked.0)?;
    mode.write(MUstreamCaptureMode(before));
    Ok(())
}
