//! Finding the form that an instruction's modifiers fit.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use musa_isa::{Action, Boolean, CacheOperator, Comparison, Instruction, Order, Part, Rounding, Scope, Space, Type};

use super::{Choice, Effect, FAMILIES, Form, Slot};

/// The forms by root.
pub(crate) struct Roots(BTreeMap<&'static str, Vec<&'static Form>>);

/// Why no form fits: how far the best one came, and what it would have taken there.
pub(crate) struct Mismatch {
    /// Place of the first modifier that does not fit; their number when one is missing at the end.
    pub(crate) place: usize,
    pub(crate) expected: String,
}

impl Mismatch {
    /// The one of two that came further; what two that came equally far would have taken stands side by side.
    pub(crate) fn better(best: Option<Self>, found: Self) -> Self {
        match best {
            Some(mut best) if best.place == found.place => {
                if !found.expected.is_empty() && !best.expected.contains(&found.expected) {
                    best.expected
                        .push_str(if best.expected.is_empty() { "" } else { " or " });
                    best.expected.push_str(&found.expected);
                }
                best
            }
            Some(best) if best.place > found.place => best,
            _ => found,
        }
    }
}

impl Roots {
    pub(crate) fn new() -> Self {
        let mut roots: BTreeMap<_, Vec<&'static Form>> = BTreeMap::new();
        for form in FAMILIES.iter().copied().flatten() {
            roots.entry(form.root).or_default().push(form);
        }
        Self(roots)
    }

    /// The forms of a root; `None` when PTX has no such root.
    pub(crate) fn forms(&self, root: &str) -> Option<&[&'static Form]> {
        self.0.get(root).map(Vec::as_slice)
    }
}

/// Roots whose first modifier is part of the name, and stands first.
const COMPOUND: [&str; 7] = ["brx", "cp", "createpolicy", "mad24", "mul24", "setmaxnreg", "shf"];

impl Form {
    /// The instruction that these modifiers make of the form.
    pub(crate) fn fit(&self, modifiers: &[&str]) -> Result<Instruction<'static>, Mismatch> {
        let mut instruction = Instruction::new(self.opcode);
        let mut implied_types = [None; 4];
        for effect in self.implied {
            match effect {
                Effect::Type(place, kind) => implied_types[*place] = Some(*kind),
                other => apply(&mut instruction, *other),
            }
        }
        let mut filled = 0u32;
        for (place, modifier) in modifiers.iter().enumerate() {
            let slot = self.find_slot(filled, &mut instruction, modifier);
            let Some(slot) = slot.filter(|slot| place > 0 || *slot == 0 || !COMPOUND.contains(&self.root)) else {
                return Err(self.mismatch(place, filled));
            };
            filled |= 1 << slot;
        }
        let missing = |(at, slot): (usize, &Slot)| matches!(slot, Slot::Need(_)) && filled >> at & 1 == 0;
        if self.slots.iter().enumerate().any(missing) {
            return Err(self.mismatch(modifiers.len(), filled));
        }
        for (kind, implied) in instruction.types.iter_mut().zip(implied_types) {
            *kind = kind.or(implied);
        }
        Ok(instruction)
    }

    /// The first free slot that takes a modifier. Types are taken in order; other modifiers may come in any order, as
    /// translators accept (`div.ftz.rn.f32`).
    fn find_slot(&self, filled: u32, instruction: &mut Instruction<'static>, modifier: &str) -> Option<usize> {
        let mut type_pending = false;
        for (at, slot) in self.slots.iter().enumerate() {
            let (Slot::Need(choice) | Slot::May(choice)) = slot;
            let is_type = matches!(choice, Choice::Type(_));
            if filled >> at & 1 == 1 || is_type && type_pending {
                continue;
            }
            if choice.take(instruction, modifier) {
                return Some(at);
            }
            type_pending |= is_type;
        }
        None
    }

    fn mismatch(&self, place: usize, filled: u32) -> Mismatch {
        let mut expected = String::new();
        for (at, slot) in self.slots.iter().enumerate() {
            let (Slot::Need(choice) | Slot::May(choice)) = slot;
            if filled >> at & 1 == 1 {
                continue;
            }
            if !expected.is_empty() {
                expected.push_str(" or ");
            }
            expected.push_str(&choice.describe());
            if matches!(slot, Slot::Need(_)) {
                break;
            }
        }
        Mismatch { place, expected }
    }
}

fn apply(instruction: &mut Instruction<'static>, effect: Effect) {
    match effect {
        Effect::None => {}
        Effect::Flag(flags) => instruction.flags |= flags,
        Effect::Action(action) => instruction.action = Some(action),
        Effect::Order(order) => instruction.order = order,
        Effect::Scope(scope) => instruction.scope = scope,
        Effect::Rounding(rounding) => instruction.rounding = Some(rounding),
        Effect::Variant(bits) => instruction.variant |= bits,
        Effect::Type(place, kind) => instruction.types[place] = Some(kind),
    }
}

