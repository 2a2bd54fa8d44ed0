//! Peer access between devices.

use musa_hal::Hal;

use super::required;
use crate::{
    abi::Out,
    call::{Answer, Call},
    types::*,
};

/// `muDeviceCanAccessPeer`: 1 where it can be enabled; a device is no peer of itself.
///
/// # Errors
/// A null pointer, or no such device.
pub fn can_access<H: Hal>(
    call: &mut Call<'_, '_, H>,
    can_access: Out<'_, i32>,
    device: MUdevice,
    peer: MUdevice,
) -> Answer {
    required("canAccessPeer", can_access.is_null())?;
    let (process, hal, _) = call.parts()?;
    can_access.write(process.can_access_peer(hal, device.0, peer.0)?.into());
    Ok(())
}

/// `muDeviceGetP2PAttribute`.
///
/// # Errors
/// A null pointer, no such device, one and the same, or no such attribute.
pub fn attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    value: Out<'_, i32>,
    attribute: MUdevice_P2PAttribute,
    device: MUdevice,
    peer: MUdevice,
) -> Answer {
    required("value", value.is_null())?;
    let (process, hal, _) = call.parts()?;
    value.write(process.peer_attribute(hal, attribute.0, device.0, peer.0)?);
    Ok(())
}

/// `muCtxEnablePeerAccess`.
///
/// # Errors
/// Flags, or no context that can be a peer.
pub fn enable<H: Hal>(call: &mut Call<'_, '_, H>, peer: MUcontext, flags: u32) -> Answer {
    let (process, hal, thread) = call.parts()?;
    Ok(process.enable_peer_access(hal, thread, peer.named(), flags)?)
}

/// `muCtxDisablePeerAccess`.
///
/// # Errors
/// No context that is a peer.
pub fn disable<H: Hal>(call: &mut Call<'_, '_, H>, peer: MUcontext) -> Answer {
    let (process, hal, thread) = call.parts()?;
    Ok(process.disable_peer_access(hal, thread, peer.named())?)
}
