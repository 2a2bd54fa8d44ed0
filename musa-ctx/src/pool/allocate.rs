//! Stream-ordered allocation and freeing.
//!
//! Memory that was freed in a stream is given again to the same stream at once: its next work comes behind the free. To
//! another stream it is given when the free is complete, or when the streams have been ordered.

use musa_hal::{Address, AllocationKind, Hal, HalError, Resource};

use super::extent::{Candidate, UNIT};
use super::{Pool, PoolId};
use crate::error::{Error, Rejection};
use crate::id::Handle;
use crate::memory::{Allocation, MemoryKind};
use crate::process::Process;
use crate::rule::Rule;
use crate::stream::order::submit_wait;
use crate::stream::{StreamArgument, StreamId};
use crate::thread::ThreadId;
use crate::wait::Point;

/// How many free extents are looked at before fresh memory is taken.
const TRIES: usize = 64;

impl Process<'_> {
    /// Allocates in the order of a stream, from the current pool of the stream's device. Without bytes, the address is
    /// null.
    ///
    /// # Errors
    /// No stream or no living context, or no room.
    pub fn allocate_ordered<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        size: u64,
    ) -> Result<Address, Error> {
        let context = self.stream_context(thread, stream)?;
        let device = self.context(context)?.device;
        let pool = self.pools_of(hal, device)?.current;
        self.allocate_from(hal, thread, stream, pool, size)
    }

    /// Allocates from a pool in the order of a stream. Without bytes, the address is null.
    ///
    /// # Errors
    /// No pool, no stream or no living context, or no room.
    pub fn allocate_from_pool<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        pool: Handle<Pool>,
        size: u64,
    ) -> Result<Address, Error> {
        let (id, pool) = self.pool(pool)?;
        pool.judge_own(id)?;
        self.stream_context(thread, stream)?;
        self.allocate_from(hal, thread, stream, id, size)
    }

    fn allocate_from<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        pool: PoolId,
        size: u64,
    ) -> Result<Address, Error> {
        if size == 0 {
            return Ok(Address(0));
        }
        let exhausted = Error::Exhausted(Resource::DeviceMemory);
        let length = size.checked_next_multiple_of(UNIT).ok_or(exhausted)?;
        self.allocations.reserve(1)?;
        self.pool_memory.reserve()?;
        let stream = self.stream(hal, thread, stream)?;
        self.bring_into_order(hal, stream)?;
        let base = match self.usable(hal, stream, pool, length)? {
            Some(base) => base,
            None => self.fresh_chunk(hal, stream, pool, length)?,
        };
        let used = self.pool_memory.take(base, length)?;
        let device = {
            let pool = self.pool_mut(pool)?;
            pool.used.add(used);
            pool.out += 1;
            pool.device
        };
        let allocation = Allocation {
            size,
            kind: MemoryKind::Pool(pool),
            context: None,
            device,
            unique: self.new_unique(),
            synchronous: None,
        };
        self.allocations.insert(base, allocation)?;
        Ok(Address(base))
    }

    /// A free extent that the next work of a stream may use.
    fn usable<H: Hal + ?Sized>(
        &self,
        hal: &H,
        stream: StreamId,
        pool: PoolId,
        length: u64,
    ) -> Result<Option<u64>, Error> {
        let known = self.pools.get(pool).ok_or(super::MISSING)?;
        let (settings, whole) = (known.settings, known.is_shareable());
        let may = |candidate: &Candidate| {
            // What may be exported is a chunk of its own, so that a token names it alone.
            if whole && candidate.length != length {
                return false;
            }
            let Some(point) = candidate.after else { return true };
            self.follows(stream, point, settings.follow_events) || (settings.opportunistic && point.reached(hal))
        };
        let mut candidates = self.pool_memory.candidates(pool, length).take(TRIES);
        Ok(candidates.find(may).map(|candidate| candidate.base))
    }

    /// A chunk from the machine. Where it has no more, what pools hold in vain is given back; and where that is not enough,
    /// the stream is made to wait for a free.
    fn fresh_chunk<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        stream: StreamId,
        pool: PoolId,
        length: u64,
    ) -> Result<u64, Error> {
        let (space, device) = (self.space()?, self.pools.get(pool).ok_or(super::MISSING)?.device);
        let kind = AllocationKind::Device(device);
        let mut chunk = hal.allocate(space, kind, length, UNIT);
        if matches!(chunk, Err(HalError::Exhausted(_))) {
            self.release_unused_memory(hal)?;
            chunk = hal.allocate(space, kind, length, UNIT);
        }
        let base = match chunk {
            Ok(base) => base,
            Err(error) => {
                let waits = self.wait_for_free(hal, stream, pool, length)?;
                return waits.ok_or(error.into());
            }
        };
        let rights = self.pools.get(pool).ok_or(super::MISSING)?.rights;
        let entered = self.tell_rights(hal, base, device, rights);
        let entered = entered.and_then(|()| self.pool_memory.add_chunk(Some(pool), base.0, length));
        if let Err(error) = entered.and_then(|()| self.pool_memory.give(hal, base.0, None).map(drop)) {
            hal.free(space, base)?;
            return Err(error);
        }
        self.pool_mut(pool)?.reserved.add(length);
        Ok(base.0)
    }

    /// Makes a stream wait for the free of an extent, where the pool allows it.
    fn wait_for_free<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        stream: StreamId,
        pool: PoolId,
        length: u64,
    ) -> Result<Option<u64>, Error> {
        let allowed = |pool: &Pool| pool.settings.internal_dependencies;
        if !self.pools.get(pool).is_some_and(allowed) {
            return Ok(None);
        }
        let whole = self.pools.get(pool).is_some_and(Pool::is_shareable);
        let mut candidates = self.pool_memory.candidates(pool, length);
        let Some(found) = candidates.find(|found| !whole || found.length == length) else {
            return Ok(None);
        };
        if let Some(point) = found.after {
            let queue = self.streams.get(stream).ok_or(Error::Bug("a stream is missing"))?.queue;
            submit_wait(hal, queue, point)?;
        }
        Ok(Some(found.base))
    }

    /// Frees in the order of a stream: the address is unknown from now on, the memory is used until the stream gets here.
    /// Null is nothing.
    ///
    /// # Errors
    /// No stream or no living context, or no base of device memory; unsupported for managed memory.
    pub fn free_ordered<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        address: Address,
    ) -> Result<(), Error> {
        self.stream_context(thread, stream)?;
        if address.0 == 0 {
            return Ok(());
        }
        let allocation = self.allocations.get(address.0).copied();
        let refusal = Rejection::new(Rule::MemoryFree).argument("address").value(address.0);
        let allocation = allocation.ok_or(refusal)?;
        match allocation.kind {
            MemoryKind::Pool(_) => {}
            MemoryKind::Device => self.pool_memory.reserve()?,
            MemoryKind::Managed => return Err(Error::Unsupported("freeing managed memory in stream order")),
            _ => return Err(refusal.into()),
        }
        let stream = self.stream(hal, thread, stream)?;
        self.bring_into_order(hal, stream)?;
        let after = self.streams.get(stream).map(|stream| stream.end(hal));
        if allocation.kind == MemoryKind::Device {
            self.pool_memory.add_chunk(None, address.0, allocation.size)?;
        }
        self.give_back(hal, address, after)
    }

    /// Frees memory of a pool without a stream: it is used until all that is now pending is done. The caller does not wait.
    pub(crate) fn free_pooled<H: Hal + ?Sized>(&mut self, hal: &mut H, address: Address) -> Result<(), Error> {
        let after = self.join_all(hal)?;
        self.give_back(hal, address, after)
    }

    /// Frees memory of the machine, which no pool has, once a point has been reached.
    pub(crate) fn free_later<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        base: Address,
        bytes: u64,
        after: Option<Point>,
    ) -> Result<(), Error> {
        self.pool_memory.reserve()?;
        self.pool_memory.add_chunk(None, base.0, bytes)?;
        self.pool_memory.give(hal, base.0, after).map(drop)
    }

    fn give_back<H: Hal + ?Sized>(&mut self, hal: &mut H, address: Address, after: Option<Point>) -> Result<(), Error> {
        if !self.pool_memory.is_used(address.0) {
            return Err(Error::Bug("a pool does not know its memory"));
        }
        self.forget_allocation(address);
        let (length, pool) = self.pool_memory.give(hal, address.0, after)?;
        let Some(id) = pool else { return Ok(()) };
        if self.pools.get(id).is_some_and(|pool| pool.origin.is_some()) {
            self.imports.retain(|_, base| *base != address.0);
        }
        let pool = self.pool_mut(id)?;
        pool.used.take(length);
        pool.out = pool.out.saturating_sub(1);
        self.end_pool(hal, id)
    }

    /// Gives unused memory of a pool back to the machine until the pool holds no more than so many bytes.
    pub(super) fn release_pool_memory<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        id: PoolId,
        keep: u64,
    ) -> Result<(), Error> {
        let space = self.space()?;
        while self.pools.get(id).is_some_and(|pool| pool.reserved.now > keep) {
            let Some((base, length)) = self.pool_memory.take_unused_chunk(hal, Some(id))? else {
                break;
            };
            hal.free(space, base)?;
            self.pool_mut(id)?.reserved.take(length);
        }
        Ok(())
    }

    /// Gives back what was freed in stream order and came from no pool.
    fn release_unpooled_memory<H: Hal + ?Sized>(&mut self, hal: &mut H) -> Result<(), Error> {
        let space = self.space()?;
        while let Some((base, _)) = self.pool_memory.take_unused_chunk(hal, None)? {
            hal.free(space, base)?;
        }
        Ok(())
    }

    /// Gives back all that no pool uses, whatever is to be kept.
    pub(crate) fn release_unused_memory<H: Hal + ?Sized>(&mut self, hal: &mut H) -> Result<(), Error> {
        self.release_down_to(hal, |_| 0)
    }

    /// After a synchronisation: pools give back what they hold beyond their thresholds.
    pub(crate) fn release_after_synchronization<H: Hal + ?Sized>(&mut self, hal: &mut H) -> Result<(), Error> {
        self.release_down_to(hal, |pool| pool.settings.threshold)
    }

    fn release_down_to<H: Hal + ?Sized>(&mut self, hal: &mut H, keep: impl Fn(&Pool) -> u64) -> Result<(), Error> {
        if self.pool_memory.nothing_free() {
            return Ok(());
        }
        self.release_unpooled_memory(hal)?;
        let mut last: Option<PoolId> = None;
        let next = |process: &Self, last: Option<PoolId>| {
            let mut pools = process.pools.iter();
            let beyond = |id: PoolId| last.is_none_or(|last| id.index() > last.index());
            pools.find(|(id, _)| beyond(*id)).map(|(id, pool)| (id, keep(pool)))
        };
        while let Some((id, keep)) = next(self, last) {
            self.release_pool_memory(hal, id, keep)?;
            self.end_pool(hal, id)?;
            last = Some(id);
        }
        Ok(())
    }
}
