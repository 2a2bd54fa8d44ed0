//! Each rule of the object model, kept and broken over the simulated machine: the table of each area says how.
//!
//! A case is run twice, in a fresh process each time: once so that the rule is kept, and the calls succeed; once so that
//! it is broken, and the process records exactly that rule. Rules that no case covers stand in `uncovered.txt`, which can
//! only shrink: a rule that is covered must leave it.

// A program of the host: no reason to spell `core` and `alloc` here.
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

mod array;
mod context;
mod driver;
mod driver_launch;
mod event;
mod general;
mod ipc;
mod launch;
mod managed;
mod mapping;
mod memory;
mod module;
mod peer;
mod pool;
mod stream;
mod texture;
mod world;

use std::collections::BTreeSet;
use std::fs;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use musa_ctx::{Error, Rule};
use world::{Calls, World};

/// A rule, calls that keep it, and calls that break it.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    rule: Rule,
    make: fn() -> World,
    keep: Calls,
    violate: Calls,
}

/// A case on the reference device, with a context current.
pub(crate) const fn case(rule: Rule, keep: Calls, violate: Calls) -> Case {
    Case {
        rule,
        make: World::reference,
        keep,
        violate,
    }
}

/// A case on the vendor's device, for rules that its dialect alone has.
pub(crate) const fn musa_case(rule: Rule, keep: Calls, violate: Calls) -> Case {
    Case {
        rule,
        make: World::musa,
        keep,
        violate,
    }
}

/// The cases of all areas.
const AREAS: &[&[Case]] = &[
    general::CASES,
    context::CASES,
    memory::CASES,
    array::CASES,
    texture::CASES,
    managed::CASES,
    pool::CASES,
    mapping::CASES,
    ipc::CASES,
    module::CASES,
    launch::CASES,
    stream::CASES,
    event::CASES,
    peer::CASES,
    driver::CASES,
    driver_launch::CASES,
];

fn cases() -> impl Iterator<Item = Case> {
    AREAS.iter().flat_map(|area| area.iter().copied())
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut seen = BTreeSet::new();
    let mut trials: Vec<Trial> = cases()
        .map(|case| {
            let mut name = case.rule.id().to_owned();
            while !seen.insert(name.clone()) {
                name.push_str(" again");
            }
            Trial::test(name, move || check(case))
        })
        .collect();
    trials.push(Trial::test("coverage", coverage));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn check(case: Case) -> Result<(), Failed> {
    let mut world = (case.make)();
    (case.keep)(&mut world).map_err(|error| format!("kept, and yet refused: {error}"))?;
    let mut world = (case.make)();
    match (case.violate)(&mut world) {
        Err(error @ Error::Rejected(_)) => world.program.process.note(world.program.thread, &error),
        Err(error) => return Err(format!("not refused by a rule: {error}").into()),
        Ok(()) => return Err("broken, and yet not refused".into()),
    }
    let raised: Vec<&str> = world.program.process.raised().iter().map(Rule::id).collect();
    if raised != [case.rule.id()] {
        return Err(format!("broke {raised:?}").into());
    }
    Ok(())
}

/// Compares the rules that cases cover with the list of those that none does.
fn coverage() -> Result<(), Failed> {
    let path = tests::root().join("tests/rules/uncovered.txt");
    let listed = fs::read_to_string(&path)?;
    let listed: BTreeSet<&str> = listed
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let covered: BTreeSet<&str> = cases().map(|case| case.rule.id()).collect();
    let mut wrong = Vec::new();
    for rule in Rule::ALL.iter().filter(|rule| rule.refuses()) {
        match (covered.contains(rule.id()), listed.contains(rule.id())) {
            (false, false) => wrong.push(format!("{}: no case, and not listed as uncovered", rule.id())),
            (true, true) => wrong.push(format!("{}: covered; take it off the list", rule.id())),
            _ => {}
        }
    }
    let unknown = listed.iter().filter(|id| Rule::from_id(id).is_none());
    wrong.extend(unknown.map(|id| format!("{id}: listed, and no rule")));
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!("{}:\n{}", path.display(), wrong.join("\n")).into())
}
