//! Between lane predicates and bits.

#[cfg(target_arch = "x86_64")]
use super::Kind;
use super::{GROUP, InstructionSet, Words};

/// The lanes of a byte, for every byte: the portable way from bits to lanes. A shift by lane would compile to 32 of them.
static LANES_OF_BYTE: [[u32; 8]; 256] = lanes_of_byte();

const fn lanes_of_byte() -> [[u32; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut lane = 0;
        while lane < 8 {
            if byte >> lane & 1 == 1 {
                table[byte][lane] = u32::MAX;
            }
            lane += 1;
        }
        byte += 1;
    }
    table
}

/// Makes lanes all ones where their bit is set, and zero elsewhere.
#[inline]
pub fn expand(set: InstructionSet, bits: u32, lanes: &mut Words) {
    match set.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx512 => unsafe { expand_avx512(bits, lanes) },
        _ => expand_base(bits, lanes),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn expand_avx512(bits: u32, lanes: &mut Words) {
    use core::arch::x86_64::{_mm512_movm_epi32, _mm512_storeu_si512};
    let at = lanes.0.as_mut_ptr();
    // SAFETY: both stores are of 64 bytes within the 128 of the value.
    unsafe {
        _mm512_storeu_si512(at.cast(), _mm512_movm_epi32(bits as u16));
        _mm512_storeu_si512(at.add(16).cast(), _mm512_movm_epi32((bits >> 16) as u16));
    }
}

fn expand_base(bits: u32, lanes: &mut Words) {
    for (eight, byte) in lanes.0.chunks_exact_mut(8).zip(bits.to_le_bytes()) {
        eight.copy_from_slice(&LANES_OF_BYTE[byte as usize]);
    }
}

/// The bits of the lanes whose sign bit is set.
#[inline]
pub fn collect(set: InstructionSet, lanes: &Words) -> u32 {
    match set.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx512 => unsafe { collect_avx512(lanes) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx2 => unsafe { collect_avx2(lanes) },
        _ => collect_base(lanes),
    }
}

fn collect_base(lanes: &Words) -> u32 {
    let mut bits = 0;
    for lane in 0..GROUP {
        bits |= lanes.0[lane] >> 31 << lane;
    }
    bits
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn collect_avx512(lanes: &Words) -> u32 {
    use core::arch::x86_64::{_mm512_loadu_si512, _mm512_movepi32_mask};
    // SAFETY: both loads are of 64 bytes within the 128 of the value.
    let (low, high) = unsafe {
        let at = lanes.0.as_ptr();
        (_mm512_loadu_si512(at.cast()), _mm512_loadu_si512(at.add(16).cast()))
    };
    u32::from(_mm512_movepi32_mask(low)) | u32::from(_mm512_movepi32_mask(high)) << 16
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn collect_avx2(lanes: &Words) -> u32 {
    use core::arch::x86_64::{_mm256_castsi256_ps, _mm256_loadu_si256, _mm256_movemask_ps};
    let mut bits = 0;
    for eight in 0..4 {
        // SAFETY: a load of 32 bytes within the 128 of the value.
        let part = unsafe { _mm256_loadu_si256(lanes.0.as_ptr().add(eight * 8).cast()) };
        bits |= (_mm256_movemask_ps(_mm256_castsi256_ps(part)) as u32) << (eight * 8);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_lanes_are_inverse_in_every_instruction_set() {
        let mut bits = 0x9e37_79b9_u32;
        for _ in 0..1000 {
            bits ^= bits << 13;
            bits ^= bits >> 17;
            bits ^= bits << 5;
            for set in InstructionSet::available() {
                let mut lanes = Words([7; GROUP]);
                expand(set, bits, &mut lanes);
                assert!(lanes.0.iter().all(|lane| *lane == 0 || *lane == u32::MAX));
                assert_eq!(collect(set, &lanes), bits, "{set:?}");
            }
        }
    }
}
