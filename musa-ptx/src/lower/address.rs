//! Addresses: of symbols, of places in the frame, and in brackets.

use alloc::format;
use musa_isa::{Address, Base, Instruction, Opcode, Operand, Register, Space, SpecialRegister, Type, image::Target};

use super::{
    function::{Builder, Lowered},
    kinds,
    scope::{Entity, Found},
    symbols::Symbol,
    value::constant_operand,
};
use crate::{
    diagnostic::{Finding, Span},
    draft::{Open, Value},
    syntax::{self, Name},
};

/// The first architecture whose translator refuses global addresses of 32 bits.
const FULL_ADDRESSES: u32 = 90;

/// Memory that a name stands for.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Frame {
        offset: u32,
        size: u32,
        parameter: bool,
    },
    Parameter {
        offset: u32,
    },
    Shared(u32),
    /// A local variable of the module.
    Local {
        offset: u32,
    },
    Symbol(Target),
}

impl<'t> Builder<'t, '_> {
    /// The address of a symbol, local variable or parameter as a value.
    pub(super) fn address_value(&mut self, name: &Name<'t>, addend: i64, kind: Type) -> Lowered<Value> {
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
            Place::Parameter { offset } | Place::Local { offset } => {
                Operand::Immediate(u64::from(offset).wrapping_add(addend as u64)).into()
            }
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

    /// Bytes from an array's begin to an element of it.
    pub(super) fn element_offset(&self, name: &Name<'t>, index: i64) -> Lowered<i64> {
        let scoped = self.scopes.element_bytes(name.text);
        let bytes = scoped.unwrap_or_else(|| self.symbols.arrays.get(name.text).copied());
        let no_array = || Finding::new(name.span, format!("'{}' is no array of one dimension", name.text));
        Ok(index.wrapping_mul(bytes.ok_or_else(no_array)? as i64))
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
            Some(Symbol::Local(offset)) => Ok(Place::Local { offset }),
            Some(Symbol::Variable(ordinal)) => Ok(Place::Symbol(Target::Variable(ordinal))),
            Some(Symbol::Function(ordinal)) => Ok(Place::Symbol(Target::Function(ordinal))),
            None => Err(Finding::new(name.span, format!("'{}' is not declared", name.text))),
        }
    }

    /// `[place]`, or an element of an array where the instruction loads or stores, in the state space of the instruction,
    /// which a place in the frame may change to local.
    pub(super) fn address(&mut self, head: &mut Instruction<'static>, operand: &syntax::Operand<'t>) -> Lowered<Value> {
        let inner = match operand {
            syntax::Operand::Address(list, _) if list.len() == 1 => &list[0],
            element @ syntax::Operand::Element { .. } if matches!(head.opcode, Opcode::Ld | Opcode::St) => element,
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
                if head.space != Space::Local {
                    return Err(Finding::new(span, "a constant is an address of local memory alone"));
                }
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
                self.check_width(head, kind.bits(), span)?;
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
            syntax::Operand::Element { name, index, .. } if core::ptr::eq(inner, operand) => {
                let (offset, place) = (self.element_offset(name, *index)?, self.place(name)?);
                self.symbol_address(head, place, offset, stores, name)
            }
            _ => Err(Finding::new(span, "expected a register or a symbol")),
        }
    }

    /// Newer targets have no global addresses of 32 bits.
    fn check_width(&self, head: &Instruction<'_>, bits: u32, span: Span) -> Lowered<()> {
        use Opcode::{Atom, Ld, Prefetch, Red, St};
        let accesses = matches!(head.opcode, Ld | St | Atom | Red | Prefetch);
        let narrow = bits == 32 && matches!(head.space, Space::Global | Space::Generic);
        if accesses && narrow && self.symbols.architecture >= FULL_ADDRESSES {
            return Err(Finding::new(span, "an address of 32 bits is one of shared memory"));
        }
        Ok(())
    }

    fn symbol_address(
        &mut self,
        head: &mut Instruction<'static>,
        place: Place,
        addend: i64,
        stores: bool,
        name: &Name<'t>,
    ) -> Lowered<Value> {
        let own = self.space_of(place, name)?;
        let fits = match head.space {
            Space::Generic => own != Space::Constant && (own != Space::Parameter || !self.entry),
            Space::SharedCluster => own == Space::Shared,
            space => space == own,
        };
        if !fits {
            let message = format!("'{}' lies in .{}, not in .{}", name.text, own.name(), head.space.name());
            return Err(Finding::new(name.span, message));
        }
        if head.space == Space::Generic {
            head.space = own;
        }
        match place {
            Place::Frame { offset, .. } => {
                head.space = Space::Local;
                let offset = u64::from(offset).wrapping_add(addend as u64);
                Ok(Operand::Address(Address {
                    base: Base::Frame,
                    offset,
                })
                .into())
            }
            Place::Parameter { .. } if stores => {
                Err(Finding::new(name.span, "a kernel's parameters cannot be written"))
            }
            Place::Parameter { offset } | Place::Local { offset } => {
                Ok(absolute(u64::from(offset).wrapping_add(addend as u64)).into())
            }
            Place::Shared(number) if !self.use_shared(number) => Ok(Operand::Address(Address {
                base: Base::Register(self.dynamic_begin()?),
                offset: addend as u64,
            })
            .into()),
            Place::Shared(number) => Ok(Value {
                operand: absolute(0),
                open: Some(Open::Shared(number, addend)),
            }),
            Place::Symbol(target) => Ok(Value {
                operand: absolute(0),
                open: Some(Open::Symbol(target, addend)),
            }),
        }
    }

    /// The state space that a place lies in, as the text names it.
    pub(super) fn space_of(&self, place: Place, name: &Name<'t>) -> Lowered<Space> {
        match place {
            Place::Frame { parameter: true, .. } | Place::Parameter { .. } => Ok(Space::Parameter),
            Place::Frame { .. } | Place::Local { .. } => Ok(Space::Local),
            Place::Shared(_) => Ok(Space::Shared),
            Place::Symbol(Target::Variable(ordinal)) => Ok(self.symbols.variables[ordinal as usize].space),
            Place::Symbol(Target::Function(_)) => {
                Err(Finding::new(name.span, format!("'{}' is a function", name.text)))
            }
        }
    }
}

fn absolute(offset: u64) -> Operand {
    Operand::Address(Address {
        base: Base::Absolute,
        offset,
    })
}
