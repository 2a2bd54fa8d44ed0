//! The `mu*` driver API over any HAL: the function table, C types, result codes and the C ABI.
//!
//! This is the only crate that knows the names and numbers of the C interface. [`table`] describes
//! every driver function in one row; [`types`] holds the C types; [`abi`] is the C boundary, the
//! only part with unsafe code.

#![no_std]
#![deny(unsafe_code)]

pub mod abi;
pub mod table;
pub mod types;
