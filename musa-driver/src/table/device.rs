//! Devices.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_device {
    ($consumer:path) => {
        $consumer! {
            device
            muDeviceGet(device: Out<MUdevice>, ordinal: i32) [initialised] => device::get;
            muDeviceGetCount(count: Out<i32>) [initialised] => device::count;
            muDeviceGetName(name: OutArray<c_char>, len: i32, dev: MUdevice) [initialised] => device::name;
            muDeviceGetUuid | muDeviceGetUuid_v2(uuid: Out<MUuuid>, dev: MUdevice) [initialised] => device::uuid;
            muDeviceTotalMem | muDeviceTotalMem_v2(bytes: Out<usize>, dev: MUdevice) [initialised]
                first device::clear_total => device::total_memory;
            muDeviceGetAttribute(pi: Out<i32>, attrib: MUdevice_attribute, dev: MUdevice) [initialised]
                first device::attribute_place => device::attribute;
            muDeviceGetProperties(prop: Out<MUdevprop>, dev: MUdevice) [initialised] => device::properties;
            muDeviceComputeCapability(major: Out<i32>, minor: Out<i32>, dev: MUdevice) [initialised]
                => device::compute_capability;
            muDeviceGetByPCIBusId(dev: Out<MUdevice>, pciBusId: Text) [initialised] => device::by_pci_id;
            muDeviceGetPCIBusId(pciBusId: OutArray<c_char>, len: i32, dev: MUdevice) [initialised] => device::pci_id;
            muDeviceGetExecAffinitySupport(pi: Out<i32>, kind: MUexecAffinityType, dev: MUdevice) [initialised]
                => device::affinity;
            muDeviceGetLuid(luid: OutArray<c_char>, deviceNodeMask: Out<u32>, dev: MUdevice) [initialised]
                => device::luid;
            muDeviceGetTexture1DLinearMaxWidth(
                maxWidthInElements: Out<usize>,
                format: MUarray_format,
                numChannels: u32,
                dev: MUdevice,
            ) [initialised] => device::linear_texture_width;
            muFlushGPUDirectRDMAWrites(
                target: MUflushGPUDirectRDMAWritesTarget,
                scope: MUflushGPUDirectRDMAWritesScope,
            ) [initialised context fault] => device::flush_writes;
        }
    };
}
