//! Threads: the callers' identities, and the library's own two.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use musa_ctx::ThreadId;
use musa_driver::abi::{self, Report, Work};

use crate::binding::Simulated;
use crate::lock::CHANGES;

/// The longest that an own thread sleeps while nothing changes.
const LONGEST_SLEEP: Duration = Duration::from_millis(20);
/// The shortest.
const SHORTEST_SLEEP: Duration = Duration::from_micros(50);

static NEXT: AtomicU64 = AtomicU64::new(1);

/// What the driver knows of a thread.
struct Known {
    id: ThreadId,
    report: RefCell<Report>,
}

impl Drop for Known {
    fn drop(&mut self) {
        abi::thread_exited::<Simulated>(self.id);
    }
}

thread_local! {
    static KNOWN: Known = Known {
        id: ThreadId(NEXT.fetch_add(1, Ordering::Relaxed)),
        report: const { RefCell::new(Report::new()) },
    };
}

/// The calling thread. One that is ending, whose number is gone, gets a new one for each call.
pub(crate) fn current() -> ThreadId {
    KNOWN
        .try_with(|known| known.id)
        .unwrap_or_else(|_| ThreadId(NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// Visits the calling thread's texts.
pub(crate) fn with_report<R>(visit: impl FnOnce(&mut Report) -> R) -> Option<R> {
    KNOWN
        .try_with(|known| known.report.try_borrow_mut().ok().map(|mut report| visit(&mut report)))
        .ok()
        .flatten()
}

/// Starts the thread that lets the machine go on while the program is outside the driver, and the one that runs host
/// functions.
pub(crate) fn start() {
    spawn("musa machine", abi::work::<Simulated>);
    spawn("musa host calls", abi::serve::<Simulated>);
}

fn spawn(name: &str, step: fn() -> Work) {
    let run = move || {
        let mut sleep = SHORTEST_SLEEP;
        loop {
            let seen = CHANGES.seen();
            match step() {
                Work::More => sleep = SHORTEST_SLEEP,
                Work::Waiting => {
                    CHANGES.wait(seen, sleep);
                    sleep = if CHANGES.seen() == seen {
                        (sleep * 2).min(LONGEST_SLEEP)
                    } else {
                        SHORTEST_SLEEP
                    };
                }
            }
        }
    };
    // Without the threads the program still works, as long as it stays inside the driver while it waits.
    let _ = thread::Builder::new().name(name.to_owned()).spawn(run);
}
