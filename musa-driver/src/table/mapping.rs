//! Virtual memory management.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_mapping {
    ($consumer:path) => {
        $consumer! {
            mapping
            muMemAddressReserve(
                ptr: Out<MUdeviceptr>,
                size: usize,
                alignment: usize,
                addr: MUdeviceptr,
                flags: u64,
            ) [initialised fault]
                => mapping::reserve;
            muMemAddressFree(ptr: MUdeviceptr, size: usize) [initialised fault]
                => mapping::free;
            muMemCreate(
                handle: Out<MUmemGenericAllocationHandle>,
                size: usize,
                prop: In<MUmemAllocationProp>,
                flags: u64,
            ) [initialised fault]
                => mapping::create;
            muMemRelease(handle: MUmemGenericAllocationHandle) [initialised fault]
                => mapping::release;
            muMemMap(
                ptr: MUdeviceptr,
                size: usize,
                offset: usize,
                handle: MUmemGenericAllocationHandle,
                flags: u64,
            ) [initialised fault]
                => mapping::map;
            muMemUnmap(ptr: MUdeviceptr, size: usize) [initialised fault]
                => mapping::unmap;
            muMemSetAccess(
                ptr: MUdeviceptr,
                size: usize,
                desc: Array<MUmemAccessDesc>,
                count: usize,
            ) [initialised fault]
                => mapping::set_access;
            muMemGetAccess(flags: Out<u64>, location: In<MUmemLocation>, ptr: MUdeviceptr) [initialised fault]
                => mapping::access;
            muMemExportToShareableHandle(
                shareableHandle: HostPointer,
                handle: MUmemGenericAllocationHandle,
                handleType: MUmemAllocationHandleType,
                flags: u64,
            ) [initialised fault]
                => mapping::export;
            muMemImportFromShareableHandle(
                handle: Out<MUmemGenericAllocationHandle>,
                osHandle: HostPointer,
                shHandleType: MUmemAllocationHandleType,
            ) [initialised fault]
                => mapping::import;
            muMemGetAllocationGranularity(
                granularity: Out<usize>,
                prop: In<MUmemAllocationProp>,
                option: MUmemAllocationGranularity_flags,
            ) [initialised fault]
                => mapping::granularity;
            muMemGetAllocationPropertiesFromHandle(
                prop: Out<MUmemAllocationProp>,
                handle: MUmemGenericAllocationHandle,
            ) [initialised fault]
                => mapping::properties_of;
            muMemRetainAllocationHandle(
                handle: Out<MUmemGenericAllocationHandle>,
                addr: HostPointer,
            ) [initialised fault]
                => mapping::retain;
            muMemGetHandleForAddressRange(
                handle: HostPointer,
                dptr: MUdeviceptr,
                size: usize,
                handleType: MUmemRangeHandleType,
                flags: u64,
            ) [initialised context fault]
                => refused::range_handle;
        }
    };
}
