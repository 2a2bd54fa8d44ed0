//! A library made of a binding over a HAL without hardware: what C sees of it.

#![allow(clippy::std_instead_of_alloc, clippy::std_instead_of_core, reason = "tests use std")]

use std::{
    cell::RefCell,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Condvar, Mutex},
    time::Duration,
};

use musa_ctx::{Error, Process, Storage, ThreadId};
use musa_driver::{
    Driver,
    abi::{Binding, Exported, HostPointer, Lock, Out, Report, Text},
    table::functions,
    types::*,
};
use musa_hal::noop::Noop;

struct Library;

struct TestLock {
    taken: Mutex<bool>,
    free: Condvar,
}

impl Lock for TestLock {
    const NEW: Self = Self {
        taken: Mutex::new(false),
        free: Condvar::new(),
    };

    fn acquire(&self) {
        let mut taken = self.taken.lock().unwrap();
        while *taken {
            taken = self.free.wait(taken).unwrap();
        }
        *taken = true;
    }

    fn release(&self) {
        *self.taken.lock().unwrap() = false;
        self.free.notify_one();
    }

    fn pause(&self) {
        self.release();
        std::thread::sleep(Duration::from_micros(50));
        self.acquire();
    }

    fn notify(&self) {}
}

thread_local! {
    static REPORT: RefCell<Report> = const { RefCell::new(Report::new()) };
}

impl Binding for Library {
    type Hal = Noop<16>;
    type Lock = TestLock;

    const SERVES_HOST_CALLS: bool = false;

    fn boot() -> Result<Driver<'static, Noop<16>>, Error> {
        Ok(Driver::new(
            Process::new(Storage::owned(), 1),
            Noop::new(musa_hal::noop::DEVICE),
        ))
    }

    fn thread() -> ThreadId {
        let mut hasher = DefaultHasher::new();
        std::thread::current().id().hash(&mut hasher);
        ThreadId(hasher.finish())
    }

    fn with_report<R>(visit: impl FnOnce(&mut Report) -> R) -> Option<R> {
        REPORT.try_with(|report| visit(&mut report.borrow_mut())).ok()
    }
}

musa_driver::musa_export!(Library);

fn last_refusal() -> String {
    Library::with_report(|report| report.refusal.as_str().to_owned()).unwrap()
}

fn entry_points_are_found_by_name() {
    use musa_exports::*;

    let mut found = HostPointer::NULL;
    assert_eq!(
        muGetProcAddress(Text::new(c"muStreamQuery"), Out::new(&mut found), 30100, 1),
        MUSA_SUCCESS
    );
    assert_eq!(found.address(), muStreamQuery as *const () as usize);
    assert_eq!(
        muGetProcAddress(Text::new(c"muStreamQuery"), Out::new(&mut found), 30100, 2),
        MUSA_SUCCESS
    );
    assert_eq!(found.address(), muStreamQuery_ptsz as *const () as usize);
    assert_eq!(
        muGetProcAddress(Text::new(c"muMemAlloc_v2"), Out::new(&mut found), 30100, 0),
        MUSA_SUCCESS
    );
    assert_eq!(found.address(), muMemAlloc_v2 as *const () as usize);
    assert_eq!(
        muGetProcAddress(Text::new(c"muNothing"), Out::new(&mut found), 30100, 0),
        MUSA_ERROR_NOT_FOUND
    );
    assert!(found.is_null());
    assert_eq!(
        muGetProcAddress(Text::new(c"muInit"), Out::new(&mut found), 30100, 9),
        MUSA_ERROR_INVALID_VALUE
    );
}

/// One test, since a program has one library: before `muInit`, then after it.
#[test]
fn a_library_over_no_hardware() {
    use musa_exports::*;

    let exported: Vec<_> = Library::entry_points()
        .iter()
        .flat_map(|area| area.iter())
        .map(|entry| entry.name)
        .collect();
    let listed: Vec<_> = functions()
        .flat_map(|function| function.names.iter().chain(function.thread_names))
        .copied()
        .collect();
    assert_eq!(exported, listed);
    assert!(exported.len() > 500);

    let mut version = 0;
    assert_eq!(muDriverGetVersion(Out::new(&mut version)), MUSA_SUCCESS);
    assert_eq!(version, 30100);
    assert_eq!(muDriverGetVersion(Out::null()), MUSA_ERROR_INVALID_VALUE);
    assert!(
        last_refusal()
            .starts_with("muDriverGetVersion(driverVersion = null) = MUSA_ERROR_INVALID_VALUE: argument.null:")
    );

    // Unversioned, versioned and per-thread names are one function each.
    assert_eq!(muMemFree(MUdeviceptr(0x77)), MUSA_ERROR_NOT_INITIALIZED);
    assert_eq!(muMemFree_v2(MUdeviceptr(0x77)), MUSA_ERROR_NOT_INITIALIZED);
    assert!(last_refusal().contains("dptr = 0x77"));
    assert_eq!(muInit(1), MUSA_ERROR_INVALID_VALUE);
    assert_eq!(muMemFree(MUdeviceptr(0)), MUSA_ERROR_NOT_INITIALIZED);
    assert_eq!(muInit(0), MUSA_SUCCESS);
    assert_eq!(muInit(0), MUSA_SUCCESS);
    assert_eq!(muInit(1), MUSA_ERROR_INVALID_VALUE);

    // What no verb implements says so after its prologue.
    assert_eq!(
        muProfilerInitialize(Text::new(c""), Text::new(c""), MUoutput_mode(0)),
        MUSA_ERROR_NOT_SUPPORTED
    );
    assert!(last_refusal().contains("muProfilerInitialize is not supported"));

    entry_points_are_found_by_name();

    // Another thread's refusals are its own.
    std::thread::spawn(|| assert_eq!(last_refusal(), "")).join().unwrap();

    musaSimReset();
    assert_eq!(last_refusal(), "");
    assert_eq!(muProfilerStart(), MUSA_ERROR_NOT_INITIALIZED);
}
