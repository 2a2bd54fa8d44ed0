//! The simulated GPU of the MUSA reference model.

#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod arithmetic;
#[allow(unsafe_code, reason = "memory that the host, peers and other processes write too")]
pub mod memory;
pub mod profiles;
pub mod schedule;
