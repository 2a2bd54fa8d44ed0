//! Result codes: numbers, names and descriptions in one table.

use core::ffi::CStr;

use super::CType;
use crate::abi::{Described, Parameter};

/// The answer of every driver function.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MUresult(pub u32);

macro_rules! results {
    ($($code:literal $name:ident $text:literal;)*) => {
        $(
            #[doc = concat!($text, " (", $code, ").")]
            pub const $name: MUresult = MUresult($code);
        )*

        /// Every result code: number, name and description, in ascending order.
        pub const RESULTS: &[ResultCode] = &[
            $(ResultCode { code: $name, name: c_text(concat!(stringify!($name), "\0")), text: c_text(concat!($text, "\0")) },)*
        ];
    };
}

/// One row of the table of result codes.
#[derive(Clone, Copy, Debug)]
pub struct ResultCode {
    /// The code.
    pub code: MUresult,
    /// Its name, as `muGetErrorName` gives it.
    pub name: &'static CStr,
    /// Its description, as `muGetErrorString` gives it.
    pub text: &'static CStr,
}

const fn c_text(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("the table's texts hold no NUL"),
    }
}

impl MUresult {
    /// This code's row, or `None` if no such code exists.
    pub fn describe(self) -> Option<&'static ResultCode> {
        let row = RESULTS.binary_search_by_key(&self, |row| row.code).ok()?;
        RESULTS.get(row)
    }
}

impl core::fmt::Debug for MUresult {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.describe().and_then(|row| row.name.to_str().ok()) {
            Some(name) => f.write_str(name),
            None => write!(f, "MUresult({})", self.0),
        }
    }
}

impl CType for MUresult {
    const NAME: &'static str = "MUresult";
}

impl Parameter for MUresult {
    fn described(&self) -> Described {
        let name = self.describe().and_then(|row| row.name.to_str().ok());
        Described::Named(name.unwrap_or(""), i64::from(self.0))
    }
}

