//! Graphics, external memory and tensor descriptors.

use super::c_enum;

c_enum! {
    /// Flags of registering a graphics resource.
    MUgraphicsRegisterFlags: u32 {
        MU_GRAPHICS_REGISTER_FLAGS_NONE = 0,
        MU_GRAPHICS_REGISTER_FLAGS_READ_ONLY = 1,
        MU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD = 2,
        MU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST = 4,
        MU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER = 8,
    }
}

c_enum! {
    /// Flags of mapping a graphics resource.
    MUgraphicsMapResourceFlags: u32 {
        MU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE = 0,
        MU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY = 1,
        MU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2,
    }
}

c_enum! {
    /// Which devices of a GL context are asked for.
    MUGLDeviceList: u32 {
        MU_GL_DEVICE_LIST_ALL = 1,
        MU_GL_DEVICE_LIST_CURRENT_FRAME = 2,
        MU_GL_DEVICE_LIST_NEXT_FRAME = 3,
    }
}

c_enum! {
    /// How an EGL frame lies in memory.
    MUeglFrameType: u32 {
        MU_EGL_FRAME_TYPE_ARRAY = 0,
        MU_EGL_FRAME_TYPE_PITCH = 1,
    }
}

c_enum! {
    /// Colour formats of an EGL frame.
    MUeglColorFormat: u32 {
        MU_EGL_COLOR_FORMAT_YUV420_PLANAR = 0,
        MU_EGL_COLOR_FORMAT_YUV420_SEMIPLANAR = 1,
        MU_EGL_COLOR_FORMAT_YUV422_PLANAR = 2,
        MU_EGL_COLOR_FORMAT_YUV422_SEMIPLANAR = 3,
        MU_EGL_COLOR_FORMAT_RGB = 4,
        MU_EGL_COLOR_FORMAT_BGR = 5,
        MU_EGL_COLOR_FORMAT_ARGB = 6,
        MU_EGL_COLOR_FORMAT_RGBA = 7,
        MU_EGL_COLOR_FORMAT_L = 8,
        MU_EGL_COLOR_FORMAT_R = 9,
    }
}

c_enum! {
    /// Kinds of external memory handles.
    MUexternalMemoryHandleType: u32 {
        MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD = 1,
        MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32 = 2,
        MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
        MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP = 4,
        MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE = 5,
        MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE = 6,
        MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT = 7,
        MU_EXTERNAL_MEMORY_HANDLE_TYPE_MTSCIBUF = 8,
    }
}

c_enum! {
    /// Kinds of external semaphore handles.
    MUexternalSemaphoreHandleType: u32 {
        MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD = 1,
        MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32 = 2,
        MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
        MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE = 4,
        MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE = 5,
        MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_MTSCISYNC = 6,
        MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX = 7,
        MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT = 8,
        MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD = 9,
        MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32 = 10,
    }
}

c_enum! {
    /// Element types of a tensor descriptor.
    MUtensorDescriptorDataType: u32 {
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT8 = 0,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT8 = 1,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT16 = 2,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT16 = 3,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT16 = 4,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_BFLOAT16 = 5,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT32 = 6,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT32 = 7,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT32 = 8,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_TFLOAT32 = 9,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT64 = 10,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT64 = 11,
        MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT64 = 12,
    }
}

c_enum! {
    /// Interleaving of a tensor descriptor.
    MUtensorDescriptorInterleave: u32 {
        MU_TENSOR_DESCRIPTOR_INTERLEAVE_NONE = 0,
        MU_TENSOR_DESCRIPTOR_INTERLEAVE_16B = 1,
        MU_TENSOR_DESCRIPTOR_INTERLEAVE_32B = 2,
        MU_TENSOR_DESCRIPTOR_INTERLEAVE_64B = 3,
        MU_TENSOR_DESCRIPTOR_INTERLEAVE_128B = 4,
        MU_TENSOR_DESCRIPTOR_INTERLEAVE_256B = 5,
    }
}

c_enum! {
    /// Interleaving of a direct convolution.
    MUdirectConvInterleave: u32 {
        MU_DIRECT_CONV_INTERLEAVE_16B = 0,
        MU_DIRECT_CONV_INTERLEAVE_32B = 1,
        MU_DIRECT_CONV_INTERLEAVE_64B = 2,
        MU_DIRECT_CONV_INTERLEAVE_128B = 3,
        MU_DIRECT_CONV_INTERLEAVE_256B = 4,
    }
}

c_enum! {
    /// Basic shape of a direct convolution.
    MUdirectConvBasicShape: u32 {
        MU_DIRECT_CONV_BASIC_SHAPE_1_4 = 0,
        MU_DIRECT_CONV_BASIC_SHAPE_4_1 = 1,
        MU_DIRECT_CONV_BASIC_SHAPE_2_2 = 2,
    }
}

c_enum! {
    /// Element types of a tensor map.
    MUtensorMapDataType: u32 {
        MU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
        MU_TENSOR_MAP_DATA_TYPE_UINT16 = 1,
        MU_TENSOR_MAP_DATA_TYPE_UINT32 = 2,
        MU_TENSOR_MAP_DATA_TYPE_INT32 = 3,
        MU_TENSOR_MAP_DATA_TYPE_UINT64 = 4,
        MU_TENSOR_MAP_DATA_TYPE_INT64 = 5,
        MU_TENSOR_MAP_DATA_TYPE_FLOAT16 = 6,
        MU_TENSOR_MAP_DATA_TYPE_FLOAT32 = 7,
        MU_TENSOR_MAP_DATA_TYPE_FLOAT64 = 8,
        MU_TENSOR_MAP_DATA_TYPE_BFLOAT16 = 9,
        MU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ = 10,
        MU_TENSOR_MAP_DATA_TYPE_TFLOAT32 = 11,
        MU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ = 12,
    }
}

c_enum! {
    /// Interleaving of a tensor map.
    MUtensorMapInterleave: u32 {
        MU_TENSOR_MAP_INTERLEAVE_NONE = 0,
        MU_TENSOR_MAP_INTERLEAVE_16B = 1,
        MU_TENSOR_MAP_INTERLEAVE_32B = 2,
    }
}

c_enum! {
    /// Swizzling of a tensor map.
    MUtensorMapSwizzle: u32 {
        MU_TENSOR_MAP_SWIZZLE_NONE = 0,
        MU_TENSOR_MAP_SWIZZLE_32B = 1,
        MU_TENSOR_MAP_SWIZZLE_64B = 2,
        MU_TENSOR_MAP_SWIZZLE_128B = 3,
    }
}

c_enum! {
    /// L2 promotion of a tensor map.
    MUtensorMapL2promotion: u32 {
        MU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
        MU_TENSOR_MAP_L2_PROMOTION_L2_64B = 1,
        MU_TENSOR_MAP_L2_PROMOTION_L2_128B = 2,
        MU_TENSOR_MAP_L2_PROMOTION_L2_256B = 3,
    }
}

c_enum! {
    /// What a tensor map reads outside its bounds.
    MUtensorMapFloatOOBfill: u32 {
        MU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
        MU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA = 1,
    }
}
