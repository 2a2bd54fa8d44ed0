//! What every call asks first.

use musa_hal::Hal;

use crate::error::Error;
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;

bitflags::bitflags! {
    /// What a call needs before its arguments are judged. Checked in the order of the list.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Needs: u8 {
        /// The process is initialised.
        const INITIALISED = 1;
        /// The call may be made in a host function.
        const IN_CALLBACK = 2;
        /// A context is current and alive.
        const CONTEXT = 4;
        /// If a context is current, it is alive. For calls whose handles bring their context.
        const NOT_DESTROYED = 8;
        /// No call has noticed a fault. For calls that only enqueue.
        const NO_NOTICED_FAULT = 16;
        /// There is no fault; the call notices one.
        const NO_FAULT = 32;
        /// As [`Needs::NO_FAULT`] where a context is current; without one, the call asks nothing. For calls that give back
        /// what a handle or an address names.
        const NO_FAULT_IN_CONTEXT = 64;
    }
}

impl Needs {
    /// A call that works on objects by handle and notices faults.
    pub const OBJECT: Self = Self::INITIALISED.union(Self::NOT_DESTROYED).union(Self::NO_FAULT);
    /// A call that needs a current context and notices faults.
    pub const CURRENT: Self = Self::INITIALISED.union(Self::CONTEXT).union(Self::NO_FAULT);
    /// What is asked before arguments that are judged without a context.
    pub const ALONE: Self = Self::INITIALISED.union(Self::IN_CALLBACK);
    /// A call that enqueues work and does not notice faults; its stream brings the context.
    pub const ENQUEUE: Self = Self::INITIALISED
        .union(Self::NOT_DESTROYED)
        .union(Self::NO_NOTICED_FAULT);
}

impl Process<'_> {
    /// Begins a call of a thread: what it needs is checked in a fixed order, before its arguments are judged.
    ///
    /// # Errors
    /// The first thing that is missing.
    pub fn prologue<H: Hal + ?Sized>(&mut self, hal: &H, thread: ThreadId, needs: Needs) -> Result<(), Error> {
        self.call = self.call.wrapping_add(1);
        if needs.contains(Needs::INITIALISED) {
            self.space()?;
        }
        let known = self.threads.get(thread);
        let in_callback = known.is_some_and(|known| known.in_callback);
        if in_callback && !needs.contains(Needs::IN_CALLBACK) {
            return Err(Rule::CallbackCall.into());
        }
        let some = !in_callback && known.is_some_and(|known| known.top.is_some());
        if needs.contains(Needs::CONTEXT) || (needs.contains(Needs::NOT_DESTROYED) && some) {
            self.current(thread)?;
        }
        if needs.contains(Needs::NO_FAULT) || (needs.contains(Needs::NO_FAULT_IN_CONTEXT) && some) {
            self.notice(hal)?;
        } else if needs.contains(Needs::NO_NOTICED_FAULT) {
            self.noticed()?;
        }
        Ok(())
    }

    /// Whether a thread runs a host function.
    pub fn in_callback(&self, thread: ThreadId) -> bool {
        self.threads.get(thread).is_some_and(|thread| thread.in_callback)
    }
}
