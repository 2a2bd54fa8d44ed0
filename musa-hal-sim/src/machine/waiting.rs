//! What waits for what, and where kernels stand: in words, and as faults.

use core::fmt::Write;

use musa_hal::{Chooser, Fault, FaultKind, SpaceId};

use super::Machine;
use super::execute::{Start, blank_fault};
use super::launch::linear;
use crate::exec::Standing;
use crate::memory::MemorySource;
use crate::queue::{LaunchCommand, Work};
use crate::table::Key;

impl<S: MemorySource, C: Chooser> Machine<'_, S, C> {
    /// A queue with pending work, of a space for which it is asked.
    fn waiting_queue(&self, asked: impl Fn(SpaceId) -> bool) -> Option<(Key, SpaceId)> {
        let mut queues = self.queues.queues.iter();
        let (key, queue) = queues.find(|(_, queue)| queue.head.is_some() && asked(queue.space))?;
        Some((key, queue.space))
    }

    /// Every space with pending work gets a fault that says what it waits for.
    pub(super) fn declare_deadlock(&mut self) {
        let is_well = |machine: &Self, space| machine.space(space).is_some_and(|state| state.fault.is_none());
        while let Some((key, space)) = self.waiting_queue(|space| is_well(self, space)) {
            match self.what_waits(key) {
                Some(fault) => self.raise(space, fault),
                None => return,
            }
        }
    }

    /// What the pending work of a space waits for, as the fault that it would be if nothing could come any more.
    pub(super) fn waiting(&self, space: SpaceId) -> Option<Fault> {
        let (key, _) = self.waiting_queue(|asked| asked == space)?;
        self.what_waits(key)
    }

    /// What the head of a queue waits for.
    fn what_waits(&self, key: Key) -> Option<Fault> {
        let queue = self.queues.queues.get(key)?;
        let (ticket, number) = (queue.completed + 1, key.0 as u32);
        let start = Start {
            space: queue.space,
            device: queue.device,
            ready: 0,
        };
        let mut fault = blank_fault(FaultKind::Deadlock, queue.device);
        // Texts that are too long are cut.
        let _ = match self.queues.head(key).map(|command| &command.work) {
            Some(Work::Wait { queue, ticket: awaited }) => write!(
                fault.detail,
                "command {ticket} of queue {number} waits for command {} of queue {}, which waits too",
                awaited.0, queue.0 as u32,
            ),
            Some(Work::WaitValue { address, .. }) => write!(
                fault.detail,
                "command {ticket} of queue {number} waits for the word at {:#x}, which nothing will write",
                address.0,
            ),
            Some(Work::Launch(launch)) if launch.running.is_some() => {
                let place = launch.running.map(|running| running.place);
                fault = self.standing_fault(FaultKind::Deadlock, start, launch, place);
                write!(
                    fault.detail,
                    "the kernel, command {ticket} of queue {number}, waits for memory that nothing will write",
                )
            }
            _ => write!(
                fault.detail,
                "command {ticket} of queue {number} waits for what cannot come"
            ),
        };
        Some(fault)
    }

    /// A fault of a launch that goes on in a place of the table, where its lowest thread stands.
    fn standing_fault(&self, kind: FaultKind, start: Start, launch: &LaunchCommand, place: Option<usize>) -> Fault {
        let fault = self.launch_fault(kind, start, launch);
        let grid = place.and_then(|place| self.grids.get(place));
        let slot = self.images.get(launch.shape.image);
        match grid.zip(slot).and_then(|(grid, slot)| grid.standing(&slot.program)) {
            Some(at) => placed(fault, launch, at),
            None => fault,
        }
    }

    /// A launch that has run, or waited for memory, longer than it may.
    pub(super) fn timeout_fault(&self, start: Start, launch: &LaunchCommand, place: usize, waits: bool) -> Fault {
        let mut fault = self.standing_fault(FaultKind::Timeout, start, launch, Some(place));
        let (milliseconds, rest) = match self.settings.kernel_timeout {
            Some(limit) => (limit / 1_000_000, limit % 1_000_000),
            None => (0, 0),
        };
        let did = if waits { "waited for memory" } else { "ran" };
        // A text that is too long is cut.
        let _ = write!(fault.detail, "it {did} longer than the limit of {milliseconds}");
        if rest > 0 {
            let _ = write!(fault.detail, ".{rest:06}");
        }
        let _ = write!(fault.detail, " ms of virtual time");
        fault
    }
}

/// A fault of a launch with its place.
pub(super) fn placed(mut fault: Fault, launch: &LaunchCommand, at: Standing) -> Fault {
    fault.block = linear(at.block, launch.shape.grid);
    fault.thread = linear(at.thread.into(), launch.shape.block);
    fault.line = at.line;
    fault
}
