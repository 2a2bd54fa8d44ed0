//! Declarations of variables, registers and parameters.

use alloc::vec::Vec;
use musa_isa::{Space, Type};

use super::{Parsed, Parser, expression::integer};
use crate::{
    diagnostic::Finding,
    lexer::Kind,
    syntax::{Constant, InitialValue, Initializer, Linkage, Name, Opaque, Variable, VariableSpace},
};

/// The largest alignment that a declaration may ask for.
const MAX_ALIGN: u32 = 1 << 16;
/// Dimensions of an array.
const MAX_DIMENSIONS: usize = 16;

/// The type with this name that a variable or register may have.
pub(super) fn variable_type(name: &str) -> Option<Type> {
    Type::from_name(name).filter(|kind| kind.bits() >= 8 || *kind == Type::Pred)
}

fn opaque_type(name: &str) -> Option<Opaque> {
    Some(match name {
        "texref" => Opaque::Texture,
        "surfref" => Opaque::Surface,
        "samplerref" => Opaque::Sampler,
        _ => return None,
    })
}

/// The state space of a declaration.
pub(super) fn variable_space(name: &str) -> Option<VariableSpace> {
    Some(match name {
        "reg" => VariableSpace::Register,
        "param" => VariableSpace::Parameter,
        "global" => VariableSpace::Memory(Space::Global),
        "const" => VariableSpace::Memory(Space::Constant),
        "shared" => VariableSpace::Memory(Space::Shared),
        "local" => VariableSpace::Memory(Space::Local),
        _ => return None,
    })
}

/// What stands between the state space and the name.
#[derive(Clone, Copy)]
struct Specifiers {
    kind: Option<Type>,
    opaque: Option<Opaque>,
    vector: u8,
    align: Option<u32>,
    managed: bool,
}

impl Specifiers {
    /// A scalar variable of that name.
    fn variable<'t>(&self, name: Name<'t>, space: VariableSpace, linkage: Linkage) -> Variable<'t> {
        Variable {
            name,
            space,
            linkage,
            kind: self.kind.unwrap_or(Type::B64),
            opaque: self.opaque,
            vector: self.vector,
            elements: Some(1),
            dimensions: 0,
            align: self.align,
            managed: self.managed,
            initial: None,
            count: None,
        }
    }
}

