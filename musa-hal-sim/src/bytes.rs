//! Byte queues in chunks from one pool: what commands carry, and what kernels print.

use managed::ManagedSlice;
use musa_hal::{HalError, Resource};

use crate::growth::grow;

const NONE: u32 = u32::MAX;

/// Bytes of a chunk.
pub const CHUNK_BYTES: usize = 252;

/// A part of some byte queue. Only its storage is the caller's: make them with [`Chunk::default`].
#[derive(Clone, Copy, Debug)]
pub struct Chunk {
    bytes: [u8; CHUNK_BYTES],
    next: u32,
}

impl Chunk {
    /// Storage without bytes in it.
    pub const EMPTY: Self = Self {
        bytes: [0; CHUNK_BYTES],
        next: NONE,
    };
}

impl Default for Chunk {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// A queue of bytes in a [`ByteStore`]. It names its chunks until it is emptied there; a copy is for reading only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteQueue {
    first: u32,
    last: u32,
    /// Bytes of the first chunk that have been taken.
    start: usize,
    length: u64,
}

impl ByteQueue {
    pub(crate) const EMPTY: Self = Self {
        first: NONE,
        last: NONE,
        start: 0,
        length: 0,
    };

    pub(crate) const fn len(&self) -> u64 {
        self.length
    }

    /// Bytes used of the last chunk.
    fn end(&self) -> usize {
        ((self.start as u64 + self.length).saturating_sub(1) % CHUNK_BYTES as u64) as usize + 1
    }
}

/// The pool of chunks.
#[derive(Debug)]
pub(crate) struct ByteStore<'a> {
    chunks: ManagedSlice<'a, Chunk>,
    used: usize,
    free: u32,
    free_count: usize,
}

impl<'a> ByteStore<'a> {
    pub(crate) const fn new(chunks: ManagedSlice<'a, Chunk>) -> Self {
        Self {
            chunks,
            used: 0,
            free: NONE,
            free_count: 0,
        }
    }

    fn reserve(&mut self, count: usize) -> Result<(), HalError> {
        let available = self.free_count + (self.chunks.len() - self.used);
        let missing = count.saturating_sub(available);
        let length = self.chunks.len().checked_add(missing);
        let length = length.filter(|length| *length < NONE as usize);
        match length.is_some_and(|length| grow(&mut self.chunks, length, Chunk::default)) {
            true => Ok(()),
            false => Err(HalError::Exhausted(Resource::Table("command bytes"))),
        }
    }

    fn take(&mut self) -> u32 {
        if self.free == NONE {
            self.used += 1;
            return (self.used - 1) as u32;
        }
        let chunk = self.free;
        self.free = self.chunks[chunk as usize].next;
        self.free_count -= 1;
        chunk
    }

    fn give(&mut self, chunk: u32) {
        self.chunks[chunk as usize].next = self.free;
        self.free = chunk;
        self.free_count += 1;
    }

