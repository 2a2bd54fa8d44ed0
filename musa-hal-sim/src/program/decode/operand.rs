//! Operands become places of registers and constants.

use musa_hal::HalError;
use musa_isa::{Bank, Base, Instruction, Operand, Register, SpecialRegister};

use super::{Decoder, KEPT_DOUBLES, Kept};
use crate::{
    exec::ops,
    program::{AddressBase, Body, Detail, Effect, Guard, Op, Slot, Uses},
    simd::{Row, ScalarEntry},
};

impl Decoder<'_, '_, '_> {
    /// The place of a register in the window.
    pub(super) fn register(&self, register: Register) -> Slot {
        let index = u32::from(register.index);
        match register.bank {
            Bank::Predicate => Slot::word(u32::from(self.function.registers.word) + index),
            Bank::Word => Slot::word(index),
            Bank::Double => Slot::double(index),
        }
    }

    pub(super) fn guard(&self, instruction: &Instruction<'_>) -> Guard {
        instruction.guard.map_or(Guard::ALWAYS, |guard| Guard {
            slot: self.register(guard.register),
            negated: guard.negated,
        })
    }

    /// A word or double for the time of one instruction.
    fn temporary(&mut self, bank: Bank) -> Slot {
        let wide = usize::from(bank == Bank::Double);
        let place = self.temporaries[wide];
        self.temporaries[wide] += 1;
        self.most_temporaries[wide] = self.most_temporaries[wide].max(self.temporaries[wide]);
        if bank == Bank::Double {
            Slot::double(u32::from(self.function.registers.double) + KEPT_DOUBLES + place)
        } else {
            Slot::word(self.kept(Kept::Temporary).index() as u32 + place)
        }
    }

    /// Where a result goes: a place that no one reads for `_`.
    pub(super) fn result(&mut self, operand: Operand, bank: Bank) -> Option<Slot> {
        match operand {
            Operand::Register { register, .. } if register.bank == bank => Some(self.register(register)),
            Operand::Sink if bank == Bank::Double => Some(Slot::double(u32::from(self.function.registers.double))),
            Operand::Sink => Some(self.kept(Kept::Sink)),
            _ => None,
        }
    }

    /// Where a source of a bank is. Special registers, inverted predicates and registers of another width are brought
    /// to a temporary by an instruction of their own; nothing if the operand is no value.
    pub(super) fn source(&mut self, operand: Operand, bank: Bank) -> Result<Option<Slot>, HalError> {
        match operand {
            Operand::Immediate(value) => self.constant(value, bank).map(Some),
            Operand::Register { register, negated } => match (register.bank, bank) {
                (Bank::Predicate, Bank::Predicate) if negated => {
                    let from = self.register(register);
                    self.derived((ops::moves::not_predicate(), None), from, bank, 0)
                        .map(Some)
                }
                (from, to) if from == to => Ok(Some(self.register(register))),
                (Bank::Double, Bank::Word) => {
                    let from = self.register(register);
                    let row = (ops::moves::low_word(), Some(ops::affine::low_word as ScalarEntry));
                    self.derived(row, from, bank, 0).map(Some)
                }
                (Bank::Word, Bank::Double) => {
                    let from = self.register(register);
                    let row = (ops::moves::widened(), Some(ops::affine::widened as ScalarEntry));
                    self.derived(row, from, bank, 0).map(Some)
                }
                _ => Ok(None),
            },
            Operand::Special(special) => self.special(special, bank).map(Some),
            Operand::Frame(offset) => self.frame_address(offset, bank).map(Some),
            _ => Ok(None),
        }
    }

    fn constant(&mut self, value: u64, bank: Bank) -> Result<Slot, HalError> {
        match bank {
            Bank::Predicate => self.program.word_constant(u32::from(value != 0).wrapping_neg()),
            Bank::Word => self.program.word_constant(value as u32),
            Bank::Double => self.program.double_constant(value),
        }
    }

    /// A temporary that holds a function of a register.
    fn derived(
        &mut self,
        (row, affine): (&'static Row, Option<ScalarEntry>),
        from: Slot,
        bank: Bank,
        extra: u64,
    ) -> Result<Slot, HalError> {
        let to = self.temporary(bank);
        let mut op = Op::new(Body::Lane(row), Detail::NONE);
        op.scalar = affine.unwrap_or(op.scalar);
        op.results[0] = to;
        op.sources[0] = from;
        op.extra = extra;
        self.push(op)?;
        Ok(to)
    }

    /// A temporary that holds a special register.
    fn special(&mut self, special: SpecialRegister, bank: Bank) -> Result<Slot, HalError> {
        let to = self.temporary(bank);
        let mut op = Op::new(Body::Effect(Effect::Special(special)), Detail::NONE);
        op.results[0] = to;
        op.wide = bank == Bank::Double;
        self.note_special(special);
        self.push(op)?;
        Ok(to)
    }

    /// Notes that a special register is read.
    pub(super) fn note_special(&mut self, special: SpecialRegister) {
        use SpecialRegister::*;
        if matches!(
            special,
            Clock | ClockHi | Clock64 | Globaltimer | GlobaltimerLo | GlobaltimerHi
        ) {
            self.uses |= Uses::CLOCK;
        }
    }

    /// The local address of a byte of the frame.
    fn frame_address(&mut self, offset: u32, bank: Bank) -> Result<Slot, HalError> {
        if self.is_kernel() {
            return self.constant(u64::from(offset), bank);
        }
        let frame = self.kept(Kept::FramePointer);
        let row = if bank == Bank::Double {
            ops::moves::frame_address_double()
        } else {
            ops::moves::frame_address_word()
        };
        self.derived((row, None), frame, bank, u64::from(offset))
    }

    /// The value of a memory operand's address, as a double.
    pub(super) fn address_value(&mut self, operand: Operand) -> Result<Option<Slot>, HalError> {
        let Operand::Address(address) = operand else {
            return Ok(None);
        };
        let (row, affine, from): (_, Option<ScalarEntry>, _) = match address.base {
            Base::Absolute => return self.constant(address.offset, Bank::Double).map(Some),
            Base::Register(register) if register.bank == Bank::Word => {
                (ops::moves::frame_address_double(), None, self.register(register))
            }
            Base::Register(register) if register.bank == Bank::Double => {
                let affine = ops::affine::displaced as ScalarEntry;
                (ops::moves::displaced(), Some(affine), self.register(register))
            }
            _ => return Ok(None),
        };
        self.derived((row, affine), from, Bank::Double, address.offset)
            .map(Some)
    }

    /// Puts a memory operand into an op: as its first source and its offset.
    pub(super) fn address(&mut self, operand: Operand, op: &mut Op) -> bool {
        let Operand::Address(address) = operand else {
            return false;
        };
        op.extra = address.offset;
        match address.base {
            Base::Absolute => op.base = AddressBase::Absolute,
            Base::Register(register) => {
                op.base = match register.bank {
                    Bank::Word => AddressBase::Word,
                    Bank::Double => AddressBase::Double,
                    Bank::Predicate => return false,
                };
                op.sources[0] = self.register(register);
            }
            Base::Frame if self.is_kernel() => op.base = AddressBase::Absolute,
            Base::Frame => {
                op.base = AddressBase::Word;
                op.sources[0] = self.kept(Kept::FramePointer);
            }
        }
        true
    }
}
