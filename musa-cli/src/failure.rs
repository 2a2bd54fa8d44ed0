//! Why a command did not do what it was asked to.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// A command's failure.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request was understood and refused, or the kernel faulted.
    Refused(String),
    /// The request makes no sense.
    Usage(String),
    /// Whoever read the output has gone.
    Closed,
}

impl Failure {
    /// Says it on standard error; the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Refused(text) => {
                eprintln!("musa: {text}");
                ExitCode::from(1)
            }
            Self::Usage(text) => {
                eprintln!("musa: {text}");
                ExitCode::from(2)
            }
            Self::Closed => ExitCode::SUCCESS,
        }
    }

    /// A refusal that names the file it is about.
    pub(crate) fn file(path: &std::path::Path, error: impl fmt::Display) -> Self {
        Self::Refused(format!("{}: {error}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Refused(error.to_string()),
        }
    }
}
