//! Operands: from syntax to the image's, with their types checked.

use alloc::{format, string::String, vec::Vec};
use musa_isa::{Address, Base, Instruction, Opcode, Operand, Register, Space, SpecialRegister, Type, image::Target};

use super::{
    constant,
    function::{Builder, Lowered},
    kinds,
    scope::{Entity, Found},
    symbols::Symbol,
};
use crate::{
    diagnostic::{ErrorClass, Finding, Span},
    draft::{Draft, Open, Value},
    forms::{Form, Of, Shape},
    syntax::{self, Name},
};

/// Roots that PTX has and the model does not.
const UNSUPPORTED: [&str; 9] = [
    "wgmma",
    "tcgen05",
    "multimem",
    "tensormap",
    "clusterlaunchcontrol",
    "istypep",
    "cpasync",
    "sulea",
    "nop",
];

/// Forms of known roots that PTX has and the model does not.
const UNSUPPORTED_FORMS: [(&str, &str); 13] = [
    ("cp", "bulk"),
    ("cp", "reduce"),
    ("mma", "sp"),
    ("mma", "sp::ordered_metadata"),
    ("mma", "block_scale"),
    ("mma", "kind::f8f6f4"),
    ("mma", "kind::mxf8f6f4"),
    ("mma", "kind::mxf4"),
    ("mma", "kind::mxf4nvf4"),
    ("st", "async"),
    ("red", "async"),
    ("st", "bulk"),
    ("prefetch", "tensor"),
];

