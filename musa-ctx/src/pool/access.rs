//! Which devices may access a pool's memory. Access of peers, which contexts enable, does not cover it.

use musa_hal::{Address, DeviceOrdinal, Hal};

use super::{DEVICE, Pool, PoolId, Rights};
use crate::error::{Error, Rejection};
use crate::id::Handle;
use crate::process::Process;
use crate::rule::Rule;

/// Access from a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocationAccess {
    /// The type of the location; only 1, a device, exists.
    pub location_type: u32,
    /// The device's ordinal.
    pub location: i32,
    /// 0 for none, 1 to read, 3 to read and write.
    pub flags: u32,
}

/// Judges the type of a location: only devices can be told who may access memory.
pub(crate) fn judge_location_type(location_type: u32) -> Result<(), Error> {
    if location_type != DEVICE {
        return Err(Rejection::new(Rule::AccessLocation)
            .argument("location.type")
            .value(location_type.into())
            .into());
    }
    Ok(())
}

impl Process<'_> {
    /// The device of a location.
    pub(crate) fn location_device<H: Hal + ?Sized>(
        &self,
        hal: &H,
        location_type: u32,
        location: i32,
    ) -> Result<DeviceOrdinal, Error> {
        judge_location_type(location_type)?;
        let Ok((device, _)) = self.device(hal, location) else {
            let rejection = Rejection::new(Rule::AccessLocation).argument("location.id");
            return Err(rejection.value(location.cast_unsigned().into()).into());
        };
        Ok(device)
    }

    /// Judges access that a call gives.
    pub(crate) fn judge_access<H: Hal + ?Sized>(
        &self,
        hal: &mut H,
        owner: DeviceOrdinal,
        access: &LocationAccess,
    ) -> Result<DeviceOrdinal, Error> {
        if !matches!(access.flags, 0 | 1 | 3) {
            let rejection = Rejection::new(Rule::AccessFlags).argument("flags");
            return Err(rejection.value(access.flags.into()).into());
        }
        let device = self.location_device(hal, access.location_type, access.location)?;
        if device != owner && hal.sharing().is_none() {
            let rejection = Rejection::new(Rule::AccessUnreachable).argument("location.id");
            return Err(rejection.value(device.0.into()).into());
        }
        Ok(device)
    }

    /// What a device may do with a pool's memory: 0 nothing, 1 read, 3 read and write.
    ///
    /// # Errors
    /// No pool, or no device.
    pub fn pool_access<H: Hal + ?Sized>(
        &self,
        hal: &H,
        pool: Handle<Pool>,
        location_type: u32,
        location: i32,
    ) -> Result<u32, Error> {
        let (_, pool) = self.pool(pool)?;
        let device = self.location_device(hal, location_type, location)?;
        Ok(pool.rights.flags(device))
    }

    /// Judges access to a pool that a call gives: where hardware's driver has other codes than for mappings (`pool_calls`).
    fn judge_pool_access<H: Hal + ?Sized>(
        &self,
        hal: &mut H,
        owner: DeviceOrdinal,
        access: &LocationAccess,
    ) -> Result<DeviceOrdinal, Error> {
        let refuse =
            |rule, argument, value: u32| Err(Rejection::new(rule).argument(argument).value(value.into()).into());
        if access.location_type != DEVICE {
            return refuse(Rule::PoolAccessLocation, "location.type", access.location_type);
        }
        self.device(hal, access.location)?;
        let device = self.judge_access(hal, owner, access)?;
        match access.flags {
            0 if device == owner => refuse(Rule::PoolOwnAccess, "flags", access.flags),
            1 if device == owner => refuse(Rule::PoolOwnReading, "flags", access.flags),
            _ => Ok(device),
        }
    }

    /// Says which devices may access a pool's memory, that is there and that will be. All or nothing.
    ///
    /// # Errors
    /// No pool, no device, one that cannot reach the pool's, unknown flags, or taking access from the pool's own device.
    pub fn set_pool_access<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        pool: Handle<Pool>,
        accesses: impl Iterator<Item = LocationAccess>,
    ) -> Result<(), Error> {
        let (id, pool) = self.pool(pool)?;
        let (owner, mut rights) = (pool.device, pool.rights);
        for access in accesses {
            let device = self.judge_pool_access(hal, owner, &access)?;
            rights.set(device, access.flags);
        }
        self.pool_mut(id)?.rights = rights;
        let mut from = 0;
        while let Some((chunk, extent)) = self.pool_memory.extent_from(from) {
            if chunk == extent.chunk() && extent.is_of(id) {
                self.tell_rights(hal, Address(chunk), owner, rights)?;
            }
            let Some(next) = chunk.checked_add(1) else { break };
            from = next;
        }
        Ok(())
    }

    /// Tells the machine which devices may access an allocation of its own.
    pub(crate) fn tell_rights<H: Hal + ?Sized>(
        &self,
        hal: &mut H,
        base: Address,
        owner: DeviceOrdinal,
        rights: Rights,
    ) -> Result<(), Error> {
        let space = self.space()?;
        let devices = hal.device_count();
        let Some(sharing) = hal.sharing() else {
            // One device that reaches only its own memory needs no saying.
            return if rights == Rights::of(owner) {
                Ok(())
            } else {
                Err(Error::Unsupported("access to single allocations"))
            };
        };
        for device in (0..devices.min(32)).map(DeviceOrdinal) {
            let flags = rights.flags(device);
            sharing.set_access(space, base, device, flags & 1 != 0, flags & 2 != 0)?;
        }
        Ok(())
    }

    /// What devices may do with a pool's memory.
    pub(crate) fn pool_rights(&self, id: PoolId) -> Option<Rights> {
        self.pools.get(id).map(|pool| pool.rights)
    }
}
