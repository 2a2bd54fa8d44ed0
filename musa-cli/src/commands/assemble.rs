//! `musa as`: PTX text to module image.

use std::fs;
use std::path::PathBuf;
use std::str;

use clap::Args;

use crate::failure::Failure;
use crate::file;

/// What to assemble, and where to.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The PTX text.
    input: PathBuf,
    /// The image to write.
    #[arg(short, long)]
    output: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let bytes = file::read(&arguments.input)?;
    let text = str::from_utf8(&bytes).map_err(|error| Failure::file(&arguments.input, error))?;
    let image = file::assemble(&arguments.input, text)?;
    fs::write(&arguments.output, image).map_err(|error| Failure::file(&arguments.output, error))
}
