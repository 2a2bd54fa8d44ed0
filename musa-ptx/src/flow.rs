//! Control and data flow of one function: which registers are live where.

use alloc::{collections::BTreeSet, vec, vec::Vec};
use musa_isa::{Address, Bank, Base, Opcode, Operand, Register};

use crate::{draft::Draft, lower::Body};

/// Bits of all sets of one kind; beyond it the analysis is not worth its memory.
const MAX_SET_WORDS: usize = 1 << 20;
/// Ways from block to block; tables of branches can make many of few words.
const MAX_EDGES: usize = 1 << 20;
/// Rounds until a fixed point; nested loops need a few.
const MAX_ROUNDS: usize = 64;

/// Straight code.
struct Block {
    first: usize,
    end: usize,
    successors: Vec<usize>,
}

/// A set of registers for every block.
struct Sets {
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    fn new(blocks: usize, registers: usize) -> Self {
        let words = registers.div_ceil(64).max(1);
        Self {
            words,
            bits: vec![0; blocks * words],
        }
    }

    fn of(&self, block: usize) -> &[u64] {
        &self.bits[block * self.words..][..self.words]
    }

    fn of_mut(&mut self, block: usize) -> &mut [u64] {
        &mut self.bits[block * self.words..][..self.words]
    }

    fn insert(&mut self, block: usize, register: usize) {
        self.of_mut(block)[register / 64] |= 1 << (register % 64);
    }

    fn contains(&self, block: usize, register: usize) -> bool {
        self.of(block)[register / 64] >> (register % 64) & 1 == 1
    }
}

fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        (0..64)
            .filter(move |bit| bits >> bit & 1 == 1)
            .map(move |bit| word * 64 + bit)
    })
}

/// From the first to the last instruction at which a register holds a value that someone reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) first: usize,
    pub(crate) last: usize,
}

/// What is known about the registers of a function.
pub(crate) struct Liveness {
    /// By register number; `None` for one that no instruction names.
    pub(crate) intervals: Vec<Option<Interval>>,
    /// The most 32-bit registers live at once.
    pub(crate) pressure: u32,
    /// Instructions none of whose results is read.
    pub(crate) unread: Vec<usize>,
}

/// Numbers of the registers of all banks, one after the other.
pub(crate) struct Numbering {
    base: [usize; 3],
    count: usize,
}

impl Numbering {
    pub(crate) fn new(body: &Body) -> Self {
        let [predicates, words, doubles] = body.registers.map(|count| count as usize);
        Self {
            base: [0, predicates, predicates + words],
            count: predicates + words + doubles,
        }
    }

    pub(crate) fn of(&self, register: Register) -> usize {
        self.base[register.bank as usize] + usize::from(register.index)
    }

    fn weight(&self, number: usize) -> u32 {
        if number >= self.base[2] {
            2
        } else {
            u32::from(number >= self.base[1])
        }
    }
}

/// Calls `visit` with every register of an instruction and whether it is a result.
pub(crate) fn registers(draft: &Draft, mut visit: impl FnMut(Register, bool)) {
    if let Some(guard) = draft.head.guard {
        visit(guard.register, false);
    }
    for (place, operand) in draft.operands.iter().enumerate() {
        match operand {
            Operand::Register { register, .. } => visit(*register, draft.is_result(place)),
            Operand::Address(Address {
                base: Base::Register(register),
                ..
            }) => visit(*register, false),
            _ => {}
        }
    }
}

fn ends_block(draft: &Draft) -> bool {
    matches!(
        draft.head.opcode,
        Opcode::Bra | Opcode::Brx | Opcode::Ret | Opcode::Exit | Opcode::Trap
    )
}

/// The blocks of a function; `None` when there are too many ways between them.
fn blocks(body: &Body) -> Option<Vec<Block>> {
    let count = body.code.len();
    let mut leads = vec![false; count + 1];
    leads[0] = true;
    for label in body.labels.iter().flatten() {
        leads[(*label as usize).min(count)] = true;
    }
    for (at, draft) in body.code.iter().enumerate() {
        leads[at + 1] |= ends_block(draft);
    }
    let firsts: Vec<usize> = (0..count).filter(|&at| leads[at]).collect();
    let block_of = |at: usize| firsts.partition_point(|&first| first <= at).saturating_sub(1);
    let target = |label: u32| body.labels.get(label as usize).copied().flatten();
    let ends = firsts.iter().skip(1).copied().chain([count]);
    let spans: Vec<(usize, usize)> = firsts.iter().copied().zip(ends).collect();
    let successors = |end: usize| {
        let mut found: Vec<u32> = Vec::new();
        let Some(last) = end.checked_sub(1).and_then(|at| body.code.get(at)) else {
            return Vec::new();
        };
        for operand in &last.operands {
            match operand {
                Operand::Label(label) => found.extend(target(*label)),
                Operand::Targets(table) => {
                    let labels = body.targets.get(*table as usize).into_iter().flatten();
                    found.extend(labels.filter_map(|label| target(*label)));
                }
                _ => {}
            }
        }
        let falls = !ends_block(last) || last.head.guard.is_some();
        found.extend((falls && end < count).then_some(end as u32));
        let inside = found.iter().map(|&at| at as usize).filter(|&at| at < count);
        let blocks: BTreeSet<usize> = inside.map(block_of).collect();
        blocks.into_iter().collect()
    };
    let mut edges = 0;
    let mut blocks = Vec::with_capacity(spans.len());
    for (first, end) in spans {
        let successors: Vec<usize> = successors(end);
        edges += successors.len();
        (edges <= MAX_EDGES).then_some(())?;
        blocks.push(Block { first, end, successors });
    }
    Some(blocks)
}

