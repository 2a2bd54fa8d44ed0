//! What the benchmarks share: C programs that are built against the library, run, and print rows; and tables of rows.
//!
//! They are C programs because that is how the library is used: what is measured includes the C interface.

// Programs of the host: no reason to spell `core` and `alloc` here.
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A line that a program has printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// Nanoseconds, unless the program says otherwise.
    pub time: f64,
    /// A number that belongs to the measurement: a sum of results, or a count.
    pub result: f64,
}

/// A program that has been built.
#[derive(Clone, Debug)]
pub struct Program(PathBuf);

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A file of this folder.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The library, built in release mode. `MUSA_BENCH_LIBRARY` names another one.
///
/// # Errors
/// The build fails.
pub fn library() -> Result<PathBuf> {
    if let Some(named) = env::var_os("MUSA_BENCH_LIBRARY") {
        return PathBuf::from(named).canonicalize();
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--release", "-p", "libmusa"]);
    if !command.current_dir(root()).status()?.success() {
        return Err(Error::other("libmusa does not build"));
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("release/libmusa.so").canonicalize()
}

impl Program {
    /// Builds a program of the folder `programs` with a library.
    ///
    /// # Errors
    /// There is no C compiler, or it refuses the program; the message is its own.
    pub fn build(name: &str, library: &Path) -> Result<Self> {
        let folder = library.parent().unwrap_or(Path::new("."));
        let include = root().join("musa-driver/include");
        let mut path = OsString::from("-Wl,-rpath,");
        path.push(folder);
        let arguments = [include.as_os_str(), library.as_os_str(), path.as_os_str()];
        Self::compile(name, |command| {
            command.arg("-I").args(arguments);
        })
    }

    /// Builds a program of the folder `programs` with OpenCL.
    ///
    /// # Errors
    /// As for [`Program::build`]; also where there is no OpenCL to build with.
    pub fn build_with_opencl(name: &str) -> Result<Self> {
        Self::compile(name, |command| {
            command.arg("-lOpenCL");
        })
    }

    fn compile(name: &str, finish: impl FnOnce(&mut Command)) -> Result<Self> {
        let folder = env::temp_dir().join(format!("musa-benches-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let program = folder.join(name);
        let mut command = Command::new("cc");
        command.args(["-O2", "-D_GNU_SOURCE", "-o"]).arg(&program);
        command.arg(file("programs").join(name).with_extension("c"));
        finish(&mut command);
        succeeded(&command.output()?)?;
        Ok(Self(program))
    }

    /// Runs the program; the rows that it prints.
    ///
    /// # Errors
    /// It fails, or prints what is no row.
    pub fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Result<Vec<Row>> {
        let mut command = Command::new(&self.0);
        command.args(arguments).envs(variables.iter().copied());
        let output = command.output()?;
        succeeded(&output)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let rows = text
            .lines()
            .map(|line| row(line).ok_or_else(|| Error::other(format!("no row: {line}"))));
        rows.collect()
    }
}

fn succeeded(output: &Output) -> Result<()> {
    if output.status.success() {
        return Ok(());
    }
    Err(Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// A row: a name of any words, a time and a result.
fn row(line: &str) -> Option<Row> {
    let mut words = line.rsplitn(3, ' ');
    let result = words.next()?.parse().ok()?;
    let time = words.next()?.parse().ok()?;
    let name = words.next()?.to_owned();
    Some(Row { name, time, result })
}

/// Of several runs of a program, each row's least time: what disturbs a run only makes it longer.
///
/// # Panics
/// The runs do not have the same rows.
pub fn least(runs: &[Vec<Row>]) -> Vec<Row> {
    let mut best = runs[0].clone();
    for run in &runs[1..] {
        for (best, row) in best.iter_mut().zip(run) {
            assert_eq!(best.name, row.name, "runs differ");
            best.time = best.time.min(row.time);
        }
    }
    best
}

/// Prints a table: its head, and lines of as many cells.
pub fn table<const COLUMNS: usize>(head: [&str; COLUMNS], lines: &[[String; COLUMNS]]) {
    println!("| {} |", head.join(" | "));
    println!("|---|{}", "---:|".repeat(COLUMNS - 1));
    for line in lines {
        println!("| {} |", line.join(" | "));
    }
    println!();
}

/// A time for a person: nanoseconds, microseconds or milliseconds, three digits.
pub fn time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        value if value < 1e3 => (value, "ns"),
        value if value < 1e6 => (value / 1e3, "us"),
        value => (value / 1e6, "ms"),
    };
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_name_of_any_words() {
        let expected = Row {
            name: "a call, twice".into(),
            time: 12.5,
            result: 3.0,
        };
        assert_eq!(row("a call, twice 12.5 3"), Some(expected));
        assert_eq!(row("nothing"), None);
    }

    #[test]
    fn times_have_three_digits() {
        assert_eq!(time(4.567), "4.57 ns");
        assert_eq!(time(45_670.0), "45.7 us");
        assert_eq!(time(456_700_000.0), "457 ms");
    }
}
