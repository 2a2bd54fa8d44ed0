//! Streams: creation, destruction, questions. How their work is ordered is in `order`.

mod attribute;
pub(crate) mod order;
#[cfg(test)]
mod tests;
mod word;

pub use attribute::{AccessWindow, DomainMap, StreamAttribute};
pub use word::WordOperation;

use musa_hal::{DeviceOrdinal, Dialect, Hal, QueueId, Ticket};

use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::process::Process;
use crate::rule::Rule;
use crate::table::Lookup;
use crate::thread::ThreadId;
use crate::wait::{Pending, Then};

/// The flag of streams that do not wait for the legacy default stream, nor it for them.
pub const NON_BLOCKING: u32 = 1;

/// The greatest mode of captures.
const CAPTURE_MODES: u32 = 2;

/// The name of a stream.
pub type StreamId = Id<Stream>;

/// A stream as a caller names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamArgument {
    /// The default stream that all threads share.
    Legacy,
    /// The thread's own default stream.
    PerThread,
    /// A created stream.
    Created(Handle<Stream>),
}

impl From<StreamId> for StreamArgument {
    fn from(id: StreamId) -> Self {
        Self::Created(id.into())
    }
}

/// What a stream is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The default stream of its context that all threads share.
    Legacy,
    /// The default stream of a thread in its context.
    PerThread(ThreadId),
    /// Created by a call.
    Created,
    /// Destroyed; its work is still pending. No handle names it.
    Draining,
}

/// A stream.
#[derive(Debug, Clone)]
pub struct Stream {
    pub(crate) context: ContextId,
    pub(crate) queue: QueueId,
    pub(crate) role: Role,
    /// Whether it and the legacy default stream wait for each other.
    pub(crate) blocking: bool,
    priority: i32,
    kept: attribute::Kept,
    unique: u64,
    /// The last of its commands that the legacy default stream has been made to wait for.
    awaited_by_legacy: Ticket,
    /// The last command of the legacy default stream that it has been made to wait for.
    legacy_awaited: Ticket,
    /// Points of other streams that it comes behind.
    behind: order::Behind,
}

impl Kind for Stream {
    const KIND: ObjectKind = ObjectKind::Stream;
}

/// Judges flags of a stream.
///
/// # Errors
/// Unknown bits.
pub fn judge_flags(flags: u32) -> Result<(), Error> {
    if flags & !NON_BLOCKING != 0 {
        return Err(Rejection::new(Rule::StreamFlags)
            .argument("flags")
            .value(u64::from(flags))
            .into());
    }
    Ok(())
}

/// Judges the stream that is to be destroyed, as far as its handle alone tells.
///
/// # Errors
/// A default stream.
pub fn judge_destroy(stream: StreamArgument) -> Result<(), Error> {
    match stream {
        StreamArgument::Created(Handle::Null) | StreamArgument::Legacy | StreamArgument::PerThread => {
            Err(Rejection::new(Rule::StreamDestroyDefault).argument("stream").into())
        }
        StreamArgument::Created(_) => Ok(()),
    }
}

