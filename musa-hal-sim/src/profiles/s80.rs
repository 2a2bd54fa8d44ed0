//! MTT S80 (QY1, mp_21).

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
        (A::MaxSharedMemoryPerBlock, 28_672),
        (A::TotalConstantMemory, 8192),
        (A::WarpSize, 128),
        (A::MaxRegistersPerBlock, 262_144),
        (A::ClockRate, 1_800_000),
        (A::TextureAlignment, 128),
        (A::MultiprocessorCount, 32),
        (A::MemoryClockRate, 7_000_000),
        (A::GlobalMemoryBusWidth, 256),
        (A::L2CacheSize, 25_165_824),
        (A::MaxThreadsPerMultiprocessor, 6144),
        (A::TexturePitchAlignment, 128),
        (A::ComputeCapabilityMajor, 2),
        (A::ComputeCapabilityMinor, 1),
        (A::MaxSharedMemoryPerMultiprocessor, 28_672),
        (A::MaxRegistersPerMultiprocessor, 131_072),
        (A::MaxSharedMemoryPerBlockOptin, 28_672),
        (A::MaxBlocksPerMultiprocessor, 1024),
        (A::ReservedSharedMemoryPerBlock, 0),
    ],
    &[(A::MaxPersistingL2CacheSize, 18_874_368),]
);

/// `s80`.
pub static S80: DeviceInfo = DeviceInfo {
    profile: "s80",
    name: "MTT S80",
    dialect: Dialect::Musa,
    total_memory: 17_089_384_448,
    warp_width: 128,
    attributes: &ATTRIBUTES,
    chosen: &CHOSEN,
    uuid: *b"MUSA model S80\0\0",
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
        cluster_groups: [32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    },
    timing: TimingModel {
        // Clock, lanes and memory as published; what a link and a start cost is chosen.
        core_clock: 1_800_000,
        lanes: 128,
        memory_rate: 448_000,
        link_rate: 26_000,
        latency: 2000,
        copy_engines: 2,
    },
    stack_overflow_is_illegal_address: false,
};
