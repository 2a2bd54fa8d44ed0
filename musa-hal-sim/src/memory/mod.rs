//! Memory of the simulated devices and of the processes that use them.
//!
//! [`AddressSpaces`] owns the map: which addresses are allocated, to which process, and where their bytes are. The bytes
//! come from a [`MemorySource`]. An engine works on a [`View`]: it looks regions up and accesses them, checked, while
//! the borrow keeps them from being freed.
//!
//! Unsafe code is here because hosts, peers and other processes read and write the same bytes: accesses are raw copies
//! and atomics, never Rust references.

mod arena;
mod element;
mod freed;
mod map;
mod mapping;
mod record;
mod region;
mod sharing;
mod source;
mod spaces;
mod state;
mod tree;
mod view;

#[cfg(not(target_endian = "little"))]
compile_error!("device memory is little-endian, and so must the host be");

pub use element::{Atomic, Element};
pub use map::{
    DEVICE_BASE, GRANULE, HOST_BASE, HOST_LENGTH, IMPORTS, LOCAL_WINDOW, MAPPINGS, PARAMETER_WINDOW, SHARED_WINDOW,
};
pub use region::{OutOfRegion, Region};
#[cfg(feature = "alloc")]
pub use source::OwnedSource;
pub use source::{Arena, Exported, MemorySource, SliceSource};
pub use spaces::{AddressSpaces, MAX_DEVICES, MemoryStorage, Space};
pub use tree::Node;
pub use view::View;

#[cfg(all(test, feature = "alloc"))]
mod tests;
