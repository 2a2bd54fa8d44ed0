//! MTT S5000 (PH1, mp_31). Little about it is public: the rest is chosen, near a device of its class.

use musa_hal::device::{ContextLimits, OccupancyLimits, TimingModel};
use musa_hal::{DeviceAttribute as A, DeviceInfo, Dialect};

use super::musa;

musa::attributes!(
    // Public: `musa-api.md`, section 5.
    &[
        (A::MaxThreadsPerBlock, 1024),
        (A::WarpSize, 32),
        (A::ComputeCapabilityMajor, 3),
        (A::ComputeCapabilityMinor, 1),
    ],
    &[
        (A::MaxSharedMemoryPerBlock, 49_152),
        (A::TotalConstantMemory, 65_536),
        (A::MaxRegistersPerBlock, 65_536),
        (A::ClockRate, 1_800_000),
        (A::MultiprocessorCount, 64),
        (A::EccEnabled, 1),
        (A::MemoryClockRate, 1_600_000),
        (A::GlobalMemoryBusWidth, 4096),
        (A::L2CacheSize, 67_108_864),
        (A::MaxThreadsPerMultiprocessor, 2048),
        (A::AsyncEngineCount, 3),
        (A::MaxSharedMemoryPerMultiprocessor, 233_472),
        (A::MaxRegistersPerMultiprocessor, 65_536),
        (A::SingleToDoublePrecisionPerfRatio, 2),
        (A::MaxSharedMemoryPerBlockOptin, 232_448),
        (A::MaxBlocksPerMultiprocessor, 32),
        (A::MaxPersistingL2CacheSize, 50_331_648),
        (A::ReservedSharedMemoryPerBlock, 1024),
    ]
);

/// `s5000`.
pub static S5000: DeviceInfo = DeviceInfo {
    profile: "s5000",
    name: "MTT S5000",
    dialect: Dialect::Musa,
    total_memory: 85_899_345_920,
    warp_width: 32,
    attributes: &ATTRIBUTES,
    chosen: &CHOSEN,
    uuid: *b"MUSA model S5000",
    pci: (0, 1, 0),
    priorities: (0, -2),
    limits: ContextLimits {
        persisting_l2: 25_165_824,
        ..musa::LIMITS
    },
    occupancy: OccupancyLimits {
        // Chosen: nothing about how a multiprocessor divides its registers is public.
        register_unit: 256,
        partitions: 4,
        shared_unit: 128,
        carve_outs: &[],
        portable_cluster: 8,
        max_cluster: 8,
        cluster_groups: [64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    },
    timing: TimingModel {
        // Memory as published; the rest is chosen.
        core_clock: 1_800_000,
        lanes: 128,
        memory_rate: 1_600_000,
        link_rate: 52_000,
        latency: 2000,
        copy_engines: 3,
    },
    stack_overflow_is_illegal_address: false,
};
