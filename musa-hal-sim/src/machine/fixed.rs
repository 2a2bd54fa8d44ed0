//! Storage of a fixed size, for programs without a heap.

use managed::ManagedSlice;
use musa_hal::ParameterSlot;

use super::{
    GridSlot, Heap, ImageSlot, ImageStorage, KernelRecord, MachineStorage, SpaceState, SymbolRecord, Timestamp,
};
use crate::bytes::Chunk;
use crate::exec::{BARRIERS, Barrier, BlockState, GridStorage, Path, Warp};
use crate::memory::{MemoryStorage, Node, Space};
use crate::places::Places;
use crate::program::{Block, Function, Op, Place, ProgramStorage, Slot as Operand};
use crate::queue::{Queue, Queued};
use crate::simd::{Content, Doubles, GROUP, Words};
use crate::table::Slot;

/// Warps of a block. With [`super::Settings::max_lanes`] of 32, a block has 32 threads for each.
const WARPS: usize = 4;
/// Bytes of names, constants of a width, and parameters, for each object.
const EACH: usize = 4;
/// Contents for each register of both banks: the windows of calls may have more of one bank each.
const CONTENTS: usize = 6;

/// The tables of a machine in one value: `OBJECTS` of each kind (queues, symbols, commands that wait, constants times
/// four ...), `RANGES` allocations, one image of `CODE` instructions, one launch at a time with `REGISTERS` registers of
/// 32 threads in each bank, and `BYTES` of shared and local memory. It can be the value of a static.
///
/// A machine over it runs with [`super::Settings::max_lanes`] of 32.
#[derive(Debug)]
pub struct FixedStorage<
    const OBJECTS: usize,
    const RANGES: usize,
    const CODE: usize,
    const REGISTERS: usize,
    const BYTES: usize,
> {
    nodes: [[Node; 2]; RANGES],
    address_spaces: [Space; OBJECTS],
    spaces: [Slot<SpaceState>; OBJECTS],
    queues: [Slot<Queue>; OBJECTS],
    commands: [Slot<Queued>; OBJECTS],
    chunks: [[Chunk; EACH]; OBJECTS],
    timestamps: [Slot<Timestamp>; OBJECTS],
    heaps: [Slot<Heap>; 1],
    scratch: [u8; BYTES],
    names: [[u8; 8 * EACH]; OBJECTS],
    symbols: [SymbolRecord; OBJECTS],
    kernels: [KernelRecord; OBJECTS],
    parameters: [[ParameterSlot; EACH]; OBJECTS],
    variables: [u64; OBJECTS],
    bases: [u64; OBJECTS],
    ops: [Op; CODE],
    operands: [Operand; CODE],
    word_constants: [[Words; EACH]; OBJECTS],
    double_constants: [[Doubles; EACH]; OBJECTS],
    functions: [Function; OBJECTS],
    numbers: [u32; CODE],
    places: [Place; CODE],
    code_blocks: [Block; CODE],
    words: [Words; REGISTERS],
    doubles: [Doubles; REGISTERS],
    contents: [[Content; CONTENTS]; REGISTERS],
    bytes: [u8; BYTES],
    warps: [Warp; WARPS],
    paths: [[Path; GROUP]; WARPS],
    barriers: [Barrier; BARRIERS],
    blocks: [BlockState; 1],
}

