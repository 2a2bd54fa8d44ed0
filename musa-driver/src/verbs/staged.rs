//! Launches of the first interface, which sets block, shared memory and parameters about a function before it is launched.

use musa_ctx::stream::StreamArgument;
use musa_hal::Hal;

use super::required;
use crate::{
    abi::HostPointer,
    call::{Answer, Call},
    types::*,
};

/// `muFuncSetBlockShape`.
///
/// # Errors
/// No function, or a block against the device's rules.
pub fn block<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction, x: i32, y: i32, z: i32) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.stage_block(hal, function.named(), [x, y, z])?)
}

/// `muFuncSetSharedSize`.
///
/// # Errors
/// No function, or more than it may have.
pub fn shared<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction, bytes: u32) -> Answer {
    let (process, ..) = call.parts()?;
    Ok(process.stage_shared(function.named(), bytes)?)
}

/// `muParamSetSize`.
///
/// # Errors
/// No function, or more than can be staged.
pub fn parameter_size<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction, bytes: u32) -> Answer {
    let (process, ..) = call.parts()?;
    Ok(process.stage_parameter_size(function.named(), bytes)?)
}

/// Stages bytes of a function's parameters.
fn stage<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction, offset: i32, bytes: &[u8]) -> Answer {
    let (process, ..) = call.parts()?;
    Ok(process.stage_parameter(function.named(), offset, bytes)?)
}

/// `muParamSeti`.
///
/// # Errors
/// No function, a place that cannot be staged, or no room.
pub fn integer<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction, offset: i32, value: u32) -> Answer {
    stage(call, function, offset, &value.to_le_bytes())
}

/// `muParamSetf`.
///
/// # Errors
/// As for [`integer`].
pub fn float<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction, offset: i32, value: f32) -> Answer {
    stage(call, function, offset, &value.to_le_bytes())
}

/// `muParamSetv`.
///
/// # Errors
/// As for [`integer`], or a null pointer.
pub fn bytes<H: Hal>(
    call: &mut Call<'_, '_, H>,
    function: MUfunction,
    offset: i32,
    place: HostPointer,
    bytes: u32,
) -> Answer {
    let (process, ..) = call.parts()?;
    process.judge_function(function.named())?;
    required("ptr", place.is_null() && bytes > 0)?;
    stage(call, function, offset, place.bytes(bytes as usize))
}

/// Launches a function in a stream, with what has been staged about it.
fn start<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction, grid: [i32; 2], stream: StreamArgument) -> Answer {
    let (process, hal, thread) = call.parts()?;
    process.launch_staged(hal, thread, function.named(), grid, stream)?;
    Ok(call.after_launch(stream)?)
}

/// `muLaunch`: one block.
///
/// # Errors
/// As for a launch.
pub fn launch<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction) -> Answer {
    grid(call, function, 1, 1)
}

/// `muLaunchGrid`.
///
/// # Errors
/// As for a launch.
pub fn grid<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction, width: i32, height: i32) -> Answer {
    start(call, function, [width, height], StreamArgument::Legacy)
}

/// `muLaunchGridAsync`.
///
/// # Errors
/// As for a launch.
pub fn grid_in_stream<H: Hal>(
    call: &mut Call<'_, '_, H>,
    function: MUfunction,
    width: i32,
    height: i32,
    stream: MUstream,
) -> Answer {
    let stream = call.stream(stream);
    start(call, function, [width, height], stream)
}
