//! Structures of the C interface.

use super::*;
use crate::abi::{Array, HostPointer, Text};

c_struct! {
    /// An identifier of 128 bits.
    MUuuid: 16 { bytes @ 0: [u8; 16] }
}
c_struct! {
    /// An exported event, as another process receives it.
    MUipcEventHandle: 64 { reserved @ 0: [u8; 64] }
}
c_struct! {
    /// An exported allocation, as another process receives it.
    MUipcMemHandle: 64 { reserved @ 0: [u8; 64] }
}
c_struct! {
    /// The classical properties of a device.
    MUdevprop: 56 {
        maxThreadsPerBlock @ 0: i32,
        maxThreadsDim @ 4: [i32; 3],
        maxGridSize @ 16: [i32; 3],
        sharedMemPerBlock @ 28: i32,
        totalConstantMemory @ 32: i32,
        SIMDWidth @ 36: i32,
        memPitch @ 40: i32,
        regsPerBlock @ 44: i32,
        clockRate @ 48: i32,
        textureAlign @ 52: i32,
    }
}
c_struct! {
    /// A window of memory and how accesses to it are cached.
    MUaccessPolicyWindow: 32 {
        base_ptr @ 0: HostPointer,
        num_bytes @ 8: usize,
        hitRatio @ 16: f32,
        hitProp @ 20: MUaccessProperty,
        missProp @ 24: MUaccessProperty,
    }
}
c_struct! {
    /// A kind of execution affinity and its parameter.
    MUexecAffinityParam: 8 {
        r#type @ 0: MUexecAffinityType,
        smCount @ 4: u32,
    }
}

// Launches.

c_struct! {
    /// One launch of a multi-device cooperative launch.
    MUSA_LAUNCH_PARAMS: 56 {
        function @ 0: MUfunction,
        gridDimX @ 8: u32,
        gridDimY @ 12: u32,
        gridDimZ @ 16: u32,
        blockDimX @ 20: u32,
        blockDimY @ 24: u32,
        blockDimZ @ 28: u32,
        sharedMemBytes @ 32: u32,
        hStream @ 40: MUstream,
        kernelParams @ 48: Array<'static, HostPointer>,
    }
}
c_struct! {
    /// Shape, stream and attributes of a launch.
    MUlaunchConfig: 56 {
        gridDimX @ 0: u32,
        gridDimY @ 4: u32,
        gridDimZ @ 8: u32,
        blockDimX @ 12: u32,
        blockDimY @ 16: u32,
        blockDimZ @ 20: u32,
        sharedMemBytes @ 24: u32,
        hStream @ 32: MUstream,
        attrs @ 40: Array<'static, MUlaunchAttribute>,
        numAttrs @ 48: u32,
    }
}
c_struct! {
    /// One attribute of a launch.
    MUlaunchAttribute: 72 {
        id @ 0: MUlaunchAttributeID,
        pad @ 4: [u8; 4],
        value @ 8: MUlaunchAttributeValue,
    }
}

// Copies and arrays.

