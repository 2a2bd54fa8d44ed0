//! `musa dis`: module image to text.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use musa_isa::image::Image;

use crate::failure::Failure;
use crate::file;

/// What to disassemble.
#[derive(Args)]
pub(crate) struct Arguments {
    /// An image, a bundle with one, or PTX text (which is assembled first).
    input: PathBuf,
    /// Print the PTX text that the image was assembled from and keeps, which can be assembled again.
    #[arg(long)]
    text: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let path = &arguments.input;
    let bytes = file::image(path, &file::read(path)?)?;
    let image = Image::parse(&bytes).map_err(|error| Failure::file(path, error))?;
    if arguments.text {
        let text = image
            .text()
            .ok_or_else(|| Failure::file(path, "the image does not keep its text"))?;
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    }
    let mut text = String::new();
    musa_ptx::disassemble(&image, &mut text).map_err(|error| Failure::file(path, error))?;
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}