/// Analyses a function; `None` when it is too large for that.
pub(crate) fn liveness(body: &Body) -> Option<Liveness> {
    let numbering = Numbering::new(body);
    let blocks = blocks(body)?;
    let words = numbering.count.div_ceil(64).max(1);
    (blocks.len().checked_mul(words)? <= MAX_SET_WORDS).then_some(())?;
    let (live_out, defined_in) = fixed_points(body, &blocks, &numbering)?;
    Some(walk(body, &blocks, &numbering, &live_out, &defined_in))
}

/// Registers live at the end of each block, and registers that may have a value at its begin.
fn fixed_points(body: &Body, blocks: &[Block], numbering: &Numbering) -> Option<(Sets, Sets)> {
    let new = || Sets::new(blocks.len(), numbering.count);
    // Read before written, written for certain, written perhaps.
    let (mut reads, mut kills, mut writes) = (new(), new(), new());
    for (at, block) in blocks.iter().enumerate() {
        for draft in &body.code[block.first..block.end] {
            registers(draft, |register, result| {
                let number = numbering.of(register);
                if !result && !kills.contains(at, number) {
                    reads.insert(at, number);
                }
            });
            registers(draft, |register, result| {
                if result {
                    writes.insert(at, numbering.of(register));
                    if draft.head.guard.is_none() {
                        kills.insert(at, numbering.of(register));
                    }
                }
            });
        }
    }
    let (mut live_out, mut defined_in) = (new(), new());
    let words = live_out.words;
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for at in (0..blocks.len()).rev() {
            for &next in &blocks[at].successors {
                for word in 0..words {
                    let live = live_out.of(next)[word] & !kills.of(next)[word] | reads.of(next)[word];
                    let place = &mut live_out.of_mut(at)[word];
                    changed |= live & !*place != 0;
                    *place |= live;
                }
            }
        }
        for (at, block) in blocks.iter().enumerate() {
            for &next in &block.successors {
                for word in 0..words {
                    let defined = defined_in.of(at)[word] | writes.of(at)[word];
                    let place = &mut defined_in.of_mut(next)[word];
                    changed |= defined & !*place != 0;
                    *place |= defined;
                }
            }
        }
        if !changed {
            return Some((live_out, defined_in));
        }
    }
    None
}

/// Walks every block backwards from what is live at its end.
fn walk(body: &Body, blocks: &[Block], numbering: &Numbering, live_out: &Sets, defined_in: &Sets) -> Liveness {
    let mut intervals: Vec<Option<Interval>> = vec![None; numbering.count];
    let mut extend = |number: usize, at: usize| {
        let interval = intervals[number].get_or_insert(Interval { first: at, last: at });
        interval.first = interval.first.min(at);
        interval.last = interval.last.max(at);
    };
    let mut pressure = 0;
    let mut unread = Vec::new();
    for (place, block) in blocks.iter().enumerate() {
        let mut live = live_out.of(place).to_vec();
        for number in members(&live) {
            // A value that no way has set is none.
            if defined_in.contains(place, number) {
                extend(number, block.first);
            }
            extend(number, block.end - 1);
        }
        let mut weight: u32 = members(&live).map(|number| numbering.weight(number)).sum();
        pressure = pressure.max(weight);
        for at in (block.first..block.end).rev() {
            let draft = &body.code[at];
            let mut read = draft.results == 0;
            registers(draft, |register, result| {
                let number = numbering.of(register);
                if result {
                    extend(number, at);
                    let bit = 1 << (number % 64);
                    read |= live[number / 64] & bit != 0;
                    if draft.head.guard.is_none() && live[number / 64] & bit != 0 {
                        live[number / 64] &= !bit;
                        weight -= numbering.weight(number);
                    }
                }
            });
            registers(draft, |register, result| {
                let number = numbering.of(register);
                let bit = 1 << (number % 64);
                if !result {
                    extend(number, at);
                    if live[number / 64] & bit == 0 {
                        live[number / 64] |= bit;
                        weight += numbering.weight(number);
                    }
                }
            });
            pressure = pressure.max(weight);
            if !read {
                unread.push(at);
            }
        }
        for number in members(&live) {
            if defined_in.contains(place, number) {
                extend(number, block.first);
            }
        }
    }
    Liveness {
        intervals,
        pressure,
        unread,
    }
}

/// The bank of a number, for those who renumber.
pub(crate) const BANKS: [Bank; 3] = [Bank::Predicate, Bank::Word, Bank::Double];
