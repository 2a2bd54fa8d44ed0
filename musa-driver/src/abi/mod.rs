//! The C boundary: the only part of this crate with unsafe code.
//!
//! [`Binding`] is what a `libmusa` supplies, [`musa_export!`](crate::musa_export) what makes one of
//! it. An exported function is one line that calls its generic body in [`bodies`]; the body judges
//! pointers, runs what the row names after `first`, takes the lock, runs the prologue and the verb,
//! and maps, keeps and logs a refusal.

#![allow(unsafe_code)]

mod binding;
pub mod bodies;
pub mod callback;
mod enter;
mod export;
mod global;
pub mod handle;
mod host;
mod image;
mod parameter;
mod pointers;
mod report;

pub(crate) use binding::entry_point;
pub use binding::{Binding, EntryPoint, Exported, FileError, Helper, Lock};
pub use enter::{Arguments, Work, initialise, last_fault, last_refusal, reset, serve, step, thread_exited, work};
pub use global::Global;
pub use host::{HostBytes, ParameterArray};
pub use parameter::{Described, Parameter};
pub use pointers::{Array, HostPointer, In, InOut, LOWEST_POINTER, Out, OutArray, Text};
pub use report::{Explanation, Report};
