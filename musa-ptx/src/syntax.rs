//! The syntax tree: what the parser found, with names still as text.

use alloc::vec::Vec;
use musa_isa::{
    Space, Type,
    image::{Dimensions, Origin},
};

use crate::diagnostic::Span;

/// A name with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'t> {
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

/// A whole text.
#[derive(Debug, Default)]
pub(crate) struct Module<'t> {
    pub(crate) ptx_version: u32,
    pub(crate) architecture: u32,
    pub(crate) suffix: u8,
    /// Where the target stands.
    pub(crate) target: Span,
    pub(crate) texture_mode_independent: bool,
    pub(crate) variables: Vec<Variable<'t>>,
    pub(crate) functions: Vec<Function<'t>>,
    pub(crate) aliases: Vec<(Name<'t>, Name<'t>)>,
    pub(crate) files: Vec<(u32, &'t str)>,
}

impl Module<'_> {
    /// What the text says it is for.
    pub(crate) fn origin(&self) -> Origin {
        Origin {
            ptx_version: self.ptx_version,
            architecture: self.architecture,
            suffix: self.suffix,
        }
    }
}

/// Linkage of a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Linkage {
    #[default]
    Private,
    Visible,
    Weak,
    Common,
    External,
}

/// Opaque types of variables and parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opaque {
    Texture,
    Surface,
    Sampler,
}

/// A variable, or a parameter: anything with a type, a name and perhaps dimensions.
#[derive(Clone, Debug)]
pub(crate) struct Variable<'t> {
    pub(crate) name: Name<'t>,
    pub(crate) space: VariableSpace,
    pub(crate) linkage: Linkage,
    pub(crate) kind: Type,
    pub(crate) opaque: Option<Opaque>,
    /// Elements of the vector type: 1, 2, 4 or 8.
    pub(crate) vector: u8,
    /// Elements of all dimensions; `None` for an array of unknown length.
    pub(crate) elements: Option<u64>,
    /// How many dimensions the name had.
    pub(crate) dimensions: u8,
    pub(crate) align: Option<u32>,
    pub(crate) managed: bool,
    pub(crate) initial: Option<Initializer<'t>>,
    /// `name<N>`: that many names.
    pub(crate) count: Option<u32>,
}

/// Where a variable lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableSpace {
    Register,
    Memory(Space),
    /// `.param` of a kernel, a function, or a scope.
    Parameter,
}

impl Variable<'_> {
    /// Bytes of one element.
    pub(crate) fn element_bytes(&self) -> u64 {
        u64::from(self.kind.bytes().max(1)) * u64::from(self.vector)
    }

    /// Bytes of the whole; zero for an array of unknown length.
    pub(crate) fn bytes(&self) -> u64 {
        self.element_bytes().saturating_mul(self.elements.unwrap_or(0))
    }

    /// Alignment in bytes: as asked, else that of an element.
    pub(crate) fn alignment(&self) -> u32 {
        let natural = (self.element_bytes() as u32).next_power_of_two();
        self.align.unwrap_or(natural)
    }
}

/// An initial value: the leaves of nested braces, in order.
#[derive(Clone, Debug)]
pub(crate) struct Initializer<'t> {
    pub(crate) leaves: Vec<InitialValue<'t>>,
    pub(crate) span: Span,
}

/// One element of an initial value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InitialValue<'t> {
    Constant(Constant),
    /// `generic(name)+addend`, or `name+addend`; a `mask` takes eight bits of the address.
    Address {
        name: Name<'t>,
        addend: i64,
        shift: u8,
    },
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Constant {
    /// Signed or unsigned by the second field.
    Integer(u64, bool),
    /// Bits of a single.
    Single(u32),
    /// Bits of a double.
    Double(u64),
}

/// Attributes of a kernel or function.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Attributes {
    pub(crate) max_threads: Option<Dimensions>,
    pub(crate) required_threads: Option<Dimensions>,
    pub(crate) min_blocks: u32,
    pub(crate) required_cluster: Option<Dimensions>,
    pub(crate) max_cluster_blocks: u32,
    pub(crate) explicit_cluster: bool,
}

/// A kernel or function.
#[derive(Debug)]
pub(crate) struct Function<'t> {
    pub(crate) name: Name<'t>,
    pub(crate) entry: bool,
    pub(crate) linkage: Linkage,
    pub(crate) results: Vec<Variable<'t>>,
    pub(crate) parameters: Vec<Variable<'t>>,
    pub(crate) attributes: Attributes,
    /// The statements in order; nested scopes are brackets in the list. `None` for a declaration.
    pub(crate) body: Option<Vec<Statement<'t>>>,
}

/// A statement.
#[derive(Debug)]
pub(crate) enum Statement<'t> {
    Enter,
    Leave,
    Label(Name<'t>),
    Variable(Variable<'t>),
    Instruction(Instruction<'t>),
    Location { file: u32, line: u32 },
    BranchTargets { label: Name<'t>, targets: Vec<Name<'t>> },
    CallTargets { label: Name<'t>, targets: Vec<Name<'t>> },
    Prototype(Prototype<'t>),
}

/// `label: .callprototype (results) _ (parameters)`.
#[derive(Debug)]
pub(crate) struct Prototype<'t> {
    pub(crate) label: Name<'t>,
    pub(crate) results: Vec<Variable<'t>>,
    pub(crate) parameters: Vec<Variable<'t>>,
}

/// A guard predicate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard<'t> {
    pub(crate) name: Name<'t>,
    pub(crate) negated: bool,
}

/// An instruction.
#[derive(Debug)]
pub(crate) struct Instruction<'t> {
    pub(crate) span: Span,
    pub(crate) guard: Option<Guard<'t>>,
    pub(crate) root: Name<'t>,
    /// Without their dots.
    pub(crate) modifiers: Vec<Name<'t>>,
    pub(crate) operands: Vec<Operand<'t>>,
}

/// An operand.
#[derive(Clone, Debug)]
pub(crate) enum Operand<'t> {
    /// `_`.
    Sink(Span),
    /// A register, symbol, label or special register; `.x` and the like follow some; so may `+ constant`.
    Name {
        name: Name<'t>,
        component: Option<Name<'t>>,
        addend: i64,
    },
    /// `name[index]`: an element of an array.
    Element {
        name: Name<'t>,
        index: i64,
        span: Span,
    },
    /// `!name` or `-name`.
    Negated(Name<'t>, Option<Name<'t>>),
    Constant(Constant, Span),
    /// `{a, b}`.
    Vector(Vec<Operand<'t>>, Span),
    /// `[...]`: one place, or (textures) several operands.
    Address(Vec<Operand<'t>>, Span),
    /// `a|b`.
    Pair(alloc::boxed::Box<[Operand<'t>; 2]>),
    /// `(a, b)` of a call.
    List(Vec<Operand<'t>>, Span),
}

impl Operand<'_> {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Sink(span)
            | Self::Constant(_, span)
            | Self::Element { span, .. }
            | Self::Vector(_, span)
            | Self::Address(_, span)
            | Self::List(_, span) => *span,
            Self::Name { name, component, .. } | Self::Negated(name, component) => {
                component.map_or(name.span, |component| name.span.to(component.span))
            }
            Self::Pair(pair) => pair[0].span().to(pair[1].span()),
        }
    }
}
