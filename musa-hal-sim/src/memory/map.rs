//! Where things lie in an address space: fixed ranges, so that a value tells its kind.

use core::ops::Range;

/// Bytes that hardware protects memory in: an access is valid if its granule is.
pub const GRANULE: u64 = 512;
/// Allocations of device memory larger than this take whole pages of it, all of which kernels may access. So an H200
/// does: of 40,000,000 bytes the word before 41,943,040 can be written, and the one there cannot.
pub(super) const PAGE: u64 = 2 << 20;

/// Where the first device's memory begins. Above what programs of fixed addresses occupy, far below 2^40.
pub const DEVICE_BASE: u64 = 0x2_0000_0000;

/// Where pinned host memory begins, unless the source says otherwise.
pub const HOST_BASE: u64 = 0x1000_0000_0000;

/// Bytes of addresses for pinned host memory.
pub const HOST_LENGTH: u64 = 0x0800_0000_0000;

/// Addresses at which memory of other spaces and processes is mapped.
pub const IMPORTS: Range<u64> = 0x1800_0000_0000..0x2000_0000_0000;

/// Addresses that are reserved for mappings.
pub const MAPPINGS: Range<u64> = 0x2000_0000_0000..0x2800_0000_0000;

/// Generic addresses of shared memory: of a block, and of the blocks of its cluster. No host address is up here.
pub const SHARED_WINDOW: Range<u64> = 0x1_0000_0000_0000..0x1_0001_0000_0000;

/// Generic addresses of a thread's local memory.
pub const LOCAL_WINDOW: Range<u64> = 0x2_0000_0000_0000..0x2_0001_0000_0000;

/// Generic addresses of a kernel's parameters.
pub const PARAMETER_WINDOW: Range<u64> = 0x3_0000_0000_0000..0x3_0001_0000_0000;

/// Addresses that a device's memory takes: a quarter more than its bytes, for what placement wastes.
pub(super) fn device_length(total_memory: u64) -> u64 {
    const UNIT: u64 = 1 << 30;
    let wanted = total_memory.saturating_add(total_memory / 4).saturating_add(UNIT);
    wanted.checked_next_multiple_of(UNIT).unwrap_or(u64::MAX / UNIT * UNIT)
}
