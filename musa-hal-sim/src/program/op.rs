//! Decoded instructions.

use musa_isa::{
    Action, Boolean, Comparison, Flags, Instruction, Opcode, Order, Part, Rounding, Scope, Space, SpecialRegister, Type,
};

use super::Arms;
use crate::simd::{Row, ScalarEntry};

/// Where an operand is: a register of the function's window, in one of its two banks, or a constant of the program.
///
/// The numbers of registers are those of their [`Content`](crate::simd::Content)s: words and doubles in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(u32);

impl Slot {
    /// No operand, or a result that no one wants.
    pub const NONE: Self = Self(u32::MAX);
    const CONSTANT: u32 = 1 << 31;

    /// A register of up to 32 bits, by its place in the window.
    pub const fn word(place: u32) -> Self {
        Self(place << 1 & !Self::CONSTANT)
    }

    /// A register of 64 bits, by its place in the window.
    pub const fn double(place: u32) -> Self {
        Self(place << 1 & !Self::CONSTANT | 1)
    }

    /// A constant, by its place in the pool of its bank.
    pub const fn constant(place: u32) -> Self {
        Self(place | Self::CONSTANT)
    }

    /// The register behind, in the same bank.
    pub const fn next(self) -> Self {
        Self(self.0 + 2)
    }

    /// Whether there is no operand.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == Self::NONE.0
    }

    /// Whether it is a register.
    #[inline(always)]
    pub const fn is_register(self) -> bool {
        self.0 & Self::CONSTANT == 0
    }

    /// Whether a register is one of 64 bits.
    #[inline(always)]
    pub const fn is_double(self) -> bool {
        self.0 & 1 != 0
    }

    /// The place in the pool of constants, if it is one.
    #[inline(always)]
    pub const fn constant_index(self) -> Option<usize> {
        if self.is_register() {
            None
        } else {
            Some((self.0 & !Self::CONSTANT) as usize)
        }
    }

    /// The place in its bank's window of a register.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The place of a register in its bank's window, or of a constant in its pool.
    #[inline(always)]
    pub fn place(self) -> usize {
        ((self.0 & !Self::CONSTANT) >> u32::from(self.is_register())) as usize
    }

    /// The place of its content in the window: all constants have the first one.
    #[inline(always)]
    pub const fn content(self) -> u32 {
        if self.is_register() { self.0 + 1 } else { 0 }
    }
}

/// The predicate that says in which lanes an instruction runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The predicate; none where all active lanes run.
    pub slot: Slot,
    /// Whether it runs where the predicate is false.
    pub negated: bool,
}

impl Guard {
    /// All active lanes.
    pub const ALWAYS: Self = Self {
        slot: Slot::NONE,
        negated: false,
    };
}

/// A run of entries of one of the program's tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The first one.
    pub first: u32,
    /// How many.
    pub count: u32,
}

impl Run {
    /// The places in the table.
    #[inline]
    pub const fn range(self) -> core::ops::Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }
}

/// What a memory operand starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressBase {
    /// Nothing.
    Absolute,
    /// A 32-bit register.
    Word,
    /// A 64-bit register.
    Double,
}

/// Work beside arithmetic that leaves the program counter alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// `ld`.
    Load,
    /// `st`.
    Store,
    /// `atom` and `red`.
    Atomic,
    /// `mov` from a special register.
    Special(SpecialRegister),
    /// `activemask`.
    ActiveMask,
    /// `fence`, `membar`.
    Fence,
    /// `alloca`.
    Allocate,
    /// `cp.async`: from global to shared memory, at once.
    Copy,
    /// A value that means nothing.
    Undefined,
}

/// What may move, split or stop a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// To [`Op::target`].
    Jump,
    /// To [`Op::target`] where the guard holds, to [`Op::otherwise`] elsewhere.
    Branch(Arms),
    /// `brx.idx`: to the entry of the table [`Op::list`] of program counters that `sources[0]` names.
    BranchTable,
    /// `call` of function [`Op::target`].
    Call,
    /// `call` through the address in the double `sources[0]`.
    CallIndirect,
    /// `call` of a function that the simulator supplies.
    CallSystem(System),
    /// `ret`.
    Return,
    /// `exit`, and `ret` of a kernel.
    Exit,
    /// `trap`, `brkpt`.
    Trap,
    /// `bar.sync`, `bar.arrive`, `bar.red`.
    Barrier(BarrierKind),
    /// `bar.warp.sync`.
    WarpBarrier,
    /// `vote`.
    Vote,
    /// `shfl`.
    Shuffle,
    /// `match`.
    Match,
    /// `redux`.
    Reduce,
    /// `elect`.
    Elect,
    /// Nothing, so that straight code is cut into bounded pieces.
    Continue,
    /// Where code ends that cannot be reached.
    Nowhere,
}

