/* musa.h: the MUSA driver API, version 3.1.0.
 *
 * For C99, C++ and binding generators. Unversioned names stand for the newest version of a
 * function; define MUSA_API_PER_THREAD_DEFAULT_STREAM before including for the variants whose
 * default stream is the calling thread's own. Names and numbers that 3.1.0 does not have are
 * those of later releases, under CUDA's signatures.
 */
#ifndef MUSA_H
#define MUSA_H

#include <stddef.h>
#include <stdint.h>

/* major * 10000 + minor * 100 + patch */
#define MUSA_VERSION 30100

#ifdef _WIN32
#define MUSAAPI __stdcall
#define MUSA_CB __stdcall
#else
#define MUSAAPI
#define MUSA_CB
#endif

#if defined(MUSA_API_PER_THREAD_DEFAULT_STREAM)
#define __MUSA_API_PTDS(api) api##_ptds
#define __MUSA_API_PTSZ(api) api##_ptsz
#else
#define __MUSA_API_PTDS(api) api
#define __MUSA_API_PTSZ(api) api
#endif

/* ---- Versions of functions ---- */

#define muDeviceGetUuid muDeviceGetUuid_v2
#define muDeviceTotalMem muDeviceTotalMem_v2
#define muDevicePrimaryCtxRelease muDevicePrimaryCtxRelease_v2
#define muDevicePrimaryCtxSetFlags muDevicePrimaryCtxSetFlags_v2
#define muDevicePrimaryCtxReset muDevicePrimaryCtxReset_v2
#define muCtxCreate muCtxCreate_v2
#define muCtxDestroy muCtxDestroy_v2
#define muCtxPushCurrent muCtxPushCurrent_v2
#define muCtxPopCurrent muCtxPopCurrent_v2
#define muModuleGetGlobal muModuleGetGlobal_v2
#define muLinkAddData muLinkAddData_v2
#define muLinkAddFile muLinkAddFile_v2
#define muLinkCreate muLinkCreate_v2
#define muMemGetInfo muMemGetInfo_v2
#define muMemAlloc muMemAlloc_v2
#define muMemAllocPitch muMemAllocPitch_v2
#define muMemFree muMemFree_v2
#define muMemGetAddressRange muMemGetAddressRange_v2
#define muMemAllocHost muMemAllocHost_v2
#define muMemHostGetDevicePointer muMemHostGetDevicePointer_v2
#define muMemHostRegister muMemHostRegister_v2
#define muStreamAttachMemAsync __MUSA_API_PTSZ(muStreamAttachMemAsync)
#define muMemPrefetchAsync __MUSA_API_PTSZ(muMemPrefetchAsync)
#define muMemAllocAsync __MUSA_API_PTSZ(muMemAllocAsync)
#define muMemAllocFromPoolAsync __MUSA_API_PTSZ(muMemAllocFromPoolAsync)
#define muMemFreeAsync __MUSA_API_PTSZ(muMemFreeAsync)
#define muMemcpy __MUSA_API_PTDS(muMemcpy)
#define muMemcpyPeer __MUSA_API_PTDS(muMemcpyPeer)
#define muMemcpyHtoD __MUSA_API_PTDS(muMemcpyHtoD_v2)
#define muMemcpyDtoH __MUSA_API_PTDS(muMemcpyDtoH_v2)
#define muMemcpyDtoD __MUSA_API_PTDS(muMemcpyDtoD_v2)
#define muMemcpyHtoA __MUSA_API_PTDS(muMemcpyHtoA_v2)
#define muMemcpyAtoH __MUSA_API_PTDS(muMemcpyAtoH_v2)
#define muMemcpy2D __MUSA_API_PTDS(muMemcpy2D_v2)
#define muMemcpy3D __MUSA_API_PTDS(muMemcpy3D_v2)
#define muMemcpyAsync __MUSA_API_PTSZ(muMemcpyAsync)
#define muMemcpyPeerAsync __MUSA_API_PTSZ(muMemcpyPeerAsync)
#define muMemcpyHtoDAsync __MUSA_API_PTSZ(muMemcpyHtoDAsync_v2)
#define muMemcpyDtoHAsync __MUSA_API_PTSZ(muMemcpyDtoHAsync_v2)
#define muMemcpyDtoDAsync __MUSA_API_PTSZ(muMemcpyDtoDAsync_v2)
#define muMemcpyHtoAAsync __MUSA_API_PTSZ(muMemcpyHtoAAsync_v2)
#define muMemcpyAtoHAsync __MUSA_API_PTSZ(muMemcpyAtoHAsync_v2)
#define muMemcpy2DAsync __MUSA_API_PTSZ(muMemcpy2DAsync_v2)
#define muMemcpy3DAsync __MUSA_API_PTSZ(muMemcpy3DAsync_v2)
#define muMemcpy2DUnaligned __MUSA_API_PTDS(muMemcpy2DUnaligned_v2)
#define muMemcpy3DPeer __MUSA_API_PTDS(muMemcpy3DPeer)
#define muMemcpy3DPeerAsync __MUSA_API_PTSZ(muMemcpy3DPeerAsync)
#define muMemcpyAtoA __MUSA_API_PTDS(muMemcpyAtoA_v2)
#define muMemcpyAtoD __MUSA_API_PTDS(muMemcpyAtoD_v2)
#define muMemcpyDtoA __MUSA_API_PTDS(muMemcpyDtoA_v2)
#define muMemsetD8 __MUSA_API_PTDS(muMemsetD8_v2)
#define muMemsetD16 __MUSA_API_PTDS(muMemsetD16_v2)
#define muMemsetD32 __MUSA_API_PTDS(muMemsetD32_v2)
#define muMemsetD2D8 __MUSA_API_PTDS(muMemsetD2D8_v2)
#define muMemsetD2D16 __MUSA_API_PTDS(muMemsetD2D16_v2)
#define muMemsetD2D32 __MUSA_API_PTDS(muMemsetD2D32_v2)
#define muMemsetD8Async __MUSA_API_PTSZ(muMemsetD8Async)
#define muMemsetD16Async __MUSA_API_PTSZ(muMemsetD16Async)
#define muMemsetD32Async __MUSA_API_PTSZ(muMemsetD32Async)
#define muMemsetD2D8Async __MUSA_API_PTSZ(muMemsetD2D8Async)
#define muMemsetD2D16Async __MUSA_API_PTSZ(muMemsetD2D16Async)
#define muMemsetD2D32Async __MUSA_API_PTSZ(muMemsetD2D32Async)
#define muArrayCreate muArrayCreate_v2
#define muArrayGetDescriptor muArrayGetDescriptor_v2
#define muArray3DCreate muArray3DCreate_v2
#define muArray3DGetDescriptor muArray3DGetDescriptor_v2
#define muMemMapArrayAsync __MUSA_API_PTSZ(muMemMapArrayAsync)
#define muTexRefSetAddress muTexRefSetAddress_v2
#define muTexRefSetAddress2D muTexRefSetAddress2D_v3
#define muTexRefGetAddress muTexRefGetAddress_v2
#define muStreamGetPriority __MUSA_API_PTSZ(muStreamGetPriority)
#define muStreamGetFlags __MUSA_API_PTSZ(muStreamGetFlags)
#define muStreamGetCtx __MUSA_API_PTSZ(muStreamGetCtx)
#define muStreamWaitEvent __MUSA_API_PTSZ(muStreamWaitEvent)
#define muStreamAddCallback __MUSA_API_PTSZ(muStreamAddCallback)
#define muStreamQuery __MUSA_API_PTSZ(muStreamQuery)
#define muStreamSynchronize __MUSA_API_PTSZ(muStreamSynchronize)
#define muStreamDestroy muStreamDestroy_v2
#define muStreamCopyAttributes __MUSA_API_PTSZ(muStreamCopyAttributes)
#define muStreamGetAttribute __MUSA_API_PTSZ(muStreamGetAttribute)
#define muStreamSetAttribute __MUSA_API_PTSZ(muStreamSetAttribute)
#define muStreamBatchMemOp __MUSA_API_PTSZ(muStreamBatchMemOp)
#define muStreamWaitValue32 __MUSA_API_PTSZ(muStreamWaitValue32)
#define muStreamWaitValue64 __MUSA_API_PTSZ(muStreamWaitValue64)
#define muStreamWriteValue32 __MUSA_API_PTSZ(muStreamWriteValue32)
#define muStreamWriteValue64 __MUSA_API_PTSZ(muStreamWriteValue64)
#define muStreamBeginCapture __MUSA_API_PTSZ(muStreamBeginCapture_v2)
#define muStreamEndCapture __MUSA_API_PTSZ(muStreamEndCapture)
#define muStreamGetCaptureInfo __MUSA_API_PTSZ(muStreamGetCaptureInfo)
#define muStreamGetCaptureInfo_v2 __MUSA_API_PTSZ(muStreamGetCaptureInfo_v2)
#define muStreamIsCapturing __MUSA_API_PTSZ(muStreamIsCapturing)
#define muStreamUpdateCaptureDependencies __MUSA_API_PTSZ(muStreamUpdateCaptureDependencies)
#define muEventRecord __MUSA_API_PTSZ(muEventRecord)
#define muEventRecordWithFlags __MUSA_API_PTSZ(muEventRecordWithFlags)
#define muEventDestroy muEventDestroy_v2
#define muLaunchKernel __MUSA_API_PTSZ(muLaunchKernel)
#define muLaunchHostFunc __MUSA_API_PTSZ(muLaunchHostFunc)
#define muLaunchCooperativeKernel __MUSA_API_PTSZ(muLaunchCooperativeKernel)
#define muIpcOpenMemHandle muIpcOpenMemHandle_v2
#define muGraphInstantiate muGraphInstantiate_v2
#define muGraphLaunch __MUSA_API_PTSZ(muGraphLaunch)
#define muGraphUpload __MUSA_API_PTSZ(muGraphUpload)
#define muGraphicsResourceGetMappedPointer muGraphicsResourceGetMappedPointer_v2
#define muGraphicsResourceSetMapFlags muGraphicsResourceSetMapFlags_v2
#define muGraphicsMapResources __MUSA_API_PTSZ(muGraphicsMapResources)
#define muGraphicsUnmapResources __MUSA_API_PTSZ(muGraphicsUnmapResources)
#define muGLCtxCreate muGLCtxCreate_v2
#define muGLGetDevices muGLGetDevices_v2
#define muGLMapBufferObject __MUSA_API_PTDS(muGLMapBufferObject_v2)
#define muGLMapBufferObjectAsync __MUSA_API_PTSZ(muGLMapBufferObjectAsync_v2)
#define muSignalExternalSemaphoresAsync __MUSA_API_PTSZ(muSignalExternalSemaphoresAsync)
#define muVDPAUCtxCreate muVDPAUCtxCreate_v2
#define muWaitExternalSemaphoresAsync __MUSA_API_PTSZ(muWaitExternalSemaphoresAsync)

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Basic types ---- */

typedef uint32_t muuint32_t;
typedef uint64_t muuint64_t;
typedef int MUdevice;
typedef unsigned long long MUdeviceptr;
typedef unsigned long long MUtexObject;
typedef unsigned long long MUsurfObject;
typedef unsigned long long MUmemGenericAllocationHandle;

typedef struct MUctx_st *MUcontext;
typedef struct MUmod_st *MUmodule;
typedef struct MUfunc_st *MUfunction;
typedef struct MUlib_st *MUlibrary;
typedef struct MUkern_st *MUkernel;
typedef struct MUarray_st *MUarray;
typedef struct MUmipmappedArray_st *MUmipmappedArray;
typedef struct MUtexref_st *MUtexref;
typedef struct MUsurfref_st *MUsurfref;
typedef struct MUevent_st *MUevent;
typedef struct MUstream_st *MUstream;
typedef struct MUgraphicsResource_st *MUgraphicsResource;
typedef struct MUextMemory_st *MUexternalMemory;
typedef struct MUextSemaphore_st *MUexternalSemaphore;
typedef struct MUgraph_st *MUgraph;
typedef struct MUgraphNode_st *MUgraphNode;
typedef struct MUgraphExec_st *MUgraphExec;
typedef struct MUmemPoolHandle_st *MUmemoryPool;
typedef struct MUuserObject_st *MUuserObject;
typedef struct MUlinkState_st *MUlinkState;
typedef struct MUgreenCtx_st *MUgreenCtx;
typedef struct MUdevResourceDesc_st *MUdevResourceDesc;
typedef struct MUeglStreamConnection_st *MUeglStreamConnection;

/* ---- Result codes ---- */

typedef enum musaError_enum {
    MUSA_SUCCESS = 0,
    MUSA_ERROR_INVALID_VALUE = 1,
    MUSA_ERROR_OUT_OF_MEMORY = 2,
    MUSA_ERROR_NOT_INITIALIZED = 3,
    MUSA_ERROR_DEINITIALIZED = 4,
    MUSA_ERROR_PROFILER_DISABLED = 5,
    MUSA_ERROR_PROFILER_NOT_INITIALIZED = 6,
    MUSA_ERROR_PROFILER_ALREADY_STARTED = 7,
    MUSA_ERROR_PROFILER_ALREADY_STOPPED = 8,
    MUSA_ERROR_STUB_LIBRARY = 34,
    MUSA_ERROR_NO_DEVICE = 100,
    MUSA_ERROR_INVALID_DEVICE = 101,
    MUSA_ERROR_DEVICE_NOT_LICENSED = 102,
    MUSA_ERROR_INVALID_IMAGE = 200,
    MUSA_ERROR_INVALID_CONTEXT = 201,
    MUSA_ERROR_CONTEXT_ALREADY_CURRENT = 202,
    MUSA_ERROR_MAP_FAILED = 205,
    MUSA_ERROR_UNMAP_FAILED = 206,
    MUSA_ERROR_ARRAY_IS_MAPPED = 207,
    MUSA_ERROR_ALREADY_MAPPED = 208,
    MUSA_ERROR_NO_BINARY_FOR_GPU = 209,
    MUSA_ERROR_ALREADY_ACQUIRED = 210,
    MUSA_ERROR_NOT_MAPPED = 211,
    MUSA_ERROR_NOT_MAPPED_AS_ARRAY = 212,
    MUSA_ERROR_NOT_MAPPED_AS_POINTER = 213,
    MUSA_ERROR_ECC_UNCORRECTABLE = 214,
    MUSA_ERROR_UNSUPPORTED_LIMIT = 215,
    MUSA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
    MUSA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
    MUSA_ERROR_INVALID_PTX = 218,
    MUSA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
    MUSA_ERROR_MTLINK_UNCORRECTABLE = 220,
    MUSA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    MUSA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    MUSA_ERROR_JIT_COMPILATION_DISABLED = 223,
    MUSA_ERROR_UNSUPPORTED_EXEC_AFFINITY = 224,
    MUSA_ERROR_INVALID_SOURCE = 300,
    MUSA_ERROR_FILE_NOT_FOUND = 301,
    MUSA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
    MUSA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
    MUSA_ERROR_OPERATING_SYSTEM = 304,
    MUSA_ERROR_INVALID_HANDLE = 400,
    MUSA_ERROR_ILLEGAL_STATE = 401,
    MUSA_ERROR_NOT_FOUND = 500,
    MUSA_ERROR_NOT_READY = 600,
    MUSA_ERROR_ILLEGAL_ADDRESS = 700,
    MUSA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    MUSA_ERROR_LAUNCH_TIMEOUT = 702,
    MUSA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
    MUSA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    MUSA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
    MUSA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
    MUSA_ERROR_CONTEXT_IS_DESTROYED = 709,
    MUSA_ERROR_ASSERT = 710,
    MUSA_ERROR_TOO_MANY_PEERS = 711,
    MUSA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
    MUSA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
    MUSA_ERROR_HARDWARE_STACK_ERROR = 714,
    MUSA_ERROR_ILLEGAL_INSTRUCTION = 715,
    MUSA_ERROR_MISALIGNED_ADDRESS = 716,
    MUSA_ERROR_INVALID_ADDRESS_SPACE = 717,
    MUSA_ERROR_INVALID_PC = 718,
    MUSA_ERROR_LAUNCH_FAILED = 719,
    MUSA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    MUSA_ERROR_NOT_PERMITTED = 800,
    MUSA_ERROR_NOT_SUPPORTED = 801,
    MUSA_ERROR_SYSTEM_NOT_READY = 802,
    MUSA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
    MUSA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804,
    MUSA_ERROR_MPS_CONNECTION_FAILED = 805,
    MUSA_ERROR_MPS_RPC_FAILURE = 806,
    MUSA_ERROR_MPS_SERVER_NOT_READY = 807,
    MUSA_ERROR_MPS_MAX_CLIENTS_REACHED = 808,
    MUSA_ERROR_MPS_MAX_CONNECTIONS_REACHED = 809,
    MUSA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
    MUSA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
    MUSA_ERROR_STREAM_CAPTURE_MERGE = 902,
    MUSA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
    MUSA_ERROR_STREAM_CAPTURE_UNJOINED = 904,
    MUSA_ERROR_STREAM_CAPTURE_ISOLATION = 905,
    MUSA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
    MUSA_ERROR_CAPTURED_EVENT = 907,
    MUSA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
    MUSA_ERROR_TIMEOUT = 909,
    MUSA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
    MUSA_ERROR_EXTERNAL_DEVICE = 911,
    MUSA_ERROR_INVALID_CLUSTER_SIZE = 912,
    MUSA_ERROR_UNKNOWN = 999
} MUresult;

