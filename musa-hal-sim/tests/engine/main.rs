//! The engine, fed with PTX text: whole kernels, and the ways in which lanes part and meet.

mod cohorts;
mod control;
mod device;
mod divergence;
mod kernels;
mod lanes;
mod observed;
mod once;
mod progress;
mod random;
mod scalars;
#[path = "../arithmetic/table.rs"]
mod table;
