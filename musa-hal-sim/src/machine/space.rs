//! What a machine keeps for each address space, beside its memory.

use musa_hal::queue::Output;
use musa_hal::{Chooser, Fault, SpaceId};

use super::Machine;
use super::launch::LaunchStatistics;
use crate::bytes::ByteQueue;
use crate::memory::MemorySource;

/// A space. Only its storage is the caller's.
#[derive(Debug)]
pub struct SpaceState {
    pub(super) id: SpaceId,
    /// The first fault; nothing has an effect after it.
    pub(super) fault: Option<Fault>,
    /// Virtual time of the process: its commands start no earlier.
    pub(super) time: u64,
    pub(super) print: ByteQueue,
    pub(super) assertion: ByteQueue,
    pub(super) last_launch: Option<LaunchStatistics>,
}

impl SpaceState {
    pub(super) const fn new(id: SpaceId) -> Self {
        Self {
            id,
            fault: None,
            time: 0,
            print: ByteQueue::EMPTY,
            assertion: ByteQueue::EMPTY,
            last_launch: None,
        }
    }

    pub(super) const fn output(&mut self, stream: Output) -> &mut ByteQueue {
        match stream {
            Output::Print => &mut self.print,
            Output::Assertion => &mut self.assertion,
        }
    }
}

impl<S: MemorySource, C: Chooser> Machine<'_, S, C> {
    pub(super) fn space(&self, space: SpaceId) -> Option<&SpaceState> {
        self.spaces
            .iter()
            .map(|(_, state)| state)
            .find(|state| state.id == space)
    }

    pub(super) fn space_mut(&mut self, space: SpaceId) -> Option<&mut SpaceState> {
        self.spaces.values_mut().find(|state| state.id == space)
    }

    /// Records a fault of a space, unless there was one already.
    pub(super) fn raise(&mut self, space: SpaceId, fault: Fault) {
        if let Some(state) = self.space_mut(space) {
            state.fault.get_or_insert(fault);
        }
    }
}
