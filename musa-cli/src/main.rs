//! `musa`: the tool beside the library.
//!
//! Exit status: 0 done, 1 refused or fault, 2 wrong usage.

#![forbid(unsafe_code)]
#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "a program, not an embeddable crate"
)]

mod commands;
mod failure;
mod file;

use std::process::ExitCode;

use clap::Parser;

use commands::Command;

/// The tool of the MUSA reference model.
#[derive(Parser)]
#[command(name = "musa", version, about, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    match Arguments::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
