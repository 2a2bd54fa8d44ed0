//! Bytes as the parameters of a launch.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tests::fuzzing::launch(data);
});
