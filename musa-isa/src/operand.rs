//! Operands.

use crate::{Register, SpecialRegister};

/// What an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A register. `negated` is `!p` of a predicate source.
    Register {
        /// Which one.
        register: Register,
        /// Whether a predicate is read inverted.
        negated: bool,
    },
    /// A constant: integers sign- or zero-extended to 64 bits by the assembler, floats as the bits of their type.
    Immediate(u64),
    /// A value that the hardware supplies.
    Special(SpecialRegister),
    /// The value of an address in the current stack frame: the local address of frame byte `offset`.
    Frame(u32),
    /// A place in memory, in the instruction's state space.
    Address(Address),
    /// An instruction of the same function, by its index from the function's first.
    Label(u32),
    /// A function of the module, by ordinal.
    Function(u32),
    /// A table of branch targets of the function, by ordinal.
    Targets(u32),
    /// A call prototype (layout of an indirect call's parameters), by ordinal.
    Prototype(u32),
    /// `_`: the result is dropped.
    Sink,
}

/// What an address starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Nothing: the offset is the address (within the space for shared, local and parameter; absolute for global and
    /// constant, where a relocation has put it).
    Absolute,
    /// A register of 32 or 64 bits.
    Register(Register),
    /// The current stack frame; the space is [`crate::Space::Local`].
    Frame,
}

/// A memory operand: base plus byte offset, wrapping at 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// What it starts from.
    pub base: Base,
    /// Bytes to add; negative ones in two's complement.
    pub offset: u64,
}

impl Operand {
    /// A plain register operand.
    pub const fn register(register: Register) -> Self {
        Self::Register {
            register,
            negated: false,
        }
    }
}
