//! Occupancy: how many blocks fit, as pure functions of device data.

#[cfg(test)]
mod tests;

use musa_hal::{DeviceAttribute, DeviceInfo, Hal, KernelInfo};

use crate::error::{Bound, Error, Rejection};
use crate::id::Handle;
use crate::module::Function;
use crate::process::Process;
use crate::rule::Rule;

/// Lanes of what PTX calls a warp: sizes of blocks are tried in steps of it.
const STEP: u32 = 32;
/// Blocks of clusters that a multiprocessor takes (`func_occupancy_table`).
const CLUSTER_BLOCKS: u32 = 8;
/// The flag that stops caching from being overridden; without effect here.
const DISABLE_CACHING_OVERRIDE: u32 = 1;

fn attribute(device: &DeviceInfo, attribute: DeviceAttribute) -> u32 {
    u32::try_from(device.attribute(attribute).unwrap_or(0)).unwrap_or(0)
}

/// Warps of a kernel whose registers fit a multiprocessor.
fn warps_by_registers(device: &DeviceInfo, registers: u32) -> u32 {
    let limits = &device.occupancy;
    let partitions = limits.partitions.max(1);
    let warp = u64::from(registers.max(1)) * u64::from(device.warp_width.max(1));
    let warp = warp.next_multiple_of(u64::from(limits.register_unit.max(1)));
    let partition = u64::from(attribute(device, DeviceAttribute::MaxRegistersPerMultiprocessor) / partitions);
    u32::try_from(partition / warp)
        .unwrap_or(u32::MAX)
        .saturating_mul(partitions)
}

/// Threads that a block of a kernel with so many registers may have.
pub fn max_threads(device: &DeviceInfo, registers: u32) -> u32 {
    let by_registers = warps_by_registers(device, registers).saturating_mul(device.warp_width);
    attribute(device, DeviceAttribute::MaxThreadsPerBlock).min(by_registers)
}

/// What decides how many blocks fit, beside their size: a plain value, to be asked with no lock held.
#[derive(Clone, Copy, Debug)]
pub struct Occupancy {
    device: DeviceInfo,
    registers: u32,
    static_shared: u32,
    max_dynamic: u32,
    max_threads: u32,
    carve_out: i32,
    non_portable_cluster: bool,
}

impl Occupancy {
    /// For a kernel as it was loaded.
    pub fn new(device: &DeviceInfo, info: &KernelInfo) -> Self {
        let settings = crate::module::Settings::new(info, device);
        Self {
            device: *device,
            registers: info.registers,
            static_shared: info.static_shared,
            max_dynamic: settings.max_dynamic,
            max_threads: crate::module::max_threads(device, info),
            carve_out: settings.carve_out,
            non_portable_cluster: settings.non_portable_cluster,
        }
    }

    fn attribute(&self, name: DeviceAttribute) -> u32 {
        attribute(&self.device, name)
    }

    fn multiprocessors(&self) -> u32 {
        self.attribute(DeviceAttribute::MultiprocessorCount)
    }

    /// Bytes of shared memory that a block takes.
    fn shared_of_block(&self, dynamic: u64) -> u64 {
        let reserved = self.attribute(DeviceAttribute::ReservedSharedMemoryPerBlock);
        let bytes = dynamic.saturating_add(u64::from(self.static_shared) + u64::from(reserved));
        let unit = u64::from(self.device.occupancy.shared_unit.max(1));
        bytes.checked_next_multiple_of(unit).unwrap_or(u64::MAX)
    }

    /// Bytes of shared memory of a multiprocessor, as the carve-out is wanted, but enough for one block.
    fn shared_of_multiprocessor(&self, block: u64) -> u64 {
        let all = u64::from(self.attribute(DeviceAttribute::MaxSharedMemoryPerMultiprocessor));
        let (Ok(percent), [.., greatest]) = (u64::try_from(self.carve_out), self.device.occupancy.carve_outs) else {
            return all;
        };
        let wanted = (u64::from(*greatest) * percent).div_ceil(100).max(block);
        let sizes = self.device.occupancy.carve_outs.iter().map(|size| u64::from(*size));
        sizes.filter(|size| *size >= wanted).min().unwrap_or(all)
    }

    /// Blocks of `block` threads with `dynamic` bytes of dynamic shared memory that fit a multiprocessor at once. A block
    /// that cannot be launched fits not at all.
    pub fn blocks(&self, block: u32, dynamic: u64) -> u32 {
        let width = self.device.warp_width.max(1);
        if block == 0
            || block > self.attribute(DeviceAttribute::MaxThreadsPerBlock)
            || dynamic > u64::from(self.max_dynamic)
        {
            return 0;
        }
        let warps = block.div_ceil(width);
        let by_warps = self.attribute(DeviceAttribute::MaxThreadsPerMultiprocessor) / width / warps;
        let by_registers = warps_by_registers(&self.device, self.registers) / warps;
        let shared = self.shared_of_block(dynamic);
        let by_shared = self
            .shared_of_multiprocessor(shared)
            .checked_div(shared)
            .map_or(u32::MAX, |blocks| u32::try_from(blocks).unwrap_or(u32::MAX));
        let greatest = self.attribute(DeviceAttribute::MaxBlocksPerMultiprocessor);
        greatest.min(by_warps).min(by_registers).min(by_shared)
    }

