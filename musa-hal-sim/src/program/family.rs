//! Families of instructions. Each is a Cargo feature of this crate, so that firmware carries only what its kernels need;
//! `docs/embedded.md` has their sizes.
//!
//! A module that needs a family which the build leaves out is refused when it is loaded. What implements a family asks
//! [`Families::is_built`] first: the answer is a constant, and what cannot be reached is not linked.

use core::fmt;

use musa_isa::{Action, Flags, Instruction, Opcode, Type};

/// Declares the families: what each has, its bit and its Cargo feature.
macro_rules! families {
    ($($(#[doc = $doc:literal])+ $name:ident = $bit:literal $feature:literal)+) => {
        bitflags::bitflags! {
            /// A set of families.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub struct Families: u16 {
                $($(#[doc = $doc])+ const $name = 1 << $bit;)+
            }
        }

        impl Families {
            /// Those that this build has.
            pub const BUILT: Self = Self::from_bits_truncate(0 $(| (cfg!(feature = $feature) as u16) << $bit)+);

            /// Each family with the name of its feature.
            pub const NAMES: &'static [(Self, &'static str)] = &[$((Self::$name, $feature)),+];
        }
    };
}

families! {
    /// Computing with f32.
    SINGLE = 0 "single"
    /// Computing with f64.
    DOUBLE = 1 "double"
    /// Computing with f16, bf16 and narrower formats, and converting from and to them.
    HALF = 2 "half"
    /// `.approx` and `.full`, and the functions that are nothing else: `rsqrt`, `sin`, `cos`, `lg2`, `ex2`, `tanh`.
    APPROXIMATE = 3 "approximate"
    /// Two or four integers in a word: `u16x2`, `s16x2`, `dp2a`, `dp4a`, `cvt.pack`.
    PACKED = 4 "packed"
    /// The video instructions.
    VIDEO = 5 "video"
    /// The condition code: `addc`, `subc`, `madc` and `.cc`.
    CARRY = 6 "carry"
    /// Bits and their fields: `bfe`, `bfi`, `bfind`, `bmsk`, `brev`, `clz`, `cnot`, `fns`, `lop3`, `popc`, `prmt`, `shf`,
    /// `szext`.
    BITS = 7 "bits"
    /// Atomic operations: `atom` and `red`.
    ATOMIC = 8 "atomic"
    /// Operations among the lanes of a warp: `vote`, `shfl`, `match`, `redux`, `elect`.
    WARP = 9 "warp"
    /// The functions that the device supplies: `vprintf`, `__assertfail`, `malloc`, `free`.
    SYSTEM = 10 "system"
}

impl Families {
    /// Whether the build has all of the set.
    #[inline(always)]
    pub const fn is_built(self) -> bool {
        Self::BUILT.contains(self)
    }

    /// The families that an instruction needs; none for what every build has.
    pub fn of(instruction: &Instruction<'_>) -> Self {
        let computed = match instruction.opcode {
            // Only the sign of the third operand is looked at.
            Opcode::Slct => &instruction.types[1..],
            opcode if computes(opcode, instruction.action) => &instruction.types[..],
            _ => &[],
        };
        let types = computed.iter().flatten();
        types.fold(of_opcode(instruction), |families, kind| families | of_type(*kind))
    }
}

/// The features, with commas between.
impl fmt::Display for Families {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Self::NAMES.iter().filter(|(family, _)| self.contains(*family));
        for (place, (_, name)) in names.enumerate() {
            formatter.write_str(if place == 0 { "" } else { ", " })?;
            formatter.write_str(name)?;
        }
        Ok(())
    }
}

/// Whether an instruction does more with values of its types than move them.
const fn computes(opcode: Opcode, action: Option<Action>) -> bool {
    use Opcode::*;
    match opcode {
        Atom | Red => !matches!(action, Some(Action::Exchange | Action::CompareSwap)),
        Ld | St | Mov | Pack | Unpack | Selp | Shfl => false,
        _ => true,
    }
}

fn of_opcode(instruction: &Instruction<'_>) -> Families {
    use Opcode::*;
    match instruction.opcode {
        Rsqrt | Sin | Cos | Lg2 | Ex2 | Tanh => Families::APPROXIMATE,
        Div | Rcp | Sqrt if instruction.flags.intersects(Flags::APPROXIMATE | Flags::FULL_RANGE) => {
            Families::APPROXIMATE
        }
        Addc | Subc | Madc => Families::CARRY,
        Add | Sub | Mad if instruction.flags.contains(Flags::CARRY_OUT) => Families::CARRY,
        Dp2a | Dp4a | CvtPack => Families::PACKED,
        Bfe | Bfi | Bfind | Bmsk | Brev | Clz | Cnot | Fns | Lop3 | Popc | Prmt | Shf | Szext => Families::BITS,
        Atom | Red => Families::ATOMIC,
        Vote | Shfl | Match | Redux | Elect => Families::WARP,
        Vabsdiff | Vabsdiff2 | Vabsdiff4 | Vadd | Vadd2 | Vadd4 | Vavrg2 | Vavrg4 | Vmad | Vmax | Vmax2 | Vmax4
        | Vmin | Vmin2 | Vmin4 | Vset | Vset2 | Vset4 | Vshl | Vshr | Vsub | Vsub2 | Vsub4 => Families::VIDEO,
        _ => Families::empty(),
    }
}

const fn of_type(kind: Type) -> Families {
    use Type::*;
    match kind {
        F32 | F32x2 => Families::SINGLE,
        F64 => Families::DOUBLE,
        F16 | F16x2 | Bf16 | Bf16x2 | Tf32 | E4m3 | E5m2 | E4m3x2 | E5m2x2 => Families::HALF,
        U16x2 | S16x2 | U8x4 | S8x4 => Families::PACKED,
        _ => Families::empty(),
    }
}
