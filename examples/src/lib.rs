//! What the examples share: a machine that the example owns whole, and numbers as bytes.

#![forbid(unsafe_code)]
#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "programs, not embeddable crates"
)]

use musa_hal::{DeviceInfo, HalError};
use musa_hal_sim::memory::OwnedSource;
use musa_hal_sim::{Machine, Schedule};
use musa_ptx::Translating;

/// The simulated machine of the examples: it accepts PTX, and owns all its memory.
pub type SimulatedMachine = Translating<Machine<'static, OwnedSource, Schedule>>;

/// A machine with one device.
///
/// # Errors
/// Whatever keeps it from being made.
pub fn machine(device: &DeviceInfo, schedule: Schedule) -> Result<SimulatedMachine, HalError> {
    Machine::owned([*device], schedule).map(Translating::new)
}

/// Floats as the device stores them.
pub fn to_bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Floats as the device stored them.
pub fn from_bytes(bytes: &[u8]) -> Vec<f32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}
