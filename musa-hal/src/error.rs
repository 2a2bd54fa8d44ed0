//! What a HAL may refuse.

use core::fmt;

/// Where a text went wrong, and what would have been right.
pub type Message = heapless::String<192>;

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
    /// An instruction or modifier that the device does not execute.
    UnsupportedInstruction,
    /// A container without an entry for this device.
    NoneForDevice,
    /// A function that nothing defines.
    UnresolvedFunction,
    /// Two definitions of one symbol.
    DuplicateSymbol,
}

/// A refused image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageError {
    /// Why.
    pub kind: ImageErrorKind,
    /// Line in the text, from one; zero when there is no text.
    pub line: u32,
    /// Column in the line, from one; zero when there is no text.
    pub column: u32,
    /// What was found and what was expected.
    pub message: Message,
}

impl ImageError {
    /// An error without a place; a message that does not fit is cut.
    pub fn new(kind: ImageErrorKind, message: &str) -> Self {
        Self::at(kind, 0, 0, message)
    }

    /// An error at a place in the text.
    pub fn at(kind: ImageErrorKind, line: u32, column: u32, message: &str) -> Self {
        let mut kept = Message::new();
        for character in message.chars() {
            if kept.push(character).is_err() {
                break;
            }
        }
        Self {
            kind,
            line,
            column,
            message: kept,
        }
    }
}

impl fmt::Display for ImageError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(formatter, "line {}, column {}: ", self.line, self.column)?;
        }
        formatter.write_str(&self.message)
    }
}

impl core::error::Error for ImageError {}

/// What a HAL may answer instead of success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HalError {
    /// Something limited ran out.
    Exhausted(Resource),
    /// The image was refused.
    Image(ImageError),
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
            Self::Unsupported(feature) => write!(formatter, "{feature} is not supported"),
            Self::ContractBroken(what) => write!(formatter, "contract of the HAL broken: {what}"),
        }
    }
}

impl core::error::Error for HalError {}
