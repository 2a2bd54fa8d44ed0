//! Memory from the operating system: a shared memory file for each device, and a range of pinned host memory.
//!
//! Both are sparse: a page costs something once it has been touched. What is released is given back, at once or with more,
//! and reads as zero when it is committed again.

use std::ffi::CStr;
use std::ops::Range;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::{self, NonNull};

use musa_hal::{DeviceOrdinal, ExportToken, HalError};
use musa_hal_sim::memory::{Arena, DEVICE_BASE, Exported, HOST_BASE, MemorySource};

use crate::chunks::Chunks;
use crate::pages;
use crate::sharing::{self, Shared};

/// Extents and device addresses are multiples of this.
const UNIT: u64 = 1 << 30;
/// Bytes of addresses for pinned host memory.
const HOST_EXTENT: u64 = 1 << 40;
/// From this size on, whole pages are given back to the system at once, and rather than filled with zeros.
const RETURN_FROM: usize = 1 << 15;
pub(crate) const PAGE: usize = 4096;

/// A mapping of this process.
pub(crate) struct Mapping {
    start: NonNull<u8>,
    length: usize,
}

// SAFETY: the mapping is plain memory, reached only through pointers that the machine hands out under its own rules.
unsafe impl Send for Mapping {}

impl Mapping {
    /// Maps `length` bytes: of a file, or of nothing; at an address, if one is given.
    fn new(at: Option<u64>, length: u64, file: Option<&OwnedFd>, protection: libc::c_int) -> Option<Self> {
        let length = usize::try_from(length).ok().filter(|length| *length > 0)?;
        let place = at.map_or(ptr::null_mut(), |at| ptr::with_exposed_provenance_mut(at as usize));
        let kind = if file.is_some() {
            libc::MAP_SHARED
        } else {
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS
        };
        let fixed = if at.is_some() { libc::MAP_FIXED_NOREPLACE } else { 0 };
        let descriptor = file.map_or(-1, AsRawFd::as_raw_fd);
        // SAFETY: with MAP_FIXED_NOREPLACE no existing mapping is replaced, so nothing that exists is affected.
        let start = unsafe {
            libc::mmap(
                place,
                length,
                protection,
                kind | libc::MAP_NORESERVE | fixed,
                descriptor,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return None;
        }
        let mapping = Self {
            start: NonNull::new(start.cast())?,
            length,
        };
        // An old kernel takes the flag for a hint and maps elsewhere.
        (at.is_none() || start == place).then_some(mapping)
    }

    /// Maps a part of a file, wherever there is room. The offset is that of a page.
    pub(crate) fn of_file(file: &impl AsRawFd, offset: u64, length: u64) -> Option<Self> {
        let length = usize::try_from(length).ok().filter(|length| *length > 0)?;
        let (protection, offset) = (libc::PROT_READ | libc::PROT_WRITE, i64::try_from(offset).ok()?);
        // SAFETY: the system chooses the place, so nothing that exists is affected.
        let start = unsafe {
            libc::mmap(
                ptr::null_mut(),
                length,
                protection,
                libc::MAP_SHARED | libc::MAP_NORESERVE,
                file.as_raw_fd(),
                offset,
            )
        };
        (start != libc::MAP_FAILED).then_some(Self {
            start: NonNull::new(start.cast())?,
            length,
        })
    }

    pub(crate) fn pointer(&self, offset: u64, length: u64) -> Option<NonNull<u8>> {
        let end = usize::try_from(offset.checked_add(length)?).ok()?;
        // SAFETY: within the mapping, as just checked.
        (end <= self.length).then(|| unsafe { self.start.add(offset as usize) })
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own; whoever drops it has dropped all pointers into it.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.length) };
    }
}

/// A file without a name, of so many bytes, which goes when nothing has it open or mapped.
pub(crate) fn anonymous_file(label: &CStr, bytes: u64) -> Option<OwnedFd> {
    // SAFETY: the label ends with a NUL; the descriptor is new and belongs to no one else.
    let file = unsafe {
        let descriptor = libc::memfd_create(label.as_ptr(), libc::MFD_CLOEXEC);
        (descriptor >= 0).then(|| OwnedFd::from_raw_fd(descriptor))?
    };
    // SAFETY: the descriptor is open.
    let sized = unsafe { libc::ftruncate(file.as_raw_fd(), i64::try_from(bytes).ok()?) };
    (sized == 0).then_some(file)
}

