//! Unions, and structures whose inside is not public.

use super::*;
use crate::abi::HostPointer;

c_union! {
    /// The value of a launch attribute.
    MUlaunchAttributeValue: 64
}
c_union! {
    /// The value of a stream attribute.
    MUstreamAttrValue: 32
}
c_union! {
    /// The value of a kernel node's attribute.
    MUkernelNodeAttrValue: 32
}
c_union! {
    /// The resource of a resource description.
    MUresource: 128
}
c_union! {
    /// One batched memory operation.
    MUstreamBatchMemOpParams: 48
}
c_union! {
    /// A handle of another interface: a file descriptor, a pair of pointers.
    MUexternalHandle: 16
}
c_union! {
    /// An encoded tensor descriptor.
    MUtensorDescriptor: 64
}
c_union! {
    /// An encoded tensor map (CUDA's layout).
    MUtensorMap: 128
}

/// Size of a C pointer and of `size_t`.
const WORD: usize = size_of::<usize>();

/// Reads and writes the members of a union held as bytes.
macro_rules! members {
    ($($union:ident),*) => {
        $(impl $union {
            fn u32_at(&self, byte: usize) -> u32 {
                u32::from_ne_bytes(core::array::from_fn(|i| self.0[byte + i]))
            }

            #[allow(dead_code, reason = "not every union holds every kind of member")]
            fn u64_at(&self, byte: usize) -> u64 {
                u64::from_ne_bytes(core::array::from_fn(|i| self.0[byte + i]))
            }

            #[allow(dead_code, reason = "not every union holds every kind of member")]
            fn word_at(&self, byte: usize) -> usize {
                usize::from_ne_bytes(core::array::from_fn(|i| self.0[byte + i]))
            }

            fn put(&mut self, byte: usize, value: &[u8]) {
                self.0[byte..byte + value.len()].copy_from_slice(value);
            }
        })*
    };
}

members!(
    MUlaunchAttributeValue,
    MUstreamAttrValue,
    MUkernelNodeAttrValue,
    MUresource,
    MUstreamBatchMemOpParams
);

/// The members that launches, streams and kernel nodes share.
macro_rules! attribute_members {
    ($($union:ident),*) => {
        $(impl $union {
            /// The `accessPolicyWindow` member.
            pub fn access_policy_window(&self) -> MUaccessPolicyWindow {
                MUaccessPolicyWindow {
                    base_ptr: HostPointer::from_address(self.word_at(0)),
                    num_bytes: self.word_at(WORD),
                    hitRatio: f32::from_bits(self.u32_at(2 * WORD)),
                    hitProp: MUaccessProperty(self.u32_at(2 * WORD + 4)),
                    missProp: MUaccessProperty(self.u32_at(2 * WORD + 8)),
                }
            }

            /// Sets the `accessPolicyWindow` member.
            pub fn set_access_policy_window(&mut self, window: &MUaccessPolicyWindow) {
                self.put(0, &window.base_ptr.address().to_ne_bytes());
                self.put(WORD, &window.num_bytes.to_ne_bytes());
                self.put(2 * WORD, &window.hitRatio.to_bits().to_ne_bytes());
                self.put(2 * WORD + 4, &window.hitProp.0.to_ne_bytes());
                self.put(2 * WORD + 8, &window.missProp.0.to_ne_bytes());
            }

            /// The first 32-bit member: `cooperative`, `syncPolicy`, `priority` and the like.
            pub fn number(&self) -> u32 {
                self.u32_at(0)
            }

            /// Sets the first 32-bit member.
            pub fn set_number(&mut self, value: u32) {
                self.put(0, &value.to_ne_bytes());
            }
        })*
    };
}

attribute_members!(MUlaunchAttributeValue, MUstreamAttrValue, MUkernelNodeAttrValue);

impl MUlaunchAttributeValue {
    /// The `clusterDim` member: x, y, z.
    pub fn cluster_dim(&self) -> [u32; 3] {
        [self.u32_at(0), self.u32_at(4), self.u32_at(8)]
    }

    /// The `programmaticEvent` member: event, flags, and whether the block's start triggers it.
    pub fn programmatic_event(&self) -> (MUevent, u32, u32) {
        (MUevent(self.word_at(0)), self.u32_at(WORD), self.u32_at(WORD + 4))
    }
}

/// Linear memory as a texture's resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinearResource {
    /// First byte.
    pub devPtr: MUdeviceptr,
    /// Element format.
    pub format: MUarray_format,
    /// Channels of an element.
    pub numChannels: u32,
    /// Length in bytes.
    pub sizeInBytes: usize,
}

/// Pitched memory as a texture's resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PitchResource {
    /// First byte.
    pub devPtr: MUdeviceptr,
    /// Element format.
    pub format: MUarray_format,
    /// Channels of an element.
    pub numChannels: u32,
    /// Width in elements.
    pub width: usize,
    /// Height in rows.
    pub height: usize,
    /// Bytes from row to row.
    pub pitchInBytes: usize,
}

impl MUresource {
    /// The `array.hArray` member.
    pub fn array(&self) -> MUarray {
        MUarray(self.word_at(0))
    }

    /// The `mipmap.hMipmappedArray` member.
    pub fn mipmap(&self) -> MUmipmappedArray {
        MUmipmappedArray(self.word_at(0))
    }

