//! What runs next.

use core::num::NonZeroU32;

use musa_hal::{Choice, Chooser, Progress, QueueId, WaitCondition};

use super::Machine;
use super::transfer;
use crate::memory::MemorySource;
use crate::program::Uses;
use crate::queue::{LaunchCommand, Queue, Work};
use crate::table::Key;

/// Slices after which a queue that could run goes first, whatever its priority: no queue starves another.
const PATIENCE: u64 = 64;
/// Which part of the slices of a submitting call it gives to launches that may be waiting for the host.
const WAITERS_SHARE: u32 = 128;
/// Slices for which a launch that several host threads run goes on before anything else: how many it takes depends on the
/// timing of threads, and must not decide in which order launches end.
const SHARED_SLICES: u32 = 1 << 12;

/// What the head of a queue is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Readiness {
    /// Nothing: it can run.
    Ready,
    /// Commands of another queue.
    Queue,
    /// Another launch, to end.
    Launch,
    /// A word of memory.
    Memory,
    /// The host, to take a host function.
    HostDue,
    /// A host function that runs.
    HostRunning,
}

/// How the eager schedule ranks a queue: the least goes first.
type Rank = (bool, bool, i32, u64, u64);

/// Whether a command is a launch that several host threads are running.
fn goes_on(work: &Work) -> bool {
    matches!(work, Work::Launch(LaunchCommand { running: Some(running), .. })
        if (1..SHARED_SLICES).contains(&running.shared_slices))
}

