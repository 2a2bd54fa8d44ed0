//! `musa explain RULE`: one rule in full.

use std::io::{self, Write};

use clap::Args;
use musa_ctx::Rule;
use musa_driver::result;
use musa_hal::Dialect;

use crate::failure::Failure;

/// Which rule.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Identifier of the rule, as `musa rules` lists it.
    rule: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rule = Rule::from_id(&arguments.rule).ok_or_else(|| unknown(&arguments.rule))?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}: {}", rule.id(), rule.sentence())?;
    match rule.divergence() {
        None => {
            writeln!(out, "  otherwise {}", code(rule, Dialect::Musa))?;
            writeln!(out, "  {}", rule.origin(Dialect::Musa))?;
        }
        Some((musa, reference)) => {
            for (name, answer, dialect) in [
                ("musa", musa, Dialect::Musa),
                ("reference", reference, Dialect::Reference),
            ] {
                writeln!(out, "  dialect {name}: {} ({})", answer.text, answer.origin)?;
                writeln!(out, "    where refused: {}", code(rule, dialect))?;
            }
        }
    }
    Ok(())
}

/// The name of the result code that a rule maps to.
pub(super) fn code(rule: Rule, dialect: Dialect) -> &'static str {
    result::rule(rule, dialect)
        .describe()
        .and_then(|row| row.name.to_str().ok())
        .unwrap_or("a result code without a name")
}

fn unknown(id: &str) -> Failure {
    let near: Vec<_> = Rule::ALL
        .iter()
        .map(|rule| rule.id())
        .filter(|known| known.contains(id))
        .collect();
    match near.as_slice() {
        [] => Failure::Usage(format!("no rule is named {id}; `musa rules` lists them")),
        near => Failure::Usage(format!("no rule is named {id}; there are {}", near.join(", "))),
    }
}