/* ---- Devices, contexts and limits ---- */

/* What `muDeviceGetAttribute` can be asked. */
typedef enum MUdevice_attribute_enum {
    MU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    MU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    MU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
    MU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
    MU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    MU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    MU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
    MU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    MU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK = 8,
    MU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
    MU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    MU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
    MU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    MU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK = 12,
    MU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    MU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
    MU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
    MU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    MU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
    MU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
    MU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    MU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = 23,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = 25,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = 26,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH = 27,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT = 28,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES = 29,
    MU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 30,
    MU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    MU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
    MU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
    MU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    MU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
    MU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    MU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
    MU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    MU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    MU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    MU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43,
    MU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER = 44,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH = 45,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT = 46,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = 47,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = 48,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = 49,
    MU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    MU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = 51,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH = 52,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = 53,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = 54,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = 55,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = 56,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT = 57,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = 58,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT = 59,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH = 60,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = 61,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS = 62,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = 63,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT = 64,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS = 65,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH = 66,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = 67,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = 68,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = 69,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = 70,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = 71,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = 72,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = 73,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = 74,
    MU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    MU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = 77,
    MU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
    MU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = 79,
    MU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = 80,
    MU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    MU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
    MU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    MU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = 84,
    MU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = 85,
    MU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
    MU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 87,
    MU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
    MU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    MU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 90,
    MU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
    MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS = 92,
    MU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS = 93,
    MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR = 94,
    MU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    MU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH = 96,
    MU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    MU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES = 98,
    MU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 99,
    MU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = 100,
    MU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = 101,
    MU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
    MU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
    MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
    MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = 104,
    MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED = 105,
    MU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
    MU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = 107,
    MU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = 108,
    MU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE = 109,
    MU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_MUSA_VMM_SUPPORTED = 110,
    MU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
    MU_DEVICE_ATTRIBUTE_SPARSE_MUSA_ARRAY_SUPPORTED = 112,
    MU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED = 113,
    MU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED = 114,
    MU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
    MU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED = 116,
    MU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS = 117,
    MU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING = 118,
    MU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES = 119,
    MU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED = 121,
    MU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V2 = 122,
    MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V2 = 123,
    MU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED = 124,
    MU_DEVICE_ATTRIBUTE_MAX = 125
} MUdevice_attribute;

/* What `muDeviceGetP2PAttribute` can be asked about an ordered pair of devices. */
typedef enum MUdevice_P2PAttribute_enum {
    MU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK = 1,
    MU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED = 2,
    MU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED = 3,
    MU_DEVICE_P2P_ATTRIBUTE_ACCESS_ACCESS_SUPPORTED = 4,
    MU_DEVICE_P2P_ATTRIBUTE_MUSA_ARRAY_ACCESS_SUPPORTED = 4
} MUdevice_P2PAttribute;

/* How many contexts a device admits. */
typedef enum MUcomputemode_enum {
    MU_COMPUTEMODE_DEFAULT = 0,
    MU_COMPUTEMODE_PROHIBITED = 2,
    MU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3
} MUcomputemode;

/* Flags of a context: how the host waits, host mapping, local memory. */
typedef enum MUctx_flags_enum {
    MU_CTX_SCHED_AUTO = 0,
    MU_CTX_SCHED_SPIN = 1,
    MU_CTX_SCHED_YIELD = 2,
    MU_CTX_SCHED_BLOCKING_SYNC = 4,
    MU_CTX_BLOCKING_SYNC = 4,
    MU_CTX_SCHED_MASK = 7,
    MU_CTX_MAP_HOST = 8,
    MU_CTX_LMEM_RESIZE_TO_MAX = 16,
    MU_CTX_FLAGS_MASK = 31
} MUctx_flags;

/* Limits of a context. */
typedef enum MUlimit_enum {
    MU_LIMIT_STACK_SIZE = 0,
    MU_LIMIT_PRINTF_FIFO_SIZE = 1,
    MU_LIMIT_MALLOC_HEAP_SIZE = 2,
    MU_LIMIT_DEV_RUNTIME_SYNC_DEPTH = 3,
    MU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = 4,
    MU_LIMIT_MAX_L2_FETCH_GRANULARITY = 5,
    MU_LIMIT_PERSISTING_L2_CACHE_SIZE = 6,
    MU_LIMIT_MAX = 7
} MUlimit;

/* Preferred split of on-chip memory between L1 cache and shared memory. */
typedef enum MUfunc_cache_enum {
    MU_FUNC_CACHE_PREFER_NONE = 0,
    MU_FUNC_CACHE_PREFER_SHARED = 1,
    MU_FUNC_CACHE_PREFER_L1 = 2,
    MU_FUNC_CACHE_PREFER_EQUAL = 3
} MUfunc_cache;

/* Width of a shared-memory bank. */
typedef enum MUsharedconfig_enum {
    MU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE = 0,
    MU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE = 1,
    MU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE = 2
} MUsharedconfig;

/* Kinds of execution affinity. */
typedef enum MUexecAffinityType_enum {
    MU_EXEC_AFFINITY_TYPE_SM_COUNT = 0,
    MU_EXEC_AFFINITY_TYPE_MAX = 1
} MUexecAffinityType;

/* Which default stream the functions found by `muGetProcAddress` use. */
typedef enum MUdriverProcAddress_flags_enum {
    MU_GET_PROC_ADDRESS_DEFAULT = 0,
    MU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,
    MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2
} MUdriverProcAddress_flags;

/* Format of profiler output. */
typedef enum MUoutput_mode_enum {
    MU_OUT_KEY_VALUE_PAIR = 0,
    MU_OUT_CSV = 1
} MUoutput_mode;

/* Kinds of device resources (green contexts). */
typedef enum MUdevResourceType_enum {
    MU_DEV_RESOURCE_TYPE_INVALID = 0,
    MU_DEV_RESOURCE_TYPE_SM = 1
} MUdevResourceType;

/* Flags of a green context. */
typedef enum MUgreenCtxCreate_flags_enum {
    MU_GREEN_CTX_DEFAULT_STREAM = 1
} MUgreenCtxCreate_flags;

/* ---- Modules, functions, libraries and the just-in-time compiler ---- */

/* Attributes of a kernel. */
typedef enum MUfunction_attribute_enum {
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
    MU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 15
} MUfunction_attribute;

/* Preferred share of shared memory, in percent of the maximum. */
typedef enum MUshared_carveout_enum {
    MU_SHAREDMEM_CARVEOUT_DEFAULT = -1,
    MU_SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
    MU_SHAREDMEM_CARVEOUT_MAX_L1 = 0
} MUshared_carveout;

/* Whether a lazily loaded function is loaded. */
typedef enum MUfunctionLoadingState_enum {
    MU_FUNCTION_LOADING_STATE_UNLOADED = 0,
    MU_FUNCTION_LOADING_STATE_LOADED = 1
} MUfunctionLoadingState;

/* Whether modules load eagerly or lazily. */
typedef enum MUmoduleLoadingMode_enum {
    MU_MODULE_EAGER_LOADING = 1,
    MU_MODULE_LAZY_LOADING = 2
} MUmoduleLoadingMode;

/* Options of the just-in-time compiler. */
typedef enum MUjit_option_enum {
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
    MU_JIT_NUM_OPTIONS = 25
} MUjit_option;

/* Compile targets of the just-in-time compiler (CUDA numbers, as the vendor lists them). */
typedef enum MUjit_target_enum {
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
    MU_TARGET_COMPUTE_86 = 86
} MUjit_target;

/* What to do when no matching binary is found. */
typedef enum MUjit_fallback_enum {
    MU_PREFER_PTX = 0,
    MU_PREFER_BINARY = 1
} MUjit_fallback;

/* Default cache mode of compiled loads. */
typedef enum MUjit_cacheMode_enum {
    MU_JIT_CACHE_OPTION_NONE = 0,
    MU_JIT_CACHE_OPTION_CG = 1,
    MU_JIT_CACHE_OPTION_CA = 2
} MUjit_cacheMode;

/* Kinds of link inputs. */
typedef enum MUjitInputType_enum {
    MU_JIT_INPUT_MUBIN = 0,
    MU_JIT_INPUT_PTX = 1,
    MU_JIT_INPUT_FATBINARY = 2,
    MU_JIT_INPUT_OBJECT = 3,
    MU_JIT_INPUT_LIBRARY = 4,
    MU_JIT_INPUT_MTVM = 5,
    MU_JIT_NUM_INPUT_TYPES = 6
} MUjitInputType;

/* Options of library loading. */
typedef enum MUlibraryOption_enum {
    MU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE = 0,
    MU_LIBRARY_BINARY_IS_PRESERVED = 1
} MUlibraryOption;

/* Flags of the occupancy questions. */
typedef enum MUoccupancy_flags_enum {
    MU_OCCUPANCY_DEFAULT = 0,
    MU_OCCUPANCY_DISABLE_CACHING_OVERRIDE = 1
} MUoccupancy_flags;

/* ---- Memory: host, managed, pools, virtual memory ---- */

/* Where one side of a copy lies. */
typedef enum MUmemorytype_enum {
    MU_MEMORYTYPE_HOST = 1,
    MU_MEMORYTYPE_DEVICE = 2,
    MU_MEMORYTYPE_ARRAY = 3,
    MU_MEMORYTYPE_UNIFIED = 4
} MUmemorytype;

/* What `muPointerGetAttribute` can be asked. */
typedef enum MUpointer_attribute_enum {
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
    MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17
} MUpointer_attribute;

/* How the current context may access a pointer. */
typedef enum MUSA_POINTER_ATTRIBUTE_ACCESS_FLAGS_enum {
    MU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE = 0,
    MU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ = 1,
    MU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE = 3
} MUSA_POINTER_ATTRIBUTE_ACCESS_FLAGS;

/* Who may access managed memory. */
typedef enum MUmemAttach_flags_enum {
    MU_MEM_ATTACH_GLOBAL = 1,
    MU_MEM_ATTACH_HOST = 2,
    MU_MEM_ATTACH_SINGLE = 4
} MUmemAttach_flags;

/* Advice about managed memory. */
typedef enum MUmem_advise_enum {
    MU_MEM_ADVISE_SET_READ_MOSTLY = 1,
    MU_MEM_ADVISE_UNSET_READ_MOSTLY = 2,
    MU_MEM_ADVISE_SET_PREFERRED_LOCATION = 3,
    MU_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 4,
    MU_MEM_ADVISE_SET_ACCESSED_BY = 5,
    MU_MEM_ADVISE_UNSET_ACCESSED_BY = 6
} MUmem_advise;

/* What can be asked of a range of managed memory. */
typedef enum MUmem_range_attribute_enum {
    MU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
    MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
    MU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
    MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 4
} MUmem_range_attribute;

/* Kinds of exportable handles. */
typedef enum MUmemAllocationHandleType_enum {
    MU_MEM_HANDLE_TYPE_NONE = 0,
    MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
    MU_MEM_HANDLE_TYPE_WIN32 = 2,
    MU_MEM_HANDLE_TYPE_WIN32_KMT = 4,
    MU_MEM_HANDLE_TYPE_MAX = 0x7fffffff,
    MU_MEM_HANDLE_TYPE_FABRIC = 8
} MUmemAllocationHandleType;

/* Access to a mapping or a pool. */
typedef enum MUmemAccess_flags_enum {
    MU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
    MU_MEM_ACCESS_FLAGS_PROT_READ = 1,
    MU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3,
    MU_MEM_ACCESS_FLAGS_PROT_MAX = 0x7fffffff
} MUmemAccess_flags;

/* Kinds of memory locations. */
typedef enum MUmemLocationType_enum {
    MU_MEM_LOCATION_TYPE_INVALID = 0,
    MU_MEM_LOCATION_TYPE_DEVICE = 1,
    MU_MEM_LOCATION_TYPE_MAX = 0x7fffffff
} MUmemLocationType;

/* Kinds of allocations. */
typedef enum MUmemAllocationType_enum {
    MU_MEM_ALLOCATION_TYPE_INVALID = 0,
    MU_MEM_ALLOCATION_TYPE_PINNED = 1,
    MU_MEM_ALLOCATION_TYPE_MAX = 0x7fffffff
} MUmemAllocationType;

/* Which granularity is asked for. */
typedef enum MUmemAllocationGranularity_flags_enum {
    MU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    MU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
} MUmemAllocationGranularity_flags;

/* Compression of an allocation. */
typedef enum MUmemAllocationCompType_enum {
    MU_MEM_ALLOCATION_COMP_NONE = 0,
    MU_MEM_ALLOCATION_COMP_GENERIC = 1
} MUmemAllocationCompType;

/* Kinds of handles to an address range. */
typedef enum MUmemRangeHandleType_enum {
    MU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD = 1,
    MU_MEM_RANGE_HANDLE_TYPE_MAX = 0x7fffffff
} MUmemRangeHandleType;

/* Flags of a handle to an address range. */
typedef enum MUmemRangeFlags_enum {
    MU_MEM_RANGE_FLAG_DMA_BUF_MAPPING_TYPE_PCIE = 1
} MUmemRangeFlags;

/* Attributes of a memory pool. */
typedef enum MUmemPool_attribute_enum {
    MU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    MU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC = 2,
    MU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
    MU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4,
    MU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT = 5,
    MU_MEMPOOL_ATTR_RESERVED_MEM_HIGH = 6,
    MU_MEMPOOL_ATTR_USED_MEM_CURRENT = 7,
    MU_MEMPOOL_ATTR_USED_MEM_HIGH = 8
} MUmemPool_attribute;

/* Sparse mapping operations. */
typedef enum MUmemOperationType_enum {
    MU_MEM_OPERATION_TYPE_MAP = 1,
    MU_MEM_OPERATION_TYPE_UNMAP = 2
} MUmemOperationType;

/* Kinds of sparse memory handles. */
typedef enum MUmemHandleType_enum {
    MU_MEM_HANDLE_TYPE_GENERIC = 0
} MUmemHandleType;

