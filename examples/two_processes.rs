//! Two processes over one machine share an allocation: deterministic inter-process communication in one program.
//!
//! `cargo run --release --example two_processes [SEED]`

#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "a program, not an embeddable crate"
)]

use std::error::Error;

use examples::{from_bytes, machine, to_bytes};
use musa_ctx::harness::{ParameterBuffer, Program, Shape};
use musa_hal::{DeviceOrdinal, Dim3, Sharing};
use musa_hal_sim::{Schedule, profiles};

const KERNELS: &str = include_str!("kernels/tour.ptx");
const COUNT: usize = 1000;

/// What a run came to: the values, and the virtual time of the last launch.
#[derive(Debug, PartialEq)]
struct Outcome {
    values: Vec<f32>,
    nanoseconds: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(7), |text| text.parse())?;
    let first = run(seed)?;
    let again = run(seed)?;
    assert_eq!(first, again, "the same seed, the same run");
    assert!(
        first
            .values
            .iter()
            .enumerate()
            .all(|(i, value)| *value == i as f32 + 3.0)
    );
    println!(
        "seed {seed}: the importer added 1, the exporter 2, to the same {COUNT} values; done at {} ns of virtual time, twice",
        first.nanoseconds
    );
    Ok(())
}

fn run(seed: u64) -> Result<Outcome, Box<dyn Error>> {
    let mut machine = machine(&profiles::S80, Schedule::random(seed))?;
    let mut exporter = Program::start(&mut machine, 0, 1)?;
    let mut importer = Program::start(&mut machine, 0, 2)?;

    let values: Vec<f32> = (0..COUNT).map(|i| i as f32).collect();
    let shared = exporter.upload(&mut machine, &to_bytes(&values))?;
    let token = machine.export(exporter.process.space()?, shared)?;
    // Addresses belong to a process: the importer has its own for the same bytes.
    let imported = machine.import(importer.process.space()?, DeviceOrdinal(0), &token)?;

    let shape = Shape {
        grid: Dim3::new(8, 1, 1),
        block: Dim3::new(128, 1, 1),
        dynamic_shared: 0,
    };
    for (program, address, term) in [(&mut importer, imported, 1.0), (&mut exporter, shared, 2.0)] {
        let module = program.load(&mut machine, KERNELS.as_bytes(), &mut String::new())?;
        let kernel = program.process.module_function(&machine, module.into(), "add")?;
        let parameters = ParameterBuffer::new().pointer(address).f32(term).u32(COUNT as u32);
        program.launch(&mut machine, kernel, shape, &parameters)?;
        program.synchronize(&mut machine)?;
    }
    let nanoseconds = machine
        .last_launch(exporter.process.space()?)
        .map_or(0, |launch| launch.end);
    Ok(Outcome {
        values: from_bytes(&exporter.download(&mut machine, shared, COUNT * 4)?),
        nanoseconds,
    })
}
