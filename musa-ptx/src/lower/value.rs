//! Values: registers, constants, special registers and sums.

use alloc::{format, string::String};
use musa_isa::{Instruction, Opcode, Operand, SpecialRegister, Type};

use super::{
    constant,
    function::{Builder, Lowered},
    kinds,
    scope::{Entity, Found},
};
use crate::{
    diagnostic::{Finding, Span},
    draft::Value,
    syntax::{self, Name},
};

impl<'t> Builder<'t, '_> {
    /// A value that every instruction can take: special registers and addresses in the frame go through a register.
    pub(super) fn plain_value(&mut self, operand: &syntax::Operand<'t>, kind: Type, wide: bool) -> Lowered<Value> {
        let value = self.value(operand, kind, wide)?;
        if matches!(value.operand, Operand::Special(_) | Operand::Frame(_)) {
            let register = self.temporary(kinds::untyped(kind.bits()))?;
            self.push_move(kind, register, value);
            return Ok(Operand::register(register).into());
        }
        Ok(value)
    }

    /// Any value of a type.
    pub(super) fn value(&mut self, operand: &syntax::Operand<'t>, kind: Type, wide: bool) -> Lowered<Value> {
        match operand {
            syntax::Operand::Constant(..) => Ok(Operand::Immediate(constant_operand(operand, kind)?).into()),
            syntax::Operand::Negated(..) if kind == Type::Pred => self.predicate(operand),
            syntax::Operand::Name {
                name,
                component,
                addend,
            } => {
                if *addend == 0 && self.is_register(name) {
                    let (_, register) = self.checked_register(operand, kind, wide)?;
                    return Ok(Operand::register(register).into());
                }
                if self.is_register(name) {
                    return self.sum(name, *addend, kind, wide);
                }
                if let Some(special) = special_register(name, component.as_ref()) {
                    return self.special_value(special, kind, operand.span());
                }
                if is_zero(name, component.as_ref()) {
                    return Ok(Operand::Immediate(0).into());
                }
                self.address_value(name, *addend, kind)
            }
            syntax::Operand::Element { name, index, .. } => {
                let offset = self.element_offset(name, *index)?;
                self.address_value(name, offset, kind)
            }
            _ => Err(Finding::new(operand.span(), "expected a register or a constant")),
        }
    }

    /// `register+constant`: a source that every instruction takes.
    pub(super) fn sum(&mut self, name: &Name<'t>, addend: i64, kind: Type, wide: bool) -> Lowered<Value> {
        let plain = syntax::Operand::Name {
            name: *name,
            component: None,
            addend: 0,
        };
        let (_, register) = self.checked_register(&plain, kind, wide)?;
        if kind.is_float() || kind.bits() < 16 {
            return Err(Finding::new(name.span, "a sum is a value of an integer type"));
        }
        let total = self.temporary(kinds::untyped(kind.bits()))?;
        let add = Instruction {
            types: [Some(kinds::unsigned(kind.bits())), None, None, None],
            ..Instruction::new(Opcode::Add)
        };
        let addend = constant::bits(syntax::Constant::Integer(addend as u64, false), kind).unwrap_or(0);
        self.push_plain(add, total, &[Operand::register(register), Operand::Immediate(addend)]);
        Ok(Operand::register(total).into())
    }

    pub(super) fn is_register(&mut self, name: &Name<'t>) -> bool {
        matches!(
            self.scopes.find(name.text),
            Some(Found::Unused { .. } | Found::Entity(Entity::Register { .. } | Entity::Vector { .. }))
        )
    }

    /// A special register's value; numbers of threads and blocks may be read as 16 bits, as old texts do.
    pub(super) fn special_value(&mut self, special: SpecialRegister, kind: Type, span: Span) -> Lowered<Value> {
        use SpecialRegister::{Clock64, Globaltimer, Gridid};
        let bits = match special {
            Clock64 | Globaltimer => 64,
            Gridid if kind.bits() == 64 => 64,
            _ => 32,
        };
        if kind == Type::Pred {
            return self.special_predicate(special);
        }
        if kind.bits() == bits && !kind.is_float() {
            return Ok(Operand::Special(special).into());
        }
        if kind.bits() == 16 && is_position(special) {
            let wide = self.temporary(Type::U32)?;
            self.push_move(Type::U32, wide, Operand::Special(special).into());
            let narrow = self.temporary(Type::U16)?;
            let convert = Instruction {
                types: [Some(Type::U16), Some(Type::U32), None, None],
                ..Instruction::new(Opcode::Cvt)
            };
            self.push_plain(convert, narrow, &[Operand::register(wide)]);
            return Ok(Operand::register(narrow).into());
        }
        let message = format!("%{} has {bits} bits", special.name());
        Err(Finding::new(span, message))
    }

    /// A special register as a predicate (`%is_explicit_cluster`).
    fn special_predicate(&mut self, special: SpecialRegister) -> Lowered<Value> {
        let word = self.temporary(Type::U32)?;
        self.push_move(Type::U32, word, Operand::Special(special).into());
        let predicate = self.temporary(Type::Pred)?;
        self.push_nonzero(predicate, word);
        Ok(Operand::register(predicate).into())
    }

    /// A source predicate, perhaps negated. A constant becomes true or false.
    pub(super) fn predicate(&mut self, operand: &syntax::Operand<'t>) -> Lowered<Value> {
        let (name, negated) = match operand {
            syntax::Operand::Negated(name, None) => (name, true),
            syntax::Operand::Name {
                name,
                component: None,
                addend: 0,
            } => (name, false),
            syntax::Operand::Constant(..) => {
                let value = constant_operand(operand, Type::Pred)?;
                return Ok(Operand::Immediate(value).into());
            }
            _ => return Err(Finding::new(operand.span(), "expected a predicate")),
        };
        let (kind, register) = self.register(name)?;
        if kind != Type::Pred {
            return Err(Finding::new(name.span, "expected a predicate"));
        }
        Ok(Operand::Register { register, negated }.into())
    }
}

