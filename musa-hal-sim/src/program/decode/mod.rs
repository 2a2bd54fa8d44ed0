//! From the instructions of a function to its [`Op`]s.

mod access;
mod control;
mod lane;
mod operand;

use core::{fmt, ops::Range};

use musa_hal::{HalError, ImageError, ImageErrorKind};
use musa_isa::{
    Instruction, Opcode, Operand, encoding,
    image::{self, Image, Site},
};

use super::{
    Block, Body, Control, Detail, Effect, Families, FunctionKind, Op, Placement, Program, Run, Slot, Uses,
    block::NO_BLOCK,
};

/// The most operands of an instruction.
const MAX_OPERANDS: usize = 64;
/// The most instructions between two control instructions.
const MAX_STRAIGHT: usize = 256;
/// Mark of a branch target that is a block and not yet a program counter.
const BLOCK_TARGET: u32 = 1 << 31;

/// Words that the engine keeps behind a function's registers and predicates.
#[derive(Clone, Copy)]
enum Kept {
    ReturnCounter = 0,
    FramePointer = 1,
    StackPointer = 2,
    Carry = 3,
    Sink = 4,
    /// And from here on those that the decoding of one instruction needs.
    Temporary = 5,
}

/// Doubles that the engine keeps behind a function's registers: one that no one reads, then temporaries.
const KEPT_DOUBLES: u32 = 1;

/// The operands of the instruction being decoded, relocations applied.
type Operands = heapless::Vec<Operand, MAX_OPERANDS>;

/// Decodes one function.
pub(super) struct Decoder<'d, 'p, 'i> {
    program: &'d mut Program<'p>,
    image: &'d Image<'i>,
    ordinal: u32,
    function: &'d image::Function<'i>,
    placement: &'d Placement<'d>,
    log: &'d mut dyn fmt::Write,
    /// Line of the instruction being decoded.
    line: u32,
    /// Its index.
    index: u32,
    /// Temporaries that it has taken, and the most that any has.
    temporaries: [u32; 2],
    most_temporaries: [u32; 2],
    uses: Uses,
    straight: usize,
}

impl<'d, 'p, 'i> Decoder<'d, 'p, 'i> {
    pub(super) fn new(
        program: &'d mut Program<'p>,
        image: &'d Image<'i>,
        ordinal: u32,
        function: &'d image::Function<'i>,
        placement: &'d Placement<'d>,
        log: &'d mut dyn fmt::Write,
    ) -> Self {
        Self {
            program,
            image,
            ordinal,
            function,
            placement,
            log,
            line: 0,
            index: 0,
            temporaries: [0; 2],
            most_temporaries: [0; 2],
            uses: Uses::empty(),
            straight: 0,
        }
    }

    /// Decodes the function: its blocks are those from `blocks` on, in the order that `ordered` names in the table of
    /// numbers (which forgets it).
    pub(super) fn function(&mut self, blocks: usize, ordered: Range<usize>) -> Result<(), HalError> {
        let entry = self.program.ops.entries().len();
        for place in ordered.clone() {
            let block = self.program.numbers.entries()[place];
            self.block(blocks + block as usize)?;
        }
        self.program.ops.push(Op::control(Control::Nowhere))?;
        self.patch(entry, blocks);
        self.program.find_arms(entry);
        self.program.numbers.truncate(ordered.start);
        let calls = self.collect_calls(entry)?;
        self.finish(entry, calls);
        Ok(())
    }

    fn block(&mut self, place: usize) -> Result<(), HalError> {
        let counter = self.program.ops.entries().len() as u32;
        self.program.blocks.entries_mut()[place].counter = counter;
        let block = self.program.blocks.entries()[place];
        let mut rest = self.function.code.get(block.offset as usize..).unwrap_or_default();
        self.straight = 0;
        for index in block.first..block.first + block.count {
            let Ok((instruction, used)) = encoding::decode(rest) else {
                break;
            };
            rest = &rest[used..];
            self.index = index;
            self.line = self
                .image
                .line_of(self.function, index)
                .map_or(0, |line| line.text_line);
            self.temporaries = [0; 2];
            let last = index + 1 == block.first + block.count;
            self.instruction(&instruction, last.then_some(&block))?;
        }
        if !self.ends(&block) {
            self.push(Op::control(Control::Jump).with_targets(BLOCK_TARGET | block.next, 0))?;
        }
        Ok(())
    }

