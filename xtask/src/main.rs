//! Tasks of the repository that cargo has no command for: `cargo xtask install PREFIX`.

#![forbid(unsafe_code)]
#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "a program, not an embeddable crate"
)]

mod install;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Tasks of the MUSA reference model's repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build in release mode and lay out a MUSA SDK tree (include, lib, bin, pkg-config, CMake) under PREFIX.
    Install {
        /// The tree's root: what `MUSA_HOME` is to be. Files of an earlier install are replaced.
        prefix: PathBuf,
    },
}

fn main() -> ExitCode {
    let Task::Install { prefix } = Arguments::parse().task;
    match install::install(&prefix) {
        Ok(()) => {
            println!("installed; export MUSA_HOME={}", prefix.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("xtask install: {error}");
            ExitCode::FAILURE
        }
    }
}
