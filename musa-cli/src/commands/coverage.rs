//! `musa coverage`: what of the driver API there is.

use std::io::{self, Write};

use clap::Args;
use musa_driver::table::{AREAS, Function, functions};
use serde_json::json;

use crate::failure::Failure;

/// How to print it.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only functions that answer NOT_SUPPORTED.
    #[arg(long)]
    missing: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let shown = |function: &&Function| !arguments.missing || !function.is_implemented();
    if arguments.json {
        let list: Vec<_> = functions()
            .filter(shown)
            .map(|function| {
                json!({
                    "name": function.name,
                    "area": function.area,
                    "names": function.names,
                    "thread_names": function.thread_names,
                    "implemented": function.is_implemented(),
                })
            })
            .collect();
        writeln!(out, "{:#}", json!(list))?;
        return Ok(());
    }
    for area in AREAS {
        let listed: Vec<&Function> = area.iter().copied().filter(shown).collect();
        let Some(first) = listed.first() else { continue };
        let implemented = area.iter().filter(|function| function.is_implemented()).count();
        writeln!(out, "{} ({implemented} of {})", first.area, area.len())?;
        for function in listed {
            let mark = if function.is_implemented() {
                "yes"
            } else {
                "NOT_SUPPORTED"
            };
            writeln!(out, "  {:<48} {mark}", function.name)?;
        }
    }
    let implemented = functions().filter(|function| function.is_implemented()).count();
    writeln!(
        out,
        "{implemented} of {} functions are implemented",
        functions().count()
    )?;
    Ok(())
}
