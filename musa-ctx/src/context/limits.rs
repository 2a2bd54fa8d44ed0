//! Limits of a context.

use musa_hal::device::ContextLimits;
use musa_hal::{DeviceAttribute, DeviceInfo, Hal};

use crate::error::{Error, Rejection};
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;

/// A limit of a context. The numbers are the API's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Limit {
    /// Bytes of a thread's stack.
    Stack = 0,
    /// Bytes of the print buffer.
    Print = 1,
    /// Bytes of the device heap.
    Heap = 2,
    /// Depth of device-side synchronisation. No device has it.
    SyncDepth = 3,
    /// Pending launches from devices.
    PendingLaunches = 4,
    /// Bytes that the second-level cache fetches at once, at most.
    L2Granularity = 5,
    /// Bytes of the second-level cache that persisting accesses may take.
    PersistingL2 = 6,
}

impl Limit {
    const ALL: [Self; 7] = [
        Self::Stack,
        Self::Print,
        Self::Heap,
        Self::SyncDepth,
        Self::PendingLaunches,
        Self::L2Granularity,
        Self::PersistingL2,
    ];

    /// The limit with this number.
    ///
    /// # Errors
    /// There is none.
    pub fn from_number(number: u32) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|limit| *limit as u32 == number);
        let rejection = Rejection::new(Rule::LimitUnknown).argument("limit");
        found.ok_or_else(|| rejection.value(u64::from(number)).into())
    }
}

/// A context's limits as they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) stack: u64,
    pub(crate) print: u64,
    pub(crate) heap: u64,
    pending_launches: u64,
    l2_granularity: u64,
    persisting_l2: u64,
    /// A launch that prints has been made.
    pub(crate) print_frozen: bool,
    /// A launch that uses the heap has been made.
    pub(crate) heap_frozen: bool,
}

/// The alignment of a thread's stack.
const STACK_UNIT: u64 = 16;
/// The greatest stack of a thread: its local memory less what the driver keeps (`ctx_limit_values`).
const STACK_MAX: u64 = 511 << 10;
/// The heap grows by so many bytes (`ctx_limit_values`).
const HEAP_UNIT: u64 = 64 << 10;
/// Persisting second-level cache is given in ways, of which the cache has so many (`ctx_limit_values`).
const L2_WAYS: u64 = 16;
/// The fewest launches that are pending from devices (`ctx_limit_values`).
const PENDING_LAUNCHES_MINIMUM: u64 = 32;
/// The greatest fetch granularity.
const L2_GRANULARITY_MAX: u64 = 128;

impl Limits {
    pub(crate) fn new(limits: &ContextLimits) -> Self {
        Self {
            stack: limits.stack,
            print: limits.print,
            heap: limits.heap,
            pending_launches: limits.pending_launches,
            l2_granularity: limits.l2_granularity,
            persisting_l2: limits.persisting_l2,
            print_frozen: false,
            heap_frozen: false,
        }
    }

    /// A limit's place; none has no place on this device.
    fn place(&mut self, limit: Limit) -> Option<&mut u64> {
        match limit {
            Limit::Stack => Some(&mut self.stack),
            Limit::Print => Some(&mut self.print),
            Limit::Heap => Some(&mut self.heap),
            Limit::SyncDepth => None,
            Limit::PendingLaunches => Some(&mut self.pending_launches),
            Limit::L2Granularity => Some(&mut self.l2_granularity),
            Limit::PersistingL2 => Some(&mut self.persisting_l2),
        }
    }

    /// What a limit becomes when a value is asked for.
    fn judge(&self, limit: Limit, value: u64, info: &DeviceInfo) -> Result<u64, Rule> {
        let limits = &info.limits;
        let attribute = |attribute| u64::try_from(info.attribute(attribute).unwrap_or(0)).unwrap_or(0);
        match limit {
            Limit::Stack => {
                let threads = attribute(DeviceAttribute::MaxThreadsPerMultiprocessor).max(1)
                    * attribute(DeviceAttribute::MultiprocessorCount).max(1);
                let rounded = value.checked_next_multiple_of(STACK_UNIT).ok_or(Rule::LimitStack)?;
                let all = rounded.checked_mul(threads).ok_or(Rule::LimitStack)?;
                if rounded > STACK_MAX || all > info.total_memory {
                    return Err(Rule::LimitStack);
                }
                Ok(rounded)
            }
            Limit::Print if self.print_frozen => Err(Rule::LimitFrozen),
            Limit::Heap if self.heap_frozen => Err(Rule::LimitFrozen),
            Limit::Print => {
                let rounded = value.max(limits.print_minimum);
                let rounded = rounded.checked_next_multiple_of(limits.print_unit.max(1));
                rounded
                    .filter(|size| *size <= info.total_memory)
                    .ok_or(Rule::LimitTooLarge)
            }
            Limit::Heap => {
                let rounded = value.max(limits.heap_minimum).checked_next_multiple_of(HEAP_UNIT);
                rounded
                    .filter(|size| *size <= info.total_memory)
                    .ok_or(Rule::LimitTooLarge)
            }
            Limit::SyncDepth => Err(Rule::LimitUnsupported),
            Limit::PendingLaunches => Ok(value.max(PENDING_LAUNCHES_MINIMUM)),
            Limit::L2Granularity if value > L2_GRANULARITY_MAX => Err(Rule::LimitTooLarge),
            Limit::L2Granularity => Ok(value),
            Limit::PersistingL2 => {
                let greatest = attribute(DeviceAttribute::MaxPersistingL2CacheSize);
                if value > greatest {
                    return Err(Rule::LimitTooLarge);
                }
                let way = (attribute(DeviceAttribute::L2CacheSize) / L2_WAYS).max(1);
                Ok(value.next_multiple_of(way).min(greatest))
            }
        }
    }
}

impl Process<'_> {
    /// A limit of the current context.
    ///
    /// # Errors
    /// No living context is current, or the limit is unknown or not the device's.
    pub fn limit(&self, thread: ThreadId, limit: u32) -> Result<u64, Error> {
        let id = self.current(thread)?;
        let limit = Limit::from_number(limit)?;
        let mut limits = self.context(id)?.limits;
        let unsupported = Rejection::new(Rule::LimitUnsupported)
            .argument("limit")
            .value(limit as u64);
        limits.place(limit).copied().ok_or(unsupported.into())
    }

    /// Sets a limit of the current context, rounded as the device rounds it.
    ///
    /// # Errors
    /// No living context is current; the limit is unknown or not the device's; the value is too large; the limit is
    /// frozen.
    pub fn set_limit<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        thread: ThreadId,
        limit: u32,
        value: u64,
    ) -> Result<(), Error> {
        let id = self.current(thread)?;
        let limit = Limit::from_number(limit)?;
        let context = self.context_mut(id)?;
        let info = hal
            .device(context.device)
            .ok_or(Error::Bug("a context's device is missing"))?;
        let refuse = |rule| Error::from(Rejection::new(rule).argument("value").value(value).subject(id));
        let value = context.limits.judge(limit, value, info).map_err(refuse)?;
        if let Some(place) = context.limits.place(limit) {
            *place = value;
        }
        Ok(())
    }

    /// Gives persisting lines of the second-level cache back. The model keeps none, so this only asks for a context.
    ///
    /// # Errors
    /// No living context is current.
    pub fn reset_persisting_l2(&mut self, thread: ThreadId) -> Result<(), Error> {
        self.current(thread).map(|_| ())
    }
}
