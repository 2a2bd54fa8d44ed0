//! How every driver function is entered and left.

use core::{
    ffi::c_char,
    fmt::{self, Display},
};

use musa_ctx::{Error, Process, Rejection, Rule, ThreadId, process::judge_init_flags};
use musa_hal::{Dialect, Fault, Hal, Progress};

use super::{Described, Exported, Parameter, handle};
use crate::{
    Driver,
    call::{Answer, Call, DefaultStream, Early, Refusal},
    result,
    table::Function,
    types::*,
};

/// A call's parameters by name.
pub type Arguments<'a> = &'a [(&'static str, &'a dyn Parameter)];

/// Refuses typed pointers that no object can have.
fn judge_pointers(arguments: Arguments<'_>) -> Result<(), Error> {
    match arguments.iter().find(|(_, argument)| argument.low_pointer()) {
        None => Ok(()),
        Some((name, _)) => Err(Rejection::new(Rule::ArgumentLowPointer).argument(name).into()),
    }
}

/// Makes a call of a function that has a process to work on: `first` judges before everything else, `then` after
/// initialisation alone.
pub(super) fn enter<B: Exported>(
    function: &'static Function,
    stream: DefaultStream,
    arguments: Arguments<'_>,
    first: impl FnOnce() -> Result<Early, Error>,
    then: impl FnOnce() -> Result<Early, Error>,
    verb: impl FnOnce(&mut Call<'_, 'static, B::Hal>) -> Answer,
) -> MUresult {
    let attempt = || {
        judge_pointers(arguments)?;
        if first()? == Early::Done {
            return Ok(());
        }
        let judged = then();
        let mut session = B::global().hold()?.session()?;
        let answer = verb(&mut Call::begin(function, B::thread(), stream, judged, &mut session)?);
        session.leave_pending();
        answer
    };
    leave::<B>(function, arguments, attempt())
}

/// Makes a call of a function that works without a process.
pub(super) fn answer<B: Exported>(
    function: &'static Function,
    arguments: Arguments<'_>,
    run: impl FnOnce() -> Answer,
) -> MUresult {
    let attempt = || {
        judge_pointers(arguments)?;
        run()
    };
    leave::<B>(function, arguments, attempt())
}

/// What a row without a verb answers after its prologue.
pub(super) fn not_implemented(function: &'static Function) -> Answer {
    Err(Error::Unsupported(function.name).into())
}

/// Maps what a call came to, and keeps and logs why it was refused.
fn leave<B: Exported>(function: &'static Function, arguments: Arguments<'_>, answer: Answer) -> MUresult {
    let error = match answer {
        Ok(()) => return MUSA_SUCCESS,
        Err(Refusal::NotReady) => return MUSA_ERROR_NOT_READY,
        Err(Refusal::Error(error)) => error,
    };
    let mut held = B::global().hold().ok();
    let driver = held.as_mut().and_then(|held| held.slot().as_mut());
    let dialect = driver
        .as_ref()
        .map_or(Dialect::Musa, |driver| driver.dialect(B::thread()));
    let code = result::code(&error, dialect);
    let driver = driver.map(|driver| {
        driver.process.note(B::thread(), &error);
        &*driver
    });
    B::with_report(|report| {
        let detail = report.detail.as_str();
        report.refusal.set(Explained {
            function,
            arguments,
            error: &error,
            process: driver.map(|driver| &driver.process),
            fault: driver.and_then(fault),
            waiting: driver.and_then(|driver| waiting(driver, &error)),
            code,
            detail,
        });
        report.detail.clear();
    });
    drop(held);
    if B::logs() {
        B::with_report(|report| B::log(report.refusal.as_str()));
    }
    code
}

/// The fault of the process, if there was one.
fn fault<'d, H: Hal>(driver: &'d Driver<'static, H>) -> Option<&'d Fault> {
    driver.hal.fault(driver.process.space().ok()?)
}

impl Explained<'_> {
    /// An argument; objects are numbered alike in every run.
    fn argument(&self, described: Described, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let object = match described {
            Described::Handle(bits) => handle::parts(bits).zip(self.process),
            _ => None,
        };
        match object {
            Some(((kind, index, generation), process)) => {
                write!(f, "{} {index}.{}", kind.name(), process.shown_generation(generation))
            }
            None => described.fmt(f),
        }
    }
}

/// What the process's work waits for, where a call was refused because of that.
fn waiting<H: Hal>(driver: &Driver<'static, H>, error: &Error) -> Option<Fault> {
    match error {
        Error::Rejected(rejection) if rejection.rule == Rule::WaitStuck => {
            driver.hal.waiting(driver.process.space().ok()?)
        }
        _ => None,
    }
}

/// A refusal, for a person.
struct Explained<'a> {
    function: &'static Function,
    arguments: Arguments<'a>,
    error: &'a Error,
    process: Option<&'a Process<'static>>,
    fault: Option<&'a Fault>,
    /// What a call that was refused to wait would have waited for.
    waiting: Option<Fault>,
    code: MUresult,
    detail: &'a str,
}

