//! Launches and host functions.

use musa_ctx::callback::{HostFunction, HostFunctionKind};
use musa_hal::Hal;

use crate::{
    abi::{HostPointer, callback},
    call::{Answer, Call},
    types::*,
};

/// `muLaunchHostFunc`.
///
/// # Errors
/// A null function, no stream, or no room.
pub fn host_function<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    function: MUhostFn,
    data: HostPointer,
) -> Answer {
    let function = HostFunction {
        kind: HostFunctionKind::Plain,
        function: callback::keep_host_function(function),
        data: data.address() as u64,
        stream: call.stream(stream),
    };
    let (process, hal, thread) = call.parts()?;
    Ok(process.launch_host_function(hal, thread, function, 0)?)
}

/// `muStreamAddCallback`.
///
/// # Errors
/// A null function, flags, no stream, or no room.
pub fn stream_callback<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    function: MUstreamCallback,
    data: HostPointer,
    flags: u32,
) -> Answer {
    let function = HostFunction {
        kind: HostFunctionKind::Callback,
        function: callback::keep_stream_callback(function),
        data: data.address() as u64,
        stream: call.stream(stream),
    };
    let (process, hal, thread) = call.parts()?;
    Ok(process.launch_host_function(hal, thread, function, flags)?)
}
