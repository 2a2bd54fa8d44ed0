//! The memory of pools: chunks, which are allocations of the machine, cut into extents that are in use or free.
//!
//! Extents lie in a map by address, and the free ones also in an index by pool and length, so that finding one takes
//! logarithmic time, and joining it with its neighbours too.

use musa_hal::{Address, Hal};

use super::PoolId;
use crate::error::Error;
use crate::sorted::SortedMap;
use crate::wait::Point;

/// Extents are multiples of this many bytes.
pub(super) const UNIT: u64 = 512;

/// A part of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its pool; none for what a call freed in stream order without having allocated it so.
    pool: Option<PoolId>,
    /// The first byte of its chunk.
    chunk: u64,
    /// Bytes of the chunk.
    chunk_length: u64,
    /// Its own bytes.
    length: u64,
    state: State,
}

/// What an extent is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// An allocation.
    Used,
    /// Nothing any more, once a point has been reached.
    Free { after: Option<Point> },
}

impl Extent {
    pub(super) fn chunk(&self) -> u64 {
        self.chunk
    }

    pub(super) fn is_of(&self, pool: PoolId) -> bool {
        self.pool == Some(pool)
    }

    fn end(&self, base: u64) -> u64 {
        base.saturating_add(self.length)
    }

    /// Whether it is a whole chunk that nothing uses any more.
    fn is_unused_chunk<H: Hal + ?Sized>(&self, hal: &H) -> bool {
        let State::Free { after } = self.state else {
            return false;
        };
        self.length == self.chunk_length && after.is_none_or(|point| point.reached(hal))
    }
}

/// A free extent in the index: the slot of its pool plus one (zero without a pool), its length, its first byte.
pub(crate) type FreeKey = (u32, u64, u64);

fn slot(pool: Option<PoolId>) -> u32 {
    pool.map_or(0, |pool| pool.index() + 1)
}

/// A free extent that may be given again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) base: u64,
    pub(super) length: u64,
    pub(super) after: Option<Point>,
}

/// All memory of all pools.
#[derive(Debug)]
pub(crate) struct PoolMemory<'s> {
    extents: SortedMap<'s, u64, Extent>,
    free: SortedMap<'s, FreeKey, ()>,
}

const MISSING: Error = Error::Bug("an extent of a pool is missing");

impl<'s> PoolMemory<'s> {
    pub(crate) fn new(extents: SortedMap<'s, u64, Extent>, free: SortedMap<'s, FreeKey, ()>) -> Self {
        Self { extents, free }
    }

    /// The first extent at or above an address.
    pub(super) fn extent_from(&self, address: u64) -> Option<(u64, Extent)> {
        self.extents.at_or_above(address).map(|(base, extent)| (base, *extent))
    }

    /// Makes sure that an allocation and the remainder of what it is cut from find room.
    pub(super) fn reserve(&mut self) -> Result<(), Error> {
        self.extents.reserve(2)?;
        self.free.reserve(2)
    }

    /// Whether no memory is held that could be given back.
    pub(super) fn nothing_free(&self) -> bool {
        self.free.is_empty()
    }

