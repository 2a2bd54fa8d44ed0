//! Host functions: values that the caller runs, with no lock held, when the machine says that they are due.

use musa_hal::{Command, FaultKind, Hal, QueueId};

use crate::error::{Error, Rejection};
use crate::id::Id;
use crate::process::Process;
use crate::rule::Rule;
use crate::stream::{StreamArgument, StreamId};
use crate::thread::ThreadId;

/// What kind of host function it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostFunctionKind {
    /// Takes the caller's data alone, and does not run after a fault.
    Plain,
    /// Takes the stream and the status as well, and runs after a fault too.
    Callback,
}

/// A host function that waits in a stream, or is to be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostFunction {
    /// Its kind.
    pub kind: HostFunctionKind,
    /// The caller's function, as bits.
    pub function: u64,
    /// The caller's data, as bits.
    pub data: u64,
    /// The stream.
    pub stream: StreamArgument,
    /// The stream's handle as the caller gave it, as bits: what a callback is told.
    pub handle: u64,
}

/// A host function that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the stream goes on only after Process::host_function_done"]
pub struct DueFunction {
    /// What to run.
    pub function: HostFunction,
    /// The fault that the stream ran into, for a callback.
    pub status: Option<FaultKind>,
    /// The queue that waits for it.
    queue: QueueId,
}

/// The name of a host function that waits.
pub type HostFunctionId = Id<HostFunction>;

fn token(id: HostFunctionId) -> u64 {
    u64::from(id.generation()) << 32 | u64::from(id.index())
}

fn from_token(token: u64) -> HostFunctionId {
    Id::new(token as u32, (token >> 32) as u32)
}

/// Judges the flags of adding a callback.
///
/// # Errors
/// Any flags.
pub fn judge_flags(flags: u32) -> Result<(), Error> {
    if flags != 0 {
        return Err(Rejection::new(Rule::HostFunctionFlags)
            .argument("flags")
            .value(u64::from(flags))
            .into());
    }
    Ok(())
}

impl Process<'_> {
    /// Puts a host function into a stream.
    ///
    /// # Errors
    /// A null function, flags, no stream, or no room.
    pub fn launch_host_function<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        function: HostFunction,
        flags: u32,
    ) -> Result<(), Error> {
        if function.function == 0 {
            return Err(Rejection::new(Rule::HostFunctionNull).argument("function").into());
        }
        judge_flags(flags)?;
        let stream: StreamId = self.stream(hal, thread, function.stream)?;
        let id = self.host_functions.insert(function, self.call)?;
        let command = Command::HostCall {
            token: token(id),
            after_fault: function.kind == HostFunctionKind::Callback,
        };
        if let Err(error) = self.enqueue(hal, stream, command) {
            self.host_functions.remove(id, self.call);
            return Err(error);
        }
        Ok(())
    }

    /// Takes the host function that [`musa_hal::Progress::HostCall`] named. The caller runs it, with no lock held, between
    /// [`Process::enter_host_function`] and [`Process::host_function_done`].
    ///
    /// # Errors
    /// A bug, when there is no such function.
    pub fn take_host_function<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        queue: QueueId,
        token: u64,
    ) -> Result<DueFunction, Error> {
        let function = self.host_functions.remove(from_token(token), self.call);
        hal.host_call_begun(queue);
        let function = function.ok_or(Error::Bug("a host function is missing"))?;
        Ok(DueFunction {
            function,
            status: self.fault(hal),
            queue,
        })
    }

    /// A thread is about to run a host function: its calls are refused until it is done.
    ///
    /// # Errors
    /// Exhausted when there is no room for the thread.
    pub fn enter_host_function(&mut self, thread: ThreadId) -> Result<(), Error> {
        self.thread_mut(thread)?.in_callback = true;
        Ok(())
    }

    /// A host function has returned: its stream goes on.
    pub fn host_function_done<H: Hal + ?Sized>(&mut self, hal: &mut H, thread: ThreadId, due: DueFunction) {
        if let Some(thread) = self.threads.get_mut(thread) {
            thread.in_callback = false;
        }
        hal.host_call_done(due.queue);
    }
}
