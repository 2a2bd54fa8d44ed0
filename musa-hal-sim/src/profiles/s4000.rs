//! MTT S4000 (QY2, mp_22).

use musa_hal::device::{ContextLimits, OccupancyLimits, TimingModel};
use musa_hal::{DeviceAttribute as A, DeviceInfo, Dialect};

use super::musa;

musa::attributes!(
    // Public: `musa-api.md`, section 5.
    &[
        (A::MaxThreadsPerBlock, 1024),
        (A::MaxBlockDimX, 1024),
        (A::MaxBlockDimY, 1024),
        (A::MaxBlockDimZ, 1024),
        (A::MaxGridDimX, 2_147_483_647),
        (A::MaxGridDimY, 2_147_483_647),
        (A::MaxGridDimZ, 2_147_483_647),
        (A::MaxSharedMemoryPerBlock, 73_728),
        (A::TotalConstantMemory, 8192),
        (A::WarpSize, 128),
        (A::MaxRegistersPerBlock, 262_144),
        (A::ClockRate, 1_679_990),
        (A::MultiprocessorCount, 56),
        (A::ConcurrentKernels, 1),
        (A::MemoryClockRate, 8_012_000),
        (A::GlobalMemoryBusWidth, 256),
        (A::L2CacheSize, 25_165_824),
        (A::MaxThreadsPerMultiprocessor, 6144),
        (A::TexturePitchAlignment, 128),
        (A::ComputeCapabilityMajor, 2),
        (A::ComputeCapabilityMinor, 2),
        (A::MaxSharedMemoryPerMultiprocessor, 73_728),
        (A::MultiGpuBoard, 1),
    ],
    &[
        (A::EccEnabled, 1),
        (A::MaxSharedMemoryPerBlockOptin, 73_728),
        (A::MaxBlocksPerMultiprocessor, 1024),
        (A::MaxPersistingL2CacheSize, 18_874_368),
    ]
);

/// `s4000`.
pub static S4000: DeviceInfo = DeviceInfo {
    profile: "s4000",
    name: "MTT S4000",
    dialect: Dialect::Musa,
    total_memory: 51_443_972_505,
    warp_width: 128,
    attributes: &ATTRIBUTES,
    chosen: &CHOSEN,
    uuid: *b"MUSA model S4000",
    pci: (0, 1, 0),
    priorities: (0, -2),
    limits: ContextLimits {
        persisting_l2: 9_437_184,
        ..musa::LIMITS
    },
    occupancy: OccupancyLimits {
        // Chosen: nothing about how a multiprocessor divides its registers is public.
        register_unit: 256,
        partitions: 4,
        shared_unit: 128,
        carve_outs: &[],
        portable_cluster: 1,
        max_cluster: 1,
        cluster_groups: [56, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    },
    timing: TimingModel {
        // Clock, lanes and memory as published; what a link and a start cost is chosen.
        core_clock: 1_679_990,
        lanes: 128,
        memory_rate: 768_000,
        link_rate: 52_000,
        latency: 2000,
        copy_engines: 2,
    },
    stack_overflow_is_illegal_address: false,
};
