//! The tour: a simulated device, two kernels that compute, one refusal and one fault that explain themselves.
//!
//! `cargo run --release --example tour`

#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "a program, not an embeddable crate"
)]

use std::error::Error;

use examples::{SimulatedMachine, from_bytes, machine, to_bytes};
use musa_ctx::ModuleId;
use musa_ctx::harness::{ParameterBuffer, Program, Shape};
use musa_hal::{DeviceAttribute, DeviceInfo, Dim3, Queues, SpaceId};
use musa_hal_sim::machine::LaunchStatistics;
use musa_hal_sim::{Schedule, profiles};

const KERNELS: &str = include_str!("kernels/tour.ptx");

fn main() -> Result<(), Box<dyn Error>> {
    let device = &profiles::S80;
    let mut machine = machine(device, Schedule::Eager)?;
    present(device);

    let mut program = Program::start(&mut machine, 0, 1)?;
    let module = program.load(&mut machine, KERNELS.as_bytes(), &mut String::new())?;
    reduction(&mut machine, &mut program, module)?;
    matrix_product(&mut machine, &mut program, module)?;
    refusal(&mut machine, &mut program, module)?;
    fault(&mut machine, &mut program, module)
}

fn shape(grid: Dim3, block: Dim3) -> Shape {
    Shape {
        grid,
        block,
        dynamic_shared: 0,
    }
}

fn present(device: &DeviceInfo) {
    let attribute = |which| device.attribute(which).unwrap_or(0);
    println!(
        "{} ({}): {} multiprocessors, warps of {} lanes, {} KiB of shared memory a block, {:.1} GiB\n",
        device.name,
        device.profile,
        attribute(DeviceAttribute::MultiprocessorCount),
        device.warp_width,
        attribute(DeviceAttribute::MaxSharedMemoryPerBlock) / 1024,
        device.total_memory as f64 / f64::from(1 << 30),
    );
}

/// Sums a million numbers; partial sums of the blocks are added up on the host.
fn reduction(machine: &mut SimulatedMachine, program: &mut Program, module: ModuleId) -> Result<(), Box<dyn Error>> {
    let (count, blocks) = (1 << 20, 64);
    // Multiples of a quarter: every sum is exact, in whatever order.
    let values: Vec<f32> = (0..count).map(|i| (i % 17) as f32 * 0.25).collect();
    let input = program.upload(machine, &to_bytes(&values))?;
    let sums = program.upload(machine, &to_bytes(&vec![0.0; blocks]))?;

    let kernel = program.process.module_function(machine, module.into(), "reduce")?;
    let parameters = ParameterBuffer::new().pointer(input).pointer(sums).u32(count);
    program.launch(
        machine,
        kernel,
        shape(Dim3::new(blocks as u32, 1, 1), Dim3::new(256, 1, 1)),
        &parameters,
    )?;
    program.synchronize(machine)?;

    let sum: f32 = from_bytes(&program.download(machine, sums, blocks * 4)?).iter().sum();
    let expected: f32 = values.iter().sum::<f32>();
    let expected_exact: f64 = values.iter().map(|value| f64::from(*value)).sum();
    assert_eq!(
        f64::from(sum),
        expected_exact,
        "the host adds {expected} in single precision"
    );
    report(
        "reduce",
        machine,
        program.process.space()?,
        &format!("sum of {count} values {sum}, as on the host"),
    );
    Ok(())
}

