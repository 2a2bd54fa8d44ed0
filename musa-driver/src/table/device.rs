//! Devices.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_device {
    ($consumer:ident) => {
        $crate::$consumer! {
            device
            muDeviceGet(device: Out<MUdevice>, ordinal: i32) [initialised];
            muDeviceGetCount(count: Out<i32>) [initialised];
            muDeviceGetName(name: OutArray<c_char>, len: i32, dev: MUdevice) [initialised];
            muDeviceGetUuid | muDeviceGetUuid_v2(uuid: Out<MUuuid>, dev: MUdevice) [initialised];
            muDeviceTotalMem | muDeviceTotalMem_v2(bytes: Out<usize>, dev: MUdevice) [initialised];
            muDeviceGetAttribute(pi: Out<i32>, attrib: MUdevice_attribute, dev: MUdevice) [initialised];
            muDeviceGetProperties(prop: Out<MUdevprop>, dev: MUdevice) [initialised];
            muDeviceComputeCapability(major: Out<i32>, minor: Out<i32>, dev: MUdevice) [initialised];
            muDeviceGetByPCIBusId(dev: Out<MUdevice>, pciBusId: Text) [initialised];
            muDeviceGetPCIBusId(pciBusId: OutArray<c_char>, len: i32, dev: MUdevice) [initialised];
            muDeviceGetExecAffinitySupport(pi: Out<i32>, kind: MUexecAffinityType, dev: MUdevice) [initialised];
            muDeviceGetLuid(luid: OutArray<c_char>, deviceNodeMask: Out<u32>, dev: MUdevice) [initialised];
            muDeviceGetTexture1DLinearMaxWidth(
                maxWidthInElements: Out<usize>,
                format: MUarray_format,
                numChannels: u32,
                dev: MUdevice,
            ) [initialised];
            muFlushGPUDirectRDMAWrites(
                target: MUflushGPUDirectRDMAWritesTarget,
                scope: MUflushGPUDirectRDMAWritesScope,
            ) [initialised];
        }
    };
}
