//! The ranges freed last: for diagnostics, and so that addresses are not given again at once. Who still holds a pointer to
//! what is gone must not find something else there.

use musa_hal::SpaceId;

use super::state::Place;

/// How many are remembered.
const KEPT: usize = 64;
/// How many of them keep their addresses, while there are others.
const QUARANTINED: usize = 16;

/// A range that was freed.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreedRange {
    pub(super) space: SpaceId,
    pub(super) base: u64,
    pub(super) size: u64,
    /// Where it still occupies its addresses.
    pub(super) held: Option<Place>,
}

/// The last ones; older ones give way.
#[derive(Debug)]
pub(super) struct Freed {
    ranges: [Option<FreedRange>; KEPT],
    next: usize,
}

impl Freed {
    pub(super) const fn new() -> Self {
        Self {
            ranges: [None; KEPT],
            next: 0,
        }
    }

    /// Remembers a range. Answers the one whose addresses are free from now on.
    pub(super) fn remember(&mut self, range: FreedRange) -> Option<(Place, u64)> {
        self.ranges[self.next] = Some(range);
        self.next = (self.next + 1) % KEPT;
        self.let_go((self.next + KEPT - 1 - QUARANTINED) % KEPT)
    }

    fn let_go(&mut self, index: usize) -> Option<(Place, u64)> {
        let range = self.ranges[index].as_mut()?;
        range.held.take().map(|place| (place, range.base))
    }

    /// Some range that still occupies its addresses, which are free from now on.
    pub(super) fn let_one_go(&mut self) -> Option<(Place, u64)> {
        (0..KEPT).find_map(|index| self.let_go((self.next + index) % KEPT))
    }

    /// Of a space, the last freed first.
    pub(super) fn of(&self, space: SpaceId) -> impl Iterator<Item = FreedRange> + '_ {
        let (newer, older) = self.ranges.split_at(self.next);
        let in_order = newer.iter().rev().chain(older.iter().rev());
        in_order.flatten().copied().filter(move |range| range.space == space)
    }
}
