//! The other way round: from an instruction to the root and modifiers that make it.

use alloc::{string::String, vec::Vec};
use musa_isa::{Instruction, Opcode, Type};

use super::{Choice, Effect, FAMILIES, Form, Slot};

/// How PTX spells an instruction: root and modifiers, with the dots; `None` for one that no text makes.
pub(crate) fn spelling(instruction: &Instruction<'_>) -> Option<String> {
    // Joining and splitting registers is a move in the text.
    let opcode = match instruction.opcode {
        Opcode::Pack | Opcode::Unpack => Opcode::Mov,
        other => other,
    };
    let forms = FAMILIES.iter().copied().flatten();
    forms
        .filter(|form| form.opcode == opcode)
        .find_map(|form| form.spell(instruction))
}

impl Form {
    fn spell(&self, instruction: &Instruction<'_>) -> Option<String> {
        let mut types = instruction.types.iter().flatten();
        let mut words: Vec<String> = Vec::new();
        for slot in self.slots {
            let (Slot::Need(choice) | Slot::May(choice)) = slot;
            let needed = matches!(slot, Slot::Need(_));
            words.extend(choice.word(instruction, needed, &mut types));
        }
        let modifiers: Vec<&str> = words.iter().map(String::as_str).collect();
        let made = self.fit(&modifiers).ok()?;
        self.makes(&made, instruction).then(|| {
            let mut text = String::from(self.root);
            for word in &words {
                text.push('.');
                text.push_str(word);
            }
            text
        })
    }

    /// Whether the instruction that the words make is the one that was to be spelled, apart from what operands add.
    fn makes(&self, made: &Instruction<'_>, wanted: &Instruction<'_>) -> bool {
        let written = made.types.iter().flatten().count();
        let same_types = made.types.iter().take(written).eq(wanted.types.iter().take(written));
        let states_width = matches!(wanted.opcode, Opcode::Ld | Opcode::Cvt | Opcode::Suld);
        let added_types = wanted.types.iter().skip(written).flatten().count();
        let added = musa_isa::Flags::NO_RESULT | musa_isa::Flags::INDIRECT | musa_isa::Flags::IGNORE_SOURCE;
        let joins = matches!(wanted.opcode, Opcode::Pack | Opcode::Unpack);
        same_types
            && (made.elements == wanted.elements || joins || wanted.elements == 0)
            && added_types <= usize::from(states_width)
            && made.flags == wanted.flags - added
            && made.rounding == wanted.rounding
            && made.comparison == wanted.comparison
            && made.boolean == wanted.boolean
            && made.part == wanted.part
            && made.order == wanted.order
            && made.scope == wanted.scope
            && made.cache == wanted.cache
            && made.action == wanted.action
            && made.second_action == wanted.second_action
            && made.variant & wanted.variant == made.variant
    }
}

impl Choice {
    /// The word of this choice that the instruction asks for; a place that may stay empty has none for a default.
    fn word<'i>(
        &self,
        instruction: &Instruction<'_>,
        needed: bool,
        types: &mut impl Iterator<Item = &'i Type>,
    ) -> Option<String> {
        fn among<T: Copy + PartialEq>(
            codes: &[T],
            value: Option<T>,
            name: impl Fn(T) -> &'static str,
        ) -> Option<String> {
            value
                .filter(|value| codes.contains(value))
                .map(|value| name(value).into())
        }
        match self {
            Choice::Type(codes) => among(codes, types.next().copied(), Type::name),
            Choice::Rounding(codes) => among(codes, instruction.rounding, musa_isa::Rounding::name),
            Choice::Comparison(codes) => among(codes, instruction.comparison, musa_isa::Comparison::name),
            Choice::Boolean(codes) => among(codes, instruction.boolean, musa_isa::Boolean::name),
            Choice::Part(codes) => among(codes, instruction.part, musa_isa::Part::name),
            Choice::Space(codes) => among(codes, Some(instruction.space), musa_isa::Space::name),
            Choice::Order(codes) => among(codes, Some(instruction.order), musa_isa::Order::name),
            Choice::Scope(codes) => among(codes, Some(instruction.scope), musa_isa::Scope::name),
            Choice::Cache(codes) => among(codes, instruction.cache, musa_isa::CacheOperator::name),
            Choice::Action(codes) => among(codes, instruction.action, musa_isa::Action::name),
            Choice::SecondAction(codes) => among(codes, instruction.second_action, musa_isa::Action::name),
            Choice::Vector(sizes) => {
                let size = sizes.iter().find(|size| **size == instruction.elements);
                size.filter(|_| !matches!(instruction.opcode, Opcode::Pack | Opcode::Unpack))
                    .map(|size| alloc::format!("v{size}"))
            }
            Choice::Count(words) => {
                let found = words.iter().find(|(_, count)| *count == instruction.elements);
                found.map(|(name, _)| (*name).into())
            }
            Choice::Word(name, effect) => effect.holds(instruction, needed).then(|| (*name).into()),
            Choice::Variant(words) => {
                let mask = words.iter().fold(0, |mask, (_, bits)| mask | bits);
                let found = words.iter().find(|(_, bits)| *bits == instruction.variant & mask);
                found.map(|(name, _)| (*name).into())
            }
            Choice::Hint(words) => {
                let first = words.first().filter(|_| needed)?;
                Some(first.trim_end_matches('*').into())
            }
        }
    }
}

impl Effect {
    /// Whether the instruction has what the word sets. A word without effect stands only where one is needed.
    fn holds(self, instruction: &Instruction<'_>, needed: bool) -> bool {
        match self {
            Effect::None => needed,
            Effect::Flag(flags) => instruction.flags.contains(flags),
            Effect::Action(action) => instruction.action == Some(action),
            Effect::Order(order) => instruction.order == order,
            Effect::Scope(scope) => instruction.scope == scope,
            Effect::Rounding(rounding) => instruction.rounding == Some(rounding),
            Effect::Variant(bits) => instruction.variant & bits == bits,
            Effect::Type(place, kind) => instruction.types.get(place).copied().flatten() == Some(kind),
        }
    }
}
