//! Optional: addresses and memory apart, and mappings of the one to the other.

use crate::{Address, DeviceOrdinal, ExportToken, HalError, PhysicalId, SpaceId};

/// Reserved addresses, memory of devices without an address, and mappings.
///
/// A mapping is memory of its space like any other: commands reach it, [`crate::Memory::free`] ends it, and
/// [`crate::Sharing::set_access`] says which devices may access it; at first, none may. Several mappings of the same memory
/// show the same bytes. Mappings that follow each other without a gap can be accessed in one command.
pub trait Mapping {
    /// Sets `size` addresses aside, aligned to `align` (a power of two): at `wanted`, where that is possible.
    ///
    /// # Errors
    /// Exhausted when there are no such addresses left.
    fn reserve(&mut self, space: SpaceId, size: u64, align: u64, wanted: Option<Address>) -> Result<Address, HalError>;

    /// Gives reserved addresses back. Nothing is mapped there.
    ///
    /// # Errors
    /// ContractBroken for what is no base of a reservation.
    fn unreserve(&mut self, space: SpaceId, base: Address) -> Result<(), HalError>;

    /// Takes memory of a device, all zero.
    ///
    /// # Errors
    /// Exhausted when the device has no room.
    fn create(&mut self, space: SpaceId, device: DeviceOrdinal, size: u64) -> Result<PhysicalId, HalError>;

    /// Gives memory back; what is mapped of it stays until it is freed.
    ///
    /// # Errors
    /// ContractBroken for no such memory.
    fn destroy(&mut self, space: SpaceId, memory: PhysicalId) -> Result<(), HalError>;

    /// Maps memory, from `offset` on, at reserved addresses where nothing is mapped.
    ///
    /// # Errors
    /// Exhausted when a table is full; ContractBroken for wrong ranges.
    fn map(&mut self, space: SpaceId, at: Address, size: u64, memory: PhysicalId, offset: u64) -> Result<(), HalError>;

    /// A token for memory, for [`Mapping::import_memory`].
    ///
    /// # Errors
    /// Unsupported for memory that cannot be shared.
    fn export_memory(&mut self, space: SpaceId, memory: PhysicalId) -> Result<ExportToken, HalError>;

    /// Exported memory of any space, as memory of `device`.
    ///
    /// # Errors
    /// As [`crate::Sharing::import`].
    fn import_memory(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        token: &ExportToken,
    ) -> Result<PhysicalId, HalError>;
}
