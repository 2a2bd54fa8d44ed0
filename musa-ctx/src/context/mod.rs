//! Contexts: creation, destruction, usage counts, questions.

mod limits;
#[cfg(test)]
mod machine;
mod primary;
mod stack;
#[cfg(test)]
mod tests;

pub use limits::Limit;
pub use primary::{Primary, PrimaryState};

use musa_hal::{DeviceOrdinal, Dialect, Hal, QueueId};

use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::peer::Peers;
use crate::process::Process;
use crate::rule::Rule;
use crate::stream::StreamId;
use crate::table::Lookup;
use crate::thread::ThreadId;
use crate::wait::{Pending, Then};
use limits::Limits;

/// The scheduling bits of a context's flags: at most one may be set.
const SCHEDULING: u32 = 7;
/// The flag that says that host memory can be mapped. Primary contexts show it always.
const MAP_HOST: u32 = 8;
/// All flags of the API.
const FLAGS: u32 = 0x1f;
/// Flags above the mask that the reference takes.
const RESERVED: u32 = 0xe0;
/// The version of the API that contexts say they were created with.
const API_VERSION: u32 = 3020;

/// The name of a context.
pub type ContextId = Id<Context>;

/// How a context comes to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Life {
    /// Created; this many attaches remain (one for the creation).
    Created { uses: u32 },
    /// A primary context, in use or not.
    Primary { active: bool },
    /// Destroyed, but still on some stack.
    Destroyed,
}

/// A context.
#[derive(Debug, Clone)]
pub struct Context {
    pub(crate) device: DeviceOrdinal,
    pub(crate) dialect: Dialect,
    pub(crate) life: Life,
    /// The flags that it was created with.
    flags: u32,
    /// A number that no other context of the process has or had.
    unique: u64,
    /// How many entries of stacks name it.
    stacked: u32,
    pub(crate) cache_config: u32,
    /// The default stream that all threads share, from its first use on.
    pub(crate) legacy: Option<StreamId>,
    /// The queue that waits for several streams at once, from its first use on.
    pub(crate) join: Option<QueueId>,
    pub(crate) limits: Limits,
    /// The contexts whose memory its kernels may access.
    pub(crate) peers: Peers,
}

impl Kind for Context {
    const KIND: ObjectKind = ObjectKind::Context;
}

impl Context {
    /// Whether it can be used.
    pub fn alive(&self) -> bool {
        matches!(self.life, Life::Created { .. } | Life::Primary { active: true })
    }

    /// The device that it is on.
    pub fn device(&self) -> DeviceOrdinal {
        self.device
    }
}

/// Judges the flags of a context.
pub(crate) fn judge_flags(flags: u32, dialect: Dialect) -> Result<(), Error> {
    let refuse = |rule| Err(Rejection::new(rule).argument("flags").value(u64::from(flags)).into());
    if flags & !(FLAGS | RESERVED) != 0 || (flags & SCHEDULING).count_ones() > 1 {
        return refuse(Rule::ContextFlags);
    }
    if flags & RESERVED != 0 && dialect == Dialect::Musa {
        return refuse(Rule::ContextFlagsReserved);
    }
    Ok(())
}

