//! The one mapping from what the object model answers to result codes.
//!
//! Grouped by code; a rule whose code differs between dialects stands in [`divergent`].

use musa_ctx::{Error, Rule};
use musa_hal::{Dialect, FaultKind, Resource};

use crate::types::*;

/// The result code of a refusal.
pub fn code(error: &Error, dialect: Dialect) -> MUresult {
    match error {
        Error::Rejected(rejection) => rule(rejection.rule, dialect),
        Error::Exhausted(Resource::DeviceMemory | Resource::HostMemory | Resource::Table(_)) => {
            MUSA_ERROR_OUT_OF_MEMORY
        }
        Error::Fault(kind) => fault(*kind),
        Error::Unsupported(_) => MUSA_ERROR_NOT_SUPPORTED,
        Error::Bug(_) => MUSA_ERROR_UNKNOWN,
    }
}

/// The result code of a broken rule.
pub fn rule(rule: Rule, dialect: Dialect) -> MUresult {
    use Rule::*;
    if let Some(code) = divergent(rule, dialect) {
        return code;
    }
    match rule {
        InitFlags | ArgumentNull | ArgumentSize | DevicePciText | ArgumentLowPointer | ArgumentEnum | ArgumentFlags
        | DeviceAttribute | ContextNull | ContextFlags | ContextFlagsReserved | ContextAttachFlags | LimitUnknown
        | LimitTooLarge | LimitFrozen | LimitStack | IpcMemoryFreed | StreamFlags | EventFlags | EventRecordFlags
        | HostFunctionNull | HostFunctionFlags => MUSA_ERROR_INVALID_VALUE,
        MemorySize | MemoryFree | PitchElement | ManagedFlags | HostFlags | HostRegisterFlags | HostRegisterSize
        | HostRegisterKnown | HostUnregisterBase | HostPointer | HostPointerFlags | HostAddress | CopyRange
        | CopyDevice | CopyMemoryType | CopyPitch | CopyHeight | CopyAsyncPageable | FillRange | FillAlignment
        | FillPitch | PointerUnknown | PointerAttribute | PointerHost | PointerSet => MUSA_ERROR_INVALID_VALUE,
        SymbolName
        | GlobalKernel
        | ParameterIndex
        | FunctionAttribute
        | FunctionAttributeCluster
        | FunctionAttributeReadOnly
        | FunctionAttributeValue => MUSA_ERROR_INVALID_VALUE,
        LaunchGrid
        | LaunchBlock
        | LaunchThreads
        | LaunchMaxThreads
        | LaunchRequiredThreads
        | LaunchShared
        | LaunchParameters
        | LaunchParameterNull
        | LaunchParametersTwice
        | LaunchBufferEmpty
        | LaunchExtra
        | LaunchAttribute
        | OccupancyBlock
        | OccupancyFlags
        | OccupancyLimit
        | OccupancyBlocks => MUSA_ERROR_INVALID_VALUE,
        MemoryRange | FunctionMissing | GlobalMissing => MUSA_ERROR_NOT_FOUND,
        HostRegisterTwice => MUSA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
        HostUnregister => MUSA_ERROR_HOST_MEMORY_NOT_REGISTERED,
        LaunchContext => MUSA_ERROR_INVALID_HANDLE,
        LaunchRegisters | LaunchBufferSize => MUSA_ERROR_LAUNCH_OUT_OF_RESOURCES,
        LaunchCooperative => MUSA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
        LaunchClusterZero | LaunchClusterSize | LaunchClusterGrid | LaunchClusterRequired => {
            MUSA_ERROR_INVALID_CLUSTER_SIZE
        }
        InitRequired | InitForked => MUSA_ERROR_NOT_INITIALIZED,
        InitNoDevice => MUSA_ERROR_NO_DEVICE,
        DeviceOrdinal | DevicePciAbsent => MUSA_ERROR_INVALID_DEVICE,
        ImageUnrecognised | ImageMalformed => MUSA_ERROR_INVALID_IMAGE,
        ContextRequired
        | ContextForeign
        | ContextStale
        | ContextPopEmpty
        | ContextPushStale
        | ContextDestroyPrimary
        | ContextDetachOther
        | ContextDetachPrimary
        | ContextApiVersion
        | PrimaryRelease => MUSA_ERROR_INVALID_CONTEXT,
        ImageNoneForDevice | ImageInstruction => MUSA_ERROR_NO_BINARY_FOR_GPU,
        LimitUnsupported => MUSA_ERROR_UNSUPPORTED_LIMIT,
        ImageText | ImageUnresolvedFunction | ImageDuplicateSymbol => MUSA_ERROR_INVALID_PTX,
        ImageTextVersion => MUSA_ERROR_UNSUPPORTED_PTX_VERSION,
        FileMissing => MUSA_ERROR_FILE_NOT_FOUND,

        HandleNull | HandleForeign | HandleStale | IpcOwnerEnded | StreamDestroyDefault | EventContext
        | EventElapsedTiming | EventElapsedRecorded | EventElapsedContext => MUSA_ERROR_INVALID_HANDLE,
        EventExternal => MUSA_ERROR_ILLEGAL_STATE,
        EntryPointUnknown => MUSA_ERROR_NOT_FOUND,
        StreamDestroyBusy | EventElapsedReady => MUSA_ERROR_NOT_READY,
        WaitStuck => MUSA_ERROR_LAUNCH_TIMEOUT,
        ContextDestroyed | ContextDestroyTwice | ContextDestroyCount => MUSA_ERROR_CONTEXT_IS_DESTROYED,
        CallbackCall => MUSA_ERROR_NOT_PERMITTED,
    }
}

/// The result codes of rules whose code differs between dialects.
fn divergent(rule: Rule, dialect: Dialect) -> Option<MUresult> {
    let _ = (rule, dialect);
    None
}

/// The result code of a fault.
pub fn fault(kind: FaultKind) -> MUresult {
    match kind {
        FaultKind::IllegalAddress => MUSA_ERROR_ILLEGAL_ADDRESS,
        FaultKind::MisalignedAddress => MUSA_ERROR_MISALIGNED_ADDRESS,
        FaultKind::InvalidAddressSpace => MUSA_ERROR_INVALID_ADDRESS_SPACE,
        FaultKind::IllegalInstruction => MUSA_ERROR_ILLEGAL_INSTRUCTION,
        FaultKind::InvalidProgramCounter => MUSA_ERROR_INVALID_PC,
        FaultKind::Trap | FaultKind::StackOverflow => MUSA_ERROR_LAUNCH_FAILED,
        FaultKind::Assertion => MUSA_ERROR_ASSERT,
        FaultKind::Deadlock | FaultKind::Timeout => MUSA_ERROR_LAUNCH_TIMEOUT,
    }
}