    /// Blocks that fit the device at once.
    pub fn blocks_of_device(&self, block: u32, dynamic: u64) -> u64 {
        u64::from(self.blocks(block, dynamic)) * u64::from(self.multiprocessors())
    }

    /// The size of blocks that puts most threads on a multiprocessor, and the grid that fills the device with them; zeros
    /// where no block fits. `dynamic` gives the bytes of dynamic shared memory for a size of blocks; `limit` is the
    /// greatest size, zero for none.
    pub fn best_block(&self, limit: u32, mut dynamic: impl FnMut(u32) -> u64) -> (u32, u32) {
        let greatest = match limit {
            0 => self.max_threads,
            limit => limit.min(self.max_threads),
        };
        let (mut best, mut most) = ((0, 0), 0);
        let mut aligned = greatest.next_multiple_of(STEP);
        while aligned > 0 {
            let block = aligned.min(greatest);
            let blocks = self.blocks(block, dynamic(block));
            let threads = u64::from(blocks) * u64::from(block);
            if threads > most {
                most = threads;
                best = (block, blocks.saturating_mul(self.multiprocessors()));
            }
            aligned -= STEP;
        }
        best
    }

    /// Bytes of dynamic shared memory that each of `blocks` blocks of `block` threads may have on a multiprocessor.
    ///
    /// # Errors
    /// No blocks, more than fit a multiprocessor, or blocks without threads.
    pub fn available_shared(&self, blocks: i32, block: i32) -> Result<u64, Error> {
        let greatest = self.attribute(DeviceAttribute::MaxBlocksPerMultiprocessor);
        let count = u32::try_from(blocks)
            .ok()
            .filter(|count| (1..=greatest).contains(count));
        let refused = Rejection::new(Rule::OccupancyBlocks)
            .argument("blocks")
            .signed(blocks.into());
        let count = count.ok_or(refused)?;
        let block = judge_block(block)?;
        let all = self.shared_of_multiprocessor(1);
        let unit = u64::from(self.device.occupancy.shared_unit.max(1));
        let share = all / u64::from(count) / unit * unit;
        // What the driver reserves in each block is not subtracted (`func_occupancy`).
        let rest = share.checked_sub(u64::from(self.static_shared)).ok_or(refused)?;
        if self.blocks(block, 0) < count {
            return Err(refused.into());
        }
        Ok(rest.min(u64::from(self.max_dynamic)))
    }

    /// Clusters of `cluster` blocks that fit the device at once; none where a launch has no clusters.
    pub fn clusters(&self, cluster: u32, block: u32, dynamic: u64) -> u32 {
        if cluster == 0 || cluster > self.max_cluster() {
            return 0;
        }
        let blocks = self.blocks(block, dynamic).min(CLUSTER_BLOCKS);
        let groups = self.device.occupancy.cluster_groups.iter().copied().map(u32::from);
        let fitting = groups.filter(|group| *group >= cluster);
        fitting.map(|group| group * blocks / cluster).sum()
    }

    /// Blocks that a cluster of the function may have.
    pub fn max_cluster(&self) -> u32 {
        let limits = &self.device.occupancy;
        if self.non_portable_cluster {
            limits.max_cluster
        } else {
            limits.portable_cluster
        }
    }
}

/// Judges the size of a block.
///
/// # Errors
/// No threads.
pub fn judge_block(block: i32) -> Result<u32, Error> {
    let threads = u32::try_from(block).ok().filter(|threads| *threads > 0);
    let refused = Rejection::new(Rule::OccupancyBlock)
        .argument("block")
        .signed(block.into())
        .bound(Bound::AtLeast(1));
    threads.ok_or(refused.into())
}

/// Judges the greatest size of a block.
///
/// # Errors
/// A negative number.
pub fn judge_limit(limit: i32) -> Result<u32, Error> {
    let refused = Rejection::new(Rule::OccupancyLimit)
        .argument("limit")
        .signed(limit.into())
        .bound(Bound::AtLeast(0));
    u32::try_from(limit).map_err(|_| refused.into())
}

/// Judges flags of an occupancy question.
///
/// # Errors
/// Unknown bits.
pub fn judge_flags(flags: u32) -> Result<(), Error> {
    if flags & !DISABLE_CACHING_OVERRIDE != 0 {
        return Err(Rejection::new(Rule::OccupancyFlags)
            .argument("flags")
            .value(u64::from(flags))
            .into());
    }
    Ok(())
}

impl Process<'_> {
    /// The occupancy of a function, as it is set.
    ///
    /// # Errors
    /// No function.
    pub fn occupancy<H: Hal + ?Sized>(&self, hal: &H, function: Handle<Function>) -> Result<Occupancy, Error> {
        let (_, function) = self.function(function)?;
        let device = self.function_device(hal, function)?;
        let context = self.context(function.context)?.cache_config;
        let carve_out = function.settings.carve_out_of(context);
        Ok(Occupancy {
            max_dynamic: function.settings.max_dynamic,
            carve_out,
            non_portable_cluster: function.settings.non_portable_cluster,
            ..Occupancy::new(device, &function.info)
        })
    }
}
