//! Launches of the first interface: what a launch needs is set about a function bit by bit, stays set, and is used by the
//! launches that follow.

use musa_hal::{Dim3, Hal};

use super::Function;
use crate::error::{Error, Rejection};
use crate::id::Handle;
use crate::launch::{LaunchRequest, Parameters, judge_block, judge_required_block, judge_shared};
use crate::process::Process;
use crate::rule::Rule;
use crate::storage::Bytes;
use crate::stream::StreamArgument;
use crate::thread::ThreadId;

/// The most bytes of parameters that can be staged (`launch_staged`).
const PARAMETER_BYTES: u64 = 32764;

/// What has been staged about a function.
#[derive(Debug)]
pub(crate) struct Staged {
    block: Dim3,
    dynamic_shared: u32,
    /// How many bytes of the parameters a launch takes.
    size: usize,
    parameters: Bytes,
}

impl Staged {
    pub(crate) const NEW: Self = Self {
        block: Dim3::ONE,
        dynamic_shared: 0,
        size: 0,
        parameters: Bytes::NEW,
    };
}

impl Process<'_> {
    fn staged(&mut self, handle: Handle<Function>) -> Result<&mut Staged, Error> {
        let (id, _) = self.function(handle)?;
        let function = self.functions.get_mut(id);
        Ok(&mut function.ok_or(Error::Bug("a function is missing"))?.staged)
    }

    /// Stages the threads of a block.
    ///
    /// # Errors
    /// No function, or a block against the device's rules.
    pub fn stage_block<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        handle: Handle<Function>,
        block: [i32; 3],
    ) -> Result<(), Error> {
        let (_, function) = self.function(handle)?;
        // What is negative is no dimension, as zero is none.
        let [x, y, z] = block.map(|dimension| u32::try_from(dimension).unwrap_or(0));
        let block = Dim3::new(x, y, z);
        judge_block(self.function_device(hal, function)?, block)?;
        judge_required_block(block, function.info.required_threads)?;
        self.staged(handle)?.block = block;
        Ok(())
    }

    /// Stages the bytes of dynamic shared memory.
    ///
    /// # Errors
    /// No function, or more than it may have.
    pub fn stage_shared(&mut self, handle: Handle<Function>, bytes: u32) -> Result<(), Error> {
        let (id, function) = self.function(handle)?;
        judge_shared(bytes, function.settings.max_dynamic).map_err(|refused| refused.subject(id))?;
        self.staged(handle)?.dynamic_shared = bytes;
        Ok(())
    }

    /// Stages how many bytes of parameters launches take; what is not staged of them is zero.
    ///
    /// # Errors
    /// No function, or more than can be staged.
    pub fn stage_parameter_size(&mut self, handle: Handle<Function>, bytes: u32) -> Result<(), Error> {
        self.function(handle)?;
        judge_bytes("numbytes", 0, u64::from(bytes))?;
        self.staged(handle)?.size = bytes as usize;
        Ok(())
    }

    /// Stages bytes of the parameters.
    ///
    /// # Errors
    /// No function, bytes that lie outside of what can be staged, or no room.
    pub fn stage_parameter(&mut self, handle: Handle<Function>, offset: i32, bytes: &[u8]) -> Result<(), Error> {
        self.function(handle)?;
        judge_bytes("offset", offset.into(), bytes.len() as u64)?;
        self.staged(handle)?.parameters.put(offset as usize, bytes)
    }

    /// Launches a function in a stream, with what has been staged about it.
    ///
    /// # Errors
    /// As for [`Process::launch`].
    pub fn launch_staged<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        handle: Handle<Function>,
        grid: [i32; 2],
        stream: StreamArgument,
    ) -> Result<(), Error> {
        let (_, function) = self.function(handle)?;
        let (takes, room) = (function.info.parameters > 0, function.info.parameter_bytes as usize);
        let staged = self.staged(handle)?;
        let [x, y] = grid.map(|dimension| u32::try_from(dimension).unwrap_or(0));
        let request = LaunchRequest {
            dynamic_shared: staged.dynamic_shared,
            ..LaunchRequest::new(Dim3::new(x, y, 1), staged.block, stream)
        };
        let size = staged.size;
        if x > 0 && y > 0 && size > room {
            let refused = Rejection::new(Rule::LaunchBufferSize).argument("numbytes");
            return Err(refused.value(size as u64).into());
        }
        // The bytes are taken out, so that they can be lent while the process launches.
        let parameters = core::mem::replace(&mut staged.parameters, Bytes::NEW);
        let bytes = parameters.as_slice();
        let bytes = bytes.get(..size).unwrap_or(bytes);
        let launched = self.launch(
            hal,
            thread,
            handle,
            &LaunchRequest {
                parameters: match (takes, bytes) {
                    (false, []) => Parameters::None,
                    // Bytes that are missing are zero, and so are all of them.
                    (true, []) => Parameters::Buffer(&[0]),
                    (_, bytes) => Parameters::Buffer(bytes),
                },
                ..request
            },
        );
        self.staged(handle)?.parameters = parameters;
        launched
    }
}

/// Judges whether bytes of parameters can be staged.
fn judge_bytes(argument: &'static str, offset: i64, len: u64) -> Result<(), Error> {
    let end = u64::try_from(offset).ok().and_then(|offset| offset.checked_add(len));
    if end.is_some_and(|end| end <= PARAMETER_BYTES) {
        return Ok(());
    }
    let value = if len > PARAMETER_BYTES { len } else { offset as u64 };
    Err(Rejection::new(Rule::LaunchStaged)
        .argument(argument)
        .value(value)
        .into())
}
