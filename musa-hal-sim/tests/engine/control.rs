//! Divergence, calls, barriers and warps.

use musa_hal::{Choice, Chooser, FaultKind};
use musa_hal_sim::exec::Step;

use crate::device::{Device, Module, line};

const HEAD: &str = ".version 8.3\n.target sm_90\n.address_size 64\n";

/// Loads a module of one kernel `k(.param .u64 out, .param .u64 in)` whose body has `%d0` (out, plus 4 a thread), `%r0`
/// (thread) and some registers.
fn kernel(device: &mut Device, functions: &str, body: &str) -> Module {
    device.load(&format!(
        "{HEAD}{functions}\n.visible .entry k(.param .u64 o, .param .u64 i)\n{{\n\
         .reg .b64 %d<16>; .reg .b32 %r<32>; .reg .pred %p<8>; .reg .b16 %h<4>;\n\
         ld.param.u64 %d0,[o]; ld.param.u64 %d15,[i]; mov.u32 %r0,%tid.x; mul.wide.u32 %d1,%r0,4; add.u64 %d0,%d0,%d1;\n\
         {body}\n}}\n"
    ))
}

/// Runs it with so many threads; the words it leaves.
fn run(lanes: u32, functions: &str, body: &str, threads: u32) -> Vec<u32> {
    let mut device = Device::new();
    device.max_lanes = lanes;
    let module = kernel(&mut device, functions, body);
    let out = device.allocate(u64::from(threads) * 4);
    let input = device.allocate(64);
    assert_eq!(
        device.run(&module, "k", line(1, threads), &[out, input]),
        Step::Finished,
        "{lanes} lanes"
    );
    device.words(out, threads as usize)
}

/// Runs it at every width; the words it leaves, which must be the same.
fn outcome(functions: &str, body: &str, threads: u32) -> Vec<u32> {
    let (narrow, wide) = (run(32, functions, body, threads), run(256, functions, body, threads));
    assert_eq!(narrow, wide);
    wide
}

#[test]
fn a_spin_lock_between_lanes_makes_progress() {
    let body = "mov.u32 %r2,0;\n\
        L: atom.global.cas.b32 %r1,[%d15],0,1; setp.ne.u32 %p0,%r1,0; @%p0 bra L;\n\
        ld.volatile.global.u32 %r3,[%d15+4]; add.u32 %r3,%r3,1; st.volatile.global.u32 [%d15+4],%r3;\n\
        membar.gl; atom.global.exch.b32 %r1,[%d15],0; st.global.u32 [%d0],%r3; ret;";
    for lanes in [32, 128, 256] {
        let mut seen = run(lanes, "", body, 96);
        seen.sort_unstable();
        assert_eq!(seen, (1..=96).collect::<Vec<_>>());
    }
}

#[test]
fn lanes_that_left_a_loop_wait_for_the_others() {
    // Each lane loops so often as its number says; behind the loop all are together again.
    let body = "mov.u32 %r1,0;\n\
        L: setp.ge.u32 %p0,%r1,%r0; @%p0 bra X; add.u32 %r1,%r1,1; bra L;\n\
        X: activemask.b32 %r2; st.global.u32 [%d0],%r2; ret;";
    assert_eq!(outcome("", body, 64), [u32::MAX; 64]);
    let body = "and.b32 %r1,%r0,1; setp.eq.u32 %p0,%r1,0; @%p0 bra E; add.u32 %r3,%r0,1; bra J;\n\
        E: add.u32 %r3,%r0,2; J: activemask.b32 %r2; st.global.u32 [%d0],%r2; ret;";
    assert_eq!(
        outcome("", body, 40)[..33],
        [[u32::MAX; 32].as_slice(), &[0xff]].concat()
    );
}

#[test]
fn threads_that_ended_count_as_arrived() {
    let body = "setp.ge.u32 %p0,%r0,40; @%p0 bra W; ret;\n\
        W: bar.sync 0; bar.red.popc.u32 %r1,0,1; st.global.u32 [%d0],%r1; ret;";
    // 1 is a predicate that is always true; write it as a comparison, which every assembler takes.
    let body = body.replace(
        "bar.red.popc.u32 %r1,0,1;",
        "setp.eq.u32 %p1,%r0,%r0; bar.red.popc.u32 %r1,0,%p1;",
    );
    let seen = outcome("", &body, 100);
    assert_eq!(seen[..40], [0; 40]);
    assert_eq!(seen[40..], [60; 60]);
}

