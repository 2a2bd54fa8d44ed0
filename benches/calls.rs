//! What calls of the driver cost, in nanoseconds and as multiples of the first row: a call that reaches no driver state.

#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

use std::io::Result;

use benches::{Program, file, least, library, table, time};

/// Processes of which each row tells the least.
const PROCESSES: usize = 3;

fn main() -> Result<()> {
    let program = Program::build("calls", &library()?)?;
    let text = file("kernels/peers.ptx");
    let runs: Result<Vec<_>> = (0..PROCESSES)
        .map(|_| program.run(&[&text.to_string_lossy()], &[]))
        .collect();
    let rows = least(&runs?);
    let line = |row: &benches::Row| {
        [
            row.name.clone(),
            time(row.time),
            format!("{:.1}", row.time / rows[0].time),
        ]
    };
    let lines: Vec<_> = rows.iter().map(line).collect();
    table(["Call", "Each", "Of the first row"], &lines);
    Ok(())
}
