//! Optional: memory shared between processes, and between devices.

use crate::{Address, DeviceOrdinal, HalError, SpaceId};

/// Names an exported allocation in any process over the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExportToken {
    /// The exporting process, as the binding numbers it.
    pub owner: u64,
    /// The memory object.
    pub object: u64,
    /// Bytes from its start.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Tells a later object with the same number apart.
    pub serial: u64,
    /// Its address in its owner's space.
    pub base: Address,
}

/// Export and import of allocations, and access of one device to another's memory.
pub trait Sharing {
    /// A token for an allocation.
    ///
    /// # Errors
    /// Unsupported for memory that cannot be shared.
    fn export(&mut self, space: SpaceId, base: Address) -> Result<ExportToken, HalError>;

    /// How [`ExportToken::owner`] names a space.
    fn owner(&self, space: SpaceId) -> u64;

    /// Maps an exported allocation into a space, as memory of `device`. [`crate::Memory::free`] unmaps it; until then the
    /// bytes stay, whatever their owner does.
    ///
    /// # Errors
    /// Exhausted when there is no room; Gone when the owner, or its allocation, is no more; Unsupported when the HAL
    /// cannot reach the owner.
    fn import(&mut self, space: SpaceId, device: DeviceOrdinal, token: &ExportToken) -> Result<Address, HalError>;

    /// Allows, or no longer allows, kernels of one device to access memory of another.
    ///
    /// # Errors
    /// Unsupported when the devices cannot reach each other.
    fn set_peer(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        peer: DeviceOrdinal,
        allowed: bool,
    ) -> Result<(), HalError>;

    /// Says for one allocation whether kernels of a device may read or write it, in place of what [`Sharing::set_peer`]
    /// says for all: for memory of pools and of mappings. The allocation's own device may until this says otherwise.
    ///
    /// # Errors
    /// ContractBroken for what is no base of an allocation.
    fn set_access(
        &mut self,
        space: SpaceId,
        base: Address,
        device: DeviceOrdinal,
        read: bool,
        write: bool,
    ) -> Result<(), HalError>;
}
