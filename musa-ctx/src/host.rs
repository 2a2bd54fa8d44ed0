//! Memory of the host that only its owner can touch. It is looked at only when it is known to be pageable: memory that
//! the driver knows (pinned, registered, of a device) is named by its address alone.

/// Bytes of the host to copy from.
pub trait HostSource {
    /// `len` bytes from `offset` on.
    fn bytes(&self, offset: u64, len: usize) -> &[u8];
}

/// Bytes of the host to copy to.
pub trait HostTarget {
    /// `len` bytes from `offset` on.
    fn bytes_mut(&mut self, offset: u64, len: usize) -> &mut [u8];
}

/// The host's sides of an operation, where it has any.
#[derive(Default)]
pub struct HostMemory<'a> {
    /// To copy from.
    pub from: Option<&'a dyn HostSource>,
    /// To copy to.
    pub to: Option<&'a mut dyn HostTarget>,
}

impl HostMemory<'_> {
    /// For operations without pageable memory.
    pub const fn none() -> Self {
        Self { from: None, to: None }
    }
}

impl core::fmt::Debug for HostMemory<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let sides = (self.from.is_some(), self.to.is_some());
        write!(formatter, "HostMemory {sides:?}")
    }
}

/// The part of a slice that lies in a range; shorter where the range does not lie in the slice.
fn clamp(length: usize, offset: u64, len: usize) -> core::ops::Range<usize> {
    let start = usize::try_from(offset).unwrap_or(usize::MAX).min(length);
    start..start.saturating_add(len).min(length)
}

impl HostSource for &[u8] {
    fn bytes(&self, offset: u64, len: usize) -> &[u8] {
        self.get(clamp(self.len(), offset, len)).unwrap_or(&[])
    }
}

impl HostTarget for &mut [u8] {
    fn bytes_mut(&mut self, offset: u64, len: usize) -> &mut [u8] {
        let range = clamp(self.len(), offset, len);
        self.get_mut(range).unwrap_or(&mut [])
    }
}

impl<const N: usize> HostSource for [u8; N] {
    fn bytes(&self, offset: u64, len: usize) -> &[u8] {
        self.get(clamp(N, offset, len)).unwrap_or(&[])
    }
}

impl<const N: usize> HostTarget for [u8; N] {
    fn bytes_mut(&mut self, offset: u64, len: usize) -> &mut [u8] {
        self.get_mut(clamp(N, offset, len)).unwrap_or(&mut [])
    }
}
