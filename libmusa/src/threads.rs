//! Threads: the callers' identities, and the library's own two, which are started when there is something for them to do.

use std::cell::RefCell;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use musa_ctx::ThreadId;
use musa_driver::abi::{self, Helper, Report, Work};

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

/// Whether work is to wait until someone waits for it, as far as that can be known.
static HELD_BACK: AtomicBool = AtomicBool::new(false);

/// Says whether the schedule is one that holds submitted work back.
pub(crate) fn hold_back(held_back: bool) {
    HELD_BACK.store(held_back, Ordering::Relaxed);
}

/// Starts a thread at the first need: the one that lets the machine go on while the program is outside the driver, or the
/// one that runs host functions.
pub(crate) fn need(helper: Helper) {
    static MACHINE: Once = Once::new();
    static HOST_FUNCTIONS: Once = Once::new();
    match helper {
        Helper::Machine => MACHINE.call_once(|| spawn("musa machine", abi::work::<Simulated>)),
        Helper::HostFunctions => HOST_FUNCTIONS.call_once(|| spawn("musa host calls", abi::serve::<Simulated>)),
    }
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
                    hesitate();
                }
            }
        }
    };
    let run = move || {
        hesitate();
        run()
    };
    // Without the threads the program still works, as long as it stays inside the driver while it waits.
    let _ = thread::Builder::new().name(name.to_owned()).spawn(run);
}

/// Where work is held back, only a program that waits outside the driver lets so much time pass.
fn hesitate() {
    if HELD_BACK.load(Ordering::Relaxed) {
        thread::sleep(LONGEST_SLEEP);
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::c_void;
    use std::fs;

    use musa_driver::abi::{HostPointer, Out};
    use musa_driver::types::*;

    use super::*;
    use crate::musa_exports::*;

    /// The names of this process's threads that are the library's own, in order.
    fn own_threads() -> Vec<String> {
        let threads = fs::read_dir("/proc/self/task").unwrap();
        let names = threads.filter_map(|thread| fs::read_to_string(thread.unwrap().path().join("comm")).ok());
        let mut names: Vec<_> = names
            .map(|name| name.trim_end().to_owned())
            .filter(|name| name.starts_with("musa "))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn threads_are_started_when_there_is_something_for_them_to_do() {
        static HAS_RUN: AtomicBool = AtomicBool::new(false);
        extern "C" fn run(_: *mut c_void) {
            HAS_RUN.store(true, Ordering::SeqCst);
        }
        let (mut device, mut context, mut memory) = (MUdevice(0), MUcontext::NULL, MUdeviceptr(0));
        assert_eq!(muInit(0), MUSA_SUCCESS);
        assert_eq!(muDeviceGet(Out::new(&mut device), 0), MUSA_SUCCESS);
        assert_eq!(muCtxCreate(Out::new(&mut context), 0, device), MUSA_SUCCESS);
        assert_eq!(muMemAlloc(Out::new(&mut memory), 64), MUSA_SUCCESS);
        assert_eq!(muMemsetD8Async(memory, 7, 64, MUstream::NULL), MUSA_SUCCESS);
        assert_eq!(muCtxSynchronize(), MUSA_SUCCESS);
        assert_eq!(own_threads(), [""; 0], "plain calls need no thread");

        assert_eq!(
            muLaunchHostFunc(MUstream::NULL, Some(run), HostPointer::NULL),
            MUSA_SUCCESS
        );
        assert_eq!(muCtxSynchronize(), MUSA_SUCCESS);
        assert!(HAS_RUN.load(Ordering::SeqCst));
        assert_eq!(own_threads(), ["musa host calls", "musa machine"]);
        assert_eq!(muCtxDestroy(context), MUSA_SUCCESS);
    }
}
