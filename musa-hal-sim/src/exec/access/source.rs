//! Memory that a whole group reads or writes, after its bounds have been looked at.
//!
//! What is answered for an address outside never shows, for there is none.

use super::{
    Addresses,
    element::{from_bytes, to_bytes},
};
use crate::{
    exec::around::lanes_of,
    memory::Region,
    simd::{GROUP, ROW, RowKind},
};

/// Memory to read from.
pub(super) trait Source {
    /// An element of 1, 2, 4 or 8 bytes, zero-extended.
    fn element(&self, address: u64, bytes: usize) -> u64;
    /// A word.
    fn word(&self, address: u64) -> u32;
    /// Words one behind the other.
    fn words(&self, address: u64, into: &mut [u32]);
    /// The words of a row.
    fn word_row(&self, address: u64, into: &mut [u32; ROW]);
    /// Doubles one behind the other.
    fn doubles(&self, address: u64, into: &mut [u64]);
}

/// Memory to write to.
pub(super) trait Target {
    /// An element of 1, 2, 4 or 8 bytes.
    fn put(&mut self, address: u64, bytes: usize, value: u64);
    /// Words one behind the other.
    fn put_words(&mut self, address: u64, words: &[u32]);
    /// The words of a row.
    fn put_word_row(&mut self, address: u64, words: &[u32; ROW]);
    /// Some words of a row: those that `lanes` and `bits` name.
    fn put_some_words(&mut self, address: u64, words: &[u32; ROW], lanes: &[u32; ROW], bits: u32);
    /// Doubles one behind the other.
    fn put_doubles(&mut self, address: u64, doubles: &[u64]);
}

impl Source for Region<'_> {
    #[inline]
    fn element(&self, address: u64, bytes: usize) -> u64 {
        match bytes {
            1 => self.load::<u8>(address).map(u64::from),
            2 => self.load::<u16>(address).map(u64::from),
            4 => self.load::<u32>(address).map(u64::from),
            _ => self.load::<u64>(address),
        }
        .unwrap_or(0)
    }

    #[inline]
    fn word(&self, address: u64) -> u32 {
        self.load(address).unwrap_or(0)
    }

    #[inline]
    fn words(&self, address: u64, into: &mut [u32]) {
        let _ = self.read_elements(address, into);
    }

    #[inline(always)]
    fn word_row(&self, address: u64, into: &mut [u32; ROW]) {
        let _ = self.read_elements(address, into);
    }

    #[inline]
    fn doubles(&self, address: u64, into: &mut [u64]) {
        let _ = self.read_elements(address, into);
    }
}

impl Target for Region<'_> {
    #[inline]
    fn put(&mut self, address: u64, bytes: usize, value: u64) {
        let _ = match bytes {
            1 => self.store(address, value as u8),
            2 => self.store(address, value as u16),
            4 => self.store(address, value as u32),
            _ => self.store(address, value),
        };
    }

    #[inline]
    fn put_words(&mut self, address: u64, words: &[u32]) {
        let _ = self.write_elements(address, words);
    }

    #[inline(always)]
    fn put_word_row(&mut self, address: u64, words: &[u32; ROW]) {
        let _ = self.write_elements(address, words);
    }

    /// One by one: the host and other launches may write the words between.
    #[inline(always)]
    fn put_some_words(&mut self, address: u64, words: &[u32; ROW], _lanes: &[u32; ROW], bits: u32) {
        for lane in lanes_of(bits) {
            let _ = self.store(address + 4 * lane as u64, words[lane % ROW]);
        }
    }

    #[inline]
    fn put_doubles(&mut self, address: u64, doubles: &[u64]) {
        let _ = self.write_elements(address, doubles);
    }
}

impl Source for [u8] {
    #[inline]
    fn element(&self, address: u64, bytes: usize) -> u64 {
        self.get(address as usize..address as usize + bytes)
            .map_or(0, from_bytes)
    }

    #[inline]
    fn word(&self, address: u64) -> u32 {
        let rest = self.get(address as usize..).unwrap_or_default();
        rest.first_chunk().map_or(0, |word| u32::from_le_bytes(*word))
    }

    #[inline]
    fn words(&self, address: u64, into: &mut [u32]) {
        let rest = self.get(address as usize..).unwrap_or_default();
        for (word, bytes) in into.iter_mut().zip(rest.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
    }

    #[inline(always)]
    fn word_row(&self, address: u64, into: &mut [u32; ROW]) {
        let rest = self.get(address as usize..).unwrap_or_default();
        if let Some(bytes) = rest.first_chunk::<ROW_BYTES>() {
            *into = words_of(bytes);
        }
    }

    #[inline]
    fn doubles(&self, address: u64, into: &mut [u64]) {
        let rest = self.get(address as usize..).unwrap_or_default();
        for (double, bytes) in into.iter_mut().zip(rest.as_chunks().0) {
            *double = u64::from_le_bytes(*bytes);
        }
    }
}

impl Target for [u8] {
    #[inline]
    fn put(&mut self, address: u64, bytes: usize, value: u64) {
        if let Some(place) = self.get_mut(address as usize..address as usize + bytes) {
            to_bytes(value, place);
        }
    }

