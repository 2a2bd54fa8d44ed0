//! Faults: what a kernel did that hardware does not forgive.

use core::fmt;

use crate::{Address, DeviceOrdinal, Dim3, ImageId, KernelOrdinal};

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// An access where nothing is mapped, or where the kernel may not go.
    IllegalAddress,
    /// An access that is not aligned to its size.
    MisalignedAddress,
    /// An access through a space that the address does not belong to.
    InvalidAddressSpace,
    /// An instruction that cannot be executed with these operands.
    IllegalInstruction,
    /// A jump or call to what is no code.
    InvalidProgramCounter,
    /// `trap` or `brkpt`.
    Trap,
    /// A failed assertion of the kernel.
    Assertion,
    /// The call stack outgrew its limit.
    StackOverflow,
    /// Threads wait for each other and nothing can release them.
    Deadlock,
    /// The kernel ran longer than the limit that was set.
    Timeout,
}

/// The allocation nearest to a faulting address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearestAllocation {
    /// Its first byte.
    pub base: Address,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it has been freed.
    pub freed: bool,
    /// Why the device that faulted may not go there, where the address lies in it.
    pub denied: Option<Denied>,
}

/// Why a device may not access memory that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// It is another device's, and access to that one as a peer is not enabled.
    Peer(DeviceOrdinal),
    /// The device was given no access to it.
    Access,
    /// The device was given access for reading alone.
    Write,
}

/// A fault, and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// On which device.
    pub device: DeviceOrdinal,
    /// In which image.
    pub image: ImageId,
    /// In which kernel.
    pub kernel: KernelOrdinal,
    /// The kernel's name, cut where it is too long.
    pub kernel_name: heapless::String<64>,
    /// In which block of the grid.
    pub block: Dim3,
    /// The lowest thread of the block that did it.
    pub thread: Dim3,
    /// Line in the module's text, zero when unknown.
    pub line: u32,
    /// The address at fault, where there is one.
    pub address: Option<Address>,
    /// Bytes of the access, where there is one.
    pub bytes: u32,
    /// Whether the access was a store or an atomic operation.
    pub write: bool,
    /// What lies closest to the address.
    pub nearest: Option<NearestAllocation>,
    /// More, in words: who waits for what, which assertion.
    pub detail: heapless::String<192>,
}

struct Place(Dim3);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.0.x, self.0.y, self.0.z)
    }
}

impl NearestAllocation {
    fn describe(&self, device: DeviceOrdinal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { base, size, freed, .. } = *self;
        let (base, device) = (base.0, device.0);
        match self.denied {
            None => {
                let state = if freed { "freed" } else { "live" };
                write!(f, "; nearest allocation {base:#x} of {size} bytes ({state})")
            }
            Some(Denied::Peer(owner)) => write!(
                f,
                "; the allocation {base:#x} of {size} bytes is on device {}, and access of device {device} to that peer is \
                 not enabled",
                owner.0
            ),
            Some(Denied::Access) => write!(
                f,
                "; device {device} was given no access to the mapping {base:#x} of {size} bytes"
            ),
            Some(Denied::Write) => write!(
                f,
                "; device {device} was given access to the mapping {base:#x} of {size} bytes for reading alone"
            ),
        }
    }
}

/// In one line: kernel, place in the text, block, thread, address, what lies near.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} in kernel {} on device {}",
            self.kind, self.kernel_name, self.device.0
        )?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        write!(f, ", block {}, thread {}", Place(self.block), Place(self.thread))?;
        if let Some(address) = self.address {
            let access = if self.write { "write" } else { "read" };
            write!(f, ": {access} of {} bytes at {:#x}", self.bytes, address.0)?;
        }
        if let Some(nearest) = self.nearest {
            nearest.describe(self.device, f)?;
        }
        if !self.detail.is_empty() {
            write!(f, "; {}", self.detail)?;
        }
        Ok(())
    }
}
