//! Primary contexts.

use musa_ctx::HostMemory;
use musa_hal::Hal;

use super::required;
use crate::{
    abi::Out,
    call::{Answer, Call},
    types::*,
};

/// `muDevicePrimaryCtxRetain`.
///
/// # Errors
/// No such device, a null pointer, or no room.
pub fn retain<H: Hal>(call: &mut Call<'_, '_, H>, context: Out<'_, MUcontext>, device: MUdevice) -> Answer {
    let (process, hal, _) = call.parts()?;
    process.device(hal, device.0)?;
    required("pctx", context.is_null())?;
    // Arguments are judged before a fault is noticed.
    process.notice(hal)?;
    context.write(MUcontext::of(process.retain_primary(hal, device.0)?));
    Ok(())
}

/// `muDevicePrimaryCtxRelease`.
///
/// # Errors
/// No such device, or a context that is not retained.
pub fn release<H: Hal>(call: &mut Call<'_, '_, H>, device: MUdevice) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.release_primary(hal, device.0)?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muDevicePrimaryCtxReset`.
///
/// # Errors
/// No such device.
pub fn reset<H: Hal>(call: &mut Call<'_, '_, H>, device: MUdevice) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.reset_primary(hal, device.0)?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muDevicePrimaryCtxSetFlags`.
///
/// # Errors
/// No such device, or wrong flags.
pub fn set_flags<H: Hal>(call: &mut Call<'_, '_, H>, device: MUdevice, flags: u32) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.set_primary_flags(hal, device.0, flags)?)
}

/// `muDevicePrimaryCtxGetState` judges its pointers before the device (`ctx_primary`).
///
/// # Errors
/// A null pointer.
pub fn state<H: Hal>(
    call: &mut Call<'_, '_, H>,
    device: MUdevice,
    flags: Out<'_, u32>,
    active: Out<'_, i32>,
) -> Answer {
    required("flags", flags.is_null())?;
    required("active", active.is_null())?;
    let (process, hal, _) = call.parts()?;
    let state = process.primary_state(hal, device.0)?;
    flags.write(state.flags);
    active.write(state.active.into());
    Ok(())
}
