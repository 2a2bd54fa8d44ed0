//! Storage of a fixed size, for programs without a heap.

use managed::ManagedSlice;

use super::Storage;
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

/// The memory of a process in one value: `OBJECTS` of each kind, `RANGES` allocations and variables, and `BYTES` for the
/// parameters of one launch. It can be the value of a static.
#[derive(Debug)]
pub struct FixedStorage<const OBJECTS: usize, const RANGES: usize, const BYTES: usize> {
    contexts: [Slot<Context>; OBJECTS],
    primaries: [Option<(u32, Primary)>; OBJECTS],
    threads: [Option<(ThreadId, Thread)>; OBJECTS],
    stacks: [Slot<StackEntry>; OBJECTS],
    streams: [Slot<Stream>; OBJECTS],
    events: [Slot<Event>; OBJECTS],
    modules: [Slot<Module>; OBJECTS],
    libraries: [Slot<Library>; OBJECTS],
    links: [Slot<Link>; OBJECTS],
    kernels: [Slot<Kernel>; OBJECTS],
    functions: [Slot<Function>; OBJECTS],
    arrays: [Slot<Array>; OBJECTS],
    mipmapped_arrays: [Slot<MipmappedArray>; OBJECTS],
    texture_objects: [Slot<TextureObject>; OBJECTS],
    texture_references: [Slot<TextureReference>; OBJECTS],
    surface_objects: [Slot<SurfaceObject>; OBJECTS],
    allocations: [Option<(u64, Allocation)>; RANGES],
    advice: [Option<(u64, Advised)>; OBJECTS],
    pools: [Slot<Pool>; OBJECTS],
    device_pools: [Option<(u32, DevicePools)>; OBJECTS],
    extents: [Option<(u64, Extent)>; RANGES],
    free_extents: [Option<(FreeKey, ())>; RANGES],
    imports: [Option<(ExportKey, u64)>; OBJECTS],
    reservations: [Option<(u64, u64)>; OBJECTS],
    physical_memory: [Slot<PhysicalMemory>; OBJECTS],
    parameters: [u8; BYTES],
    host_functions: [Slot<HostFunction>; OBJECTS],
}

impl<const OBJECTS: usize, const RANGES: usize, const BYTES: usize> FixedStorage<OBJECTS, RANGES, BYTES> {
    /// Empty storage.
    pub const fn new() -> Self {
        Self {
            contexts: [const { Slot::EMPTY }; OBJECTS],
            primaries: [const { None }; OBJECTS],
            threads: [const { None }; OBJECTS],
            stacks: [const { Slot::EMPTY }; OBJECTS],
            streams: [const { Slot::EMPTY }; OBJECTS],
            events: [const { Slot::EMPTY }; OBJECTS],
            modules: [const { Slot::EMPTY }; OBJECTS],
            libraries: [const { Slot::EMPTY }; OBJECTS],
            links: [const { Slot::EMPTY }; OBJECTS],
            kernels: [const { Slot::EMPTY }; OBJECTS],
            functions: [const { Slot::EMPTY }; OBJECTS],
            arrays: [const { Slot::EMPTY }; OBJECTS],
            mipmapped_arrays: [const { Slot::EMPTY }; OBJECTS],
            texture_objects: [const { Slot::EMPTY }; OBJECTS],
            texture_references: [const { Slot::EMPTY }; OBJECTS],
            surface_objects: [const { Slot::EMPTY }; OBJECTS],
            allocations: [const { None }; RANGES],
            advice: [const { None }; OBJECTS],
            pools: [const { Slot::EMPTY }; OBJECTS],
            device_pools: [const { None }; OBJECTS],
            extents: [const { None }; RANGES],
            free_extents: [const { None }; RANGES],
            imports: [const { None }; OBJECTS],
            reservations: [const { None }; OBJECTS],
            physical_memory: [const { Slot::EMPTY }; OBJECTS],
            parameters: [0; BYTES],
            host_functions: [const { Slot::EMPTY }; OBJECTS],
        }
    }

    /// The storage for a process, which starts empty whatever was here before.
    pub fn borrow(&mut self) -> Storage<'_> {
        Storage {
            contexts: ManagedSlice::Borrowed(&mut self.contexts),
            primaries: ManagedSlice::Borrowed(&mut self.primaries),
            threads: ManagedSlice::Borrowed(&mut self.threads),
            stacks: ManagedSlice::Borrowed(&mut self.stacks),
            streams: ManagedSlice::Borrowed(&mut self.streams),
            events: ManagedSlice::Borrowed(&mut self.events),
            modules: ManagedSlice::Borrowed(&mut self.modules),
            libraries: ManagedSlice::Borrowed(&mut self.libraries),
            links: ManagedSlice::Borrowed(&mut self.links),
            kernels: ManagedSlice::Borrowed(&mut self.kernels),
            functions: ManagedSlice::Borrowed(&mut self.functions),
            arrays: ManagedSlice::Borrowed(&mut self.arrays),
            mipmapped_arrays: ManagedSlice::Borrowed(&mut self.mipmapped_arrays),
            texture_objects: ManagedSlice::Borrowed(&mut self.texture_objects),
            texture_references: ManagedSlice::Borrowed(&mut self.texture_references),
            surface_objects: ManagedSlice::Borrowed(&mut self.surface_objects),
            allocations: ManagedSlice::Borrowed(&mut self.allocations),
            advice: ManagedSlice::Borrowed(&mut self.advice),
            pools: ManagedSlice::Borrowed(&mut self.pools),
            device_pools: ManagedSlice::Borrowed(&mut self.device_pools),
            extents: ManagedSlice::Borrowed(&mut self.extents),
            free_extents: ManagedSlice::Borrowed(&mut self.free_extents),
            imports: ManagedSlice::Borrowed(&mut self.imports),
            reservations: ManagedSlice::Borrowed(&mut self.reservations),
            physical_memory: ManagedSlice::Borrowed(&mut self.physical_memory),
            parameters: ManagedSlice::Borrowed(&mut self.parameters),
            host_functions: ManagedSlice::Borrowed(&mut self.host_functions),
        }
    }
}

impl<const OBJECTS: usize, const RANGES: usize, const BYTES: usize> Default for FixedStorage<OBJECTS, RANGES, BYTES> {
    fn default() -> Self {
        Self::new()
    }
}