/// Forms of the block's barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierKind {
    /// Waits.
    Synchronize,
    /// Counts as arrived and goes on.
    Arrive,
    /// Waits, and answers a reduction of the predicate `sources[2]`.
    Reduce,
}

/// Functions that the simulator supplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// `vprintf`.
    Print,
    /// `__assertfail`.
    AssertFail,
    /// `malloc`.
    Allocate,
    /// `free`.
    Free,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// Arithmetic on the lanes.
    Lane(&'static Row),
    /// Memory and the like.
    Effect(Effect),
    /// Ends a run of straight code.
    Control(Control),
    /// Nothing: what it came to in every thread of the launch is there (see `once.rs`).
    Once,
}

/// Modifiers, for lane loops and effects that look at them.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the fields are those of musa_isa::Instruction")]
pub struct Detail {
    pub opcode: Opcode,
    pub types: [Option<Type>; 4],
    pub flags: Flags,
    pub rounding: Option<Rounding>,
    pub comparison: Option<Comparison>,
    pub boolean: Option<Boolean>,
    pub part: Option<Part>,
    pub space: Space,
    pub order: Order,
    pub scope: Scope,
    pub action: Option<Action>,
    pub second_action: Option<Action>,
    pub elements: u8,
    pub variant: u16,
}

impl Detail {
    /// Of what the text does not have.
    pub const NONE: Self = Self::of(&Instruction::new(Opcode::Bra));

    /// The modifiers of an instruction.
    pub const fn of(instruction: &Instruction<'_>) -> Self {
        Self {
            opcode: instruction.opcode,
            types: instruction.types,
            flags: instruction.flags,
            rounding: instruction.rounding,
            comparison: instruction.comparison,
            boolean: instruction.boolean,
            part: instruction.part,
            space: instruction.space,
            order: instruction.order,
            scope: instruction.scope,
            action: instruction.action,
            second_action: instruction.second_action,
            elements: instruction.elements,
            variant: instruction.variant,
        }
    }

    /// The first type; `b32` where there is none.
    #[inline]
    pub fn kind(&self) -> Type {
        self.types[0].unwrap_or(Type::B32)
    }

    /// Whether a flag is set.
    #[inline]
    pub const fn has(&self, flag: Flags) -> bool {
        self.flags.contains(flag)
    }
}

/// A decoded instruction.
#[derive(Clone, Copy, Debug)]
pub struct Op {
    /// What it does.
    pub body: Body,
    /// In which lanes.
    pub guard: Guard,
    /// Where results go.
    pub results: [Slot; 2],
    /// What it reads.
    pub sources: [Slot; 4],
    /// Where the contents of the sources are ([`Slot::content`]).
    pub contents: [u32; 4],
    /// What a memory operand, which is `sources[0]`, starts from.
    pub base: AddressBase,
    /// Whether the value that it moves, or its address, is 64 bits wide.
    pub wide: bool,
    /// Modifiers.
    pub detail: Detail,
    /// An offset of an address, or two program counters.
    pub extra: u64,
    /// More operands, in one of the program's tables.
    pub list: Run,
    /// Bytes of memory that each lane accesses.
    pub bytes: u32,
    /// Bytes of each of the elements that those are.
    pub size: u32,
    /// Whether the elements that it loads are signed, so that they fill wider registers with their signs.
    pub signed: bool,
    /// How a lane loop runs on scalars.
    pub scalar: ScalarEntry,
    /// How many of the first sources there may be.
    pub reads: u8,
    /// Whether no other lane of its results matters than those in which it runs, wherever the others are.
    pub whole: bool,
    /// Line in the text, zero when unknown.
    pub line: u32,
}

impl Op {
    /// An instruction without operands.
    pub const fn new(body: Body, detail: Detail) -> Self {
        Self {
            body,
            guard: Guard::ALWAYS,
            results: [Slot::NONE; 2],
            sources: [Slot::NONE; 4],
            contents: [0; 4],
            base: AddressBase::Absolute,
            wide: false,
            detail,
            extra: 0,
            list: Run { first: 0, count: 0 },
            bytes: 0,
            size: 0,
            signed: false,
            scalar: match body {
                Body::Lane(row) => row.on_uniform(),
                Body::Effect(_) | Body::Control(_) | Body::Once => |_, _| false,
            },
            reads: 0,
            whole: false,
            line: 0,
        }
    }

    /// A control instruction that the text does not have.
    pub const fn control(control: Control) -> Self {
        Self::new(Body::Control(control), Detail::NONE)
    }

    /// Where a jump or a taken branch goes.
    #[inline]
    pub const fn target(&self) -> u32 {
        self.extra as u32
    }

    /// Where a branch goes that is not taken.
    #[inline]
    pub const fn otherwise(&self) -> u32 {
        (self.extra >> 32) as u32
    }

    /// This instruction with these targets.
    pub const fn with_targets(mut self, target: u32, otherwise: u32) -> Self {
        self.extra = (otherwise as u64) << 32 | target as u64;
        self
    }
}
