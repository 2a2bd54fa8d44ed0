//! Stream-ordered allocation and memory pools.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_pool {
    ($consumer:path) => {
        $consumer! {
            pool
            muDeviceGetDefaultMemPool(pool_out: Out<MUmemoryPool>, dev: MUdevice) [initialised]
                => pool::default_pool;
            muDeviceGetMemPool(pool: Out<MUmemoryPool>, dev: MUdevice) [initialised]
                => pool::current_pool;
            muDeviceSetMemPool(dev: MUdevice, pool: MUmemoryPool) [initialised]
                => pool::set_current_pool;
            muMemAllocAsync / muMemAllocAsync_ptsz(
                dptr: Out<MUdeviceptr>,
                bytesize: usize,
                hStream: MUstream,
            ) [initialised living fault]
                first pool::clear_address => pool::allocate;
            muMemAllocFromPoolAsync / muMemAllocFromPoolAsync_ptsz(
                dptr: Out<MUdeviceptr>,
                bytesize: usize,
                pool: MUmemoryPool,
                hStream: MUstream,
            ) [initialised living fault]
                first pool::clear_pooled => pool::allocate_from;
            muMemFreeAsync / muMemFreeAsync_ptsz(dptr: MUdeviceptr, hStream: MUstream) [initialised living fault]
                => pool::free;
            muMemPoolCreate(pool: Out<MUmemoryPool>, poolProps: In<MUmemPoolProps>) [initialised]
                => pool::create;
            muMemPoolDestroy(pool: MUmemoryPool) [initialised]
                => pool::destroy;
            muMemPoolExportPointer(shareData_out: Out<MUmemPoolPtrExportData>, ptr: MUdeviceptr) [initialised]
                => pool::export_pointer;
            muMemPoolExportToShareableHandle(
                handle_out: HostPointer,
                pool: MUmemoryPool,
                handleType: MUmemAllocationHandleType,
                flags: u64,
            ) [initialised]
                => pool::export;
            muMemPoolGetAccess(
                flags: Out<MUmemAccess_flags>,
                memPool: MUmemoryPool,
                location: In<MUmemLocation>,
            ) [initialised]
                => pool::access;
            muMemPoolGetAttribute(pool: MUmemoryPool, attr: MUmemPool_attribute, value: HostPointer) [initialised]
                => pool::attribute;
            muMemPoolImportFromShareableHandle(
                pool_out: Out<MUmemoryPool>,
                handle: HostPointer,
                handleType: MUmemAllocationHandleType,
                flags: u64,
            ) [initialised]
                => pool::import;
            muMemPoolImportPointer(
                ptr_out: Out<MUdeviceptr>,
                pool: MUmemoryPool,
                shareData: InOut<MUmemPoolPtrExportData>,
            ) [initialised]
                => pool::import_pointer;
            muMemPoolSetAccess(pool: MUmemoryPool, map: Array<MUmemAccessDesc>, count: usize) [initialised]
                => pool::set_access;
            muMemPoolSetAttribute(pool: MUmemoryPool, attr: MUmemPool_attribute, value: HostPointer) [initialised]
                => pool::set_attribute;
            muMemPoolTrimTo(pool: MUmemoryPool, minBytesToKeep: usize) [initialised]
                => pool::trim;
        }
    };
}
