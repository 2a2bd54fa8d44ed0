//! Tables of fixed-size rows of 32-bit little-endian words.

use super::{Range, Slot};

/// A table over a section's bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a> {
    bytes: &'a [u8],
    row_bytes: usize,
}

/// One row of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a>(&'a [u8]);

impl<'a> Table<'a> {
    /// A table of rows of `words` words, unless the bytes end inside a row.
    pub(crate) fn new(bytes: &'a [u8], words: usize) -> Option<Self> {
        let row_bytes = words * 4;
        let whole = bytes.len().is_multiple_of(row_bytes) && bytes.len() / row_bytes <= MAX_ROWS;
        whole.then_some(Self { bytes, row_bytes })
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> u32 {
        (self.bytes.len() / self.row_bytes) as u32
    }

    /// The row at a place.
    pub(crate) fn row(&self, place: u32) -> Option<Row<'a>> {
        let at = (place as usize).checked_mul(self.row_bytes)?;
        self.bytes.get(at..at.checked_add(self.row_bytes)?).map(Row)
    }

    /// Whether all of the range's rows exist.
    pub(crate) fn holds(&self, range: Range) -> bool {
        range
            .first
            .checked_add(range.count)
            .is_some_and(|end| end <= self.len())
    }

    /// The rows of a range, as far as they exist.
    pub(crate) fn rows(&self, range: Range) -> impl Iterator<Item = Row<'a>> + use<'a> {
        let table = *self;
        (range.first..range.first.saturating_add(range.count)).map_while(move |at| table.row(at))
    }
}

/// Ordinals travel in 28 bits of an operand word.
pub(crate) const MAX_ROWS: usize = 1 << 28;

impl Row<'_> {
    /// The word at a place; zero beyond the row's end, which no caller reaches.
    pub(crate) fn word(&self, place: usize) -> u32 {
        let bytes = self.0.get(place * 4..place * 4 + 4);
        bytes
            .and_then(|bytes| bytes.try_into().ok())
            .map_or(0, u32::from_le_bytes)
    }

    /// Two words, the low one first.
    pub(crate) fn long(&self, place: usize) -> u64 {
        u64::from(self.word(place)) | u64::from(self.word(place + 1)) << 32
    }

    /// Two words as a range.
    pub(crate) fn range(&self, place: usize) -> Range {
        Range {
            first: self.word(place),
            count: self.word(place + 1),
        }
    }

    /// Three words as a slot.
    pub(crate) fn slot(&self, place: usize) -> Slot {
        Slot {
            offset: self.word(place),
            size: self.word(place + 1),
            align: self.word(place + 2),
        }
    }

    /// Three words.
    pub(crate) fn dimensions(&self, place: usize) -> [u32; 3] {
        [self.word(place), self.word(place + 1), self.word(place + 2)]
    }
}
