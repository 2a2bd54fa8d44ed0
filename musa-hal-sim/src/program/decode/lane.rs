//! Instructions that are lane loops.

use musa_hal::HalError;
use musa_isa::{Bank, Instruction, Opcode, Operand};

use super::{Decoder, Kept, Operands};
use crate::{
    exec::ops::{self, Carry, Choice},
    program::{Body, Effect, Op},
};

impl Decoder<'_, '_, '_> {
    pub(super) fn lane_instruction(
        &mut self,
        instruction: &Instruction<'_>,
        operands: &Operands,
    ) -> Result<(), HalError> {
        match instruction.opcode {
            Opcode::Mov => self.move_instruction(instruction, operands),
            Opcode::Unpack => self.unpack(instruction, operands),
            Opcode::Pack if wide(instruction) => self.pack_quad(instruction, operands),
            _ => self.by_row(instruction, operands),
        }
    }

    /// An instruction whose row the families of [`ops`] choose.
    fn by_row(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        let request = ops::Request {
            detail: crate::program::Detail::of(instruction),
            operands: operands.as_slice(),
            constants: self.placement.constants,
        };
        let Some(choice) = ops::choose(&request) else {
            return self.unsupported(instruction);
        };
        let op = self.op(Body::Lane(choice.row), instruction);
        match self.fill(op, &choice, operands)? {
            Some(op) => self.push(op).map(drop),
            None => self.unsupported(instruction),
        }
    }

    /// Gives an op its operands as its row wants them; nothing where one does not fit.
    fn fill(&mut self, mut op: Op, choice: &Choice, operands: &[Operand]) -> Result<Option<Op>, HalError> {
        let signature = *choice.row.signature();
        op.extra = choice.extra;
        op.scalar = choice.affine.unwrap_or(op.scalar);
        let mut given = operands
            .iter()
            .enumerate()
            .filter(|(place, _)| Some(*place) != choice.dropped)
            .map(|(_, operand)| *operand);
        let wanted = signature.results.iter().flatten().count() - usize::from(choice.carry.writes());
        for place in 0..choice.results {
            let Some(operand) = given.next() else { return Ok(None) };
            if let Some(bank) = signature.results[place].filter(|_| place < wanted) {
                let Some(slot) = self.result(operand, bank) else {
                    return Ok(None);
                };
                op.results[place] = slot;
            } else if operand != Operand::Sink {
                return Ok(None);
            }
        }
        if choice.carry.writes() {
            op.results[wanted] = self.kept(Kept::Carry);
        }
        let sources = signature.sources.iter().flatten().count();
        for (place, bank) in signature.sources.iter().flatten().enumerate() {
            let slot = if choice.carry.reads() && place + 1 == sources {
                Some(self.kept(Kept::Carry))
            } else {
                match given.next() {
                    Some(operand) => self.source(operand, *bank)?,
                    None => None,
                }
            };
            let Some(slot) = slot else { return Ok(None) };
            op.sources[place] = slot;
        }
        // An operand more is a form that the row does not have.
        Ok(given.next().is_none().then_some(op))
    }

    fn move_instruction(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        let (Some(&to), Some(&from)) = (operands.first(), operands.get(1)) else {
            return self.unsupported(instruction);
        };
        let bank = match to {
            Operand::Register { register, .. } => register.bank,
            Operand::Sink => return Ok(()),
            _ => return self.unsupported(instruction),
        };
        let Some(result) = self.result(to, bank) else {
            return self.unsupported(instruction);
        };
        if let Operand::Special(special) = from {
            let mut op = self.op(Body::Effect(Effect::Special(special)), instruction);
            op.results[0] = result;
            op.wide = bank == Bank::Double;
            self.note_special(special);
            return self.push(op).map(drop);
        }
        let Some(source) = self.source(from, bank)? else {
            return self.unsupported(instruction);
        };
        let mut op = self.op(Body::Lane(ops::moves::copy(bank)), instruction);
        op.scalar = ops::affine::copy(bank);
        op.results[0] = result;
        op.sources[0] = source;
        self.push(op)?;
        if wide(instruction) {
            self.move_upper(op, from)?;
        }
        Ok(())
    }

    /// The upper half of a move of 128 bits.
    fn move_upper(&mut self, mut op: Op, from: Operand) -> Result<(), HalError> {
        op.results[0] = op.results[0].next();
        op.sources[0] = match from {
            Operand::Immediate(_) => self.program.double_constant(0)?,
            _ => op.sources[0].next(),
        };
        self.push(op).map(drop)
    }

    /// `mov {a,b,..}, s`: one extraction for each element that is wanted.
    fn unpack(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        let elements = usize::from(instruction.elements);
        let Some(&from) = operands.get(elements) else {
            return self.unsupported(instruction);
        };
        let width = instruction.types[0].map_or(0, |kind| kind.bits()) / u32::from(instruction.elements).max(1);
        if wide(instruction) {
            return self.unpack_quad(instruction, operands);
        }
        let bank = if u32::from(instruction.elements) * width == 64 {
            Bank::Double
        } else {
            Bank::Word
        };
        let Some(source) = self.source(from, bank)? else {
            return self.unsupported(instruction);
        };
        for (place, &to) in operands[..elements]
            .iter()
            .enumerate()
            .filter(|(_, to)| **to != Operand::Sink)
        {
            let Some(result) = self.result(to, Bank::Word) else {
                return self.unsupported(instruction);
            };
            let mut op = self.op(Body::Lane(ops::moves::extract(bank)), instruction);
            op.results[0] = result;
            op.sources[0] = source;
            op.extra = ops::moves::extraction(place as u32 * width, width);
            self.push(op)?;
        }
        Ok(())
    }

    /// `mov.b128 {a,b}, s`.
    fn unpack_quad(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        let [low, high, from] = operands[..] else {
            return self.unsupported(instruction);
        };
        let Some(source) = self.source(from, Bank::Double)? else {
            return self.unsupported(instruction);
        };
        for (to, source) in [(low, source), (high, source.next())] {
            let Some(result) = self.result(to, Bank::Double) else {
                return self.unsupported(instruction);
            };
            let mut op = self.op(Body::Lane(ops::moves::copy(Bank::Double)), instruction);
            op.results[0] = result;
            op.sources[0] = source;
            self.push(op)?;
        }
        Ok(())
    }

    /// `mov.b128 d, {a,b}`.
    fn pack_quad(&mut self, instruction: &Instruction<'_>, operands: &Operands) -> Result<(), HalError> {
        let [to, low, high] = operands[..] else {
            return self.unsupported(instruction);
        };
        let Some(result) = self.result(to, Bank::Double) else {
            return self.unsupported(instruction);
        };
        for (result, from) in [(result, low), (result.next(), high)] {
            let Some(source) = self.source(from, Bank::Double)? else {
                return self.unsupported(instruction);
            };
            let mut op = self.op(Body::Lane(ops::moves::copy(Bank::Double)), instruction);
            op.results[0] = result;
            op.sources[0] = source;
            self.push(op)?;
        }
        Ok(())
    }
}

/// Whether an instruction moves 128 bits.
fn wide(instruction: &Instruction<'_>) -> bool {
    instruction.types[0] == Some(musa_isa::Type::B128)
}

impl Carry {
    /// Whether the condition code is the last source.
    const fn reads(self) -> bool {
        matches!(self, Self::In | Self::Both)
    }

    /// Whether the condition code is the last result.
    const fn writes(self) -> bool {
        matches!(self, Self::Out | Self::Both)
    }
}
