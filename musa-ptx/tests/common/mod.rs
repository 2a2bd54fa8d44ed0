//! What the tests of the assembler share.
#![allow(dead_code, unreachable_pub, reason = "each test target uses its own part")]

use musa_isa::image::Image;
use musa_ptx::{Refusal, assemble, disassemble};

/// A text of one kernel with a pointer parameter, and registers of every kind.
pub fn kernel(body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n\
         .visible .entry k(.param .u64 o)\n{{\n\
         .reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<32>; .reg .b64 %d<16>; .reg .f32 %f<8>; .reg .f64 %e<8>;\n\
         {body}\n}}\n"
    )
}

/// The disassembly of a text that assembles.
pub fn shown(text: &str) -> String {
    let bytes = assemble(text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
    let image = Image::parse(&bytes).expect("an image that was just written");
    let mut out = String::new();
    disassemble(&image, &mut out).expect("a string takes everything");
    out
}

/// The instructions of a kernel whose body this is, without labels and registers' declarations.
pub fn instructions(body: &str) -> Vec<String> {
    let shown = shown(&kernel(body));
    let lines = shown.lines().map(str::trim).filter(|line| line.ends_with(';'));
    lines
        .filter(|line| !line.starts_with('.'))
        .map(|line| line.trim_end_matches(';').to_owned())
        .collect()
}

/// The refusal of a text.
pub fn refused(text: &str) -> Refusal {
    assemble(text).map(|_| ()).expect_err("this text breaks a rule")
}
