//! What a kernel takes, and whether the arguments of a command line are that.

use std::fmt;

use musa_isa::Type;
use musa_isa::image::Image;

use super::argument::Argument;
use crate::failure::Failure;

/// A kernel's parameters.
pub(super) struct Signature<'i> {
    kernel: &'i str,
    parameters: Vec<Parameter>,
}

/// A parameter as it was declared.
pub(super) struct Parameter {
    name: String,
    kind: Type,
    size: u32,
    /// Bytes; a power of two.
    pub(super) align: u32,
}

/// As PTX declares it: `.u64 p`, `.b8 s[16]`.
impl fmt::Display for Parameter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, ".{} {}", self.kind.name(), self.name)?;
        match self.size.checked_div(self.kind.bytes()) {
            None | Some(1) => Ok(()),
            Some(elements) => write!(out, "[{elements}]"),
        }
    }
}

impl<'i> Signature<'i> {
    /// The signature of a kernel that the image has.
    pub(super) fn of(image: &Image<'i>, kernel: &str) -> Option<Self> {
        let (_, function) = image.find_function(kernel)?;
        let names = image.text().map(|text| musa_ptx::parameter_names(text, kernel));
        let mut names = names.unwrap_or_default().into_iter();
        let parameters = image
            .parameters(function.parameters)
            .enumerate()
            .map(|(place, it)| Parameter {
                name: names.next().unwrap_or_else(|| format!("param_{place}")),
                kind: it.kind,
                size: it.slot.size,
                align: it.slot.align,
            });
        Some(Self {
            kernel: function.name,
            parameters: parameters.collect(),
        })
    }

    /// The arguments, each with its parameter.
    ///
    /// # Errors
    /// Too few of them, too many, or one that its parameter cannot be.
    pub(super) fn pair<'a>(&self, arguments: &'a [Argument]) -> Result<Vec<(&'a Argument, &Parameter)>, Failure> {
        let refuse = |why: fmt::Arguments<'_>| {
            let kernel = self.kernel;
            let list: Vec<String> = self.parameters.iter().map(ToString::to_string).collect();
            Err(Failure::Refused(format!(
                "{why}: kernel {kernel} takes ({})",
                list.join(", ")
            )))
        };
        let given = arguments.len();
        if let Some(missing) = self.parameters.get(given) {
            return refuse(format_args!(
                "launch.parameters: no argument for parameter {given}, {missing}"
            ));
        }
        if let Some(rest) = arguments.get(self.parameters.len()..).and_then(<[_]>::first) {
            let kind = rest.kind();
            let takes = self.parameters.len();
            return refuse(format_args!(
                "launch.parameters: argument {takes} ({kind}) is one too many"
            ));
        }
        let pairs: Vec<_> = arguments.iter().zip(&self.parameters).collect();
        for (place, (argument, parameter)) in pairs.iter().enumerate() {
            let (kind, size) = (argument.kind(), argument.size());
            if size != parameter.size as usize {
                let wanted = parameter.size;
                return refuse(format_args!(
                    "argument {place} ({kind}) has {size} bytes, and parameter {parameter} has {wanted}"
                ));
            }
            if parameter.differs(argument) {
                return refuse(format_args!(
                    "argument {place} ({kind}) is no value of parameter {parameter}"
                ));
            }
        }
        Ok(pairs)
    }
}

impl Parameter {
    /// Whether one is an integer and the other is not. Plain bits may be either.
    fn differs(&self, argument: &Argument) -> bool {
        let bits = matches!(self.kind, Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128);
        !bits && argument.is_float().is_some_and(|float| float != self.kind.is_float())
    }
}