/* Flags of opening an exported allocation. */
typedef enum MUipcMem_flags_enum {
    MU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 1,
    MU_IPC_MEM_LAZY_UNIDIR_INTERLEAVE_PEER_ACCESS = 2,
    MU_IPC_MEM_LAZY_BIDIR_INTERLEAVE_PEER_ACCESS = 3,
    MU_IPC_MEM_LAZY_HETERO_INTERLEAVE_PEER_ACCESS = 4,
    MU_IPC_MEM_LAZY_HETERO_BIDIR_INTERLEAVE_PEER_ACCESS = 5,
    MU_IPC_MEM_LAZY_HALF_BIDIR_INTERLEAVE_PEER_ACCESS = 6,
    MU_IPC_MEM_LAZY_PCIE_PEER_ACCESS = 7,
    MU_IPC_MEM_LAZY_POLICY_MAX = 7
} MUipcMem_flags;

/* When a batched copy reads its source. */
typedef enum MUmemcpySrcAccessOrder_enum {
    MU_MEMCPY_SRC_ACCESS_ORDER_INVALID = 0,
    MU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 1,
    MU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL = 2,
    MU_MEMCPY_SRC_ACCESS_ORDER_ANY = 3
} MUmemcpySrcAccessOrder;

/* Hints of a batched copy. */
typedef enum MUmemcpyFlags_enum {
    MU_MEMCPY_FLAG_DEFAULT = 0,
    MU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE = 1
} MUmemcpyFlags;

/* How remote writes can be flushed. */
typedef enum MUflushGPUDirectRDMAWritesOptions_enum {
    MU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST = 1,
    MU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_MEMOPS = 2
} MUflushGPUDirectRDMAWritesOptions;

/* Who sees remote writes in order. */
typedef enum MUGPUDirectRDMAWritesOrdering_enum {
    MU_GPU_DIRECT_RDMA_WRITES_ORDERING_NONE = 0,
    MU_GPU_DIRECT_RDMA_WRITES_ORDERING_OWNER = 100,
    MU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES = 200
} MUGPUDirectRDMAWritesOrdering;

/* Who shall see flushed remote writes. */
typedef enum MUflushGPUDirectRDMAWritesScope_enum {
    MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER = 100,
    MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES = 200
} MUflushGPUDirectRDMAWritesScope;

/* Which writes are flushed. */
typedef enum MUflushGPUDirectRDMAWritesTarget_enum {
    MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX = 0
} MUflushGPUDirectRDMAWritesTarget;

/* ---- Streams, events, capture and launches ---- */

/* Flags of a stream. */
typedef enum MUstream_flags_enum {
    MU_STREAM_DEFAULT = 0,
    MU_STREAM_NON_BLOCKING = 1
} MUstream_flags;

/* Flags of an event. */
typedef enum MUevent_flags_enum {
    MU_EVENT_DEFAULT = 0,
    MU_EVENT_BLOCKING_SYNC = 1,
    MU_EVENT_DISABLE_TIMING = 2,
    MU_EVENT_INTERPROCESS = 4
} MUevent_flags;

/* Flags of recording an event. */
typedef enum MUevent_record_flags_enum {
    MU_EVENT_RECORD_DEFAULT = 0,
    MU_EVENT_RECORD_EXTERNAL = 1
} MUevent_record_flags;

/* Flags of waiting for an event. */
typedef enum MUevent_wait_flags_enum {
    MU_EVENT_WAIT_DEFAULT = 0,
    MU_EVENT_WAIT_EXTERNAL = 1
} MUevent_wait_flags;

/* Comparison of a memory wait. */
typedef enum MUstreamWaitValue_flags_enum {
    MU_STREAM_WAIT_VALUE_GEQ = 0,
    MU_STREAM_WAIT_VALUE_EQ = 1,
    MU_STREAM_WAIT_VALUE_AND = 2,
    MU_STREAM_WAIT_VALUE_NOR = 3,
    MU_STREAM_WAIT_VALUE_FLUSH = 1 << 30
} MUstreamWaitValue_flags;

/* Ordering of a memory write. */
typedef enum MUstreamWriteValue_flags_enum {
    MU_STREAM_WRITE_VALUE_DEFAULT = 0,
    MU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 1
} MUstreamWriteValue_flags;

/* Kinds of batched memory operations. */
typedef enum MUstreamBatchMemOpType_enum {
    MU_STREAM_MEM_OP_WAIT_VALUE_32 = 1,
    MU_STREAM_MEM_OP_WRITE_VALUE_32 = 2,
    MU_STREAM_MEM_OP_WAIT_VALUE_64 = 4,
    MU_STREAM_MEM_OP_WRITE_VALUE_64 = 5,
    MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES = 3
} MUstreamBatchMemOpType;

/* State of stream capture. */
typedef enum MUstreamCaptureStatus_enum {
    MU_STREAM_CAPTURE_STATUS_NONE = 0,
    MU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
    MU_STREAM_CAPTURE_STATUS_INVALIDATED = 2
} MUstreamCaptureStatus;

/* Which unsafe calls a capture forbids. */
typedef enum MUstreamCaptureMode_enum {
    MU_STREAM_CAPTURE_MODE_GLOBAL = 0,
    MU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
    MU_STREAM_CAPTURE_MODE_RELAXED = 2
} MUstreamCaptureMode;

/* How capture dependencies are changed. */
typedef enum MUstreamUpdateCaptureDependencies_flags_enum {
    MU_STREAM_ADD_CAPTURE_DEPENDENCIES = 0,
    MU_STREAM_SET_CAPTURE_DEPENDENCIES = 1
} MUstreamUpdateCaptureDependencies_flags;

/* Attributes of a stream. */
typedef enum MUstreamAttrID_enum {
    MU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
    MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY = 3,
    MU_STREAM_ATTRIBUTE_PRIORITY = 8
} MUstreamAttrID;

/* How the host waits for a stream. */
typedef enum MUsynchronizationPolicy_enum {
    MU_SYNC_POLICY_AUTO = 1,
    MU_SYNC_POLICY_SPIN = 2,
    MU_SYNC_POLICY_YIELD = 3,
    MU_SYNC_POLICY_BLOCKING_SYNC = 4
} MUsynchronizationPolicy;

/* Caching of an access policy window. */
typedef enum MUaccessProperty_enum {
    MU_ACCESS_PROPERTY_NORMAL = 0,
    MU_ACCESS_PROPERTY_STREAMING = 1,
    MU_ACCESS_PROPERTY_PERSISTING = 2
} MUaccessProperty;

/* Attributes of a launch. */
typedef enum MUlaunchAttributeID_enum {
    MU_LAUNCH_ATTRIBUTE_IGNORE = 0,
    MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
    MU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
    MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY = 3,
    MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
    MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 5,
    MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
    MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT = 7,
    MU_LAUNCH_ATTRIBUTE_PRIORITY = 8,
    MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP = 9,
    MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN = 10
} MUlaunchAttributeID;

/* Placement of clusters. */
typedef enum MUclusterSchedulingPolicy_enum {
    MU_CLUSTER_SCHEDULING_POLICY_DEFAULT = 0,
    MU_CLUSTER_SCHEDULING_POLICY_SPREAD = 1,
    MU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING = 2
} MUclusterSchedulingPolicy;

/* Memory synchronisation domains. */
typedef enum MUlaunchMemSyncDomain_enum {
    MU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT = 0,
    MU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE = 1
} MUlaunchMemSyncDomain;

/* ---- Arrays, textures and surfaces ---- */

/* Element formats. */
typedef enum MUarray_format_enum {
    MU_AD_FORMAT_UNSIGNED_INT8 = 1,
    MU_AD_FORMAT_UNSIGNED_INT16 = 2,
    MU_AD_FORMAT_UNSIGNED_INT32 = 3,
    MU_AD_FORMAT_SIGNED_INT8 = 8,
    MU_AD_FORMAT_SIGNED_INT16 = 9,
    MU_AD_FORMAT_SIGNED_INT32 = 10,
    MU_AD_FORMAT_HALF = 16,
    MU_AD_FORMAT_FLOAT = 32,
    MU_AD_FORMAT_NV12 = 176,
    MU_AD_FORMAT_UNORM_INT8X1 = 192,
    MU_AD_FORMAT_UNORM_INT8X2 = 193,
    MU_AD_FORMAT_UNORM_INT8X4 = 194,
    MU_AD_FORMAT_UNORM_INT16X1 = 195,
    MU_AD_FORMAT_UNORM_INT16X2 = 196,
    MU_AD_FORMAT_UNORM_INT16X4 = 197,
    MU_AD_FORMAT_SNORM_INT8X1 = 198,
    MU_AD_FORMAT_SNORM_INT8X2 = 199,
    MU_AD_FORMAT_SNORM_INT8X4 = 200,
    MU_AD_FORMAT_SNORM_INT16X1 = 201,
    MU_AD_FORMAT_SNORM_INT16X2 = 202,
    MU_AD_FORMAT_SNORM_INT16X4 = 203
} MUarray_format;

/* Faces of a cube map. */
typedef enum MUarray_cubemap_face_enum {
    MU_CUBEMAP_FACE_POSITIVE_X = 0,
    MU_CUBEMAP_FACE_NEGATIVE_X = 1,
    MU_CUBEMAP_FACE_POSITIVE_Y = 2,
    MU_CUBEMAP_FACE_NEGATIVE_Y = 3,
    MU_CUBEMAP_FACE_POSITIVE_Z = 4,
    MU_CUBEMAP_FACE_NEGATIVE_Z = 5
} MUarray_cubemap_face;

/* What a texture fetch does outside its range. */
typedef enum MUaddress_mode_enum {
    MU_TR_ADDRESS_MODE_WRAP = 0,
    MU_TR_ADDRESS_MODE_CLAMP = 1,
    MU_TR_ADDRESS_MODE_MIRROR = 2,
    MU_TR_ADDRESS_MODE_BORDER = 3
} MUaddress_mode;

/* How a texture fetch filters. */
typedef enum MUfilter_mode_enum {
    MU_TR_FILTER_MODE_POINT = 0,
    MU_TR_FILTER_MODE_LINEAR = 1
} MUfilter_mode;

/* What a texture or surface object reads. */
typedef enum MUresourcetype_enum {
    MU_RESOURCE_TYPE_ARRAY = 0,
    MU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
    MU_RESOURCE_TYPE_LINEAR = 2,
    MU_RESOURCE_TYPE_PITCH2D = 3
} MUresourcetype;

/* Formats of a resource view. */
typedef enum MUresourceViewFormat_enum {
    MU_RES_VIEW_FORMAT_NONE = 0,
    MU_RES_VIEW_FORMAT_UINT_1X8 = 1,
    MU_RES_VIEW_FORMAT_UINT_2X8 = 2,
    MU_RES_VIEW_FORMAT_UINT_4X8 = 3,
    MU_RES_VIEW_FORMAT_SINT_1X8 = 4,
    MU_RES_VIEW_FORMAT_SINT_2X8 = 5,
    MU_RES_VIEW_FORMAT_SINT_4X8 = 6,
    MU_RES_VIEW_FORMAT_UINT_1X16 = 7,
    MU_RES_VIEW_FORMAT_UINT_2X16 = 8,
    MU_RES_VIEW_FORMAT_UINT_4X16 = 9,
    MU_RES_VIEW_FORMAT_SINT_1X16 = 10,
    MU_RES_VIEW_FORMAT_SINT_2X16 = 11,
    MU_RES_VIEW_FORMAT_SINT_4X16 = 12,
    MU_RES_VIEW_FORMAT_UINT_1X32 = 13,
    MU_RES_VIEW_FORMAT_UINT_2X32 = 14,
    MU_RES_VIEW_FORMAT_UINT_4X32 = 15,
    MU_RES_VIEW_FORMAT_SINT_1X32 = 16,
    MU_RES_VIEW_FORMAT_SINT_2X32 = 17,
    MU_RES_VIEW_FORMAT_SINT_4X32 = 18,
    MU_RES_VIEW_FORMAT_FLOAT_1X16 = 19,
    MU_RES_VIEW_FORMAT_FLOAT_2X16 = 20,
    MU_RES_VIEW_FORMAT_FLOAT_4X16 = 21,
    MU_RES_VIEW_FORMAT_FLOAT_1X32 = 22,
    MU_RES_VIEW_FORMAT_FLOAT_2X32 = 23,
    MU_RES_VIEW_FORMAT_FLOAT_4X32 = 24,
    MU_RES_VIEW_FORMAT_UNSIGNED_BC1 = 25,
    MU_RES_VIEW_FORMAT_UNSIGNED_BC2 = 26,
    MU_RES_VIEW_FORMAT_UNSIGNED_BC3 = 27,
    MU_RES_VIEW_FORMAT_UNSIGNED_BC4 = 28,
    MU_RES_VIEW_FORMAT_SIGNED_BC4 = 29,
    MU_RES_VIEW_FORMAT_UNSIGNED_BC5 = 30,
    MU_RES_VIEW_FORMAT_SIGNED_BC5 = 31,
    MU_RES_VIEW_FORMAT_UNSIGNED_BC6H = 32,
    MU_RES_VIEW_FORMAT_SIGNED_BC6H = 33,
    MU_RES_VIEW_FORMAT_UNSIGNED_BC7 = 34
} MUresourceViewFormat;

/* Parts of a sparse array. */
typedef enum MUarraySparseSubresourceType_enum {
    MU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL = 0,
    MU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL = 1
} MUarraySparseSubresourceType;

/* ---- Graphs and user objects ---- */

/* Kinds of graph nodes. */
typedef enum MUgraphNodeType_enum {
    MU_GRAPH_NODE_TYPE_KERNEL = 0,
    MU_GRAPH_NODE_TYPE_MEMCPY = 1,
    MU_GRAPH_NODE_TYPE_MEMSET = 2,
    MU_GRAPH_NODE_TYPE_HOST = 3,
    MU_GRAPH_NODE_TYPE_GRAPH = 4,
    MU_GRAPH_NODE_TYPE_EMPTY = 5,
    MU_GRAPH_NODE_TYPE_WAIT_EVENT = 6,
    MU_GRAPH_NODE_TYPE_EVENT_RECORD = 7,
    MU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL = 8,
    MU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT = 9,
    MU_GRAPH_NODE_TYPE_MEM_ALLOC = 10,
    MU_GRAPH_NODE_TYPE_MEM_FREE = 11
} MUgraphNodeType;

/* Why an executable graph could not be updated. */
typedef enum MUgraphExecUpdateResult_enum {
    MU_GRAPH_EXEC_UPDATE_SUCCESS = 0,
    MU_GRAPH_EXEC_UPDATE_ERROR = 1,
    MU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED = 2,
    MU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED = 3,
    MU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED = 4,
    MU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED = 5,
    MU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED = 6,
    MU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE = 7
} MUgraphExecUpdateResult;

/* Memory that graphs use on a device. */
typedef enum MUgraphMem_attribute_enum {
    MU_GRAPH_MEM_ATTR_USED_MEM_CURRENT = 0,
    MU_GRAPH_MEM_ATTR_USED_MEM_HIGH = 1,
    MU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT = 2,
    MU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH = 3
} MUgraphMem_attribute;

/* Flags of instantiating a graph. */
typedef enum MUgraphInstantiate_flags_enum {
    MUSA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1
} MUgraphInstantiate_flags;

/* What a graph dump shows. */
typedef enum MUgraphDebugDot_flags_enum {
    MU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE = 1,
    MU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES = 2,
    MU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS = 4,
    MU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS = 8,
    MU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS = 16,
    MU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS = 32,
    MU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS = 64,
    MU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS = 128,
    MU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS = 256,
    MU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES = 512,
    MU_GRAPH_DEBUG_DOT_FLAGS_HANDLES = 1024,
    MU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS = 2048,
    MU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS = 4096
} MUgraphDebugDot_flags;

/* Kinds of graph edges. */
typedef enum MUgraphDependencyType_enum {
    MU_GRAPH_DEPENDENCY_TYPE_DEFAULT = 0,
    MU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC = 1
} MUgraphDependencyType;

