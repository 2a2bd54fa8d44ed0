//! Module level: the symbol table, initial values, and checks that concern the whole text.

use alloc::{format, vec::Vec};
use musa_isa::{
    Space, Type,
    image::{Reference, Target},
};

use super::{
    constant,
    symbols::{FunctionData, InitialAddress, SharedVariable, Signature, Symbol, Symbols, VariableData},
};
use crate::{
    diagnostic::{Finding, Report},
    syntax::{Constant, Function, InitialValue, Linkage, Module, Name, Opaque, Variable, VariableSpace},
};

use super::function::MAX_FRAME;

/// Bytes of constant memory of a module (oracle `mod_load_bad`).
const MAX_CONSTANT: u64 = 65536;
/// Bytes of kernel parameters before PTX 8.1, and from there on.
const MAX_PARAMETERS: (u32, u32) = (4352, 32764);
/// Bytes of shared memory that a variable may declare; how much a launch may have is the device's business.
const MAX_SHARED: u64 = 1 << 24;

/// Collects the symbols of a module.
pub(crate) fn symbols<'t>(module: &Module<'t>, report: &mut Report<'t>) -> Symbols<'t> {
    let mut symbols = Symbols {
        ptx_version: module.ptx_version,
        architecture: module.architecture,
        ..Symbols::default()
    };
    for (place, function) in module.functions.iter().enumerate() {
        let declared = declare_function(&mut symbols, function, place, module.ptx_version);
        if let Err(finding) = declared {
            report.add(finding);
        }
    }
    let mut initialized = Vec::new();
    for variable in &module.variables {
        if variable.dimensions == 1 {
            symbols.arrays.insert(variable.name.text, variable.element_bytes());
        }
        match declare_variable(&mut symbols, variable) {
            Ok(Some(ordinal)) if variable.initial.is_some() => initialized.push((ordinal, variable)),
            Ok(_) => {}
            Err(finding) => report.add(finding),
        }
    }
    for (alias, target) in &module.aliases {
        match symbols.find(target) {
            Some(symbol @ Symbol::Function(_)) => {
                symbols.names.insert(alias.text, symbol);
            }
            _ => report.add(Finding::new(
                target.span,
                "an alias stands for a function of the module",
            )),
        }
    }
    // Initial values last: they may name what is declared behind them.
    for (ordinal, variable) in initialized {
        if let Err(finding) = initialize(&mut symbols, ordinal, variable) {
            report.add(finding);
        }
    }
    check_constants(&symbols, module, report);
    symbols
}

fn check_constants<'t>(symbols: &Symbols<'t>, module: &Module<'t>, report: &mut Report<'t>) {
    let constants = symbols.variables.iter().filter(|it| it.space == Space::Constant);
    let total = constants.fold(0u64, |end, it| {
        let place = end.checked_next_multiple_of(it.align.into());
        place.map_or(u64::MAX, |place| place.saturating_add(it.size))
    });
    if total > MAX_CONSTANT {
        let constant = VariableSpace::Memory(Space::Constant);
        let last = module.variables.iter().rfind(|it| it.space == constant);
        let span = last.map_or_else(Default::default, |it| it.name.span);
        let message = format!("{total} bytes of constant memory; at most {MAX_CONSTANT} are allowed");
        report.add(Finding::new(span, message));
    }
}

fn taken(name: Name<'_>) -> Finding {
    Finding::new(name.span, format!("'{}' is declared twice", name.text))
}

