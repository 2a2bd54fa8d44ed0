//! Memory pools: where stream-ordered allocations come from. A pool is a device's; every device has a default pool, and a
//! current one, which is the default until another is made so.

mod access;
mod allocate;
mod attribute;
mod extent;
mod sharing;
#[cfg(test)]
mod tests;

pub use access::LocationAccess;
pub(crate) use access::judge_location_type;
pub use attribute::{PoolAttribute, PoolValue};
pub use extent::Extent;
pub(crate) use extent::{FreeKey, PoolMemory};

use musa_hal::{DeviceAttribute, DeviceOrdinal, Hal};

use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::process::Process;
use crate::rule::Rule;
use crate::table::Lookup;
use attribute::Settings;

/// The name of a pool.
pub type PoolId = Id<Pool>;

/// The only type of allocations: pinned to its device.
const PINNED: u32 = 1;
/// The type of a location that is a device.
pub(crate) const DEVICE: u32 = 1;
/// All kinds of handles that pools can be asked to be exported by: a descriptor, two of another system, and a fabric's.
const HANDLE_TYPES: u32 = 0b1001;

/// Bytes of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Usage {
    now: u64,
    most: u64,
}

impl Usage {
    fn add(&mut self, bytes: u64) {
        self.now = self.now.saturating_add(bytes);
        self.most = self.most.max(self.now);
    }

    fn take(&mut self, bytes: u64) {
        self.now = self.now.saturating_sub(bytes);
    }
}

/// Which devices may access memory; bit by ordinal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    read: u32,
    write: u32,
}

impl Rights {
    pub(crate) fn of(device: DeviceOrdinal) -> Self {
        let bit = 1 << (device.0 % 32);
        Self { read: bit, write: bit }
    }

    /// What a device may, as the API's bits: 1 to read, 2 to write.
    pub(crate) fn flags(self, device: DeviceOrdinal) -> u32 {
        let bit = |mask: u32| mask >> (device.0 % 32) & 1;
        bit(self.read) | bit(self.write) << 1
    }

    /// Whether any device may write.
    pub(crate) fn any_writes(self) -> bool {
        self.write != 0
    }

    pub(crate) fn set(&mut self, device: DeviceOrdinal, flags: u32) {
        let bit = 1 << (device.0 % 32);
        let with = |mask: u32, yes: bool| if yes { mask | bit } else { mask & !bit };
        self.read = with(self.read, flags & 1 != 0);
        self.write = with(self.write, flags & 2 != 0);
    }
}

/// How much of a pool's life is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// The default pool of its device, which nobody can destroy.
    Default,
    /// Created by a call.
    Created,
    /// Imported: another process allocates from it.
    Imported,
    /// Destroyed by a call, with allocations that are still out, or whose frees are pending. Its handle is refused.
    Draining,
}

/// A pool.
#[derive(Clone, Debug)]
pub struct Pool {
    device: DeviceOrdinal,
    life: Life,
    settings: Settings,
    handle_types: u32,
    /// A number that no other pool of the process has or had.
    unique: u64,
    /// The owner and the number of the pool that it was imported from.
    origin: Option<(u64, u64)>,
    used: Usage,
    reserved: Usage,
    /// Allocations that have not been freed.
    out: u32,
    rights: Rights,
}

impl Pool {
    /// Kinds of handles that it can be exported by, as bits.
    pub(crate) fn handle_types(&self) -> u32 {
        self.handle_types
    }
}

impl Kind for Pool {
    const KIND: ObjectKind = ObjectKind::Pool;
}

/// The pools of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DevicePools {
    default: PoolId,
    current: PoolId,
}

/// How a pool is to allocate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolProperties {
    /// The type of allocations; only 1, pinned to the device, exists.
    pub allocation_type: u32,
    /// Kinds of handles that the pool can be exported by, as bits.
    pub handle_types: u32,
    /// The type of the location; only 1, a device, exists.
    pub location_type: u32,
    /// The device's ordinal.
    pub location: i32,
}

const MISSING: Error = Error::Bug("a pool is missing");

