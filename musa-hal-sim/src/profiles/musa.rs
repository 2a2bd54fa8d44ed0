//! What the MUSA profiles have in common, and how a profile is laid over it.

use musa_hal::DeviceAttribute as A;
use musa_hal::device::ContextLimits;

/// Attributes of a MUSA device: all that the API numbers. Its enumeration has no attribute for clusters.
pub(super) const COUNT: usize = A::ALL.len() - 1;

/// Values that a profile has where it does not say otherwise. All are chosen: like those of devices of the same size
/// where such are known, and off where a feature is not modelled. Three dimensions: the vendor's benchmark of array copies
/// (`gpu-compute-driver-bench`) makes arrays 16384 wide.
pub(super) const BASE: [(A, i32); COUNT] = [
    (A::MaxThreadsPerBlock, 1024),
    (A::MaxBlockDimX, 1024),
    (A::MaxBlockDimY, 1024),
    (A::MaxBlockDimZ, 1024),
    (A::MaxGridDimX, 2_147_483_647),
    (A::MaxGridDimY, 2_147_483_647),
    (A::MaxGridDimZ, 2_147_483_647),
    (A::MaxSharedMemoryPerBlock, 28_672),
    (A::TotalConstantMemory, 8192),
    (A::WarpSize, 128),
    (A::MaxPitch, 2_147_483_647),
    (A::MaxRegistersPerBlock, 262_144),
    (A::ClockRate, 1_800_000),
    (A::TextureAlignment, 128),
    (A::GpuOverlap, 1),
    (A::MultiprocessorCount, 32),
    (A::KernelExecTimeout, 0),
    (A::Integrated, 0),
    (A::CanMapHostMemory, 1),
    (A::ComputeMode, 0),
    (A::MaximumTexture1dWidth, 131_072),
    (A::MaximumTexture2dWidth, 65_536),
    (A::MaximumTexture2dHeight, 65_536),
    (A::MaximumTexture3dWidth, 16_384),
    (A::MaximumTexture3dHeight, 16_384),
    (A::MaximumTexture3dDepth, 16_384),
    (A::MaximumTexture2dLayeredWidth, 16_384),
    (A::MaximumTexture2dLayeredHeight, 16_384),
    (A::MaximumTexture2dLayeredLayers, 2048),
    (A::SurfaceAlignment, 128),
    (A::ConcurrentKernels, 1),
    (A::EccEnabled, 0),
    (A::PciBusId, 1),
    (A::PciDeviceId, 0),
    (A::TccDriver, 0),
    (A::MemoryClockRate, 7_000_000),
    (A::GlobalMemoryBusWidth, 256),
    (A::L2CacheSize, 25_165_824),
    (A::MaxThreadsPerMultiprocessor, 6144),
    (A::AsyncEngineCount, 2),
    (A::UnifiedAddressing, 1),
    (A::MaximumTexture1dLayeredWidth, 16_384),
    (A::MaximumTexture1dLayeredLayers, 2048),
    (A::CanTex2dGather, 1),
    (A::MaximumTexture2dGatherWidth, 16_384),
    (A::MaximumTexture2dGatherHeight, 16_384),
    (A::MaximumTexture3dWidthAlternate, 2048),
    (A::MaximumTexture3dHeightAlternate, 2048),
    (A::MaximumTexture3dDepthAlternate, 8192),
    (A::PciDomainId, 0),
    (A::TexturePitchAlignment, 128),
    (A::MaximumTexturecubemapWidth, 16_384),
    (A::MaximumTexturecubemapLayeredWidth, 16_384),
    (A::MaximumTexturecubemapLayeredLayers, 2046),
    (A::MaximumSurface1dWidth, 16_384),
    (A::MaximumSurface2dWidth, 65_536),
    (A::MaximumSurface2dHeight, 65_536),
    (A::MaximumSurface3dWidth, 4096),
    (A::MaximumSurface3dHeight, 4096),
    (A::MaximumSurface3dDepth, 4096),
    (A::MaximumSurface1dLayeredWidth, 16_384),
    (A::MaximumSurface1dLayeredLayers, 2048),
    (A::MaximumSurface2dLayeredWidth, 16_384),
    (A::MaximumSurface2dLayeredHeight, 16_384),
    (A::MaximumSurface2dLayeredLayers, 2048),
    (A::MaximumSurfacecubemapWidth, 16_384),
    (A::MaximumSurfacecubemapLayeredWidth, 16_384),
    (A::MaximumSurfacecubemapLayeredLayers, 2046),
    (A::MaximumTexture1dLinearWidth, 268_435_456),
    (A::MaximumTexture2dLinearWidth, 131_072),
    (A::MaximumTexture2dLinearHeight, 65_000),
    (A::MaximumTexture2dLinearPitch, 2_097_120),
    (A::MaximumTexture2dMipmappedWidth, 16_384),
    (A::MaximumTexture2dMipmappedHeight, 16_384),
    (A::ComputeCapabilityMajor, 2),
    (A::ComputeCapabilityMinor, 1),
    (A::MaximumTexture1dMipmappedWidth, 16_384),
    (A::StreamPrioritiesSupported, 1),
    (A::GlobalL1CacheSupported, 1),
    (A::LocalL1CacheSupported, 1),
    (A::MaxSharedMemoryPerMultiprocessor, 28_672),
    (A::MaxRegistersPerMultiprocessor, 131_072),
    (A::ManagedMemory, 1),
    (A::MultiGpuBoard, 0),
    (A::MultiGpuBoardGroupId, 0),
    (A::HostNativeAtomicSupported, 0),
    (A::SingleToDoublePrecisionPerfRatio, 64),
    (A::PageableMemoryAccess, 0),
    (A::ConcurrentManagedAccess, 1),
    (A::ComputePreemptionSupported, 1),
    (A::CanUseHostPointerForRegisteredMem, 1),
    (A::CanUseStreamMemOps, 1),
    (A::CanUse64BitStreamMemOps, 1),
    (A::CanUseStreamWaitValueNor, 1),
    (A::CooperativeLaunch, 1),
    (A::CooperativeMultiDeviceLaunch, 0),
    (A::MaxSharedMemoryPerBlockOptin, 28_672),
    (A::CanFlushRemoteWrites, 0),
    (A::HostRegisterSupported, 1),
    (A::PageableMemoryAccessUsesHostPageTables, 0),
    (A::DirectManagedMemAccessFromHost, 0),
    (A::VirtualMemoryManagementSupported, 1),
    (A::HandleTypePosixFileDescriptorSupported, 1),
    (A::HandleTypeWin32HandleSupported, 0),
    (A::HandleTypeWin32KmtHandleSupported, 0),
    (A::MaxBlocksPerMultiprocessor, 1024),
    (A::GenericCompressionSupported, 0),
    (A::MaxPersistingL2CacheSize, 18_874_368),
    (A::MaxAccessPolicyWindowSize, 134_217_728),
    (A::GpuDirectRdmaWithMusaVmmSupported, 0),
    (A::ReservedSharedMemoryPerBlock, 0),
    (A::SparseMusaArraySupported, 0),
    (A::ReadOnlyHostRegisterSupported, 1),
    (A::TimelineSemaphoreInteropSupported, 0),
    (A::MemoryPoolsSupported, 1),
    (A::GpuDirectRdmaSupported, 0),
    (A::GpuDirectRdmaFlushWritesOptions, 0),
    (A::GpuDirectRdmaWritesOrdering, 0),
    (A::MempoolSupportedHandleTypes, 1),
    (A::DeferredMappingCudaArraySupported, 0),
    (A::CanUse64BitStreamMemOpsV2, 1),
    (A::CanUseStreamWaitValueNorV2, 1),
    (A::DmaBufSupported, 0),
];