/// Whether a special register had 16 bits once, and may still be read so: a number of a thread or block.
fn is_position(special: SpecialRegister) -> bool {
    let vector = special.name().split('.').next();
    matches!(vector, Some("tid" | "ntid" | "ctaid" | "nctaid"))
}

/// The special register of that name.
pub(super) fn special_register(name: &Name<'_>, component: Option<&Name<'_>>) -> Option<SpecialRegister> {
    let plain = name.text.strip_prefix('%')?;
    match component {
        Some(component) => {
            let mut whole = String::from(plain);
            whole.push('.');
            whole.push_str(component.text);
            SpecialRegister::from_name(&whole)
        }
        None if plain
            .strip_prefix("envreg")
            .is_some_and(|digits| digits.parse::<u8>().is_ok_and(|number| number < 32)) =>
        {
            Some(SpecialRegister::Envreg)
        }
        None => SpecialRegister::from_name(plain),
    }
}

/// Registers that are zero in the model: the fourth component of the cluster's vectors, the 64-bit performance counters, the
/// handle of a graph that launches itself, and (as on hardware) the offsets of what lies in reserved shared memory.
pub(super) fn is_zero(name: &Name<'_>, component: Option<&Name<'_>>) -> bool {
    let vectors = ["%clusterid", "%nclusterid", "%cluster_ctaid", "%cluster_nctaid"];
    match component {
        Some(component) => vectors.contains(&name.text) && component.text == "w",
        None => {
            let counter = name.text.strip_prefix("%pm").and_then(|rest| rest.strip_suffix("_64"));
            let zeros = [
                "%current_graph_exec",
                "%reserved_smem_offset_0",
                "%reserved_smem_offset_1",
            ];
            zeros.contains(&name.text) || counter.is_some_and(|digit| digit.parse().is_ok_and(|it: u8| it < 8))
        }
    }
}

/// A constant operand as the bits of a type.
pub(super) fn constant_operand(operand: &syntax::Operand<'_>, kind: Type) -> Lowered<u64> {
    let syntax::Operand::Constant(value, span) = operand else {
        return Err(Finding::new(operand.span(), "expected a constant"));
    };
    constant::bits(*value, kind).ok_or_else(|| Finding::new(*span, format!("not a constant of type .{}", kind.name())))
}
