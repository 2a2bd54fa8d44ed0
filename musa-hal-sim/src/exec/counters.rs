//! What a launch has done so far.

/// Counts of a launch. A hardware warp is as wide as the device's warps; a request is one access of 32 lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Blocks that have ended.
    pub blocks: u64,
    /// Hardware warps that have been started.
    pub warps: u64,
    /// Instructions executed by hardware warps.
    pub instructions: u64,
    /// Instructions executed by threads.
    pub thread_instructions: u64,
    /// Branches at which the lanes of a hardware warp went different ways.
    pub divergent_branches: u64,
    /// Requests to load from global memory.
    pub global_loads: u64,
    /// Bytes that they asked for.
    pub global_load_bytes: u64,
    /// Sectors of 32 bytes that they touched.
    pub global_load_sectors: u64,
    /// Requests to store to global memory.
    pub global_stores: u64,
    /// Bytes that they brought.
    pub global_store_bytes: u64,
    /// Sectors of 32 bytes that they touched.
    pub global_store_sectors: u64,
    /// Requests to load from shared memory.
    pub shared_loads: u64,
    /// Requests to store to shared memory.
    pub shared_stores: u64,
    /// Bytes of both.
    pub shared_bytes: u64,
    /// Atomic operations of groups.
    pub atomics: u64,
    /// Barriers of blocks that were completed.
    pub barriers: u64,
}

impl Counters {
    /// Nothing done.
    pub const ZERO: Self = Self {
        blocks: 0,
        warps: 0,
        instructions: 0,
        thread_instructions: 0,
        divergent_branches: 0,
        global_loads: 0,
        global_load_bytes: 0,
        global_load_sectors: 0,
        global_stores: 0,
        global_store_bytes: 0,
        global_store_sectors: 0,
        shared_loads: 0,
        shared_stores: 0,
        shared_bytes: 0,
        atomics: 0,
        barriers: 0,
    };
}
