//! Operands of matrix instructions: fragments as many registers as shape and type make them.

use alloc::format;
use musa_isa::{
    Action, Opcode, Operand, Type,
    matrix::{self, Role, fragment_registers},
};

use super::{
    function::{Builder, Lowered},
    procedure::wrong_count,
};
use crate::{
    diagnostic::Finding,
    draft::Draft,
    forms::Of,
    syntax::{self, Operand as Syntax},
};

impl<'t> Builder<'t, '_> {
    /// The registers of one matrix.
    fn fragment(
        &mut self,
        draft: &mut Draft,
        role: Role,
        kind: Type,
        operand: &Syntax<'t>,
        result: bool,
    ) -> Lowered<()> {
        let wmma = draft.head.opcode == Opcode::Wmma;
        let count = matrix::shape(draft.head.variant).map_or(0, |shape| fragment_registers(wmma, role, shape, kind));
        let register = match kind {
            Type::F64 => Type::B64,
            _ => Type::B32,
        };
        if count == 0 {
            return Err(Finding::new(operand.span(), "no such combination of shape and type"));
        }
        for element in self.elements(operand, count)? {
            if result {
                self.destination(draft, Of::Is(register), &element)?;
            } else {
                self.source(draft, Of::Is(register), &element)?;
            }
        }
        Ok(())
    }

    pub(super) fn mma(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [d, a, b, c] = operands else {
            return Err(wrong_count(instruction, "four matrices"));
        };
        let kind = |place: usize| draft.head.types[place].unwrap_or(Type::B32);
        let mut kinds = [kind(0), kind(1), kind(2), kind(3)];
        // The short form of half precision writes only the types of d and c.
        let short = draft.head.opcode == Opcode::Wmma && instruction.modifiers.len() < 10;
        if short && kinds[2] == Type::F16 && kinds[3] == Type::F16 && !matches!(kinds[1], Type::Bf16) {
            kinds = [kinds[0], Type::F16, Type::F16, kinds[1]];
            draft.head.types = kinds.map(Some);
        }
        draft.head.elements = 0;
        self.fragment(&mut draft, Role::Accumulator, kinds[0], d, true)?;
        self.fragment(&mut draft, Role::A, kinds[1], a, false)?;
        self.fragment(&mut draft, Role::B, kinds[2], b, false)?;
        self.fragment(&mut draft, Role::Accumulator, kinds[3], c, false)?;
        self.push(draft);
        Ok(())
    }

    fn role(action: Option<Action>) -> Role {
        match action {
            Some(Action::LoadA) => Role::A,
            Some(Action::LoadB) => Role::B,
            _ => Role::Accumulator,
        }
    }

    pub(super) fn wmma_load(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [d, address, stride @ ..] = operands else {
            return Err(wrong_count(instruction, "a matrix and an address"));
        };
        let kind = draft.head.types[0].unwrap_or(Type::B32);
        draft.head.elements = 0;
        let role = Self::role(draft.head.action);
        self.fragment(&mut draft, role, kind, d, true)?;
        let address = self.address(&mut draft.head, address)?;
        draft.source(address);
        self.stride(&mut draft, stride)?;
        self.push(draft);
        Ok(())
    }

    pub(super) fn wmma_store(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let [address, d, stride @ ..] = operands else {
            return Err(wrong_count(instruction, "an address and a matrix"));
        };
        let kind = draft.head.types[0].unwrap_or(Type::B32);
        draft.head.elements = 0;
        let address = self.address(&mut draft.head, address)?;
        draft.source(address);
        self.fragment(&mut draft, Role::Accumulator, kind, d, false)?;
        self.stride(&mut draft, stride)?;
        self.push(draft);
        Ok(())
    }

    fn stride(&mut self, draft: &mut Draft, operands: &[Syntax<'t>]) -> Lowered<()> {
        match operands {
            [] => draft.source(Operand::Sink.into()),
            [stride] => self.source(draft, Of::Is(Type::U32), stride)?,
            [_, extra, ..] => {
                let message = format!("'{}' has no more operands", draft.head.opcode.name());
                return Err(Finding::new(extra.span(), message));
            }
        }
        Ok(())
    }
}
