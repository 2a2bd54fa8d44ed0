//! How a machine is to behave where its user decides.

use crate::memory::GRANULE;
use crate::simd::InstructionSet;

/// Whether anything but the machine writes the memory that kernels and waits read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HostWrites {
    /// A host thread or another process may: work that waits for a word of memory is parked, never a deadlock.
    #[default]
    Possible,
    /// Nothing does, outside of calls of this machine: what waits for memory that no pending work will write is a
    /// deadlock.
    Impossible,
}

/// Settings of a [`super::Machine`].
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Who writes memory.
    pub host_writes: HostWrites,
    /// Nanoseconds of virtual time that a kernel may run; then it faults.
    pub kernel_timeout: Option<u64>,
    /// The host's own time in nanoseconds, ascending. It passes in the machine while all work is parked, so that what waits
    /// for the host takes as long as the host lets it. Without it, virtual time alone counts, and runs repeat.
    pub host_clock: Option<fn() -> u64>,
    /// Slices that one submitting call runs at most under an eager schedule. What remains runs when someone waits, as on
    /// hardware: a kernel that never ends must not keep its launch from returning.
    pub submit_slices: u32,
    /// The most lanes that are executed together, a multiple of 32. Warps in lock step are faster; under a chooser that
    /// searches it is 32, so that warps interleave.
    pub max_lanes: u32,
    /// Host threads that one launch may run on, where nothing that can be seen depends on the order of its blocks. More
    /// than one takes the feature `std`, an eager schedule, and no `kernel_timeout`: the time at which a kernel is found
    /// to run too long would depend on the timing of threads.
    pub threads: u32,
    /// Vector instructions of the host to use.
    pub instructions: InstructionSet,
    /// Bytes of addresses that stay free after each allocation.
    pub guard: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            host_writes: HostWrites::default(),
            kernel_timeout: None,
            host_clock: None,
            submit_slices: 1 << 13,
            max_lanes: 1024,
            threads: 1,
            instructions: InstructionSet::detect(),
            guard: GRANULE,
        }
    }
}

#[cfg(feature = "std")]
impl Settings {
    /// Host threads for one launch.
    pub(super) fn crew(&self) -> usize {
        match self.kernel_timeout {
            Some(_) => 1,
            None => self.threads.max(1) as usize,
        }
    }
}