    #[inline]
    fn put_words(&mut self, address: u64, words: &[u32]) {
        let rest = self.get_mut(address as usize..).unwrap_or_default();
        for (bytes, word) in rest.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
    }

    #[inline(always)]
    fn put_word_row(&mut self, address: u64, words: &[u32; ROW]) {
        let rest = self.get_mut(address as usize..).unwrap_or_default();
        if let Some(bytes) = rest.first_chunk_mut::<ROW_BYTES>() {
            put_words_of(bytes, words);
        }
    }

    /// All at once, those between as they were: only this thread of the host writes shared memory.
    #[inline(always)]
    fn put_some_words(&mut self, address: u64, words: &[u32; ROW], lanes: &[u32; ROW], _bits: u32) {
        let rest = self.get_mut(address as usize..).unwrap_or_default();
        if let Some(bytes) = rest.first_chunk_mut::<ROW_BYTES>() {
            let mut all = words_of(bytes);
            for lane in 0..ROW {
                all[lane] = words[lane] & lanes[lane] | all[lane] & !lanes[lane];
            }
            put_words_of(bytes, &all);
        }
    }

    #[inline]
    fn put_doubles(&mut self, address: u64, doubles: &[u64]) {
        let rest = self.get_mut(address as usize..).unwrap_or_default();
        for (bytes, double) in rest.as_chunks_mut().0.iter_mut().zip(doubles) {
            *bytes = double.to_le_bytes();
        }
    }
}

/// Bytes of a row of words.
const ROW_BYTES: usize = ROW * 4;

#[inline(always)]
fn words_of(bytes: &[u8; ROW_BYTES]) -> [u32; ROW] {
    let mut words = [0; ROW];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}

#[inline(always)]
fn put_words_of(bytes: &mut [u8; ROW_BYTES], words: &[u32; ROW]) {
    for (bytes, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
}

/// How a group's lanes read or write one element each.
#[derive(Clone, Copy)]
pub(super) struct Lie {
    /// The active lanes.
    pub(super) bits: u32,
    /// The element's distance from the lanes' addresses.
    pub(super) offset: u64,
    /// How the rows lie; scattered where that does not count, as for an element of several.
    pub(super) rows: [RowKind; GROUP / ROW],
}

/// A word for each active lane.
#[inline]
pub(super) fn gather_words<S: Source + ?Sized>(source: &S, addresses: &Addresses, lie: Lie) -> [u32; GROUP] {
    let mut values = [0; GROUP];
    for (row, kind) in lie.rows.into_iter().enumerate() {
        let first = row * ROW;
        let bits = lie.bits >> first & 0xffff;
        let part = &mut values[first..first + ROW];
        match kind {
            RowKind::Adjacent if bits == 0xffff => source.words(addresses[first] + lie.offset, part),
            RowKind::Same if bits == 0xffff => part.fill(source.word(addresses[first] + lie.offset)),
            _ => {
                for lane in lanes_of(bits) {
                    part[lane] = source.word(addresses[first + lane] + lie.offset);
                }
            }
        }
    }
    values
}

/// A double for each active lane.
#[inline]
pub(super) fn gather_doubles<S: Source + ?Sized>(source: &S, addresses: &Addresses, lie: Lie) -> [u64; GROUP] {
    let mut values = [0; GROUP];
    for (row, kind) in lie.rows.into_iter().enumerate() {
        let first = row * ROW;
        let bits = lie.bits >> first & 0xffff;
        let part = &mut values[first..first + ROW];
        match kind {
            RowKind::Adjacent if bits == 0xffff => source.doubles(addresses[first] + lie.offset, part),
            RowKind::Same if bits == 0xffff => part.fill(source.element(addresses[first] + lie.offset, 8)),
            _ => {
                for lane in lanes_of(bits) {
                    part[lane] = source.element(addresses[first + lane] + lie.offset, 8);
                }
            }
        }
    }
    values
}

/// Stores the words of the active lanes.
#[inline]
pub(super) fn scatter_words<T: Target + ?Sized>(
    target: &mut T,
    addresses: &Addresses,
    lie: Lie,
    values: &[u32; GROUP],
) {
    for (row, kind) in lie.rows.into_iter().enumerate() {
        let first = row * ROW;
        let bits = lie.bits >> first & 0xffff;
        if kind == RowKind::Adjacent && bits == 0xffff {
            target.put_words(addresses[first] + lie.offset, &values[first..first + ROW]);
            continue;
        }
        for lane in lanes_of(bits).map(|lane| first + lane) {
            target.put(addresses[lane] + lie.offset, 4, u64::from(values[lane]));
        }
    }
}

/// Stores the doubles of the active lanes.
#[inline]
pub(super) fn scatter_doubles<T: Target + ?Sized>(
    target: &mut T,
    addresses: &Addresses,
    lie: Lie,
    values: &[u64; GROUP],
) {
    for (row, kind) in lie.rows.into_iter().enumerate() {
        let first = row * ROW;
        let bits = lie.bits >> first & 0xffff;
        if kind == RowKind::Adjacent && bits == 0xffff {
            target.put_doubles(addresses[first] + lie.offset, &values[first..first + ROW]);
            continue;
        }
        for lane in lanes_of(bits).map(|lane| first + lane) {
            target.put(addresses[lane] + lie.offset, 8, values[lane]);
        }
    }
}
