//! The law of allocation: on every way through a function, a register that is read holds the value that the text's
//! register of that place would hold.

extern crate std;

use alloc::{collections::BTreeMap, vec, vec::Vec};

use musa_isa::{Bank, Guard, Instruction, Opcode, Operand, Register, Type};
use proptest::prelude::*;

use super::allocate;
use crate::{draft::Draft, flow, lower::Body};

const REGISTERS: u16 = 6;

/// One instruction of a made-up function: what it writes, what it reads, whether it is guarded, and where it branches to.
type Step = (u16, u16, u16, bool, Option<usize>);

fn word(index: u16) -> Operand {
    Operand::register(Register::new(Bank::Word, index))
}

fn body(steps: &[Step]) -> Body {
    let mut body = Body {
        registers: [1, u32::from(REGISTERS), 0],
        ..Body::default()
    };
    for &(to, first, second, guarded, branch) in steps {
        let opcode = if branch.is_some() { Opcode::Bra } else { Opcode::Add };
        let mut draft = Draft::new(Instruction {
            types: [Some(Type::U32), None, None, None],
            ..Instruction::new(opcode)
        });
        let guard = Guard {
            register: Register::new(Bank::Predicate, 0),
            negated: false,
        };
        draft.head.guard = guarded.then_some(guard);
        match branch {
            Some(target) => {
                body.labels.push(Some((target % steps.len()) as u32));
                draft.source(Operand::Label(body.labels.len() as u32 - 1).into());
            }
            None => {
                draft.result(word(to));
                draft.source(word(first).into());
                draft.source(word(second).into());
            }
        }
        body.code.push(draft);
    }
    body.code.push(Draft::new(Instruction::new(Opcode::Ret)));
    body
}

/// Where control may go from an instruction.
fn successors(body: &Body, at: usize) -> Vec<usize> {
    let draft = &body.code[at];
    let mut next = Vec::new();
    if let Some(Operand::Label(label)) = draft.operands.first() {
        next.extend(body.labels[*label as usize].map(|it| it as usize));
    }
    let stays = matches!(draft.head.opcode, Opcode::Bra | Opcode::Ret) && draft.head.guard.is_none();
    if !stays && at + 1 < body.code.len() {
        next.push(at + 1);
    }
    next
}

/// The text's registers whose value each place may hold, one set of bits for each; `!0` where nothing is known yet.
type Held = BTreeMap<Register, u64>;

fn names(draft: &Draft) -> Vec<(Register, bool)> {
    let mut names = Vec::new();
    flow::registers(draft, |register, result| names.push((register, result)));
    names
}

/// Follows all ways through both versions, and finds a read of a place that does not hold what the text means there.
fn mistake(before: &Body, after: &Body) -> Option<usize> {
    // What a place holds: the text's registers of which it has the current value, on every way that leads here.
    let mut entry: Vec<Option<Held>> = vec![None; before.code.len()];
    entry[0] = Some(Held::new());
    let mut pending = vec![0];
    while let Some(at) = pending.pop() {
        let mut held = entry[at].clone().unwrap_or_default();
        let pairs: Vec<_> = names(&before.code[at])
            .into_iter()
            .zip(names(&after.code[at]))
            .collect();
        let guarded = before.code[at].head.guard.is_some();
        for ((text, result), (place, _)) in &pairs {
            if *result {
                let bit = 1 << text.index;
                // Where the guard is false the place keeps what it had, and so does the text's register.
                let kept = if guarded {
                    held.get(place).copied().unwrap_or(0) & bit
                } else {
                    bit
                };
                let both = if guarded && kept == 0 { 0 } else { bit };
                for (other, bits) in &mut held {
                    if other != place {
                        *bits &= !bit;
                    }
                }
                held.insert(*place, both);
            }
        }
        for next in successors(before, at) {
            let merged: Held = match &entry[next] {
                None => held.clone(),
                Some(known) => {
                    let shared = known
                        .iter()
                        .map(|(place, bits)| (*place, bits & held.get(place).copied().unwrap_or(0)));
                    shared.collect()
                }
            };
            if entry[next].as_ref() != Some(&merged) {
                entry[next] = Some(merged);
                pending.push(next);
            }
        }
    }
    (0..before.code.len()).find(|&at| {
        let Some(held) = &entry[at] else {
            return false;
        };
        let mut pairs = names(&before.code[at]).into_iter().zip(names(&after.code[at]));
        pairs.any(|((text, result), (place, _))| {
            let current = held.get(&place).copied().unwrap_or(0) >> text.index & 1 == 1;
            !result && text.bank == Bank::Word && !current && defined_before(before, text, at)
        })
    })
}

/// Whether the text's register has a value on every way to an instruction: otherwise what is read means nothing.
fn defined_before(body: &Body, register: Register, at: usize) -> bool {
    let mut seen = vec![false; body.code.len()];
    let mut pending = vec![0];
    while let Some(here) = pending.pop() {
        if here == at {
            return false;
        }
        if core::mem::replace(&mut seen[here], true) {
            continue;
        }
        let draft = &body.code[here];
        let writes = names(draft)
            .into_iter()
            .any(|(name, result)| result && name == register);
        if !(writes && draft.head.guard.is_none()) {
            pending.extend(successors(body, here));
        }
    }
    true
}

fn step() -> impl Strategy<Value = Step> {
    let register = 0..REGISTERS;
    (
        register.clone(),
        register.clone(),
        register,
        any::<bool>(),
        prop::option::weighted(0.25, 0usize..64),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn places_hold_what_the_text_means(steps in prop::collection::vec(step(), 1..24)) {
        let before = body(&steps);
        let mut after = body(&steps);
        let counts = allocate(&mut after).counts;
        prop_assert!(counts.word <= REGISTERS);
        prop_assert_eq!(mistake(&before, &after), None);
    }
}

#[test]
fn the_law_catches_a_wrong_allocation() {
    // Two values that live together, put in one place.
    let steps = [(0, 5, 5, false, None), (1, 5, 5, false, None), (2, 0, 1, false, None)];
    let before = body(&steps);
    let mut after = body(&steps);
    for draft in &mut after.code {
        super::renumber(draft, |register| match register.index {
            1 => Register::new(register.bank, 0),
            _ => register,
        });
    }
    assert_eq!(mistake(&before, &after), Some(2));
}
