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
        let threads = if op.sources[1].is_none() {
            None
        } else {
            Some(self.first_word(place, op, 1))
        };
        self.around.touch();
        if kind == BarrierKind::Synchronize && threads.is_none() && self.is_everyone(place, number) {
            self.passed(number);
            let counter = self.paths[place].counter;
            return Ok(self.go(place, counter + 1));
        }
        self.expect(number, threads);
        if kind == BarrierKind::Arrive {
            let counter = self.paths[place].counter;
            self.go(place, counter + 1);
            self.arrive(place, number);
            self.complete(number);
            return Ok(Flow::Going);
        }
        if kind == BarrierKind::Reduce {
            self.contribute(place, op, number);
        }
        self.paths[place].state = PathState::AtBarrier(number as u8);
        let warp = self.around.warp;
        self.count_groups(warp);
        self.complete(number);
        Ok(if self.paths[place].state == PathState::Ready {
            Flow::Going
        } else {
            Flow::Stopped
        })
    }

    /// Whether a path is all that is left of the block, so that a barrier which no one has come to has nothing to wait for.
    fn is_everyone(&self, place: usize, number: u32) -> bool {
        let [warp] = &*self.warps else { return false };
        same_lanes(&self.paths[place].mask, &warp.alive) && self.block.barriers[number as usize].expected == 0
    }

    /// Counts a barrier that has let its threads go on.
    fn passed(&mut self, number: u32) {
        self.around.observer.barrier(self.around.number, number);
        self.around.counters.barriers += 1;
    }

    /// The first to come says how many threads the barrier waits for.
    fn expect(&mut self, number: u32, threads: Option<u32>) {
        let groups = self.around.geometry.groups;
        let barrier = &mut self.block.barriers[number as usize];
        if barrier.expected == 0 {
            *barrier = Barrier {
                all: true,
                everyone: threads.is_none(),
                ..Barrier::default()
            };
            barrier.expected = match threads {
                None => groups * GROUP as u32,
                Some(threads) => threads.div_ceil(GROUP as u32).max(1).saturating_mul(GROUP as u32),
            };
        }
    }

    /// Counts the lanes of a path as arrived, without waiting: whole groups as 32 threads.
    fn arrive(&mut self, place: usize, number: u32) {
        let mask = self.paths[place].mask;
        let alive = self.warps[self.around.warp as usize].alive;
        let barrier = &mut self.block.barriers[number as usize];
        for (lanes, alive) in mask.iter().zip(alive) {
            barrier.arrived += if *lanes != 0 && *lanes == alive {
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
        let barrier = &mut self.block.barriers[number as usize];
        for (group, bits) in mask.iter().enumerate() {
            for lane in lanes_of(*bits) {
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
                self.block.barriers[usize::from(number)].arrived += GROUP as u32;
            }
        }
    }

    /// Releases a barrier if all that it waits for have come.
    fn complete(&mut self, number: u32) {
        let barrier = self.block.barriers[number as usize];
        if barrier.expected == 0 {
            return;
        }
        let ended = if barrier.everyone {
            self.ended_groups() * GROUP as u32
        } else {
            0
        };
        if barrier.arrived + ended < barrier.expected {
            return;
        }
        self.passed(number);
        self.block.barriers[number as usize] = Barrier::default();
        let current = self.around.warp;
        for warp in 0..self.warps.len() as u32 {
            self.around.warp = warp;
            self.release(warp, number, &barrier);
        }
        self.around.warp = current;
    }

    /// Groups of the block whose threads have all ended.
    fn ended_groups(&self) -> u32 {
        let geometry = self.around.geometry;
        let ended = |(warp, state): (usize, &super::Warp)| {
            let groups = geometry.groups_of(warp as u32);
            state.alive[..groups].iter().filter(|alive| **alive == 0).count() as u32
        };
        self.warps.iter().enumerate().map(ended).sum()
    }

    /// Lets the groups of a warp go on that have come to a barrier. Those of a path that have not stay.
    fn release(&mut self, warp: u32, number: u32, barrier: &Barrier) {
        let state = &mut self.warps[warp as usize];
        let mut set = [0; MAX_GROUPS];
        for (group, at) in state.at_barrier.iter_mut().enumerate() {
            if u32::from(*at) == number + 1 {
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
    pub(super) fn lanes_have_ended(&mut self) {
        if self.around.geometry.kernel.needs.uses.contains(Uses::BARRIER) {
            self.count_groups(self.around.warp);
            for number in 0..BARRIERS as u32 {
                self.complete(number);
            }
        }
        self.recheck_collectives();
    }
}
