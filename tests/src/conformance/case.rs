//! One case: a C program, the devices that it runs on, and how its output is judged.

use super::{Verdict, approximate, exact, unguarded};
use std::path::PathBuf;

/// A C program and what real hardware printed when it ran.
#[derive(Debug, Clone)]
pub struct Case {
    /// The name, which is that of the source file without its ending.
    pub name: String,
    /// The C source.
    pub source: PathBuf,
    /// What hardware printed.
    pub golden: PathBuf,
}

/// How the output of a case is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    /// Every line is contract.
    Exact,
    /// Calls on which the real driver crashes: the case must end by itself.
    Unguarded,
    /// Errors of approximate results are compared, not their bits.
    Approximate,
}

impl Case {
    /// How the case is judged, which its name says.
    pub fn judgement(&self) -> Judgement {
        if self.name.ends_with("_unguarded") {
            Judgement::Unguarded
        } else if self.name.starts_with("dev_approx_") {
            Judgement::Approximate
        } else {
            Judgement::Exact
        }
    }

    /// The value of `MUSA_SIM_DEVICES` that the case runs with.
    pub fn devices(&self) -> &'static str {
        if self.name.starts_with("peer_") {
            "ref-sm90,ref-sm90"
        } else {
            "ref-sm90"
        }
    }

    /// Judges what the case printed.
    pub fn judge(&self, golden: &str, output: &str) -> Verdict {
        match self.judgement() {
            Judgement::Exact => exact::judge(golden, output),
            Judgement::Unguarded => unguarded::judge(golden, output),
            Judgement::Approximate => approximate::judge(&self.name, golden, output),
        }
    }
}
