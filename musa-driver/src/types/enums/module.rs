//! Modules, functions, libraries and the just-in-time compiler.

use super::c_enum;

c_enum! {
    /// Attributes of a kernel.
    MUfunction_attribute: u32 {
        MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
        MU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
        MU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
        MU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
        MU_FUNC_ATTRIBUTE_NUM_REGS = 4,
        MU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
        MU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
        MU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
        MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
        MU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
        MU_FUNC_ATTRIBUTE_MAX = 10,
        MU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET = 10,
        MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH = 11,
        MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT = 12,
        MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH = 13,
        MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,
        MU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 15,
    }
}

c_enum! {
    /// Preferred share of shared memory, in percent of the maximum.
    MUshared_carveout: i32 {
        MU_SHAREDMEM_CARVEOUT_DEFAULT = -1,
        MU_SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
        MU_SHAREDMEM_CARVEOUT_MAX_L1 = 0,
    }
}

c_enum! {
    /// Whether a lazily loaded function is loaded.
    MUfunctionLoadingState: u32 {
        MU_FUNCTION_LOADING_STATE_UNLOADED = 0,
        MU_FUNCTION_LOADING_STATE_LOADED = 1,
    }
}

c_enum! {
    /// Whether modules load eagerly or lazily.
    MUmoduleLoadingMode: u32 {
        MU_MODULE_EAGER_LOADING = 1,
        MU_MODULE_LAZY_LOADING = 2,
    }
}

c_enum! {
    /// Options of the just-in-time compiler.
    MUjit_option: u32 {
        MU_JIT_MAX_REGISTERS = 0,
        MU_JIT_THREADS_PER_BLOCK = 1,
        MU_JIT_WALL_TIME = 2,
        MU_JIT_INFO_LOG_BUFFER = 3,
        MU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
        MU_JIT_ERROR_LOG_BUFFER = 5,
        MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
        MU_JIT_OPTIMIZATION_LEVEL = 7,
        MU_JIT_TARGET_FROM_MUCONTEXT = 8,
        MU_JIT_TARGET = 9,
        MU_JIT_FALLBACK_STRATEGY = 10,
        MU_JIT_GENERATE_DEBUG_INFO = 11,
        MU_JIT_LOG_VERBOSE = 12,
        MU_JIT_GENERATE_LINE_INFO = 13,
        MU_JIT_CACHE_MODE = 14,
        MU_JIT_NEW_SM3X_OPT = 15,
        MU_JIT_FAST_COMPILE = 16,
        MU_JIT_GLOBAL_SYMBOL_NAMES = 17,
        MU_JIT_GLOBAL_SYMBOL_ADDRESSES = 18,
        MU_JIT_GLOBAL_SYMBOL_COUNT = 19,
        MU_JIT_LTO = 20,
        MU_JIT_FTZ = 21,
        MU_JIT_PREC_DIV = 22,
        MU_JIT_PREC_SQRT = 23,
        MU_JIT_FMA = 24,
        MU_JIT_NUM_OPTIONS = 25,
    }
}

c_enum! {
    /// Compile targets of the just-in-time compiler (CUDA numbers, as the vendor lists them).
    MUjit_target: u32 {
        MU_TARGET_COMPUTE_20 = 20,
        MU_TARGET_COMPUTE_21 = 21,
        MU_TARGET_COMPUTE_30 = 30,
        MU_TARGET_COMPUTE_32 = 32,
        MU_TARGET_COMPUTE_35 = 35,
        MU_TARGET_COMPUTE_37 = 37,
        MU_TARGET_COMPUTE_50 = 50,
        MU_TARGET_COMPUTE_52 = 52,
        MU_TARGET_COMPUTE_53 = 53,
        MU_TARGET_COMPUTE_60 = 60,
        MU_TARGET_COMPUTE_61 = 61,
        MU_TARGET_COMPUTE_62 = 62,
        MU_TARGET_COMPUTE_70 = 70,
        MU_TARGET_COMPUTE_72 = 72,
        MU_TARGET_COMPUTE_75 = 75,
        MU_TARGET_COMPUTE_80 = 80,
        MU_TARGET_COMPUTE_86 = 86,
    }
}

c_enum! {
    /// What to do when no matching binary is found.
    MUjit_fallback: u32 {
        MU_PREFER_PTX = 0,
        MU_PREFER_BINARY = 1,
    }
}

c_enum! {
    /// Default cache mode of compiled loads.
    MUjit_cacheMode: u32 {
        MU_JIT_CACHE_OPTION_NONE = 0,
        MU_JIT_CACHE_OPTION_CG = 1,
        MU_JIT_CACHE_OPTION_CA = 2,
    }
}

c_enum! {
    /// Kinds of link inputs.
    MUjitInputType: u32 {
        MU_JIT_INPUT_MUBIN = 0,
        MU_JIT_INPUT_PTX = 1,
        MU_JIT_INPUT_FATBINARY = 2,
        MU_JIT_INPUT_OBJECT = 3,
        MU_JIT_INPUT_LIBRARY = 4,
        MU_JIT_INPUT_MTVM = 5,
        MU_JIT_NUM_INPUT_TYPES = 6,
    }
}

c_enum! {
    /// Options of library loading.
    MUlibraryOption: u32 {
        MU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE = 0,
        MU_LIBRARY_BINARY_IS_PRESERVED = 1,
    }
}

c_enum! {
    /// Flags of the occupancy questions.
    MUoccupancy_flags: u32 {
        MU_OCCUPANCY_DEFAULT = 0,
        MU_OCCUPANCY_DISABLE_CACHING_OVERRIDE = 1,
    }
}
