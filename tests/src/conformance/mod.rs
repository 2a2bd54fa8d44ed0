//! The conformance suite: C cases, what real hardware printed, and the judgement of what a library printed.

mod approximate;
mod case;
mod exact;
mod required;
mod suite;
mod unguarded;

pub use case::{Case, Judgement};
pub use required::Required;
pub use suite::Suite;

/// What the judgement of one case came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Lines of the golden.
    pub lines: usize,
    /// Lines of the golden that the library met.
    pub met: usize,
    /// What differs, to be read by a person; empty if the case passed.
    pub differences: String,
}

impl Verdict {
    /// Whether nothing differs.
    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }
}