/* Attributes of a kernel node. */
typedef enum MUkernelNodeAttrID_enum {
    MU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
    MU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE = 2
} MUkernelNodeAttrID;

/* Flags of a user object. */
typedef enum MUuserObject_flags_enum {
    MU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1
} MUuserObject_flags;

/* Flags of retaining a user object. */
typedef enum MUuserObjectRetain_flags_enum {
    MU_GRAPH_USER_OBJECT_MOVE = 1
} MUuserObjectRetain_flags;

/* ---- Graphics, external memory and tensor descriptors ---- */

/* Flags of registering a graphics resource. */
typedef enum MUgraphicsRegisterFlags_enum {
    MU_GRAPHICS_REGISTER_FLAGS_NONE = 0,
    MU_GRAPHICS_REGISTER_FLAGS_READ_ONLY = 1,
    MU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD = 2,
    MU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST = 4,
    MU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER = 8
} MUgraphicsRegisterFlags;

/* Flags of mapping a graphics resource. */
typedef enum MUgraphicsMapResourceFlags_enum {
    MU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE = 0,
    MU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY = 1,
    MU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2
} MUgraphicsMapResourceFlags;

/* Which devices of a GL context are asked for. */
typedef enum MUGLDeviceList_enum {
    MU_GL_DEVICE_LIST_ALL = 1,
    MU_GL_DEVICE_LIST_CURRENT_FRAME = 2,
    MU_GL_DEVICE_LIST_NEXT_FRAME = 3
} MUGLDeviceList;

/* How an EGL frame lies in memory. */
typedef enum MUeglFrameType_enum {
    MU_EGL_FRAME_TYPE_ARRAY = 0,
    MU_EGL_FRAME_TYPE_PITCH = 1
} MUeglFrameType;

/* Colour formats of an EGL frame. */
typedef enum MUeglColorFormat_enum {
    MU_EGL_COLOR_FORMAT_YUV420_PLANAR = 0,
    MU_EGL_COLOR_FORMAT_YUV420_SEMIPLANAR = 1,
    MU_EGL_COLOR_FORMAT_YUV422_PLANAR = 2,
    MU_EGL_COLOR_FORMAT_YUV422_SEMIPLANAR = 3,
    MU_EGL_COLOR_FORMAT_RGB = 4,
    MU_EGL_COLOR_FORMAT_BGR = 5,
    MU_EGL_COLOR_FORMAT_ARGB = 6,
    MU_EGL_COLOR_FORMAT_RGBA = 7,
    MU_EGL_COLOR_FORMAT_L = 8,
    MU_EGL_COLOR_FORMAT_R = 9
} MUeglColorFormat;

/* Kinds of external memory handles. */
typedef enum MUexternalMemoryHandleType_enum {
    MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD = 1,
    MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32 = 2,
    MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
    MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP = 4,
    MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE = 5,
    MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE = 6,
    MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT = 7,
    MU_EXTERNAL_MEMORY_HANDLE_TYPE_MTSCIBUF = 8
} MUexternalMemoryHandleType;

/* Kinds of external semaphore handles. */
typedef enum MUexternalSemaphoreHandleType_enum {
    MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD = 1,
    MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32 = 2,
    MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
    MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE = 4,
    MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE = 5,
    MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_MTSCISYNC = 6,
    MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX = 7,
    MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT = 8,
    MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD = 9,
    MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32 = 10
} MUexternalSemaphoreHandleType;

/* Element types of a tensor descriptor. */
typedef enum MUtensorDescriptorDataType_enum {
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
    MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT64 = 12
} MUtensorDescriptorDataType;

/* Interleaving of a tensor descriptor. */
typedef enum MUtensorDescriptorInterleave_enum {
    MU_TENSOR_DESCRIPTOR_INTERLEAVE_NONE = 0,
    MU_TENSOR_DESCRIPTOR_INTERLEAVE_16B = 1,
    MU_TENSOR_DESCRIPTOR_INTERLEAVE_32B = 2,
    MU_TENSOR_DESCRIPTOR_INTERLEAVE_64B = 3,
    MU_TENSOR_DESCRIPTOR_INTERLEAVE_128B = 4,
    MU_TENSOR_DESCRIPTOR_INTERLEAVE_256B = 5
} MUtensorDescriptorInterleave;

/* Interleaving of a direct convolution. */
typedef enum MUdirectConvInterleave_enum {
    MU_DIRECT_CONV_INTERLEAVE_16B = 0,
    MU_DIRECT_CONV_INTERLEAVE_32B = 1,
    MU_DIRECT_CONV_INTERLEAVE_64B = 2,
    MU_DIRECT_CONV_INTERLEAVE_128B = 3,
    MU_DIRECT_CONV_INTERLEAVE_256B = 4
} MUdirectConvInterleave;

/* Basic shape of a direct convolution. */
typedef enum MUdirectConvBasicShape_enum {
    MU_DIRECT_CONV_BASIC_SHAPE_1_4 = 0,
    MU_DIRECT_CONV_BASIC_SHAPE_4_1 = 1,
    MU_DIRECT_CONV_BASIC_SHAPE_2_2 = 2
} MUdirectConvBasicShape;

/* Element types of a tensor map. */
typedef enum MUtensorMapDataType_enum {
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
    MU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ = 12
} MUtensorMapDataType;

/* Interleaving of a tensor map. */
typedef enum MUtensorMapInterleave_enum {
    MU_TENSOR_MAP_INTERLEAVE_NONE = 0,
    MU_TENSOR_MAP_INTERLEAVE_16B = 1,
    MU_TENSOR_MAP_INTERLEAVE_32B = 2
} MUtensorMapInterleave;

/* Swizzling of a tensor map. */
typedef enum MUtensorMapSwizzle_enum {
    MU_TENSOR_MAP_SWIZZLE_NONE = 0,
    MU_TENSOR_MAP_SWIZZLE_32B = 1,
    MU_TENSOR_MAP_SWIZZLE_64B = 2,
    MU_TENSOR_MAP_SWIZZLE_128B = 3
} MUtensorMapSwizzle;

/* L2 promotion of a tensor map. */
typedef enum MUtensorMapL2promotion_enum {
    MU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
    MU_TENSOR_MAP_L2_PROMOTION_L2_64B = 1,
    MU_TENSOR_MAP_L2_PROMOTION_L2_128B = 2,
    MU_TENSOR_MAP_L2_PROMOTION_L2_256B = 3
} MUtensorMapL2promotion;

/* What a tensor map reads outside its bounds. */
typedef enum MUtensorMapFloatOOBfill_enum {
    MU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
    MU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA = 1
} MUtensorMapFloatOOBfill;

/* ---- Constants ---- */

#define MU_IPC_HANDLE_SIZE 64
#define MU_STREAM_LEGACY ((MUstream)0x1)
#define MU_STREAM_PER_THREAD ((MUstream)0x2)
#define MU_DEVICE_CPU ((MUdevice)-1)
#define MU_DEVICE_INVALID ((MUdevice)-2)
#define MU_PEERACCESS_DEFAULT 0

#define MU_LAUNCH_PARAM_END ((void *)0x00)
#define MU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define MU_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)

#define MU_MEMHOSTALLOC_PORTABLE 0x01
#define MU_MEMHOSTALLOC_DEVICEMAP 0x02
#define MU_MEMHOSTALLOC_WRITECOMBINED 0x04
#define MU_MEMHOSTREGISTER_PORTABLE 0x01
#define MU_MEMHOSTREGISTER_DEVICEMAP 0x02
#define MU_MEMHOSTREGISTER_IOMEMORY 0x04
#define MU_MEMHOSTREGISTER_READ_ONLY 0x08

#define MUSA_ARRAY3D_LAYERED 0x01
#define MUSA_ARRAY3D_2DARRAY 0x01
#define MUSA_ARRAY3D_SURFACE_LDST 0x02
#define MUSA_ARRAY3D_CUBEMAP 0x04
#define MUSA_ARRAY3D_TEXTURE_GATHER 0x08
#define MUSA_ARRAY3D_DEPTH_TEXTURE 0x10
#define MUSA_ARRAY3D_COLOR_ATTACHMENT 0x20
#define MUSA_ARRAY3D_SPARSE 0x40
#define MUSA_ARRAY3D_DEFERRED_MAPPING 0x80

#define MU_TRSA_OVERRIDE_FORMAT 0x01
#define MU_TRSF_READ_AS_INTEGER 0x01
#define MU_TRSF_NORMALIZED_COORDINATES 0x02
#define MU_TRSF_SRGB 0x10
#define MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION 0x20
#define MU_PARAM_TR_DEFAULT -1

#define MUSA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC 0x01
#define MUSA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC 0x02
#define MUSA_EXTERNAL_MEMORY_DEDICATED 0x1
#define MUSA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_MTSCIBUF_MEMSYNC 0x01
#define MUSA_EXTERNAL_SEMAPHORE_WAIT_SKIP_MTSCIBUF_MEMSYNC 0x02

/* ---- Callbacks ---- */

typedef void(MUSA_CB *MUhostFn)(void *userData);
typedef void(MUSA_CB *MUstreamCallback)(MUstream hStream, MUresult status, void *userData);
typedef size_t(MUSA_CB *MUoccupancyB2DSize)(int blockSize);

/* ---- Structures ---- */

typedef struct MUuuid_st {
    char bytes[16];
} MUuuid;

typedef struct MUipcEventHandle_st {
    char reserved[MU_IPC_HANDLE_SIZE];
} MUipcEventHandle;

typedef struct MUipcMemHandle_st {
    char reserved[MU_IPC_HANDLE_SIZE];
} MUipcMemHandle;

typedef struct MUdevprop_st {
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int sharedMemPerBlock;
    int totalConstantMemory;
    int SIMDWidth;
    int memPitch;
    int regsPerBlock;
    int clockRate;
    int textureAlign;
} MUdevprop;

typedef struct MUaccessPolicyWindow_st {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    MUaccessProperty hitProp;
    MUaccessProperty missProp;
} MUaccessPolicyWindow;

typedef struct MUexecAffinitySmCount_st {
    unsigned int val;
} MUexecAffinitySmCount;

typedef struct MUexecAffinityParam_st {
    MUexecAffinityType type;
    union {
        MUexecAffinitySmCount smCount;
    } param;
} MUexecAffinityParam;

typedef struct MUSA_LAUNCH_PARAMS_st {
    MUfunction function;
    unsigned int gridDimX;
    unsigned int gridDimY;
    unsigned int gridDimZ;
    unsigned int blockDimX;
    unsigned int blockDimY;
    unsigned int blockDimZ;
    unsigned int sharedMemBytes;
    MUstream hStream;
    void **kernelParams;
} MUSA_LAUNCH_PARAMS;

typedef struct MUlaunchMemSyncDomainMap_st {
    unsigned char default_;
    unsigned char remote;
} MUlaunchMemSyncDomainMap;

typedef union MUlaunchAttributeValue_union {
    char pad[64];
    MUaccessPolicyWindow accessPolicyWindow;
    int cooperative;
    MUsynchronizationPolicy syncPolicy;
    struct {
        unsigned int x;
        unsigned int y;
        unsigned int z;
    } clusterDim;
    MUclusterSchedulingPolicy clusterSchedulingPolicyPreference;
    int programmaticStreamSerializationAllowed;
    struct {
        MUevent event;
        int flags;
        int triggerAtBlockStart;
    } programmaticEvent;
    int priority;
    MUlaunchMemSyncDomainMap memSyncDomainMap;
    MUlaunchMemSyncDomain memSyncDomain;
} MUlaunchAttributeValue;

typedef struct MUlaunchAttribute_st {
    MUlaunchAttributeID id;
    char pad[8 - sizeof(MUlaunchAttributeID)];
    MUlaunchAttributeValue value;
} MUlaunchAttribute;

typedef struct MUlaunchConfig_st {
    unsigned int gridDimX;
    unsigned int gridDimY;
    unsigned int gridDimZ;
    unsigned int blockDimX;
    unsigned int blockDimY;
    unsigned int blockDimZ;
    unsigned int sharedMemBytes;
    MUstream hStream;
    MUlaunchAttribute *attrs;
    unsigned int numAttrs;
} MUlaunchConfig;

typedef union MUstreamAttrValue_union {
    MUaccessPolicyWindow accessPolicyWindow;
    MUsynchronizationPolicy syncPolicy;
    int priority;
} MUstreamAttrValue;

typedef union MUkernelNodeAttrValue_union {
    MUaccessPolicyWindow accessPolicyWindow;
    int cooperative;
    int priority;
} MUkernelNodeAttrValue;

typedef struct MUSA_MEMCPY2D_st {
    size_t srcXInBytes;
    size_t srcY;
    MUmemorytype srcMemoryType;
    const void *srcHost;
    MUdeviceptr srcDevice;
    MUarray srcArray;
    size_t srcPitch;
    size_t dstXInBytes;
    size_t dstY;
    MUmemorytype dstMemoryType;
    void *dstHost;
    MUdeviceptr dstDevice;
    MUarray dstArray;
    size_t dstPitch;
    size_t WidthInBytes;
    size_t Height;
} MUSA_MEMCPY2D;

typedef struct MUSA_MEMCPY3D_st {
    size_t srcXInBytes;
    size_t srcY;
    size_t srcZ;
    size_t srcLOD;
    MUmemorytype srcMemoryType;
    const void *srcHost;
    MUdeviceptr srcDevice;
    MUarray srcArray;
    void *reserved0;
    size_t srcPitch;
    size_t srcHeight;
    size_t dstXInBytes;
    size_t dstY;
    size_t dstZ;
    size_t dstLOD;
    MUmemorytype dstMemoryType;
    void *dstHost;
    MUdeviceptr dstDevice;
    MUarray dstArray;
    void *reserved1;
    size_t dstPitch;
    size_t dstHeight;
    size_t WidthInBytes;
    size_t Height;
    size_t Depth;
} MUSA_MEMCPY3D;

typedef struct MUSA_MEMCPY3D_PEER_st {
    size_t srcXInBytes;
    size_t srcY;
    size_t srcZ;
    size_t srcLOD;
    MUmemorytype srcMemoryType;
    const void *srcHost;
    MUdeviceptr srcDevice;
    MUarray srcArray;
    MUcontext srcContext;
    size_t srcPitch;
    size_t srcHeight;
    size_t dstXInBytes;
    size_t dstY;
    size_t dstZ;
    size_t dstLOD;
    MUmemorytype dstMemoryType;
    void *dstHost;
    MUdeviceptr dstDevice;
    MUarray dstArray;
    MUcontext dstContext;
    size_t dstPitch;
    size_t dstHeight;
    size_t WidthInBytes;
    size_t Height;
    size_t Depth;
} MUSA_MEMCPY3D_PEER;

typedef struct MUSA_ARRAY_DESCRIPTOR_st {
    size_t Width;
    size_t Height;
    MUarray_format Format;
    unsigned int NumChannels;
} MUSA_ARRAY_DESCRIPTOR;

typedef struct MUSA_ARRAY3D_DESCRIPTOR_st {
    size_t Width;
    size_t Height;
    size_t Depth;
    MUarray_format Format;
    unsigned int NumChannels;
    unsigned int Flags;
} MUSA_ARRAY3D_DESCRIPTOR;

typedef struct MUSA_ARRAY_SPARSE_PROPERTIES_st {
    struct {
        unsigned int width;
        unsigned int height;
        unsigned int depth;
    } tileExtent;
    unsigned int miptailFirstLevel;
    unsigned long long miptailSize;
    unsigned int flags;
    unsigned int reserved[4];
} MUSA_ARRAY_SPARSE_PROPERTIES;

