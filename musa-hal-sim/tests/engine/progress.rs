//! Forward progress: lanes, warps and blocks that wait for each other finish under every schedule, and loops that wait for
//! the host are found out in whatever shape they come.

use musa_hal_sim::{exec::Step, schedule::Schedule};

use crate::device::{Device, Shape, line};

const HEAD: &str = ".version 8.3\n.target sm_90\n.address_size 64\n";

/// Functions that read a word: at once; after a loop, with parameters on the stack; until it is no longer zero.
const FUNCTIONS: &str = "\
.func (.reg .b32 r) peek(.reg .b64 p) { ld.volatile.global.u32 r,[p]; ret; }\n\
.func (.param .b32 r) peek_thrice(.param .b64 p) { .reg .b64 %d; .reg .b32 %r<4>; .reg .pred %p; ld.param.b64 %d,[p]; mov.u32 %r0,3;\n\
 L: ld.volatile.global.u32 %r1,[%d]; sub.u32 %r0,%r0,1; setp.ne.u32 %p,%r0,0; @%p bra L; st.param.b32 [r],%r1; ret; }\n\
.func wait(.param .b64 p) { .reg .b64 %d; .reg .b32 %r<4>; .reg .pred %p; ld.param.b64 %d,[p];\n\
 L: ld.volatile.global.u32 %r1,[%d]; setp.eq.u32 %p,%r1,0; @%p bra L; ret; }\n";

/// A kernel `k(.param .u64 flag, .param .u64 out)` with the thread's number in `%r7`.
fn kernel(body: &str) -> String {
    format!(
        "{HEAD}{FUNCTIONS}.visible .entry k(.param .u64 f, .param .u64 o)\n{{\n\
         .shared .align 8 .b32 s[64]; .local .align 8 .b8 lo[16];\n\
         .reg .b64 %d<8>; .reg .b32 %r<12>; .reg .pred %p<6>;\n\
         ld.param.u64 %d0,[f]; ld.param.u64 %d1,[o]; mov.u32 %r7,%tid.x;\n{body}\n}}\n"
    )
}

/// Every schedule that a test runs under: eager, lazy, and a hundred seeds.
fn schedules() -> impl Iterator<Item = Schedule> {
    [Schedule::Eager, Schedule::Lazy]
        .into_iter()
        .chain((0..100).map(Schedule::random))
}

/// Runs a kernel to its end under a schedule; the words it leaves.
fn outcome(text: &str, shape: Shape, mut schedule: Schedule, lanes: u32, flags: usize, words: usize) -> Vec<u32> {
    let mut device = Device::new();
    device.max_lanes = lanes;
    let module = device.load(text);
    let flag = device.upload(&vec![0; flags * 4]);
    let out = device.upload(&vec![0; words * 4]);
    device.begin(&module, "k", shape, &[flag, out]);
    loop {
        match device.step_with(&module, 1000, &mut schedule) {
            Step::Advanced => {}
            Step::Finished => return device.words(out, words),
            step => panic!("{schedule:?}, {lanes} lanes: {step:?}"),
        }
    }
}

#[test]
fn a_lock_goes_round_among_all_threads() {
    let text = kernel(
        "L: atom.global.cas.b32 %r1,[%d0],0,1; setp.ne.u32 %p0,%r1,0; @%p0 bra L;\n\
         membar.gl; ld.volatile.global.u32 %r3,[%d1]; add.u32 %r3,%r3,1; st.volatile.global.u32 [%d1],%r3;\n\
         membar.gl; atom.global.exch.b32 %r1,[%d0],0; ret;",
    );
    for (number, schedule) in schedules().enumerate() {
        let lanes = if number % 2 == 0 { 32 } else { 128 };
        assert_eq!(outcome(&text, line(2, 48), schedule, lanes, 1, 1), [96]);
    }
}

