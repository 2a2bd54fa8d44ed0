//! PTX text to module image.
#![no_std]
extern crate alloc;
