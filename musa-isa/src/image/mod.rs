//! What a module image holds, as plain records, and the file that holds it.
//!
//! An image is an ELF64 file with a machine number and note owner of its own ([`mod@format`]). [`Image`] reads it in place,
//! without a heap; [`write()`] (feature `alloc`) makes one. All places (instruction, operand, variable, function) are
//! ordinals within the image, and reading an image has checked that they exist.

mod check;
mod container;
pub mod format;
mod reader;
mod record;
mod table;
#[cfg(feature = "alloc")]
mod writer;
mod written;

pub use container::{Bundle, BundleEntry, Container};
pub use reader::{Image, ImageError};
pub use record::*;
#[cfg(feature = "alloc")]
pub use writer::{Contents, WriteError, write};
