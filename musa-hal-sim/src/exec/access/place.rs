//! Where a single address leads.

use core::sync::atomic::Ordering;

use musa_hal::FaultKind;
use musa_isa::{Order, Space};

use super::element::{from_bytes, to_bytes};
use crate::{
    exec::{Observer, around::Around, fault::Trouble},
    memory::{LOCAL_WINDOW, PARAMETER_WINDOW, Region, SHARED_WINDOW},
    simd::GROUP,
};

/// Memory of one lane at an address. An offset in shared memory is that in all of the cohort.
#[derive(Clone, Copy)]
pub(in crate::exec) enum Place<'e> {
    Region(Region<'e>, u64),
    Shared(usize),
    Local(usize),
    Parameter(usize),
}

impl Place<'_> {
    /// The space that the address belongs to.
    #[inline]
    pub(in crate::exec) fn space(&self) -> Space {
        match self {
            Self::Region(..) => Space::Global,
            Self::Shared(_) => Space::Shared,
            Self::Local(_) => Space::Local,
            Self::Parameter(_) => Space::Parameter,
        }
    }

    /// The place so many bytes further on.
    #[inline]
    pub(in crate::exec) fn plus(self, bytes: usize) -> Self {
        match self {
            Self::Region(region, address) => Self::Region(region, address + bytes as u64),
            Self::Shared(offset) => Self::Shared(offset + bytes),
            Self::Local(offset) => Self::Local(offset + bytes),
            Self::Parameter(offset) => Self::Parameter(offset + bytes),
        }
    }
}

/// An access of one lane.
#[derive(Clone, Copy)]
pub(in crate::exec) struct Wanted {
    pub(in crate::exec) space: Space,
    pub(in crate::exec) lane: usize,
    pub(in crate::exec) address: u64,
    pub(in crate::exec) bytes: u32,
    pub(in crate::exec) write: bool,
}

impl Wanted {
    pub(in crate::exec) fn trouble(self, kind: FaultKind) -> Trouble {
        Trouble {
            kind,
            lane: self.lane,
            address: Some(self.address),
            bytes: self.bytes,
            write: self.write,
        }
    }
}

