//! A process: all its objects, and what every call asks first.

mod prologue;
#[cfg(test)]
mod tests;

pub use prologue::Needs;

use heapless::HistoryBuf;
use managed::ManagedSlice;
use musa_hal::{DeviceInfo, DeviceOrdinal, FaultKind, Hal, SpaceId};

use crate::array::{Array, MipmappedArray};
use crate::callback::HostFunction;
use crate::context::{Context, Primary};
use crate::error::{Bound, Error, Rejection};
use crate::event::Event;
use crate::ipc::ExportKey;
use crate::library::{Kernel, Library};
use crate::link::Link;
use crate::managed::AdviceMap;
use crate::mapping::PhysicalMemory;
use crate::memory::{Allocation, FreedRange};
use crate::module::{Function, Module};
use crate::pool::{DevicePools, Pool, PoolMemory};
use crate::rule::{Rule, RuleSet};
use crate::sorted::SortedMap;
use crate::storage::Storage;
use crate::stream::Stream;
use crate::table::Table;
use crate::texture::{SurfaceObject, TextureObject, TextureReference};
use crate::thread::{StackEntry, Thread, ThreadId};

/// How many freed ranges are remembered for explanations.
const FREED: usize = 32;

/// Where a process stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Not initialised.
    Fresh,
    /// Initialised.
    Open(SpaceId),
    /// Forked after initialisation.
    Forked,
}

/// The state of one process: a plain value. Every operation takes the HAL by `&mut`, so that several processes can
/// live over one machine.
#[derive(Debug)]
pub struct Process<'s> {
    state: State,
    salt: u32,
    /// The number of the present call.
    pub(crate) call: u32,
    /// The fault that a call has noticed.
    noticed: Option<FaultKind>,
    raised: RuleSet,
    next_unique: u64,
    pub(crate) contexts: Table<'s, Context>,
    pub(crate) primaries: SortedMap<'s, u32, Primary>,
    pub(crate) threads: SortedMap<'s, ThreadId, Thread>,
    pub(crate) stacks: Table<'s, StackEntry>,
    pub(crate) streams: Table<'s, Stream>,
    pub(crate) events: Table<'s, Event>,
    pub(crate) modules: Table<'s, Module>,
    pub(crate) libraries: Table<'s, Library>,
    pub(crate) links: Table<'s, Link>,
    pub(crate) kernels: Table<'s, Kernel>,
    pub(crate) functions: Table<'s, Function>,
    pub(crate) arrays: Table<'s, Array>,
    pub(crate) mipmapped_arrays: Table<'s, MipmappedArray>,
    pub(crate) texture_objects: Table<'s, TextureObject>,
    pub(crate) texture_references: Table<'s, TextureReference>,
    pub(crate) surface_objects: Table<'s, SurfaceObject>,
    pub(crate) allocations: SortedMap<'s, u64, Allocation>,
    /// What was said about managed memory.
    pub(crate) advice: AdviceMap<'s>,
    pub(crate) pools: Table<'s, Pool>,
    pub(crate) device_pools: SortedMap<'s, u32, DevicePools>,
    pub(crate) pool_memory: PoolMemory<'s>,
    /// What is open of other processes, and where.
    pub(crate) imports: SortedMap<'s, ExportKey, u64>,
    /// Addresses that are set aside for mappings: the first one, and how many.
    pub(crate) reservations: SortedMap<'s, u64, u64>,
    pub(crate) physical_memory: Table<'s, PhysicalMemory>,
    /// The last ranges that were freed.
    pub(crate) freed: HistoryBuf<FreedRange, FREED>,
    pub(crate) parameters: ManagedSlice<'s, u8>,
    pub(crate) host_functions: Table<'s, HostFunction>,
}

/// Judges the flags of an initialisation, which no state of the process precedes.
///
/// # Errors
/// Any flags.
pub fn judge_init_flags(flags: u32) -> Result<(), Error> {
    if flags != 0 {
        return Err(Rejection::new(Rule::InitFlags)
            .argument("flags")
            .value(u64::from(flags))
            .into());
    }
    Ok(())
}

impl<'s> Process<'s> {
    /// A process that is not initialised. The salt tells its handles from those of other processes.
    pub fn new(storage: Storage<'s>, salt: u32) -> Self {
        let first = crate::id::first_generation(salt);
        Self {
            state: State::Fresh,
            salt,
            call: 0,
            noticed: None,
            raised: RuleSet::EMPTY,
            next_unique: 1,
            contexts: Table::new("contexts", storage.contexts, first),
            primaries: SortedMap::new("primary contexts", storage.primaries),
            threads: SortedMap::new("threads", storage.threads),
            stacks: Table::new("context stacks", storage.stacks, first),
            streams: Table::new("streams", storage.streams, first),
            events: Table::new("events", storage.events, first),
            modules: Table::new("modules", storage.modules, first),
            libraries: Table::new("libraries", storage.libraries, first),
            links: Table::new("links", storage.links, first),
            kernels: Table::new("kernels", storage.kernels, first),
            functions: Table::new("functions", storage.functions, first),
            arrays: Table::new("arrays", storage.arrays, first),
            mipmapped_arrays: Table::new("mipmapped arrays", storage.mipmapped_arrays, first),
            texture_objects: Table::new("texture objects", storage.texture_objects, first),
            texture_references: Table::new("texture references", storage.texture_references, first),
            surface_objects: Table::new("surface objects", storage.surface_objects, first),
            allocations: SortedMap::new("allocations", storage.allocations),
            advice: SortedMap::new("advice about managed memory", storage.advice),
            pools: Table::new("memory pools", storage.pools, first),
            device_pools: SortedMap::new("pools of devices", storage.device_pools),
            pool_memory: PoolMemory::new(
                SortedMap::new("extents of pools", storage.extents),
                SortedMap::new("free extents of pools", storage.free_extents),
            ),
            imports: SortedMap::new("opened memory", storage.imports),
            reservations: SortedMap::new("reserved addresses", storage.reservations),
            physical_memory: Table::new("memory without an address", storage.physical_memory, first),
            freed: HistoryBuf::new(),
            parameters: storage.parameters,
            host_functions: Table::new("host functions", storage.host_functions, first),
        }
    }

