//! Attributes of streams: the access window of the second-level cache, how waiters wait, the priority. They are judged,
//! kept and given back; only the cost of work could tell them apart.

use musa_hal::{DeviceAttribute, Dialect, Hal};

use super::StreamArgument;
use crate::context::Context;
use crate::error::{Error, Rejection};
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;

/// Which accesses are to stay in the second-level cache.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct AccessWindow {
    /// The first byte; any address will do.
    pub base: u64,
    /// Bytes.
    pub bytes: u64,
    /// The share of accesses that hit, from 0 to 1.
    pub ratio: f32,
    /// What hits are: 0 normal, 1 streaming, 2 persisting.
    pub hit: u32,
    /// What misses are: 0 normal, 1 streaming.
    pub miss: u32,
}

/// The property of persisting accesses, which misses cannot have.
const PERSISTING: u32 = 2;

/// The domains of memory order that a stream's two kinds of domains are: the default one, and the remote one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainMap {
    /// The default one.
    pub default: u8,
    /// The remote one.
    pub remote: u8,
}

/// Domains of memory order that the driver tells apart; a stream has one of two kinds.
const DOMAINS: u8 = 4;

/// An attribute of a stream. The numbers are the API's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StreamAttribute {
    /// The access window (1).
    Window(AccessWindow),
    /// How waiters wait (3): 1 automatic, 2 spinning, 3 yielding, 4 blocking; -1 until it is set.
    Policy(i32),
    /// The priority (8).
    Priority(i32),
    /// Which domain is which of the two kinds (9).
    DomainMap(DomainMap),
    /// The kind of domain of the work (10): 0 default, 1 remote.
    Domain(i32),
}

/// Attributes that a stream keeps beside its priority.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    window: AccessWindow,
    policy: i32,
    domains: DomainMap,
    domain: i32,
}

impl Kept {
    pub(crate) const NEW: Self = Self {
        window: AccessWindow {
            base: 0,
            bytes: 0,
            ratio: 0.0,
            hit: 0,
            miss: 0,
        },
        policy: -1,
        domains: DomainMap { default: 0, remote: 1 },
        domain: 0,
    };
}

fn refuse(argument: &'static str, value: u64) -> Error {
    Rejection::new(Rule::StreamAttributeValue)
        .argument(argument)
        .value(value)
        .into()
}

fn judge_window(window: &AccessWindow, greatest: u64) -> Result<(), Error> {
    if !(0.0..=1.0).contains(&window.ratio) {
        let refused = Rejection::new(Rule::StreamAttributeValue);
        return Err(refused.argument("ratio, which is no number from zero to one").into());
    }
    if window.bytes > greatest {
        return Err(refuse("bytes", window.bytes));
    }
    // What hits are is not judged (`stream_domains`).
    if window.miss == PERSISTING {
        return Err(refuse("miss property", u64::from(window.miss)));
    }
    Ok(())
}

const MISSING: Error = Error::Bug("a stream is missing");

impl Process<'_> {
    /// Judges an access window, of a stream or of a launch in it.
    ///
    /// # Errors
    /// No stream or no living context, or a window out of its range.
    pub fn judge_access_window<H: Hal + ?Sized>(
        &self,
        hal: &H,
        thread: ThreadId,
        stream: StreamArgument,
        window: &AccessWindow,
    ) -> Result<(), Error> {
        let context = self.stream_context(thread, stream)?;
        let info = hal.device(self.context(context)?.device);
        let greatest = info.and_then(|info| info.attribute(DeviceAttribute::MaxAccessPolicyWindowSize));
        judge_window(window, u64::try_from(greatest.unwrap_or(0)).unwrap_or(0))
    }

    /// An attribute of a stream, by its number.
    ///
    /// # Errors
    /// No stream or no living context, or no such attribute.
    pub fn stream_attribute<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        attribute: u32,
    ) -> Result<StreamAttribute, Error> {
        let id = self.stream(hal, thread, stream)?;
        let stream = self.streams.get(id).ok_or(MISSING)?;
        let dialect = self.context(stream.context)?.dialect;
        match attribute {
            1 => Ok(StreamAttribute::Window(stream.kept.window)),
            3 => Ok(StreamAttribute::Policy(stream.kept.policy)),
            8 => Ok(StreamAttribute::Priority(stream.priority)),
            9 | 10 if dialect == Dialect::Musa => {
                let rejection = Rejection::new(Rule::StreamAttributeDomain).argument("attribute");
                Err(rejection.value(u64::from(attribute)).into())
            }
            9 => Ok(StreamAttribute::DomainMap(stream.kept.domains)),
            10 => Ok(StreamAttribute::Domain(stream.kept.domain)),
            number => Err(Rejection::new(Rule::StreamAttribute)
                .argument("attribute")
                .value(u64::from(number))
                .into()),
        }
    }

    /// Sets an attribute of a stream. A priority is clamped to the device's range.
    ///
    /// # Errors
    /// No stream or no living context, or a value out of its range.
    pub fn set_stream_attribute<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        attribute: &StreamAttribute,
    ) -> Result<(), Error> {
        let context = self.stream_context(thread, stream)?;
        let Context { device, dialect, .. } = *self.context(context)?;
        let info = hal.device(device);
        let (least, greatest) = info.ok_or(Error::Bug("a context's device is missing"))?.priorities;
        match attribute {
            StreamAttribute::Window(window) => self.judge_access_window(hal, thread, stream, window)?,
            StreamAttribute::Policy(policy) if !(1..=4).contains(policy) => {
                let refused = Rejection::new(Rule::StreamAttributeValue).argument("policy");
                return Err(refused.signed(i64::from(*policy)).into());
            }
            StreamAttribute::DomainMap(_) | StreamAttribute::Domain(_) if dialect == Dialect::Musa => {
                return Err(Rejection::new(Rule::StreamAttributeDomain).argument("attribute").into());
            }
            StreamAttribute::DomainMap(map) if map.default.max(map.remote) >= DOMAINS => {
                return Err(refuse("domain", u64::from(map.default.max(map.remote))));
            }
            StreamAttribute::Domain(domain) if !(0..=1).contains(domain) => {
                return Err(refuse("domain", u64::from(*domain as u32)));
            }
            _ => {}
        }
        let id = self.stream(hal, thread, stream)?;
        let stream = self.streams.get_mut(id).ok_or(MISSING)?;
        match attribute {
            StreamAttribute::Window(window) => stream.kept.window = *window,
            StreamAttribute::Policy(policy) => stream.kept.policy = *policy,
            StreamAttribute::DomainMap(map) => stream.kept.domains = *map,
            StreamAttribute::Domain(domain) => stream.kept.domain = *domain,
            StreamAttribute::Priority(priority) => stream.priority = (*priority).max(greatest).min(least),
        }
        Ok(())
    }

    /// Gives a stream the attributes of another.
    ///
    /// # Errors
    /// No streams, or no living context where one is needed.
    pub fn copy_stream_attributes<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        to: StreamArgument,
        from: StreamArgument,
    ) -> Result<(), Error> {
        let to = self.stream(hal, thread, to)?;
        let from = self.stream(hal, thread, from)?;
        let source = self.streams.get(from).ok_or(MISSING)?;
        let (kept, priority, context) = (source.kept, source.priority, source.context);
        let target = self.streams.get_mut(to).ok_or(MISSING)?;
        if target.context != context {
            return Err(Rejection::new(Rule::StreamAttributeContext)
                .argument("from")
                .subject(from)
                .into());
        }
        (target.kept, target.priority) = (kept, priority);
        Ok(())
    }
}
