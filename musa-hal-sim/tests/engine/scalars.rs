//! Registers that are the same in every lane, or sums of multiples of the thread's numbers, against a computation of
//! each thread's own: where values wrap around, where lanes part, and in blocks of odd shapes.

use musa_hal::Dim3;
use musa_hal_sim::{exec::Step, simd::InstructionSet};

use crate::device::{Device, Shape, line};

/// Everything that the engine does on scalars, mixed into a number for each thread.
const MIX: &str = "\
.version 8.0\n.target sm_80\n.address_size 64\n\
.visible .entry mix(.param .u64 out, .param .u32 k) {\n\
 .reg .b32 %r<24>; .reg .b64 %d<16>; .reg .pred %p<6>;\n\
 ld.param.u64 %d0, [out]; ld.param.u32 %r0, [k];\n\
 mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z; mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y;\n\
 mov.u32 %r6, %ctaid.x; mov.u32 %r7, %ntid.z;\n\
 mad.lo.u32 %r8, %r3, %r5, %r2; mad.lo.u32 %r8, %r8, %r4, %r1;\n\
 mul.lo.u32 %r9, %r4, %r5; mul.lo.u32 %r9, %r9, %r7; mad.lo.u32 %r8, %r6, %r9, %r8;\n\
 mul.lo.u32 %r10, %r2, %r0; mad.lo.u32 %r10, %r1, %r0, %r10; sub.u32 %r11, %r10, %r6;\n\
 mul.wide.s32 %d1, %r11, 3; mul.wide.u32 %d2, %r11, 5; cvt.u64.u32 %d3, %r11; cvt.s64.s32 %d4, %r11;\n\
 mad.wide.s32 %d5, %r11, -7, %d4; mad.wide.u32 %d6, %r11, 9, %d3; shl.b64 %d7, %d4, 3; sub.s64 %d7, %d7, %d3;\n\
 setp.lt.s32 %p0, %r11, %r0; setp.lo.u32 %p1, %r11, %r0; setp.eq.s32 %p2, %r11, %r10; setp.ge.s32 %p3, %r1, 9;\n\
 selp.b32 %r12, 1, 0, %p0; selp.b32 %r13, 2, 0, %p1; selp.b32 %r14, 4, 0, %p2; selp.b32 %r15, 8, 0, %p3;\n\
 shl.b32 %r16, %r6, 12; or.b32 %r16, %r16, %r1; shl.b32 %r17, %r11, 33; or.b32 %r18, %r0, %r1;\n\
 cvt.u32.u64 %r19, %d7; add.u32 %r12, %r12, %r13; add.u32 %r12, %r12, %r14; add.u32 %r12, %r12, %r15;\n\
 add.u32 %r12, %r12, %r16; xor.b32 %r12, %r12, %r17; xor.b32 %r12, %r12, %r18; xor.b32 %r12, %r12, %r19;\n\
 xor.b64 %d8, %d1, %d2; xor.b64 %d8, %d8, %d5; xor.b64 %d8, %d8, %d6; xor.b64 %d8, %d8, %d7;\n\
 cvt.u64.u32 %d9, %r12; add.u64 %d8, %d8, %d9;\n\
 mul.wide.u32 %d10, %r8, 8; add.u64 %d10, %d0, %d10; st.global.u64 [%d10], %d8; ret; }\n";

fn mixed(thread: Dim3, index: u32, k: u32) -> u64 {
    let all = thread.x.wrapping_mul(k).wrapping_add(thread.y.wrapping_mul(k));
    let value = all.wrapping_sub(index);
    let (signed, unsigned) = (i64::from(value as i32), u64::from(value));
    let shifted = (signed << 3) as u64;
    let shifted = shifted.wrapping_sub(unsigned);
    let mut word = u32::from((value as i32) < k as i32) + 2 * u32::from(value < k);
    word += 4 * u32::from(value == all) + 8 * u32::from(thread.x >= 9);
    word = word.wrapping_add(index << 12 | thread.x) ^ (k | thread.x) ^ shifted as u32;
    let double = (signed.wrapping_mul(3) as u64)
        ^ unsigned.wrapping_mul(5)
        ^ signed.wrapping_mul(-7).wrapping_add(signed) as u64
        ^ unsigned.wrapping_mul(9).wrapping_add(unsigned)
        ^ shifted;
    double.wrapping_add(u64::from(word))
}

/// Values that are the same in every lane until lanes part, and temporaries of lanes that have parted.
const PART: &str = "\
.version 8.0\n.target sm_80\n.address_size 64\n\
.visible .entry part(.param .u64 out, .param .u32 k) {\n\
 .reg .b32 %r<16>; .reg .b64 %d<4>; .reg .pred %p<4>;\n\
 ld.param.u64 %d0, [out]; ld.param.u32 %r0, [k]; mov.u32 %r1, %tid.x;\n\
 mov.b32 %r2, 1000; mov.b32 %r3, 0; and.b32 %r4, %r1, 3; and.b32 %r5, %r1, 1; setp.eq.u32 %p0, %r5, 0;\n\
 @%p0 bra EVEN; mov.b32 %r2, %r0; mul.lo.u32 %r6, %r0, 3; add.u32 %r2, %r2, %r6;\n\
EVEN: setp.ge.u32 %p1, %r3, %r4; @%p1 bra DONE;\n\
 mul.lo.u32 %r7, %r3, %r0; mad.lo.u32 %r7, %r1, 2, %r7; add.u32 %r2, %r2, %r7; add.u32 %r3, %r3, 1; bra EVEN;\n\
DONE: setp.lt.u32 %p2, %r1, 5; @%p2 add.u32 %r2, %r2, 7; @!%p2 mov.b32 %r8, 11; @%p2 mov.b32 %r8, 13;\n\
 add.u32 %r2, %r2, %r8; mul.wide.u32 %d1, %r1, 4; add.u64 %d1, %d0, %d1; st.global.u32 [%d1], %r2; ret; }\n";

