//! Primary contexts: one for each device, shared by the whole process. Its name never changes once it has one.

use musa_hal::{DeviceOrdinal, Hal};

use super::{ContextId, Life, MAP_HOST, judge_flags};
use crate::error::{Error, Rejection};
use crate::process::Process;
use crate::rule::Rule;
use crate::wait::{Pending, Then};

/// What is kept of a device's primary context.
#[derive(Debug, Clone, Copy, Default)]
pub struct Primary {
    /// The context, from the first retain on.
    context: Option<ContextId>,
    /// How often it is retained.
    retains: u32,
    /// The flags that it has, or will have.
    flags: u32,
}

/// What can be asked about a primary context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrimaryState {
    /// Its flags.
    pub flags: u32,
    /// Whether it is in use.
    pub active: bool,
}

impl Process<'_> {
    fn primary(&self, device: DeviceOrdinal) -> Primary {
        self.primaries.get(device.0).copied().unwrap_or_default()
    }

    pub(crate) fn primary_flags(&self, device: DeviceOrdinal) -> u32 {
        self.primary(device).flags
    }

    fn primary_active(&self, primary: &Primary) -> bool {
        let context = primary.context.and_then(|id| self.contexts.get(id));
        context.is_some_and(|context| context.alive())
    }

    /// Retains a device's primary context, which becomes active if it was not; nothing becomes current.
    ///
    /// # Errors
    /// A device that does not exist, or a full table.
    pub fn retain_primary<H: Hal + ?Sized>(&mut self, hal: &mut H, device: i32) -> Result<ContextId, Error> {
        let (device, _) = self.device(hal, device)?;
        let mut primary = self.primary(device);
        self.primaries.insert(device.0, primary)?;
        let life = Life::Primary { active: true };
        let id = match primary.context {
            Some(id) => {
                if !self.context(id)?.alive() {
                    self.revive_primary(hal, id)?;
                }
                id
            }
            None => self.add_context(hal, device, 0, life)?,
        };
        primary.context = Some(id);
        primary.retains = primary.retains.saturating_add(1);
        self.primaries.insert(device.0, primary)?;
        Ok(id)
    }

    /// Makes an inactive primary context active again, as if new.
    fn revive_primary<H: Hal + ?Sized>(&mut self, hal: &H, id: ContextId) -> Result<(), Error> {
        let context = self.context_mut(id)?;
        let info = hal
            .device(context.device)
            .ok_or(Error::Bug("a context's device is missing"))?;
        context.limits = super::Limits::new(&info.limits);
        context.cache_config = 0;
        context.life = Life::Primary { active: true };
        Ok(())
    }

    /// Begins to release a device's primary context; the last release makes it inactive.
    ///
    /// # Errors
    /// A device that does not exist, or a context that is not retained.
    pub fn release_primary<H: Hal + ?Sized>(&mut self, hal: &mut H, device: i32) -> Result<Pending, Error> {
        let (device, _) = self.device(hal, device)?;
        let mut primary = self.primary(device);
        let refused = Rejection::new(Rule::PrimaryRelease)
            .argument("device")
            .value(u64::from(device.0));
        primary.retains = primary.retains.checked_sub(1).ok_or(refused)?;
        let pending = match primary.context {
            Some(id) if primary.retains == 0 => {
                primary.flags = 0;
                self.begin_reset(hal, id, Then::ReleasePrimary(id))?
            }
            _ => Pending::DONE,
        };
        self.primaries.insert(device.0, primary)?;
        Ok(pending)
    }

    /// Begins to make a device's primary context inactive, whatever is retained. The retains stay counted.
    ///
    /// # Errors
    /// A device that does not exist.
    pub fn reset_primary<H: Hal + ?Sized>(&mut self, hal: &mut H, device: i32) -> Result<Pending, Error> {
        let (device, _) = self.device(hal, device)?;
        let mut primary = self.primary(device);
        let pending = match primary.context {
            Some(id) => self.begin_reset(hal, id, Then::ResetPrimary(id))?,
            None => Pending::DONE,
        };
        primary.flags = 0;
        if self.primaries.get(device.0).is_some() {
            self.primaries.insert(device.0, primary)?;
        }
        Ok(pending)
    }

    fn begin_reset<H: Hal + ?Sized>(&mut self, hal: &mut H, id: ContextId, then: Then) -> Result<Pending, Error> {
        if !self.context(id)?.alive() {
            return Ok(Pending::DONE);
        }
        Ok(Pending::new(self.join(hal, id)?, then))
    }

    /// Makes a primary context inactive that nobody retains.
    pub(crate) fn finish_release<H: Hal + ?Sized>(&mut self, hal: &mut H, id: ContextId) -> Result<(), Error> {
        if self.primary(self.context(id)?.device).retains > 0 {
            return Ok(());
        }
        self.finish_reset(hal, id)
    }

    /// Makes a primary context inactive: what it owns goes.
    pub(crate) fn finish_reset<H: Hal + ?Sized>(&mut self, hal: &mut H, id: ContextId) -> Result<(), Error> {
        self.release_resources(hal, id)?;
        let context = self.context_mut(id)?;
        context.life = Life::Primary { active: false };
        Ok(())
    }

    /// The state of a device's primary context.
    ///
    /// # Errors
    /// A device that does not exist.
    pub fn primary_state<H: Hal + ?Sized>(&self, hal: &H, device: i32) -> Result<PrimaryState, Error> {
        let (device, _) = self.device(hal, device)?;
        let primary = self.primary(device);
        Ok(PrimaryState {
            flags: primary.flags,
            active: self.primary_active(&primary),
        })
    }

    /// Sets the flags of a device's primary context, active or not.
    ///
    /// # Errors
    /// A device that does not exist, wrong flags, or a full table.
    pub fn set_primary_flags<H: Hal + ?Sized>(&mut self, hal: &H, device: i32, flags: u32) -> Result<(), Error> {
        let (device, info) = self.device(hal, device)?;
        judge_flags(flags, info.dialect)?;
        if flags & MAP_HOST != 0 {
            let rejection = Rejection::new(Rule::PrimaryFlags).argument("flags");
            return Err(rejection.value(flags.into()).into());
        }
        let primary = Primary {
            flags,
            ..self.primary(device)
        };
        self.primaries.insert(device.0, primary)
    }
}
