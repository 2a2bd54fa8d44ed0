//! One function: its names, its frame, and its statements.

use alloc::{collections::BTreeSet, format, vec::Vec};
use musa_isa::{Guard, Instruction, Opcode, Operand, Space, Type};

use super::{
    module,
    scope::{Entity, Found, Scopes},
    symbols::{Signature, Symbol, Symbols},
};
use crate::{
    diagnostic::{Finding, Report},
    draft::Draft,
    forms::Roots,
    syntax::{self, Function, Linkage, Name, Statement, Variable, VariableSpace},
};

pub(super) type Lowered<T> = Result<T, Finding>;

/// The largest stack frame of a function.
pub(super) const MAX_FRAME: u64 = 1 << 26;

/// A function's code before registers are numbered and labels resolved.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub(crate) code: Vec<Draft>,
    /// Index of the instruction behind each label.
    pub(crate) labels: Vec<Option<u32>>,
    /// Labels of each table of branch targets.
    pub(crate) targets: Vec<Vec<u32>>,
    pub(crate) frame: u32,
    /// Registers used so far, by bank.
    pub(crate) registers: [u32; 3],
    /// The first ones of registers of 128 bits.
    pub(crate) pairs: BTreeSet<u16>,
    /// Shared variables that the function names.
    pub(crate) shared: BTreeSet<u32>,
}

