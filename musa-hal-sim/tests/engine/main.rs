//! The engine, fed with PTX text: whole kernels, and the oracle's instruction tables.

mod device;
mod kernels;