typedef struct MUarrayMapInfo_st {
    MUresourcetype resourceType;
    union {
        MUmipmappedArray mipmap;
        MUarray array;
    } resource;
    MUarraySparseSubresourceType subresourceType;
    union {
        struct {
            unsigned int level;
            unsigned int layer;
            unsigned int offsetX;
            unsigned int offsetY;
            unsigned int offsetZ;
            unsigned int extentWidth;
            unsigned int extentHeight;
            unsigned int extentDepth;
        } sparseLevel;
        struct {
            unsigned int layer;
            unsigned long long offset;
            unsigned long long size;
        } miptail;
    } subresource;
    MUmemOperationType memOperationType;
    MUmemHandleType memHandleType;
    union {
        MUmemGenericAllocationHandle memHandle;
    } memHandle;
    unsigned long long offset;
    unsigned int deviceBitMask;
    unsigned int flags;
    unsigned int reserved[2];
} MUarrayMapInfo;

typedef struct MUSA_RESOURCE_DESC_st {
    MUresourcetype resType;
    union {
        struct {
            MUarray hArray;
        } array;
        struct {
            MUmipmappedArray hMipmappedArray;
        } mipmap;
        struct {
            MUdeviceptr devPtr;
            MUarray_format format;
            unsigned int numChannels;
            size_t sizeInBytes;
        } linear;
        struct {
            MUdeviceptr devPtr;
            MUarray_format format;
            unsigned int numChannels;
            size_t width;
            size_t height;
            size_t pitchInBytes;
        } pitch2D;
        struct {
            int reserved[32];
        } reserved;
    } res;
    unsigned int flags;
} MUSA_RESOURCE_DESC;

typedef struct MUSA_TEXTURE_DESC_st {
    MUaddress_mode addressMode[3];
    MUfilter_mode filterMode;
    unsigned int flags;
    unsigned int maxAnisotropy;
    MUfilter_mode mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;
    float borderColor[4];
    int reserved[12];
} MUSA_TEXTURE_DESC;

typedef struct MUSA_RESOURCE_VIEW_DESC_st {
    MUresourceViewFormat format;
    size_t width;
    size_t height;
    size_t depth;
    unsigned int firstMipmapLevel;
    unsigned int lastMipmapLevel;
    unsigned int firstLayer;
    unsigned int lastLayer;
    unsigned int reserved[16];
} MUSA_RESOURCE_VIEW_DESC;

typedef struct MUmemLocation_st {
    MUmemLocationType type;
    int id;
} MUmemLocation;

typedef struct MUmemAllocationProp_st {
    MUmemAllocationType type;
    MUmemAllocationHandleType requestedHandleTypes;
    MUmemLocation location;
    void *win32HandleMetaData;
    struct {
        unsigned char compressionType;
        unsigned char gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
} MUmemAllocationProp;

typedef struct MUmemAccessDesc_st {
    MUmemLocation location;
    MUmemAccess_flags flags;
} MUmemAccessDesc;

typedef struct MUmemPoolProps_st {
    MUmemAllocationType allocType;
    MUmemAllocationHandleType handleTypes;
    MUmemLocation location;
    void *win32SecurityAttributes;
    unsigned char reserved[64];
} MUmemPoolProps;

typedef struct MUmemPoolPtrExportData_st {
    unsigned char reserved[64];
} MUmemPoolPtrExportData;

typedef struct MUmemcpyAttributes_st {
    MUmemcpySrcAccessOrder srcAccessOrder;
    MUmemLocation srcLocHint;
    MUmemLocation dstLocHint;
    unsigned int flags;
} MUmemcpyAttributes;

typedef struct MUSA_POINTER_ATTRIBUTE_P2P_TOKENS_st {
    unsigned long long p2pToken;
    unsigned int vaSpaceToken;
} MUSA_POINTER_ATTRIBUTE_P2P_TOKENS;

typedef union MUstreamBatchMemOpParams_union {
    MUstreamBatchMemOpType operation;
    struct MUstreamMemOpWaitValueParams_st {
        MUstreamBatchMemOpType operation;
        MUdeviceptr address;
        union {
            muuint32_t value;
            muuint64_t value64;
        };
        unsigned int flags;
        MUdeviceptr alias;
    } waitValue;
    struct MUstreamMemOpWriteValueParams_st {
        MUstreamBatchMemOpType operation;
        MUdeviceptr address;
        union {
            muuint32_t value;
            muuint64_t value64;
        };
        unsigned int flags;
        MUdeviceptr alias;
    } writeValue;
    struct MUstreamMemOpFlushRemoteWritesParams_st {
        MUstreamBatchMemOpType operation;
        unsigned int flags;
    } flushRemoteWrites;
    muuint64_t pad[6];
} MUstreamBatchMemOpParams;

typedef struct MUSA_KERNEL_NODE_PARAMS_st {
    MUfunction func;
    unsigned int gridDimX;
    unsigned int gridDimY;
    unsigned int gridDimZ;
    unsigned int blockDimX;
    unsigned int blockDimY;
    unsigned int blockDimZ;
    unsigned int sharedMemBytes;
    void **kernelParams;
    void **extra;
} MUSA_KERNEL_NODE_PARAMS;

typedef struct MUSA_MEMSET_NODE_PARAMS_st {
    MUdeviceptr dst;
    size_t pitch;
    unsigned int value;
    unsigned int elementSize;
    size_t width;
    size_t height;
} MUSA_MEMSET_NODE_PARAMS;

typedef struct MUSA_HOST_NODE_PARAMS_st {
    MUhostFn fn;
    void *userData;
} MUSA_HOST_NODE_PARAMS;

typedef struct MUSA_MEM_ALLOC_NODE_PARAMS_st {
    MUmemPoolProps poolProps;
    const MUmemAccessDesc *accessDescs;
    size_t accessDescCount;
    size_t bytesize;
    MUdeviceptr dptr;
} MUSA_MEM_ALLOC_NODE_PARAMS;

typedef struct MUgraphEdgeData_st {
    unsigned char from_port;
    unsigned char to_port;
    unsigned char type;
    unsigned char reserved[5];
} MUgraphEdgeData;

typedef struct MUSA_EXTERNAL_MEMORY_HANDLE_DESC_st {
    MUexternalMemoryHandleType type;
    union {
        int fd;
        struct {
            void *handle;
            const void *name;
        } win32;
        const void *mtSciBufObject;
    } handle;
    unsigned long long size;
    unsigned int flags;
    unsigned int reserved[16];
} MUSA_EXTERNAL_MEMORY_HANDLE_DESC;

typedef struct MUSA_EXTERNAL_MEMORY_BUFFER_DESC_st {
    unsigned long long offset;
    unsigned long long size;
    unsigned int flags;
    unsigned int reserved[16];
} MUSA_EXTERNAL_MEMORY_BUFFER_DESC;

typedef struct MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st {
    unsigned long long offset;
    MUSA_ARRAY3D_DESCRIPTOR arrayDesc;
    unsigned int numLevels;
    unsigned int reserved[16];
} MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC;

typedef struct MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st {
    MUexternalSemaphoreHandleType type;
    union {
        int fd;
        struct {
            void *handle;
            const void *name;
        } win32;
        const void *mtSciSyncObj;
    } handle;
    unsigned int flags;
    unsigned int reserved[16];
} MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC;

typedef struct MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st {
    struct {
        struct {
            unsigned long long value;
        } fence;
        union {
            void *fence;
            unsigned long long reserved;
        } mtSciSync;
        struct {
            unsigned long long key;
        } keyedMutex;
        unsigned int reserved[12];
    } params;
    unsigned int flags;
    unsigned int reserved[16];
} MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS;

typedef struct MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st {
    struct {
        struct {
            unsigned long long value;
        } fence;
        union {
            void *fence;
            unsigned long long reserved;
        } mtSciSync;
        struct {
            unsigned long long key;
            unsigned int timeoutMs;
        } keyedMutex;
        unsigned int reserved[10];
    } params;
    unsigned int flags;
    unsigned int reserved[16];
} MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS;

typedef struct MUSA_EXT_SEM_SIGNAL_NODE_PARAMS_st {
    MUexternalSemaphore *extSemArray;
    const MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray;
    unsigned int numExtSems;
} MUSA_EXT_SEM_SIGNAL_NODE_PARAMS;

typedef struct MUSA_EXT_SEM_WAIT_NODE_PARAMS_st {
    MUexternalSemaphore *extSemArray;
    const MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray;
    unsigned int numExtSems;
} MUSA_EXT_SEM_WAIT_NODE_PARAMS;

typedef struct MUtensorDescriptor_st {
    muuint64_t opaque[8];
} MUtensorDescriptor;

typedef struct MUtensorMap_st {
    muuint64_t opaque[16];
} MUtensorMap;

typedef struct MUconvParamer_st {
    int params[3];
} MUconvParamer;

typedef struct MUdirectConvParamer_st {
    char bytes[32];
} MUdirectConvParamer;

typedef struct MUdevSmResource_st {
    unsigned int smCount;
} MUdevSmResource;

typedef struct MUdevResource_st {
    MUdevResourceType type;
    unsigned char _internal_padding[92];
    union {
        MUdevSmResource sm;
        unsigned char _oversize[48];
    };
} MUdevResource;

typedef struct MUeglFrame_st {
    union {
        MUarray pArray[3];
        void *pPitch[3];
    } frame;
    unsigned int width;
    unsigned int height;
    unsigned int depth;
    unsigned int pitch;
    unsigned int planeCount;
    unsigned int numChannels;
    MUeglFrameType frameType;
    MUeglColorFormat eglColorFormat;
    MUarray_format cuFormat;
} MUeglFrame;

/* ---- Initialisation, versions, errors and entry points ---- */

MUresult MUSAAPI muGetErrorString(MUresult error, const char **pStr);
MUresult MUSAAPI muGetErrorName(MUresult error, const char **pStr);
MUresult MUSAAPI muInit(unsigned int Flags);
MUresult MUSAAPI muDriverGetVersion(int *driverVersion);
MUresult MUSAAPI muGetProcAddress(const char *symbol, void **pfn, int musaVersion,
    muuint64_t flags);
MUresult MUSAAPI muGetExportTable(const void **ppExportTable, const MUuuid *pExportTableId);
MUresult MUSAAPI muProfilerInitialize(const char *configFile, const char *outputFile,
    MUoutput_mode outputMode);
MUresult MUSAAPI muProfilerStart(void);
MUresult MUSAAPI muProfilerStop(void);

/* ---- Devices ---- */

MUresult MUSAAPI muDeviceGet(MUdevice *device, int ordinal);
MUresult MUSAAPI muDeviceGetCount(int *count);
MUresult MUSAAPI muDeviceGetName(char *name, int len, MUdevice dev);
MUresult MUSAAPI muDeviceGetUuid(MUuuid *uuid, MUdevice dev);
MUresult MUSAAPI muDeviceTotalMem(size_t *bytes, MUdevice dev);
MUresult MUSAAPI muDeviceGetAttribute(int *pi, MUdevice_attribute attrib, MUdevice dev);
MUresult MUSAAPI muDeviceGetProperties(MUdevprop *prop, MUdevice dev);
MUresult MUSAAPI muDeviceComputeCapability(int *major, int *minor, MUdevice dev);
MUresult MUSAAPI muDeviceGetByPCIBusId(MUdevice *dev, const char *pciBusId);
MUresult MUSAAPI muDeviceGetPCIBusId(char *pciBusId, int len, MUdevice dev);
MUresult MUSAAPI muDeviceGetExecAffinitySupport(int *pi, MUexecAffinityType kind, MUdevice dev);
MUresult MUSAAPI muDeviceGetLuid(char *luid, unsigned int *deviceNodeMask, MUdevice dev);
MUresult MUSAAPI muDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
    MUarray_format format, unsigned int numChannels, MUdevice dev);
MUresult MUSAAPI muFlushGPUDirectRDMAWrites(MUflushGPUDirectRDMAWritesTarget target,
    MUflushGPUDirectRDMAWritesScope scope);

/* ---- Primary contexts ---- */

MUresult MUSAAPI muDevicePrimaryCtxRetain(MUcontext *pctx, MUdevice dev);
MUresult MUSAAPI muDevicePrimaryCtxRelease(MUdevice dev);
MUresult MUSAAPI muDevicePrimaryCtxSetFlags(MUdevice dev, unsigned int flags);
MUresult MUSAAPI muDevicePrimaryCtxGetState(MUdevice dev, unsigned int *flags, int *active);
MUresult MUSAAPI muDevicePrimaryCtxReset(MUdevice dev);

/* ---- Contexts and the stack of current ones ---- */

MUresult MUSAAPI muCtxCreate(MUcontext *pctx, unsigned int flags, MUdevice dev);
MUresult MUSAAPI muCtxDestroy(MUcontext ctx);
MUresult MUSAAPI muCtxPushCurrent(MUcontext ctx);
MUresult MUSAAPI muCtxPopCurrent(MUcontext *pctx);
MUresult MUSAAPI muCtxSetCurrent(MUcontext ctx);
MUresult MUSAAPI muCtxGetCurrent(MUcontext *pctx);
MUresult MUSAAPI muCtxGetDevice(MUdevice *device);
MUresult MUSAAPI muCtxGetFlags(unsigned int *flags);
MUresult MUSAAPI muCtxSynchronize(void);
MUresult MUSAAPI muCtxSetLimit(MUlimit limit, size_t value);
MUresult MUSAAPI muCtxGetLimit(size_t *pvalue, MUlimit limit);
MUresult MUSAAPI muCtxGetCacheConfig(MUfunc_cache *pconfig);
MUresult MUSAAPI muCtxSetCacheConfig(MUfunc_cache config);
MUresult MUSAAPI muCtxGetSharedMemConfig(MUsharedconfig *pConfig);
MUresult MUSAAPI muCtxSetSharedMemConfig(MUsharedconfig config);
MUresult MUSAAPI muCtxGetApiVersion(MUcontext ctx, unsigned int *version);
MUresult MUSAAPI muCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
MUresult MUSAAPI muCtxResetPersistingL2Cache(void);
MUresult MUSAAPI muCtxAttach(MUcontext *pctx, unsigned int flags);
MUresult MUSAAPI muCtxCreate_v3(MUcontext *pctx, MUexecAffinityParam *paramsArray, int numParams,
    unsigned int flags, MUdevice dev);
MUresult MUSAAPI muCtxDetach(MUcontext ctx);
MUresult MUSAAPI muCtxGetExecAffinity(MUexecAffinityParam *pExecAffinity, MUexecAffinityType kind);
MUresult MUSAAPI muCtxGetId(MUcontext ctx, unsigned long long *ctxId);

/* ---- Modules and functions ---- */

MUresult MUSAAPI muModuleLoad(MUmodule *module, const char *fname);
MUresult MUSAAPI muModuleLoadData(MUmodule *module, const void *image);
MUresult MUSAAPI muModuleLoadDataEx(MUmodule *module, const void *image, unsigned int numOptions,
    MUjit_option *options, void **optionValues);
MUresult MUSAAPI muModuleLoadFatBinary(MUmodule *module, const void *fatMubin);
MUresult MUSAAPI muModuleUnload(MUmodule hmod);
MUresult MUSAAPI muModuleGetFunction(MUfunction *hfunc, MUmodule hmod, const char *name);
MUresult MUSAAPI muModuleGetGlobal(MUdeviceptr *dptr, size_t *bytes, MUmodule hmod,
    const char *name);
MUresult MUSAAPI muModuleGetTexRef(MUtexref *pTexRef, MUmodule hmod, const char *name);
MUresult MUSAAPI muModuleGetSurfRef(MUsurfref *pSurfRef, MUmodule hmod, const char *name);
MUresult MUSAAPI muFuncGetAttribute(int *pi, MUfunction_attribute attrib, MUfunction hfunc);
MUresult MUSAAPI muFuncSetAttribute(MUfunction hfunc, MUfunction_attribute attrib, int value);
MUresult MUSAAPI muFuncSetCacheConfig(MUfunction hfunc, MUfunc_cache config);
MUresult MUSAAPI muFuncSetSharedMemConfig(MUfunction hfunc, MUsharedconfig config);
MUresult MUSAAPI muFuncGetModule(MUmodule *hmod, MUfunction hfunc);
MUresult MUSAAPI muFuncSetBlockShape(MUfunction hfunc, int x, int y, int z);
MUresult MUSAAPI muFuncSetSharedSize(MUfunction hfunc, unsigned int bytes);
MUresult MUSAAPI muFuncGetName(const char **name, MUfunction hfunc);
MUresult MUSAAPI muFuncGetParamInfo(MUfunction func, size_t paramIndex, size_t *paramOffset,
    size_t *paramSize);
