//! Where the bytes of all simulated memory come from.

use core::marker::PhantomData;
use core::ptr::NonNull;

use musa_hal::{DeviceOrdinal, ExportToken, HalError};

use super::GRANULE;

/// A store of memory with offsets of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arena {
    /// A device's memory.
    Device(DeviceOrdinal),
    /// Host memory for pinned and managed allocations.
    Host,
}

/// What a [`MemorySource`] names an exported range by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// A number that the source finds the object by.
    pub object: u64,
    /// Bytes from the object's start.
    pub offset: u64,
}

/// Supplies the bytes behind device memory and pinned host memory.
///
/// Addresses are not the source's affair, with one exception: [`MemorySource::base`].
///
/// # Safety
/// Every pointer that [`MemorySource::commit`], [`MemorySource::adopt`] and [`MemorySource::import`] answer is valid for
/// reads and writes of the whole length, from any thread, until that range is released (or the source is dropped);
/// nothing else in Rust refers to those bytes meanwhile; ranges of different calls do not overlap. Foreign code and
/// other processes may write them at any time. Pointers of `commit` and `import` are aligned to 16 bytes or more.
pub unsafe trait MemorySource {
    /// Bytes that an arena has offsets for. The machine never commits beyond.
    fn extent(&self, arena: Arena) -> u64;

    /// The address at which the arena begins, where it must be a particular one: because the host reaches the bytes
    /// there by itself. It is a multiple of [`GRANULE`].
    fn base(&self, arena: Arena) -> Option<u64> {
        let _ = arena;
        None
    }

    /// The bytes at an offset, all zero. Offset and length are multiples of [`GRANULE`]; the range is not committed.
    fn commit(&mut self, arena: Arena, offset: u64, length: u64) -> Option<NonNull<u8>>;

    /// Takes back what [`MemorySource::commit`] gave.
    fn release(&mut self, arena: Arena, offset: u64, length: u64, pointer: NonNull<u8>);

    /// Host memory of the process itself, at its own address.
    ///
    /// # Errors
    /// [`HalError::NoPages`] where the process cannot read and write it; Unsupported when this source cannot.
    fn adopt(&mut self, base: u64, length: u64) -> Result<NonNull<u8>, HalError> {
        let _ = (base, length);
        Err(HalError::Unsupported("registration of host memory"))
    }

    /// The number of this process among those that can share memory.
    fn process(&self) -> u32 {
        0
    }

    /// Makes a committed range reachable for other processes, until it is released; the serial number tells it from those
    /// that were there before. None: it is shared only within this machine.
    fn export(&mut self, arena: Arena, offset: u64, length: u64, serial: u64) -> Option<Exported> {
        let _ = (arena, offset, length, serial);
        None
    }

    /// No other process may import a range any more; whether some still use it. Asked again until none does.
    fn withdraw(&self, arena: Arena, offset: u64, length: u64, serial: u64) -> bool {
        let _ = (arena, offset, length, serial);
        false
    }

    /// Whether another process lives.
    fn process_lives(&self, process: u32) -> bool {
        let _ = process;
        true
    }

    /// Maps a range of another process.
    ///
    /// # Errors
    /// [`HalError::Gone`] when it, or its owner, is no more; Unsupported when this source cannot.
    fn import(&mut self, token: &ExportToken) -> Result<NonNull<u8>, HalError> {
        let _ = token;
        Err(HalError::Unsupported("memory of another process"))
    }

    /// Takes back what [`MemorySource::import`] gave.
    fn release_import(&mut self, pointer: NonNull<u8>, length: u64) {
        let _ = (pointer, length);
    }
}

/// Memory in slices of the caller: one for each device, one for the host.
#[derive(Debug)]
pub struct SliceSource<'a, const DEVICES: usize> {
    devices: [Slice; DEVICES],
    host: Slice,
    borrow: PhantomData<&'a mut [u8]>,
}

#[derive(Clone, Copy, Debug)]
struct Slice {
    start: NonNull<u8>,
    length: u64,
}

// SAFETY: the slices are borrowed exclusively for as long as the source lives; see `Backing` for shared use.
unsafe impl<const DEVICES: usize> Send for SliceSource<'_, DEVICES> {}
// SAFETY: as above; a shared reference to the source reads nothing of the slices.
unsafe impl<const DEVICES: usize> Sync for SliceSource<'_, DEVICES> {}