#[test]
fn a_barrier_that_nobody_completes_is_reported() {
    let mut device = Device::new();
    let module = kernel(
        &mut device,
        "",
        "setp.lt.u32 %p0,%r0,32; @%p0 bra A; bar.sync 1; ret; A: bar.sync 2; ret;",
    );
    let out = device.allocate(512);
    let Step::Deadlock(report) = device.run(&module, "k", line(1, 64), &[out, out]) else {
        panic!("no deadlock")
    };
    assert_eq!((report.barrier, report.arrived, report.alive), (Some(2), 32, 64));
    assert!(report.at.line > 0);
}

#[test]
fn carries_are_kept_and_borrows_inverted() {
    let body = "mov.u32 %r1,0xffffffff; add.cc.u32 %r2,%r1,%r0; addc.u32 %r3,0,0;\n\
        sub.cc.u32 %r4,%r0,1; addc.u32 %r5,0,0; add.u32 %r6,%r3,%r5; st.global.u32 [%d0],%r6; ret;";
    // Thread 0: no carry, a borrow; the others: a carry, and no borrow, which the code keeps as one.
    assert_eq!(outcome("", body, 4), [0, 2, 2, 2]);
}

#[test]
fn calls_recurse_and_go_through_tables() {
    let functions = "\
        .func (.param .u32 r) sum(.param .u32 n) { .reg .b32 %r<4>; .reg .pred %p; ld.param.u32 %r0,[n]; mov.u32 %r1,0;\n\
         setp.eq.u32 %p,%r0,0; @%p bra E; sub.u32 %r2,%r0,1;\n\
         { .param .u32 a; .param .u32 b; st.param.u32 [a],%r2; call.uni (b),sum,(a); ld.param.u32 %r1,[b]; }\n\
         add.u32 %r1,%r1,%r0; E: st.param.u32 [r],%r1; ret; }\n\
        .func (.param .u32 r) twice(.param .u32 n) { .reg .b32 %r<2>; ld.param.u32 %r0,[n]; shl.b32 %r1,%r0,1; st.param.u32 [r],%r1; ret; }\n\
        .global .u64 table[2] = {sum, twice};";
    let body = "and.b32 %r1,%r0,1; mul.wide.u32 %d2,%r1,8; mov.u64 %d3,table; add.u64 %d3,%d3,%d2; ld.global.u64 %d4,[%d3];\n\
        { .param .u32 a; .param .u32 b; st.param.u32 [a],%r0; P: .callprototype (.param .u32 _) _ (.param .u32 _);\n\
        call (b),%d4,(a),P; ld.param.u32 %r2,[b]; } st.global.u32 [%d0],%r2; ret;";
    let expected: Vec<u32> = (0..20)
        .map(|n| if n % 2 == 0 { n * (n + 1) / 2 } else { 2 * n })
        .collect();
    assert_eq!(outcome(functions, body, 20), expected);
}

#[test]
fn a_call_through_nothing_faults() {
    let mut device = Device::new();
    let body = "mov.u64 %d2,0; { .param .u32 a; .param .u32 b; st.param.u32 [a],%r0;\n\
        P: .callprototype (.param .u32 _) _ (.param .u32 _); call (b),%d2,(a),P; } ret;";
    let module = kernel(&mut device, "", body);
    let out = device.allocate(64);
    let Step::Faulted(fault) = device.run(&module, "k", line(1, 8), &[out, out]) else {
        panic!("no fault")
    };
    assert_eq!((fault.kind, fault.address), (FaultKind::InvalidProgramCounter, Some(0)));
}