impl Process<'_> {
    /// The context of a handle, alive or not.
    pub(crate) fn context_of(&self, handle: Handle<Context>) -> Result<(ContextId, &Context), Error> {
        let refuse = |rule| Err(Rejection::new(rule).argument("context").handle(handle).into());
        match handle {
            Handle::Null => refuse(Rule::ContextNull),
            Handle::Foreign(_) => refuse(Rule::ContextForeign),
            Handle::Object(id) => match self.contexts.lookup(id) {
                Lookup::Alive(context) => Ok((id, context)),
                Lookup::Stale => refuse(Rule::ContextStale),
                Lookup::Never => refuse(Rule::ContextForeign),
            },
        }
    }

    /// The living context of a handle.
    pub(crate) fn living_context(&self, handle: Handle<Context>) -> Result<(ContextId, &Context), Error> {
        let (id, context) = self.context_of(handle)?;
        if !context.alive() {
            return Err(Rejection::new(Rule::ContextStale)
                .argument("context")
                .subject(id)
                .into());
        }
        Ok((id, context))
    }

    pub(crate) fn context(&self, id: ContextId) -> Result<&Context, Error> {
        self.contexts.get(id).ok_or(Error::Bug("a context is missing"))
    }

    pub(crate) fn context_mut(&mut self, id: ContextId) -> Result<&mut Context, Error> {
        self.contexts.get_mut(id).ok_or(Error::Bug("a context is missing"))
    }

    /// A new context in the table; neither current nor on a stack.
    fn add_context<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        device: DeviceOrdinal,
        flags: u32,
        life: Life,
    ) -> Result<ContextId, Error> {
        let info = hal
            .device(device)
            .ok_or(Error::Bug("a device of the process is missing"))?;
        self.contexts.reserve()?;
        let context = Context {
            device,
            dialect: info.dialect,
            life,
            flags,
            unique: self.new_unique(),
            stacked: 0,
            cache_config: 0,
            legacy: None,
            join: None,
            limits: Limits::new(&info.limits),
            peers: Peers::new(),
        };
        self.contexts.insert(context, self.call)
    }

    /// Creates a context on a device and pushes it on the thread's stack.
    ///
    /// # Errors
    /// A device that does not exist, wrong flags, or a full table.
    pub fn create_context<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        flags: u32,
        device: i32,
    ) -> Result<ContextId, Error> {
        let (device, info) = self.device(hal, device)?;
        judge_flags(flags, info.dialect)?;
        self.reserve_stack(thread)?;
        let id = self.add_context(hal, device, flags, Life::Created { uses: 1 })?;
        self.push(thread, id)?;
        Ok(id)
    }

    /// Judges the flags of a context on a device.
    ///
    /// # Errors
    /// A device that does not exist, or wrong flags.
    pub fn judge_context_flags<H: Hal + ?Sized>(&self, hal: &H, flags: u32, device: i32) -> Result<(), Error> {
        let (_, info) = self.device(hal, device)?;
        judge_flags(flags, info.dialect)
    }

    /// Begins to destroy a context: its pending work is waited for.
    ///
    /// # Errors
    /// No context, a primary one, or one that is destroyed already.
    pub fn destroy_context<H: Hal + ?Sized>(&mut self, hal: &mut H, handle: Handle<Context>) -> Result<Pending, Error> {
        let (id, context) = self.context_of(handle)?;
        let dialect = context.dialect;
        let refuse = |rule| Err(Rejection::new(rule).argument("context").subject(id).into());
        match context.life {
            Life::Primary { .. } => refuse(Rule::ContextDestroyPrimary),
            Life::Destroyed => refuse(Rule::ContextDestroyTwice),
            Life::Created { uses } if uses > 1 && dialect == Dialect::Musa => {
                self.context_mut(id)?.life = Life::Created { uses: uses - 1 };
                Ok(Pending::DONE)
            }
            Life::Created { .. } => Ok(Pending::new(self.join(hal, id)?, Then::DestroyContext(id))),
        }
    }

    /// Ends the life of a created context: what it owns goes, and the top of the thread's stack if it is the one.
    pub(crate) fn finish_destroy<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        id: ContextId,
    ) -> Result<(), Error> {
        // Another thread may have been faster.
        let (_, context) = self.context_of(id.into())?;
        if !matches!(context.life, Life::Created { .. }) {
            return Err(Rejection::new(Rule::ContextDestroyTwice)
                .argument("context")
                .subject(id)
                .into());
        }
        self.release_resources(hal, id)?;
        self.context_mut(id)?.life = Life::Destroyed;
        if self.top(thread) == Some(id) {
            self.pop_entry(thread)?;
        }
        self.forget_if_unstacked(id);
        Ok(())
    }

    /// Takes a destroyed context out of the table when no stack names it any more.
    fn forget_if_unstacked(&mut self, id: ContextId) {
        let gone = |context: &Context| context.stacked == 0 && context.life == Life::Destroyed;
        if self.contexts.get(id).is_some_and(gone) {
            self.contexts.remove(id, self.call);
        }
    }

    /// Frees everything that a context owns.
    fn release_resources<H: Hal + ?Sized>(&mut self, hal: &mut H, id: ContextId) -> Result<(), Error> {
        self.forget_peers(hal, id)?;
        while let Some(module) = self.modules.find(|module| module.context == id) {
            self.remove_module(hal, module)?;
        }
        self.release_textures(id);
        self.release_arrays(hal, id)?;
        self.free_owned(hal, id)?;
        while let Some(event) = self.events.find(|event| event.context == id) {
            self.remove_event(hal, event)?;
        }
        while let Some(stream) = self.streams.find(|stream| stream.context == id) {
            self.remove_stream(hal, stream)?;
        }
        self.context_mut(id)?.legacy = None;
        if let Some(queue) = self.context_mut(id)?.join.take() {
            hal.destroy_queue(queue)?;
        }
        Ok(())
    }

    /// Begins to wait for all work of the current context.
    ///
    /// # Errors
    /// No living context is current.
    pub fn synchronize_context<H: Hal + ?Sized>(&mut self, hal: &mut H, thread: ThreadId) -> Result<Pending, Error> {
        let id = self.current(thread)?;
        Ok(Pending::new(self.join(hal, id)?, Then::Synchronized))
    }

    /// Takes one more use of the current context.
    ///
    /// # Errors
    /// Flags, or no living context is current.
    pub fn attach_context(&mut self, thread: ThreadId, flags: u32) -> Result<ContextId, Error> {
        let id = self.current(thread)?;
        if flags != 0 {
            return Err(Rejection::new(Rule::ContextAttachFlags)
                .argument("flags")
                .value(u64::from(flags))
                .into());
        }
        if let Life::Created { uses } = &mut self.context_mut(id)?.life {
            *uses = uses.saturating_add(1);
        }
        Ok(id)
    }

    /// Begins to give back one use of the current context; the last one destroys it.
    ///
    /// # Errors
    /// The context is not the current one.
    pub fn detach_context<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        handle: Handle<Context>,
    ) -> Result<Pending, Error> {
        let current = self.current(thread)?;
        if handle != Handle::Object(current) {
            return Err(Rejection::new(Rule::ContextDetachOther)
                .argument("context")
                .handle(handle)
                .into());
        }
        match &mut self.context_mut(current)?.life {
            Life::Created { uses } if *uses > 1 => {
                *uses -= 1;
                Ok(Pending::DONE)
            }
            // A primary context is retained and released; attaching and detaching count nothing (`ctx_attach`).
            Life::Primary { .. } => Ok(Pending::DONE),
            Life::Created { .. } | Life::Destroyed => {
                Ok(Pending::new(self.join(hal, current)?, Then::DestroyContext(current)))
            }
        }
    }

    /// The device of the current context, which may have been destroyed.
    ///
    /// # Errors
    /// No context is current.
    pub fn current_device(&self, thread: ThreadId) -> Result<DeviceOrdinal, Error> {
        Ok(self.context(self.required_top(thread)?)?.device)
    }

    /// The flags of the current context, which may have been destroyed.
    ///
    /// # Errors
    /// No context is current.
    pub fn current_flags(&self, thread: ThreadId) -> Result<u32, Error> {
        let context = self.context(self.required_top(thread)?)?;
        Ok(match context.life {
            Life::Primary { .. } => self.primary_flags(context.device) | MAP_HOST,
            _ => context.flags,
        })
    }

    /// The living context of a handle; null means the current one.
    fn context_or_current(&self, thread: ThreadId, handle: Handle<Context>) -> Result<ContextId, Error> {
        match handle {
            Handle::Null => self.current(thread),
            _ => Ok(self.living_context(handle)?.0),
        }
    }

    /// The version of the API that a context was created with; null means the current one.
    ///
    /// # Errors
    /// No such living context.
    pub fn context_api_version(&self, thread: ThreadId, handle: Handle<Context>) -> Result<u32, Error> {
        self.context_or_current(thread, handle)?;
        Ok(API_VERSION)
    }

    /// A number that no other context of the process has or had; null means the current one.
    ///
    /// # Errors
    /// No such living context.
    pub fn context_unique(&self, thread: ThreadId, handle: Handle<Context>) -> Result<u64, Error> {
        let id = self.context_or_current(thread, handle)?;
        Ok(self.context(id)?.unique)
    }

    /// The cache preference of the current context.
    ///
    /// # Errors
    /// No living context is current.
    pub fn cache_config(&self, thread: ThreadId) -> Result<u32, Error> {
        Ok(self.context(self.current(thread)?)?.cache_config)
    }

    /// Sets the cache preference (0 none, 1 shared, 2 first level, 3 equal) of the current context.
    ///
    /// # Errors
    /// No living context is current, or there is no such preference.
    pub fn set_cache_config(&mut self, thread: ThreadId, config: u32) -> Result<(), Error> {
        let id = self.current(thread)?;
        judge_enum("config", config, 3)?;
        self.context_mut(id)?.cache_config = config;
        Ok(())
    }

    /// The width of shared-memory banks in the current context: always 1, for 4 bytes.
    ///
    /// # Errors
    /// No living context is current.
    pub fn shared_bank_config(&self, thread: ThreadId) -> Result<u32, Error> {
        self.current(thread)?;
        Ok(1)
    }

    /// Asks for a width of shared-memory banks (0 default, 1 for 4 bytes, 2 for 8 bytes); it has no effect.
    ///
    /// # Errors
    /// No living context is current, or there is no such width.
    pub fn set_shared_bank_config(&mut self, thread: ThreadId, config: u32) -> Result<(), Error> {
        self.current(thread)?;
        judge_enum("config", config, 2)
    }

    /// The least and the greatest stream priority of the current context's device; lower numbers go first.
    ///
    /// # Errors
    /// No living context is current.
    pub fn priority_range<H: Hal + ?Sized>(&self, hal: &H, thread: ThreadId) -> Result<(i32, i32), Error> {
        let device = self.context(self.current(thread)?)?.device;
        let info = hal.device(device).ok_or(Error::Bug("a context's device is missing"))?;
        Ok(info.priorities)
    }
}

/// Judges an enumerated argument whose values are `0..=last`.
pub(crate) fn judge_enum(argument: &'static str, value: u32, last: u32) -> Result<(), Error> {
    if value > last {
        return Err(Rejection::new(Rule::ArgumentEnum)
            .argument(argument)
            .value(u64::from(value))
            .into());
    }
    Ok(())
}