MUresult MUSAAPI muFuncIsLoaded(MUfunctionLoadingState *state, MUfunction function);
MUresult MUSAAPI muFuncLoad(MUfunction function);
MUresult MUSAAPI muModuleEnumerateFunctions(MUfunction *functions, unsigned int numFunctions,
    MUmodule module);
MUresult MUSAAPI muModuleGetFunctionCount(unsigned int *count, MUmodule module);
MUresult MUSAAPI muModuleGetLoadingMode(MUmoduleLoadingMode *mode);

/* ---- Libraries, kernels and the linker ---- */

MUresult MUSAAPI muLinkAddData(MUlinkState state, MUjitInputType kind, void *data, size_t size,
    const char *name, unsigned int numOptions, MUjit_option *options, void **optionValues);
MUresult MUSAAPI muLinkAddFile(MUlinkState state, MUjitInputType kind, const char *path,
    unsigned int numOptions, MUjit_option *options, void **optionValues);
MUresult MUSAAPI muLinkComplete(MUlinkState state, void **mubinOut, size_t *sizeOut);
MUresult MUSAAPI muLinkCreate(unsigned int numOptions, MUjit_option *options, void **optionValues,
    MUlinkState *stateOut);
MUresult MUSAAPI muLinkDestroy(MUlinkState state);
MUresult MUSAAPI muKernelGetAttribute(int *pi, MUfunction_attribute attrib, MUkernel kernel,
    MUdevice dev);
MUresult MUSAAPI muKernelGetFunction(MUfunction *pFunc, MUkernel kernel);
MUresult MUSAAPI muKernelGetLibrary(MUlibrary *pLib, MUkernel kernel);
MUresult MUSAAPI muKernelGetName(const char **name, MUkernel hfunc);
MUresult MUSAAPI muKernelSetAttribute(MUfunction_attribute attrib, int val, MUkernel kernel,
    MUdevice dev);
MUresult MUSAAPI muLibraryGetGlobal(MUdeviceptr *dptr, size_t *bytes, MUlibrary library,
    const char *name);
MUresult MUSAAPI muLibraryGetKernel(MUkernel *pKernel, MUlibrary library, const char *name);
MUresult MUSAAPI muLibraryGetKernelCount(unsigned int *count, MUlibrary lib);
MUresult MUSAAPI muLibraryGetModule(MUmodule *pMod, MUlibrary library);
MUresult MUSAAPI muLibraryLoadData(MUlibrary *library, const void *code, MUjit_option *jitOptions,
    void **jitOptionsValues, unsigned int numJitOptions, MUlibraryOption *libraryOptions,
    void **libraryOptionValues, unsigned int numLibraryOptions);
MUresult MUSAAPI muLibraryLoadFromFile(MUlibrary *library, const char *fileName,
    MUjit_option *jitOptions, void **jitOptionsValues, unsigned int numJitOptions,
    MUlibraryOption *libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions);
MUresult MUSAAPI muLibraryGetManaged(MUdeviceptr *dptr, size_t *bytes, MUlibrary library,
                                     const char *name);
MUresult MUSAAPI muLibraryEnumerateKernels(MUkernel *kernels, unsigned int numKernels, MUlibrary lib);
MUresult MUSAAPI muKernelGetParamInfo(MUkernel kernel, size_t paramIndex, size_t *paramOffset,
                                      size_t *paramSize);
MUresult MUSAAPI muKernelSetCacheConfig(MUkernel kernel, MUfunc_cache config, MUdevice dev);
MUresult MUSAAPI muLibraryUnload(MUlibrary library);

/* ---- Device, pinned and registered memory, and questions about pointers ---- */

MUresult MUSAAPI muMemGetInfo(size_t *free, size_t *total);
MUresult MUSAAPI muMemAlloc(MUdeviceptr *dptr, size_t bytesize);
MUresult MUSAAPI muMemAllocPitch(MUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes,
    size_t Height, unsigned int ElementSizeBytes);
MUresult MUSAAPI muMemFree(MUdeviceptr dptr);
MUresult MUSAAPI muMemGetAddressRange(MUdeviceptr *pbase, size_t *psize, MUdeviceptr dptr);
MUresult MUSAAPI muMemAllocHost(void **pp, size_t bytesize);
MUresult MUSAAPI muMemFreeHost(void *p);
MUresult MUSAAPI muMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags);
MUresult MUSAAPI muMemHostGetDevicePointer(MUdeviceptr *pdptr, void *p, unsigned int Flags);
MUresult MUSAAPI muMemHostGetFlags(unsigned int *pFlags, void *p);
MUresult MUSAAPI muMemHostRegister(void *p, size_t bytesize, unsigned int Flags);
MUresult MUSAAPI muMemHostUnregister(void *p);
MUresult MUSAAPI muPointerGetAttribute(void *data, MUpointer_attribute attribute, MUdeviceptr ptr);
MUresult MUSAAPI muPointerGetAttributes(unsigned int numAttributes, MUpointer_attribute *attributes,
    void **data, MUdeviceptr ptr);
MUresult MUSAAPI muPointerSetAttribute(const void *value, MUpointer_attribute attribute,
    MUdeviceptr ptr);

/* ---- Managed memory ---- */

MUresult MUSAAPI muMemAllocManaged(MUdeviceptr *dptr, size_t bytesize, unsigned int flags);
MUresult MUSAAPI muMemAdvise(MUdeviceptr devPtr, size_t count, MUmem_advise advice,
    MUdevice device);
MUresult MUSAAPI muMemRangeGetAttribute(void *data, size_t dataSize,
    MUmem_range_attribute attribute, MUdeviceptr devPtr, size_t count);
MUresult MUSAAPI muMemRangeGetAttributes(void **data, size_t *dataSizes,
    MUmem_range_attribute *attributes, size_t numAttributes, MUdeviceptr devPtr, size_t count);
MUresult MUSAAPI muStreamAttachMemAsync(MUstream hStream, MUdeviceptr dptr, size_t length,
    unsigned int flags);
MUresult MUSAAPI muMemPrefetchAsync(MUdeviceptr devPtr, size_t count, MUdevice dstDevice,
    MUstream hStream);

/* ---- Stream-ordered allocation and memory pools ---- */

MUresult MUSAAPI muDeviceGetDefaultMemPool(MUmemoryPool *pool_out, MUdevice dev);
MUresult MUSAAPI muDeviceGetMemPool(MUmemoryPool *pool, MUdevice dev);
MUresult MUSAAPI muDeviceSetMemPool(MUdevice dev, MUmemoryPool pool);
MUresult MUSAAPI muMemAllocAsync(MUdeviceptr *dptr, size_t bytesize, MUstream hStream);
MUresult MUSAAPI muMemAllocFromPoolAsync(MUdeviceptr *dptr, size_t bytesize, MUmemoryPool pool,
    MUstream hStream);
MUresult MUSAAPI muMemFreeAsync(MUdeviceptr dptr, MUstream hStream);
MUresult MUSAAPI muMemPoolCreate(MUmemoryPool *pool, const MUmemPoolProps *poolProps);
MUresult MUSAAPI muMemPoolDestroy(MUmemoryPool pool);
MUresult MUSAAPI muMemPoolExportPointer(MUmemPoolPtrExportData *shareData_out, MUdeviceptr ptr);
MUresult MUSAAPI muMemPoolExportToShareableHandle(void *handle_out, MUmemoryPool pool,
    MUmemAllocationHandleType handleType, unsigned long long flags);
MUresult MUSAAPI muMemPoolGetAccess(MUmemAccess_flags *flags, MUmemoryPool memPool,
    MUmemLocation *location);
MUresult MUSAAPI muMemPoolGetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value);
MUresult MUSAAPI muMemPoolImportFromShareableHandle(MUmemoryPool *pool_out, void *handle,
    MUmemAllocationHandleType handleType, unsigned long long flags);
MUresult MUSAAPI muMemPoolImportPointer(MUdeviceptr *ptr_out, MUmemoryPool pool,
    MUmemPoolPtrExportData *shareData);
MUresult MUSAAPI muMemPoolSetAccess(MUmemoryPool pool, const MUmemAccessDesc *map, size_t count);
MUresult MUSAAPI muMemPoolSetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value);
MUresult MUSAAPI muMemPoolTrimTo(MUmemoryPool pool, size_t minBytesToKeep);

/* ---- Virtual memory management ---- */

MUresult MUSAAPI muMemAddressReserve(MUdeviceptr *ptr, size_t size, size_t alignment,
    MUdeviceptr addr, unsigned long long flags);
MUresult MUSAAPI muMemAddressFree(MUdeviceptr ptr, size_t size);
MUresult MUSAAPI muMemCreate(MUmemGenericAllocationHandle *handle, size_t size,
    const MUmemAllocationProp *prop, unsigned long long flags);
MUresult MUSAAPI muMemRelease(MUmemGenericAllocationHandle handle);
MUresult MUSAAPI muMemMap(MUdeviceptr ptr, size_t size, size_t offset,
    MUmemGenericAllocationHandle handle, unsigned long long flags);
MUresult MUSAAPI muMemUnmap(MUdeviceptr ptr, size_t size);
MUresult MUSAAPI muMemSetAccess(MUdeviceptr ptr, size_t size, const MUmemAccessDesc *desc,
    size_t count);
MUresult MUSAAPI muMemGetAccess(unsigned long long *flags, const MUmemLocation *location,
    MUdeviceptr ptr);
MUresult MUSAAPI muMemExportToShareableHandle(void *shareableHandle,
    MUmemGenericAllocationHandle handle, MUmemAllocationHandleType handleType,
    unsigned long long flags);
MUresult MUSAAPI muMemImportFromShareableHandle(MUmemGenericAllocationHandle *handle,
    void *osHandle, MUmemAllocationHandleType shHandleType);
MUresult MUSAAPI muMemGetAllocationGranularity(size_t *granularity, const MUmemAllocationProp *prop,
    MUmemAllocationGranularity_flags option);
MUresult MUSAAPI muMemGetAllocationPropertiesFromHandle(MUmemAllocationProp *prop,
    MUmemGenericAllocationHandle handle);
MUresult MUSAAPI muMemRetainAllocationHandle(MUmemGenericAllocationHandle *handle, void *addr);
MUresult MUSAAPI muMemGetHandleForAddressRange(void *handle, MUdeviceptr dptr, size_t size,
    MUmemRangeHandleType handleType, unsigned long long flags);

/* ---- Copies ---- */

MUresult MUSAAPI muMemcpy(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount);
MUresult MUSAAPI muMemcpyPeer(MUdeviceptr dstDevice, MUcontext dstContext, MUdeviceptr srcDevice,
    MUcontext srcContext, size_t ByteCount);
MUresult MUSAAPI muMemcpyHtoD(MUdeviceptr dstDevice, const void *srcHost, size_t ByteCount);
MUresult MUSAAPI muMemcpyDtoH(void *dstHost, MUdeviceptr srcDevice, size_t ByteCount);
MUresult MUSAAPI muMemcpyDtoD(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount);
MUresult MUSAAPI muMemcpyHtoA(MUarray dstArray, size_t dstOffset, const void *srcHost,
    size_t ByteCount);
MUresult MUSAAPI muMemcpyAtoH(void *dstHost, MUarray srcArray, size_t srcOffset, size_t ByteCount);
MUresult MUSAAPI muMemcpy2D(const MUSA_MEMCPY2D *pCopy);
MUresult MUSAAPI muMemcpy3D(const MUSA_MEMCPY3D *pCopy);
MUresult MUSAAPI muMemcpyAsync(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount,
    MUstream hStream);
MUresult MUSAAPI muMemcpyPeerAsync(MUdeviceptr dstDevice, MUcontext dstContext,
    MUdeviceptr srcDevice, MUcontext srcContext, size_t ByteCount, MUstream hStream);
MUresult MUSAAPI muMemcpyHtoDAsync(MUdeviceptr dstDevice, const void *srcHost, size_t ByteCount,
    MUstream hStream);
MUresult MUSAAPI muMemcpyDtoHAsync(void *dstHost, MUdeviceptr srcDevice, size_t ByteCount,
    MUstream hStream);
MUresult MUSAAPI muMemcpyDtoDAsync(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount,
    MUstream hStream);
MUresult MUSAAPI muMemcpyHtoAAsync(MUarray dstArray, size_t dstOffset, const void *srcHost,
    size_t ByteCount, MUstream hStream);
MUresult MUSAAPI muMemcpyAtoHAsync(void *dstHost, MUarray srcArray, size_t srcOffset,
    size_t ByteCount, MUstream hStream);
MUresult MUSAAPI muMemcpy2DAsync(const MUSA_MEMCPY2D *pCopy, MUstream hStream);
MUresult MUSAAPI muMemcpy3DAsync(const MUSA_MEMCPY3D *pCopy, MUstream hStream);
MUresult MUSAAPI muMemcpy2DUnaligned(const MUSA_MEMCPY2D *pCopy);
MUresult MUSAAPI muMemcpy3DPeer(const MUSA_MEMCPY3D_PEER *pCopy);
MUresult MUSAAPI muMemcpy3DPeerAsync(const MUSA_MEMCPY3D_PEER *pCopy, MUstream hStream);
MUresult MUSAAPI muMemcpyAtoA(MUarray dstArray, size_t dstOffset, MUarray srcArray,
    size_t srcOffset, size_t ByteCount);
MUresult MUSAAPI muMemcpyAtoD(MUdeviceptr dstDevice, MUarray srcArray, size_t srcOffset,
    size_t ByteCount);
MUresult MUSAAPI muMemcpyDtoA(MUarray dstArray, size_t dstOffset, MUdeviceptr srcDevice,
    size_t ByteCount);
MUresult MUSAAPI muMemoryTransferBatchAsync(MUdeviceptr *dsts, MUdeviceptr *srcs, size_t *sizes,
    size_t count, MUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx,
    MUstream hStream);

/* ---- Memory sets ---- */

MUresult MUSAAPI muMemsetD8(MUdeviceptr dstDevice, unsigned char uc, size_t N);
MUresult MUSAAPI muMemsetD16(MUdeviceptr dstDevice, unsigned short us, size_t N);
MUresult MUSAAPI muMemsetD32(MUdeviceptr dstDevice, unsigned int ui, size_t N);
MUresult MUSAAPI muMemsetD2D8(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc,
    size_t Width, size_t Height);
MUresult MUSAAPI muMemsetD2D16(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us,
    size_t Width, size_t Height);
MUresult MUSAAPI muMemsetD2D32(MUdeviceptr dstDevice, size_t dstPitch, unsigned int ui,
    size_t Width, size_t Height);
MUresult MUSAAPI muMemsetD8Async(MUdeviceptr dstDevice, unsigned char uc, size_t N,
    MUstream hStream);
MUresult MUSAAPI muMemsetD16Async(MUdeviceptr dstDevice, unsigned short us, size_t N,
    MUstream hStream);
MUresult MUSAAPI muMemsetD32Async(MUdeviceptr dstDevice, unsigned int ui, size_t N,
    MUstream hStream);
MUresult MUSAAPI muMemsetD2D8Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc,
    size_t Width, size_t Height, MUstream hStream);
MUresult MUSAAPI muMemsetD2D16Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us,
    size_t Width, size_t Height, MUstream hStream);
MUresult MUSAAPI muMemsetD2D32Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned int ui,
    size_t Width, size_t Height, MUstream hStream);

