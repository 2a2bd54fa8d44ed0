//! Blocks that go abreast: each has its own numbers, shared memory and barriers, and its faults are its own.

use musa_hal::{Dim3, FaultKind};
use musa_hal_sim::exec::{Counters, Step};

use crate::device::{Device, Shape, line};

const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// Widths of a warp at which blocks go alone, and at which they go abreast.
const WIDTHS: [u32; 4] = [32, 256, 512, 1024];

/// A kernel `k(.param .u64 out)` with the thread's number in `%r0`, the block's along x in `%r1`, and in `%d2` the shared
/// address of the thread's own word.
fn kernel(body: &str) -> String {
    format!(
        "{HEAD}.visible .entry k(.param .u64 out) {{\n .shared .align 4 .b32 s[256];\n\
         .reg .b32 %r<16>; .reg .b64 %d<8>; .reg .pred %p<6>;\n\
         ld.param.u64 %d0,[out]; mov.u32 %r0,%tid.x; mov.u32 %r1,%ctaid.x;\n\
         mul.wide.u32 %d1,%r0,4; mov.u64 %d2,s; add.u64 %d2,%d2,%d1;\n{body}\n}}\n"
    )
}

/// Stores `%r2` to the thread's word of the output, which has a row for each block, and ends.
const STORE: &str = "mov.u32 %r10,%nctaid.x; mov.u32 %r11,%ctaid.y; mad.lo.u32 %r10,%r11,%r10,%r1;\n\
 mov.u32 %r11,%ntid.x; mad.lo.u32 %r10,%r10,%r11,%r0;\n\
 mul.wide.u32 %d6,%r10,4; add.u64 %d6,%d0,%d6; st.global.u32 [%d6],%r2; ret;";

fn rows(x: u32, y: u32, threads: u32) -> Shape {
    Shape {
        grid: Dim3::new(x, y, 1),
        ..line(1, threads)
    }
}

/// The words that a kernel leaves at every width, with what it counted: the same at all of them.
fn words(text: &str, shape: Shape, width: u32) -> Vec<u32> {
    let count = shape.grid.count() as usize * shape.block.count() as usize;
    let mut found: Option<(Vec<u32>, Counters)> = None;
    // Narrower ones than a hardware warp are counted one by one.
    for lanes in WIDTHS.into_iter().filter(|lanes| *lanes >= width) {
        let mut device = Device::new();
        (device.max_lanes, device.warp_width) = (lanes, width);
        let module = device.load(text);
        let out = device.allocate(count as u64 * 4);
        assert_eq!(device.run(&module, "k", shape, &[out]), Step::Finished, "{lanes} lanes");
        let here = (device.words(out, count), device.counters());
        let first = found.get_or_insert_with(|| here.clone());
        assert!(*first == here, "{lanes} lanes: {:?}, not {:?}", here.1, first.1);
    }
    found.unwrap().0
}

#[test]
fn every_block_knows_its_own_numbers() {
    let text = kernel(&format!(
        "mov.u32 %r2,%ctaid.y; mad.lo.u32 %r2,%r2,1000,%r1; mov.u32 %r3,%smid; mad.lo.u32 %r2,%r3,100000,%r2;\n\
         mov.u32 %r3,%clusterid.x; sub.u32 %r3,%r3,%r1; add.u32 %r2,%r2,%r3; mov.u32 %r3,%warpid; shl.b32 %r3,%r3,28; add.u32 %r2,%r2,%r3; {STORE}"
    ));
    let found = words(&text, rows(37, 3, 64), 32);
    for (place, word) in found.into_iter().enumerate() {
        let (block, thread) = (place as u32 / 64, place as u32 % 64);
        let expected = block / 37 * 1000 + block % 37 + block % 48 * 100_000 + ((thread / 32) << 28);
        assert_eq!(word, expected, "{thread} of {block}");
    }
}

#[test]
fn shared_memory_and_barriers_are_each_block_s_own() {
    // As many rounds as the block's number says: what the neighbour has, and the block's number.
    let text = kernel(&format!(
        "mov.u32 %r2,%r0; and.b32 %r3,%r1,3; mov.u32 %r5,%ntid.x; add.u32 %r6,%r0,1; rem.u32 %r6,%r6,%r5;\n\
         mul.wide.u32 %d3,%r6,4; mov.u64 %d4,s; add.u64 %d3,%d4,%d3; cvta.shared.u64 %d5,%d3;\n\
         L: setp.eq.u32 %p0,%r3,0; @%p0 bra END; st.shared.u32 [%d2],%r2; bar.sync 0;\n\
         ld.u32 %r4,[%d5]; add.u32 %r2,%r4,%r1; bar.sync 0; sub.u32 %r3,%r3,1; bra L;\n\
         END: {STORE}"
    ));
    for (threads, width) in [(32, 32), (96, 32), (128, 128), (256, 128)] {
        let found = words(&text, line(70, threads), width);
        for (place, word) in found.into_iter().enumerate() {
            let (block, thread) = (place as u32 / threads, place as u32 % threads);
            let rounds = block & 3;
            assert_eq!(
                word,
                (thread + rounds) % threads + rounds * block,
                "{thread} of {block}"
            );
        }
    }
}

