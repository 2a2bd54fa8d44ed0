//! Copies.

use musa_ctx::{
    HostMemory,
    memory::{Copy, CopySide, Mode, RectCopy, RectSide},
    stream::StreamArgument,
};
use musa_hal::{Address, Hal};

use super::{
    given,
    memory::{address, pointer},
};
use crate::{
    abi::{HostBytes, HostPointer, In},
    call::{Answer, Call},
    types::*,
};

/// How and where a copy runs.
pub(super) type Order = (Mode, StreamArgument);

/// A copy that is done when its call returns, in the default stream.
pub(super) fn at_once<H: Hal>(call: &Call<'_, '_, H>) -> Order {
    (Mode::Synchronous, call.stream(MUstream::NULL))
}

/// A copy that is enqueued in a stream.
pub(super) fn enqueued<H: Hal>(call: &Call<'_, '_, H>, stream: MUstream) -> Order {
    (Mode::Asynchronous, call.stream(stream))
}

/// The pageable memory that a side of a copy names, should it be such.
fn host_of(side: CopySide) -> HostBytes {
    HostBytes(match side {
        CopySide::Any(address) | CopySide::Device(address) => pointer(address),
        CopySide::Array(..) => HostPointer::NULL,
    })
}

/// A copy of bytes.
pub(super) fn bytes<H: Hal>(
    call: &mut Call<'_, '_, H>,
    order: Order,
    to: CopySide,
    from: CopySide,
    size: usize,
) -> Answer {
    let (source, mut target) = (host_of(from), host_of(to));
    let (mode, stream) = order;
    let copy = Copy {
        to,
        from,
        size: size as u64,
    };
    let (process, hal, thread) = call.parts()?;
    let pending = process.copy(hal, thread, stream, mode, &copy, Some(&source))?;
    Ok(call.finish(
        pending,
        HostMemory {
            from: Some(&source),
            to: Some(&mut target),
        },
    )?)
}

fn any(address: MUdeviceptr) -> CopySide {
    CopySide::Any(Address(address.0))
}

pub(super) fn device(address: MUdeviceptr) -> CopySide {
    CopySide::Device(Address(address.0))
}

pub(super) fn of_host(pointer: HostPointer) -> CopySide {
    CopySide::Any(address(pointer))
}