#[test]
fn windows_tell_spaces_apart() {
    let functions = ".global .u32 g; .shared .align 16 .b8 s[64];";
    let body = ".local .u32 l; mov.u64 %d2,g; cvta.global.u64 %d2,%d2; mov.u64 %d3,s; cvta.shared.u64 %d3,%d3; mov.u64 %d4,l; cvta.local.u64 %d4,%d4;\n\
        isspacep.global %p0,%d2; isspacep.shared %p1,%d3; isspacep.local %p2,%d4; isspacep.global %p3,%d3; isspacep.shared %p4,%d4;\n\
        selp.u32 %r1,1,0,%p0; selp.u32 %r2,2,0,%p1; selp.u32 %r3,4,0,%p2; selp.u32 %r4,8,0,%p3; selp.u32 %r5,16,0,%p4;\n\
        or.b32 %r1,%r1,%r2; or.b32 %r1,%r1,%r3; or.b32 %r1,%r1,%r4; or.b32 %r1,%r1,%r5;\n\
        st.u32 [%d4],%r0; st.u32 [%d3],0x700; ld.local.u32 %r6,[l]; ld.shared.u32 %r7,[s]; add.u32 %r1,%r1,%r7; add.u32 %r1,%r1,%r6;\n\
        st.u32 [%d0],%r1; ret;";
    assert_eq!(outcome(functions, body, 8), (0x707..0x70f).collect::<Vec<_>>());
}

#[test]
fn vectors_of_lanes_see_each_other_only_within_a_group() {
    let body = "mov.u32 %r1,%laneid; mov.u32 %r2,%warpid; shfl.sync.bfly.b32 %r3|%p0,%r0,16,31,-1;\n\
        vote.sync.ballot.b32 %r4,%p0,-1; match.any.sync.b32 %r5,%r2,-1; xor.b32 %r6,%r4,%r5; shl.b32 %r7,%r2,16; add.u32 %r3,%r3,%r7;\n\
        add.u32 %r3,%r3,%r6; shl.b32 %r1,%r1,24; add.u32 %r3,%r3,%r1; st.global.u32 [%d0],%r3; ret;";
    let expected: Vec<u32> = (0..128_u32)
        .map(|thread| (thread ^ 16) + ((thread / 32) << 16) + ((thread % 32) << 24))
        .collect();
    assert_eq!(outcome("", body, 128), expected);
}

#[test]
fn lanes_wait_for_the_members_that_a_mask_names() {
    // Odd lanes come later; the shuffle joins both.
    let body = "and.b32 %r1,%r0,1; setp.eq.u32 %p0,%r1,0; @%p0 bra J; mov.u32 %r2,0; L: add.u32 %r2,%r2,1; setp.lt.u32 %p1,%r2,50; @%p1 bra L;\n\
        J: shfl.sync.up.b32 %r3,%r0,1,0,-1; activemask.b32 %r4; popc.b32 %r4,%r4; shl.b32 %r4,%r4,8; add.u32 %r3,%r3,%r4; st.global.u32 [%d0],%r3; ret;";
    let expected: Vec<u32> = (0..32_u32).map(|lane| lane.saturating_sub(1) + (32 << 8)).collect();
    assert_eq!(outcome("", body, 32), expected);
}

/// Chooses by a generator.
struct Random(u64);

impl Chooser for Random {
    fn choose(&mut self, _: Choice, options: core::num::NonZeroU32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % u64::from(options.get())) as u32
    }
}

#[test]
fn every_schedule_gives_race_free_programs_the_same_result() {
    let body = ".shared .align 4 .b8 s[512]; mov.u32 %r1,s; shl.b32 %r2,%r0,2; add.u32 %r2,%r2,%r1; mov.u32 %r3,%r0; mov.u32 %r4,0;\n\
        L: st.shared.u32 [%r2],%r3; bar.sync 0; xor.b32 %r5,%r2,64; ld.shared.u32 %r6,[%r5]; bar.sync 0; and.b32 %r7,%r3,1; setp.eq.u32 %p0,%r7,0; @%p0 bra E;\n\
        mad.lo.u32 %r3,%r3,3,%r6; bra N; E: add.u32 %r3,%r3,%r6; N: add.u32 %r4,%r4,1; setp.lt.u32 %p1,%r4,6; @%p1 bra L; st.global.u32 [%d0],%r3; ret;";
    let expected = outcome("", body, 128);
    for seed in 1..20 {
        let mut device = Device::new();
        device.max_lanes = if seed % 2 == 0 { 32 } else { 128 };
        let module = kernel(&mut device, "", body);
        let out = device.allocate(512);
        device.begin(&module, "k", line(1, 128), &[out, out]);
        let mut chooser = Random(seed);
        while device.step_with(&module, 100, &mut chooser) == Step::Advanced {}
        assert_eq!(device.words(out, 128), expected, "seed {seed}");
    }
}

