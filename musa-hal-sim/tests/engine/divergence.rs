//! Random structured programs: every lane must take its own path, whatever the width, and lanes must be together where
//! their paths join.

use core::fmt::Write;

use musa_hal_sim::exec::Step;
use proptest::prelude::*;

use crate::device::{Device, line};

/// A statement of a small language over one accumulator and the thread's number.
#[derive(Clone, Debug)]
enum Statement {
    /// `a = a * 3 + k`.
    Step(u32),
    /// `if (a >> bit & 1) { .. } else { .. }`.
    If(u32, Vec<Statement>, Vec<Statement>),
    /// `for (i = 0; i < (thread >> shift & 3); i++) { .. if (a & mask == mask) break; }`.
    Loop(u32, u32, Vec<Statement>),
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let leaf = (0_u32..1000).prop_map(Statement::Step);
    let statement = leaf.prop_recursive(4, 24, 4, |inner| {
        let body = prop::collection::vec(inner, 0..4);
        prop_oneof![
            (0_u32..8, body.clone(), body.clone()).prop_map(|(bit, yes, no)| Statement::If(bit, yes, no)),
            (0_u32..6, 1_u32..16, body).prop_map(|(shift, mask, body)| Statement::Loop(shift, mask, body)),
        ]
    });
    prop::collection::vec(statement, 1..5)
}

/// What a thread computes.
fn evaluate(program: &[Statement], thread: u32, a: &mut u32) {
    for statement in program {
        match statement {
            Statement::Step(k) => *a = a.wrapping_mul(3).wrapping_add(*k),
            Statement::If(bit, yes, no) => evaluate(if *a >> bit & 1 == 1 { yes } else { no }, thread, a),
            Statement::Loop(shift, mask, body) => {
                for _ in 0..thread >> shift & 3 {
                    evaluate(body, thread, a);
                    *a = a.wrapping_add(1);
                    if *a & mask == *mask {
                        break;
                    }
                }
            }
        }
    }
}

/// The same as PTX: `%r1` is the accumulator, `%r0` the thread, and loops count in registers of their own.
fn compile(program: &[Statement], text: &mut String, labels: &mut u32) {
    for statement in program {
        *labels += 1;
        let label = *labels;
        match statement {
            Statement::Step(k) => writeln!(text, "mad.lo.u32 %r1,%r1,3,{k};").unwrap(),
            Statement::If(bit, yes, no) => {
                writeln!(
                    text,
                    "shr.u32 %r2,%r1,{bit}; and.b32 %r2,%r2,1; setp.eq.u32 %p0,%r2,0; @%p0 bra NO{label};"
                )
                .unwrap();
                compile(yes, text, labels);
                writeln!(text, "bra END{label}; NO{label}:").unwrap();
                compile(no, text, labels);
                writeln!(
                    text,
                    "END{label}: activemask.b32 %r3; popc.b32 %r3,%r3; min.u32 %r5,%r5,%r3;"
                )
                .unwrap();
            }
            Statement::Loop(shift, mask, body) => {
                writeln!(text, "mov.u32 %c{label},0; LOOP{label}: shr.u32 %r2,%r0,{shift}; and.b32 %r2,%r2,3; setp.ge.u32 %p0,%c{label},%r2; @%p0 bra OUT{label};").unwrap();
                compile(body, text, labels);
                writeln!(text, "add.u32 %r1,%r1,1; and.b32 %r2,%r1,{mask}; setp.eq.u32 %p0,%r2,{mask}; @%p0 bra OUT{label}; add.u32 %c{label},%c{label},1; bra LOOP{label}; OUT{label}:").unwrap();
            }
        }
    }
}

fn text(program: &[Statement]) -> String {
    let (mut body, mut labels) = (String::new(), 0);
    compile(program, &mut body, &mut labels);
    format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 o) {{\n\
         .reg .b64 %d<3>; .reg .b32 %r<8>; .reg .b32 %c<{}>; .reg .pred %p<2>;\n\
         ld.param.u64 %d0,[o]; mov.u32 %r0,%tid.x; mov.u32 %r1,%ctaid.x; add.u32 %r1,%r1,%r0; mov.u32 %r5,64;\n{body}\
         activemask.b32 %r4; mov.u32 %r6,%ctaid.x; mov.u32 %r7,%ntid.x; mad.lo.u32 %r0,%r6,%r7,%r0; mul.wide.u32 %d1,%r0,8; add.u64 %d0,%d0,%d1; st.global.v2.u32 [%d0],{{%r1,%r4}}; ret; }}\n",
        labels + 1
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_lane_takes_its_own_path_and_all_meet_again(program in statements(), threads in 1_u32..200) {
        every_lane_is_right(&program, 1, threads, &[32, 64, 128, 256])?;
    }

    #[test]
    fn blocks_that_go_abreast_take_their_own_paths(program in statements(), warps in 1_u32..5, blocks in 64_u32..90) {
        every_lane_is_right(&program, blocks, warps * 32, &[32, 128, 512, 1024])?;
    }
}

/// Runs a program at several widths: all lanes must be right and together at the end, and all counts the same.
fn every_lane_is_right(program: &[Statement], blocks: u32, threads: u32, widths: &[u32]) -> Result<(), TestCaseError> {
    let text = text(program);
    let mut counted = None;
    for &lanes in widths {
        let mut device = Device::new();
        device.max_lanes = lanes;
        let module = device.load(&text);
        let all = blocks * threads;
        let out = device.allocate(u64::from(all) * 8);
        prop_assert_eq!(device.run(&module, "k", line(blocks, threads), &[out]), Step::Finished);
        let counters = device.counters();
        prop_assert_eq!(*counted.get_or_insert(counters), counters, "counts at {} lanes", lanes);
        let words = device.words(out, all as usize * 2);
        for place in 0..all {
            let (block, thread) = (place / threads, place % threads);
            let mut expected = block + thread;
            evaluate(program, thread, &mut expected);
            prop_assert_eq!(
                words[place as usize * 2],
                expected,
                "{} of {} at {} lanes",
                thread,
                block,
                lanes
            );
            let present = (threads - thread / 32 * 32).min(32);
            let all = if present == 32 { u32::MAX } else { (1 << present) - 1 };
            prop_assert_eq!(words[place as usize * 2 + 1], all, "lanes are apart at the end");
        }
    }
    Ok(())
}