    /// Whether the last instruction of a block has said where control goes.
    fn ends(&self, block: &Block) -> bool {
        let jumps = matches!(
            self.program.ops.entries().last().map(|op| op.body),
            Some(Body::Control(
                Control::Jump
                    | Control::Branch(_)
                    | Control::BranchTable
                    | Control::Return
                    | Control::Exit
                    | Control::Trap
            ))
        );
        jumps && (block.next == NO_BLOCK || block.taken != NO_BLOCK)
    }

    fn instruction(&mut self, instruction: &Instruction<'_>, last_of: Option<&Block>) -> Result<(), HalError> {
        let missing = Families::of(instruction).difference(Families::BUILT);
        if !missing.is_empty() {
            return self.left_out(instruction, missing);
        }
        let operands = self.operands(instruction)?;
        use Opcode::*;
        match instruction.opcode {
            Bra | Brx | Ret | Exit | Trap | Brkpt => self.terminator(instruction, &operands, last_of),
            Call | Bar | Vote | Shfl | Match | Redux | Elect => self.control(instruction, &operands),
            Ld | St | Atom | Red | Fence | Activemask | Alloca | Stacksave | Stackrestore | Prefetch | Nanosleep
            | Pmevent | CpAsync | Mapa | Getctarank | Createpolicy | Setmaxnreg | Griddepcontrol => {
                self.effect(instruction, &operands)
            }
            _ => self.lane_instruction(instruction, &operands),
        }
    }

    /// The operands of an instruction with their relocations.
    fn operands(&mut self, instruction: &Instruction<'_>) -> Result<Operands, HalError> {
        let mut operands = Operands::new();
        for operand in instruction.operands.iter() {
            if operands.push(operand).is_err() {
                return self.unsupported(instruction);
            }
        }
        for relocation in self.relocations() {
            if let Site::Operand { operand, .. } = relocation.site
                && let Some(operand) = operands.get_mut(usize::from(operand))
            {
                let value = self.placement.value(&relocation);
                match operand {
                    Operand::Immediate(immediate) => *immediate = value,
                    Operand::Address(address) => address.offset = value,
                    _ => {}
                }
            }
        }
        Ok(operands)
    }

