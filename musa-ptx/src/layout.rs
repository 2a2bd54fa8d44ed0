//! Shared memory: each kernel lays out the variables that it and the functions it reaches name. Variables that functions
//! name have the same place under every kernel.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec,
    vec::Vec,
};
use musa_isa::{Flags, Opcode, Operand, image::Target};

use crate::{
    draft::Open,
    lower::{
        Body,
        symbols::{SharedVariable, Symbols},
    },
};

/// What each function calls. The last node is no function: it stands for an indirect call, and calls every function whose
/// address is taken somewhere.
pub(crate) struct CallGraph {
    callees: Vec<BTreeSet<u32>>,
}

impl CallGraph {
    pub(crate) fn new(symbols: &Symbols<'_>, bodies: &[Option<Body>]) -> Self {
        let function = |target: Target| match target {
            Target::Function(ordinal) => Some(ordinal),
            Target::Variable(_) => None,
        };
        let code = || bodies.iter().flatten().flat_map(|body| &body.code);
        let open = code().flat_map(|draft| &draft.open);
        let in_code = open.filter_map(|(_, open)| match open {
            Open::Symbol(target, _) => function(*target),
            Open::Shared(..) => None,
        });
        let variables = symbols.variables.iter().flat_map(|it| &it.addresses);
        let in_data = variables.filter_map(|it| function(it.target));
        let addressed: BTreeSet<u32> = in_code.chain(in_data).collect();
        let callees = bodies.iter().map(|body| {
            let mut callees = BTreeSet::new();
            for draft in body.iter().flat_map(|body| &body.code) {
                if draft.head.opcode != Opcode::Call {
                    continue;
                }
                if draft.head.flags.contains(Flags::INDIRECT) {
                    callees.insert(bodies.len() as u32);
                }
                callees.extend(draft.operands.iter().filter_map(|operand| match operand {
                    Operand::Function(ordinal) => Some(*ordinal),
                    _ => None,
                }));
            }
            callees
        });
        Self {
            callees: callees.chain([addressed]).collect(),
        }
    }

    /// Everything that a function may reach, itself left out unless it recurs.
    pub(crate) fn reachable(&self, from: u32) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        let mut pending: Vec<u32> = Vec::from([from]);
        while let Some(function) = pending.pop() {
            let callees = self.callees.get(function as usize).into_iter().flatten();
            for &callee in callees {
                if found.insert(callee) {
                    pending.push(callee);
                }
            }
        }
        let indirect = self.callees.len().saturating_sub(1) as u32;
        found.remove(&indirect);
        found
    }

    /// The sum of a cost along the dearest way of calls from each function; recursion counts once.
    pub(crate) fn deepest(&self, cost: &[u32]) -> Vec<u32> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut state = vec![State::New; self.callees.len()];
        // The node of indirect calls costs nothing by itself.
        let mut total: Vec<u32> = cost.iter().copied().chain([0]).collect();
        for root in 0..cost.len() {
            let mut stack = Vec::from([root]);
            while let Some(&at) = stack.last() {
                if state[at] == State::New {
                    state[at] = State::Open;
                    let callees = self.callees[at].iter().map(|&it| it as usize);
                    stack.extend(callees.filter(|&it| state[it] == State::New));
                    continue;
                }
                stack.pop();
                if state[at] == State::Open {
                    state[at] = State::Done;
                    let done = self.callees[at]
                        .iter()
                        .map(|&it| it as usize)
                        .filter(|&it| state[it] == State::Done && it != at);
                    let dearest = done.map(|it| total[it]).max().unwrap_or(0);
                    total[at] = total[at].saturating_add(dearest);
                }
            }
        }
        total
    }
}

/// Shared memory of one kernel.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedLayout {
    pub(crate) offsets: BTreeMap<u32, u32>,
    pub(crate) static_bytes: u32,
    pub(crate) dynamic_begin: u32,
}

/// Places of the variables that functions name.
pub(crate) fn common(symbols: &Symbols<'_>, bodies: &[Option<Body>]) -> BTreeMap<u32, u32> {
    let mut end = 0;
    let functions = symbols
        .functions
        .iter()
        .zip(bodies)
        .filter(|(function, _)| !function.entry);
    let named = functions
        .filter_map(|(_, body)| body.as_ref())
        .flat_map(|body| &body.shared);
    let named: BTreeSet<u32> = named.copied().collect();
    let is_static = |number: &u32| !symbols.shared[*number as usize].dynamic;
    named
        .into_iter()
        .filter(is_static)
        .map(|number| (number, place(&symbols.shared[number as usize], &mut end)))
        .collect()
}

/// The layout of one kernel, given the variables that it and what it reaches name.
pub(crate) fn kernel(symbols: &Symbols<'_>, common: &BTreeMap<u32, u32>, named: &BTreeSet<u32>) -> SharedLayout {
    let mut layout = SharedLayout::default();
    let variable = |number: &u32| symbols.shared[*number as usize];
    let mut end = 0;
    for number in named {
        if let Some(&offset) = common.get(number) {
            layout.offsets.insert(*number, offset);
            end = end.max(offset.saturating_add(variable(number).size));
        }
    }
    let (dynamic, own): (Vec<u32>, Vec<u32>) = named
        .iter()
        .filter(|number| !common.contains_key(number))
        .partition(|number| variable(number).dynamic);
    for number in own {
        layout.offsets.insert(number, place(&variable(&number), &mut end));
    }
    layout.static_bytes = end;
    // Every external array of the module counts, also one that this kernel does not name (oracle `dev_mem_shared`).
    let external = symbols.shared.iter().filter(|it| it.dynamic);
    let align = external.map(|it| it.align).max();
    layout.dynamic_begin = end.checked_next_multiple_of(align.unwrap_or(1)).unwrap_or(u32::MAX);
    for number in dynamic {
        layout.offsets.insert(number, layout.dynamic_begin);
    }
    layout
}

/// The next free place that suits a variable. More than 4 GiB in all stay at the end of the space, where no launch fits.
fn place(variable: &SharedVariable, end: &mut u32) -> u32 {
    let offset = end.saturating_add(variable.align - 1) / variable.align * variable.align;
    *end = offset.saturating_add(variable.size);
    offset
}
