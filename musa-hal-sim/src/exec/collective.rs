//! Operations of a warp's lanes together: `bar.warp.sync`, `vote`, `shfl`, `match`, `redux`, `elect`.
//!
//! They happen within groups of 32 lanes. Lanes wait until all that their member masks name, and that have not ended,
//! have come to such an operation.

use musa_isa::Action;

use super::{
    Observer,
    around::lanes_of,
    block::{Executor, Flow},
    fault::Trouble,
    state::PathState,
};
use crate::{
    program::{Control, Families, Op, Slot},
    simd::{GROUP, Lanes, MAX_GROUPS, collect},
};

impl<'x, O: Observer> Executor<'x, '_, O> {
    /// A path comes to an operation of its warp.
    pub(super) fn collective(&mut self, path: usize, op: &'x Op, control: Control) -> Result<Flow, Trouble> {
        let path = if self.warps[self.around.warp as usize].paths > 1 {
            self.merge(path)
        } else {
            path
        };
        let place = self.path_place(path);
        if self.paths[place].state != PathState::Released && !op.sources[3].is_none() {
            let complete = self.complete_groups(path, op);
            let mask = self.paths[place].mask;
            if complete == [false; MAX_GROUPS] {
                self.paths[place].state = PathState::AtWarpOperation;
                return Ok(Flow::Stopped);
            }
            let waiting: [u32; MAX_GROUPS] =
                core::array::from_fn(|group| if complete[group] { 0 } else { mask[group] });
            if waiting != [0; MAX_GROUPS] {
                let other = self.split(path, waiting);
                let other = self.path_place(other);
                self.paths[other].state = PathState::AtWarpOperation;
            }
        }
        self.execute(place, op, control);
        let counter = self.paths[place].counter;
        Ok(self.go(place, counter + 1))
    }

    /// For each group of a path's lanes, whether all lanes have come that they wait for. Where lanes of other paths
    /// complete a group, those are released too.
    fn complete_groups(&mut self, path: usize, op: &Op) -> [bool; MAX_GROUPS] {
        let place = self.path_place(path);
        let members = self.get_word(place, op.sources[3]);
        let mask = self.paths[place].mask;
        let alive = self.warps[self.around.warp as usize].alive;
        let mut complete = [false; MAX_GROUPS];
        for group in 0..MAX_GROUPS {
            if mask[group] == 0 {
                continue;
            }
            let named = lanes_of(mask[group]).fold(0, |named, lane| named | members[group * GROUP + lane]);
            let missing = named & alive[group] & !mask[group];
            complete[group] = missing == 0 || self.release_waiting(path, group, missing);
        }
        complete
    }

    /// If all lanes of a set wait at operations of the warp, lets their paths go on; whether they do.
    fn release_waiting(&mut self, path: usize, group: usize, missing: u32) -> bool {
        let count = self.warps[self.around.warp as usize].paths as usize;
        let waits = |executor: &Self, other: usize| {
            let other = &executor.paths[executor.path_place(other)];
            matches!(other.state, PathState::AtWarpOperation | PathState::Released) && other.mask[group] & missing != 0
        };
        let found = (0..count)
            .filter(|other| *other != path && waits(self, *other))
            .fold(0, |found, other| found | self.paths[self.path_place(other)].mask[group]);
        if missing & !found != 0 {
            return false;
        }
        // What the paths give each other is no longer their own.
        self.around.touch();
        for other in (0..count).filter(|other| *other != path) {
            if waits(self, other) {
                let place = self.path_place(other);
                self.paths[place].state = PathState::Released;
            }
        }
        true
    }

    /// Lanes have ended: those that waited for them look again.
    pub(super) fn recheck_collectives(&mut self) {
        for path in 0..self.warps[self.around.warp as usize].paths as usize {
            let place = self.path_place(path);
            if self.paths[place].state == PathState::AtWarpOperation {
                self.paths[place].state = PathState::Ready;
            }
        }
    }

    fn execute(&mut self, place: usize, op: &Op, control: Control) {
        // Of a build without them, what comes here is a barrier.
        if !Families::WARP.is_built() {
            return;
        }
        let mask = self.paths[place].mask;
        let (lanes, around) = self.lanes(place);
        let set = around.geometry.instructions;
        for (group, mut rest) in mask.into_iter().enumerate().take(lanes.groups) {
            while rest != 0 {
                // Lanes with the same member mask act together.
                let members = match op.sources[3] {
                    Slot::NONE => rest,
                    slot => equal_words(lanes, slot, group, rest.trailing_zeros() as usize) & rest,
                };
                rest &= !members;
                match control {
                    Control::Vote => {
                        let truths = collect(set, lanes.word(op.sources[0], group));
                        vote(lanes, op, group, members, truths & members);
                    }
                    Control::Shuffle => {
                        let threads =
                            around.geometry.threads - around.thread(group * GROUP).min(around.geometry.threads);
                        shuffle(lanes, op, group, members, threads);
                    }
                    Control::Match => match_values(lanes, op, group, members),
                    Control::Reduce => reduce(lanes, op, group, members),
                    Control::Elect => elect(lanes, op, group, members),
                    _ => {}
                }
            }
        }
    }
}

