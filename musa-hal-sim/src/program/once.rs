//! Instructions of a kernel that come to the same in every thread of a launch: they are done once for all of its blocks.
//!
//! Parameters, the dimensions of the launch, and what is computed of nothing but these. Each result gets a register of
//! its own, which the rest of its run of straight code reads instead; results that are wanted beyond stay where they are.

use musa_isa::{Space, SpecialRegister};

use super::{
    AddressBase, Body, Control, Effect, Guard, Op, Program, Run, Slot,
    whole::{Registers, WANTED},
};

/// The most instructions of a kernel that are moved: each takes a register.
const MOST: usize = 48;

impl Program<'_> {
    /// Moves such instructions of the ops from `entry` on, those of one kernel with so many words and doubles and so many
    /// bytes of parameters, behind all others. Answers where they are, and how many registers there are now. What the
    /// tables have no room for stays; where registers are scarce, so does all.
    pub(super) fn move_out(&mut self, entry: usize, own: [u32; 2], parameters: u32) -> (Run, [u32; 2]) {
        let first = self.ops.entries().len();
        let mut registers = own;
        if cfg!(feature = "std") && !self.ops.entries()[entry..].iter().any(Op::is_call) {
            let notes = self.numbers.entries().len();
            if self.note_wanted(entry, own) {
                for place in entry..first {
                    self.move_op(place, own, notes, parameters, &mut registers);
                    if self.ops.entries().len() - first == MOST {
                        break;
                    }
                }
            }
            self.numbers.truncate(notes);
        }
        let moved = Run {
            first: first as u32,
            count: (self.ops.entries().len() - first) as u32,
        };
        (moved, registers)
    }

    /// Notes, behind all numbers, which registers are wanted beyond a run of straight code; whether there is room.
    fn note_wanted(&mut self, entry: usize, own: [u32; 2]) -> bool {
        let notes = self.numbers.entries().len();
        if self.numbers.repeat(0, (own[0] + own[1]) as usize).is_err() {
            return false;
        }
        let mut registers = Registers {
            operands: self.operands.entries(),
            notes: &mut self.numbers.entries_mut()[notes..],
            words: own[0] as usize,
        };
        registers.look(&self.ops.entries()[entry..]);
        true
    }

    /// Moves an op if it is such an instruction.
    fn move_op(&mut self, place: usize, own: [u32; 2], notes: usize, parameters: u32, registers: &mut [u32; 2]) {
        let op = self.ops.entries()[place];
        let [old, other] = op.results;
        let bank = usize::from(old.is_double());
        let note = notes + old.index() + bank * own[0] as usize;
        let wanted = |notes: &[u32]| notes.get(note).is_none_or(|note| *note == WANTED);
        let stays = !old.is_register()
            || !other.is_none()
            || !op.is_once(own, parameters)
            || wanted(self.numbers.entries())
            || !self.can_rename(place + 1, old);
        if stays {
            return;
        }
        let new = [Slot::word, Slot::double][bank](registers[bank]);
        let moved = Op {
            results: [new, Slot::NONE],
            ..op
        };
        if self.ops.push(moved).is_ok() {
            registers[bank] += 1;
            self.ops.entries_mut()[place].body = Body::Once;
            self.rename(place + 1, old, new);
        }
    }

    /// Whether a value can be read from another register up to the end of its run, or to where the register is written.
    fn can_rename(&self, from: usize, slot: Slot) -> bool {
        for op in &self.ops.entries()[from..] {
            let listed = self.list(op).contains(&slot);
            if listed && !matches!(op.body, Body::Effect(Effect::Load | Effect::Store)) {
                return false;
            }
            match op.body {
                Body::Control(_) => return true,
                _ if op.results.contains(&slot) || listed && matches!(op.body, Body::Effect(Effect::Load)) => {
                    // Elsewhere than in the lanes of a guard the value would stay.
                    return op.guard == Guard::ALWAYS;
                }
                _ => {}
            }
        }
        true
    }

    fn rename(&mut self, from: usize, old: Slot, new: Slot) {
        for place in from..self.ops.entries().len() {
            let op = &mut self.ops.entries_mut()[place];
            for (source, content) in op.sources.iter_mut().zip(&mut op.contents) {
                if *source == old {
                    (*source, *content) = (new, new.content());
                }
            }
            if op.guard.slot == old {
                op.guard.slot = new;
            }
            let op = *op;
            let stored = matches!(op.body, Body::Effect(Effect::Store));
            let listed = self.list(&op).contains(&old);
            if stored && listed {
                let list = &mut self.operands.entries_mut()[op.list.range()];
                list.iter_mut()
                    .filter(|slot| **slot == old)
                    .for_each(|slot| *slot = new);
            }
            if matches!(op.body, Body::Control(_)) || op.results.contains(&old) || listed && !stored {
                return;
            }
        }
    }

    /// The elements of an access.
    fn list(&self, op: &Op) -> &[Slot] {
        match op.body {
            Body::Effect(_) => &self.operands.entries()[op.list.range()],
            _ => &[],
        }
    }
}

impl Op {
    fn is_call(&self) -> bool {
        matches!(
            self.body,
            Body::Control(Control::Call | Control::CallIndirect | Control::CallSystem(_))
        )
    }

    /// Whether it comes to the same wherever and whenever it is done: it reads nothing but constants and registers that
    /// such instructions have for themselves, those behind the kernel's own.
    fn is_once(&self, own: [u32; 2], parameters: u32) -> bool {
        let same = match self.body {
            Body::Lane(_) => {
                let mut sources = self.sources.iter().filter(|slot| slot.is_register());
                sources.all(|slot| slot.index() >= own[usize::from(slot.is_double())] as usize)
            }
            Body::Effect(Effect::Load) => self.is_parameter(parameters),
            Body::Effect(Effect::Special(special)) => is_of_launch(special),
            _ => false,
        };
        same && self.guard == Guard::ALWAYS
    }

    /// Whether it loads a parameter that is there, into one register.
    fn is_parameter(&self, parameters: u32) -> bool {
        let end = self.extra.checked_add(u64::from(self.bytes));
        self.detail.space == Space::Parameter
            && self.base == AddressBase::Absolute
            && self.detail.elements == 1
            && self.extra & u64::from(self.bytes - 1) == 0
            && end.is_some_and(|end| end <= u64::from(parameters))
    }
}

/// Whether a special register is the same in every thread of a launch.
const fn is_of_launch(special: SpecialRegister) -> bool {
    use SpecialRegister::{NctaidX, NctaidY, NctaidZ, NtidX, NtidY, NtidZ};
    matches!(special, NtidX | NtidY | NtidZ | NctaidX | NctaidY | NctaidZ)
}
