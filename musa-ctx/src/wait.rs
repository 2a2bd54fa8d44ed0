//! Waiting: operations that may have to wait say for what, and are finished afterwards.
//!
//! A [`crate::Process`] never sleeps. An operation that may have to wait answers a [`Pending`]; the caller lets the
//! machine advance (with whatever lock it holds set free between slices) until [`crate::Process::ready`] says yes, and
//! then calls [`crate::Process::finish`] once. An operation that need not wait is ready at once.

use musa_hal::{Address, FaultKind, Hal, Progress, QueueId, Ticket};

use crate::array::{ArrayId, MipmappedArrayId};
use crate::callback::HostFunction;
use crate::context::ContextId;
use crate::error::Error;
use crate::host::HostMemory;
use crate::memory::HostCopy;
use crate::module::ModuleId;
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;

/// A point in a queue: complete when as many commands have completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The queue.
    pub queue: QueueId,
    /// How many commands.
    pub ticket: Ticket,
}

impl Point {
    /// Whether its queue still counts it. One that is gone had completed its commands.
    pub(crate) fn is_known<H: Hal + ?Sized>(self, hal: &H) -> bool {
        hal.submitted(self.queue) >= self.ticket
    }

    /// Whether it has been reached. A queue that is gone had completed its commands, and counts none any more.
    pub fn reached<H: Hal + ?Sized>(self, hal: &H) -> bool {
        hal.completed(self.queue) >= self.ticket || !self.is_known(hal)
    }
}

/// What remains to be done after the wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// Nothing.
    Nothing,
    /// Notice a fault.
    Notice,
    /// Notice a fault, and let pools give back what they do not use.
    Synchronized,
    /// Destroy a context.
    DestroyContext(ContextId),
    /// Make a primary context inactive, unless it has been retained in the meantime.
    ReleasePrimary(ContextId),
    /// Make a primary context inactive.
    ResetPrimary(ContextId),
    /// Free an allocation, or take back a registration.
    Free { base: Address, unique: u64 },
    /// Close opened memory once.
    Close { base: Address, unique: u64 },
    /// Unload a module.
    Unload(ModuleId),
    /// Destroy an array.
    DestroyArray(ArrayId),
    /// Destroy a mipmapped array and its levels.
    DestroyMipmappedArray(MipmappedArrayId),
    /// Copy to pageable memory.
    HostCopy(HostCopy),
}

/// An operation that has begun: what it waits for, and what remains to be done then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the operation takes effect in Process::finish"]
pub struct Pending {
    pub(crate) until: Option<Point>,
    pub(crate) then: Then,
}

impl Pending {
    /// An operation that is done already.
    pub(crate) const DONE: Self = Self {
        until: None,
        then: Then::Nothing,
    };

    /// An operation that waits for a point.
    pub(crate) const fn new(until: Option<Point>, then: Then) -> Self {
        Self { until, then }
    }

    /// What is waited for, if anything.
    pub const fn until(&self) -> Option<Point> {
        self.until
    }
}

impl Process<'_> {
    /// Whether an operation has nothing more to wait for.
    pub fn ready<H: Hal + ?Sized>(&self, hal: &H, pending: &Pending) -> bool {
        pending.until.is_none_or(|point| point.reached(hal))
    }

    /// Finishes an operation that is ready. `host` has the pageable memory that the operation began with.
    ///
    /// # Errors
    /// A fault where the operation notices one; a refusal where its object has gone in the meantime.
    pub fn finish<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        pending: Pending,
        host: HostMemory<'_>,
    ) -> Result<(), Error> {
        if let Some(Point { queue, ticket }) = pending.until {
            hal.host_waited(queue, ticket);
        }
        match pending.then {
            Then::Nothing => Ok(()),
            Then::Notice => self.notice(hal),
            Then::Synchronized => {
                self.notice(hal)?;
                self.release_after_synchronization(hal)
            }
            Then::DestroyContext(context) => self.finish_destroy(hal, thread, context),
            Then::ReleasePrimary(context) => self.finish_release(hal, context),
            Then::ResetPrimary(context) => self.finish_reset(hal, context),
            Then::Free { base, unique } => self.finish_free(hal, base, unique),
            Then::Close { base, unique } => self.finish_close(hal, base, unique),
            Then::Unload(module) => self.finish_unload(hal, module),
            Then::DestroyArray(array) => self.finish_destroy_array(hal, array),
            Then::DestroyMipmappedArray(array) => self.finish_destroy_mipmapped_array(hal, array),
            Then::HostCopy(copy) => self.finish_host_copy(hal, &copy, host),
        }
    }

    /// Waits for an operation with the machine alone, and finishes it: for harnesses that own everything. Host functions
    /// that become due are handed to `run`, with the fault that their stream ran into.
    ///
    /// # Errors
    /// As [`Process::finish`]; also that what is waited for cannot happen any more.
    pub fn complete<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        pending: Pending,
        host: HostMemory<'_>,
        run: &mut dyn FnMut(&HostFunction, Option<FaultKind>),
    ) -> Result<(), Error> {
        while !self.ready(hal, &pending) {
            match hal.advance() {
                Progress::Advanced => {}
                Progress::HostCall { queue, token, .. } => {
                    let due = self.take_host_function(hal, queue, token)?;
                    self.enter_host_function(thread)?;
                    run(&due.function, due.status);
                    self.host_function_done(hal, thread, due);
                }
                Progress::Idle | Progress::Parked | Progress::Deadlock if self.ready(hal, &pending) => {}
                Progress::Idle | Progress::Parked | Progress::Deadlock => return Err(Rule::WaitStuck.into()),
            }
        }
        self.finish(hal, thread, pending, host)
    }
}
