//! A block: its warps take turns.

use core::num::NonZeroU32;

use musa_hal::Choice;

use super::{
    Barrier, BlockState, GridFault, GridStorage, Observer, Path, Warp,
    around::{Account, Around, Surroundings},
    fault::Trouble,
    lowest_lane,
    state::PathState,
};
use crate::{
    program::{Arms, Body, Control, Guard, Op},
    simd::{Lanes, Mask, Missing, Row, Scalar, Window},
};

/// What a slice of a block came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockEnd {
    /// All threads have ended.
    Finished,
    /// It can go on.
    Advanced,
    /// Nothing in it can go on.
    Stuck,
    /// A thread did what hardware does not forgive.
    Faulted(GridFault),
}

/// How the control instruction at the end of straight code left its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// It goes on.
    Going,
    /// It waits or is no more: another path must be found.
    Stopped,
}

/// The lanes of the running path, and those of them in which a guard holds. They are kept, for they are long, and most
/// paths follow one that has the same lanes.
#[derive(Debug)]
pub(super) struct Masks {
    pub(super) path: Mask,
    guard: Mask,
}

impl Masks {
    /// No lane.
    pub(super) const NONE: Self = Self {
        path: Mask::NONE,
        guard: Mask::NONE,
    };
}

/// Instructions after which another warp may go on, under the eager schedule.
const WARP_SLICE: u32 = 8192;

/// Runs one block.
pub(super) struct Executor<'x, 'e, O> {
    pub(super) around: Around<'x, 'e, O>,
    pub(super) block: &'x mut BlockState,
    pub(super) warps: &'x mut [Warp],
    pub(super) paths: &'x mut [Path],
    pub(super) barriers: &'x mut [Barrier],
    lanes: Lanes<'x>,
}

impl<'x, 'e, O: Observer> Executor<'x, 'e, O> {
    /// Of the cohort in a slot.
    pub(super) fn new(
        surroundings: &'x mut Surroundings<'_, 'e, O>,
        storage: &'x mut GridStorage<'_>,
        account: &'x mut Account,
        slot: u32,
    ) -> Self {
        let (geometry, code) = (surroundings.geometry, surroundings.code);
        let block = &mut storage.blocks[slot as usize];
        let (threads, words) = storage.words.split_at_mut(geometry.thread_numbers());
        let front = geometry.thread_numbers();
        let words_range = geometry.words_range(slot);
        let (parameters, bytes) = storage.bytes.split_at_mut(geometry.parameters as usize);
        let bytes_range = geometry.bytes_range(slot);
        let first = bytes_range.start - geometry.parameters as usize;
        let bytes = &mut bytes[first..first + bytes_range.len()];
        let (shared, local) = bytes.split_at_mut(geometry.cohort_shared());
        let cohort = block.cohort;
        Self {
            around: Around {
                code,
                geometry,
                environment: surroundings.environment,
                observer: surroundings.observer,
                counters: &mut account.counters,
                effects: &mut account.effects,
                assertion: &mut account.assertion,
                shared,
                local,
                parameters,
                threads,
                cohort,
                warp: 0,
                counter: 0,
                observing: false,
                found: &mut surroundings.found,
                shapes: &mut account.shapes,
            },
            block,
            warps: &mut storage.warps[geometry.warps_range(slot)],
            paths: &mut storage.paths[geometry.paths_range(slot)],
            barriers: &mut storage.barriers[geometry.barriers_range(slot)],
            lanes: Lanes {
                words: &mut words[words_range.start - front..words_range.end - front],
                doubles: &mut storage.doubles[geometry.doubles_range(slot)],
                contents: &mut storage.contents[geometry.contents_range(slot)],
                window: Window::default(),
                constants: code.constants,
                threads,
                starts: geometry.starts(),
                last: geometry.last(),
                groups: 0,
                block_groups: geometry.block_groups as usize,
                set: geometry.instructions,
            },
        }
    }

    /// Runs warps until the budget is used up or none can go on. `masks` are those of some path before.
    pub(super) fn run(&mut self, masks: &mut Masks, budget: &mut u32) -> BlockEnd {
        while *budget > 0 {
            let Some(warp) = self.next_warp() else {
                let ended = self.warps.iter().all(|warp| warp.paths == 0);
                return if ended { BlockEnd::Finished } else { BlockEnd::Stuck };
            };
            self.block.warp = warp;
            self.around.warp = warp;
            let slice = self.slice_length().min(*budget);
            let mut left = slice;
            let run = self.run_warp(masks, &mut left);
            *budget -= slice - left;
            if let Err(trouble) = run {
                return BlockEnd::Faulted(self.fault(trouble));
            }
        }
        BlockEnd::Advanced
    }