impl<'t> Parser<'t, '_> {
    /// The rest of a declaration statement behind its state space: all its names, up to and with the `;`.
    pub(super) fn declaration(&mut self, space: VariableSpace, linkage: Linkage) -> Parsed<Vec<Variable<'t>>> {
        let specifiers = self.specifiers()?;
        let mut variables = Vec::new();
        loop {
            variables.push(self.declarator(space, linkage, specifiers)?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(variables)
    }

    /// One parameter, its `.param` or `.reg` included.
    fn parameter(&mut self, named: bool) -> Parsed<Variable<'t>> {
        let space = match self.peek_dotted().and_then(variable_space) {
            Some(space @ (VariableSpace::Parameter | VariableSpace::Register)) => space,
            _ => return Err(self.unexpected("'.param' or '.reg'")),
        };
        self.at += 1;
        let specifiers = self.specifiers()?;
        if !named && (self.is_mark(",") || self.is_mark(")")) {
            let span = self.span();
            return Ok(specifiers.variable(Name { text: "_", span }, space, Linkage::Private));
        }
        self.declarator(space, Linkage::Private, specifiers)
    }

    /// Parameters in parentheses; those of a prototype need no names.
    pub(super) fn parameters(&mut self, named: bool) -> Parsed<Vec<Variable<'t>>> {
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.is_mark(")") {
            parameters.push(self.parameter(named)?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(parameters)
    }

    fn specifiers(&mut self) -> Parsed<Specifiers> {
        let mut found = Specifiers {
            kind: None,
            opaque: None,
            vector: 1,
            align: None,
            managed: false,
        };
        while let Some(word) = self.peek_dotted() {
            match word {
                "align" => {
                    self.at += 1;
                    found.align = Some(self.alignment()?);
                }
                "ptr" => self.pointer()?,
                "attribute" => {
                    self.at += 1;
                    found.managed |= self.attribute()?;
                }
                "v2" | "v4" | "v8" if found.kind.is_none() => {
                    self.at += 1;
                    found.vector = word.as_bytes()[1] - b'0';
                }
                _ if found.kind.is_none() && found.opaque.is_none() => {
                    found.kind = variable_type(word);
                    found.opaque = opaque_type(word);
                    if found.kind.is_none() && found.opaque.is_none() {
                        return Err(self.unexpected("a type"));
                    }
                    self.at += 1;
                }
                _ => return Err(self.unexpected("a name")),
            }
        }
        if found.kind.is_none() && found.opaque.is_none() {
            return Err(self.unexpected("a type"));
        }
        Ok(found)
    }

    fn alignment(&mut self) -> Parsed<u32> {
        let span = self.span();
        let value = self.constant_u32()?;
        if value.is_power_of_two() && value <= MAX_ALIGN {
            return Ok(value);
        }
        Err(Finding::new(span, "an alignment is a power of two up to 65536"))
    }

    /// `.ptr{.space}{.align N}`: says what a pointer parameter points to, which the model does not need.
    fn pointer(&mut self) -> Parsed<()> {
        self.at += 1;
        if self
            .peek_dotted()
            .is_some_and(|word| matches!(word, "global" | "const" | "shared" | "local" | "generic"))
        {
            self.at += 1;
        }
        if self.accept_dotted("align") {
            self.alignment()?;
        }
        Ok(())
    }

    /// `(.managed)`, `(.unified(a,b))` and the like; whether the first was among them.
    fn attribute(&mut self) -> Parsed<bool> {
        self.expect("(")?;
        let mut managed = false;
        let mut open = 1;
        while open > 0 {
            managed |= self.peek_dotted() == Some("managed");
            match self.next().kind {
                Kind::Mark("(") => open += 1,
                Kind::Mark(")") => open -= 1,
                Kind::End => return Err(self.unexpected("')'")),
                _ => {}
            }
        }
        Ok(managed)
    }

    fn declarator(&mut self, space: VariableSpace, linkage: Linkage, specifiers: Specifiers) -> Parsed<Variable<'t>> {
        let name = self.name("a name")?;
        let mut variable = specifiers.variable(name, space, linkage);
        if self.accept("<") {
            variable.count = Some(self.count()?);
            self.expect(">")?;
        }
        self.dimensions(&mut variable)?;
        if self.accept("=") {
            if variable.opaque.is_some() {
                self.skip_braces();
            } else {
                let depth = usize::from(variable.dimensions) + usize::from(variable.vector > 1);
                variable.initial = Some(self.initializer(depth)?);
            }
        }
        if let (None, Some(initial)) = (variable.elements, &variable.initial) {
            let used = initial.leaves.len() as u64;
            variable.elements = Some(used.div_ceil(variable.vector.into()));
        }
        let memory = matches!(space, VariableSpace::Memory(_));
        if memory && variable.elements.is_none() && linkage != Linkage::External {
            return Err(Finding::new(
                name.span,
                "an array without a size is external or has an initial value",
            ));
        }
        Ok(variable)
    }

    /// The count of `name<N>`. A shift mark cannot follow it, so a plain integer is enough.
    fn count(&mut self) -> Parsed<u32> {
        let token = self.peek_token(0);
        match token.kind {
            Kind::Integer(value, _) => {
                self.at += 1;
                u32::try_from(value).map_err(|_| Finding::new(token.span, "more names than 32 bits can count"))
            }
            _ => Err(self.unexpected("a number of registers")),
        }
    }

    /// The dimensions of an array.
    fn dimensions(&mut self, variable: &mut Variable<'t>) -> Parsed<()> {
        while self.is_mark("[") {
            let span = self.span();
            self.at += 1;
            let size = if self.is_mark("]") {
                None
            } else {
                Some(self.constant_integer()?)
            };
            self.expect("]")?;
            if usize::from(variable.dimensions) >= MAX_DIMENSIONS {
                return Err(Finding::new(span, "too many dimensions"));
            }
            variable.dimensions += 1;
            variable.elements = match (variable.elements, size) {
                (Some(elements), Some(size)) => Some(
                    elements
                        .checked_mul(size)
                        .filter(|&total| total < 1 << 48)
                        .ok_or_else(|| Finding::new(span, "this array is too large"))?,
                ),
                _ => None,
            };
        }
        Ok(())
    }

    /// An initial value. Braces may nest as deep as there are dimensions, and say nothing beyond that: values fill the
    /// elements in order (oracle `dev_mem_globals`).
    fn initializer(&mut self, dimensions: usize) -> Parsed<Initializer<'t>> {
        let span = self.span();
        let mut leaves = Vec::new();
        let mut open = 0;
        loop {
            if self.accept("{") {
                open += 1;
                if open > dimensions + 1 {
                    return Err(Finding::new(self.span(), "more braces than dimensions"));
                }
                if !self.is_mark("}") {
                    continue;
                }
            } else {
                leaves.push(self.initial_value()?);
            }
            while open > 0 && self.accept("}") {
                open -= 1;
            }
            if open == 0 {
                return Ok(Initializer { leaves, span });
            }
            self.expect(",")?;
        }
    }

    fn initial_value(&mut self) -> Parsed<InitialValue<'t>> {
        let token = self.peek_token(0);
        let next = self.peek_token(1).kind;
        if let (Kind::Integer(mask, _), Kind::Mark("(")) = (token.kind, next) {
            self.at += 1;
            let shift = mask.trailing_zeros();
            if shift >= 64 || mask >> shift != 0xff {
                return Err(Finding::new(token.span, "a mask selects eight neighbouring bits"));
            }
            self.expect("(")?;
            let (name, addend) = self.symbol_address()?;
            self.expect(")")?;
            return Ok(InitialValue::Address {
                name,
                addend,
                shift: shift as u8,
            });
        }
        if token.kind == Kind::Word && self.slice(token.span) != "WARP_SZ" {
            let (name, addend) = self.symbol_address()?;
            return Ok(InitialValue::Address { name, addend, shift: 0 });
        }
        Ok(InitialValue::Constant(self.constant()?))
    }

    /// `name`, `generic(name)`, each with `+ constant`.
    fn symbol_address(&mut self) -> Parsed<(Name<'t>, i64)> {
        let mut name = self.name("a symbol")?;
        if name.text == "generic" && self.accept("(") {
            name = self.name("a symbol")?;
            self.expect(")")?;
        }
        let mut addend = 0i64;
        while self.is_mark("+") || self.is_mark("-") {
            let span = self.span();
            let value: Constant = self.binary(9)?;
            let value = integer(value).ok_or_else(|| Finding::new(span, "expected an integer"))?;
            addend = addend.wrapping_add(value as i64);
        }
        Ok((name, addend))
    }
}
