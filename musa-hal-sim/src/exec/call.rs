//! Calls and returns.
//!
//! A call gives its lanes a register window behind the caller's and a frame behind the caller's on the stack. Where to
//! return to is kept lane by lane in the callee's window, so that lanes which came from different calls can go on
//! together.

use musa_hal::FaultKind;

use super::{
    Observer,
    around::lanes_of,
    block::{Executor, Flow},
    fault::Trouble,
};
use crate::{
    program::{Function, FunctionKind, Op, Place, Slot, function_of_value},
    simd::{GROUP, MAX_GROUPS},
};

/// Bytes of stack between the frames of caller and callee.
const CALL_BYTES: u32 = crate::program::CALL_BYTES;

impl<'x, O: Observer> Executor<'x, '_, O> {
    /// Calls a device function with all lanes of a path.
    pub(super) fn call(&mut self, path: usize, op: &Op, callee: u32) -> Result<Flow, Trouble> {
        let place = self.path_place(path);
        let functions = self.around.code.functions;
        let (Some(caller), Some(callee)) = (functions.get(op.otherwise() as usize), functions.get(callee as usize))
        else {
            return Err(Trouble::new(FaultKind::InvalidProgramCounter, self.lane_of(place)));
        };
        if !matches!(callee.kind, FunctionKind::Device) {
            return Err(Trouble::new(FaultKind::InvalidProgramCounter, self.lane_of(place)));
        }
        let from = self.paths[place];
        let geometry = self.around.geometry;
        let words = from.words + caller.words;
        let doubles = from.doubles + caller.doubles;
        if words + callee.words > geometry.words || doubles + callee.doubles > geometry.doubles {
            return Err(Trouble::new(FaultKind::StackOverflow, self.lane_of(place)));
        }
        let frames = self.new_frames(place, caller, callee)?;
        self.pass_arguments(place, op, caller, callee, &frames);
        let to = &mut self.paths[place];
        (to.words, to.doubles, to.counter) = (words, doubles, callee.entry);
        to.contents += caller.contents();
        to.depth += 1;
        self.lanes(place).0.open_window();
        self.put_word(place, callee.return_counter, &[from.counter + 1; GROUP * MAX_GROUPS]);
        self.put_word(place, callee.frame_pointer, &frames);
        if callee.stack_pointer != Slot::NONE {
            self.put_word(
                place,
                callee.stack_pointer,
                &frames.map(|frame| frame.wrapping_add(callee.frame)),
            );
        }
        Ok(Flow::Going)
    }

    /// Where the callee's frame is in each lane.
    fn new_frames(
        &mut self,
        place: usize,
        caller: &Function,
        callee: &Function,
    ) -> Result<[u32; GROUP * MAX_GROUPS], Trouble> {
        let local = self.around.geometry.local;
        let ends = self.frame_ends(place, caller);
        let mask = self.paths[place].mask;
        let mut frames = [0; GROUP * MAX_GROUPS];
        for (lane, frame) in frames.iter_mut().enumerate() {
            if mask[lane / GROUP] >> (lane % GROUP) & 1 == 0 {
                continue;
            }
            let begin = ends[lane]
                .checked_next_multiple_of(16)
                .and_then(|end| end.checked_add(CALL_BYTES));
            let fits = begin.filter(|begin| begin.checked_add(callee.frame).is_some_and(|end| end <= local));
            *frame = fits.ok_or(Trouble::new(FaultKind::StackOverflow, lane))?;
        }
        Ok(frames)
    }

    /// Where the stack ends that a function uses, in each lane.
    pub(super) fn frame_ends(&mut self, place: usize, function: &Function) -> [u32; GROUP * MAX_GROUPS] {
        match function.stack_pointer {
            Slot::NONE => self
                .frames(place, function)
                .map(|frame| frame.wrapping_add(function.frame)),
            pointer => self.get_word(place, pointer),
        }
    }

    /// Where a function's frame is in each lane: a kernel's begins with the stack.
    pub(super) fn frames(&mut self, place: usize, function: &Function) -> [u32; GROUP * MAX_GROUPS] {
        match function.kind {
            FunctionKind::Device => self.get_word(place, function.frame_pointer),
            _ => [0; GROUP * MAX_GROUPS],
        }
    }

    fn pass_arguments(
        &mut self,
        place: usize,
        op: &Op,
        caller: &Function,
        callee: &Function,
        frames: &[u32; GROUP * MAX_GROUPS],
    ) {
        let places = self.around.code.places;
        let from = &places[op.list.range()];
        let to = &places[callee.parameters.range()];
        let callers = self.frames(place, caller);
        self.copy_places(place, from, &callers, to, frames);
    }

    /// Copies bytes between two frames of every lane of a path.
    fn copy_places(
        &mut self,
        place: usize,
        from: &[Place],
        from_frames: &[u32; GROUP * MAX_GROUPS],
        to: &[Place],
        to_frames: &[u32; GROUP * MAX_GROUPS],
    ) {
        let mask = self.paths[place].mask;
        for (from, to) in from.iter().zip(to) {
            let size = match (from.size, to.size) {
                (0, size) | (size, 0) => size,
                (one, other) => one.min(other),
            };
            for (group, bits) in mask.iter().enumerate() {
                for lane in lanes_of(*bits).map(|lane| group * GROUP + lane) {
                    let source = from_frames[lane] as usize + from.offset as usize;
                    let target = to_frames[lane] as usize + to.offset as usize;
                    let local = self.around.local_of(lane);
                    let end = source.max(target) + size as usize;
                    if end <= local.len() {
                        local.copy_within(source..source + size as usize, target);
                    }
                }
            }
        }
    }

    /// Calls through an address. Lanes that call another function than the lowest one stay behind and go next.
    pub(super) fn call_indirect(&mut self, path: usize, op: &'x Op) -> Result<Flow, Trouble> {
        let place = self.path_place(path);
        let lane = self.lane_of(place);
        let (lanes, _) = self.lanes(place);
        let value = lanes.double(op.sources[0], lane / GROUP).0[lane % GROUP];
        let groups = lanes.groups;
        let equal = |group: usize| {
            let doubles = &lanes.double(op.sources[0], group).0;
            doubles
                .iter()
                .enumerate()
                .fold(0, |bits, (lane, double)| bits | u32::from(*double == value) << lane)
        };
        let same: [u32; MAX_GROUPS] = core::array::from_fn(|group| if group < groups { equal(group) } else { 0 });
        self.keep(path, same);
        match function_of_value(value) {
            Some(callee) => self.call(path, op, callee),
            None => Err(Trouble {
                address: Some(value),
                ..Trouble::new(FaultKind::InvalidProgramCounter, lane)
            }),
        }
    }

    /// Returns from a device function. Lanes that return elsewhere than the lowest one stay behind and go next.
    pub(super) fn return_from(&mut self, path: usize, op: &Op) -> Result<Flow, Trouble> {
        let place = self.path_place(path);
        let code = self.around.code;
        let lost = Trouble::new(FaultKind::InvalidProgramCounter, self.lane_of(place));
        let callee = code.functions.get(op.target() as usize).ok_or(lost)?;
        let counters = self.get_word(place, callee.return_counter);
        let counter = counters[self.lane_of(place)];
        let same: [u32; MAX_GROUPS] = core::array::from_fn(|group| {
            let lanes = &counters[group * GROUP..][..GROUP];
            lanes
                .iter()
                .enumerate()
                .fold(0, |bits, (lane, value)| bits | u32::from(*value == counter) << lane)
        });
        self.keep(path, same);
        let call = counter
            .checked_sub(1)
            .and_then(|call| code.ops.get(call as usize))
            .ok_or(lost)?;
        let caller = code.functions.get(call.otherwise() as usize).ok_or(lost)?;
        let frames = self.get_word(place, callee.frame_pointer);
        let to = &mut self.paths[place];
        to.words = to.words.checked_sub(caller.words).ok_or(lost)?;
        to.doubles = to.doubles.checked_sub(caller.doubles).ok_or(lost)?;
        to.contents = to.contents.checked_sub(caller.contents()).ok_or(lost)?;
        to.depth = to.depth.saturating_sub(1);
        to.counter = counter;
        self.pass_results(place, call, caller, callee, &frames);
        Ok(Flow::Going)
    }

    /// Brings results from the callee's frame to the caller's.
    fn pass_results(
        &mut self,
        place: usize,
        call: &Op,
        caller: &Function,
        callee: &Function,
        frames: &[u32; GROUP * MAX_GROUPS],
    ) {
        let places = self.around.code.places;
        let from = &places[callee.results.range()];
        // The places of the call are those of its arguments, then those of its results.
        let to = places[call.list.range()]
            .get(callee.parameters.count as usize..)
            .unwrap_or_default();
        let callers = self.frames(place, caller);
        self.copy_places(place, from, frames, to, &callers);
    }

    /// A word register in all lanes of the current warp.
    pub(super) fn get_word(&mut self, place: usize, slot: Slot) -> [u32; GROUP * MAX_GROUPS] {
        let (lanes, _) = self.lanes(place);
        lanes.want(slot);
        let mut values = [0; GROUP * MAX_GROUPS];
        for group in 0..lanes.groups {
            values[group * GROUP..][..GROUP].copy_from_slice(&lanes.word(slot, group).0);
        }
        values
    }

    /// Writes a word register in the lanes of a path.
    pub(super) fn put_word(&mut self, place: usize, slot: Slot, values: &[u32; GROUP * MAX_GROUPS]) {
        let mask = self.paths[place].mask;
        let (lanes, _) = self.lanes(place);
        for group in 0..lanes.groups {
            let to = &mut lanes.word_mut(slot, group).0;
            for lane in lanes_of(mask[group]) {
                to[lane] = values[group * GROUP + lane];
            }
        }
    }
}
