//! Virtual memory management.

use musa_ctx::{Error, Rejection, Rule, mapping::PhysicalProperties};
use musa_hal::{Address, Hal};

use super::{given, ipc, pointer::judge_place, pool::location_access, required};
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

/// `muMemGetAccess`; one that is refused for what lies at the address writes zero (`mem_mapping`).
///
/// # Errors
/// A null pointer, no memory of the driver's, or no location.
pub fn access<H: Hal>(
    call: &mut Call<'_, '_, H>,
    flags: Out<'_, u64>,
    location: In<'_, MUmemLocation>,
    address: MUdeviceptr,
) -> Answer {
    required("flags", flags.is_null())?;
    let location = given("location", location.read())?;
    let (process, hal, _) = call.parts()?;
    process.judge_access_question(hal, location.r#type.0, location.id, Address(address.0))?;
    flags.write(0);
    let found = process.mapped_access(hal, location.r#type.0, location.id, Address(address.0))?;
    flags.write(found.into());
    Ok(())
}

/// `muMemGetAllocationGranularity`.
///
/// # Errors
/// A null pointer, or another option.
pub fn granularity<H: Hal>(
    call: &mut Call<'_, '_, H>,
    granularity: Out<'_, usize>,
    wanted: In<'_, MUmemAllocationProp>,
    option: MUmemAllocationGranularity_flags,
) -> Answer {
    required("granularity", granularity.is_null())?;
    given("prop", wanted.read())?;
    let (process, _, _) = call.parts()?;
    let bytes = process.map_granularity(option.0)?;
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

/// `muMemGetHandleForAddressRange`. Other drivers cannot be given memory of the model, so that what is in order is
/// unsupported.
///
/// # Errors
/// A null pointer, another kind of handle, or a range that is not in memory of a device, page by page.
pub fn range_handle<H: Hal>(
    call: &mut Call<'_, '_, H>,
    handle: HostPointer,
    address: MUdeviceptr,
    size: usize,
    kind: MUmemRangeHandleType,
    flags: u64,
) -> Answer {
    judge_place("handle", handle)?;
    if kind != MU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD {
        let rejection = Rejection::new(Rule::MapHandleType).argument("handleType");
        return Err(rejection.value(kind.0.into()).into());
    }
    let (process, ..) = call.parts()?;
    process.judge_pages(Address(address.0), size as u64)?;
    let _ = flags;
    Err(Error::Unsupported("handles of memory for other drivers").into())
}

/// `muMemExportToShareableHandle`: a file descriptor that names the memory, and keeps it as long as it is open anywhere and
/// the exporting process lives.
///
/// # Errors
/// No memory, a kind of handle that it was not made for, flags, or no descriptors.
pub fn export<H: Hal>(
    call: &mut Call<'_, '_, H>,
    shareable: HostPointer,
    handle: MUmemGenericAllocationHandle,
    handle_type: MUmemAllocationHandleType,
    flags: u64,
) -> Answer {
    judge_place("shareableHandle", shareable)?;
    let carry = call.descriptors().0;
    let (process, hal, _) = call.parts()?;
    let export = process.export_physical(hal, handle.named(), handle_type.0, flags)?;
    let descriptor = carry(&ipc::encode(ipc::PHYSICAL, &export), export.token.serial);
    let descriptor = descriptor.ok_or(Error::Unsupported("file descriptors that carry memory"))?;
    shareable.as_out().write(descriptor);
    Ok(())
}

/// `muMemImportFromShareableHandle`.
///
/// # Errors
/// A null pointer, a descriptor that names no memory, or memory that is no more; no room.
pub fn import<H: Hal>(
    call: &mut Call<'_, '_, H>,
    handle: Out<'_, MUmemGenericAllocationHandle>,
    shareable: HostPointer,
    handle_type: MUmemAllocationHandleType,
) -> Answer {
    required("handle", handle.is_null())?;
    let no_handle = Error::from(Rejection::new(Rule::IpcHandle).argument("osHandle"));
    let carried = call.descriptors().1;
    let bytes = i32::try_from(shareable.address()).ok().and_then(carried);
    let export = bytes.and_then(|bytes| ipc::decode(ipc::PHYSICAL, &bytes));
    let export = export.ok_or(no_handle)?;
    let (process, hal, _) = call.parts()?;
    let memory = process.import_physical(hal, &export, handle_type.0)?;
    handle.write(MUmemGenericAllocationHandle::of(memory));
    Ok(())
}
