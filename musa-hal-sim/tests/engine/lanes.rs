//! Operations of lanes with each other on warps of 128: everything that a program sees is that of groups of 32, and
//! only counts are those of the hardware's warps.

use musa_hal_sim::exec::Step;
use proptest::prelude::*;

use crate::device::{Device, line};

const GROUP: usize = 32;

/// What each thread brings.
#[derive(Clone, Debug)]
struct Thread {
    /// Threads of one class act together, threads of different ones apart from each other.
    class: u32,
    value: u32,
    distance: u32,
    control: u32,
}

fn threads() -> impl Strategy<Value = Vec<Thread>> {
    let values = prop_oneof![0_u32..4, any::<u32>()];
    let controls = prop_oneof![Just(31_u32), Just(0), Just(0x1c1f), any::<u32>()];
    let thread = (0_u32..4, values, any::<u32>(), controls);
    let thread = thread.prop_map(|(class, value, distance, control)| Thread {
        class,
        value,
        distance,
        control,
    });
    prop::collection::vec(thread, 1..300)
}

/// The lanes of a thread's group that act with it, and its own lane.
fn members(threads: &[Thread], thread: usize) -> (Vec<usize>, usize) {
    let first = thread / GROUP * GROUP;
    let group = &threads[first..threads.len().min(first + GROUP)];
    let lanes = (0..group.len()).filter(|lane| group[*lane].class == threads[thread].class);
    (lanes.map(|lane| first + lane).collect(), thread - first)
}

/// The bits of those lanes of a group for which something holds.
fn bits(members: &[usize], holds: impl Fn(usize) -> bool) -> u32 {
    let lanes = members.iter().filter(|member| holds(**member));
    lanes.fold(0, |bits, member| bits | 1 << (member % GROUP))
}

/// Runs an instruction that leaves its result in `%r9` in every class on its own, with the class's members in `%r8`, the
/// thread's operands in `%r1` to `%r3`.
fn outcome(threads: &[Thread], instruction: &str) -> Vec<u32> {
    let branches: String = (0..4)
        .map(|class| format!("C{class}: {instruction} bra E;\n"))
        .collect();
    let text = format!(
        ".version 8.3\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 i, .param .u64 o)\n{{\n\
         .reg .b64 %d<4>; .reg .b32 %r<12>; .reg .pred %p<4>;\n\
         ld.param.u64 %d0,[i]; ld.param.u64 %d1,[o]; mov.u32 %r0,%tid.x; mul.wide.u32 %d2,%r0,16; add.u64 %d0,%d0,%d2;\n\
         ld.global.v4.u32 {{%r4,%r1,%r2,%r3}},[%d0]; activemask.b32 %r8; match.any.sync.b32 %r8,%r4,%r8;\n\
         T: .branchtargets C0, C1, C2, C3; brx.idx %r4,T;\n{branches}\
         E: mul.wide.u32 %d2,%r0,4; add.u64 %d1,%d1,%d2; st.global.u32 [%d1],%r9; ret;\n}}\n"
    );
    let mut device = Device::new();
    (device.max_lanes, device.warp_width) = (128, 128);
    let module = device.load(&text);
    let words = threads
        .iter()
        .flat_map(|it| [it.class, it.value, it.distance, it.control]);
    let input = device.upload(&words.flat_map(u32::to_le_bytes).collect::<Vec<_>>());
    let out = device.allocate(threads.len() as u64 * 4);
    let shape = line(1, threads.len() as u32);
    assert_eq!(device.run(&module, "k", shape, &[input, out]), Step::Finished);
    assert_eq!(device.counters().warps, threads.len().div_ceil(128) as u64);
    device.words(out, threads.len())
}

/// Where a lane of a shuffle reads, as PTX's manual has it; nothing outside of its segment.
fn source(mode: &str, lane: u32, distance: u32, control: u32) -> Option<u32> {
    let (distance, clamp, segment) = (distance & 31, control & 31, control >> 8 & 31);
    let highest = lane & segment | clamp & !segment;
    let (from, inside) = match mode {
        "up" => (
            lane as i32 - distance as i32,
            lane as i32 - distance as i32 >= highest as i32,
        ),
        "down" => ((lane + distance) as i32, lane + distance <= highest),
        "bfly" => ((lane ^ distance) as i32, lane ^ distance <= highest),
        _ => {
            let from = lane & segment | distance & !segment;
            (from as i32, from <= highest)
        }
    };
    inside.then_some(from as u32)
}

