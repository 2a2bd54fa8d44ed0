//! The hardware contract of the MUSA reference model: small traits over integer identities, commands, and devices as
//! data. `musa-ctx` speaks only this; the simulated GPU implements it; a real one could.
//!
//! # The contract
//!
//! **Who validates.** The caller (`musa-ctx`) alone. It never passes an identity that it did not get, a range that it
//! does not own, or a launch beyond the limits that [`device::DeviceInfo`] states. A HAL that catches its caller breaking
//! this answers [`HalError::ContractBroken`]: a bug of ours, never a user's error.
//!
//! **What a HAL may report.** Only what its caller cannot know: memory or table space that ran out
//! ([`HalError::Exhausted`]), an image that it cannot take ([`HalError::Image`]), a feature that it does not have
//! ([`HalError::Unsupported`]). A kernel's fault is no answer to a call: it is state of the space in which it happened
//! ([`queue::Queues::fault`]), and later commands of that space complete without effect.
//!
//! **Success is a promise.** A command that was accepted will complete, by work or by fault. A refused call has
//! changed nothing.
//!
//! **Time passes only in [`queue::Queues::advance`]** (and, where the schedule is eager, within
//! [`queue::Queues::submit`]). No call sleeps, calls back, or reads a clock. Host functions surface as
//! [`queue::Progress`] for the caller to run.
//!
//! **Freedom is asked for.** Whatever hardware leaves open is a question to a [`choose::Chooser`].
//!
//! **Addresses.** One virtual address space for each process ([`identity::SpaceId`]): device memory, pinned host memory
//! and registered memory have one [`identity::Address`] each, the same on both sides.

#![no_std]
#![forbid(unsafe_code)]

pub mod array;
pub mod attribute;
pub mod choose;
pub mod device;
pub mod error;
pub mod fault;
pub mod identity;
pub mod image;
pub mod mapping;
pub mod memory;
pub mod noop;
pub mod queue;
pub mod sharing;

pub use array::{ArrayFormat, ArrayLayout, ChannelKind, Element, Extent};
pub use attribute::DeviceAttribute;
pub use choose::{Choice, Chooser};
pub use device::{DeviceInfo, Devices, Dialect, Dim3};
pub use error::{Gone, HalError, ImageError, ImageErrorKind, Resource};
pub use fault::{Denied, Fault, FaultKind, NearestAllocation};
pub use identity::{
    Address, DeviceOrdinal, ImageId, KernelOrdinal, PhysicalId, QueueId, SpaceId, SymbolOrdinal, Ticket, TimestampId,
};
pub use image::{Images, KernelInfo, ParameterSlot, Symbol, SymbolKind};
pub use mapping::Mapping;
pub use memory::{AllocationKind, Memory};
pub use queue::{Command, Launch, Progress, Queues, WaitCondition};
pub use sharing::{ExportToken, Sharing};

/// Everything that the object model needs of the hardware.
pub trait Hal: Devices + Memory + Images + Queues {}

impl<T: Devices + Memory + Images + Queues> Hal for T {}
