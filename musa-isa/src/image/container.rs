//! Telling the kinds of module files apart.

use super::format::MACHINE;
use crate::vendor;

/// What a module file is, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container<'a> {
    /// An image of the model: give it to [`crate::image::Image::parse`].
    Image(&'a [u8]),
    /// The vendor's own binary (MUBIN): [`crate::vendor::VendorBinary`] describes it. Its instruction set is not public, so it
    /// cannot be run.
    Vendor(&'a [u8]),
    /// Several images for several targets.
    Bundle(Bundle<'a>),
    /// A fat binary of the known version. It holds images for other devices only: the model knows no kind of its entries.
    FatBinary,
    /// PTX text, up to the first zero byte.
    Text(&'a str),
    /// None of these.
    Unknown,
}

/// Magic number and version of a fat binary.
const FAT_BINARY: &[u8] = &[0x50, 0xed, 0x55, 0xba, 1, 0];
const BUNDLE_MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

impl<'a> Container<'a> {
    /// Recognises a file. Nothing but the kind has been checked.
    pub fn recognize(file: &'a [u8]) -> Self {
        if file.starts_with(BUNDLE_MAGIC) {
            return Bundle::parse(file).map_or(Self::Unknown, Self::Bundle);
        }
        if file.starts_with(FAT_BINARY) {
            return Self::FatBinary;
        }
        if file.starts_with(b"\x7fELF") {
            let machine = file.get(18..20).map(|it| u16::from_le_bytes([it[0], it[1]]));
            return match machine {
                Some(MACHINE) => Self::Image(file),
                Some(vendor::MACHINE) => Self::Vendor(file),
                _ => Self::Unknown,
            };
        }
        let end = file.iter().position(|&byte| byte == 0).unwrap_or(file.len());
        match core::str::from_utf8(&file[..end]) {
            Ok(text) if begins_with_version(text) => Self::Text(text),
            _ => Self::Unknown,
        }
    }
}

/// Whether the first thing in a text, after blanks and comments, is a `.version` directive: that makes it PTX (oracle
/// `mod_load_bad`: everything else is an invalid image, not an invalid text).
fn begins_with_version(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.split_once('\n').map_or("", |(_, after)| after);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
        } else {
            return rest.starts_with(".version");
        }
        rest = rest.trim_start();
    }
}

/// A clang offload bundle: a list of named byte ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundle<'a> {
    file: &'a [u8],
    count: u64,
}

/// One entry of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BundleEntry<'a> {
    /// Target, such as `musa-mtgpu-mt-musa--mp_21`.
    pub name: &'a str,
    /// The entry's bytes; empty for a host entry.
    pub content: &'a [u8],
}

impl<'a> Bundle<'a> {
    fn parse(file: &'a [u8]) -> Option<Self> {
        let count = word(file, BUNDLE_MAGIC.len())?;
        Some(Self { file, count })
    }

    /// The entries, as far as the file holds them whole.
    pub fn entries(&self) -> impl Iterator<Item = BundleEntry<'a>> + use<'a> {
        let file = self.file;
        let mut at = BUNDLE_MAGIC.len() + 8;
        (0..self.count).map_while(move |_| {
            let (entry, next) = bundle_entry(file, at)?;
            at = next;
            Some(entry)
        })
    }
}

fn bundle_entry(file: &[u8], at: usize) -> Option<(BundleEntry<'_>, usize)> {
    let offset = usize::try_from(word(file, at)?).ok()?;
    let size = usize::try_from(word(file, at.checked_add(8)?)?).ok()?;
    let length = usize::try_from(word(file, at.checked_add(16)?)?).ok()?;
    let name_at = at.checked_add(24)?;
    let next = name_at.checked_add(length)?;
    let entry = BundleEntry {
        name: core::str::from_utf8(file.get(name_at..next)?).ok()?,
        content: file.get(offset..offset.checked_add(size)?)?,
    };
    Some((entry, next))
}

fn word(file: &[u8], at: usize) -> Option<u64> {
    let bytes = file.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}
