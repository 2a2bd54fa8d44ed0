//! What lies at an extent of addresses.

use core::ptr::NonNull;

use musa_hal::{Address, DeviceOrdinal, SpaceId};

/// Where an allocation's bytes are. Valid for reads and writes of its whole length until it is given back to the
/// source, which only [`super::AddressSpaces`] does, with nothing borrowed from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backing(pub(super) NonNull<u8>);

// SAFETY: a backing is an address and a promise of its source (`MemorySource`) that any thread may use it.
unsafe impl Send for Backing {}
// SAFETY: as above; all accesses through it are raw copies or atomic operations.
unsafe impl Sync for Backing {}

/// What kind of memory a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Of a device, allocated here.
    Device(DeviceOrdinal),
    /// Pinned host memory, managed memory.
    Host,
    /// The process's own host memory.
    Registered,
    /// What another record holds, which begins at this address: an allocation of another space, or memory that is mapped.
    Shared(DeviceOrdinal, Address),
    /// An allocation of another process, mapped by the source.
    Foreign(DeviceOrdinal),
    /// Addresses without bytes: set aside for mappings, or freed so lately that they are not given again.
    Nothing,
}

impl Kind {
    /// The device that the memory counts as belonging to.
    pub(super) fn device(self) -> Option<DeviceOrdinal> {
        match self {
            Self::Device(device) | Self::Shared(device, _) | Self::Foreign(device) => Some(device),
            Self::Host | Self::Registered | Self::Nothing => None,
        }
    }
}

/// Devices that may reach a region, where it was said for the region itself; bit by ordinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rights {
    pub(super) read: u32,
    pub(super) write: u32,
}

/// A region.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) backing: Backing,
    /// Bytes that devices may access: the size, rounded up to granules, or pages.
    pub(super) length: u64,
    /// Bytes that were asked for.
    pub(super) size: u64,
    pub(super) space: SpaceId,
    pub(super) kind: Kind,
    /// Counts allocations of the machine, so that one at an address used before is told apart.
    pub(super) serial: u64,
    /// How many records show its bytes beside its own: of other spaces, and mappings.
    pub(super) shares: u32,
    /// Its owner has freed it, and only those hold it.
    pub(super) orphan: bool,
    /// Other processes may have it open.
    pub(super) exported: bool,
    /// It cannot be accessed by its own address, only through mappings.
    pub(super) hidden: bool,
    /// Said for this region alone, in place of the rule of peers.
    pub(super) rights: Option<Rights>,
}

impl Record {
    /// Whether a space can access it by its address.
    pub(super) fn is_reached_by(&self, space: Option<SpaceId>) -> bool {
        Some(self.space) == space && !self.orphan && !self.hidden
    }
}
