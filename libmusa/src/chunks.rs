//! Which parts of an arena may hold bytes of what was freed.
//!
//! Freeing touches nothing: a page that nobody has written stays one that costs nothing. The chunks that memory was freed
//! in are marked instead, and what is committed there next is cleared first. Chunks in which nothing is left go back to
//! the system, some at a time, so that a program which allocates and frees in turns does not pay for a page each time.

use std::ops::Range;

/// Bytes of a chunk.
pub(crate) const CHUNK: usize = 1 << 18;
/// Chunks with old bytes and nothing else that may stay: 16 MiB.
const IDLE: usize = 64;

#[derive(Clone, Copy, Default)]
struct Chunk {
    /// Bytes that are committed.
    used: u32,
    /// Others may not be zero.
    stale: bool,
    /// It is on the list of idle ones.
    listed: bool,
}

/// The chunks of an arena, up to the last that was ever used.
#[derive(Default)]
pub(crate) struct Chunks {
    chunks: Vec<Chunk>,
    /// Chunks that nothing was left in when they were last given up.
    idle: Vec<usize>,
}

/// The parts of a range, each within one chunk.
fn parts(range: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
    let chunks = range.start / CHUNK..range.end.div_ceil(CHUNK);
    chunks.map(move |chunk| {
        let (start, end) = (chunk * CHUNK, (chunk + 1) * CHUNK);
        (chunk, range.start.max(start)..range.end.min(end))
    })
}

impl Chunks {
    /// A range is committed. `clear` is asked to make parts of it zero that may not be.
    pub(crate) fn commit(&mut self, range: Range<usize>, mut clear: impl FnMut(Range<usize>)) {
        let count = range.end.div_ceil(CHUNK);
        if self.chunks.len() < count {
            self.chunks.resize(count, Chunk::default());
        }
        for (index, part) in parts(range) {
            let chunk = &mut self.chunks[index];
            chunk.used += part.len() as u32;
            if chunk.stale {
                chunk.stale = part.len() < CHUNK;
                clear(part);
            }
        }
    }

    /// A range that was committed is released, and perhaps zero already. `discard` is asked to give whole chunks back, and
    /// to make them zero.
    pub(crate) fn release(&mut self, range: Range<usize>, is_zero: bool, discard: impl FnMut(Range<usize>)) {
        for (index, part) in parts(range) {
            let chunk = &mut self.chunks[index];
            chunk.used -= part.len() as u32;
            // Beside what is zero, a chunk may hold old bytes still.
            chunk.stale = !is_zero || chunk.stale && part.len() < CHUNK;
            if chunk.used == 0 && chunk.stale && !chunk.listed {
                chunk.listed = true;
                self.idle.push(index);
            }
        }
        if self.idle.len() > IDLE {
            self.sweep(discard);
        }
    }

    fn sweep(&mut self, mut discard: impl FnMut(Range<usize>)) {
        for index in self.idle.drain(..) {
            let chunk = &mut self.chunks[index];
            chunk.listed = false;
            if chunk.used == 0 && chunk.stale {
                chunk.stale = false;
                discard(index * CHUNK..(index + 1) * CHUNK);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice::from_ref;

    /// Commits a range; what was cleared.
    fn committed(chunks: &mut Chunks, range: Range<usize>) -> Vec<Range<usize>> {
        let mut cleared = Vec::new();
        chunks.commit(range, |part| cleared.push(part));
        cleared
    }

    /// Releases a range; what was discarded.
    fn released(chunks: &mut Chunks, range: Range<usize>, is_zero: bool) -> Vec<Range<usize>> {
        let mut discarded = Vec::new();
        chunks.release(range, is_zero, |part| discarded.push(part));
        discarded
    }

    #[test]
    fn only_what_may_hold_old_bytes_is_cleared() {
        let mut chunks = Chunks::default();
        assert_eq!(committed(&mut chunks, 0..512), []);
        assert_eq!(committed(&mut chunks, 512..1024), []);
        assert_eq!(released(&mut chunks, 0..512, false), []);
        assert_eq!(committed(&mut chunks, 0..512), from_ref(&(0..512)));
        assert_eq!(committed(&mut chunks, CHUNK..2 * CHUNK), []);
    }

    #[test]
    fn a_chunk_that_is_cleared_whole_holds_nothing_old() {
        let mut chunks = Chunks::default();
        let all = 0..CHUNK;
        committed(&mut chunks, all.clone());
        released(&mut chunks, all.clone(), false);
        assert_eq!(committed(&mut chunks, all.clone()), from_ref(&all));
        assert_eq!(released(&mut chunks, all.clone(), true), []);
        assert_eq!(committed(&mut chunks, all), []);
    }

    #[test]
    fn what_was_released_as_zero_is_not_cleared_again() {
        let mut chunks = Chunks::default();
        let (small, large) = (0..512, 512..3 * CHUNK - 512);
        committed(&mut chunks, large.clone());
        released(&mut chunks, large.clone(), true);
        assert_eq!(committed(&mut chunks, large.clone()), []);
        committed(&mut chunks, small.clone());
        released(&mut chunks, small, false);
        released(&mut chunks, large.clone(), true);
        assert_eq!(committed(&mut chunks, large), from_ref(&(512..CHUNK)));
    }

    #[test]
    fn idle_chunks_are_given_back_some_at_a_time() {
        let mut chunks = Chunks::default();
        let first = |chunk: usize| chunk * CHUNK..chunk * CHUNK + 512;
        for chunk in 0..=IDLE {
            committed(&mut chunks, first(chunk));
        }
        for _ in 0..2 * IDLE {
            assert_eq!(released(&mut chunks, first(0), false), []);
            committed(&mut chunks, first(0));
        }
        for chunk in 0..IDLE {
            assert_eq!(released(&mut chunks, first(chunk), false), []);
        }
        committed(&mut chunks, first(0));
        let discarded = released(&mut chunks, first(IDLE), false);
        assert_eq!(discarded.len(), IDLE, "all but the one that is in use again");
        assert_eq!(committed(&mut chunks, first(1)), []);
    }
}
