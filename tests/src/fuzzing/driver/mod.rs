//! Bytes as a sequence of calls of the driver API, with every handle, number and structure from the bytes too.

mod alphabet;
mod content;
mod host;
mod source;
mod value;

use std::fmt::Write;

use alphabet::Letter;
use musa_ctx::{Error, Process, Storage, ThreadId};
use musa_driver::call::{Answer, Refusal};
use musa_driver::types::{
    MUSA_ERROR_UNKNOWN, MUSA_SUCCESS, MUcontext, MUdeviceptr, MUevent, MUfunction, MUmodule, MUstream,
};
use musa_driver::{Driver, result};
use musa_hal::image::LoadOptions;
use musa_hal_sim::memory::OwnedSource;
use musa_hal_sim::{Machine, Schedule, profiles};
use musa_ptx::Translating;
use source::{Source, type_of};

/// Calls of one sequence.
const CALLS: usize = 64;

type Device = Translating<Machine<'static, OwnedSource, Schedule>>;

/// A process that is called.
struct World<'d> {
    driver: Driver<'static, Device>,
    thread: ThreadId,
    source: Source<'d>,
}

/// Makes the calls that `data` spells, after a few that make a context, memory and a module. Whatever comes, a call
/// succeeds or is refused for a reason that can be told; a refusal does not change the thread's context, and none is a
/// bug of the model's own.
pub fn driver(data: &[u8]) -> bool {
    let mut source = Source::new(data);
    let schedule = match source.byte() {
        0 => Schedule::Eager,
        1 => Schedule::Lazy,
        seed => Schedule::random(seed.into()),
    };
    let machine = Machine::owned([profiles::S80, profiles::REF_SM90], schedule);
    let driver = Driver::new(
        Process::new(Storage::owned(), 1),
        Translating::new(machine.expect("a machine with two devices")),
    );
    let mut world = World {
        driver,
        thread: ThreadId(1),
        source,
    };
    world.open().expect("a process with an object of each common kind");
    let letters = alphabet::letters();
    let mut succeeded = 0;
    for _ in 0..CALLS {
        if world.source.is_empty() {
            break;
        }
        world.thread = ThreadId(1 + u64::from(world.source.byte() >= 240));
        let letter = &letters[usize::from(world.source.half()) % letters.len()];
        succeeded += u32::from(world.make(letter));
    }
    succeeded > 0
}

impl World<'_> {
    /// Makes the objects that most calls need, so that few bytes get far.
    fn open(&mut self) -> Result<(), Error> {
        let Self { driver, thread, source } = self;
        let Driver { process, hal, .. } = driver;
        process.init(hal, 0)?;
        let context = process.create_context(hal, *thread, 0, 0)?;
        source.keep(type_of::<MUcontext>(), MUcontext::of(context).0 as u64);
        let image = content::image();
        let module = process.load_module(hal, *thread, image, &LoadOptions::default(), &mut String::new())?;
        source.keep(type_of::<MUmodule>(), MUmodule::of(module).0 as u64);
        for name in ["nop", "store", "count"] {
            let function = process.module_function(hal, module.into(), name)?;
            source.keep(type_of::<MUfunction>(), MUfunction::of(function).0 as u64);
        }
        for size in [256, 65536] {
            let memory = process.allocate_device(hal, *thread, size)?;
            source.keep(type_of::<MUdeviceptr>(), memory.0);
        }
        let stream = process.create_stream(hal, *thread, 0, 0)?;
        source.keep(type_of::<MUstream>(), MUstream::of(stream).0 as u64);
        let event = process.create_event(hal, *thread, 0)?;
        source.keep(type_of::<MUevent>(), MUevent::of(event).0 as u64);
        Ok(())
    }

    /// Makes a call; whether it succeeds.
    fn make(&mut self, letter: &Letter) -> bool {
        self.source.begin();
        let top = self.driver.process.top(self.thread);
        match (letter.call)(self) {
            Ok(()) => {
                self.source.keep_answers();
                return true;
            }
            Err(Refusal::NotReady) => {}
            Err(Refusal::Error(error)) => {
                self.check(letter, error);
                assert_eq!(
                    self.driver.process.top(self.thread),
                    top,
                    "after a refused {}",
                    letter.name
                );
            }
        }
        false
    }

    /// What is refused is refused for a reason, under a code that says so.
    fn check(&self, letter: &Letter, error: Error) {
        let code = result::code(&error, self.driver.dialect(self.thread));
        let mut reason = String::new();
        let told = match error {
            Error::Rejected(rejection) => write!(reason, "{}", self.driver.process.explain(rejection)),
            Error::Bug(what) => panic!("{} ended in a bug: {what}", letter.name),
            error => write!(reason, "{error}"),
        };
        assert!(
            told.is_ok() && !reason.is_empty(),
            "{} was refused without a reason",
            letter.name
        );
        assert!(
            code != MUSA_SUCCESS && code != MUSA_ERROR_UNKNOWN,
            "{}: {code:?}",
            letter.name
        );
    }
}
