//! What a HAL may refuse.

use core::fmt;

/// A limited thing that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    /// Device memory.
    DeviceMemory,
    /// Host memory for pinned allocations.
    HostMemory,
    /// Entries of a table that the caller or the HAL keeps; named.
    Table(&'static str),
}

/// Why an image was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageErrorKind {
    /// Neither an image, nor a bundle, nor text that the HAL understands.
    Unrecognised,
    /// The right kind, but damaged or inconsistent.
    Malformed,
    /// Text with an error.
    Text,
    /// Text of a language version that the assembler does not know.
    TextVersion,
    /// Text for a target that the device is not, or that is newer than what it is to be compiled for.
    TextTarget,
    /// Text that was compiled for another target than the device.
    OtherTarget,
    /// An instruction or modifier that the device does not execute.
    UnsupportedInstruction,
    /// The image is for hardware whose instruction set is not public.
    ForeignInstructionSet,
    /// A container without an entry for this device.
    NoneForDevice,
    /// A function that nothing defines.
    UnresolvedFunction,
    /// Two definitions of one symbol.
    DuplicateSymbol,
}

/// A refused image. What was found and what was expected has gone to the log of the loading call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageError {
    /// Why.
    pub kind: ImageErrorKind,
    /// Line in the text, from one; zero when there is no text.
    pub line: u32,
    /// Column in the line, from one; zero when there is no text.
    pub column: u32,
}

impl ImageError {
    /// An error without a place.
    pub const fn new(kind: ImageErrorKind) -> Self {
        Self {
            kind,
            line: 0,
            column: 0,
        }
    }
}

impl fmt::Display for ImageErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Unrecognised => "neither an image, nor a bundle, nor text that can be assembled",
            Self::Malformed => "the image is damaged",
            Self::Text => "the text has an error",
            Self::TextVersion => "the text is of an unknown language version",
            Self::TextTarget => "the text is for another target than the device",
            Self::OtherTarget => "the text was compiled for another target than the device",
            Self::UnsupportedInstruction => "an instruction is not supported",
            Self::ForeignInstructionSet => "the instruction set is not public",
            Self::NoneForDevice => "nothing in the container is for this device",
            Self::UnresolvedFunction => "a function is not defined",
            Self::DuplicateSymbol => "a symbol is defined twice",
        })
    }
}

impl fmt::Display for ImageError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(formatter, "line {}, column {}: ", self.line, self.column)?;
        }
        self.kind.fmt(formatter)
    }
}

impl core::error::Error for ImageError {}

/// What an export token names no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gone {
    /// Its owner has freed the memory.
    Memory,
    /// The owner has closed its space, or its process has ended.
    Owner,
}

/// What a HAL may answer instead of success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HalError {
    /// Something limited ran out.
    Exhausted(Resource),
    /// The image was refused.
    Image(ImageError),
    /// What a token names is no more.
    Gone(Gone),
    /// The process has no such host pages that can be read and written.
    NoPages,
    /// The HAL does not have this; named.
    Unsupported(&'static str),
    /// The caller broke the contract of this crate: a bug of ours.
    ContractBroken(&'static str),
}

impl fmt::Display for HalError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted(Resource::DeviceMemory) => formatter.write_str("device memory ran out"),
            Self::Exhausted(Resource::HostMemory) => formatter.write_str("host memory ran out"),
            Self::Exhausted(Resource::Table(name)) => write!(formatter, "the table of {name} is full"),
            Self::Image(error) => error.fmt(formatter),
            Self::Gone(Gone::Memory) => formatter.write_str("the exported memory has been freed"),
            Self::Gone(Gone::Owner) => formatter.write_str("the exporting process is no more"),
            Self::NoPages => formatter.write_str("the process cannot read and write the memory"),
            Self::Unsupported(feature) => write!(formatter, "{feature} is not supported"),
            Self::ContractBroken(what) => write!(formatter, "contract of the HAL broken: {what}"),
        }
    }
}

impl core::error::Error for HalError {}
