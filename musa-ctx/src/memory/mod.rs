//! Memory: what the driver knows about addresses, allocation and freeing.

mod attribute;
mod copy;
mod fill;
mod host;
#[cfg(test)]
mod tests;

pub use attribute::{AttributeValue, PointerAttribute};
pub use copy::{Copy, CopySide, Mode, RectCopy, RectSide, TypeOfMemory};
pub(crate) use copy::{Extents, HostCopy, Side};
pub use fill::Fill;
pub use host::{DEVICE_MAP, PORTABLE, WRITE_COMBINED};

use musa_hal::{Address, AllocationKind, DeviceAttribute, DeviceOrdinal, Hal, HalError};

use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::managed::advice;
use crate::mapping::PhysicalMemoryId;
use crate::module::ModuleId;
use crate::pool::{PoolId, Rights};
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;
use crate::wait::{Pending, Point, Then};

/// The alignment of every allocation.
const ALIGNMENT: u64 = 256;
/// Rows of pitched memory are aligned to this where the device says nothing else.
const PITCH_ALIGNMENT: u64 = 512;

/// What an allocation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// Memory of a device.
    Device,
    /// Pinned host memory, with these flags.
    Pinned {
        /// As they are read back.
        flags: u32,
    },
    /// Registered host memory, with these flags; devices may only read it where they say so.
    Registered {
        /// As they are read back.
        flags: u32,
    },
    /// Managed memory.
    Managed,
    /// Memory of a pool.
    Pool(PoolId),
    /// Memory that is mapped at reserved addresses.
    Mapped {
        /// What is mapped.
        memory: PhysicalMemoryId,
        /// Which devices may access it.
        rights: Rights,
    },
    /// Memory of another process that is open here.
    Opened {
        /// What was exported: its owner and its serial number.
        key: (u64, u64),
        /// How often it has to be closed.
        times: u32,
    },
    /// A variable of a module.
    Variable {
        /// The module.
        module: ModuleId,
        /// Whether the host shares it.
        managed: bool,
    },
}

impl MemoryKind {
    /// Whether it was registered for devices to read alone.
    pub(crate) const fn is_for_reading(self) -> bool {
        matches!(self, Self::Registered { flags } if flags & host::READ_ONLY != 0)
    }

    /// Whether the host can access it.
    pub fn on_host(self) -> bool {
        match self {
            Self::Pinned { .. } | Self::Registered { .. } | Self::Managed => true,
            Self::Device | Self::Pool(_) | Self::Mapped { .. } | Self::Opened { .. } => false,
            Self::Variable { managed, .. } => managed,
        }
    }

    /// Whether host and device may access it wherever it lies.
    pub fn managed(self) -> bool {
        matches!(self, Self::Managed | Self::Variable { managed: true, .. })
    }

    /// Whether it is host memory that a device reaches.
    pub fn pinned(self) -> bool {
        matches!(self, Self::Pinned { .. } | Self::Registered { .. })
    }
}

/// An allocation, or a range that is treated as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// Bytes, as they were asked for.
    pub size: u64,
    /// What it is.
    pub kind: MemoryKind,
    /// The context that owns it; none for what belongs to a device.
    pub context: Option<ContextId>,
    /// The device that it is on.
    pub device: DeviceOrdinal,
    /// A number that no other allocation of the process has or had.
    pub unique: u64,
    /// Whether copies of it are to be done when their calls return.
    pub(crate) synchronous: Option<bool>,
}

/// Where an address lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The first byte of the allocation.
    pub(crate) base: u64,
    /// The allocation.
    pub(crate) allocation: Allocation,
}

impl Place {
    /// How many bytes of the allocation follow an address in it.
    pub(crate) fn rest(&self, address: Address) -> u64 {
        self.allocation.size - address.0.saturating_sub(self.base)
    }
}

/// Judges an allocation of managed memory: 1 attaches it to all devices, 2 to the host.
///
/// # Errors
/// Flags, no bytes, or too many.
pub fn judge_managed(size: u64, flags: u32) -> Result<(), Error> {
    if !matches!(flags, 1 | 2) {
        let rejection = Rejection::new(Rule::ManagedFlags).argument("flags");
        return Err(rejection.value(u64::from(flags)).into());
    }
    judge_size(size)
}

