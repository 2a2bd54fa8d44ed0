//! One call of the driver: what verbs are given.

use musa_ctx::{Error, HostMemory, Needs, Pending, Process, Rejection, Rule, ThreadId, stream::StreamArgument};
use musa_hal::Hal;

use crate::{
    Driver,
    abi::{FileError, Text},
    table::Function,
    types::{MU_STREAM_LEGACY, MU_STREAM_PER_THREAD, MUstream},
};

/// What a verb comes to.
pub type Answer = Result<(), Refusal>;

/// Why a verb does not answer success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// An error, to be explained.
    Error(Error),
    /// What is asked about is not complete: an answer rather than an error.
    NotReady,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<Rejection> for Refusal {
    fn from(rejection: Rejection) -> Self {
        Self::Error(rejection.into())
    }
}

impl From<Rule> for Refusal {
    fn from(rule: Rule) -> Self {
        Self::Error(rule.into())
    }
}

/// What a function that judges arguments before the prologue comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Early {
    /// The call goes on.
    GoOn,
    /// The call has succeeded.
    Done,
}

/// Which stream a null stream handle means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DefaultStream {
    /// The one that all threads share and that waits for blocking streams.
    Legacy,
    /// The calling thread's own.
    PerThread,
}

/// How a call reaches the driver, and how it waits there.
pub trait Session<'s, H> {
    /// The driver.
    ///
    /// # Errors
    /// That it has been reset during a wait.
    fn driver(&mut self) -> Result<&mut Driver<'s, H>, Error>;

    /// Lets the machine go on for a slice, or waits for what is outside it, with any lock free in
    /// between.
    ///
    /// # Errors
    /// That nothing can end the wait.
    fn progress(&mut self) -> Result<(), Error>;

    /// Runs the caller's own code, with any lock free.
    fn unlocked(&mut self, run: &mut dyn FnMut());

    /// Passes on what kernels have printed.
    fn print(&mut self);

    /// What only the binding can do.
    fn services(&self) -> Services;

    /// Says more about why the call is being refused.
    fn explain(&mut self, detail: &str);
}

/// Reads the file of a path and hands its bytes over.
pub type ReadFile = fn(&[u8], &mut dyn FnMut(&[u8])) -> Result<(), FileError>;

/// Makes a file descriptor that carries bytes, which name memory by its serial number; none where that cannot be done.
pub type Carry = fn(&[u8; 64], u64) -> Option<i32>;
/// The bytes that a file descriptor carries, if it does.
pub type Carried = fn(i32) -> Option<[u8; 64]>;

/// What only the binding can do.
#[derive(Clone, Copy)]
pub struct Services {
    /// Reads a file and hands its bytes over.
    pub read_file: ReadFile,
    /// Keeps a text for ever.
    pub keep_text: fn(&str) -> Option<Text<'static>>,
    /// Makes a file descriptor that carries bytes.
    pub carry: Carry,
    /// The bytes that a file descriptor carries.
    pub carried: Carried,
}

impl Services {
    /// No services.
    pub const NONE: Self = Self {
        read_file: |_, _| Err(FileError::NoFiles),
        keep_text: |_| None,
        carry: |_, _| None,
        carried: |_| None,
    };
}

/// A call that has passed its prologue. Verbs work on this.
pub struct Call<'c, 's, H> {
    function: &'static Function,
    thread: ThreadId,
    default_stream: DefaultStream,
    session: &'c mut dyn Session<'s, H>,
}

