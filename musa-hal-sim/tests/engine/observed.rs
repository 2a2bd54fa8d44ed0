//! The rows of `observed/*.txt` (here and beside the arithmetic tests) through assembler and engine: every row becomes
//! a kernel that runs over all operand triples, and its results have the hardware's checksum.
//!
//! Rows may use, beside the registers of the arithmetic tests: `%sp`, the address of 32 zeroed bytes of global memory of
//! the thread; `%ss`, that of 32 bytes of shared memory; `%xl`, a second result.

use core::fmt::Write;

use musa_hal_sim::exec::Step;

use crate::{
    device::{Device, line},
    table::{self, Table},
};

/// Threads of a block, as in the probes.
const THREADS: u32 = 128;
/// Rows that are assembled together.
const TOGETHER: usize = 48;
/// Differences that a failure shows.
const SHOWN: usize = 20;

const HEAD: &str = ".version 8.6\n.target sm_90a\n.address_size 64\n";

const PROLOGUE: &str = "\
(.param .u64 pA,.param .u64 pB,.param .u64 pC,.param .u64 pO,.param .u64 pX,.param .u64 pS,.param .u32 pn)\n{\n\
.shared .align 16 .b8 sh[4096];\n\
.reg .b64 %al,%bl,%cl,%tl,%ul,%vl,%ol,%xl,%sp,%i0,%i1;\n\
.reg .b32 %aw,%bw,%cw,%tw,%uw,%vw,%ow,%xw,%ss,%j0,%j1,%j2;\n\
.reg .b16 %ah,%bh,%ch,%th,%uh,%vh,%oh;\n.reg .f32 %af,%bf,%cf,%tf,%uf,%vf,%of;\n\
.reg .f64 %ad,%bd,%cd,%td,%ud,%vd,%od;\n.reg .pred %p,%q,%r,%op,%pe;\n.reg .b128 %aq,%bq,%oq;\n\
mov.u32 %j0,%ctaid.x; mov.u32 %j1,%ntid.x; mov.u32 %j2,%tid.x; mad.lo.u32 %j0,%j0,%j1,%j2;\n\
ld.param.u32 %j1,[pn]; setp.ge.u32 %pe,%j0,%j1; @%pe bra DONE;\n\
mov.u32 %ss,sh; shl.b32 %j2,%j2,5; add.u32 %ss,%ss,%j2;\n\
ld.param.u64 %sp,[pS]; mul.wide.u32 %i0,%j0,32; add.u64 %sp,%sp,%i0; mul.wide.u32 %i0,%j0,8;\n\
ld.param.u64 %i1,[pA]; add.u64 %i1,%i1,%i0; ld.global.u64 %al,[%i1];\n\
ld.param.u64 %i1,[pB]; add.u64 %i1,%i1,%i0; ld.global.u64 %bl,[%i1];\n\
ld.param.u64 %i1,[pC]; add.u64 %i1,%i1,%i0; ld.global.u64 %cl,[%i1];\n\
cvt.u32.u64 %aw,%al; cvt.u32.u64 %bw,%bl; cvt.u32.u64 %cw,%cl;\n\
cvt.u16.u64 %ah,%al; cvt.u16.u64 %bh,%bl; cvt.u16.u64 %ch,%cl;\n\
mov.b32 %af,%aw; mov.b32 %bf,%bw; mov.b32 %cf,%cw; mov.b64 %ad,%al; mov.b64 %bd,%bl; mov.b64 %cd,%cl;\n";

/// How a result of each view comes into `%ol`.
const RESULTS: [(&str, &str); 6] = [
    ("%ol", ""),
    ("%ow", "cvt.u64.u32 %ol,%ow;"),
    ("%oh", "cvt.u64.u16 %ol,%oh;"),
    ("%of", "mov.b32 %ow,%of; cvt.u64.u32 %ol,%ow;"),
    ("%od", "mov.b64 %ol,%od;"),
    ("%op", "selp.u64 %ol,1,0,%op;"),
];

fn has_second(text: &str) -> bool {
    text.contains("%xl")
}

fn kernel(into: &mut String, number: usize, text: &str) {
    let (_, result) = RESULTS
        .into_iter()
        .find(|(name, _)| text.contains(name))
        .expect("a result");
    let second = match has_second(text) {
        true => "ld.param.u64 %i1,[pX]; add.u64 %i1,%i1,%i0; st.global.u64 [%i1],%xl;\n",
        false => "",
    };
    writeln!(
        into,
        ".visible .entry k{number}{PROLOGUE}{text}\n{result}\n{second}\
         ld.param.u64 %i1,[pO]; add.u64 %i1,%i1,%i0; st.global.u64 [%i1],%ol;\nDONE: ret;\n}}"
    )
    .expect("a string grows");
}

fn bytes(values: impl Iterator<Item = u64>) -> Vec<u8> {
    values.flat_map(u64::to_le_bytes).collect()
}

/// The rows of a table whose results differ from the hardware's.
fn different(table: &Table) -> Vec<String> {
    let triples = table.triples();
    let mut found = Vec::new();
    for rows in table.rows.chunks(TOGETHER) {
        let mut device = Device::new();
        let mut text = String::from(HEAD);
        for (number, row) in rows.iter().enumerate() {
            kernel(&mut text, number, &row.text);
        }
        let module = device.load(&text);
        let operands: [u64; 3] =
            core::array::from_fn(|place| device.upload(&bytes(triples.iter().map(|triple| triple[place]))));
        let size = triples.len() * 8;
        let [results, seconds, scratch] = [size, size, size * 4].map(|size| device.allocate(size as u64));
        let blocks = (triples.len() as u32).div_ceil(THREADS);
        for (number, row) in rows.iter().enumerate() {
            device.write(results, &vec![0xee; size]);
            device.write(scratch, &vec![0; size * 4]);
            let [a, b, c] = operands;
            let parameters = [a, b, c, results, seconds, scratch, triples.len() as u64];
            let step = device.run(&module, &format!("k{number}"), line(blocks, THREADS), &parameters);
            let mut checksum = table::checksum(device.read(results, size).into_iter());
            if has_second(&row.text) {
                checksum ^= table::checksum(device.read(seconds, size).into_iter()).wrapping_mul(31);
            }
            if step != Step::Finished || checksum != row.checksum {
                found.push(format!("{step:?} {checksum:016x} {}", row.text));
            }
        }
    }
    found
}

/// Runs every so many rows of every file of a folder.
fn check(kind: &str, every: usize) {
    let folder = table::folder(kind);
    let mut found = Vec::new();
    for file in table::files(&folder) {
        let mut tables = table::read(&folder.join(&file));
        for table in &mut tables {
            let rows = core::mem::take(&mut table.rows);
            table.rows = rows.into_iter().step_by(every).collect();
        }
        let rows: Vec<String> = tables.iter().flat_map(different).collect();
        found.extend(rows.into_iter().map(|row| format!("{file}: {row}")));
    }
    let shown = found.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("\n");
    assert!(found.is_empty(), "{} rows differ:\n{shown}", found.len());
}

/// Arithmetic: of the rows with which the functions alone are tested so many that every form is assembled and decoded.
#[test]
fn arithmetic() {
    check("arithmetic", 11);
}

/// Memory, atomic operations, warps.
#[test]
fn everything_else() {
    check("engine", 1);
}
