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
}

/// Export and import of allocations, and access of one device to another's memory.
pub trait Sharing {
    /// A token for an allocation.
    ///
    /// # Errors
    /// Unsupported for memory that cannot be shared.
    fn export(&mut self, space: SpaceId, base: Address) -> Result<ExportToken, HalError>;

    /// Maps an exported allocation into a space.
    ///
    /// # Errors
    /// Exhausted when there is no room; Unsupported when the token names nothing that can be reached.
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
}
