//! Blocks that go abreast: small ones, whose order cannot be seen, are executed as one.
//!
//! What an instruction costs beside the work on its lanes is then paid once for all of them. The blocks of a cohort are
//! neighbours along x, so that what is made of `%ctaid.x` stays a scalar ([`crate::simd::Scalar`]). They share the one warp
//! of the cohort; each has groups of its own in it, shared memory of its own and barriers of its own.

use core::ops::Range;

use musa_hal::Dim3;

use super::{Observer, around::Around, geometry::Geometry, state::BARRIERS};
use crate::simd::GROUP;

/// Cohorts that a launch is left with at least, for threads of the host to share.
const COHORTS: u64 = 16;
/// Bytes of shared and local memory that the blocks of a cohort take together at most: they should stay in a cache.
const BYTES: u64 = 1 << 17;

/// A cohort of a launch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cohort {
    /// The linear number of its first block.
    pub(crate) first: u64,
    /// The place of that in the grid.
    pub(crate) index: Dim3,
    /// How many blocks it has.
    pub(crate) blocks: u32,
}

impl Cohort {
    pub(crate) const NONE: Self = Self {
        first: 0,
        index: Dim3 { x: 0, y: 0, z: 0 },
        blocks: 0,
    };
}

impl Geometry {
    /// Puts as many blocks abreast as is good, of so many lanes at most.
    pub(super) fn form_cohorts(&mut self, max_lanes: u32) {
        let one = self.cluster.count() == 1 && !self.explicit_cluster;
        let alike = self.threads > 0 && self.threads.is_multiple_of(self.warp_width);
        if !self.in_lock_step || self.is_ordered() || !one || !alike {
            return;
        }
        let lanes = max_lanes / self.threads;
        let bytes = BYTES / (self.cohort_bytes() as u64).max(1);
        let most = u64::from(lanes.min(self.grid.x)).min(bytes).min(self.blocks / COHORTS);
        self.abreast = (most as u32).max(1);
        if self.abreast > 1 {
            self.groups = self.block_groups * self.abreast;
            (self.warps, self.warp_groups) = (1, self.groups);
        }
    }

    /// Cohorts in a row of the grid.
    fn row_cohorts(&self) -> u64 {
        u64::from(self.grid.x.div_ceil(self.abreast)).max(1)
    }

    /// Cohorts of the launch.
    pub(crate) fn cohorts(&self) -> u64 {
        let rows = self.blocks / u64::from(self.grid.x.max(1));
        rows * self.row_cohorts()
    }

    /// A cohort by its number.
    pub(crate) fn cohort(&self, number: u64) -> Cohort {
        let all = self.row_cohorts();
        // Most grids have one row; divisions are slow.
        let (row, place) = if number < all {
            (0, number)
        } else {
            (number / all, number % all)
        };
        let x = place as u32 * self.abreast;
        let rows = u64::from(self.grid.y.max(1));
        Cohort {
            first: row * u64::from(self.grid.x) + u64::from(x),
            index: Dim3::new(x, (row % rows) as u32, (row / rows) as u32),
            blocks: self.abreast.min(self.grid.x - x),
        }
    }

    /// The block of a group of a cohort.
    #[inline]
    pub(crate) fn block_of(&self, group: usize) -> usize {
        group / (self.block_groups as usize).max(1)
    }

    /// The groups of a block of a cohort.
    #[inline]
    pub(crate) fn groups_of_block(&self, block: usize) -> Range<usize> {
        let groups = self.block_groups as usize;
        block * groups..(block + 1) * groups
    }
}

impl<O: Observer> Around<'_, '_, O> {
    /// The block of a group of the running warp, within the cohort.
    #[inline]
    pub(crate) fn block_of(&self, group: usize) -> usize {
        self.geometry.block_of(self.group(group))
    }

    /// The place in the grid of a lane's block.
    pub(crate) fn index_of(&self, lane: usize) -> Dim3 {
        let Dim3 { x, y, z } = self.cohort.index;
        Dim3::new(x + self.block_of(lane / GROUP) as u32, y, z)
    }

    /// The linear number of a group's block.
    pub(crate) fn number_of(&self, group: usize) -> u64 {
        self.cohort.first + self.block_of(group) as u64
    }

    /// Where the shared memory of a group's block is in that of the cohort.
    #[inline]
    pub(crate) fn shared_range(&self, group: usize) -> Range<usize> {
        let size = self.geometry.shared as usize;
        let first = self.block_of(group) * size;
        first..first + size
    }
}

/// Where a barrier of a block is in the table of a cohort.
#[inline]
pub(crate) fn barrier_place(block: usize, number: u32) -> usize {
    block * BARRIERS + number as usize
}
