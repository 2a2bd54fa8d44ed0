//! Memory accesses and other effects.

use musa_hal::HalError;
use musa_isa::{Action, Bank, Flags, Instruction, Opcode, Operand, Order, Space, Type};

use super::{Decoder, Kept, Operands};
use crate::{
    exec::ops,
    program::{Body, Effect, Op, Run, Slot, Uses},
};

impl Decoder<'_, '_, '_> {
    pub(super) fn effect(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        use Opcode::*;
        match instruction.opcode {
            Ld => self.load(instruction, operands),
            St => self.store(instruction, operands),
            Atom | Red => self.atomic(instruction, operands),
            Fence => {
                self.uses |= Uses::FENCE;
                let op = self.op(Body::Effect(Effect::Fence), instruction);
                self.push(op).map(drop)
            }
            Activemask => self.answer(instruction, operands, Effect::ActiveMask),
            CpAsync => self.copy(instruction, operands),
            Alloca => self.allocate(instruction, operands),
            Stacksave | Stackrestore => self.stack_pointer(instruction, operands),
            Mapa | Getctarank => self.cluster_address(instruction, operands),
            Createpolicy => self.answer(instruction, operands, Effect::Undefined),
            // They change no value, and nothing that a program can see.
            Prefetch | Nanosleep | Pmevent | Setmaxnreg | Griddepcontrol => Ok(()),
            _ => self.unsupported(instruction),
        }
    }

    /// An effect with one result and no source.
    fn answer(&mut self, instruction: &Instruction<'_>, operands: &Operands, effect: Effect) -> Result<(), HalError> {
        let Some(&Operand::Register { register, .. }) = operands.first() else {
            return Ok(());
        };
        let mut op = self.op(Body::Effect(effect), instruction);
        op.results[0] = self.register(register);
        op.wide = register.bank == Bank::Double;
        self.push(op).map(drop)
    }

    fn load(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        if matches!(
            instruction.order,
            Order::Volatile | Order::Relaxed | Order::Acquire | Order::Mmio
        ) {
            self.uses |= Uses::OBSERVING_LOAD;
        }
        let mut op = self.op(Body::Effect(Effect::Load), instruction);
        let data = operands.len().saturating_sub(1);
        if data == 0 || op.detail.kind().bytes() == 0 || !self.address(operands[data], &mut op) {
            return self.unsupported(instruction);
        }
        self.split_quads(&mut op);
        op.wide = op.detail.kind().bits() == 64
            || operands[..data]
                .iter()
                .any(|it| matches!(it, Operand::Register { register, .. } if register.bank == Bank::Double));
        let bank = if op.wide { Bank::Double } else { Bank::Word };
        let quads = instruction.types[0] == Some(Type::B128);
        let mut slots = heapless::Vec::<Slot, 16>::new();
        for &operand in &operands[..data] {
            let slot = if operand == Operand::Sink {
                Some(Slot::NONE)
            } else {
                self.result(operand, bank)
            };
            let Some(slot) = slot else {
                return self.unsupported(instruction);
            };
            let upper = if slot.is_none() { slot } else { slot.next() };
            if slots.push(slot).is_err() || quads && slots.push(upper).is_err() {
                return self.unsupported(instruction);
            }
        }
        op.list = self.slots(&slots)?;
        op.results[0] = slots[0];
        self.push(op).map(drop)
    }

    fn store(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        if matches!(
            instruction.order,
            Order::Volatile | Order::Relaxed | Order::Release | Order::Mmio
        ) {
            self.uses |= Uses::FENCE;
        }
        let mut op = self.op(Body::Effect(Effect::Store), instruction);
        if operands.len() < 2 || op.detail.kind().bytes() == 0 || !self.address(operands[0], &mut op) {
            return self.unsupported(instruction);
        }
        self.split_quads(&mut op);
        op.wide = op.detail.kind().bits() == 64;
        let bank = if op.wide { Bank::Double } else { Bank::Word };
        let quads = instruction.types[0] == Some(Type::B128);
        let mut slots = heapless::Vec::<Slot, 16>::new();
        for &operand in &operands[1..] {
            let Some(slot) = self.source(operand, bank)? else {
                return self.unsupported(instruction);
            };
            if slots.push(slot).is_err() || quads && slots.push(slot.next()).is_err() {
                return self.unsupported(instruction);
            }
        }
        op.list = self.slots(&slots)?;
        op.sources[1] = slots[0];
        self.push(op).map(drop)
    }

    /// An access of 128-bit elements is one of twice as many halves.
    fn split_quads(&mut self, op: &mut Op) {
        if op.detail.types[0] == Some(Type::B128) {
            op.detail.types[0] = Some(Type::B64);
            op.detail.elements *= 2;
        }
    }

    fn slots(&mut self, slots: &[Slot]) -> Result<Run, HalError> {
        let first = self.program.operands.entries().len() as u32;
        for &slot in slots {
            self.program.operands.push(slot)?;
        }
        Ok(Run {
            first,
            count: slots.len() as u32,
        })
    }

    fn atomic(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        let kind = instruction.types[0].unwrap_or(Type::B32);
        let result = instruction.opcode == Opcode::Atom;
        if !ops::atomic::is_supported(instruction.action, kind) {
            return self.unsupported(instruction);
        }
        let unread =
            !result || instruction.flags.contains(Flags::NO_RESULT) || operands.first() == Some(&Operand::Sink);
        // Shared memory is the block's own: no other block sees in which order it changes.
        if instruction.space != Space::Shared {
            self.uses |= atomic_use(instruction.action, kind, unread);
        }
        let mut op = self.op(Body::Effect(Effect::Atomic), instruction);
        op.wide = kind.bits() >= 64;
        let results = if result { usize::from(instruction.elements) } else { 0 };
        let (results, rest) = operands.split_at_checked(results).unwrap_or_default();
        let Some((&address, sources)) = rest.split_first() else {
            return self.unsupported(instruction);
        };
        if !self.address(address, &mut op) {
            return self.unsupported(instruction);
        }
        let together = if instruction.elements > 1 || kind == Type::B128 {
            self.atomic_list(&mut op, results, sources)?
        } else {
            self.atomic_single(&mut op, results, sources)?
        };
        match together {
            Some(()) => self.push(op).map(drop),
            None => self.unsupported(instruction),
        }
    }

    /// The registers of an atomic operation on one element; nothing if they do not fit.
    fn atomic_single(&mut self, op: &mut Op, results: &[Operand], sources: &[Operand]) -> Result<Option<()>, HalError> {
        let bank = if op.wide { Bank::Double } else { Bank::Word };
        if let Some(&result) = results.first().filter(|result| **result != Operand::Sink) {
            let Some(slot) = self.result(result, bank) else {
                return Ok(None);
            };
            op.results[0] = slot;
        }
        for (place, &source) in sources.iter().take(2).enumerate() {
            let Some(slot) = self.source(source, bank)? else {
                return Ok(None);
            };
            op.sources[1 + place] = slot;
        }
        Ok(Some(()))
    }

    /// The registers of an atomic operation on several elements, results first, or on 128 bits, in pairs.
    fn atomic_list(&mut self, op: &mut Op, results: &[Operand], sources: &[Operand]) -> Result<Option<()>, HalError> {
        let bank = if op.wide { Bank::Double } else { Bank::Word };
        let pairs = op.detail.kind() == Type::B128;
        let mut slots = heapless::Vec::<Slot, 16>::new();
        let unread = usize::from(op.detail.elements) - results.len();
        for operand in results
            .iter()
            .chain(core::iter::repeat_n(&Operand::Sink, unread))
            .chain(sources)
        {
            let slot = match *operand {
                Operand::Sink => Some(Slot::NONE),
                operand if slots.len() < usize::from(op.detail.elements) => self.result(operand, bank),
                operand => self.source(operand, bank)?,
            };
            let Some(slot) = slot else { return Ok(None) };
            let upper = if slot.is_none() { slot } else { slot.next() };
            if slots.push(slot).is_err() || pairs && slots.push(upper).is_err() {
                return Ok(None);
            }
        }
        op.list = self.slots(&slots)?;
        Ok((slots.len() >= 2).then_some(()))
    }

    /// `cp.async`. The copy is made at once, so that committing and waiting are nothing.
    fn copy(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        match instruction.action {
            Some(Action::Commit | Action::WaitGroup | Action::WaitAll) => return Ok(()),
            Some(Action::Copy) => {}
            _ => return self.unsupported(instruction),
        }
        let (Some(&to), Some(&from), Some(&Operand::Immediate(bytes))) =
            (operands.first(), operands.get(1), operands.get(2))
        else {
            return self.unsupported(instruction);
        };
        if !matches!(bytes, 4 | 8 | 16) {
            return self.unsupported(instruction);
        }
        let mut op = self.op(Body::Effect(Effect::Copy), instruction);
        // Both addresses become doubles, and the extra number is how much is copied.
        for (place, operand) in [to, from].into_iter().enumerate() {
            let Some(slot) = self.address_value(operand)? else {
                return self.unsupported(instruction);
            };
            op.sources[place] = slot;
        }
        op.extra = bytes;
        let ignores = instruction.flags.contains(Flags::IGNORE_SOURCE);
        match operands.get(3) {
            None | Some(Operand::Sink) => {}
            Some(&operand) => {
                let bank = if ignores { Bank::Predicate } else { Bank::Word };
                let Some(slot) = self.source(operand, bank)? else {
                    return self.unsupported(instruction);
                };
                op.sources[if ignores { 3 } else { 2 }] = slot;
            }
        }
        self.push(op).map(drop)
    }

    /// `alloca d, size, alignment`.
    fn allocate(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        let (Some(&to), Some(&size)) = (operands.first(), operands.get(1)) else {
            return self.unsupported(instruction);
        };
        let Operand::Register { register, .. } = to else {
            return self.unsupported(instruction);
        };
        self.uses |= Uses::ALLOCA;
        let mut op = self.op(Body::Effect(Effect::Allocate), instruction);
        op.results = [self.register(register), self.kept(Kept::StackPointer)];
        op.wide = register.bank == Bank::Double;
        let Some(size) = self.source(size, register.bank)? else {
            return self.unsupported(instruction);
        };
        op.sources[0] = size;
        op.sources[1] = self.kept(Kept::StackPointer);
        op.extra = match operands.get(2) {
            Some(Operand::Immediate(alignment)) => *alignment,
            _ => 8,
        };
        self.push(op).map(drop)
    }

    /// `stacksave d`, `stackrestore a`.
    fn stack_pointer(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        let Some(&Operand::Register { register, .. }) = operands.first() else {
            return self.unsupported(instruction);
        };
        self.uses |= Uses::ALLOCA;
        let place = self.register(register);
        let kept = self.kept(Kept::StackPointer);
        let wide = register.bank == Bank::Double;
        let (row, to, from) = match (instruction.opcode, wide) {
            (Opcode::Stacksave, true) => (ops::moves::widened(), place, kept),
            (Opcode::Stacksave, false) => (ops::moves::copy(Bank::Word), place, kept),
            (_, true) => (ops::moves::low_word(), kept, place),
            (_, false) => (ops::moves::copy(Bank::Word), kept, place),
        };
        let mut op = self.op(Body::Lane(row), instruction);
        op.results[0] = to;
        op.sources[0] = from;
        self.push(op).map(drop)
    }

    /// `mapa` and `getctarank`: without clusters there is one block, of rank zero.
    fn cluster_address(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        let (Some(&to), Some(&from)) = (operands.first(), operands.get(1)) else {
            return self.unsupported(instruction);
        };
        let Operand::Register { register, .. } = to else {
            return self.unsupported(instruction);
        };
        let mut op = self.op(Body::Lane(ops::moves::copy(register.bank)), instruction);
        op.results[0] = self.register(register);
        let from = if instruction.opcode == Opcode::Mapa {
            from
        } else {
            Operand::Immediate(0)
        };
        let Some(source) = self.source(from, register.bank)? else {
            return self.unsupported(instruction);
        };
        op.sources[0] = source;
        let _: Space = instruction.space;
        self.push(op).map(drop)
    }
}

/// What an atomic operation on memory of several blocks makes of a function.
fn atomic_use(action: Option<Action>, kind: Type, unread: bool) -> Uses {
    let float = if kind.is_float() {
        Uses::FLOAT_ATOMIC
    } else {
        Uses::empty()
    };
    float
        | match action {
            Some(Action::Add) if unread => Uses::REDUCE_ADD,
            Some(Action::And) if unread => Uses::REDUCE_AND,
            Some(Action::Or) if unread => Uses::REDUCE_OR,
            Some(Action::Xor) if unread => Uses::REDUCE_XOR,
            Some(Action::Minimum) if unread => Uses::REDUCE_MIN,
            Some(Action::Maximum) if unread => Uses::REDUCE_MAX,
            _ => Uses::ATOMIC_RESULT,
        }
}
