//! What is the same in every thread of a launch, and what registers hold before they are written.

use musa_hal_sim::exec::Step;

use crate::device::{Device, line};

/// A kernel `k(.param .u64 out, .param .u32 a, .param .u32 b)` with the thread's number in `%r0`; it stores `%r1`.
fn kernel(body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 out, .param .u32 a, .param .u32 b) {{\n\
         .reg .b32 %r<16>; .reg .b64 %d<4>; .reg .pred %p<4>;\n\
         mov.u32 %r0,%tid.x;\n{body}\n\
         ld.param.u64 %d0,[out]; mov.u32 %r10,%ctaid.x; mov.u32 %r11,%ntid.x; mad.lo.u32 %r10,%r10,%r11,%r0;\n\
         mul.wide.u32 %d1,%r10,4; add.u64 %d0,%d0,%d1; st.global.u32 [%d0],%r1; ret; }}\n"
    )
}

/// What each thread of `blocks` blocks of 64 must leave, at several widths, whatever ran before.
fn check(text: &str, blocks: u32, expected: impl Fn(u32, u32) -> u32) {
    for lanes in [32, 128, 1024] {
        let mut device = Device::new();
        device.max_lanes = lanes;
        let module = device.load(text);
        let out = device.allocate(u64::from(blocks) * 64 * 4);
        for (a, b) in [(5, 9), (1 << 31, 3), (0, 0)] {
            assert_eq!(device.run(&module, "k", line(blocks, 64), &[out, a, b]), Step::Finished);
            let mut device_words = device.words(out, blocks as usize * 64).into_iter();
            for thread in 0..blocks * 64 {
                let k = (a as u32).wrapping_add(2 * (b as u32)).wrapping_add(1);
                assert_eq!(
                    device_words.next(),
                    Some(k.wrapping_add(expected(thread / 64, thread % 64))),
                    "{lanes}: {thread}"
                );
            }
        }
    }
}

#[test]
fn parameters_are_read_where_lanes_part_and_registers_are_written_again() {
    // `a + 2 b + 1`, in registers that lanes change for themselves afterwards, and again in a loop that they leave.
    let text = kernel(
        "ld.param.u32 %r2,[a]; ld.param.u32 %r3,[b]; add.u32 %r4,%r3,%r3; add.u32 %r2,%r2,%r4; add.u32 %r1,%r2,1;\n\
         setp.lt.u32 %p0,%r0,3; ld.param.u32 %r5,[a]; @%p0 mov.u32 %r5,7; @!%p0 mov.u32 %r5,9; add.u32 %r1,%r1,%r5;\n\
         and.b32 %r6,%r0,3; mov.u32 %r7,0;\n\
         L: setp.ge.u32 %p1,%r7,%r6; @%p1 bra END; ld.param.u32 %r2,[b]; mov.u32 %r8,%ntid.x; add.u32 %r2,%r2,%r8;\n\
         ld.param.u32 %r3,[b]; sub.u32 %r2,%r2,%r3; add.u32 %r1,%r1,%r2; add.u32 %r7,%r7,1; bra L; END:",
    );
    for blocks in [1, 80] {
        check(&text, blocks, |_, thread| {
            (if thread < 3 { 7 } else { 9 }) + 64 * (thread & 3)
        });
    }
}

#[test]
fn a_guard_that_is_the_same_everywhere_runs_all_lanes_or_none() {
    let text = kernel(
        "ld.param.u32 %r2,[a]; ld.param.u32 %r3,[b]; mad.lo.u32 %r1,%r3,2,%r2; mov.u32 %r4,%ntid.x; setp.eq.u32 %p0,%r4,64;\n\
         @%p0 add.u32 %r1,%r1,1; @!%p0 add.u32 %r1,%r1,100; mov.u32 %r5,%ctaid.x; setp.lt.u32 %p1,%r5,40;\n\
         @%p1 add.u32 %r1,%r1,%r0;",
    );
    check(&text, 80, |block, thread| if block < 40 { thread } else { 0 });
}

#[test]
fn what_was_never_written_is_the_same_in_every_run() {
    // Lanes up to 20 add up a register that the others have written; all do with one that comes to be written later.
    let text = kernel(
        "ld.param.u32 %r1,[a]; setp.gt.u32 %p0,%r0,20; @%p0 add.u32 %r12,%r0,1000; add.u32 %r1,%r1,%r12;\n\
         add.u32 %r1,%r1,%r13; mov.u32 %r13,%r0; mad.lo.u32 %r1,%r13,77,%r1;",
    );
    let mut first = None;
    for lanes in [32, 128, 1024] {
        let mut device = Device::new();
        device.max_lanes = lanes;
        let module = device.load(&text);
        let out = device.allocate(80 * 64 * 4);
        for _ in 0..2 {
            assert_eq!(device.run(&module, "k", line(80, 64), &[out, 5]), Step::Finished);
            let words = device.words(out, 80 * 64);
            assert!(
                words.chunks(64).all(|block| *block == words[..64]),
                "blocks differ at {lanes} lanes"
            );
            assert_eq!(*first.get_or_insert_with(|| words.clone()), words, "{lanes} lanes");
        }
    }
}
