//! The header against what the shared library exports.

use libtest_mimic::{Failed, Trial};
use regex_lite::Regex;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use tests::library::Library;

/// What makes the header declare the variants of a per-thread default stream.
const PER_THREAD: &str = "-DMUSA_API_PER_THREAD_DEFAULT_STREAM";

type Names = BTreeSet<String>;
type Check = fn(&Library) -> Result<(), Failed>;

pub(crate) fn trials(library: &Library) -> Vec<Trial> {
    let checks: [(&str, Check); 4] = [
        ("exports::every_declared_function_is_exported", declared_is_exported),
        ("exports::every_exported_function_is_declared", exported_is_declared),
        (
            "exports::every_renamed_function_is_exported_under_both_names",
            both_names,
        ),
        (
            "exports::the_header_knows_every_name_of_the_conformance_suite",
            knows_the_suite,
        ),
    ];
    let trial = |(name, check): (&str, Check)| {
        let library = library.clone();
        Trial::test(name, move || check(&library))
    };
    checks.map(trial).into()
}

fn declared_is_exported(library: &Library) -> Result<(), Failed> {
    let mut declared = declared(library, &[])?;
    declared.extend(declared_per_thread(library)?);
    none("declared and not exported", &declared, &exported(library)?)
}

fn exported_is_declared(library: &Library) -> Result<(), Failed> {
    let mut declared = declared(library, &[])?;
    declared.extend(declared_per_thread(library)?);
    declared.extend(own(library)?);
    // The library keeps older versions of a function under their names; the header declares the newest.
    let stems = |names: Names| -> Names { names.iter().map(|name| stem(name).to_owned()).collect() };
    none(
        "exported and not declared",
        &stems(exported(library)?),
        &stems(declared),
    )
}

fn both_names(library: &Library) -> Result<(), Failed> {
    let pairs = renamed(library)?;
    let names: Names = pairs.into_iter().flat_map(|(from, to)| [from, to]).collect();
    if names.is_empty() {
        return Err("the header renames nothing".into());
    }
    none(
        "a name that the header maps and the library lacks",
        &names,
        &exported(library)?,
    )
}

fn knows_the_suite(library: &Library) -> Result<(), Failed> {
    let list = fs::read_to_string(tests::root().join("tests/oracle/identifiers.txt"))?;
    // A case pastes some names together; a list entry that ends in `_` is the beginning of such.
    let whole = list.split_whitespace().filter(|name| !name.ends_with('_'));
    let wanted: Names = whole.map(str::to_owned).collect();
    let header = fs::read_to_string(library.include.join("musa.h"))?;
    let word = Regex::new(r"\w+").map_err(|error| error.to_string())?;
    let known: Names = word.find_iter(&header).map(|found| found.as_str().to_owned()).collect();
    none("used by the suite and not in the header", &wanted, &known)
}

/// A function's name without its version and the kind of its default stream.
fn stem(name: &str) -> &str {
    let name = name
        .strip_suffix("_ptsz")
        .or(name.strip_suffix("_ptds"))
        .unwrap_or(name);
    match name.rsplit_once("_v") {
        Some((stem, version)) if version.parse::<u8>().is_ok() => stem,
        _ => name,
    }
}

/// Fails if a name of `of` is not in `within`.
fn none(what: &str, of: &Names, within: &Names) -> Result<(), Failed> {
    if of.is_empty() {
        return Err(format!("{what}: nothing to look at").into());
    }
    let missing: Vec<&str> = of.difference(within).map(String::as_str).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("{what} ({}): {}", missing.len(), missing.join(" ")).into())
}

/// Functions that the header declares, by the names that reach the linker.
fn declared(library: &Library, flags: &[&str]) -> Result<Names, Failed> {
    functions_of(&library.include.join("musa.h"), library, flags)
}

fn declared_per_thread(library: &Library) -> Result<Names, Failed> {
    declared(library, &[PER_THREAD])
}

/// Functions of the model's own header, `musa_sim.h`, where the library has one.
fn own(library: &Library) -> Result<Names, Failed> {
    let header = library.include.join("musa_sim.h");
    if header.is_file() {
        functions_of(&header, library, &[])
    } else {
        Ok(Names::new())
    }
}

fn functions_of(header: &Path, library: &Library, flags: &[&str]) -> Result<Names, Failed> {
    let mut command = Command::new("cc");
    command
        .args(["-E", "-P", "-x", "c"])
        .args(flags)
        .arg("-I")
        .arg(&library.include)
        .arg(header);
    let text = output(command)?;
    let name = Regex::new(r"\b(mu(?:sa)?[A-Z]\w*)\s*\(").map_err(|error| error.to_string())?;
    Ok(name.captures_iter(&text).map(|found| found[1].to_owned()).collect())
}

/// Pairs of a name and what the header's macro makes of it, per-thread variants left out.
fn renamed(library: &Library) -> Result<Vec<(String, String)>, Failed> {
    let mut command = Command::new("cc");
    command
        .args(["-E", "-dM", "-x", "c"])
        .arg(library.include.join("musa.h"));
    let text = output(command)?;
    // Either a plain name, or a macro that makes the name of the default stream's kind of it.
    let line = Regex::new(r"#define (mu[A-Z]\w*) (?:\w+\()?(mu[A-Z]\w*)").map_err(|error| error.to_string())?;
    let pairs = line.captures_iter(&text);
    Ok(pairs.map(|found| (found[1].to_owned(), found[2].to_owned())).collect())
}

/// Every function that the shared library exports.
fn exported(library: &Library) -> Result<Names, Failed> {
    let mut command = Command::new("nm");
    command.args(["-D", "--defined-only"]).arg(&library.shared);
    let text = output(command)?;
    let symbols = text.lines().filter_map(|line| line.split_whitespace().nth(2));
    Ok(symbols
        .map(|symbol| symbol.split('@').next().unwrap_or(symbol).to_owned())
        .collect())
}

fn output(mut command: Command) -> Result<String, Failed> {
    let output = command.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
