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
    let from = allocation(view, region.from.base, false)?;
    let to = allocation(view, region.to.base, true)?;
    for slice in 0..depth {
        for line in 0..height {
            let (source, target) = (row(&region.from, slice, line), row(&region.to, slice, line));
            if from.copy_to(source, &to, target, width).is_err() {
                let is_source = !from.contains(source, width);
                return Err(missing(if is_source { source } else { target }, !is_source));
            }
        }
    }
    Ok(())
}

pub(super) fn upload(view: View<'_>, to: Address, bytes: &[u8]) -> Result<(), Missing> {
    if bytes.is_empty() {
        return Ok(());
    }
    allocation(view, to, true)?
        .write(to.0, bytes)
        .map_err(|_| missing(to.0, true))
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
    let target = allocation(view, to.base, true)?;
    for line in 0..height {
        let at = row(to, 0, line);
        let filled = match element {
            1 => target.fill(at, value as u8, width),
            2 => target.fill_elements(at, value as u16, width),
            _ => target.fill_elements(at, value, width),
        };
        filled.map_err(|_| missing(at, true))?;
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
