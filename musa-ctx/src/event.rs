//! Events: a recorded event is a point of a queue, and what waits for it waits for the record that it saw.

use musa_hal::{Command, Hal, QueueId, TimestampId};

use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::ipc::SharedRecord;
use crate::process::Process;
use crate::rule::Rule;
use crate::stream::StreamArgument;
use crate::stream::order::submit_wait;
use crate::table::Lookup;
use crate::thread::ThreadId;
use crate::wait::{Pending, Point, Then};

/// The flag of events whose waiters sleep; without effect here.
pub const BLOCKING_SYNC: u32 = 1;
/// The flag of events without timing.
pub const DISABLE_TIMING: u32 = 2;
/// The flag of events that other processes can open.
pub const INTERPROCESS: u32 = 4;
/// The flag of recording and waiting from outside a capture.
const EXTERNAL: u32 = 1;

/// The name of an event.
pub type EventId = Id<Event>;

/// Where an event was recorded last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Record {
    /// Nowhere yet.
    Never,
    /// At a point.
    At(Point),
    /// At a point that has been reached, of a queue that is gone.
    Complete,
}

/// An event.
#[derive(Debug, Clone)]
pub struct Event {
    pub(crate) context: ContextId,
    flags: u32,
    /// Where its time goes; none without timing.
    pub(crate) timestamp: Option<TimestampId>,
    record: Record,
    /// How often it has been recorded.
    serial: u64,
    /// Where its record is, if other processes may use it.
    pub(crate) shared: Option<SharedRecord>,
}

impl Kind for Event {
    const KIND: ObjectKind = ObjectKind::Event;
}

impl Event {
    fn complete<H: Hal + ?Sized>(&self, hal: &H) -> bool {
        match self.record {
            Record::Never | Record::Complete => true,
            Record::At(point) => point.reached(hal),
        }
    }

    /// An event that lives in several processes.
    pub(crate) fn shared(context: ContextId, flags: u32, shared: SharedRecord) -> Self {
        Self {
            context,
            flags,
            timestamp: None,
            record: Record::Never,
            serial: 0,
            shared: Some(shared),
        }
    }

    /// The flags that it was created with.
    pub fn flags(&self) -> u32 {
        self.flags
    }
}

/// Judges the handle of an event, as far as it alone tells.
///
/// # Errors
/// A null handle.
pub fn judge_handle(event: Handle<Event>) -> Result<(), Error> {
    if event == Handle::Null {
        return Err(Rejection::new(Rule::HandleNull).argument("event").into());
    }
    Ok(())
}

/// Judges flags of recording an event or of waiting for one.
///
/// # Errors
/// Unknown bits, or the external one, which needs a capture.
pub fn judge_use_flags(flags: u32) -> Result<(), Error> {
    let refuse = |rule| Err(Rejection::new(rule).argument("flags").value(u64::from(flags)).into());
    match flags {
        0 => Ok(()),
        EXTERNAL => refuse(Rule::EventExternal),
        _ => refuse(Rule::EventRecordFlags),
    }
}

