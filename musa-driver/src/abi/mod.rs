//! The C boundary: the only part of this crate with unsafe code.

#![allow(unsafe_code)]

mod handle;
mod parameter;
mod pointers;

pub use handle::{Handle, HandleKind};
pub use parameter::{Described, Parameter};
pub use pointers::{Array, HostPointer, In, InOut, LOWEST_POINTER, Out, OutArray, Text};
