//! Verbs: what each driver function does once its prologue has passed.
//!
//! A verb translates: it turns handles and pointers into values of the object model, calls the one
//! operation that does the work, and writes what came of it. It judges nothing that the object
//! model judges. Its row in [`table`](crate::table) binds it:
//!
//! ```text
//! pub fn current_device<H: Hal>(call: &mut Call<'_, '_, H>, device: Out<'_, MUdevice>) -> Answer
//! ```
//!
//! Functions that rows name after `first` judge arguments, or clear what they are to fill, before
//! the prologue; those after `=` need no process.

pub mod array;
pub mod array_copy;
pub mod capture;
pub mod context;
pub mod copy;
pub mod device;
pub mod early;
pub mod entry;
pub mod event;
pub mod fill;
pub mod function;
pub mod ipc;
pub mod jit;
pub mod launch;
pub mod library;
pub mod link;
pub mod managed;
pub mod mapping;
pub mod memory;
pub mod module;
pub mod occupancy;
pub mod peer;
pub mod pointer;
pub mod pool;
pub mod primary;
pub mod refused;
pub mod staged;
pub mod stream;
pub mod texture;
pub mod texture_reference;

use musa_ctx::{Error, Rejection, Rule};

/// Refuses a null pointer.
///
/// # Errors
/// The argument is null.
pub(crate) fn required(argument: &'static str, is_null: bool) -> Result<(), Error> {
    if is_null {
        return Err(Rejection::new(Rule::ArgumentNull).argument(argument).into());
    }
    Ok(())
}

/// A value that the caller has to give.
///
/// # Errors
/// The caller passed null.
pub(crate) fn given<T>(argument: &'static str, value: Option<T>) -> Result<T, Error> {
    value.ok_or(Rejection::new(Rule::ArgumentNull).argument(argument).into())
}
