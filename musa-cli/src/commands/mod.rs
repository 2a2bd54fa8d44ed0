//! The commands, one a file.

mod assemble;
mod coverage;
mod devices;
mod disassemble;
mod explain;
mod info;
mod rules;
mod run;

use clap::Subcommand;

use crate::failure::Failure;

/// What the tool can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Assemble PTX text to a module image.
    As(assemble::Arguments),
    /// Show what the simulated device executes: the instructions of a module image.
    ///
    /// The listing is for reading: registers are numbered by kind, places in the stack frame and parameters have lost their
    /// names, and it cannot be assembled again. With --text, the PTX text of the image can.
    Dis(disassemble::Arguments),
    /// Describe a module file: kernels, parameters, memory, registers.
    Info(info::Arguments),
    /// Run a kernel on the simulated device.
    Run(run::Arguments),
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
            Self::As(arguments) => assemble::run(&arguments),
            Self::Dis(arguments) => disassemble::run(&arguments),
            Self::Info(arguments) => info::run(&arguments),
            Self::Run(arguments) => run::run(&arguments),
            Self::Devices(arguments) => devices::run(&arguments),
            Self::Explain(arguments) => explain::run(&arguments),
            Self::Rules(arguments) => rules::run(&arguments),
            Self::Coverage(arguments) => coverage::run(&arguments),
        }
    }
}
