//! What a launch has done so far.

use core::ops::{AddAssign, SubAssign};

/// Declares the counts and what is done with all of them.
macro_rules! counters {
    ($($(#[$about:meta])* $name:ident,)*) => {
        /// Counts of a launch. A hardware warp is as wide as the device's warps; a request is one access of 32 lanes.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counters {
            $($(#[$about])* pub $name: u64,)*
        }

        impl Counters {
            /// Nothing done.
            pub const ZERO: Self = Self { $($name: 0,)* };
        }

        impl AddAssign for Counters {
            fn add_assign(&mut self, other: Self) {
                $(self.$name = self.$name.wrapping_add(other.$name);)*
            }
        }

        impl SubAssign for Counters {
            fn sub_assign(&mut self, other: Self) {
                $(self.$name = self.$name.wrapping_sub(other.$name);)*
            }
        }
    };
}

counters! {
    /// Blocks that have ended.
    blocks,
    /// Hardware warps that have been started.
    warps,
    /// Instructions executed by hardware warps.
    instructions,
    /// Instructions executed by threads.
    thread_instructions,
    /// Branches at which the lanes of a hardware warp went different ways.
    divergent_branches,
    /// Requests to load from global memory.
    global_loads,
    /// Bytes that they asked for.
    global_load_bytes,
    /// Sectors of 32 bytes that they touched.
    global_load_sectors,
    /// Requests to store to global memory.
    global_stores,
    /// Bytes that they brought.
    global_store_bytes,
    /// Sectors of 32 bytes that they touched.
    global_store_sectors,
    /// Requests to load from shared memory.
    shared_loads,
    /// Requests to store to shared memory.
    shared_stores,
    /// Bytes of both.
    shared_bytes,
    /// Atomic operations of groups.
    atomics,
    /// Barriers of blocks that were completed.
    barriers,
}
