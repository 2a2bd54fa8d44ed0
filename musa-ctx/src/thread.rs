//! Threads of the host and their stacks of contexts.

use crate::context::ContextId;
use crate::error::Rejection;
use crate::id::Id;

/// A thread of the host, as the binding numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId(pub u64);

/// An entry of a thread's stack. It names its context, so that a destroyed one can stay current.
#[derive(Debug, Clone)]
pub struct StackEntry {
    pub(crate) context: ContextId,
    pub(crate) below: Option<Id<StackEntry>>,
}

/// What is kept of a thread.
#[derive(Debug, Clone, Default)]
pub struct Thread {
    /// The top of its stack of contexts.
    pub(crate) top: Option<Id<StackEntry>>,
    /// Whether it runs a host function.
    pub(crate) in_callback: bool,
    /// How its captures of streams treat other threads: 0 global, 1 its own only, 2 relaxed.
    pub(crate) capture_mode: u32,
    /// Its last refused call.
    pub(crate) refusal: Option<Rejection>,
}
