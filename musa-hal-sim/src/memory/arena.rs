//! Room in a range of addresses.

use super::record::Record;
use super::tree::{Extent, Pool, Tree};

/// A range of addresses that allocations are placed in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) base: u64,
    pub(super) length: u64,
    pub(super) tree: Tree,
}

impl Range {
    /// A range with nothing in it; false when the pool is full.
    pub(super) fn new(pool: &mut Pool<'_>, base: u64, length: u64) -> Option<Self> {
        let mut tree = Tree::EMPTY;
        if length > 0 {
            if !pool.reserve(1) {
                return None;
            }
            pool.add(&mut tree, base, length, None);
        }
        Some(Self { base, length, tree })
    }

    pub(super) fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.length
    }

    /// The lowest place for `length` bytes at a multiple of `align`, moved up by up to `skip` bytes if the hole allows.
    pub(super) fn place(&self, pool: &Pool<'_>, length: u64, align: u64, skip: u64) -> Option<u64> {
        let mut from = self.base;
        loop {
            let (hole, room) = pool.first_free(self.tree, from, length)?;
            let fits = |base: u64| base - hole <= room && room - (base - hole) >= length;
            if let Some(base) = hole.checked_next_multiple_of(align).filter(|base| fits(*base)) {
                let moved = base
                    .checked_add(skip)
                    .and_then(|base| base.checked_next_multiple_of(align));
                return Some(moved.filter(|base| fits(*base)).unwrap_or(base));
            }
            from = hole.checked_add(room)?;
        }
    }

    /// Puts a record at a place that [`Range::place`] gave. The caller has reserved two nodes.
    pub(super) fn occupy(&mut self, pool: &mut Pool<'_>, base: u64, length: u64, record: Record) {
        let Some(hole) = pool.find(self.tree, base).map(|hole| (hole.base, hole.length)) else {
            return;
        };
        let before = base - hole.0;
        let after = hole.1 - before - length;
        if before > 0 {
            pool.set_free_length(self.tree, hole.0, before);
        } else {
            pool.remove(&mut self.tree, hole.0);
        }
        pool.add(&mut self.tree, base, length, Some(record));
        if after > 0 {
            pool.add(&mut self.tree, base + length, after, None);
        }
    }

    /// Makes an occupied extent free again and joins it with its free neighbours.
    pub(super) fn vacate(&mut self, pool: &mut Pool<'_>, base: u64) -> Option<Record> {
        let (mut length, record) = pool.remove(&mut self.tree, base)?;
        let is_free = |extent: &Extent<'_>| extent.record.is_none();
        let next = pool.after(self.tree, base).filter(is_free).map(|extent| extent.base);
        if let Some((more, _)) = next.and_then(|next| pool.remove(&mut self.tree, next)) {
            length += more;
        }
        let before = base.checked_sub(1).and_then(|last| pool.find(self.tree, last));
        match before.filter(is_free).map(|extent| (extent.base, extent.length)) {
            Some((start, before)) => pool.set_free_length(self.tree, start, before + length),
            // One node has just been freed.
            None => pool.add(&mut self.tree, base, length, None),
        }
        record
    }
}
