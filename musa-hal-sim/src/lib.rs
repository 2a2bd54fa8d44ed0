//! The simulated GPU of the MUSA reference model.

#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod arithmetic;
mod bytes;
pub mod exec;
mod growth;
mod list;
pub mod machine;
#[allow(unsafe_code, reason = "memory that the host, peers and other processes write too")]
pub mod memory;
mod output;
mod places;
pub mod profiles;
pub mod program;
mod queue;
pub mod schedule;
#[allow(unsafe_code, reason = "vector instructions of the host")]
pub mod simd;
mod table;
pub mod texel;

pub use bytes::{CHUNK_BYTES, Chunk};
pub use machine::{FixedStorage, HostWrites, Machine, MachineStorage, Settings};
pub use places::{MAX_PLACES, Places};
pub use queue::{Queue, Queued};
pub use schedule::Schedule;
pub use table::Slot;
