//! Hooks for checkers and profiles. The empty ones vanish where they are not used.

use musa_isa::Space;

/// An access of one group of lanes.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// Program counter.
    pub counter: u32,
    /// Line in the text.
    pub line: u32,
    /// The space that the address belongs to.
    pub space: Space,
    /// Linear number of the block.
    pub block: u64,
    /// Thread of the group's first lane.
    pub first_thread: u32,
    /// Lanes that take part.
    pub lanes: u32,
    /// Addresses of the lanes: within the space for shared and local memory.
    pub addresses: &'a [u64; 32],
    /// Bytes of each lane.
    pub bytes: u32,
    /// Whether memory is written.
    pub write: bool,
    /// Whether it is one operation with what others do.
    pub atomic: bool,
}

/// Sees what happens, and changes nothing.
pub trait Observer {
    /// Whether it looks at accesses. One that does not lets the engine make them without a list of addresses.
    const SEES: bool = true;
    /// A block starts.
    #[inline(always)]
    fn block_started(&mut self, _block: u64) {}
    /// A block has ended.
    #[inline(always)]
    fn block_finished(&mut self, _block: u64) {}
    /// Memory is accessed.
    #[inline(always)]
    fn access(&mut self, _access: &Access<'_>) {}
    /// All threads of a block that a barrier waits for have come.
    #[inline(always)]
    fn barrier(&mut self, _block: u64, _barrier: u32) {}
}

/// Sees nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Observer for Blind {
    const SEES: bool = false;
}
