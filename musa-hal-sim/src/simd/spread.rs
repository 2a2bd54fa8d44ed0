//! From scalars to lanes.

#[cfg(target_arch = "x86_64")]
use super::Kind;
use super::{Doubles, GROUP, InstructionSet, Scalar, Words};

/// The threads of a warp.
#[derive(Clone, Copy)]
pub(super) struct Threads<'t> {
    /// Of each group: x, y and z.
    pub(super) numbers: &'t [Words],
    /// Groups of each of the blocks that go abreast.
    pub(super) groups: usize,
}

/// Writes out a scalar in all groups of a word register.
pub(super) fn spread_word(set: InstructionSet, scalar: Scalar, threads: Threads<'_>, groups: &mut [Words]) {
    match set.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx512 => unsafe { word_avx512(scalar, threads, groups) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx2 => unsafe { word_avx2(scalar, threads, groups) },
        _ => word_of(scalar, threads, groups),
    }
}

/// Writes out a scalar in all groups of a double register.
pub(super) fn spread_double(set: InstructionSet, scalar: Scalar, threads: Threads<'_>, groups: &mut [Doubles]) {
    match set.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx512 => unsafe { double_avx512(scalar, threads, groups) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx2 => unsafe { double_avx2(scalar, threads, groups) },
        _ => double_of(scalar, threads, groups),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn word_avx512(scalar: Scalar, threads: Threads<'_>, groups: &mut [Words]) {
    word_of(scalar, threads, groups);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn word_avx2(scalar: Scalar, threads: Threads<'_>, groups: &mut [Words]) {
    word_of(scalar, threads, groups);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn double_avx512(scalar: Scalar, threads: Threads<'_>, groups: &mut [Doubles]) {
    double_of(scalar, threads, groups);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn double_avx2(scalar: Scalar, threads: Threads<'_>, groups: &mut [Doubles]) {
    double_of(scalar, threads, groups);
}

impl Threads<'_> {
    /// What a scalar is in the thread of each group's block whose numbers are zero, and the numbers of the group's lanes.
    #[inline(always)]
    fn each(&self, scalar: Scalar) -> impl Iterator<Item = (u64, &[Words; 3])> {
        let groups = self.groups.max(1);
        let numbers = self.numbers.as_chunks::<3>().0.iter().enumerate();
        numbers.map(move |(group, numbers)| {
            let block = (group / groups) as u64;
            (scalar.base.wrapping_add(scalar.block.wrapping_mul(block)), numbers)
        })
    }
}

#[inline(always)]
fn word_of(scalar: Scalar, threads: Threads<'_>, groups: &mut [Words]) {
    let (x, y) = (scalar.x as u32, scalar.y as u32);
    if let Some(value) = scalar.as_uniform() {
        return groups.fill(Words([value as u32; GROUP]));
    }
    for (to, (base, numbers)) in groups.iter_mut().zip(threads.each(scalar)) {
        for lane in 0..GROUP {
            let along = numbers[0].0[lane].wrapping_mul(x);
            let across = numbers[1].0[lane].wrapping_mul(y);
            to.0[lane] = (base as u32).wrapping_add(along).wrapping_add(across);
        }
    }
}

#[inline(always)]
fn double_of(scalar: Scalar, threads: Threads<'_>, groups: &mut [Doubles]) {
    if let Some(value) = scalar.as_uniform() {
        return groups.fill(Doubles([value; GROUP]));
    }
    for (to, (base, numbers)) in groups.iter_mut().zip(threads.each(scalar)) {
        for lane in 0..GROUP {
            let along = u64::from(numbers[0].0[lane]).wrapping_mul(scalar.x);
            let across = u64::from(numbers[1].0[lane]).wrapping_mul(scalar.y);
            to.0[lane] = base.wrapping_add(along).wrapping_add(across);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_set_writes_the_same_lanes() {
        let number = |row: u32| Words(core::array::from_fn(|lane| lane as u32 * row + row));
        let numbers = [number(1), number(3), number(0), number(7), number(2), number(0)];
        let threads = Threads {
            numbers: &numbers,
            groups: 1,
        };
        let scalars = [
            (7, 0, 0, 0),
            (1 << 33, 4, 1 << 32, 5),
            (u64::MAX, u64::MAX - 3, 64, u64::MAX),
            (1, 0, 0, 512),
        ];
        for (base, x, y, block) in scalars {
            let scalar = Scalar { base, x, y, block };
            for set in InstructionSet::available() {
                let (mut words, mut doubles) = ([Words::ZERO; 2], [Doubles::ZERO; 2]);
                spread_word(set, scalar.word(), threads, &mut words);
                spread_double(set, scalar, threads, &mut doubles);
                for (group, lane) in (0..2).flat_map(|group| (0..GROUP).map(move |lane| (group, lane))) {
                    let along = u64::from(numbers[group * 3].0[lane]).wrapping_mul(x);
                    let across = u64::from(numbers[group * 3 + 1].0[lane]).wrapping_mul(y);
                    let ahead = block.wrapping_mul(group as u64);
                    let value = base.wrapping_add(along).wrapping_add(across).wrapping_add(ahead);
                    assert_eq!(doubles[group].0[lane], value, "{set:?}");
                    assert_eq!(words[group].0[lane], value as u32, "{set:?}");
                }
            }
        }
    }
}