    /// Appends all bytes, or none.
    pub(crate) fn push(&mut self, queue: &mut ByteQueue, mut bytes: &[u8]) -> Result<(), HalError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let room = if queue.first == NONE {
            0
        } else {
            CHUNK_BYTES - queue.end()
        };
        self.reserve(bytes.len().saturating_sub(room).div_ceil(CHUNK_BYTES))?;
        while !bytes.is_empty() {
            let mut at = if queue.first == NONE { CHUNK_BYTES } else { queue.end() };
            if at == CHUNK_BYTES {
                let chunk = self.take();
                self.chunks[chunk as usize].next = NONE;
                match self.chunks.get_mut(queue.last as usize).filter(|_| queue.first != NONE) {
                    Some(last) => last.next = chunk,
                    None => queue.first = chunk,
                }
                queue.last = chunk;
                at = 0;
            }
            let (now, later) = bytes.split_at(bytes.len().min(CHUNK_BYTES - at));
            self.chunks[queue.last as usize].bytes[at..at + now.len()].copy_from_slice(now);
            queue.length += now.len() as u64;
            bytes = later;
        }
        Ok(())
    }

    /// Takes bytes from the front; how many.
    pub(crate) fn pop(&mut self, queue: &mut ByteQueue, into: &mut [u8]) -> usize {
        let mut taken = 0;
        while taken < into.len() && queue.length > 0 {
            let count = (into.len() - taken).min(self.first(queue).len());
            into[taken..taken + count].copy_from_slice(&self.first(queue)[..count]);
            taken += count;
            self.skip(queue, count);
        }
        taken
    }

    /// The bytes in the first chunk.
    fn first(&self, queue: &ByteQueue) -> &[u8] {
        if queue.length == 0 {
            return &[];
        }
        let count = queue.length.min((CHUNK_BYTES - queue.start) as u64) as usize;
        &self.chunks[queue.first as usize].bytes[queue.start..queue.start + count]
    }

    /// Drops bytes of the first chunk.
    fn skip(&mut self, queue: &mut ByteQueue, count: usize) {
        queue.start += count;
        queue.length -= count as u64;
        if queue.start == CHUNK_BYTES || queue.length == 0 {
            let chunk = queue.first;
            queue.first = self.chunks[chunk as usize].next;
            queue.start = 0;
            self.give(chunk);
            if queue.length == 0 {
                *queue = ByteQueue::EMPTY;
            }
        }
    }

    /// What is in a queue, in parts.
    pub(crate) fn parts(&self, queue: &ByteQueue) -> impl Iterator<Item = &[u8]> + '_ {
        let (mut chunk, mut start, mut left) = (queue.first, queue.start, queue.length);
        core::iter::from_fn(move || {
            let entry = self.chunks.get(chunk as usize).filter(|_| left > 0)?;
            let count = left.min((CHUNK_BYTES - start) as u64);
            let part = &entry.bytes[start..start + count as usize];
            (chunk, start, left) = (entry.next, 0, left - count);
            Some(part)
        })
    }

    /// Copies what is in a queue, leaving it there, as far as there is room.
    pub(crate) fn copy(&self, queue: &ByteQueue, into: &mut [u8]) {
        let mut rest = into;
        for part in self.parts(queue) {
            let count = part.len().min(rest.len());
            let (now, later) = rest.split_at_mut(count);
            now.copy_from_slice(&part[..count]);
            rest = later;
        }
    }

    /// Bytes that can still be pushed to a queue; without bound where the store grows.
    pub(crate) fn room(&self, queue: &ByteQueue) -> u64 {
        #[cfg(feature = "alloc")]
        if matches!(self.chunks, ManagedSlice::Owned(_)) {
            return u64::MAX;
        }
        let chunks = self.free_count + (self.chunks.len() - self.used);
        let last = if queue.first == NONE {
            0
        } else {
            CHUNK_BYTES - queue.end()
        };
        (chunks * CHUNK_BYTES + last) as u64
    }

    /// Drops the first line of a queue; whether there was anything.
    pub(crate) fn drop_line(&mut self, queue: &mut ByteQueue) -> bool {
        let dropped = queue.length > 0;
        while queue.length > 0 {
            let first = self.first(queue);
            let end = first.iter().position(|byte| *byte == b'\n');
            let count = end.map_or(first.len(), |end| end + 1);
            self.skip(queue, count);
            if end.is_some() {
                break;
            }
        }
        dropped
    }

    /// Empties a queue.
    pub(crate) fn clear(&mut self, queue: &mut ByteQueue) {
        while queue.length > 0 {
            let count = self.first(queue).len();
            self.skip(queue, count);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::VecDeque;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn queues_keep_order_and_give_chunks_back(steps in prop::collection::vec((any::<bool>(), 0..2_usize, 0..700_usize), 1..60)) {
            let mut chunks = [Chunk::default(); 12];
            let mut store = ByteStore::new(ManagedSlice::Borrowed(&mut chunks));
            let mut queues = [ByteQueue::EMPTY, ByteQueue::EMPTY];
            let mut models = [VecDeque::new(), VecDeque::new()];
            let mut next = 0_u8;
            for (push, which, count) in steps {
                let (queue, model) = (&mut queues[which], &mut models[which]);
                if push {
                    let bytes: Vec<u8> = (0..count).map(|index| next.wrapping_add(index as u8)).collect();
                    if store.push(queue, &bytes).is_ok() {
                        model.extend(&bytes);
                        next = next.wrapping_add(count as u8);
                    } else {
                        prop_assert!(count > 0);
                    }
                } else {
                    let mut all = std::vec![1; model.len()];
                    store.copy(queue, &mut all);
                    prop_assert!(all.iter().eq(model.iter()));
                    let mut bytes = std::vec![0; count];
                    let taken = store.pop(queue, &mut bytes);
                    let expected: Vec<u8> = model.drain(..count.min(model.len())).collect();
                    prop_assert_eq!(&bytes[..taken], &expected[..]);
                }
                prop_assert_eq!(queues[which].len(), models[which].len() as u64);
            }
            for queue in &mut queues {
                store.clear(queue);
            }
            prop_assert_eq!(store.free_count, store.used);
        }
    }
}
