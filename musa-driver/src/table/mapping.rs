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
            ) [initialised]
                => mapping::reserve;
            muMemAddressFree(ptr: MUdeviceptr, size: usize) [initialised]
                => mapping::free;
            muMemCreate(
                handle: Out<MUmemGenericAllocationHandle>,
                size: usize,
                prop: In<MUmemAllocationProp>,
                flags: u64,
            ) [initialised]
                => mapping::create;
            muMemRelease(handle: MUmemGenericAllocationHandle) [initialised]
                => mapping::release;
            muMemMap(
                ptr: MUdeviceptr,
                size: usize,
                offset: usize,
                handle: MUmemGenericAllocationHandle,
                flags: u64,
            ) [initialised]
                => mapping::map;
            muMemUnmap(ptr: MUdeviceptr, size: usize) [initialised]
                => mapping::unmap;
            muMemSetAccess(
                ptr: MUdeviceptr,
                size: usize,
                desc: Array<MUmemAccessDesc>,
                count: usize,
            ) [initialised]
                => mapping::set_access;
            muMemGetAccess(flags: Out<u64>, location: In<MUmemLocation>, ptr: MUdeviceptr) [initialised]
                => mapping::access;
            muMemExportToShareableHandle(
                shareableHandle: HostPointer,
                handle: MUmemGenericAllocationHandle,
                handleType: MUmemAllocationHandleType,
                flags: u64,
            ) [initialised]
                => mapping::export;
            muMemImportFromShareableHandle(
                handle: Out<MUmemGenericAllocationHandle>,
                osHandle: HostPointer,
                shHandleType: MUmemAllocationHandleType,
            ) [initialised]
                => mapping::import;
            muMemGetAllocationGranularity(
                granularity: Out<usize>,
                prop: In<MUmemAllocationProp>,
                option: MUmemAllocationGranularity_flags,
            ) [initialised]
                => mapping::granularity;
            muMemGetAllocationPropertiesFromHandle(
                prop: Out<MUmemAllocationProp>,
                handle: MUmemGenericAllocationHandle,
            ) [initialised]
                => mapping::properties_of;
            muMemRetainAllocationHandle(
                handle: Out<MUmemGenericAllocationHandle>,
                addr: HostPointer,
            ) [initialised]
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