    /// The `linear` member.
    pub fn linear(&self) -> LinearResource {
        LinearResource {
            devPtr: MUdeviceptr(self.u64_at(0)),
            format: MUarray_format(self.u32_at(8)),
            numChannels: self.u32_at(12),
            sizeInBytes: self.word_at(16),
        }
    }

    /// The `pitch2D` member.
    pub fn pitch(&self) -> PitchResource {
        PitchResource {
            devPtr: MUdeviceptr(self.u64_at(0)),
            format: MUarray_format(self.u32_at(8)),
            numChannels: self.u32_at(12),
            width: self.word_at(16),
            height: self.word_at(16 + WORD),
            pitchInBytes: self.word_at(16 + 2 * WORD),
        }
    }

    /// A resource whose `array.hArray` is `array`.
    pub fn of_array(array: MUarray) -> Self {
        Self::of_word(array.0)
    }

    /// A resource whose `mipmap.hMipmappedArray` is `array`.
    pub fn of_mipmap(array: MUmipmappedArray) -> Self {
        Self::of_word(array.0)
    }

    /// A resource of linear memory.
    pub fn of_linear(memory: &LinearResource) -> Self {
        let mut resource = Self::of_memory(memory.devPtr, memory.format, memory.numChannels);
        resource.put(16, &memory.sizeInBytes.to_ne_bytes());
        resource
    }

    /// A resource of pitched memory.
    pub fn of_pitch(memory: &PitchResource) -> Self {
        let mut resource = Self::of_memory(memory.devPtr, memory.format, memory.numChannels);
        resource.put(16, &memory.width.to_ne_bytes());
        resource.put(16 + WORD, &memory.height.to_ne_bytes());
        resource.put(16 + 2 * WORD, &memory.pitchInBytes.to_ne_bytes());
        resource
    }

    fn of_word(word: usize) -> Self {
        let mut resource = Self::default();
        resource.put(0, &word.to_ne_bytes());
        resource
    }

    fn of_memory(address: MUdeviceptr, format: MUarray_format, channels: u32) -> Self {
        let mut resource = Self::default();
        resource.put(0, &address.0.to_ne_bytes());
        resource.put(8, &format.0.to_ne_bytes());
        resource.put(12, &channels.to_ne_bytes());
        resource
    }
}

impl MUstreamBatchMemOpParams {
    /// The kind of operation.
    pub fn operation(&self) -> MUstreamBatchMemOpType {
        MUstreamBatchMemOpType(self.u32_at(0))
    }

    /// The address of a wait or a write.
    pub fn address(&self) -> MUdeviceptr {
        MUdeviceptr(self.u64_at(8))
    }

    /// The 32-bit value of a wait or a write.
    pub fn value32(&self) -> u32 {
        self.u32_at(16)
    }

    /// The 64-bit value of a wait or a write.
    pub fn value64(&self) -> u64 {
        self.u64_at(16)
    }

    /// The flags of a wait or a write.
    pub fn flags(&self) -> u32 {
        self.u32_at(24)
    }

    /// The flags of a flush, which lie elsewhere than those of a wait.
    pub fn flush_flags(&self) -> u32 {
        self.u32_at(4)
    }

    /// The operation that C's `writeValue` or `waitValue` member with these fields gives.
    pub fn of_value(operation: MUstreamBatchMemOpType, address: MUdeviceptr, value: u64, flags: u32) -> Self {
        let mut params = Self::default();
        params.put(0, &operation.0.to_ne_bytes());
        params.put(8, &address.0.to_ne_bytes());
        params.put(16, &value.to_ne_bytes());
        params.put(24, &flags.to_ne_bytes());
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_read_back_as_written() {
        let linear = LinearResource {
            devPtr: MUdeviceptr(0x1_0000_0040),
            format: MU_AD_FORMAT_FLOAT,
            numChannels: 4,
            sizeInBytes: 4096,
        };
        assert_eq!(MUresource::of_linear(&linear).linear(), linear);
        let pitch = PitchResource {
            devPtr: MUdeviceptr(0x1_0000_0080),
            format: MU_AD_FORMAT_UNSIGNED_INT8,
            numChannels: 1,
            width: 100,
            height: 7,
            pitchInBytes: 128,
        };
        assert_eq!(MUresource::of_pitch(&pitch).pitch(), pitch);
        assert_eq!(MUresource::of_array(MUarray(0x1234)).array(), MUarray(0x1234));
    }

    #[test]
    fn window_reads_back_as_written() {
        let window = MUaccessPolicyWindow {
            base_ptr: HostPointer::from_address(0x9000),
            num_bytes: 1 << 20,
            hitRatio: 0.5,
            hitProp: MU_ACCESS_PROPERTY_PERSISTING,
            missProp: MU_ACCESS_PROPERTY_STREAMING,
        };
        let mut value = MUstreamAttrValue::default();
        value.set_access_policy_window(&window);
        let read = value.access_policy_window();
        assert_eq!(read.base_ptr.address(), 0x9000);
        assert_eq!((read.num_bytes, read.hitRatio), (1 << 20, 0.5));
        assert_eq!((read.hitProp, read.missProp), (window.hitProp, window.missProp));
    }
}
