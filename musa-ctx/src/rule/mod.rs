//! Every rule of the object model, in one table: the rows stand in one file for each area.
//!
//! A row is: the rule's name here, its stable identifier, where it comes from, and one sentence that says what must hold:
//! whoever reads it behind a refused call reads what was wrong with the call. A rule with two answers names both dialects
//! in its row.

#[macro_use]
mod array;
#[macro_use]
mod context;
#[macro_use]
mod general;
#[macro_use]
mod launch;
#[macro_use]
mod mapping;
#[macro_use]
mod memory;
#[macro_use]
mod module;
#[macro_use]
mod pool;
#[macro_use]
mod sharing;
#[macro_use]
mod stream;
#[macro_use]
mod texture;

use core::fmt;

use musa_hal::Dialect;

/// Where a rule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The vendor's guide; its section.
    Specified(&'static str),
    /// Real hardware; the case of the oracle.
    Observed(&'static str),
    /// Ours, because hardware is undefined or silent.
    Chosen,
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Specified(section) => write!(formatter, "specified: {section}"),
            Self::Observed(case) => write!(formatter, "observed: {case}"),
            Self::Chosen => formatter.write_str("chosen"),
        }
    }
}

/// What a dialect says, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Why.
    pub origin: Origin,
    /// What happens.
    pub text: &'static str,
}

/// The answers of the dialects.
#[derive(Clone, Copy, Debug)]
enum Answers {
    Same(Origin),
    Divergent { musa: Answer, reference: Answer },
}

/// A row of the table.
#[derive(Debug)]
struct Row {
    id: &'static str,
    sentence: &'static str,
    answers: Answers,
}

macro_rules! answers {
    (Chosen) => { Answers::Same(Origin::Chosen) };
    ($kind:ident $source:literal) => { Answers::Same(Origin::$kind($source)) };
    (musa [$($musa:tt)+] $musa_text:literal reference [$($reference:tt)+] $reference_text:literal) => {
        Answers::Divergent {
            musa: Answer { origin: origin!($($musa)+), text: $musa_text },
            reference: Answer { origin: origin!($($reference)+), text: $reference_text },
        }
    };
}

macro_rules! origin {
    (Chosen) => {
        Origin::Chosen
    };
    ($kind:ident $source:literal) => {
        Origin::$kind($source)
    };
}

/// Declares the rules from the rows that the areas have gathered.
macro_rules! declare_rules {
    ([$($name:ident $id:literal [$($answers:tt)+] $sentence:literal;)+]) => {
        /// A contract of the object model. Its sentence says what must hold.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Rule { $(#[doc = $sentence] $name),+ }

        impl Rule {
            /// Every rule, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            const ROWS: &'static [Row] =
                &[$(Row { id: $id, sentence: $sentence, answers: answers!($($answers)+) }),+];
        }
    };
}

// Each area hands its rows, with those before it, to the next one.
general_rules! { [] context_rules memory_rules pool_rules mapping_rules array_rules texture_rules module_rules launch_rules stream_rules sharing_rules declare_rules }

impl Rule {
    const fn row(self) -> &'static Row {
        &Self::ROWS[self as usize]
    }

    /// The stable identifier.
    pub const fn id(self) -> &'static str {
        self.row().id
    }

    /// What must hold, in one sentence.
    pub const fn sentence(self) -> &'static str {
        self.row().sentence
    }

    /// Why a dialect has the rule.
    pub const fn origin(self, dialect: Dialect) -> Origin {
        match (self.row().answers, dialect) {
            (Answers::Same(origin), _) => origin,
            (Answers::Divergent { musa, .. }, Dialect::Musa) => musa.origin,
            (Answers::Divergent { reference, .. }, Dialect::Reference) => reference.origin,
        }
    }

    /// What the dialects say where they differ: `musa` first.
    pub const fn divergence(self) -> Option<(Answer, Answer)> {
        match self.row().answers {
            Answers::Same(_) => None,
            Answers::Divergent { musa, reference } => Some((musa, reference)),
        }
    }

    /// Whether a call can break the rule. The others say only how the dialects' behaviours differ.
    pub const fn refuses(self) -> bool {
        !matches!(
            self,
            Self::ContextDestroyCount | Self::CopyAsyncPageable | Self::TextureBorderRead
        )
    }

    /// The rule with this identifier.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }
}

/// A set of rules: which were raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet([u64; Rule::ALL.len().div_ceil(64)]);

impl RuleSet {
    /// No rules.
    pub const EMPTY: Self = Self([0; Rule::ALL.len().div_ceil(64)]);

    /// Adds a rule.
    pub fn insert(&mut self, rule: Rule) {
        if let Some(word) = self.0.get_mut(rule as usize / 64) {
            *word |= 1 << (rule as u32 % 64);
        }
    }

    /// Whether a rule is in the set.
    pub fn contains(&self, rule: Rule) -> bool {
        let word = self.0.get(rule as usize / 64);
        word.is_some_and(|word| word >> (rule as u32 % 64) & 1 != 0)
    }

    /// Adds the rules of another set.
    pub fn extend(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// The rules, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = Rule> {
        Rule::ALL.iter().copied().filter(|rule| self.contains(*rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn identifiers_are_unique_and_well_formed() {
        let mut seen = BTreeSet::new();
        for rule in Rule::ALL {
            assert!(seen.insert(rule.id()), "{} twice", rule.id());
            let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-');
            assert!(rule.id().chars().all(allowed), "{}", rule.id());
            assert!(rule.id().contains('.'), "{}", rule.id());
            assert_eq!(Rule::from_id(rule.id()), Some(*rule));
        }
    }

    #[test]
    fn sentences_are_sentences() {
        for rule in Rule::ALL {
            let sentence = rule.sentence();
            assert!(sentence.ends_with('.'), "{}", rule.id());
            assert!(sentence.starts_with(|c: char| c.is_uppercase()), "{}", rule.id());
            assert!(sentence.matches(". ").count() == 0, "{}: one sentence", rule.id());
            // Behind a refused call, "a handle is not null" would be read as what was found.
            let demands = ["must", "can", "cannot", "may"];
            let demand = sentence.split([' ', '.']).any(|word| demands.contains(&word));
            // The answers of these dialects differ, and neither refuses.
            let states = ["ctx.destroy.count", "copy.async.pageable", "texture.border.read"].contains(&rule.id());
            assert!(demand != states, "{}: what must hold", rule.id());
        }
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let mut set = RuleSet::EMPTY;
        for rule in Rule::ALL.iter().step_by(3) {
            set.insert(*rule);
        }
        assert!(set.iter().eq(Rule::ALL.iter().copied().step_by(3)));
    }
}
