//! The driver as a plain value: a process and the hardware it runs on.

use musa_ctx::{Error, Pending, Process, Rule, ThreadId};
use musa_hal::{DeviceOrdinal, Dialect, Hal, Progress, queue::Output};

use crate::{
    call::{Answer, Call, DefaultStream, Early, Services, Session},
    table::Function,
};

/// A process over a HAL. Any number may live side by side; a program that links `libmusa` has one.
#[derive(Debug)]
pub struct Driver<'s, H> {
    /// The objects of the process and all rules about them.
    pub process: Process<'s>,
    /// The hardware.
    pub hal: H,
    /// Whether a launch returns only when its kernel is done, and says how it ended.
    pub blocking_launches: bool,
}

impl<'s, H: Hal> Driver<'s, H> {
    /// A driver whose process is not initialised.
    pub const fn new(process: Process<'s>, hal: H) -> Self {
        Self {
            process,
            hal,
            blocking_launches: false,
        }
    }

    /// Whose answers count for a thread: those of its current device, or of the first one.
    pub fn dialect(&self, thread: ThreadId) -> Dialect {
        let device = self.process.current_device(thread).unwrap_or(DeviceOrdinal(0));
        self.hal.device(device).map_or(Dialect::Musa, |info| info.dialect)
    }

    /// Whether an operation that has begun can be finished.
    pub fn ready(&self, pending: &Pending) -> bool {
        self.process.ready(&self.hal, pending)
    }

    /// Lets go on what waits for processes that have ended. Called while waiting.
    ///
    /// # Errors
    /// A bug only.
    pub fn relieve(&mut self) -> Result<(), Error> {
        self.process.relieve(&mut self.hal)
    }

    /// Takes what kernels have printed, piece by piece.
    pub fn take_output(&mut self, mut print: impl FnMut(Output, &[u8])) {
        let Ok(space) = self.process.space() else {
            return;
        };
        let mut bytes = [0; 512];
        for output in [Output::Print, Output::Assertion] {
            loop {
                let len = self.hal.take_output(space, output, &mut bytes).min(bytes.len());
                if len == 0 {
                    break;
                }
                print(output, &bytes[..len]);
            }
        }
    }

    /// Makes a call of a thread in a harness that owns everything: the row's prologue, then the
    /// verb. Nothing but the machine itself can end a wait.
    ///
    /// # Errors
    /// What the prologue or the verb refuses.
    pub fn call(
        &mut self,
        function: &'static Function,
        thread: ThreadId,
        verb: impl FnOnce(&mut Call<'_, 's, H>) -> Answer,
    ) -> Answer {
        let mut session = Alone(self);
        verb(&mut Call::begin(
            function,
            thread,
            DefaultStream::Legacy,
            Ok(Early::GoOn),
            &mut session,
        )?)
    }
}

/// A session of a harness: no other thread, no lock.
struct Alone<'d, 's, H>(&'d mut Driver<'s, H>);

impl<'s, H: Hal> Session<'s, H> for Alone<'_, 's, H> {
    fn driver(&mut self) -> Result<&mut Driver<'s, H>, Error> {
        Ok(self.0)
    }

    fn progress(&mut self) -> Result<(), Error> {
        match self.0.hal.advance() {
            Progress::Advanced => Ok(()),
            Progress::Idle => Err(Error::Bug("nothing is pending, yet a call waits")),
            // Only the harness could run the function or write the word, and it waits here.
            Progress::HostCall { .. } | Progress::Parked | Progress::Deadlock => Err(Rule::WaitStuck.into()),
        }
    }

    fn unlocked(&mut self, run: &mut dyn FnMut()) {
        run();
    }

    fn print(&mut self) {}

    fn services(&self) -> Services {
        Services::NONE
    }

    fn explain(&mut self, _: &str) {}
}