impl Process<'_> {
    /// The created stream of a handle.
    pub(crate) fn created_stream(&self, handle: Handle<Stream>) -> Result<(StreamId, &Stream), Error> {
        let refuse = |rule| Err(Rejection::new(rule).argument("stream").handle(handle).into());
        match handle {
            Handle::Null => refuse(Rule::HandleNull),
            Handle::Foreign(_) => refuse(Rule::HandleForeign),
            Handle::Object(id) => match self.streams.lookup(id) {
                Lookup::Alive(stream) if stream.role == Role::Created => Ok((id, stream)),
                Lookup::Stale => refuse(Rule::HandleStale),
                Lookup::Alive(_) | Lookup::Never => refuse(Rule::HandleForeign),
            },
        }
    }

    /// The context that a stream decides: its own, or the current one for a default stream.
    ///
    /// # Errors
    /// The handle names no stream, or no living context is current where one is needed.
    pub fn stream_context(&self, thread: ThreadId, stream: StreamArgument) -> Result<ContextId, Error> {
        match stream {
            StreamArgument::Legacy | StreamArgument::PerThread => self.current(thread),
            StreamArgument::Created(handle) => Ok(self.created_stream(handle)?.1.context),
        }
    }

    /// The device of the stream that a caller names.
    ///
    /// # Errors
    /// No stream, or no living context where one is needed.
    pub fn stream_device(&self, thread: ThreadId, stream: StreamArgument) -> Result<DeviceOrdinal, Error> {
        let context = self.stream_context(thread, stream)?;
        Ok(self.context(context)?.device)
    }

    /// The stream that a caller names, if it has been used: default streams come into being with their first work.
    pub(crate) fn used_stream(&self, thread: ThreadId, stream: StreamArgument) -> Result<Option<StreamId>, Error> {
        match stream {
            StreamArgument::Created(handle) => Ok(Some(self.created_stream(handle)?.0)),
            StreamArgument::Legacy => Ok(self.context(self.current(thread)?)?.legacy),
            StreamArgument::PerThread => {
                let context = self.current(thread)?;
                let role = Role::PerThread(thread);
                let mine = |stream: &Stream| stream.role == role && stream.context == context;
                Ok(self.streams.find(mine))
            }
        }
    }

    /// The stream that a caller names.
    pub(crate) fn stream<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
    ) -> Result<StreamId, Error> {
        if let Some(id) = self.used_stream(thread, stream)? {
            return Ok(id);
        }
        let context = self.current(thread)?;
        if stream == StreamArgument::PerThread {
            return self.add_stream(hal, context, Role::PerThread(thread), true, 0);
        }
        let id = self.add_stream(hal, context, Role::Legacy, false, 0)?;
        self.context_mut(context)?.legacy = Some(id);
        Ok(id)
    }

    fn add_stream<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        context: ContextId,
        role: Role,
        blocking: bool,
        priority: i32,
    ) -> Result<StreamId, Error> {
        let space = self.space()?;
        let device = self.context(context)?.device;
        self.reap(hal)?;
        self.streams.reserve()?;
        let stream = Stream {
            context,
            queue: hal.create_queue(space, device, priority)?,
            role,
            blocking,
            priority,
            kept: attribute::Kept::NEW,
            unique: self.new_unique(),
            awaited_by_legacy: Ticket(0),
            legacy_awaited: Ticket(0),
            behind: order::Behind::new(),
        };
        self.streams.insert(stream, self.call)
    }

    /// Creates a stream in the current context; the priority is clamped to the device's range.
    ///
    /// # Errors
    /// Flags, no living context, or no room.
    pub fn create_stream<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        flags: u32,
        priority: i32,
    ) -> Result<StreamId, Error> {
        judge_flags(flags)?;
        let context = self.current(thread)?;
        let (least, greatest) = self.priority_range(hal, thread)?;
        let priority = priority.max(greatest).min(least);
        self.add_stream(hal, context, Role::Created, flags & NON_BLOCKING == 0, priority)
    }

    /// Destroys a stream. Where work is pending, the dialect decides between a refusal and letting it complete.
    ///
    /// # Errors
    /// A default stream, no stream, or a busy one.
    pub fn destroy_stream<H: Hal + ?Sized>(&mut self, hal: &mut H, stream: StreamArgument) -> Result<(), Error> {
        judge_destroy(stream)?;
        let StreamArgument::Created(handle) = stream else {
            return Err(Rule::StreamDestroyDefault.into());
        };
        let (id, stream) = self.created_stream(handle)?;
        let dialect = self.context(stream.context)?.dialect;
        if !self.busy(hal, stream) {
            return self.remove_stream(hal, id);
        }
        if dialect == Dialect::Musa {
            return Err(Rejection::new(Rule::StreamDestroyBusy)
                .argument("stream")
                .subject(id)
                .into());
        }
        let renamed = self
            .streams
            .rename(id, self.call)
            .and_then(|id| self.streams.get_mut(id));
        renamed.ok_or(Error::Bug("a stream is missing"))?.role = Role::Draining;
        Ok(())
    }

    /// Lets the default streams of a thread that has ended drain.
    pub(crate) fn drain_streams_of(&mut self, thread: ThreadId) {
        for (_, stream) in self.streams.iter_mut() {
            if stream.role == Role::PerThread(thread) {
                stream.role = Role::Draining;
            }
        }
    }

    /// Whether a stream's own work is pending.
    pub(crate) fn busy<H: Hal + ?Sized>(&self, hal: &H, stream: &Stream) -> bool {
        hal.completed(stream.queue) < hal.submitted(stream.queue)
    }

    /// Takes destroyed streams out whose work is done.
    fn reap<H: Hal + ?Sized>(&mut self, hal: &mut H) -> Result<(), Error> {
        while let Some(id) = self
            .streams
            .find(|stream| stream.role == Role::Draining && hal.completed(stream.queue) >= hal.submitted(stream.queue))
        {
            self.remove_stream(hal, id)?;
        }
        Ok(())
    }

    /// Takes a stream out; events that were recorded on it are complete from now on.
    pub(crate) fn remove_stream<H: Hal + ?Sized>(&mut self, hal: &mut H, id: StreamId) -> Result<(), Error> {
        let call = self.call;
        let stream = self.streams.remove(id, call).ok_or(Error::Bug("a stream is missing"))?;
        self.settle_events(stream.queue);
        hal.destroy_queue(stream.queue)?;
        Ok(())
    }

    /// Whether all work of a stream is done; for the legacy default stream, that of the blocking streams too.
    ///
    /// # Errors
    /// No stream, or no living context where one is needed.
    pub fn stream_done<H: Hal + ?Sized>(
        &self,
        hal: &H,
        thread: ThreadId,
        stream: StreamArgument,
    ) -> Result<bool, Error> {
        if stream == StreamArgument::Legacy {
            let context = self.current(thread)?;
            let mut ordered = self.streams.iter().filter(|(_, stream)| stream.ordered_in(context));
            return Ok(!ordered.any(|(_, stream)| self.busy(hal, stream)));
        }
        let used = self.used_stream(thread, stream)?;
        let stream = used.and_then(|id| self.streams.get(id));
        Ok(stream.is_none_or(|stream| !self.busy(hal, stream)))
    }

    /// Begins to wait for all work of a stream.
    ///
    /// # Errors
    /// No stream, or no living context where one is needed.
    pub fn synchronize_stream<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
    ) -> Result<Pending, Error> {
        let until = if stream == StreamArgument::Legacy {
            let context = self.current(thread)?;
            self.gather(hal, context, |stream| stream.ordered_in(context))?
        } else {
            let used = self.used_stream(thread, stream)?;
            let stream = used.and_then(|id| self.streams.get(id));
            stream.map(|stream| stream.end(hal))
        };
        Ok(Pending::new(until, Then::Synchronized))
    }

    /// The flags of a stream.
    ///
    /// # Errors
    /// No stream, or no living context where one is needed.
    pub fn stream_flags(&self, thread: ThreadId, stream: StreamArgument) -> Result<u32, Error> {
        let used = self.used_stream(thread, stream)?;
        let stream = used.and_then(|id| self.streams.get(id));
        let created = stream.filter(|stream| stream.role == Role::Created);
        Ok(created.map_or(0, |stream| u32::from(!stream.blocking)))
    }

    /// The priority of a stream.
    ///
    /// # Errors
    /// No stream, or no living context where one is needed.
    pub fn stream_priority(&self, thread: ThreadId, stream: StreamArgument) -> Result<i32, Error> {
        let used = self.used_stream(thread, stream)?;
        Ok(used
            .and_then(|id| self.streams.get(id))
            .map_or(0, |stream| stream.priority))
    }

    /// Sets the mode of a thread's captures (0 global, 1 its own only, 2 relaxed), and answers the one before.
    ///
    /// # Errors
    /// No room for the thread. Hardware's driver takes any mode here (`stream_calls`).
    pub fn exchange_capture_mode(&mut self, thread: ThreadId, mode: u32) -> Result<u32, Error> {
        Ok(core::mem::replace(&mut self.thread_mut(thread)?.capture_mode, mode))
    }

    /// Judges what is to be captured, and how.
    ///
    /// # Errors
    /// No stream, the default one that all threads share, or no such mode.
    pub fn judge_capture(&self, thread: ThreadId, stream: StreamArgument, mode: u32) -> Result<(), Error> {
        self.stream_context(thread, stream)?;
        if mode > CAPTURE_MODES {
            let rejection = Rejection::new(Rule::CaptureMode).argument("mode");
            return Err(rejection.value(mode.into()).into());
        }
        match stream {
            StreamArgument::Legacy => Err(Rejection::new(Rule::CaptureDefault).argument("hStream").into()),
            _ => Ok(()),
        }
    }

    /// A number that no other stream or event of the process has or had.
    ///
    /// # Errors
    /// No stream, no living context where one is needed, or no room for a default stream.
    pub fn stream_unique<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
    ) -> Result<u64, Error> {
        let id = self.stream(hal, thread, stream)?;
        Ok(self.streams.get(id).map_or(0, |stream| stream.unique))
    }
}
