//! A region as an engine sees it: checked accesses to raw bytes.

use core::marker::PhantomData;
use core::ptr::NonNull;
use core::sync::atomic::Ordering;

use musa_hal::{Address, DeviceOrdinal};

use super::element::{Atomic, Element};
use super::record::Record;

/// An access that does not lie within the region, or may not write it; nothing has been accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRegion;

/// An allocation, borrowed from the address spaces so that it cannot be freed meanwhile.
///
/// The host, other processes and other threads of the simulator may write the same bytes at any time. Plain accesses
/// are copies of bytes and may tear; atomic ones are atomic.
#[derive(Clone, Copy, Debug)]
pub struct Region<'m> {
    base: u64,
    length: u64,
    size: u64,
    pointer: NonNull<u8>,
    device: Option<DeviceOrdinal>,
    writable: bool,
    serial: u64,
    life: PhantomData<&'m Record>,
}

// SAFETY: the pointer is valid from any thread for 'm (`record::Backing`), and is used only for raw copies and atomics.
unsafe impl Send for Region<'_> {}
// SAFETY: as above.
unsafe impl Sync for Region<'_> {}

impl<'m> Region<'m> {
    pub(super) fn new(base: u64, record: &'m Record, writable: bool) -> Self {
        Self {
            base,
            length: record.length,
            size: record.size,
            pointer: record.backing.0,
            device: record.kind.device(),
            writable,
            serial: record.serial,
            life: PhantomData,
        }
    }

    /// Its first address.
    pub const fn base(&self) -> Address {
        Address(self.base)
    }

    /// Bytes that can be accessed: whole granules, or pages, as hardware protects them.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Bytes that were allocated.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The device that it belongs to; none for host memory.
    pub const fn device(&self) -> Option<DeviceOrdinal> {
        self.device
    }

    /// Whether whoever looked it up may write.
    pub const fn writable(&self) -> bool {
        self.writable
    }

    /// Tells allocations apart that had the same address at different times.
    pub const fn serial(&self) -> u64 {
        self.serial
    }

    /// Whether `bytes` bytes from an address on lie within.
    #[inline]
    pub const fn contains(&self, address: u64, bytes: u64) -> bool {
        let offset = address.wrapping_sub(self.base);
        offset <= self.length && bytes <= self.length - offset
    }

    /// Bytes that follow an address in it.
    pub const fn rest(&self, address: u64) -> u64 {
        self.length.saturating_sub(address.wrapping_sub(self.base))
    }

    #[inline]
    fn place(&self, address: u64, bytes: usize) -> Result<NonNull<u8>, OutOfRegion> {
        if !self.contains(address, bytes as u64) {
            return Err(OutOfRegion);
        }
        // A region's length fits usize, for its bytes are there.
        let offset = (address - self.base) as usize;
        // SAFETY: offset is at most the length of the region's bytes, which are one allocated object.
        Ok(unsafe { self.pointer.add(offset) })
    }

    #[inline]
    fn place_to_write(&self, address: u64, bytes: usize) -> Result<NonNull<u8>, OutOfRegion> {
        if self.writable {
            self.place(address, bytes)
        } else {
            Err(OutOfRegion)
        }
    }

    /// Copies bytes out.
    ///
    /// # Errors
    /// [`OutOfRegion`].
    #[inline]
    pub fn read(&self, address: u64, into: &mut [u8]) -> Result<(), OutOfRegion> {
        let from = self.place(address, into.len())?;
        // SAFETY: `place` has checked the range; `into` is Rust's own memory, which no region holds.
        unsafe { from.as_ptr().copy_to_nonoverlapping(into.as_mut_ptr(), into.len()) };
        Ok(())
    }

    /// Copies bytes in.
    ///
    /// # Errors
    /// [`OutOfRegion`].
    #[inline]
    pub fn write(&self, address: u64, from: &[u8]) -> Result<(), OutOfRegion> {
        let to = self.place_to_write(address, from.len())?;
        // SAFETY: as in `read`, with the roles exchanged.
        unsafe { to.as_ptr().copy_from_nonoverlapping(from.as_ptr(), from.len()) };
        Ok(())
    }

    /// Copies a run of elements out; alignment does not matter.
    ///
    /// # Errors
    /// [`OutOfRegion`].
    #[inline]
    pub fn read_elements<T: Element>(&self, address: u64, into: &mut [T]) -> Result<(), OutOfRegion> {
        let bytes = size_of_val(into);
        let from = self.place(address, bytes)?;
        // SAFETY: `place` has checked the range; every pattern of bytes is an element.
        unsafe { from.as_ptr().copy_to_nonoverlapping(into.as_mut_ptr().cast(), bytes) };
        Ok(())
    }

