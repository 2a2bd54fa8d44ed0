//! Running what stands at the head of a queue.

use musa_hal::{
    Address, Chooser, Command, Denied, DeviceOrdinal, Dim3, Fault, FaultKind, HalError, ImageId, KernelOrdinal,
    NearestAllocation, SpaceId,
};

use super::Machine;
use super::launch::Slice;
use super::timeline::Route;
use super::transfer::{self, Missing};
use crate::memory::MemorySource;
use crate::queue::Work;
use crate::table::Key;

/// Whose command it is, where it runs, and when it could start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) space: SpaceId,
    pub(super) device: DeviceOrdinal,
    pub(super) ready: u64,
}

impl<S: MemorySource, C: Chooser> Machine<'_, S, C> {
    /// Refuses a command that could never complete.
    pub(super) fn check(&mut self, queue: Key, command: &Command<'_>) -> Result<(), HalError> {
        match command {
            Command::Launch(launch) => self.check_launch(queue, launch),
            Command::Fill { element, .. } if !matches!(element, 1 | 2 | 4) => {
                Err(HalError::ContractBroken("element of a fill"))
            }
            Command::Wait { queue: other, ticket } => {
                let other = Key(other.0);
                let submitted = self.queues.queues.get(other).map(|entry| entry.submitted);
                let never = submitted.is_some_and(|submitted| ticket.0 > submitted);
                if other == queue || never {
                    return Err(HalError::ContractBroken("wait for what is not submitted"));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// When the head of a queue could start, as far as its queue and its submitter go.
    pub(super) fn ready(&self, queue: Key) -> u64 {
        let time = self.queues.queues.get(queue).map_or(0, |queue| queue.time);
        let submitted_at = self.queues.head(queue).map_or(0, |command| command.submitted_at);
        time.max(submitted_at)
    }

    /// Runs a slice of the head of a queue; whether anything came of it.
    pub(super) fn run_head(&mut self, key: Key) -> bool {
        let (Some(queue), Some(command)) = (self.queues.queues.get(key), self.queues.head(key)) else {
            return false;
        };
        let work = command.work;
        let start = Start {
            space: queue.space,
            device: queue.device,
            ready: self.ready(key),
        };
        let faulted = self.space(start.space).is_none_or(|space| space.fault.is_some());
        let end = match &work {
            Work::Launch(launch) if faulted => {
                self.abandon_launch(launch);
                start.ready
            }
            Work::Launch(launch) => match self.run_launch(key, start, launch) {
                Slice::Ended(end) => end,
                Slice::Advanced => return true,
                Slice::Waiting => return false,
            },
            _ if faulted => start.ready,
            _ => self.run_work(start, &work).unwrap_or_else(|missing| {
                self.raise_missing(start, missing);
                start.ready
            }),
        };
        self.queues.complete(key, end);
        true
    }

    /// Does what a command says; when it ends.
    fn run_work(&mut self, start: Start, work: &Work) -> Result<u64, Missing> {
        let ready = start.ready;
        let Some(view) = self.memory.view(start.space, None) else {
            return Ok(ready);
        };
        match *work {
            Work::Copy(region) => {
                let route = transfer::route(view, &region);
                transfer::copy(view, &region)?;
                Ok(self.copy_end(start, route, region.bytes()))
            }
            Work::Upload { to, bytes } => {
                transfer::upload_queued(view, to, &bytes, &self.queues.bytes)?;
                Ok(self.copy_end(start, Route::ToDevice, bytes.len()))
            }
            Work::Fill {
                to,
                value,
                element,
                width,
                height,
            } => {
                transfer::fill(view, &to, value, element, width, height)?;
                let bytes = width.saturating_mul(height).saturating_mul(element.into());
                Ok(self.fill_end(start, bytes))
            }
            Work::Wait { queue, ticket } => {
                let other = self.queues.queues.get(Key(queue.0));
                Ok(ready.max(other.map_or(0, |other| other.ended(ticket.0))))
            }
            Work::Timestamp { timestamp, serial } => {
                self.write_timestamp(Key(timestamp.0), serial, ready);
                // It takes the least time there is, so that no two records of a queue have the same.
                Ok(ready.saturating_add(1))
            }
            Work::WriteValue { address, value, wide } => {
                transfer::write_word(view, address, value, wide)?;
                Ok(ready)
            }
            Work::WaitValue {
                address,
                value,
                wide,
                condition,
            } => {
                // It is met, or its memory is gone. The word was there by now, the host's time.
                transfer::is_met(view, address, value, wide, condition)?;
                Ok(ready.max(self.space(start.space).map_or(0, |space| space.time)))
            }
            // Never ready here: launches and host functions complete otherwise.
            Work::Launch(_) | Work::HostCall { .. } => Ok(ready),
        }
    }

    fn write_timestamp(&mut self, timestamp: Key, serial: u64, time: u64) {
        if let Some(timestamp) = self.timestamps.get_mut(timestamp)
            && timestamp.written.is_none_or(|(last, _)| last <= serial)
        {
            timestamp.written = Some((serial, time));
        }
    }

    /// Uploads from the caller's bytes; when it ends.
    pub(super) fn run_upload(&mut self, start: Start, to: Address, bytes: &[u8]) -> u64 {
        let view = self.memory.view(start.space, None);
        match view.map(|view| transfer::upload(view, to, bytes)) {
            Some(Err(missing)) => {
                self.raise_missing(start, missing);
                start.ready
            }
            _ => self.copy_end(start, Route::ToDevice, bytes.len() as u64),
        }
    }

    fn copy_end(&mut self, start: Start, route: Route, bytes: u64) -> u64 {
        self.devices
            .get_mut(start.device.0 as usize)
            .map_or(start.ready, |device| {
                let duration = device.timeline.copy_time(route, bytes);
                device.timeline.copy(start.ready, route, duration)
            })
    }

    fn fill_end(&mut self, start: Start, bytes: u64) -> u64 {
        self.devices
            .get_mut(start.device.0 as usize)
            .map_or(start.ready, |device| {
                let duration = device.timeline.fill_time(bytes);
                device.timeline.copy(start.ready, Route::Within, duration)
            })
    }

    /// What lies near the address of a fault, and whether the device may not go there.
    pub(super) fn near(&self, space: SpaceId, fault: &Fault) -> Option<NearestAllocation> {
        let view = self.memory.view(space, Some(fault.device))?;
        let mut nearest = view.nearest(fault.address?.0)?;
        let reason = |denied: &Denied| match denied {
            Denied::Write => fault.write,
            Denied::Peer(_) | Denied::Access => true,
        };
        nearest.denied = nearest.denied.filter(reason);
        if fault.kind != FaultKind::IllegalAddress {
            nearest.denied = None;
        }
        Some(nearest)
    }

    fn raise_missing(&mut self, start: Start, missing: Missing) {
        let mut fault = blank_fault(FaultKind::IllegalAddress, start.device);
        fault.address = Some(missing.address);
        fault.write = missing.write;
        fault.nearest = self.near(start.space, &fault);
        // Cannot fail: the text is shorter than the field.
        let _ = fault.detail.push_str("a copy, fill or wait found its memory freed");
        self.raise(start.space, fault);
    }
}

/// A fault of no kernel.
pub(super) fn blank_fault(kind: FaultKind, device: DeviceOrdinal) -> Fault {
    Fault {
        kind,
        device,
        image: ImageId(0),
        kernel: KernelOrdinal(0),
        kernel_name: heapless::String::new(),
        block: Dim3::new(0, 0, 0),
        thread: Dim3::new(0, 0, 0),
        line: 0,
        address: None,
        bytes: 0,
        write: false,
        nearest: None,
        detail: heapless::String::new(),
    }
}
