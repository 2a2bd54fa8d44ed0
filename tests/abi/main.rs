//! The binary interface as C and C++ programs meet it: programs in the shape of the guide's listings, built in both
//! languages against the shared and the static library; the types' layout; the header against the exports; the
//! installed SDK tree; and the README's program.

// A program of the host: no reason to spell `core` and `alloc` here.
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

mod bindings;
mod exports;
mod programs;
mod readme;
mod sdk;

use libtest_mimic::Arguments;
use std::process::ExitCode;
use tests::library::Library;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let library = match Library::locate() {
        Ok(library) => library,
        Err(error) => {
            eprintln!("abi: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut trials = programs::trials(&library);
    trials.extend(exports::trials(&library));
    trials.extend(sdk::trials(&library));
    trials.extend(bindings::trials(&library));
    if library.archive.is_some() {
        trials.extend(readme::trials(&library));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}
