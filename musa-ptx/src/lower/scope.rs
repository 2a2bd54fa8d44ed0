//! Names within a function: nested scopes, of which an inner one hides the outer ones' names.

use alloc::{collections::BTreeMap, vec::Vec};
use musa_isa::{Register, Type};

/// What a name in a function stands for.
#[derive(Clone, Debug)]
pub(crate) enum Entity {
    /// A register, once it has been used.
    Register { kind: Type, register: Option<Register> },
    /// A vector register: its elements.
    Vector { kind: Type, elements: Vec<Register> },
    /// A place in the stack frame: a local variable or a parameter.
    Frame { offset: u32, size: u32, parameter: bool },
    /// A kernel's own parameter.
    Parameter { offset: u32 },
    /// A shared variable, by its number in the module.
    Shared(u32),
    /// A variable of the module.
    Variable(u32),
    /// A call prototype, by ordinal.
    Prototype(u32),
    /// A table of branch targets, by its number in the function.
    Targets(u32),
    /// A label, by number.
    Label(u32),
}

/// Registers declared together as `prefix<count>`.
#[derive(Clone, Copy, Debug)]
struct Numbered {
    kind: Type,
    vector: u8,
    count: u32,
}

/// One pair of braces.
#[derive(Debug, Default)]
pub(crate) struct Scope<'t> {
    names: BTreeMap<&'t str, Entity>,
    /// Bytes of an element of what is an array.
    arrays: BTreeMap<&'t str, u64>,
    numbered: BTreeMap<&'t str, Numbered>,
}

/// What a look-up found.
pub(crate) enum Found<'s> {
    Entity(&'s mut Entity),
    /// One of a numbered set that no one has used before.
    Unused {
        kind: Type,
        vector: u8,
        depth: usize,
    },
}

/// The scopes from the outermost in.
#[derive(Debug, Default)]
pub(crate) struct Scopes<'t> {
    stack: Vec<Scope<'t>>,
}

impl<'t> Scopes<'t> {
    pub(crate) fn enter(&mut self) {
        self.stack.push(Scope::default());
    }

    pub(crate) fn leave(&mut self) {
        self.stack.pop();
    }

    /// Whether registers of the outermost scope have been used.
    pub(crate) fn outermost_has_registers(&self) -> bool {
        let names = self.stack.first().into_iter().flat_map(|scope| scope.names.values());
        names.into_iter().any(|entity| {
            matches!(
                entity,
                Entity::Register { register: Some(_), .. } | Entity::Vector { .. }
            )
        })
    }

    /// Declares a name in the innermost scope; false if it is taken there.
    pub(crate) fn declare(&mut self, name: &'t str, entity: Entity) -> bool {
        let depth = self.stack.len().saturating_sub(1);
        self.declare_at(depth, name, entity)
    }

    pub(crate) fn declare_at(&mut self, depth: usize, name: &'t str, entity: Entity) -> bool {
        let Some(scope) = self.stack.get_mut(depth) else {
            return false;
        };
        scope.names.insert(name, entity).is_none()
    }

    /// Notes that a name of the innermost scope is an array, with elements of so many bytes.
    pub(crate) fn note_array(&mut self, name: &'t str, bytes: u64) {
        if let Some(scope) = self.stack.last_mut() {
            scope.arrays.insert(name, bytes);
        }
    }

    /// Bytes of an element of an array; nothing inside where the name is no array. Nothing where no scope has the name.
    pub(crate) fn element_bytes(&self, name: &str) -> Option<Option<u64>> {
        let scope = self.stack.iter().rev().find(|scope| scope.names.contains_key(name))?;
        Some(scope.arrays.get(name).copied())
    }

    /// Declares `prefix<count>`; false if the prefix is taken.
    pub(crate) fn declare_numbered(&mut self, prefix: &'t str, count: u32, kind: Type, vector: u8) -> bool {
        let numbered = Numbered { kind, vector, count };
        let Some(scope) = self.stack.last_mut() else {
            return false;
        };
        scope.numbered.insert(prefix, numbered).is_none()
    }

    /// Finds a name, from the innermost scope out.
    pub(crate) fn find(&mut self, name: &str) -> Option<Found<'_>> {
        let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
        let split = name.len() - digits;
        let place = self.stack.iter().enumerate().rev().find_map(|(depth, scope)| {
            if scope.names.contains_key(name) {
                return Some((depth, None));
            }
            // A prefix may itself end in digits: try every split of the trailing ones.
            (split..name.len()).find_map(|at| {
                let numbered = scope.numbered.get(&name[..at])?;
                let digits = &name[at..];
                let plain = digits.len() == 1 || !digits.starts_with('0');
                let number: u32 = digits.parse().ok()?;
                (plain && number < numbered.count).then_some((depth, Some(*numbered)))
            })
        });
        let (depth, numbered) = place?;
        match numbered {
            Some(it) => Some(Found::Unused {
                kind: it.kind,
                vector: it.vector,
                depth,
            }),
            None => self.stack[depth].names.get_mut(name).map(Found::Entity),
        }
    }
}
