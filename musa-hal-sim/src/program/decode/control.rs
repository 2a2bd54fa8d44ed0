//! Branches, calls, barriers and warp operations.

use musa_hal::HalError;
use musa_isa::{Action, Bank, Flags, Instruction, Opcode, Operand};

use super::{BLOCK_TARGET, Decoder, Operands};
use crate::program::{
    Arms, BarrierKind, Block, Body, Control, FunctionKind, Guard, Op, Place, Run, Slot, System, Uses, build::undefined,
};

impl Decoder<'_, '_, '_> {
    /// The last instruction of a block.
    pub(super) fn terminator(
        &mut self,
        instruction: &Instruction<'_>,
        operands: &Operands,
        last_of: Option<&Block>,
    ) -> Result<(), HalError> {
        let Some(block) = last_of else {
            return self.unsupported(instruction);
        };
        let (taken, next) = (BLOCK_TARGET | block.taken, BLOCK_TARGET | block.next);
        if instruction.opcode == Opcode::Bra {
            let kind = if instruction.guard.is_some() {
                Control::Branch(Arms::Apart)
            } else {
                Control::Jump
            };
            let op = self.op(Body::Control(kind), instruction).with_targets(taken, next);
            return self.push(op).map(drop);
        }
        let kind = match instruction.opcode {
            Opcode::Brx => Control::BranchTable,
            Opcode::Ret if !self.is_kernel() => Control::Return,
            Opcode::Ret | Opcode::Exit => Control::Exit,
            _ => Control::Trap,
        };
        let mut op = self.op(Body::Control(kind), instruction);
        if kind == Control::Return {
            op = op.with_targets(self.ordinal, 0);
        }
        if kind == Control::BranchTable {
            let Some(&index) = operands.first() else {
                return self.unsupported(instruction);
            };
            let Some(slot) = self.source(index, Bank::Word)? else {
                return self.unsupported(instruction);
            };
            op.sources[0] = slot;
            op.list = block.table;
        }
        self.guarded(op, Some(next))
    }

    /// Appends a control op; one with a guard becomes a branch around it.
    fn guarded(&mut self, mut op: Op, next: Option<u32>) -> Result<(), HalError> {
        if op.guard != Guard::ALWAYS {
            let here = self.program.ops.entries().len() as u32;
            let mut branch = Op::control(Control::Branch(Arms::Apart)).with_targets(here + 1, next.unwrap_or(here + 2));
            branch.guard = op.guard;
            self.push(branch)?;
            op.guard = Guard::ALWAYS;
        }
        self.push(op).map(drop)
    }

    pub(super) fn control(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        let op = match instruction.opcode {
            Opcode::Call => self.call(instruction, operands)?,
            Opcode::Bar => self.barrier(instruction, operands)?,
            _ => self.warp_operation(instruction, operands)?,
        };
        match op {
            Some(op) => self.guarded(op, None),
            None => self.unsupported(instruction),
        }
    }

    fn call(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<Option<Op>, HalError> {
        let Some((&target, mut rest)) = operands.split_first() else {
            return Ok(None);
        };
        let mut op = self.op(Body::Control(Control::Call), instruction);
        let mut prototype = None;
        match target {
            Operand::Function(ordinal) => match self.callee(ordinal) {
                Some(FunctionKind::Device) => op = op.with_targets(ordinal, self.ordinal),
                Some(FunctionKind::System(system)) => {
                    self.uses |= system_uses(system);
                    op.body = Body::Control(Control::CallSystem(system));
                    op = op.with_targets(ordinal, self.ordinal);
                }
                Some(FunctionKind::Undefined) => return Err(undefined(self.image, ordinal, self.log)),
                _ => return Ok(None),
            },
            target => {
                let Some((&Operand::Prototype(ordinal), places)) = rest.split_first() else {
                    return Ok(None);
                };
                (prototype, rest) = (self.image.prototype(ordinal), places);
                self.uses |= Uses::INDIRECT_CALL;
                op.body = Body::Control(Control::CallIndirect);
                op = op.with_targets(0, self.ordinal);
                let Some(slot) = self.source(target, Bank::Double)? else {
                    return Ok(None);
                };
                op.sources[0] = slot;
            }
        }
        op.list = self.places(rest)?;
        if let Some(prototype) = prototype {
            let sizes = self
                .image
                .parameters(prototype.parameters)
                .chain(self.image.parameters(prototype.results));
            for (place, parameter) in self.program.places.entries_mut()[op.list.range()].iter_mut().zip(sizes) {
                place.size = parameter.slot.size;
            }
        }
        Ok(Some(op))
    }

    /// Notes places in the caller's frame; the callee knows their sizes.
    fn places(&mut self, operands: &[Operand]) -> Result<Run, HalError> {
        let first = self.program.places.entries().len() as u32;
        for operand in operands {
            if let Operand::Frame(offset) = operand {
                self.program.places.push(Place {
                    offset: *offset,
                    size: 0,
                })?;
            }
        }
        Ok(Run {
            first,
            count: self.program.places.entries().len() as u32 - first,
        })
    }

    /// A source of a control op, where the operand is there.
    fn optional(&mut self, operand: Option<&Operand>, bank: Bank) -> Result<Slot, HalError> {
        match operand {
            Some(operand) => Ok(self.source(*operand, bank)?.unwrap_or(Slot::NONE)),
            None => Ok(Slot::NONE),
        }
    }

    fn barrier(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<Option<Op>, HalError> {
        let kind = match instruction.action {
            Some(Action::WarpSynchronize) => {
                let mut op = self.op(Body::Control(Control::WarpBarrier), instruction);
                op.sources[3] = self.optional(operands.first(), Bank::Word)?;
                return Ok(Some(op));
            }
            Some(Action::Synchronize) => BarrierKind::Synchronize,
            Some(Action::Arrive) => BarrierKind::Arrive,
            Some(Action::Reduce) => BarrierKind::Reduce,
            _ => return Ok(None),
        };
        self.uses |= Uses::BARRIER;
        let mut op = self.op(Body::Control(Control::Barrier(kind)), instruction);
        let mut rest = operands.as_slice();
        if kind == BarrierKind::Reduce {
            let Some((&result, others)) = rest.split_first() else {
                return Ok(None);
            };
            let bank = reduction_bank(instruction.second_action);
            let Some(slot) = self.result(result, bank) else {
                return Ok(None);
            };
            (op.results[0], rest) = (slot, others);
            op.sources[2] = self.optional(rest.get(2), Bank::Predicate)?;
        }
        op.sources[0] = self.optional(rest.first(), Bank::Word)?;
        op.sources[1] = self.optional(rest.get(1), Bank::Word)?;
        Ok((!op.sources[0].is_none()).then_some(op))
    }

    /// `vote`, `shfl`, `match`, `redux`, `elect`: the member mask is the fourth source, none where all active lanes are
    /// meant.
    fn warp_operation(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<Option<Op>, HalError> {
        let wide = instruction.types[0].is_some_and(|kind| kind.bits() == 64);
        let value = if wide { Bank::Double } else { Bank::Word };
        let (kind, results, sources): (_, &[Bank], &[Bank]) = match instruction.opcode {
            Opcode::Vote if instruction.action == Some(Action::Ballot) => {
                (Control::Vote, &[Bank::Word], &[Bank::Predicate])
            }
            Opcode::Vote => (Control::Vote, &[Bank::Predicate], &[Bank::Predicate]),
            Opcode::Shfl => (
                Control::Shuffle,
                &[Bank::Word, Bank::Predicate],
                &[Bank::Word, Bank::Word, Bank::Word],
            ),
            Opcode::Match => (
                Control::Match,
                &[Bank::Word, Bank::Predicate],
                core::slice::from_ref(&value),
            ),
            Opcode::Redux => (Control::Reduce, &[Bank::Word], &[Bank::Word]),
            Opcode::Elect => (Control::Elect, &[Bank::Word, Bank::Predicate], &[]),
            _ => return Ok(None),
        };
        let mut op = self.op(Body::Control(kind), instruction);
        op.wide = wide;
        let mut rest = operands.iter().copied();
        for (place, bank) in results.iter().enumerate() {
            let Some(operand) = rest.next() else { return Ok(None) };
            let Some(slot) = self.result(operand, *bank) else {
                return Ok(None);
            };
            op.results[place] = slot;
        }
        for (place, bank) in sources.iter().enumerate() {
            let Some(operand) = rest.next() else { return Ok(None) };
            let Some(slot) = self.source(operand, *bank)? else {
                return Ok(None);
            };
            op.sources[place] = slot;
        }
        let synchronized = instruction.flags.contains(Flags::SYNCHRONIZED)
            || matches!(instruction.opcode, Opcode::Match | Opcode::Redux | Opcode::Elect);
        if synchronized {
            let mask = rest.next();
            op.sources[3] = self.optional(mask.as_ref(), Bank::Word)?;
        }
        Ok(Some(op))
    }
}

/// The bank of a barrier's reduction.
fn reduction_bank(action: Option<Action>) -> Bank {
    match action {
        Some(Action::PopulationCount) => Bank::Word,
        _ => Bank::Predicate,
    }
}

fn system_uses(system: System) -> Uses {
    match system {
        System::Print => Uses::PRINT,
        System::AssertFail => Uses::ASSERT,
        System::Allocate | System::Free => Uses::HEAP,
    }
}