#[test]
fn a_search_lets_blocks_take_turns() {
    // Each block counts a little, draws a number, and writes its own into the place that it has drawn.
    let body = "mov.u32 %r1,%ctaid.x; mov.u32 %r3,0; L: add.u32 %r3,%r3,1; setp.lt.u32 %p0,%r3,8; @%p0 bra L;\n\
        atom.global.add.u32 %r2,[%d15],1; mul.wide.u32 %d2,%r2,4; add.u64 %d3,%d0,%d2;\n\
        st.global.u32 [%d3],%r1; ret;";
    let order = |seed: u64| {
        let mut device = Device::new();
        device.max_lanes = 32;
        let module = kernel(&mut device, "", body);
        let (out, counter) = (device.allocate(64), device.allocate(64));
        device.begin(&module, "k", line(8, 1), &[out, counter]);
        let mut chooser = Random(seed);
        while device.step_with(&module, 3, &mut chooser) == Step::Advanced {}
        device.words(out, 8)
    };
    let orders: Vec<_> = (1..20).map(order).collect();
    let in_order: Vec<u32> = (0..8).collect();
    assert!(orders.iter().any(|order| *order != in_order), "{orders:?}");
    for (mut order, seed) in orders.into_iter().zip(1..) {
        order.sort_unstable();
        assert_eq!(order, in_order, "seed {seed}");
    }
}

#[test]
fn a_launch_goes_on_from_any_instruction() {
    let body = "mov.u32 %r1,0; mov.u32 %r2,1; L: mad.lo.u32 %r2,%r2,3,%r0; add.u32 %r1,%r1,1; setp.lt.u32 %p0,%r1,%r0; @%p0 bra L; st.global.u32 [%d0],%r2; ret;";
    let expected = outcome("", body, 70);
    let mut device = Device::new();
    let module = kernel(&mut device, "", body);
    let out = device.allocate(280);
    device.begin(&module, "k", line(1, 70), &[out, out]);
    let mut steps = 0;
    while device.step(&module, 1) == Step::Advanced {
        steps += 1;
    }
    assert!(steps > 50);
    assert_eq!(device.words(out, 70), expected);
}

#[test]
fn the_stack_grows_lane_by_lane() {
    let body = "stacksave.u64 %d2; cvt.u64.u32 %d3,%r0; shl.b64 %d3,%d3,2; add.u64 %d3,%d3,4; alloca.u64 %d4,%d3,16; alloca.u64 %d5,%d3,32;\n\
        cvta.local.u64 %d6,%d4; st.u32 [%d6],%r0; st.local.u32 [%d5],77; ld.local.u32 %r1,[%d4]; and.b64 %d7,%d5,31; cvt.u32.u64 %r2,%d7; add.u32 %r1,%r1,%r2;\n\
        stackrestore.u64 %d2; st.global.u32 [%d0],%r1; ret;";
    assert_eq!(outcome("", body, 8), (0..8).collect::<Vec<_>>());
}

#[test]
fn an_assertion_lets_every_thread_speak_before_the_launch_faults() {
    let functions = ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n\
        .global .align 1 .b8 message[] = {120, 62, 53, 0}; .global .align 1 .b8 file[] = {102, 46, 99, 117, 0}; .global .align 1 .b8 name[] = {107, 0};";
    let body = "rem.u32 %r1,%r0,3; setp.ne.u32 %p0,%r1,0; @%p0 bra E; mov.u64 %d2,message; mov.u64 %d3,file; mov.u64 %d4,name;\n\
        { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e; st.param.b64 [a],%d2; st.param.b64 [b],%d3; st.param.b32 [c],42; st.param.b64 [d],%d4; st.param.b64 [e],1;\n\
        call.uni __assertfail,(a,b,c,d,e); } E: ret;";
    let mut device = Device::new();
    let module = kernel(&mut device, functions, body);
    let out = device.allocate(512);
    let Step::Faulted(fault) = device.run(&module, "k", line(1, 8), &[out, out]) else {
        panic!("no fault")
    };
    assert_eq!((fault.kind, fault.thread.x), (FaultKind::Assertion, 0));
    assert_eq!(device.assertions.len(), 3);
    assert_eq!(
        device.assertions[1],
        "f.cu:42: k: block: [0,0,0], thread: [3,0,0] Assertion `x>5` failed."
    );
}
