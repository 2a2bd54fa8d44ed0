//! Device memory, pinned and registered host memory, managed memory.

use musa_ctx::{Error, HostMemory, memory};
use musa_hal::{Address, Hal};

use super::required;
use crate::{
    abi::{HostPointer, Out},
    call::{Answer, Call, Early},
    types::*,
};

/// The address that a host pointer names.
pub(crate) fn address(pointer: HostPointer) -> Address {
    Address(pointer.address() as u64)
}

/// A host pointer to an address of the process.
pub(crate) fn pointer(address: Address) -> HostPointer {
    HostPointer::from_address(usize::try_from(address.0).unwrap_or(0))
}

/// A size as C has it.
pub(crate) fn size(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// A refused `muMemGetInfo` writes zeros (`mem_refused_outs`).
///
/// # Errors
/// None.
pub fn clear_info(free: Out<'_, usize>, total: Out<'_, usize>) -> Result<Early, Error> {
    free.write(0);
    total.write(0);
    Ok(Early::GoOn)
}

/// `muMemGetInfo`; either pointer may be null.
///
/// # Errors
/// None of its own.
pub fn info<H: Hal>(call: &mut Call<'_, '_, H>, free: Out<'_, usize>, total: Out<'_, usize>) -> Answer {
    let (process, hal, thread) = call.parts()?;
    let (unused, all) = process.memory_info(hal, thread)?;
    free.write(size(unused));
    total.write(size(all));
    Ok(())
}

/// A refused `muMemAlloc` writes zero, even before initialisation (`init_before`).
///
/// # Errors
/// None.
pub fn clear_address(address: Out<'_, MUdeviceptr>, _: usize) -> Result<Early, Error> {
    address.write(MUdeviceptr(0));
    Ok(Early::GoOn)
}

/// `muMemAlloc`.
///
/// # Errors
/// A null pointer, no bytes, or no room.
pub fn allocate<H: Hal>(call: &mut Call<'_, '_, H>, address: Out<'_, MUdeviceptr>, bytes: usize) -> Answer {
    required("dptr", address.is_null())?;
    let (process, hal, thread) = call.parts()?;
    address.write(MUdeviceptr(process.allocate_device(hal, thread, bytes as u64)?.0));
    Ok(())
}

/// A refused `muMemAllocPitch` writes zeros (`mem_boxes`), but the pitch where only the room is missing (`mem_refused_outs`).
///
/// # Errors
/// None.
pub fn clear_pitched(
    address: Out<'_, MUdeviceptr>,
    pitch: Out<'_, usize>,
    _: usize,
    _: usize,
    _: u32,
) -> Result<Early, Error> {
    address.write(MUdeviceptr(0));
    pitch.write(0);
    Ok(Early::GoOn)
}

/// `muMemAllocPitch`.
///
/// # Errors
/// A null pointer, no bytes, a wrong element size, or no room.
pub fn allocate_pitched<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: Out<'_, MUdeviceptr>,
    pitch: Out<'_, usize>,
    width: usize,
    height: usize,
    element: u32,
) -> Answer {
    required("dptr", address.is_null())?;
    required("pPitch", pitch.is_null())?;
    let (process, hal, thread) = call.parts()?;
    let row = process.pitch_of(hal, thread, width as u64, height as u64, element)?;
    pitch.write(size(row));
    let base = process.allocate_rows(hal, thread, row, height as u64)?;
    address.write(MUdeviceptr(base.0));
    Ok(())
}

