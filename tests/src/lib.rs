//! Support for the test targets of this package: where the driver library is, how a C program is built and run,
//! and how the conformance suite judges what it printed.

// Programs of the host: no reason to spell `core` and `alloc` here.
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

pub mod compiler;
pub mod conformance;
pub mod fuzzing;
pub mod library;
pub mod process;

use std::path::{Path, PathBuf};

/// The root folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The folder that cargo builds into.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
