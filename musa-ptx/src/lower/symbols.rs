//! The symbols of a module.

use alloc::{collections::BTreeMap, vec::Vec};
use musa_isa::{
    Space, Type,
    image::{Parameter, Reference, Slot, Target},
};

use crate::syntax::{Attributes, Linkage, Name, Variable, VariableSpace};

/// What a name at module level stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    Variable(u32),
    Shared(u32),
    /// A variable in the local memory that all functions of a thread share.
    Local(u32),
    Function(u32),
}

/// A variable in global or constant memory.
#[derive(Debug)]
pub(crate) struct VariableData<'t> {
    pub(crate) name: &'t str,
    pub(crate) space: Space,
    pub(crate) size: u64,
    pub(crate) align: u32,
    pub(crate) initial: Vec<u8>,
    pub(crate) addresses: Vec<InitialAddress>,
    pub(crate) exported: bool,
    pub(crate) external: bool,
    pub(crate) managed: bool,
    pub(crate) reference: Option<Reference>,
}

/// An address within an initial value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InitialAddress {
    pub(crate) offset: u64,
    pub(crate) width: u8,
    pub(crate) target: Target,
    pub(crate) addend: i64,
    pub(crate) shift: u8,
}

/// A variable in shared memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedVariable {
    pub(crate) size: u32,
    pub(crate) align: u32,
    /// `.extern`: begins where the static ones end, with the size that the launch asks for.
    pub(crate) dynamic: bool,
}

/// Layout of parameters and results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Signature {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) results: Vec<Parameter>,
    /// Bytes of parameters and results together.
    pub(crate) bytes: u32,
}

/// A kernel or function.
#[derive(Debug)]
pub(crate) struct FunctionData<'t> {
    pub(crate) name: &'t str,
    pub(crate) entry: bool,
    pub(crate) linkage: Linkage,
    pub(crate) signature: Signature,
    pub(crate) attributes: Attributes,
    /// Which of the module's functions has the body.
    pub(crate) definition: Option<usize>,
}

/// Everything that functions can name.
#[derive(Debug, Default)]
pub(crate) struct Symbols<'t> {
    pub(crate) ptx_version: u32,
    pub(crate) architecture: u32,
    pub(crate) names: BTreeMap<&'t str, Symbol>,
    /// Bytes of an element of what is an array.
    pub(crate) arrays: BTreeMap<&'t str, u64>,
    pub(crate) variables: Vec<VariableData<'t>>,
    pub(crate) shared: Vec<SharedVariable>,
    /// Bytes of local variables of the module, at the begin of every kernel's frame.
    pub(crate) local_bytes: u32,
    /// Registers of the module.
    pub(crate) registers: Vec<Variable<'t>>,
    pub(crate) functions: Vec<FunctionData<'t>>,
    pub(crate) prototypes: Vec<Signature>,
}

impl Signature {
    /// Lays out parameters, then results, each at its alignment.
    pub(crate) fn new(parameters: &[Variable<'_>], results: &[Variable<'_>]) -> Option<Self> {
        let mut signature = Self::default();
        let mut end = 0u64;
        for (list, variables) in [
            (&mut signature.parameters, parameters),
            (&mut signature.results, results),
        ] {
            for variable in variables {
                let parameter = place(variable, end)?;
                end = u64::from(parameter.slot.offset) + u64::from(parameter.slot.size);
                list.push(parameter);
            }
        }
        signature.bytes = u32::try_from(end).ok()?;
        Some(signature)
    }

    /// Bytes of the parameters alone, as a launch supplies them.
    pub(crate) fn parameter_bytes(&self) -> u32 {
        let ends = self.parameters.iter().map(|it| it.slot.offset + it.slot.size);
        ends.max().unwrap_or(0)
    }
}

/// The largest parameter, so that offsets stay within what an image can express.
const MAX_PARAMETER: u64 = 1 << 26;

/// Where a parameter lies when those before it end at `end`. A predicate takes a word.
fn place(variable: &Variable<'_>, end: u64) -> Option<Parameter> {
    let register = variable.space == VariableSpace::Register;
    let kind = if variable.kind == Type::Pred {
        Type::B32
    } else {
        variable.kind
    };
    let size = match variable.opaque {
        Some(_) => 8,
        None if register => u64::from(kind.bytes()) * u64::from(variable.vector),
        None => variable.bytes(),
    };
    let align = if variable.kind == Type::Pred {
        4
    } else {
        variable.alignment()
    };
    let offset = end.next_multiple_of(align.into());
    (offset + size <= MAX_PARAMETER).then_some(Parameter {
        slot: Slot {
            offset: offset as u32,
            size: size as u32,
            align,
        },
        kind,
    })
}

impl<'t> Symbols<'t> {
    pub(crate) fn find(&self, name: &Name<'_>) -> Option<Symbol> {
        self.names.get(name.text).copied()
    }
}