impl<'c, 's, H: Hal> Call<'c, 's, H> {
    /// Begins a call: checks what the function's row demands, in order.
    ///
    /// `judged` says what is wrong with the arguments, if anything is: it counts once the process is initialised, before
    /// contexts and faults.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn begin(
        function: &'static Function,
        thread: ThreadId,
        default_stream: DefaultStream,
        judged: Result<Early, Error>,
        session: &'c mut dyn Session<'s, H>,
    ) -> Result<Self, Error> {
        let Driver { process, hal, .. } = session.driver()?;
        if let Err(refused) = judged {
            process.prologue(hal, thread, function.needs() & Needs::ALONE)?;
            return Err(refused);
        }
        let passed = process.prologue(hal, thread, function.needs());
        if let Err(Error::Fault(_)) = passed {
            // What kernels said before they failed is heard with the failure.
            session.print();
        }
        passed?;
        Ok(Self {
            function,
            thread,
            default_stream,
            session,
        })
    }

    /// The function that was called.
    pub fn function(&self) -> &'static Function {
        self.function
    }

    /// The calling thread.
    pub fn thread(&self) -> ThreadId {
        self.thread
    }

    /// Which stream a null stream handle means in this call.
    pub fn default_stream(&self) -> DefaultStream {
        self.default_stream
    }

    /// The stream that a handle names in this call.
    pub fn stream(&self, handle: MUstream) -> StreamArgument {
        handle.argument(self.default_stream)
    }

    /// The process, the hardware and the calling thread.
    ///
    /// # Errors
    /// That the process has been reset while the call waited.
    pub fn parts(&mut self) -> Result<(&mut Process<'s>, &mut H, ThreadId), Error> {
        let thread = self.thread;
        let Driver { process, hal, .. } = self.session.driver()?;
        Ok((process, hal, thread))
    }

    /// Waits for a stream where launches are to be done when they return.
    ///
    /// # Errors
    /// A fault, or that nothing can end the wait.
    pub fn after_launch(&mut self, stream: StreamArgument) -> Result<(), Error> {
        if !self.session.driver()?.blocking_launches {
            return Ok(());
        }
        let (process, hal, thread) = self.parts()?;
        let pending = process.synchronize_stream(hal, thread, stream)?;
        self.finish(pending, HostMemory::none())
    }

    /// Waits until an operation that has begun is ready, and finishes it. Output of kernels has
    /// been passed on when this returns.
    ///
    /// # Errors
    /// What finishing it refuses, or that nothing can end the wait.
    pub fn finish(&mut self, pending: Pending, host: HostMemory<'_>) -> Result<(), Error> {
        while !self.session.driver()?.ready(&pending) {
            self.session.progress()?;
        }
        let (process, hal, thread) = self.parts()?;
        let finished = process.finish(hal, thread, pending, host);
        self.session.print();
        finished
    }

    /// Runs the caller's own code, with any lock free.
    pub fn unlocked<R>(&mut self, run: impl FnOnce() -> R) -> Option<R> {
        let mut run = Some(run);
        let mut result = None;
        self.session.unlocked(&mut || result = run.take().map(|run| run()));
        result
    }

    /// Reads a file and goes on with its bytes.
    ///
    /// # Errors
    /// That there is none that can be read.
    pub fn with_file<R>(&mut self, path: &[u8], go_on: impl FnOnce(&mut Self, &[u8]) -> R) -> Result<R, Error> {
        let Services { read_file, .. } = self.session.services();
        let mut go_on = Some(go_on);
        let mut result = None;
        read_file(path, &mut |bytes| result = go_on.take().map(|go_on| go_on(self, bytes)))?;
        result.ok_or(Error::Bug("a file was read without its bytes"))
    }

    /// Keeps texts for ever, the same text in the same place; none where there is no room.
    pub fn text_keeper(&self) -> fn(&str) -> Option<Text<'static>> {
        self.session.services().keep_text
    }

    /// What makes and reads file descriptors that carry bytes to other processes.
    pub fn descriptors(&self) -> (Carry, Carried) {
        let Services { carry, carried, .. } = self.session.services();
        (carry, carried)
    }

    /// Says more about why the call is being refused.
    pub fn explain(&mut self, detail: &str) {
        self.session.explain(detail);
    }
}

impl MUstream {
    /// The stream that the handle names, where null means `default`.
    pub fn argument(self, default: DefaultStream) -> StreamArgument {
        match (self, default) {
            (MUstream::NULL, DefaultStream::Legacy) | (MU_STREAM_LEGACY, _) => StreamArgument::Legacy,
            (MUstream::NULL, DefaultStream::PerThread) | (MU_STREAM_PER_THREAD, _) => StreamArgument::PerThread,
            (created, _) => StreamArgument::Created(created.named()),
        }
    }
}

impl Function {
    /// The prologue, as the object model takes it.
    pub fn needs(&self) -> Needs {
        self.prologue.iter().map(|check| check.needs()).collect()
    }
}
