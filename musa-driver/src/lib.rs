//! The `mu*` driver API over any HAL: the function table, C types, result codes and the C ABI.
//!
//! This is the only crate that knows the names and numbers of the C interface.
//!
//! - [`table`] describes every driver function in one row; everything else about functions is made
//!   from it. [`verbs`] holds what rows are bound to.
//! - [`types`] holds the C types, [`result`] the one mapping from refusals to result codes.
//! - [`abi`] is the C boundary, the only part with unsafe code, and the macro that makes a
//!   `libmusa` of a binding.
//! - [`Driver`] is the whole as a plain value, for harnesses in Rust.

#![no_std]
#![deny(unsafe_code)]

pub mod abi;
pub mod call;
mod driver;
pub mod result;
pub mod table;
pub mod types;
pub mod verbs;

pub use driver::Driver;