    /// The relocations of the current instruction: a run of the function's, which ascend by instruction.
    fn relocations(&self) -> impl Iterator<Item = image::Relocation> + use<'i> {
        let image = *self.image;
        let all = self.function.relocations;
        let index = self.index;
        let at = move |place: u32| {
            image
                .relocations(image::Range {
                    first: all.first + place,
                    count: 1,
                })
                .next()
        };
        let instruction = move |relocation: &image::Relocation| match relocation.site {
            Site::Operand { instruction, .. } => instruction,
            Site::Initial { .. } => u32::MAX,
        };
        let (mut low, mut high) = (0, all.count);
        while low < high {
            let middle = low + (high - low) / 2;
            if at(middle).is_some_and(|relocation| instruction(&relocation) < index) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low..all.count)
            .map_while(at)
            .take_while(move |relocation| instruction(relocation) == index)
    }

    /// Appends an op with the current line; straight code is cut where it becomes long.
    fn push(&mut self, mut op: Op) -> Result<u32, HalError> {
        if matches!(op.body, Body::Control(_)) {
            self.straight = 0;
        } else {
            self.straight += 1;
        }
        if self.straight > MAX_STRAIGHT {
            self.program.ops.push(Op::control(Control::Continue))?;
            self.straight = 0;
        }
        op.line = self.line;
        let last = op.sources.iter().rposition(|slot| !slot.is_none());
        op.reads = last.map_or(0, |last| last as u8 + 1);
        op.contents = op.sources.map(Slot::content);
        if let Body::Effect(Effect::Load | Effect::Store | Effect::Atomic) = op.body {
            op.size = op.detail.kind().bytes();
            op.bytes = op.size * u32::from(op.detail.elements);
            op.signed = op.detail.kind().is_signed();
        }
        self.program.ops.push(op)
    }

    /// Turns the blocks in branch targets into program counters.
    fn patch(&mut self, entry: usize, blocks: usize) {
        let blocks = &self.program.blocks.entries()[blocks..];
        let nowhere = self.program.ops.entries().len() as u32 - 1;
        let counter = |target: u32| match target {
            target if target & BLOCK_TARGET == 0 => target,
            target => blocks
                .get((target & !BLOCK_TARGET) as usize)
                .map_or(nowhere, |block| block.counter),
        };
        for op in &mut self.program.ops.entries_mut()[entry..] {
            match op.body {
                Body::Control(Control::Jump | Control::Branch(_)) => {
                    *op = op.with_targets(counter(op.target()), counter(op.otherwise()));
                }
                Body::Control(Control::BranchTable) => {
                    for target in &mut self.program.numbers.entries_mut()[op.list.range()] {
                        *target = counter(*target | BLOCK_TARGET);
                    }
                }
                _ => {}
            }
        }
    }

    /// Notes the functions that the function calls by name.
    fn collect_calls(&mut self, entry: usize) -> Result<Run, HalError> {
        let first = self.program.numbers.entries().len() as u32;
        for op in &self.program.ops.entries()[entry..] {
            if let Body::Control(Control::Call | Control::CallSystem(_)) = op.body {
                self.program.numbers.push(op.target())?;
            }
        }
        Ok(Run {
            first,
            count: self.program.numbers.entries().len() as u32 - first,
        })
    }

    fn finish(&mut self, entry: usize, calls: Run) {
        let kept = self.kept(Kept::Temporary).index() as u32;
        let end = self.program.ops.entries().len() as u32;
        let [return_counter, frame_pointer, stack_pointer] =
            [Kept::ReturnCounter, Kept::FramePointer, Kept::StackPointer].map(|kept| self.kept(kept));
        let mut doubles = u32::from(self.function.registers.double) + KEPT_DOUBLES + self.most_temporaries[1];
        let mut words = kept + self.most_temporaries[0];
        let uses = self.uses;
        let mut once = Run::default();
        if let image::FunctionKind::Entry(attributes) = self.function.kind {
            self.program.mark_whole(entry, words, doubles);
            (once, [words, doubles]) = self
                .program
                .move_out(entry, [words, doubles], attributes.parameter_bytes);
        }
        if let Some(function) = self.program.functions.entries_mut().get_mut(self.ordinal as usize) {
            function.entry = entry as u32;
            function.end = end;
            function.once = once;
            function.words = words;
            function.doubles = doubles;
            function.return_counter = return_counter;
            function.frame_pointer = frame_pointer;
            function.stack_pointer = if uses.contains(Uses::ALLOCA) {
                stack_pointer
            } else {
                Slot::NONE
            };
            function.calls = calls;
            function.uses |= uses;
        }
    }

    /// A word that the engine keeps for the function.
    fn kept(&self, kept: Kept) -> Slot {
        let registers = self.function.registers;
        Slot::word(u32::from(registers.word) + u32::from(registers.predicate) + kept as u32)
    }

    /// Whether the function is a kernel: its frame begins where the stack begins.
    fn is_kernel(&self) -> bool {
        matches!(self.function.kind, image::FunctionKind::Entry(_))
    }

    /// An op for an instruction, with its guard.
    fn op(&mut self, body: Body, instruction: &Instruction<'_>) -> Op {
        let mut op = Op::new(body, Detail::of(instruction));
        op.guard = self.guard(instruction);
        op
    }

    /// Refuses an instruction that the engine does not execute.
    fn unsupported<T>(&mut self, instruction: &Instruction<'_>) -> Result<T, HalError> {
        self.refuse(instruction, format_args!("is not supported"))
    }

    /// Refuses an instruction whose families the build does not have.
    fn left_out(&mut self, instruction: &Instruction<'_>, missing: Families) -> Result<(), HalError> {
        self.refuse(
            instruction,
            format_args!("is not there: this build is without {missing}"),
        )
    }

    fn refuse<T>(&mut self, instruction: &Instruction<'_>, why: fmt::Arguments<'_>) -> Result<T, HalError> {
        // The log is the caller's; one that is full loses the line, not the refusal.
        let name = instruction.opcode.name();
        let written = self.image.written(self.line, name);
        let _ = write!(self.log, "line {}: {}", self.line, written.unwrap_or(name));
        if written.is_none() {
            for kind in instruction.types.iter().flatten() {
                let _ = write!(self.log, ".{}", kind.name());
            }
        }
        let _ = writeln!(self.log, " {why} (function {})", self.function.name);
        Err(HalError::Image(ImageError {
            kind: ImageErrorKind::UnsupportedInstruction,
            line: self.line,
            column: 0,
        }))
    }

    /// Whether the function called by an ordinal is one of the program's own.
    fn callee(&self, ordinal: u32) -> Option<FunctionKind> {
        self.program
            .functions
            .entries()
            .get(ordinal as usize)
            .map(|function| function.kind)
    }
}