impl<const OBJECTS: usize, const RANGES: usize, const CODE: usize, const REGISTERS: usize, const BYTES: usize>
    FixedStorage<OBJECTS, RANGES, CODE, REGISTERS, BYTES>
{
    /// Empty storage.
    pub const fn new() -> Self {
        const NO_PARAMETER: ParameterSlot = ParameterSlot {
            offset: 0,
            size: 0,
            align: 1,
        };
        Self {
            nodes: [const { [const { Node::EMPTY }; 2] }; RANGES],
            address_spaces: [const { Space::EMPTY }; OBJECTS],
            spaces: [const { Slot::EMPTY }; OBJECTS],
            queues: [const { Slot::EMPTY }; OBJECTS],
            commands: [const { Slot::EMPTY }; OBJECTS],
            chunks: [[Chunk::EMPTY; EACH]; OBJECTS],
            timestamps: [const { Slot::EMPTY }; OBJECTS],
            heaps: [const { Slot::EMPTY }; 1],
            scratch: [0; BYTES],
            names: [[0; 8 * EACH]; OBJECTS],
            symbols: [SymbolRecord::EMPTY; OBJECTS],
            kernels: [KernelRecord::EMPTY; OBJECTS],
            parameters: [[NO_PARAMETER; EACH]; OBJECTS],
            variables: [0; OBJECTS],
            bases: [0; OBJECTS],
            ops: [Op::EMPTY; CODE],
            operands: [Operand::NONE; CODE],
            word_constants: [[Words::ZERO; EACH]; OBJECTS],
            double_constants: [[Doubles::ZERO; EACH]; OBJECTS],
            functions: [Function::EMPTY; OBJECTS],
            numbers: [0; CODE],
            places: [Place { offset: 0, size: 0 }; CODE],
            code_blocks: [Block::EMPTY; CODE],
            words: [Words::ZERO; REGISTERS],
            doubles: [Doubles::ZERO; REGISTERS],
            contents: [[Content::LANES; CONTENTS]; REGISTERS],
            bytes: [0; BYTES],
            warps: [Warp::EMPTY; WARPS],
            paths: [[Path::EMPTY; GROUP]; WARPS],
            barriers: [Barrier::EMPTY; BARRIERS],
            blocks: [BlockState::EMPTY; 1],
        }
    }

    /// The tables for a machine, which starts empty whatever was here before.
    pub fn borrow(&mut self) -> MachineStorage<'_> {
        let program = ProgramStorage {
            ops: ManagedSlice::Borrowed(&mut self.ops),
            operands: ManagedSlice::Borrowed(&mut self.operands),
            words: ManagedSlice::Borrowed(self.word_constants.as_flattened_mut()),
            doubles: ManagedSlice::Borrowed(self.double_constants.as_flattened_mut()),
            functions: ManagedSlice::Borrowed(&mut self.functions),
            numbers: ManagedSlice::Borrowed(&mut self.numbers),
            places: ManagedSlice::Borrowed(&mut self.places),
            blocks: ManagedSlice::Borrowed(&mut self.code_blocks),
        };
        let image = ImageStorage {
            names: ManagedSlice::Borrowed(self.names.as_flattened_mut()),
            symbols: ManagedSlice::Borrowed(&mut self.symbols),
            kernels: ManagedSlice::Borrowed(&mut self.kernels),
            parameters: ManagedSlice::Borrowed(self.parameters.as_flattened_mut()),
            variables: ManagedSlice::Borrowed(&mut self.variables),
            bases: ManagedSlice::Borrowed(&mut self.bases),
            program,
        };
        let grid = GridStorage {
            words: ManagedSlice::Borrowed(&mut self.words),
            doubles: ManagedSlice::Borrowed(&mut self.doubles),
            contents: ManagedSlice::Borrowed(self.contents.as_flattened_mut()),
            bytes: ManagedSlice::Borrowed(&mut self.bytes),
            warps: ManagedSlice::Borrowed(&mut self.warps),
            paths: ManagedSlice::Borrowed(self.paths.as_flattened_mut()),
            barriers: ManagedSlice::Borrowed(&mut self.barriers),
            blocks: ManagedSlice::Borrowed(&mut self.blocks),
        };
        MachineStorage {
            memory: MemoryStorage {
                nodes: ManagedSlice::Borrowed(self.nodes.as_flattened_mut()),
                spaces: ManagedSlice::Borrowed(&mut self.address_spaces),
            },
            spaces: ManagedSlice::Borrowed(&mut self.spaces),
            queues: ManagedSlice::Borrowed(&mut self.queues),
            commands: ManagedSlice::Borrowed(&mut self.commands),
            chunks: ManagedSlice::Borrowed(self.chunks.as_flattened_mut()),
            timestamps: ManagedSlice::Borrowed(&mut self.timestamps),
            images: Places::fixed([ImageSlot::new(image)]),
            grids: Places::fixed([GridSlot::new(grid)]),
            heaps: ManagedSlice::Borrowed(&mut self.heaps),
            scratch: ManagedSlice::Borrowed(&mut self.scratch),
        }
    }
}

impl<const OBJECTS: usize, const RANGES: usize, const CODE: usize, const REGISTERS: usize, const BYTES: usize> Default
    for FixedStorage<OBJECTS, RANGES, CODE, REGISTERS, BYTES>
{
    fn default() -> Self {
        Self::new()
    }
}
