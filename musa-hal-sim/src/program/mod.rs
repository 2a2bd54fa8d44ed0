//! Module images in the form that the engine executes.
//!
//! Loading decodes every function once: instructions become [`Op`]s (a function pointer and operand places), branch
//! targets become program counters, relocations are applied, and basic blocks are laid out in an order in which divergent
//! lanes that follow the lowest program counter first meet again where their paths join (see `order.rs`). What a kernel
//! needs at a launch (registers, stack, whether blocks depend on each other) is known afterwards.

mod arms;
mod block;
mod build;
mod decode;
mod family;
mod needs;
mod once;
mod op;
mod order;
mod whole;

use managed::ManagedSlice;
use musa_hal::HalError;
use musa_isa::image::EntryAttributes;

use crate::list::List;
use crate::simd::{Doubles, Words};

pub use arms::Arms;
pub use block::Block;
pub use build::{Placement, relocation_value};
pub use family::Families;
pub use needs::{CALL_BYTES, Needs, Uses};
pub use op::{AddressBase, BarrierKind, Body, Control, Detail, Effect, Guard, Op, Run, Slot, System};

/// Tables for one program: the caller's slices, or owned and growing.
#[derive(Debug)]
#[allow(missing_docs, reason = "the fields are those of Program")]
pub struct ProgramStorage<'a> {
    pub ops: ManagedSlice<'a, Op>,
    pub operands: ManagedSlice<'a, Slot>,
    pub words: ManagedSlice<'a, Words>,
    pub doubles: ManagedSlice<'a, Doubles>,
    pub functions: ManagedSlice<'a, Function>,
    pub numbers: ManagedSlice<'a, u32>,
    pub places: ManagedSlice<'a, Place>,
    pub blocks: ManagedSlice<'a, Block>,
}

#[cfg(feature = "alloc")]
impl Default for ProgramStorage<'_> {
    fn default() -> Self {
        use alloc::vec::Vec;
        Self {
            ops: Vec::new().into(),
            operands: Vec::new().into(),
            words: Vec::new().into(),
            doubles: Vec::new().into(),
            functions: Vec::new().into(),
            numbers: Vec::new().into(),
            places: Vec::new().into(),
            blocks: Vec::new().into(),
        }
    }
}

/// Bytes of a stack frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// From the frame's first byte.
    pub offset: u32,
    /// How many; zero where the other side of the call knows.
    pub size: u32,
}

/// What a function of the program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// A kernel.
    Kernel(EntryAttributes),
    /// A device function.
    Device,
    /// Supplied by the simulator.
    System(System),
    /// Declared, and defined nowhere. Nothing of a loaded program names it.
    Undefined,
}

/// A function of the program. Its ordinal is the image's.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// What it is.
    pub kind: FunctionKind,
    /// Its first program counter.
    pub entry: u32,
    /// The program counter after its last.
    pub end: u32,
    /// Instructions of a kernel that are done once for a launch, before its blocks start.
    pub once: Run,
    /// Words of its register window: registers, predicates, and what the engine keeps for it.
    pub words: u32,
    /// Doubles of its register window.
    pub doubles: u32,
    /// Bytes of its stack frame.
    pub frame: u32,
    /// Where its arguments are in its frame: a run of places.
    pub parameters: Run,
    /// Where its results are in its frame: a run of places.
    pub results: Run,
    /// The word that holds, lane by lane, the program counter to return to (device functions).
    pub return_counter: Slot,
    /// The word that holds, lane by lane, the local address of the frame (device functions).
    pub frame_pointer: Slot,
    /// The word that holds, lane by lane, where the stack ends; none where it ends with the frame.
    pub stack_pointer: Slot,
    /// The functions that it calls by name: a run of numbers.
    pub calls: Run,
    /// What it, itself, uses.
    pub uses: Uses,
    /// What it and everything that it calls need.
    pub needs: Needs,
}

/// Constants of a program, the same in every lane.
#[derive(Clone, Copy, Debug)]
pub struct Constants<'a> {
    /// 32-bit ones.
    pub words: &'a [Words],
    /// 64-bit ones.
    pub doubles: &'a [Doubles],
}

/// A loaded image.
#[derive(Debug)]
pub struct Program<'a> {
    ops: List<'a, Op>,
    operands: List<'a, Slot>,
    words: List<'a, Words>,
    doubles: List<'a, Doubles>,
    functions: List<'a, Function>,
    numbers: List<'a, u32>,
    places: List<'a, Place>,
    blocks: List<'a, Block>,
}

