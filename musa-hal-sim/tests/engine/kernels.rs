//! Whole kernels against a computation of their own.

use musa_hal::Dim3;
use musa_hal_sim::exec::Step;

use crate::device::{Device, Shape, bytes_of_floats, line};

/// Small kernels of the host-API cases.
const HOST_CASES: &str = "\
.version 7.0\n.target sm_70\n.address_size 64\n\
.visible .entry nop() { ret; }\n\
.visible .entry store(.param .u64 p, .param .u32 v) { .reg .b64 %d<2>; .reg .b32 %r<1>;\n\
 ld.param.u64 %d0, [p]; ld.param.u32 %r0, [v]; cvta.to.global.u64 %d1, %d0; st.global.u32 [%d1], %r0; ret; }\n\
.visible .entry spin(.param .u64 f, .param .u64 o, .param .u32 v) { .reg .b64 %d<4>; .reg .b32 %r<2>; .reg .pred %q<2>;\n\
 ld.param.u64 %d0, [f]; ld.param.u64 %d1, [o]; ld.param.u32 %r1, [v]; cvta.to.global.u64 %d2, %d0;\n\
W: ld.volatile.global.u32 %r0, [%d2]; setp.eq.u32 %q0, %r0, 0; @%q0 bra W;\n\
 setp.eq.u64 %q1, %d1, 0; @%q1 bra E; cvta.to.global.u64 %d3, %d1; st.global.u32 [%d3], %r1; E: ret; }\n";

#[test]
fn nothing_store_and_spin() {
    let mut device = Device::new();
    let module = device.load(HOST_CASES);
    assert_eq!(device.run(&module, "nop", line(3, 100), &[]), Step::Finished);
    let word = device.allocate(4);
    assert_eq!(device.run(&module, "store", line(1, 1), &[word, 77]), Step::Finished);
    assert_eq!(device.words(word, 1), [77]);
    let flag = device.allocate(4);
    assert_eq!(device.run(&module, "spin", line(2, 40), &[flag, word, 5]), Step::Parked);
    assert_eq!(device.step(&module, 1 << 20), Step::Parked, "nothing has changed");
    device.write(flag, &1_u32.to_le_bytes());
    assert_eq!(device.step(&module, 1 << 20), Step::Finished);
    assert_eq!(device.words(word, 1), [5]);
}

/// The benchmark's kernels, if they are beside the project.
fn benchmark() -> Option<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    ["benches/kernels.ptx", "../shared/bench/kernels.ptx"]
        .iter()
        .find_map(|path| std::fs::read_to_string(format!("{root}/{path}")).ok())
}

/// Numbers that a generator makes, small enough for exact sums.
fn numbers(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    (0..count)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as f32 / 16.0
        })
        .collect()
}

fn floats(device: &Device, address: u64, count: usize) -> Vec<f32> {
    device.words(address, count).into_iter().map(f32::from_bits).collect()
}

fn assert_same<T: PartialEq + core::fmt::Debug>(found: &[T], expected: &[T]) {
    assert_eq!(found.len(), expected.len());
    if let Some(place) = (0..found.len()).find(|place| found[*place] != expected[*place]) {
        panic!("element {place}: {:?} instead of {:?}", found[place], expected[place]);
    }
}

#[test]
fn vecadd_adds() {
    let Some(text) = benchmark() else {
        return eprintln!("SKIPPED: no benchmark kernels");
    };
    let mut device = Device::new();
    let module = device.load(&text);
    let count = 1000;
    let (a, b) = (numbers(count, 1), numbers(count, 2));
    let (at_a, at_b) = (device.upload(&bytes_of_floats(&a)), device.upload(&bytes_of_floats(&b)));
    let out = device.allocate(count as u64 * 4);
    assert_eq!(
        device.run(&module, "vecadd", line(8, 128), &[at_a, at_b, out, count as u64]),
        Step::Finished
    );
    let expected: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    assert_same(&floats(&device, out, count), &expected);
}

#[test]
fn reduce_shared_sums_blocks() {
    let Some(text) = benchmark() else {
        return eprintln!("SKIPPED: no benchmark kernels");
    };
    let mut device = Device::new();
    let module = device.load(&text);
    let count = 1000;
    let a = numbers(count, 3);
    let at_a = device.upload(&bytes_of_floats(&a));
    let out = device.allocate(8 * 4);
    assert_eq!(
        device.run(&module, "reduce_shared", line(8, 128), &[at_a, out, count as u64]),
        Step::Finished
    );
    // Sixteenths below sixteen: every order of summation is exact.
    let expected: Vec<f32> = a.chunks(128).map(|chunk| chunk.iter().sum()).collect();
    assert_eq!(floats(&device, out, 8), expected);
}

