//! Which results may be written in all lanes of a warp, whatever path they are on.
//!
//! Paths of a warp take turns at control instructions only. A register that is always written before it is read within
//! one run of straight code means nothing to any other path, nor to the same path later: what is written to it may
//! overwrite lanes that are not on the path, so that no lane needs to be kept, and a scalar stays one.
//!
//! Only kernels that call nothing are looked at: in a function's window another path may have other registers.

use super::{Body, Control, Effect, Guard, Op, Program, Slot};

/// Mark of a register whose value is wanted beyond a run of straight code.
pub(super) const WANTED: u32 = u32::MAX;

impl Program<'_> {
    /// Marks the ops from `entry` on, those of one kernel with so many registers in each bank. Where the table of numbers
    /// has no room for notes, nothing is marked.
    pub(super) fn mark_whole(&mut self, entry: usize, words: u32, doubles: u32) {
        let calls = |op: &Op| matches!(op.body, Body::Control(Control::Call | Control::CallIndirect));
        if self.ops.entries()[entry..].iter().any(calls) {
            return;
        }
        let notes = self.numbers.entries().len();
        if self.numbers.repeat(0, (words + doubles) as usize).is_err() {
            return;
        }
        let mut registers = Registers {
            operands: self.operands.entries(),
            notes: &mut self.numbers.entries_mut()[notes..],
            words: words as usize,
        };
        let ops = &mut self.ops.entries_mut()[entry..];
        registers.look(ops);
        for op in ops.iter_mut() {
            op.whole = op.guard == Guard::ALWAYS && registers.are_results_unwanted(op);
        }
        self.numbers.truncate(notes);
    }
}

/// What is known of a function's registers: the run of straight code, counted from one, that wrote each last.
pub(super) struct Registers<'r> {
    pub(super) operands: &'r [Slot],
    pub(super) notes: &'r mut [u32],
    pub(super) words: usize,
}

impl<'r> Registers<'r> {
    /// Looks at all ops of the function.
    pub(super) fn look(&mut self, ops: &[Op]) {
        let mut run = 1;
        for op in ops {
            let control = matches!(op.body, Body::Control(_));
            let branch = matches!(op.body, Body::Control(Control::Branch(_)));
            for slot in op.sources.iter().chain(self.list(op, Effect::Store)) {
                // A path may wait at a control instruction before it reads.
                self.read(*slot, if control { WANTED - 1 } else { run });
            }
            self.read(op.guard.slot, if control && !branch { WANTED - 1 } else { run });
            let partly = control || op.guard != Guard::ALWAYS;
            for slot in op.results.iter().chain(self.list(op, Effect::Load)) {
                match self.note(*slot) {
                    Some(note) if partly && *note != run => *note = WANTED,
                    Some(note) if *note != WANTED => *note = run,
                    _ => {}
                }
            }
            run += u32::from(control);
        }
    }

    /// A register is read: one that has not been written in this run comes from elsewhere.
    fn read(&mut self, slot: Slot, run: u32) {
        if let Some(note) = self.note(slot).filter(|note| **note != run) {
            *note = WANTED;
        }
    }

    fn note(&mut self, slot: Slot) -> Option<&mut u32> {
        let place = match slot.is_double() {
            true => self.words + slot.index(),
            false => slot.index(),
        };
        self.notes.get_mut(place).filter(|_| slot.is_register())
    }

    /// The data of an access of several elements, if it is such an effect.
    fn list(&self, op: &Op, effect: Effect) -> &'r [Slot] {
        match op.body {
            Body::Effect(other) if other == effect => &self.operands[op.list.range()],
            _ => &[],
        }
    }

    fn are_results_unwanted(&mut self, op: &Op) -> bool {
        let mut results = op.results.iter().chain(self.list(op, Effect::Load));
        results.all(|slot| self.note(*slot).is_none_or(|note| *note != WANTED))
    }
}
