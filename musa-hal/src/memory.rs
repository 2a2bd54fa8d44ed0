//! Memory of a process: device memory, pinned host memory, registered host memory.

use crate::{Address, DeviceOrdinal, HalError, Mapping, Sharing, SpaceId};

/// Where an allocation lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AllocationKind {
    /// Memory of a device.
    Device(DeviceOrdinal),
    /// Host memory that devices read and write at the same address.
    PinnedHost,
    /// Memory with one address for host and device, which may move between them.
    Managed(DeviceOrdinal),
}

/// Address spaces and the memory in them.
pub trait Memory {
    /// Opens the address space of a process.
    ///
    /// # Errors
    /// Exhausted when the table of spaces is full.
    fn open_space(&mut self) -> Result<SpaceId, HalError>;

    /// Closes an address space: its queues, images and memory go with it. Pending commands are dropped.
    fn close_space(&mut self, space: SpaceId);

    /// Allocates `size` bytes (at least one), aligned to `align` (a power of two) and to the HAL's own granule. The
    /// bytes are zero.
    ///
    /// # Errors
    /// Exhausted when the device or the host has no room.
    fn allocate(&mut self, space: SpaceId, kind: AllocationKind, size: u64, align: u64) -> Result<Address, HalError>;

    /// Frees what [`Memory::allocate`], [`Memory::register`] or [`crate::Sharing::import`] gave. The caller has made
    /// sure that no command still uses it, or does not care: later accesses of kernels fault.
    ///
    /// # Errors
    /// ContractBroken for an address that is no such base.
    fn free(&mut self, space: SpaceId, base: Address) -> Result<(), HalError>;

    /// Bytes in all, and bytes not allocated, of a device.
    fn capacity(&self, device: DeviceOrdinal) -> (u64, u64);

    /// Makes host memory that the process already has accessible to devices, at its own address.
    ///
    /// # Errors
    /// Unsupported when the HAL cannot reach foreign host memory.
    fn register(&mut self, space: SpaceId, base: Address, size: u64) -> Result<(), HalError>;

    /// Sharing of memory between processes and devices, where the HAL has it.
    fn sharing(&mut self) -> Option<&mut dyn Sharing> {
        None
    }

    /// Addresses and memory apart, where the HAL has that.
    fn mapping(&mut self) -> Option<&mut dyn Mapping> {
        None
    }

    /// Whether the HAL keeps an address for memory of its own, allocated or not: nothing else of the host is there.
    fn reserves(&self, address: Address) -> bool {
        let _ = address;
        false
    }

    /// Whether an owner of exports ([`Sharing::owner`]) still lives.
    fn owner_lives(&self, owner: u64) -> bool {
        let _ = owner;
        true
    }

    /// Copies bytes from memory of the space to the caller, now, whatever the queues are doing.
    ///
    /// # Errors
    /// ContractBroken when the range is not within one allocation, or mappings without a gap.
    fn read(&self, space: SpaceId, from: Address, into: &mut [u8]) -> Result<(), HalError>;

    /// Copies the caller's bytes to memory of the space, now.
    ///
    /// # Errors
    /// ContractBroken when the range is not within one allocation, or mappings without a gap.
    fn write(&mut self, space: SpaceId, to: Address, from: &[u8]) -> Result<(), HalError>;
}
