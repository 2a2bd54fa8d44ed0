//! The object model of the MUSA driver: contexts, modules, streams, events, memory, and every rule about them.
//!
//! A [`Process`] is a plain value over the caller's memory ([`Storage`]). It validates every call, lowers what is
//! accepted to the commands of a [`musa_hal::Hal`] (which it takes by `&mut` for each operation), and answers with
//! values: an [`Error`] that names the [`Rule`] which was broken, or a [`Pending`] where the caller has to wait. It never
//! sleeps, calls back, or touches the memory of the host but through [`host::HostSource`] and [`host::HostTarget`].
//!
//! Objects are named by [`Id`]s: a slot and a generation. Nothing here knows result codes or C types; `musa-driver`
//! maps rules to codes, and handles to [`Handle`]s.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(test, feature = "alloc"))]
extern crate alloc;

pub mod array;
pub mod callback;
pub mod context;
pub mod error;
pub mod event;
pub mod explain;
mod growth;
#[cfg(feature = "alloc")]
pub mod harness;
pub mod host;
pub mod id;
pub mod ipc;
pub mod launch;
pub mod library;
pub mod link;
pub mod managed;
pub mod mapping;
pub mod memory;
pub mod module;
pub mod occupancy;
pub mod peer;
pub mod pool;
pub mod process;
pub mod rule;
pub mod sorted;
pub mod storage;
pub mod stream;
pub mod table;
#[cfg(test)]
mod testing;
pub mod texture;
pub mod thread;
pub mod wait;

pub use array::{Array, ArrayDescriptor, ArrayId, MipmappedArray, MipmappedArrayId};
pub use context::{Context, ContextId};
pub use error::{Bound, Error, Rejection, Subject, Value};
pub use event::{Event, EventId};
pub use explain::Explanation;
pub use host::{HostMemory, HostSource, HostTarget};
pub use id::{Handle, Id, Kind, ObjectKind};
pub use library::{Kernel, KernelId, Library, LibraryId};
pub use link::{Link, LinkId};
pub use mapping::{PhysicalMemory, PhysicalMemoryId};
pub use module::{Function, FunctionId, Module, ModuleId};
pub use pool::{Pool, PoolId};
pub use process::{Needs, Process};
pub use rule::{Origin, Rule, RuleSet};
pub use storage::{FixedStorage, Storage};
pub use stream::{Stream, StreamArgument, StreamId};
pub use texture::{SurfaceObject, SurfaceObjectId, TextureObject, TextureObjectId};
pub use thread::ThreadId;
pub use wait::Pending;
