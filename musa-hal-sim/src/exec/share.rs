//! A share of a launch: the blocks that one thread of the host runs, with tables of their own. Those that go abreast
//! ([`super::cohort`]) are one here, and have one number.

use core::{num::NonZeroU32, ops::Range};

use musa_hal::{Choice, Dim3};

use super::{
    BlockState, Counters, DeadlockReport, GridFault, GridStorage, Observer, Standing,
    access::Shape,
    around::{Account, Surroundings},
    block::{BlockEnd, Executor, Masks},
    geometry::Geometry,
};
use crate::program::Code;

/// Where blocks to start come from.
pub(super) trait Supply {
    /// Whether other threads take from it too.
    #[cfg_attr(not(feature = "std"), allow(dead_code, reason = "there are no other threads"))]
    const SHARED: bool;
    /// Some of those that nobody has taken, one after the other; an empty range when there are none.
    fn take(&mut self) -> Range<u64>;
    /// Whether there are none.
    fn is_empty(&self) -> bool;
    /// Blocks from this number on are not wanted any more.
    fn limit(&self) -> u64;
}

/// The most blocks that are begun and take turns where a schedule is searched.
const TURNS: u32 = 16;

/// The blocks that nobody has taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    pub(super) next: u64,
    pub(super) end: u64,
}

impl Rest {
    pub(super) const NONE: Self = Self::new(0);

    pub(super) const fn new(blocks: u64) -> Self {
        Self { next: 0, end: blocks }
    }

    /// How many there are.
    #[cfg(feature = "std")]
    pub(super) const fn left(&self) -> u64 {
        self.end - self.next
    }
}

impl Supply for Rest {
    const SHARED: bool = false;

    fn take(&mut self) -> Range<u64> {
        let first = self.next;
        self.next = self.end.min(first + 1);
        first..self.next
    }

    fn is_empty(&self) -> bool {
        self.next >= self.end
    }

    fn limit(&self) -> u64 {
        self.end
    }
}

/// What a step of a share came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShareEnd {
    /// Something ran; more may.
    Advanced,
    /// No block can go on and none can be started; whether anything had happened before.
    Still {
        /// Whether something ran.
        progressed: bool,
    },
    /// A thread of this block did what hardware does not forgive.
    Faulted(u64, GridFault),
}

/// See the module. Shares lie side by side and are written all the time: no two in one line of the host's cache.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Share<'a> {
    storage: GridStorage<'a>,
    /// Whether the tables are those of the launch.
    pub(super) prepared: bool,
    /// Whether what is done once for the launch has been done, or is nothing.
    once: bool,
    /// The dimensions of the blocks whose threads the tables number, and how many go abreast.
    numbered: Option<(Dim3, u32)>,
    /// The lanes of the path that ran last.
    masks: Masks,
    /// Blocks that have been taken and not been started.
    taken: Range<u64>,
    /// Blocks that have been started and have not ended.
    pub(super) running: u32,
    /// Started slots of the table of blocks.
    slots: u32,
    /// The slot that ran last.
    current: u32,
    pub(super) account: Account,
    /// What had been counted when blocks were taken, by the first of them.
    #[cfg(feature = "std")]
    ledger: alloc::vec::Vec<(u64, Counters)>,
}

impl<'a> Share<'a> {
    pub(super) const fn new(storage: GridStorage<'a>) -> Self {
        Self {
            storage,
            prepared: false,
            once: false,
            numbered: None,
            masks: Masks::NONE,
            taken: 0..0,
            running: 0,
            slots: 0,
            current: 0,
            account: Account {
                counters: Counters::ZERO,
                effects: 0,
                assertion: None,
                shapes: [Shape::NONE; _],
            },
            #[cfg(feature = "std")]
            ledger: alloc::vec::Vec::new(),
        }
    }

    /// Forgets the last launch.
    pub(super) fn clear(&mut self) {
        (self.prepared, self.once) = (false, false);
        self.taken = 0..0;
        (self.running, self.slots, self.current) = (0, 0, 0);
        (self.account.counters, self.account.effects) = (Counters::ZERO, 0);
        #[cfg(feature = "std")]
        self.ledger.clear();
        self.account.assertion = None;
    }

