//! What the operating system says about the process's own pages.

use std::fs::File;
use std::io::{BufRead, BufReader};

/// A line of the list of mappings: where one begins and ends, and whether it can be read and written.
fn mapping(line: &str) -> Option<(u64, u64, bool)> {
    let (range, rest) = line.split_once(' ')?;
    let (from, to) = range.split_once('-')?;
    let number = |text| u64::from_str_radix(text, 16).ok();
    Some((number(from)?, number(to)?, rest.starts_with("rw")))
}

/// Whether the process can read and write all pages of a range. Where the system does not say, it is taken to.
pub(crate) fn are_writable(base: u64, length: u64) -> bool {
    let Ok(maps) = File::open("/proc/self/maps") else {
        return true;
    };
    let Some(end) = base.checked_add(length) else {
        return false;
    };
    let mut at = base;
    // The list is in the order of addresses.
    for line in BufReader::new(maps).lines().map_while(Result::ok) {
        let Some((from, to, writable)) = mapping(&line) else {
            continue;
        };
        if at >= from && at < to {
            if !writable {
                return false;
            }
            at = to;
        }
        if at >= end {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_writable_read_only_or_none() {
        static READ_ONLY: [u8; 64] = [1; 64];
        let place = |bytes: &[u8]| bytes.as_ptr().expose_provenance() as u64;
        let heap = vec![0u8; 1 << 20];
        assert!(are_writable(place(&heap), 1 << 20));
        assert!(!are_writable(place(&READ_ONLY), 64));
        assert!(!are_writable(0x1_0000_0000_0000, 1));
        assert!(!are_writable(u64::MAX, 2));
    }
}
