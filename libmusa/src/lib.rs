//! `libmusa`: the driver's C interface over the simulated GPU, for programs on an operating system.
//!
//! This crate only binds: the machine of `musa-hal-sim`, the driver of `musa-driver`, and what an operating system
//! supplies: a lock, threads, variables of the environment, files, and memory. It does nothing before `muInit`.

#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "a library for an operating system"
)]

mod binding;
mod chunks;
mod environment;
mod lock;
mod pages;
mod sharing;
mod source;
mod texts;
mod threads;

musa_driver::musa_export!(binding::Simulated);