fn gemm(kernel: &str) {
    let Some(text) = benchmark() else {
        return eprintln!("SKIPPED: no benchmark kernels");
    };
    let mut device = Device::new();
    let module = device.load(&text);
    let size = 48;
    let (a, b) = (numbers(size * size, 4), numbers(size * size, 5));
    let (at_a, at_b) = (device.upload(&bytes_of_floats(&a)), device.upload(&bytes_of_floats(&b)));
    let out = device.allocate((size * size * 4) as u64);
    let shape = Shape {
        grid: Dim3::new(3, 3, 1),
        block: Dim3::new(16, 16, 1),
        ..line(1, 1)
    };
    let n = size as u64;
    assert_eq!(
        device.run(&module, kernel, shape, &[out, at_a, at_b, n, n, n]),
        Step::Finished
    );
    let mut expected = vec![0.0_f32; size * size];
    for row in 0..size {
        for column in 0..size {
            let products = (0..size).map(|k| (a[row * size + k], b[k * size + column]));
            expected[row * size + column] = products.fold(0.0, |sum, (a, b)| f32::mul_add(a, b, sum));
        }
    }
    assert_same(&floats(&device, out, size * size), &expected);
}

#[test]
fn gemm_naive_multiplies() {
    gemm("gemm_naive");
}

#[test]
fn gemm_tile_multiplies() {
    gemm("gemm_tile");
}

#[test]
fn divergent_counts_steps() {
    let Some(text) = benchmark() else {
        return eprintln!("SKIPPED: no benchmark kernels");
    };
    for (lanes, width) in [(32, 32), (128, 32), (128, 128)] {
        let mut device = Device::new();
        (device.max_lanes, device.warp_width) = (lanes, width);
        let module = device.load(&text);
        let count = 500_u32;
        let out = device.allocate(u64::from(count) * 4);
        assert_eq!(
            device.run(&module, "divergent", line(4, 128), &[out, u64::from(count)]),
            Step::Finished
        );
        let steps = |thread: u32| {
            let (mut value, mut steps) = (thread.wrapping_mul(0x9e37_79b1), 0);
            while value != 1 && steps < 200 {
                value = if value & 1 == 1 {
                    value.wrapping_mul(3).wrapping_add(1)
                } else {
                    value >> 1
                };
                steps += 1;
            }
            steps
        };
        let expected: Vec<u32> = (0..count).map(steps).collect();
        assert_same(&device.words(out, count as usize), &expected);
        assert!(device.counters().divergent_branches > 0);
    }
}

/// Hardware sums both halves in shared memory, except where its translator is handed the low word of a double.
#[test]
fn halves_are_summed_in_shared_memory() {
    for (operand, sum) in [
        ("ld.global.b32 %r1,[%d0];", 0x4200_4400),
        (
            "ld.global.b64 %d1,[%d0]; mov.b64 {%r1,%r2},%d1; add.u32 %r1,%r1,0;",
            0x4200_4400,
        ),
        ("ld.global.b64 %d1,[%d0]; cvt.u32.u64 %r1,%d1;", 0x3c00_4400),
    ] {
        for access in [
            "atom.shared.add.noftz.f16x2 %r4,[s],%r1;",
            "red.shared.add.noftz.f16x2 [s],%r1;",
        ] {
            let text = format!(
                ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {{\n\
                 .shared .b32 s; .reg .b32 %r<5>; .reg .b64 %d<2>; ld.param.u64 %d0,[p]; mov.u32 %r3,0x3c003c00;\n\
                 st.shared.b32 [s],%r3; {operand} {access} ld.shared.b32 %r3,[s]; st.global.b32 [%d0],%r3; ret; }}\n"
            );
            let mut device = Device::new();
            let module = device.load(&text);
            let memory = device.upload(&[0x00, 0x42, 0x00, 0x40, 0, 0, 0, 0]);
            assert_eq!(device.run(&module, "k", line(1, 1), &[memory]), Step::Finished);
            assert_eq!(device.words(memory, 1), [sum], "{operand} {access}");
        }
    }
}
