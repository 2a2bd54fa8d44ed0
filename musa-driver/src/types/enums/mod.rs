//! Enumerations of the C interface.
//!
//! C passes any integer where an enumeration is declared, so each is an integer newtype with
//! constants, never a Rust `enum`. Values are those of the 3.1.0 header; enumerators of later
//! releases are CUDA's numbers.

use super::c_enum;

mod array;
mod device;
mod graph;
mod interop;
mod memory;
mod module;
mod stream;

pub use array::*;
pub use device::*;
pub use graph::*;
pub use interop::*;
pub use memory::*;
pub use module::*;
pub use stream::*;
