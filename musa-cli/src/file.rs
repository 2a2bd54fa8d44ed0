//! Module files: reading one, whatever it is.

use std::fs;
use std::path::Path;

use musa_isa::image::Container;

use crate::failure::Failure;

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::file(path, error))
}

/// Assembles a text; what is wrong with it, a line each, names the file.
pub(crate) fn assemble(path: &Path, text: &str) -> Result<Vec<u8>, Failure> {
    musa_ptx::assemble(text).map_err(|refusal| Failure::file(path, refusal.to_string().trim_end()))
}

/// The image in a file: the file itself, what its text assembles to, or the first of either in a bundle.
pub(crate) fn image(path: &Path, bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    match Container::recognize(bytes) {
        Container::Image(image) => Ok(image.to_vec()),
        Container::Text(text) => assemble(path, text),
        Container::Bundle(bundle) => {
            let usable =
                |content: &&[u8]| matches!(Container::recognize(content), Container::Image(_) | Container::Text(_));
            let content = bundle.entries().map(|entry| entry.content).find(usable);
            image(
                path,
                content.ok_or_else(|| Failure::file(path, "nothing in the bundle can be run"))?,
            )
        }
        Container::Vendor(_) => Err(Failure::file(
            path,
            "a binary for hardware, whose instruction set is not public: `musa info` describes it",
        )),
        Container::FatBinary => Err(Failure::file(path, "a fat binary, which holds no image of the model")),
        Container::Unknown => Err(Failure::file(path, "neither an image, nor a bundle, nor PTX text")),
    }
}
