//! The commands, one a file.

mod coverage;
mod devices;
mod explain;
mod rules;

use clap::Subcommand;

use crate::failure::Failure;

/// What the tool can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the simulated devices, or describe one.
    Devices(devices::Arguments),
    /// Explain a rule by its identifier.
    Explain(explain::Arguments),
    /// List the rules.
    Rules(rules::Arguments),
    /// List the driver functions, implemented or not.
    Coverage(coverage::Arguments),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Devices(arguments) => devices::run(&arguments),
            Self::Explain(arguments) => explain::run(&arguments),
            Self::Rules(arguments) => rules::run(&arguments),
            Self::Coverage(arguments) => coverage::run(&arguments),
        }
    }
}
