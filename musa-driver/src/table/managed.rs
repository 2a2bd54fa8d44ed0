//! Managed memory.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_managed {
    ($consumer:path) => {
        $consumer! {
            managed
            muMemAllocManaged(dptr: Out<MUdeviceptr>, bytesize: usize, flags: u32) [initialised context fault]
                first memory::judge_managed => memory::allocate_managed;
            muMemAdvise(devPtr: MUdeviceptr, count: usize, advice: MUmem_advise, device: MUdevice) [initialised context fault]
                => managed::advise;
            muMemRangeGetAttribute(
                data: HostPointer,
                dataSize: usize,
                attribute: MUmem_range_attribute,
                devPtr: MUdeviceptr,
                count: usize,
            ) [initialised context fault]
                => managed::range_attribute;
            muMemRangeGetAttributes(
                data: Array<HostPointer>,
                dataSizes: Array<usize>,
                attributes: Array<MUmem_range_attribute>,
                numAttributes: usize,
                devPtr: MUdeviceptr,
                count: usize,
            ) [initialised context fault]
                => managed::range_attributes;
            muStreamAttachMemAsync / muStreamAttachMemAsync_ptsz(
                hStream: MUstream,
                dptr: MUdeviceptr,
                length: usize,
                flags: u32,
            ) [initialised context fault]
                => managed::attach;
            muMemPrefetchAsync / muMemPrefetchAsync_ptsz(
                devPtr: MUdeviceptr,
                count: usize,
                dstDevice: MUdevice,
                hStream: MUstream,
            ) [initialised context fault]
                => managed::prefetch;
        }
    };
}
