//! Bytes as a sequence of calls of the driver API.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tests::fuzzing::driver(data);
});
