//! Operands: from syntax to the image's, with their types checked.

use alloc::{format, vec::Vec};
use musa_isa::{Instruction, Opcode, Operand, Register, Type};

use super::{
    function::{Builder, Lowered},
    kinds,
    value::constant_operand,
};
use crate::{
    diagnostic::{Finding, Span},
    draft::Draft,
    forms::{Of, Shape},
    syntax::{self, Name},
};

impl<'t> Builder<'t, '_> {
    /// Lowers the operands of one shape, and takes them from the front of the rest.
    pub(super) fn shape(
        &mut self,
        shape: Shape,
        draft: &mut Draft,
        rest: &mut &[syntax::Operand<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        match (shape, rest.is_empty()) {
            (Shape::Unset, _) => {
                draft.result(Operand::Sink);
                return Ok(());
            }
            (Shape::Dropped, _) => {
                self.check_policy(&draft.head, rest.first(), instruction)?;
                *rest = rest.get(1..).unwrap_or_default();
                return Ok(());
            }
            (Shape::Maybe(_), true) => return Ok(()),
            (Shape::OrSink(_), true) => {
                draft.source(Operand::Sink.into());
                return Ok(());
            }
            (Shape::Or(_, value), true) => {
                draft.source(Operand::Immediate(value).into());
                return Ok(());
            }
            (Shape::Maybe(inner) | Shape::OrSink(inner) | Shape::Or(inner, _), false) => {
                return self.shape(*inner, draft, rest, instruction);
            }
            _ => {}
        }
        let Some((operand, behind)) = rest.split_first() else {
            let end = Span {
                start: instruction.span.end.saturating_sub(1),
                end: instruction.span.end,
            };
            let message = format!("'{}' has more operands", instruction.root.text);
            return Err(Finding::new(end, message));
        };
        *rest = behind;
        self.operand(shape, draft, operand)
    }

    /// Lowers one operand of a shape that has one.
    fn operand(&mut self, shape: Shape, draft: &mut Draft, operand: &syntax::Operand<'t>) -> Lowered<()> {
        match shape {
            Shape::D(of) => {
                self.check_result(&draft.head, operand)?;
                self.destination(draft, of, operand)
            }
            Shape::DP(of) => self.destination_pair(draft, of, operand),
            Shape::PQ => self.destination_pair(draft, Of::Is(Type::Pred), operand),
            Shape::PD => {
                self.check_result(&draft.head, operand)?;
                self.destination(draft, Of::Is(Type::Pred), operand)
            }
            Shape::S(of) => self.plain_source(draft, of, operand),
            Shape::P => {
                let value = self.predicate(operand)?;
                draft.source(value);
                Ok(())
            }
            Shape::Constant => {
                let value = constant_operand(operand, Type::U64)?;
                draft.source(Operand::Immediate(value).into());
                Ok(())
            }
            Shape::Vd(of) => self.vector_destination(draft, of, operand),
            Shape::Vs(of) => self.vector_source(draft, of, operand),
            Shape::Address => {
                let value = self.address(&mut draft.head, operand)?;
                draft.source(value);
                Ok(())
            }
            Shape::Label => {
                let syntax::Operand::Name { name, addend: 0, .. } = operand else {
                    return Err(Finding::new(operand.span(), "expected a label"));
                };
                let label = self.label(name)?;
                draft.source(Operand::Label(label).into());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The type that an operand has, and whether registers may be wider.
    pub(super) fn kind_of(&self, head: &Instruction<'_>, of: Of) -> (Type, bool) {
        let at = |place: usize| head.types.get(place).copied().flatten().unwrap_or(Type::B32);
        match of {
            Of::T(place) => (at(place), false),
            Of::Wide(place) => (at(place), true),
            Of::Is(kind) => (kind, false),
            Of::Twice => (
                match at(0) {
                    Type::U16 => Type::U32,
                    Type::S16 => Type::S32,
                    Type::U32 => Type::U64,
                    _ => Type::S64,
                },
                false,
            ),
        }
    }

    /// A register operand as it stands in the text, vector components included.
    pub(super) fn register_operand(&mut self, operand: &syntax::Operand<'t>) -> Lowered<(Type, Register)> {
        match operand {
            syntax::Operand::Name {
                name,
                component: None,
                addend: 0,
            } => self.register(name),
            syntax::Operand::Name {
                name,
                component: Some(component),
                addend: 0,
            } => self.component(name, component),
            _ => Err(Finding::new(operand.span(), "expected a register")),
        }
    }

    fn component(&mut self, name: &Name<'t>, component: &Name<'t>) -> Lowered<(Type, Register)> {
        let place = match component.text {
            "x" | "r" => 0,
            "y" | "g" => 1,
            "z" | "b" => 2,
            "w" | "a" => 3,
            _ => usize::MAX,
        };
        let vector = self.vector(name)?;
        let element = vector.and_then(|(kind, elements)| elements.get(place).map(|register| (kind, *register)));
        element.ok_or_else(|| {
            let message = format!("'{}.{}' is no element of a vector", name.text, component.text);
            Finding::new(name.span.to(component.span), message)
        })
    }

    pub(super) fn checked_register(
        &mut self,
        operand: &syntax::Operand<'t>,
        kind: Type,
        wide: bool,
    ) -> Lowered<(Type, Register)> {
        let (declared, register) = self.register_operand(operand)?;
        if kinds::accepts(kind, declared, wide) {
            return Ok((declared, register));
        }
        let message = format!(
            "a register of type .{} cannot be an operand of type .{}",
            declared.name(),
            kind.name()
        );
        Err(Finding::new(operand.span(), message))
    }

    /// A destination register, or `_`.
    pub(super) fn destination(&mut self, draft: &mut Draft, of: Of, operand: &syntax::Operand<'t>) -> Lowered<()> {
        if matches!(operand, syntax::Operand::Sink(_)) {
            draft.result(Operand::Sink);
            return Ok(());
        }
        let (kind, wide) = self.kind_of(&draft.head, of);
        let (declared, register) = self.checked_register(operand, kind, wide)?;
        if wide && declared.bits() > kind.bits().max(8) {
            state_width(&mut draft.head, declared);
        }
        draft.result(Operand::register(register));
        Ok(())
    }

    /// `d|p`, or `d` alone.
    fn destination_pair(&mut self, draft: &mut Draft, of: Of, operand: &syntax::Operand<'t>) -> Lowered<()> {
        let syntax::Operand::Pair(pair) = operand else {
            self.check_result(&draft.head, operand)?;
            if draft.head.opcode == Opcode::Elect || draft.head.opcode == Opcode::Lop3 && draft.head.boolean.is_some() {
                return Err(Finding::new(operand.span(), "expected a second result, a predicate"));
            }
            self.destination(draft, of, operand)?;
            draft.result(Operand::Sink);
            return Ok(());
        };
        if draft.head.opcode == Opcode::Shfl {
            self.check_result(&draft.head, &pair[0])?;
        }
        self.destination(draft, of, &pair[0])?;
        self.destination(draft, Of::Is(Type::Pred), &pair[1])
    }

    /// A source of the instruction's type.
    pub(super) fn source(&mut self, draft: &mut Draft, of: Of, operand: &syntax::Operand<'t>) -> Lowered<()> {
        let (kind, wide) = self.kind_of(&draft.head, of);
        let value = self.plain_value(operand, kind, wide)?;
        draft.source(value);
        Ok(())
    }

    /// A source of an instruction whose operands its form describes.
    pub(super) fn plain_source(&mut self, draft: &mut Draft, of: Of, operand: &syntax::Operand<'t>) -> Lowered<()> {
        let (kind, _) = self.kind_of(&draft.head, of);
        self.check_source(&draft.head, kind, operand)?;
        self.source(draft, of, operand)
    }

    /// The operands of a vector, or the elements of a vector register, as many as the instruction has.
    pub(super) fn elements(
        &mut self,
        operand: &syntax::Operand<'t>,
        count: usize,
    ) -> Lowered<Vec<syntax::Operand<'t>>> {
        let elements = match operand {
            syntax::Operand::Vector(elements, _) => elements.clone(),
            syntax::Operand::Name {
                name,
                component: None,
                addend: 0,
            } if count > 1 => {
                let size = self.vector(name)?.map_or(0, |(_, elements)| elements.len());
                let component = |text: &'t str| syntax::Operand::Name {
                    name: *name,
                    component: Some(Name { text, span: name.span }),
                    addend: 0,
                };
                ["x", "y", "z", "w"].into_iter().take(size).map(component).collect()
            }
            other => Vec::from([other.clone()]),
        };
        if elements.len() == count {
            return Ok(elements);
        }
        let found = elements.len();
        let message = format!("expected a vector of {count} elements, found one of {found}");
        Err(Finding::new(operand.span(), message))
    }

    pub(super) fn vector_destination(
        &mut self,
        draft: &mut Draft,
        of: Of,
        operand: &syntax::Operand<'t>,
    ) -> Lowered<()> {
        let count = usize::from(draft.head.elements);
        if count == 1 {
            self.check_result(&draft.head, operand)?;
        } else if matches!(operand, syntax::Operand::Sink(_)) && draft.head.opcode == Opcode::Atom {
            (0..count).for_each(|_| draft.result(Operand::Sink));
            return Ok(());
        }
        for element in self.elements(operand, count)? {
            self.destination(draft, of, &element)?;
        }
        Ok(())
    }

    pub(super) fn vector_source(&mut self, draft: &mut Draft, of: Of, operand: &syntax::Operand<'t>) -> Lowered<()> {
        let elements = self.elements(operand, draft.head.elements.into())?;
        for element in &elements {
            // Any literal is an element of a vector.
            if elements.len() > 1 && matches!(element, syntax::Operand::Constant(..)) {
                self.source(draft, of, element)?;
            } else {
                self.plain_source(draft, of, element)?;
            }
        }
        Ok(())
    }
}

/// States the width of a destination register that is wider than the instruction's type, behind the types of the text.
fn state_width(head: &mut Instruction<'static>, declared: Type) {
    let place = if head.opcode == Opcode::Cvt { 2 } else { 1 };
    head.types[place] = head.types[place].or(Some(kinds::untyped(declared.bits())));
}
