//! Memory sets.

use musa_ctx::{
    HostMemory,
    memory::{Fill, Mode},
};
use musa_hal::{Address, Hal};

use crate::{
    call::{Answer, Call},
    types::*,
};

fn fill<H: Hal>(call: &mut Call<'_, '_, H>, mode: Mode, stream: MUstream, fill: &Fill) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    let pending = process.fill(hal, thread, stream, mode, fill)?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// Declares the four verbs of an element size: a row or a plane, done at once or enqueued.
macro_rules! fills {
    ($($value:ty: $row:ident $row_async:ident $plane:ident $plane_async:ident = $name:literal;)*) => {
        $(
            #[doc = concat!("`muMemset", $name, "`.")]
            ///
            /// # Errors
            /// A range or an alignment that is not what it must be, or no room.
            pub fn $row<H: Hal>(call: &mut Call<'_, '_, H>, address: MUdeviceptr, value: $value, count: usize) -> Answer {
                fill(call, Mode::Synchronous, MUstream::NULL, &row(address, size_of::<$value>(), value.into(), count))
            }

            #[doc = concat!("`muMemset", $name, "Async`.")]
            ///
            /// # Errors
            /// No stream, a range or an alignment that is not what it must be, or no room.
            pub fn $row_async<H: Hal>(
                call: &mut Call<'_, '_, H>,
                address: MUdeviceptr,
                value: $value,
                count: usize,
                stream: MUstream,
            ) -> Answer {
                fill(call, Mode::Asynchronous, stream, &row(address, size_of::<$value>(), value.into(), count))
            }

            #[doc = concat!("`muMemset2", $name, "`.")]
            ///
            /// # Errors
            /// A range, a pitch or an alignment that is not what it must be, or no room.
            pub fn $plane<H: Hal>(
                call: &mut Call<'_, '_, H>,
                address: MUdeviceptr,
                pitch: usize,
                value: $value,
                width: usize,
                height: usize,
            ) -> Answer {
                let row = row(address, size_of::<$value>(), value.into(), width);
                fill(call, Mode::Synchronous, MUstream::NULL, &rows(row, pitch, height))
            }

            #[doc = concat!("`muMemset2", $name, "Async`.")]
            ///
            /// # Errors
            /// No stream, a range, a pitch or an alignment that is not what it must be, or no room.
            pub fn $plane_async<H: Hal>(
                call: &mut Call<'_, '_, H>,
                address: MUdeviceptr,
                pitch: usize,
                value: $value,
                width: usize,
                height: usize,
                stream: MUstream,
            ) -> Answer {
                let row = row(address, size_of::<$value>(), value.into(), width);
                fill(call, Mode::Asynchronous, stream, &rows(row, pitch, height))
            }
        )*
    };
}

fills! {
    u8: bytes bytes_async plane_of_bytes plane_of_bytes_async = "D8";
    u16: halves halves_async plane_of_halves plane_of_halves_async = "D16";
    u32: words words_async plane_of_words plane_of_words_async = "D32";
}

fn row(address: MUdeviceptr, element: usize, value: u32, count: usize) -> Fill {
    Fill {
        address: Address(address.0),
        pitch: 0,
        value,
        element: element as u8,
        width: count as u64,
        height: 1,
    }
}

fn rows(row: Fill, pitch: usize, height: usize) -> Fill {
    Fill {
        pitch: pitch as u64,
        height: height as u64,
        ..row
    }
}
