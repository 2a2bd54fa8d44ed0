//! The simulated GPU of the MUSA reference model.

#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

pub mod arithmetic;