impl<'a> Program<'a> {
    /// An empty program over its tables.
    pub fn new(storage: ProgramStorage<'a>) -> Self {
        Self {
            ops: List::new(storage.ops, "instructions"),
            operands: List::new(storage.operands, "operands"),
            words: List::new(storage.words, "32-bit constants"),
            doubles: List::new(storage.doubles, "64-bit constants"),
            functions: List::new(storage.functions, "functions"),
            numbers: List::new(storage.numbers, "branch targets and calls"),
            places: List::new(storage.places, "parameters"),
            blocks: List::new(storage.blocks, "basic blocks"),
        }
    }

    /// The program as execution sees it.
    pub fn code(&self) -> Code<'_> {
        Code {
            ops: self.ops.entries(),
            operands: self.operands.entries(),
            constants: Constants {
                words: self.words.entries(),
                doubles: self.doubles.entries(),
            },
            functions: self.functions.entries(),
            numbers: self.numbers.entries(),
            places: self.places.entries(),
        }
    }

    /// A function by its ordinal in the image.
    pub fn function(&self, ordinal: u32) -> Option<&Function> {
        self.functions.entries().get(ordinal as usize)
    }

    /// Forgets what was loaded.
    pub fn clear(&mut self) {
        self.ops.clear();
        self.operands.clear();
        self.words.clear();
        self.doubles.clear();
        self.functions.clear();
        self.numbers.clear();
        self.places.clear();
        self.blocks.clear();
    }

    /// The place of a word constant, which is added where it is new.
    fn word_constant(&mut self, value: u32) -> Result<Slot, HalError> {
        let known = self.words.entries().iter().position(|entry| entry.0[0] == value);
        let place = match known {
            Some(place) => place as u32,
            None => self.words.push(Words([value; crate::simd::GROUP]))?,
        };
        Ok(Slot::constant(place))
    }

    /// The place of a double constant, which is added where it is new.
    fn double_constant(&mut self, value: u64) -> Result<Slot, HalError> {
        let known = self.doubles.entries().iter().position(|entry| entry.0[0] == value);
        let place = match known {
            Some(place) => place as u32,
            None => self.doubles.push(Doubles([value; crate::simd::GROUP]))?,
        };
        Ok(Slot::constant(place))
    }
}

/// What execution reads of a program.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the fields are those of Program")]
pub struct Code<'a> {
    pub ops: &'a [Op],
    pub operands: &'a [Slot],
    pub constants: Constants<'a>,
    pub functions: &'a [Function],
    pub numbers: &'a [u32],
    pub places: &'a [Place],
}

/// Functions as values: numbers that are no address of data.
pub const FUNCTION_VALUES: u64 = 1 << 60;

/// The value of a function's address.
pub const fn function_value(ordinal: u32) -> u64 {
    FUNCTION_VALUES + (ordinal as u64 + 1) * 16
}

/// The function that a value names, if it is of that form.
pub const fn function_of_value(value: u64) -> Option<u32> {
    if value <= FUNCTION_VALUES || !value.is_multiple_of(16) {
        return None;
    }
    let ordinal = (value - FUNCTION_VALUES) / 16 - 1;
    if ordinal < u32::MAX as u64 {
        Some(ordinal as u32)
    } else {
        None
    }
}

impl Op {
    /// Storage without an instruction in it.
    pub const EMPTY: Self = Self::control(Control::Trap);
}

impl Function {
    /// Contents of its register window: that of constants, and those of words and doubles in turn.
    pub const fn contents(&self) -> u32 {
        let most = if self.words > self.doubles {
            self.words
        } else {
            self.doubles
        };
        1 + 2 * most
    }

    /// Storage without a function in it.
    pub const EMPTY: Self = Self {
        kind: FunctionKind::Device,
        entry: 0,
        end: 0,
        once: Run { first: 0, count: 0 },
        words: 0,
        doubles: 0,
        frame: 0,
        parameters: Run { first: 0, count: 0 },
        results: Run { first: 0, count: 0 },
        return_counter: Slot::NONE,
        frame_pointer: Slot::NONE,
        stack_pointer: Slot::NONE,
        calls: Run { first: 0, count: 0 },
        uses: Uses::empty(),
        needs: Needs {
            words: 0,
            doubles: 0,
            stack: 0,
            recursive: false,
            uses: Uses::empty(),
        },
    };
}
