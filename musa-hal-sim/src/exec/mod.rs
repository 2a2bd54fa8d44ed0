//! Execution: launches, blocks, warps, paths.
//!
//! A [`Grid`] is a launch as data. [`Grid::step`] runs a bounded number of instructions; whatever it stops at (the end of
//! the slice, a barrier, a loop that waits for memory) it goes on from there. Within a block, a warp is a list of paths:
//! lanes with one program counter. Divergent paths run lowest program counter first, which by the layout of the code
//! (`crate::program`) brings them together again where their branch's arms join.

mod access;
mod around;
mod barrier;
mod block;
mod call;
mod cohort;
mod collective;
mod control;
mod counters;
#[cfg(feature = "std")]
mod crew;
mod effect;
mod environment;
mod fault;
mod geometry;
mod grid;
mod observer;
pub mod ops;
mod share;
mod special;
mod spin;
mod state;
mod system;

use crate::simd::{GROUP, MAX_GROUPS};

pub use counters::Counters;
#[cfg(feature = "std")]
pub use crew::Crew;
pub use environment::{DeviceHeap, Environment, PrintCall, TextOutput};
pub use fault::{DeadlockReport, GridFault, Standing};
pub use grid::{Grid, GridRequest, GridStorage, Step};
pub use observer::{Access, Blind, Observer};
pub use state::{BARRIERS, Barrier, BlockState, Path, Warp};

/// The lowest lane of a set.
#[inline]
pub(crate) fn lowest_lane(mask: &[u32; MAX_GROUPS]) -> Option<usize> {
    let group = mask.iter().position(|bits| *bits != 0)?;
    Some(group * GROUP + mask[group].trailing_zeros() as usize)
}
