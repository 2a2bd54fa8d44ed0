//! Texts that compilers and people have written, and what a changed text may do: be refused, never panic.

mod common;

use std::{fs, path::Path};

use common::shown;
use musa_isa::image::Image;
use musa_ptx::assemble;
use proptest::prelude::*;

/// The PTX files of a folder of the repository; nothing where a checkout lacks it.
fn texts(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let files = fs::read_dir(root)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let ptx = files.filter(|path| path.extension().is_some_and(|it| it == "ptx"));
    ptx.map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("text")))
        .collect()
}

const FOLDERS: [&str; 4] = [
    "tests/oracle/cases/ptx",
    "examples/kernels",
    "fuzz/corpus/ptx",
    "../shared/bench",
];

/// Every text assembles, and every instruction of it can be spelled.
#[test]
fn compiled_kernels_assemble() {
    let all: Vec<_> = FOLDERS.iter().flat_map(|folder| texts(folder)).collect();
    assert!(all.len() >= 4, "the texts are missing");
    for (path, text) in all {
        let shown = shown(&text);
        assert!(!shown.contains("no spelling"), "{path}");
    }
}

/// The frame that the oracle's table cases put around each instruction (`dev.h`).
fn table_kernel(row: &str, result: &str) -> String {
    format!(
        ".version 8.3\n.target sm_90\n.address_size 64\n
.visible .entry k0(.param .u64 pA,.param .u64 pB,.param .u64 pC,.param .u64 pO,.param .u64 pX,.param .u64 pS,
.param .u64 pT,.param .u64 pU,.param .u32 pn)
{{
.shared .align 16 .b8 sh[2048];
.reg .b64 %al,%bl,%cl,%tl,%ul,%vl,%ol,%xl,%sp,%tx,%ty,%i0,%i1;
.reg .b32 %aw,%bw,%cw,%tw,%uw,%vw,%ow,%xw,%ss,%j0,%j1,%j2;
.reg .b16 %ah,%bh,%ch,%th,%uh,%vh,%oh;
.reg .f32 %af,%bf,%cf,%tf,%uf,%vf,%of;
.reg .f64 %ad,%bd,%cd,%td,%ud,%vd,%od;
.reg .pred %p,%q,%r,%op,%pe;
mov.u32 %j0,%ctaid.x; mov.u32 %j1,%ntid.x; mov.u32 %j2,%tid.x; mad.lo.u32 %j0,%j0,%j1,%j2;
ld.param.u32 %j1,[pn]; setp.ge.u32 %pe,%j0,%j1; @%pe bra DONE;
mov.u32 %ss,sh; shl.b32 %j2,%j2,4; add.u32 %ss,%ss,%j2;
ld.param.u64 %sp,[pS]; mul.wide.u32 %i0,%j0,32; add.u64 %sp,%sp,%i0;
mul.wide.u32 %i0,%j0,8;
ld.param.u64 %i1,[pA]; add.u64 %i1,%i1,%i0; ld.global.u64 %al,[%i1];
ld.param.u64 %tx,[pT]; ld.param.u64 %ty,[pU];
cvt.u32.u64 %aw,%al; cvt.u16.u64 %ah,%al; mov.b32 %af,%aw; mov.b64 %ad,%al;
{row}
{result}
ld.param.u64 %i1,[pO]; add.u64 %i1,%i1,%i0; st.global.u64 [%i1],%ol;
DONE: ret;
}}
"
    )
}

/// One row for each family of instructions, with the spellings that hardware's compiler takes.
const ROWS: [(&str, &str); 66] = include!("rows.in");

#[test]
fn every_family_assembles_and_is_spelled_as_written() {
    let wrong = ROWS
        .iter()
        .filter_map(|(row, spelling)| match assemble(&table_kernel(row, "")) {
            Err(refusal) => Some(format!("{row}: {refusal}")),
            Ok(_) => {
                let shown = shown(&table_kernel(row, ""));
                (!shown.contains(spelling)).then(|| format!("{row}: {spelling}"))
            }
        });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A text with a bit of everything, small enough to be damaged often.
fn sample() -> String {
    let rows: Vec<&str> = ROWS.iter().map(|(row, _)| *row).collect();
    let calls = ".extern .shared .align 16 .b8 e[]; .global .u32 g[2][2] = {{1},{2,3}}; .const .f32 c = 1.5;
        .func (.param .b32 r) f(.param .b32 a) { .reg .b32 %r<2>; ld.param.b32 %r0,[a]; st.param.b32 [r],%r0; ret; }
        .entry m() { .reg .b32 %r<4>; { .param .b32 p; .param .b32 q; st.param.b32 [p],1; call (q), f, (p); }
        T: .branchtargets A, B; A: brx.idx %r0, T; B: mov.u32 %r1, (1<<4)|3; ld.const.f32 %r2,[c]; }";
    table_kernel(&rows.join("\n"), "") + calls
}

fn survives(text: &str) {
    if let Ok(bytes) = assemble(text) {
        Image::parse(&bytes).expect("what was written can be read");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn damaged_texts_never_panic(edits in prop::collection::vec(
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0usize..4), 1..8
    )) {
        let mut words: Vec<String> = split(&sample());
        for (place, other, kind) in edits {
            let at = place.index(words.len());
            let word = words[other.index(words.len())].clone();
            match kind {
                0 if words.len() > 1 => { words.remove(at); }
                0 => {}
                1 => words.insert(at, word),
                2 => words[at] = word,
                _ => words.truncate(at.max(1)),
            }
        }
        survives(&words.concat());
    }

    #[test]
    fn damaged_bytes_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), 0u8..128), 1..20)) {
        let mut bytes = sample().into_bytes();
        for (place, byte) in changes {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(text) = String::from_utf8(bytes) {
            survives(&text);
        }
    }

    #[test]
    fn any_text_never_panics(tail in "[ -~\n]{0,200}") {
        survives(&format!(".version 8.0\n.target sm_90\n{tail}"));
        survives(&format!(".version 8.0\n.target sm_90\n.entry k() {{ .reg .b32 %r<9>; {tail} }}"));
    }
}

/// Words, numbers and marks, with the blanks between them.
fn split(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for letter in text.chars() {
        let joins = |word: &String| {
            let last = word.chars().last().unwrap_or(' ');
            let inner = |it: char| it.is_alphanumeric() || "%_.$".contains(it);
            inner(letter) && inner(last)
        };
        match words.last_mut() {
            Some(word) if joins(word) => word.push(letter),
            _ => words.push(letter.to_string()),
        }
    }
    words
}
