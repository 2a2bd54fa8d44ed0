//! Text of kernels: `vprintf` as the hardware's driver formats it, kept until the host takes it.
//!
//! The oracle's cases `dev_printf_formats` and `dev_printf_limit` say what is printed.

mod float;
mod format;
mod integer;
mod specification;

use crate::bytes::{ByteQueue, ByteStore};
use crate::exec::PrintCall;

/// Takes the bytes of formatted text.
pub(crate) trait Sink {
    fn put(&mut self, bytes: &[u8]);

    /// The same byte several times.
    fn repeat(&mut self, byte: u8, count: u64) {
        for _ in 0..count {
            self.put(&[byte]);
        }
    }
}

/// Only counts.
#[derive(Default)]
struct Length(u64);

impl Sink for Length {
    fn put(&mut self, bytes: &[u8]) {
        self.0 = self.0.saturating_add(bytes.len() as u64);
    }

    fn repeat(&mut self, _: u8, count: u64) {
        self.0 = self.0.saturating_add(count);
    }
}

/// Appends to a byte queue; what does not fit is lost.
struct Appender<'t, 'a> {
    store: &'t mut ByteStore<'a>,
    queue: &'t mut ByteQueue,
}

impl Sink for Appender<'_, '_> {
    fn put(&mut self, bytes: &[u8]) {
        let _ = self.store.push(self.queue, bytes);
    }
}

/// Formats one call of `vprintf` into a queue that holds at most `limit` bytes: where it is full, the oldest lines are
/// lost. How many arguments the format took: what `vprintf` returns.
pub(crate) fn print(
    arguments: &mut dyn PrintCall,
    store: &mut ByteStore<'_>,
    queue: &mut ByteQueue,
    limit: u64,
) -> i32 {
    let mut length = Length::default();
    let taken = format::format(arguments, &mut length);
    if length.0 == 0 || length.0 > limit {
        return taken;
    }
    while queue.len() + length.0 > limit || store.room(queue) < length.0 {
        if !store.drop_line(queue) {
            break;
        }
    }
    if store.room(queue) >= length.0 {
        format::format(arguments, &mut Appender { store, queue });
    }
    taken
}

#[cfg(test)]
mod tests;
