//! The function table: one row for each driver function, and everything made from the rows.
//!
//! # A row
//!
//! ```text
//! muStreamQuery / muStreamQuery_ptsz(hStream: MUstream) [initialised fault]
//!     first stream::not_null => stream::query;
//! ```
//!
//! - The names it is exported under, the unversioned one first. All have the newest ABI. After `/`
//!   come the names of the variant whose default stream is the calling thread's own.
//! - The parameters, in C's order and under C's names, with types of [`crate::types`] and pointer
//!   wrappers of [`crate::abi`].
//! - The prologue: what is checked before the verb runs, in this order (see [`Check`]).
//! - `first`: a function that judges arguments, or clears what it is asked to fill, before the
//!   prologue. Few functions have one.
//! - `then`: a function that judges arguments once the process is initialised, before the rest of the prologue: handles
//!   that bring their own context are judged so.
//! - `=>` the verb, or `=` a function that needs no process. A row without either is not
//!   implemented: it answers NOT_SUPPORTED after its prologue.
//!
//! # Adding a function
//!
//! One row in the file of its area, one verb in `verbs/`, its prototype in `include/musa.h`. The
//! rest (exports, entry-point lookup, names in diagnostics, the coverage list) follows.

#![allow(
    non_upper_case_globals,
    missing_docs,
    reason = "rows carry the names of the C interface"
)]

mod areas;
mod function;

mod array;
mod capture;
mod context;
mod copy;
mod device;
mod entry;
mod event;
mod fill;
mod graph;
mod green;
mod interop;
mod launch;
mod library;
mod managed;
mod mapping;
mod memory;
mod module;
mod occupancy;
mod peer;
mod pool;
mod primary;
mod stream;
mod tensor;
mod texture;

pub use areas::*;
pub use function::{CTypeName, Check, Function, ParameterInfo, find, functions};
