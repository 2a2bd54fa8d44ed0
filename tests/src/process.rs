//! Running a program that may hang, crash, or leave children behind.

use core::fmt;
use core::time::Duration;
use rustix::process::{Pid, Signal, kill_process_group};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Instant;

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It was still running at the limit, and was killed.
    TimedOut,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "exit {code}"),
            Self::Signal(signal) => write!(f, "killed by signal {signal}"),
            Self::TimedOut => f.write_str("still running at the time limit"),
        }
    }
}

/// What a program left.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What it printed on standard output.
    pub stdout: String,
    /// What it printed on standard error.
    pub stderr: String,
}

/// Runs `command` in its own process group with its output kept in files under `folder`, for at most `limit`.
/// Children that outlive it are killed with it.
///
/// # Errors
/// The program cannot be started, or its output cannot be kept.
pub fn run(mut command: Command, folder: &Path, limit: Duration) -> io::Result<Outcome> {
    // Files and not pipes: a child that survives would hold a pipe open.
    let (stdout, stderr) = (folder.join("stdout"), folder.join("stderr"));
    command
        .stdin(Stdio::null())
        .stdout(File::create(&stdout)?)
        .stderr(File::create(&stderr)?)
        .process_group(0);
    if !command.get_envs().any(|(name, _)| name == LIBRARIES) {
        let paths = env::var_os(LIBRARIES).unwrap_or_default();
        command.env(LIBRARIES, without(&paths, &crate::target()));
    }
    let mut child = command.spawn()?;
    let end = wait(&mut child, limit)?;
    Ok(Outcome {
        end,
        stdout: String::from_utf8_lossy(&fs::read(stdout)?).into_owned(),
        stderr: String::from_utf8_lossy(&fs::read(stderr)?).into_owned(),
    })
}

/// Where the loader looks for libraries before it looks where a program says.
const LIBRARIES: &str = "LD_LIBRARY_PATH";

/// A list of paths without those in a folder: cargo puts its own build folders there, and a program would find the library
/// of another build than the one it was linked to.
fn without(paths: &OsStr, folder: &Path) -> OsString {
    let kept = env::split_paths(paths).filter(|path| !path.starts_with(folder));
    env::join_paths(kept).unwrap_or_default()
}

fn wait(child: &mut Child, limit: Duration) -> io::Result<End> {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    let end = loop {
        if let Some(status) = child.try_wait()? {
            break describe(status);
        }
        if Instant::now() >= deadline {
            break End::TimedOut;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    if let Some(group) = group {
        // Refused when the group is already empty, which is the usual case.
        let _ = kill_process_group(group, Signal::KILL);
    }
    child.wait()?;
    Ok(end)
}

fn describe(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, Some(signal)) => End::Signal(signal),
        (None, None) => End::Signal(0),
    }
}
