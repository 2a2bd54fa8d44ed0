//! Numbers and names of the image format.
//!
//! The file is an ELF64 relocatable object, little-endian, with [`MACHINE`] as machine. Functions and variables are
//! symbols; everything that ELF has no word for lies in sections of our own, as tables of fixed-size rows of 32-bit
//! words. A row refers to other rows by their place in their table.
//!
//! | section | rows or content |
//! |---|---|
//! | `.note.musa` | owner [`NOTE_OWNER`]: format, PTX version, target architecture |
//! | `.text` | encoded instructions, function after function |
//! | `.global`, `.constant` | no bytes: the symbols of variables lie here |
//! | `.musa.initial` | initial bytes of variables |
//! | `.musa.functions` ... | the tables of [`crate::image`]'s records |
//! | `.musa.ptx` | the text that the image was made from |

/// ELF machine number of the model's images (unassigned in the ELF registry).
pub const MACHINE: u16 = 0x4d53;
/// Owner of the image's note.
pub const NOTE_OWNER: &str = "MUSA-MODEL";
/// Type of the image's note.
pub const NOTE_TYPE: u32 = 0x100;
/// Version of this format, in the note.
pub const FORMAT_VERSION: u32 = 1;
/// Words of the note: format version, PTX version (major × 10 + minor), architecture number, architecture suffix.
pub const NOTE_WORDS: usize = 4;

pub(crate) const TEXT: &str = ".text";
#[cfg(feature = "alloc")]
pub(crate) const GLOBAL: &str = ".global";
#[cfg(feature = "alloc")]
pub(crate) const CONSTANT: &str = ".constant";
pub(crate) const NOTE: &str = ".note.musa";
pub(crate) const INITIAL: &str = ".musa.initial";
pub(crate) const FUNCTIONS: &str = ".musa.functions";
pub(crate) const VARIABLES: &str = ".musa.variables";
pub(crate) const PARAMETERS: &str = ".musa.parameters";
pub(crate) const TARGETS: &str = ".musa.targets";
pub(crate) const LABELS: &str = ".musa.labels";
pub(crate) const LINES: &str = ".musa.lines";
pub(crate) const RELOCATIONS: &str = ".musa.relocations";
pub(crate) const PROTOTYPES: &str = ".musa.prototypes";
pub(crate) const FILES: &str = ".musa.files";
pub(crate) const PTX: &str = ".musa.ptx";

pub(crate) const FUNCTION_WORDS: usize = 31;
pub(crate) const VARIABLE_WORDS: usize = 7;
pub(crate) const PARAMETER_WORDS: usize = 4;
pub(crate) const TARGETS_WORDS: usize = 2;
pub(crate) const LABEL_WORDS: usize = 1;
pub(crate) const LINE_WORDS: usize = 4;
pub(crate) const RELOCATION_WORDS: usize = 7;
pub(crate) const PROTOTYPE_WORDS: usize = 4;
pub(crate) const FILE_WORDS: usize = 2;

pub(crate) const KIND_ENTRY: u32 = 0;
pub(crate) const KIND_DEVICE: u32 = 1;
pub(crate) const KIND_EXTERNAL: u32 = 2;

pub(crate) const HAS_MAX_THREADS: u32 = 1 << 8;
pub(crate) const HAS_REQUIRED_THREADS: u32 = 1 << 9;
pub(crate) const HAS_REQUIRED_CLUSTER: u32 = 1 << 10;
pub(crate) const EXPLICIT_CLUSTER: u32 = 1 << 11;

pub(crate) const VARIABLE_CONSTANT: u32 = 1 << 0;
pub(crate) const VARIABLE_MANAGED: u32 = 1 << 1;
pub(crate) const REFERENCE_SHIFT: u32 = 8;

pub(crate) const SITE_OPERAND: u32 = 0;
pub(crate) const SITE_INITIAL: u32 = 1;
pub(crate) const TARGET_VARIABLE: u32 = 0;
pub(crate) const TARGET_FUNCTION: u32 = 1;
