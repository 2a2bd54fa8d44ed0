//! The driver library under test: this project's own, or any other that the environment names.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A driver library that C programs can be built against.
#[derive(Debug, Clone)]
pub struct Library {
    /// The shared library.
    pub shared: PathBuf,
    /// The static library, if there is one.
    pub archive: Option<PathBuf>,
    /// The folder of `musa.h`.
    pub include: PathBuf,
}

impl Library {
    /// The library named by `MUSA_ORACLE_LIBRARY` (its header's folder by `MUSA_ORACLE_INCLUDE`), else the
    /// project's own, built in release mode first.
    ///
    /// # Errors
    /// The build failed, or a file is missing; the message says which.
    pub fn locate() -> io::Result<Self> {
        let own_include = crate::root().join("musa-driver/include");
        let include = env::var_os("MUSA_ORACLE_INCLUDE").map_or(own_include, PathBuf::from);
        let library = match env::var_os("MUSA_ORACLE_LIBRARY") {
            Some(shared) => Self {
                shared: PathBuf::from(shared),
                archive: None,
                include,
            },
            None => Self::build(include)?,
        };
        require(&library.shared)?;
        require(&library.include.join("musa.h"))?;
        Ok(Self {
            shared: library.shared.canonicalize()?,
            ..library
        })
    }

    fn build(include: PathBuf) -> io::Result<Self> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo)
            // What `cargo xtask install` builds, so that one build serves both.
            .args(["build", "--quiet", "--release", "-p", "libmusa", "-p", "musa-cli"])
            .current_dir(crate::root())
            .status()?;
        if !status.success() {
            return Err(io::Error::other("libmusa does not build"));
        }
        let release = crate::target().join("release");
        Ok(Self {
            shared: release.join("libmusa.so"),
            archive: Some(release.join("libmusa.a")),
            include,
        })
    }
}

fn require(file: &Path) -> io::Result<()> {
    if file.is_file() {
        return Ok(());
    }
    Err(io::Error::new(
        io::ErrorKind::NotFound,
        format!("{} is missing", file.display()),
    ))
}
