//! Replays the fuzzers' corpora on the stable compiler: each recorded input, its prefixes, and neighbours of it that
//! differ in one byte. Every target has a corpus, recorded images are of today's format, and a recorded input is accepted,
//! so that it tests something, unless its name begins with `refused`.

// A program of the host: no reason to spell `core` and `alloc` here.
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

use libtest_mimic::{Arguments, Failed, Trial};
use std::env;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tests::fuzzing::{FUZZERS, Fuzzer};

/// Prefixes and neighbours of each kind that are tried for one input.
const VARIANTS: usize = 24;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // A trial reports the panic of the input that caused it; the hook would print each variant's.
    panic::set_hook(Box::new(|_| {}));
    let trials = FUZZERS
        .iter()
        .map(|&fuzzer| Trial::test(fuzzer.0, move || replay(fuzzer)));
    let others = [
        Trial::test("targets_are_these", targets),
        Trial::test("images_are_of_this_format", images),
    ];
    libtest_mimic::run(&arguments, trials.chain(others).collect()).exit_code()
}

/// The recorded images are what the assembler makes today of a recorded text.
fn images() -> Result<(), Failed> {
    let corpus = tests::root().join("fuzz/corpus");
    let text = fs::read_to_string(corpus.join("ptx/every-part.ptx"))?;
    let image = musa_ptx::assemble(&text).map_err(|refusal| refusal.to_string())?;
    for (name, bytes) in [("every-part.elf", &image), ("bundle", &bundle(&image))] {
        let path = corpus.join("image").join(name);
        if env::var_os("MUSA_DOCS_UPDATE").is_some() {
            fs::write(path, bytes)?;
        } else if fs::read(&path)? != *bytes {
            let renew = "MUSA_DOCS_UPDATE=1 cargo test -p tests --test corpora renews it";
            return Err(format!("{} is not what every-part.ptx makes: {renew}", path.display()).into());
        }
    }
    Ok(())
}

/// A bundle of nothing for the host, and an image.
fn bundle(image: &[u8]) -> Vec<u8> {
    const NAMES: [&str; 2] = ["host-x86_64-unknown-linux", "musa-mtgpu-mt-musa--mp_21"];
    let mut bytes = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    let begin = bytes.len() + 8 + NAMES.iter().map(|name| 24 + name.len()).sum::<usize>();
    bytes.extend((NAMES.len() as u64).to_le_bytes());
    for (name, size) in NAMES.into_iter().zip([0, image.len()]) {
        for word in [begin, size, name.len()] {
            bytes.extend((word as u64).to_le_bytes());
        }
        bytes.extend(name.as_bytes());
    }
    bytes.extend(image);
    bytes
}

/// The targets of `fuzz/` and the folders of corpora are those of [`FUZZERS`].
fn targets() -> Result<(), Failed> {
    let known: Vec<&str> = FUZZERS.iter().map(|fuzzer| fuzzer.0).collect();
    for folder in ["fuzz/fuzz_targets", "fuzz/corpus"] {
        let names: Vec<_> = files(&tests::root().join(folder))?
            .iter()
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        if names != known {
            return Err(format!("{folder} has {names:?}, where {known:?} is expected").into());
        }
    }
    Ok(())
}

/// What is in a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut files = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<PathBuf>, Failed>>()?;
    files.sort();
    Ok(files)
}

fn replay((name, run): Fuzzer) -> Result<(), Failed> {
    let folder = tests::root().join("fuzz/corpus").join(name);
    for file in files(&folder)? {
        let input = fs::read(&file)?;
        let accepted = attempt(run, &input).map_err(|why| format!("{}: {why}", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if accepted == name.starts_with("refused") {
            let is = if accepted { "accepted" } else { "refused" };
            return Err(format!("{} is {is}, against its name", file.display()).into());
        }
        for (what, variant) in variants(&input) {
            attempt(run, &variant).map_err(|why| format!("{}, {what}: {why}", file.display()))?;
        }
    }
    Ok(())
}

/// Runs one input: whether it is accepted, or its panic's message.
fn attempt(run: fn(&[u8]) -> bool, input: &[u8]) -> Result<bool, String> {
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