#[test]
fn reductions_and_counted_barriers_see_their_block_only() {
    let text = kernel(&format!(
        "rem.u32 %r3,%r1,7; setp.lt.u32 %p0,%r0,%r3; bar.red.popc.u32 %r2,0,%p0;\n\
         and.b32 %r4,%r1,1; add.u32 %r4,%r4,1; setp.eq.u32 %p1,%r4,1; @%p1 bra ONE;\n\
         bar.sync 1,64; bra BOTH; ONE: bar.sync 2,64;\n\
         BOTH: setp.ge.u32 %p2,%r0,32; @%p2 bra LATE; st.shared.u32 [%d2],%r1; bar.arrive 3,64; bra DONE;\n\
         LATE: bar.sync 3,64; ld.shared.u32 %r5,[%d2+-128]; add.u32 %r2,%r2,%r5;\n\
         DONE: {STORE}"
    ));
    let found = words(&text, line(66, 64), 32);
    for (place, word) in found.into_iter().enumerate() {
        let (block, thread) = (place as u32 / 64, place as u32 % 64);
        let expected = block % 7 + if thread >= 32 { block } else { 0 };
        assert_eq!(word, expected, "{thread} of {block}");
    }
}

#[test]
fn a_block_cannot_reach_its_neighbour_s_shared_memory() {
    // In block 41, thread 9 goes behind the end: once with an address that is a scalar, and once with one that is not.
    for offset in ["mul.lo.u32 %r3,%r1,4", "xor.b32 %r3,%r1,0; mul.lo.u32 %r3,%r3,4"] {
        let text = kernel(&format!(
            "setp.ne.u32 %p0,%r1,41; setp.ne.u32 %p1,%r0,9; or.pred %p0,%p0,%p1; selp.u32 %r3,0,1024,%p0;\n\
             {offset}; selp.u32 %r3,0,1024,%p0; cvt.u64.u32 %d3,%r3; mov.u64 %d4,s; add.u64 %d3,%d4,%d3; st.shared.u32 [%d3],%r0;\n\
             mov.u32 %r2,0; {STORE}"
        ));
        let whole = kernel(&format!(
            "setp.ne.u32 %p0,%r1,41; @%p0 bra END; st.shared.u32 [%d2+1000],%r0; END: mov.u32 %r2,0; {STORE}"
        ));
        for (text, thread) in [(text, 9), (whole, 6)] {
            for lanes in WIDTHS {
                let mut device = Device::new();
                device.max_lanes = lanes;
                let module = device.load(&text);
                let out = device.allocate(70 * 64 * 4);
                let Step::Faulted(fault) = device.run(&module, "k", line(70, 64), &[out]) else {
                    panic!("{lanes} lanes: no fault");
                };
                assert_eq!(fault.kind, FaultKind::IllegalAddress);
                assert_eq!(
                    (fault.block, fault.thread),
                    (Dim3::new(41, 0, 0), Dim3::new(thread, 0, 0)),
                    "{lanes} lanes"
                );
            }
        }
    }
}

#[test]
fn a_deadlock_names_the_block_that_waits() {
    // In block 45 the lower half of a warp waits for lanes that wait at the barrier.
    let text = kernel(&format!(
        "mov.u32 %r2,0; setp.ne.u32 %p0,%r1,45; @%p0 bra END; setp.ge.u32 %p1,%r0,16; @%p1 bra HIGH;\n\
         bar.warp.sync -1; HIGH: bar.sync 0; END: {STORE}"
    ));
    let mut reports = Vec::new();
    for lanes in WIDTHS {
        let mut device = Device::new();
        device.max_lanes = lanes;
        let module = device.load(&text);
        let out = device.allocate(70 * 64 * 4);
        let Step::Deadlock(report) = device.run(&module, "k", line(70, 64), &[out]) else {
            panic!("{lanes} lanes: no deadlock");
        };
        assert_eq!(
            (report.at.block, report.at.thread, report.alive),
            (45, 0, 64),
            "{lanes} lanes"
        );
        reports.push(report);
    }
    assert!(reports.iter().all(|report| *report == reports[0]), "{reports:?}");
}
