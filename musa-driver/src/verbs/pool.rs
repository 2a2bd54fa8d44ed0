//! Stream-ordered allocation and memory pools.

use musa_ctx::pool::{LocationAccess, PoolAttribute, PoolProperties, PoolValue};
use musa_ctx::{Error, Rejection, Rule};
use musa_hal::{Address, Hal};

use super::{given, ipc, pointer::judge_place, required};
use crate::{
    abi::{Array, HostPointer, In, InOut, Out},
    call::{Answer, Call, Early},
    types::*,
};

/// `muDeviceGetDefaultMemPool`.
///
/// # Errors
/// A null pointer, or no such device.
pub fn default_pool<H: Hal>(call: &mut Call<'_, '_, H>, pool: Out<'_, MUmemoryPool>, device: MUdevice) -> Answer {
    let (process, hal, _) = call.parts()?;
    let found = process.default_pool(hal, device.0)?;
    required("pool_out", pool.is_null())?;
    pool.write(MUmemoryPool::of(found));
    Ok(())
}

/// `muDeviceGetMemPool`.
///
/// # Errors
/// A null pointer, or no such device.
pub fn current_pool<H: Hal>(call: &mut Call<'_, '_, H>, pool: Out<'_, MUmemoryPool>, device: MUdevice) -> Answer {
    required("pool", pool.is_null())?;
    let (process, hal, _) = call.parts()?;
    pool.write(MUmemoryPool::of(process.current_pool(hal, device.0)?));
    Ok(())
}

/// `muDeviceSetMemPool`.
///
/// # Errors
/// No such device, no pool, or one of another device.
pub fn set_current_pool<H: Hal>(call: &mut Call<'_, '_, H>, device: MUdevice, pool: MUmemoryPool) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.set_current_pool(hal, device.0, pool.named())?)
}

/// A refused `muMemAllocAsync` writes zero (`pool_calls`).
///
/// # Errors
/// None.
pub fn clear_address(address: Out<'_, MUdeviceptr>, _: usize, _: MUstream) -> Result<Early, Error> {
    address.write(MUdeviceptr(0));
    Ok(Early::GoOn)
}

/// As [`clear_address`], for `muMemAllocFromPoolAsync`.
///
/// # Errors
/// None.
pub fn clear_pooled(address: Out<'_, MUdeviceptr>, _: usize, _: MUmemoryPool, _: MUstream) -> Result<Early, Error> {
    address.write(MUdeviceptr(0));
    Ok(Early::GoOn)
}

/// `muMemAllocAsync`. The stream brings the context.
///
/// # Errors
/// A null pointer, no stream, or no room.
pub fn allocate<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: Out<'_, MUdeviceptr>,
    bytes: usize,
    stream: MUstream,
) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    process.stream_context(thread, stream)?;
    required("dptr", address.is_null())?;
    let base = process.allocate_ordered(hal, thread, stream, bytes as u64)?;
    address.write(MUdeviceptr(base.0));
    Ok(())
}

/// `muMemAllocFromPoolAsync`.
///
/// # Errors
/// A null pointer, no pool, no stream, or no room.
pub fn allocate_from<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: Out<'_, MUdeviceptr>,
    bytes: usize,
    pool: MUmemoryPool,
    stream: MUstream,
) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    process.stream_context(thread, stream)?;
    required("dptr", address.is_null())?;
    let base = process.allocate_from_pool(hal, thread, stream, pool.named(), bytes as u64)?;
    address.write(MUdeviceptr(base.0));
    Ok(())
}

/// `muMemFreeAsync`.
///
/// # Errors
/// No stream, or no base of device memory.
pub fn free<H: Hal>(call: &mut Call<'_, '_, H>, address: MUdeviceptr, stream: MUstream) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    Ok(process.free_ordered(hal, thread, stream, Address(address.0))?)
}

/// `muMemPoolCreate`.
///
/// # Errors
/// A null pointer, properties that no pool has, or no room.
pub fn create<H: Hal>(
    call: &mut Call<'_, '_, H>,
    pool: Out<'_, MUmemoryPool>,
    properties: In<'_, MUmemPoolProps>,
) -> Answer {
    required("pool", pool.is_null())?;
    let properties = given("poolProps", properties.read())?;
    if properties.reserved.iter().any(|byte| *byte != 0) {
        let rejection = Rejection::new(Rule::PoolProperties).argument("poolProps");
        return Err(rejection.into());
    }
    let properties = PoolProperties {
        allocation_type: properties.allocType.0,
        handle_types: properties.handleTypes.0,
        location_type: properties.location.r#type.0,
        location: properties.location.id,
    };
    let (process, hal, _) = call.parts()?;
    pool.write(MUmemoryPool::of(process.create_pool(hal, &properties)?));
    Ok(())
}

/// `muMemPoolDestroy`.
///
/// # Errors
/// No pool, or a default one.
pub fn destroy<H: Hal>(call: &mut Call<'_, '_, H>, pool: MUmemoryPool) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.destroy_pool(hal, pool.named())?)
}

/// `muMemPoolGetAttribute`.
///
/// # Errors
/// No pool, no such attribute, or a null pointer.
pub fn attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    pool: MUmemoryPool,
    attribute: MUmemPool_attribute,
    value: HostPointer,
) -> Answer {
    judge_place("value", value)?;
    let attribute = PoolAttribute::from_number(attribute.0)?;
    let (process, _, _) = call.parts()?;
    match process.pool_attribute(pool.named(), attribute)? {
        PoolValue::Yes(yes) => value.as_out().write(i32::from(yes)),
        PoolValue::Bytes(bytes) => value.as_out().write(bytes),
    }
    Ok(())
}

