//! Everything that hardware leaves open, as one question.

use core::num::NonZeroU32;

/// What is being decided. Options are numbered from zero; option zero is always what the eager schedule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Whether submitted work runs before the submitting call returns: 0 all that can, 1 none.
    RunOnSubmit,
    /// Which of the queues that have work goes next.
    QueueHead,
    /// Which of the started blocks goes next.
    Block,
    /// Which warp of a block goes next.
    Warp,
    /// Which of a warp's divergent paths goes next.
    Path,
    /// In which order the lanes of a warp perform an atomic operation: 0 ascending, 1 descending.
    AtomicOrder,
    /// Where a new allocation goes: a number of granules to skip.
    Placement,
    /// What a lane reads from a register that nothing has written, or from an inactive lane: a pattern number.
    Undefined,
    /// How many instructions a slice runs before something else may be chosen: a power of two.
    SliceLength,
}

/// Decides what hardware leaves open. The same answers give the same run, bit for bit.
pub trait Chooser {
    /// An answer below `options`. It is asked only where there is something to choose (`options` is at least two).
    fn choose(&mut self, choice: Choice, options: NonZeroU32) -> u32;

    /// Whether it looks for orders that matter: then blocks and warps go one by one and take turns, and nothing goes
    /// together for speed.
    fn searches(&self) -> bool {
        true
    }
}

/// Always the first option: all work runs as soon as it can, in the order of submission.
#[derive(Clone, Copy, Debug, Default)]
pub struct Eager;

impl Chooser for Eager {
    fn choose(&mut self, _: Choice, _: NonZeroU32) -> u32 {
        0
    }

    fn searches(&self) -> bool {
        false
    }
}