c_struct! {
    /// A two-dimensional copy.
    MUSA_MEMCPY2D: 128 {
        srcXInBytes @ 0: usize,
        srcY @ 8: usize,
        srcMemoryType @ 16: MUmemorytype,
        srcHost @ 24: HostPointer,
        srcDevice @ 32: MUdeviceptr,
        srcArray @ 40: MUarray,
        srcPitch @ 48: usize,
        dstXInBytes @ 56: usize,
        dstY @ 64: usize,
        dstMemoryType @ 72: MUmemorytype,
        dstHost @ 80: HostPointer,
        dstDevice @ 88: MUdeviceptr,
        dstArray @ 96: MUarray,
        dstPitch @ 104: usize,
        WidthInBytes @ 112: usize,
        Height @ 120: usize,
    }
}
c_struct! {
    /// A three-dimensional copy.
    MUSA_MEMCPY3D: 200 {
        srcXInBytes @ 0: usize,
        srcY @ 8: usize,
        srcZ @ 16: usize,
        srcLOD @ 24: usize,
        srcMemoryType @ 32: MUmemorytype,
        srcHost @ 40: HostPointer,
        srcDevice @ 48: MUdeviceptr,
        srcArray @ 56: MUarray,
        reserved0 @ 64: HostPointer,
        srcPitch @ 72: usize,
        srcHeight @ 80: usize,
        dstXInBytes @ 88: usize,
        dstY @ 96: usize,
        dstZ @ 104: usize,
        dstLOD @ 112: usize,
        dstMemoryType @ 120: MUmemorytype,
        dstHost @ 128: HostPointer,
        dstDevice @ 136: MUdeviceptr,
        dstArray @ 144: MUarray,
        reserved1 @ 152: HostPointer,
        dstPitch @ 160: usize,
        dstHeight @ 168: usize,
        WidthInBytes @ 176: usize,
        Height @ 184: usize,
        Depth @ 192: usize,
    }
}
c_struct! {
    /// A three-dimensional copy between contexts.
    MUSA_MEMCPY3D_PEER: 200 {
        srcXInBytes @ 0: usize,
        srcY @ 8: usize,
        srcZ @ 16: usize,
        srcLOD @ 24: usize,
        srcMemoryType @ 32: MUmemorytype,
        srcHost @ 40: HostPointer,
        srcDevice @ 48: MUdeviceptr,
        srcArray @ 56: MUarray,
        srcContext @ 64: MUcontext,
        srcPitch @ 72: usize,
        srcHeight @ 80: usize,
        dstXInBytes @ 88: usize,
        dstY @ 96: usize,
        dstZ @ 104: usize,
        dstLOD @ 112: usize,
        dstMemoryType @ 120: MUmemorytype,
        dstHost @ 128: HostPointer,
        dstDevice @ 136: MUdeviceptr,
        dstArray @ 144: MUarray,
        dstContext @ 152: MUcontext,
        dstPitch @ 160: usize,
        dstHeight @ 168: usize,
        WidthInBytes @ 176: usize,
        Height @ 184: usize,
        Depth @ 192: usize,
    }
}
c_struct! {
    /// When and from where a batched copy reads.
    MUmemcpyAttributes: 24 {
        srcAccessOrder @ 0: MUmemcpySrcAccessOrder,
        srcLocHint @ 4: MUmemLocation,
        dstLocHint @ 12: MUmemLocation,
        flags @ 20: u32,
    }
}
c_struct! {
    /// Shape and format of a one- or two-dimensional array.
    MUSA_ARRAY_DESCRIPTOR: 24 {
        Width @ 0: usize,
        Height @ 8: usize,
        Format @ 16: MUarray_format,
        NumChannels @ 20: u32,
    }
}
c_struct! {
    /// Shape, format and flags of an array.
    MUSA_ARRAY3D_DESCRIPTOR: 40 {
        Width @ 0: usize,
        Height @ 8: usize,
        Depth @ 16: usize,
        Format @ 24: MUarray_format,
        NumChannels @ 28: u32,
        Flags @ 32: u32,
    }
}
c_struct! {
    /// Tiling of a sparse array.
    MUSA_ARRAY_SPARSE_PROPERTIES: 48 {
        tileExtent @ 0: [u32; 3],
        miptailFirstLevel @ 12: u32,
        miptailSize @ 16: u64,
        flags @ 24: u32,
        reserved @ 28: [u32; 4],
    }
}
c_struct! {
    /// One mapping of a sparse array.
    MUarrayMapInfo: 96 {
        resourceType @ 0: MUresourcetype,
        resource @ 8: u64,
        subresourceType @ 16: MUarraySparseSubresourceType,
        subresource @ 24: [u64; 4],
        memOperationType @ 56: MUmemOperationType,
        memHandleType @ 60: MUmemHandleType,
        memHandle @ 64: MUmemGenericAllocationHandle,
        offset @ 72: u64,
        deviceBitMask @ 80: u32,
        flags @ 84: u32,
        reserved @ 88: [u32; 2],
    }
}
c_struct! {
    /// What a texture or surface object reads.
    MUSA_RESOURCE_DESC: 144 {
        resType @ 0: MUresourcetype,
        res @ 8: MUresource,
        flags @ 136: u32,
    }
}
c_struct! {
    /// How a texture object samples.
    MUSA_TEXTURE_DESC: 104 {
        addressMode @ 0: [MUaddress_mode; 3],
        filterMode @ 12: MUfilter_mode,
        flags @ 16: u32,
        maxAnisotropy @ 20: u32,
        mipmapFilterMode @ 24: MUfilter_mode,
        mipmapLevelBias @ 28: f32,
        minMipmapLevelClamp @ 32: f32,
        maxMipmapLevelClamp @ 36: f32,
        borderColor @ 40: [f32; 4],
        reserved @ 56: [i32; 12],
    }
}
c_struct! {
    /// How a texture object sees its resource.
    MUSA_RESOURCE_VIEW_DESC: 112 {
        format @ 0: MUresourceViewFormat,
        width @ 8: usize,
        height @ 16: usize,
        depth @ 24: usize,
        firstMipmapLevel @ 32: u32,
        lastMipmapLevel @ 36: u32,
        firstLayer @ 40: u32,
        lastLayer @ 44: u32,
        reserved @ 48: [u32; 16],
    }
}

