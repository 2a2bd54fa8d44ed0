//! One instruction.

use crate::{
    Action, Boolean, CacheOperator, Comparison, Opcode, Operand, Order, Part, Register, Rounding, Scope, Space, Type,
    encoding::OperandList,
};

bitflags::bitflags! {
    /// Modifiers that are there or not.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Flags: u32 {
        /// `.ftz`: subnormal operands and results become zero of the same sign.
        const FLUSH = 1 << 0;
        /// `.sat`: clamp to [0, 1] (floats) or to the type's range (integers).
        const SATURATE = 1 << 1;
        /// `.satfinite`: overflow becomes the largest finite value.
        const SATURATE_FINITE = 1 << 2;
        /// `.relu`: a negative result becomes zero.
        const RELU = 1 << 3;
        /// `.approx`.
        const APPROXIMATE = 1 << 4;
        /// `.full` (of `div`).
        const FULL_RANGE = 1 << 5;
        /// `.NaN` (of `min` and `max`).
        const PROPAGATE_NAN = 1 << 6;
        /// `.xorsign.abs`.
        const XOR_SIGN = 1 << 7;
        /// `.abs` alone (of `min` and `max` with three operands, and of `set`).
        const ABSOLUTE = 1 << 8;
        /// `.cc`: writes the condition code.
        const CARRY_OUT = 1 << 9;
        /// `.uni`: all active lanes take the branch together.
        const UNIFORM = 1 << 10;
        /// `.noftz`.
        const NO_FLUSH = 1 << 11;
        /// `.shiftamt` (of `bfind`).
        const SHIFT_AMOUNT = 1 << 12;
        /// `.sync`: carries a member mask as its last operand.
        const SYNCHRONIZED = 1 << 13;
        /// `.aligned`: all lanes of the warp execute the same instruction.
        const ALIGNED = 1 << 14;
        /// `.to` (of `cvta`).
        const TO_SPACE = 1 << 15;
        /// An atomic operation whose result no one reads.
        const NO_RESULT = 1 << 16;
        /// `.trans` (of `ldmatrix` and `stmatrix`).
        const TRANSPOSE = 1 << 17;
        /// `.parity` (of `mbarrier` waits).
        const PARITY = 1 << 18;
        /// `.po` (of `vmad`).
        const PLUS_ONE = 1 << 19;
        /// `.ignore-src` is an operand (of `cp.async`).
        const IGNORE_SOURCE = 1 << 20;
        /// Normalised (`.p`) rather than raw (`.b`) surface access.
        const FORMATTED = 1 << 21;
        /// `.unified` address of a texture or surface.
        const UNIFIED = 1 << 22;
        /// A call whose target is a register.
        const INDIRECT = 1 << 23;
        /// `.exclude` and other hints that change nothing in the model; of sums of f16x2, that the operand is the low
        /// word of a double.
        const HINT = 1 << 24;
        /// `.oob` (of `fma`): a factor that marks what lies out of bounds makes the result zero.
        const OUT_OF_BOUNDS = 1 << 25;
    }
}

/// The predicate that decides, lane by lane, whether an instruction runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    /// A register of [`crate::Bank::Predicate`].
    pub register: Register,
    /// `@!p`: runs where the predicate is false.
    pub negated: bool,
}

/// One decoded instruction. Fields that the opcode does not use hold their default.
///
/// The operand order is PTX's: results first, then sources; a memory operand is one [`Operand::Address`]; the elements
/// of a vector operand stand one after the other ([`Instruction::elements`] of them), and a second result (`p|q`)
/// follows the first. Per opcode the order is stated in `docs/instruction-set.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction<'a> {
    /// The root.
    pub opcode: Opcode,
    /// Up to four types in the order in which PTX writes them; the first is the one that most opcodes compute in.
    pub types: [Option<Type>; 4],
    /// Boolean modifiers.
    pub flags: Flags,
    /// Rounding, where PTX names or implies one.
    pub rounding: Option<Rounding>,
    /// Comparison of `set`, `setp` and the video comparisons.
    pub comparison: Option<Comparison>,
    /// How the comparison is combined with a predicate operand.
    pub boolean: Option<Boolean>,
    /// Part of the product.
    pub part: Option<Part>,
    /// State space of the memory operand, or of the conversion.
    pub space: Space,
    /// Memory order.
    pub order: Order,
    /// Scope of the order; a default of [`Scope::System`] where none is given.
    pub scope: Scope,
    /// Cache operator, for disassembly.
    pub cache: Option<CacheOperator>,
    /// Sub-operation.
    pub action: Option<Action>,
    /// Second sub-operation (`bar.red.popc`: reduce, population count; `shf.l.wrap`: left, wrap).
    pub second_action: Option<Action>,
    /// Elements of the vector operand: 1, 2, 4 or 8 (`.v2` and so on, number of matrices, registers of a fragment).
    pub elements: u8,
    /// Opcode-specific small number: geometry of textures and surfaces, shape of matrices, byte selectors of the video
    /// instructions; `docs/instruction-set.md` has the list.
    pub variant: u16,
    /// Guard predicate.
    pub guard: Option<Guard>,
    /// Operands in PTX order.
    pub operands: OperandList<'a>,
}

impl<'a> Instruction<'a> {
    /// An instruction without modifiers or operands.
    pub const fn new(opcode: Opcode) -> Self {
        Self {
            opcode,
            types: [None; 4],
            flags: Flags::empty(),
            rounding: None,
            comparison: None,
            boolean: None,
            part: None,
            space: Space::Generic,
            order: Order::Weak,
            scope: Scope::System,
            cache: None,
            action: None,
            second_action: None,
            elements: 1,
            variant: 0,
            guard: None,
            operands: OperandList::EMPTY,
        }
    }

    /// The operand at a place, if there is one.
    pub fn operand(&self, place: usize) -> Option<Operand> {
        self.operands.iter().nth(place)
    }
}
