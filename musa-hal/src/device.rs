//! Devices as data.

use crate::{DeviceAttribute, DeviceOrdinal};

/// Three dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dim3 {
    /// Fastest.
    pub x: u32,
    /// Second.
    pub y: u32,
    /// Slowest.
    pub z: u32,
}

impl Dim3 {
    /// One in each direction.
    pub const ONE: Self = Self::new(1, 1, 1);

    /// Three dimensions.
    pub const fn new(x: u32, y: u32, z: u32) -> Self {
        Self { x, y, z }
    }

    /// The product; it fits for any three components.
    pub const fn count(self) -> u128 {
        self.x as u128 * self.y as u128 * self.z as u128
    }
}

/// Whose answers count where the vendor's guide and measured hardware differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The guide, then the facts about MUSA's API, then the oracle.
    Musa,
    /// The oracle.
    Reference,
}

/// Limits that the occupancy calculation needs beside the attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OccupancyLimits {
    /// Registers are given to a warp in units of this many.
    pub register_unit: u32,
    /// Partitions that a multiprocessor's registers are split into.
    pub partitions: u32,
    /// Shared memory is given to a block in units of this many bytes.
    pub shared_unit: u32,
    /// Sizes in bytes that shared memory can be carved to, ascending; empty when it is fixed.
    pub carve_outs: &'static [u32],
    /// Blocks of a cluster that every launch may ask for.
    pub portable_cluster: u32,
    /// Blocks of a cluster with the non-portable attribute.
    pub max_cluster: u32,
    /// Multiprocessors of the groups that clusters are placed in, the unused ones zero. A cluster lies in one group that has
    /// at least a multiprocessor for each of its blocks.
    pub cluster_groups: [u16; 16],
}

/// Rates of the virtual-time model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimingModel {
    /// Clock of the multiprocessors in kHz.
    pub core_clock: u32,
    /// Lanes that execute in one cycle in one multiprocessor.
    pub lanes: u32,
    /// Device memory in bytes a microsecond.
    pub memory_rate: u32,
    /// Host link in bytes a microsecond, each way.
    pub link_rate: u32,
    /// Nanoseconds before a command starts.
    pub latency: u32,
    /// Copy engines.
    pub copy_engines: u32,
}

/// Default and greatest values of a context's limits, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContextLimits {
    /// Stack of a thread.
    pub stack: u64,
    /// Print buffer.
    pub print: u64,
    /// The least print buffer.
    pub print_minimum: u64,
    /// Requests for the print buffer are rounded up to a multiple of this.
    pub print_unit: u64,
    /// Device heap.
    pub heap: u64,
    /// The least device heap.
    pub heap_minimum: u64,
    /// Pending launches from devices.
    pub pending_launches: u64,
    /// L2 fetch granularity.
    pub l2_granularity: u64,
    /// Persisting L2.
    pub persisting_l2: u64,
}

/// A device, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Profile name (`s80`).
    pub profile: &'static str,
    /// Marketing name.
    pub name: &'static str,
    /// Whose answers count.
    pub dialect: Dialect,
    /// Bytes of memory.
    pub total_memory: u64,
    /// Lanes of a hardware warp. What PTX sees of a warp is always 32 lanes.
    pub warp_width: u32,
    /// Attributes, ascending. One that is missing is not an attribute of the device.
    pub attributes: &'static [(DeviceAttribute, i32)],
    /// Attributes whose values are chosen because none is public.
    pub chosen: &'static [DeviceAttribute],
    /// Identity as 16 bytes; the ordinal is added by whoever shows it.
    pub uuid: [u8; 16],
    /// Domain, bus and device number on PCI of the first such device.
    pub pci: (u32, u32, u32),
    /// Least and greatest stream priority; lower numbers go first.
    pub priorities: (i32, i32),
    /// Limits of contexts.
    pub limits: ContextLimits,
    /// Numbers for occupancy.
    pub occupancy: OccupancyLimits,
    /// Numbers for virtual time.
    pub timing: TimingModel,
    /// What a stack overflow is reported as.
    pub stack_overflow_is_illegal_address: bool,
}

impl DeviceInfo {
    /// An attribute's value, if the device has it.
    pub fn attribute(&self, attribute: DeviceAttribute) -> Option<i32> {
        // The first numbers have no gaps, and those are asked for most.
        let guess = (attribute.number() as usize).wrapping_sub(1);
        if let Some((_, value)) = self.attributes.get(guess).filter(|entry| entry.0 == attribute) {
            return Some(*value);
        }
        let place = self.attributes.binary_search_by_key(&attribute, |entry| entry.0).ok()?;
        Some(self.attributes[place].1)
    }

    /// The newest target of texts and images that the device takes (`sm_90` is 90); none where it takes each: targets and
    /// the capabilities of the vendor's devices are numbered apart.
    pub fn newest_target(&self) -> Option<u32> {
        let number = |attribute| self.attribute(attribute).and_then(|value| u32::try_from(value).ok());
        match self.dialect {
            Dialect::Musa => None,
            Dialect::Reference => {
                let major = number(DeviceAttribute::ComputeCapabilityMajor)?;
                let minor = number(DeviceAttribute::ComputeCapabilityMinor)?;
                Some(major.saturating_mul(10).saturating_add(minor))
            }
        }
    }
}

/// The devices of a machine.
pub trait Devices {
    /// How many there are.
    fn device_count(&self) -> u32;

    /// A device, below [`Devices::device_count`].
    fn device(&self, device: DeviceOrdinal) -> Option<&DeviceInfo>;
}