impl Slice {
    /// The part that begins and ends at granules.
    fn of(bytes: &mut [u8]) -> Self {
        let skip = bytes.as_ptr().align_offset(GRANULE as usize).min(bytes.len());
        let inner = &mut bytes[skip..];
        let length = inner.len() as u64 / GRANULE * GRANULE;
        Self {
            start: NonNull::from(inner).cast(),
            length,
        }
    }
}

impl<'a, const DEVICES: usize> SliceSource<'a, DEVICES> {
    /// A source over these slices. Up to [`GRANULE`] bytes at either end of a slice are lost to alignment.
    pub fn new(devices: [&'a mut [u8]; DEVICES], host: &'a mut [u8]) -> Self {
        Self {
            devices: devices.map(Slice::of),
            host: Slice::of(host),
            borrow: PhantomData,
        }
    }

    fn slice(&self, arena: Arena) -> Option<Slice> {
        match arena {
            Arena::Host => Some(self.host),
            Arena::Device(device) => self.devices.get(device.0 as usize).copied(),
        }
    }

    fn place(&self, arena: Arena, offset: u64, length: u64) -> Option<(NonNull<u8>, usize)> {
        let slice = self.slice(arena)?;
        let end = offset.checked_add(length)?;
        if end > slice.length {
            return None;
        }
        // SAFETY: `offset` is within the slice, as just checked.
        let pointer = unsafe { slice.start.add(usize::try_from(offset).ok()?) };
        Some((pointer, usize::try_from(length).ok()?))
    }
}

// SAFETY: pointers lie within slices that this value borrows exclusively for its life; the allocator above gives
// every range once; granules are 512 bytes and slices start at one.
unsafe impl<const DEVICES: usize> MemorySource for SliceSource<'_, DEVICES> {
    fn extent(&self, arena: Arena) -> u64 {
        self.slice(arena).map_or(0, |slice| slice.length)
    }

    fn base(&self, arena: Arena) -> Option<u64> {
        // The host's own pointer is the address, so that C code can follow it.
        match arena {
            Arena::Host => Some(self.host.start.as_ptr().addr() as u64).filter(|_| cfg!(target_os = "none")),
            Arena::Device(_) => None,
        }
    }

    fn commit(&mut self, arena: Arena, offset: u64, length: u64) -> Option<NonNull<u8>> {
        let (pointer, bytes) = self.place(arena, offset, length)?;
        // SAFETY: `place` has checked the range, and nothing refers to bytes that are not committed.
        unsafe { pointer.as_ptr().write_bytes(0, bytes) };
        Some(pointer)
    }

    fn release(&mut self, _: Arena, _: u64, _: u64, _: NonNull<u8>) {}
}

#[cfg(feature = "alloc")]
pub use owned::OwnedSource;

#[cfg(feature = "alloc")]
mod owned {
    use core::alloc::Layout;

    use alloc::alloc::{alloc_zeroed, dealloc};

    use super::{Arena, GRANULE, MemorySource, NonNull};

    /// Memory from the program's allocator, an allocation each: costs what is allocated (where the allocator gives large
    /// zeroed blocks lazily, what is touched).
    #[derive(Clone, Copy, Debug, Default)]
    pub struct OwnedSource;

    fn layout(length: u64) -> Option<Layout> {
        let bytes = usize::try_from(length).ok().filter(|bytes| *bytes > 0)?;
        Layout::from_size_align(bytes, GRANULE as usize).ok()
    }

    // SAFETY: every commit is an allocation of its own, freed only by its release.
    unsafe impl MemorySource for OwnedSource {
        fn extent(&self, _: Arena) -> u64 {
            u64::MAX
        }

        fn commit(&mut self, _: Arena, _: u64, length: u64) -> Option<NonNull<u8>> {
            let layout = layout(length)?;
            // SAFETY: the layout's size is not zero.
            NonNull::new(unsafe { alloc_zeroed(layout) })
        }

        fn release(&mut self, _: Arena, _: u64, length: u64, pointer: NonNull<u8>) {
            if let Some(layout) = layout(length) {
                // SAFETY: `pointer` came from `commit` with the same length, hence the same layout.
                unsafe { dealloc(pointer.as_ptr(), layout) };
            }
        }
    }
}
