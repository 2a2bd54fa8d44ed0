//! Barriers of the block.
//!
//! A group of 32 lanes has come to a barrier when all of its lanes that have not ended have, from wherever; it counts as
//! 32 threads. Groups whose threads have all ended count as arrived where a barrier waits for the whole block.

use musa_hal::FaultKind;
use musa_isa::Action;

use super::{
    Observer,
    around::lanes_of,
    block::{Executor, Flow},
    cohort::barrier_place,
    fault::Trouble,
    state::{BARRIERS, Barrier, PathState},
};
use crate::{
    program::{BarrierKind, Body, Control, Op, Slot, Uses},
    simd::{GROUP, MAX_GROUPS, Scalar, same_lanes},
};

impl<'x, O: Observer> Executor<'x, '_, O> {
    /// A path comes to a barrier. Its lanes that name another barrier than the lowest one stay behind and go next.
    pub(super) fn barrier(&mut self, path: usize, op: &'x Op, kind: BarrierKind) -> Result<Flow, Trouble> {
        let place = self.path_place(path);
        let known = self
            .lanes(place)
            .0
            .scalar_word(op.sources[0])
            .and_then(Scalar::as_uniform);
        let number = match known {
            Some(number) => number as u32,
            None => {
                let number = self.first_word(place, op, 0);
                self.keep_equal_words(path, op, number);
                number
            }
        };
        if number as usize >= BARRIERS {
            return Err(Trouble::new(FaultKind::IllegalInstruction, self.lane_of(place)));
        }
        self.around.touch();
        if kind == BarrierKind::Synchronize && op.sources[1].is_none() && self.is_everyone(place, number) {
            for block in self.blocks_of(self.paths[place].mask) {
                self.passed(block, number);
            }
            let counter = self.paths[place].counter;
            return Ok(self.go(place, counter + 1));
        }
        let mask = self.paths[place].mask;
        self.expect(place, op, number);
        if kind == BarrierKind::Arrive {
            let counter = self.paths[place].counter;
            self.go(place, counter + 1);
            self.arrive(place, number);
            self.complete(mask, number);
            return Ok(Flow::Going);
        }
        if kind == BarrierKind::Reduce {
            self.contribute(place, op, number);
        }
        self.paths[place].state = PathState::AtBarrier(number as u8);
        let warp = self.around.warp;
        self.count_groups(warp);
        self.complete(mask, number);
        Ok(if self.paths[place].state == PathState::Ready {
            Flow::Going
        } else {
            Flow::Stopped
        })
    }

    /// Whether a path is all that is left of all blocks, so that a barrier which no one has come to has nothing to wait
    /// for.
    fn is_everyone(&self, place: usize, number: u32) -> bool {
        let [warp] = &*self.warps else { return false };
        let mut barriers = self.barriers.iter().skip(number as usize).step_by(BARRIERS);
        same_lanes(&self.paths[place].mask, &warp.alive) && barriers.all(|barrier| barrier.expected == 0)
    }

    /// The blocks that have lanes in a mask.
    fn blocks_of(&self, mask: [u32; MAX_GROUPS]) -> impl Iterator<Item = usize> + use<'x, O> {
        let geometry = self.around.geometry;
        let blocks = geometry.abreast as usize;
        let here = move |block: &usize| mask[geometry.groups_of_block(*block)].iter().any(|bits| *bits != 0);
        (0..blocks).filter(move |block| blocks == 1 || here(block))
    }

    /// Counts a barrier that has let a block's threads go on.
    fn passed(&mut self, block: usize, number: u32) {
        let block = self.around.cohort.first + block as u64;
        self.around.observer.barrier(block, number);
        self.around.counters.barriers += 1;
    }

    /// The first of each block to come says how many threads its barrier waits for.
    fn expect(&mut self, place: usize, op: &Op, number: u32) {
        let mask = self.paths[place].mask;
        for block in self.blocks_of(mask) {
            let barrier = barrier_place(block, number);
            if self.barriers[barrier].expected > 0 {
                continue;
            }
            let threads = match op.sources[1] {
                Slot::NONE => None,
                slot => {
                    let group =
                        (0..MAX_GROUPS).find(|group| mask[*group] != 0 && self.around.block_of(*group) == block);
                    let group = group.unwrap_or(0);
                    let lane = mask[group].trailing_zeros() as usize % GROUP;
                    Some(self.lanes(place).0.word(slot, group).0[lane])
                }
            };
            self.barriers[barrier] = Barrier {
                all: true,
                everyone: threads.is_none(),
                expected: match threads {
                    None => self.around.geometry.block_groups * GROUP as u32,
                    Some(threads) => threads.div_ceil(GROUP as u32).max(1).saturating_mul(GROUP as u32),
                },
                ..Barrier::default()
            };
        }
    }

    /// Counts the lanes of a path as arrived, without waiting: whole groups as 32 threads.
    fn arrive(&mut self, place: usize, number: u32) {
        let mask = self.paths[place].mask;
        let alive = self.warps[self.around.warp as usize].alive;
        for (group, (lanes, alive)) in mask.iter().zip(alive).enumerate() {
            let barrier = barrier_place(self.around.block_of(group), number);
            let Some(barrier) = self.barriers.get_mut(barrier).filter(|_| *lanes != 0) else {
                continue;
            };
            barrier.arrived += if *lanes == alive {
                GROUP as u32
            } else {
                lanes.count_ones()
            };
        }
    }

    /// Adds the predicates of a path's lanes to the reduction.
    fn contribute(&mut self, place: usize, op: &Op, number: u32) {
        let predicates = self.get_word(place, op.sources[2]);
        let mask = self.paths[place].mask;
        for (group, bits) in mask.iter().enumerate() {
            let place = barrier_place(self.around.block_of(group), number);
            for lane in lanes_of(*bits) {
                let barrier = &mut self.barriers[place];
                let truth = predicates[group * GROUP + lane] != 0;
                barrier.count += u32::from(truth);
                barrier.all &= truth;
                barrier.any |= truth;
            }
        }
    }

    /// Notes the groups of a warp whose lanes have all come to one barrier.
    fn count_groups(&mut self, warp: u32) {
        let first = warp as usize * self.around.geometry.warp_lanes();
        let state = &mut self.warps[warp as usize];
        let paths = &self.paths[first..first + state.paths as usize];
        for group in 0..MAX_GROUPS {
            if state.alive[group] == 0 || state.at_barrier[group] != 0 {
                continue;
            }
            let mut waiting = paths.iter().filter(|path| path.mask[group] != 0);
            let Some(PathState::AtBarrier(number)) = waiting.next().map(|path| path.state) else {
                continue;
            };
            if waiting.all(|path| path.state == PathState::AtBarrier(number)) {
                state.at_barrier[group] = number + 1;
                let barrier = barrier_place(self.around.block_of(group), number.into());
                self.barriers[barrier].arrived += GROUP as u32;
            }
        }
    }

    /// Releases a barrier of each block that has lanes in a mask, if all that it waits for have come.
    fn complete(&mut self, mask: [u32; MAX_GROUPS], number: u32) {
        for block in self.blocks_of(mask) {
            self.complete_block(block, number);
        }
    }

    fn complete_block(&mut self, block: usize, number: u32) {
        let place = barrier_place(block, number);
        let barrier = self.barriers[place];
        if barrier.expected == 0 {
            return;
        }
        let ended = if barrier.everyone {
            self.ended_groups(block) * GROUP as u32
        } else {
            0
        };
        if barrier.arrived + ended < barrier.expected {
            return;
        }
        self.passed(block, number);
        self.barriers[place] = Barrier::default();
        let current = self.around.warp;
        for warp in 0..self.warps.len() as u32 {
            self.around.warp = warp;
            self.release(warp, block, number, &barrier);
        }
        self.around.warp = current;
    }

    /// Groups of a block whose threads have all ended.
    fn ended_groups(&self, block: usize) -> u32 {
        let geometry = self.around.geometry;
        let ended = |(warp, state): (usize, &super::Warp)| {
            let groups = 0..geometry.groups_of(warp as u32);
            let first = warp * geometry.warp_groups as usize;
            let groups = groups.filter(|group| geometry.block_of(first + group) == block);
            groups.filter(|group| state.alive[*group] == 0).count() as u32
        };
        self.warps.iter().enumerate().map(ended).sum()
    }

    /// Lets the groups of a warp go on that have come to a block's barrier. Those of a path that have not stay.
    fn release(&mut self, warp: u32, block: usize, number: u32, barrier: &Barrier) {
        let state = &mut self.warps[warp as usize];
        let mut set = [0; MAX_GROUPS];
        for (group, at) in state.at_barrier.iter_mut().enumerate() {
            if u32::from(*at) == number + 1 && self.around.block_of(group) == block {
                *at = 0;
                set[group] = u32::MAX;
            }
        }
        for path in 0..self.warps[warp as usize].paths as usize {
            let place = self.path_place(path);
            let here = self.paths[place];
            let goes = here.mask.iter().zip(set).any(|(mask, set)| mask & set != 0);
            if here.state != PathState::AtBarrier(number as u8) || !goes {
                continue;
            }
            let stays: [u32; MAX_GROUPS] = core::array::from_fn(|group| here.mask[group] & !set[group]);
            if stays != [0; MAX_GROUPS] {
                self.split(path, stays);
            }
            self.answer(place, barrier);
            let counter = self.paths[place].counter;
            self.go(place, counter + 1);
        }
    }

    /// Gives the lanes of a path the result of a reduction.
    fn answer(&mut self, place: usize, barrier: &Barrier) {
        let op = &self.around.code.ops[self.paths[place].counter as usize];
        if !matches!(op.body, Body::Control(Control::Barrier(BarrierKind::Reduce))) || op.results[0] == Slot::NONE {
            return;
        }
        let truth = |truth: bool| u32::from(truth).wrapping_neg();
        let value = match op.detail.second_action {
            Some(Action::And) => truth(barrier.all),
            Some(Action::Or) => truth(barrier.any),
            _ => barrier.count,
        };
        self.put_word(place, op.results[0], &[value; GROUP * MAX_GROUPS]);
    }

    /// Threads of the current warp have ended: what waited for them may go on.
    pub(super) fn lanes_have_ended(&mut self, gone: [u32; MAX_GROUPS]) {
        if self.around.geometry.kernel.needs.uses.contains(Uses::BARRIER) {
            self.count_groups(self.around.warp);
            for number in 0..BARRIERS as u32 {
                self.complete(gone, number);
            }
        }
        self.recheck_collectives();
    }
}
