//! Calls: arguments and results are places in the caller's frame.

use alloc::{format, vec::Vec};
use musa_isa::{Flags, Operand, Type, image::Parameter};

use super::{
    address::Place,
    append::Placed,
    function::{Builder, Lowered},
    procedure::wrong_count,
    scope::{Entity, Found},
    symbols::{Signature, Symbol},
};
use crate::{
    diagnostic::Finding,
    draft::Draft,
    syntax::{self, Name, Operand as Syntax},
};

/// The parts of a call's operand list.
struct Parts<'t, 'a> {
    results: &'a [Syntax<'t>],
    target: Name<'t>,
    arguments: &'a [Syntax<'t>],
    prototype: Option<Name<'t>>,
}

/// `{(results),} target {, (arguments)} {, prototype}`.
fn parts<'t, 'a>(operands: &'a [Syntax<'t>]) -> Option<Parts<'t, 'a>> {
    fn list<'t, 'a>(operands: &'a [Syntax<'t>]) -> (&'a [Syntax<'t>], &'a [Syntax<'t>]) {
        match operands {
            [Syntax::List(list, _), rest @ ..] => (list, rest),
            other => (&[], other),
        }
    }
    let name = |operand: &Syntax<'t>| match operand {
        Syntax::Name {
            name,
            component: None,
            addend: 0,
        } => Some(*name),
        _ => None,
    };
    let (results, rest) = list(operands);
    let (target, rest) = rest.split_first()?;
    let (arguments, rest) = list(rest);
    let prototype = match rest {
        [] => None,
        [prototype] => Some(name(prototype)?),
        _ => return None,
    };
    Some(Parts {
        results,
        target: name(target)?,
        arguments,
        prototype,
    })
}

