//! Copies. Every copy is a box of bytes between two sides; a copy of bytes is a box of one row.

use musa_hal::queue::Pitched;
use musa_hal::{Address, Command, Dialect, Hal};

use super::MemoryKind;
use super::host::judge_host_address;
use crate::array::{Array, ArrayId};
use crate::error::{Error, Rejection};
use crate::host::{HostMemory, HostSource};
use crate::id::Handle;
use crate::process::Process;
use crate::rule::Rule;
use crate::stream::{StreamArgument, StreamId};
use crate::thread::ThreadId;
use crate::wait::{Pending, Point, Then};

/// Whether a call is to have done its work when it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It waits where the host sees the result.
    Synchronous,
    /// It enqueues and returns, unless pageable memory forbids.
    Asynchronous,
}

/// What a call says about a side of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopySide {
    /// Memory that the driver must know.
    Device(Address),
    /// Memory of any kind; what the driver does not know is pageable memory of the host.
    Any(Address),
    /// The first row of an array, from this byte on.
    Array(Handle<Array>, u64),
}

/// A copy of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copy {
    /// To.
    pub to: CopySide,
    /// From.
    pub from: CopySide,
    /// Bytes.
    pub size: u64,
}

/// The kind of memory of a side of a box, as a call says it. The numbers are the API's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum TypeOfMemory {
    /// Of the host.
    Host = 1,
    /// Of a device.
    Device = 2,
    /// An array.
    Array = 3,
    /// Of either; the address tells.
    Unified = 4,
}

/// A side of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RectSide {
    /// The kind of memory, as a number of [`TypeOfMemory`].
    pub memory: u32,
    /// The first byte of memory of the host.
    pub host: Address,
    /// The first byte of memory of a device, or of either.
    pub device: Address,
    /// The array.
    pub array: Handle<Array>,
    /// Bytes into a row.
    pub x: u64,
    /// Rows into a slice.
    pub y: u64,
    /// Slices into the memory.
    pub z: u64,
    /// Bytes from row to row; zero for rows without a gap.
    pub pitch: u64,
    /// Rows from slice to slice; zero for slices without a gap.
    pub height: u64,
    /// The level of an array: only the first one, 0, is copied. Of other memory it is not looked at (`mem_copy3d`).
    pub level: u64,
}

/// A copy of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RectCopy {
    /// To.
    pub to: RectSide,
    /// From.
    pub from: RectSide,
    /// Bytes of a row.
    pub width: u64,
    /// Rows of a slice.
    pub height: u64,
    /// Slices.
    pub depth: u64,
}

/// A box's extents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extents {
    pub(crate) width: u64,
    pub(crate) height: u64,
    pub(crate) depth: u64,
}

impl Extents {
    fn empty(self) -> bool {
        self.width == 0 || self.height == 0 || self.depth == 0
    }

    /// From the first byte past the last one of a side.
    fn span(self, row: u64, slice: u64) -> Option<u64> {
        let slices = self.depth.checked_sub(1)?.checked_mul(slice)?;
        let rows = self.height.checked_sub(1)?.checked_mul(row)?;
        slices.checked_add(rows)?.checked_add(self.width)
    }

    /// The rows of the box: how far each is from the first byte, on two sides.
    fn rows(self, to: &Pitched, from: &Pitched) -> impl Iterator<Item = (u64, u64)> {
        let (to, from) = (*to, *from);
        let rows = move |z| (0..self.height).map(move |y| (z, y));
        (0..self.depth).flat_map(rows).map(move |(z, y)| {
            (
                z.wrapping_mul(to.slice).wrapping_add(y.wrapping_mul(to.row)),
                z.wrapping_mul(from.slice).wrapping_add(y.wrapping_mul(from.row)),
            )
        })
    }

    /// The same bytes as one row, where neither side has gaps.
    fn flat(self, to: &Pitched, from: &Pitched) -> Option<Self> {
        let dense = |side: &Pitched| {
            (self.height == 1 || side.row == self.width)
                && (self.depth == 1 || Some(side.slice) == self.width.checked_mul(self.height))
        };
        if !dense(to) || !dense(from) {
            return None;
        }
        let width = self.width.checked_mul(self.height)?.checked_mul(self.depth)?;
        Some(Self {
            width,
            height: 1,
            depth: 1,
        })
    }
}

/// Memory that a side names by its address.
#[derive(Clone, Copy, Debug)]
enum Named {
    /// The driver must know it.
    Device(Address),
    /// It may be pageable.
    Any(Address),
}

