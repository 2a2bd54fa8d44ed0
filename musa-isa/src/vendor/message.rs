//! MessagePack, as far as descriptions of kernels use it: read in place, with values skipped without recursion.

/// A place in a message, at the head of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
}

/// What a value is. Of containers, the number of what they hold, which follows the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    Map(u32),
    Array(u32),
    Text(&'a [u8]),
    Integer(u64),
    /// Anything else, or a negative number.
    Other,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(message: &'a [u8]) -> Self {
        Self { rest: message }
    }

    /// The value's kind, and the place behind its head (behind the value itself, when it holds no others).
    pub(super) fn head(self) -> Option<(Kind<'a>, Cursor<'a>)> {
        let (&first, rest) = self.rest.split_first()?;
        let plain = |kind: Kind<'a>, bytes: usize| {
            Some((
                kind,
                Cursor {
                    rest: rest.get(bytes..)?,
                },
            ))
        };
        let number = |bytes: usize| {
            let digits = rest.get(..bytes)?;
            Some(digits.iter().fold(0_u64, |value, &digit| value << 8 | u64::from(digit)))
        };
        let text = |head: usize, length: usize| {
            let end = head.checked_add(length)?;
            plain(Kind::Text(rest.get(head..end)?), end)
        };
        let skipped =
            |head: usize, extra: usize| plain(Kind::Other, (number(head)? as usize).checked_add(head + extra)?);
        match first {
            0x00..=0x7f => plain(Kind::Integer(first.into()), 0),
            0x80..=0x8f => plain(Kind::Map(u32::from(first & 0xf)), 0),
            0x90..=0x9f => plain(Kind::Array(u32::from(first & 0xf)), 0),
            0xa0..=0xbf => text(0, usize::from(first & 0x1f)),
            0xc0..=0xc3 | 0xe0..=0xff => plain(Kind::Other, 0),
            0xc4..=0xc6 => skipped(1 << (first - 0xc4), 0),
            0xc7..=0xc9 => skipped(1 << (first - 0xc7), 1),
            0xca => plain(Kind::Other, 4),
            0xcb => plain(Kind::Other, 8),
            0xcc..=0xcf => {
                let bytes = 1 << (first - 0xcc);
                plain(Kind::Integer(number(bytes)?), bytes)
            }
            0xd0..=0xd3 => {
                let bytes = 1 << (first - 0xd0);
                let value = number(bytes)?;
                let negative = value >> (bytes * 8 - 1) & 1 == 1;
                plain(if negative { Kind::Other } else { Kind::Integer(value) }, bytes)
            }
            0xd4..=0xd8 => plain(Kind::Other, 1 + (1 << (first - 0xd4))),
            0xd9..=0xdb => {
                let head = 1 << (first - 0xd9);
                text(head, number(head)? as usize)
            }
            0xdc | 0xde => plain(container(first, number(2)?)?, 2),
            0xdd | 0xdf => plain(container(first, number(4)?)?, 4),
        }
    }

    /// The place behind the value, with all that it holds.
    pub(super) fn behind(self) -> Option<Cursor<'a>> {
        let mut at = self;
        let mut pending = 1_u64;
        while pending > 0 {
            let (kind, next) = at.head()?;
            pending -= 1;
            pending = pending.checked_add(match kind {
                Kind::Map(count) => u64::from(count) * 2,
                Kind::Array(count) => count.into(),
                _ => 0,
            })?;
            at = next;
        }
        Some(at)
    }

    pub(super) fn text(self) -> Option<&'a str> {
        match self.head()?.0 {
            Kind::Text(bytes) => core::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    pub(super) fn integer(self) -> Option<u64> {
        match self.head()?.0 {
            Kind::Integer(value) => Some(value),
            _ => None,
        }
    }
}

fn container<'a>(head: u8, count: u64) -> Option<Kind<'a>> {
    let count = u32::try_from(count).ok()?;
    Some(if head >= 0xde {
        Kind::Map(count)
    } else {
        Kind::Array(count)
    })
}
