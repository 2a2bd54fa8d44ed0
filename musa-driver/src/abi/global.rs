//! The one static of a program, and sessions under its lock.

use core::{
    cell::UnsafeCell,
    sync::atomic::{AtomicBool, Ordering},
};

use musa_ctx::{Error, Rule};
use musa_hal::{Progress, QueueId, Queues};

use super::{Binding, Helper, Lock, Text, callback};
use crate::{
    Driver,
    call::{Services, Session},
};

/// The driver of a program, behind the binding's lock; empty until `muInit`.
pub struct Global<B: Binding> {
    lock: B::Lock,
    driver: UnsafeCell<Option<Driver<'static, B::Hal>>>,
    /// Set in the child of a fork that came after initialisation. Kept beside the lock, since the
    /// thread that held it may not exist in the child.
    forked: AtomicBool,
}

// SAFETY: the driver is reached only through `Held`, which exists only while the lock is held.
unsafe impl<B: Binding> Sync for Global<B> where B::Hal: Send {}

impl<B: Binding> Global<B> {
    /// An empty place.
    #[allow(clippy::new_without_default, reason = "a static is made of it")]
    pub const fn new() -> Self {
        Self {
            lock: B::Lock::NEW,
            driver: UnsafeCell::new(None),
            forked: AtomicBool::new(false),
        }
    }

    /// Takes the lock.
    ///
    /// # Errors
    /// That the process was forked after initialisation.
    pub(super) fn hold(&'static self) -> Result<Held<B>, Error> {
        if self.forked.load(Ordering::Relaxed) {
            return Err(Rule::InitForked.into());
        }
        self.lock.acquire();
        Ok(Held(self))
    }

    /// For the binding's fork handler, in the child: if the parent was initialised, no call but
    /// names, strings and version works any more.
    pub fn fork_in_child(&self, initialised: bool) {
        if initialised {
            self.forked.store(true, Ordering::Relaxed);
        }
    }

    /// Wakes waiting calls: something outside the machine may have changed.
    pub fn notify(&self) {
        self.lock.notify();
    }
}

/// The lock, held; free again when this goes.
pub(super) struct Held<B: Binding>(&'static Global<B>);

impl<B: Binding> Held<B> {
    /// The place of the driver.
    pub(super) fn slot(&mut self) -> &mut Option<Driver<'static, B::Hal>> {
        // SAFETY: `self` proves that this thread holds the lock, and borrows are bound to it; the
        // lock is given back only in `drop` and between the borrows that `released` and `pause`
        // exclude by taking `self` mutably.
        unsafe { &mut *self.0.driver.get() }
    }

    fn released<R>(&mut self, run: impl FnOnce() -> R) -> R {
        self.0.lock.release();
        let result = run();
        self.0.lock.acquire();
        result
    }

    /// A session of the driver.
    ///
    /// # Errors
    /// That the process is not initialised.
    pub(super) fn session(self) -> Result<Locked<B>, Error> {
        let mut session = Locked(self);
        session.present()?;
        Ok(session)
    }
}

impl<B: Binding> Drop for Held<B> {
    fn drop(&mut self) {
        self.0.lock.release();
    }
}

/// A session under the lock, with a driver in its place.
pub(super) struct Locked<B: Binding>(Held<B>);

impl<B: Binding> Locked<B> {
    /// The driver, which [`Held::session`] has seen, unless another thread has reset it during a
    /// wait.
    fn present(&mut self) -> Result<&mut Driver<'static, B::Hal>, Error> {
        self.0.slot().as_mut().ok_or(Rule::InitRequired.into())
    }

    /// Runs one slice, or the host function that is due where no thread serves them.
    ///
    /// # Errors
    /// That the driver is gone, or a bug.
    pub(super) fn step(&mut self) -> Result<Progress, Error> {
        let progress = self.present()?.hal.advance();
        match progress {
            Progress::HostCall { queue, token, .. } if !B::SERVES_HOST_CALLS => {
                self.host_call(queue, token)?;
                Ok(Progress::Advanced)
            }
            Progress::HostCall { .. } => {
                B::need(Helper::HostFunctions);
                Ok(progress)
            }
            _ => Ok(progress),
        }
    }

    /// The call is over: what is still pending must go on while the program is elsewhere.
    pub(super) fn leave_pending(&mut self) {
        if self.present().is_ok_and(|driver| !driver.hal.is_idle()) {
            B::need(Helper::Machine);
        }
    }

    /// Runs a host function, with the lock free.
    pub(super) fn host_call(&mut self, queue: QueueId, token: u64) -> Result<(), Error> {
        let thread = B::thread();
        let Driver { process, hal, .. } = self.present()?;
        let due = process.take_host_function(hal, queue, token)?;
        process.enter_host_function(thread)?;
        self.0.released(|| callback::run(&due));
        let Driver { process, hal, .. } = self.present()?;
        process.host_function_done(hal, thread, due);
        self.0.0.lock.notify();
        Ok(())
    }

    /// Gives the lock back, waits for a change, takes it again.
    pub(super) fn pause(&mut self) {
        self.0.0.lock.pause();
    }
}

impl<B: Binding> Session<'static, B::Hal> for Locked<B> {
    fn driver(&mut self) -> Result<&mut Driver<'static, B::Hal>, Error> {
        self.present()
    }

    fn progress(&mut self) -> Result<(), Error> {
        match self.step()? {
            // Others may have been waiting for the lock while the slice ran.
            Progress::Advanced => self.0.released(|| ()),
            Progress::HostCall { .. } => {
                self.0.0.lock.notify();
                self.pause();
            }
            // What is pending waits for the host: another thread, this process's memory, or
            // another process.
            Progress::Parked => {
                self.present()?.relieve()?;
                self.pause();
            }
            Progress::Idle => return Err(Error::Bug("nothing is pending, yet a call waits")),
            Progress::Deadlock => return Err(Rule::WaitStuck.into()),
        }
        Ok(())
    }

    fn unlocked(&mut self, run: &mut dyn FnMut()) {
        self.0.released(run);
    }

    fn print(&mut self) {
        if let Ok(driver) = self.present() {
            driver.take_output(B::print);
        }
    }

    fn services(&self) -> Services {
        Services {
            read_file: |path, visit| B::with_file(path, visit),
            keep_text: |text| B::keep_text(text).map(Text::new),
            carry: B::carry,
            carried: B::carried,
        }
    }

    fn explain(&mut self, detail: &str) {
        B::with_report(|report| report.detail.set(detail));
    }
}