impl<'t> Builder<'t, '_> {
    /// Lowers one instruction of the text.
    pub(super) fn instruction(&mut self, instruction: &syntax::Instruction<'t>) -> Lowered<()> {
        self.begin(instruction)?;
        let roots = self.roots;
        let root = instruction.root;
        let Some(forms) = roots.forms(root.text) else {
            let unsupported = UNSUPPORTED.contains(&root.text);
            let message = if unsupported {
                format!("the model does not have the instruction '{}'", root.text)
            } else {
                format!("unknown instruction '{}'", root.text)
            };
            let class = if unsupported {
                ErrorClass::Unsupported
            } else {
                ErrorClass::Invalid
            };
            return Err(Finding::new(root.span, message).of_class(class));
        };
        if let Some(word) = instruction
            .modifiers
            .iter()
            .find(|it| UNSUPPORTED_FORMS.contains(&(root.text, it.text)))
        {
            let message = format!("the model does not have '{}' with '.{}'", root.text, word.text);
            return Err(Finding::new(word.span, message).of_class(ErrorClass::Unsupported));
        }
        let modifiers: Vec<&str> = instruction.modifiers.iter().map(|it| it.text).collect();
        let mut refused = None;
        let mut mismatch: Option<crate::forms::Mismatch> = None;
        for form in forms {
            match form.fit(&modifiers) {
                Ok(head) => match self.operands(form, head, instruction) {
                    Ok(()) => return Ok(()),
                    Err(finding) => refused = refused.or(Some(finding)),
                },
                Err(found) => {
                    if mismatch.as_ref().is_none_or(|best| best.place < found.place) {
                        mismatch = Some(found);
                    }
                }
            }
        }
        Err(refused.unwrap_or_else(|| bad_modifier(instruction, mismatch)))
    }

    fn operands(
        &mut self,
        form: &Form,
        head: Instruction<'static>,
        instruction: &syntax::Instruction<'t>,
    ) -> Lowered<()> {
        let mut draft = Draft::new(head);
        let mut rest = instruction.operands.as_slice();
        for shape in form.operands {
            if let Shape::Special(procedure) = shape {
                return self.procedure(*procedure, draft, rest, instruction);
            }
            self.shape(*shape, &mut draft, &mut rest, instruction)?;
        }
        if let Some(extra) = rest.first() {
            return Err(Finding::new(extra.span(), "more operands than this instruction has"));
        }
        if draft.head.opcode == Opcode::Ret {
            self.store_results()?;
        }
        self.push(draft);
        Ok(())
    }

    /// Lowers the operands of one shape, and takes them from the front of the rest.
    fn shape(
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
            (Shape::Maybe(_) | Shape::Dropped, true) => return Ok(()),
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
        match shape {
            Shape::D(of) => self.destination(draft, of, operand),
            Shape::DP(of) => self.destination_pair(draft, of, operand),
            Shape::PQ => self.destination_pair(draft, Of::Is(Type::Pred), operand),
            Shape::PD => self.destination(draft, Of::Is(Type::Pred), operand),
            Shape::S(of) => self.source(draft, of, operand),
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
                let syntax::Operand::Name { name, .. } = operand else {
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

    fn checked_register(&mut self, operand: &syntax::Operand<'t>, kind: Type, wide: bool) -> Lowered<(Type, Register)> {
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
            self.destination(draft, of, operand)?;
            draft.result(Operand::Sink);
            return Ok(());
        };
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
                if is_unused_component(name, component.as_ref()) {
                    return Ok(Operand::Immediate(0).into());
                }
                self.address_value(name, *addend, kind)
            }
            _ => Err(Finding::new(operand.span(), "expected a register or a constant")),
        }
    }

    /// `register+constant`: a source that every instruction takes.
    fn sum(&mut self, name: &Name<'t>, addend: i64, kind: Type, wide: bool) -> Lowered<Value> {
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

    fn is_register(&mut self, name: &Name<'t>) -> bool {
        matches!(
            self.scopes.find(name.text),
            Some(Found::Unused { .. } | Found::Entity(Entity::Register { .. } | Entity::Vector { .. }))
        )
    }

    /// A special register's value; one of 32 bits may be read as 16, as old texts do.
    fn special_value(&mut self, special: SpecialRegister, kind: Type, span: Span) -> Lowered<Value> {
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
        if kind.bits() == 16 && bits == 32 {
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

    /// The address of a symbol, local variable or parameter as a value.
    fn address_value(&mut self, name: &Name<'t>, addend: i64, kind: Type) -> Lowered<Value> {
        if kind.bits() < 32 || kind.is_float() || kind == Type::Pred {
            let message = format!("'{}' is no value of type .{}", name.text, kind.name());
            return Err(Finding::new(name.span, message));
        }
        let place = self.place(name)?;
        Ok(match place {
            Place::Frame { offset, .. } => {
                let offset = i64::from(offset).wrapping_add(addend);
                let inside = u32::try_from(offset).ok().filter(|it| *it <= self.body.frame);
                let offset =
                    inside.ok_or_else(|| Finding::new(name.span, "this address lies outside of the stack frame"))?;
                Operand::Frame(offset).into()
            }
            Place::Parameter { offset } => Operand::Immediate(u64::from(offset).wrapping_add(addend as u64)).into(),
            Place::Shared(number) => self.shared_value(number, addend, kinds::untyped(kind.bits()))?,
            Place::Symbol(target) => Value {
                operand: Operand::Immediate(0),
                open: Some(Open::Symbol(target, addend)),
            },
        })
    }

    /// The address of a shared variable. Where dynamic memory begins is a constant for a kernel, and unknown to a function
    /// that several kernels call.
    fn shared_value(&mut self, number: u32, addend: i64, kind: Type) -> Lowered<Value> {
        if self.use_shared(number) {
            return Ok(Value {
                operand: Operand::Immediate(0),
                open: Some(Open::Shared(number, addend)),
            });
        }
        let mut sum = self.dynamic_begin()?;
        if kind.bits() == 64 {
            let wide = self.temporary(Type::U64)?;
            let convert = Instruction {
                types: [Some(Type::U64), Some(Type::U32), None, None],
                ..Instruction::new(Opcode::Cvt)
            };
            self.push_plain(convert, wide, &[Operand::register(sum)]);
            sum = wide;
        }
        if addend != 0 {
            let total = self.temporary(kind)?;
            let add = Instruction {
                types: [Some(kind), None, None, None],
                ..Instruction::new(Opcode::Add)
            };
            let addend = Operand::Immediate(addend as u64);
            self.push_plain(add, total, &[Operand::register(sum), addend]);
            sum = total;
        }
        Ok(Operand::register(sum).into())
    }

    /// Notes the use of a shared variable; whether its offset is a constant for this function.
    fn use_shared(&mut self, number: u32) -> bool {
        self.body.shared.insert(number);
        self.entry || !self.symbols.shared[number as usize].dynamic
    }

    fn dynamic_begin(&mut self) -> Lowered<Register> {
        let begin = self.temporary(Type::U32)?;
        let special = Operand::Special(SpecialRegister::DynamicShared);
        self.push_move(Type::U32, begin, special.into());
        Ok(begin)
    }

    /// What memory a name stands for.
    pub(super) fn place(&mut self, name: &Name<'t>) -> Lowered<Place> {
        let symbol = match self.scopes.find(name.text) {
            Some(Found::Entity(entity)) => {
                return match *entity {
                    Entity::Frame {
                        offset,
                        size,
                        parameter,
                    } => Ok(Place::Frame {
                        offset,
                        size,
                        parameter,
                    }),
                    Entity::Parameter { offset } => Ok(Place::Parameter { offset }),
                    Entity::Shared(number) => Ok(Place::Shared(number)),
                    Entity::Variable(ordinal) => Ok(Place::Symbol(Target::Variable(ordinal))),
                    _ => Err(Finding::new(name.span, format!("'{}' has no address", name.text))),
                };
            }
            Some(Found::Unused { .. }) => None,
            None => self.symbols.find(name),
        };
        match symbol {
            Some(Symbol::Shared(number)) => Ok(Place::Shared(number)),
            Some(Symbol::Variable(ordinal)) => Ok(Place::Symbol(Target::Variable(ordinal))),
            Some(Symbol::Function(ordinal)) => Ok(Place::Symbol(Target::Function(ordinal))),
            None => Err(Finding::new(name.span, format!("'{}' is not declared", name.text))),
        }
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
        for element in self.elements(operand, draft.head.elements.into())? {
            self.destination(draft, of, &element)?;
        }
        Ok(())
    }

    pub(super) fn vector_source(&mut self, draft: &mut Draft, of: Of, operand: &syntax::Operand<'t>) -> Lowered<()> {
        for element in self.elements(operand, draft.head.elements.into())? {
            self.source(draft, of, &element)?;
        }
        Ok(())
    }

    /// `[place]`, in the state space of the instruction, which a place in the frame may change to local.
    pub(super) fn address(&mut self, head: &mut Instruction<'static>, operand: &syntax::Operand<'t>) -> Lowered<Value> {
        let inner = match operand {
            syntax::Operand::Address(list, _) if list.len() == 1 => &list[0],
            _ => return Err(Finding::new(operand.span(), "expected an address in brackets")),
        };
        let span = inner.span();
        let stores = matches!(head.opcode, Opcode::St);
        if stores && head.space == Space::Constant {
            return Err(Finding::new(span, "constant memory cannot be written"));
        }
        match inner {
            syntax::Operand::Constant(..) => {
                let offset = constant_operand(inner, Type::U64)?;
                Ok(absolute(offset).into())
            }
            syntax::Operand::Name {
                name,
                addend,
                component: None,
            } if self.is_register(name) => {
                let (kind, register) = self.register(name)?;
                if !matches!(kind.bits(), 32 | 64) || kind.is_float() {
                    let message = format!("a register of type .{} holds no address", kind.name());
                    return Err(Finding::new(span, message));
                }
                if head.space == Space::Parameter && !self.entry {
                    head.space = Space::Local;
                }
                Ok(Operand::Address(Address {
                    base: Base::Register(register),
                    offset: *addend as u64,
                })
                .into())
            }
            syntax::Operand::Name {
                name,
                addend,
                component: None,
            } => {
                let place = self.place(name)?;
                self.symbol_address(head, place, *addend, stores, name)
            }
            _ => Err(Finding::new(span, "expected a register or a symbol")),
        }
    }

    fn symbol_address(
        &mut self,
        head: &mut Instruction<'static>,
        place: Place,
        addend: i64,
        stores: bool,
        name: &Name<'t>,
    ) -> Lowered<Value> {
        let space = head.space.name();
        let wrong = |message: &str| {
            let text = format!("'{}' {message}, not in .{space}", name.text);
            Err(Finding::new(name.span, text))
        };
        match place {
            Place::Frame { offset, parameter, .. } => {
                let own = if parameter { Space::Parameter } else { Space::Local };
                if head.space != own && head.space != Space::Generic {
                    return wrong(if parameter { "lies in .param" } else { "lies in .local" });
                }
                head.space = Space::Local;
                Ok(Operand::Address(Address {
                    base: Base::Frame,
                    offset: u64::from(offset).wrapping_add(addend as u64),
                })
                .into())
            }
            Place::Parameter { offset } => {
                if head.space != Space::Parameter {
                    return wrong("lies in .param");
                }
                if stores {
                    return Err(Finding::new(name.span, "a kernel's parameters cannot be written"));
                }
                Ok(absolute(u64::from(offset).wrapping_add(addend as u64)).into())
            }
            Place::Shared(number) => {
                match head.space {
                    Space::Shared | Space::SharedCluster => {}
                    Space::Generic => head.space = Space::Shared,
                    _ => return wrong("lies in .shared"),
                }
                if self.use_shared(number) {
                    return Ok(Value {
                        operand: absolute(0),
                        open: Some(Open::Shared(number, addend)),
                    });
                }
                Ok(Operand::Address(Address {
                    base: Base::Register(self.dynamic_begin()?),
                    offset: addend as u64,
                })
                .into())
            }
            Place::Symbol(target) => {
                let own = match target {
                    Target::Variable(ordinal) => Some(self.symbols.variables[ordinal as usize].space),
                    Target::Function(_) => None,
                };
                let fits = own.is_some_and(|own| head.space == own || head.space == Space::Generic);
                if let (Some(own), true) = (own, head.space == Space::Generic) {
                    head.space = own;
                }
                if !fits {
                    return wrong("lies elsewhere");
                }
                Ok(Value {
                    operand: absolute(0),
                    open: Some(Open::Symbol(target, addend)),
                })
            }
        }
    }
}

/// Memory that a name stands for.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Frame { offset: u32, size: u32, parameter: bool },
    Parameter { offset: u32 },
    Shared(u32),
    Symbol(Target),
}

fn absolute(offset: u64) -> Operand {
    Operand::Address(Address {
        base: Base::Absolute,
        offset,
    })
}

/// States the width of a destination register that is wider than the instruction's type, behind the types of the text.
fn state_width(head: &mut Instruction<'static>, declared: Type) {
    let place = if head.opcode == Opcode::Cvt { 2 } else { 1 };
    head.types[place] = head.types[place].or(Some(kinds::untyped(declared.bits())));
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
        None => SpecialRegister::from_name(plain.strip_suffix("_64").unwrap_or(plain)),
    }
}

