//! What the program around the model supplies: the hardware, a lock, threads, and where text goes.

use core::ffi::CStr;

use musa_ctx::{Error, Rule, ThreadId};
use musa_hal::{Hal, queue::Output};

use super::{HostPointer, Report};
use crate::Driver;

/// The parts of a `libmusa` that only its binding knows.
///
/// A binding crate implements this for a type of its own and expands
/// [`musa_export!`](crate::musa_export), which makes the one static of the program and its exported
/// functions.
pub trait Binding: Sized + 'static {
    /// The hardware.
    type Hal: Hal + Send;

    /// The lock of the one static.
    type Lock: Lock;

    /// Whether a thread of the binding's runs host functions (see
    /// [`serve`](super::serve)). Without one, waiting calls run them.
    const SERVES_HOST_CALLS: bool;

    /// Makes the machine and an empty process, at the first `muInit`.
    ///
    /// # Errors
    /// Whatever keeps the machine from being made: a rule (no device), or no room.
    fn boot() -> Result<Driver<'static, Self::Hal>, Error>;

    /// Called once after [`Binding::boot`] has succeeded, without the lock.
    fn booted() {}

    /// One of the binding's threads has something to do. Called often and with the lock held; a binding that has such a
    /// thread starts it at the first call.
    fn need(_: Helper) {}

    /// The calling thread, the same number each time it asks.
    fn thread() -> ThreadId;

    /// The calling thread's texts. `None` while the thread is ending.
    fn with_report<R>(visit: impl FnOnce(&mut Report) -> R) -> Option<R>;

    /// Whether every refusal is to be logged.
    fn logs() -> bool {
        false
    }

    /// Writes one line of the log; a binding without one leaves it out.
    fn log(line: &str) {
        let _ = line;
    }

    /// Writes what kernels printed; a binding with nowhere to write leaves it out.
    fn print(output: Output, bytes: &[u8]) {
        let _ = (output, bytes);
    }

    /// Keeps a text for ever, the same text in the same place, for functions that answer with one;
    /// none where that cannot be done.
    fn keep_text(text: &str) -> Option<&'static CStr> {
        let _ = text;
        None
    }

    /// Makes a file descriptor that carries these bytes to other processes; none where that cannot be done. Memory with this
    /// serial number, which they name (zero: none), is not given back while the descriptor is open anywhere.
    fn carry(bytes: &[u8; 64], serial: u64) -> Option<i32> {
        let _ = (bytes, serial);
        None
    }

    /// The bytes that a file descriptor carries, if it does.
    fn carried(descriptor: i32) -> Option<[u8; 64]> {
        let _ = descriptor;
        None
    }

    /// Reads a file, for `muModuleLoad` and its like, and hands its bytes over.
    ///
    /// # Errors
    /// That there is no such file, or no file system.
    fn with_file<R>(path: &[u8], visit: impl FnOnce(&[u8]) -> R) -> Result<R, FileError> {
        let _ = (path, visit);
        Err(FileError::NoFiles)
    }
}

/// A thread that a binding may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Helper {
    /// Lets the machine go on while the program is outside the driver ([`work`](super::work)): a call has left work
    /// pending.
    Machine,
    /// Runs host functions ([`serve`](super::serve)): one is due.
    HostFunctions,
}

/// Why a file could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    /// There is none of that name that can be read.
    NotFound,
    /// The binding has no files.
    NoFiles,
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        match error {
            FileError::NotFound => Rule::FileMissing.into(),
            FileError::NoFiles => Error::Unsupported("reading files"),
        }
    }
}

/// A lock that knows how to wait for a change. Supplied by the binding: `spin`'s ticket lock in
/// firmware, one that sleeps where there are threads.
pub trait Lock: Sync {
    /// The lock, free.
    const NEW: Self;

    /// Takes the lock; never called by who holds it.
    fn acquire(&self);

    /// Gives the lock back; called by who holds it.
    fn release(&self);

    /// Gives the lock back, waits until [`Lock::notify`] or for a short time, and takes it again.
    fn pause(&self);

    /// Wakes those who [`pause`](Lock::pause). Called with or without the lock.
    fn notify(&self);
}

/// What [`musa_export!`](crate::musa_export) adds to a binding: the static and the exported
/// functions. Not to be implemented by hand.
pub trait Exported: Binding {
    /// The program's one driver.
    fn global() -> &'static super::Global<Self>;

    /// Every exported driver function, area by area.
    fn entry_points() -> &'static [&'static [EntryPoint]];
}

/// An exported driver function.
#[derive(Clone, Copy, Debug)]
pub struct EntryPoint {
    /// Its name.
    pub name: &'static str,
    /// Its address.
    pub address: fn() -> usize,
}

/// The address of an exported driver function.
pub(crate) fn entry_point<B: Exported>(name: &str) -> Option<HostPointer> {
    let mut all = B::entry_points().iter().flat_map(|area| area.iter());
    let found = all.find(|entry| entry.name == name)?;
    Some(HostPointer::from_address((found.address)()))
}