#[test]
fn lanes_hand_a_token_to_each_other() {
    // Lane n waits for the value n in shared memory and then writes n + 1; lane 0 begins.
    let text = kernel(
        "setp.ne.u32 %p0,%r7,0; @%p0 bra B; st.volatile.shared.u32 [s],0; B: bar.sync 0; mov.u32 %r4,31; sub.u32 %r4,%r4,%r7;\n\
         W: ld.volatile.shared.u32 %r1,[s]; setp.ne.u32 %p1,%r1,%r4; @%p1 bra W;\n\
         add.u32 %r2,%r1,1; membar.cta; st.volatile.shared.u32 [s],%r2; mul.wide.u32 %d2,%r7,4; add.u64 %d2,%d2,%d1; st.global.u32 [%d2],%r2; ret;",
    );
    let expected: Vec<u32> = (0..32).rev().map(|turn| turn + 1).collect();
    for schedule in schedules() {
        assert_eq!(outcome(&text, line(1, 32), schedule, 32, 1, 32), expected);
    }
}

#[test]
fn a_chained_scan_passes_sums_from_block_to_block() {
    // Each block adds its number plus one to the sum that the block before it leaves, flagged; blocks number themselves
    // in the order in which they start.
    let text = kernel(
        "setp.ne.u32 %p0,%r7,0; @%p0 bra E; atom.global.add.u32 %r1,[%d0],1; mul.wide.u32 %d2,%r1,8; add.u64 %d2,%d2,%d0; mov.u32 %r2,0;\n\
         setp.eq.u32 %p1,%r1,0; @%p1 bra N; W: ld.acquire.gpu.global.u32 %r3,[%d2]; setp.eq.u32 %p1,%r3,0; @%p1 bra W; ld.global.u32 %r2,[%d2+4];\n\
         N: add.u32 %r2,%r2,%r1; add.u32 %r2,%r2,1; st.global.u32 [%d2+12],%r2; membar.gl; st.release.gpu.global.u32 [%d2+8],1;\n\
         mul.wide.u32 %d3,%r1,4; add.u64 %d3,%d3,%d1; st.global.u32 [%d3],%r2; E: ret;",
    );
    let expected: Vec<u32> = (1..=40).map(|block| block * (block + 1) / 2).collect();
    for schedule in schedules() {
        assert_eq!(outcome(&text, line(40, 64), schedule, 128, 100, 40), expected);
    }
}

#[test]
fn blocks_that_wait_for_later_ones_let_them_start() {
    let text = kernel(
        "mov.u32 %r0,%ctaid.x; setp.ne.u32 %p0,%r0,15; @%p0 bra W; st.volatile.global.u32 [%d0],1; bra E;\n\
         W: ld.volatile.global.u32 %r1,[%d0]; setp.eq.u32 %p1,%r1,0; @%p1 bra W; E: red.global.add.u32 [%d1],1; ret;",
    );
    for schedule in schedules().take(20) {
        assert_eq!(outcome(&text, line(16, 8), schedule, 128, 1, 1), [128]);
    }
}

/// Loops that wait for a word of the host, and end when it is no longer zero.
const WAITING: [(&str, &str); 9] = [
    (
        "plain",
        "W: ld.volatile.global.u32 %r0,[%d0]; setp.eq.u32 %p0,%r0,0; @%p0 bra W;",
    ),
    (
        "with a growing sleep",
        "mov.u32 %r3,1; W: nanosleep.u32 %r3; shl.b32 %r3,%r3,1; min.u32 %r3,%r3,1024;\n\
         ld.relaxed.sys.global.u32 %r0,[%d0]; setp.eq.u32 %p0,%r0,0; @%p0 bra W;",
    ),
    (
        "atomic",
        "W: atom.global.add.u32 %r0,[%d0],0; setp.eq.u32 %p0,%r0,0; @%p0 bra W;",
    ),
    (
        "inside of a function",
        "{ .param .b64 a; st.param.b64 [a],%d0; call wait,(a); }",
    ),
    (
        "around a function",
        "W: call (%r0),peek,(%d0); setp.eq.u32 %p0,%r0,0; @%p0 bra W;",
    ),
    (
        "around a function with a loop and a stack",
        "W: { .param .b64 a; .param .b32 q; st.param.b64 [a],%d0; call (q),peek_thrice,(a); ld.param.b32 %r0,[q]; }\n\
         setp.eq.u32 %p0,%r0,0; @%p0 bra W;",
    ),
    (
        "through local memory",
        "W: ld.volatile.global.u32 %r0,[%d0]; st.local.u32 [lo],%r0; ld.local.u32 %r1,[lo]; setp.eq.u32 %p0,%r1,0; @%p0 bra W;",
    ),
    (
        "one lane for its warp",
        "W: setp.ne.u32 %p1,%r7,0; mov.u32 %r0,0; @%p1 bra X; ld.volatile.global.u32 %r0,[%d0];\n\
         X: shfl.sync.idx.b32 %r0,%r0,0,31,-1; and.b32 %r2,%r7,-32; setp.eq.u32 %p0,%r0,%r2; @%p0 bra W;",
    ),
    (
        "with a vote",
        "W: ld.volatile.global.u32 %r0,[%d0]; setp.ne.u32 %p1,%r0,0; vote.sync.any.pred %p2,%p1,-1; @!%p2 bra W;",
    ),
];