    /// Copies a run of elements in; alignment does not matter.
    ///
    /// # Errors
    /// [`OutOfRegion`].
    #[inline]
    pub fn write_elements<T: Element>(&self, address: u64, from: &[T]) -> Result<(), OutOfRegion> {
        let bytes = size_of_val(from);
        let to = self.place_to_write(address, bytes)?;
        // SAFETY: `place_to_write` has checked the range; elements have no padding.
        unsafe { to.as_ptr().copy_from_nonoverlapping(from.as_ptr().cast(), bytes) };
        Ok(())
    }

    /// Loads an element; alignment does not matter.
    ///
    /// # Errors
    /// [`OutOfRegion`].
    #[inline]
    pub fn load<T: Element>(&self, address: u64) -> Result<T, OutOfRegion> {
        let from = self.place(address, T::BYTES)?;
        // SAFETY: `place` has checked the range; every pattern of bytes is an element.
        Ok(unsafe { from.cast::<T>().as_ptr().read_unaligned() })
    }

    /// Stores an element; alignment does not matter.
    ///
    /// # Errors
    /// [`OutOfRegion`].
    #[inline]
    pub fn store<T: Element>(&self, address: u64, value: T) -> Result<(), OutOfRegion> {
        let to = self.place_to_write(address, T::BYTES)?;
        // SAFETY: `place_to_write` has checked the range.
        unsafe { to.cast::<T>().as_ptr().write_unaligned(value) };
        Ok(())
    }

    /// Sets every byte of a range.
    ///
    /// # Errors
    /// [`OutOfRegion`].
    pub fn fill(&self, address: u64, value: u8, bytes: u64) -> Result<(), OutOfRegion> {
        let bytes = usize::try_from(bytes).map_err(|_| OutOfRegion)?;
        let to = self.place_to_write(address, bytes)?;
        // SAFETY: `place_to_write` has checked the range.
        unsafe { to.as_ptr().write_bytes(value, bytes) };
        Ok(())
    }

    /// Sets every element of a run; alignment does not matter.
    ///
    /// # Errors
    /// [`OutOfRegion`].
    pub fn fill_elements<T: Element>(&self, address: u64, value: T, count: u64) -> Result<(), OutOfRegion> {
        let count = usize::try_from(count).map_err(|_| OutOfRegion)?;
        let bytes = count.checked_mul(T::BYTES).ok_or(OutOfRegion)?;
        let to = self.place_to_write(address, bytes)?.cast::<T>();
        for index in 0..count {
            // SAFETY: `place_to_write` has checked the range of `count` elements.
            unsafe { to.add(index).as_ptr().write_unaligned(value) };
        }
        Ok(())
    }

    /// Copies bytes to another region, or within this one (also where they overlap).
    ///
    /// # Errors
    /// [`OutOfRegion`].
    pub fn copy_to(&self, address: u64, target: &Region<'_>, to: u64, bytes: u64) -> Result<(), OutOfRegion> {
        let bytes = usize::try_from(bytes).map_err(|_| OutOfRegion)?;
        let from = self.place(address, bytes)?;
        let to = target.place_to_write(to, bytes)?;
        // SAFETY: both ranges have been checked, and `copy_to` allows them to overlap.
        unsafe { from.as_ptr().copy_to(to.as_ptr(), bytes) };
        Ok(())
    }

    #[inline]
    fn aligned<T: Element>(&self, place: NonNull<u8>) -> Result<NonNull<u8>, OutOfRegion> {
        if place.cast::<T>().is_aligned() {
            Ok(place)
        } else {
            Err(OutOfRegion)
        }
    }

    /// Loads an element as one. A releasing order counts as relaxed.
    ///
    /// # Errors
    /// [`OutOfRegion`], also for an address that is not aligned to the element.
    #[inline]
    pub fn atomic_load<T: Atomic>(&self, address: u64, order: Ordering) -> Result<T, OutOfRegion> {
        let place = self.aligned::<T>(self.place(address, T::BYTES)?)?;
        // SAFETY: in range and aligned, as just checked.
        Ok(unsafe { T::load(place, order) })
    }

    /// Stores an element as one. An acquiring order counts as relaxed.
    ///
    /// # Errors
    /// As for [`Region::atomic_load`].
    #[inline]
    pub fn atomic_store<T: Atomic>(&self, address: u64, value: T, order: Ordering) -> Result<(), OutOfRegion> {
        let place = self.aligned::<T>(self.place_to_write(address, T::BYTES)?)?;
        // SAFETY: in range and aligned, as just checked.
        unsafe { T::store(place, value, order) };
        Ok(())
    }

    /// Replaces an element by a function of it, as one, and answers the old value. The function may be called more than
    /// once; a compare-and-swap answers its argument where it does not match.
    ///
    /// # Errors
    /// As for [`Region::atomic_load`].
    #[inline]
    pub fn atomic_update<T: Atomic>(
        &self,
        address: u64,
        order: Ordering,
        change: impl FnMut(T) -> T,
    ) -> Result<T, OutOfRegion> {
        let place = self.aligned::<T>(self.place_to_write(address, T::BYTES)?)?;
        // SAFETY: in range and aligned, as just checked.
        Ok(unsafe { T::update(place, order, change) })
    }
}
