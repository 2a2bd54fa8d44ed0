//! Instructions on their way from text to image: operands still grow, labels and addresses are still open.

use alloc::vec::Vec;
use musa_isa::{Instruction, Operand, image::Target};

/// What an operand's value will be once everything has its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    /// The address of a variable or function: a relocation of the image.
    Symbol(Target, i64),
    /// The offset of a shared variable.
    Shared(u32, i64),
}

/// An instruction in the making.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// Everything but the operands.
    pub(crate) head: Instruction<'static>,
    pub(crate) operands: Vec<Operand>,
    /// Which operands are results, as bits.
    pub(crate) results: u64,
    /// Operands whose value is open.
    pub(crate) open: Vec<(u8, Open)>,
    /// First byte in the text.
    pub(crate) at: u32,
    /// Place in source files: number and line.
    pub(crate) location: (u32, u32),
}

impl Draft {
    pub(crate) fn new(head: Instruction<'static>) -> Self {
        Self {
            head,
            operands: Vec::new(),
            results: 0,
            open: Vec::new(),
            at: 0,
            location: (0, 0),
        }
    }

    pub(crate) fn result(&mut self, operand: Operand) {
        if self.operands.len() < 64 {
            self.results |= 1 << self.operands.len();
        }
        self.operands.push(operand);
    }

    pub(crate) fn source(&mut self, value: Value) {
        if let Some(open) = value.open {
            self.open.push((self.operands.len() as u8, open));
        }
        self.operands.push(value.operand);
    }

    /// Whether the operand at a place is a result.
    pub(crate) fn is_result(&self, place: usize) -> bool {
        place < 64 && self.results >> place & 1 == 1
    }
}

/// An operand, perhaps with an open value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) operand: Operand,
    pub(crate) open: Option<Open>,
}

impl From<Operand> for Value {
    fn from(operand: Operand) -> Self {
        Self { operand, open: None }
    }
}