impl<'e, O: Observer> Around<'_, 'e, O> {
    /// Finds the memory of an access: aligned, inside of what it belongs to, and writable if it is to be written.
    pub(in crate::exec) fn locate(&mut self, wanted: Wanted) -> Result<Place<'e>, Trouble> {
        if wanted.address & u64::from(wanted.bytes - 1) != 0 {
            return Err(wanted.trouble(FaultKind::MisalignedAddress));
        }
        let illegal = wanted.trouble(FaultKind::IllegalAddress);
        let address = wanted.address;
        match wanted.space {
            Space::Shared | Space::SharedCluster => self.in_shared_memory(address as u32, wanted),
            Space::Local => self.in_block(Place::Local, self.geometry.local as usize, address as u32, wanted),
            Space::Parameter if wanted.write => Err(illegal),
            Space::Parameter => self.in_block(Place::Parameter, self.parameters.len(), address as u32, wanted),
            Space::Generic if SHARED_WINDOW.contains(&address) => {
                self.in_shared_memory((address - SHARED_WINDOW.start) as u32, wanted)
            }
            Space::Generic if LOCAL_WINDOW.contains(&address) => {
                let offset = (address - LOCAL_WINDOW.start) as u32;
                self.in_block(Place::Local, self.geometry.local as usize, offset, wanted)
            }
            _ if SHARED_WINDOW.contains(&address) || LOCAL_WINDOW.contains(&address) => {
                Err(wanted.trouble(FaultKind::InvalidAddressSpace))
            }
            _ if PARAMETER_WINDOW.contains(&address) && !wanted.write => {
                let offset = (address - PARAMETER_WINDOW.start) as u32;
                self.in_block(Place::Parameter, self.parameters.len(), offset, wanted)
            }
            _ => {
                let bytes = u64::from(wanted.bytes);
                let known = self
                    .known_region()
                    .filter(|region| region.contains(address, bytes))
                    .copied();
                let region = known.or_else(|| self.region(address)).ok_or(illegal)?;
                let fits = region.contains(address, bytes) && (region.writable() || !wanted.write);
                if fits {
                    Ok(Place::Region(region, address))
                } else {
                    Err(illegal)
                }
            }
        }
    }

    /// In that of the lane's block.
    fn in_shared_memory(&self, offset: u32, wanted: Wanted) -> Result<Place<'e>, Trouble> {
        let place = self.in_block(Place::Shared, self.geometry.shared as usize, offset, wanted)?;
        Ok(place.plus(self.shared_range(wanted.lane / GROUP).start))
    }

    fn in_block(
        &self,
        place: fn(usize) -> Place<'e>,
        length: usize,
        offset: u32,
        wanted: Wanted,
    ) -> Result<Place<'e>, Trouble> {
        let offset = offset as usize;
        let fits = offset
            .checked_add(wanted.bytes as usize)
            .is_some_and(|end| end <= length);
        if fits {
            Ok(place(offset))
        } else {
            Err(wanted.trouble(FaultKind::IllegalAddress))
        }
    }

    /// Reads an element of a place that has been found, zero-extended.
    pub(in crate::exec) fn read(&mut self, place: Place<'e>, lane: usize, bytes: usize, order: Order) -> u64 {
        match place {
            Place::Region(region, address) => read_region(&region, address, bytes, order),
            Place::Shared(offset) => from_bytes(&self.shared[offset..offset + bytes]),
            Place::Local(offset) => from_bytes(&self.local_of(lane)[offset..offset + bytes]),
            Place::Parameter(offset) => from_bytes(&self.parameters[offset..offset + bytes]),
        }
    }

    /// Writes an element of a place that has been found for writing.
    pub(in crate::exec) fn write(&mut self, place: Place<'e>, lane: usize, bytes: usize, order: Order, value: u64) {
        match place {
            Place::Region(region, address) => write_region(&region, address, bytes, order, value),
            Place::Shared(offset) => to_bytes(value, &mut self.shared[offset..offset + bytes]),
            Place::Local(offset) => to_bytes(value, &mut self.local_of(lane)[offset..offset + bytes]),
            Place::Parameter(_) => {}
        }
    }
}

/// The order of an access as Rust has it.
pub(super) fn ordering(order: Order) -> Ordering {
    match order {
        Order::Weak | Order::Volatile | Order::Relaxed | Order::Mmio => Ordering::Relaxed,
        Order::Acquire => Ordering::Acquire,
        Order::Release => Ordering::Release,
        Order::AcquireRelease => Ordering::AcqRel,
        Order::SequentiallyConsistent => Ordering::SeqCst,
    }
}

/// Reads an element of a region; the caller has looked at its bounds, so that the answer for outside never shows.
fn read_region(region: &Region<'_>, address: u64, bytes: usize, order: Order) -> u64 {
    if order == Order::Weak {
        return match bytes {
            1 => region.load::<u8>(address).map(u64::from),
            2 => region.load::<u16>(address).map(u64::from),
            4 => region.load::<u32>(address).map(u64::from),
            _ => region.load::<u64>(address),
        }
        .unwrap_or(0);
    }
    let order = ordering(order);
    match bytes {
        1 => region.atomic_load::<u8>(address, order).map(u64::from),
        2 => region.atomic_load::<u16>(address, order).map(u64::from),
        4 => region.atomic_load::<u32>(address, order).map(u64::from),
        _ => region.atomic_load::<u64>(address, order),
    }
    .unwrap_or(0)
}

/// Writes an element of a region; the caller has looked at its bounds.
fn write_region(region: &Region<'_>, address: u64, bytes: usize, order: Order, value: u64) {
    let weak = order == Order::Weak;
    let order = ordering(order);
    let _ = match (bytes, weak) {
        (1, true) => region.store(address, value as u8),
        (2, true) => region.store(address, value as u16),
        (4, true) => region.store(address, value as u32),
        (_, true) => region.store(address, value),
        (1, false) => region.atomic_store(address, value as u8, order),
        (2, false) => region.atomic_store(address, value as u16, order),
        (4, false) => region.atomic_store(address, value as u32, order),
        (_, false) => region.atomic_store(address, value, order),
    };
}
