//! What the driver asks of its surroundings, from an operating system.

use std::ffi::CStr;
use std::fs;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;

use musa_ctx::{Error, Process, Storage, ThreadId};
use musa_driver::Driver;
use musa_driver::abi::{Binding, FileError, Helper, Report};
use musa_hal::Resource;
use musa_hal::queue::Output;
use musa_hal_sim::{Machine, MachineStorage, Schedule};
use musa_ptx::Translating;

use crate::environment::{self, Environment};
use crate::lock::DriverLock;
use crate::sharing;
use crate::source::SystemSource;
use crate::{texts, threads};

/// The driver over the simulated GPU.
pub(crate) struct Simulated;

static LOGS: OnceLock<bool> = OnceLock::new();

impl Binding for Simulated {
    type Hal = Translating<Machine<'static, SystemSource, Schedule>>;
    type Lock = DriverLock;

    const SERVES_HOST_CALLS: bool = true;

    fn boot() -> Result<Driver<'static, Self::Hal>, Error> {
        let environment = Environment::read();
        threads::hold_back(environment.schedule != Schedule::Eager);
        let sizes: Vec<u64> = environment.devices.iter().map(|device| device.total_memory).collect();
        let source = SystemSource::new(&sizes).ok_or(Error::Exhausted(Resource::HostMemory))?;
        let machine = Machine::new(
            environment.devices,
            source,
            MachineStorage::owned(),
            environment.schedule,
            environment.settings,
        )?;
        let process = Process::new(Storage::owned(), std::process::id());
        let mut driver = Driver::new(process, Translating::new(machine));
        driver.blocking_launches = environment.blocking_launches;
        Ok(driver)
    }

    fn booted() {
        register_fork_handler();
    }

    fn need(helper: Helper) {
        threads::need(helper);
    }

    fn thread() -> ThreadId {
        threads::current()
    }

    fn with_report<R>(visit: impl FnOnce(&mut Report) -> R) -> Option<R> {
        threads::with_report(visit)
    }

    fn logs() -> bool {
        *LOGS.get_or_init(environment::logs)
    }

    fn log(line: &str) {
        // A program may have closed it; `eprintln` would end the program.
        let _ = writeln!(io::stderr(), "musa: {line}");
    }

    fn print(output: Output, bytes: &[u8]) {
        let descriptor = match output {
            Output::Print => libc::STDOUT_FILENO,
            Output::Assertion => libc::STDERR_FILENO,
        };
        write_all(descriptor, bytes);
    }

    fn keep_text(text: &str) -> Option<&'static CStr> {
        texts::keep(text)
    }

    fn carry(bytes: &[u8; 64], serial: u64) -> Option<i32> {
        sharing::carry(bytes, serial)
    }

    fn carried(descriptor: i32) -> Option<[u8; 64]> {
        sharing::carried(descriptor)
    }

    fn with_file<R>(path: &[u8], visit: impl FnOnce(&[u8]) -> R) -> Result<R, FileError> {
        let path = Path::new(std::ffi::OsStr::from_bytes(path));
        fs::read(path)
            .map(|bytes| visit(&bytes))
            .map_err(|_| FileError::NotFound)
    }
}

/// Writes to a descriptor without any buffer: what a kernel prints must not be lost, nor overtake what the program
/// prints.
fn write_all(descriptor: libc::c_int, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: the pointer and length are those of a live slice.
        let written = unsafe { libc::write(descriptor, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(written) {
            Ok(written) if written > 0 => bytes = &bytes[written..],
            _ if std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted => {}
            _ => return,
        }
    }
}

/// The child of a fork after `muInit` has no machine: its threads are gone, and its memory is shared with the parent.
fn register_fork_handler() {
    extern "C" fn in_child() {
        <Simulated as musa_driver::abi::Exported>::global().fork_in_child(true);
    }
    static REGISTERED: OnceLock<()> = OnceLock::new();
    REGISTERED.get_or_init(|| {
        // SAFETY: the handler only sets an atomic flag, which is allowed in the child of a fork.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
}
