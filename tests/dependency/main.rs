//! The shape of the project: who may depend on whom, what a crate must never hold, where unsafe code may stand, and
//! how long functions and files may be.

// A program of the host: no reason to spell `core` and `alloc` here.
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

mod arrows;
mod budget;
mod contents;
mod sources;
