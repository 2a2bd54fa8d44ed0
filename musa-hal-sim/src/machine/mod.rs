//! A machine: devices, the memory and queues of the processes that use them, and virtual time.
//!
//! [`Machine`] implements the contract of `musa-hal`. It is one value without threads, clocks or hidden state: everything
//! that happens, happens in a call, and the same calls with the same chooser give the same run.

mod advance;
mod execute;
mod fixed;
mod grids;
mod heap;
mod images;
mod launch;
mod mapping;
mod memory;
mod queues;
mod scratch;
mod settings;
mod sharing;
mod space;
mod storage;
mod timeline;
mod transfer;
mod waiting;

use crate::simd::GROUP;
use musa_hal::{Chooser, DeviceInfo, DeviceOrdinal, Devices, HalError};

use crate::bytes::ByteStore;
#[cfg(feature = "alloc")]
use crate::memory::OwnedSource;
use crate::memory::{AddressSpaces, MAX_DEVICES, MemorySource};
use crate::queue::QueueSet;
use crate::table::Table;
use grids::GridTable;
use images::ImageTable;
use scratch::Scratch;
use timeline::Timeline;

pub use fixed::FixedStorage;
pub use grids::GridSlot;
pub use heap::Heap;
pub use images::{ImageSlot, ImageStorage, KernelRecord, SymbolRecord};
pub use launch::LaunchStatistics;
pub use queues::Timestamp;
pub use settings::{HostWrites, Settings};
pub use space::SpaceState;
pub use storage::MachineStorage;

/// A device of a machine.
#[derive(Debug)]
struct Device {
    info: DeviceInfo,
    timeline: Timeline,
}

/// See the module.
#[derive(Debug)]
pub struct Machine<'a, S: MemorySource, C> {
    devices: heapless::Vec<Device, MAX_DEVICES>,
    memory: AddressSpaces<'a, S>,
    chooser: C,
    settings: Settings,
    spaces: Table<'a, SpaceState>,
    queues: QueueSet<'a>,
    timestamps: Table<'a, Timestamp>,
    images: ImageTable<'a>,
    grids: GridTable<'a>,
    heaps: Table<'a, Heap>,
    scratch: Scratch<'a>,
    #[cfg(feature = "std")]
    crew: crate::exec::Crew,
    /// Launches that have started.
    launches: u64,
    /// Slices that have run.
    slices: u64,
    /// Counts changes that something parked may be waiting for.
    changes: u64,
    /// The last answer of `advance` was a host function.
    surfaced: bool,
    /// The host's time when all work was last found parked, while it is.
    parked_since: Option<u64>,
}

impl<'a, S: MemorySource, C: Chooser> Machine<'a, S, C> {
    /// A machine with these devices, numbered in this order.
    ///
    /// # Errors
    /// Exhausted when the storage is too small for the devices themselves; ContractBroken for too many devices.
    pub fn new(
        devices: impl IntoIterator<Item = DeviceInfo>,
        source: S,
        storage: MachineStorage<'a>,
        chooser: C,
        mut settings: Settings,
    ) -> Result<Self, HalError> {
        if chooser.searches() {
            settings.max_lanes = settings.max_lanes.min(GROUP as u32);
        }
        let mut all = heapless::Vec::new();
        for info in devices {
            let multiprocessors = info
                .attribute(musa_hal::DeviceAttribute::MultiprocessorCount)
                .unwrap_or(1);
            let timeline = Timeline::new(info.timing, multiprocessors.unsigned_abs());
            all.push(Device { info, timeline })
                .map_err(|_| HalError::ContractBroken("number of devices"))?;
        }
        let sizes = all.iter().map(|device| device.info.total_memory);
        let memory = AddressSpaces::new(sizes, source, storage.memory, settings.guard)?;
        Ok(Self {
            devices: all,
            memory,
            chooser,
            settings,
            spaces: Table::new(storage.spaces, "address spaces"),
            queues: QueueSet::new(
                Table::new(storage.queues, "queues"),
                Table::new(storage.commands, "commands"),
                ByteStore::new(storage.chunks),
            ),
            timestamps: Table::new(storage.timestamps, "timestamps"),
            images: ImageTable::new(storage.images),
            grids: GridTable::new(storage.grids),
            heaps: Table::new(storage.heaps, "device heaps"),
            scratch: Scratch::new(storage.scratch),
            #[cfg(feature = "std")]
            crew: crate::exec::Crew::new(settings.crew()),
            launches: 0,
            slices: 0,
            changes: 0,
            surfaced: false,
            parked_since: None,
        })
    }

    /// The source of all memory.
    pub const fn source(&self) -> &S {
        self.memory.source()
    }

    /// What decides the schedule.
    pub const fn chooser(&self) -> &C {
        &self.chooser
    }

    fn device_mut(&mut self, device: DeviceOrdinal) -> Result<&mut Device, HalError> {
        let device = self.devices.get_mut(device.0 as usize);
        device.ok_or(HalError::ContractBroken("device"))
    }
}

#[cfg(feature = "alloc")]
impl<C: Chooser> Machine<'static, OwnedSource, C> {
    /// A machine for a harness in Rust: it owns and grows all its memory, and nothing outside its calls writes there, so a
    /// kernel that waits for nobody is a deadlock and not patience.
    ///
    /// # Errors
    /// As [`Machine::new`].
    pub fn owned(devices: impl IntoIterator<Item = DeviceInfo>, chooser: C) -> Result<Self, HalError> {
        let settings = Settings {
            host_writes: HostWrites::Impossible,
            ..Settings::default()
        };
        Self::new(devices, OwnedSource, MachineStorage::owned(), chooser, settings)
    }
}

impl<S: MemorySource, C: Chooser> Devices for Machine<'_, S, C> {
    fn device_count(&self) -> u32 {
        self.devices.len() as u32
    }

    fn device(&self, device: DeviceOrdinal) -> Option<&DeviceInfo> {
        self.devices.get(device.0 as usize).map(|device| &device.info)
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests;
