//! All memory that the model has: every capacity is chosen here.

use musa_ctx::Storage;
use musa_hal::HalError;
use musa_hal_sim::memory::SliceSource;
use musa_hal_sim::profiles::S80;
use musa_hal_sim::{HostWrites, Machine, Schedule, Settings};

/// Bytes of device memory.
const DEVICE: usize = 8 << 10;
/// Bytes of pinned host memory.
const HOST: usize = 1 << 10;

/// The objects of a process: four of each kind, and parameters of 64 bytes.
type Objects = musa_ctx::FixedStorage<4, 16, 64>;
/// The tables of a machine: one image of 512 instructions, and a launch at a time with 160 registers of 32 threads in each
/// bank and 2 KiB of shared memory.
type Tables = musa_hal_sim::FixedStorage<12, 16, 512, 160, 2048>;

/// A machine in the caller's memory.
pub type Device<'m> = Machine<'m, SliceSource<'m, 1>, Schedule>;

/// The memory of a process, a machine and its device.
#[derive(Debug)]
pub struct Memory {
    objects: Objects,
    tables: Tables,
    device: [u8; DEVICE],
    host: [u8; HOST],
}

impl Memory {
    /// Memory in which nothing is.
    pub const fn new() -> Self {
        Self {
            objects: Objects::new(),
            tables: Tables::new(),
            device: [0; DEVICE],
            host: [0; HOST],
        }
    }

    /// A machine with one device, and what a process keeps its objects in.
    ///
    /// # Errors
    /// That the tables are too small for a device.
    pub fn machine(&mut self) -> Result<(Device<'_>, Storage<'_>), HalError> {
        let settings = Settings {
            host_writes: HostWrites::Impossible,
            // As many lanes as the tables have room for.
            max_lanes: 32,
            // Memory is scarce: no addresses stay free between allocations.
            guard: 0,
            ..Settings::default()
        };
        let source = SliceSource::new([&mut self.device], &mut self.host);
        let machine = Machine::new([S80], source, self.tables.borrow(), Schedule::Eager, settings)?;
        Ok((machine, self.objects.borrow()))
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}