impl<S: MemorySource, C: Chooser> Machine<'_, S, C> {
    /// What a queue waits for; `None` when it has no commands.
    pub(super) fn readiness(&self, queue: &Queue) -> Option<Readiness> {
        let command = self.queues.commands.get(queue.head?)?;
        let faulted = self.space(queue.space).is_none_or(|space| space.fault.is_some());
        Some(match &command.work {
            Work::HostCall { begun: true, .. } => Readiness::HostRunning,
            Work::HostCall { after_fault, .. } if !faulted || *after_fault => Readiness::HostDue,
            _ if faulted => Readiness::Ready,
            Work::Wait { queue, ticket } if !self.queues.has_completed(Key(queue.0), ticket.0) => Readiness::Queue,
            Work::WaitValue {
                address,
                value,
                wide,
                condition,
            } => self.word_readiness(queue, *address, (*value, *wide), *condition),
            Work::Launch(launch) => self.launch_readiness(launch),
            _ => Readiness::Ready,
        })
    }

    fn launch_readiness(&self, launch: &LaunchCommand) -> Readiness {
        match launch.running {
            // Nothing has changed since it was found waiting.
            Some(running) if running.parked_at == Some(self.changes) => Readiness::Memory,
            None if !self.grids.has_room() => Readiness::Launch,
            _ => Readiness::Ready,
        }
    }

    fn word_readiness(
        &self,
        queue: &Queue,
        address: musa_hal::Address,
        (value, wide): (u64, bool),
        condition: WaitCondition,
    ) -> Readiness {
        let Some(view) = self.memory.view(queue.space, None) else {
            return Readiness::Ready;
        };
        match transfer::is_met(view, address, value, wide, condition) {
            Ok(false) => Readiness::Memory,
            // Memory that is gone shows as a fault when the command runs.
            Ok(true) | Err(_) => Readiness::Ready,
        }
    }

    /// The queues that can run, with their ranks.
    fn ready_queues(&self) -> impl Iterator<Item = (Key, Rank)> + '_ {
        self.queues.queues.iter().filter_map(|(key, queue)| {
            let is_ready = self.readiness(queue) == Some(Readiness::Ready);
            let command = self.queues.commands.get(queue.head.filter(|_| is_ready)?)?;
            let patient = self.slices.saturating_sub(queue.last_run) < PATIENCE;
            let yields = !goes_on(&command.work);
            Some((key, (yields, patient, queue.priority, queue.last_run, command.sequence)))
        })
    }

    /// Which queue goes next.
    fn next_queue(&mut self) -> Option<Key> {
        let mut count = 0;
        let mut best = None;
        for (key, rank) in self.ready_queues() {
            count += 1;
            if best.is_none_or(|(_, least)| rank < least) {
                best = Some((key, rank));
            }
        }
        let (first, (_, patient, ..)) = best?;
        let options = NonZeroU32::new(count).filter(|count| count.get() > 1 && patient);
        let Some(options) = options else { return Some(first) };
        let choice = self.chooser.choose(Choice::QueueHead, options);
        if choice == 0 {
            return Some(first);
        }
        let mut others = self.ready_queues().map(|(key, _)| key).filter(|key| *key != first);
        others.nth(choice as usize - 1).or(Some(first))
    }

    /// Runs one slice of something, if anything can run.
    pub(super) fn step(&mut self) -> bool {
        if self.queues.pending() == 0 {
            return false;
        }
        // A launch that turns out to wait for memory is not ready again before something changes.
        while let Some(queue) = self.next_queue() {
            if self.run_slice(queue) {
                return true;
            }
        }
        self.host_may_write() && self.poll()
    }

    fn run_slice(&mut self, queue: Key) -> bool {
        if !self.queues.head(queue).is_some_and(|command| goes_on(&command.work)) {
            self.slices += 1;
            if let Some(entry) = self.queues.queues.get_mut(queue) {
                entry.last_run = self.slices;
            }
        }
        let progressed = self.run_head(queue);
        self.changes += u64::from(progressed);
        progressed
    }

    /// Looks once at every launch that waits for memory: the host may have written it.
    fn poll(&mut self) -> bool {
        let mut next = self.parked_queue(None);
        while let Some(queue) = next {
            if self.run_slice(queue) {
                return true;
            }
            next = self.parked_queue(Some(queue));
        }
        false
    }

    /// The first queue behind another one whose launch waits for memory.
    fn parked_queue(&self, behind: Option<Key>) -> Option<Key> {
        let mut queues = self.queues.queues.iter().map(|(key, _)| key);
        queues.find(|key| {
            let command = self.queues.head(*key).map(|command| &command.work);
            let is_parked = matches!(command, Some(Work::Launch(launch)) if launch.running.is_some());
            is_parked && behind.is_none_or(|behind| key.place() > behind.place())
        })
    }

    /// Runs what can run after a submission under an eager schedule. A launch that may be waiting for the host, in a way
    /// that does not show as a loop which comes back to the same state, gets a smaller share.
    pub(super) fn run_submitted(&mut self) {
        let most = self.settings.submit_slices;
        for slice in 0..most {
            let enough = slice >= most / WAITERS_SHARE && self.host_may_write() && self.runs_waiter();
            if enough || !self.step() {
                break;
            }
        }
    }

    /// Whether a launch is under way that looks at what others write.
    fn runs_waiter(&self) -> bool {
        let looks = Uses::OBSERVING_LOAD | Uses::ATOMIC_RESULT | Uses::CLOCK;
        self.queues.queues.iter().any(|(key, _)| {
            let Some(Work::Launch(launch)) = self.queues.head(key).map(|command| &command.work) else {
                return false;
            };
            let function = launch.running.and_then(|_| {
                let slot = self.images.get(launch.shape.image)?;
                slot.program.function(slot.kernel(launch.shape.kernel)?.function)
            });
            function.is_some_and(|function| function.needs.uses.intersects(looks))
        })
    }

    /// The host function that is due and was submitted first.
    fn host_call(&self) -> Option<Progress> {
        let mut first: Option<(u64, Progress)> = None;
        for (key, queue) in self.queues.queues.iter() {
            if self.readiness(queue) != Some(Readiness::HostDue) {
                continue;
            }
            let command = self.queues.commands.get(queue.head?)?;
            if let Work::HostCall { token, .. } = command.work
                && first.is_none_or(|(sequence, _)| command.sequence < sequence)
            {
                let call = Progress::HostCall {
                    space: queue.space,
                    queue: QueueId(key.0),
                    token,
                };
                first = Some((command.sequence, call));
            }
        }
        first.map(|(_, call)| call)
    }

    pub(super) fn advance_once(&mut self) -> Progress {
        self.pass_parked_time();
        let progress = self.turn();
        self.parked_since = match progress {
            Progress::Parked => self.settings.host_clock.map(|now| now()),
            _ => None,
        };
        progress
    }

    /// Lets the host's time pass that has gone by since all work was found parked.
    pub(super) fn pass_parked_time(&mut self) {
        if let (Some(since), Some(clock)) = (self.parked_since, self.settings.host_clock) {
            let now = clock();
            self.pass_time(now.saturating_sub(since));
            self.parked_since = Some(now);
        }
    }

    fn turn(&mut self) -> Progress {
        // Host functions and device work take turns, so that neither keeps the other from what it waits for.
        let call = self.host_call();
        if let Some(call) = call.filter(|_| !self.surfaced) {
            self.surfaced = true;
            return call;
        }
        self.surfaced = false;
        if self.step() {
            return Progress::Advanced;
        }
        call.unwrap_or_else(|| self.standstill())
    }

    /// Nothing can run: why.
    fn standstill(&mut self) -> Progress {
        if self.queues.pending() == 0 {
            return Progress::Idle;
        }
        let waits_outside = |readiness| match readiness {
            Readiness::HostRunning => true,
            Readiness::Memory => self.host_may_write(),
            Readiness::Ready | Readiness::Queue | Readiness::Launch | Readiness::HostDue => false,
        };
        let mut queues = self.queues.queues.iter();
        if queues.any(|(_, queue)| self.readiness(queue).is_some_and(waits_outside)) {
            return Progress::Parked;
        }
        drop(queues);
        self.declare_deadlock();
        Progress::Deadlock
    }
}
