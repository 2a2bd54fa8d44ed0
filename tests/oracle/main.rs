//! The conformance suite: builds each C case against a driver library, runs it, and compares what it printed with
//! what real hardware printed.
//!
//! A case listed in `required.txt` must pass; another one that differs is reported as ignored, with how many of its
//! lines are met. What differs is printed with `--show-output`, or when only one case runs.
//!
//! | variable | meaning |
//! |---|---|
//! | `MUSA_ORACLE_LIBRARY`, `MUSA_ORACLE_INCLUDE` | test this shared library, with the `musa.h` of that folder |
//! | `MUSA_ORACLE_CASES` | run this folder of cases (`cases/`, `golden/`) instead; all of them must pass |
//! | `MUSA_ORACLE_UPDATE=1` | add what passes to `required.txt` |

// Programs of the host: no reason to spell `core` and `alloc` here.
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::env;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use tests::conformance::{Case, Required, Suite, Verdict};
use tests::library::Library;

/// Cases that run at a time unless `--test-threads` says otherwise: each may simulate a device with all its threads.
const JOBS: usize = 2;

/// What the run came to, beyond passed and failed.
#[derive(Default)]
struct Tally {
    lines: usize,
    met: usize,
    passed: Vec<String>,
}

/// What every trial needs.
struct Run {
    suite: Suite,
    /// `None`: every case is required.
    required: Option<Required>,
    show: bool,
    tally: Mutex<Tally>,
}

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(JOBS));
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("oracle: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> io::Result<ExitCode> {
    let own = tests::root().join("tests/oracle");
    let foreign = env::var_os("MUSA_ORACLE_CASES").map(PathBuf::from);
    let required = match foreign {
        Some(_) => None,
        None => Some(Required::read(&own.join("required.txt"))?),
    };
    let suite = Suite::open(&folders(own, foreign), &Library::locate()?)?;
    if let Some(name) = required.as_ref().and_then(|required| suite.unknown(required)) {
        return Err(io::Error::other(format!("required.txt names {name}, which is no case")));
    }
    let show = arguments.show_output || arguments.filter.is_some() && arguments.exact;
    let run = Arc::new(Run {
        suite,
        required,
        show,
        tally: Mutex::default(),
    });
    let trials = (0..run.suite.cases().len()).map(|index| trial(&run, index)).collect();
    let conclusion = libtest_mimic::run(arguments, trials);
    if !arguments.list {
        report(&run, conclusion.num_passed, conclusion.num_failed)?;
    }
    Ok(conclusion.exit_code())
}

/// The project's own cases are joined by those which lie beside the project, where that folder is.
fn folders(own: PathBuf, foreign: Option<PathBuf>) -> Vec<PathBuf> {
    if let Some(foreign) = foreign {
        return vec![foreign];
    }
    let mut folders = vec![own];
    let beside = tests::root().join("../shared/oracle");
    if let Ok(beside) = beside.canonicalize() {
        folders.push(beside);
    }
    folders
}

fn trial(run: &Arc<Run>, index: usize) -> Trial {
    let case = &run.suite.cases()[index];
    let run = Arc::clone(run);
    Trial::ignorable_test(case.name.clone(), move || run.case(&run.suite.cases()[index]))
}

impl Run {
    fn case(&self, case: &Case) -> Result<Completion, Failed> {
        let must = self
            .required
            .as_ref()
            .is_none_or(|required| required.contains(&case.name));
        let verdict = match self.suite.run(case) {
            Ok(verdict) => verdict,
            Err(error) if must => return Err(error.into()),
            Err(error) => Verdict {
                lines: 0,
                met: 0,
                differences: error.to_string(),
            },
        };
        self.count(case, &verdict);
        let score = format!("{} of {} lines", verdict.met, verdict.lines);
        if verdict.passed() {
            return Ok(Completion::Completed);
        }
        if must {
            return Err(format!("{score}\n{}", verdict.differences).into());
        }
        if self.show {
            println!("---- {}: {score}\n{}", case.name, verdict.differences);
        }
        Ok(Completion::ignored_with(score))
    }

    fn count(&self, case: &Case, verdict: &Verdict) {
        // A poisoned lock means that another trial panicked, which is a failure of its own.
        let mut tally = self.tally.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        tally.lines += verdict.lines;
        tally.met += verdict.met;
        // What a clone alone cannot run cannot be required.
        if verdict.passed() && case.source.starts_with(tests::root()) {
            tally.passed.push(case.name.clone());
        }
    }
}

fn report(run: &Run, passed: u64, failed: u64) -> io::Result<()> {
    let tally = run.tally.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    println!("{} of {} lines are as on hardware", tally.met, tally.lines);
    let Some(required) = &run.required else {
        println!("{passed} passed, {failed} failed");
        return Ok(());
    };
    let new: Vec<String> = tally
        .passed
        .iter()
        .filter(|name| !required.contains(name))
        .cloned()
        .collect();
    if !new.is_empty() {
        println!(
            "could be added to required.txt (MUSA_ORACLE_UPDATE=1 does): {}",
            new.join(" ")
        );
    }
    if env::var_os("MUSA_ORACLE_UPDATE").is_some_and(|value| value == "1") {
        required.clone().grow(new)?;
    }
    println!("{passed} passed, {failed} failed");
    Ok(())
}
