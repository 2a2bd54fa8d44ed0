//! The instruction set that the simulator executes, and the ELF64 module image that carries it.
//!
//! The set is PTX's own: one [`Opcode`] per PTX root, its modifiers as fields of [`Instruction`], and virtual registers
//! in three banks. What the text leaves to an assembler is done by the time an image exists: names are ordinals, labels
//! are instruction indices, parameters of device functions are places in a stack frame, shared variables are offsets.
//!
//! Reading needs no heap and trusts nothing: every field of a foreign image is checked where it is read. Writing
//! (feature `alloc`) is `image::write`.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[macro_use]
mod code;
pub mod encoding;
pub mod image;
pub mod instruction;
pub mod matrix;
pub mod opcode;
pub mod operand;
pub mod register;
pub mod special;
pub mod texture;
pub mod types;
pub mod vendor;
pub mod video;

pub use instruction::{Flags, Guard, Instruction};
pub use opcode::Opcode;
pub use operand::{Address, Base, Operand};
pub use register::{Bank, Register};
pub use special::SpecialRegister;
pub use types::{Action, Boolean, CacheOperator, Comparison, Order, Part, Rounding, Scope, Space, Type};
