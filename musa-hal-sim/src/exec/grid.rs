//! A launch: what it asks for, its tables, and how it advances.

use managed::ManagedSlice;
use musa_hal::{Dialect, Dim3, HalError, Resource};

use super::{
    Barrier, BlockState, Counters, DeadlockReport, Environment, GridFault, Observer, Path, Standing, Warp,
    around::{Found, Surroundings},
    geometry::Geometry,
    share::{Rest, Share, ShareEnd},
};
use crate::{
    program::{Code, Program, Uses},
    simd::{Content, Doubles, InstructionSet, Words},
};

/// What a launch asks for, already checked against the device.
#[derive(Clone, Copy, Debug)]
pub struct GridRequest<'r> {
    /// The kernel: a function of the program, by the image's ordinal.
    pub kernel: u32,
    /// Blocks.
    pub grid: Dim3,
    /// Threads of a block.
    pub block: Dim3,
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// The parameter buffer; shorter than the kernel's is padded with zeros.
    pub parameters: &'r [u8],
    /// Whether all blocks must be able to wait for each other.
    pub cooperative: bool,
    /// Blocks of a cluster; ones where there is none. The grid is a multiple of it.
    pub cluster: Dim3,
    /// Whether the launch named a cluster.
    pub explicit_cluster: bool,
    /// Bytes that a thread's stack may take.
    pub stack_limit: u64,
    /// Lanes of a hardware warp, for counting: 32 or 128.
    pub warp_width: u32,
    /// Multiprocessors of the device, for `%smid` and `%nsmid`.
    pub multiprocessors: u32,
    /// Groups of 32 threads that a multiprocessor holds at most, for `%nwarpid`.
    pub resident_groups: u32,
    /// Bytes of shared memory that the device takes for itself of every block, for the registers that tell.
    pub reserved_shared: u32,
    /// Whose answers count where they differ.
    pub dialect: Dialect,
    /// Number of the launch, for `%gridid`.
    pub grid_id: u64,
    /// The most lanes to execute together: 32 where the schedule searches interleavings of warps.
    pub max_lanes: u32,
    /// Vector instructions to use.
    pub instructions: InstructionSet,
}

/// Tables for one launch: the caller's slices, or owned and growing.
#[derive(Debug)]
#[allow(missing_docs, reason = "each is described where its element is")]
pub struct GridStorage<'a> {
    pub words: ManagedSlice<'a, Words>,
    pub doubles: ManagedSlice<'a, Doubles>,
    pub contents: ManagedSlice<'a, Content>,
    pub bytes: ManagedSlice<'a, u8>,
    pub warps: ManagedSlice<'a, Warp>,
    pub paths: ManagedSlice<'a, Path>,
    pub barriers: ManagedSlice<'a, Barrier>,
    pub blocks: ManagedSlice<'a, BlockState>,
}

#[cfg(feature = "alloc")]
impl Default for GridStorage<'_> {
    fn default() -> Self {
        use alloc::vec::Vec;
        Self {
            words: Vec::new().into(),
            doubles: Vec::new().into(),
            contents: Vec::new().into(),
            bytes: Vec::new().into(),
            warps: Vec::new().into(),
            paths: Vec::new().into(),
            barriers: Vec::new().into(),
            blocks: Vec::new().into(),
        }
    }
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// All blocks have ended.
    Finished,
    /// Something ran; more may.
    Advanced,
    /// Everything that is left waits for memory that someone else may write.
    Parked,
    /// A thread did what hardware does not forgive: nothing of the launch runs any more.
    Faulted(GridFault),
    /// Threads wait for each other and nothing can release them.
    Deadlock(DeadlockReport),
}

/// A launch in progress, or none. Its tables are kept from one launch to the next.
#[derive(Debug)]
pub struct Grid<'a> {
    pub(super) geometry: Option<Geometry>,
    /// Cohorts of blocks that have not been started.
    pub(super) rest: Rest,
    /// The blocks that this thread runs: all of them, unless a crew helps.
    pub(super) own: Share<'a>,
    /// What the other threads of a crew run.
    #[cfg(feature = "std")]
    pub(super) others: alloc::vec::Vec<Share<'a>>,
    /// The fault of the lowest block that has faulted, and its number. Lower ones that have started still end.
    pub(super) fault: Option<(u64, GridFault)>,
    ended: Option<Step>,
}

impl<'a> Grid<'a> {
    /// No launch, over tables for one.
    pub const fn new(storage: GridStorage<'a>) -> Self {
        Self {
            geometry: None,
            rest: Rest::NONE,
            own: Share::new(storage),
            #[cfg(feature = "std")]
            others: alloc::vec::Vec::new(),
            fault: None,
            ended: Some(Step::Finished),
        }
    }

