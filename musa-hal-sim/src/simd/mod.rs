//! Lane loops: how one decoded instruction runs over all lanes of a warp, compiled for several instruction sets of the
//! host.
//!
//! This is the only place with intrinsics and `target_feature`. A [`LaneLoop`] is written once as inlined generic code;
//! [`Row`] wraps it for each instruction set, with and without a mask, and is entered through one function pointer.

mod addresses;
mod bits;
mod lanes;
mod registers;
mod scalar;
mod spread;

pub use addresses::{Extent, ROW, RowKind, extent};
pub use bits::{collect, expand};
pub(crate) use lanes::Window;
pub use lanes::{Doubles, GROUP, Lanes, MAX_GROUPS, Mask, RowStart, Words, same_lanes};
pub use registers::{GroupFunction, Register, Results, Sources, each_group};
pub use scalar::{Content, Last, Missing, Range, Scalar};
use spread::{Threads, spread_double, spread_word};

use musa_isa::Bank;

use crate::program::Op;

/// Vector instructions of the host that lane loops are compiled for. Only detection makes one, so that having one means
/// that the host can run it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "std")),
    allow(dead_code, reason = "never detected")
)]
enum Kind {
    /// What the target always has.
    Base,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512 F, BW, DQ, VL.
    Avx512,
}

/// How many there are on any target.
const SETS: usize = 3;

impl InstructionSet {
    /// What the target always has.
    pub const BASE: Self = Self(Kind::Base);

    /// The best one of this host. Without the standard library that is [`InstructionSet::BASE`].
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self::BASE)
    }

    /// Those that this host can run, the base first.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    pub fn available() -> impl Iterator<Item = Self> {
        use std::is_x86_feature_detected as has;
        let avx2 = has!("avx2") && has!("fma");
        let avx512 = has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl") && has!("fma");
        let candidates = [(true, Kind::Base), (avx2, Kind::Avx2), (avx512, Kind::Avx512)];
        candidates
            .into_iter()
            .filter(|(has, _)| *has)
            .map(|(_, kind)| Self(kind))
    }

    /// Those that this host can run, the base first.
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    pub fn available() -> impl Iterator<Item = Self> {
        core::iter::once(Self::BASE)
    }
}

/// Something to do that is worth a copy for each instruction set. What it calls must be inlined to have one.
pub trait Work {
    /// Does it. Inlined into the wrapper of each instruction set.
    fn run(self);
}

/// Does something with the vector instructions of a set.
#[inline(always)]
pub fn work<W: Work>(set: InstructionSet, work: W) {
    match set.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx512 => unsafe { work_avx512(work) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only detection makes such a set.
        Kind::Avx2 => unsafe { work_avx2(work) },
        _ => work.run(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn work_avx2<W: Work>(work: W) {
    work.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma")]
fn work_avx512<W: Work>(work: W) {
    work.run();
}

/// What one instruction does to the lanes of a warp. It cannot fail, touches registers only and captures nothing.
/// `Shape` tells the implementations for functions of different numbers of sources apart.
pub trait LaneLoop<Shape>: Copy {
    /// The banks of its operands.
    const SIGNATURE: Signature;

    /// Runs it over the lanes of `mask`; with `WHOLE` no other lane of its results matters. Inlined into the wrapper of
    /// each instruction set.
    fn run<const WHOLE: bool>(self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask);

    /// Runs it once for all lanes, if all operands are the same in every lane; whether they are.
    fn run_uniform(self, lanes: &mut Lanes<'_>, op: &Op) -> bool;
}

/// Which banks an instruction's operands are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Of its results.
    pub results: [Option<Bank>; 2],
    /// Of its sources.
    pub sources: [Option<Bank>; 4],
}

/// A lane loop that is compiled for an instruction set. Unsafe to call on a host without that set.
type Entry = unsafe fn(&mut Lanes<'_>, &Op, &Mask);

/// An instruction on scalars, which all of its sources are: whether it could be done so.
pub type ScalarEntry = fn(&mut Lanes<'_>, &Op) -> bool;

/// An instruction's lane loop for every instruction set, for results of which only the mask's lanes may change and for
/// those where no other lane matters.
#[derive(Debug)]
pub struct Row {
    signature: Signature,
    entries: [[Entry; 2]; SETS],
    uniform: ScalarEntry,
}

impl Row {
    /// The row of a lane loop that is worth a copy for each instruction set.
    pub const fn vector<Shape, L: LaneLoop<Shape>>(_: L) -> Self {
        Self {
            signature: L::SIGNATURE,
            entries: [
                [base::<Shape, L, false>, base::<Shape, L, true>],
                #[cfg(target_arch = "x86_64")]
                [avx2::<Shape, L, false>, avx2::<Shape, L, true>],
                #[cfg(target_arch = "x86_64")]
                [avx512::<Shape, L, false>, avx512::<Shape, L, true>],
                #[cfg(not(target_arch = "x86_64"))]
                [base::<Shape, L, false>, base::<Shape, L, true>],
                #[cfg(not(target_arch = "x86_64"))]
                [base::<Shape, L, false>, base::<Shape, L, true>],
            ],
            uniform: uniform::<Shape, L>,
        }
    }

    /// The row of a lane loop that is rare, or does not vectorise: compiled once.
    pub const fn scalar<Shape, L: LaneLoop<Shape>>(_: L) -> Self {
        Self {
            signature: L::SIGNATURE,
            entries: [[base::<Shape, L, false>, base::<Shape, L, false>]; SETS],
            uniform: uniform::<Shape, L>,
        }
    }

    /// The banks of its operands.
    pub const fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Runs the lane loop. With `whole`, no lane outside of the mask matters in its results. The lanes of its sources
    /// must be there, and its results claimed ([`Lanes::claim`]).
    #[inline(always)]
    pub fn run(&self, whole: bool, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) {
        let entry = self.entries[lanes.set.0 as usize][usize::from(whole)];
        // SAFETY: only detection makes a set other than the base.
        unsafe { entry(lanes, op, mask) }
    }

    /// How it runs once for all lanes, if all sources are the same in every lane.
    pub const fn on_uniform(&self) -> ScalarEntry {
        self.uniform
    }
}

/// The lane loop that a row was made of.
#[inline(always)]
fn body<Shape, L: LaneLoop<Shape>>() -> L {
    const { assert!(size_of::<L>() == 0, "a lane loop captures nothing") };
    // SAFETY: a value of this type was given to `Row`; it has no bytes, and may be copied.
    unsafe { core::ptr::NonNull::<L>::dangling().read() }
}

fn base<Shape, L: LaneLoop<Shape>, const WHOLE: bool>(lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) {
    body::<Shape, L>().run::<WHOLE>(lanes, op, mask);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2<Shape, L: LaneLoop<Shape>, const WHOLE: bool>(lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) {
    body::<Shape, L>().run::<WHOLE>(lanes, op, mask);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma")]
fn avx512<Shape, L: LaneLoop<Shape>, const WHOLE: bool>(lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) {
    body::<Shape, L>().run::<WHOLE>(lanes, op, mask);
}

fn uniform<Shape, L: LaneLoop<Shape>>(lanes: &mut Lanes<'_>, op: &Op) -> bool {
    body::<Shape, L>().run_uniform(lanes, op)
}
