//! Taking an opcode with its modifiers apart.

use musa_hal_sim::arithmetic::{Extremum, Mode};
use musa_isa::{Action, Boolean, Comparison, Flags, Part, Rounding, Type};

/// `add.rn.ftz.f32` as its words.
#[derive(Clone)]
pub(crate) struct Mnemonic {
    pub(crate) root: String,
    words: Vec<String>,
}

impl Mnemonic {
    pub(crate) fn parse(text: &str) -> Self {
        let mut words = text.split('.').map(String::from);
        Self {
            root: words.next().unwrap_or_default(),
            words: words.collect(),
        }
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word)
    }

    fn find<T>(&self, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.words.iter().find_map(|word| parse(word))
    }

    /// The types, in order.
    pub(crate) fn types(&self) -> Vec<Type> {
        self.words.iter().filter_map(|word| Type::from_name(word)).collect()
    }

    /// The first type.
    pub(crate) fn kind(&self) -> Option<Type> {
        self.types().first().copied()
    }

    pub(crate) fn rounding(&self) -> Option<Rounding> {
        self.find(Rounding::from_name)
    }

    pub(crate) fn comparison(&self) -> Option<Comparison> {
        self.find(Comparison::from_name)
    }

    pub(crate) fn boolean(&self) -> Option<Boolean> {
        self.find(Boolean::from_name)
    }

    pub(crate) fn part(&self) -> Option<Part> {
        self.find(Part::from_name)
    }

    pub(crate) fn action(&self) -> Option<Action> {
        self.find(Action::from_name)
    }

    fn flags(&self) -> Flags {
        let words = [
            ("ftz", Flags::FLUSH),
            ("sat", Flags::SATURATE),
            ("satfinite", Flags::SATURATE_FINITE),
            ("relu", Flags::RELU),
            ("NaN", Flags::PROPAGATE_NAN),
            ("xorsign", Flags::XOR_SIGN),
        ];
        words
            .into_iter()
            .filter(|(word, _)| self.has(word))
            .map(|(_, flag)| flag)
            .collect()
    }

    pub(crate) fn mode(&self) -> Mode {
        Mode::new(self.rounding(), self.flags())
    }

    pub(crate) fn extremum(&self) -> Extremum {
        Extremum::new(self.flags())
    }
}
