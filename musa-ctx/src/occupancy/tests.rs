//! The calculator against what a real driver answered for the reference's device.

use musa_hal::{Dialect, KernelInfo};

use super::*;
use crate::testing::{device, rule};

/// Sizes of blocks of the tables.
const BLOCKS: [u32; 15] = [1, 32, 64, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 896, 1024];

/// Registers, the most threads of a block, and blocks a multiprocessor for each size of blocks.
#[rustfmt::skip]
const BY_REGISTERS: &[(u32, u32, [u32; 15])] = &[
    (18, 1024, [32, 32, 32, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (23, 1024, [32, 32, 32, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (30, 1024, [32, 32, 32, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (38, 1024, [32, 32, 24, 16, 12, 9, 8, 6, 4, 4, 3, 2, 2, 1, 1]),
    (46, 1024, [32, 32, 20, 13, 10, 8, 6, 5, 4, 3, 2, 2, 1, 1, 1]),
    (54, 1024, [32, 32, 18, 12, 9, 7, 6, 4, 3, 3, 2, 1, 1, 1, 1]),
    (62, 1024, [32, 32, 16, 10, 8, 6, 5, 4, 3, 2, 2, 1, 1, 1, 1]),
    (70, 896, [28, 28, 14, 9, 7, 5, 4, 3, 2, 2, 1, 1, 1, 1, 0]),
    (78, 768, [24, 24, 12, 8, 6, 4, 4, 3, 2, 2, 1, 1, 1, 0, 0]),
    (94, 640, [20, 20, 10, 6, 5, 4, 3, 2, 2, 1, 1, 1, 0, 0, 0]),
    (102, 512, [16, 16, 8, 5, 4, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0]),
    (110, 512, [16, 16, 8, 5, 4, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0]),
    (126, 512, [16, 16, 8, 5, 4, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0]),
    (142, 384, [12, 12, 6, 4, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0]),
    (158, 384, [12, 12, 6, 4, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0]),
    (166, 384, [12, 12, 6, 4, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0]),
    (190, 256, [8, 8, 4, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]),
    (198, 256, [8, 8, 4, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]),
    (222, 256, [8, 8, 4, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]),
    (254, 256, [8, 8, 4, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]),
];

/// Bytes of dynamic shared memory, and blocks a multiprocessor for each size of blocks, at 30 registers.
#[rustfmt::skip]
const BY_SHARED: &[(u64, [u32; 15])] = &[
    (0, [32, 32, 32, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (1, [32, 32, 32, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (1024, [32, 32, 32, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (2048, [32, 32, 32, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (3072, [32, 32, 32, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (4096, [32, 32, 32, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (6144, [32, 32, 32, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (7168, [28, 28, 28, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (8192, [25, 25, 25, 21, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (10240, [20, 20, 20, 20, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (12288, [17, 17, 17, 17, 16, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (16384, [13, 13, 13, 13, 13, 12, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (20480, [10, 10, 10, 10, 10, 10, 10, 8, 6, 5, 4, 3, 2, 2, 2]),
    (24576, [9, 9, 9, 9, 9, 9, 9, 8, 6, 5, 4, 3, 2, 2, 2]),
    (32768, [6, 6, 6, 6, 6, 6, 6, 6, 6, 5, 4, 3, 2, 2, 2]),
    (40960, [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 4, 3, 2, 2, 2]),
    (49152, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 2, 2, 2]),
    (57344, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 2, 2, 2]),
    (65536, [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2]),
    (76800, [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2]),
    (98304, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
    (102400, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
    (113664, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
    (114688, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
    (115712, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
    (131072, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    (163840, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    (196608, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    (227328, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    (232448, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
];

fn occupancy(registers: u32) -> Occupancy {
    let info = KernelInfo {
        parameters: 0,
        parameter_bytes: 0,
        static_shared: 0,
        constant_bytes: 0,
        local_bytes: 0,
        registers,
        max_threads: None,
        required_threads: None,
        required_cluster: None,
        ptx_version: 70,
        target: 70,
        prints: false,
        allocates: false,
    };
    Occupancy::new(&device(Dialect::Reference), &info)
}

#[test]
fn blocks_by_registers() {
    for (registers, threads, blocks) in BY_REGISTERS {
        let occupancy = occupancy(*registers);
        assert_eq!(occupancy.max_threads, *threads, "{registers} registers");
        let found = BLOCKS.map(|block| occupancy.blocks(block, 0));
        assert_eq!(found, *blocks, "{registers} registers");
    }
}

#[test]
fn blocks_by_shared_memory() {
    let occupancy = Occupancy {
        max_dynamic: 232_448,
        ..occupancy(30)
    };
    for (dynamic, blocks) in BY_SHARED {
        let found = BLOCKS.map(|block| occupancy.blocks(block, *dynamic));
        assert_eq!(found, *blocks, "{dynamic} bytes");
    }
}

#[test]
fn blocks_by_carve_out() {
    for (carve_out, blocks) in [
        (-1, [8, 8, 8, 8, 4]),
        (0, [8, 2, 1, 1, 1]),
        (25, [8, 8, 7, 3, 1]),
        (50, [8, 8, 8, 6, 2]),
        (75, [8, 8, 8, 8, 4]),
        (100, [8, 8, 8, 8, 4]),
    ] {
        let occupancy = Occupancy {
            carve_out,
            ..occupancy(30)
        };
        let found = [0, 3072, 8192, 20_480, 49_152].map(|dynamic| occupancy.blocks(256, dynamic));
        assert_eq!(found, blocks, "{carve_out} per cent");
    }
}

#[test]
fn blocks_that_cannot_be_launched_fit_not_at_all() {
    let occupancy = occupancy(16);
    assert_eq!(occupancy.blocks(1025, 0), 0);
    assert_eq!(occupancy.blocks(u32::MAX, 0), 0);
    assert_eq!(occupancy.blocks(32, 49_153), 0);
    assert_eq!(occupancy.blocks(32, u64::MAX), 0);
    assert_eq!(rule(judge_block(0)), Rule::OccupancyBlock);
    assert_eq!(rule(judge_block(-1)), Rule::OccupancyBlock);
    assert_eq!(judge_block(32), Ok(32));
    assert_eq!(rule(judge_flags(2)), Rule::OccupancyFlags);
    assert_eq!(judge_flags(1), Ok(()));
    assert_eq!(rule(judge_limit(-1)), Rule::OccupancyLimit);
    assert_eq!(judge_limit(0), Ok(0));
}

#[test]
fn best_sizes() {
    for (registers, best, with_dynamic, limited, available) in [
        (16, 1024, 1024, 128, 49_152),
        (40, 768, 768, 192, 49_152),
        (64, 1024, 1024, 128, 49_152),
        (96, 640, 640, 160, 49_152),
        (128, 512, 512, 128, 49_152),
        (168, 384, 384, 192, 0),
        (224, 256, 256, 128, 0),
    ] {
        let occupancy = occupancy(registers);
        let (block, grid) = occupancy.best_block(0, |_| 0);
        assert_eq!(block, best, "{registers} registers");
        assert_eq!(grid, occupancy.blocks(block, 0) * 132);
        assert_eq!(
            occupancy.best_block(0, |_| 8192).0,
            with_dynamic,
            "{registers} registers"
        );
        assert_eq!(occupancy.best_block(200, |_| 0).0, limited, "{registers} registers");
        // Where two blocks do not fit, there is no answer.
        let found = occupancy.available_shared(2, 256).ok();
        assert_eq!(found, (available > 0).then_some(available), "{registers} registers");
    }
    let occupancy = occupancy(16);
    assert_eq!(occupancy.best_block(100, |_| 0).0, 64);
    assert_eq!(occupancy.best_block(5000, |_| 0).0, 1024);
    assert_eq!(occupancy.best_block(0, |_| 1 << 30), (0, 0));
    for blocks in [0, -1, 33, 100_000] {
        assert_eq!(rule(occupancy.available_shared(blocks, 32)), Rule::OccupancyBlocks);
    }
    assert_eq!(rule(occupancy.available_shared(1, 0)), Rule::OccupancyBlock);
    assert!(occupancy.available_shared(1, 32).unwrap() >= 49_152);
}

#[test]
fn clusters() {
    let occupancy = Occupancy {
        non_portable_cluster: true,
        ..occupancy(16)
    };
    let found = [1, 2, 4, 8, 16, 32, 0].map(|size| occupancy.clusters(size, 256, 0));
    assert_eq!(found, [1056, 528, 248, 124, 58, 0, 0]);
    assert_eq!(occupancy.max_cluster(), 16);
    assert_eq!(
        super::Occupancy {
            non_portable_cluster: false,
            ..occupancy
        }
        .max_cluster(),
        8
    );
}
