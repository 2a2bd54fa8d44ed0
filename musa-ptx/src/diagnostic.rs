//! What is wrong with a text, where, and what was expected there.

use alloc::{string::String, vec::Vec};
use core::fmt;

/// A range of bytes of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

impl Span {
    /// From the start of one span to the end of another.
    pub(crate) fn to(self, other: Self) -> Self {
        Self {
            start: self.start,
            end: other.end.max(self.start),
        }
    }
}

/// What kind of refusal a text earns. A driver has a result code for each (oracle `mod_load_bad`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorClass {
    /// The text breaks a rule of PTX.
    Invalid,
    /// The text is PTX, but of a version that the assembler does not know.
    Version,
    /// The text is for a target that it cannot be compiled for.
    Target,
    /// Not PTX at all: it does not begin with a `.version`.
    NotPtx,
    /// Legal PTX that the model has no instruction for.
    Unsupported,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Line, from one.
    pub line: u32,
    /// Column in bytes, from one.
    pub column: u32,
    /// What kind of refusal this is.
    pub class: ErrorClass,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line, column, message, ..
        } = self;
        write!(out, "ptx input, line {line}, column {column}; error: {message}")
    }
}

/// Why a text was refused: at least one finding, in order of place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
}

impl Refusal {
    /// The class that decides: that of the first finding.
    pub fn class(&self) -> ErrorClass {
        self.diagnostics
            .first()
            .map_or(ErrorClass::Invalid, |first| first.class)
    }
}

impl fmt::Display for Refusal {
    /// One line for each finding: the content of a JIT error log.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for diagnostic in &self.diagnostics {
            writeln!(out, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl core::error::Error for Refusal {}

/// After this many findings the assembler gives up on a text.
pub const MAX_DIAGNOSTICS: usize = 32;

/// A finding before its place has been turned into line and column.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) span: Span,
    pub(crate) class: ErrorClass,
    pub(crate) message: String,
}

impl Finding {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            class: ErrorClass::Invalid,
            message: message.into(),
        }
    }

    pub(crate) fn of_class(self, class: ErrorClass) -> Self {
        Self { class, ..self }
    }
}

/// A text and what has been found in it.
pub(crate) struct Report<'t> {
    text: &'t str,
    findings: Vec<Finding>,
}

impl<'t> Report<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            findings: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, finding: Finding) {
        if !self.is_full() {
            self.findings.push(finding);
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.findings.len() >= MAX_DIAGNOSTICS
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// The findings with lines and columns, in order of place.
    pub(crate) fn into_refusal(mut self) -> Refusal {
        self.findings.sort_by_key(|it| it.span.start);
        let lines = Lines::new(self.text);
        let diagnostics = self.findings.into_iter().map(|finding| {
            let (line, column) = lines.place(finding.span.start);
            Diagnostic {
                line,
                column,
                class: finding.class,
                message: finding.message,
            }
        });
        Refusal {
            diagnostics: diagnostics.collect(),
        }
    }
}

/// Where the lines of a text begin.
pub(crate) struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = core::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1));
        Self {
            starts: starts.collect(),
        }
    }

    /// Line and column of a byte, both from one.
    pub(crate) fn place(&self, at: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|&start| start <= at).max(1);
        (line as u32, at - self.starts[line - 1] + 1)
    }
}
