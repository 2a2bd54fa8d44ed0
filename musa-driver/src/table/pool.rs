//! Stream-ordered allocation and memory pools.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_pool {
    ($consumer:ident) => {
        $crate::$consumer! {
            pool
            muDeviceGetDefaultMemPool(pool_out: Out<MUmemoryPool>, dev: MUdevice) [initialised fault];
            muDeviceGetMemPool(pool: Out<MUmemoryPool>, dev: MUdevice) [initialised fault];
            muDeviceSetMemPool(dev: MUdevice, pool: MUmemoryPool) [initialised fault];
            muMemAllocAsync / muMemAllocAsync_ptsz(
                dptr: Out<MUdeviceptr>,
                bytesize: usize,
                hStream: MUstream,
            ) [initialised context fault];
            muMemAllocFromPoolAsync / muMemAllocFromPoolAsync_ptsz(
                dptr: Out<MUdeviceptr>,
                bytesize: usize,
                pool: MUmemoryPool,
                hStream: MUstream,
            ) [initialised context fault];
            muMemFreeAsync / muMemFreeAsync_ptsz(dptr: MUdeviceptr, hStream: MUstream) [initialised context fault];
            muMemPoolCreate(pool: Out<MUmemoryPool>, poolProps: In<MUmemPoolProps>) [initialised fault];
            muMemPoolDestroy(pool: MUmemoryPool) [initialised fault];
            muMemPoolExportPointer(shareData_out: Out<MUmemPoolPtrExportData>, ptr: MUdeviceptr) [initialised fault];
            muMemPoolExportToShareableHandle(
                handle_out: HostPointer,
                pool: MUmemoryPool,
                handleType: MUmemAllocationHandleType,
                flags: u64,
            ) [initialised fault];
            muMemPoolGetAccess(
                flags: Out<MUmemAccess_flags>,
                memPool: MUmemoryPool,
                location: In<MUmemLocation>,
            ) [initialised fault];
            muMemPoolGetAttribute(pool: MUmemoryPool, attr: MUmemPool_attribute, value: HostPointer) [initialised fault];
            muMemPoolImportFromShareableHandle(
                pool_out: Out<MUmemoryPool>,
                handle: HostPointer,
                handleType: MUmemAllocationHandleType,
                flags: u64,
            ) [initialised fault];
            muMemPoolImportPointer(
                ptr_out: Out<MUdeviceptr>,
                pool: MUmemoryPool,
                shareData: InOut<MUmemPoolPtrExportData>,
            ) [initialised fault];
            muMemPoolSetAccess(pool: MUmemoryPool, map: Array<MUmemAccessDesc>, count: usize) [initialised fault];
            muMemPoolSetAttribute(pool: MUmemoryPool, attr: MUmemPool_attribute, value: HostPointer) [initialised fault];
            muMemPoolTrimTo(pool: MUmemoryPool, minBytesToKeep: usize) [initialised fault];
        }
    };
}