fn declare_function<'t>(
    symbols: &mut Symbols<'t>,
    function: &Function<'t>,
    place: usize,
    ptx_version: u32,
) -> Result<(), Finding> {
    let name = function.name;
    let signature = Signature::new(&function.parameters, &function.results)
        .ok_or_else(|| Finding::new(name.span, "the parameters are too large"))?;
    if function.entry {
        let limit = if ptx_version >= 81 {
            MAX_PARAMETERS.1
        } else {
            MAX_PARAMETERS.0
        };
        if signature.parameter_bytes() > limit {
            let bytes = signature.parameter_bytes();
            let message = format!("{bytes} bytes of kernel parameters; at most {limit} are allowed");
            return Err(Finding::new(name.span, message));
        }
    }
    let definition = function.body.as_ref().map(|_| place);
    match symbols.find(&name) {
        None => {
            let ordinal = symbols.functions.len() as u32;
            symbols.names.insert(name.text, Symbol::Function(ordinal));
            symbols.functions.push(FunctionData {
                name: name.text,
                entry: function.entry,
                linkage: function.linkage,
                signature,
                attributes: function.attributes,
                definition,
            });
        }
        Some(Symbol::Function(ordinal)) => {
            let known = &mut symbols.functions[ordinal as usize];
            if known.entry != function.entry || known.definition.is_some() && definition.is_some() {
                return Err(taken(name));
            }
            if known.signature.parameters.len() != signature.parameters.len()
                || known.signature.results.len() != signature.results.len()
            {
                let message = format!("'{}' was declared with other parameters", name.text);
                return Err(Finding::new(name.span, message));
            }
            if definition.is_some() {
                known.definition = definition;
                known.attributes = function.attributes;
                known.signature = signature;
            }
            if known.linkage == Linkage::External || known.linkage == Linkage::Private {
                known.linkage = function.linkage;
            }
        }
        Some(_) => return Err(taken(name)),
    }
    Ok(())
}

/// Declares a variable of the module, and gives the ordinal of one in global or constant memory.
fn declare_variable<'t>(symbols: &mut Symbols<'t>, variable: &Variable<'t>) -> Result<Option<u32>, Finding> {
    let symbol = match variable.space {
        VariableSpace::Memory(Space::Shared) => Symbol::Shared(shared(symbols, variable)?),
        VariableSpace::Memory(space @ (Space::Global | Space::Constant)) => {
            if let Some(Symbol::Variable(ordinal)) = symbols.find(&variable.name) {
                return redeclare(symbols, ordinal, variable);
            }
            Symbol::Variable(memory(symbols, variable, space)?)
        }
        VariableSpace::Memory(Space::Local) => Symbol::Local(local(symbols, variable)?),
        VariableSpace::Register => {
            symbols.registers.push(variable.clone());
            return Ok(None);
        }
        _ => {
            let message = "variables of this state space stand in functions";
            return Err(Finding::new(variable.name.span, message));
        }
    };
    let known = symbols.names.insert(variable.name.text, symbol);
    match (known, symbol) {
        (None, Symbol::Variable(ordinal)) => Ok(Some(ordinal)),
        (None, _) => Ok(None),
        (Some(Symbol::Shared(_)), Symbol::Shared(_)) if variable.linkage == Linkage::External => Ok(None),
        _ => Err(taken(variable.name)),
    }
}

/// A second declaration of a variable: one of the two is external, or both are common or weak.
fn redeclare<'t>(symbols: &mut Symbols<'t>, ordinal: u32, variable: &Variable<'t>) -> Result<Option<u32>, Finding> {
    let known = &mut symbols.variables[ordinal as usize];
    if variable.linkage == Linkage::External {
        return Ok(Some(ordinal));
    }
    if known.external {
        known.external = false;
        known.size = variable.bytes();
        known.align = variable.alignment();
        known.exported = variable.linkage != Linkage::Private;
        return Ok(Some(ordinal));
    }
    if variable.linkage == Linkage::Common {
        known.size = known.size.max(variable.bytes());
        return Ok(Some(ordinal));
    }
    Err(taken(variable.name))
}

/// Adds a shared variable, and gives its number.
pub(super) fn shared<'t>(symbols: &mut Symbols<'t>, variable: &Variable<'t>) -> Result<u32, Finding> {
    if variable.initial.is_some() {
        let message = "shared variables have no initial value";
        return Err(Finding::new(variable.name.span, message));
    }
    let size = variable.bytes();
    if size > MAX_SHARED {
        return Err(Finding::new(variable.name.span, "this shared variable is too large"));
    }
    symbols.shared.push(SharedVariable {
        size: size as u32,
        align: variable.alignment(),
        dynamic: variable.linkage == Linkage::External || variable.elements.is_none(),
    });
    Ok(symbols.shared.len() as u32 - 1)
}