// Virtual memory and pools.

c_struct! {
    /// A place where memory lies.
    MUmemLocation: 8 {
        r#type @ 0: MUmemLocationType,
        id @ 4: i32,
    }
}
c_struct! {
    /// Where and how an allocation is made.
    MUmemAllocationProp: 32 {
        r#type @ 0: MUmemAllocationType,
        requestedHandleTypes @ 4: MUmemAllocationHandleType,
        location @ 8: MUmemLocation,
        win32HandleMetaData @ 16: HostPointer,
        compressionType @ 24: u8,
        gpuDirectRDMACapable @ 25: u8,
        usage @ 26: u16,
        reserved @ 28: [u8; 4],
    }
}
c_struct! {
    /// Access from one location.
    MUmemAccessDesc: 12 {
        location @ 0: MUmemLocation,
        flags @ 8: MUmemAccess_flags,
    }
}
c_struct! {
    /// Where and how a pool allocates.
    MUmemPoolProps: 88 {
        allocType @ 0: MUmemAllocationType,
        handleTypes @ 4: MUmemAllocationHandleType,
        location @ 8: MUmemLocation,
        win32SecurityAttributes @ 16: HostPointer,
        reserved @ 24: [u8; 64],
    }
}
c_struct! {
    /// An exported allocation of a pool.
    MUmemPoolPtrExportData: 64 { reserved @ 0: [u8; 64] }
}
c_struct! {
    /// Tokens of a peer-to-peer mapping.
    MUSA_POINTER_ATTRIBUTE_P2P_TOKENS: 16 {
        p2pToken @ 0: u64,
        vaSpaceToken @ 8: u32,
    }
}

// Graphs.

c_struct! {
    /// A kernel node.
    MUSA_KERNEL_NODE_PARAMS: 56 {
        func @ 0: MUfunction,
        gridDimX @ 8: u32,
        gridDimY @ 12: u32,
        gridDimZ @ 16: u32,
        blockDimX @ 20: u32,
        blockDimY @ 24: u32,
        blockDimZ @ 28: u32,
        sharedMemBytes @ 32: u32,
        kernelParams @ 40: Array<'static, HostPointer>,
        extra @ 48: Array<'static, HostPointer>,
    }
}
c_struct! {
    /// A memory-set node.
    MUSA_MEMSET_NODE_PARAMS: 40 {
        dst @ 0: MUdeviceptr,
        pitch @ 8: usize,
        value @ 16: u32,
        elementSize @ 20: u32,
        width @ 24: usize,
        height @ 32: usize,
    }
}
c_struct! {
    /// A host-function node.
    MUSA_HOST_NODE_PARAMS: 16 {
        r#fn @ 0: MUhostFn,
        userData @ 8: HostPointer,
    }
}
c_struct! {
    /// An allocation node.
    MUSA_MEM_ALLOC_NODE_PARAMS: 120 {
        poolProps @ 0: MUmemPoolProps,
        accessDescs @ 88: Array<'static, MUmemAccessDesc>,
        accessDescCount @ 96: usize,
        bytesize @ 104: usize,
        dptr @ 112: MUdeviceptr,
    }
}
c_struct! {
    /// A node that signals external semaphores.
    MUSA_EXT_SEM_SIGNAL_NODE_PARAMS: 24 {
        extSemArray @ 0: Array<'static, MUexternalSemaphore>,
        paramsArray @ 8: Array<'static, MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS>,
        numExtSems @ 16: u32,
    }
}
c_struct! {
    /// A node that waits for external semaphores.
    MUSA_EXT_SEM_WAIT_NODE_PARAMS: 24 {
        extSemArray @ 0: Array<'static, MUexternalSemaphore>,
        paramsArray @ 8: Array<'static, MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS>,
        numExtSems @ 16: u32,
    }
}
c_struct! {
    /// Ports of a graph edge.
    MUgraphEdgeData: 8 {
        from_port @ 0: u8,
        to_port @ 1: u8,
        r#type @ 2: u8,
        reserved @ 3: [u8; 5],
    }
}

