//! A launch: its state, and how it advances.

use core::num::NonZeroU32;

use managed::ManagedSlice;
use musa_hal::{Choice, Dialect, Dim3, HalError, Resource};

use super::{
    BlockState, Counters, DeadlockReport, Environment, GridFault, Observer, Path, Warp,
    block::{BlockEnd, Executor},
    geometry::Geometry,
};
use crate::{
    program::{Code, Program},
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
    /// The most lanes to execute together: 32 where the schedule searches interleavings of warps, else 128.
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
    storage: GridStorage<'a>,
    geometry: Option<Geometry>,
    /// The next block to start.
    next: u64,
    /// Blocks that have been started and have not ended.
    running: u32,
    /// Started slots of the table of blocks.
    slots: u32,
    /// The slot that ran last.
    current: u32,
    counters: Counters,
    /// Count of everything done that is more than computing and reading memory.
    effects: u64,
    /// The first assertion that failed: the launch faults when nothing else runs any more.
    assertion: Option<GridFault>,
    ended: Option<Step>,
}

impl<'a> Grid<'a> {
    /// No launch, over tables for one.
    pub const fn new(storage: GridStorage<'a>) -> Self {
        Self {
            storage,
            geometry: None,
            next: 0,
            running: 0,
            slots: 0,
            current: 0,
            counters: Counters::ZERO,
            effects: 0,
            assertion: None,
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
        let room = u32::try_from(resident).is_ok_and(|blocks| geometry.reserve(&mut self.storage, blocks));
        if !room {
            return Err(HalError::Exhausted(Resource::Table("launches")));
        }
        geometry.prepare(&mut self.storage, request.parameters);
        self.geometry = Some(geometry);
        (self.next, self.running, self.slots, self.current) = (0, 0, 0, 0);
        (self.counters, self.effects) = (Counters::ZERO, 0);
        (self.assertion, self.ended) = (None, None);
        Ok(())
    }

    /// What it has done so far.
    pub const fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Runs about `budget` instructions of warps. Once it has ended it answers the same again.
    pub fn step<O: Observer>(
        &mut self,
        program: &Program<'_>,
        environment: &mut Environment<'_>,
        observer: &mut O,
        budget: u32,
    ) -> Step {
        let (None, Some(geometry)) = (self.ended, self.geometry) else {
            return self.ended.unwrap_or(Step::Finished);
        };
        let code = program.code();
        let mut budget = budget.max(1);
        // The host and other launches may have written since the last step: what spins looks again.
        self.effects = self.effects.wrapping_add(1);
        self.look_again();
        // Whoever else writes memory may have done so since the last step.
        self.effects += 1;
        let mut progressed = false;
        let step = loop {
            if budget == 0 {
                break Step::Advanced;
            }
            let Some(slot) = self.next_slot(&geometry, environment, observer) else {
                break self.standstill(&geometry, &code, progressed);
            };
            let effects = self.effects;
            match self.run_slot(&geometry, code, environment, observer, slot, &mut budget) {
                BlockEnd::Finished => {
                    progressed = true;
                    self.block_ended(observer, slot);
                }
                BlockEnd::Advanced => progressed = true,
                BlockEnd::Stuck => self.storage.blocks[slot as usize].stuck = true,
                BlockEnd::Faulted(fault) => break Step::Faulted(fault),
            }
            if self.effects != effects {
                progressed = true;
                self.look_again();
            }
        };
        if matches!(step, Step::Finished | Step::Faulted(_) | Step::Deadlock(_)) {
            self.ended = Some(step);
        }
        step
    }

    /// Blocks that were stuck may have been released by what someone wrote.
    fn look_again(&mut self) {
        for block in &mut self.storage.blocks[..self.slots as usize] {
            block.stuck = false;
        }
    }

    /// The block to run: one that has been started and can go on, else a new one.
    fn next_slot<O: Observer>(
        &mut self,
        geometry: &Geometry,
        environment: &mut Environment<'_>,
        observer: &mut O,
    ) -> Option<u32> {
        let ready = |block: &BlockState| block.running && !block.stuck;
        let count = self.storage.blocks[..self.slots as usize]
            .iter()
            .filter(|block| ready(block))
            .count();
        let all_resident = geometry.cooperative && self.next < geometry.blocks;
        if count == 0 || all_resident {
            if let Some(slot) = self.start_block(geometry, observer) {
                return Some(slot);
            }
            if count == 0 {
                return None;
            }
        }
        let skip = match NonZeroU32::new(count as u32) {
            Some(options) if options.get() > 1 => environment.chooser.choose(Choice::Block, options) % options,
            _ => 0,
        };
        // Option zero is the block that ran last, if it can, and else the next one.
        let slots = self.slots as usize;
        let order = (0..slots).map(|place| (self.current as usize + place) % slots);
        let chosen = order
            .filter(|slot| ready(&self.storage.blocks[*slot]))
            .nth(skip as usize);
        chosen.map(|slot| slot as u32)
    }

    /// Starts the next block of the grid, where there is one and room for it.
    fn start_block<O: Observer>(&mut self, geometry: &Geometry, observer: &mut O) -> Option<u32> {
        if self.next >= geometry.blocks {
            return None;
        }
        let blocks = &self.storage.blocks[..self.slots as usize];
        let slot = match blocks.iter().position(|block| !block.running) {
            Some(slot) => slot as u32,
            None if geometry.reserve(&mut self.storage, self.slots + 1) => {
                self.slots += 1;
                self.slots - 1
            }
            None => return None,
        };
        geometry.start(&mut self.storage, slot, self.next);
        observer.block_started(self.next);
        self.counters.warps += geometry.hardware_warps();
        self.next += 1;
        self.running += 1;
        Some(slot)
    }

    fn block_ended<O: Observer>(&mut self, observer: &mut O, slot: u32) {
        let block = &mut self.storage.blocks[slot as usize];
        block.running = false;
        observer.block_finished(block.number);
        self.running -= 1;
        self.counters.blocks += 1;
    }

    fn run_slot<O: Observer>(
        &mut self,
        geometry: &Geometry,
        code: Code<'_>,
        environment: &mut Environment<'_>,
        observer: &mut O,
        slot: u32,
        budget: &mut u32,
    ) -> BlockEnd {
        self.current = slot;
        let mut executor = Executor::new(
            code,
            geometry,
            &mut self.storage,
            slot,
            environment,
            observer,
            &mut self.counters,
            &mut self.effects,
            &mut self.assertion,
        );
        executor.run(budget)
    }

    /// No block can go on and none can be started.
    fn standstill(&self, geometry: &Geometry, code: &Code<'_>, progressed: bool) -> Step {
        if let Some(fault) = self.assertion {
            return Step::Faulted(fault);
        }
        if self.running == 0 {
            return Step::Finished;
        }
        let blocks = (0..self.slots).filter(|slot| self.storage.blocks[*slot as usize].running);
        let mut report = None;
        for slot in blocks {
            if geometry.spins(&self.storage, slot) {
                return if progressed { Step::Advanced } else { Step::Parked };
            }
            report = report.or_else(|| geometry.report(&self.storage, code, slot));
        }
        Step::Deadlock(report.unwrap_or_default())
    }
}
