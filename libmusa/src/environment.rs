//! Variables of the environment, read at the first `muInit`.

use std::env;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::thread;
use std::time::Instant;

use musa_hal::DeviceInfo;
use musa_hal_sim::{HostWrites, Schedule, Settings, profiles};

/// The most threads that may be asked for.
const MAX_THREADS: u32 = 1024;

/// What the variables say.
pub(crate) struct Environment {
    /// The devices that the program sees.
    pub devices: Vec<DeviceInfo>,
    /// The schedule.
    pub schedule: Schedule,
    /// How the machine behaves.
    pub settings: Settings,
    /// `MUSA_LAUNCH_BLOCKING=1`: launches return when their kernels are done.
    pub blocking_launches: bool,
}

impl Environment {
    /// Reads all of them. What cannot be understood is said on standard error, once.
    pub(crate) fn read() -> Self {
        let schedule = schedule();
        Self {
            devices: visible(devices()),
            settings: settings(&schedule),
            schedule,
            blocking_launches: is_one("MUSA_LAUNCH_BLOCKING"),
        }
    }
}

/// Whether refusals are to be logged.
pub(crate) fn logs() -> bool {
    is_one("MUSA_SIM_LOG")
}

fn is_one(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| value == "1")
}

fn complain(variable: &str, what: &str) {
    let _ = writeln!(io::stderr(), "musa: {variable}: {what}");
}

/// `MUSA_SIM_DEVICES`: profiles by name. Unset: one of the default; empty, or with an unknown name: none.
fn devices() -> Vec<DeviceInfo> {
    let Some(list) = env::var_os("MUSA_SIM_DEVICES") else {
        return vec![*profiles::ALL[0]];
    };
    let list = list.to_string_lossy();
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    let mut all = Vec::new();
    for name in names {
        let Some(device) = profiles::find(name) else {
            complain("MUSA_SIM_DEVICES", &format!("no device profile is named {name}"));
            return Vec::new();
        };
        all.push(*device);
    }
    all
}

/// `MUSA_VISIBLE_DEVICES`: ordinals, in the order in which the program is to see them; the first that names no device
/// ends the list, and one that is named twice leaves none, as on hardware.
fn visible(devices: Vec<DeviceInfo>) -> Vec<DeviceInfo> {
    let Some(list) = env::var_os("MUSA_VISIBLE_DEVICES") else {
        return devices;
    };
    let mut chosen = Vec::new();
    for name in list.to_string_lossy().split(',') {
        match name.trim().parse::<usize>() {
            Ok(ordinal) if ordinal < devices.len() => {
                if chosen.contains(&ordinal) {
                    return Vec::new();
                }
                chosen.push(ordinal);
            }
            _ => break,
        }
    }
    chosen.into_iter().map(|ordinal| devices[ordinal]).collect()
}

/// `MUSA_SIM_SCHEDULE`.
fn schedule() -> Schedule {
    let Some(name) = env::var_os("MUSA_SIM_SCHEDULE") else {
        return Schedule::Eager;
    };
    name.to_string_lossy().parse().unwrap_or_else(|error| {
        complain("MUSA_SIM_SCHEDULE", &format!("{error}"));
        Schedule::Eager
    })
}

/// `MUSA_KERNEL_TIMEOUT`: milliseconds of virtual time that a kernel may run; zero for no limit.
fn settings(schedule: &Schedule) -> Settings {
    let timeout = env::var("MUSA_KERNEL_TIMEOUT")
        .ok()
        .and_then(|text| match text.trim().parse::<u64>() {
            Ok(0) => None,
            Ok(milliseconds) => milliseconds.checked_mul(1_000_000),
            Err(_) => {
                complain("MUSA_KERNEL_TIMEOUT", "not a number of milliseconds");
                None
            }
        });
    let eager = *schedule == Schedule::Eager;
    Settings {
        host_writes: HostWrites::Possible,
        kernel_timeout: timeout,
        host_clock: Some(host_time),
        threads: if eager { threads() } else { 1 },
        ..Settings::default()
    }
}

/// `MUSA_SIM_THREADS`: host threads that one launch may run on; unset, as many as there are processors.
fn threads() -> u32 {
    let processors = || thread::available_parallelism().map_or(1, |count| u32::try_from(count.get()).unwrap_or(1));
    let Some(text) = env::var_os("MUSA_SIM_THREADS") else {
        return processors();
    };
    match text.to_string_lossy().trim().parse::<u32>() {
        Ok(count @ 1..=MAX_THREADS) => count,
        _ => {
            complain(
                "MUSA_SIM_THREADS",
                &format!("not a number of threads from 1 to {MAX_THREADS}"),
            );
            processors()
        }
    }
}

/// Nanoseconds of the system's monotonic clock since the first call.
fn host_time() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let elapsed = START.get_or_init(Instant::now).elapsed();
    u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX)
}
