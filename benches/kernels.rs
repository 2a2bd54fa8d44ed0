//! Kernels against the first OpenCL platform of the system, where there is one: the same work on the same processors, in
//! turns, so that whatever else the system does meets both.

#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

use std::io::Result;

use benches::{Program, Row, file, least, library, table, time};

/// Processes of each kind. PoCL has a fast and a slow mode, by process; the least of several is the fast one.
const PROCESSES: usize = 5;
/// Launches of which a process tells the least.
const RUNS: &str = "25";

fn main() -> Result<()> {
    let own = Program::build("kernels", &library()?)?;
    let opencl = Program::build_with_opencl("opencl");
    let (text, source) = (file("kernels/peers.ptx"), file("kernels/peers.cl"));
    let (text, source) = (text.to_string_lossy(), source.to_string_lossy());
    let (mut alone, mut together, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..PROCESSES {
        if let Ok(opencl) = &opencl {
            theirs.push(opencl.run(&[&source, RUNS], &[])?);
        }
        alone.push(own.run(&[&text, RUNS], &[("MUSA_SIM_THREADS", "1")])?);
        together.push(own.run(&[&text, RUNS], &[])?);
    }
    let (alone, together) = (least(&alone), least(&together));
    match opencl {
        Ok(_) => compare(&alone, &together, &least(&theirs)),
        Err(error) => {
            println!("no OpenCL to compare with: {error}");
            let line = |(one, all): (&Row, &Row)| [one.name.clone(), time(one.time), time(all.time)];
            let lines: Vec<_> = alone.iter().zip(&together).map(line).collect();
            table(["Kernel", "One thread", "All threads"], &lines);
        }
    }
    Ok(())
}

fn compare(alone: &[Row], together: &[Row], theirs: &[Row]) {
    let mut lines = Vec::new();
    let mut product = 1.0;
    for ((one, all), other) in alone.iter().zip(together).zip(theirs) {
        let difference = (all.result - other.result).abs() / other.result.abs().max(1.0);
        assert!(difference < 1e-4, "{}: {} and {}", all.name, all.result, other.result);
        product *= other.time / all.time;
        lines.push([
            one.name.clone(),
            time(one.time),
            time(all.time),
            time(other.time),
            format!("{:.2}", other.time / all.time),
        ]);
    }
    table(
        ["Kernel", "One thread", "All threads", "OpenCL", "OpenCL / all threads"],
        &lines,
    );
    println!(
        "geometric mean of the ratios: {:.2}",
        product.powf(1.0 / lines.len() as f64)
    );
}
