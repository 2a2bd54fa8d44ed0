//! The caller's memory, as the object model asks for it.

use musa_ctx::{HostSource, HostTarget, launch::ParameterValues};

use super::{Array, HostPointer};

/// Pageable memory from an address on.
pub struct HostBytes(pub HostPointer);

impl HostBytes {
    fn from(&self, offset: u64) -> HostPointer {
        // An address that wraps around has no bytes.
        let offset = usize::try_from(offset).ok();
        let address = offset.and_then(|offset| self.0.address().checked_add(offset));
        address.map_or(HostPointer::NULL, HostPointer::from_address)
    }
}

impl HostSource for HostBytes {
    fn bytes(&self, offset: u64, len: usize) -> &[u8] {
        self.from(offset).bytes(len)
    }
}

impl HostTarget for HostBytes {
    fn bytes_mut(&mut self, offset: u64, len: usize) -> &mut [u8] {
        self.from(offset).bytes_mut(len)
    }
}

/// The parameters of a launch as an array of pointers to values.
pub struct ParameterArray<'a>(pub Array<'a, HostPointer>);

impl ParameterValues for ParameterArray<'_> {
    fn value(&self, parameter: u32, into: &mut [u8]) -> bool {
        let pointer = self.0.get(parameter as usize).unwrap_or(HostPointer::NULL);
        let bytes = pointer.bytes(into.len());
        let present = !pointer.is_null() && bytes.len() == into.len();
        if present {
            into.copy_from_slice(bytes);
        }
        present
    }
}
