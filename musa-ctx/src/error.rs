//! What a call may answer instead of success: who is wrong, and which rule says so.

use core::fmt;

use musa_hal::{FaultKind, Gone, HalError, ImageError, ImageErrorKind, Resource};

use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::rule::Rule;

/// The object that a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// What it is.
    pub kind: ObjectKind,
    /// Its slot.
    pub index: u32,
    /// Its generation.
    pub generation: u32,
}

impl<T: Kind> From<Id<T>> for Subject {
    fn from(id: Id<T>) -> Self {
        Self {
            kind: T::KIND,
            index: id.index(),
            generation: id.generation(),
        }
    }
}

/// A number at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// One that is never negative.
    Unsigned(u64),
    /// One that may be.
    Signed(i64),
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(value @ 0..=9) => value.fmt(formatter),
            Self::Unsigned(value) => write!(formatter, "{value} ({value:#x})"),
            Self::Signed(value) => value.fmt(formatter),
        }
    }
}

/// What a number at fault would have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// That or more.
    AtLeast(u64),
    /// That or less.
    AtMost(u64),
    /// Less than that.
    Below(u64),
    /// Nothing else.
    Exactly(u64),
    /// Any multiple of that.
    MultipleOf(u64),
}

impl fmt::Display for Bound {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(bound) => write!(formatter, "at least {bound}"),
            Self::AtMost(bound) => write!(formatter, "at most {bound}"),
            Self::Below(bound) => write!(formatter, "below {bound}"),
            Self::Exactly(bound) => bound.fmt(formatter),
            Self::MultipleOf(bound) => write!(formatter, "a multiple of {bound}"),
        }
    }
}

/// A refused call: the rule that it broke, and what is known about how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Rejection {
    /// The rule.
    pub rule: Rule,
    /// The argument at fault, by its role.
    pub argument: Option<&'static str>,
    /// The argument's value.
    pub value: Option<Value>,
    /// What the value would have to be, where that is one number.
    pub bound: Option<Bound>,
    /// The object concerned.
    pub subject: Option<Subject>,
}

impl Rejection {
    /// A refusal by a rule.
    pub const fn new(rule: Rule) -> Self {
        Self {
            rule,
            argument: None,
            value: None,
            bound: None,
            subject: None,
        }
    }

    /// With the argument at fault.
    pub const fn argument(mut self, argument: &'static str) -> Self {
        self.argument = Some(argument);
        self
    }

    /// With the value of the argument at fault.
    pub const fn value(mut self, value: u64) -> Self {
        self.value = Some(Value::Unsigned(value));
        self
    }

    /// With the value of the argument at fault, which may be negative.
    pub const fn signed(mut self, value: i64) -> Self {
        self.value = Some(Value::Signed(value));
        self
    }

    /// With what the value would have to be.
    pub const fn bound(mut self, bound: Bound) -> Self {
        self.bound = Some(bound);
        self
    }

    /// With the object concerned.
    pub fn subject(mut self, subject: impl Into<Subject>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// With the object or the bits that a handle names.
    pub fn handle<T: Kind>(self, handle: Handle<T>) -> Self {
        match handle {
            Handle::Null => self.value(0),
            Handle::Object(id) => self.subject(id),
            Handle::Foreign(bits) => self.value(bits),
        }
    }
}

/// What a call may answer instead of success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum Error {
    /// The caller broke a rule. Nothing has changed, and the refusal does not stick.
    Rejected(Rejection),
    /// Something limited ran out. Nothing has changed.
    Exhausted(Resource),
    /// A device did what it does not forgive; every later call that needs a context says so too. The HAL has the whole
    /// story ([`musa_hal::Queues::fault`]).
    Fault(FaultKind),
    /// The model does not have this; named.
    Unsupported(&'static str),
    /// A bug of the model's; what went wrong.
    Bug(&'static str),
}

impl From<Rejection> for Error {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

impl From<Rule> for Error {
    fn from(rule: Rule) -> Self {
        Self::Rejected(Rejection::new(rule))
    }
}

impl From<ImageError> for Error {
    fn from(error: ImageError) -> Self {
        let rule = match error.kind {
            ImageErrorKind::Unrecognised => Rule::ImageUnrecognised,
            ImageErrorKind::Malformed => Rule::ImageMalformed,
            ImageErrorKind::Text => Rule::ImageText,
            ImageErrorKind::TextVersion => Rule::ImageTextVersion,
            ImageErrorKind::TextTarget => Rule::ImageTextTarget,
            ImageErrorKind::OtherTarget => Rule::ImageOtherTarget,
            ImageErrorKind::UnsupportedInstruction => Rule::ImageInstruction,
            ImageErrorKind::ForeignInstructionSet => Rule::ImageForeign,
            ImageErrorKind::NoneForDevice => Rule::ImageNoneForDevice,
            ImageErrorKind::UnresolvedFunction => Rule::ImageUnresolvedFunction,
            ImageErrorKind::DuplicateSymbol => Rule::ImageDuplicateSymbol,
        };
        Self::Rejected(match error.line {
            0 => Rejection::new(rule).argument("image"),
            line => Rejection::new(rule).argument("line of the image").value(line.into()),
        })
    }
}

impl From<HalError> for Error {
    fn from(error: HalError) -> Self {
        match error {
            HalError::Exhausted(resource) => Self::Exhausted(resource),
            HalError::Image(error) => error.into(),
            HalError::Gone(Gone::Memory) => Rule::IpcMemoryFreed.into(),
            HalError::Gone(Gone::Owner) => Rule::IpcOwnerEnded.into(),
            HalError::NoPages => Rule::HostRegisterPages.into(),
            HalError::Unsupported(feature) => Self::Unsupported(feature),
            HalError::ContractBroken(what) => Self::Bug(what),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.rule.id(), self.rule.sentence())?;
        match (self.argument, self.value) {
            (Some(argument), Some(value)) => write!(formatter, " The {argument} is {value}")?,
            (Some(argument), None) => write!(formatter, " At fault: {argument}")?,
            (None, Some(value)) => write!(formatter, " The value is {value}")?,
            (None, None) => {}
        }
        if let Some(bound) = self.bound {
            write!(formatter, "; it must be {bound}")?;
        }
        if self.argument.is_some() || self.value.is_some() {
            formatter.write_str(".")?;
        }
        if let Some(subject) = self.subject {
            write!(
                formatter,
                " {} {}.{}",
                subject.kind.name(),
                subject.index,
                subject.generation
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(rejection) => rejection.fmt(formatter),
            Self::Exhausted(resource) => HalError::Exhausted(*resource).fmt(formatter),
            Self::Fault(kind) => write!(formatter, "a device faulted: {kind:?}"),
            Self::Unsupported(feature) => write!(formatter, "{feature} is not supported"),
            Self::Bug(what) => write!(formatter, "a bug of the model: {what}"),
        }
    }
}

impl core::error::Error for Error {}