impl Process<'_> {
    pub(crate) fn event(&self, handle: Handle<Event>) -> Result<(EventId, &Event), Error> {
        let refuse = |rule| Err(Rejection::new(rule).argument("event").handle(handle).into());
        match handle {
            Handle::Null => refuse(Rule::HandleNull),
            Handle::Foreign(_) => refuse(Rule::HandleForeign),
            Handle::Object(id) => match self.events.lookup(id) {
                Lookup::Alive(event) => Ok((id, event)),
                Lookup::Stale => refuse(Rule::HandleStale),
                Lookup::Never => refuse(Rule::HandleForeign),
            },
        }
    }

    /// Creates an event in the current context.
    ///
    /// # Errors
    /// No living context, flags, or no room.
    pub fn create_event<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        flags: u32,
    ) -> Result<EventId, Error> {
        let context = self.current(thread)?;
        let known = flags & !(BLOCKING_SYNC | DISABLE_TIMING | INTERPROCESS) == 0;
        if !known || flags & (INTERPROCESS | DISABLE_TIMING) == INTERPROCESS {
            return Err(Rejection::new(Rule::EventFlags)
                .argument("flags")
                .value(u64::from(flags))
                .into());
        }
        self.events.reserve()?;
        let timestamp = match flags & DISABLE_TIMING {
            0 => Some(hal.create_timestamp(self.space()?)?),
            _ => None,
        };
        let event = Event {
            context,
            flags,
            timestamp,
            record: Record::Never,
            serial: 0,
            shared: match flags & INTERPROCESS {
                0 => None,
                _ => self.new_shared_record(hal, context)?,
            },
        };
        self.events.insert(event, self.call)
    }

    /// Destroys an event. What waits for it goes on waiting.
    ///
    /// # Errors
    /// No event.
    pub fn destroy_event<H: Hal + ?Sized>(&mut self, hal: &mut H, handle: Handle<Event>) -> Result<(), Error> {
        let (id, _) = self.event(handle)?;
        self.remove_event(hal, id)
    }

    pub(crate) fn remove_event<H: Hal + ?Sized>(&mut self, hal: &mut H, id: EventId) -> Result<(), Error> {
        let Some(event) = self.events.remove(id, self.call) else {
            return Ok(());
        };
        if let Some(timestamp) = event.timestamp {
            hal.destroy_timestamp(timestamp);
        }
        match event.shared {
            Some(shared) => self.drop_shared_record(hal, shared),
            None => Ok(()),
        }
    }

    /// Records an event in a stream of its context.
    ///
    /// # Errors
    /// No event, no stream, a stream of another context, flags, or no room.
    pub fn record_event<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        event: Handle<Event>,
        stream: StreamArgument,
        flags: u32,
    ) -> Result<(), Error> {
        let context = self.stream_context(thread, stream)?;
        let (id, event) = self.event(event)?;
        judge_use_flags(flags)?;
        if event.context != context {
            return Err(Rejection::new(Rule::EventContext).argument("event").subject(id).into());
        }
        let (timestamp, serial, shared) = (event.timestamp, event.serial + 1, event.shared);
        let stream = self.stream(hal, thread, stream)?;
        let point = match (shared, timestamp) {
            (Some(shared), _) => self.record_shared(hal, stream, shared)?,
            (None, Some(timestamp)) => self.enqueue(hal, stream, Command::Timestamp { timestamp, serial })?,
            (None, None) => {
                self.bring_into_order(hal, stream)?;
                let stream = self.streams.get(stream).ok_or(Error::Bug("a stream is missing"))?;
                stream.end(hal)
            }
        };
        if let Some(event) = self.events.get_mut(id) {
            event.record = Record::At(point);
            event.serial = serial;
        }
        Ok(())
    }

    /// Makes a stream wait for an event's last record; one that was never recorded is no wait.
    ///
    /// # Errors
    /// No stream, flags, no event, or no room.
    pub fn wait_event<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        event: Handle<Event>,
        flags: u32,
    ) -> Result<(), Error> {
        self.stream_context(thread, stream)?;
        // Unknown flags are judged before the event, the external one after it (`stream_wait_event`).
        let judged = judge_use_flags(flags);
        if flags & !EXTERNAL != 0 {
            judged?;
        }
        let (_, event) = self.event(event)?;
        judged?;
        if let Some(shared) = event.shared {
            if self.shared_complete(hal, shared)? {
                return Ok(());
            }
            let stream = self.stream(hal, thread, stream)?;
            return self.wait_shared(hal, stream, shared);
        }
        let Record::At(point) = event.record else {
            return Ok(());
        };
        if !point.is_known(hal) {
            if let Some(stream) = self.used_stream(thread, stream)? {
                self.note_order(stream, point);
            }
            return Ok(());
        }
        let stream = self.stream(hal, thread, stream)?;
        self.bring_into_order(hal, stream)?;
        self.note_order(stream, point);
        let queue = self.streams.get(stream).ok_or(Error::Bug("a stream is missing"))?.queue;
        if queue != point.queue {
            submit_wait(hal, queue, point)?;
        }
        Ok(())
    }

    /// Whether an event's last record is complete; one that was never recorded is.
    ///
    /// # Errors
    /// No event.
    pub fn event_done<H: Hal + ?Sized>(&self, hal: &H, event: Handle<Event>) -> Result<bool, Error> {
        let (_, event) = self.event(event)?;
        match event.shared {
            Some(shared) => self.shared_complete(hal, shared),
            None => Ok(event.complete(hal)),
        }
    }

    /// Begins to wait for an event's last record.
    ///
    /// # Errors
    /// No event.
    pub fn synchronize_event<H: Hal + ?Sized>(&mut self, hal: &mut H, event: Handle<Event>) -> Result<Pending, Error> {
        let (_, event) = self.event(event)?;
        if let Some(shared) = event.shared {
            let context = event.context;
            return self.synchronize_shared(hal, context, shared);
        }
        let until = match event.record {
            Record::At(point) => Some(point),
            Record::Never | Record::Complete => None,
        };
        Ok(Pending::new(until, Then::Synchronized))
    }

    /// Nanoseconds from the last record of one event to that of another; negative where they are the other way round.
    ///
    /// # Errors
    /// No events, of different contexts, without timing, not recorded, or not complete.
    pub fn elapsed<H: Hal + ?Sized>(&self, hal: &H, start: Handle<Event>, end: Handle<Event>) -> Result<i64, Error> {
        let pair = [self.event(start)?, self.event(end)?];
        let refuse = |rule, id: EventId| Err(Rejection::new(rule).argument("event").subject(id).into());
        if pair[0].1.context != pair[1].1.context {
            return refuse(Rule::EventElapsedContext, pair[1].0);
        }
        for (id, event) in pair {
            if event.timestamp.is_none() {
                return refuse(Rule::EventElapsedTiming, id);
            }
            if event.record == Record::Never {
                return refuse(Rule::EventElapsedRecorded, id);
            }
        }
        let mut times = [0_i64; 2];
        for (time, (id, event)) in times.iter_mut().zip(pair) {
            let written = event.timestamp.and_then(|timestamp| hal.timestamp(timestamp));
            match written {
                Some(nanoseconds) if event.complete(hal) => *time = nanoseconds as i64,
                _ => return refuse(Rule::EventElapsedReady, id),
            }
        }
        Ok(times[1].wrapping_sub(times[0]))
    }

    /// All points of a queue have been reached, and it is about to go.
    pub(crate) fn settle_events(&mut self, queue: QueueId) {
        for (_, event) in self.events.iter_mut() {
            if matches!(event.record, Record::At(point) if point.queue == queue) {
                event.record = Record::Complete;
            }
        }
    }
}
