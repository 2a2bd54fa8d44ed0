//! Virtual memory management.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_mapping {
    ($consumer:ident) => {
        $crate::$consumer! {
            mapping
            muMemAddressReserve(
                ptr: Out<MUdeviceptr>,
                size: usize,
                alignment: usize,
                addr: MUdeviceptr,
                flags: u64,
            ) [initialised fault];
            muMemAddressFree(ptr: MUdeviceptr, size: usize) [initialised fault];
            muMemCreate(
                handle: Out<MUmemGenericAllocationHandle>,
                size: usize,
                prop: In<MUmemAllocationProp>,
                flags: u64,
            ) [initialised fault];
            muMemRelease(handle: MUmemGenericAllocationHandle) [initialised fault];
            muMemMap(
                ptr: MUdeviceptr,
                size: usize,
                offset: usize,
                handle: MUmemGenericAllocationHandle,
                flags: u64,
            ) [initialised fault];
            muMemUnmap(ptr: MUdeviceptr, size: usize) [initialised fault];
            muMemSetAccess(
                ptr: MUdeviceptr,
                size: usize,
                desc: Array<MUmemAccessDesc>,
                count: usize,
            ) [initialised fault];
            muMemGetAccess(flags: Out<u64>, location: In<MUmemLocation>, ptr: MUdeviceptr) [initialised fault];
            muMemExportToShareableHandle(
                shareableHandle: HostPointer,
                handle: MUmemGenericAllocationHandle,
                handleType: MUmemAllocationHandleType,
                flags: u64,
            ) [initialised fault];
            muMemImportFromShareableHandle(
                handle: Out<MUmemGenericAllocationHandle>,
                osHandle: HostPointer,
                shHandleType: MUmemAllocationHandleType,
            ) [initialised fault];
            muMemGetAllocationGranularity(
                granularity: Out<usize>,
                prop: In<MUmemAllocationProp>,
                option: MUmemAllocationGranularity_flags,
            ) [initialised fault];
            muMemGetAllocationPropertiesFromHandle(
                prop: Out<MUmemAllocationProp>,
                handle: MUmemGenericAllocationHandle,
            ) [initialised fault];
            muMemRetainAllocationHandle(
                handle: Out<MUmemGenericAllocationHandle>,
                addr: HostPointer,
            ) [initialised fault];
            muMemGetHandleForAddressRange(
                handle: HostPointer,
                dptr: MUdeviceptr,
                size: usize,
                handleType: MUmemRangeHandleType,
                flags: u64,
            ) [initialised context fault];
        }
    };
}