/// Lowers one function.
pub(crate) struct Builder<'t, 'm> {
    pub(super) symbols: &'m mut Symbols<'t>,
    pub(super) roots: &'m Roots,
    pub(super) scopes: Scopes<'t>,
    pub(super) body: Body,
    pub(super) entry: bool,
    pub(super) guard: Option<Guard>,
    /// The function's own results that are registers, with their places in the frame.
    register_results: Vec<(Name<'t>, u32)>,
    /// What the scopes will need before their statements come: labels, tables and prototypes, by order of scope.
    declared: Vec<Vec<Declared<'t>>>,
    scopes_seen: usize,
    /// Offsets of local variables, in order of declaration.
    locals: Vec<u32>,
    locals_seen: usize,
    /// Where the next parameter of a call goes, and where it went back to at the end of each open scope.
    pub(super) call_end: u32,
    call_ends: Vec<u32>,
    pub(super) at: u32,
    pub(super) location: (u32, u32),
}

/// A name that its scope knows from the start.
enum Declared<'t> {
    Label(Name<'t>),
    Targets(Name<'t>),
    Prototype(Name<'t>, Signature),
}

impl<'t, 'm> Builder<'t, 'm> {
    /// Lowers a function with a body. What is wrong goes to the report.
    pub(crate) fn lower(
        symbols: &'m mut Symbols<'t>,
        roots: &'m Roots,
        report: &mut Report<'t>,
        function: &Function<'t>,
        signature: &Signature,
    ) -> Body {
        let statements = function.body.as_deref().unwrap_or(&[]);
        let mut builder = Self {
            symbols,
            roots,
            scopes: Scopes::default(),
            body: Body::default(),
            entry: function.entry,
            guard: None,
            register_results: Vec::new(),
            declared: Vec::new(),
            scopes_seen: 0,
            locals: Vec::new(),
            locals_seen: 0,
            call_end: 0,
            call_ends: Vec::new(),
            at: function.name.span.start,
            location: (0, 0),
        };
        if let Err(finding) = builder.prepare(function, signature, statements) {
            report.add(finding);
            return builder.body;
        }
        for statement in statements {
            if report.is_full() {
                break;
            }
            if let Err(finding) = builder.statement(statement) {
                report.add(finding);
            }
        }
        builder.finish();
        if let Err(finding) = builder.check_module_registers(function) {
            report.add(finding);
        }
        builder.body
    }

    fn prepare(&mut self, function: &Function<'t>, signature: &Signature, statements: &[Statement<'t>]) -> Lowered<()> {
        self.lay_out_locals(signature, statements)?;
        self.collect_declared(statements)?;
        self.module_registers()?;
        self.enter()?;
        self.parameters(function, signature)?;
        self.enter()
    }

    /// Gives every local variable its place in the frame, behind the function's own parameters and results.
    fn lay_out_locals(&mut self, signature: &Signature, statements: &[Statement<'t>]) -> Lowered<()> {
        // Local variables of the module begin where the stack begins, which is where a kernel's frame is.
        let mut end = u64::from(if self.entry {
            self.symbols.local_bytes
        } else {
            signature.bytes
        });
        for statement in statements {
            let Statement::Variable(variable) = statement else {
                continue;
            };
            if variable.space != VariableSpace::Memory(Space::Local) {
                continue;
            }
            let offset = end.next_multiple_of(variable.alignment().into());
            end = offset.saturating_add(variable.bytes());
            if end > MAX_FRAME {
                return Err(Finding::new(variable.name.span, "too much local memory"));
            }
            self.locals.push(offset as u32);
        }
        self.call_end = end as u32;
        self.body.frame = end as u32;
        Ok(())
    }

    /// Lists for each scope the labels, tables and prototypes in it, since they may be used before they stand.
    fn collect_declared(&mut self, statements: &[Statement<'t>]) -> Lowered<()> {
        // The first scope holds the parameters, the second is the body's own.
        self.declared = Vec::from([Vec::new(), Vec::new()]);
        let mut open = Vec::from([1]);
        for statement in statements {
            let scope = open.last().copied().unwrap_or(1);
            let declared = match statement {
                Statement::Enter => {
                    open.push(self.declared.len());
                    self.declared.push(Vec::new());
                    continue;
                }
                Statement::Leave => {
                    open.pop();
                    continue;
                }
                Statement::Label(name) => Declared::Label(*name),
                Statement::BranchTargets { label, .. } => Declared::Targets(*label),
                Statement::Prototype(prototype) => {
                    let signature = Signature::new(&prototype.parameters, &prototype.results);
                    let signature =
                        signature.ok_or_else(|| Finding::new(prototype.label.span, "the parameters are too large"))?;
                    Declared::Prototype(prototype.label, signature)
                }
                Statement::CallTargets { label, targets } => {
                    let first = targets.first().and_then(|name| self.symbols.find(name));
                    let Some(Symbol::Function(ordinal)) = first else {
                        return Err(Finding::new(label.span, "call targets are functions"));
                    };
                    let signature = self.symbols.functions[ordinal as usize].signature.clone();
                    Declared::Prototype(*label, signature)
                }
                _ => continue,
            };
            self.declared[scope].push(declared);
        }
        Ok(())
    }

    /// Opens the next scope, with the names that it knows from the start.
    fn enter(&mut self) -> Lowered<()> {
        self.scopes.enter();
        self.call_ends.push(self.call_end);
        let scope = self.scopes_seen;
        self.scopes_seen += 1;
        let declared = self.declared.get_mut(scope).map(core::mem::take);
        for declared in declared.unwrap_or_default() {
            let (name, entity) = match declared {
                Declared::Label(name) => {
                    self.body.labels.push(None);
                    (name, Entity::Label(self.body.labels.len() as u32 - 1))
                }
                Declared::Targets(name) => {
                    self.body.targets.push(Vec::new());
                    (name, Entity::Targets(self.body.targets.len() as u32 - 1))
                }
                Declared::Prototype(name, signature) => (name, Entity::Prototype(self.prototype(signature))),
            };
            self.declare(name, entity)?;
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.scopes.leave();
        self.call_end = self.call_ends.pop().unwrap_or(self.call_end);
    }

    /// The ordinal of a prototype with this signature. Compilers repeat the last one call after call.
    pub(super) fn prototype(&mut self, signature: Signature) -> u32 {
        let prototypes = &mut self.symbols.prototypes;
        if prototypes.last() == Some(&signature) {
            return prototypes.len() as u32 - 1;
        }
        prototypes.push(signature);
        prototypes.len() as u32 - 1
    }

    pub(super) fn declare(&mut self, name: Name<'t>, entity: Entity) -> Lowered<()> {
        if self.scopes.declare(name.text, entity) {
            return Ok(());
        }
        Err(Finding::new(
            name.span,
            format!("'{}' is declared twice in this scope", name.text),
        ))
    }

    /// Declares a variable in memory.
    fn declare_memory(&mut self, variable: &Variable<'t>, entity: Entity) -> Lowered<()> {
        self.declare(variable.name, entity)?;
        if variable.dimensions == 1 {
            self.scopes.note_array(variable.name.text, variable.element_bytes());
        }
        Ok(())
    }

    /// Declares the function's own parameters and results. Register parameters are loaded from the frame.
    fn parameters(&mut self, function: &Function<'t>, signature: &Signature) -> Lowered<()> {
        let parameters = function.parameters.iter().zip(&signature.parameters);
        for (variable, parameter) in parameters {
            let slot = parameter.slot;
            if variable.space == VariableSpace::Register {
                self.declare_register(variable)?;
                for (kind, register, offset) in self.register_places(&variable.name, slot.offset)? {
                    self.load_register(kind, register, offset);
                }
            } else if self.entry {
                let offset = slot.offset;
                self.declare_memory(variable, Entity::Parameter { offset })?;
            } else {
                self.declare_memory(
                    variable,
                    Entity::Frame {
                        offset: slot.offset,
                        size: slot.size,
                        parameter: true,
                    },
                )?;
            }
        }
        for (variable, parameter) in function.results.iter().zip(&signature.results) {
            let slot = parameter.slot;
            if variable.space == VariableSpace::Register {
                self.declare_register(variable)?;
                self.register_results.push((variable.name, slot.offset));
            } else {
                let entity = Entity::Frame {
                    offset: slot.offset,
                    size: slot.size,
                    parameter: true,
                };
                self.declare_memory(variable, entity)?;
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement<'t>) -> Lowered<()> {
        match statement {
            Statement::Enter => self.enter(),
            Statement::Leave => {
                self.leave();
                Ok(())
            }
            Statement::Label(name) => {
                if let Some(Found::Entity(Entity::Label(label))) = self.scopes.find(name.text) {
                    let here = self.body.code.len() as u32;
                    self.body.labels[*label as usize] = Some(here);
                }
                Ok(())
            }
            Statement::Variable(variable) => self.variable(variable),
            Statement::Location { file, line } => {
                self.location = (*file, *line);
                Ok(())
            }
            Statement::BranchTargets { label, targets } => self.branch_targets(label, targets),
            Statement::Prototype(_) | Statement::CallTargets { .. } => Ok(()),
            Statement::Instruction(instruction) => self.instruction(instruction),
        }
    }

    fn branch_targets(&mut self, label: &Name<'t>, targets: &[Name<'t>]) -> Lowered<()> {
        let labels: Lowered<Vec<u32>> = targets.iter().map(|name| self.label(name)).collect();
        let labels = labels?;
        if let Some(Found::Entity(Entity::Targets(table))) = self.scopes.find(label.text) {
            self.body.targets[*table as usize] = labels;
        }
        Ok(())
    }

    pub(super) fn label(&mut self, name: &Name<'t>) -> Lowered<u32> {
        match self.scopes.find(name.text) {
            Some(Found::Entity(Entity::Label(label))) => Ok(*label),
            _ => Err(Finding::new(name.span, format!("no label '{}'", name.text))),
        }
    }

    fn variable(&mut self, variable: &Variable<'t>) -> Lowered<()> {
        match variable.space {
            VariableSpace::Register => self.declare_register(variable),
            VariableSpace::Parameter => self.call_parameter(variable),
            VariableSpace::Memory(Space::Local) => {
                let offset = self.locals.get(self.locals_seen).copied().unwrap_or(0);
                self.locals_seen += 1;
                let size = variable.bytes() as u32;
                self.declare_memory(
                    variable,
                    Entity::Frame {
                        offset,
                        size,
                        parameter: false,
                    },
                )
            }
            VariableSpace::Memory(Space::Shared) => {
                let number = module::shared(self.symbols, variable)?;
                self.declare_memory(variable, Entity::Shared(number))
            }
            VariableSpace::Memory(space) => {
                if variable.linkage == Linkage::External {
                    let message = "an external variable is declared outside of functions";
                    return Err(Finding::new(variable.name.span, message));
                }
                let ordinal = module::memory(self.symbols, variable, space)?;
                module::initialize(self.symbols, ordinal, variable)?;
                self.declare_memory(variable, Entity::Variable(ordinal))
            }
        }
    }

    /// A parameter of a call: a place in the frame until the scope ends.
    fn call_parameter(&mut self, variable: &Variable<'t>) -> Lowered<()> {
        let size = variable.bytes();
        let offset = self.call_place(size, variable.alignment(), &variable.name)?;
        self.declare_memory(
            variable,
            Entity::Frame {
                offset,
                size: size as u32,
                parameter: true,
            },
        )
    }

    /// A place in the frame until the scope ends.
    pub(super) fn call_place(&mut self, size: u64, align: u32, name: &Name<'t>) -> Lowered<u32> {
        let offset = u64::from(self.call_end).next_multiple_of(align.into());
        let end = offset.saturating_add(size);
        if end > MAX_FRAME {
            return Err(Finding::new(name.span, "the parameters of this call are too large"));
        }
        self.call_end = end as u32;
        self.body.frame = self.body.frame.max(self.call_end);
        Ok(offset as u32)
    }

    /// Starts an instruction of the text: what is appended from here on is its.
    pub(super) fn begin(&mut self, instruction: &syntax::Instruction<'t>) -> Lowered<()> {
        self.at = instruction.span.start;
        self.guard = None;
        if let Some(guard) = instruction.guard {
            let (kind, register) = self.register(&guard.name)?;
            if kind != Type::Pred {
                return Err(Finding::new(guard.name.span, "a guard is a predicate"));
            }
            self.guard = Some(Guard {
                register,
                negated: guard.negated,
            });
        }
        Ok(())
    }

    /// Before a return: stores the results that are registers.
    pub(super) fn store_results(&mut self) -> Lowered<()> {
        for place in 0..self.register_results.len() {
            let (name, offset) = self.register_results[place];
            for (kind, register, offset) in self.register_places(&name, offset)? {
                self.store_value(kind, Operand::register(register).into(), offset);
            }
        }
        Ok(())
    }

    /// Ends every way through the function with a return.
    fn finish(&mut self) {
        let end = self.body.code.len() as u32;
        let falls = self.body.code.last().is_none_or(|last| {
            let leaves = matches!(
                last.head.opcode,
                Opcode::Ret | Opcode::Exit | Opcode::Bra | Opcode::Trap
            );
            last.head.guard.is_some() || !leaves
        });
        if falls || self.body.labels.contains(&Some(end)) {
            self.guard = None;
            // Names of results have been found before, if there are any.
            let _ = self.store_results();
            self.push(Draft::new(Instruction::new(Opcode::Ret)));
        }
    }
}
