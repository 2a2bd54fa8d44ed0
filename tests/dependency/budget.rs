//! Files and functions stay small. What is over the budget stands in `budget.txt` with its size, and that list only
//! shrinks: an entry must say the present size, and go when it is no longer needed.

use crate::sources;
use std::collections::BTreeMap;
use std::fs;

const FILE_LINES: usize = 600;
const FUNCTION_LINES: usize = 70;

/// What is over the budget: its path, or its path and function, with its lines.
fn over() -> BTreeMap<String, usize> {
    let mut over = BTreeMap::new();
    for source in sources::all("") {
        let lines = source.text.lines().count();
        if lines > FILE_LINES {
            over.insert(source.path.clone(), lines);
        }
        for function in source.functions() {
            if function.lines > FUNCTION_LINES {
                let place = format!("{}::{}", source.path, function.name);
                let longest: &mut usize = over.entry(place).or_default();
                *longest = function.lines.max(*longest);
            }
        }
    }
    over
}

fn listed() -> BTreeMap<String, usize> {
    let text = fs::read_to_string(tests::root().join("tests/dependency/budget.txt")).expect("budget.txt");
    let entries = text.lines().filter(|line| !line.starts_with('#'));
    entries
        .map(|line| {
            let (place, lines) = line.rsplit_once(' ').unwrap_or_else(|| panic!("budget.txt: {line}"));
            (
                place.to_owned(),
                lines.parse().unwrap_or_else(|_| panic!("budget.txt: {line}")),
            )
        })
        .collect()
}

#[test]
fn files_and_functions_stay_within_the_budget() {
    let (over, listed) = (over(), listed());
    let mut wrong = String::new();
    for (place, lines) in &over {
        let kind = if place.contains("::") {
            FUNCTION_LINES
        } else {
            FILE_LINES
        };
        match listed.get(place) {
            None => wrong += &format!("{place} has {lines} lines, the budget is {kind}: split it\n"),
            Some(old) if old < lines => wrong += &format!("{place} grew from {old} to {lines} lines: split it\n"),
            Some(old) if old > lines => wrong += &format!("{place} shrank to {lines} lines: say so in budget.txt\n"),
            Some(_) => {}
        }
    }
    for place in listed.keys().filter(|place| !over.contains_key(*place)) {
        wrong += &format!("{place} is within the budget: take it out of budget.txt\n");
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
