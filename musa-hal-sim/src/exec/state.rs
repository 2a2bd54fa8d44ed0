//! The state of started blocks, as data.

use super::cohort::Cohort;
use crate::simd::MAX_GROUPS;

/// What a path is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PathState {
    /// It can go on.
    #[default]
    Ready,
    /// The lanes that it waited for have come: it can go on through its warp operation.
    Released,
    /// It waits at a barrier of its block.
    AtBarrier(u8),
    /// It waits for lanes of its warp.
    AtWarpOperation,
    /// It only reads the same memory again and again, which had been written so often when it last looked.
    Spinning(u64),
}

/// Lanes of a warp that go together. Only its storage is the caller's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Path {
    /// Program counter.
    pub(crate) counter: u32,
    /// Calls that have not returned.
    pub(crate) depth: u32,
    pub(crate) state: PathState,
    /// Its lanes.
    pub(crate) mask: [u32; MAX_GROUPS],
    /// Where its register window begins, in registers of either bank.
    pub(crate) words: u32,
    pub(crate) doubles: u32,
    /// Where the contents of its window begin.
    pub(crate) contents: u32,
    /// Jumps backwards since the lanes came together.
    pub(crate) back_edges: u32,
    /// The same since it last gave way, those that come with accesses which look at others' writes counted more.
    pub(crate) weariness: u32,
    /// It has given way to other paths of its warp.
    pub(crate) tired: bool,
    pub(crate) spin: Spin,
}

/// A suspicion that a path spins: its state at some jump backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spin {
    /// How often the path is still to be looked at; zero where there is no suspicion.
    pub(crate) looks: u32,
    /// Where the jump went.
    pub(crate) counter: u32,
    /// Hash of what belongs to its lanes.
    pub(crate) hash: u64,
    /// Count of everything done that is more than computing and reading memory.
    pub(crate) effects: u64,
}

/// A warp: lanes that are executed together. Only its storage is the caller's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Warp {
    /// Lanes that have not ended.
    pub(crate) alive: [u32; MAX_GROUPS],
    /// Its paths are the first so many of its share of the table.
    pub(crate) paths: u32,
    /// The path that stands within straight code, which no other path of the warp may come between; one more than its
    /// number, zero for none.
    pub(crate) held: u32,
    /// For each group, the barrier at which all of its lanes wait, plus one.
    pub(crate) at_barrier: [u8; MAX_GROUPS],
}

/// A barrier of a block. Only its storage is the caller's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Barrier {
    /// Threads that have come.
    pub(crate) arrived: u32,
    /// Threads that it waits for; zero until someone has come.
    pub(crate) expected: u32,
    /// Whether it waits for all threads of the block.
    pub(crate) everyone: bool,
    /// Threads whose predicate was true.
    pub(crate) count: u32,
    /// Whether all predicates were true.
    pub(crate) all: bool,
    /// Whether one was.
    pub(crate) any: bool,
}

/// Barriers of a block.
pub const BARRIERS: usize = 16;

/// A started cohort: blocks that go abreast. Only its storage is the caller's.
#[derive(Clone, Copy, Debug)]
pub struct BlockState {
    /// Its number in the launch.
    pub(crate) number: u64,
    /// Its blocks.
    pub(crate) cohort: Cohort,
    pub(crate) running: bool,
    /// The warp that ran last.
    pub(crate) warp: u32,
    /// Writes of the launch and slices when it was last found stuck; it is not looked at again before something changes.
    pub(crate) stuck: bool,
}

impl Barrier {
    /// Storage without a barrier in it.
    pub const EMPTY: Self = Self {
        arrived: 0,
        expected: 0,
        everyone: false,
        count: 0,
        all: false,
        any: false,
    };
}

impl Path {
    /// Storage without a path in it.
    pub const EMPTY: Self = Self {
        counter: 0,
        depth: 0,
        state: PathState::Ready,
        mask: [0; MAX_GROUPS],
        words: 0,
        doubles: 0,
        contents: 0,
        back_edges: 0,
        weariness: 0,
        tired: false,
        spin: Spin {
            looks: 0,
            counter: 0,
            hash: 0,
            effects: 0,
        },
    };
}

impl Warp {
    /// Storage without a warp in it.
    pub const EMPTY: Self = Self {
        alive: [0; MAX_GROUPS],
        paths: 0,
        held: 0,
        at_barrier: [0; MAX_GROUPS],
    };
}

impl Default for BlockState {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl BlockState {
    /// Storage without a block in it.
    pub const EMPTY: Self = Self {
        number: 0,
        cohort: Cohort::NONE,
        running: false,
        warp: 0,
        stuck: false,
    };
}