/// Limits of contexts; chosen, none is public.
pub(super) const LIMITS: ContextLimits = ContextLimits {
    stack: 1024,
    print: 8 << 20,
    print_minimum: 512 << 10,
    print_unit: 256,
    heap: 8 << 20,
    heap_minimum: 4 << 20,
    pending_launches: 2048,
    l2_granularity: 64,
    persisting_l2: 0,
};

const fn place(attribute: A) -> usize {
    let mut place = 0;
    while BASE[place].0.number() != attribute.number() {
        place += 1;
    }
    place
}

/// The common values with a device's own laid over them.
pub(super) const fn with(mut table: [(A, i32); COUNT], own: &[(A, i32)]) -> [(A, i32); COUNT] {
    let mut index = 0;
    while index < own.len() {
        table[place(own[index].0)].1 = own[index].1;
        index += 1;
    }
    table
}

/// The attributes that are not among the public ones.
pub(super) const fn chosen<const N: usize>(public: &[(A, i32)]) -> [A; N] {
    let mut is_public = [false; COUNT];
    let mut index = 0;
    while index < public.len() {
        is_public[place(public[index].0)] = true;
        index += 1;
    }
    let mut answer = [A::MaxThreadsPerBlock; N];
    let (mut from, mut to) = (0, 0);
    while from < COUNT {
        if !is_public[from] {
            answer[to] = BASE[from].0;
            to += 1;
        }
        from += 1;
    }
    assert!(to == N, "an attribute is public twice");
    answer
}

/// Declares a profile's tables: `PUBLIC` and `CHOSEN` values over the common ones.
macro_rules! attributes {
    ($public:expr, $own:expr) => {
        const PUBLIC: &[(A, i32)] = $public;
        const ATTRIBUTES: [(A, i32); musa::COUNT] = musa::with(musa::with(musa::BASE, $own), PUBLIC);
        const CHOSEN: [A; musa::COUNT - PUBLIC.len()] = musa::chosen(PUBLIC);
    };
}
pub(super) use attributes;
