//! Memory: host, managed, pools, virtual memory.

use super::c_enum;

c_enum! {
    /// Where one side of a copy lies.
    MUmemorytype: u32 {
        MU_MEMORYTYPE_HOST = 1,
        MU_MEMORYTYPE_DEVICE = 2,
        MU_MEMORYTYPE_ARRAY = 3,
        MU_MEMORYTYPE_UNIFIED = 4,
    }
}

c_enum! {
    /// What `muPointerGetAttribute` can be asked.
    MUpointer_attribute: u32 {
        MU_POINTER_ATTRIBUTE_CONTEXT = 1,
        MU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
        MU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
        MU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
        MU_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
        MU_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
        MU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
        MU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
        MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
        MU_POINTER_ATTRIBUTE_IS_LEGACY_MUSA_IPC_CAPABLE = 10,
        MU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
        MU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
        MU_POINTER_ATTRIBUTE_MAPPED = 13,
        MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
        MU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
        MU_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
        MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17,
    }
}

c_enum! {
    /// How the current context may access a pointer.
    MUSA_POINTER_ATTRIBUTE_ACCESS_FLAGS: u32 {
        MU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE = 0,
        MU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ = 1,
        MU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE = 3,
    }
}

c_enum! {
    /// Who may access managed memory.
    MUmemAttach_flags: u32 {
        MU_MEM_ATTACH_GLOBAL = 1,
        MU_MEM_ATTACH_HOST = 2,
        MU_MEM_ATTACH_SINGLE = 4,
    }
}

c_enum! {
    /// Advice about managed memory.
    MUmem_advise: u32 {
        MU_MEM_ADVISE_SET_READ_MOSTLY = 1,
        MU_MEM_ADVISE_UNSET_READ_MOSTLY = 2,
        MU_MEM_ADVISE_SET_PREFERRED_LOCATION = 3,
        MU_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 4,
        MU_MEM_ADVISE_SET_ACCESSED_BY = 5,
        MU_MEM_ADVISE_UNSET_ACCESSED_BY = 6,
    }
}

c_enum! {
    /// What can be asked of a range of managed memory.
    MUmem_range_attribute: u32 {
        MU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
        MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
        MU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
        MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 4,
    }
}

c_enum! {
    /// Kinds of exportable handles.
    MUmemAllocationHandleType: u32 {
        MU_MEM_HANDLE_TYPE_NONE = 0,
        MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
        MU_MEM_HANDLE_TYPE_WIN32 = 2,
        MU_MEM_HANDLE_TYPE_WIN32_KMT = 4,
        MU_MEM_HANDLE_TYPE_MAX = 0x7fff_ffff,
        MU_MEM_HANDLE_TYPE_FABRIC = 8,
    }
}

c_enum! {
    /// Access to a mapping or a pool.
    MUmemAccess_flags: u32 {
        MU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
        MU_MEM_ACCESS_FLAGS_PROT_READ = 1,
        MU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3,
        MU_MEM_ACCESS_FLAGS_PROT_MAX = 0x7fff_ffff,
    }
}

c_enum! {
    /// Kinds of memory locations.
    MUmemLocationType: u32 {
        MU_MEM_LOCATION_TYPE_INVALID = 0,
        MU_MEM_LOCATION_TYPE_DEVICE = 1,
        MU_MEM_LOCATION_TYPE_MAX = 0x7fff_ffff,
    }
}

c_enum! {
    /// Kinds of allocations.
    MUmemAllocationType: u32 {
        MU_MEM_ALLOCATION_TYPE_INVALID = 0,
        MU_MEM_ALLOCATION_TYPE_PINNED = 1,
        MU_MEM_ALLOCATION_TYPE_MAX = 0x7fff_ffff,
    }
}

c_enum! {
    /// Which granularity is asked for.
    MUmemAllocationGranularity_flags: u32 {
        MU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
        MU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
    }
}

