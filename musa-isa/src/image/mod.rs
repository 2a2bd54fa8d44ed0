//! What a module image holds, as plain records.
//!
//! An image is an ELF64 file with a machine number and note owner of its own. The reader hands out these records; the
//! writer takes them. All places (instruction, operand, variable, function) are ordinals within the image, and reading
//! an image has checked that they exist.

mod record;

pub use record::*;
