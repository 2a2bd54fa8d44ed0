//! Calling C functions that a program has handed over.

use core::ffi::c_void;

use musa_ctx::callback::{DueFunction, HostFunctionKind};

use crate::{
    result,
    types::{MUSA_SUCCESS, MUhostFn, MUoccupancyB2DSize, MUstream, MUstreamCallback},
};

/// Declares how functions are kept as bits and taken back.
macro_rules! kept {
    ($($keep:ident $take:ident $type:ty;)*) => {
        $(
            /// The bits of a function, zero for none.
            pub fn $keep(function: $type) -> u64 {
                function.map_or(0, |function| (function as *const ()).expose_provenance() as u64)
            }

            fn $take(bits: u64) -> $type {
                if bits == 0 {
                    return None;
                }
                let pointer: *const () = core::ptr::with_exposed_provenance(bits as usize);
                // SAFETY: the bits are those that the sibling function made of a function of this
                // type; nothing else makes them.
                unsafe { core::mem::transmute::<*const (), $type>(pointer) }
            }
        )*
    };
}

kept! {
    keep_host_function take_host_function MUhostFn;
    keep_stream_callback take_stream_callback MUstreamCallback;
}

/// Runs a host function that is due. No lock is held.
pub(super) fn run(due: &DueFunction) {
    let data: *mut c_void = core::ptr::with_exposed_provenance_mut(due.function.data as usize);
    match due.function.kind {
        HostFunctionKind::Plain => {
            if let Some(function) = take_host_function(due.function.function) {
                // SAFETY: the C caller vouches for the function and its data until it has run.
                unsafe { function(data) }
            }
        }
        HostFunctionKind::Callback => {
            if let Some(function) = take_stream_callback(due.function.function) {
                let status = due.status.map_or(MUSA_SUCCESS, result::fault);
                // SAFETY: as above.
                unsafe { function(MUstream(due.function.handle as usize), status, data) }
            }
        }
    }
}

/// Dynamic shared memory that the caller's function gives for a block size; zero without one.
pub fn shared_memory_for(function: MUoccupancyB2DSize, block_size: i32) -> usize {
    // SAFETY: the C caller vouches for the function during the call.
    function.map_or(0, |function| unsafe { function(block_size) })
}
