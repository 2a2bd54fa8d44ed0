//! Where arguments come from: a fuzzer's bytes, and what earlier calls have answered.

use std::collections::BTreeMap;

use arbitrary::Unstructured;
use musa_driver::abi::HostPointer;
use musa_driver::types::CType;

use super::host;

/// The most values of one type that are remembered.
const REMEMBERED: usize = 64;
/// Where the devices' memory begins, and what may be added to it for an address that nobody allocated.
const DEVICE_MEMORY: u64 = 0x2_0000_0000;

/// A C type: its name, and its asterisks.
type Type = (&'static str, u8);

/// The type as pools are named.
pub(super) fn type_of<T: CType>() -> Type {
    (T::NAME, T::STARS)
}

/// A source of arguments.
pub(super) struct Source<'d> {
    data: Unstructured<'d>,
    /// What calls have answered, by type; what was destroyed since is still there.
    pools: BTreeMap<Type, Vec<u64>>,
    /// Places in host memory that the present call has been given.
    places: usize,
    /// Those among them that it answers in.
    answers: Vec<(Type, HostPointer)>,
}

impl<'d> Source<'d> {
    pub(super) fn new(data: &'d [u8]) -> Self {
        Self {
            data: Unstructured::new(data),
            pools: BTreeMap::new(),
            places: 0,
            answers: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// A byte; zero at the end.
    pub(super) fn byte(&mut self) -> u8 {
        self.data.arbitrary().unwrap_or(0)
    }

    pub(super) fn half(&mut self) -> u16 {
        self.data.arbitrary().unwrap_or(0)
    }

    pub(super) fn word(&mut self) -> u32 {
        self.data.arbitrary().unwrap_or(0)
    }

    pub(super) fn long(&mut self) -> u64 {
        self.data.arbitrary().unwrap_or(0)
    }

    /// One of a list.
    pub(super) fn choose<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::from(self.byte()) % of.len()]
    }

    /// Begins a call.
    pub(super) fn begin(&mut self) {
        self.places = 0;
        self.answers.clear();
    }

    /// A place in host memory that no other argument of the call has.
    pub(super) fn place(&mut self) -> HostPointer {
        self.places += 1;
        host::place(self.places - 1)
    }

    /// A place that the call may answer in with a value of a type.
    pub(super) fn answer<T: CType>(&mut self) -> HostPointer {
        let place = self.place();
        self.answers.push((type_of::<T>(), place));
        place
    }

    /// The call has succeeded: remembers its answers.
    pub(super) fn keep_answers(&mut self) {
        for (kind, place) in std::mem::take(&mut self.answers) {
            if let Some(word) = place.as_in::<u64>().read() {
                self.keep(kind, word);
            }
        }
    }

    /// Remembers a value.
    pub(super) fn keep(&mut self, kind: Type, word: u64) {
        let pool = self.pools.entry(kind).or_default();
        if word != 0 && pool.len() < REMEMBERED && !pool.contains(&word) {
            pool.push(word);
        }
    }

    /// A value that a call has answered with, of the type or of none in particular; zero if there is none.
    pub(super) fn remembered(&mut self, kind: Option<Type>) -> u64 {
        let number = usize::from(self.byte());
        let pools = self.pools.iter().filter(|(of, _)| kind.is_none_or(|kind| **of == kind));
        let count = pools.clone().map(|(_, pool)| pool.len()).sum::<usize>().max(1);
        let mut values = pools.flat_map(|(_, pool)| pool);
        values.nth(number % count).copied().unwrap_or(0)
    }

    /// A handle of a type: mostly one that there has been, sometimes of another kind, or none at all.
    pub(super) fn handle(&mut self, kind: Type) -> u64 {
        match self.byte() {
            0..16 => 0,
            byte @ 16..24 => u64::from(byte % 4),
            24..32 => self.remembered(None),
            32..36 => self.long(),
            // A handle as it was before, or will be after, its slot was used again.
            36..44 => self.remembered(Some(kind)) ^ 1 << (self.byte() % 64),
            _ => self.remembered(Some(kind)),
        }
    }

    /// An address that is the host's in no case, but for some below every object.
    pub(super) fn device_address(&mut self) -> u64 {
        let pool = match self.byte() {
            0..16 => return 0,
            16..24 => return u64::from(self.half()),
            24..40 => return DEVICE_MEMORY + u64::from(self.word()),
            40..56 => type_of::<HostPointer>(),
            _ => type_of::<musa_driver::types::MUdeviceptr>(),
        };
        let offset = match self.byte() {
            0..192 => 0,
            byte => u64::from(byte & 63),
        };
        match self.remembered(Some(pool)) {
            0 => 0,
            base => base + offset,
        }
    }

    /// A number, mostly small.
    pub(super) fn number(&mut self) -> u64 {
        match self.byte() {
            byte @ 0..128 => u64::from(byte & 31),
            byte @ 128..192 => 1 << (byte & 15),
            192..224 => u64::from(self.half()),
            224..232 => self.long(),
            byte @ 232..240 => u64::MAX - u64::from(byte & 7),
            byte => 1 << (40 + (byte & 15)),
        }
    }

    /// A dimension of a launch: few blocks and threads, or more than any device has.
    pub(super) fn dimension(&mut self) -> u64 {
        match self.byte() {
            byte @ 0..240 => u64::from(byte & 3),
            _ => u64::MAX,
        }
    }

    /// A number of things that lie in memory.
    pub(super) fn count(&mut self) -> u64 {
        u64::from(self.byte() & 15)
    }
}
