//! Words of memory that streams wait for and write.

use musa_hal::{Address, Command, DeviceAttribute, Hal, WaitCondition};

use super::StreamArgument;
use crate::error::{Error, Rejection};
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
            let known = self.flags & !NO_BARRIER == 0;
            return known.then_some(Command::WriteValue { address, value, wide });
        }
        let condition = self.condition()?;
        Some(Command::WaitValue {
            address,
            value,
            wide,
            condition,
        })
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
        let has =
            |attributes: [DeviceAttribute; 2]| attributes.iter().any(|attribute| info.attribute(*attribute) == Some(1));
        let wide = has([
            DeviceAttribute::CanUse64BitStreamMemOps,
            DeviceAttribute::CanUse64BitStreamMemOpsV2,
        ]);
        let nor = has([
            DeviceAttribute::CanUseStreamWaitValueNor,
            DeviceAttribute::CanUseStreamWaitValueNorV2,
        ]);
        for operation in operations.clone() {
            self.judge_word(&operation)?;
            if operation.wide && !wide {
                return Err(Error::Unsupported("stream operations on words of 8 bytes"));
            }
            if !operation.write && operation.condition() == Some(WaitCondition::Nor) && !nor {
                return Err(Error::Unsupported("waiting for a bit in neither"));
            }
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

    fn judge_word(&self, operation: &WordOperation) -> Result<(), Error> {
        let refuse = |rule, argument, value| Err(Rejection::new(rule).argument(argument).value(value).into());
        if operation.command().is_none() {
            return refuse(Rule::WordFlags, "flags", u64::from(operation.flags));
        }
        let bytes = if operation.wide { 8 } else { 4 };
        let address = operation.address;
        let accessible = |place: &Place| place.rest(address) >= bytes && place.is_accessible();
        let place = self.place(address).filter(accessible);
        if place.is_none() || !address.0.is_multiple_of(bytes) {
            return refuse(Rule::WordAddress, "address", address.0);
        }
        Ok(())
    }
}
