//! What a thread and instruction cost as launches grow: in threads, and in instructions of a thread. A model whose cost
//! is linear has the same number in every line.

#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

use std::io::Result;

use benches::{Program, file, least, library, table, time};

/// Blocks of 128 threads, and rounds of the loop. A round is three instructions: multiply-add, count, branch.
const SIZES: [(u32, u32); 5] = [(64, 1000), (256, 1000), (1024, 1000), (64, 4000), (64, 16000)];
const INSTRUCTIONS: f64 = 3.0;
const PROCESSES: usize = 3;

fn main() -> Result<()> {
    let program = Program::build("linearity", &library()?)?;
    let text = file("kernels/peers.ptx");
    let mut lines = Vec::new();
    let mut first = None;
    for (blocks, rounds) in SIZES {
        let arguments = [
            text.to_string_lossy().into_owned(),
            blocks.to_string(),
            rounds.to_string(),
        ];
        let arguments = arguments.each_ref().map(String::as_str);
        let runs: Result<Vec<_>> = (0..PROCESSES).map(|_| program.run(&arguments, &[])).collect();
        let row = least(&runs?).remove(0);
        let each = row.time / (row.result * INSTRUCTIONS);
        let ratio = each / *first.get_or_insert(each);
        lines.push([
            format!("{blocks} blocks of 128 threads, {rounds} rounds"),
            time(row.time),
            format!("{each:.4} ns"),
            format!("{ratio:.2}"),
        ]);
    }
    table(
        ["Launch", "Takes", "Each thread and instruction", "Of the first"],
        &lines,
    );
    Ok(())
}
