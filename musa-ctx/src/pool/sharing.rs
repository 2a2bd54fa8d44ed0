//! Pools that processes share. An imported pool does not allocate: it holds memory of its exporter's, pointer by pointer.

use musa_hal::{Address, DeviceOrdinal, ExportToken, Hal};

use super::{Life, Pool, PoolId};
use crate::error::{Error, Rejection};
use crate::id::Handle;
use crate::ipc::Export;
use crate::memory::{Allocation, MemoryKind};
use crate::process::Process;
use crate::rule::Rule;

/// The kind of handle that is a file descriptor.
const DESCRIPTOR: u32 = 1;
/// Bits of a pointer's origin that say how much shorter it is than its memory; the others are its pool's number.
const SLACK_BITS: u32 = 16;

const NO_SHARING: Error = Error::Unsupported("sharing memory between processes");

impl Pool {
    /// Whether it can be exported as a file descriptor.
    pub(super) fn is_shareable(&self) -> bool {
        self.handle_types & DESCRIPTOR != 0
    }

    /// Refuses what only a pool of this process can do.
    pub(super) fn judge_own(&self, id: PoolId) -> Result<(), Error> {
        if self.life == Life::Imported {
            return Err(Rejection::new(Rule::PoolImported).argument("pool").subject(id).into());
        }
        Ok(())
    }
}

/// Judges how a pool is exported or imported.
fn judge_kind(handle_type: u32, known: bool, flags: u64) -> Result<(), Error> {
    let refuse = |rule, argument, value| Err(Rejection::new(rule).argument(argument).value(value).into());
    if flags != 0 {
        return refuse(Rule::ArgumentFlags, "flags", flags);
    }
    if handle_type != DESCRIPTOR || !known {
        return refuse(Rule::PoolHandleType, "handleType", handle_type.into());
    }
    Ok(())
}

impl Process<'_> {
    /// Exports a pool that was made to be exported as a file descriptor.
    ///
    /// # Errors
    /// No pool, a kind of handle that it was not made for, or flags; unsupported where nothing can be shared.
    pub fn export_pool<H: Hal + ?Sized>(
        &self,
        hal: &mut H,
        pool: Handle<Pool>,
        handle_type: u32,
        flags: u64,
    ) -> Result<Export, Error> {
        let (_, pool) = self.pool(pool)?;
        judge_kind(handle_type, pool.is_shareable(), flags)?;
        let owner = hal.sharing().ok_or(NO_SHARING)?.owner(self.space()?);
        Ok(Export {
            token: ExportToken {
                owner,
                object: 0,
                offset: 0,
                size: 0,
                serial: pool.unique,
                base: Address(0),
            },
            origin: pool.device.0.into(),
        })
    }

    /// A pool that was exported, by this process or another one.
    ///
    /// # Errors
    /// A kind of handle that there is none of, flags, an owner that is no more, or no room.
    pub fn import_pool<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        export: &Export,
        handle_type: u32,
        flags: u64,
    ) -> Result<PoolId, Error> {
        judge_kind(handle_type, true, flags)?;
        let known = |device: &DeviceOrdinal| hal.device(*device).is_some();
        let device = u32::try_from(export.origin).ok().map(DeviceOrdinal).filter(known);
        let device = device.ok_or(Rejection::new(Rule::IpcHandle).argument("handle"))?;
        if !hal.owner_lives(export.token.owner) {
            return Err(Rejection::new(Rule::IpcOwnerEnded).argument("handle").into());
        }
        let id = self.add_pool(hal, device, Life::Imported, 0)?;
        self.pool_mut(id)?.origin = Some((export.token.owner, export.token.serial));
        Ok(id)
    }

    /// Exports an allocation of a pool that can be exported.
    ///
    /// # Errors
    /// No base of such an allocation.
    pub fn export_pool_pointer<H: Hal + ?Sized>(&mut self, hal: &mut H, address: Address) -> Result<Export, Error> {
        let refusal = Rejection::new(Rule::PoolPointer).argument("address").value(address.0);
        let allocation = *self.allocations.get(address.0).ok_or(refusal)?;
        let pool = match allocation.kind {
            MemoryKind::Pool(id) => self.pools.get(id).filter(|pool| pool.is_shareable()),
            _ => None,
        };
        let number = pool.ok_or(refusal)?.unique;
        let token = hal.sharing().ok_or(NO_SHARING)?.export(self.space()?, address)?;
        let slack = token.size.saturating_sub(allocation.size);
        Ok(Export {
            token,
            origin: number << SLACK_BITS | slack,
        })
    }

    /// Memory of a pool's exporter, at an address here; again, it is the same address.
    ///
    /// # Errors
    /// No imported pool, memory of another one, memory or an owner that are no more, or no room.
    pub fn import_pool_pointer<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        pool: Handle<Pool>,
        export: &Export,
    ) -> Result<Address, Error> {
        let (id, pool) = self.pool(pool)?;
        let (device, rights) = (pool.device, pool.rights);
        let token = &export.token;
        if pool.origin != Some((token.owner, export.origin >> SLACK_BITS)) {
            return Err(Rejection::new(Rule::PoolPointer).argument("pool").subject(id).into());
        }
        let key = (token.owner, token.serial);
        if let Some(base) = self.imports.get(key) {
            return Ok(Address(*base));
        }
        self.imports.reserve(1)?;
        self.allocations.reserve(1)?;
        self.pool_memory.reserve()?;
        let space = self.space()?;
        let base = hal.sharing().ok_or(NO_SHARING)?.import(space, device, token)?;
        if let Err(error) = self.tell_rights(hal, base, device, rights) {
            hal.free(space, base)?;
            return Err(error);
        }
        self.pool_memory.add_chunk(Some(id), base.0, token.size)?;
        let slack = export.origin & ((1 << SLACK_BITS) - 1);
        let allocation = Allocation {
            size: token.size.saturating_sub(slack),
            kind: MemoryKind::Pool(id),
            context: None,
            device,
            unique: self.new_unique(),
            synchronous: None,
        };
        self.allocations.insert(base.0, allocation)?;
        self.imports.insert(key, base.0)?;
        let pool = self.pool_mut(id)?;
        pool.used.add(token.size);
        pool.reserved.add(token.size);
        pool.out += 1;
        Ok(base)
    }
}
