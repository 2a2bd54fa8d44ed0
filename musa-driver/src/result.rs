//! The one mapping from what the object model answers to result codes.
//!
//! Rules stand under their code, a line for each area; the match is exhaustive, so that a rule
//! without a code does not compile.

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
    divergent(rule, dialect).unwrap_or_else(|| common(rule))
}

/// The result codes of rules whose code differs between dialects.
fn divergent(rule: Rule, dialect: Dialect) -> Option<MUresult> {
    let _ = (rule, dialect);
    None
}

macro_rules! codes {
    ($($code:ident { $($rule:ident)* })*) => {
        /// The result code of a rule that all dialects share.
        const fn common(rule: Rule) -> MUresult {
            match rule {
                $($(Rule::$rule)|* => $code,)*
            }
        }
    };
}

codes! {
    MUSA_ERROR_INVALID_VALUE {
        InitFlags ExportTableUnknown ArgumentNull ArgumentLowPointer ArgumentEnum ArgumentFlags ArgumentSize FileName JitBufferSize
        DevicePciText DeviceAttribute
        ContextNull PrimaryFlags ContextFlags ContextFlagsReserved ContextAttachFlags
        LimitUnknown LimitTooLarge LimitFrozen LimitStack
        StreamFlags StreamAttribute StreamAttributeDomain StreamAttributeValue StreamAttributeContext CaptureMode WordFlags WordAddress
        EventFlags EventRecordFlags HostFunctionNull HostFunctionFlags
        MemorySize MemoryFree PitchElement ManagedFlags
        ManagedRange ManagedAdvice ManagedAttribute ManagedAnswerSize
        ManagedAttachFlags ManagedAttachWhole ManagedAttachStream
        PoolOrdinal PoolHandle PoolImported PoolHandleType PoolPointer PoolDevice PoolProperties PoolDefault PoolAttribute PoolAttributeSet
        AccessLocation AccessFlags
        MapGranularity MapAlignment MapProperties MapHandle MapHandleType MapReservation MapInUse MapWhole
        MapMissing MapPages MapAccess
        HostFlags HostRegisterFlags HostRegisterSize HostRegisterKnown HostRegisterPages HostUnregisterKind HostUnregisterBase
        HostPointer HostPointerFlags HostAddress
        CopyRange CopyDevice CopyMemoryType CopyPitch CopyHeight CopyAsyncPageable
        ArrayExtents ArrayFormat ArrayChannels ArrayLayers ArrayCubemap ArrayGather ArrayDepthTexture ArraySize
        ArrayPlanesShape ArrayPlanesUse ArrayPlane ArraySparse MipmapLevel ArrayNull
        TextureResource ResourceFlags TextureAddress TexturePitch TextureSize TextureMode TextureFlags TextureReserved
        TextureBorderRead ViewResource ViewFormat ViewElement ViewExtents ViewRange SurfaceResource
        ReferenceNull ReferenceOverride ReferenceDirection ReferenceUnbound
        CopyArrayRow CopyArrayRange CopyArrayLevel CopyArraysDiffer
        FillRange FillAlignment FillPitch FillPeer FillOpened
        PointerUnknown PointerAttribute PointerAttributeMapping PointerHost PointerSet PointerTokens
        LinkComplete SymbolName GlobalKernel ParameterIndex
        FunctionAttribute FunctionAttributeCluster FunctionAttributeReadOnly FunctionAttributeValue
        LaunchGrid LaunchBlock LaunchThreads LaunchMaxThreads LaunchRequiredThreads LaunchShared
        LaunchParameters LaunchParameterNull LaunchParametersTwice LaunchBufferEmpty
        LaunchExtra LaunchDevices LaunchMultiFlags LaunchAttribute LaunchAttributeValue LaunchStaged
        OccupancyBlock OccupancyFlags OccupancyLimit OccupancyBlocks
        IpcMemoryFreed IpcMemoryKind IpcFlags IpcHandle IpcClose PeerFlags PeerAttribute
    }
    MUSA_ERROR_NOT_INITIALIZED {
        InitRequired InitForked
    }
    MUSA_ERROR_NO_DEVICE {
        InitNoDevice
    }
    MUSA_ERROR_INVALID_DEVICE {
        DeviceOrdinal DevicePciAbsent PeerSelf ManagedLocation ManagedConcurrent AccessUnreachable PoolOwnAccess MapAccessLocation
    }
    MUSA_ERROR_INVALID_IMAGE {
        ImageUnrecognised ImageMalformed LinkInput
    }
    MUSA_ERROR_INVALID_CONTEXT {
        ContextRequired ContextForeign ContextStale ContextPopEmpty ContextPushStale
        ContextDestroyPrimary ContextDetachOther
        PrimaryRelease PeerNull IpcOwnProcess
    }
    MUSA_ERROR_NO_BINARY_FOR_GPU {
        ImageNoneForDevice ImageInstruction ImageForeign
    }
    MUSA_ERROR_MAP_FAILED {
        IpcEventHandle
    }
    MUSA_ERROR_UNSUPPORTED_LIMIT {
        LimitUnsupported
    }
    MUSA_ERROR_INVALID_PTX {
        ImageText ImageTextTarget ImageUnresolvedFunction ImageDuplicateSymbol
    }
    MUSA_ERROR_UNSUPPORTED_PTX_VERSION {
        ImageTextVersion
    }
    MUSA_ERROR_INVALID_SOURCE {
        ImageOtherTarget LinkDuplicate LinkUnresolved LinkFailed
    }
    MUSA_ERROR_FILE_NOT_FOUND {
        FileMissing
    }
    MUSA_ERROR_INVALID_HANDLE {
        HandleNull HandleForeign HandleStale ArrayPart LinkCompleteTwice
        StreamDestroyDefault
        EventContext EventElapsedTiming EventElapsedRecorded EventElapsedContext
        LaunchContext
        IpcOwnerEnded IpcContext IpcEventKind
    }
    MUSA_ERROR_ILLEGAL_STATE {
        EventExternal CaptureNone
    }
    MUSA_ERROR_NOT_FOUND {
        EntryPointUnknown MemoryRange FunctionMissing GlobalMissing
    }
    MUSA_ERROR_NOT_READY {
        StreamDestroyBusy EventElapsedReady
    }
    MUSA_ERROR_LAUNCH_OUT_OF_RESOURCES {
        LaunchRegisters LaunchBufferSize
    }
    MUSA_ERROR_LAUNCH_TIMEOUT {
        WaitStuck
    }
    MUSA_ERROR_CONTEXT_IS_DESTROYED {
        ContextDestroyed ContextDestroyTwice ContextDestroyCount PeerDestroyed
    }
    MUSA_ERROR_PEER_ACCESS_UNSUPPORTED {
        PeerDevice
    }
    MUSA_ERROR_PEER_ACCESS_ALREADY_ENABLED {
        PeerTwice
    }
    MUSA_ERROR_PEER_ACCESS_NOT_ENABLED {
        PeerDisabled
    }
    MUSA_ERROR_TOO_MANY_PEERS {
        PeerCount
    }
    MUSA_ERROR_HOST_MEMORY_ALREADY_REGISTERED {
        HostRegisterTwice
    }
    MUSA_ERROR_HOST_MEMORY_NOT_REGISTERED {
        HostUnregister
    }
    MUSA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE {
        LaunchCooperative
    }
    MUSA_ERROR_NOT_SUPPORTED {
        MapBeyond PoolAccessLocation PoolOwnReading
    }
    MUSA_ERROR_NOT_PERMITTED {
        CallbackCall ModuleOfLibrary MapFabric
    }
    MUSA_ERROR_STREAM_CAPTURE_UNSUPPORTED {
        CaptureDefault
    }
    MUSA_ERROR_UNSUPPORTED_EXEC_AFFINITY {
        AffinityUnsupported
    }
    MUSA_ERROR_INVALID_CLUSTER_SIZE {
        LaunchClusterZero LaunchClusterSize LaunchClusterGrid LaunchClusterRequired
    }
}

/// The result code of a fault.
pub const fn fault(kind: FaultKind) -> MUresult {
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