    fn slice_length(&mut self) -> u32 {
        let options = const { NonZeroU32::new(13).unwrap() };
        let answer = self.around.environment.chooser.choose(Choice::SliceLength, options);
        WARP_SLICE >> answer.min(12)
    }

    fn can_run(&self, warp: usize) -> bool {
        (0..self.warps[warp].paths as usize).any(|path| self.is_ready(warp, path))
    }

    /// Whether a path can go on: a spinning one can when something has been written since.
    pub(super) fn is_ready(&self, warp: usize, path: usize) -> bool {
        match self.paths[warp * self.around.geometry.warp_lanes() + path].state {
            PathState::Ready | PathState::Released => true,
            PathState::Spinning(effects) => effects != *self.around.effects,
            PathState::AtBarrier(_) | PathState::AtWarpOperation => false,
        }
    }

    /// The warp to run: the next one that can, in turn.
    fn next_warp(&mut self) -> Option<u32> {
        let count = self.warps.len();
        if count == 1 {
            return self.can_run(0).then_some(0);
        }
        let ready = (0..count).filter(|warp| self.can_run(*warp)).count();
        let options = NonZeroU32::new(ready as u32)?;
        let skip = match options.get() {
            1 => 0,
            _ => self.around.environment.chooser.choose(Choice::Warp, options) % options,
        };
        let first = self.block.warp as usize + 1;
        let order = (0..count).map(|place| (first + place) % count);
        let chosen = order.filter(|warp| self.can_run(*warp)).nth(skip as usize);
        chosen.map(|warp| warp as u32)
    }

    /// Runs paths of the current warp until the slice is used up or none can go on.
    fn run_warp(&mut self, masks: &mut Masks, left: &mut u32) -> Result<(), Trouble> {
        while *left > 0 {
            let Some(path) = self.next_path() else { return Ok(()) };
            let place = self.path_place(path);
            if matches!(self.paths[place].state, PathState::Spinning(_)) {
                // It looks again at what has been written until now.
                self.paths[place].state = PathState::Ready;
                self.paths[place].spin.effects = *self.around.effects;
            }
            self.run_path(path, masks, left)?;
        }
        Ok(())
    }

    /// The path to run: the deepest call, then the lowest program counter, of those that have not just given way.
    fn next_path(&mut self) -> Option<usize> {
        let warp = self.around.warp as usize;
        let held = core::mem::take(&mut self.warps[warp].held);
        if held > 0 {
            return Some(held as usize - 1);
        }
        let count = self.warps[warp].paths as usize;
        if count == 1 {
            return self.is_ready(warp, 0).then_some(0);
        }
        let (mut ready, mut best) = self.rank_paths(warp, count);
        if ready > 0 && best.is_none() {
            let first = warp * self.around.geometry.warp_lanes();
            self.paths[first..first + count]
                .iter_mut()
                .for_each(|path| path.tired = false);
            (ready, best) = self.rank_paths(warp, count);
        }
        if let Some(options) = NonZeroU32::new(ready).filter(|options| options.get() > 1) {
            let answer = self.around.environment.chooser.choose(Choice::Path, options) % options;
            if answer > 0 {
                return (0..count)
                    .filter(|path| self.is_ready(warp, *path))
                    .nth(answer as usize);
            }
        }
        best
    }

    /// How many paths can go on, and the first to go of those that have not just given way.
    fn rank_paths(&self, warp: usize, count: usize) -> (u32, Option<usize>) {
        let first = warp * self.around.geometry.warp_lanes();
        let (mut ready, mut best, mut least) = (0, None, (u32::MAX, u32::MAX));
        for number in (0..count).filter(|path| self.is_ready(warp, *path)) {
            let path = &self.paths[first + number];
            let rank = (u32::MAX - path.depth, path.counter);
            ready += 1;
            if !path.tired && (best.is_none() || rank < least) {
                (best, least) = (Some(number), rank);
            }
        }
        (ready, best)
    }

    /// Runs a path until it stops, another should run, or the slice is used up. `masks` are those of some path before.
    fn run_path(&mut self, path: usize, masks: &mut Masks, left: &mut u32) -> Result<(), Trouble> {
        let place = self.path_place(path);
        loop {
            let alone = self.warps[self.around.warp as usize].paths == 1;
            // Lanes outside of the only path have ended.
            let (counter, done) = self.run_straight(place, masks, alone, *left)?;
            *left = left.saturating_sub(done);
            let op = &self.around.code.ops[counter as usize];
            if !matches!(op.body, Body::Control(_)) {
                self.warps[self.around.warp as usize].held = path as u32 + 1;
                return Ok(());
            }
            let flow = match op.body {
                Body::Control(Control::Branch(arms))
                    if arms != Arms::Apart && alone && self.around.geometry.in_lock_step =>
                {
                    self.run_arms(place, op, arms, masks)?;
                    Flow::Going
                }
                _ => self.control(path)?,
            };
            if flow != Flow::Going {
                return Ok(());
            }
            if !(alone && self.warps[self.around.warp as usize].paths == 1) {
                self.merge(path);
                return Ok(());
            }
            if *left == 0 {
                return Ok(());
            }
        }
    }

