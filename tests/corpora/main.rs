//! Replays the fuzzers' corpora on the stable compiler: each recorded input, its prefixes, and neighbours of it that
//! differ in one byte.

// A program of the host: no reason to spell `core` and `alloc` here.
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::ExitCode;
use tests::fuzzing::{FUZZERS, Fuzzer};

/// Prefixes and neighbours of each kind that are tried for one input.
const VARIANTS: usize = 64;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // A trial reports the panic of the input that caused it; the hook would print each variant's.
    panic::set_hook(Box::new(|_| {}));
    let trials = FUZZERS
        .iter()
        .map(|&fuzzer| Trial::test(fuzzer.0, move || replay(fuzzer)));
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn replay((name, run): Fuzzer) -> Result<(), Failed> {
    let folder = tests::root().join("fuzz/corpus").join(name);
    let mut files = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<PathBuf>, Failed>>()?;
    files.sort();
    if files.is_empty() {
        return Err(format!("{} is empty", folder.display()).into());
    }
    for file in files {
        let input = fs::read(&file)?;
        attempt(run, &input).map_err(|why| format!("{}: {why}", file.display()))?;
        for (what, variant) in variants(&input) {
            attempt(run, &variant).map_err(|why| format!("{}, {what}: {why}", file.display()))?;
        }
    }
    Ok(())
}

/// Runs one input and gives its panic's message, if it panics.
fn attempt(run: fn(&[u8]), input: &[u8]) -> Result<(), String> {
    panic::catch_unwind(AssertUnwindSafe(|| run(input))).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or(panic.downcast_ref::<&str>().copied())
            .unwrap_or("panicked")
            .to_owned()
    })
}

/// Prefixes of `input`, and copies with one byte changed, spread evenly.
fn variants(input: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    let places = move || (0..VARIANTS.min(input.len())).map(move |k| k * input.len() / VARIANTS.min(input.len()));
    let prefixes = places().map(|at| (format!("first {at} bytes"), input[..at].to_vec()));
    let changed = places().map(|at| {
        let mut copy = input.to_vec();
        copy[at] ^= 1 << (at % 8);
        (format!("byte {at} changed"), copy)
    });
    prefixes.chain(changed)
}
