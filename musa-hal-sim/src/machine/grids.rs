//! Launches in progress.

use musa_hal::HalError;

use crate::exec::{Grid, GridRequest, GridStorage};
use crate::places::Places;
use crate::program::Program;

/// A place for one launch in progress. Its tables are kept from launch to launch.
#[derive(Debug)]
pub struct GridSlot<'a> {
    grid: Grid<'a>,
    taken: bool,
}

impl<'a> GridSlot<'a> {
    /// A free place with tables for a launch.
    pub const fn new(storage: GridStorage<'a>) -> Self {
        Self {
            grid: Grid::new(storage),
            taken: false,
        }
    }
}

/// All launches in progress of a machine.
#[derive(Debug)]
pub(super) struct GridTable<'a> {
    slots: Places<GridSlot<'a>>,
}

impl<'a> GridTable<'a> {
    pub(super) const fn new(slots: Places<GridSlot<'a>>) -> Self {
        Self { slots }
    }

    /// Whether another launch can start.
    pub(super) fn has_room(&self) -> bool {
        self.slots.grows() || self.slots.iter().any(|slot| !slot.taken)
    }

    /// Whether the tables grow, so that every launch fits.
    pub(super) const fn grows(&self) -> bool {
        self.slots.grows()
    }

    /// Whether a launch fits the tables, as far as that is known before it starts.
    pub(super) fn check(&mut self, program: &Program<'_>, request: &GridRequest<'_>) -> Result<(), HalError> {
        if let Some(place) = self.start(program, request)? {
            self.stop(place);
        }
        Ok(())
    }

    /// Starts a launch; none when every place is taken.
    pub(super) fn start(
        &mut self,
        program: &Program<'_>,
        request: &GridRequest<'_>,
    ) -> Result<Option<usize>, HalError> {
        let Some(place) = self.slots.vacant(|slot| !slot.taken) else {
            return Ok(None);
        };
        let Some(slot) = self.slots.get_mut(place) else {
            return Ok(None);
        };
        slot.grid.launch(program, request)?;
        slot.taken = true;
        Ok(Some(place))
    }

    pub(super) fn get(&self, place: usize) -> Option<&Grid<'a>> {
        let slot = self.slots.get(place).filter(|slot| slot.taken);
        slot.map(|slot| &slot.grid)
    }

    pub(super) fn get_mut(&mut self, place: usize) -> Option<&mut Grid<'a>> {
        self.slots
            .get_mut(place)
            .filter(|slot| slot.taken)
            .map(|slot| &mut slot.grid)
    }

    /// Ends a launch, whatever it has come to.
    pub(super) fn stop(&mut self, place: usize) {
        if let Some(slot) = self.slots.get_mut(place) {
            slot.taken = false;
        }
    }
}
