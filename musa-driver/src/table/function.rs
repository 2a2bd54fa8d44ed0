//! What a row says, as data.

use musa_ctx::Needs;

use super::AREAS;

/// A check of a row's prologue.
///
/// The names are in lower case because rows spell them.
#[allow(non_camel_case_types, reason = "rows spell these names")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Check {
    /// `muInit` has succeeded in this process.
    initialised,
    /// The thread has a current context, and it is alive.
    context,
    /// The thread's current context, if it has one, is alive.
    living,
    /// No kernel of the process has faulted.
    fault,
    /// If the thread has a current context, no kernel of the process has faulted.
    fault_in_context,
    /// No fault of a kernel has been noticed by an earlier call. Calls that enqueue work do not
    /// notice a fault themselves.
    noticed,
    /// No check: the call may be made in a host function.
    callback,
}

impl Check {
    /// The check, as the object model takes it.
    pub const fn needs(self) -> Needs {
        match self {
            Self::initialised => Needs::INITIALISED,
            Self::context => Needs::CONTEXT,
            Self::living => Needs::NOT_DESTROYED,
            Self::fault => Needs::NO_FAULT,
            Self::fault_in_context => Needs::NO_FAULT_IN_CONTEXT,
            Self::noticed => Needs::NO_NOTICED_FAULT,
            Self::callback => Needs::IN_CALLBACK,
        }
    }
}

/// A type as the C header spells it, `const` left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CTypeName {
    /// The name before the asterisks.
    pub name: &'static str,
    /// How many asterisks follow.
    pub stars: u8,
}

/// A parameter of a row.
#[derive(Clone, Copy, Debug)]
pub struct ParameterInfo {
    /// Its name in C.
    pub name: &'static str,
    /// Its type in C.
    pub c_type: CTypeName,
}

/// One driver function.
#[derive(Debug)]
pub struct Function {
    /// The unversioned name.
    pub name: &'static str,
    /// The area of the table it stands in.
    pub area: &'static str,
    /// Every exported name whose default stream is the legacy one; the unversioned name first.
    pub names: &'static [&'static str],
    /// Every exported name whose default stream is the calling thread's own.
    pub thread_names: &'static [&'static str],
    /// Parameters in order.
    pub parameters: &'static [ParameterInfo],
    /// What is checked before the verb runs, in order.
    pub prologue: &'static [Check],
    /// The verb that implements it, or `None`.
    pub verb: Option<&'static str>,
}

impl Function {
    /// The only text of a list that a row's optional parts give, if there is one.
    pub(super) const fn only(texts: &[&'static str]) -> Option<&'static str> {
        texts.first().copied()
    }

    /// Whether a verb implements it. One without answers NOT_SUPPORTED after its prologue; one whose verb is among
    /// [`verbs::refused`](crate::verbs::refused) judges its arguments first.
    pub const fn is_implemented(&self) -> bool {
        match self.verb {
            Some(verb) => !matches!(verb.as_bytes().first_chunk(), Some(b"refused")),
            None => false,
        }
    }

    /// The newest name it is exported under, which the header's unversioned name maps to.
    pub fn newest_name(&self) -> &'static str {
        self.names.last().copied().unwrap_or(self.name)
    }
}

/// Every driver function, area by area.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    AREAS.iter().flat_map(|area| area.iter().copied())
}

/// The function that exports `name`, and whether that is its per-thread variant.
pub fn find(name: &str) -> Option<(&'static Function, bool)> {
    functions().find_map(|function| {
        if function.names.contains(&name) {
            Some((function, false))
        } else if function.thread_names.contains(&name) {
            Some((function, true))
        } else {
            None
        }
    })
}