results! {
    0 MUSA_SUCCESS "no error";
    1 MUSA_ERROR_INVALID_VALUE "invalid argument";
    2 MUSA_ERROR_OUT_OF_MEMORY "out of memory";
    3 MUSA_ERROR_NOT_INITIALIZED "initialization error";
    4 MUSA_ERROR_DEINITIALIZED "driver shutting down";
    5 MUSA_ERROR_PROFILER_DISABLED "profiler disabled while using external profiling tool";
    6 MUSA_ERROR_PROFILER_NOT_INITIALIZED "profiler not initialized";
    7 MUSA_ERROR_PROFILER_ALREADY_STARTED "profiler already started";
    8 MUSA_ERROR_PROFILER_ALREADY_STOPPED "profiler already stopped";
    34 MUSA_ERROR_STUB_LIBRARY "MUSA driver is a stub library";
    100 MUSA_ERROR_NO_DEVICE "no MUSA-capable device is detected";
    101 MUSA_ERROR_INVALID_DEVICE "invalid device ordinal";
    102 MUSA_ERROR_DEVICE_NOT_LICENSED "device is not licensed";
    200 MUSA_ERROR_INVALID_IMAGE "device kernel image is invalid";
    201 MUSA_ERROR_INVALID_CONTEXT "invalid device context";
    202 MUSA_ERROR_CONTEXT_ALREADY_CURRENT "context already current";
    205 MUSA_ERROR_MAP_FAILED "mapping of buffer object failed";
    206 MUSA_ERROR_UNMAP_FAILED "unmapping of buffer object failed";
    207 MUSA_ERROR_ARRAY_IS_MAPPED "array is mapped";
    208 MUSA_ERROR_ALREADY_MAPPED "resource already mapped";
    209 MUSA_ERROR_NO_BINARY_FOR_GPU "no kernel image is available for execution on the device";
    210 MUSA_ERROR_ALREADY_ACQUIRED "resource already acquired";
    211 MUSA_ERROR_NOT_MAPPED "resource not mapped";
    212 MUSA_ERROR_NOT_MAPPED_AS_ARRAY "resource not mapped as array";
    213 MUSA_ERROR_NOT_MAPPED_AS_POINTER "resource not mapped as pointer";
    214 MUSA_ERROR_ECC_UNCORRECTABLE "uncorrectable ECC error encountered";
    215 MUSA_ERROR_UNSUPPORTED_LIMIT "limit is not supported on this architecture";
    216 MUSA_ERROR_CONTEXT_ALREADY_IN_USE "exclusive-thread device already in use by a different thread";
    217 MUSA_ERROR_PEER_ACCESS_UNSUPPORTED "peer access is not supported between these two devices";
    218 MUSA_ERROR_INVALID_PTX "a PTX compilation failed";
    219 MUSA_ERROR_INVALID_GRAPHICS_CONTEXT "invalid graphics context";
    220 MUSA_ERROR_MTLINK_UNCORRECTABLE "uncorrectable MTLink error detected during the execution";
    221 MUSA_ERROR_JIT_COMPILER_NOT_FOUND "PTX compiler library not found";
    222 MUSA_ERROR_UNSUPPORTED_PTX_VERSION "the provided PTX was compiled with an unsupported toolchain";
    223 MUSA_ERROR_JIT_COMPILATION_DISABLED "PTX compilation was disabled";
    224 MUSA_ERROR_UNSUPPORTED_EXEC_AFFINITY "the provided execution affinity is not supported";
    300 MUSA_ERROR_INVALID_SOURCE "device kernel source is invalid";
    301 MUSA_ERROR_FILE_NOT_FOUND "file not found";
    302 MUSA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND "shared object symbol not found";
    303 MUSA_ERROR_SHARED_OBJECT_INIT_FAILED "shared object initialization failed";
    304 MUSA_ERROR_OPERATING_SYSTEM "operating system call failed or operation not supported on this system";
    400 MUSA_ERROR_INVALID_HANDLE "invalid resource handle";
    401 MUSA_ERROR_ILLEGAL_STATE "the operation cannot be performed in the present state";
    500 MUSA_ERROR_NOT_FOUND "named symbol not found";
    600 MUSA_ERROR_NOT_READY "device not ready";
    700 MUSA_ERROR_ILLEGAL_ADDRESS "an illegal memory access was encountered";
    701 MUSA_ERROR_LAUNCH_OUT_OF_RESOURCES "too many resources requested for launch";
    702 MUSA_ERROR_LAUNCH_TIMEOUT "the launch timed out and was terminated";
    703 MUSA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING "launch uses incompatible texturing mode";
    704 MUSA_ERROR_PEER_ACCESS_ALREADY_ENABLED "peer access is already enabled";
    705 MUSA_ERROR_PEER_ACCESS_NOT_ENABLED "peer access has not been enabled";
    708 MUSA_ERROR_PRIMARY_CONTEXT_ACTIVE "cannot set while device is active in this process";
    709 MUSA_ERROR_CONTEXT_IS_DESTROYED "context is destroyed";
    710 MUSA_ERROR_ASSERT "device-side assert triggered";
    711 MUSA_ERROR_TOO_MANY_PEERS "peer mapping resources exhausted";
    712 MUSA_ERROR_HOST_MEMORY_ALREADY_REGISTERED "part or all of the requested memory range is already mapped";
    713 MUSA_ERROR_HOST_MEMORY_NOT_REGISTERED "pointer does not correspond to a registered memory region";
    714 MUSA_ERROR_HARDWARE_STACK_ERROR "hardware stack error";
    715 MUSA_ERROR_ILLEGAL_INSTRUCTION "an illegal instruction was encountered";
    716 MUSA_ERROR_MISALIGNED_ADDRESS "misaligned address";
    717 MUSA_ERROR_INVALID_ADDRESS_SPACE "operation not supported on global/shared address space";
    718 MUSA_ERROR_INVALID_PC "invalid program counter";
    719 MUSA_ERROR_LAUNCH_FAILED "unspecified launch failure";
    720 MUSA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE "too many blocks in cooperative launch";
    800 MUSA_ERROR_NOT_PERMITTED "operation not permitted";
    801 MUSA_ERROR_NOT_SUPPORTED "operation not supported";
    802 MUSA_ERROR_SYSTEM_NOT_READY "system not yet initialized";
    803 MUSA_ERROR_SYSTEM_DRIVER_MISMATCH "system has unsupported display driver / MUSA driver combination";
    804 MUSA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE "forward compatibility was attempted on non supported hardware";
    805 MUSA_ERROR_MPS_CONNECTION_FAILED "MPS client failed to connect to the MPS control daemon or the MPS server";
    806 MUSA_ERROR_MPS_RPC_FAILURE "the remote procedural call between the MPS server and the MPS client failed";
    807 MUSA_ERROR_MPS_SERVER_NOT_READY "MPS server is not ready to accept new MPS client requests";
    808 MUSA_ERROR_MPS_MAX_CLIENTS_REACHED "the hardware resources required to create MPS client have been exhausted";
    809 MUSA_ERROR_MPS_MAX_CONNECTIONS_REACHED "the hardware resources required to support device connections have been exhausted";
    900 MUSA_ERROR_STREAM_CAPTURE_UNSUPPORTED "operation not permitted when stream is capturing";
    901 MUSA_ERROR_STREAM_CAPTURE_INVALIDATED "operation failed due to a previous error during capture";
    902 MUSA_ERROR_STREAM_CAPTURE_MERGE "operation would result in a merge of separate capture sequences";
    903 MUSA_ERROR_STREAM_CAPTURE_UNMATCHED "capture was not ended in the same stream as it began";
    904 MUSA_ERROR_STREAM_CAPTURE_UNJOINED "capturing stream has unjoined work";
    905 MUSA_ERROR_STREAM_CAPTURE_ISOLATION "dependency created on uncaptured work in another stream";
    906 MUSA_ERROR_STREAM_CAPTURE_IMPLICIT "operation would make the legacy stream depend on a capturing blocking stream";
    907 MUSA_ERROR_CAPTURED_EVENT "operation not permitted on an event last recorded in a capturing stream";
    908 MUSA_ERROR_STREAM_CAPTURE_WRONG_THREAD "attempt to terminate a thread-local capture sequence from another thread";
    909 MUSA_ERROR_TIMEOUT "wait operation timed out";
    910 MUSA_ERROR_GRAPH_EXEC_UPDATE_FAILURE "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update";
    911 MUSA_ERROR_EXTERNAL_DEVICE "an async error has occurred in a device external to the driver";
    912 MUSA_ERROR_INVALID_CLUSTER_SIZE "kernel cluster configuration is invalid";
    999 MUSA_ERROR_UNKNOWN "unknown error";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_ascend_so_that_search_finds_each() {
        assert!(RESULTS.is_sorted_by(|a, b| a.code < b.code));
        for row in RESULTS {
            assert_eq!(row.code.describe().map(|found| found.name), Some(row.name));
        }
    }

    #[test]
    fn unknown_codes_have_no_name() {
        for code in [9, 33, 99, 103, 706, 998, 1000, u32::MAX] {
            assert!(MUresult(code).describe().is_none());
        }
    }
}