impl Display for Explained<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.function.name)?;
        for (index, (name, argument)) in self.arguments.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{name} = ")?;
            self.argument(argument.described(), f)?;
        }
        write!(f, ") = {:?}: ", self.code)?;
        match (self.error, self.process, self.fault) {
            (Error::Rejected(rejection), Some(process), _) => process.explain(*rejection).fmt(f)?,
            (Error::Fault(_), _, Some(fault)) => fault.fmt(f)?,
            (error, ..) => error.fmt(f)?,
        }
        if let Some(waiting) = &self.waiting {
            write!(f, " What waits: {waiting}.")?;
        }
        if !self.detail.is_empty() {
            write!(f, " Details: {}", self.detail)?;
        }
        Ok(())
    }
}

/// The calling thread's last refusal, for C.
pub fn last_refusal<B: Exported>() -> *const c_char {
    B::with_report(|report| report.refusal.as_ptr()).unwrap_or(c"".as_ptr())
}

/// The fault of the process, for C.
pub fn last_fault<B: Exported>() -> *const c_char {
    B::with_report(|report| {
        report.fault.clear();
        if let Ok(mut held) = B::global().hold()
            && let Some(fault) = held.slot().as_ref().and_then(fault)
        {
            report.fault.set(fault);
        }
        report.fault.as_ptr()
    })
    .unwrap_or(c"".as_ptr())
}

/// Runs one slice of device work, and a host function that is due where no thread serves them; 1
/// if either happened.
pub fn step<B: Exported>() -> i32 {
    let Ok(mut session) = B::global().hold().and_then(|held| held.session()) else {
        return 0;
    };
    i32::from(matches!(session.step(), Ok(Progress::Advanced)))
}

/// What [`work`] came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// There is more.
    More,
    /// Nothing can go on until something outside the machine changes.
    Waiting,
}

/// For the binding's machine thread: runs one slice, or waits for a change. Wakes waiting calls.
pub fn work<B: Exported>() -> Work {
    let Ok(mut session) = B::global().hold().and_then(|held| held.session()) else {
        return Work::Waiting;
    };
    match session.step() {
        Ok(Progress::Advanced) => {
            B::global().notify();
            Work::More
        }
        Ok(Progress::HostCall { .. }) => {
            B::global().notify();
            Work::Waiting
        }
        // Nothing has changed, so nobody is woken: this thread would be, at once.
        _ => Work::Waiting,
    }
}

/// For the binding's thread of host functions: runs the one that is due, with the lock free.
pub fn serve<B: Exported>() -> Work {
    let Ok(mut session) = B::global().hold().and_then(|held| held.session()) else {
        return Work::Waiting;
    };
    match session.step() {
        Ok(Progress::HostCall { queue, token, .. }) => {
            let _ = session.host_call(queue, token);
            Work::More
        }
        Ok(Progress::Advanced) => Work::More,
        _ => Work::Waiting,
    }
}

/// Forgets the process; `muInit` starts afresh.
pub fn reset<B: Exported>() {
    if let Ok(mut held) = B::global().hold() {
        *held.slot() = None;
    }
    B::with_report(|report| {
        report.refusal.clear();
        report.fault.clear();
    });
}

/// For the binding, when a thread ends: its stack of contexts goes.
pub fn thread_exited<B: Exported>(thread: ThreadId) {
    if let Ok(mut held) = B::global().hold()
        && let Some(driver) = held.slot()
    {
        driver.process.thread_exited(thread);
    }
}

/// Initialises the process, making the machine where there is none yet.
///
/// # Errors
/// Flags, no device, a fork, or no room.
pub fn initialise<B: Exported>(flags: u32) -> Answer {
    judge_init_flags(flags)?;
    let mut held = B::global().hold()?;
    let fresh = held.slot().is_none();
    if fresh {
        let mut driver = B::boot()?;
        driver.process.init(&mut driver.hal, flags)?;
        *held.slot() = Some(driver);
    } else if let Some(driver) = held.slot() {
        driver.process.init(&mut driver.hal, flags)?;
    }
    drop(held);
    if fresh {
        B::booted();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::{HostPointer, Out};

    #[test]
    fn pointers_that_no_object_has_are_refused() {
        let low: Out<'_, i32> = HostPointer::from_address(0x77).as_out();
        let refused = judge_pointers(&[("out", &Out::<i32>::null()), ("value", &low)]);
        let rejection = Rejection::new(Rule::ArgumentLowPointer).argument("value");
        assert_eq!(refused, Err(rejection.into()));
        let mut place = 0;
        assert_eq!(
            judge_pointers(&[("out", &Out::new(&mut place)), ("size", &0x77usize)]),
            Ok(())
        );
    }
}