/// The lanes of a group whose word is that of one lane.
fn equal_words(lanes: &Lanes<'_>, slot: Slot, group: usize, lane: usize) -> u32 {
    let words = &lanes.word(slot, group).0;
    words
        .iter()
        .enumerate()
        .fold(0, |bits, (other, word)| bits | u32::from(*word == words[lane]) << other)
}

fn put(lanes: &mut Lanes<'_>, slot: Slot, group: usize, members: u32, value: impl Fn(usize) -> u32) {
    let to = &mut lanes.word_mut(slot, group).0;
    for lane in lanes_of(members) {
        to[lane] = value(lane);
    }
}

const fn predicate(truth: bool) -> u32 {
    if truth { u32::MAX } else { 0 }
}

fn vote(lanes: &mut Lanes<'_>, op: &Op, group: usize, members: u32, truths: u32) {
    let value = match op.detail.action {
        Some(Action::All) => predicate(truths == members),
        Some(Action::Any) => predicate(truths != 0),
        Some(Action::Uniform) => predicate(truths == members || truths == 0),
        _ => truths,
    };
    put(lanes, op.results[0], group, members, |_| value);
}

/// `shfl`; lanes of the group from `threads` on do not exist, and read as zero.
fn shuffle(lanes: &mut Lanes<'_>, op: &Op, group: usize, members: u32, threads: u32) {
    let mut values = lanes.word(op.sources[0], group).0;
    values[GROUP.min(threads as usize)..].fill(0);
    let distances = lanes.word(op.sources[1], group).0;
    let controls = lanes.word(op.sources[2], group).0;
    let source = |lane: usize| shuffle_source(op.detail.action, lane as u32, distances[lane], controls[lane]);
    put(lanes, op.results[0], group, members, |lane| {
        values[source(lane).unwrap_or(lane as u32) as usize % GROUP]
    });
    put(lanes, op.results[1], group, members, |lane| {
        predicate(source(lane).is_some())
    });
}

/// The lane that a lane reads; nothing where that is outside of its segment.
fn shuffle_source(action: Option<Action>, lane: u32, distance: u32, control: u32) -> Option<u32> {
    let (clamp, segment, distance) = (control & 31, control >> 8 & 31, distance & 31);
    let limit = lane & segment | clamp & !segment;
    let first = lane & segment;
    let (source, inside) = match action {
        Some(Action::ShuffleUp) => {
            let source = lane.wrapping_sub(distance);
            (source, source as i32 >= limit as i32)
        }
        Some(Action::ShuffleDown) => (lane + distance, lane + distance <= limit),
        Some(Action::ShuffleButterfly) => (lane ^ distance, lane ^ distance <= limit),
        _ => {
            let source = first | distance & !segment;
            (source, source <= limit)
        }
    };
    inside.then_some(source)
}

fn match_values(lanes: &mut Lanes<'_>, op: &Op, group: usize, members: u32) {
    let values: [u64; GROUP] = match op.wide {
        true => lanes.double(op.sources[0], group).0,
        false => lanes.word(op.sources[0], group).0.map(u64::from),
    };
    let same = |lane: usize| {
        lanes_of(members).fold(0, |bits, other| {
            bits | u32::from(values[other] == values[lane]) << other
        })
    };
    if op.detail.action == Some(Action::All) {
        let all = same(members.trailing_zeros() as usize) == members;
        put(lanes, op.results[0], group, members, |_| if all { members } else { 0 });
        put(lanes, op.results[1], group, members, |_| predicate(all));
    } else {
        put(lanes, op.results[0], group, members, same);
    }
}

fn reduce(lanes: &mut Lanes<'_>, op: &Op, group: usize, members: u32) {
    let values = lanes.word(op.sources[0], group).0;
    let signed = op.detail.kind().is_signed();
    let combine = |a: u32, b: u32| match op.detail.action {
        Some(Action::And) => a & b,
        Some(Action::Or) => a | b,
        Some(Action::Xor) => a ^ b,
        Some(Action::Minimum) if signed => (a as i32).min(b as i32) as u32,
        Some(Action::Maximum) if signed => (a as i32).max(b as i32) as u32,
        Some(Action::Minimum) => a.min(b),
        Some(Action::Maximum) => a.max(b),
        _ => a.wrapping_add(b),
    };
    if let Some(value) = lanes_of(members).map(|lane| values[lane]).reduce(combine) {
        put(lanes, op.results[0], group, members, |_| value);
    }
}

fn elect(lanes: &mut Lanes<'_>, op: &Op, group: usize, members: u32) {
    let leader = members.trailing_zeros();
    put(lanes, op.results[0], group, members, |_| leader);
    put(lanes, op.results[1], group, members, |lane| {
        predicate(lane as u32 == leader)
    });
}
