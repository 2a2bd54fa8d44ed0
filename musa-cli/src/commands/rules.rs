//! `musa rules`: every rule, or those whose answer depends on the dialect.

use std::io::{self, Write};

use clap::Args;
use musa_ctx::Rule;
use musa_hal::Dialect;
use serde_json::json;

use super::explain::code;
use crate::failure::Failure;

/// Which rules, and how to print them.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only rules on which the guide and measured hardware differ.
    #[arg(long)]
    divergent: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = Rule::ALL
        .iter()
        .copied()
        .filter(|rule| !arguments.divergent || rule.divergence().is_some());
    let mut out = io::stdout().lock();
    if arguments.json {
        let list: Vec<_> = rules.map(describe).collect();
        writeln!(out, "{:#}", json!(list))?;
        return Ok(());
    }
    for rule in rules {
        writeln!(out, "{:<32} {}", rule.id(), rule.sentence())?;
        if let (true, Some((musa, reference))) = (arguments.divergent, rule.divergence()) {
            writeln!(out, "{:<32}   musa: {} ({})", "", musa.text, musa.origin)?;
            writeln!(out, "{:<32}   reference: {} ({})", "", reference.text, reference.origin)?;
        }
    }
    Ok(())
}

fn describe(rule: Rule) -> serde_json::Value {
    let answer = |dialect| json!({ "origin": rule.origin(dialect).to_string(), "code": code(rule, dialect) });
    json!({
        "id": rule.id(),
        "sentence": rule.sentence(),
        "divergent": rule.divergence().is_some(),
        "musa": answer(Dialect::Musa),
        "reference": answer(Dialect::Reference),
    })
}
