//! Virtual time: when the engines of a device are free, and how long commands take on them.
//!
//! One formula for each kind of command, over the device's [`TimingModel`]; integers only, so the same work always takes
//! the same time. A device has copy engines, one for each direction as far as they go round (guide 3.2.8.4), and
//! multiprocessors, of which a kernel takes as many as it has blocks: copies and kernels overlap, and so do small kernels.

use musa_hal::device::TimingModel;

/// The most multiprocessors that the model tells apart.
const MAX_MULTIPROCESSORS: usize = 256;

/// What a copy goes from and to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// Host memory to a device.
    ToDevice,
    /// A device to host memory (or within host memory).
    ToHost,
    /// Between devices.
    Peer,
    /// Within one device.
    Within,
}

/// What a kernel did, as far as its time depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KernelWork {
    /// Blocks of the grid.
    pub(crate) blocks: u64,
    /// Warps of the grid, and how wide they are.
    pub(crate) warps: u64,
    pub(crate) warp_width: u32,
    /// Instructions that they executed.
    pub(crate) instructions: u64,
    /// Bytes of device memory read and written.
    pub(crate) memory_bytes: u64,
}

/// When the engines of one device are free.
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    model: TimingModel,
    copies: [u64; 3],
    /// Ascending.
    multiprocessors: heapless::Vec<u64, MAX_MULTIPROCESSORS>,
}

/// A division that rounds up. Hosts divide numbers of 64 bits much faster than longer ones.
fn div_ceil(amount: u128, divisor: u64) -> u128 {
    match u64::try_from(amount) {
        Ok(amount) => amount.div_ceil(divisor).into(),
        Err(_) => amount.div_ceil(divisor.into()),
    }
}

/// `amount` at a rate of `rate` a microsecond, in nanoseconds, rounded up.
fn nanoseconds(amount: u64, rate: u64) -> u64 {
    let time = div_ceil(u128::from(amount) * 1000, rate.max(1));
    u64::try_from(time).unwrap_or(u64::MAX)
}

impl Timeline {
    pub(crate) fn new(model: TimingModel, multiprocessors: u32) -> Self {
        let count = (multiprocessors as usize).clamp(1, MAX_MULTIPROCESSORS);
        let mut free = heapless::Vec::new();
        // Cannot fail: `count` is at most the capacity.
        let _ = free.resize(count, 0);
        Self {
            model,
            copies: [0; 3],
            multiprocessors: free,
        }
    }

    /// Nanoseconds that a copy takes.
    pub(crate) fn copy_time(&self, route: Route, bytes: u64) -> u64 {
        match route {
            Route::ToDevice | Route::ToHost | Route::Peer => nanoseconds(bytes, self.model.link_rate.into()),
            // Each byte is read and written.
            Route::Within => nanoseconds(bytes.saturating_mul(2), self.model.memory_rate.into()),
        }
    }

    /// Nanoseconds that filling memory takes.
    pub(crate) fn fill_time(&self, bytes: u64) -> u64 {
        nanoseconds(bytes, self.model.memory_rate.into())
    }

    /// Nanoseconds that a kernel takes: as long as its instructions or its memory, whichever is longer. Multiprocessors
    /// execute so many lanes in a cycle, but of no warp more than one instruction.
    pub(crate) fn kernel_time(&self, work: &KernelWork) -> u64 {
        let lanes = u64::from(self.model.lanes.max(1)) * self.share(work.blocks) as u64;
        let all = div_ceil(u128::from(work.instructions) * u128::from(work.warp_width), lanes);
        let cycles = all.max(work.instructions.div_ceil(work.warps.max(1)).into());
        // Kilohertz are cycles a millisecond.
        let time = div_ceil(cycles * 1_000_000, self.model.core_clock.max(1).into());
        let compute = u64::try_from(time).unwrap_or(u64::MAX);
        compute.max(nanoseconds(work.memory_bytes, self.model.memory_rate.into()))
    }

    fn share(&self, blocks: u64) -> usize {
        let all = self.multiprocessors.len();
        usize::try_from(blocks).unwrap_or(all).clamp(1, all)
    }

    /// Runs a copy or fill that is ready at a time and takes so long; when it ends.
    pub(crate) fn copy(&mut self, ready: u64, route: Route, duration: u64) -> u64 {
        let engine = match route {
            Route::ToDevice => 0,
            Route::ToHost | Route::Peer => 1,
            Route::Within => 2,
        };
        let engine = engine.min(self.model.copy_engines.max(1) as usize - 1).min(2);
        let start = ready.saturating_add(self.model.latency.into()).max(self.copies[engine]);
        self.copies[engine] = start.saturating_add(duration);
        self.copies[engine]
    }

