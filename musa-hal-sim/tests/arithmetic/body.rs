//! A reader of straight-line PTX: enough to run a row.
//!
//! Registers are those of the suite's tables: operands `a b c`, temporaries `t u v` and the result `o`, each in the
//! views `l` (64 bits), `w` (32), `h` (16), `f` and `d`, which are separate registers; predicates `p q r op`.

use std::collections::HashMap;

use crate::{conversion, floating, integer, mnemonic::Mnemonic, video};

/// What the condition code and an instruction's sources make: up to two results.
pub(crate) type Operation = Box<dyn Fn(&mut bool, &[u64]) -> [u64; 2]>;

/// An operation without condition code, of one result.
pub(crate) fn plain(function: impl Fn(&[u64]) -> u64 + 'static) -> Option<Operation> {
    Some(Box::new(move |_, sources| [function(sources), 0]))
}

enum Source {
    Register { index: usize, inverted: bool },
    Immediate(u64),
}

struct Step {
    operation: Operation,
    sources: Vec<Source>,
    /// Registers with the bits that they hold.
    destinations: Vec<(usize, u64)>,
}

/// An instruction as it is written.
pub(crate) struct Written<'a> {
    pub(crate) mnemonic: Mnemonic,
    pub(crate) operands: Vec<&'a str>,
}

/// A row, ready to run.
pub(crate) struct Program {
    steps: Vec<Step>,
    names: HashMap<String, usize>,
    result: usize,
}

impl Program {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut program = Self {
            steps: Vec::new(),
            names: HashMap::new(),
            result: 0,
        };
        for operand in ["a", "b", "c"] {
            for view in ["l", "w", "h", "f", "d"] {
                program.register(&format!("{operand}{view}"));
            }
        }
        for statement in text.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
            program.statement(statement)?;
        }
        let result = ["ol", "ow", "oh", "of", "od", "op"];
        let result = result.into_iter().find(|name| text.contains(&format!("%{name}")))?;
        program.result = program.register(result);
        Some(program)
    }

    fn register(&mut self, name: &str) -> usize {
        let next = self.names.len();
        *self.names.entry(name.into()).or_insert(next)
    }

    fn statement(&mut self, statement: &str) -> Option<()> {
        let (mnemonic, operands) = statement.split_once(' ')?;
        let written = Written {
            mnemonic: Mnemonic::parse(mnemonic),
            operands: operands
                .split([',', '{', '}', '|'])
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .collect(),
        };
        let splits = written.mnemonic.root == "mov" && operands.starts_with('{');
        let results = if operands.contains('|') || splits { 2 } else { 1 };
        let operation = operation(&written)?;
        let (destinations, sources) = written.operands.split_at_checked(results)?;
        // A byte selector belongs to the operation; the register is whole.
        let destinations = destinations
            .iter()
            .map(|name| (self.register(base(name)), mask(base(name))))
            .collect();
        let sources = sources.iter().map(|text| self.source(text)).collect::<Option<_>>()?;
        self.steps.push(Step {
            operation,
            sources,
            destinations,
        });
        Some(())
    }

    fn source(&mut self, text: &str) -> Option<Source> {
        if text.contains('%') {
            let inverted = text.starts_with('!');
            return Some(Source::Register {
                index: self.register(base(text)),
                inverted,
            });
        }
        let value = match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok()?,
            None => text.parse::<i64>().ok()? as u64,
        };
        Some(Source::Immediate(value))
    }

    /// The result for an operand triple, zero-extended.
    pub(crate) fn run(&self, triple: [u64; 3]) -> u64 {
        let mut registers = [0u64; 64];
        for (value, views) in triple.into_iter().zip(registers.chunks_mut(5)) {
            views.copy_from_slice(&[value, value & 0xffff_ffff, value & 0xffff, value & 0xffff_ffff, value]);
        }
        let mut code = false;
        for step in &self.steps {
            let sources: Vec<u64> = step.sources.iter().map(|source| source.read(&registers)).collect();
            let results = (step.operation)(&mut code, &sources);
            for (&(destination, mask), result) in step.destinations.iter().zip(results) {
                registers[destination] = result & mask;
            }
        }
        registers[self.result]
    }
}

/// The bits of a register, by its view.
fn mask(name: &str) -> u64 {
    match name.as_bytes() {
        [_, b'w' | b'f'] => 0xffff_ffff,
        [_, b'h'] => 0xffff,
        [_, b'l' | b'd'] => u64::MAX,
        _ => 1,
    }
}

impl Source {
    fn read(&self, registers: &[u64; 64]) -> u64 {
        match *self {
            Self::Register { index, inverted } => registers[index] ^ u64::from(inverted),
            Self::Immediate(value) => value,
        }
    }
}

/// The register of `!%p`, `-%cw` or `%aw.b1`.
fn base(text: &str) -> &str {
    let name = text.trim_start_matches(['!', '-', '%']);
    name.split('.').next().unwrap_or(name)
}

fn operation(written: &Written) -> Option<Operation> {
    let mnemonic = &written.mnemonic;
    integer::operation(mnemonic)
        .or_else(|| floating::operation(mnemonic))
        .or_else(|| conversion::operation(mnemonic, written.operands.len()))
        .or_else(|| video::operation(written))
        .or_else(|| moves(written))
}

fn moves(written: &Written) -> Option<Operation> {
    match (written.mnemonic.root.as_str(), written.operands.len()) {
        ("mov", 2) => plain(|s| s[0]),
        // Two halves into one word: the first is the lower one.
        ("mov", 3) if written.mnemonic.has("b32") => plain(|s| s[0] | s[1] << 16),
        ("mov", 3) => plain(|s| s[0] | s[1] << 32),
        ("selp", _) => plain(|s| if s[2] != 0 { s[0] } else { s[1] }),
        _ => None,
    }
}
