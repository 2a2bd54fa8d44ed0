//! Options of loading a module: what the just-in-time compiler of a driver would be told.

use core::{
    ffi::c_char,
    fmt::{self, Write},
};

use musa_ctx::{Error, Rejection, Rule};
use musa_hal::{DeviceOrdinal, Dialect, Hal, image::LoadOptions};

use super::{pointer::judge_array, required};
use crate::{
    abi::{Array, HostPointer, OutArray},
    call::Call,
    types::*,
};

/// The greatest way to cache that the compiler is told.
const CACHE_MODE_MAX: u32 = 2;
/// What a reference device's driver compiles for.
const COMPILE_TARGETS: [u32; 25] = [
    30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121,
];

/// A caller's buffer for text.
#[derive(Default)]
struct Buffer<'a> {
    place: Option<OutArray<'a, c_char>>,
    room: Option<usize>,
    /// Where the size stands among the options.
    size_option: usize,
    len: usize,
}

impl Buffer<'_> {
    fn judge(&self) -> Result<(), Error> {
        if self.place.is_some() && self.room.is_none() {
            return Err(Rejection::new(Rule::JitBufferSize).argument("options").into());
        }
        Ok(())
    }

    fn push(&mut self, text: &str) {
        let (Some(place), Some(last)) = (self.place, self.room.and_then(|room| room.checked_sub(1))) else {
            return;
        };
        for byte in text.bytes().take(last.saturating_sub(self.len)) {
            place.set(self.len, byte.cast_signed() as c_char);
            self.len += 1;
        }
    }

    /// Ends the text and tells its length where the size was given.
    fn close(&self, values: OutArray<'_, HostPointer>) {
        // A buffer of no bytes gets its NUL too (`mod_jit_log`).
        if let Some(place) = self.place {
            place.set(self.len, 0);
        }
        if self.room.is_some() {
            values.set(self.size_option, HostPointer::from_address(self.len));
        }
    }
}

/// Options of a load, and where its messages go.
pub(super) struct Options<'a> {
    /// What the loader is told.
    pub(super) load: LoadOptions,
    values: OutArray<'a, HostPointer>,
    error: Buffer<'a>,
    info: Buffer<'a>,
    wall_time: Option<usize>,
    /// The first message, for whoever asks why the load was refused.
    first: heapless::String<256>,
}

impl<'a> Options<'a> {
    /// No options.
    pub(super) fn none() -> Self {
        Self {
            load: LoadOptions::default(),
            values: OutArray::null(),
            error: Buffer::default(),
            info: Buffer::default(),
            wall_time: None,
            first: heapless::String::new(),
        }
    }

    /// The caller's options.
    ///
    /// # Errors
    /// Null arrays, unknown options, or a buffer without its size.
    pub(super) fn read<H: Hal>(
        call: &mut Call<'_, '_, H>,
        count: u32,
        options: Array<'a, MUjit_option>,
        values: Array<'a, HostPointer>,
    ) -> Result<Self, Error> {
        let mut read = Self::none();
        let count = count as usize;
        if count == 0 {
            return Ok(read);
        }
        required("options", options.is_null())?;
        required("optionValues", values.is_null())?;
        read.values = values.written_back();
        for (index, (option, value)) in options.iter(count).zip(values.iter(count)).enumerate() {
            read.option(index, option, value)?;
        }
        read.judge_target(call)?;
        read.error.judge()?;
        read.info.judge()?;
        Ok(read)
    }

    fn option(&mut self, index: usize, option: MUjit_option, value: HostPointer) -> Result<(), Error> {
        // Numbers are passed in place of pointers; 32 bits of them count.
        let number = value.address() as u32;
        match option {
            MU_JIT_ERROR_LOG_BUFFER => self.error.place = judge_array("optionValues", value)?,
            MU_JIT_INFO_LOG_BUFFER => self.info.place = judge_array("optionValues", value)?,
            MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES => {
                (self.error.room, self.error.size_option) = (Some(number as usize), index);
            }
            MU_JIT_INFO_LOG_BUFFER_SIZE_BYTES => {
                (self.info.room, self.info.size_option) = (Some(number as usize), index);
            }
            MU_JIT_MAX_REGISTERS => self.load.max_registers = number,
            MU_JIT_GENERATE_LINE_INFO => self.load.line_info = number != 0,
            MU_JIT_WALL_TIME => self.wall_time = Some(index),
            MU_JIT_TARGET if number < MU_TARGET_COMPUTE_20.0 => return unknown(option, number),
            // What stands above the number says whether it is an architecture's own or a family's.
            MU_JIT_TARGET => self.load.target = number & 0xffff,
            MU_JIT_CACHE_MODE if number > CACHE_MODE_MAX => return unknown(option, number),
            _ if option < MU_JIT_NUM_OPTIONS => {}
            _ => return unknown(option, number),
        }
        Ok(())
    }

    /// A reference device compiles for targets that its driver knows (`mod_target`); others do not look at the target.
    fn judge_target<H: Hal>(&self, call: &mut Call<'_, '_, H>) -> Result<(), Error> {
        let target = self.load.target;
        if target == 0 || COMPILE_TARGETS.contains(&target) {
            return Ok(());
        }
        let (process, hal, thread) = call.parts()?;
        let device = process.current_device(thread).unwrap_or(DeviceOrdinal(0));
        match hal.device(device).map(|info| info.dialect) {
            Some(Dialect::Reference) => unknown(MU_JIT_TARGET, target),
            _ => Ok(()),
        }
    }

    /// Gives the messages of a load to the caller: those of a refused one as errors, others as
    /// information. No time passes in a load.
    pub(super) fn close(&mut self, refused: bool) {
        let silent = if refused { &mut self.info } else { &mut self.error };
        silent.len = 0;
        self.error.close(self.values);
        self.info.close(self.values);
        if let Some(index) = self.wall_time {
            self.values.set(index, HostPointer::NULL);
        }
    }

    /// The first message.
    pub(super) fn message(&self) -> &str {
        self.first.lines().next().unwrap_or("")
    }
}

fn unknown<T>(option: MUjit_option, value: u32) -> Result<T, Error> {
    let known = option < MU_JIT_NUM_OPTIONS;
    let value = if known { value } else { option.0 };
    Err(Rejection::new(Rule::ArgumentEnum)
        .argument("options")
        .value(value.into())
        .into())
}

impl Write for Options<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.error.push(text);
        self.info.push(text);
        for character in text.chars() {
            // A message that is too long is cut.
            let _ = self.first.push(character);
        }
        Ok(())
    }
}
