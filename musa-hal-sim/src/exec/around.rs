//! What instructions reach beside the registers of their warp.

use super::{
    Counters, Environment, GridFault, Observer,
    access::{SHAPES, Shape},
    cohort::Cohort,
    geometry::Geometry,
};
use crate::{
    memory::Region,
    program::Code,
    simd::{GROUP, Words},
};

/// Allocations that were found last, by program counter.
const KNOWN_REGIONS: usize = 16;

/// The allocations that instructions have found last. They are kept from block to block.
pub(crate) struct Found<'e>([Option<Region<'e>>; KNOWN_REGIONS]);

impl Found<'_> {
    /// None.
    pub(crate) const NONE: Self = Self([None; _]);
}

/// What a step of a launch runs with.
pub(super) struct Surroundings<'r, 'e, O> {
    pub(super) geometry: &'r Geometry,
    pub(super) code: Code<'r>,
    pub(super) environment: &'r mut Environment<'e>,
    pub(super) observer: &'r mut O,
    pub(super) found: Found<'e>,
}

/// What is kept from block to block.
#[derive(Debug)]
pub(super) struct Account {
    pub(super) counters: Counters,
    /// Count of everything done that is more than computing and reading memory.
    pub(super) effects: u64,
    /// The first assertion that failed and its block: the launch faults when nothing else runs any more.
    pub(super) assertion: Option<(u64, GridFault)>,
    /// How the rows of accesses lie to each other, in a block of the dimensions that the tables are for.
    pub(super) shapes: [Shape; SHAPES],
}

/// The surroundings of the running warp.
pub(crate) struct Around<'x, 'e, O> {
    pub(crate) code: Code<'x>,
    pub(crate) geometry: &'x Geometry,
    pub(crate) environment: &'x mut Environment<'e>,
    pub(crate) observer: &'x mut O,
    pub(crate) counters: &'x mut Counters,
    /// Count of everything done that is more than computing and reading memory.
    pub(crate) effects: &'x mut u64,
    /// The first assertion that failed, and its block.
    pub(crate) assertion: &'x mut Option<(u64, GridFault)>,
    /// Shared memory of all blocks of the cohort.
    pub(crate) shared: &'x mut [u8],
    /// Local memory of all their threads.
    pub(crate) local: &'x mut [u8],
    pub(crate) parameters: &'x [u8],
    /// Thread numbers of the cohort, group by group.
    pub(crate) threads: &'x [Words],
    /// The blocks that run.
    pub(crate) cohort: Cohort,
    /// The running warp.
    pub(crate) warp: u32,
    /// The instruction that runs.
    pub(crate) counter: u32,
    /// Whether an access meant to see what others write has been made since the last jump backwards.
    pub(crate) observing: bool,
    pub(crate) found: &'x mut Found<'e>,
    /// How the rows of accesses lie to each other.
    pub(super) shapes: &'x mut [Shape; SHAPES],
}

impl<'e, O: Observer> Around<'_, 'e, O> {
    /// The linear number in its block of the thread of a lane.
    #[inline]
    pub(crate) fn thread(&self, lane: usize) -> u32 {
        let all = self.warp * self.geometry.warp_lanes() as u32 + lane as u32;
        all % (self.geometry.block_groups * GROUP as u32)
    }

    /// The number of a group of the running warp in the cohort.
    #[inline]
    pub(crate) fn group(&self, group: usize) -> usize {
        self.warp as usize * self.geometry.warp_groups as usize + group
    }

    /// The local memory of a lane.
    pub(crate) fn local_of(&mut self, lane: usize) -> &mut [u8] {
        let size = self.geometry.local as usize;
        let first = (self.warp as usize * self.geometry.warp_lanes() + lane) * size;
        &mut self.local[first..first + size]
    }

    /// The allocation that the running instruction found last.
    #[inline]
    pub(crate) fn known_region(&self) -> Option<&Region<'e>> {
        self.found.0[self.counter as usize % KNOWN_REGIONS].as_ref()
    }

    /// Looks up the allocation that holds an address, and remembers it.
    pub(crate) fn region(&mut self, address: u64) -> Option<Region<'e>> {
        let found = self.environment.memory.region(address);
        if found.is_some() {
            self.found.0[self.counter as usize % KNOWN_REGIONS] = found;
        }
        found
    }

    /// Something was done that others may see.
    #[inline]
    pub(crate) fn touch(&mut self) {
        *self.effects += 1;
    }
}

/// The lanes of a group's bits, lowest first.
#[inline]
pub(crate) fn lanes_of(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        (lane < GROUP).then(|| {
            bits &= bits - 1;
            lane
        })
    })
}
