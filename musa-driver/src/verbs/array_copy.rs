//! Copies of bytes to arrays and from them.

use musa_ctx::memory::CopySide;
use musa_hal::Hal;

use super::copy::{at_once, bytes, device, enqueued, of_host};
use crate::{
    abi::HostPointer,
    call::{Answer, Call},
    types::*,
};

/// The first row of an array from a byte on.
fn row(array: MUarray, offset: usize) -> CopySide {
    CopySide::Array(array.named(), offset as u64)
}

/// `muMemcpyHtoA`.
///
/// # Errors
/// No array, ranges that are not what they must be, or no room.
pub fn host_to_array<H: Hal>(
    call: &mut Call<'_, '_, H>,
    to: MUarray,
    offset: usize,
    from: HostPointer,
    size: usize,
) -> Answer {
    bytes(call, at_once(call), row(to, offset), of_host(from), size)
}

/// `muMemcpyHtoAAsync`.
///
/// # Errors
/// No stream, no array, ranges that are not what they must be, or no room.
pub fn host_to_array_async<H: Hal>(
    call: &mut Call<'_, '_, H>,
    to: MUarray,
    offset: usize,
    from: HostPointer,
    size: usize,
    stream: MUstream,
) -> Answer {
    bytes(call, enqueued(call, stream), row(to, offset), of_host(from), size)
}

/// `muMemcpyAtoH`.
///
/// # Errors
/// No array, ranges that are not what they must be, or no room.
pub fn array_to_host<H: Hal>(
    call: &mut Call<'_, '_, H>,
    to: HostPointer,
    from: MUarray,
    offset: usize,
    size: usize,
) -> Answer {
    bytes(call, at_once(call), of_host(to), row(from, offset), size)
}

/// `muMemcpyAtoHAsync`.
///
/// # Errors
/// No stream, no array, ranges that are not what they must be, or no room.
pub fn array_to_host_async<H: Hal>(
    call: &mut Call<'_, '_, H>,
    to: HostPointer,
    from: MUarray,
    offset: usize,
    size: usize,
    stream: MUstream,
) -> Answer {
    bytes(call, enqueued(call, stream), of_host(to), row(from, offset), size)
}

/// `muMemcpyAtoA`.
///
/// # Errors
/// No arrays, ranges that are not what they must be, or no room.
pub fn array_to_array<H: Hal>(
    call: &mut Call<'_, '_, H>,
    to: MUarray,
    to_offset: usize,
    from: MUarray,
    from_offset: usize,
    size: usize,
) -> Answer {
    bytes(call, at_once(call), row(to, to_offset), row(from, from_offset), size)
}

/// `muMemcpyAtoD`.
///
/// # Errors
/// No array, ranges that are not what they must be, or no room.
pub fn array_to_device<H: Hal>(
    call: &mut Call<'_, '_, H>,
    to: MUdeviceptr,
    from: MUarray,
    offset: usize,
    size: usize,
) -> Answer {
    bytes(call, at_once(call), device(to), row(from, offset), size)
}

/// `muMemcpyDtoA`.
///
/// # Errors
/// No array, ranges that are not what they must be, or no room.
pub fn device_to_array<H: Hal>(
    call: &mut Call<'_, '_, H>,
    to: MUarray,
    offset: usize,
    from: MUdeviceptr,
    size: usize,
) -> Answer {
    bytes(call, at_once(call), row(to, offset), device(from), size)
}
