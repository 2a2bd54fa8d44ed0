//! PTX text to module image.
//!
//! [`assemble`] takes a text and gives the bytes of an image ([`musa_isa::image::Image`] reads them), or a [`Refusal`]
//! that says what is wrong, at which line and column, and what was expected there.
//!
//! [`disassemble`] shows what is in an image. [`Translating`] puts the assembler before a HAL.
//!
//! The way: `lexer` → `parser` → `syntax` → `lower` (names become registers, places and addresses; the `forms` say
//! which modifiers and operands an instruction has) → `registers` (numbering) → `emit`.
//!
//! What the assembler takes is bounded: texts up to 4 GiB, [`MAX_DEPTH`] levels of nesting, 65535 registers of a kind in
//! use in one function, 64 MiB of stack frame, [`MAX_DIAGNOSTICS`] findings. Memory is proportional to the text, apart from
//! initial values, whose size the text states.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod diagnostic;
mod disassemble;
mod draft;
mod emit;
mod flow;
mod forms;
mod gather;
mod layout;
mod lexer;
mod link;
mod lower;
mod parser;
mod registers;
mod syntax;
mod translate;
mod versions;

use alloc::vec::Vec;

pub use diagnostic::{Diagnostic, ErrorClass, MAX_DIAGNOSTICS, Refusal, Span};
pub use disassemble::disassemble;
pub use gather::Gathered;
pub use link::{LinkError, link};
pub use parser::MAX_DEPTH;
pub use translate::Translating;
pub use versions::NEWEST as NEWEST_PTX_VERSION;

use diagnostic::{Finding, Report};
use forms::Roots;
use lower::Builder;

/// Translates a PTX text to a module image.
///
/// # Errors
/// [`Refusal`] with everything that was found wrong, up to [`MAX_DIAGNOSTICS`].
pub fn assemble(text: &str) -> Result<Vec<u8>, Refusal> {
    assemble_for(text, None)
}

/// The names of a kernel's or function's parameters, in order; none where the text has no such function.
pub fn parameter_names(text: &str, function: &str) -> Vec<alloc::string::String> {
    let mut report = Report::new(text);
    let tokens = lexer::tokens(text, &mut report);
    let module = parser::parse(text, tokens, &mut report);
    let named = module.functions.iter().find(|it| it.name.text == function);
    let names = named.map(|it| it.parameters.iter().map(|parameter| parameter.name.text.into()));
    names.map(Iterator::collect).unwrap_or_default()
}

/// As [`assemble`], for a device of that target (`sm_90` is 90): a text for another one is refused.
///
/// # Errors
/// As for [`assemble`].
pub fn assemble_for(text: &str, device: Option<u32>) -> Result<Vec<u8>, Refusal> {
    let mut report = Report::new(text);
    if u32::try_from(text.len()).is_err() {
        report.add(Finding::new(Span::default(), "the text is longer than 4 GiB"));
        return Err(report.into_refusal());
    }
    let tokens = lexer::tokens(text, &mut report);
    let module = parser::parse(text, tokens, &mut report);
    if !report.is_empty() {
        return Err(report.into_refusal());
    }
    let origin = module.origin();
    if let Some(device) = device.filter(|device| !origin.runs_on(*device)) {
        let message = alloc::format!("text for {origin} does not run on sm_{device}, which it is compiled for");
        report.add(Finding::new(module.target, message).of_class(ErrorClass::Target));
    }
    let mut symbols = lower::symbols(&module, &mut report);
    let roots = Roots::new();
    let mut bodies = Vec::new();
    for ordinal in 0..symbols.functions.len() {
        let data = &symbols.functions[ordinal];
        let signature = data.signature.clone();
        let function = data.definition.and_then(|place| module.functions.get(place));
        bodies.push(function.map(|function| Builder::lower(&mut symbols, &roots, &mut report, function, &signature)));
    }
    if !report.is_empty() {
        return Err(report.into_refusal());
    }
    emit::image(text, &module, &symbols, bodies).map_err(|finding| {
        report.add(finding);
        report.into_refusal()
    })
}
