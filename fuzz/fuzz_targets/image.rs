//! Bytes as a module image.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tests::fuzzing::image(data);
});
