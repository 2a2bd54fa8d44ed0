//! Memory that processes share: exports, and what is opened of them.
//!
//! What is opened belongs to the context that was current, can be opened again there, and goes when it has been closed as
//! often, or with its context.

mod event;
#[cfg(test)]
mod tests;

pub(crate) use event::SharedRecord;

use musa_hal::{Address, Dialect, ExportToken, Hal};

use crate::error::{Error, Rejection};
use crate::memory::MemoryKind;
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;
use crate::wait::{Pending, Then};

/// What an exported object is in any process: the machine's token, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Export {
    /// The machine's token.
    pub token: ExportToken,
    /// A number of the exporter's context; the ordinal of its device for memory without an address.
    pub origin: u64,
}

/// What tells exported memory from all other: its owner and its serial number.
pub(crate) type ExportKey = (u64, u64);

const NO_SHARING: Error = Error::Unsupported("sharing memory between processes");

/// The flag that memory is opened with: peers are enabled as they are needed.
const LAZY_PEER_ACCESS: u32 = 1;
/// The greatest value of the vendor's policies of opening.
const LAST_POLICY: u32 = 7;

/// Judges flags of opening memory, as far as all devices agree about them.
///
/// # Errors
/// None, or unknown bits.
pub fn judge_open_flags(flags: u32) -> Result<(), Error> {
    if (LAZY_PEER_ACCESS..=LAST_POLICY).contains(&flags) {
        return Ok(());
    }
    Err(refused_flags(flags))
}

fn refused_flags(flags: u32) -> Error {
    let rejection = Rejection::new(Rule::IpcFlags).argument("Flags");
    rejection.value(flags.into()).into()
}

impl Process<'_> {
    /// Exports the allocation that an address lies in.
    ///
    /// # Errors
    /// No living context, or memory that was not allocated on a device by this process.
    pub fn export_memory<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        address: Address,
    ) -> Result<Export, Error> {
        let context = self.current(thread)?;
        let place = self.place(address);
        let Some(place) = place.filter(|place| place.allocation.kind == MemoryKind::Device) else {
            let rejection = Rejection::new(Rule::IpcMemoryKind).argument("address");
            return Err(rejection.value(address.0).into());
        };
        let space = self.space()?;
        let sharing = hal.sharing().ok_or(NO_SHARING)?;
        Ok(Export {
            token: sharing.export(space, Address(place.base))?,
            origin: self.context_unique(thread, context.into())?,
        })
    }

    /// Judges an export that is to be opened here: not one of this process's own.
    fn judge_foreign<H: Hal + ?Sized>(&self, hal: &mut H, export: &Export) -> Result<(), Error> {
        let space = self.space()?;
        let sharing = hal.sharing().ok_or(NO_SHARING)?;
        if sharing.owner(space) == export.token.owner {
            return Err(Rejection::new(Rule::IpcOwnProcess).argument("handle").into());
        }
        Ok(())
    }

    /// Opens memory that another process has exported, in the current context; again, it is the same address.
    ///
    /// # Errors
    /// No living context, flags, an export of this process's own, one that is open in another context, or whose memory or
    /// owner is no more; no room.
    pub fn open_memory<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        export: &Export,
        flags: u32,
    ) -> Result<Address, Error> {
        let context = self.current(thread)?;
        let known = match self.context(context)?.dialect {
            Dialect::Musa => (LAZY_PEER_ACCESS..=LAST_POLICY).contains(&flags),
            Dialect::Reference => flags & LAZY_PEER_ACCESS != 0,
        };
        if !known {
            return Err(refused_flags(flags));
        }
        self.judge_foreign(hal, export)?;
        let key = (export.token.owner, export.token.serial);
        if let Some(base) = self.imports.get(key).copied() {
            return self.open_again(Address(base), context);
        }
        self.imports.reserve(1)?;
        self.allocations.reserve(1)?;
        let (space, device) = (self.space()?, self.context(context)?.device);
        let sharing = hal.sharing().ok_or(NO_SHARING)?;
        let base = sharing.import(space, device, &export.token)?;
        let kind = MemoryKind::Opened { key, times: 1 };
        self.enter_allocation(base, export.token.size, kind, context)?;
        self.imports.insert(key, base.0)?;
        Ok(base)
    }

    fn open_again(&mut self, base: Address, context: crate::context::ContextId) -> Result<Address, Error> {
        let allocation = self.allocations.get_mut(base.0);
        let allocation = allocation.ok_or(Error::Bug("opened memory is missing"))?;
        if allocation.context != Some(context) {
            return Err(Rejection::new(Rule::IpcContext).argument("handle").into());
        }
        if let MemoryKind::Opened { times, .. } = &mut allocation.kind {
            *times = times.saturating_add(1);
        }
        Ok(base)
    }

    /// Begins to close opened memory once; what was opened more often stays.
    ///
    /// # Errors
    /// No base of opened memory.
    pub fn close_memory<H: Hal + ?Sized>(&mut self, hal: &mut H, address: Address) -> Result<Pending, Error> {
        let allocation = self.allocations.get(address.0).copied();
        let opened = allocation.filter(|allocation| matches!(allocation.kind, MemoryKind::Opened { .. }));
        let Some(allocation) = opened else {
            return Err(Rejection::new(Rule::IpcClose)
                .argument("address")
                .value(address.0)
                .into());
        };
        let then = Then::Close {
            base: address,
            unique: allocation.unique,
        };
        let last = matches!(allocation.kind, MemoryKind::Opened { times: 0 | 1, .. });
        let until = if last { self.join_owner(hal, &allocation)? } else { None };
        Ok(Pending::new(until, then))
    }

    /// Closes opened memory once, now that nothing uses it.
    pub(crate) fn finish_close<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        base: Address,
        unique: u64,
    ) -> Result<(), Error> {
        self.notice(hal)?;
        let allocation = self.allocations.get_mut(base.0);
        if let Some(allocation) = allocation.filter(|allocation| allocation.unique == unique)
            && let MemoryKind::Opened { times, .. } = &mut allocation.kind
            && *times > 1
        {
            *times -= 1;
            return Ok(());
        }
        self.finish_free(hal, base, unique)
    }
}
