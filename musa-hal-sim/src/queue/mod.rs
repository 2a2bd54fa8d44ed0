//! Queues: commands that wait for their turn.

mod command;

pub(crate) use command::{LaunchCommand, LaunchShape, Region, Running, Work};

use musa_hal::{DeviceOrdinal, HalError, SpaceId};

use crate::bytes::ByteStore;
use crate::table::{Key, Table};

/// How many completion times a queue remembers.
const HISTORY: usize = 32;

/// A queue. Only its storage is the caller's.
#[derive(Debug)]
pub struct Queue {
    pub(crate) space: SpaceId,
    pub(crate) device: DeviceOrdinal,
    pub(crate) priority: i32,
    pub(crate) head: Option<Key>,
    tail: Option<Key>,
    pub(crate) submitted: u64,
    pub(crate) completed: u64,
    /// No identity names it any more; it goes when it has drained.
    pub(crate) destroyed: bool,
    /// When it last ran, counted in slices of the machine.
    pub(crate) last_run: u64,
    /// Virtual time at which its last completed command ended.
    pub(crate) time: u64,
    history: [u64; HISTORY],
}

/// A command in a queue. Only its storage is the caller's.
#[derive(Debug)]
pub struct Queued {
    next: Option<Key>,
    /// Order of submission over all queues.
    pub(crate) sequence: u64,
    /// Virtual time of the host when it was submitted: it starts no earlier.
    pub(crate) submitted_at: u64,
    pub(crate) work: Work,
}

impl Queue {
    pub(crate) const fn new(space: SpaceId, device: DeviceOrdinal, priority: i32, time: u64) -> Self {
        Self {
            space,
            device,
            priority,
            head: None,
            tail: None,
            submitted: 0,
            completed: 0,
            destroyed: false,
            last_run: 0,
            time,
            history: [time; HISTORY],
        }
    }

    /// When a completed ticket ended; for one that is long gone, a later time that is still known.
    pub(crate) fn ended(&self, ticket: u64) -> u64 {
        let oldest = self.completed.saturating_sub(HISTORY as u64 - 1);
        self.history[(ticket.max(oldest) % HISTORY as u64) as usize]
    }

    /// Counts the head as completed at a time.
    fn count(&mut self, time: u64) {
        self.completed += 1;
        self.time = self.time.max(time);
        self.history[(self.completed % HISTORY as u64) as usize] = self.time;
    }
}

/// All queues of a machine, and their commands.
#[derive(Debug)]
pub(crate) struct QueueSet<'a> {
    pub(crate) queues: Table<'a, Queue>,
    pub(crate) commands: Table<'a, Queued>,
    pub(crate) bytes: ByteStore<'a>,
    sequence: u64,
}

impl<'a> QueueSet<'a> {
    pub(crate) const fn new(queues: Table<'a, Queue>, commands: Table<'a, Queued>, bytes: ByteStore<'a>) -> Self {
        Self {
            queues,
            commands,
            bytes,
            sequence: 0,
        }
    }

    /// How many commands are pending in all queues.
    pub(crate) const fn pending(&self) -> usize {
        self.commands.len()
    }

    /// Appends a command; the ticket.
    pub(crate) fn push(&mut self, queue: Key, submitted_at: u64, work: Work) -> Result<u64, HalError> {
        let unknown = HalError::ContractBroken("queue");
        self.sequence += 1;
        let command = Queued {
            next: None,
            sequence: self.sequence,
            submitted_at,
            work,
        };
        let entry = self.queues.get_mut(queue).ok_or(unknown)?;
        let key = self.commands.insert(command)?;
        match entry.tail.replace(key) {
            Some(last) => {
                if let Some(last) = self.commands.get_mut(last) {
                    last.next = Some(key);
                }
            }
            None => entry.head = Some(key),
        }
        entry.submitted += 1;
        Ok(entry.submitted)
    }

    /// The command at the head of a queue.
    pub(crate) fn head(&self, queue: Key) -> Option<&Queued> {
        self.commands.get(self.queues.get(queue)?.head?)
    }

    /// The command at the head of a queue, to change it.
    pub(crate) fn head_mut(&mut self, queue: Key) -> Option<&mut Queued> {
        self.commands.get_mut(self.queues.get(queue)?.head?)
    }

    /// Counts a command that never had to wait in the queue; the ticket.
    pub(crate) fn pass(&mut self, queue: Key, time: u64) -> Option<u64> {
        let entry = self.queues.get_mut(queue)?;
        entry.submitted += 1;
        entry.count(time);
        Some(entry.submitted)
    }

    /// Completes the head of a queue at a virtual time.
    pub(crate) fn complete(&mut self, queue: Key, time: u64) -> Option<Work> {
        let work = self.take_head(queue)?;
        let entry = self.queues.get_mut(queue)?;
        entry.count(time);
        if entry.destroyed && entry.head.is_none() {
            self.queues.remove(queue);
        }
        Some(work)
    }

    /// Takes the head of a queue away; its bytes have been given back.
    pub(crate) fn take_head(&mut self, queue: Key) -> Option<Work> {
        let entry = self.queues.get_mut(queue)?;
        let mut command = self.commands.remove(entry.head?)?;
        entry.head = command.next;
        if entry.head.is_none() {
            entry.tail = None;
        }
        command.work.give_back(&mut self.bytes);
        Some(command.work)
    }

    /// Whether a queue has completed so many commands, or is no more.
    pub(crate) fn has_completed(&self, queue: Key, ticket: u64) -> bool {
        self.queues.get(queue).is_none_or(|queue| queue.completed >= ticket)
    }
}