/// `muMemPoolSetAttribute`.
///
/// # Errors
/// No pool, an attribute that cannot be set, or a null pointer.
pub fn set_attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    pool: MUmemoryPool,
    attribute: MUmemPool_attribute,
    value: HostPointer,
) -> Answer {
    judge_place("value", value)?;
    let attribute = PoolAttribute::from_number(attribute.0)?;
    let value = if attribute.counts_bytes() {
        PoolValue::Bytes(value.as_in().read().unwrap_or(0))
    } else {
        PoolValue::Yes(value.as_in::<i32>().read().unwrap_or(0) != 0)
    };
    let (process, _, _) = call.parts()?;
    Ok(process.set_pool_attribute(pool.named(), attribute, value)?)
}

/// Access from a location, as C describes it.
pub(super) fn location_access(access: &MUmemAccessDesc) -> LocationAccess {
    LocationAccess {
        location_type: access.location.r#type.0,
        location: access.location.id,
        flags: access.flags.0,
    }
}

/// `muMemPoolSetAccess`.
///
/// # Errors
/// No pool, no devices, unknown access, or a null pointer.
pub fn set_access<H: Hal>(
    call: &mut Call<'_, '_, H>,
    pool: MUmemoryPool,
    accesses: Array<'_, MUmemAccessDesc>,
    count: usize,
) -> Answer {
    required("map", accesses.is_null())?;
    let (process, hal, _) = call.parts()?;
    let accesses = accesses.iter(count).map(|access| location_access(&access));
    Ok(process.set_pool_access(hal, pool.named(), accesses)?)
}

/// `muMemPoolGetAccess`.
///
/// # Errors
/// No pool, no device, or a null pointer.
pub fn access<H: Hal>(
    call: &mut Call<'_, '_, H>,
    flags: Out<'_, MUmemAccess_flags>,
    pool: MUmemoryPool,
    location: In<'_, MUmemLocation>,
) -> Answer {
    required("flags", flags.is_null())?;
    let location = given("location", location.read())?;
    let (process, hal, _) = call.parts()?;
    let found = process.pool_access(hal, pool.named(), location.r#type.0, location.id)?;
    flags.write(MUmemAccess_flags(found));
    Ok(())
}

/// `muMemPoolTrimTo`.
///
/// # Errors
/// No pool.
pub fn trim<H: Hal>(call: &mut Call<'_, '_, H>, pool: MUmemoryPool, keep: usize) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.trim_pool(hal, pool.named(), keep as u64)?)
}

/// `muMemPoolExportToShareableHandle`: a file descriptor that names the pool.
///
/// # Errors
/// A null pointer, no pool, a kind of handle that it was not made for, flags, or no descriptors.
pub fn export<H: Hal>(
    call: &mut Call<'_, '_, H>,
    handle: HostPointer,
    pool: MUmemoryPool,
    handle_type: MUmemAllocationHandleType,
    flags: u64,
) -> Answer {
    judge_place("handle_out", handle)?;
    let carry = call.descriptors().0;
    let (process, hal, _) = call.parts()?;
    let export = process.export_pool(hal, pool.named(), handle_type.0, flags)?;
    let descriptor = carry(&ipc::encode(ipc::POOL, &export), 0);
    let descriptor = descriptor.ok_or(Error::Unsupported("file descriptors that carry pools"))?;
    handle.as_out().write(descriptor);
    Ok(())
}

/// `muMemPoolImportFromShareableHandle`.
///
/// # Errors
/// A null pointer, a descriptor that names no pool, another kind of handle, flags, or an owner that has ended.
pub fn import<H: Hal>(
    call: &mut Call<'_, '_, H>,
    pool: Out<'_, MUmemoryPool>,
    handle: HostPointer,
    handle_type: MUmemAllocationHandleType,
    flags: u64,
) -> Answer {
    required("pool_out", pool.is_null())?;
    let no_handle = Error::from(Rejection::new(Rule::IpcHandle).argument("handle"));
    let carried = call.descriptors().1;
    let bytes = i32::try_from(handle.address()).ok().and_then(carried);
    let export = bytes
        .and_then(|bytes| ipc::decode(ipc::POOL, &bytes))
        .ok_or(no_handle)?;
    let (process, hal, _) = call.parts()?;
    let imported = process.import_pool(hal, &export, handle_type.0, flags)?;
    pool.write(MUmemoryPool::of(imported));
    Ok(())
}

/// `muMemPoolExportPointer`.
///
/// # Errors
/// A null pointer, or no base of an allocation of a pool that can be exported.
pub fn export_pointer<H: Hal>(
    call: &mut Call<'_, '_, H>,
    data: Out<'_, MUmemPoolPtrExportData>,
    address: MUdeviceptr,
) -> Answer {
    required("shareData_out", data.is_null())?;
    let (process, hal, _) = call.parts()?;
    let export = process.export_pool_pointer(hal, Address(address.0))?;
    data.write(MUmemPoolPtrExportData {
        reserved: ipc::encode(ipc::POINTER, &export),
    });
    Ok(())
}

/// `muMemPoolImportPointer`.
///
/// # Errors
/// A null pointer, no imported pool, data that name no pointer of it, memory or an owner that are no more, or no room.
pub fn import_pointer<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: Out<'_, MUdeviceptr>,
    pool: MUmemoryPool,
    data: InOut<'_, MUmemPoolPtrExportData>,
) -> Answer {
    required("ptr_out", address.is_null())?;
    let data = given("shareData", data.read())?;
    let no_data = Error::from(Rejection::new(Rule::IpcHandle).argument("shareData"));
    let export = ipc::decode(ipc::POINTER, &data.reserved).ok_or(no_data)?;
    let (process, hal, _) = call.parts()?;
    let base = process.import_pool_pointer(hal, pool.named(), &export)?;
    address.write(MUdeviceptr(base.0));
    Ok(())
}