/// `muMemFree`.
///
/// # Errors
/// No base of an allocation.
pub fn free<H: Hal>(call: &mut Call<'_, '_, H>, address: MUdeviceptr) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.free_device(hal, Address(address.0))?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muMemGetAddressRange` that asks for nothing succeeds, even before initialisation
/// (`init_before2`); one that is refused writes zeros.
///
/// # Errors
/// None.
pub fn clear_range(base: Out<'_, MUdeviceptr>, bytes: Out<'_, usize>, _: MUdeviceptr) -> Result<Early, Error> {
    base.write(MUdeviceptr(0));
    bytes.write(0);
    Ok(if base.is_null() && bytes.is_null() {
        Early::Done
    } else {
        Early::GoOn
    })
}

/// `muMemGetAddressRange`.
///
/// # Errors
/// An address that lies in no allocation.
pub fn range<H: Hal>(
    call: &mut Call<'_, '_, H>,
    base: Out<'_, MUdeviceptr>,
    bytes: Out<'_, usize>,
    address: MUdeviceptr,
) -> Answer {
    let (process, _, thread) = call.parts()?;
    let (first, len) = process.address_range(thread, Address(address.0))?;
    base.write(MUdeviceptr(first.0));
    bytes.write(size(len));
    Ok(())
}

/// A refused `muMemAllocHost` writes null, even before initialisation (`mem_refused_outs`).
///
/// # Errors
/// None.
pub fn clear_host(place: Out<'_, HostPointer>, _: usize) -> Result<Early, Error> {
    place.write(HostPointer::NULL);
    Ok(Early::GoOn)
}

/// As [`clear_host`], for `muMemHostAlloc`.
///
/// # Errors
/// None.
pub fn clear_host_with_flags(place: Out<'_, HostPointer>, bytes: usize, _: u32) -> Result<Early, Error> {
    clear_host(place, bytes)
}

/// `muMemAllocHost`.
///
/// # Errors
/// A null pointer, or no room.
pub fn allocate_host<H: Hal>(call: &mut Call<'_, '_, H>, place: Out<'_, HostPointer>, bytes: usize) -> Answer {
    allocate_host_with_flags(call, place, bytes, 0)
}

/// `muMemHostAlloc`.
///
/// # Errors
/// A null pointer, flags, or no room.
pub fn allocate_host_with_flags<H: Hal>(
    call: &mut Call<'_, '_, H>,
    place: Out<'_, HostPointer>,
    bytes: usize,
    flags: u32,
) -> Answer {
    required("pp", place.is_null())?;
    let (process, hal, thread) = call.parts()?;
    place.write(pointer(process.allocate_host(hal, thread, bytes as u64, flags)?));
    Ok(())
}

/// `muMemFreeHost`.
///
/// # Errors
/// No base of pinned memory.
pub fn free_host<H: Hal>(call: &mut Call<'_, '_, H>, place: HostPointer) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.free_host(hal, address(place))?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muMemHostRegister`.
///
/// # Errors
/// Flags, no bytes, or memory that is known already.
pub fn register<H: Hal>(call: &mut Call<'_, '_, H>, place: HostPointer, bytes: usize, flags: u32) -> Answer {
    let (process, hal, thread) = call.parts()?;
    Ok(process.register_host(hal, thread, address(place), bytes as u64, flags)?)
}

/// `muMemHostUnregister`.
///
/// # Errors
/// Not registered, or not its first byte.
pub fn unregister<H: Hal>(call: &mut Call<'_, '_, H>, place: HostPointer) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.unregister_host(hal, address(place))?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// A refused `muMemHostGetDevicePointer` writes zero, even before initialisation (`mem_refused_outs`).
///
/// # Errors
/// None.
pub fn clear_device_pointer(device: Out<'_, MUdeviceptr>, _: HostPointer, _: u32) -> Result<Early, Error> {
    device.write(MUdeviceptr(0));
    Ok(Early::GoOn)
}

/// `muMemHostGetDevicePointer`.
///
/// # Errors
/// A null pointer, flags, or other memory.
pub fn device_pointer<H: Hal>(
    call: &mut Call<'_, '_, H>,
    device: Out<'_, MUdeviceptr>,
    place: HostPointer,
    flags: u32,
) -> Answer {
    required("pdptr", device.is_null())?;
    let (process, _, thread) = call.parts()?;
    device.write(MUdeviceptr(
        process.host_device_pointer(thread, address(place), flags)?.0,
    ));
    Ok(())
}

/// `muMemHostGetFlags` refuses a null pointer even before initialisation (`host_registrations`).
///
/// # Errors
/// A null pointer.
pub fn judge_host_flags(flags: Out<'_, u32>, _: HostPointer) -> Result<Early, Error> {
    required("pFlags", flags.is_null())?;
    Ok(Early::GoOn)
}

/// `muMemHostGetFlags`.
///
/// # Errors
/// Other memory.
pub fn host_flags<H: Hal>(call: &mut Call<'_, '_, H>, flags: Out<'_, u32>, place: HostPointer) -> Answer {
    let (process, _, thread) = call.parts()?;
    flags.write(process.host_flags(thread, address(place))?);
    Ok(())
}

/// A refused `muMemAllocManaged` writes zero (`managed_alloc`). Its arguments are judged before initialisation is asked
/// for (`ctx_argument_order`).
///
/// # Errors
/// A null pointer, no bytes, or flags.
pub fn judge_managed(address: Out<'_, MUdeviceptr>, bytes: usize, flags: u32) -> Result<Early, Error> {
    required("dptr", address.is_null())?;
    address.write(MUdeviceptr(0));
    memory::judge_managed(bytes as u64, flags)?;
    Ok(Early::GoOn)
}

/// `muMemAllocManaged`.
///
/// # Errors
/// A null pointer, no bytes, flags, or no room.
pub fn allocate_managed<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: Out<'_, MUdeviceptr>,
    bytes: usize,
    flags: u32,
) -> Answer {
    required("dptr", address.is_null())?;
    let (process, hal, thread) = call.parts()?;
    address.write(MUdeviceptr(
        process.allocate_managed(hal, thread, bytes as u64, flags)?.0,
    ));
    Ok(())
}