/// Declares the two verbs of a copy of bytes: one that is done when it returns, one that is
/// enqueued.
macro_rules! copies {
    ($($(#[$doc:meta])* $now:ident $later:ident ($to:ident: $to_type:ty = $to_side:ident, $from:ident: $from_type:ty = $from_side:ident);)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// Ranges that are not what they must be, or no room.
            pub fn $now<H: Hal>(call: &mut Call<'_, '_, H>, $to: $to_type, $from: $from_type, size: usize) -> Answer {
                bytes(call, at_once(call), $to_side($to), $from_side($from), size)
            }

            $(#[$doc])*
            /// Enqueued.
            ///
            /// # Errors
            /// No stream, ranges that are not what they must be, or no room.
            pub fn $later<H: Hal>(
                call: &mut Call<'_, '_, H>,
                $to: $to_type,
                $from: $from_type,
                size: usize,
                stream: MUstream,
            ) -> Answer {
                bytes(call, enqueued(call, stream), $to_side($to), $from_side($from), size)
            }
        )*
    };
}

copies! {
    /// `muMemcpy`: the addresses tell the kinds of memory.
    unified unified_async (to: MUdeviceptr = any, from: MUdeviceptr = any);
    /// `muMemcpyHtoD`.
    host_to_device host_to_device_async (to: MUdeviceptr = device, from: HostPointer = of_host);
    /// `muMemcpyDtoH`.
    device_to_host device_to_host_async (to: HostPointer = of_host, from: MUdeviceptr = device);
    /// `muMemcpyDtoD`.
    device_to_device device_to_device_async (to: MUdeviceptr = device, from: MUdeviceptr = device);
}

/// `muMemcpyPeer`; the contexts are not looked at (`peer_copy`).
///
/// # Errors
/// Ranges that are not what they must be, or no room.
pub fn peer<H: Hal>(
    call: &mut Call<'_, '_, H>,
    to: MUdeviceptr,
    _: MUcontext,
    from: MUdeviceptr,
    _: MUcontext,
    size: usize,
) -> Answer {
    bytes(call, at_once(call), device(to), device(from), size)
}

/// `muMemcpyPeerAsync`; as [`peer`].
///
/// # Errors
/// No stream, ranges that are not what they must be, or no room.
pub fn peer_async<H: Hal>(
    call: &mut Call<'_, '_, H>,
    to: MUdeviceptr,
    _: MUcontext,
    from: MUdeviceptr,
    _: MUcontext,
    size: usize,
    stream: MUstream,
) -> Answer {
    bytes(call, enqueued(call, stream), device(to), device(from), size)
}

/// The pageable memory that a side names, should it be such.
fn side_host(side: &RectSide) -> HostBytes {
    let of_host = side.memory == MU_MEMORYTYPE_HOST.0;
    HostBytes(pointer(if of_host { side.host } else { side.device }))
}

fn rect<H: Hal>(call: &mut Call<'_, '_, H>, order: Order, copy: &RectCopy) -> Answer {
    let (source, mut target) = (side_host(&copy.from), side_host(&copy.to));
    let (mode, stream) = order;
    let (process, hal, thread) = call.parts()?;
    let pending = process.copy_rect(hal, thread, stream, mode, copy, Some(&source))?;
    Ok(call.finish(
        pending,
        HostMemory {
            from: Some(&source),
            to: Some(&mut target),
        },
    )?)
}

/// The boxes that a two-dimensional copy moves.
fn plane(copy: &MUSA_MEMCPY2D) -> RectCopy {
    let source = RectSide {
        memory: copy.srcMemoryType.0,
        host: address(copy.srcHost),
        device: Address(copy.srcDevice.0),
        array: copy.srcArray.named(),
        x: copy.srcXInBytes as u64,
        y: copy.srcY as u64,
        z: 0,
        pitch: copy.srcPitch as u64,
        height: 0,
        level: 0,
    };
    let target = RectSide {
        memory: copy.dstMemoryType.0,
        host: address(copy.dstHost),
        device: Address(copy.dstDevice.0),
        array: copy.dstArray.named(),
        x: copy.dstXInBytes as u64,
        y: copy.dstY as u64,
        z: 0,
        pitch: copy.dstPitch as u64,
        height: 0,
        level: 0,
    };
    RectCopy {
        to: target,
        from: source,
        width: copy.WidthInBytes as u64,
        height: copy.Height as u64,
        depth: 1,
    }
}

/// Declares the boxes that a three-dimensional copy moves. The level of detail and the reserved
/// fields are not looked at (`mem_copy3d`), nor are the contexts of a peer copy.
macro_rules! volumes {
    ($($name:ident of $type:ty;)*) => {
        $(fn $name(copy: &$type) -> RectCopy {
            let source = RectSide {
                memory: copy.srcMemoryType.0,
                host: address(copy.srcHost),
                device: Address(copy.srcDevice.0),
                array: copy.srcArray.named(),
                x: copy.srcXInBytes as u64,
                y: copy.srcY as u64,
                z: copy.srcZ as u64,
                pitch: copy.srcPitch as u64,
                height: copy.srcHeight as u64,
                level: copy.srcLOD as u64,
            };
            let target = RectSide {
                memory: copy.dstMemoryType.0,
                host: address(copy.dstHost),
                device: Address(copy.dstDevice.0),
                array: copy.dstArray.named(),
                x: copy.dstXInBytes as u64,
                y: copy.dstY as u64,
                z: copy.dstZ as u64,
                pitch: copy.dstPitch as u64,
                height: copy.dstHeight as u64,
                level: copy.dstLOD as u64,
            };
            RectCopy {
                to: target,
                from: source,
                width: copy.WidthInBytes as u64,
                height: copy.Height as u64,
                depth: copy.Depth as u64,
            }
        })*
    };
}

volumes! {
    volume of MUSA_MEMCPY3D;
    peer_volume of MUSA_MEMCPY3D_PEER;
}

/// Declares the two verbs of a copy of boxes.
macro_rules! box_copies {
    ($($(#[$doc:meta])* $now:ident $later:ident of $type:ty = $boxes:ident;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// A null pointer, boxes that are not what they must be, or no room.
            pub fn $now<H: Hal>(call: &mut Call<'_, '_, H>, copy: In<'_, $type>) -> Answer {
                let copy = given("pCopy", copy.read())?;
                rect(call, at_once(call), &$boxes(&copy))
            }

            $(#[$doc])*
            /// Enqueued.
            ///
            /// # Errors
            /// A null pointer, no stream, boxes that are not what they must be, or no room.
            pub fn $later<H: Hal>(call: &mut Call<'_, '_, H>, copy: In<'_, $type>, stream: MUstream) -> Answer {
                let copy = given("pCopy", copy.read())?;
                rect(call, enqueued(call, stream), &$boxes(&copy))
            }
        )*
    };
}

box_copies! {
    /// `muMemcpy2D`.
    two two_async of MUSA_MEMCPY2D = plane;
    /// `muMemcpy3D`.
    three three_async of MUSA_MEMCPY3D = volume;
    /// `muMemcpy3DPeer`.
    three_peer three_peer_async of MUSA_MEMCPY3D_PEER = peer_volume;
}
