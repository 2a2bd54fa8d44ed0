//! Arguments by type.

use std::ffi::{CStr, c_void};

use musa_driver::abi::{Array, HostPointer, In, InOut, Out, OutArray, Text};
use musa_driver::types::*;

use super::source::{Source, type_of};
use super::{content, host};

/// What can be an argument.
pub(super) trait Value {
    /// Takes an argument for a parameter of this name.
    fn take(source: &mut Source<'_>, parameter: &str) -> Self;
}

/// Texts: names that there are, and some that mean nothing.
const TEXTS: [&CStr; 10] = [
    c"nop",
    c"store",
    c"count",
    c"counter",
    c"missing",
    c"",
    c"muMemAlloc",
    c"0000:00:00.0",
    c"/nowhere",
    c"-lineinfo",
];

/// Whether a parameter says how many values lie in memory.
fn is_count(parameter: &str) -> bool {
    parameter.starts_with("num") || parameter.starts_with("count")
}

macro_rules! numbers {
    ($($type:ty),* $(,)?) => {
        $(impl Value for $type {
            #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "any number will do")]
            fn take(source: &mut Source<'_>, parameter: &str) -> Self {
                match parameter {
                    _ if is_count(parameter) => source.count() as Self,
                    _ if parameter.starts_with("grid") || parameter.starts_with("block") => source.dimension() as Self,
                    _ => source.number() as Self,
                }
            }
        })*
    };
}

numbers!(u8, u16, u32, u64, usize, i32);

impl Value for f32 {
    fn take(source: &mut Source<'_>, _: &str) -> Self {
        Self::from_bits(source.word())
    }
}

macro_rules! handles {
    ($($type:ident),* $(,)?) => {
        $(impl Value for $type {
            fn take(source: &mut Source<'_>, _: &str) -> Self {
                Self(source.handle(type_of::<Self>()) as _)
            }
        })*
    };
}

handles!(
    MUarray,
    MUcontext,
    MUdevResourceDesc,
    MUevent,
    MUexternalMemory,
    MUexternalSemaphore,
    MUfunction,
    MUgraph,
    MUgraphExec,
    MUgraphNode,
    MUgraphicsResource,
    MUgreenCtx,
    MUkernel,
    MUlibrary,
    MUlinkState,
    MUmemGenericAllocationHandle,
    MUmemoryPool,
    MUmipmappedArray,
    MUmodule,
    MUstream,
    MUsurfObject,
    MUsurfref,
    MUtexObject,
    MUtexref,
    MUuserObject,
);

macro_rules! enumerations {
    ($($type:ident),* $(,)?) => {
        $(impl Value for $type {
            fn take(source: &mut Source<'_>, _: &str) -> Self {
                let values = Self::ENUMERATION.values;
                match source.byte() {
                    0..16 => Self(source.number() as _),
                    byte => Self(values[usize::from(byte) % values.len()].1 as _),
                }
            }
        })*
    };
}

enumerations!(
    MUGLDeviceList,
    MUaddress_mode,
    MUarray_format,
    MUdevResourceType,
    MUdevice_P2PAttribute,
    MUdevice_attribute,
    MUdirectConvBasicShape,
    MUdirectConvInterleave,
    MUexecAffinityType,
    MUfilter_mode,
    MUflushGPUDirectRDMAWritesScope,
    MUflushGPUDirectRDMAWritesTarget,
    MUfunc_cache,
    MUfunction_attribute,
    MUgraphMem_attribute,
    MUjitInputType,
    MUkernelNodeAttrID,
    MUlimit,
    MUmemAllocationGranularity_flags,
    MUmemAllocationHandleType,
    MUmemPool_attribute,
    MUmemRangeHandleType,
    MUmem_advise,
    MUmem_range_attribute,
    MUoutput_mode,
    MUpointer_attribute,
    MUsharedconfig,
    MUstreamAttrID,
    MUstreamCaptureMode,
    MUtensorDescriptorDataType,
    MUtensorDescriptorInterleave,
    MUtensorMapDataType,
    MUtensorMapFloatOOBfill,
    MUtensorMapInterleave,
    MUtensorMapL2promotion,
    MUtensorMapSwizzle,
);

/// Structures that are passed by value.
macro_rules! structures {
    ($($type:ident),* $(,)?) => {
        $(impl Value for $type {
            fn take(source: &mut Source<'_>, _: &str) -> Self {
                given::<Self>(source, 1).as_in().read().expect("a place")
            }
        })*
    };
}

structures!(MUipcEventHandle, MUipcMemHandle, MUmemLocation);

impl Value for MUdevice {
    fn take(source: &mut Source<'_>, _: &str) -> Self {
        Self(source.choose(&[0, 0, 0, 1, 1, 2, -1, i32::MAX]))
    }
}

impl Value for MUdeviceptr {
    fn take(source: &mut Source<'_>, parameter: &str) -> Self {
        // What is only read may be the host's: a device's range would bound what is written.
        if parameter.starts_with("src") && source.byte() < 16 {
            return Self(source.place().address() as u64);
        }
        Self(source.device_address())
    }
}

impl Value for HostPointer {
    fn take(source: &mut Source<'_>, parameter: &str) -> Self {
        if let "image" | "code" | "data" = parameter {
            let place = source.place();
            host::write(place, content::module(source).as_bytes());
            return place;
        }
        match source.byte() {
            0..16 => Self::NULL,
            // The machine has its memory elsewhere: only calls that ask for that know what such a pointer means.
            16..64 if matches!(parameter, "p" | "srcHost" | "dstHost") => content::pinned(source),
            _ => given::<u64>(source, 4),
        }
    }
}

impl Value for Text<'_> {
    fn take(source: &mut Source<'_>, _: &str) -> Self {
        match source.byte() {
            0..8 => Self::null(),
            byte => Self::new(TEXTS[usize::from(byte) % TEXTS.len()]),
        }
    }
}

