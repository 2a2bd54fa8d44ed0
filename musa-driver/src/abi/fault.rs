//! A fault, for a person.

use core::fmt;

use musa_hal::{Dim3, Fault, fault::NearestAllocation};

/// A fault in one line: kernel, place in the text, block, thread, address, what lies near.
pub(super) struct FaultText<'a>(pub(super) &'a Fault);

struct Place(Dim3);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.0.x, self.0.y, self.0.z)
    }
}

impl fmt::Display for FaultText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = self.0;
        write!(
            f,
            "{:?} in kernel {} on device {}",
            fault.kind, fault.kernel_name, fault.device.0
        )?;
        if fault.line > 0 {
            write!(f, ", line {}", fault.line)?;
        }
        write!(f, ", block {}, thread {}", Place(fault.block), Place(fault.thread))?;
        if let Some(address) = fault.address {
            let access = if fault.write { "write" } else { "read" };
            write!(f, ": {access} of {} bytes at {:#x}", fault.bytes, address.0)?;
        }
        if let Some(NearestAllocation { base, size, freed }) = fault.nearest {
            let state = if freed { "freed" } else { "live" };
            write!(f, "; nearest allocation {:#x} of {size} bytes ({state})", base.0)?;
        }
        if !fault.detail.is_empty() {
            write!(f, "; {}", fault.detail)?;
        }
        Ok(())
    }
}
