//! The instructions that are lane loops, by family: each chooses the row for an instruction's types and modifiers.
//!
//! Adding an instruction is one line here: the row of a function of one lane, which `crate::arithmetic` has.

pub mod affine;
mod approximate;
pub mod atomic;
mod bits;
mod compare;
mod convert;
mod float;
mod half;
mod held;
mod integer;
pub mod moves;
mod packed;
pub mod shape;
mod video;

use musa_isa::{Bank, Flags, Opcode, Operand, Type};

use crate::{
    program::Detail,
    simd::{Row, ScalarEntry},
};

/// What is looked for: an instruction's modifiers and operands.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// The modifiers.
    pub detail: Detail,
    /// The operands in the image's order.
    pub operands: &'r [Operand],
    /// First and last address of the module's constants.
    pub constants: (u64, u64),
}

/// What part the condition code plays: an operand that the text does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carry {
    /// None.
    No,
    /// The last source.
    In,
    /// The last result.
    Out,
    /// Both.
    Both,
}

/// A row, and how the instruction's operands go with it.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The row.
    pub row: &'static Row,
    /// How many of the first operands are results; those that the row does not have must be `_`.
    pub results: usize,
    /// The condition code.
    pub carry: Carry,
    /// A number for the lane loop.
    pub extra: u64,
    /// Place of an operand that is not for the lane loop.
    pub dropped: Option<usize>,
    /// The instruction on scalars that are not the same in every lane.
    pub affine: Option<ScalarEntry>,
}

impl Choice {
    /// A row whose operands are those of the instruction.
    const fn plain(row: &'static Row) -> Self {
        Self {
            row,
            results: 1,
            carry: Carry::No,
            extra: 0,
            dropped: None,
            affine: None,
        }
    }

    const fn with_extra(self, extra: u64) -> Self {
        Self { extra, ..self }
    }

    const fn with_affine(self, affine: Option<ScalarEntry>) -> Self {
        Self { affine, ..self }
    }

    const fn with_results(self, results: usize) -> Self {
        Self { results, ..self }
    }

    const fn without(self, dropped: usize) -> Self {
        Self {
            dropped: Some(dropped),
            ..self
        }
    }

    const fn with_carry(self, carry: Carry) -> Self {
        Self { carry, ..self }
    }
}

impl Request<'_> {
    /// Whether a second result is wanted.
    fn wants_second(&self) -> bool {
        self.operands.get(1).is_some_and(|operand| *operand != Operand::Sink)
    }

    /// The bank of the first operand, if it is a register.
    fn result_bank(&self) -> Bank {
        match self.operands.first() {
            Some(Operand::Register { register, .. }) => register.bank,
            _ if self.detail.kind().bits() == 64 => Bank::Double,
            _ => Bank::Word,
        }
    }
}

/// Chooses the row of an instruction; nothing if the engine does not have it.
pub fn choose(request: &Request<'_>) -> Option<Choice> {
    let choice = choose_row(request)?;
    let affine = choice.affine.or_else(|| affine::choose(&request.detail));
    Some(Choice { affine, ..choice })
}

fn choose_row(request: &Request<'_>) -> Option<Choice> {
    use Opcode::*;
    let detail = &request.detail;
    match detail.opcode {
        Rsqrt | Sin | Cos | Lg2 | Ex2 | Tanh => approximate::choose(detail).map(Choice::plain),
        Div | Rcp | Sqrt if detail.has(Flags::APPROXIMATE) || detail.has(Flags::FULL_RANGE) => {
            approximate::choose(detail).map(Choice::plain)
        }
        Add | Sub | Mul | Mad | Fma | Div | Abs | Neg | Min | Max | Rcp | Sqrt | Copysign | Testp
            if detail.kind().is_float() =>
        {
            float::choose(detail)
                .or_else(|| half::choose(detail))
                .map(Choice::plain)
        }
        Add | Sub | Mad | Addc | Subc | Madc if integer::uses_carry(detail) => integer::choose_carrying(detail),
        Dp2a | Dp4a => packed::choose(detail).map(Choice::plain),
        Add | Min | Max if matches!(detail.kind(), Type::U16x2 | Type::S16x2) => {
            packed::choose(detail).map(Choice::plain)
        }
        Add | Sub | Mul | Mad | Mul24 | Mad24 | Div | Rem | Abs | Neg | Min | Max | Sad => {
            integer::choose(detail).map(Choice::plain)
        }
        And | Or | Xor | Not | Cnot | Shl | Shr | Shf | Bfe | Bfi | Bfind | Bmsk | Brev | Clz | Popc | Fns | Prmt
        | Szext => bits::choose(detail).map(Choice::plain),
        Lop3 => bits::choose_lop3(request),
        Setp | Set | Selp | Slct => compare::choose(request),
        Cvt | CvtPack => convert::choose(request),
        Cvta => moves::choose_cvta(detail, request.result_bank()),
        Isspacep => moves::choose_isspacep(request),
        Pack => moves::choose_pack(detail).map(Choice::plain),
        _ => video::choose(request),
    }
}