impl Process<'_> {
    /// The pool of a handle. Pools that are gone, and handles that never were any, are alike (`mem_pool`).
    pub(crate) fn pool(&self, handle: Handle<Pool>) -> Result<(PoolId, &Pool), Error> {
        let refusal = Rejection::new(Rule::PoolHandle).argument("pool").handle(handle);
        let Handle::Object(id) = handle else {
            return Err(refusal.into());
        };
        match self.pools.lookup(id) {
            Lookup::Alive(pool) if pool.life != Life::Draining => Ok((id, pool)),
            _ => Err(refusal.into()),
        }
    }

    fn pool_mut(&mut self, id: PoolId) -> Result<&mut Pool, Error> {
        self.pools.get_mut(id).ok_or(MISSING)
    }

    fn add_pool<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        device: DeviceOrdinal,
        life: Life,
        handle_types: u32,
    ) -> Result<PoolId, Error> {
        let supported = |info: &musa_hal::DeviceInfo| info.attribute(DeviceAttribute::MemoryPoolsSupported);
        if hal.device(device).and_then(supported) == Some(0) {
            return Err(Error::Unsupported("memory pools on this device"));
        }
        let pool = Pool {
            device,
            life,
            settings: Settings::NEW,
            handle_types,
            unique: self.new_unique(),
            origin: None,
            used: Usage::default(),
            reserved: Usage::default(),
            out: 0,
            rights: Rights::of(device),
        };
        self.pools.insert(pool, self.call)
    }

    /// The pools of a device, from their first use on.
    fn pools_of<H: Hal + ?Sized>(&mut self, hal: &H, device: DeviceOrdinal) -> Result<DevicePools, Error> {
        if let Some(pools) = self.device_pools.get(device.0) {
            return Ok(*pools);
        }
        self.device_pools.reserve(1)?;
        let default = self.add_pool(hal, device, Life::Default, 0)?;
        let pools = DevicePools {
            default,
            current: default,
        };
        self.device_pools.insert(device.0, pools)?;
        Ok(pools)
    }

    /// The default pool of a device.
    ///
    /// # Errors
    /// No such device, one without pools, or no room.
    pub fn default_pool<H: Hal + ?Sized>(&mut self, hal: &H, device: i32) -> Result<PoolId, Error> {
        let (device, _) = self.device(hal, device)?;
        Ok(self.pools_of(hal, device)?.default)
    }

    /// The device whose current pool a call is about: one that does not exist is no value, rather than no device.
    fn device_of_pools<H: Hal + ?Sized>(&self, hal: &H, device: i32) -> Result<DeviceOrdinal, Error> {
        let refusal = Rejection::new(Rule::PoolOrdinal).argument("dev");
        let found = self.device(hal, device).ok().map(|(device, _)| device);
        found.ok_or(refusal.value(u64::from(device.cast_unsigned())).into())
    }

    /// The pool that stream-ordered allocations on a device come from.
    ///
    /// # Errors
    /// No such device, one without pools, or no room.
    pub fn current_pool<H: Hal + ?Sized>(&mut self, hal: &H, device: i32) -> Result<PoolId, Error> {
        let device = self.device_of_pools(hal, device)?;
        Ok(self.pools_of(hal, device)?.current)
    }

    /// Makes a pool of a device its current one.
    ///
    /// # Errors
    /// No such device, no pool, or one of another device.
    pub fn set_current_pool<H: Hal + ?Sized>(&mut self, hal: &H, device: i32, pool: Handle<Pool>) -> Result<(), Error> {
        let device = self.device_of_pools(hal, device)?;
        let (id, pool) = self.pool(pool)?;
        pool.judge_own(id)?;
        if pool.device != device {
            return Err(Rejection::new(Rule::PoolDevice).argument("pool").subject(id).into());
        }
        let pools = DevicePools {
            current: id,
            ..self.pools_of(hal, device)?
        };
        self.device_pools.insert(device.0, pools)
    }

    /// Creates a pool.
    ///
    /// # Errors
    /// Properties that no pool has, or no room.
    pub fn create_pool<H: Hal + ?Sized>(&mut self, hal: &H, properties: &PoolProperties) -> Result<PoolId, Error> {
        let refuse = |argument, value: u32| {
            let rejection = Rejection::new(Rule::PoolProperties).argument(argument);
            Err(rejection.value(value.into()).into())
        };
        if properties.allocation_type != PINNED {
            return refuse("allocType", properties.allocation_type);
        }
        if properties.handle_types & !HANDLE_TYPES != 0 {
            return refuse("handleTypes", properties.handle_types);
        }
        if properties.location_type != DEVICE {
            return refuse("location.type", properties.location_type);
        }
        let Ok((device, _)) = self.device(hal, properties.location) else {
            return refuse("location.id", properties.location.cast_unsigned());
        };
        self.add_pool(hal, device, Life::Created, properties.handle_types)
    }

    /// Destroys a pool. With allocations out it lives on, without a name, until they are freed. Where it was a device's
    /// current pool, the default one is again.
    ///
    /// # Errors
    /// No pool, or a default one.
    pub fn destroy_pool<H: Hal + ?Sized>(&mut self, hal: &mut H, pool: Handle<Pool>) -> Result<(), Error> {
        let (id, pool) = self.pool(pool)?;
        if pool.life == Life::Default {
            return Err(Rejection::new(Rule::PoolDefault).argument("pool").subject(id).into());
        }
        let device = pool.device;
        self.pool_mut(id)?.life = Life::Draining;
        if let Some(pools) = self.device_pools.get_mut(device.0)
            && pools.current == id
        {
            pools.current = pools.default;
        }
        self.end_pool(hal, id)
    }

    /// Ends a destroyed pool once nothing of it is out and nothing of it is still in use.
    fn end_pool<H: Hal + ?Sized>(&mut self, hal: &mut H, id: PoolId) -> Result<(), Error> {
        let done = |pool: &Pool| pool.life == Life::Draining && pool.out == 0;
        if !self.pools.get(id).is_some_and(done) {
            return Ok(());
        }
        self.release_pool_memory(hal, id, 0)?;
        if self.pools.get(id).is_some_and(|pool| pool.reserved.now == 0) {
            self.pools.remove(id, self.call);
        }
        Ok(())
    }
}
