//! Device memory that processes share.
//!
//! A device's memory is an anonymous file, so that another process can map a piece of it through `/proc`. What is exported
//! stands in a register, an anonymous file as well: a token names the process (by number and by when it started), its
//! register and an entry. Whoever imports takes a read lock on the piece before it looks whether the entry is still there;
//! the owner strikes the entry out before it looks for locks. So one of the two sees the other, locks go with their
//! process whatever ends it, and nothing is left behind.

use std::collections::BTreeMap;
use std::fs;
use std::os::fd::{AsRawFd, IntoRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

use musa_hal::{ExportToken, Gone, HalError, Resource};
use musa_hal_sim::memory::Exported;
use parking_lot::Mutex;

use crate::source::{Mapping, PAGE, anonymous_file};

/// Exports that a process can have at once.
const ENTRIES: usize = 1 << 14;
/// Bits of a token's object that are the register's descriptor.
const DESCRIPTOR_BITS: u32 = 16;

/// An entry of the register.
#[repr(C)]
struct Entry {
    /// The allocation's serial number; zero where there is none.
    serial: AtomicU64,
    /// The descriptor of the device's file in its process.
    descriptor: AtomicU64,
    offset: AtomicU64,
    length: AtomicU64,
}

const ENTRY: usize = size_of::<Entry>();

/// A process's register.
struct Register {
    file: OwnedFd,
    mapping: Mapping,
    entries: BTreeMap<u64, usize>,
    unused: Vec<usize>,
    used: usize,
}

impl Register {
    fn new() -> Option<Self> {
        let bytes = (ENTRIES * ENTRY) as u64;
        let file = anonymous_file(c"musa exports", bytes)?;
        let mapping = Mapping::of_file(&file, 0, bytes)?;
        Some(Self {
            file,
            mapping,
            entries: BTreeMap::new(),
            unused: Vec::new(),
            used: 0,
        })
    }

    fn entry(&self, index: usize) -> Option<&Entry> {
        let place = self.mapping.pointer((index * ENTRY) as u64, ENTRY as u64)?;
        // SAFETY: within the mapping, which lives as long as `self`, begins at a page and holds only entries of atomics.
        Some(unsafe { place.cast::<Entry>().as_ref() })
    }
}

/// A piece of another process's memory.
struct Import {
    _mapping: Mapping,
    /// Holds the lock.
    _file: fs::File,
}

/// What this process exports and imports.
#[derive(Default)]
pub(crate) struct Shared {
    register: Mutex<Option<Register>>,
    imports: BTreeMap<usize, Import>,
    /// Registers of others, by process and token's object: they outlive their process, and tell what it had freed.
    registers: BTreeMap<(u32, u64), fs::File>,
}

/// When a process started, in ticks since the system did; none for one that has ended.
fn started(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    if matches!(state, "Z" | "X") {
        return None;
    }
    fields.nth(18)?.parse().ok()
}

/// Whether a process lives.
pub(crate) fn lives(process: u32) -> bool {
    started(process).is_some()
}

fn lock_of(kind: libc::c_int, offset: u64, length: u64) -> Option<libc::flock> {
    Some(libc::flock {
        l_type: libc::c_short::try_from(kind).ok()?,
        l_whence: libc::c_short::try_from(libc::SEEK_SET).ok()?,
        l_start: i64::try_from(offset).ok()?,
        l_len: i64::try_from(length).ok()?,
        l_pid: 0,
    })
}

/// Whether another open file holds a lock on a range of a file.
pub(crate) fn is_locked(file: &OwnedFd, offset: u64, length: u64) -> bool {
    let Some(mut lock) = lock_of(libc::F_WRLCK, offset, length) else {
        return false;
    };
    // SAFETY: the descriptor is open, and the lock a value of the type that the command takes.
    let asked = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_GETLK, &raw mut lock) };
    asked == 0 && i32::from(lock.l_type) != libc::F_UNLCK
}

fn lock(file: &fs::File, offset: u64, length: u64) -> bool {
    // SAFETY: as above.
    lock_of(libc::F_RDLCK, offset, length)
        .is_some_and(|lock| unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const lock) == 0 })
}

/// Opens a file that another process has open.
fn open(process: u32, descriptor: u64, write: bool) -> Option<fs::File> {
    let path = format!("/proc/{process}/fd/{descriptor}");
    fs::OpenOptions::new().read(true).write(write).open(path).ok()
}

fn read_entry(register: &fs::File, index: u64) -> Option<[u64; 4]> {
    let mut bytes = [0; ENTRY];
    let offset = index.checked_mul(ENTRY as u64)?;
    register.read_exact_at(&mut bytes, offset).ok()?;
    let mut words = [0; 4];
    for (word, place) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = u64::from_ne_bytes(place.try_into().ok()?);
    }
    Some(words)
}

/// The files that descriptors were made of, by the serial number of the memory that they keep. What the caller has is
/// another opening of the same file, with a lock: while any copy of it is open in any process, the lock is there.
static CARRIERS: Mutex<BTreeMap<u64, Vec<OwnedFd>>> = Mutex::new(BTreeMap::new());

