//! Words of memory that streams wait for and write.

use musa_hal::{Address, Command, DeviceAttribute, DeviceInfo, Hal, WaitCondition};

use super::StreamArgument;
use crate::error::{Error, Rejection};
use crate::memory::MemoryKind;
use crate::memory::Place;
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;

/// The flag of a wait that makes remote writes visible first.
const FLUSH: u32 = 1 << 30;
/// The flag of a write that comes without a barrier before it.
const NO_BARRIER: u32 = 1;

/// What a stream does with a word of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordOperation {
    /// The word.
    pub address: Address,
    /// What to compare it with, or to write.
    pub value: u64,
    /// Whether it has 8 bytes rather than 4.
    pub wide: bool,
    /// Whether it is a write rather than a wait.
    pub write: bool,
    /// Flags: for a wait, the condition (0 at least, cyclically; 1 equal; 2 common bits; 3 a bit in neither) and the bit of
    /// flushing; for a write, the bit of doing without a barrier.
    pub flags: u32,
}

impl WordOperation {
    fn condition(&self) -> Option<WaitCondition> {
        match self.flags & !FLUSH {
            0 => Some(WaitCondition::GreaterOrEqual),
            1 => Some(WaitCondition::Equal),
            2 => Some(WaitCondition::And),
            3 => Some(WaitCondition::Nor),
            _ => None,
        }
    }

    fn command(&self) -> Option<Command<'static>> {
        let (address, value, wide) = (self.address, self.value, self.wide);
        if self.write {
            return Some(Command::WriteValue { address, value, wide });
        }
        let condition = self.condition()?;
        Some(Command::WaitValue {
            address,
            value,
            wide,
            condition,
        })
    }

    /// Whether the flags are known where a device can do this.
    fn flags_known(&self, able: &Abilities) -> bool {
        if self.write {
            return self.flags == 0 || (self.flags == NO_BARRIER && able.no_barrier);
        }
        self.condition().is_some()
    }
}

/// What a device can do with words.
#[derive(Clone, Copy)]
struct Abilities {
    wide: bool,
    nor: bool,
    /// Only the first version of these operations knows writes without a barrier (`stream_memops`).
    no_barrier: bool,
    flush: bool,
}

impl Abilities {
    fn of(info: &DeviceInfo) -> Self {
        let has = |attribute| info.attribute(attribute) == Some(1);
        Self {
            wide: has(DeviceAttribute::CanUse64BitStreamMemOps) || has(DeviceAttribute::CanUse64BitStreamMemOpsV2),
            nor: has(DeviceAttribute::CanUseStreamWaitValueNor) || has(DeviceAttribute::CanUseStreamWaitValueNorV2),
            no_barrier: has(DeviceAttribute::CanUseStreamMemOps),
            flush: has(DeviceAttribute::CanFlushRemoteWrites),
        }
    }
}

impl Process<'_> {
    /// Puts operations on words into a stream, all or none.
    ///
    /// # Errors
    /// No stream or no living context, flags, a word that is misaligned or not in memory that the driver knows, or no room;
    /// unsupported where the device has no such operations.
    pub fn word_operations<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        stream: StreamArgument,
        operations: impl Iterator<Item = WordOperation> + Clone,
    ) -> Result<(), Error> {
        let context = self.stream_context(thread, stream)?;
        let info = hal.device(self.context(context)?.device);
        let info = info.ok_or(Error::Bug("a context's device is missing"))?;
        let able = Abilities::of(info);
        for operation in operations.clone() {
            self.judge_word(&operation, &able)?;
        }
        let stream = self.stream(hal, thread, stream)?;
        for operation in operations {
            let command = operation
                .command()
                .ok_or(Error::Bug("flags that were judged are wrong"))?;
            self.enqueue(hal, stream, command)?;
        }
        Ok(())
    }

    /// Judges whether remote writes can be flushed on a stream's device.
    ///
    /// # Errors
    /// No stream or no living context; unsupported where the device cannot.
    pub fn judge_flush<H: Hal + ?Sized>(&self, hal: &H, thread: ThreadId, stream: StreamArgument) -> Result<(), Error> {
        let context = self.stream_context(thread, stream)?;
        let info = hal.device(self.context(context)?.device);
        if !info.is_some_and(|info| Abilities::of(info).flush) {
            return Err(Error::Unsupported("flushing remote writes"));
        }
        Ok(())
    }

    fn judge_word(&self, operation: &WordOperation, able: &Abilities) -> Result<(), Error> {
        let refuse = |rule, argument, value| Err(Rejection::new(rule).argument(argument).value(value).into());
        if !operation.flags_known(able) {
            return refuse(Rule::WordFlags, "flags", u64::from(operation.flags));
        }
        if !operation.write && operation.flags & FLUSH != 0 && !able.flush {
            return Err(Error::Unsupported("flushing remote writes"));
        }
        let bytes = if operation.wide { 8 } else { 4 };
        let address = operation.address;
        // Hardware's driver takes no words of managed memory or of pools (`stream_domains`).
        let accessible = |place: &Place| {
            let kind = place.allocation.kind;
            let elsewhere = kind.managed() || matches!(kind, MemoryKind::Pool(_));
            place.rest(address) >= bytes && place.is_accessible() && !elsewhere
        };
        let place = self.place(address).filter(accessible);
        if place.is_none() || !address.0.is_multiple_of(bytes) {
            return refuse(Rule::WordAddress, "address", address.0);
        }
        if operation.wide && !able.wide {
            return Err(Error::Unsupported("stream operations on words of 8 bytes"));
        }
        if operation.write {
            return Ok(());
        }
        if operation.condition() == Some(WaitCondition::Nor) && !able.nor {
            return Err(Error::Unsupported("waiting for a bit in neither"));
        }
        Ok(())
    }
}
