//! The list of cases that must pass. It only grows.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The names in a list file, one a line; `#` begins a comment line.
#[derive(Debug, Clone)]
pub struct Required {
    file: PathBuf,
    names: BTreeSet<String>,
}

impl Required {
    /// Reads the list; a file that is missing is an empty list.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(file: &Path) -> io::Result<Self> {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let names = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(str::to_owned)
            .collect();
        Ok(Self {
            file: file.to_owned(),
            names,
        })
    }

    /// Whether `name` must pass.
    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Adds `names` and writes the list. Nothing is ever taken out.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn grow(&mut self, names: impl IntoIterator<Item = String>) -> io::Result<()> {
        self.names.extend(names);
        let mut text = String::from("# Cases that must pass; this list only grows.\n");
        for name in &self.names {
            text += name;
            text.push('\n');
        }
        fs::write(&self.file, text)
    }
}
