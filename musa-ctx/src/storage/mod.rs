//! The memory that a process keeps its objects in.

mod bytes;
mod fixed;

pub(crate) use bytes::Bytes;
pub use fixed::FixedStorage;

use managed::ManagedSlice;

use crate::array::{Array, MipmappedArray};
use crate::callback::HostFunction;
use crate::context::{Context, Primary};
use crate::event::Event;
use crate::ipc::ExportKey;
use crate::library::{Kernel, Library};
use crate::link::Link;
use crate::managed::Advised;
use crate::mapping::PhysicalMemory;
use crate::memory::Allocation;
use crate::module::{Function, Module};
use crate::pool::{DevicePools, Extent, FreeKey, Pool};
use crate::stream::Stream;
use crate::table::Slot;
use crate::texture::{SurfaceObject, TextureObject, TextureReference};
use crate::thread::{StackEntry, Thread, ThreadId};

/// The memory of a [`crate::Process`]: one slice a table, so that each capacity is the caller's. With the feature
/// `alloc`, [`Storage::owned`] gives tables that grow.
#[derive(Debug)]
pub struct Storage<'s> {
    /// Contexts.
    pub contexts: ManagedSlice<'s, Slot<Context>>,
    /// Primary contexts: one for each device in use.
    pub primaries: ManagedSlice<'s, Option<(u32, Primary)>>,
    /// Threads that have made a call.
    pub threads: ManagedSlice<'s, Option<(ThreadId, Thread)>>,
    /// Entries of all stacks of contexts.
    pub stacks: ManagedSlice<'s, Slot<StackEntry>>,
    /// Streams, default ones and those whose work outlives them included.
    pub streams: ManagedSlice<'s, Slot<Stream>>,
    /// Events.
    pub events: ManagedSlice<'s, Slot<Event>>,
    /// Modules.
    pub modules: ManagedSlice<'s, Slot<Module>>,
    /// Libraries.
    pub libraries: ManagedSlice<'s, Slot<Library>>,
    /// Pending links.
    pub links: ManagedSlice<'s, Slot<Link>>,
    /// Kernels of libraries that were asked for.
    pub kernels: ManagedSlice<'s, Slot<Kernel>>,
    /// Functions that were asked for.
    pub functions: ManagedSlice<'s, Slot<Function>>,
    /// Arrays, and the levels and planes of arrays that were asked for.
    pub arrays: ManagedSlice<'s, Slot<Array>>,
    /// Mipmapped arrays.
    pub mipmapped_arrays: ManagedSlice<'s, Slot<MipmappedArray>>,
    /// Texture objects.
    pub texture_objects: ManagedSlice<'s, Slot<TextureObject>>,
    /// Texture references.
    pub texture_references: ManagedSlice<'s, Slot<TextureReference>>,
    /// Surface objects.
    pub surface_objects: ManagedSlice<'s, Slot<SurfaceObject>>,
    /// Allocations, registrations and variables of modules, by address.
    pub allocations: ManagedSlice<'s, Option<(u64, Allocation)>>,
    /// Ranges of managed memory that something was said about.
    pub advice: ManagedSlice<'s, Option<(u64, Advised)>>,
    /// Memory pools.
    pub pools: ManagedSlice<'s, Slot<Pool>>,
    /// The pools of devices: an entry for each device whose pools are used.
    pub device_pools: ManagedSlice<'s, Option<(u32, DevicePools)>>,
    /// Extents of the memory of pools.
    pub extents: ManagedSlice<'s, Option<(u64, Extent)>>,
    /// The index of those that are free: as many as there are extents.
    pub free_extents: ManagedSlice<'s, Option<(FreeKey, ())>>,
    /// Memory of other processes that is open.
    pub imports: ManagedSlice<'s, Option<(ExportKey, u64)>>,
    /// Addresses that are reserved for mappings.
    pub reservations: ManagedSlice<'s, Option<(u64, u64)>>,
    /// Memory without an address.
    pub physical_memory: ManagedSlice<'s, Slot<PhysicalMemory>>,
    /// The parameters of one launch.
    pub parameters: ManagedSlice<'s, u8>,
    /// Host functions that wait in streams.
    pub host_functions: ManagedSlice<'s, Slot<HostFunction>>,
}

impl Storage<'_> {
    /// Tables that grow as needed.
    #[cfg(feature = "alloc")]
    pub fn owned() -> Storage<'static> {
        use alloc::vec::Vec;
        Storage {
            contexts: Vec::new().into(),
            primaries: Vec::new().into(),
            threads: Vec::new().into(),
            stacks: Vec::new().into(),
            streams: Vec::new().into(),
            events: Vec::new().into(),
            modules: Vec::new().into(),
            libraries: Vec::new().into(),
            links: Vec::new().into(),
            kernels: Vec::new().into(),
            functions: Vec::new().into(),
            arrays: Vec::new().into(),
            mipmapped_arrays: Vec::new().into(),
            texture_objects: Vec::new().into(),
            texture_references: Vec::new().into(),
            surface_objects: Vec::new().into(),
            allocations: Vec::new().into(),
            advice: Vec::new().into(),
            pools: Vec::new().into(),
            device_pools: Vec::new().into(),
            extents: Vec::new().into(),
            free_extents: Vec::new().into(),
            imports: Vec::new().into(),
            reservations: Vec::new().into(),
            physical_memory: Vec::new().into(),
            parameters: Vec::new().into(),
            host_functions: Vec::new().into(),
        }
    }
}