/// Multiplies two matrices whose size is no multiple of the tile.
fn matrix_product(
    machine: &mut SimulatedMachine,
    program: &mut Program,
    module: ModuleId,
) -> Result<(), Box<dyn Error>> {
    let size = 200;
    let element = |i: usize, period: usize| (i % period) as f32 - 2.0;
    let a: Vec<f32> = (0..size * size).map(|i| element(i, 7)).collect();
    let b: Vec<f32> = (0..size * size).map(|i| element(i, 5)).collect();
    let (device_a, device_b) = (
        program.upload(machine, &to_bytes(&a))?,
        program.upload(machine, &to_bytes(&b))?,
    );
    let device_c = program.upload(machine, &to_bytes(&vec![0.0; size * size]))?;

    let kernel = program
        .process
        .module_function(machine, module.into(), "matrix_product")?;
    let parameters = ParameterBuffer::new()
        .pointer(device_c)
        .pointer(device_a)
        .pointer(device_b)
        .u32(size as u32);
    let tiles = (size as u32).div_ceil(16);
    program.launch(
        machine,
        kernel,
        shape(Dim3::new(tiles, tiles, 1), Dim3::new(16, 16, 1)),
        &parameters,
    )?;
    program.synchronize(machine)?;

    let c = from_bytes(&program.download(machine, device_c, size * size * 4)?);
    for (place, value) in c.iter().enumerate() {
        let (row, column) = (place / size, place % size);
        let expected: f32 = (0..size).map(|k| a[row * size + k] * b[k * size + column]).sum();
        assert_eq!(*value, expected, "row {row}, column {column}");
    }
    report(
        "matrix_product",
        machine,
        program.process.space()?,
        &format!("{size} x {size} product, every element as on the host"),
    );
    Ok(())
}

fn report(kernel: &str, machine: &SimulatedMachine, space: SpaceId, result: &str) {
    let Some(LaunchStatistics {
        counters,
        start,
        end,
        grid,
        block,
        ..
    }) = machine.last_launch(space)
    else {
        return;
    };
    println!("{kernel}: {result}");
    println!(
        "  {} x {} blocks of {} x {} threads; {:.1} us of virtual time",
        grid.x,
        grid.y,
        block.x,
        block.y,
        (end - start) as f64 / 1000.0
    );
    println!(
        "  {} warps, {} warp instructions ({} of threads), {} divergent branches, {} barriers",
        counters.warps,
        counters.instructions,
        counters.thread_instructions,
        counters.divergent_branches,
        counters.barriers
    );
    println!(
        "  global memory: {} loads ({} sectors), {} stores ({} sectors); shared memory: {} loads, {} stores\n",
        counters.global_loads,
        counters.global_load_sectors,
        counters.global_stores,
        counters.global_store_sectors,
        counters.shared_loads,
        counters.shared_stores
    );
}

/// A call that breaks a rule: it changes nothing, and says which rule.
fn refusal(machine: &mut SimulatedMachine, program: &mut Program, module: ModuleId) -> Result<(), Box<dyn Error>> {
    let kernel = program.process.module_function(machine, module.into(), "reduce")?;
    let launched = program.launch(
        machine,
        kernel,
        shape(Dim3::ONE, Dim3::new(2048, 1, 1)),
        &ParameterBuffer::new(),
    );
    let error = launched.err().ok_or("a block of 2048 threads was accepted")?;
    println!("refused, a launch with 2048 threads a block:\n  {error}\n");
    Ok(())
}

/// A kernel that writes where nothing is.
fn fault(machine: &mut SimulatedMachine, program: &mut Program, module: ModuleId) -> Result<(), Box<dyn Error>> {
    let values = program.upload(machine, &to_bytes(&[0.0; 64]))?;
    let kernel = program.process.module_function(machine, module.into(), "stray")?;
    let parameters = ParameterBuffer::new().pointer(values).u32(1 << 20);
    program.launch(machine, kernel, shape(Dim3::ONE, Dim3::new(64, 1, 1)), &parameters)?;
    let error = program
        .synchronize(machine)
        .err()
        .ok_or("a stray write went unnoticed")?;
    let space = program.process.space()?;
    let fault = machine.fault(space).ok_or("the fault is not known")?;
    let line = KERNELS
        .lines()
        .nth((fault.line as usize).saturating_sub(1))
        .unwrap_or("");
    println!(
        "faulted, noticed when synchronising ({error}):\n  {fault}\n  tour.ptx:{}: {}",
        fault.line,
        line.trim()
    );
    Ok(())
}
