//! Names of objects: a slot of a table and its generation, typed by what they name.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

macro_rules! object_kinds {
    ($($(#[$doc:meta])* $name:ident $text:literal),+ $(,)?) => {
        /// What an object is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum ObjectKind { $($(#[$doc])* $name),+ }

        impl ObjectKind {
            /// Every kind, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The kind in words.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }
        }
    };
}

object_kinds! {
    /// A context.
    Context "context",
    /// A module.
    Module "module",
    /// A kernel of a module.
    Function "function",
    /// A library.
    Library "library",
    /// A kernel of a library.
    Kernel "kernel",
    /// A stream.
    Stream "stream",
    /// An event.
    Event "event",
    /// An array.
    Array "array",
    /// A mipmapped array.
    MipmappedArray "mipmapped array",
    /// A texture reference.
    TextureReference "texture reference",
    /// A surface reference.
    SurfaceReference "surface reference",
    /// A texture object.
    TextureObject "texture object",
    /// A surface object.
    SurfaceObject "surface object",
    /// A memory pool.
    Pool "memory pool",
    /// Physical memory of virtual memory management.
    PhysicalMemory "physical memory",
    /// A graph.
    Graph "graph",
    /// A node of a graph.
    GraphNode "graph node",
    /// An executable graph.
    GraphExec "executable graph",
    /// A user object.
    UserObject "user object",
    /// A pending link.
    Link "link",
}

/// Something that callers hold handles of.
pub trait Kind {
    /// Its kind.
    const KIND: ObjectKind;
}

/// The number of bits that a handle has for a slot.
pub const INDEX_BITS: u32 = if usize::BITS >= 64 { 20 } else { 12 };

/// The number of bits that a handle has for a generation.
pub const GENERATION_BITS: u32 = if usize::BITS >= 64 { 27 } else { 15 };

/// The greatest generation; a slot that has used it is retired.
pub const GENERATION_MAX: u32 = (1 << GENERATION_BITS) - 1;

/// The first generation of a process's slots: handles carried from one process to another do not fit.
pub const fn first_generation(salt: u32) -> u32 {
    // The lower half of the generations, so that every slot has at least the upper half to use up.
    1 + salt.wrapping_mul(0x9e37_79b1) % (1 << (GENERATION_BITS - 1))
}

/// The name of an object: a slot of its kind's table and the generation that it has there.
pub struct Id<T> {
    index: u32,
    generation: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// A name from its parts, as a handle carries them.
    pub const fn new(index: u32, generation: u32) -> Self {
        Self {
            index,
            generation,
            kind: PhantomData,
        }
    }

    /// The slot.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// The generation.
    pub const fn generation(self) -> u32 {
        self.generation
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.index, self.generation) == (other.index, other.generation)
    }
}

impl<T> Eq for Id<T> {}

impl<T> Hash for Id<T> {
    fn hash<S: Hasher>(&self, state: &mut S) {
        (self.index, self.generation).hash(state);
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}.{}", self.index, self.generation)
    }
}

/// An object as a caller names it.
pub enum Handle<T> {
    /// No object.
    Null,
    /// The name of an object of the right kind, which may be dead or never have lived.
    Object(Id<T>),
    /// Bits that are no handle, or one of another kind.
    Foreign(u64),
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Object(left), Self::Object(right)) => left == right,
            (Self::Foreign(left), Self::Foreign(right)) => left == right,
            _ => false,
        }
    }
}

impl<T> Eq for Handle<T> {}

impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => formatter.write_str("null"),
            Self::Object(id) => id.fmt(formatter),
            Self::Foreign(bits) => write!(formatter, "{bits:#x}"),
        }
    }
}

impl<T> From<Id<T>> for Handle<T> {
    fn from(id: Id<T>) -> Self {
        Self::Object(id)
    }
}
