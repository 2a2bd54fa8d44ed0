//! The lock of the one driver, and waiting for a change of what it guards.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use musa_driver::abi::Lock;
use parking_lot::lock_api::{RawMutex as _, RawMutexFair};
use parking_lot::{Condvar, Mutex, RawMutex};

/// How long a waiting call sleeps at most before it looks again: memory that a kernel waits for may have been written by
/// a thread that is outside the driver.
const GLANCE: Duration = Duration::from_micros(200);

/// Counts changes, and wakes who waits for one.
pub(crate) struct Signal {
    changes: AtomicU64,
    sleepers: AtomicU64,
    gate: Mutex<()>,
    changed: Condvar,
}

impl Signal {
    pub(crate) const fn new() -> Self {
        Self {
            changes: AtomicU64::new(0),
            sleepers: AtomicU64::new(0),
            gate: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// How many changes there have been.
    pub(crate) fn seen(&self) -> u64 {
        self.changes.load(Ordering::SeqCst)
    }

    /// Something has changed.
    pub(crate) fn notify(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            drop(self.gate.lock());
            self.changed.notify_all();
        }
    }

    /// Sleeps until there has been a change after `seen`, or for as long as `limit`.
    pub(crate) fn wait(&self, seen: u64, limit: Duration) {
        let mut gate = self.gate.lock();
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        if self.seen() == seen {
            self.changed.wait_for(&mut gate, limit);
        }
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Changes of the machine and its work.
pub(crate) static CHANGES: Signal = Signal::new();

/// The lock.
pub(crate) struct DriverLock(RawMutex);

impl Lock for DriverLock {
    const NEW: Self = Self(RawMutex::INIT);

    fn acquire(&self) {
        self.0.lock();
    }

    fn release(&self) {
        // SAFETY: the contract of `Lock`: called by who holds it. Fair, so that a loop of slices lets others in.
        unsafe { self.0.unlock_fair() };
    }

    fn pause(&self) {
        let seen = CHANGES.seen();
        self.release();
        CHANGES.wait(seen, GLANCE);
        self.acquire();
    }

    fn notify(&self) {
        CHANGES.notify();
    }
}