impl<'t> Builder<'t, '_> {
    pub(super) fn call(
        &mut self,
        mut draft: Draft,
        operands: &[Syntax<'t>],
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let parts = parts(operands).ok_or_else(|| wrong_count(instruction, "a function and its operands"))?;
        let signature = self.target(&mut draft, &parts)?;
        let counts = (parts.arguments.len(), parts.results.len());
        if counts != (signature.parameters.len(), signature.results.len()) {
            let message = format!(
                "'{}' has {} parameters and {} results",
                parts.target.text,
                signature.parameters.len(),
                signature.results.len()
            );
            return Err(Finding::new(parts.target.span, message));
        }
        let free = self.call_end;
        for (argument, parameter) in parts.arguments.iter().zip(&signature.parameters) {
            let place = self.argument(argument, parameter, &parts.target)?;
            draft.source(Operand::Frame(place).into());
        }
        let mut loads = Vec::new();
        for (result, parameter) in parts.results.iter().zip(&signature.results) {
            let (place, registers) = self.result_place(result, parameter, &parts.target)?;
            draft.source(Operand::Frame(place).into());
            loads.extend(registers);
        }
        self.push(draft);
        for (kind, register, place) in loads {
            self.load_register(kind, register, place);
        }
        // Places of arguments and results that are no variables serve this call alone.
        self.call_end = free;
        Ok(())
    }

    /// Adds the target (and prototype) to the call, and gives the layout of its parameters.
    fn target(&mut self, draft: &mut Draft, parts: &Parts<'t, '_>) -> Lowered<Signature> {
        let name = parts.target;
        if let Some(Found::Entity(Entity::Register { .. }) | Found::Unused { .. }) = self.scopes.find(name.text) {
            return self.indirect(draft, parts);
        }
        match self.symbols.find(&name) {
            Some(Symbol::Function(ordinal)) => {
                let function = &self.symbols.functions[ordinal as usize];
                if function.entry {
                    return Err(Finding::new(name.span, "a kernel cannot be called"));
                }
                draft.source(Operand::Function(ordinal).into());
                Ok(function.signature.clone())
            }
            _ => Err(Finding::new(name.span, format!("no function '{}'", name.text))),
        }
    }

    fn indirect(&mut self, draft: &mut Draft, parts: &Parts<'t, '_>) -> Lowered<Signature> {
        let (kind, register) = self.register(&parts.target)?;
        if kind.bits() != 64 || kind.is_float() {
            return Err(Finding::new(
                parts.target.span,
                "expected a function or a 64-bit register",
            ));
        }
        let Some(name) = parts.prototype else {
            let message = "an indirect call needs a prototype or a list of call targets";
            return Err(Finding::new(parts.target.span, message));
        };
        let known = match self.scopes.find(name.text) {
            Some(Found::Entity(Entity::Prototype(ordinal))) => Some(*ordinal),
            _ => None,
        };
        let ordinal = match (known, self.symbols.find(&name)) {
            (Some(ordinal), _) => ordinal,
            (None, Some(Symbol::Function(function))) => {
                let signature = self.symbols.functions[function as usize].signature.clone();
                self.prototype(signature)
            }
            _ => return Err(Finding::new(name.span, format!("no prototype '{}'", name.text))),
        };
        draft.head.flags |= Flags::INDIRECT;
        draft.source(Operand::register(register).into());
        draft.source(Operand::Prototype(ordinal).into());
        Ok(self.symbols.prototypes[ordinal as usize].clone())
    }

    /// Where an argument lies: a `.param` variable where it is, everything else is stored to a place of its own.
    fn argument(&mut self, argument: &Syntax<'t>, parameter: &Parameter, target: &Name<'t>) -> Lowered<u32> {
        if let Some(place) = self.parameter_variable(argument, parameter)? {
            return Ok(place);
        }
        let slot = parameter.slot;
        let place = self.call_place(slot.size.into(), slot.align, target)?;
        if let Syntax::Name {
            name,
            component: None,
            addend: 0,
        } = argument
            && self.vector(name)?.is_some()
        {
            for (kind, register, place) in self.register_places(name, place)? {
                self.store_value(kind, Operand::register(register).into(), place);
            }
            return Ok(place);
        }
        let kind = self.register_kind(argument).unwrap_or(parameter.kind);
        let value = match kind {
            Type::Pred => self.predicate(argument)?,
            _ => self.plain_value(argument, parameter.kind, false)?,
        };
        self.store_value(kind, value, place);
        Ok(place)
    }

    /// The place of an operand that is a `.param` variable of this function.
    fn parameter_variable(&mut self, operand: &Syntax<'t>, parameter: &Parameter) -> Lowered<Option<u32>> {
        let Syntax::Name {
            name,
            component: None,
            addend: 0,
        } = operand
        else {
            return Ok(None);
        };
        if !matches!(
            self.scopes.find(name.text),
            Some(Found::Entity(Entity::Frame { parameter: true, .. }))
        ) {
            return Ok(None);
        }
        match self.place(name)? {
            Place::Frame { offset, size, .. } if size >= parameter.slot.size => Ok(Some(offset)),
            _ => {
                let bytes = parameter.slot.size;
                let message = format!("'{}' is smaller than the parameter's {bytes} bytes", name.text);
                Err(Finding::new(name.span, message))
            }
        }
    }

    /// Where a result goes, and the registers that it is then loaded to, each from its place.
    fn result_place(
        &mut self,
        result: &Syntax<'t>,
        parameter: &Parameter,
        target: &Name<'t>,
    ) -> Lowered<(u32, Vec<Placed>)> {
        if let Some(place) = self.parameter_variable(result, parameter)? {
            return Ok((place, Vec::new()));
        }
        let slot = parameter.slot;
        let place = self.call_place(slot.size.into(), slot.align, target)?;
        if matches!(result, Syntax::Sink(_)) {
            return Ok((place, Vec::new()));
        }
        if let Syntax::Name {
            name,
            component: None,
            addend: 0,
        } = result
        {
            return Ok((place, self.register_places(name, place)?));
        }
        let (kind, register) = self.register_operand(result)?;
        Ok((place, Vec::from([(kind, register, place)])))
    }
}