/* ---- Arrays and mipmapped arrays ---- */

MUresult MUSAAPI muArrayCreate(MUarray *pHandle, const MUSA_ARRAY_DESCRIPTOR *pAllocateArray);
MUresult MUSAAPI muArrayGetDescriptor(MUSA_ARRAY_DESCRIPTOR *pArrayDescriptor, MUarray hArray);
MUresult MUSAAPI muArrayDestroy(MUarray hArray);
MUresult MUSAAPI muArray3DCreate(MUarray *pHandle, const MUSA_ARRAY3D_DESCRIPTOR *pAllocateArray);
MUresult MUSAAPI muArray3DGetDescriptor(MUSA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, MUarray hArray);
MUresult MUSAAPI muMipmappedArrayCreate(MUmipmappedArray *pHandle,
    const MUSA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc, unsigned int numMipmapLevels);
MUresult MUSAAPI muMipmappedArrayGetLevel(MUarray *pLevelArray, MUmipmappedArray hMipmappedArray,
    unsigned int level);
MUresult MUSAAPI muMipmappedArrayDestroy(MUmipmappedArray hMipmappedArray);
MUresult MUSAAPI muArrayGetPlane(MUarray *pPlaneArray, MUarray hArray, unsigned int planeIdx);
MUresult MUSAAPI muArrayGetSparseProperties(MUSA_ARRAY_SPARSE_PROPERTIES *sparseProperties,
    MUarray array);
MUresult MUSAAPI muMemMapArrayAsync(MUarrayMapInfo *mapInfoList, unsigned int count,
    MUstream hStream);
MUresult MUSAAPI muMipmappedArrayGetSparseProperties(MUSA_ARRAY_SPARSE_PROPERTIES *sparseProperties,
    MUmipmappedArray mipmap);

/* ---- Texture and surface references and objects ---- */

MUresult MUSAAPI muTexRefSetArray(MUtexref hTexRef, MUarray hArray, unsigned int Flags);
MUresult MUSAAPI muTexRefSetMipmappedArray(MUtexref hTexRef, MUmipmappedArray hMipmappedArray,
    unsigned int Flags);
MUresult MUSAAPI muTexRefSetAddress(size_t *ByteOffset, MUtexref hTexRef, MUdeviceptr dptr,
    size_t bytes);
MUresult MUSAAPI muTexRefSetAddress2D(MUtexref hTexRef, const MUSA_ARRAY_DESCRIPTOR *desc,
    MUdeviceptr dptr, size_t Pitch);
MUresult MUSAAPI muTexRefSetFormat(MUtexref hTexRef, MUarray_format fmt, int NumPackedComponents);
MUresult MUSAAPI muTexRefSetAddressMode(MUtexref hTexRef, int dim, MUaddress_mode am);
MUresult MUSAAPI muTexRefSetFilterMode(MUtexref hTexRef, MUfilter_mode fm);
MUresult MUSAAPI muTexRefSetMipmapFilterMode(MUtexref hTexRef, MUfilter_mode fm);
MUresult MUSAAPI muTexRefSetMipmapLevelBias(MUtexref hTexRef, float bias);
MUresult MUSAAPI muTexRefSetMipmapLevelClamp(MUtexref hTexRef, float minMipmapLevelClamp,
    float maxMipmapLevelClamp);
MUresult MUSAAPI muTexRefSetMaxAnisotropy(MUtexref hTexRef, unsigned int maxAniso);
MUresult MUSAAPI muTexRefSetBorderColor(MUtexref hTexRef, float *pBorderColor);
MUresult MUSAAPI muTexRefSetFlags(MUtexref hTexRef, unsigned int Flags);
MUresult MUSAAPI muTexRefGetAddress(MUdeviceptr *pdptr, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetArray(MUarray *phArray, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmappedArray(MUmipmappedArray *phMipmappedArray, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetAddressMode(MUaddress_mode *pam, MUtexref hTexRef, int dim);
MUresult MUSAAPI muTexRefGetFilterMode(MUfilter_mode *pfm, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetFormat(MUarray_format *pFormat, int *pNumChannels, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmapFilterMode(MUfilter_mode *pfm, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmapLevelBias(float *pbias, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp,
    float *pmaxMipmapLevelClamp, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetMaxAnisotropy(int *pmaxAniso, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetBorderColor(float *pBorderColor, MUtexref hTexRef);
MUresult MUSAAPI muTexRefGetFlags(unsigned int *pFlags, MUtexref hTexRef);
MUresult MUSAAPI muTexRefCreate(MUtexref *pTexRef);
MUresult MUSAAPI muTexRefDestroy(MUtexref hTexRef);
MUresult MUSAAPI muSurfRefSetArray(MUsurfref hSurfRef, MUarray hArray, unsigned int Flags);
MUresult MUSAAPI muSurfRefGetArray(MUarray *phArray, MUsurfref hSurfRef);
MUresult MUSAAPI muTexObjectCreate(MUtexObject *pTexObject, const MUSA_RESOURCE_DESC *pResDesc,
    const MUSA_TEXTURE_DESC *pTexDesc, const MUSA_RESOURCE_VIEW_DESC *pResViewDesc);
MUresult MUSAAPI muTexObjectDestroy(MUtexObject texObject);
MUresult MUSAAPI muTexObjectGetResourceDesc(MUSA_RESOURCE_DESC *pResDesc, MUtexObject texObject);
MUresult MUSAAPI muTexObjectGetTextureDesc(MUSA_TEXTURE_DESC *pTexDesc, MUtexObject texObject);
MUresult MUSAAPI muTexObjectGetResourceViewDesc(MUSA_RESOURCE_VIEW_DESC *pResViewDesc,
    MUtexObject texObject);
MUresult MUSAAPI muSurfObjectCreate(MUsurfObject *pSurfObject, const MUSA_RESOURCE_DESC *pResDesc);
MUresult MUSAAPI muSurfObjectDestroy(MUsurfObject surfObject);
MUresult MUSAAPI muSurfObjectGetResourceDesc(MUSA_RESOURCE_DESC *pResDesc, MUsurfObject surfObject);

/* ---- Streams, their attributes and memory operations ---- */

MUresult MUSAAPI muStreamCreate(MUstream *phStream, unsigned int Flags);
MUresult MUSAAPI muStreamCreateWithPriority(MUstream *phStream, unsigned int flags, int priority);
MUresult MUSAAPI muStreamGetPriority(MUstream hStream, int *priority);
MUresult MUSAAPI muStreamGetFlags(MUstream hStream, unsigned int *flags);
MUresult MUSAAPI muStreamGetCtx(MUstream hStream, MUcontext *pctx);
MUresult MUSAAPI muStreamWaitEvent(MUstream hStream, MUevent hEvent, unsigned int Flags);
MUresult MUSAAPI muStreamAddCallback(MUstream hStream, MUstreamCallback callback, void *userData,
    unsigned int flags);
MUresult MUSAAPI muStreamQuery(MUstream hStream);
MUresult MUSAAPI muStreamSynchronize(MUstream hStream);
MUresult MUSAAPI muStreamDestroy(MUstream hStream);
MUresult MUSAAPI muStreamCopyAttributes(MUstream dstStream, MUstream srcStream);
MUresult MUSAAPI muStreamGetAttribute(MUstream hStream, MUstreamAttrID attr,
    MUstreamAttrValue *value);
MUresult MUSAAPI muStreamSetAttribute(MUstream hStream, MUstreamAttrID attr,
    const MUstreamAttrValue *param);
MUresult MUSAAPI muStreamBatchMemOp(MUstream stream, unsigned int count,
    MUstreamBatchMemOpParams *paramArray, unsigned int flags);
MUresult MUSAAPI muStreamGetId(MUstream hStream, unsigned long long *streamId);
MUresult MUSAAPI muStreamWaitValue32(MUstream stream, MUdeviceptr addr, muuint32_t value,
    unsigned int flags);
MUresult MUSAAPI muStreamWaitValue64(MUstream stream, MUdeviceptr addr, muuint64_t value,
    unsigned int flags);
MUresult MUSAAPI muStreamWriteValue32(MUstream stream, MUdeviceptr addr, muuint32_t value,
    unsigned int flags);
MUresult MUSAAPI muStreamWriteValue64(MUstream stream, MUdeviceptr addr, muuint64_t value,
    unsigned int flags);

/* ---- Stream capture ---- */

MUresult MUSAAPI muStreamBeginCapture(MUstream hStream, MUstreamCaptureMode mode);
MUresult MUSAAPI muStreamEndCapture(MUstream hStream, MUgraph *phGraph);
MUresult MUSAAPI muStreamBeginCaptureToGraph(MUstream hStream, MUgraph hGraph,
    const MUgraphNode *dependencies, const MUgraphEdgeData *dependencyData, size_t numDependencies,
    MUstreamCaptureMode mode);
MUresult MUSAAPI muStreamGetCaptureInfo(MUstream hStream, MUstreamCaptureStatus *captureStatus_out,
    muuint64_t *id_out);
MUresult MUSAAPI muStreamGetCaptureInfo_v2(MUstream hStream,
    MUstreamCaptureStatus *captureStatus_out, muuint64_t *id_out, MUgraph *graph_out,
    const MUgraphNode **dependencies_out, size_t *numDependencies_out);
MUresult MUSAAPI muStreamIsCapturing(MUstream hStream, MUstreamCaptureStatus *captureStatus);
MUresult MUSAAPI muStreamUpdateCaptureDependencies(MUstream hStream, MUgraphNode *dependencies,
    size_t numDependencies, unsigned int flags);
MUresult MUSAAPI muThreadExchangeStreamCaptureMode(MUstreamCaptureMode *mode);

/* ---- Events ---- */

MUresult MUSAAPI muEventCreate(MUevent *phEvent, unsigned int Flags);
MUresult MUSAAPI muEventRecord(MUevent hEvent, MUstream hStream);
MUresult MUSAAPI muEventRecordWithFlags(MUevent hEvent, MUstream hStream, unsigned int flags);
MUresult MUSAAPI muEventQuery(MUevent hEvent);
MUresult MUSAAPI muEventSynchronize(MUevent hEvent);
MUresult MUSAAPI muEventDestroy(MUevent hEvent);
MUresult MUSAAPI muEventElapsedTime(float *pMilliseconds, MUevent hStart, MUevent hEnd);

/* ---- Launches and host functions ---- */

MUresult MUSAAPI muLaunchKernel(MUfunction f, unsigned int gridDimX, unsigned int gridDimY,
    unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
    unsigned int sharedMemBytes, MUstream hStream, void **kernelParams, void **extra);
MUresult MUSAAPI muLaunchKernelEx(const MUlaunchConfig *config, MUfunction f, void **kernelParams,
    void **extra);
MUresult MUSAAPI muLaunchHostFunc(MUstream hStream, MUhostFn func, void *userData);
MUresult MUSAAPI muLaunch(MUfunction f);
MUresult MUSAAPI muLaunchCooperativeKernel(MUfunction f, unsigned int gridDimX,
    unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
    unsigned int blockDimZ, unsigned int sharedMemBytes, MUstream hStream, void **kernelParams);
MUresult MUSAAPI muLaunchCooperativeKernelMultiDevice(MUSA_LAUNCH_PARAMS *launchParamsList,
    unsigned int numDevices, unsigned int flags);
MUresult MUSAAPI muLaunchGrid(MUfunction f, int grid_width, int grid_height);
MUresult MUSAAPI muLaunchGridAsync(MUfunction f, int grid_width, int grid_height, MUstream hStream);
MUresult MUSAAPI muParamSetSize(MUfunction hfunc, unsigned int numbytes);
MUresult MUSAAPI muParamSetTexRef(MUfunction hfunc, int texunit, MUtexref hTexRef);
MUresult MUSAAPI muParamSetf(MUfunction hfunc, int offset, float value);
MUresult MUSAAPI muParamSeti(MUfunction hfunc, int offset, unsigned int value);
MUresult MUSAAPI muParamSetv(MUfunction hfunc, int offset, void *ptr, unsigned int numbytes);

/* ---- Occupancy ---- */

MUresult MUSAAPI muOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, MUfunction func,
    int blockSize, size_t dynamicSMemSize);
MUresult MUSAAPI muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks,
    MUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags);
MUresult MUSAAPI muOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, MUfunction func,
    MUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit);
MUresult MUSAAPI muOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize,
    MUfunction func, MUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize,
    int blockSizeLimit, unsigned int flags);
MUresult MUSAAPI muOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, MUfunction func,
    int numBlocks, int blockSize);
MUresult MUSAAPI muOccupancyMaxActiveClusters(int *numClusters, MUfunction func,
    const MUlaunchConfig *config);
MUresult MUSAAPI muOccupancyMaxPotentialClusterSize(int *clusterSize, MUfunction func,
    const MUlaunchConfig *config);

/* ---- Peer access and interprocess communication ---- */

MUresult MUSAAPI muIpcGetEventHandle(MUipcEventHandle *pHandle, MUevent event);
MUresult MUSAAPI muIpcOpenEventHandle(MUevent *phEvent, MUipcEventHandle handle);
MUresult MUSAAPI muIpcGetMemHandle(MUipcMemHandle *pHandle, MUdeviceptr dptr);
MUresult MUSAAPI muIpcOpenMemHandle(MUdeviceptr *pdptr, MUipcMemHandle handle, unsigned int Flags);
MUresult MUSAAPI muIpcCloseMemHandle(MUdeviceptr dptr);
MUresult MUSAAPI muDeviceCanAccessPeer(int *canAccessPeer, MUdevice dev, MUdevice peerDev);
MUresult MUSAAPI muCtxEnablePeerAccess(MUcontext peerContext, unsigned int Flags);
MUresult MUSAAPI muCtxDisablePeerAccess(MUcontext peerContext);
MUresult MUSAAPI muDeviceGetP2PAttribute(int *value, MUdevice_P2PAttribute attrib,
    MUdevice srcDevice, MUdevice dstDevice);

/* ---- Graphs, graph memory and user objects ---- */

MUresult MUSAAPI muGraphCreate(MUgraph *phGraph, unsigned int flags);
MUresult MUSAAPI muGraphAddKernelNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies,
    const MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphKernelNodeGetParams(MUgraphNode hNode, MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphKernelNodeSetParams(MUgraphNode hNode,
    const MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphAddMemcpyNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies, const MUSA_MEMCPY3D *copyParams,
    MUcontext ctx);
MUresult MUSAAPI muGraphMemcpyNodeGetParams(MUgraphNode hNode, MUSA_MEMCPY3D *nodeParams);
MUresult MUSAAPI muGraphMemcpyNodeSetParams(MUgraphNode hNode, const MUSA_MEMCPY3D *nodeParams);
MUresult MUSAAPI muGraphAddMemsetNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies,
    const MUSA_MEMSET_NODE_PARAMS *memsetParams, MUcontext ctx);
MUresult MUSAAPI muGraphMemsetNodeGetParams(MUgraphNode hNode, MUSA_MEMSET_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphMemsetNodeSetParams(MUgraphNode hNode,
    const MUSA_MEMSET_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphAddHostNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies,
    const MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphHostNodeGetParams(MUgraphNode hNode, MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphHostNodeSetParams(MUgraphNode hNode,
    const MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphAddChildGraphNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies, MUgraph childGraph);
MUresult MUSAAPI muGraphChildGraphNodeGetGraph(MUgraphNode hNode, MUgraph *phGraph);
MUresult MUSAAPI muGraphAddEmptyNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies);
MUresult MUSAAPI muGraphAddEventRecordNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies, MUevent event);
MUresult MUSAAPI muGraphEventRecordNodeGetEvent(MUgraphNode hNode, MUevent *event_out);
MUresult MUSAAPI muGraphEventRecordNodeSetEvent(MUgraphNode hNode, MUevent event);
MUresult MUSAAPI muGraphAddEventWaitNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies, MUevent event);
MUresult MUSAAPI muGraphEventWaitNodeGetEvent(MUgraphNode hNode, MUevent *event_out);
MUresult MUSAAPI muGraphEventWaitNodeSetEvent(MUgraphNode hNode, MUevent event);
MUresult MUSAAPI muGraphAddExternalSemaphoresSignalNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies,
    const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphExternalSemaphoresSignalNodeGetParams(MUgraphNode hNode,
    MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *params_out);
MUresult MUSAAPI muGraphExternalSemaphoresSignalNodeSetParams(MUgraphNode hNode,
    const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphAddExternalSemaphoresWaitNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies,
    const MUSA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphExternalSemaphoresWaitNodeGetParams(MUgraphNode hNode,
    MUSA_EXT_SEM_WAIT_NODE_PARAMS *params_out);
MUresult MUSAAPI muGraphExternalSemaphoresWaitNodeSetParams(MUgraphNode hNode,
    const MUSA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphAddMemAllocNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies,
    MUSA_MEM_ALLOC_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphAddMemFreeNode(MUgraphNode *phGraphNode, MUgraph hGraph,
    const MUgraphNode *dependencies, size_t numDependencies, MUdeviceptr dptr);
MUresult MUSAAPI muDeviceGraphMemTrim(MUdevice device);
MUresult MUSAAPI muDeviceGetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr,
    void *value);
MUresult MUSAAPI muDeviceSetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr,
    void *value);
MUresult MUSAAPI muGraphClone(MUgraph *phGraphClone, MUgraph originalGraph);
MUresult MUSAAPI muGraphNodeFindInClone(MUgraphNode *phNode, MUgraphNode hOriginalNode,
    MUgraph hClonedGraph);
MUresult MUSAAPI muGraphNodeGetType(MUgraphNode hNode, MUgraphNodeType *kind);
MUresult MUSAAPI muGraphGetNodes(MUgraph hGraph, MUgraphNode *nodes, size_t *numNodes);
MUresult MUSAAPI muGraphGetRootNodes(MUgraph hGraph, MUgraphNode *rootNodes, size_t *numRootNodes);
MUresult MUSAAPI muGraphGetEdges(MUgraph hGraph, MUgraphNode *from, MUgraphNode *to,
    size_t *numEdges);
MUresult MUSAAPI muGraphNodeGetDependencies(MUgraphNode hNode, MUgraphNode *dependencies,
    size_t *numDependencies);
MUresult MUSAAPI muGraphNodeGetDependentNodes(MUgraphNode hNode, MUgraphNode *dependentNodes,
    size_t *numDependentNodes);
MUresult MUSAAPI muGraphAddDependencies(MUgraph hGraph, const MUgraphNode *from,
    const MUgraphNode *to, size_t numDependencies);
MUresult MUSAAPI muGraphDestroyNode(MUgraphNode hNode);
MUresult MUSAAPI muGraphInstantiate(MUgraphExec *phGraphExec, MUgraph hGraph,
    MUgraphNode *phErrorNode, char *logBuffer, size_t bufferSize);
MUresult MUSAAPI muGraphExecKernelNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
    const MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphExecMemcpyNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
    const MUSA_MEMCPY3D *copyParams, MUcontext ctx);
MUresult MUSAAPI muGraphExecMemsetNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
    const MUSA_MEMSET_NODE_PARAMS *memsetParams, MUcontext ctx);
MUresult MUSAAPI muGraphExecHostNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
    const MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphExecChildGraphNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
    MUgraph childGraph);
