//! Launches on several host threads: nothing that can be seen tells them from launches on one.

use musa_hal::{Dim3, Fault, Queues};
use proptest::prelude::*;

use super::kernels::Kernels;
use super::*;
use crate::machine::LaunchStatistics;

/// Kernels of one parameter, the address `o`: `count` adds each block's rounds to a word of its own, and one to a common
/// word; the rounds differ from block to block. `fault` is the same, but blocks whose number is 5 modulo 8 and above 300
/// store outside of memory when they have ended their rounds. `stuck` is the same, but thread 0 of block 777 goes to another
/// barrier. `wait` is the same, but block 50 waits first until the common word's neighbour is not zero.
const TEXT: &str = r#"
.visible .entry count(.param .u64 o) {
  .reg .b64 %d<8>; .reg .b32 %r<8>; .reg .pred %p<4>;
  ld.param.u64 %d0, [o];
  BODY
  mov.u32 %r0, %ctaid.x; mov.u32 %r1, %tid.x; mul.lo.u32 %r2, %r0, 37; and.b32 %r2, %r2, 31; add.u32 %r2, %r2, 1;
  mov.u32 %r3, 0;
L: add.u32 %r3, %r3, %r1; add.u32 %r3, %r3, 1; sub.u32 %r2, %r2, 1; setp.ne.u32 %p0, %r2, 0; @%p0 bra L;
  red.global.add.u32 [%d0], 1;
  mov.u32 %r4, %ntid.x; mad.lo.u32 %r5, %r0, %r4, %r1; mul.wide.u32 %d1, %r5, 4; add.u64 %d2, %d0, %d1;
  st.global.u32 [%d2+64], %r3;
  END
  ret;
}
"#;

const FAULT: &str = "and.b32 %r6, %r0, 7; setp.eq.u32 %p1, %r6, 5; setp.gt.and.u32 %p1, %r0, 300, %p1;
  mov.u64 %d3, 16; @%p1 st.global.u32 [%d3], %r0;";
const STUCK: &str = "setp.eq.u32 %p1, %r0, 777; setp.eq.and.u32 %p1, %r1, 0, %p1;
  @!%p1 bar.sync 1, 64; bar.sync 2, 64;";
const WAIT: &str = "mov.u32 %r6, %ctaid.x; setp.ne.u32 %p1, %r6, 50; @%p1 bra G;
W: ld.global.u32 %r7, [%d0+4]; setp.eq.u32 %p2, %r7, 0; @%p2 bra W;
G:";

const BLOCKS: u32 = 1000;
const THREADS: u32 = 64;

fn kernels(threads: u32, begin: &str, end: &str) -> Kernels {
    let settings = Settings {
        threads,
        ..Settings::default()
    };
    let mut machine = Machine::new([S80], OwnedSource, MachineStorage::owned(), Schedule::Eager, settings).unwrap();
    let space = machine.open_space().unwrap();
    let text = TEXT.replace("BODY", begin).replace("END", end);
    Kernels::of(Bench { machine, space }, &text)
}

/// What can be seen of a launch.
#[derive(Debug, PartialEq)]
struct Seen {
    progress: Progress,
    words: Vec<u32>,
    statistics: Option<LaunchStatistics>,
    fault: Option<Fault>,
    time: Option<u64>,
}

fn run(threads: u32, blocks: u32, begin: &str, end: &str, between: impl FnOnce(&mut Kernels, Address)) -> Seen {
    let mut kernels = kernels(threads, begin, end);
    let (queue, base) = (
        kernels.bench.queue(),
        kernels.bench.device(4 * u64::from(BLOCKS * THREADS) + 64),
    );
    kernels.launch(queue, "count", (blocks, THREADS), base);
    kernels.bench.run();
    between(&mut kernels, base);
    let progress = kernels.bench.run();
    let machine = &kernels.bench.machine;
    let fault = machine.fault(kernels.bench.space).cloned();
    Seen {
        progress,
        statistics: machine.last_launch(kernels.bench.space).copied(),
        // After a fault memory is as the timing of threads has left it, and nobody can look at it.
        words: match fault {
            None => kernels.words(base, (BLOCKS * THREADS) as usize + 16),
            Some(_) => Vec::new(),
        },
        time: fault.is_none().then(|| kernels.bench.time(queue)),
        fault,
    }
}

#[test]
fn threads_change_nothing_that_can_be_seen() {
    let one = run(1, BLOCKS, "", "", |_, _| {});
    assert_eq!(one.words[0], BLOCKS * THREADS);
    for threads in [2, 5] {
        assert_eq!(run(threads, BLOCKS, "", "", |_, _| {}), one);
    }
}

#[test]
fn the_lowest_block_at_fault_is_reported_with_the_counts_of_one_thread() {
    let one = run(1, BLOCKS, "", FAULT, |_, _| {});
    let fault = one.fault.as_ref().unwrap();
    assert_eq!(
        (fault.kind, fault.block),
        (FaultKind::IllegalAddress, Dim3::new(301, 0, 0))
    );
    for threads in [2, 3, 8] {
        assert_eq!(run(threads, BLOCKS, "", FAULT, |_, _| {}), one);
    }
}

#[test]
fn a_block_that_is_stuck_is_reported_when_all_others_have_ended() {
    let one = run(1, BLOCKS, "", STUCK, |_, _| {});
    let fault = one.fault.as_ref().unwrap();
    assert_eq!((fault.kind, fault.block), (FaultKind::Deadlock, Dim3::new(777, 0, 0)));
    assert_eq!(run(4, BLOCKS, "", STUCK, |_, _| {}), one);
}

#[test]
fn a_block_that_waits_for_the_host_goes_on_when_it_has_written() {
    let write = |kernels: &mut Kernels, base: Address| {
        let space = kernels.bench.space;
        kernels
            .bench
            .machine
            .write(space, Address(base.0 + 4), &[1, 0, 0, 0])
            .unwrap();
    };
    let one = run(1, BLOCKS, WAIT, "", write);
    assert_eq!(one.progress, Progress::Idle);
    assert_eq!(one.words[0], BLOCKS * THREADS);
    let four = run(4, BLOCKS, WAIT, "", write);
    assert_eq!((four.words, four.fault), (one.words, one.fault));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]
    #[test]
    fn any_grid_on_any_number_of_threads(blocks in 1_u32..BLOCKS, threads in 2_u32..9) {
        prop_assert_eq!(run(threads, blocks, "", FAULT, |_, _| {}), run(1, blocks, "", FAULT, |_, _| {}));
    }
}
