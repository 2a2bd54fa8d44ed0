//! Basic blocks of a function, while it is decoded.

use musa_hal::HalError;
use musa_isa::{
    Instruction, Opcode, Operand,
    image::{Function, Image},
};

use super::Run;
use crate::list::List;

/// No block.
pub(super) const NO_BLOCK: u32 = u32::MAX;

/// A basic block. Only its storage is the caller's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Index of the first instruction.
    pub(super) first: u32,
    /// How many instructions.
    pub(super) count: u32,
    /// Byte offset of the first instruction in the function's code.
    pub(super) offset: u32,
    /// The block that a branch at the end goes to.
    pub(super) taken: u32,
    /// The block that follows where it does not.
    pub(super) next: u32,
    /// The blocks of the branch table at the end: a run of numbers.
    pub(super) table: Run,
    /// Program counter, once decoded.
    pub(super) counter: u32,
    /// Scratch of the ordering.
    pub(super) visit: u32,
    /// Scratch of the ordering.
    pub(super) low: u32,
    /// Scratch of the ordering: the region it belongs to.
    pub(super) region: u32,
    /// Scratch of the ordering: the next edge to look at.
    pub(super) edge: u32,
}

impl Block {
    /// Storage without a block in it.
    pub const EMPTY: Self = Self {
        first: 0,
        count: 0,
        offset: 0,
        taken: 0,
        next: 0,
        table: Run { first: 0, count: 0 },
        counter: 0,
        visit: 0,
        low: 0,
        region: 0,
        edge: 0,
    };
}

/// Whether an instruction ends a block.
fn ends_block(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, Bra | Brx | Ret | Exit | Trap | Brkpt)
}

/// Whether control can go on behind an instruction that ends a block.
fn falls_through(instruction: &Instruction<'_>) -> bool {
    instruction.guard.is_some() || !ends_block(instruction.opcode)
}

/// The labels that an instruction may jump to.
fn labels(image: &Image<'_>, instruction: &Instruction<'_>, mut each: impl FnMut(u32)) {
    for operand in instruction.operands.iter() {
        match operand {
            Operand::Label(label) => each(label),
            Operand::Targets(table) => {
                let table = image.target_table(table);
                table
                    .into_iter()
                    .flat_map(|table| image.labels(table))
                    .for_each(&mut each);
            }
            _ => {}
        }
    }
}

/// Finds a function's basic blocks: appends them to `blocks`, in the order of the code, and answers where they begin.
/// `numbers` lends room for a bit an instruction, and keeps the branch tables as places of blocks.
///
/// # Errors
/// Exhausted when a table is full.
pub(super) fn find(
    image: &Image<'_>,
    function: &Function<'_>,
    blocks: &mut List<'_, Block>,
    numbers: &mut List<'_, u32>,
) -> Result<usize, HalError> {
    let begin = blocks.entries().len();
    let leaders = numbers.entries().len();
    numbers.repeat(0, function.instructions as usize / 32 + 1)?;
    mark_leaders(image, function, &mut numbers.entries_mut()[leaders..]);
    let mut offset = 0;
    let mut rest = function.code;
    for index in 0..function.instructions {
        if numbers.entries()[leaders + index as usize / 32] >> (index % 32) & 1 == 1 {
            blocks.push(Block {
                first: index,
                offset,
                taken: NO_BLOCK,
                next: NO_BLOCK,
                ..Block::default()
            })?;
        }
        let Ok((_, used)) = musa_isa::encoding::decode(rest) else {
            break;
        };
        rest = rest.get(used..).unwrap_or_default();
        offset += used as u32;
        if let Some(block) = blocks.entries_mut().last_mut() {
            block.count += 1;
        }
    }
    numbers.truncate(leaders);
    link(image, function, begin, blocks, numbers)?;
    Ok(begin)
}

fn mark_leaders(image: &Image<'_>, function: &Function<'_>, bits: &mut [u32]) {
    let mut mark = |index: u32| {
        if let Some(word) = bits.get_mut(index as usize / 32) {
            *word |= 1 << (index % 32);
        }
    };
    mark(0);
    for (index, instruction) in function.instructions() {
        if ends_block(instruction.opcode) {
            mark(index + 1);
            labels(image, &instruction, &mut mark);
        }
    }
}

/// Finds the successors of every block.
fn link(
    image: &Image<'_>,
    function: &Function<'_>,
    begin: usize,
    blocks: &mut List<'_, Block>,
    numbers: &mut List<'_, u32>,
) -> Result<(), HalError> {
    let blocks = &mut blocks.entries_mut()[begin..];
    let count = blocks.len();
    let mut current = 0;
    for (index, instruction) in function.instructions() {
        let block = blocks[current];
        if index + 1 < block.first + block.count {
            continue;
        }
        let place = |label: u32, blocks: &[Block]| {
            blocks
                .binary_search_by_key(&label, |block| block.first)
                .map_or(NO_BLOCK, |place| place as u32)
        };
        if falls_through(&instruction) && current + 1 < count {
            blocks[current].next = current as u32 + 1;
        }
        match instruction.opcode {
            Opcode::Bra => labels(image, &instruction, |label| {
                blocks[current].taken = place(label, blocks)
            }),
            Opcode::Brx => {
                let first = numbers.entries().len() as u32;
                let mut full = None;
                labels(image, &instruction, |label| {
                    full = full.or(numbers.push(place(label, blocks)).err());
                });
                full.map_or(Ok(()), Err)?;
                blocks[current].table = Run {
                    first,
                    count: numbers.entries().len() as u32 - first,
                };
            }
            _ => {}
        }
        current += 1;
        if current == count {
            break;
        }
    }
    Ok(())
}

impl Block {
    /// A successor by number: the taken branch, the block behind, then the table; nothing behind the last.
    pub(super) fn successor(&self, edge: u32, numbers: &[u32]) -> Option<u32> {
        match edge {
            0 => Some(self.taken),
            1 => Some(self.next),
            edge => numbers[self.table.range()].get(edge as usize - 2).copied(),
        }
    }
}