/// An arena's bytes: those of a file, or of this process alone.
struct Store {
    bytes: Mapping,
    file: Option<OwnedFd>,
    chunks: Chunks,
}

/// Makes whole pages of an arena read as zero again, and gives them back.
fn discard(bytes: &Mapping, file: Option<&OwnedFd>, pages: &Range<usize>) -> bool {
    let Some(pointer) = bytes.pointer(pages.start as u64, pages.len() as u64) else {
        return false;
    };
    match file {
        // SAFETY: the file is open; a hole in it reads as zero, and nobody uses these bytes.
        Some(file) => unsafe {
            let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
            libc::fallocate(file.as_raw_fd(), mode, pages.start as i64, pages.len() as i64) == 0
        },
        // SAFETY: anonymous private pages of the mapping, which nobody uses; they read as zero afterwards.
        None => unsafe { libc::madvise(pointer.as_ptr().cast(), pages.len(), libc::MADV_DONTNEED) == 0 },
    }
}

/// Makes bytes of an arena zero that nobody uses; whole pages of many go back to the system.
fn clear(bytes: &Mapping, file: Option<&OwnedFd>, range: Range<usize>) {
    let zero = |part: Range<usize>| {
        if let Some(pointer) = bytes.pointer(part.start as u64, part.len() as u64) {
            // SAFETY: within the mapping, and nobody uses these bytes.
            unsafe { pointer.as_ptr().write_bytes(0, part.len()) };
        }
    };
    let first = range.start.next_multiple_of(PAGE);
    let pages = first..(range.end / PAGE * PAGE).max(first);
    if pages.len() >= RETURN_FROM && discard(bytes, file, &pages) {
        zero(range.start..pages.start);
        zero(pages.end..range.end);
    } else {
        zero(range);
    }
}

impl Store {
    fn new(bytes: Mapping, file: Option<OwnedFd>) -> Self {
        Self {
            bytes,
            file,
            chunks: Chunks::default(),
        }
    }

    fn commit(&mut self, range: Range<usize>) -> Option<NonNull<u8>> {
        let Self { bytes, file, chunks } = self;
        let pointer = bytes.pointer(range.start as u64, range.len() as u64)?;
        chunks.commit(range, |part| clear(bytes, file.as_ref(), part));
        Some(pointer)
    }

    fn release(&mut self, range: Range<usize>) {
        let Self { bytes, file, chunks } = self;
        let is_large = range.len() >= RETURN_FROM;
        if is_large {
            clear(bytes, file.as_ref(), range.clone());
        }
        chunks.release(range, is_large, |idle| clear(bytes, file.as_ref(), idle));
    }
}

/// A device's memory.
struct DeviceMemory {
    base: u64,
    store: Store,
    /// The device's addresses, without access: no other mapping gets them, and a host that follows a device pointer
    /// stops at once.
    _reserved: Option<Mapping>,
}

impl DeviceMemory {
    fn new(base: u64, extent: u64) -> Option<Self> {
        let file = anonymous_file(c"musa device memory", extent)?;
        let bytes = Mapping::new(None, extent, Some(&file), libc::PROT_READ | libc::PROT_WRITE)?;
        let reserved = Mapping::new(Some(base), extent, None, libc::PROT_NONE);
        Some(Self {
            base,
            store: Store::new(bytes, Some(file)),
            _reserved: reserved,
        })
    }
}

/// The memory of `libmusa`.
pub(crate) struct SystemSource {
    devices: Vec<DeviceMemory>,
    host: Option<Store>,
    /// What is shared with other processes.
    shared: Shared,
}

