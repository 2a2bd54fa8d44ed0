//! Registers of a function: declared by name, taken when first used.

use alloc::{format, vec::Vec};
use musa_isa::{Register, Type};

use super::{
    function::{Builder, Lowered},
    kinds,
    scope::{Entity, Found},
};
use crate::{
    diagnostic::{ErrorClass, Finding, Span},
    syntax::{Function, Name, Variable},
};

impl<'t> Builder<'t, '_> {
    pub(super) fn declare_register(&mut self, variable: &Variable<'t>) -> Lowered<()> {
        let Variable { name, kind, .. } = *variable;
        if variable.dimensions > 0 || variable.opaque.is_some() || variable.initial.is_some() {
            return Err(Finding::new(
                name.span,
                "a register has no dimensions and no initial value",
            ));
        }
        if let Some(count) = variable.count {
            let free = self.scopes.declare_numbered(name.text, count, kind, variable.vector);
            let message = || format!("'{}' is declared twice in this scope", name.text);
            return if free {
                Ok(())
            } else {
                Err(Finding::new(name.span, message()))
            };
        }
        let entity = if variable.vector > 1 {
            Entity::Vector {
                kind,
                elements: self.new_registers(kind, variable.vector, &name)?,
            }
        } else {
            Entity::Register { kind, register: None }
        };
        self.declare(name, entity)
    }

    /// Declares the registers of the module in a scope around the function's own.
    pub(super) fn module_registers(&mut self) -> Lowered<()> {
        self.scopes.enter();
        let registers = core::mem::take(&mut self.symbols.registers);
        let declared = registers
            .iter()
            .try_for_each(|register| self.declare_register(register));
        self.symbols.registers = registers;
        declared
    }

    /// A kernel has the module's registers to itself; a function would share them with its callers.
    pub(super) fn check_module_registers(&self, function: &Function<'t>) -> Lowered<()> {
        if self.entry || !self.scopes.outermost_has_registers() {
            return Ok(());
        }
        let message = "the model does not have functions that use registers of the module; kernels may";
        Err(Finding::new(function.name.span, message).of_class(ErrorClass::Unsupported))
    }

    /// Type and register of a name.
    pub(super) fn register(&mut self, name: &Name<'t>) -> Lowered<(Type, Register)> {
        let undeclared = || Finding::new(name.span, format!("no register '{}'", name.text));
        let (kind, depth) = match self.scopes.find(name.text).ok_or_else(undeclared)? {
            Found::Entity(Entity::Register {
                kind,
                register: Some(register),
            }) => {
                return Ok((*kind, *register));
            }
            Found::Entity(Entity::Register { kind, .. }) => (*kind, None),
            Found::Unused { kind, vector: 1, depth } => (kind, Some(depth)),
            _ => return Err(undeclared()),
        };
        let register = self.new_register(kind, name)?;
        match depth {
            Some(depth) => {
                let register = Some(register);
                self.scopes
                    .declare_at(depth, name.text, Entity::Register { kind, register });
            }
            None => {
                if let Some(Found::Entity(Entity::Register { register: place, .. })) = self.scopes.find(name.text) {
                    *place = Some(register);
                }
            }
        }
        Ok((kind, register))
    }

    /// Type and elements of a vector register; `None` when the name is none.
    pub(super) fn vector(&mut self, name: &Name<'t>) -> Lowered<Option<(Type, Vec<Register>)>> {
        let (kind, vector, depth) = match self.scopes.find(name.text) {
            Some(Found::Entity(Entity::Vector { kind, elements })) => {
                return Ok(Some((*kind, elements.clone())));
            }
            Some(Found::Unused { kind, vector, depth }) if vector > 1 => (kind, vector, depth),
            _ => return Ok(None),
        };
        let elements = self.new_registers(kind, vector, name)?;
        let entity = Entity::Vector {
            kind,
            elements: elements.clone(),
        };
        self.scopes.declare_at(depth, name.text, entity);
        Ok(Some((kind, elements)))
    }

    pub(super) fn new_registers(&mut self, kind: Type, count: u8, name: &Name<'t>) -> Lowered<Vec<Register>> {
        (0..count).map(|_| self.new_register(kind, name)).collect()
    }

    pub(super) fn new_register(&mut self, kind: Type, name: &Name<'_>) -> Lowered<Register> {
        let bank = kinds::bank(kind);
        let taken = if kind == Type::B128 { 2 } else { 1 };
        let next = &mut self.body.registers[bank as usize];
        if *next + taken > u32::from(u16::MAX) {
            return Err(Finding::new(
                name.span,
                "more than 65535 registers of one kind are in use",
            ));
        }
        let register = Register::new(bank, *next as u16);
        *next += taken;
        if kind == Type::B128 {
            self.body.pairs.insert(register.index);
        }
        Ok(register)
    }

    /// A register that the text does not name.
    pub(super) fn temporary(&mut self, kind: Type) -> Lowered<Register> {
        let name = Name {
            text: "",
            span: Span {
                start: self.at,
                end: self.at,
            },
        };
        self.new_register(kind, &name)
    }
}
