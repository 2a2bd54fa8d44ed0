//! Host memory that devices reach: pinned and registered.

use musa_hal::{Address, DeviceAttribute, Hal, HalError};

use super::{MemoryKind, Place};
use crate::error::{Error, Rejection};
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;
use crate::wait::{Pending, Then};

/// The flag of memory that all contexts can use; all of it is.
pub const PORTABLE: u32 = 1;
/// The flag of memory that devices can reach; all of it is.
pub const DEVICE_MAP: u32 = 2;
/// The flag of pinned memory that the host only writes.
pub const WRITE_COMBINED: u32 = 4;
/// The flag of registering memory that devices only read.
pub(crate) const READ_ONLY: u32 = 8;
/// Nothing of the host lies below.
const LOWEST: u64 = 0x1_0000;

/// Judges an address of the host before its bytes are asked for.
pub(crate) fn judge_host_address(argument: &'static str, address: Address) -> Result<(), Error> {
    if address.0 < LOWEST {
        return Err(Rejection::new(Rule::HostAddress)
            .argument(argument)
            .value(address.0)
            .into());
    }
    Ok(())
}

impl Process<'_> {
    /// Allocates pinned host memory; without bytes, the address is null.
    ///
    /// # Errors
    /// No living context, flags, or no room.
    pub fn allocate_host<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        size: u64,
        flags: u32,
    ) -> Result<Address, Error> {
        let context = self.current(thread)?;
        if flags & !(PORTABLE | DEVICE_MAP | WRITE_COMBINED) != 0 {
            return Err(Rejection::new(Rule::HostFlags)
                .argument("flags")
                .value(u64::from(flags))
                .into());
        }
        if size == 0 {
            return Ok(Address(0));
        }
        let kind = MemoryKind::Pinned {
            flags: flags | DEVICE_MAP,
        };
        self.allocate(hal, context, kind, size)
    }

    /// Begins to free pinned host memory; null is nothing.
    ///
    /// # Errors
    /// No base of pinned memory.
    pub fn free_host<H: Hal + ?Sized>(&mut self, hal: &mut H, address: Address) -> Result<Pending, Error> {
        if address.0 == 0 {
            return Ok(Pending::DONE);
        }
        self.begin_free(hal, address, |kind| matches!(kind, MemoryKind::Pinned { .. }))
    }

    /// Makes host memory known to devices, to the byte.
    ///
    /// # Errors
    /// No living context, flags, no bytes, bytes that are known already; unsupported where the device or the HAL cannot.
    pub fn register_host<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        address: Address,
        size: u64,
        flags: u32,
    ) -> Result<(), Error> {
        let context = self.current(thread)?;
        let refuse = |rule, argument, value| Err(Rejection::new(rule).argument(argument).value(value).into());
        if flags & !(PORTABLE | DEVICE_MAP | READ_ONLY) != 0 {
            return refuse(Rule::HostRegisterFlags, "flags", u64::from(flags));
        }
        judge_host_address("address", address)?;
        if size == 0 || address.checked_add(size).is_none() {
            return refuse(Rule::HostRegisterSize, "size", size);
        }
        match self.overlapping(address.0, size) {
            Some(place) if matches!(place.allocation.kind, MemoryKind::Registered { .. }) => {
                return refuse(Rule::HostRegisterTwice, "address", address.0);
            }
            Some(_) => return refuse(Rule::HostRegisterKnown, "address", address.0),
            None => {}
        }
        // Addresses between allocations, and those that were freed.
        if [address.0, address.0 + (size - 1)]
            .iter()
            .any(|at| hal.reserves(Address(*at)))
        {
            return refuse(Rule::HostRegisterKnown, "address", address.0);
        }
        let device = self.context(context)?.device;
        let read_only = hal
            .device(device)
            .and_then(|info| info.attribute(DeviceAttribute::ReadOnlyHostRegisterSupported));
        if flags & READ_ONLY != 0 && read_only != Some(1) {
            return Err(Error::Unsupported("registering memory that devices only read"));
        }
        self.allocations.reserve(1)?;
        hal.register(self.space()?, address, size)
            .map_err(|error| match error {
                HalError::NoPages => Rejection::new(Rule::HostRegisterPages)
                    .argument("address")
                    .value(address.0)
                    .into(),
                other => Error::from(other),
            })?;
        let kind = MemoryKind::Registered {
            flags: flags | DEVICE_MAP,
        };
        self.enter_allocation(address, size, kind, context)
    }

    /// Begins to take back a registration.
    ///
    /// # Errors
    /// Not registered, or not its first byte.
    pub fn unregister_host<H: Hal + ?Sized>(&mut self, hal: &mut H, address: Address) -> Result<Pending, Error> {
        let registered = |place: &Place| matches!(place.allocation.kind, MemoryKind::Registered { .. });
        let refuse = |rule| Err(Rejection::new(rule).argument("address").value(address.0).into());
        if address.0 == 0 {
            return refuse(Rule::HostAddress);
        }
        match self.place(address) {
            None => refuse(Rule::HostUnregister),
            Some(place) if !registered(&place) => refuse(Rule::HostUnregisterKind),
            Some(place) if place.base != address.0 => refuse(Rule::HostUnregisterBase),
            Some(place) => {
                let then = Then::Free {
                    base: address,
                    unique: place.allocation.unique,
                };
                Ok(Pending::new(self.join_owner(hal, &place.allocation)?, then))
            }
        }
    }

    fn pinned(&self, address: Address) -> Result<Place, Error> {
        let place = self.place(address).filter(|place| place.allocation.kind.pinned());
        let unknown = Rejection::new(Rule::HostPointer).argument("address").value(address.0);
        place.ok_or(unknown.into())
    }

    /// The address that devices have for an address of pinned or registered memory: the same.
    ///
    /// # Errors
    /// No living context, flags, or other memory.
    pub fn host_device_pointer(&self, thread: ThreadId, address: Address, flags: u32) -> Result<Address, Error> {
        self.current(thread)?;
        if flags != 0 {
            return Err(Rejection::new(Rule::HostPointerFlags)
                .argument("flags")
                .value(u64::from(flags))
                .into());
        }
        self.pinned(address)?;
        Ok(address)
    }

    /// The flags of pinned or registered memory, at any address of it; of managed memory, that devices reach it.
    ///
    /// # Errors
    /// No living context, or other memory.
    pub fn host_flags(&self, thread: ThreadId, address: Address) -> Result<u32, Error> {
        self.current(thread)?;
        let managed = self.place(address).filter(|place| place.allocation.kind.managed());
        let place = managed.map_or_else(|| self.pinned(address), Ok)?;
        Ok(match place.allocation.kind {
            MemoryKind::Pinned { flags } => flags,
            // That devices only read is not read back (`host_registrations`).
            MemoryKind::Registered { flags } => flags & !READ_ONLY,
            _ => DEVICE_MAP,
        })
    }
}