/// A place that holds some values of a type.
fn given<T: CType>(source: &mut Source<'_>, count: usize) -> HostPointer {
    let place = source.place();
    let bytes = content::values(source, type_of::<T>(), size_of::<T>(), count);
    host::write(place, &bytes);
    place
}

fn is_null(source: &mut Source<'_>) -> bool {
    source.byte() < 12
}

impl<T: CType> Value for In<'_, T> {
    fn take(source: &mut Source<'_>, _: &str) -> Self {
        if is_null(source) {
            return Self::null();
        }
        given::<T>(source, 1).as_in()
    }
}

impl<T: CType> Value for Array<'_, T> {
    fn take(source: &mut Source<'_>, _: &str) -> Self {
        if is_null(source) {
            return Self::null();
        }
        given::<T>(source, if size_of::<T>() > 8 { 2 } else { 4 }).as_array()
    }
}

impl<T: CType> Value for Out<'_, T> {
    fn take(source: &mut Source<'_>, _: &str) -> Self {
        if is_null(source) {
            return Self::null();
        }
        source.answer::<T>().as_out()
    }
}

impl<T: CType> Value for OutArray<'_, T> {
    fn take(source: &mut Source<'_>, _: &str) -> Self {
        if is_null(source) {
            return Self::null();
        }
        source.answer::<T>().as_out_array()
    }
}

impl<T: CType> Value for InOut<'_, T> {
    fn take(source: &mut Source<'_>, _: &str) -> Self {
        if is_null(source) {
            return Self::null();
        }
        let place = source.answer::<T>();
        let bytes = content::values(source, type_of::<T>(), size_of::<T>(), 1);
        host::write(place, &bytes);
        place.as_in_out()
    }
}

extern "C" fn host_function(_: *mut c_void) {}

extern "C" fn stream_callback(_: MUstream, _: MUresult, _: *mut c_void) {}

extern "C" fn shared_bytes(threads: i32) -> usize {
    usize::try_from(threads).unwrap_or(0) * 4
}

macro_rules! callbacks {
    ($($type:ty = $function:ident),* $(,)?) => {
        $(impl Value for Option<$type> {
            fn take(source: &mut Source<'_>, _: &str) -> Self {
                (!is_null(source)).then_some($function)
            }
        })*
    };
}

callbacks! {
    unsafe extern "C" fn(*mut c_void) = host_function,
    unsafe extern "C" fn(MUstream, MUresult, *mut c_void) = stream_callback,
    unsafe extern "C" fn(i32) -> usize = shared_bytes,
}
