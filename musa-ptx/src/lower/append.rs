//! Appending instructions, those of the text and those that stand for what a text leaves unsaid.

use alloc::vec::Vec;
use musa_isa::{Action, Address, Base, Comparison, Flags, Instruction, Opcode, Operand, Register, Space, Type};

use super::{
    function::{Builder, Lowered},
    kinds,
};
use crate::{
    draft::{Draft, Value},
    syntax::Name,
};

/// Instructions before a sum among which the origin of its operand is looked for.
const NEAR: usize = 64;

/// A register with its type and its place in the frame.
pub(super) type Placed = (Type, Register, u32);

impl<'t> Builder<'t, '_> {
    /// Appends an instruction under the current guard.
    pub(super) fn push(&mut self, mut draft: Draft) {
        draft.head.guard = self.guard;
        draft.at = self.at;
        draft.location = self.location;
        self.body.code.push(draft);
    }

    /// Marks a sum of f16x2 whose operand is the low word of a double: in shared memory the reference's translator takes
    /// the upper half of such an operand from elsewhere.
    pub(super) fn mark_low_word(&self, draft: &mut Draft) {
        let sums = matches!(draft.head.opcode, Opcode::Atom | Opcode::Red) && draft.head.action == Some(Action::Add);
        if !sums || draft.head.types[0] != Some(Type::F16x2) || draft.head.elements > 1 {
            return;
        }
        let Some(operand) = draft.operands.last() else {
            return;
        };
        let near = self.body.code.iter().rev().take(NEAR);
        let mut writers =
            near.filter(|it| (0..it.operands.len()).any(|place| it.is_result(place) && it.operands[place] == *operand));
        let narrows = |it: &Draft| {
            it.head.opcode == Opcode::Cvt && it.head.types[1].is_some_and(|from| from.bits() == 64 && !from.is_float())
        };
        if writers.next().is_some_and(narrows) {
            draft.head.flags |= Flags::HINT;
        }
    }

    /// Appends a move without guard: a value that only the next instruction reads.
    pub(super) fn push_move(&mut self, kind: Type, to: Register, value: Value) {
        let head = Instruction {
            types: [Some(kind), None, None, None],
            ..Instruction::new(Opcode::Mov)
        };
        self.push_unguarded(head, to, &[value]);
    }

    /// Appends an instruction without guard that computes a temporary.
    pub(super) fn push_plain(&mut self, head: Instruction<'static>, to: Register, from: &[Operand]) {
        let from: Vec<Value> = from.iter().map(|&operand| operand.into()).collect();
        self.push_unguarded(head, to, &from);
    }

    fn push_unguarded(&mut self, head: Instruction<'static>, to: Register, from: &[Value]) {
        let mut draft = Draft::new(head);
        draft.result(Operand::register(to));
        for value in from {
            draft.source(*value);
        }
        let guard = self.guard.take();
        self.push(draft);
        self.guard = guard;
    }

    /// Appends the test of a word: the predicate is true unless it is zero.
    pub(super) fn push_nonzero(&mut self, predicate: Register, word: Register) {
        let mut compare = Draft::new(Instruction {
            types: [Some(Type::U32), None, None, None],
            comparison: Some(Comparison::NotEqual),
            ..Instruction::new(Opcode::Setp)
        });
        compare.result(Operand::register(predicate));
        compare.result(Operand::Sink);
        compare.source(Operand::register(word).into());
        compare.source(Operand::Immediate(0).into());
        self.push(compare);
    }

    /// Loads a register from a place in the frame. A predicate lies there as a word.
    pub(super) fn load_register(&mut self, kind: Type, register: Register, offset: u32) {
        if kind == Type::Pred {
            let Ok(word) = self.temporary(Type::U32) else {
                return;
            };
            self.load_register(Type::U32, word, offset);
            self.push_nonzero(register, word);
            return;
        }
        let mut load = Draft::new(frame_access(Opcode::Ld, kind));
        load.result(Operand::register(register));
        load.source(frame_place(offset));
        self.push(load);
    }

    /// Stores a value to a place in the frame.
    pub(super) fn store_value(&mut self, kind: Type, value: Value, offset: u32) {
        if kind == Type::Pred {
            let Ok(word) = self.temporary(Type::U32) else {
                return;
            };
            let mut select = Draft::new(Instruction {
                types: [Some(Type::U32), None, None, None],
                ..Instruction::new(Opcode::Selp)
            });
            select.result(Operand::register(word));
            select.source(Operand::Immediate(1).into());
            select.source(Operand::Immediate(0).into());
            select.source(value);
            self.push(select);
            self.store_value(Type::U32, Operand::register(word).into(), offset);
            return;
        }
        let mut store = Draft::new(frame_access(Opcode::St, kind));
        store.source(frame_place(offset));
        store.source(value);
        self.push(store);
    }

    /// The registers of a name, one or the elements of a vector, with their places from an offset on.
    pub(super) fn register_places(&mut self, name: &Name<'t>, offset: u32) -> Lowered<Vec<Placed>> {
        let (kind, registers) = match self.vector(name)? {
            Some(vector) => vector,
            None => {
                let (kind, register) = self.register(name)?;
                (kind, Vec::from([register]))
            }
        };
        let step = kind.bytes().max(1);
        let places = (0..).map(|place| offset + place * step);
        Ok(registers
            .into_iter()
            .zip(places)
            .map(|(register, place)| (kind, register, place))
            .collect())
    }
}

fn frame_access(opcode: Opcode, kind: Type) -> Instruction<'static> {
    Instruction {
        types: [Some(kinds::untyped(kind.bits())), None, None, None],
        space: Space::Local,
        ..Instruction::new(opcode)
    }
}

fn frame_place(offset: u32) -> Value {
    Operand::Address(Address {
        base: Base::Frame,
        offset: offset.into(),
    })
    .into()
}
