//! The C types of `musa.h`, as Rust values.
//!
//! Every type here accepts any bit pattern, since C may pass any: enumerations are integer
//! newtypes, handles are opaque bits, unions are words with accessors. Sizes and offsets are
//! those of the 3.1.0 header and asserted where they are declared.

#![allow(
    non_camel_case_types,
    non_snake_case,
    reason = "the names are those of the C interface"
)]

mod declare;
mod enums;
mod handles;
mod lists;
mod result;
mod structs;
mod unions;

pub use declare::{CType, Enumeration};
pub(crate) use declare::{c_enum, c_struct, c_union};
pub use enums::*;
pub use handles::*;
pub use lists::{enumerations, sizes};
pub use result::*;
pub use structs::*;
pub use unions::*;

use core::ffi::c_void;

use crate::abi::HostPointer;

/// A host function run in stream order (`muLaunchHostFunc`).
pub type MUhostFn = Option<unsafe extern "C" fn(userData: *mut c_void)>;

/// A stream callback (`muStreamAddCallback`), told the status of the stream.
pub type MUstreamCallback = Option<unsafe extern "C" fn(hStream: MUstream, status: MUresult, userData: *mut c_void)>;

/// Dynamic shared memory in bytes as a function of the block size.
pub type MUoccupancyB2DSize = Option<unsafe extern "C" fn(blockSize: i32) -> usize>;

impl CType for HostPointer {
    const NAME: &'static str = "void";
    const STARS: u8 = 1;
}
