//! Device, pinned and registered memory, and questions about pointers.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_memory {
    ($consumer:ident) => {
        $crate::$consumer! {
            memory
            muMemGetInfo | muMemGetInfo_v2(free: Out<usize>, total: Out<usize>) [initialised context fault];
            muMemAlloc | muMemAlloc_v2(dptr: Out<MUdeviceptr>, bytesize: usize) [initialised context fault];
            muMemAllocPitch | muMemAllocPitch_v2(
                dptr: Out<MUdeviceptr>,
                pPitch: Out<usize>,
                WidthInBytes: usize,
                Height: usize,
                ElementSizeBytes: u32,
            ) [initialised context fault];
            muMemFree | muMemFree_v2(dptr: MUdeviceptr) [initialised living fault];
            muMemGetAddressRange | muMemGetAddressRange_v2(
                pbase: Out<MUdeviceptr>,
                psize: Out<usize>,
                dptr: MUdeviceptr,
            ) [initialised context fault];
            muMemAllocHost | muMemAllocHost_v2(pp: Out<HostPointer>, bytesize: usize) [initialised context fault];
            muMemFreeHost(p: HostPointer) [initialised living fault];
            muMemHostAlloc(pp: Out<HostPointer>, bytesize: usize, Flags: u32) [initialised context fault];
            muMemHostGetDevicePointer | muMemHostGetDevicePointer_v2(
                pdptr: Out<MUdeviceptr>,
                p: HostPointer,
                Flags: u32,
            ) [initialised context fault];
            muMemHostGetFlags(pFlags: Out<u32>, p: HostPointer) [initialised context fault];
            muMemHostRegister | muMemHostRegister_v2(p: HostPointer, bytesize: usize, Flags: u32) [initialised context fault];
            muMemHostUnregister(p: HostPointer) [initialised living fault];
            muPointerGetAttribute(
                data: HostPointer,
                attribute: MUpointer_attribute,
                ptr: MUdeviceptr,
            ) [initialised];
            muPointerGetAttributes(
                numAttributes: u32,
                attributes: Array<MUpointer_attribute>,
                data: Array<HostPointer>,
                ptr: MUdeviceptr,
            ) [initialised];
            muPointerSetAttribute(
                value: HostPointer,
                attribute: MUpointer_attribute,
                ptr: MUdeviceptr,
            ) [initialised];
        }
    };
}