MUresult MUSAAPI muGraphExecEventRecordNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode,
    MUevent event);
MUresult MUSAAPI muGraphExecEventWaitNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode,
    MUevent event);
MUresult MUSAAPI muGraphExecExternalSemaphoresSignalNodeSetParams(MUgraphExec hGraphExec,
    MUgraphNode hNode, const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphExecExternalSemaphoresWaitNodeSetParams(MUgraphExec hGraphExec,
    MUgraphNode hNode, const MUSA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
MUresult MUSAAPI muGraphLaunch(MUgraphExec hGraph, MUstream hStream);
MUresult MUSAAPI muGraphExecDestroy(MUgraphExec hGraphExec);
MUresult MUSAAPI muGraphDestroy(MUgraph hGraph);
MUresult MUSAAPI muGraphExecUpdate(MUgraphExec hGraphExec, MUgraph hGraph,
    MUgraphNode *hErrorNode_out, MUgraphExecUpdateResult *updateResult_out);
MUresult MUSAAPI muGraphDebugDotPrint(MUgraph hGraph, const char *path, unsigned int flags);
MUresult MUSAAPI muGraphInstantiateWithFlags(MUgraphExec *phGraphExec, MUgraph hGraph,
    unsigned long long flags);
MUresult MUSAAPI muGraphKernelNodeCopyAttributes(MUgraphNode dst, MUgraphNode src);
MUresult MUSAAPI muGraphKernelNodeGetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
    MUkernelNodeAttrValue *value_out);
MUresult MUSAAPI muGraphKernelNodeSetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
    const MUkernelNodeAttrValue *value);
MUresult MUSAAPI muGraphMemAllocNodeGetParams(MUgraphNode hNode,
    MUSA_MEM_ALLOC_NODE_PARAMS *params_out);
MUresult MUSAAPI muGraphMemFreeNodeGetParams(MUgraphNode hNode, MUdeviceptr *dptr_out);
MUresult MUSAAPI muGraphReleaseUserObject(MUgraph graph, MUuserObject object, unsigned int count);
MUresult MUSAAPI muGraphRemoveDependencies(MUgraph hGraph, const MUgraphNode *from,
    const MUgraphNode *to, size_t numDependencies);
MUresult MUSAAPI muGraphRetainUserObject(MUgraph graph, MUuserObject object, unsigned int count,
    unsigned int flags);
MUresult MUSAAPI muGraphUpload(MUgraphExec hGraph, MUstream hStream);
MUresult MUSAAPI muUserObjectCreate(MUuserObject *object_out, void *ptr, MUhostFn destroy,
    unsigned int initialRefcount, unsigned int flags);
MUresult MUSAAPI muUserObjectRelease(MUuserObject object, unsigned int count);
MUresult MUSAAPI muUserObjectRetain(MUuserObject object, unsigned int count);

/* ---- Graphics interoperability, external memory and semaphores ---- */

MUresult MUSAAPI muGraphicsUnregisterResource(MUgraphicsResource resource);
MUresult MUSAAPI muGraphicsResourceGetMappedPointer(MUdeviceptr *pDevPtr, size_t *pSize,
    MUgraphicsResource resource);
MUresult MUSAAPI muGraphicsResourceSetMapFlags(MUgraphicsResource resource, unsigned int flags);
MUresult MUSAAPI muGraphicsMapResources(unsigned int count, MUgraphicsResource *resources,
    MUstream hStream);
MUresult MUSAAPI muGraphicsUnmapResources(unsigned int count, MUgraphicsResource *resources,
    MUstream hStream);
MUresult MUSAAPI muDestroyExternalMemory(MUexternalMemory extMem);
MUresult MUSAAPI muDestroyExternalSemaphore(MUexternalSemaphore extSem);
MUresult MUSAAPI muEGLStreamConsumerAcquireFrame(MUeglStreamConnection *conn,
    MUgraphicsResource *pMusaResource, MUstream *pStream, unsigned int timeout);
MUresult MUSAAPI muEGLStreamConsumerConnect(MUeglStreamConnection *conn, void *stream);
MUresult MUSAAPI muEGLStreamConsumerConnectWithFlags(MUeglStreamConnection *conn, void *stream,
    unsigned int flags);
MUresult MUSAAPI muEGLStreamConsumerDisconnect(MUeglStreamConnection *conn);
MUresult MUSAAPI muEGLStreamConsumerReleaseFrame(MUeglStreamConnection *conn,
    MUgraphicsResource pMusaResource, MUstream *pStream);
MUresult MUSAAPI muEGLStreamProducerConnect(MUeglStreamConnection *conn, void *stream, int width,
    int height);
MUresult MUSAAPI muEGLStreamProducerDisconnect(MUeglStreamConnection *conn);
MUresult MUSAAPI muEGLStreamProducerPresentFrame(MUeglStreamConnection *conn, MUeglFrame eglframe,
    MUstream *pStream);
MUresult MUSAAPI muEGLStreamProducerReturnFrame(MUeglStreamConnection *conn, MUeglFrame *eglframe,
    MUstream *pStream);
MUresult MUSAAPI muEventCreateFromEGLSync(MUevent *phEvent, void *eglSync, unsigned int flags);
MUresult MUSAAPI muExternalMemoryGetMappedBuffer(MUdeviceptr *devPtr, MUexternalMemory extMem,
    const MUSA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc);
MUresult MUSAAPI muExternalMemoryGetMappedMipmappedArray(MUmipmappedArray *mipmap,
    MUexternalMemory extMem, const MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc);
MUresult MUSAAPI muGLCtxCreate(MUcontext *pCtx, unsigned int Flags, MUdevice device);
MUresult MUSAAPI muGLGetDevices(unsigned int *pMusaDeviceCount, MUdevice *pMusaDevices,
    unsigned int musaDeviceCount, MUGLDeviceList deviceList);
MUresult MUSAAPI muGLInit(void);
MUresult MUSAAPI muGLMapBufferObject(MUdeviceptr *dptr, size_t *size, unsigned int buffer);
MUresult MUSAAPI muGLMapBufferObjectAsync(MUdeviceptr *dptr, size_t *size, unsigned int buffer,
    MUstream hStream);
MUresult MUSAAPI muGLRegisterBufferObject(unsigned int buffer);
MUresult MUSAAPI muGLSetBufferObjectMapFlags(unsigned int buffer, unsigned int Flags);
MUresult MUSAAPI muGLUnmapBufferObject(unsigned int buffer);
MUresult MUSAAPI muGLUnmapBufferObjectAsync(unsigned int buffer, MUstream hStream);
MUresult MUSAAPI muGLUnregisterBufferObject(unsigned int buffer);
MUresult MUSAAPI muGraphicsEGLRegisterImage(MUgraphicsResource *pMusaResource, void *image,
    unsigned int flags);
MUresult MUSAAPI muGraphicsGLRegisterBuffer(MUgraphicsResource *pMusaResource, unsigned int buffer,
    unsigned int Flags);
MUresult MUSAAPI muGraphicsGLRegisterImage(MUgraphicsResource *pMusaResource, unsigned int image,
    unsigned int target, unsigned int Flags);
MUresult MUSAAPI muGraphicsResourceGetMappedEglFrame(MUeglFrame *eglFrame,
    MUgraphicsResource resource, unsigned int index, unsigned int mipLevel);
MUresult MUSAAPI muGraphicsResourceGetMappedMipmappedArray(MUmipmappedArray *pMipmappedArray,
    MUgraphicsResource resource);
MUresult MUSAAPI muGraphicsSubResourceGetMappedArray(MUarray *pArray, MUgraphicsResource resource,
    unsigned int arrayIndex, unsigned int mipLevel);
MUresult MUSAAPI muGraphicsVDPAURegisterOutputSurface(MUgraphicsResource *pMusaResource,
    unsigned int vdpSurface, unsigned int flags);
MUresult MUSAAPI muGraphicsVDPAURegisterVideoSurface(MUgraphicsResource *pMusaResource,
    unsigned int vdpSurface, unsigned int flags);
MUresult MUSAAPI muImportExternalMemory(MUexternalMemory *extMem_out,
    const MUSA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc);
MUresult MUSAAPI muImportExternalSemaphore(MUexternalSemaphore *extSem_out,
    const MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc);
MUresult MUSAAPI muSignalExternalSemaphoresAsync(const MUexternalSemaphore *extSemArray,
    const MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems,
    MUstream stream);
MUresult MUSAAPI muVDPAUCtxCreate(MUcontext *pCtx, unsigned int flags, MUdevice device,
    unsigned int vdpDevice, void *vdpGetProcAddress);
MUresult MUSAAPI muVDPAUGetDevice(MUdevice *pDevice, unsigned int vdpDevice,
    void *vdpGetProcAddress);
MUresult MUSAAPI muWaitExternalSemaphoresAsync(const MUexternalSemaphore *extSemArray,
    const MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems,
    MUstream stream);

/* ---- Tensor descriptors and tensor maps ---- */

MUresult MUSAAPI muTensorDescriptorEncode(MUtensorDescriptor *tensorDesc,
    MUtensorDescriptorDataType tensorDataType, muuint32_t tensorRank, void *globalAddress,
    const muuint64_t *globalDim, const muuint64_t *globalStrides,
    MUtensorDescriptorInterleave interleave, muuint64_t oobConstantFill);
MUresult MUSAAPI muTensorDescriptorReplaceAddress(MUtensorDescriptor *tensorDesc,
    void *globalAddress);
MUresult MUSAAPI muTensorIm2colConvParamEncode(MUconvParamer *convParam, muuint32_t convRank,
    muuint32_t *padding, muuint32_t *stride, muuint32_t *dilation);
MUresult MUSAAPI muTensorDirectConvEncode(MUdirectConvParamer *param, muuint32_t convRank,
    muuint32_t *inputImageDim, muuint32_t *inputImageStrides, muuint32_t *weightDim,
    muuint32_t *weightStrides, muuint32_t *paddings, muuint32_t *strides,
    MUdirectConvInterleave inputImageInterleave, MUdirectConvInterleave weightInterleave,
    muuint32_t imageSwizzle, muuint32_t weightSwizzle, muuint32_t constantFillValue,
    MUdirectConvBasicShape shape);
MUresult MUSAAPI muTensorMapEncodeIm2col(MUtensorMap *tensorMap, MUtensorMapDataType tensorDataType,
    muuint32_t tensorRank, void *globalAddress, const muuint64_t *globalDim,
    const muuint64_t *globalStrides, const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner,
    muuint32_t channelsPerPixel, muuint32_t pixelsPerColumn, const muuint32_t *elementStrides,
    MUtensorMapInterleave interleave, MUtensorMapSwizzle swizzle,
    MUtensorMapL2promotion l2Promotion, MUtensorMapFloatOOBfill oobFill);
MUresult MUSAAPI muTensorMapEncodeTiled(MUtensorMap *tensorMap, MUtensorMapDataType tensorDataType,
    muuint32_t tensorRank, void *globalAddress, const muuint64_t *globalDim,
    const muuint64_t *globalStrides, const muuint32_t *boxDim, const muuint32_t *elementStrides,
    MUtensorMapInterleave interleave, MUtensorMapSwizzle swizzle,
    MUtensorMapL2promotion l2Promotion, MUtensorMapFloatOOBfill oobFill);

/* ---- Green contexts and device resources ---- */

MUresult MUSAAPI muCtxFromGreenCtx(MUcontext *pContext, MUgreenCtx hCtx);
MUresult MUSAAPI muDevResourceGenerateDesc(MUdevResourceDesc *phDesc, MUdevResource *resources,
    unsigned int nbResources);
MUresult MUSAAPI muDevSmResourceSplitByCount(MUdevResource *result, unsigned int *nbGroups,
    const MUdevResource *input, MUdevResource *remaining, unsigned int useFlags,
    unsigned int minCount);
MUresult MUSAAPI muDeviceGetDevResource(MUdevice device, MUdevResource *resource,
    MUdevResourceType kind);
MUresult MUSAAPI muGreenCtxCreate(MUgreenCtx *phCtx, MUdevResourceDesc desc, MUdevice dev,
    unsigned int flags);
MUresult MUSAAPI muGreenCtxDestroy(MUgreenCtx hCtx);
MUresult MUSAAPI muGreenCtxStreamCreate(MUstream *phStream, MUgreenCtx greenCtx, unsigned int flags,
    int priority);

#ifdef __cplusplus
}
#endif

#endif /* MUSA_H */
