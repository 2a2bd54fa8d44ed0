//! The queue half of the contract, but for the passing of time.

use core::num::NonZeroU32;

use musa_hal::queue::Output;
use musa_hal::{
    Choice, Chooser, Command, DeviceOrdinal, Fault, HalError, Progress, QueueId, Queues, SpaceId, Ticket, TimestampId,
};

use super::execute::Start;
use super::{HostWrites, Machine};
use crate::memory::MemorySource;
use crate::queue::{Queue, Work};
use crate::table::Key;

/// A place for a virtual time. Only its storage is the caller's.
#[derive(Debug)]
pub struct Timestamp {
    pub(super) space: SpaceId,
    /// Serial of the record and its time, once written.
    pub(super) written: Option<(u64, u64)>,
}

const UNKNOWN: HalError = HalError::ContractBroken("queue");
const TWO: NonZeroU32 = NonZeroU32::new(2).unwrap();

impl<S: MemorySource, C: Chooser> Machine<'_, S, C> {
    /// A queue that can still be submitted to.
    fn live(&self, queue: QueueId) -> Result<(Key, &Queue), HalError> {
        let key = Key(queue.0);
        let entry = self.queues.queues.get(key).filter(|entry| !entry.destroyed);
        Ok((key, entry.ok_or(UNKNOWN)?))
    }

    /// Lets virtual time pass while all work is parked: the host's own time.
    pub fn pass_time(&mut self, nanoseconds: u64) {
        for space in self.spaces.values_mut() {
            space.time = space.time.saturating_add(nanoseconds);
        }
    }

    /// Runs an upload at once, from the caller's bytes, where nothing is before it.
    fn upload_now(&mut self, key: Key, command: &Command<'_>) -> Option<Ticket> {
        let Command::Upload { to, bytes } = command else {
            return None;
        };
        let queue = self.queues.queues.get(key)?;
        let (space, device) = (queue.space, queue.device);
        let state = self.space(space)?;
        if queue.head.is_some() || state.fault.is_some() {
            return None;
        }
        let ready = queue.time.max(state.time);
        let end = self.run_upload(Start { space, device, ready }, *to, bytes);
        self.changes += 1;
        self.queues.pass(key, end).map(Ticket)
    }

    fn enqueue(&mut self, key: Key, command: Command<'_>, time: u64) -> Result<Ticket, HalError> {
        self.queues.commands.reserve()?;
        let work = Work::capture(command, &mut self.queues.bytes)?;
        self.queues.push(key, time, work).map(Ticket)
    }
}

impl<S: MemorySource, C: Chooser> Queues for Machine<'_, S, C> {
    fn create_queue(&mut self, space: SpaceId, device: DeviceOrdinal, priority: i32) -> Result<QueueId, HalError> {
        let time = self.space(space).ok_or(HalError::ContractBroken("space"))?.time;
        self.device_mut(device)?;
        let queue = Queue::new(space, device, priority, time);
        self.queues.queues.insert(queue).map(|key| QueueId(key.0))
    }

    fn destroy_queue(&mut self, queue: QueueId) -> Result<(), HalError> {
        let (key, _) = self.live(queue)?;
        if let Some(entry) = self.queues.queues.get_mut(key) {
            entry.destroyed = true;
            if entry.head.is_none() {
                self.queues.queues.remove(key);
            }
        }
        Ok(())
    }

    fn submit(&mut self, queue: QueueId, command: Command<'_>) -> Result<Ticket, HalError> {
        self.pass_parked_time();
        let (key, entry) = self.live(queue)?;
        let time = self.space(entry.space).map_or(0, |space| space.time);
        self.check(key, &command)?;
        let runs = self.chooser.choose(Choice::RunOnSubmit, TWO) == 0;
        if runs && let Some(ticket) = self.upload_now(key, &command) {
            return Ok(ticket);
        }
        let ticket = self.enqueue(key, command, time)?;
        if runs {
            self.run_submitted();
        }
        Ok(ticket)
    }

    fn submitted(&self, queue: QueueId) -> Ticket {
        Ticket(
            self.queues
                .queues
                .get(Key(queue.0))
                .map_or(u64::MAX, |queue| queue.submitted),
        )
    }

    fn completed(&self, queue: QueueId) -> Ticket {
        Ticket(
            self.queues
                .queues
                .get(Key(queue.0))
                .map_or(u64::MAX, |queue| queue.completed),
        )
    }

    fn is_idle(&self) -> bool {
        self.queues.pending() == 0
    }

    fn advance(&mut self) -> Progress {
        self.advance_once()
    }

    fn host_call_begun(&mut self, queue: QueueId) {
        if let Some(command) = self.queues.head_mut(Key(queue.0))
            && let Work::HostCall { begun, .. } = &mut command.work
        {
            *begun = true;
        }
    }

    fn host_call_done(&mut self, queue: QueueId) {
        let key = Key(queue.0);
        let Some(command) = self.queues.head(key) else { return };
        if matches!(command.work, Work::HostCall { begun: true, .. }) {
            let time = self.ready(key);
            self.queues.complete(key, time);
            self.changes += 1;
        }
    }

    fn host_waited(&mut self, queue: QueueId, ticket: Ticket) {
        let Some(entry) = self.queues.queues.get(Key(queue.0)) else {
            return;
        };
        let (space, ended) = (entry.space, entry.ended(ticket.0.min(entry.completed)));
        if let Some(space) = self.space_mut(space) {
            space.time = space.time.max(ended);
        }
    }

    fn create_timestamp(&mut self, space: SpaceId) -> Result<TimestampId, HalError> {
        self.space(space).ok_or(HalError::ContractBroken("space"))?;
        let timestamp = Timestamp { space, written: None };
        self.timestamps.insert(timestamp).map(|key| TimestampId(key.0))
    }

    fn destroy_timestamp(&mut self, timestamp: TimestampId) {
        self.timestamps.remove(Key(timestamp.0));
    }

    fn timestamp(&self, timestamp: TimestampId) -> Option<u64> {
        self.timestamps.get(Key(timestamp.0))?.written.map(|(_, time)| time)
    }

    fn fault(&self, space: SpaceId) -> Option<&Fault> {
        self.space(space)?.fault.as_ref()
    }

    fn waiting(&self, space: SpaceId) -> Option<Fault> {
        Self::waiting(self, space)
    }

    fn take_output(&mut self, space: SpaceId, stream: Output, into: &mut [u8]) -> usize {
        let Some(key) = self.spaces.find(|state| state.id == space) else {
            return 0;
        };
        let Some(state) = self.spaces.get_mut(key) else {
            return 0;
        };
        self.queues.bytes.pop(state.output(stream), into)
    }
}

impl<S: MemorySource, C: Chooser> Machine<'_, S, C> {
    /// Whether pending work may wait for something that only the world outside can bring.
    pub(super) const fn host_may_write(&self) -> bool {
        matches!(self.settings.host_writes, HostWrites::Possible)
    }
}