fn reduced(operation: &str, values: impl Iterator<Item = u32>) -> u32 {
    let combine = |a: u32, b: u32| match operation {
        "add.u32" => a.wrapping_add(b),
        "min.u32" => a.min(b),
        "max.u32" => a.max(b),
        "min.s32" => (a as i32).min(b as i32) as u32,
        "max.s32" => (a as i32).max(b as i32) as u32,
        "and.b32" => a & b,
        "or.b32" => a | b,
        _ => a ^ b,
    };
    values.reduce(combine).unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn shuffles_stay_within_the_group(threads in threads(), mode in prop::sample::select(vec!["up", "down", "bfly", "idx"])) {
        let instruction = format!("shfl.sync.{mode}.b32 %r9|%p0,%r1,%r2,%r3,%r8; and.b32 %r9,%r9,0x7fffffff; @%p0 or.b32 %r9,%r9,0x80000000;");
        for (thread, seen) in outcome(&threads, &instruction).into_iter().enumerate() {
            let (members, lane) = members(&threads, thread);
            let Thread { value, distance, control, .. } = threads[thread];
            let from = source(mode, lane as u32, distance, control);
            prop_assert_eq!(seen >> 31 == 1, from.is_some());
            let place = thread - lane + from.map_or(lane, |from| from as usize);
            // What lanes that do not take part give is not defined.
            if from.is_none() {
                prop_assert_eq!(seen & 0x7fff_ffff, value & 0x7fff_ffff);
            } else if members.contains(&place) {
                prop_assert_eq!(seen & 0x7fff_ffff, threads[place].value & 0x7fff_ffff);
            }
        }
    }

    #[test]
    fn votes_count_the_members_of_the_group(threads in threads()) {
        let instruction = "setp.lt.u32 %p0,%r1,3; vote.sync.ballot.b32 %r9,%p0,%r8; vote.sync.all.pred %p1,%p0,%r8; vote.sync.any.pred %p2,%p0,%r8;\n\
            vote.sync.uni.pred %p3,%p0,%r8; @%p1 xor.b32 %r9,%r9,0x10000; @%p2 xor.b32 %r9,%r9,0x20000; @%p3 xor.b32 %r9,%r9,0x40000;";
        for (thread, seen) in outcome(&threads, instruction).into_iter().enumerate() {
            let (members, _) = members(&threads, thread);
            let ballot = bits(&members, |member| threads[member].value < 3);
            let (all, any) = (ballot == bits(&members, |_| true), ballot != 0);
            let expected = ballot ^ u32::from(all) << 16 ^ u32::from(any) << 17 ^ u32::from(all || !any) << 18;
            prop_assert_eq!(seen, expected);
        }
    }

    #[test]
    fn matches_find_equal_values_of_the_group(threads in threads()) {
        let seen_any = outcome(&threads, "match.any.sync.b32 %r9,%r1,%r8;");
        let seen_all = outcome(&threads, "match.all.sync.b32 %r9|%p0,%r1,%r8; @!%p0 not.b32 %r9,%r9;");
        for thread in 0..threads.len() {
            let (members, _) = members(&threads, thread);
            let equal = bits(&members, |member| threads[member].value == threads[thread].value);
            prop_assert_eq!(seen_any[thread], equal);
            let all = bits(&members, |_| true);
            prop_assert_eq!(seen_all[thread], if equal == all { all } else { u32::MAX });
        }
    }

    #[test]
    fn reductions_take_the_members_of_the_group(threads in threads(), operation in prop::sample::select(
        vec!["add.u32", "min.u32", "max.u32", "min.s32", "max.s32", "and.b32", "or.b32", "xor.b32"]
    )) {
        let seen = outcome(&threads, &format!("redux.sync.{operation} %r9,%r1,%r8;"));
        for (thread, seen) in seen.into_iter().enumerate() {
            let (members, _) = members(&threads, thread);
            prop_assert_eq!(seen, reduced(operation, members.iter().map(|member| threads[*member].value)));
        }
    }

    #[test]
    fn lanes_and_masks_are_those_of_the_group(threads in threads()) {
        let instruction = "elect.sync %r5|%p0,%r8; mov.u32 %r6,%laneid; mov.u32 %r7,%lanemask_le; popc.b32 %r7,%r7; mad.lo.u32 %r9,%r7,64,%r6;\n\
            mad.lo.u32 %r9,%r5,4096,%r9; mov.u32 %r6,%warpid; mad.lo.u32 %r9,%r6,0x20000,%r9; @%p0 add.u32 %r9,%r9,0x1000000; bar.warp.sync %r8;";
        for (thread, seen) in outcome(&threads, instruction).into_iter().enumerate() {
            let (members, lane) = members(&threads, thread);
            let leader = members[0] % GROUP;
            let expected = (lane + 1) * 64 + lane + leader * 4096 + thread / GROUP * 0x20000;
            prop_assert_eq!(seen as usize, expected + if leader == lane { 0x100_0000 } else { 0 });
        }
    }
}

#[test]
fn a_branch_diverges_once_in_a_hardware_warp() {
    // Every second group of 32 goes another way: no divergence on warps of 32, one on each warp of 128.
    let text = ".version 8.3\n.target sm_90\n.address_size 64\n.visible .entry k() { .reg .b32 %r<3>; .reg .pred %p;\n\
        mov.u32 %r0,%tid.x; and.b32 %r1,%r0,32; setp.ne.u32 %p,%r1,0; @%p bra E; add.u32 %r2,%r0,1; E: ret; }\n";
    for (width, warps, divergent) in [(32, 8, 0), (128, 2, 2)] {
        let mut device = Device::new();
        (device.max_lanes, device.warp_width) = (128, width);
        let module = device.load(text);
        assert_eq!(device.run(&module, "k", line(1, 256), &[]), Step::Finished);
        assert_eq!(
            (device.counters().warps, device.counters().divergent_branches),
            (warps, divergent)
        );
    }
}