    /// Joins to a path those that are at the same place in the same call. Answers where the path is now.
    pub(super) fn merge(&mut self, path: usize) -> usize {
        let warp = self.around.warp as usize;
        let first = warp * self.around.geometry.warp_lanes();
        let mut other = 0;
        let mut path = path;
        while other < self.warps[warp].paths as usize {
            let (mine, theirs) = (&self.paths[first + path], &self.paths[first + other]);
            let same = mine.counter == theirs.counter
                && mine.depth == theirs.depth
                && (mine.words, mine.doubles) == (theirs.words, theirs.doubles)
                && mine.state == PathState::Ready
                && matches!(theirs.state, PathState::Ready | PathState::AtWarpOperation);
            if other == path || !same {
                other += 1;
                continue;
            }
            let more = theirs.mask;
            for (bits, more) in self.paths[first + path].mask.iter_mut().zip(more) {
                *bits |= more;
            }
            path = self.remove_path(other, path);
        }
        path
    }

    /// Removes a path of the current warp; the last one takes its place. Answers where `watched` is now.
    pub(super) fn remove_path(&mut self, path: usize, watched: usize) -> usize {
        let warp = self.around.warp as usize;
        let first = warp * self.around.geometry.warp_lanes();
        let last = self.warps[warp].paths as usize - 1;
        self.paths[first + path] = self.paths[first + last];
        self.warps[warp].paths -= 1;
        if watched == last { path } else { watched }
    }

    /// Adds a path to the current warp and answers its number. There are at most as many as lanes.
    pub(super) fn add_path(&mut self, path: Path) -> usize {
        let warp = self.around.warp as usize;
        let number = self.warps[warp].paths as usize;
        self.paths[warp * self.around.geometry.warp_lanes() + number] = path;
        self.warps[warp].paths += 1;
        number
    }

    /// Where a path of the current warp is in the table.
    #[inline]
    pub(super) fn path_place(&self, path: usize) -> usize {
        self.around.warp as usize * self.around.geometry.warp_lanes() + path
    }

    /// The registers of the current warp as a path sees them, and the surroundings.
    #[inline]
    pub(super) fn lanes(&mut self, place: usize) -> (&mut Lanes<'x>, &mut Around<'x, 'e, O>) {
        let geometry = self.around.geometry;
        let groups = geometry.groups_of(self.around.warp);
        let path = &self.paths[place];
        let warp = self.around.warp as usize;
        self.lanes.groups = groups;
        self.lanes.window = Window {
            words: warp * geometry.warp_words() + path.words as usize * groups,
            doubles: warp * geometry.warp_doubles() + path.doubles as usize * groups,
            contents: warp * geometry.warp_contents + path.contents as usize,
            group: self.around.group(0),
        };
        (&mut self.lanes, &mut self.around)
    }

    /// Runs straight code of a path and counts it, with the control instruction that ends it; where that is, and how much
    /// that was. Where the schedule is searched, at most `left` instructions. With `alone`, no lane outside of the path
    /// matters. `masks` are those of some path before.
    pub(super) fn run_straight(
        &mut self,
        place: usize,
        masks: &mut Masks,
        alone: bool,
        left: u32,
    ) -> Result<(u32, u32), Trouble> {
        if !masks.path.is(&self.paths[place].mask) {
            let geometry = self.around.geometry;
            let groups = geometry.groups_of(self.around.warp);
            masks.path.set(geometry.instructions, &self.paths[place].mask, groups);
        }
        let begin = self.paths[place].counter;
        let end = match self.around.geometry.in_lock_step {
            true => u32::MAX,
            false => begin.saturating_add(left),
        };
        let counter = self.straight(place, masks, alone, end)?;
        self.paths[place].counter = counter;
        self.around.counter = counter;
        let ends = matches!(self.around.code.ops[counter as usize].body, Body::Control(_));
        let done = counter - begin + u32::from(ends);
        self.charge(&masks.path, done);
        Ok((counter, done))
    }

