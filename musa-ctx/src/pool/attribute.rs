//! What can be asked of pools, and set.

use musa_hal::Hal;

use super::{Pool, Usage};
use crate::error::{Error, Rejection};
use crate::id::Handle;
use crate::process::Process;
use crate::rule::Rule;

/// A question about a pool. The numbers are the API's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum PoolAttribute {
    /// Whether memory that was freed in another stream is given again where an event makes the order.
    FollowEvents = 1,
    /// Whether memory whose free is complete is given again without any order.
    Opportunistic = 2,
    /// Whether a stream may be made to wait for a free rather than to run out.
    InternalDependencies = 3,
    /// Bytes that are kept when a synchronisation gives unused memory back.
    ReleaseThreshold = 4,
    /// Bytes that the pool holds.
    ReservedCurrent = 5,
    /// The most that it held since this was set to zero.
    ReservedHigh = 6,
    /// Bytes of allocations.
    UsedCurrent = 7,
    /// The most that there were since this was set to zero.
    UsedHigh = 8,
}

impl PoolAttribute {
    /// The attribute with this number.
    ///
    /// # Errors
    /// There is none.
    pub fn from_number(number: u32) -> Result<Self, Error> {
        Ok(match number {
            1 => Self::FollowEvents,
            2 => Self::Opportunistic,
            3 => Self::InternalDependencies,
            4 => Self::ReleaseThreshold,
            5 => Self::ReservedCurrent,
            6 => Self::ReservedHigh,
            7 => Self::UsedCurrent,
            8 => Self::UsedHigh,
            _ => {
                let rejection = Rejection::new(Rule::PoolAttribute).argument("attr");
                return Err(rejection.value(number.into()).into());
            }
        })
    }

    /// Whether its value is a number of bytes (8 bytes wide) rather than a yes or no (4 bytes wide).
    pub const fn counts_bytes(self) -> bool {
        !matches!(
            self,
            Self::FollowEvents | Self::Opportunistic | Self::InternalDependencies
        )
    }
}

/// A value of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolValue {
    /// Yes or no.
    Yes(bool),
    /// Bytes.
    Bytes(u64),
}

/// What a pool has been told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) follow_events: bool,
    pub(super) opportunistic: bool,
    pub(super) internal_dependencies: bool,
    pub(super) threshold: u64,
}

impl Settings {
    pub(super) const NEW: Self = Self {
        follow_events: true,
        opportunistic: true,
        internal_dependencies: true,
        threshold: 0,
    };
}

impl Process<'_> {
    /// An attribute of a pool.
    ///
    /// # Errors
    /// No pool.
    pub fn pool_attribute(&self, pool: Handle<Pool>, attribute: PoolAttribute) -> Result<PoolValue, Error> {
        let (_, pool) = self.pool(pool)?;
        let settings = &pool.settings;
        Ok(match attribute {
            PoolAttribute::FollowEvents => PoolValue::Yes(settings.follow_events),
            PoolAttribute::Opportunistic => PoolValue::Yes(settings.opportunistic),
            PoolAttribute::InternalDependencies => PoolValue::Yes(settings.internal_dependencies),
            PoolAttribute::ReleaseThreshold => PoolValue::Bytes(settings.threshold),
            PoolAttribute::ReservedCurrent => PoolValue::Bytes(pool.reserved.now),
            PoolAttribute::ReservedHigh => PoolValue::Bytes(pool.reserved.most),
            PoolAttribute::UsedCurrent => PoolValue::Bytes(pool.used.now),
            PoolAttribute::UsedHigh => PoolValue::Bytes(pool.used.most),
        })
    }

    /// Sets an attribute of a pool: one of its settings, or zero to count a maximum anew.
    ///
    /// # Errors
    /// No pool, an attribute that cannot be set, or another value for a maximum.
    pub fn set_pool_attribute(
        &mut self,
        pool: Handle<Pool>,
        attribute: PoolAttribute,
        value: PoolValue,
    ) -> Result<(), Error> {
        let (id, _) = self.pool(pool)?;
        let pool = self.pool_mut(id)?;
        let settings = &mut pool.settings;
        let anew = |usage: &mut Usage| usage.most = usage.now;
        match (attribute, value) {
            (PoolAttribute::FollowEvents, PoolValue::Yes(yes)) => settings.follow_events = yes,
            (PoolAttribute::Opportunistic, PoolValue::Yes(yes)) => settings.opportunistic = yes,
            (PoolAttribute::InternalDependencies, PoolValue::Yes(yes)) => settings.internal_dependencies = yes,
            (PoolAttribute::ReleaseThreshold, PoolValue::Bytes(bytes)) => settings.threshold = bytes,
            (PoolAttribute::ReservedHigh, PoolValue::Bytes(0)) => anew(&mut pool.reserved),
            (PoolAttribute::UsedHigh, PoolValue::Bytes(0)) => anew(&mut pool.used),
            _ => {
                let rejection = Rejection::new(Rule::PoolAttributeSet).argument("attr");
                return Err(rejection.value(u64::from(attribute as u32)).into());
            }
        }
        Ok(())
    }

    /// Gives unused memory of a pool back until it holds no more than so many bytes.
    ///
    /// # Errors
    /// No pool.
    pub fn trim_pool<H: Hal + ?Sized>(&mut self, hal: &mut H, pool: Handle<Pool>, keep: u64) -> Result<(), Error> {
        let (id, pool) = self.pool(pool)?;
        pool.judge_own(id)?;
        self.release_pool_memory(hal, id, keep)
    }
}