/// One of the codes by its name in PTX.
fn named<T: Copy>(codes: &[T], name: impl Fn(T) -> &'static str, word: &str) -> Option<T> {
    codes.iter().copied().find(|&code| name(code) == word)
}

/// Names of state spaces that PTX has beside the usual one.
fn space(spaces: &[Space], word: &str) -> Option<Space> {
    let word = match word {
        "shared::cta" => "shared",
        "param::entry" | "param::func" => "param",
        other => other,
    };
    named(spaces, Space::name, word)
}

impl Choice {
    /// Whether the choice has this word; if so, sets what it means.
    fn take(&self, instruction: &mut Instruction<'static>, word: &str) -> bool {
        fn set<T>(field: &mut T, value: Option<T>) -> bool {
            value.map(|value| *field = value).is_some()
        }
        fn fill<T>(field: &mut Option<T>, value: Option<T>) -> bool {
            let found = value.is_some();
            if found {
                *field = value;
            }
            found
        }
        match self {
            Choice::Type(types) => {
                let kind = named(types, Type::name, word);
                let free = instruction.types.iter_mut().find(|kind| kind.is_none());
                free.is_some_and(|free| fill(free, kind))
            }
            Choice::Rounding(codes) => fill(&mut instruction.rounding, named(codes, Rounding::name, word)),
            Choice::Comparison(codes) => fill(&mut instruction.comparison, named(codes, Comparison::name, word)),
            Choice::Boolean(codes) => fill(&mut instruction.boolean, named(codes, Boolean::name, word)),
            Choice::Part(codes) => fill(&mut instruction.part, named(codes, Part::name, word)),
            Choice::Space(codes) => set(&mut instruction.space, space(codes, word)),
            Choice::Order(codes) => set(&mut instruction.order, named(codes, Order::name, word)),
            Choice::Scope(codes) => set(&mut instruction.scope, named(codes, Scope::name, word)),
            Choice::Cache(codes) => fill(&mut instruction.cache, named(codes, CacheOperator::name, word)),
            Choice::Action(codes) => fill(&mut instruction.action, named(codes, Action::name, word)),
            Choice::SecondAction(codes) => fill(&mut instruction.second_action, named(codes, Action::name, word)),
            Choice::Vector(sizes) => {
                let size = sizes
                    .iter()
                    .copied()
                    .find(|size| word.strip_prefix('v').and_then(|digits| digits.parse().ok()) == Some(*size));
                set(&mut instruction.elements, size)
            }
            Choice::Count(words) => {
                let found = words.iter().find(|(name, _)| *name == word);
                set(&mut instruction.elements, found.map(|(_, count)| *count))
            }
            Choice::Word(name, effect) => {
                let found = *name == word;
                if found {
                    apply(instruction, *effect);
                }
                found
            }
            Choice::Variant(words) => {
                let found = words.iter().find(|(name, _)| *name == word);
                instruction.variant |= found.map_or(0, |(_, bits)| *bits);
                found.is_some()
            }
            Choice::Hint(words) => words.iter().any(|hint| match hint.strip_suffix('*') {
                Some(begin) => word.starts_with(begin),
                None => *hint == word,
            }),
        }
    }

    /// What may stand here, for a diagnostic.
    fn describe(&self) -> String {
        fn list<T: Copy>(codes: &[T], name: impl Fn(T) -> &'static str) -> String {
            let names: Vec<String> = codes.iter().map(|&code| format!(".{}", name(code))).collect();
            names.join(" ")
        }
        match self {
            Choice::Type(types) => format!("a type ({})", list(types, Type::name)),
            Choice::Rounding(codes) => list(codes, Rounding::name),
            Choice::Comparison(codes) => format!("a comparison ({})", list(codes, Comparison::name)),
            Choice::Boolean(codes) => list(codes, Boolean::name),
            Choice::Part(codes) => list(codes, Part::name),
            Choice::Space(codes) => format!("a state space ({})", list(codes, Space::name)),
            Choice::Order(codes) => list(codes, Order::name),
            Choice::Scope(codes) => format!("a scope ({})", list(codes, Scope::name)),
            Choice::Cache(codes) => list(codes, CacheOperator::name),
            Choice::Action(codes) | Choice::SecondAction(codes) => list(codes, Action::name),
            Choice::Vector(_) => "a vector size".into(),
            Choice::Count(words) => {
                let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
                names.join(" ")
            }
            Choice::Word(name, _) => format!(".{name}"),
            Choice::Variant(words) => {
                let names: Vec<String> = words.iter().map(|(name, _)| format!(".{name}")).collect();
                names.join(" ")
            }
            Choice::Hint(words) => {
                let names: Vec<String> = words.iter().map(|name| format!(".{name}")).collect();
                names.join(" ")
            }
        }
    }
}
