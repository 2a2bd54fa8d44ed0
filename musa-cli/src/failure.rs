//! Why a command did not do what it was asked to.

use std::fmt;
use std::io::{self, Write};
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
        let status = match self {
            Self::Refused(_) => 1,
            Self::Usage(_) => 2,
            Self::Closed => return ExitCode::SUCCESS,
        };
        // Where nobody reads standard error, the status still says it; `eprintln` would panic.
        let _ = writeln!(io::stderr(), "musa: {self}");
        ExitCode::from(status)
    }

    /// A refusal that names the file it is about.
    pub(crate) fn file(path: &std::path::Path, error: impl fmt::Display) -> Self {
        Self::Refused(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(text) | Self::Usage(text) => f.write_str(text),
            Self::Closed => f.write_str("the output was closed"),
        }
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
