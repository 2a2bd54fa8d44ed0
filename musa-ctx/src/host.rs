//! Memory of the host that only its owner can touch, and that is looked at only when it is known to be pageable.

use musa_hal::Address;

/// Bytes of the host to copy from. What lies at the address may also be memory that the driver knows (pinned, or of a
/// device): then only the address is used.
pub trait HostSource {
    /// Where the bytes are.
    fn address(&self) -> Address;

    /// `len` bytes from `offset` on. Asked for only where the driver knows no memory.
    fn bytes(&self, offset: u64, len: usize) -> &[u8];
}

/// Bytes of the host to copy to; as [`HostSource`].
pub trait HostTarget {
    /// Where the bytes are.
    fn address(&self) -> Address;

    /// `len` bytes from `offset` on. Asked for only where the driver knows no memory.
    fn bytes_mut(&mut self, offset: u64, len: usize) -> &mut [u8];
}