    /// Free extents of a pool of at least so many bytes, the shortest first.
    pub(super) fn candidates(&self, pool: PoolId, length: u64) -> impl Iterator<Item = Candidate> + '_ {
        let mut from = Some((slot(Some(pool)), length, 0));
        core::iter::from_fn(move || {
            let (key, ()) = self.free.at_or_above(from?)?;
            if key.0 != slot(Some(pool)) {
                return None;
            }
            from = Some((key.0, key.1, key.2 + 1));
            let after = match self.extents.get(key.2)?.state {
                State::Free { after } => after,
                State::Used => None,
            };
            Some(Candidate {
                base: key.2,
                length: key.1,
                after,
            })
        })
    }

    /// Enters a fresh chunk, all of it in use.
    pub(super) fn add_chunk(&mut self, pool: Option<PoolId>, base: u64, length: u64) -> Result<(), Error> {
        let extent = Extent {
            pool,
            chunk: base,
            chunk_length: length,
            length,
            state: State::Used,
        };
        self.extents.insert(base, extent)
    }

    /// Uses the first bytes of a free extent; what is left of it stays free.
    pub(super) fn take(&mut self, base: u64, length: u64) -> Result<u64, Error> {
        let extent = *self.extents.get(base).ok_or(MISSING)?;
        self.free.remove((slot(extent.pool), extent.length, base));
        let rest = extent.length.saturating_sub(length);
        let used = if rest >= UNIT { length } else { extent.length };
        if rest >= UNIT {
            let remainder = Extent { length: rest, ..extent };
            self.extents.insert(base + length, remainder)?;
            self.free.insert((slot(extent.pool), rest, base + length), ())?;
        }
        let taken = Extent {
            length: used,
            state: State::Used,
            ..extent
        };
        self.extents.insert(base, taken)?;
        Ok(used)
    }

    /// Frees an extent, from a point on; its length and its pool.
    pub(super) fn give<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        base: u64,
        after: Option<Point>,
    ) -> Result<(u64, Option<PoolId>), Error> {
        let extent = self.extents.get_mut(base).ok_or(MISSING)?;
        extent.state = State::Free {
            after: after.filter(|point| !point.reached(hal)),
        };
        let (length, pool) = (extent.length, extent.pool);
        self.free.insert((slot(pool), length, base), ())?;
        let base = self.join_with_previous(hal, base)?;
        self.join_with_next(hal, base)?;
        Ok((length, pool))
    }

    /// Whether an extent is in use.
    pub(super) fn is_used(&self, base: u64) -> bool {
        self.extents.get(base).is_some_and(|extent| extent.state == State::Used)
    }

    fn join_with_previous<H: Hal + ?Sized>(&mut self, hal: &H, base: u64) -> Result<u64, Error> {
        let before = base.checked_sub(1).and_then(|last| self.extents.at_or_below(last));
        let Some(previous) = before.map(|(previous, _)| previous) else {
            return Ok(base);
        };
        Ok(if self.join_with_next(hal, previous)? {
            previous
        } else {
            base
        })
    }

    /// Joins a free extent with the one behind it, where both are free at the same point.
    fn join_with_next<H: Hal + ?Sized>(&mut self, hal: &H, base: u64) -> Result<bool, Error> {
        let extent = *self.extents.get(base).ok_or(MISSING)?;
        let Some(next) = self.extents.get(extent.end(base)).copied() else {
            return Ok(false);
        };
        let (State::Free { after: first }, State::Free { after: second }) = (extent.state, next.state) else {
            return Ok(false);
        };
        if next.chunk != extent.chunk {
            return Ok(false);
        }
        let pending = |point: Option<Point>| point.filter(|point| !point.reached(hal));
        let after = match (pending(first), pending(second)) {
            (None, None) => None,
            (Some(one), Some(other)) if one.queue == other.queue => Some(Point {
                ticket: one.ticket.max(other.ticket),
                ..one
            }),
            _ => return Ok(false),
        };
        let next_base = extent.end(base);
        self.free.remove((slot(extent.pool), extent.length, base));
        self.free.remove((slot(next.pool), next.length, next_base));
        self.extents.remove(next_base);
        let joined = Extent {
            length: extent.length + next.length,
            state: State::Free { after },
            ..extent
        };
        self.extents.insert(base, joined)?;
        self.free.insert((slot(joined.pool), joined.length, base), ())?;
        Ok(true)
    }

    /// Takes out a chunk that nothing uses any more, the longest one; its first byte and its length.
    pub(super) fn take_unused_chunk<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        pool: Option<PoolId>,
    ) -> Result<Option<(Address, u64)>, Error> {
        // Neighbours may have become free at the same point since.
        let mut below = (slot(pool), u64::MAX, u64::MAX);
        while let Some((key, ())) = self.free.at_or_below(below).filter(|(key, ())| key.0 == slot(pool)) {
            let (_, length, base) = key;
            if self.join_with_next(hal, base)? {
                below = (slot(pool), u64::MAX, u64::MAX);
                continue;
            }
            if self.extents.get(base).is_some_and(|extent| extent.is_unused_chunk(hal)) {
                self.free.remove(key);
                self.extents.remove(base);
                return Ok(Some((Address(base), length)));
            }
            let Some(next) = base.checked_sub(1) else { break };
            below = (key.0, length, next);
        }
        Ok(None)
    }
}
