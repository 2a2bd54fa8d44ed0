//! Handles: opaque bits, never dereferenced.

use musa_ctx::{Handle, Id, Kind};

use super::CType;
use crate::abi::{Described, Parameter, handle};

/// Declares handles that C sees as pointers to opaque structures.
macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[repr(transparent)]
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
            pub struct $name(pub usize);

            impl $name {
                /// The null handle.
                pub const NULL: Self = Self(0);

                /// Whether this is the null handle.
                pub const fn is_null(self) -> bool {
                    self.0 == 0
                }

                /// The handle of an object.
                pub fn of<T: Kind>(id: Id<T>) -> Self {
                    Self(handle::encode(id) as usize)
                }

                /// What the handle names, as one of objects of kind `T`.
                pub fn named<T: Kind>(self) -> Handle<T> {
                    handle::decode(self.0 as u64)
                }

                /// The handle with this name.
                pub fn of_handle<T: Kind>(named: Handle<T>) -> Self {
                    match named {
                        Handle::Null => Self::NULL,
                        Handle::Object(id) => Self::of(id),
                        Handle::Foreign(bits) => Self(bits as usize),
                    }
                }
            }

            impl CType for $name {
                const NAME: &'static str = stringify!($name);
            }

            impl Parameter for $name {
                fn described(&self) -> Described {
                    Described::Handle(self.0 as u64)
                }
            }
        )*
    };
}

handles! {
    /// A context.
    MUcontext;
    /// A module.
    MUmodule;
    /// A kernel of a module.
    MUfunction;
    /// A library.
    MUlibrary;
    /// A kernel of a library.
    MUkernel;
    /// An array.
    MUarray;
    /// A mipmapped array.
    MUmipmappedArray;
    /// A texture reference.
    MUtexref;
    /// A surface reference.
    MUsurfref;
    /// An event.
    MUevent;
    /// A stream; null and the values 1 and 2 name the default streams.
    MUstream;
    /// A graphics resource.
    MUgraphicsResource;
    /// Imported memory.
    MUexternalMemory;
    /// An imported semaphore.
    MUexternalSemaphore;
    /// A graph.
    MUgraph;
    /// A node of a graph.
    MUgraphNode;
    /// An executable graph.
    MUgraphExec;
    /// A memory pool.
    MUmemoryPool;
    /// A user object kept by graphs.
    MUuserObject;
    /// A pending link.
    MUlinkState;
    /// A green context.
    MUgreenCtx;
    /// A description of device resources.
    MUdevResourceDesc;
    /// A connection to an EGL stream.
    MUeglStreamConnection;
}

/// Declares values that C sees as integers.
macro_rules! integers {
    ($($(#[$doc:meta])* $name:ident: $repr:ident;)*) => {
        $(
            $(#[$doc])*
            #[repr(transparent)]
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
            pub struct $name(pub $repr);

            impl CType for $name {
                const NAME: &'static str = stringify!($name);
            }
        )*
    };
}

/// Objects that C names by 64-bit integers.
macro_rules! numbered {
    ($($name:ident),*) => {
        $(impl $name {
            /// The handle of an object.
            pub fn of<T: Kind>(id: Id<T>) -> Self {
                Self(handle::encode(id))
            }

            /// What the handle names, as one of objects of kind `T`.
            pub fn named<T: Kind>(self) -> Handle<T> {
                handle::decode(self.0)
            }
        })*
    };
}

numbered!(MUtexObject, MUsurfObject, MUmemGenericAllocationHandle);

integers! {
    /// The ordinal of a device.
    MUdevice: i32;
    /// A device address.
    MUdeviceptr: u64;
    /// A texture object.
    MUtexObject: u64;
    /// A surface object.
    MUsurfObject: u64;
    /// An allocation of virtual memory management.
    MUmemGenericAllocationHandle: u64;
}

/// The legacy default stream, named explicitly.
pub const MU_STREAM_LEGACY: MUstream = MUstream(1);
/// The per-thread default stream, named explicitly.
pub const MU_STREAM_PER_THREAD: MUstream = MUstream(2);
/// The host, as a location of managed memory.
pub const MU_DEVICE_CPU: MUdevice = MUdevice(-1);
/// No device.
pub const MU_DEVICE_INVALID: MUdevice = MUdevice(-2);