    /// Runs straight code up to a program counter; that of the control instruction that ends it before.
    fn straight(&mut self, place: usize, masks: &mut Masks, alone: bool, end: u32) -> Result<u32, Trouble> {
        let Masks { path: mask, guard } = masks;
        let mut counter = self.paths[place].counter;
        let (lanes, around) = self.lanes(place);
        let ops = around.code.ops;
        loop {
            let op = &ops[counter as usize];
            let whole = alone | op.whole;
            match op.body {
                Body::Control(_) => return Ok(counter),
                Body::Once => {}
                _ if op.guard != Guard::ALWAYS => {
                    around.counter = counter;
                    around.guarded(lanes, op, mask, guard, alone)?;
                }
                Body::Lane(row) => run_row(row, lanes, op, mask, whole),
                Body::Effect(effect) => {
                    around.counter = counter;
                    around.effect(lanes, effect, op, mask, whole)?;
                }
            }
            counter += 1;
            if counter == end {
                return Ok(counter);
            }
        }
    }

    /// Does what is done once for a launch: its results are scalars, which all blocks begin with.
    pub(super) fn run_once(&mut self) {
        let ops = self.around.code.ops.get(self.around.geometry.kernel.once.range());
        let (lanes, around) = self.lanes(0);
        for op in ops.unwrap_or_default() {
            match op.body {
                Body::Lane(row) => {
                    let _ = (op.scalar)(lanes, op) || row.on_uniform()(lanes, op);
                }
                Body::Effect(effect) => {
                    // What could fail is not done once.
                    let _ = around.effect(lanes, effect, op, &Mask::NONE, true);
                }
                Body::Control(_) | Body::Once => {}
            }
        }
    }

    /// Counts instructions of the lanes of a mask.
    #[inline]
    fn charge(&mut self, mask: &Mask, instructions: u32) {
        let warps = if self.around.geometry.has_wide_warps {
            mask.quads
        } else {
            mask.groups
        };
        self.around.counters.instructions += u64::from(warps) * u64::from(instructions);
        self.around.counters.thread_instructions += u64::from(mask.threads) * u64::from(instructions);
    }

    fn fault(&self, trouble: Trouble) -> GridFault {
        let geometry = self.around.geometry;
        let thread = self.around.thread(trouble.lane);
        GridFault {
            kind: trouble.kind,
            block: self.around.index_of(trouble.lane),
            thread: geometry.thread(thread),
            line: self
                .around
                .code
                .ops
                .get(self.around.counter as usize)
                .map_or(0, |op| op.line),
            counter: self.around.counter,
            address: trouble.address,
            bytes: trouble.bytes,
            write: trouble.write,
        }
    }

    /// The lowest lane of a path, for a fault without a lane of its own.
    pub(super) fn lane_of(&self, place: usize) -> usize {
        lowest_lane(&self.paths[place].mask).unwrap_or(0)
    }
}

impl<O: Observer> Around<'_, '_, O> {
    /// Runs an instruction in the lanes in which its guard holds. With `alone`, no lane outside of the mask matters.
    fn guarded(
        &mut self,
        lanes: &mut Lanes<'_>,
        op: &Op,
        mask: &Mask,
        guarded: &mut Mask,
        alone: bool,
    ) -> Result<(), Trouble> {
        if let Some(truth) = lanes.scalar_word(op.guard.slot).and_then(Scalar::as_uniform) {
            return if (truth != 0) == op.guard.negated {
                Ok(())
            } else {
                self.run_op(lanes, op, mask, alone)
            };
        }
        lanes.want(op.guard.slot);
        let invert = u32::from(op.guard.negated).wrapping_neg();
        let predicates = (0..lanes.groups).map(|group| lanes.word(op.guard.slot, group));
        guarded.set_where(lanes.set, mask, predicates, invert);
        if guarded.is_empty() {
            return Ok(());
        }
        self.run_op(lanes, op, guarded, false)
    }

    fn run_op(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask, whole: bool) -> Result<(), Trouble> {
        match op.body {
            Body::Lane(row) => run_row(row, lanes, op, mask, whole),
            Body::Effect(effect) => return self.effect(lanes, effect, op, mask, whole),
            Body::Control(_) | Body::Once => {}
        }
        Ok(())
    }
}

/// Runs a lane loop: on scalars where that is possible. With `whole`, no lane outside of the mask matters in its results.
#[inline(always)]
fn run_row(row: &Row, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask, whole: bool) {
    let missing = lanes.missing(op);
    if whole && !missing.contains(Missing::SCALAR) && (op.scalar)(lanes, op) {
        return;
    }
    if missing.contains(Missing::LANES) {
        op.sources.iter().for_each(|slot| lanes.want(*slot));
    }
    for slot in op.results {
        lanes.claim(slot, whole);
    }
    row.run(whole, lanes, op, mask);
}
