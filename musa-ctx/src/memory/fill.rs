//! Fills.

use musa_hal::queue::Pitched;
use musa_hal::{Address, Command, Hal};

use super::MemoryKind;
use super::copy::Mode;
use crate::error::{Error, Rejection};
use crate::process::Process;
use crate::rule::Rule;
use crate::stream::StreamArgument;
use crate::thread::ThreadId;
use crate::wait::{Pending, Then};

/// A fill of `height` rows of `width` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    /// The first byte.
    pub address: Address,
    /// Bytes from row to row.
    pub pitch: u64,
    /// The value; its low `element` bytes count.
    pub value: u32,
    /// Bytes of an element: 1, 2 or 4.
    pub element: u8,
    /// Elements of a row.
    pub width: u64,
    /// Rows.
    pub height: u64,
}

impl Fill {
    /// A fill of one row.
    pub const fn row(address: Address, value: u32, element: u8, width: u64) -> Self {
        Self {
            address,
            pitch: 0,
            value,
            element,
            width,
            height: 1,
        }
    }

    /// From the first byte past the last one.
    fn extent(&self) -> Option<u64> {
        let row = self.width.checked_mul(u64::from(self.element))?;
        let before = self.height.checked_sub(1)?.checked_mul(self.pitch)?;
        before.checked_add(row)
    }
}

impl Process<'_> {
    /// Puts a fill into a stream. A synchronous one of host memory waits.
    ///
    /// # Errors
    /// No stream or no living context, a misaligned address or pitch, a pitch below the width, a range that does not lie
    /// in one allocation, or no room.
    pub fn fill<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        mode: Mode,
        fill: &Fill,
    ) -> Result<Pending, Error> {
        let context = self.stream_context(thread, stream)?;
        if fill.width == 0 || fill.height == 0 {
            return Ok(Pending::DONE);
        }
        let refuse = |rule, argument, value| Err(Rejection::new(rule).argument(argument).value(value).into());
        let element = u64::from(fill.element.max(1));
        if !fill.address.0.is_multiple_of(element) {
            return refuse(Rule::FillAlignment, "address", fill.address.0);
        }
        if fill.height > 1 && !fill.pitch.is_multiple_of(element) {
            return refuse(Rule::FillAlignment, "pitch", fill.pitch);
        }
        if fill.height > 1 && fill.width.checked_mul(element).is_none_or(|width| fill.pitch < width) {
            return refuse(Rule::FillPitch, "pitch", fill.pitch);
        }
        let place = self.place(fill.address);
        let fits = |extent: u64| place.filter(|place| self.spans(place, fill.address, extent));
        let Some(place) = fill.extent().and_then(fits) else {
            return refuse(Rule::FillRange, "address", fill.address.0);
        };
        let opened = matches!(place.allocation.kind, MemoryKind::Opened { .. });
        if opened && place.allocation.context != Some(context) {
            return refuse(Rule::FillOpened, "address", fill.address.0);
        }
        if !self.may_write(context, &place.allocation)? {
            let mapped = matches!(
                place.allocation.kind,
                MemoryKind::Mapped { .. } | MemoryKind::Registered { .. }
            );
            let rule = if mapped { Rule::MapAccess } else { Rule::FillPeer };
            return refuse(rule, "address", fill.address.0);
        }
        let command = Command::Fill {
            to: Pitched {
                base: fill.address,
                row: fill.pitch,
                slice: 0,
            },
            value: fill.value,
            element: fill.element,
            width: fill.width,
            height: fill.height,
        };
        let stream = self.stream(hal, thread, stream)?;
        let point = self.enqueue(hal, stream, command)?;
        Ok(match mode {
            Mode::Synchronous if place.allocation.kind.pinned() => Pending::new(Some(point), Then::Notice),
            _ => Pending::DONE,
        })
    }
}
