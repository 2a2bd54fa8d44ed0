//! Virtual memory management.

use musa_ctx::{Error, mapping::PhysicalProperties};
use musa_hal::{Address, Hal};

use super::{given, pool::location_access, required};
use crate::{
    abi::{Array, HostPointer, In, Out},
    call::{Answer, Call},
    types::*,
};

/// `muMemAddressReserve`.
///
/// # Errors
/// A null pointer, a size or an alignment that is none, flags, or no such addresses left.
pub fn reserve<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: Out<'_, MUdeviceptr>,
    size: usize,
    alignment: usize,
    wanted: MUdeviceptr,
    flags: u64,
) -> Answer {
    required("ptr", address.is_null())?;
    let (process, hal, _) = call.parts()?;
    let (size, alignment) = (size as u64, alignment as u64);
    let base = process.reserve_addresses(hal, size, alignment, Address(wanted.0), flags)?;
    address.write(MUdeviceptr(base.0));
    Ok(())
}

/// `muMemAddressFree`.
///
/// # Errors
/// No such reservation, or something is mapped there.
pub fn free<H: Hal>(call: &mut Call<'_, '_, H>, address: MUdeviceptr, size: usize) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.free_addresses(hal, Address(address.0), size as u64)?)
}

/// Properties as C describes them.
fn properties(properties: In<'_, MUmemAllocationProp>) -> Result<PhysicalProperties, Error> {
    let properties = given("prop", properties.read())?;
    Ok(PhysicalProperties {
        allocation_type: properties.r#type.0,
        handle_types: properties.requestedHandleTypes.0,
        location_type: properties.location.r#type.0,
        location: properties.location.id,
    })
}

/// `muMemCreate`.
///
/// # Errors
/// A null pointer, properties that no memory has, a size, flags, or no room.
pub fn create<H: Hal>(
    call: &mut Call<'_, '_, H>,
    handle: Out<'_, MUmemGenericAllocationHandle>,
    size: usize,
    wanted: In<'_, MUmemAllocationProp>,
    flags: u64,
) -> Answer {
    required("handle", handle.is_null())?;
    let wanted = properties(wanted)?;
    let (process, hal, _) = call.parts()?;
    let memory = process.create_physical(hal, size as u64, &wanted, flags)?;
    handle.write(MUmemGenericAllocationHandle::of(memory));
    Ok(())
}

/// `muMemRelease`.
///
/// # Errors
/// No memory.
pub fn release<H: Hal>(call: &mut Call<'_, '_, H>, handle: MUmemGenericAllocationHandle) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.release_physical(hal, handle.named())?)
}

/// `muMemMap`.
///
/// # Errors
/// Flags, wrong ranges, no memory, or something is mapped there.
pub fn map<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: MUdeviceptr,
    size: usize,
    offset: usize,
    handle: MUmemGenericAllocationHandle,
    flags: u64,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    let (address, memory) = (Address(address.0), handle.named());
    Ok(process.map_memory(hal, address, size as u64, offset as u64, memory, flags)?)
}

/// `muMemUnmap`.
///
/// # Errors
/// No reservation, or a part of a mapping.
pub fn unmap<H: Hal>(call: &mut Call<'_, '_, H>, address: MUdeviceptr, size: usize) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.unmap_memory(hal, Address(address.0), size as u64)?)
}

/// `muMemSetAccess`.
///
/// # Errors
/// A null pointer, a range that does not consist of mappings, no devices, or unknown access.
pub fn set_access<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: MUdeviceptr,
    size: usize,
    accesses: Array<'_, MUmemAccessDesc>,
    count: usize,
) -> Answer {
    required("desc", accesses.is_null())?;
    let (process, hal, _) = call.parts()?;
    let accesses = accesses.iter(count).map(|access| location_access(&access));
    Ok(process.set_access(hal, Address(address.0), size as u64, accesses)?)
}

/// `muMemGetAccess`.
///
/// # Errors
/// A null pointer, nothing is mapped there, or no device.
pub fn access<H: Hal>(
    call: &mut Call<'_, '_, H>,
    flags: Out<'_, u64>,
    location: In<'_, MUmemLocation>,
    address: MUdeviceptr,
) -> Answer {
    required("flags", flags.is_null())?;
    let location = given("location", location.read())?;
    let (process, hal, _) = call.parts()?;
    let found = process.mapped_access(hal, location.r#type.0, location.id, Address(address.0))?;
    flags.write(found.into());
    Ok(())
}

/// `muMemGetAllocationGranularity`.
///
/// # Errors
/// A null pointer, properties that no memory has, or another option.
pub fn granularity<H: Hal>(
    call: &mut Call<'_, '_, H>,
    granularity: Out<'_, usize>,
    wanted: In<'_, MUmemAllocationProp>,
    option: MUmemAllocationGranularity_flags,
) -> Answer {
    required("granularity", granularity.is_null())?;
    let wanted = properties(wanted)?;
    let (process, hal, _) = call.parts()?;
    let bytes = process.map_granularity(hal, &wanted, option.0)?;
    granularity.write(super::memory::size(bytes));
    Ok(())
}

/// `muMemGetAllocationPropertiesFromHandle`.
///
/// # Errors
/// A null pointer, or no memory.
pub fn properties_of<H: Hal>(
    call: &mut Call<'_, '_, H>,
    out: Out<'_, MUmemAllocationProp>,
    handle: MUmemGenericAllocationHandle,
) -> Answer {
    required("prop", out.is_null())?;
    let (process, _, _) = call.parts()?;
    let found = process.physical_properties(handle.named())?;
    out.write(MUmemAllocationProp {
        r#type: MUmemAllocationType(found.allocation_type),
        requestedHandleTypes: MUmemAllocationHandleType(found.handle_types),
        location: MUmemLocation {
            r#type: MUmemLocationType(found.location_type),
            id: found.location,
        },
        win32HandleMetaData: HostPointer::NULL,
        compressionType: 0,
        gpuDirectRDMACapable: 0,
        usage: 0,
        reserved: [0; 4],
    });
    Ok(())
}

/// `muMemRetainAllocationHandle`.
///
/// # Errors
/// A null pointer, or nothing is mapped there.
pub fn retain<H: Hal>(
    call: &mut Call<'_, '_, H>,
    handle: Out<'_, MUmemGenericAllocationHandle>,
    address: HostPointer,
) -> Answer {
    required("handle", handle.is_null())?;
    let (process, _, _) = call.parts()?;
    let memory = process.retain_physical(super::memory::address(address))?;
    handle.write(MUmemGenericAllocationHandle::of(memory));
    Ok(())
}
