//! Events that processes share. The record of such an event lies in a piece of device memory that every process which
//! uses the event maps: the number of the last record, its recorder, and for each of the last records a word that its
//! stream writes when it gets there. Waiting is waiting for that word.

use musa_hal::{Address, AllocationKind, Command, Hal, HalError, Resource, WaitCondition};

use super::{Export, NO_SHARING};
use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::event::{DISABLE_TIMING, Event, EventId, INTERPROCESS};
use crate::id::Handle;
use crate::process::Process;
use crate::rule::Rule;
use crate::stream::StreamId;
use crate::thread::ThreadId;
use crate::wait::{Pending, Point, Then};

/// Records that may be pending at once; one more waits for the first.
const WORDS: u64 = 64;
/// Where the words begin.
const FIRST_WORD: u64 = 64;
/// Bytes of a shared record.
const BYTES: u64 = 1024;

/// Where an event's shared record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SharedRecord {
    base: Address,
}

/// What a shared record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Last {
    /// Which record it is, from one; zero for none yet.
    number: u64,
    /// The process that recorded.
    recorder: u64,
    /// What the record's word says.
    word: u64,
}

impl Last {
    fn complete(self) -> bool {
        self.word >= self.number
    }
}

impl SharedRecord {
    /// The word of a record.
    fn word(self, number: u64) -> Address {
        Address(self.base.0 + FIRST_WORD + number % WORDS * 8)
    }

    /// The command that waits for a record.
    fn wait(self, number: u64) -> Command<'static> {
        Command::WaitValue {
            address: self.word(number),
            value: number,
            wide: true,
            condition: WaitCondition::GreaterOrEqual,
        }
    }
}