impl Process<'_> {
    /// The allocation that an address lies in.
    pub(crate) fn place(&self, address: Address) -> Option<Place> {
        let (base, allocation) = self.allocations.at_or_below(address.0)?;
        let inside = address.0 - base < allocation.size;
        inside.then_some(Place {
            base,
            allocation: *allocation,
        })
    }

    /// Whether some byte of a range is known.
    pub(crate) fn overlapping(&self, base: u64, size: u64) -> Option<Place> {
        if let Some(place) = self.place(Address(base)) {
            return Some(place);
        }
        let (next, allocation) = self.allocations.at_or_above(base)?;
        let reaches = next - base < size;
        reaches.then_some(Place {
            base: next,
            allocation: *allocation,
        })
    }

    /// Enters a range that the HAL has given; on failure nothing has changed here.
    pub(crate) fn enter_allocation(
        &mut self,
        base: Address,
        size: u64,
        kind: MemoryKind,
        context: ContextId,
    ) -> Result<(), Error> {
        let allocation = Allocation {
            size,
            kind,
            context: Some(context),
            device: self.context(context)?.device,
            unique: self.new_unique(),
            synchronous: kind.managed().then_some(true),
        };
        self.allocations.insert(base.0, allocation)
    }

    /// Allocates in the HAL; where there is no room, pools give back what they keep unused.
    pub(crate) fn allocate_bytes<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        place: AllocationKind,
        size: u64,
        alignment: u64,
    ) -> Result<Address, Error> {
        let space = self.space()?;
        let mut found = hal.allocate(space, place, size, alignment);
        if matches!(found, Err(HalError::Exhausted(_))) {
            self.release_unused_memory(hal)?;
            found = hal.allocate(space, place, size, alignment);
        }
        Ok(found?)
    }

    /// Allocates in the HAL and enters the range.
    pub(crate) fn allocate<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        context: ContextId,
        kind: MemoryKind,
        size: u64,
    ) -> Result<Address, Error> {
        let device = self.context(context)?.device;
        let place = match kind {
            MemoryKind::Pinned { .. } | MemoryKind::Registered { .. } => AllocationKind::PinnedHost,
            MemoryKind::Managed => AllocationKind::Managed(device),
            _ => AllocationKind::Device(device),
        };
        self.allocations.reserve(1)?;
        let base = self.allocate_bytes(hal, place, size, ALIGNMENT)?;
        self.enter_allocation(base, size, kind, context)?;
        Ok(base)
    }

    /// Allocates memory of the current context's device.
    ///
    /// # Errors
    /// No living context, no bytes, or no room.
    pub fn allocate_device<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        size: u64,
    ) -> Result<Address, Error> {
        let context = self.current(thread)?;
        judge_size(size)?;
        self.allocate(hal, context, MemoryKind::Device, size)
    }

    /// Allocates `height` rows of `width` bytes, each aligned as the device likes it; the address and the bytes from row
    /// to row.
    ///
    /// # Errors
    /// No living context, no bytes, a wrong element size, or no room.
    pub fn allocate_pitched<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        width: u64,
        height: u64,
        element: u32,
    ) -> Result<(Address, u64), Error> {
        let pitch = self.pitch_of(hal, thread, width, height, element)?;
        Ok((self.allocate_rows(hal, thread, pitch, height)?, pitch))
    }

    /// The bytes from row to row of memory with so many rows of so many bytes.
    ///
    /// # Errors
    /// No living context, a wrong element size, or no bytes.
    pub fn pitch_of<H: Hal + ?Sized>(
        &self,
        hal: &H,
        thread: ThreadId,
        width: u64,
        height: u64,
        element: u32,
    ) -> Result<u64, Error> {
        let context = self.current(thread)?;
        if !matches!(element, 4 | 8 | 16) {
            return Err(Rejection::new(Rule::PitchElement)
                .argument("element")
                .value(u64::from(element))
                .into());
        }
        judge_size(width)?;
        judge_size(height)?;
        let device = self.context(context)?.device;
        let alignment = hal
            .device(device)
            .and_then(|info| info.attribute(DeviceAttribute::TextureAlignment))
            .and_then(|alignment| u64::try_from(alignment).ok())
            .map_or(PITCH_ALIGNMENT, |alignment| alignment.max(PITCH_ALIGNMENT));
        let refused = Rejection::new(Rule::MemorySize).argument("width").value(width);
        width.checked_next_multiple_of(alignment).ok_or(refused.into())
    }

    /// Allocates rows of device memory.
    ///
    /// # Errors
    /// No living context, too many bytes to count, or no room.
    pub fn allocate_rows<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        pitch: u64,
        rows: u64,
    ) -> Result<Address, Error> {
        let context = self.current(thread)?;
        let refused = Rejection::new(Rule::MemorySize).argument("height").value(rows);
        let size = pitch.checked_mul(rows).ok_or(refused)?;
        self.allocate(hal, context, MemoryKind::Device, size)
    }

    /// Allocates managed memory: `flags` is 1 for all devices or 2 for the host.
    ///
    /// # Errors
    /// No living context, no bytes, flags, or no room.
    pub fn allocate_managed<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        size: u64,
        flags: u32,
    ) -> Result<Address, Error> {
        let context = self.current(thread)?;
        judge_managed(size, flags)?;
        self.allocate(hal, context, MemoryKind::Managed, size)
    }

    /// Begins to free memory that was allocated on a device; null is nothing.
    ///
    /// # Errors
    /// No base of such an allocation.
    pub fn free_device<H: Hal + ?Sized>(&mut self, hal: &mut H, address: Address) -> Result<Pending, Error> {
        if address.0 == 0 {
            return Ok(Pending::DONE);
        }
        let pooled = |allocation: &&Allocation| matches!(allocation.kind, MemoryKind::Pool(_));
        if self.allocations.get(address.0).filter(pooled).is_some() {
            self.free_pooled(hal, address)?;
            return Ok(Pending::DONE);
        }
        let freeable = |kind| matches!(kind, MemoryKind::Device | MemoryKind::Managed);
        self.begin_free(hal, address, freeable)
    }

    /// Begins to free an allocation by its base: its context's work is waited for.
    pub(crate) fn begin_free<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        address: Address,
        freeable: impl FnOnce(MemoryKind) -> bool,
    ) -> Result<Pending, Error> {
        let allocation = self.allocations.get(address.0).copied();
        let Some(allocation) = allocation.filter(|allocation| freeable(allocation.kind)) else {
            return Err(Rejection::new(Rule::MemoryFree)
                .argument("address")
                .value(address.0)
                .into());
        };
        let then = Then::Free {
            base: address,
            unique: allocation.unique,
        };
        Ok(Pending::new(self.join_owner(hal, &allocation)?, then))
    }

    /// A point at which the work is done that the owner of an allocation has pending.
    pub(crate) fn join_owner<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        allocation: &Allocation,
    ) -> Result<Option<Point>, Error> {
        match allocation.context {
            Some(context) => self.join(hal, context),
            None => Ok(None),
        }
    }

    /// Frees an allocation, if nobody else has.
    pub(crate) fn finish_free<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        base: Address,
        unique: u64,
    ) -> Result<(), Error> {
        self.notice(hal)?;
        let same = |allocation: &&Allocation| allocation.unique == unique;
        if self.allocations.get(base.0).filter(same).is_none() {
            return Err(Rejection::new(Rule::MemoryFree)
                .argument("address")
                .value(base.0)
                .into());
        }
        hal.free(self.space()?, base)?;
        self.forget_allocation(base);
        Ok(())
    }

    /// Takes a range out of what is known; it is remembered for explanations.
    pub(crate) fn forget_allocation(&mut self, base: Address) {
        if let Some(allocation) = self.allocations.remove(base.0) {
            if let MemoryKind::Opened { key, .. } = allocation.kind {
                self.imports.remove(key);
            }
            if allocation.kind.managed() {
                advice::forget(&mut self.advice, base.0, base.0.saturating_add(allocation.size));
            }
            self.freed.write(FreedRange {
                base: base.0,
                size: allocation.size,
                call: self.call,
            });
        }
    }

    /// Frees what a context owns.
    pub(crate) fn free_owned<H: Hal + ?Sized>(&mut self, hal: &mut H, context: ContextId) -> Result<(), Error> {
        let space = self.space()?;
        let call = self.call;
        let mut result: Result<(), HalError> = Ok(());
        let (freed, advised, imports) = (&mut self.freed, &mut self.advice, &mut self.imports);
        self.allocations.retain(|base, allocation| {
            // Variables go with their module.
            let owned = allocation.context == Some(context) && !matches!(allocation.kind, MemoryKind::Variable { .. });
            if owned {
                result = result.and(hal.free(space, Address(base)));
                if let MemoryKind::Opened { key, .. } = allocation.kind {
                    imports.remove(key);
                }
                if allocation.kind.managed() {
                    advice::forget(advised, base, base.saturating_add(allocation.size));
                }
                freed.write(FreedRange {
                    base,
                    size: allocation.size,
                    call,
                });
            }
            !owned
        });
        Ok(result?)
    }

    /// The base and the size of the allocation that an address lies in.
    ///
    /// # Errors
    /// No living context, or an address that lies in no allocation.
    pub fn address_range(&self, thread: ThreadId, address: Address) -> Result<(Address, u64), Error> {
        self.current(thread)?;
        let place = self.place(address);
        let unknown = Rejection::new(Rule::MemoryRange).argument("address").value(address.0);
        place.map_or(Err(unknown.into()), |place| {
            Ok((Address(place.base), place.allocation.size))
        })
    }

    /// Bytes that are free, and bytes in all, on the current context's device.
    ///
    /// # Errors
    /// No living context.
    pub fn memory_info<H: Hal + ?Sized>(&self, hal: &H, thread: ThreadId) -> Result<(u64, u64), Error> {
        let device = self.context(self.current(thread)?)?.device;
        let (total, free) = hal.capacity(device);
        Ok((free, total))
    }
}

/// A range that was freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FreedRange {
    pub(crate) base: u64,
    pub(crate) size: u64,
    pub(crate) call: u32,
}

pub(crate) fn judge_size(size: u64) -> Result<(), Error> {
    if size == 0 {
        return Err(Rejection::new(Rule::MemorySize).argument("size").value(0).into());
    }
    Ok(())
}
