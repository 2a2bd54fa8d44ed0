//! Copies, fills and single words: what copy engines and the front end of a device do to memory.

use core::sync::atomic::Ordering;

use musa_hal::queue::Pitched;
use musa_hal::{Address, WaitCondition};

use super::timeline::Route;
use crate::bytes::{ByteQueue, ByteStore};
use crate::memory::{Region as Allocation, View};
use crate::queue::Region;

/// The address at which a command found no memory: it has been freed since the command was submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    pub(super) address: Address,
    pub(super) write: bool,
}

fn missing(address: u64, write: bool) -> Missing {
    Missing {
        address: Address(address),
        write,
    }
}

fn allocation<'m>(view: View<'m>, address: Address, write: bool) -> Result<Allocation<'m>, Missing> {
    view.region(address.0).ok_or(missing(address.0, write))
}

/// What a copy goes from and to.
pub(super) fn route(view: View<'_>, region: &Region) -> Route {
    let device = |address: Address| view.region(address.0).and_then(|found| found.device());
    match (device(region.from.base), device(region.to.base)) {
        (None, Some(_)) => Route::ToDevice,
        (_, None) => Route::ToHost,
        (Some(from), Some(to)) if from == to => Route::Within,
        (Some(_), Some(_)) => Route::Peer,
    }
}

fn row(base: &Pitched, slice: u64, row: u64) -> u64 {
    let slice = base.slice.wrapping_mul(slice);
    base.base.0.wrapping_add(slice).wrapping_add(base.row.wrapping_mul(row))
}

pub(super) fn copy(view: View<'_>, region: &Region) -> Result<(), Missing> {
    if region.bytes() == 0 {
        return Ok(());
    }
    let (mut width, mut height, mut depth) = (region.width, region.height, region.depth);
    // Rows that follow each other without gaps are one.
    if region.from.row == width && region.to.row == width {
        width = width.saturating_mul(height);
        height = 1;
        if region.from.slice == width && region.to.slice == width {
            width = width.saturating_mul(depth);
            depth = 1;
        }
    }
    let mut between = (
        allocation(view, region.from.base, false)?,
        allocation(view, region.to.base, true)?,
    );
    for slice in 0..depth {
        for line in 0..height {
            let (source, target) = (row(&region.from, slice, line), row(&region.to, slice, line));
            copy_row(view, &mut between, source, target, width)?;
        }
    }
    Ok(())
}

/// Copies a row, which may go through several mappings. `between` are the allocations that were used last.
fn copy_row<'m>(
    view: View<'m>,
    between: &mut (Allocation<'m>, Allocation<'m>),
    mut source: u64,
    mut target: u64,
    mut width: u64,
) -> Result<(), Missing> {
    while width > 0 {
        if !between.0.contains(source, 1) {
            between.0 = allocation(view, Address(source), false)?;
        }
        if !between.1.contains(target, 1) {
            between.1 = allocation(view, Address(target), true)?;
        }
        let (from, to) = between;
        let part = width.min(from.rest(source)).min(to.rest(target));
        from.copy_to(source, to, target, part)
            .map_err(|_| missing(target, true))?;
        (source, target) = (source.wrapping_add(part), target.wrapping_add(part));
        width -= part;
    }
    Ok(())
}

pub(super) fn upload(view: View<'_>, to: Address, bytes: &[u8]) -> Result<(), Missing> {
    let mut rest = bytes;
    for piece in view.pieces(to.0, bytes.len() as u64) {
        let (region, address, length) = piece.map_err(|address| missing(address, true))?;
        let (part, after) = rest.split_at(length as usize);
        region.write(address, part).map_err(|_| missing(address, true))?;
        rest = after;
    }
    Ok(())
}

/// Uploads what a byte queue holds.
pub(super) fn upload_queued(
    view: View<'_>,
    to: Address,
    bytes: &ByteQueue,
    store: &ByteStore<'_>,
) -> Result<(), Missing> {
    let mut address = to.0;
    for part in store.parts(bytes) {
        upload(view, Address(address), part)?;
        address = address.wrapping_add(part.len() as u64);
    }
    Ok(())
}

pub(super) fn fill(
    view: View<'_>,
    to: &Pitched,
    value: u32,
    element: u8,
    width: u64,
    height: u64,
) -> Result<(), Missing> {
    if width == 0 || height == 0 {
        return Ok(());
    }
    for line in 0..height {
        let bytes = width.saturating_mul(u64::from(element));
        // Mappings begin and end at multiples of any element.
        for piece in view.pieces(row(to, 0, line), bytes) {
            let (target, at, length) = piece.map_err(|address| missing(address, true))?;
            let filled = match element {
                1 => target.fill(at, value as u8, length),
                2 => target.fill_elements(at, value as u16, length / 2),
                _ => target.fill_elements(at, value, length / 4),
            };
            filled.map_err(|_| missing(at, true))?;
        }
    }
    Ok(())
}

pub(super) fn write_word(view: View<'_>, address: Address, value: u64, wide: bool) -> Result<(), Missing> {
    let target = allocation(view, address, true)?;
    let stored = if wide {
        target.atomic_store(address.0, value, Ordering::Release)
    } else {
        target.atomic_store(address.0, value as u32, Ordering::Release)
    };
    stored.map_err(|_| missing(address.0, true))
}

/// Whether a wait on a word is over.
pub(super) fn is_met(
    view: View<'_>,
    address: Address,
    value: u64,
    wide: bool,
    condition: WaitCondition,
) -> Result<bool, Missing> {
    let source = allocation(view, address, false)?;
    let failed = |_| missing(address.0, false);
    Ok(if wide {
        let word: u64 = source.atomic_load(address.0, Ordering::Acquire).map_err(failed)?;
        match condition {
            WaitCondition::GreaterOrEqual => word.wrapping_sub(value) as i64 >= 0,
            WaitCondition::Equal => word == value,
            WaitCondition::And => word & value != 0,
            WaitCondition::Nor => !(word | value) != 0,
        }
    } else {
        let word: u32 = source.atomic_load(address.0, Ordering::Acquire).map_err(failed)?;
        let value = value as u32;
        match condition {
            WaitCondition::GreaterOrEqual => word.wrapping_sub(value) as i32 >= 0,
            WaitCondition::Equal => word == value,
            WaitCondition::And => word & value != 0,
            WaitCondition::Nor => !(word | value) != 0,
        }
    })
}
