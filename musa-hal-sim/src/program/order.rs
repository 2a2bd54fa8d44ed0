//! The order in which basic blocks are laid out.
//!
//! Divergent lanes of a warp run lowest program counter first, and meet where their counters meet. For that to be the
//! immediate post-dominator of the branch that divided them, everything between a branch and where its arms join must
//! come before the join. The order is therefore topological, with every loop in one piece and its header first, and so
//! on inside of each loop: a loop's exits come after all of it, so that lanes that leave early wait for the others.
//!
//! It is found by Tarjan's strongly connected components, region by region: the components of a region in topological
//! order, and each that is a loop becomes a region of its own, without the edges back to its header. Nothing recurses;
//! the state is in the blocks and in a stack of the table of numbers.

use musa_hal::HalError;

use super::{Block, block::NO_BLOCK};
use crate::list::List;

/// A part of the order that is still to be arranged.
#[derive(Clone, Copy)]
struct Region {
    begin: u32,
    end: u32,
}

/// Orders the blocks that can be reached from the first: appends their places to `numbers`, and answers where that
/// begins.
///
/// # Errors
/// Exhausted when the table of numbers is full.
pub(super) fn arrange(blocks: &mut [Block], numbers: &mut List<'_, u32>) -> Result<usize, HalError> {
    let count = blocks.len();
    let order = numbers.entries().len();
    numbers.repeat(0, count)?;
    let work = numbers.entries().len();
    // Two stacks of Tarjan's, and one of regions (two numbers each; they do not overlap, and each has two blocks).
    numbers.repeat(0, count * 4 + 4)?;
    for block in blocks.iter_mut() {
        (block.region, block.visit) = (0, 0);
    }
    let (tables, scratch) = numbers.entries_mut().split_at_mut(order);
    let (order_part, scratch) = scratch.split_at_mut(count);
    let reached = Search::new(blocks, tables, order_part, scratch).run();
    numbers.truncate(work);
    numbers.truncate(order + reached);
    Ok(order)
}

struct Search<'s> {
    blocks: &'s mut [Block],
    tables: &'s [u32],
    order: &'s mut [u32],
    /// Tarjan's stack of open blocks.
    open: &'s mut [u32],
    /// The blocks on the path of the depth-first search.
    path: &'s mut [u32],
    /// Regions to arrange, as pairs.
    regions: &'s mut [u32],
    opened: usize,
    depth: usize,
    pending: usize,
    clock: u32,
    /// Number of the region being arranged.
    region: u32,
}

/// Mark of a block whose component is complete, in [`Block::low`].
const CLOSED: u32 = u32::MAX;

impl<'s> Search<'s> {
    fn new(blocks: &'s mut [Block], tables: &'s [u32], order: &'s mut [u32], scratch: &'s mut [u32]) -> Self {
        let count = blocks.len();
        let (open, scratch) = scratch.split_at_mut(count);
        let (path, regions) = scratch.split_at_mut(count);
        Self {
            blocks,
            tables,
            order,
            open,
            path,
            regions,
            opened: 0,
            depth: 0,
            pending: 0,
            clock: 0,
            region: 0,
        }
    }

    /// Arranges everything; how many blocks were reached.
    fn run(&mut self) -> usize {
        let count = self.blocks.len() as u32;
        let first = self.components(0, Region { begin: 0, end: count }, NO_BLOCK);
        self.order.copy_within(first as usize.., 0);
        let reached = (count - first) as usize;
        // The regions found were placed before the move.
        for place in 0..self.pending * 2 {
            self.regions[place] -= first;
        }
        while self.pending > 0 {
            self.pending -= 1;
            let region = Region {
                begin: self.regions[self.pending * 2],
                end: self.regions[self.pending * 2 + 1],
            };
            let header = self.order[region.begin as usize];
            self.region += 1;
            for place in region.begin..region.end {
                let block = &mut self.blocks[self.order[place as usize] as usize];
                (block.region, block.visit) = (self.region, 0);
            }
            self.components(header, region, header);
        }
        reached
    }

    /// Orders the blocks of a region that `root` reaches without going to `header`, from the region's end to its
    /// beginning; where that stops. Components of several blocks are noted as regions, their header in front.
    fn components(&mut self, root: u32, region: Region, header: u32) -> u32 {
        let mut end = region.end;
        self.enter(root);
        while self.depth > 0 {
            let current = self.path[self.depth - 1];
            match self.next_successor(current, header) {
                Some(next) if self.blocks[next as usize].visit == 0 => self.enter(next),
                Some(next) => {
                    let seen = self.blocks[next as usize];
                    if seen.low != CLOSED {
                        let block = &mut self.blocks[current as usize];
                        block.low = block.low.min(seen.visit);
                    }
                }
                None => end = self.leave(current, end),
            }
        }
        end
    }

    fn enter(&mut self, place: u32) {
        self.clock += 1;
        let block = &mut self.blocks[place as usize];
        (block.visit, block.low, block.edge) = (self.clock, self.clock, 0);
        self.open[self.opened] = place;
        self.path[self.depth] = place;
        self.opened += 1;
        self.depth += 1;
    }

    /// The next successor of a block within the region.
    fn next_successor(&mut self, place: u32, header: u32) -> Option<u32> {
        loop {
            let block = &mut self.blocks[place as usize];
            let next = block.successor(block.edge, self.tables)?;
            block.edge += 1;
            if next != NO_BLOCK && next != header && self.blocks[next as usize].region == self.region {
                return Some(next);
            }
        }
    }

    /// Completes a block, and its component if it is the component's first.
    fn leave(&mut self, place: u32, end: u32) -> u32 {
        self.depth -= 1;
        let block = self.blocks[place as usize];
        if self.depth > 0 {
            let parent = &mut self.blocks[self.path[self.depth - 1] as usize];
            parent.low = parent.low.min(block.low);
        }
        if block.low != block.visit {
            return end;
        }
        let mut begin = end;
        loop {
            self.opened -= 1;
            let member = self.open[self.opened];
            self.blocks[member as usize].low = CLOSED;
            begin -= 1;
            self.order[begin as usize] = member;
            if member == place {
                break;
            }
        }
        if end - begin > 1 {
            self.regions[self.pending * 2] = begin;
            self.regions[self.pending * 2 + 1] = end;
            self.pending += 1;
        }
        begin
    }
}