impl Process<'_> {
    fn read_word<H: Hal + ?Sized>(&self, hal: &H, address: Address) -> Result<u64, Error> {
        let mut bytes = [0; 8];
        hal.read(self.space()?, address, &mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn last_record<H: Hal + ?Sized>(&self, hal: &H, shared: SharedRecord) -> Result<Last, Error> {
        let number = self.read_word(hal, shared.base)?;
        Ok(Last {
            number,
            recorder: self.read_word(hal, Address(shared.base.0 + 8))?,
            word: self.read_word(hal, shared.word(number))?,
        })
    }

    /// A fresh shared record, where the machine can share memory.
    pub(crate) fn new_shared_record<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        context: ContextId,
    ) -> Result<Option<SharedRecord>, Error> {
        if hal.sharing().is_none() {
            return Ok(None);
        }
        let (space, device) = (self.space()?, self.context(context)?.device);
        let base = hal.allocate(space, AllocationKind::Device(device), BYTES, 64)?;
        Ok(Some(SharedRecord { base }))
    }

    /// Gives a shared record back, once nothing that is pending can touch it.
    pub(crate) fn drop_shared_record<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        shared: SharedRecord,
    ) -> Result<(), Error> {
        let after = self.join_all(hal)?;
        match after {
            None => Ok(hal.free(self.space()?, shared.base)?),
            Some(_) => self.free_later(hal, shared.base, BYTES, after),
        }
    }

    /// Whether the last record of a shared event is complete. One of a process that has ended counts as complete (chosen).
    pub(crate) fn shared_complete<H: Hal + ?Sized>(&self, hal: &H, shared: SharedRecord) -> Result<bool, Error> {
        let last = self.last_record(hal, shared)?;
        Ok(last.complete() || !hal.owner_lives(last.recorder))
    }

    /// Records a shared event in a stream.
    pub(crate) fn record_shared<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        stream: StreamId,
        shared: SharedRecord,
    ) -> Result<Point, Error> {
        let space = self.space()?;
        let owner = hal.sharing().ok_or(NO_SHARING)?.owner(space);
        let last = self.last_record(hal, shared)?;
        let full = Error::Exhausted(Resource::Table("records of an event"));
        let number = last.number.checked_add(1).ok_or(full)?;
        if number > WORDS {
            self.enqueue(hal, stream, shared.wait(number - WORDS))?;
        }
        // It is pending before the stream can get there.
        hal.write(space, Address(shared.base.0 + 8), &owner.to_le_bytes())?;
        hal.write(space, shared.base, &number.to_le_bytes())?;
        self.bring_into_order(hal, stream)?;
        let known = self.streams.get(stream).ok_or(Error::Bug("a stream is missing"))?;
        if !self.busy(hal, known) {
            // Nothing comes before it.
            let point = known.end(hal);
            hal.write(space, shared.word(number), &number.to_le_bytes())?;
            return Ok(point);
        }
        let command = Command::WriteValue {
            address: shared.word(number),
            value: number,
            wide: true,
        };
        let point = self.enqueue(hal, stream, command);
        if point.is_err() {
            hal.write(space, shared.base, &last.number.to_le_bytes())?;
        }
        point
    }

    /// Makes a stream wait for the last record of a shared event.
    pub(crate) fn wait_shared<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        stream: StreamId,
        shared: SharedRecord,
    ) -> Result<(), Error> {
        let number = self.last_record(hal, shared)?.number;
        self.enqueue(hal, stream, shared.wait(number)).map(drop)
    }

    /// Begins to wait for the last record of a shared event.
    pub(crate) fn synchronize_shared<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        context: ContextId,
        shared: SharedRecord,
    ) -> Result<Pending, Error> {
        let until = if self.shared_complete(hal, shared)? {
            None
        } else {
            let number = self.last_record(hal, shared)?.number;
            let queue = self.join_queue(hal, context)?;
            let ticket = hal.submit(queue, shared.wait(number))?;
            Some(Point { queue, ticket })
        };
        Ok(Pending::new(until, Then::Synchronized))
    }

    /// Completes what processes that have ended had recorded, so that nobody waits for ever. Called while waiting.
    ///
    /// # Errors
    /// A bug only.
    pub fn relieve<H: Hal + ?Sized>(&mut self, hal: &mut H) -> Result<(), Error> {
        let Ok(space) = self.space() else { return Ok(()) };
        for (_, event) in self.events.iter() {
            let Some(shared) = event.shared else { continue };
            let last = self.last_record(hal, shared)?;
            if !last.complete() && !hal.owner_lives(last.recorder) {
                hal.write(space, shared.word(last.number), &last.number.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Exports an event that was created to be.
    ///
    /// # Errors
    /// No living context, no event, or one that is not for other processes.
    pub fn export_event<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        event: Handle<Event>,
    ) -> Result<Export, Error> {
        let context = self.current(thread)?;
        let (id, event) = self.event(event)?;
        let refusal = Rejection::new(Rule::IpcEventKind).argument("event").subject(id);
        let shared = event.shared.filter(|_| event.flags() & INTERPROCESS != 0);
        let shared = shared.ok_or(refusal)?;
        let space = self.space()?;
        let token = match hal.sharing().ok_or(NO_SHARING)?.export(space, shared.base) {
            // The record is another process's: the event was opened.
            Err(HalError::Unsupported(_)) => return Err(refusal.into()),
            token => token?,
        };
        Ok(Export {
            token,
            origin: self.context_unique(thread, context.into())?,
        })
    }

    /// Opens an event of another process in the current context.
    ///
    /// # Errors
    /// No living context, an export of this process's own, or one that is no more; no room.
    pub fn open_event<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        export: &Export,
    ) -> Result<EventId, Error> {
        let context = self.current(thread)?;
        self.judge_foreign(hal, export)?;
        self.events.reserve()?;
        let (space, device) = (self.space()?, self.context(context)?.device);
        let sharing = hal.sharing().ok_or(NO_SHARING)?;
        let base = match sharing.import(space, device, &export.token) {
            Err(HalError::Gone(_)) => {
                return Err(Rejection::new(Rule::IpcEventHandle).argument("handle").into());
            }
            other => other?,
        };
        if export.token.size < BYTES {
            hal.free(space, base)?;
            return Err(Rejection::new(Rule::IpcEventHandle).argument("handle").into());
        }
        let event = Event::shared(context, INTERPROCESS | DISABLE_TIMING, SharedRecord { base });
        self.events.insert(event, self.call)
    }
}
