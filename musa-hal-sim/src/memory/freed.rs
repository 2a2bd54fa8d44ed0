//! The ranges freed last, for diagnostics.

use musa_hal::SpaceId;

/// How many are remembered.
const KEPT: usize = 64;

/// A range that was freed.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreedRange {
    pub(super) space: SpaceId,
    pub(super) base: u64,
    pub(super) size: u64,
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

    pub(super) fn remember(&mut self, range: FreedRange) {
        self.ranges[self.next] = Some(range);
        self.next = (self.next + 1) % KEPT;
    }

    /// Of a space, the last freed first.
    pub(super) fn of(&self, space: SpaceId) -> impl Iterator<Item = FreedRange> + '_ {
        let (newer, older) = self.ranges.split_at(self.next);
        let in_order = newer.iter().rev().chain(older.iter().rev());
        in_order.flatten().copied().filter(move |range| range.space == space)
    }
}
