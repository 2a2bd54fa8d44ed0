//! The engine, fed with PTX text: whole kernels, and the ways in which lanes part and meet.

mod control;
mod device;
mod divergence;
mod kernels;
mod scalars;