/// The fourth component of the cluster's vector registers, which is always zero.
fn is_unused_component(name: &Name<'_>, component: Option<&Name<'_>>) -> bool {
    let vectors = ["%clusterid", "%nclusterid", "%cluster_ctaid", "%cluster_nctaid"];
    vectors.contains(&name.text) && component.is_some_and(|it| it.text == "w")
}

/// A constant operand as the bits of a type.
pub(super) fn constant_operand(operand: &syntax::Operand<'_>, kind: Type) -> Lowered<u64> {
    let syntax::Operand::Constant(value, span) = operand else {
        return Err(Finding::new(operand.span(), "expected a constant"));
    };
    constant::bits(*value, kind).ok_or_else(|| Finding::new(*span, format!("not a constant of type .{}", kind.name())))
}

fn bad_modifier(instruction: &syntax::Instruction<'_>, mismatch: Option<crate::forms::Mismatch>) -> Finding {
    let root = instruction.root;
    let Some(mismatch) = mismatch else {
        return Finding::new(root.span, "no such instruction");
    };
    let expected = if mismatch.expected.is_empty() {
        String::from("nothing more")
    } else {
        mismatch.expected
    };
    match instruction.modifiers.get(mismatch.place) {
        Some(found) => {
            let message = format!("'.{}' does not fit '{}'; expected {expected}", found.text, root.text);
            Finding::new(found.span, message)
        }
        None => {
            let last = instruction.modifiers.last().map_or(root.span, |it| it.span);
            Finding::new(last, format!("'{}' needs {expected}", root.text))
        }
    }
}
