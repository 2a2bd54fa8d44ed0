//! The documents under `docs/` that are made from tables of the code: they must say what the tables say.
//! `MUSA_DOCS_UPDATE=1` writes them.

// A program of the host: no reason to spell `core` and `alloc` here.
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

mod notes;

use musa_ctx::Rule;
use musa_driver::result;
use musa_driver::table::{AREAS, functions};
use musa_hal::Dialect;
use std::fmt::Write;
use std::{env, fs};

const DIALECTS: [Dialect; 2] = [Dialect::Musa, Dialect::Reference];

#[test]
fn rules() {
    let mut text = String::from(
        "# Rules\n\nMade from the rule table (`MUSA_DOCS_UPDATE=1 cargo test -p tests --test documents`). An origin is the\n\
         vendor's guide (specified), real hardware (observed: the case is in `tests/oracle`, or its facts are in the notes there), or ours, because both are silent\n\
         (chosen). Where the dialects differ, `musa` is that of the vendor's devices and `reference` that of `ref-sm90`.\n\n\
         | Rule | Says | Origin | Answer |\n|---|---|---|---|\n",
    );
    for rule in Rule::ALL.iter().copied() {
        let each = |of: &dyn Fn(Dialect) -> String| {
            let [musa, reference] = DIALECTS.map(of);
            if musa == reference {
                musa
            } else {
                format!("`musa`: {musa}; `reference`: {reference}")
            }
        };
        let origin = each(&|dialect| rule.origin(dialect).to_string());
        let answer = each(&|dialect| answer(rule, dialect));
        let _ = writeln!(text, "| `{}` | {} | {origin} | {answer} |", rule.id(), rule.sentence());
        if let Some((musa, reference)) = rule.divergence() {
            let _ = writeln!(text, "| | `musa`: {}; `reference`: {} | | |", musa.text, reference.text);
        }
    }
    agree("docs/rules.md", &text);
}

fn answer(rule: Rule, dialect: Dialect) -> String {
    if !rule.refuses() {
        return "no refusal".into();
    }
    format!("`{:?}`", result::rule(rule, dialect))
}

#[test]
fn coverage() {
    let mut text = String::from(
        "# Coverage of the driver API\n\nMade from the function table (`MUSA_DOCS_UPDATE=1 cargo test -p tests --test\n\
         documents`). A function that is not implemented answers `MUSA_ERROR_NOT_SUPPORTED` after the checks that every\n\
         call makes.\n\n",
    );
    let implemented = functions().filter(|function| function.is_implemented()).count();
    let _ = writeln!(
        text,
        "{implemented} of {} functions are implemented.",
        functions().count()
    );
    for area in AREAS {
        let Some(first) = area.first() else { continue };
        let _ = writeln!(text, "\n## {}\n", first.area);
        for (title, wanted) in [("Implemented", true), ("Not implemented", false)] {
            let names = area.iter().filter(|function| function.is_implemented() == wanted);
            let names: Vec<String> = names.map(|function| format!("`{}`", function.name)).collect();
            if !names.is_empty() {
                let _ = writeln!(text, "{title}: {}.\n", names.join(", "));
            }
        }
    }
    agree("docs/coverage.md", text.trim_end());
}

/// The file must hold `text`, or is made to.
fn agree(file: &str, text: &str) {
    let path = tests::root().join(file);
    let text = format!("{}\n", text.trim_end());
    if env::var_os("MUSA_DOCS_UPDATE").is_some_and(|value| value == "1") {
        fs::write(&path, &text).expect("a writable document");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    let differs = found.lines().zip(text.lines()).find(|(found, wanted)| found != wanted);
    assert!(
        found == text,
        "{file} is out of date: {differs:?}; MUSA_DOCS_UPDATE=1 writes it"
    );
}
