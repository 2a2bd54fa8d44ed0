//! The order of work: each stream is one queue, and everything else is waits of one queue for another.
//!
//! The legacy default stream and the blocking streams of a context wait for each other, lazily: before a command goes to
//! the one, it is made to wait for the last command of the others, unless it has been already.

use musa_hal::{Command, Hal, QueueId, Ticket};

use super::{Role, Stream, StreamId};
use crate::context::ContextId;
use crate::error::Error;
use crate::process::Process;
use crate::wait::Point;

impl Stream {
    /// The point at which all that is now in the stream is done.
    pub(crate) fn end<H: Hal + ?Sized>(&self, hal: &H) -> Point {
        Point {
            queue: self.queue,
            ticket: hal.submitted(self.queue),
        }
    }

    /// Whether it is a context's legacy default stream, or waits for it.
    pub(crate) fn ordered_in(&self, context: ContextId) -> bool {
        self.context == context && (self.blocking || self.role == Role::Legacy)
    }
}

/// The points of other streams that a stream was last made to come behind. What is forgotten here counts as not ordered.
pub(crate) type Behind = heapless::Vec<Point, 8>;

const MISSING: Error = Error::Bug("a stream is missing");

impl Process<'_> {
    /// Puts a command into a stream, in its order with the default stream.
    pub(crate) fn enqueue<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        stream: StreamId,
        command: Command<'_>,
    ) -> Result<Point, Error> {
        self.bring_into_order(hal, stream)?;
        let queue = self.streams.get(stream).ok_or(MISSING)?.queue;
        let ticket = hal.submit(queue, command)?;
        Ok(Point { queue, ticket })
    }

    /// Makes a stream wait for what comes before its next command.
    pub(crate) fn bring_into_order<H: Hal + ?Sized>(&mut self, hal: &mut H, id: StreamId) -> Result<(), Error> {
        let stream = self.streams.get(id).ok_or(MISSING)?;
        let context = stream.context;
        match stream.role {
            Role::Legacy => self.legacy_waits(hal, id, context),
            _ if stream.blocking => self.waits_for_legacy(hal, id, context),
            _ => Ok(()),
        }
    }

    /// Makes the legacy default stream wait for all blocking streams.
    fn legacy_waits<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        legacy: StreamId,
        context: ContextId,
    ) -> Result<(), Error> {
        let queue = self.streams.get(legacy).ok_or(MISSING)?.queue;
        let blocking = self.streams.iter_mut().map(|(_, stream)| stream);
        for stream in blocking.filter(|stream| stream.context == context && stream.blocking) {
            let end = stream.end(hal);
            // One that has been reached is waited for too: what comes behind it begins no earlier in virtual time.
            if end.ticket > stream.awaited_by_legacy && end.is_known(hal) {
                submit_wait(hal, queue, end)?;
                stream.awaited_by_legacy = end.ticket;
            }
        }
        Ok(())
    }

    /// Makes a blocking stream wait for the legacy default stream.
    fn waits_for_legacy<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        id: StreamId,
        context: ContextId,
    ) -> Result<(), Error> {
        let legacy = self.context(context)?.legacy;
        let Some(end) = legacy
            .and_then(|legacy| self.streams.get(legacy))
            .map(|legacy| legacy.end(hal))
        else {
            return Ok(());
        };
        let stream = self.streams.get_mut(id).ok_or(MISSING)?;
        if end.ticket > stream.legacy_awaited && end.is_known(hal) {
            submit_wait(hal, stream.queue, end)?;
            stream.legacy_awaited = end.ticket;
        }
        Ok(())
    }

    /// Notes that a stream comes behind a point of another.
    pub(crate) fn note_order(&mut self, id: StreamId, point: Point) {
        let Some(stream) = self.streams.get_mut(id) else { return };
        stream
            .behind
            .retain(|other| other.queue != point.queue || other.ticket > point.ticket);
        if stream.behind.is_full() {
            stream.behind.remove(0);
        }
        // There is room now.
        let _ = stream.behind.push(point);
    }

    /// Whether the next work of a stream comes behind a point: of its own, of the default stream that it and others wait
    /// for, or, where `events` count, of one that an event was waited for from.
    pub(crate) fn follows(&self, id: StreamId, point: Point, events: bool) -> bool {
        let Some(stream) = self.streams.get(id) else {
            return false;
        };
        if stream.queue == point.queue {
            return true;
        }
        let reaches = |other: &Point| other.queue == point.queue && other.ticket >= point.ticket;
        if events && stream.behind.iter().any(reaches) {
            return true;
        }
        let mut others = self.streams.iter().map(|(_, stream)| stream);
        let Some(other) = others.find(|other| other.queue == point.queue && other.context == stream.context) else {
            return false;
        };
        match (stream.role, other.role) {
            (Role::Legacy, _) => other.awaited_by_legacy >= point.ticket,
            (_, Role::Legacy) => stream.legacy_awaited >= point.ticket,
            _ => false,
        }
    }

    /// A point at which all work that is now pending in a context will be done; none when none is pending.
    pub(crate) fn join<H: Hal + ?Sized>(&mut self, hal: &mut H, id: ContextId) -> Result<Option<Point>, Error> {
        self.gather(hal, id, |stream| stream.context == id)
    }

    /// A point at which all work of the process that is now pending will be done; none when none is pending.
    pub(crate) fn join_all<H: Hal + ?Sized>(&mut self, hal: &mut H) -> Result<Option<Point>, Error> {
        match self.contexts.find(|context| context.alive()) {
            Some(owner) => self.gather(hal, owner, |_| true),
            None => Ok(None),
        }
    }

    /// The queue of a context that waits for its streams, from its first use on.
    pub(crate) fn join_queue<H: Hal + ?Sized>(&mut self, hal: &mut H, id: ContextId) -> Result<QueueId, Error> {
        if let Some(queue) = self.context(id)?.join {
            return Ok(queue);
        }
        let queue = hal.create_queue(self.space()?, self.context(id)?.device, 0)?;
        self.context_mut(id)?.join = Some(queue);
        Ok(queue)
    }

    /// A point at which all work that is now pending in some streams of a context will be done. Where several are busy,
    /// a queue of the context's own waits for them.
    pub(crate) fn gather<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        id: ContextId,
        mut which: impl FnMut(&Stream) -> bool,
    ) -> Result<Option<Point>, Error> {
        let mut busy = 0;
        let mut last = None;
        for (_, stream) in self.streams.iter() {
            if which(stream) && self.busy(hal, stream) {
                busy += 1;
                last = Some(stream.end(hal));
            }
        }
        if busy < 2 {
            return Ok(last);
        }
        let queue = self.join_queue(hal, id)?;
        let mut ticket = Ticket(0);
        for (_, stream) in self.streams.iter() {
            if which(stream) && self.busy(hal, stream) {
                ticket = submit_wait(hal, queue, stream.end(hal))?;
            }
        }
        Ok(Some(Point { queue, ticket }))
    }
}

/// Makes a queue wait for a point of another.
pub(crate) fn submit_wait<H: Hal + ?Sized>(
    hal: &mut H,
    queue: musa_hal::QueueId,
    point: Point,
) -> Result<Ticket, Error> {
    let wait = Command::Wait {
        queue: point.queue,
        ticket: point.ticket,
    };
    Ok(hal.submit(queue, wait)?)
}