impl Named {
    /// What was freed, or never was allocated, is no memory of the host's: it must not be taken for pageable.
    fn of<H: Hal + ?Sized>(hal: &H, address: Address) -> Self {
        match hal.reserves(address) {
            true => Self::Device(address),
            false => Self::Any(address),
        }
    }
}

/// A side of a box whose memory has been found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) at: Pitched,
    /// What it is; none for pageable memory.
    pub(crate) kind: Option<MemoryKind>,
    /// The array that it lies in, if it does.
    pub(crate) array: Option<ArrayId>,
    /// Bytes from what the caller named to the first byte of the box.
    pub(crate) offset: u64,
    pub(crate) synchronous: bool,
}

/// A copy that reads or writes pageable memory once the wait is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HostCopy {
    to: Side,
    from: Side,
    extents: Extents,
}

/// Bytes that are moved at once between pageable memories.
const CHUNK: usize = 512;
/// Commands that an overlapping copy may take.
const OVERLAP_COMMANDS: u64 = 256;

impl Process<'_> {
    /// Begins a copy of bytes. `source` is asked for bytes only when they are pageable.
    ///
    /// # Errors
    /// No stream or no living context, a range that does not lie in one allocation, unknown device memory, low host
    /// addresses, or no room.
    pub fn copy<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        mode: Mode,
        copy: &Copy,
        source: Option<&dyn HostSource>,
    ) -> Result<Pending, Error> {
        self.stream_context(thread, stream)?;
        if copy.size == 0 {
            return Ok(Pending::DONE);
        }
        let extents = Extents {
            width: copy.size,
            height: 1,
            depth: 1,
        };
        let to = self.row_side(hal, "destination", copy.to, extents)?;
        let from = self.row_side(hal, "source", copy.from, extents)?;
        self.transfer(hal, thread, stream, mode, HostCopy { to, from, extents }, source)
    }

    /// Begins a copy of a box. `source` is asked for bytes only when they are pageable.
    ///
    /// # Errors
    /// As [`Process::copy`]; also an unknown kind of memory, and pitches that do not hold what is copied.
    pub fn copy_rect<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        mode: Mode,
        copy: &RectCopy,
        source: Option<&dyn HostSource>,
    ) -> Result<Pending, Error> {
        self.stream_context(thread, stream)?;
        let extents = Extents {
            width: copy.width,
            height: copy.height,
            depth: copy.depth,
        };
        if extents.empty() {
            return Ok(Pending::DONE);
        }
        let from = self.rect_side(hal, "source", &copy.from, extents)?;
        let to = self.rect_side(hal, "destination", &copy.to, extents)?;
        self.judge_array_elements(&to, &from)?;
        self.transfer(hal, thread, stream, mode, HostCopy { to, from, extents }, source)
    }

    /// Finds out the memory of a side of a copy of bytes.
    fn row_side<H: Hal + ?Sized>(
        &self,
        hal: &H,
        argument: &'static str,
        side: CopySide,
        extents: Extents,
    ) -> Result<Side, Error> {
        let memory = match side {
            CopySide::Device(address) => Named::Device(address),
            CopySide::Any(address) => Named::of(hal, address),
            CopySide::Array(array, offset) => return self.array_row_side(argument, array, offset, extents),
        };
        self.find_side(argument, memory, 0, 0, 0, extents)
    }

    /// Finds out the memory of a side of a box.
    fn rect_side<H: Hal + ?Sized>(
        &self,
        hal: &H,
        argument: &'static str,
        side: &RectSide,
        extents: Extents,
    ) -> Result<Side, Error> {
        let refuse = |rule, value| Err(Rejection::new(rule).argument(argument).value(value).into());
        let memory = match side.memory {
            1 => Named::of(hal, side.host),
            2 => Named::Device(side.device),
            3 => return self.array_box_side(argument, side, extents),
            4 => Named::of(hal, side.device),
            number => return refuse(Rule::CopyMemoryType, u64::from(number)),
        };
        let overflow = || Error::from(Rejection::new(Rule::CopyRange).argument(argument));
        let row = side.x.checked_add(extents.width).ok_or_else(overflow)?;
        let pitch = if side.pitch == 0 { row } else { side.pitch };
        if pitch < row {
            return refuse(Rule::CopyPitch, side.pitch);
        }
        let rows = side.y.checked_add(extents.height).ok_or_else(overflow)?;
        let height = if side.height == 0 { rows } else { side.height };
        if height < rows {
            return refuse(Rule::CopyHeight, side.height);
        }
        // One slice has no distance to the next, which may then be too large to say.
        let slice = match pitch.checked_mul(height) {
            Some(slice) => slice,
            None if extents.depth == 1 && side.z == 0 => 0,
            None => return Err(overflow()),
        };
        let offset = (|| {
            let before = side.z.checked_mul(slice)?.checked_add(side.y.checked_mul(pitch)?)?;
            before.checked_add(side.x)
        })();
        self.find_side(argument, memory, offset.ok_or_else(overflow)?, pitch, slice, extents)
    }

    /// Finds out the memory that a side names, and whether the box lies in it.
    fn find_side(
        &self,
        argument: &'static str,
        side: Named,
        offset: u64,
        row: u64,
        slice: u64,
        extents: Extents,
    ) -> Result<Side, Error> {
        let (Named::Device(named) | Named::Any(named)) = side;
        let refuse = |rule| Err(Rejection::new(rule).argument(argument).value(named.0).into());
        let Some(base) = named.checked_add(offset) else {
            return refuse(Rule::CopyRange);
        };
        let Some(span) = extents.span(row, slice) else {
            return refuse(Rule::CopyRange);
        };
        // What the caller named decides what memory it is: a box does not reach into another allocation (`mem_box_ends`).
        if let Some(first) = self.place(named)
            && !offset
                .checked_add(span)
                .is_some_and(|bytes| self.spans(&first, named, bytes))
        {
            return refuse(Rule::CopyRange);
        }
        let at = Pitched { base, row, slice };
        if let Some(place) = self.place(base) {
            let kept = place.allocation.kind.is_for_reading();
            let may = match argument {
                "source" => place.is_accessible(),
                _ => place.is_accessible() && !place.is_read_only() && !kept,
            };
            if !may {
                return refuse(Rule::MapAccess);
            }
            if !self.spans(&place, base, span) {
                return refuse(Rule::CopyRange);
            }
            return Ok(Side {
                at,
                kind: Some(place.allocation.kind),
                array: None,
                offset,
                synchronous: place.allocation.synchronous == Some(true),
            });
        }
        if matches!(side, Named::Device(_)) {
            return refuse(Rule::CopyDevice);
        }
        judge_host_address(argument, named)?;
        if base.checked_add(span).is_none() || usize::try_from(extents.width).is_err() {
            return refuse(Rule::CopyRange);
        }
        Ok(Side {
            at,
            kind: None,
            array: None,
            offset,
            synchronous: false,
        })
    }

    /// Puts a box into a stream, or waits with it for the stream.
    fn transfer<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        mode: Mode,
        copy: HostCopy,
        source: Option<&dyn HostSource>,
    ) -> Result<Pending, Error> {
        let context = self.stream_context(thread, stream)?;
        let dialect = self.context(context)?.dialect;
        let stream = self.stream(hal, thread, stream)?;
        if copy.to.kind.is_none() {
            // The host's memory is written when all before it is done.
            self.bring_into_order(hal, stream)?;
            let end = self.streams.get(stream).map(|stream| stream.end(hal));
            return Ok(Pending::new(end, Then::HostCopy(copy)));
        }
        let point = match (copy.from.kind, source) {
            (Some(_), _) => self.submit_copy(hal, stream, &copy)?,
            (None, Some(source)) => self.submit_upload(hal, stream, &copy, source)?,
            (None, None) => return Err(Error::Bug("the bytes of a pageable source are missing")),
        };
        let on_host = |side: &Side| side.kind.is_none_or(|kind| kind.pinned());
        let waits = match mode {
            Mode::Synchronous => {
                on_host(&copy.to) || on_host(&copy.from) || copy.to.synchronous || copy.from.synchronous
            }
            Mode::Asynchronous => copy.from.kind.is_none() && dialect == Dialect::Musa,
        };
        Ok(if waits {
            Pending::new(Some(point), Then::Notice)
        } else {
            Pending::DONE
        })
    }

    fn submit_copy<H: Hal + ?Sized>(&mut self, hal: &mut H, stream: StreamId, copy: &HostCopy) -> Result<Point, Error> {
        let (to, from) = (copy.to.at, copy.from.at);
        let distance = to.base.0.abs_diff(from.base.0);
        let row = copy.extents.height == 1 && copy.extents.depth == 1;
        if row && distance > 0 && distance < copy.extents.width {
            return self.submit_overlapping(hal, stream, to.base, from.base, copy.extents.width);
        }
        let command = Command::Copy {
            to,
            from,
            width: copy.extents.width,
            height: copy.extents.height,
            depth: copy.extents.depth,
        };
        self.enqueue(hal, stream, command)
    }

    /// A copy of a row onto itself, moved by less than its length: parts that do not overlap, in the order that keeps
    /// what is still to be read. Where that takes too many, what lies in both is left as it is: the API says nothing
    /// about it.
    fn submit_overlapping<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        stream: StreamId,
        to: Address,
        from: Address,
        width: u64,
    ) -> Result<Point, Error> {
        let distance = to.0.abs_diff(from.0);
        let upwards = to.0 > from.0;
        let all = width.div_ceil(distance);
        let parts = if all > OVERLAP_COMMANDS { 1 } else { all };
        let mut point = None;
        for part in 0..parts {
            // Upwards the last part goes first, downwards the first.
            let start = part * distance;
            let length = distance.min(width - start);
            let offset = if upwards { width - start - length } else { start };
            let side = |base: Address| Pitched {
                base: Address(base.0 + offset),
                row: 0,
                slice: 0,
            };
            let command = Command::Copy {
                to: side(to),
                from: side(from),
                width: length,
                height: 1,
                depth: 1,
            };
            point = Some(self.enqueue(hal, stream, command)?);
        }
        point.ok_or(Error::Bug("an overlapping copy has no parts"))
    }

    /// Takes the bytes of a pageable source.
    fn submit_upload<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        stream: StreamId,
        copy: &HostCopy,
        source: &dyn HostSource,
    ) -> Result<Point, Error> {
        let (to, from) = (copy.to.at, copy.from.at);
        let extents = copy.extents.flat(&to, &from).unwrap_or(copy.extents);
        let mut point = None;
        for (to_offset, from_offset) in extents.rows(&to, &from) {
            let bytes = source.bytes(copy.from.offset + from_offset, extents.width as usize);
            let command = Command::Upload {
                to: Address(to.base.0 + to_offset),
                bytes,
            };
            point = Some(self.enqueue(hal, stream, command)?);
        }
        point.ok_or(Error::Bug("a copy has no rows"))
    }

    /// The memory of a source may have been freed while the copy waited.
    fn judge_still_there(&self, from: &Side, address: Address, bytes: u64) -> Result<(), Error> {
        if let Some(array) = from.array {
            return self.arrays.named("source", array.into()).map(drop);
        }
        let place = self.place(address).filter(|place| self.spans(place, address, bytes));
        let gone = Rejection::new(Rule::CopyRange).argument("source").value(address.0);
        place.map(drop).ok_or(gone.into())
    }

    /// Copies to pageable memory, now that all before it is done.
    pub(crate) fn finish_host_copy<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        copy: &HostCopy,
        host: HostMemory<'_>,
    ) -> Result<(), Error> {
        self.notice(hal)?;
        let space = self.space()?;
        let target = host
            .to
            .ok_or(Error::Bug("the bytes of a pageable target are missing"))?;
        let (to, from) = (copy.to.at, copy.from.at);
        let extents = copy.extents.flat(&to, &from).unwrap_or(copy.extents);
        for (to_offset, from_offset) in extents.rows(&to, &from) {
            let to_offset = copy.to.offset + to_offset;
            if copy.from.kind.is_some() {
                let address = Address(from.base.0 + from_offset);
                self.judge_still_there(&copy.from, address, extents.width)?;
                hal.read(space, address, target.bytes_mut(to_offset, extents.width as usize))?;
                continue;
            }
            let source = host
                .from
                .ok_or(Error::Bug("the bytes of a pageable source are missing"))?;
            let mut chunk = [0; CHUNK];
            let mut done = 0;
            while done < extents.width {
                let length = (extents.width - done).min(CHUNK as u64) as usize;
                let bytes = source.bytes(copy.from.offset + from_offset + done, length);
                let Some(part) = chunk.get_mut(..bytes.len()) else {
                    return Err(Error::Bug("a host source gave too many bytes"));
                };
                part.copy_from_slice(bytes);
                let into = target.bytes_mut(to_offset + done, length);
                if into.len() != part.len() {
                    return Err(Error::Bug("a host target is too short"));
                }
                into.copy_from_slice(part);
                done += length as u64;
            }
        }
        Ok(())
    }
}
