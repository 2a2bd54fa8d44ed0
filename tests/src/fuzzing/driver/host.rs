//! Host memory that calls are given pointers to. It is never freed: the driver may keep a pointer for longer than a call.

use musa_driver::abi::HostPointer;

/// Places at once; more than any call has arguments that need one.
const PLACES: usize = 64;
/// Bytes of a place: more than any argument says there are.
const PLACE_BYTES: usize = 1 << 20;
/// Bytes at its beginning that are zero in a new call, whatever earlier ones left.
const CLEARED_BYTES: usize = 4096;

thread_local! {
    static MEMORY: [HostPointer; PLACES] = std::array::from_fn(|_| HostPointer::leaked(vec![0; PLACE_BYTES].leak()));
}

/// One of the places.
pub(super) fn place(number: usize) -> HostPointer {
    let place = MEMORY.with(|memory| memory[number % PLACES]);
    place.bytes_mut(CLEARED_BYTES).fill(0);
    place
}

/// What is to be written at a place.
pub(super) fn write(place: HostPointer, bytes: &[u8]) {
    place.bytes_mut(bytes.len()).copy_from_slice(bytes);
}
