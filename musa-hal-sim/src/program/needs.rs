//! What a kernel needs at a launch.

use super::{Function, FunctionKind, Program};

bitflags::bitflags! {
    /// Things that a function uses and that someone must know about beforehand.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Uses: u32 {
        /// `vprintf`.
        const PRINT = 1 << 0;
        /// `malloc` or `free`.
        const HEAP = 1 << 1;
        /// An atomic operation whose result is read.
        const ATOMIC_RESULT = 1 << 2;
        /// An atomic operation on floating-point values, whose outcome depends on the order.
        const FLOAT_ATOMIC = 1 << 3;
        /// A volatile, relaxed or acquiring load.
        const OBSERVING_LOAD = 1 << 4;
        /// A fence, or a releasing store.
        const FENCE = 1 << 5;
        /// A clock or timer.
        const CLOCK = 1 << 6;
        /// A barrier of the block.
        const BARRIER = 1 << 7;
        /// `alloca`.
        const ALLOCA = 1 << 8;
        /// A call through an address.
        const INDIRECT_CALL = 1 << 9;
        /// `__assertfail`.
        const ASSERT = 1 << 10;
        /// Its own address is a value somewhere. Not passed on to callers.
        const ADDRESS_TAKEN = 1 << 11;
        /// Atomic operations of which only the last value of memory is seen, by kind. Those of one kind commute.
        const REDUCE_ADD = 1 << 12;
        /// As above.
        const REDUCE_AND = 1 << 13;
        /// As above.
        const REDUCE_OR = 1 << 14;
        /// As above.
        const REDUCE_XOR = 1 << 15;
        /// As above.
        const REDUCE_MIN = 1 << 16;
        /// As above.
        const REDUCE_MAX = 1 << 17;
    }
}

impl Uses {
    /// What makes the outcome depend on the order in which blocks run.
    pub const ORDERED: Self = Self::PRINT
        .union(Self::HEAP)
        .union(Self::ATOMIC_RESULT)
        .union(Self::FLOAT_ATOMIC)
        .union(Self::OBSERVING_LOAD)
        .union(Self::FENCE)
        .union(Self::CLOCK)
        .union(Self::ASSERT);

    /// Operations that commute with their own kind, but not with each other.
    const REDUCTIONS: Self = Self::REDUCE_ADD
        .union(Self::REDUCE_AND)
        .union(Self::REDUCE_OR)
        .union(Self::REDUCE_XOR)
        .union(Self::REDUCE_MIN)
        .union(Self::REDUCE_MAX);

    /// Whether the outcome may depend on the order in which blocks run.
    pub const fn is_ordered(self) -> bool {
        self.intersects(Self::ORDERED) || self.intersection(Self::REDUCTIONS).bits().count_ones() > 1
    }
}

/// What a function needs with everything that it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Words of all register windows of the deepest chain of calls; of the largest single window where calls recurse.
    pub words: u32,
    /// Doubles, likewise.
    pub doubles: u32,
    /// Bytes of stack, likewise.
    pub stack: u32,
    /// Whether calls may recurse: then the stack limit decides how deep.
    pub recursive: bool,
    /// What is used.
    pub uses: Uses,
}

/// Bytes of stack that a call takes beside the callee's frame.
pub const CALL_BYTES: u32 = 16;

impl Function {
    /// Its own needs, without those of what it calls.
    fn own_needs(&self) -> Needs {
        let call = if matches!(self.kind, FunctionKind::Device) {
            CALL_BYTES
        } else {
            0
        };
        Needs {
            words: self.words,
            doubles: self.doubles,
            stack: self.frame.saturating_add(call),
            recursive: false,
            uses: self.uses.difference(Uses::ADDRESS_TAKEN),
        }
    }

    /// The most frames that a stack of so many bytes can hold.
    pub const fn max_depth(stack: u64) -> u64 {
        stack / CALL_BYTES as u64 + 2
    }
}

impl Program<'_> {
    /// Works out the needs of every function. Chains of calls are followed as often as there are functions: what still
    /// grows then is recursive.
    pub(super) fn compute_needs(&mut self) {
        let count = self.functions.entries().len();
        for function in self.functions.entries_mut() {
            function.needs = function.own_needs();
        }
        for _ in 0..=count {
            if !self.grow_needs(false) {
                return;
            }
        }
        self.grow_needs(true);
        for function in self.functions.entries_mut() {
            let Needs { recursive, uses, .. } = function.needs;
            if recursive {
                function.needs = Needs {
                    recursive,
                    uses,
                    ..function.own_needs()
                };
            }
        }
        for _ in 0..=count {
            if !self.grow_needs(false) {
                return;
            }
        }
    }

    /// One round; whether anything grew. With `mark`, what grows is recursive.
    fn grow_needs(&mut self, mark: bool) -> bool {
        let mut changed = false;
        for place in 0..self.functions.entries().len() {
            let function = self.functions.entries()[place];
            let mut needs = function.needs;
            let numbers = self.numbers.entries();
            let functions = self.functions.entries();
            let named = numbers[function.calls.range()]
                .iter()
                .filter_map(|callee| functions.get(*callee as usize));
            let indirect = function.uses.contains(Uses::INDIRECT_CALL);
            let taken = functions
                .iter()
                .filter(|callee| indirect && callee.uses.contains(Uses::ADDRESS_TAKEN));
            for callee in named.chain(taken) {
                needs = function.with_callee(needs, callee);
            }
            if needs != function.needs {
                changed = true;
                needs.recursive |= mark;
                self.functions.entries_mut()[place].needs = needs;
            }
        }
        changed
    }
}

impl Function {
    /// `needs` and those of a function that it calls.
    fn with_callee(&self, mut needs: Needs, callee: &Self) -> Needs {
        needs.recursive |= callee.needs.recursive;
        needs.uses |= callee.needs.uses;
        let sum = |own: u32, other: u32| {
            if needs.recursive {
                other
            } else {
                own.saturating_add(other)
            }
        };
        let words = sum(self.words, callee.needs.words);
        let doubles = sum(self.doubles, callee.needs.doubles);
        let stack = sum(self.own_needs().stack, callee.needs.stack);
        needs.words = needs.words.max(words);
        needs.doubles = needs.doubles.max(doubles);
        needs.stack = needs.stack.max(stack);
        needs
    }
}