impl SystemSource {
    /// Memory for devices of these sizes. `None` when the system gives none.
    pub(crate) fn new(sizes: &[u64]) -> Option<Self> {
        let mut devices = Vec::new();
        let mut base = DEVICE_BASE;
        for size in sizes {
            // A quarter more addresses than bytes, for the gaps between allocations.
            let extent = size.checked_add(size / 4)?.checked_next_multiple_of(UNIT)?;
            devices.push(DeviceMemory::new(base, extent)?);
            base = base.checked_add(extent)?;
        }
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let host = Mapping::new(Some(HOST_BASE), HOST_EXTENT, None, access)
            .or_else(|| Mapping::new(None, HOST_EXTENT, None, access));
        Some(Self {
            devices,
            host: host.map(|bytes| Store::new(bytes, None)),
            shared: Shared::default(),
        })
    }

    fn store(&self, arena: Arena) -> Option<&Store> {
        match arena {
            Arena::Host => self.host.as_ref(),
            Arena::Device(DeviceOrdinal(device)) => Some(&self.devices.get(device as usize)?.store),
        }
    }

    fn store_mut(&mut self, arena: Arena) -> Option<&mut Store> {
        match arena {
            Arena::Host => self.host.as_mut(),
            Arena::Device(DeviceOrdinal(device)) => Some(&mut self.devices.get_mut(device as usize)?.store),
        }
    }

    /// The file of a device's memory.
    fn file(&self, arena: Arena) -> Option<&OwnedFd> {
        self.store(arena)?.file.as_ref()
    }
}

/// A range of an arena, as the host counts.
fn bytes_of(offset: u64, length: u64) -> Option<Range<usize>> {
    Some(usize::try_from(offset).ok()?..usize::try_from(offset.checked_add(length)?).ok()?)
}

// SAFETY: committed ranges lie within mappings that live as long as this value; the allocator above gives every range
// once; mappings begin at pages and granules are multiples of 16 bytes. All bytes are zero when they are committed: a
// fresh file or mapping is, and [`Chunks`] knows where something was released since.
unsafe impl MemorySource for SystemSource {
    fn extent(&self, arena: Arena) -> u64 {
        self.store(arena).map_or(0, |store| store.bytes.length as u64)
    }

    fn base(&self, arena: Arena) -> Option<u64> {
        match arena {
            Arena::Host => self
                .host
                .as_ref()
                .map(|host| host.bytes.start.as_ptr().expose_provenance() as u64),
            Arena::Device(DeviceOrdinal(device)) => self.devices.get(device as usize).map(|device| device.base),
        }
    }

    fn commit(&mut self, arena: Arena, offset: u64, length: u64) -> Option<NonNull<u8>> {
        self.store_mut(arena)?.commit(bytes_of(offset, length)?)
    }

    fn release(&mut self, arena: Arena, offset: u64, length: u64, _: NonNull<u8>) {
        if let (Some(store), Some(range)) = (self.store_mut(arena), bytes_of(offset, length)) {
            store.release(range);
        }
    }

    fn export(&mut self, arena: Arena, offset: u64, length: u64, serial: u64) -> Option<Exported> {
        let file = self.file(arena)?.as_raw_fd();
        self.shared.export(file, offset, length, serial)
    }

    fn withdraw(&self, arena: Arena, offset: u64, length: u64, serial: u64) -> bool {
        if !self.shared.withdraw(serial) {
            return true;
        }
        self.file(arena)
            .is_some_and(|file| sharing::is_locked(file, offset, length))
    }

    fn process_lives(&self, process: u32) -> bool {
        sharing::lives(process)
    }

    fn import(&mut self, token: &ExportToken) -> Result<NonNull<u8>, HalError> {
        self.shared.import(token)
    }

    fn release_import(&mut self, pointer: NonNull<u8>, _: u64) {
        self.shared.release_import(pointer);
    }

    fn adopt(&mut self, base: u64, length: u64) -> Result<NonNull<u8>, HalError> {
        // That the pages stay until the range is unregistered is the C caller's word.
        let place = usize::try_from(base).map_err(|_| HalError::NoPages)?;
        if !pages::are_writable(base, length) {
            return Err(HalError::NoPages);
        }
        NonNull::new(ptr::with_exposed_provenance_mut(place)).ok_or(HalError::NoPages)
    }

    fn process(&self) -> u32 {
        std::process::id()
    }
}