    /// The salt that was given.
    pub fn salt(&self) -> u32 {
        self.salt
    }

    /// Initialises the process.
    ///
    /// # Errors
    /// Flags, forked, or no device; exhausted when the HAL has no room for another process.
    pub fn init<H: Hal + ?Sized>(&mut self, hal: &mut H, flags: u32) -> Result<(), Error> {
        judge_init_flags(flags)?;
        if self.state == State::Forked {
            return Err(Rule::InitForked.into());
        }
        if self.state != State::Fresh {
            return Ok(());
        }
        if hal.device_count() == 0 {
            return Err(Rule::InitNoDevice.into());
        }
        self.state = State::Open(hal.open_space()?);
        Ok(())
    }

    /// In the child after a fork: if the parent had been initialised, no call works any more.
    pub fn forked(&mut self) {
        if self.state != State::Fresh {
            self.state = State::Forked;
        }
    }

    /// The address space of the process.
    ///
    /// # Errors
    /// Not initialised, or forked.
    pub fn space(&self) -> Result<SpaceId, Error> {
        match self.state {
            State::Open(space) => Ok(space),
            State::Fresh => Err(Rule::InitRequired.into()),
            State::Forked => Err(Rule::InitForked.into()),
        }
    }

    /// A device, by a caller's ordinal.
    ///
    /// # Errors
    /// Not initialised, or the ordinal is no device's.
    pub fn device<'h, H: Hal + ?Sized>(
        &self,
        hal: &'h H,
        ordinal: i32,
    ) -> Result<(DeviceOrdinal, &'h DeviceInfo), Error> {
        self.space()?;
        let found = u32::try_from(ordinal).ok().map(DeviceOrdinal);
        let device = found.and_then(|device| Some((device, hal.device(device)?)));
        let rejection = Rejection::new(Rule::DeviceOrdinal).argument("device");
        let bound = Bound::Below(hal.device_count().into());
        device.ok_or_else(|| rejection.signed(ordinal.into()).bound(bound).into())
    }

    /// Notes how a call of a thread was refused: for [`Process::raised`] and [`Process::last_refusal`]. Called once for
    /// each call, where its result leaves the driver.
    pub fn note(&mut self, thread: ThreadId, error: &Error) {
        let Error::Rejected(rejection) = error else {
            return;
        };
        self.raised.insert(rejection.rule);
        // Where there is no room for the thread, its refusal is not kept.
        if let Ok(thread) = self.thread_mut(thread) {
            thread.refusal = Some(*rejection);
        }
    }

    /// Which rules were raised by calls so far.
    pub fn raised(&self) -> &RuleSet {
        &self.raised
    }

    /// The last refusal of a thread.
    pub fn last_refusal(&self, thread: ThreadId) -> Option<Rejection> {
        self.threads.get(thread)?.refusal
    }

    /// What is kept of a thread, from its first call on.
    pub(crate) fn thread_mut(&mut self, thread: ThreadId) -> Result<&mut Thread, Error> {
        if self.threads.get(thread).is_none() {
            self.threads.insert(thread, Thread::default())?;
        }
        self.threads
            .get_mut(thread)
            .ok_or(Error::Bug("a thread that was added is missing"))
    }

    /// The fault of the process, whether or not a call has noticed it.
    pub fn fault<H: Hal + ?Sized>(&self, hal: &H) -> Option<FaultKind> {
        let State::Open(space) = self.state else {
            return None;
        };
        let fault = hal.fault(space)?;
        let as_address = |device| {
            hal.device(device)
                .is_some_and(|info| info.stack_overflow_is_illegal_address)
        };
        Some(match fault.kind {
            FaultKind::StackOverflow if as_address(fault.device) => FaultKind::IllegalAddress,
            kind => kind,
        })
    }

    /// Notices a fault, if there is one: from now on every call that needs a context says so.
    ///
    /// # Errors
    /// The fault.
    pub fn notice<H: Hal + ?Sized>(&mut self, hal: &H) -> Result<(), Error> {
        if self.noticed.is_none() {
            self.noticed = self.fault(hal);
        }
        self.noticed()
    }

    /// # Errors
    /// The fault that a call has noticed.
    pub(crate) fn noticed(&self) -> Result<(), Error> {
        self.noticed.map_or(Ok(()), |kind| Err(Error::Fault(kind)))
    }

    /// A number that nothing else of the process has or had.
    pub(crate) fn new_unique(&mut self) -> u64 {
        let unique = self.next_unique;
        self.next_unique += 1;
        unique
    }
}