// External memory and semaphores.

c_struct! {
    /// External memory to import.
    MUSA_EXTERNAL_MEMORY_HANDLE_DESC: 104 {
        r#type @ 0: MUexternalMemoryHandleType,
        handle @ 8: MUexternalHandle,
        size @ 24: u64,
        flags @ 32: u32,
        reserved @ 36: [u32; 16],
    }
}
c_struct! {
    /// A buffer in imported memory.
    MUSA_EXTERNAL_MEMORY_BUFFER_DESC: 88 {
        offset @ 0: u64,
        size @ 8: u64,
        flags @ 16: u32,
        reserved @ 20: [u32; 16],
    }
}
c_struct! {
    /// A mipmapped array in imported memory.
    MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC: 120 {
        offset @ 0: u64,
        arrayDesc @ 8: MUSA_ARRAY3D_DESCRIPTOR,
        numLevels @ 48: u32,
        reserved @ 52: [u32; 16],
    }
}
c_struct! {
    /// An external semaphore to import.
    MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC: 96 {
        r#type @ 0: MUexternalSemaphoreHandleType,
        handle @ 8: MUexternalHandle,
        flags @ 24: u32,
        reserved @ 28: [u32; 16],
    }
}
c_struct! {
    /// How an external semaphore is signalled.
    MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS: 144 {
        fenceValue @ 0: u64,
        mtSciSync @ 8: u64,
        keyedMutexKey @ 16: u64,
        innerReserved @ 24: [u32; 12],
        flags @ 72: u32,
        reserved @ 76: [u32; 16],
    }
}
c_struct! {
    /// How an external semaphore is waited for.
    MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS: 144 {
        fenceValue @ 0: u64,
        mtSciSync @ 8: u64,
        keyedMutexKey @ 16: u64,
        keyedMutexTimeoutMs @ 24: u32,
        innerReserved @ 28: [u32; 11],
        flags @ 72: u32,
        reserved @ 76: [u32; 16],
    }
}

// Tensor descriptors, green contexts and EGL.

c_struct! {
    /// Parameters of an im2col convolution.
    MUconvParamer: 12 { params @ 0: [i32; 3] }
}
c_struct! {
    /// Parameters of a direct convolution.
    MUdirectConvParamer: 32 { bytes @ 0: [u8; 32] }
}
c_struct! {
    /// A description of device resources.
    MUdevResource: 144 {
        r#type @ 0: MUdevResourceType,
        _internal_padding @ 4: [u8; 92],
        resource @ 96: [u8; 48],
    }
}
c_struct! {
    /// A frame of an EGL stream.
    MUeglFrame: 64 {
        frame @ 0: [u64; 3],
        width @ 24: u32,
        height @ 28: u32,
        depth @ 32: u32,
        pitch @ 36: u32,
        planeCount @ 40: u32,
        numChannels @ 44: u32,
        frameType @ 48: MUeglFrameType,
        eglColorFormat @ 52: MUeglColorFormat,
        cuFormat @ 56: MUarray_format,
    }
}

impl CType for Text<'_> {
    const NAME: &'static str = "char";
    const STARS: u8 = 1;
}
