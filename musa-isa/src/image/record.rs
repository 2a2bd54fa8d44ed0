//! The records of an image.

use core::fmt;

use crate::{Space, Type};

/// Up to three dimensions, as of a block or a cluster; an absent directive is `None`, never zeros.
pub type Dimensions = [u32; 3];

/// Place of a value in a parameter buffer or a stack frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// Bytes from the start of the buffer or frame.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// Bytes; a power of two.
    pub align: u32,
}

/// Registers that a function uses, by bank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RegisterCounts {
    /// Predicates.
    pub predicate: u16,
    /// Registers of up to 32 bits.
    pub word: u16,
    /// Registers of 64 bits.
    pub double: u16,
}

/// What only kernels (`.entry`) have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EntryAttributes {
    /// Bytes of all parameters, as the launch supplies them.
    pub parameter_bytes: u32,
    /// Static shared memory of the kernel and of every device function that it can reach, in bytes.
    pub static_shared: u32,
    /// Where dynamic shared memory begins: at least `static_shared`, aligned as the extern arrays ask.
    pub dynamic_shared: u32,
    /// `.maxntid`.
    pub max_threads: Option<Dimensions>,
    /// `.reqntid`.
    pub required_threads: Option<Dimensions>,
    /// `.minnctapersm`; zero when absent.
    pub min_blocks: u32,
    /// `.reqnctapercluster`.
    pub required_cluster: Option<Dimensions>,
    /// `.maxclusterrank`: the most blocks that a cluster may have; zero when absent.
    pub max_cluster_blocks: u32,
    /// `.explicitcluster`: only a launch with a cluster size may start it.
    pub explicit_cluster: bool,
}

/// What kind of code a function record describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// A kernel.
    Entry(EntryAttributes),
    /// A device function with a body.
    Device,
    /// A device function without a body: supplied by the simulator (`vprintf`, `__assertfail`, `malloc`, `free`) or
    /// unresolved.
    External,
}

/// A function of the module.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Its name in the symbol table.
    pub name: &'a str,
    /// Kernel, device function or external.
    pub kind: FunctionKind,
    /// `.visible` or `.weak`; always so of an external one. A kernel can be launched by name either way.
    pub exported: bool,
    /// The encoded instructions.
    pub code: &'a [u8],
    /// How many instructions that is.
    pub instructions: u32,
    /// Virtual registers.
    pub registers: RegisterCounts,
    /// Registers a thread would take on hardware: the largest number of 32-bit registers live at once, in this function
    /// and what it calls. For occupancy and attributes.
    pub hardware_registers: u16,
    /// Bytes of stack frame: local variables and the parameters of the functions that it calls.
    pub frame: u32,
    /// Ordinals of parameters: a kernel's (places in the launch's buffer), or a device function's (places in its own
    /// frame).
    pub parameters: Range,
    /// Slots in the callee's frame where it leaves its results.
    pub results: Range,
    /// Its branch target tables.
    pub targets: Range,
    /// Its line entries, ascending by instruction.
    pub lines: Range,
    /// Its relocations, ascending by instruction.
    pub relocations: Range,
}

/// A run of records in one of the image's tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    /// The first record.
    pub first: u32,
    /// How many.
    pub count: u32,
}

/// A variable of the module.
#[derive(Clone, Copy, Debug)]
pub struct Variable<'a> {
    /// Its name in the symbol table.
    pub name: &'a str,
    /// [`Space::Global`] or [`Space::Constant`].
    pub space: Space,
    /// Bytes.
    pub size: u64,
    /// Bytes; a power of two.
    pub align: u32,
    /// The first bytes of its value; the rest is zero.
    pub initial: &'a [u8],
    /// `.visible`, `.weak` or `.common`; always so of an external one.
    pub exported: bool,
    /// `.extern`: defined in another module.
    pub external: bool,
    /// `.attribute(.managed)` (only in the global space): one address for host and device.
    pub managed: bool,
    /// A `.texref`, `.surfref` or `.samplerref`.
    pub reference: Option<Reference>,
    /// Addresses within the initial value.
    pub relocations: Range,
}

/// Kinds of opaque variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// `.texref`.
    Texture,
    /// `.surfref`.
    Surface,
    /// `.samplerref`.
    Sampler,
}

/// What a relocation's value is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The address of a variable, by ordinal.
    Variable(u32),
    /// The address of a function as a value, by ordinal.
    Function(u32),
}

/// Where a relocation's value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    /// The immediate, or the offset of the address, at an operand of an instruction of the function whose range holds
    /// the relocation.
    Operand {
        /// Index of the instruction in its function.
        instruction: u32,
        /// Index of the operand.
        operand: u8,
    },
    /// Bytes of the initial value of the variable whose range holds the relocation.
    Initial {
        /// First byte.
        offset: u64,
        /// 1 to 8 bytes, little-endian.
        width: u8,
    },
}

/// A place whose value is known when the module has been loaded: (address of the target + addend) >> shift. It replaces
/// what is in that place (an operand's value, or bytes of an initial value).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relocation {
    /// Where it goes.
    pub site: Site,
    /// What it names.
    pub target: Target,
    /// Bytes to add.
    pub addend: i64,
    /// Bits to shift the sum right by (PTX `mask` operators on initial values); zero otherwise.
    pub shift: u8,
}

/// From this instruction on (until the next entry) the code comes from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// Index of the instruction in its function.
    pub instruction: u32,
    /// Line in the PTX text, from one.
    pub text_line: u32,
    /// `.file` number of the source named by `.loc`, zero when none.
    pub source: u32,
    /// Line in that source.
    pub source_line: u32,
}

/// A table of branch targets: instruction indices in its function's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TargetTable {
    /// Ordinals of labels.
    pub labels: Range,
}

/// A `.file` that `.loc` lines name by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceFile<'a> {
    /// Number in the text's own counting.
    pub number: u32,
    /// Path, as the text has it.
    pub name: &'a str,
}

/// What the text said it was written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// `.version`, major × 10 + minor.
    pub ptx_version: u32,
    /// `.target sm_NN`: NN.
    pub architecture: u32,
    /// Letter after the number (`a`, `f`), zero when there is none.
    pub suffix: u8,
}

impl Origin {
    /// Whether a device of that architecture runs it. A target with its architecture's own instructions (`a`) runs on that
    /// one alone, one of a family (`f`) on later ones of the family, all others on any later one (oracle `mod_target`).
    pub const fn runs_on(self, device: u32) -> bool {
        match self.suffix {
            b'a' => self.architecture == device,
            b'f' => self.architecture <= device && self.architecture / 10 == device / 10,
            _ => self.architecture <= device,
        }
    }
}

/// The target, as `.target` spells it.
impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "sm_{}", self.architecture)?;
        match self.suffix {
            0 => Ok(()),
            letter => write!(out, "{}", char::from(letter)),
        }
    }
}

/// Parameters of an indirect call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prototype {
    /// Argument slots (sizes and alignments count, offsets do not).
    pub parameters: Range,
    /// Result slots.
    pub results: Range,
}

/// What a parameter was declared as, beside its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// Where it lies.
    pub slot: Slot,
    /// Element type of the declaration.
    pub kind: Type,
}