#[test]
fn whoever_waits_for_the_host_is_found_waiting() {
    for (name, body) in WAITING {
        let text = kernel(&format!("{body}\nred.global.add.u32 [%d1],1; ret;"));
        for (threads, lanes) in [(1, 32), (32, 32), (32, 128)] {
            let mut device = Device::new();
            device.max_lanes = lanes;
            let module = device.load(&text);
            let (flag, out) = (device.upload(&[0; 4]), device.upload(&[0; 4]));
            let step = device.run(&module, "k", line(1, threads), &[flag, out]);
            assert_eq!(step, Step::Parked, "{name}, {threads} threads");
            assert_eq!(
                device.step(&module, 1 << 20),
                Step::Parked,
                "{name}: nothing has changed"
            );
            device.write(flag, &1_u32.to_le_bytes());
            while device.step(&module, 1 << 20) == Step::Advanced {}
            assert_eq!(device.words(out, 1), [threads], "{name}");
        }
    }
}

#[test]
fn counting_until_a_flag_comes_is_no_standstill() {
    // The state of the loop changes: the launch advances, and is not said to wait.
    let text = kernel(
        "mov.u32 %r3,0; W: add.u32 %r3,%r3,1; ld.volatile.global.u32 %r0,[%d0]; setp.eq.u32 %p0,%r0,0; @%p0 bra W; st.global.u32 [%d1],%r3; ret;",
    );
    let mut device = Device::new();
    let module = device.load(&text);
    let (flag, out) = (device.upload(&[0; 4]), device.upload(&[0; 4]));
    device.begin(&module, "k", line(1, 1), &[flag, out]);
    for _ in 0..20 {
        assert_eq!(device.step(&module, 1 << 12), Step::Advanced);
    }
    device.write(flag, &1_u32.to_le_bytes());
    while device.step(&module, 1 << 12) == Step::Advanced {}
    assert!(device.words(out, 1)[0] > 1000);
}

#[test]
fn a_seed_comes_between_a_read_and_the_write_behind_it() {
    // Every thread reads a word and writes what follows: an update is lost where another comes between.
    let text = kernel("ld.global.u32 %r1,[%d1]; add.u32 %r1,%r1,1; st.global.u32 [%d1],%r1; ret;");
    for shape in [line(1, 64), line(2, 32)] {
        let mut last: Vec<u32> = (0..200)
            .map(|seed| {
                let mut schedule = Schedule::random(seed);
                let mut device = Device::new();
                device.max_lanes = 32;
                let module = device.load(&text);
                let out = device.upload(&[0; 4]);
                device.begin(&module, "k", shape, &[out, out]);
                while device.step_with(&module, 5, &mut schedule) == Step::Advanced {}
                device.words(out, 1)[0]
            })
            .collect();
        last.sort_unstable();
        last.dedup();
        assert_eq!(last, [1, 2], "{:?}", shape.grid);
    }
    assert_eq!(outcome(&text, line(1, 64), Schedule::Eager, 32, 1, 1), [2]);
}
