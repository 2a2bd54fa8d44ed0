//! Bytes as a PTX text.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tests::fuzzing::ptx(data);
});