    /// Prepares a launch in place of the last one, with room for so many blocks at once; whether there is.
    pub(super) fn prepare(&mut self, geometry: &Geometry, blocks: u32, parameters: &[u8]) -> bool {
        self.clear();
        self.prepared = geometry.reserve(&mut self.storage, blocks);
        if self.prepared {
            geometry.put_parameters(&mut self.storage, parameters);
            geometry.put_contents(&mut self.storage);
            self.once = geometry.kernel.once.count == 0;
            let numbered = Some((geometry.block, geometry.abreast));
            if self.numbered != numbered {
                geometry.number_threads(&mut self.storage);
                self.account.shapes = [Shape::NONE; _];
                self.numbered = numbered;
            }
        }
        self.prepared
    }

    /// The parameters of the launch, as they were prepared.
    #[cfg(feature = "std")]
    pub(super) fn parameters(&self, geometry: &Geometry) -> &[u8] {
        &self.storage.bytes[..geometry.parameters as usize]
    }

    /// Whether it has anything to run.
    #[cfg(feature = "std")]
    pub(super) fn is_idle(&self) -> bool {
        self.running == 0 && self.taken.is_empty()
    }

    /// Whether it has run anything of the launch.
    #[cfg(feature = "std")]
    pub(super) const fn has_begun(&self) -> bool {
        self.account.counters.instructions > 0
    }

    /// Whether other shares take blocks of the same launch.
    pub(super) const fn is_shared(&self) -> bool {
        #[cfg(feature = "std")]
        return !self.ledger.is_empty();
        #[cfg(not(feature = "std"))]
        false
    }

    /// What it has counted. With a last block that counts, what was counted for blocks that were taken behind it is left
    /// out: it depends on the timing of threads how many of them have run.
    pub(super) fn counters_up_to(&self, last: Option<u64>) -> Counters {
        let mut all = self.account.counters;
        if let Some(last) = last {
            all -= self.counters_behind(last);
        }
        all
    }

    #[cfg(feature = "std")]
    fn counters_behind(&self, last: u64) -> Counters {
        let mut behind = Counters::ZERO;
        let mut until = &self.account.counters;
        for (first, before) in self.ledger.iter().rev() {
            if *first > last {
                behind += *until;
                behind -= *before;
            }
            until = before;
        }
        behind
    }

    #[cfg(not(feature = "std"))]
    const fn counters_behind(&self, _: u64) -> Counters {
        Counters::ZERO
    }

    /// Runs about `budget` instructions of warps.
    pub(super) fn step<O: Observer>(
        &mut self,
        surroundings: &mut Surroundings<'_, '_, O>,
        supply: &mut impl Supply,
        budget: u32,
    ) -> ShareEnd {
        let mut budget = budget.max(1);
        // The host and other launches may have written since the last step: what spins looks again.
        self.account.effects = self.account.effects.wrapping_add(1);
        self.look_again();
        let mut progressed = false;
        loop {
            if budget == 0 {
                return ShareEnd::Advanced;
            }
            let Some(slot) = self.next_slot(surroundings, supply) else {
                return ShareEnd::Still { progressed };
            };
            let effects = self.account.effects;
            self.current = slot;
            let mut executor = Executor::new(surroundings, &mut self.storage, &mut self.account, slot);
            if !self.once {
                self.once = true;
                executor.run_once();
                surroundings.geometry.keep_contents(&mut self.storage, slot);
                executor = Executor::new(surroundings, &mut self.storage, &mut self.account, slot);
            }
            match executor.run(&mut self.masks, &mut budget) {
                BlockEnd::Finished => {
                    progressed = true;
                    self.cohort_ended(surroundings.observer, slot);
                }
                BlockEnd::Advanced => progressed = true,
                BlockEnd::Stuck => self.storage.blocks[slot as usize].stuck = true,
                BlockEnd::Faulted(fault) => {
                    let block = &mut self.storage.blocks[slot as usize];
                    block.running = false;
                    self.running -= 1;
                    return ShareEnd::Faulted(block.number, fault);
                }
            }
            if self.account.effects != effects {
                progressed = true;
                self.look_again();
            }
        }
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
        surroundings: &mut Surroundings<'_, '_, O>,
        supply: &mut impl Supply,
    ) -> Option<u32> {
        let geometry = surroundings.geometry;
        let limit = supply.limit();
        let ready = |block: &BlockState| block.running && !block.stuck && block.number < limit;
        let count = self.storage.blocks[..self.slots as usize]
            .iter()
            .filter(|block| ready(block))
            .count();
        if count == 0 || geometry.cooperative {
            if let Some(slot) = self.start_block(geometry, surroundings.observer, supply) {
                return Some(slot);
            }
            if count == 0 {
                return None;
            }
        }
        let more = !geometry.in_lock_step
            && self.running < TURNS
            && !(self.taken.is_empty() && supply.is_empty())
            && surroundings.environment.chooser.searches();
        let chooser = &mut surroundings.environment.chooser;
        let skip = match NonZeroU32::new(count as u32 + u32::from(more)) {
            Some(options) if options.get() > 1 => chooser.choose(Choice::Block, options) % options,
            _ => 0,
        };
        // The last option is a block that has not begun, where there is room for it.
        let new = (skip == count as u32).then(|| self.start_block(geometry, surroundings.observer, supply));
        if let Some(slot) = new.flatten() {
            return Some(slot);
        }
        // Option zero is the block that ran last, if it can, and else the next one.
        let slots = self.slots as usize;
        let order = (0..slots).map(|place| (self.current as usize + place) % slots);
        let chosen = order
            .filter(|slot| ready(&self.storage.blocks[*slot]))
            .nth(skip as usize);
        chosen.map(|slot| slot as u32)
    }

