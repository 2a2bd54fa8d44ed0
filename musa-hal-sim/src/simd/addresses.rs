//! What the addresses of a group's lanes have in common, so that a memory access can be checked and made as a whole.

#[cfg(target_arch = "x86_64")]
use super::Kind;
use super::{GROUP, InstructionSet, Words};

/// Lanes that are looked at together: a row of a block that is sixteen wide, and a vector register of the host.
pub const ROW: usize = 16;

/// How the addresses of a row of lanes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// One behind the other.
    Adjacent,
    /// All the same.
    Same,
    /// Otherwise.
    Scattered,
}

/// The addresses of the active lanes of a group.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The lowest.
    pub lowest: u64,
    /// The highest.
    pub highest: u64,
    /// All bits that are set in some address.
    pub union: u64,
    /// How the two rows lie, inactive lanes included.
    pub rows: [RowKind; GROUP / ROW],
}

/// Looks at addresses of accesses of `bytes` bytes; `active` says which lanes take part.
#[inline]
pub fn extent(set: InstructionSet, addresses: &[u64; GROUP], active: &Words, bytes: u64) -> Extent {
    match set.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx512 => unsafe { extent_avx512(addresses, active, bytes) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx2 => unsafe { extent_avx2(addresses, active, bytes) },
        _ => extent_of(addresses, active, bytes),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn extent_avx512(addresses: &[u64; GROUP], active: &Words, bytes: u64) -> Extent {
    extent_of(addresses, active, bytes)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn extent_avx2(addresses: &[u64; GROUP], active: &Words, bytes: u64) -> Extent {
    extent_of(addresses, active, bytes)
}

#[inline(always)]
fn extent_of(addresses: &[u64; GROUP], active: &Words, bytes: u64) -> Extent {
    let (mut lowest, mut highest, mut union) = ([u64::MAX; 8], [0_u64; 8], [0_u64; 8]);
    for part in 0..GROUP / 8 {
        for lane in 0..8 {
            let address = addresses[part * 8 + lane];
            // An inactive lane counts as the neutral element of each.
            let mask = i64::from(active.0[part * 8 + lane] as i32) as u64;
            lowest[lane] = lowest[lane].min(address | !mask);
            highest[lane] = highest[lane].max(address & mask);
            union[lane] |= address & mask;
        }
    }
    let rows = [0, ROW].map(|first| {
        let base = addresses[first];
        let (mut adjacent, mut same) = (0, 0);
        for lane in 0..ROW {
            let distance = addresses[first + lane].wrapping_sub(base);
            adjacent |= distance ^ (lane as u64).wrapping_mul(bytes);
            same |= distance;
        }
        match (adjacent, same) {
            (0, _) => RowKind::Adjacent,
            (_, 0) => RowKind::Same,
            _ => RowKind::Scattered,
        }
    });
    Extent {
        lowest: lowest.into_iter().fold(u64::MAX, u64::min),
        highest: highest.into_iter().fold(0, u64::max),
        union: union.into_iter().fold(0, |all, part| all | part),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_set_sees_the_same() {
        let cases: [fn(u64) -> u64; 4] = [
            |lane| 64 + 4 * lane,
            |_| 4096,
            |lane| (lane * lane) << 33,
            |lane| lane % 16 * 4,
        ];
        for address in cases {
            let addresses = core::array::from_fn(|lane| address(lane as u64));
            for bits in [u32::MAX, 1, 0x8000_0000, 0x1234_5678] {
                let mut active = Words::ZERO;
                super::super::expand(InstructionSet::BASE, bits, &mut active);
                let plain = extent_of(&addresses, &active, 4);
                let lanes = (0..GROUP)
                    .filter(|lane| bits >> lane & 1 == 1)
                    .map(|lane| addresses[lane]);
                assert_eq!(Some(plain.lowest), lanes.clone().min());
                assert_eq!(Some(plain.highest), lanes.max());
                for set in InstructionSet::available() {
                    let seen = extent(set, &addresses, &active, 4);
                    assert_eq!(
                        (seen.lowest, seen.highest, seen.union, seen.rows),
                        (plain.lowest, plain.highest, plain.union, plain.rows)
                    );
                }
            }
        }
    }
}
