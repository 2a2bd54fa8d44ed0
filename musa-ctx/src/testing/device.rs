//! A device for tests: the reference's numbers as far as rules ask for them.

use musa_hal::device::{ContextLimits, OccupancyLimits, TimingModel};
use musa_hal::{DeviceAttribute as A, DeviceInfo, Dialect};

const ATTRIBUTES: &[(A, i32)] = &[
    (A::MaxThreadsPerBlock, 1024),
    (A::MaxBlockDimX, 1024),
    (A::MaxBlockDimY, 1024),
    (A::MaxBlockDimZ, 64),
    (A::MaxGridDimX, 2_147_483_647),
    (A::MaxGridDimY, 65_535),
    (A::MaxGridDimZ, 65_535),
    (A::MaxSharedMemoryPerBlock, 49_152),
    (A::WarpSize, 32),
    (A::TextureAlignment, 512),
    (A::MultiprocessorCount, 132),
    (A::MaxThreadsPerMultiprocessor, 2048),
    (A::ComputeCapabilityMajor, 9),
    (A::ComputeCapabilityMinor, 0),
    (A::MaxSharedMemoryPerMultiprocessor, 233_472),
    (A::MaxRegistersPerMultiprocessor, 65_536),
    (A::CanUse64BitStreamMemOps, 1),
    (A::CanUseStreamWaitValueNor, 1),
    (A::CooperativeLaunch, 1),
    (A::MaxSharedMemoryPerBlockOptin, 232_448),
    (A::MaxBlocksPerMultiprocessor, 32),
    (A::MaxPersistingL2CacheSize, 32 << 20),
    (A::MaxAccessPolicyWindowSize, 128 << 20),
    (A::ReservedSharedMemoryPerBlock, 1024),
    (A::ClusterLaunch, 1),
];

/// The reference's device, in a dialect.
pub(crate) const fn device(dialect: Dialect) -> DeviceInfo {
    DeviceInfo {
        profile: "test",
        name: "a device for tests",
        dialect,
        total_memory: 64 << 30,
        warp_width: 32,
        attributes: ATTRIBUTES,
        chosen: &[],
        uuid: [7; 16],
        pci: (0, 1, 0),
        priorities: (0, -5),
        limits: ContextLimits {
            stack: 1024,
            print: 1 << 20,
            print_minimum: 1 << 20,
            print_unit: 1 << 16,
            heap: 8 << 20,
            heap_minimum: 4 << 20,
            pending_launches: 2048,
            l2_granularity: 64,
            persisting_l2: 0,
        },
        occupancy: OccupancyLimits {
            register_unit: 256,
            partitions: 4,
            shared_unit: 128,
            carve_outs: &[
                0, 8192, 16_384, 32_768, 65_536, 102_400, 135_168, 167_936, 200_704, 233_472,
            ],
            portable_cluster: 8,
            max_cluster: 16,
            cluster_multiprocessors: [132, 132, 124, 124, 116],
        },
        timing: TimingModel {
            core_clock: 1_000_000,
            lanes: 128,
            memory_rate: 1_000_000,
            link_rate: 50_000,
            latency: 1000,
            copy_engines: 3,
        },
        stack_overflow_is_illegal_address: true,
    }
}