    /// Prepares a launch in place of the last one. Nothing runs yet; room for one block (for all, if it is cooperative)
    /// is made sure of here, so that a launch that was accepted cannot run out.
    ///
    /// # Errors
    /// Exhausted when the tables have no room; ContractBroken for a kernel that is none. There is no launch then.
    pub fn launch(&mut self, program: &Program<'_>, request: &GridRequest<'_>) -> Result<(), HalError> {
        self.geometry = None;
        self.ended = Some(Step::Finished);
        let kernel = program.function(request.kernel);
        let kernel = kernel.ok_or(HalError::ContractBroken("launch of what is no kernel"))?;
        let geometry = Geometry::new(kernel, request)?;
        let resident = if request.cooperative { geometry.blocks } else { 1 };
        let room = u32::try_from(resident).is_ok_and(|blocks| self.own.prepare(&geometry, blocks, request.parameters));
        if !room {
            return Err(HalError::Exhausted(Resource::Table("launches")));
        }
        self.rest = Rest::new(geometry.cohorts());
        self.geometry = Some(geometry);
        #[cfg(feature = "std")]
        self.others.iter_mut().for_each(Share::clear);
        (self.fault, self.ended) = (None, None);
        Ok(())
    }

    /// The launch, while it has not ended.
    #[cfg(feature = "std")]
    pub(super) fn running(&self) -> Option<&Geometry> {
        self.geometry.as_ref().filter(|_| self.ended.is_none())
    }

    /// All shares.
    #[cfg(feature = "std")]
    pub(super) fn shares(&self) -> impl Iterator<Item = &Share<'a>> + '_ {
        core::iter::once(&self.own).chain(&self.others)
    }

    /// The only share.
    #[cfg(not(feature = "std"))]
    pub(super) fn shares(&self) -> impl Iterator<Item = &Share<'a>> + '_ {
        core::iter::once(&self.own)
    }

    /// Whether its kernel may ask for the time.
    pub fn reads_clock(&self) -> bool {
        let kernel = self.geometry.as_ref().map(|geometry| &geometry.kernel);
        kernel.is_some_and(|kernel| kernel.needs.uses.contains(Uses::CLOCK))
    }

    /// Whether several threads run it.
    pub fn is_shared(&self) -> bool {
        self.own.is_shared()
    }

    /// What it has done so far. Of a launch that has faulted, what the blocks up to the one at fault have done.
    pub fn counters(&self) -> Counters {
        let mut all = Counters::ZERO;
        for share in self.shares() {
            all += share.counters_up_to(self.fault.map(|(block, _)| block));
        }
        all
    }

    /// Runs about `budget` instructions of warps. Once it has ended it answers the same again.
    pub fn step<O: Observer>(
        &mut self,
        program: &Program<'_>,
        environment: &mut Environment<'_>,
        observer: &mut O,
        budget: u32,
    ) -> Step {
        let (None, Some(geometry)) = (&self.ended, &self.geometry) else {
            return self.ended.unwrap_or(Step::Finished);
        };
        let code = program.code();
        let surroundings = &mut Surroundings {
            geometry,
            code,
            environment,
            observer,
            found: Found::NONE,
        };
        let end = self.own.step(surroundings, &mut self.rest, budget);
        match end {
            ShareEnd::Faulted(block, fault) => {
                self.fault = Some((block, fault));
                self.end(Step::Faulted(fault))
            }
            ShareEnd::Advanced => Step::Advanced,
            ShareEnd::Still { progressed } => self.standstill(&code, progressed),
        }
    }

    /// Where the lowest thread of the lowest block that has not ended stands.
    pub fn standing(&self, program: &Program<'_>) -> Option<Standing> {
        let geometry = self.geometry.as_ref()?;
        let code = program.code();
        let standing = self.shares().filter_map(|share| share.standing(geometry, &code));
        standing.min_by_key(|at| at.block)
    }

    /// No block can go on and none can be started.
    pub(super) fn standstill(&mut self, code: &Code<'_>, progressed: bool) -> Step {
        let assertion = self.shares().filter_map(|share| share.account.assertion);
        let assertion = assertion.min_by_key(|(block, _)| *block);
        if let Some((_, fault)) = self.fault.or(assertion) {
            return self.end(Step::Faulted(fault));
        }
        if self.shares().all(|share| share.running == 0) {
            return self.end(Step::Finished);
        }
        let spins = |geometry| self.shares().any(|share| share.spins(geometry));
        if self.geometry.as_ref().is_some_and(spins) {
            return if progressed { Step::Advanced } else { Step::Parked };
        }
        let reports = |geometry| self.shares().filter_map(move |share| share.report(geometry, code));
        let reports = self.geometry.iter().flat_map(reports);
        let report = reports.min_by_key(|report| report.at.block);
        self.end(Step::Deadlock(report.unwrap_or_default()))
    }

    fn end(&mut self, step: Step) -> Step {
        self.ended = Some(step);
        step
    }
}
