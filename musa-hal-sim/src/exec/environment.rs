//! What execution reaches beside registers, shared and local memory.

use musa_hal::Chooser;

use crate::memory::View;

/// Where a kernel's text goes.
pub trait TextOutput {
    /// `vprintf`: formats and keeps a line. `text` reads memory as the kernel sees it. Answers what `vprintf` returns.
    fn print(&mut self, call: &mut dyn PrintCall) -> i32;
    /// A line of a failed assertion.
    fn assertion(&mut self, line: &str);
}

/// One call of `vprintf`, whose format and arguments are in the kernel's memory.
pub trait PrintCall {
    /// The byte of the format string at a place; nothing where its memory ends.
    fn format_byte(&mut self, place: u64) -> Option<u8>;
    /// The bytes of the argument buffer at an offset, as a little-endian number of 1, 2, 4 or 8 bytes.
    fn argument(&mut self, offset: u64, bytes: u32) -> Option<u64>;
    /// The byte at a generic address, for string arguments.
    fn byte(&mut self, address: u64) -> Option<u8>;
}

/// The device heap behind `malloc` and `free`.
pub trait DeviceHeap {
    /// The address of so many bytes, aligned to sixteen, or zero.
    fn allocate(&mut self, bytes: u64) -> u64;
    /// Gives back what [`DeviceHeap::allocate`] gave; whether it was that.
    fn free(&mut self, address: u64) -> bool;
}

/// What a slice of execution borrows.
pub struct Environment<'e> {
    /// Memory as the launch's device and space see it.
    pub memory: View<'e>,
    /// Decides what hardware leaves open.
    pub chooser: &'e mut dyn Chooser,
    /// Where text goes.
    pub text: &'e mut dyn TextOutput,
    /// The device heap.
    pub heap: &'e mut dyn DeviceHeap,
    /// Virtual time in nanoseconds, for `%globaltimer`.
    pub time: u64,
}