/// A file descriptor that carries bytes: a file of just them. Memory with this serial number, which is zero for none, is
/// kept while it is open.
pub(crate) fn carry(bytes: &[u8; 64], serial: u64) -> Option<i32> {
    let own = anonymous_file(c"musa memory", bytes.len() as u64)?;
    let given = open(std::process::id(), u64::try_from(own.as_raw_fd()).ok()?, true)?;
    given.write_all_at(bytes, 0).ok()?;
    if !lock(&given, 0, bytes.len() as u64) {
        return None;
    }
    if serial != 0 {
        CARRIERS.lock().entry(serial).or_default().push(own);
    }
    Some(given.into_raw_fd())
}

/// Whether a descriptor that keeps memory is open anywhere.
fn is_carried(serial: u64) -> bool {
    let mut carriers = CARRIERS.lock();
    let Some(files) = carriers.get_mut(&serial) else {
        return false;
    };
    files.retain(|file| is_locked(file, 0, 64));
    let carried = !files.is_empty();
    if !carried {
        carriers.remove(&serial);
    }
    carried
}

/// The bytes that a file descriptor of the caller's carries.
pub(crate) fn carried(descriptor: i32) -> Option<[u8; 64]> {
    let mut bytes = [0; 64];
    // SAFETY: the place has the length that is given; a descriptor that is none is refused by the system.
    let read = unsafe { libc::pread(descriptor, bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    (read == 64).then_some(bytes)
}

impl Shared {
    /// Enters a piece of a device's file.
    pub(crate) fn export(&self, file: RawFd, offset: u64, length: u64, serial: u64) -> Option<Exported> {
        let mut register = self.register.lock();
        if register.is_none() {
            *register = Some(Register::new()?);
        }
        let register = register.as_mut()?;
        let index = match register.entries.get(&serial) {
            Some(index) => *index,
            None => {
                let index = register.unused.pop().or_else(|| {
                    let index = Some(register.used).filter(|index| *index < ENTRIES);
                    register.used += usize::from(index.is_some());
                    index
                })?;
                let entry = register.entry(index)?;
                entry.descriptor.store(u64::try_from(file).ok()?, Ordering::Relaxed);
                entry.offset.store(offset, Ordering::Relaxed);
                entry.length.store(length, Ordering::Relaxed);
                entry.serial.store(serial, Ordering::Release);
                register.entries.insert(serial, index);
                index
            }
        };
        let descriptor = u64::try_from(register.file.as_raw_fd()).ok()?;
        if descriptor >> DESCRIPTOR_BITS != 0 {
            return None;
        }
        Some(Exported {
            object: started(std::process::id())? << DESCRIPTOR_BITS | descriptor,
            offset: index as u64,
        })
    }

    /// Strikes an entry out; not while a descriptor keeps what it names, and can still be imported from.
    pub(crate) fn withdraw(&self, serial: u64) -> bool {
        if is_carried(serial) {
            return false;
        }
        let mut register = self.register.lock();
        let Some(register) = register.as_mut() else { return true };
        if let Some(index) = register.entries.remove(&serial) {
            if let Some(entry) = register.entry(index) {
                entry.serial.store(0, Ordering::SeqCst);
            }
            register.unused.push(index);
        }
        true
    }

    /// Maps a piece of another process's memory.
    pub(crate) fn import(&mut self, token: &ExportToken) -> Result<NonNull<u8>, HalError> {
        const OWNER: HalError = HalError::Gone(Gone::Owner);
        const MEMORY: HalError = HalError::Gone(Gone::Memory);
        let process = u32::try_from(token.owner >> 32).map_err(|_| OWNER)?;
        let key = (process, token.object);
        let lives = started(process) == Some(token.object >> DESCRIPTOR_BITS);
        if lives && !self.registers.contains_key(&key) {
            self.registers.retain(|(process, _), _| crate::sharing::lives(*process));
            let descriptor = token.object & ((1 << DESCRIPTOR_BITS) - 1);
            let register = open(process, descriptor, false).ok_or(OWNER)?;
            self.registers.insert(key, register);
        }
        let register = self.registers.get(&key).ok_or(OWNER)?;
        let find = || read_entry(register, token.offset).filter(|entry| entry[0] == token.serial && token.serial != 0);
        let [_, descriptor, offset, length] = find().ok_or(MEMORY)?;
        if !lives {
            return Err(OWNER);
        }
        if token.size > length {
            return Err(MEMORY);
        }
        let file = open(process, descriptor, true).ok_or(OWNER)?;
        if !lock(&file, offset, length) || find().is_none() {
            return Err(MEMORY);
        }
        let skip = offset % PAGE as u64;
        let full = HalError::Exhausted(Resource::HostMemory);
        let mapping = Mapping::of_file(&file, offset - skip, length + skip).ok_or(full)?;
        let pointer = mapping.pointer(skip, length).ok_or(full)?;
        let import = Import {
            _mapping: mapping,
            _file: file,
        };
        self.imports.insert(pointer.as_ptr().addr(), import);
        Ok(pointer)
    }

    /// Lets go what was imported.
    pub(crate) fn release_import(&mut self, pointer: NonNull<u8>) {
        self.imports.remove(&pointer.as_ptr().addr());
    }
}
