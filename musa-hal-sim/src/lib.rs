//! PLACEHOLDER
#![no_std]