fn parted(x: u32, k: u32) -> u32 {
    let mut value = if x & 1 == 0 { 1000 } else { k.wrapping_mul(4) };
    for turn in 0..x & 3 {
        value = value.wrapping_add(turn.wrapping_mul(k)).wrapping_add(2 * x);
    }
    value.wrapping_add(if x < 5 { 7 + 13 } else { 11 })
}

const NUMBERS: [u32; 8] = [0, 1, 7, 4096, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0x0400_0001];

fn shape(grid: u32, block: Dim3) -> Shape {
    Shape {
        grid: Dim3::new(grid, 1, 1),
        block,
        shared: 0,
        stack: 1024,
        cooperative: false,
    }
}

/// Every instruction set, and every width of a warp.
fn devices() -> impl Iterator<Item = Device> {
    let widths = |set| [32, 64, 128, 256].map(|max_lanes| (set, max_lanes));
    InstructionSet::available().flat_map(widths).map(|(set, max_lanes)| {
        let mut device = Device::new();
        (device.instructions, device.max_lanes) = (set, max_lanes);
        device
    })
}

#[test]
fn values_of_every_thread_are_its_own() {
    let blocks = [
        (128, 1, 1),
        (16, 16, 1),
        (10, 3, 1),
        (24, 2, 2),
        (100, 1, 1),
        (32, 4, 2),
        (1, 40, 1),
        (5, 1, 9),
    ];
    for mut device in devices() {
        let module = device.load(MIX);
        for block in blocks.map(|(x, y, z)| Dim3::new(x, y, z)) {
            let threads = block.x * block.y * block.z;
            let out = device.allocate(u64::from(threads) * 3 * 8);
            for k in NUMBERS {
                let end = device.run(&module, "mix", shape(3, block), &[out, k.into()]);
                assert_eq!(end, Step::Finished);
                let words = device.words(out, threads as usize * 6);
                for (place, found) in words.as_chunks::<2>().0.iter().enumerate() {
                    let (index, linear) = (place as u32 / threads, place as u32 % threads);
                    let thread = Dim3::new(linear % block.x, linear / block.x % block.y, linear / block.x / block.y);
                    let expected = mixed(thread, index, k);
                    let found = u64::from(found[1]) << 32 | u64::from(found[0]);
                    assert_eq!(found, expected, "{k:#x} {block:?} {thread:?} of {index}");
                }
            }
        }
    }
}

#[test]
fn lanes_that_part_keep_their_values() {
    for mut device in devices() {
        let module = device.load(PART);
        for threads in [1, 31, 32, 100, 128, 200] {
            let out = device.allocate(u64::from(threads) * 4);
            for k in NUMBERS {
                let end = device.run(&module, "part", shape(1, Dim3::new(threads, 1, 1)), &[out, k.into()]);
                assert_eq!(end, Step::Finished);
                let expected: Vec<u32> = (0..threads).map(|x| parted(x, k)).collect();
                assert_eq!(device.words(out, threads as usize), expected, "{k:#x} {threads}");
            }
        }
    }
}

#[test]
fn short_elements_that_lie_one_behind_the_other_are_all_stored() {
    // Accesses of four bytes and others: what is a word is not therefore one element.
    for (elements, size) in [(4, 1), (2, 2), (2, 1), (4, 2), (1, 4), (2, 4)] {
        let list = ["%r1", "%r2", "%r3", "%r4"][..elements].join(",");
        let (bytes, bits) = (elements * size, size * 8);
        let access = match elements {
            1 => format!("u{bits} [%d0],%r1"),
            _ => format!("v{elements}.u{bits} [%d0],{{{list}}}"),
        };
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out) {{\n\
             .reg .b32 %r<6>; .reg .b64 %d<2>;\n ld.param.u64 %d0,[out]; mov.u32 %r0,%tid.x;\n\
             mad.wide.u32 %d0,%r0,{bytes},%d0; mov.u32 %r1,%ntid.x; mov.u32 %r2,17; add.u32 %r3,%r0,3; mov.u32 %r4,%r0;\n\
             st.global.{access}; ret; }}\n"
        );
        let mut device = Device::new();
        let module = device.load(&text);
        let out = device.allocate(64 * bytes as u64);
        assert_eq!(device.run(&module, "k", line(1, 64), &[out]), Step::Finished);
        let expected: Vec<u8> = (0..64_u32)
            .flat_map(|x| [64, 17, x + 3, x].into_iter().take(elements))
            .flat_map(|value| value.to_le_bytes().into_iter().take(size))
            .collect();
        assert_eq!(device.read(out, expected.len()), expected, "{access}");
    }
}