    /// Starts the next block of the grid, where there is one and room for it.
    fn start_block<O: Observer, S: Supply>(
        &mut self,
        geometry: &Geometry,
        observer: &mut O,
        supply: &mut S,
    ) -> Option<u32> {
        if self.taken.is_empty() {
            self.taken = supply.take();
            #[cfg(feature = "std")]
            if S::SHARED && !self.taken.is_empty() {
                self.ledger.push((self.taken.start, self.account.counters));
            }
        }
        if self.taken.start >= supply.limit() {
            self.taken = 0..0;
        }
        if self.taken.is_empty() {
            return None;
        }
        let slot = self.vacant_slot(geometry)?;
        let number = self.taken.next()?;
        geometry.start(&mut self.storage, slot, number);
        let cohort = self.storage.blocks[slot as usize].cohort;
        (0..cohort.blocks).for_each(|block| observer.block_started(cohort.first + u64::from(block)));
        self.account.counters.warps += geometry.hardware_warps() * u64::from(cohort.blocks);
        self.running += 1;
        Some(slot)
    }

    /// A slot without a block, made where that is possible.
    fn vacant_slot(&mut self, geometry: &Geometry) -> Option<u32> {
        let blocks = &self.storage.blocks[..self.slots as usize];
        if let Some(slot) = blocks.iter().position(|block| !block.running) {
            return Some(slot as u32);
        }
        if !geometry.reserve(&mut self.storage, self.slots + 1) {
            return None;
        }
        self.slots += 1;
        Some(self.slots - 1)
    }

    fn cohort_ended<O: Observer>(&mut self, observer: &mut O, slot: u32) {
        let state = &mut self.storage.blocks[slot as usize];
        state.running = false;
        let cohort = state.cohort;
        (0..cohort.blocks).for_each(|block| observer.block_finished(cohort.first + u64::from(block)));
        self.running -= 1;
        self.account.counters.blocks += u64::from(cohort.blocks);
    }

    fn started(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.slots).filter(|slot| self.storage.blocks[*slot as usize].running)
    }

    /// Whether some path of some block does nothing but read.
    pub(super) fn spins(&self, geometry: &Geometry) -> bool {
        self.started().any(|slot| geometry.spins(&self.storage, slot))
    }

    /// Who waits in the lowest block that has not ended.
    pub(super) fn report(&self, geometry: &Geometry, code: &Code<'_>) -> Option<DeadlockReport> {
        let reports = self
            .started()
            .filter_map(|slot| geometry.report(&self.storage, code, slot));
        reports.min_by_key(|report| report.at.block)
    }

    /// Where the lowest thread of the lowest block that has not ended stands.
    pub(super) fn standing(&self, geometry: &Geometry, code: &Code<'_>) -> Option<Standing> {
        let standing = self
            .started()
            .filter_map(|slot| geometry.standing(&self.storage, code, slot));
        standing.min_by_key(|at| at.block)
    }
}
