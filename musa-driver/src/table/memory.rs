//! Device, pinned and registered memory, and questions about pointers.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_memory {
    ($consumer:path) => {
        $consumer! {
            memory
            muMemGetInfo | muMemGetInfo_v2(free: Out<usize>, total: Out<usize>) [initialised context fault]
                first memory::clear_info => memory::info;
            muMemAlloc | muMemAlloc_v2(dptr: Out<MUdeviceptr>, bytesize: usize) [initialised context fault]
                first memory::clear_address => memory::allocate;
            muMemAllocPitch | muMemAllocPitch_v2(
                dptr: Out<MUdeviceptr>,
                pPitch: Out<usize>,
                WidthInBytes: usize,
                Height: usize,
                ElementSizeBytes: u32,
            ) [initialised context fault] first memory::clear_pitched => memory::allocate_pitched;
            muMemFree | muMemFree_v2(dptr: MUdeviceptr) [initialised living fault_in_context] => memory::free;
            muMemGetAddressRange | muMemGetAddressRange_v2(
                pbase: Out<MUdeviceptr>,
                psize: Out<usize>,
                dptr: MUdeviceptr,
            ) [initialised context fault] first memory::clear_range => memory::range;
            muMemAllocHost | muMemAllocHost_v2(pp: Out<HostPointer>, bytesize: usize) [initialised context fault]
                first memory::clear_host => memory::allocate_host;
            muMemFreeHost(p: HostPointer) [initialised living fault_in_context] => memory::free_host;
            muMemHostAlloc(pp: Out<HostPointer>, bytesize: usize, Flags: u32) [initialised context fault]
                first memory::clear_host_with_flags => memory::allocate_host_with_flags;
            muMemHostGetDevicePointer | muMemHostGetDevicePointer_v2(
                pdptr: Out<MUdeviceptr>,
                p: HostPointer,
                Flags: u32,
            ) [initialised context fault] first memory::clear_device_pointer => memory::device_pointer;
            muMemHostGetFlags(pFlags: Out<u32>, p: HostPointer) [initialised context fault]
                first memory::judge_host_flags => memory::host_flags;
            muMemHostRegister | muMemHostRegister_v2(p: HostPointer, bytesize: usize, Flags: u32) [initialised context fault]
                => memory::register;
            muMemHostUnregister(p: HostPointer) [initialised living fault] => memory::unregister;
            muPointerGetAttribute(
                data: HostPointer,
                attribute: MUpointer_attribute,
                ptr: MUdeviceptr,
            ) [initialised] => pointer::attribute;
            muPointerGetAttributes(
                numAttributes: u32,
                attributes: Array<MUpointer_attribute>,
                data: Array<HostPointer>,
                ptr: MUdeviceptr,
            ) [initialised] => pointer::attributes;
            muPointerSetAttribute(
                value: HostPointer,
                attribute: MUpointer_attribute,
                ptr: MUdeviceptr,
            ) [initialised] => pointer::set_attribute;
        }
    };
}
