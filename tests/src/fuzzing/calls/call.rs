//! The alphabet: calls with their arguments. An object is meant by a number, taken modulo those that there have been.

use arbitrary::Arbitrary;

/// One call.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Call {
    /// The calls after it come from another thread.
    Thread(bool),
    Context(ContextCall),
    Primary(PrimaryCall),
    Stream(StreamCall),
    Event(EventCall),
    Memory(MemoryCall),
    Module(ModuleCall),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum ContextCall {
    Create { flags: u8, device: i8 },
    Destroy(u8),
    Push(u8),
    Pop,
    SetCurrent(Option<u8>),
    Attach,
    Detach(u8),
    Synchronize,
    SetLimit { limit: u8, value: u32 },
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum PrimaryCall {
    Retain(i8),
    Release(i8),
    Reset(i8),
    SetFlags(i8, u8),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum StreamCall {
    Create { flags: u8, priority: i8 },
    Destroy(u8),
    Query(u8),
    Synchronize(u8),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum EventCall {
    Create(u8),
    Destroy(u8),
    Record { event: u8, stream: u8 },
    Wait { stream: u8, event: u8 },
    Elapsed(u8, u8),
    Synchronize(u8),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum MemoryCall {
    Allocate(u16),
    Free {
        block: u8,
        offset: u8,
    },
    Fill {
        block: u8,
        stream: u8,
        value: u8,
    },
    FillPart {
        block: u8,
        offset: u16,
        element: u8,
        width: u16,
        height: u8,
        pitch: u16,
    },
    Read(u8),
    Copy {
        to: u8,
        from: u8,
        size: u16,
        stream: u8,
    },
    Range {
        block: u8,
        offset: u16,
    },
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum ModuleCall {
    Load,
    LoadBytes(Vec<u8>),
    Unload(u8),
    Function { module: u8, name: u8 },
    Launch(Launch),
}

/// A launch: of a kernel on a block of memory, with shape and parameters that may be wrong.
#[derive(Arbitrary, Clone, Debug)]
pub(super) struct Launch {
    pub(super) function: u8,
    pub(super) stream: u8,
    pub(super) grid: [u8; 3],
    pub(super) block: [u8; 3],
    pub(super) shared: u16,
    pub(super) memory: u8,
    pub(super) offset: u16,
    pub(super) cut: u8,
}