    /// When a kernel that is ready at a time starts, if it starts now.
    pub(crate) fn kernel_start(&self, ready: u64, blocks: u64) -> u64 {
        let free = self.multiprocessors[self.share(blocks) - 1];
        ready.saturating_add(self.model.latency.into()).max(free)
    }

    /// Runs a kernel on the multiprocessors that are free first; when it starts and ends.
    pub(crate) fn kernel(&mut self, ready: u64, blocks: u64, duration: u64) -> (u64, u64) {
        let start = self.kernel_start(ready, blocks);
        let end = start.saturating_add(duration);
        let share = self.share(blocks);
        self.multiprocessors[..share].fill(end);
        // Sorted but for the first ones, which are equal: they go behind those that end earlier.
        let behind = self.multiprocessors[share..].partition_point(|free| *free < end);
        self.multiprocessors[..share + behind].rotate_left(share);
        (start, end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::profiles::S80;

    fn timeline() -> Timeline {
        Timeline::new(S80.timing, 32)
    }

    #[test]
    fn copies_take_the_bandwidth_of_their_route() {
        let timeline = timeline();
        assert_eq!(timeline.copy_time(Route::ToDevice, 26_000_000), 1_000_000);
        assert_eq!(timeline.copy_time(Route::Within, 224_000_000), 1_000_000);
        assert_eq!(timeline.fill_time(1), 1);
        assert_eq!(timeline.copy_time(Route::ToHost, u64::MAX), 709_490_156_681_136_601);
    }

    #[test]
    fn opposite_directions_overlap_and_equal_ones_queue() {
        let mut timeline = timeline();
        let down = timeline.copy(0, Route::ToDevice, 1000);
        assert_eq!(down, 3000);
        assert_eq!(timeline.copy(0, Route::ToHost, 1000), 3000);
        assert_eq!(timeline.copy(0, Route::ToDevice, 1000), 4000);
    }

    #[test]
    fn small_kernels_run_beside_each_other() {
        let mut timeline = timeline();
        assert_eq!(timeline.kernel(0, 16, 100), (2000, 2100));
        assert_eq!(timeline.kernel(0, 16, 300), (2000, 2300));
        assert_eq!(timeline.kernel(0, 8, 10), (2100, 2110));
        assert_eq!(timeline.kernel(0, 1000, 10), (2300, 2310));
    }

    #[test]
    fn a_kernel_takes_its_instructions_or_its_memory() {
        let timeline = timeline();
        // A warp of 128 lanes takes a multiprocessor one cycle, at 1.8 GHz.
        let one = KernelWork {
            blocks: 1,
            warps: 8,
            warp_width: 128,
            instructions: 1800,
            memory_bytes: 0,
        };
        assert_eq!(timeline.kernel_time(&one), 1000);
        let narrow = KernelWork { warp_width: 32, ..one };
        assert_eq!(timeline.kernel_time(&narrow), 250, "four warps of 32 at once");
        assert_eq!(
            timeline.kernel_time(&KernelWork { warps: 1, ..narrow }),
            1000,
            "but not of the same warp"
        );
        let slow = KernelWork {
            memory_bytes: 448_000 * 5,
            ..one
        };
        assert_eq!(timeline.kernel_time(&slow), 5000);
        let large = KernelWork {
            blocks: 64,
            warps: 512,
            instructions: 1800 * 32,
            ..one
        };
        assert_eq!(timeline.kernel_time(&large), 1000);
        let endless = KernelWork {
            instructions: u64::MAX,
            ..one
        };
        assert_eq!(timeline.kernel_time(&endless), 10_248_191_152_060_862_009);
    }

    proptest! {
        #[test]
        fn multiprocessors_stay_sorted(kernels in prop::collection::vec((0_u64..5000, 1_u64..80, 0_u64..5000), 1..50)) {
            let mut timeline = timeline();
            for (ready, blocks, duration) in kernels {
                let (start, end) = timeline.kernel(ready, blocks, duration);
                prop_assert!(start >= ready + 2000 && end == start + duration);
                prop_assert!(timeline.multiprocessors.is_sorted());
            }
        }
    }
}
