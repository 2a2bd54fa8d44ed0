//! Registers: as few as values that live at once need, so that a simulated thread takes little room.

use alloc::{collections::BinaryHeap, vec, vec::Vec};
use core::cmp::Reverse;
use musa_isa::{Address, Bank, Base, Flags, Opcode, Operand, Register, image::RegisterCounts};

use crate::{
    draft::Draft,
    flow::{self, BANKS, Interval, Numbering},
    lower::Body,
};

/// What a function needs.
pub(crate) struct Allocation {
    pub(crate) counts: RegisterCounts,
    /// The most 32-bit registers live at once.
    pub(crate) pressure: u32,
}

/// Gives the registers of a function new numbers, the same one to values that never live together, and marks atomic
/// operations whose result no one reads. A function too large for the analysis keeps its registers.
pub(crate) fn allocate(body: &mut Body) -> Allocation {
    let Some(liveness) = flow::liveness(body) else {
        let [predicate, word, double] = body.registers.map(|count| count as u16);
        return Allocation {
            counts: RegisterCounts {
                predicate,
                word,
                double,
            },
            pressure: u32::from(word) + 2 * u32::from(double),
        };
    };
    for &at in &liveness.unread {
        let draft = &mut body.code[at];
        if draft.head.opcode == Opcode::Atom {
            draft.head.flags |= Flags::NO_RESULT;
        }
    }
    let numbering = Numbering::new(body);
    let mut places = vec![0u16; liveness.intervals.len()];
    let mut counts = [0u16; 3];
    for bank in BANKS {
        counts[bank as usize] = color(body, &numbering, &liveness.intervals, bank, &mut places);
    }
    for draft in &mut body.code {
        renumber(draft, |register| {
            Register::new(register.bank, places[numbering.of(register)])
        });
    }
    let [predicate, word, double] = counts;
    Allocation {
        counts: RegisterCounts {
            predicate,
            word,
            double,
        },
        pressure: liveness.pressure,
    }
}

/// Linear scan over the intervals of one bank; gives how many places it takes. Registers of 128 bits stand first and
/// share theirs with no one.
fn color(body: &Body, numbering: &Numbering, intervals: &[Option<Interval>], bank: Bank, places: &mut [u16]) -> u16 {
    let mut count = 0u16;
    let mut pinned = Vec::new();
    if bank == Bank::Double {
        for &first in &body.pairs {
            for index in [first, first + 1] {
                places[numbering.of(Register::new(bank, index))] = count;
                pinned.push(index);
                count += 1;
            }
        }
    }
    let mut values: Vec<(Interval, usize)> = (0..body.registers[bank as usize])
        .filter(|index| pinned.binary_search(&(*index as u16)).is_err())
        .filter_map(|index| {
            let number = numbering.of(Register::new(bank, index as u16));
            intervals[number].map(|interval| (interval, number))
        })
        .collect();
    values.sort_by_key(|(interval, number)| (interval.first, *number));
    let mut free: BinaryHeap<Reverse<u16>> = BinaryHeap::new();
    let mut busy: BinaryHeap<Reverse<(usize, u16)>> = BinaryHeap::new();
    for (interval, number) in values {
        while let Some(&Reverse((last, place))) = busy.peek() {
            // Strictly before: an instruction may write one result before it has read all its sources.
            if last >= interval.first {
                break;
            }
            busy.pop();
            free.push(Reverse(place));
        }
        let place = free.pop().map_or_else(
            || {
                count += 1;
                count - 1
            },
            |Reverse(place)| place,
        );
        places[number] = place;
        busy.push(Reverse((interval.last, place)));
    }
    count
}

fn renumber(draft: &mut Draft, new: impl Fn(Register) -> Register) {
    if let Some(guard) = &mut draft.head.guard {
        guard.register = new(guard.register);
    }
    for operand in &mut draft.operands {
        match operand {
            Operand::Register { register, .. }
            | Operand::Address(Address {
                base: Base::Register(register),
                ..
            }) => *register = new(*register),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
