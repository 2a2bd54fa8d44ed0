//! Limits of constant operands.

use musa_isa::{Action, CacheOperator, Flags, Instruction, Opcode, Operand, Order, Space, Type};

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
        // Positions and lengths are bytes.
        Opcode::Bfe | Opcode::Bfi => {
            let first = if draft.head.opcode == Opcode::Bfe { 2 } else { 3 };
            let far = [first, first + 1]
                .into_iter()
                .filter_map(constant)
                .any(|count| count > 0xff);
            far.then_some("a position or length is one of 0 to 255")
        }
        Opcode::Pmevent if !draft.head.flags.contains(Flags::HINT) => {
            let event = constant(0).is_some_and(|event| event > 15);
            event.then_some("an event is one of 0 to 15")
        }
        Opcode::Cvt => saturates_in_vain(&draft.head).then_some("nothing can be out of range here, '.sat' is refused"),
        Opcode::Setp if matches!(draft.head.types[0], Some(Type::F16 | Type::Bf16)) => {
            let second = draft.operands.get(1).is_some_and(|second| *second != Operand::Sink);
            second.then_some("a comparison of two halves has one result")
        }
        Opcode::Ld | Opcode::St => ill_placed(&draft.head),
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

/// Whether a conversion between integers saturates although its destination holds all values of its source.
fn saturates_in_vain(head: &Instruction<'_>) -> bool {
    let [Some(to), Some(from), ..] = head.types else {
        return false;
    };
    if !head.flags.contains(Flags::SATURATE) || to.is_float() || from.is_float() {
        return false;
    }
    match (to.is_signed(), from.is_signed()) {
        (true, false) => to.bits() > from.bits(),
        (to_signed, from_signed) => to_signed == from_signed && to.bits() >= from.bits(),
    }
}

/// What is wrong with the state space of an access.
fn ill_placed(head: &Instruction<'_>) -> Option<&'static str> {
    let own = matches!(head.space, Space::Local | Space::Constant | Space::Parameter);
    if own && head.order != Order::Weak {
        return Some("memory that no other thread writes has no volatile or ordered accesses");
    }
    let unshared = head.cache == Some(CacheOperator::NonCoherent) && head.space != Space::Global;
    unshared.then_some("'.nc' belongs to '.global'")
}
