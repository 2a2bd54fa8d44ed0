//! The whole model in memory of a fixed size: no heap, no std, nothing from outside.
//!
//! [`run`] makes a process and a context, loads a module image, sums numbers with a kernel that uses shared memory and
//! barriers, and checks the sum; then it breaks a rule and has a kernel fault, and finds both named.

#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod harness;
mod memory;

use musa_ctx::{Error, Rejection, Rule};
use musa_hal::{Dim3, FaultKind};

use harness::Harness;
pub use memory::{Device, Memory};

static KERNELS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/tour.elf"));

/// Numbers to be summed.
const VALUES: usize = 256;
/// Blocks that sum them, each a part.
const BLOCKS: usize = 2;
/// Threads of a block.
const THREADS: u32 = 64;

/// What was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// The sum that the kernel came to: that of 0 to 255.
    pub sum: f32,
    /// Instructions of warps that it took.
    pub instructions: u64,
    /// The refusal of a launch with too many threads.
    pub refused: Rejection,
    /// Line of the kernels' text whose store went astray.
    pub fault_line: u32,
}

impl Report {
    /// Whether everything is as it must be.
    pub fn is_right(&self) -> bool {
        let expected = (VALUES * (VALUES - 1) / 2) as f32;
        self.sum == expected && self.refused.rule == Rule::LaunchBlock && self.fault_line > 0
    }
}

/// Runs the model.
///
/// # Errors
/// The first call that answers something else than it should.
pub fn run(memory: &mut Memory) -> Result<Report, Error> {
    let (machine, objects) = memory.machine()?;
    let mut harness = Harness::start(machine, objects, KERNELS)?;
    let (sum, instructions) = reduce(&mut harness)?;
    let refused = break_rule(&mut harness)?;
    let fault_line = go_astray(&mut harness)?;
    Ok(Report {
        sum,
        instructions,
        refused,
        fault_line,
    })
}

/// Each block sums its part in shared memory; the host sums the parts.
fn reduce(harness: &mut Harness<'_>) -> Result<(f32, u64), Error> {
    let input = harness.allocate(VALUES * 4)?;
    let output = harness.allocate(BLOCKS * 4)?;
    let mut values = [0; VALUES * 4];
    for (index, word) in values.chunks_exact_mut(4).enumerate() {
        word.copy_from_slice(&(index as f32).to_le_bytes());
    }
    harness.upload(input, &values)?;

    let mut parameters = [0; 20];
    parameters[..8].copy_from_slice(&input.0.to_le_bytes());
    parameters[8..16].copy_from_slice(&output.0.to_le_bytes());
    parameters[16..].copy_from_slice(&(VALUES as u32).to_le_bytes());
    let (grid, block) = (Dim3::new(BLOCKS as u32, 1, 1), Dim3::new(THREADS, 1, 1));
    harness.launch("reduce", grid, block, &parameters)?;

    let mut sums = [0; BLOCKS * 4];
    harness.download(output, &mut sums)?;
    let sum = sums
        .chunks_exact(4)
        .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .sum();
    Ok((sum, harness.instructions()?))
}

/// A call that is refused: it changes nothing, and says which rule it broke.
fn break_rule(harness: &mut Harness<'_>) -> Result<Rejection, Error> {
    match harness.launch("reduce", Dim3::ONE, Dim3::new(2048, 1, 1), &[0; 20]) {
        Err(Error::Rejected(rejection)) => Ok(rejection),
        Err(error) => Err(error),
        Ok(()) => Err(Error::Bug("2048 threads a block were accepted")),
    }
}

/// A kernel that writes where nothing is.
fn go_astray(harness: &mut Harness<'_>) -> Result<u32, Error> {
    let values = harness.allocate(64)?;
    let mut parameters = [0; 12];
    parameters[..8].copy_from_slice(&values.0.to_le_bytes());
    parameters[8..].copy_from_slice(&(1u32 << 20).to_le_bytes());
    harness.launch("stray", Dim3::ONE, Dim3::ONE, &parameters)?;
    match harness.synchronize() {
        Err(Error::Fault(FaultKind::IllegalAddress)) => harness.fault_line(),
        Err(error) => Err(error),
        Ok(()) => Err(Error::Bug("the stray store went unnoticed")),
    }
}
