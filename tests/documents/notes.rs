//! The notes of the conformance suite: every case that they name is kept, or listed as not kept, and what they count and
//! quote is what the goldens have.

use musa_ctx::Rule;
use musa_ctx::rule::Origin;
use musa_hal::Dialect;
use std::collections::BTreeSet;
use std::{env, fs};

/// What the names of cases begin with.
const AREAS: [&str; 18] = [
    "arr_", "ctx_", "dev_", "err_", "event_", "func_", "host_", "init_", "ipc_", "l2_", "launch_", "managed_", "mem_",
    "mod_", "peer_", "pool_", "stream_", "link_",
];

fn read(path: &str) -> String {
    let path = tests::root().join("tests/oracle").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The cases that are kept.
fn kept() -> BTreeSet<String> {
    let listed = fs::read_dir(tests::root().join("tests/oracle/cases")).expect("the cases");
    let names = listed.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names
        .filter_map(|name| Some(name.strip_suffix(".c")?.to_owned()))
        .collect()
}

fn golden(case: &str) -> Vec<String> {
    read(&format!("golden/{case}.txt")).lines().map(str::to_owned).collect()
}

/// The words of a text that are names of cases; `peer_*` is none.
fn names(text: &str) -> BTreeSet<String> {
    let part = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let words = text.split(|letter: char| !part(letter) && letter != '*');
    let cases = words.filter(|word| {
        let area = AREAS.iter().find_map(|area| word.strip_prefix(area));
        area.is_some_and(|rest| !rest.is_empty() && !word.ends_with(['*', '_']))
    });
    cases.map(str::to_owned).collect()
}

/// The notes, and the cases that they list as not kept.
fn notes(file: &str) -> (String, BTreeSet<String>) {
    let text = read(file);
    let (_, rest) = text.split_once("\nNot kept: ").expect("a list of what is not kept");
    let (list, _) = rest.split_once(".\n").expect("the end of the list");
    let list = names(list);
    (text, list)
}

#[test]
fn cases_that_are_named_are_kept_or_listed() {
    let kept = kept();
    for file in ["NOTES-host.md", "NOTES-device.md"] {
        let (text, listed) = notes(file);
        let named = names(&text);
        // The table of the device's cases leaves their prefix out.
        let known = |name: &String| listed.contains(name) || kept.contains(&format!("dev_{name}"));
        let missing: Vec<_> = named.difference(&kept).filter(|name| !known(name)).collect();
        assert!(missing.is_empty(), "{file} names cases that are not there: {missing:?}");
        let there: Vec<_> = listed.intersection(&kept).collect();
        assert!(there.is_empty(), "{file} says that these are not kept: {there:?}");
    }
}

#[test]
fn rules_rest_on_cases_that_are_known() {
    let (kept, (_, listed)) = (kept(), notes("NOTES-host.md"));
    for rule in Rule::ALL {
        for dialect in [Dialect::Musa, Dialect::Reference] {
            if let Origin::Observed(case) = rule.origin(dialect) {
                let known = kept.contains(case) || listed.contains(case);
                assert!(
                    known,
                    "{} rests on {case}, which nothing says anything about",
                    rule.id()
                );
            }
        }
    }
}

#[test]
fn counts_are_those_of_the_goldens() {
    let kept = kept();
    for (file, of_device) in [("NOTES-host.md", false), ("NOTES-device.md", true)] {
        let own = kept.iter().filter(|case| case.starts_with("dev_") == of_device);
        let (cases, lines) = own.fold((0, 0), |(cases, lines), case| (cases + 1, lines + golden(case).len()));
        let counted = format!("{cases} cases, {lines} golden lines");
        let text = read(file);
        if text.contains(&counted) {
            continue;
        }
        assert!(env::var_os("MUSA_DOCS_UPDATE").is_some(), "{file}: {counted}");
        let (before, after) = text.split_once(" golden lines").expect("a count");
        let start = before.rfind(|letter: char| !letter.is_ascii_digit() && !" cases,".contains(letter));
        let begin = &before[..start.map_or(0, |at| at + 1)];
        let after = after.to_owned();
        let place = tests::root().join("tests/oracle").join(file);
        let space = if begin.ends_with('.') { " " } else { "" };
        fs::write(place, format!("{begin}{space}{counted}{after}")).expect("the notes can be written");
    }
}

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<String> {
    let row = row.replace("\\|", "\0");
    let inner = row.trim().trim_matches('|');
    inner.split('|').map(|cell| cell.trim().replace('\0', "|")).collect()
}

/// A fact of the host names the line that shows it, with its number.
#[test]
fn lines_that_are_quoted_are_there() {
    let (kept, mut quoted) = (kept(), 0);
    for row in read("NOTES-host.md").lines().filter(|line| line.starts_with("| ")) {
        let cells = cells(row);
        let [_, case, line] = cells.as_slice() else {
            continue;
        };
        let case = case.trim_matches('`');
        let Some((number, text)) = line.split_once(": `").filter(|_| kept.contains(case)) else {
            continue;
        };
        let number: usize = number.parse().unwrap_or_else(|_| panic!("{row}"));
        let found = golden(case).get(number.wrapping_sub(1)).cloned().unwrap_or_default();
        assert_eq!(found.trim(), text.trim_end_matches('`').trim(), "{case}, line {number}");
        quoted += 1;
    }
    assert!(quoted > 100, "{quoted} lines are quoted");
}

/// The table of the device's cases has each with the number of its lines, and its facts name lines that are there.
#[test]
fn the_table_of_device_cases_is_whole() {
    let (text, kept) = (read("NOTES-device.md"), kept());
    let mut rows = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        match cells(row).as_slice() {
            [name, _, lines, _] if kept.contains(&format!("dev_{name}")) => {
                let case = format!("dev_{name}");
                assert_eq!(lines.parse(), Ok(golden(&case).len()), "{case}");
                rows.insert(case);
            }
            [_, _, case, line] if kept.contains(case) => {
                let number: usize = line.parse().unwrap_or_else(|_| panic!("{row}"));
                assert!((1..=golden(case).len()).contains(&number), "{row}");
            }
            _ => {}
        }
    }
    let device: BTreeSet<_> = kept.into_iter().filter(|case| case.starts_with("dev_")).collect();
    assert_eq!(rows, device);
}