c_enum! {
    /// Compression of an allocation.
    MUmemAllocationCompType: u32 {
        MU_MEM_ALLOCATION_COMP_NONE = 0,
        MU_MEM_ALLOCATION_COMP_GENERIC = 1,
    }
}

c_enum! {
    /// Kinds of handles to an address range.
    MUmemRangeHandleType: u32 {
        MU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD = 1,
        MU_MEM_RANGE_HANDLE_TYPE_MAX = 0x7fff_ffff,
    }
}

c_enum! {
    /// Flags of a handle to an address range.
    MUmemRangeFlags: u32 {
        MU_MEM_RANGE_FLAG_DMA_BUF_MAPPING_TYPE_PCIE = 1,
    }
}

c_enum! {
    /// Attributes of a memory pool.
    MUmemPool_attribute: u32 {
        MU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
        MU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC = 2,
        MU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
        MU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4,
        MU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT = 5,
        MU_MEMPOOL_ATTR_RESERVED_MEM_HIGH = 6,
        MU_MEMPOOL_ATTR_USED_MEM_CURRENT = 7,
        MU_MEMPOOL_ATTR_USED_MEM_HIGH = 8,
    }
}

c_enum! {
    /// Sparse mapping operations.
    MUmemOperationType: u32 {
        MU_MEM_OPERATION_TYPE_MAP = 1,
        MU_MEM_OPERATION_TYPE_UNMAP = 2,
    }
}

c_enum! {
    /// Kinds of sparse memory handles.
    MUmemHandleType: u32 {
        MU_MEM_HANDLE_TYPE_GENERIC = 0,
    }
}

c_enum! {
    /// Flags of opening an exported allocation.
    MUipcMem_flags: u32 {
        MU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 1,
        MU_IPC_MEM_LAZY_UNIDIR_INTERLEAVE_PEER_ACCESS = 2,
        MU_IPC_MEM_LAZY_BIDIR_INTERLEAVE_PEER_ACCESS = 3,
        MU_IPC_MEM_LAZY_HETERO_INTERLEAVE_PEER_ACCESS = 4,
        MU_IPC_MEM_LAZY_HETERO_BIDIR_INTERLEAVE_PEER_ACCESS = 5,
        MU_IPC_MEM_LAZY_HALF_BIDIR_INTERLEAVE_PEER_ACCESS = 6,
        MU_IPC_MEM_LAZY_PCIE_PEER_ACCESS = 7,
        MU_IPC_MEM_LAZY_POLICY_MAX = 7,
    }
}

c_enum! {
    /// When a batched copy reads its source.
    MUmemcpySrcAccessOrder: u32 {
        MU_MEMCPY_SRC_ACCESS_ORDER_INVALID = 0,
        MU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 1,
        MU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL = 2,
        MU_MEMCPY_SRC_ACCESS_ORDER_ANY = 3,
    }
}

c_enum! {
    /// Hints of a batched copy.
    MUmemcpyFlags: u32 {
        MU_MEMCPY_FLAG_DEFAULT = 0,
        MU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE = 1,
    }
}

c_enum! {
    /// How remote writes can be flushed.
    MUflushGPUDirectRDMAWritesOptions: u32 {
        MU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST = 1,
        MU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_MEMOPS = 2,
    }
}

c_enum! {
    /// Who sees remote writes in order.
    MUGPUDirectRDMAWritesOrdering: u32 {
        MU_GPU_DIRECT_RDMA_WRITES_ORDERING_NONE = 0,
        MU_GPU_DIRECT_RDMA_WRITES_ORDERING_OWNER = 100,
        MU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES = 200,
    }
}

c_enum! {
    /// Who shall see flushed remote writes.
    MUflushGPUDirectRDMAWritesScope: u32 {
        MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER = 100,
        MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES = 200,
    }
}

c_enum! {
    /// Which writes are flushed.
    MUflushGPUDirectRDMAWritesTarget: u32 {
        MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX = 0,
    }
}
