//! Limits of constant operands.

use musa_isa::{Action, Opcode, Operand};

use crate::draft::Draft;

/// Named barriers of a block.
const BARRIERS: u64 = 16;
/// Threads come to a barrier by the warp.
const WARP: u64 = 32;

/// What is wrong with a constant operand, if anything is.
pub(super) fn broken(draft: &Draft) -> Option<&'static str> {
    let constant = |place: usize| match draft.operands.get(place) {
        Some(Operand::Immediate(value)) => Some(*value),
        _ => None,
    };
    let action = draft.head.action;
    match draft.head.opcode {
        Opcode::Bar if matches!(action, Some(Action::Synchronize | Action::Arrive | Action::Reduce)) => {
            let first = usize::from(action == Some(Action::Reduce));
            if constant(first).is_some_and(|barrier| barrier >= BARRIERS) {
                return Some("a barrier is one of 0 to 15");
            }
            let threads = constant(first + 1);
            let whole = threads.is_none_or(|threads| threads > 0 && threads.is_multiple_of(WARP));
            (!whole).then_some("the threads of a barrier are a multiple of 32")
        }
        Opcode::Lop3 => {
            let table = constant(5).is_some_and(|table| table > 0xff);
            table.then_some("a look-up table has eight bits")
        }
        Opcode::Alloca => {
            let align = constant(2).is_some_and(|align| !align.is_power_of_two());
            align.then_some("an alignment is a power of two")
        }
        Opcode::Setmaxnreg => {
            let fits = constant(0).is_none_or(|count| (24..=256).contains(&count) && count.is_multiple_of(8));
            (!fits).then_some("a register count is a multiple of 8 from 24 to 256")
        }
        _ => None,
    }
}
