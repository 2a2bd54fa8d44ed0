//! Texts that are to be linked, gathered one by one: each is looked through once, when it comes, and joined with the others
//! at the end. What has been gathered is bytes, so that whoever links keeps it between the steps.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use crate::link::{self, Input, LinkError};

/// Bytes of the lengths before each text: of its list of names, and of the text.
const LENGTHS: usize = 16;

/// Texts that have been gathered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gathered<'b> {
    texts: Vec<&'b str>,
    /// The names that all texts share, and whether a later definition may take the place of what defines them.
    names: BTreeMap<&'b str, bool>,
}

/// So many bytes, and what is behind them.
fn split(bytes: &[u8], length: u64) -> Option<(&[u8], &[u8])> {
    bytes.split_at_checked(usize::try_from(length).ok()?)
}

impl<'b> Gathered<'b> {
    /// What the bytes say that [`Gathered::add`] has given; no bytes are no texts. None for other bytes.
    pub fn read(mut bytes: &'b [u8]) -> Option<Self> {
        let mut gathered = Self::default();
        while !bytes.is_empty() {
            let (lengths, rest) = bytes.split_first_chunk::<LENGTHS>()?;
            let (names, text) = lengths.split_first_chunk::<8>()?;
            let (names, rest) = split(rest, u64::from_le_bytes(*names))?;
            let (text, rest) = split(rest, u64::from_le_bytes(text.try_into().ok()?))?;
            for line in core::str::from_utf8(names).ok()?.lines() {
                let (kind, name) = line.split_once(' ')?;
                let weak = gathered.names.get(name).is_none_or(|weak| *weak) && kind == "weak";
                gathered.names.insert(name, weak);
            }
            gathered.texts.push(core::str::from_utf8(text).ok()?);
            bytes = rest;
        }
        Some(gathered)
    }

    /// The bytes with one more text behind `before`, which this was read from. The text is for a device of that target, if
    /// any, as with [`assemble_for`](crate::assemble_for).
    ///
    /// # Errors
    /// A text with an error, and symbols that are defined already.
    pub fn add(&self, before: &[u8], text: &str, device: Option<u32>) -> Result<Vec<u8>, LinkError> {
        let mut names = String::new();
        for (name, weak, gives_way) in Input::new(text, device)?.shared_names() {
            if self.names.get(name) == Some(&false) && !gives_way {
                return Err(LinkError::Duplicate(name.into()));
            }
            names.push_str(if weak { "weak " } else { "strong " });
            names.push_str(name);
            names.push('\n');
        }
        let mut bytes = Vec::with_capacity(before.len() + LENGTHS + names.len() + text.len());
        bytes.extend_from_slice(before);
        bytes.extend_from_slice(&(names.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
        bytes.extend_from_slice(names.as_bytes());
        bytes.extend_from_slice(text.as_bytes());
        Ok(bytes)
    }

    /// All texts as one.
    ///
    /// # Errors
    /// Symbols that no text defines.
    pub fn join(&self) -> Result<String, LinkError> {
        let inputs: Vec<_> = self.texts.iter().map(|text| Input::known(text)).collect();
        link::join(&inputs, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(bytes: &[u8], body: &str) -> Result<Vec<u8>, LinkError> {
        let text = alloc::format!(".version 7.0\n.target sm_70\n.address_size 64\n{body}");
        Gathered::read(bytes).unwrap().add(bytes, &text, None)
    }

    #[test]
    fn texts_are_gathered_and_joined() {
        let mut bytes = Vec::new();
        for number in 0..20 {
            let body = alloc::format!(".func own() {{ ret; }}\n.visible .entry k{number}() {{ call own; ret; }}\n");
            bytes = add(&bytes, &body).unwrap();
        }
        let text = Gathered::read(&bytes).unwrap().join().unwrap();
        let image = crate::assemble(&text).unwrap();
        let image = musa_isa::image::Image::parse(&image).unwrap();
        assert_eq!(image.functions().count(), 40);
    }

    #[test]
    fn definitions_are_judged_as_they_come() {
        let (weak, strong) = (".weak .func f() { ret; }\n", ".visible .func f() { trap; ret; }\n");
        let once = add(&[], weak).unwrap();
        let both = add(&add(&once, weak).unwrap(), strong).unwrap();
        assert!(add(&both, weak).is_ok());
        assert_eq!(add(&both, strong), Err(LinkError::Duplicate("f".into())));
        let private = add(&both, ".func f() { ret; }\n.visible .entry k() { call f; ret; }\n").unwrap();
        let text = Gathered::read(&private).unwrap().join().unwrap();
        assert!(text.contains("f$link1"), "{text}");
        let missing = add(&[], ".extern .func f();\n.visible .entry k() { call f; ret; }\n").unwrap();
        // What a text keeps to itself is no definition for another one.
        let missing = add(&missing, ".func f() { ret; }\n").unwrap();
        let unresolved = Gathered::read(&missing).unwrap().join();
        assert_eq!(unresolved, Err(LinkError::Unresolved("f".into())));
    }

    #[test]
    fn other_bytes_are_nothing() {
        assert_eq!(Gathered::read(b"rubbish"), None);
        assert_eq!(Gathered::read(&[0xff; 40]), None);
        assert_eq!(Gathered::read(b""), Some(Gathered::default()));
    }
}
