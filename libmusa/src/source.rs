//! Memory from the operating system: a shared memory file for each device, and a range of pinned host memory.
//!
//! Both are sparse: a page costs something once it has been touched. What is released is given back, and reads as zero
//! when it is committed again.

use std::ffi::CStr;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::{self, NonNull};

use musa_hal::{DeviceOrdinal, ExportToken, HalError};
use musa_hal_sim::memory::{Arena, DEVICE_BASE, Exported, HOST_BASE, MemorySource};

use crate::sharing::{self, Shared};

/// Extents and device addresses are multiples of this.
const UNIT: u64 = 1 << 30;
/// Bytes of addresses for pinned host memory.
const HOST_EXTENT: u64 = 1 << 40;
/// From this size on, whole pages are given back to the system rather than filled with zeros.
const RETURN_FROM: usize = 1 << 16;
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

/// A device's memory.
struct DeviceMemory {
    base: u64,
    file: OwnedFd,
    bytes: Mapping,
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
            file,
            bytes,
            _reserved: reserved,
        })
    }
}

/// The memory of `libmusa`.
pub(crate) struct SystemSource {
    devices: Vec<DeviceMemory>,
    host: Option<Mapping>,
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
            host,
            shared: Shared::default(),
        })
    }

    fn mapping(&self, arena: Arena) -> Option<&Mapping> {
        match arena {
            Arena::Host => self.host.as_ref(),
            Arena::Device(DeviceOrdinal(device)) => Some(&self.devices.get(device as usize)?.bytes),
        }
    }

    /// Makes whole pages read as zero again, and gives them back.
    fn discard(&self, arena: Arena, offset: usize, pointer: *mut u8, length: usize) -> bool {
        match arena {
            // SAFETY: the file is open; a hole in it reads as zero.
            Arena::Device(DeviceOrdinal(device)) => self.devices.get(device as usize).is_some_and(|device| unsafe {
                let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
                libc::fallocate(device.file.as_raw_fd(), mode, offset as i64, length as i64) == 0
            }),
            // SAFETY: anonymous private pages of the mapping; they read as zero afterwards.
            Arena::Host => unsafe { libc::madvise(pointer.cast(), length, libc::MADV_DONTNEED) == 0 },
        }
    }
}

// SAFETY: committed ranges lie within mappings that live as long as this value; the allocator above gives every range
// once; mappings begin at pages and granules are multiples of 16 bytes. All bytes are zero when they are committed: a
// fresh file or mapping is, and `release` restores it.
unsafe impl MemorySource for SystemSource {
    fn extent(&self, arena: Arena) -> u64 {
        self.mapping(arena).map_or(0, |mapping| mapping.length as u64)
    }

    fn base(&self, arena: Arena) -> Option<u64> {
        match arena {
            Arena::Host => self
                .host
                .as_ref()
                .map(|host| host.start.as_ptr().expose_provenance() as u64),
            Arena::Device(DeviceOrdinal(device)) => self.devices.get(device as usize).map(|device| device.base),
        }
    }

    fn commit(&mut self, arena: Arena, offset: u64, length: u64) -> Option<NonNull<u8>> {
        self.mapping(arena)?.pointer(offset, length)
    }

    fn release(&mut self, arena: Arena, offset: u64, length: u64, pointer: NonNull<u8>) {
        let (start, length) = (offset as usize, length as usize);
        let first = start.next_multiple_of(PAGE).min(start + length);
        let last = ((start + length) / PAGE * PAGE).max(first);
        let zero = |from: usize, to: usize| {
            // SAFETY: within the range that `commit` gave, which its user has just given up.
            unsafe { pointer.as_ptr().add(from - start).write_bytes(0, to - from) };
        };
        if last - first < RETURN_FROM {
            zero(start, start + length);
            return;
        }
        zero(start, first);
        zero(last, start + length);
        let pages = pointer.as_ptr().wrapping_add(first - start);
        if !self.discard(arena, first, pages, last - first) {
            zero(first, last);
        }
    }

    fn export(&mut self, arena: Arena, offset: u64, length: u64, serial: u64) -> Option<Exported> {
        let Arena::Device(DeviceOrdinal(device)) = arena else {
            return None;
        };
        let device = self.devices.get(device as usize)?;
        self.shared.export(device.file.as_raw_fd(), offset, length, serial)
    }

    fn withdraw(&self, arena: Arena, offset: u64, length: u64, serial: u64) -> bool {
        self.shared.withdraw(serial);
        let Arena::Device(DeviceOrdinal(device)) = arena else {
            return false;
        };
        let device = self.devices.get(device as usize);
        device.is_some_and(|device| sharing::is_locked(&device.file, offset, length))
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

    fn adopt(&mut self, base: u64, _: u64) -> Option<NonNull<u8>> {
        // The C caller's word: the range stays valid until it is unregistered.
        NonNull::new(ptr::with_exposed_provenance_mut(usize::try_from(base).ok()?))
    }

    fn process(&self) -> u32 {
        std::process::id()
    }
}