/// Adds a local variable of the module, and gives its place in every kernel's frame.
fn local<'t>(symbols: &mut Symbols<'t>, variable: &Variable<'t>) -> Result<u32, Finding> {
    if variable.initial.is_some() || variable.linkage == Linkage::External {
        let message = "local variables have no initial value and are not external";
        return Err(Finding::new(variable.name.span, message));
    }
    let offset = u64::from(symbols.local_bytes).next_multiple_of(variable.alignment().into());
    let end = offset.saturating_add(variable.bytes());
    if end > MAX_FRAME {
        return Err(Finding::new(variable.name.span, "too much local memory"));
    }
    symbols.local_bytes = end as u32;
    Ok(offset as u32)
}

/// Adds a variable in global or constant memory, and gives its ordinal.
pub(super) fn memory<'t>(symbols: &mut Symbols<'t>, variable: &Variable<'t>, space: Space) -> Result<u32, Finding> {
    if variable.kind == Type::Pred {
        return Err(Finding::new(variable.name.span, "predicates exist only as registers"));
    }
    let external = variable.linkage == Linkage::External;
    let reference = variable.opaque.map(|opaque| match opaque {
        Opaque::Texture => Reference::Texture,
        Opaque::Surface => Reference::Surface,
        Opaque::Sampler => Reference::Sampler,
    });
    symbols.variables.push(VariableData {
        name: variable.name.text,
        space,
        size: variable.bytes(),
        align: variable.alignment(),
        initial: Vec::new(),
        addresses: Vec::new(),
        exported: !matches!(variable.linkage, Linkage::Private),
        external,
        managed: variable.managed,
        reference,
    });
    Ok(symbols.variables.len() as u32 - 1)
}

/// Writes an initial value.
pub(super) fn initialize<'t>(symbols: &mut Symbols<'t>, ordinal: u32, variable: &Variable<'t>) -> Result<(), Finding> {
    let Some(initial) = &variable.initial else {
        return Ok(());
    };
    let width = u64::from(variable.kind.bytes().max(1));
    let capacity = variable.elements.unwrap_or(0).saturating_mul(variable.vector.into());
    let mut bytes = Vec::new();
    let mut addresses = Vec::new();
    for (place, leaf) in (0..).zip(&initial.leaves) {
        if place >= capacity {
            return Err(Finding::new(initial.span, "more values than the variable has elements"));
        }
        let offset = place * width;
        // An array of a million zeros costs nothing; one value behind them costs them all, as in any object file.
        let end = (offset + width) as usize;
        match leaf {
            InitialValue::Constant(value) => {
                // A float begins as a fraction, even where its value is whole.
                let whole = matches!(value, Constant::Integer(..)) && matches!(variable.kind, Type::F32 | Type::F64);
                let bits = constant::bits(*value, variable.kind)
                    .filter(|_| !whole)
                    .ok_or_else(|| {
                        let name = variable.kind.name();
                        Finding::new(initial.span, format!("not a value of type .{name}"))
                    })?;
                if bits != 0 {
                    bytes.resize(end.max(bytes.len()), 0);
                    let source = &bits.to_le_bytes()[..width.min(8) as usize];
                    bytes[offset as usize..offset as usize + source.len()].copy_from_slice(source);
                }
            }
            InitialValue::Address { name, addend, shift } => {
                let target = match symbols.find(name) {
                    Some(Symbol::Variable(ordinal)) => Target::Variable(ordinal),
                    Some(Symbol::Function(ordinal)) => Target::Function(ordinal),
                    _ => {
                        let message = format!("'{}' has no address that is known at load", name.text);
                        return Err(Finding::new(name.span, message));
                    }
                };
                bytes.resize(end.max(bytes.len()), 0);
                addresses.push(InitialAddress {
                    offset,
                    width: if *shift > 0 || width == 1 {
                        1
                    } else {
                        width.min(8) as u8
                    },
                    target,
                    addend: *addend,
                    shift: *shift,
                });
            }
        }
    }
    addresses.sort_by_key(|it| it.offset);
    let known = &mut symbols.variables[ordinal as usize];
    known.initial = bytes;
    known.addresses = addresses;
    known.external = false;
    Ok(())
}
