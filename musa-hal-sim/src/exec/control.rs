//! Jumps, branches and ends.

use musa_hal::FaultKind;

use super::{
    Observer, Path,
    block::{Executor, Flow, Masks},
    fault::Trouble,
    state::PathState,
};
use crate::{
    program::{Arms, Control, Families, Op},
    simd::{GROUP, MAX_GROUPS, Scalar, collect},
};

/// Where the lanes of a path go at a branch.
enum Parting {
    /// All to one program counter.
    All(u32),
    /// These take the branch, the others do not.
    Some([u32; MAX_GROUPS]),
}

impl<'x, O: Observer> Executor<'x, '_, O> {
    /// Executes the control instruction at which a path stands.
    pub(super) fn control(&mut self, path: usize) -> Result<Flow, Trouble> {
        let place = self.path_place(path);
        let counter = self.paths[place].counter;
        let code = self.around.code;
        let op: &'x Op = &code.ops[counter as usize];
        let crate::program::Body::Control(control) = op.body else {
            return Ok(Flow::Going);
        };
        if op.reads > 0 {
            let (lanes, _) = self.lanes(place);
            op.sources.into_iter().for_each(|slot| lanes.want(slot));
        }
        match control {
            Control::Continue => Ok(self.go(place, counter + 1)),
            Control::Jump => Ok(self.jump(path, op.target())),
            Control::Branch(_) => Ok(self.branch(path, op)),
            Control::BranchTable => self.branch_table(path, op),
            Control::Call => self.call(path, op, op.target()),
            Control::CallIndirect => self.call_indirect(path, op),
            Control::CallSystem(system) if Families::SYSTEM.is_built() => self.call_system(path, op, system),
            Control::Return => self.return_from(path, op),
            Control::Exit => Ok(self.exit(path)),
            Control::Trap => Err(Trouble::new(FaultKind::Trap, self.lane_of(place))),
            Control::Barrier(kind) => self.barrier(path, op, kind),
            Control::WarpBarrier
            | Control::Vote
            | Control::Shuffle
            | Control::Match
            | Control::Reduce
            | Control::Elect => self.collective(path, op, control),
            Control::Nowhere | Control::CallSystem(_) => {
                Err(Trouble::new(FaultKind::InvalidProgramCounter, self.lane_of(place)))
            }
        }
    }

    /// Moves a path on.
    pub(super) fn go(&mut self, place: usize, counter: u32) -> Flow {
        let path = &mut self.paths[place];
        path.counter = counter;
        path.state = PathState::Ready;
        Flow::Going
    }

    pub(super) fn jump(&mut self, path: usize, target: u32) -> Flow {
        let place = self.path_place(path);
        let backwards = target <= self.paths[place].counter;
        self.paths[place].counter = target;
        if backwards { self.back_edge(path) } else { Flow::Going }
    }

    fn branch(&mut self, path: usize, op: &Op) -> Flow {
        let place = self.path_place(path);
        match self.part(place, op) {
            Parting::All(target) => self.jump(path, target),
            Parting::Some(taken) => {
                let other = self.split(path, taken);
                // Both go on from here as paths of their own; a jump backwards is noted for each.
                self.jump(other, op.target());
                self.jump(path, op.otherwise());
                Flow::Going
            }
        }
    }

    /// Which lanes of a path take a branch; lanes that part are counted.
    fn part(&mut self, place: usize, op: &Op) -> Parting {
        let (lanes, _) = self.lanes(place);
        if let Some(truth) = lanes.scalar_word(op.guard.slot).and_then(Scalar::as_uniform) {
            let holds = (truth != 0) != op.guard.negated;
            return Parting::All(if holds { op.target() } else { op.otherwise() });
        }
        let invert = u32::from(op.guard.negated).wrapping_neg();
        let mask = self.paths[place].mask;
        let (lanes, _) = self.lanes(place);
        lanes.want(op.guard.slot);
        let set = lanes.set;
        let mut taken = [0; MAX_GROUPS];
        let (mut some, mut others) = (0, 0);
        let predicates = lanes.word_groups(op.guard.slot).iter();
        for ((taken, mask), predicate) in taken.iter_mut().zip(&mask).zip(predicates) {
            if *mask != 0 {
                *taken = mask & (collect(set, predicate) ^ invert);
                some |= *taken;
                others |= mask & !*taken;
            }
        }
        if others == 0 {
            return Parting::All(op.target());
        }
        if some == 0 {
            return Parting::All(op.otherwise());
        }
        self.count_divergence(&taken, &mask);
        Parting::Some(taken)
    }

    /// Executes a branch with such arms for the only path of its warp: where lanes part, the arms run one after the other
    /// in the lanes that take them. `masks` are the path's, and may be another's then.
    pub(super) fn run_arms(&mut self, place: usize, op: &Op, arms: Arms, masks: &mut Masks) -> Result<(), Trouble> {
        let all = self.paths[place].mask;
        let taken = match self.part(place, op) {
            Parting::All(target) => {
                // Arms lead on, never back.
                self.paths[place].counter = target;
                return Ok(());
            }
            Parting::Some(taken) => taken,
        };
        let mut other = all;
        for (other, taken) in other.iter_mut().zip(taken) {
            *other &= !taken;
        }
        let taken = (op.target(), taken, arms != Arms::Other);
        let other = (op.otherwise(), other, arms != Arms::Taken);
        let order = if taken.0 < other.0 {
            [taken, other]
        } else {
            [other, taken]
        };
        let mut join = op.target().max(op.otherwise());
        for (counter, lanes, _) in order.into_iter().filter(|(_, _, is_arm)| *is_arm) {
            (self.paths[place].counter, self.paths[place].mask) = (counter, lanes);
            let (end, _) = self.run_straight(place, masks, false, u32::MAX)?;
            join = self.around.code.ops[end as usize].target();
        }
        (self.paths[place].counter, self.paths[place].mask) = (join, all);
        Ok(())
    }

    /// Counts the warps in which some lanes of a mask go one way and some the other.
    fn count_divergence(&mut self, taken: &[u32; MAX_GROUPS], mask: &[u32; MAX_GROUPS]) {
        let width = if self.around.geometry.has_wide_warps { 4 } else { 1 };
        let groups = self.around.geometry.groups_of(self.around.warp);
        let warps = taken[..groups].chunks(width).zip(mask[..groups].chunks(width));
        let parts = |(taken, mask): (&[u32], &[u32])| {
            let groups = taken.iter().zip(mask);
            let (some, others) = groups.fold((0, 0), |(some, others), (taken, mask)| {
                (some | taken, others | mask & !taken)
            });
            u32::from(some != 0) & u32::from(others != 0)
        };
        let warps: u32 = warps.map(parts).sum();
        self.around.counters.divergent_branches += u64::from(warps);
    }

    /// Takes lanes from a path into a new one at the same place; the new one's number.
    pub(super) fn split(&mut self, path: usize, lanes: [u32; MAX_GROUPS]) -> usize {
        let place = self.path_place(path);
        let mut other: Path = self.paths[place];
        other.mask = lanes;
        let mine = &mut self.paths[place];
        for (bits, gone) in mine.mask.iter_mut().zip(lanes) {
            *bits &= !gone;
        }
        self.add_path(other)
    }

    /// `brx.idx`. Lanes that go elsewhere than the lowest one stay behind and go next.
    fn branch_table(&mut self, path: usize, op: &Op) -> Result<Flow, Trouble> {
        let place = self.path_place(path);
        let index = self.first_word(place, op, 0);
        self.keep_equal_words(path, op, index);
        let table = &self.around.code.numbers[op.list.range()];
        match table.get(index as usize) {
            Some(&target) => Ok(self.jump(path, target)),
            None => Err(Trouble::new(FaultKind::InvalidProgramCounter, self.lane_of(place))),
        }
    }

    /// A word source in the lowest lane of a path.
    pub(super) fn first_word(&mut self, place: usize, op: &Op, source: usize) -> u32 {
        let lane = self.lane_of(place);
        let (lanes, _) = self.lanes(place);
        lanes.word(op.sources[source], lane / GROUP).0[lane % GROUP]
    }

    /// Splits off the lanes whose word source differs from a value; they stay where they are.
    pub(super) fn keep_equal_words(&mut self, path: usize, op: &Op, value: u32) {
        let place = self.path_place(path);
        let (lanes, _) = self.lanes(place);
        let groups = lanes.groups;
        let equal = |group: usize| {
            let words = &lanes.word(op.sources[0], group).0;
            words
                .iter()
                .enumerate()
                .fold(0, |bits, (lane, word)| bits | u32::from(*word == value) << lane)
        };
        let same: [u32; MAX_GROUPS] = core::array::from_fn(|group| if group < groups { equal(group) } else { 0 });
        self.keep(path, same);
    }

    /// Splits off the lanes of a path that are not in a set; they stay where they are.
    pub(super) fn keep(&mut self, path: usize, set: [u32; MAX_GROUPS]) {
        let mask = self.paths[self.path_place(path)].mask;
        let rest: [u32; MAX_GROUPS] = core::array::from_fn(|group| mask[group] & !set[group]);
        if rest != [0; MAX_GROUPS] {
            let kept: [u32; MAX_GROUPS] = core::array::from_fn(|group| mask[group] & set[group]);
            self.count_divergence(&kept, &mask);
            self.split(path, rest);
        }
    }

    /// The threads of a path end.
    pub(super) fn exit(&mut self, path: usize) -> Flow {
        let warp = self.around.warp as usize;
        let mask = self.paths[self.path_place(path)].mask;
        for (alive, gone) in self.warps[warp].alive.iter_mut().zip(mask) {
            *alive &= !gone;
        }
        self.remove_path(path, path);
        self.around.touch();
        self.lanes_have_ended(mask);
        Flow::Stopped
    }
}
