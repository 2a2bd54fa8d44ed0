//! Streams, events, capture and launches.

use super::c_enum;

c_enum! {
    /// Flags of a stream.
    MUstream_flags: u32 {
        MU_STREAM_DEFAULT = 0,
        MU_STREAM_NON_BLOCKING = 1,
    }
}

c_enum! {
    /// Flags of an event.
    MUevent_flags: u32 {
        MU_EVENT_DEFAULT = 0,
        MU_EVENT_BLOCKING_SYNC = 1,
        MU_EVENT_DISABLE_TIMING = 2,
        MU_EVENT_INTERPROCESS = 4,
    }
}

c_enum! {
    /// Flags of recording an event.
    MUevent_record_flags: u32 {
        MU_EVENT_RECORD_DEFAULT = 0,
        MU_EVENT_RECORD_EXTERNAL = 1,
    }
}

c_enum! {
    /// Flags of waiting for an event.
    MUevent_wait_flags: u32 {
        MU_EVENT_WAIT_DEFAULT = 0,
        MU_EVENT_WAIT_EXTERNAL = 1,
    }
}

c_enum! {
    /// Comparison of a memory wait.
    MUstreamWaitValue_flags: u32 {
        MU_STREAM_WAIT_VALUE_GEQ = 0,
        MU_STREAM_WAIT_VALUE_EQ = 1,
        MU_STREAM_WAIT_VALUE_AND = 2,
        MU_STREAM_WAIT_VALUE_NOR = 3,
        MU_STREAM_WAIT_VALUE_FLUSH = 1 << 30,
    }
}

c_enum! {
    /// Ordering of a memory write.
    MUstreamWriteValue_flags: u32 {
        MU_STREAM_WRITE_VALUE_DEFAULT = 0,
        MU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 1,
    }
}

c_enum! {
    /// Kinds of batched memory operations.
    MUstreamBatchMemOpType: u32 {
        MU_STREAM_MEM_OP_WAIT_VALUE_32 = 1,
        MU_STREAM_MEM_OP_WRITE_VALUE_32 = 2,
        MU_STREAM_MEM_OP_WAIT_VALUE_64 = 4,
        MU_STREAM_MEM_OP_WRITE_VALUE_64 = 5,
        MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES = 3,
    }
}

c_enum! {
    /// State of stream capture.
    MUstreamCaptureStatus: u32 {
        MU_STREAM_CAPTURE_STATUS_NONE = 0,
        MU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
        MU_STREAM_CAPTURE_STATUS_INVALIDATED = 2,
    }
}

c_enum! {
    /// Which unsafe calls a capture forbids.
    MUstreamCaptureMode: u32 {
        MU_STREAM_CAPTURE_MODE_GLOBAL = 0,
        MU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
        MU_STREAM_CAPTURE_MODE_RELAXED = 2,
    }
}

c_enum! {
    /// How capture dependencies are changed.
    MUstreamUpdateCaptureDependencies_flags: u32 {
        MU_STREAM_ADD_CAPTURE_DEPENDENCIES = 0,
        MU_STREAM_SET_CAPTURE_DEPENDENCIES = 1,
    }
}

c_enum! {
    /// Attributes of a stream.
    MUstreamAttrID: u32 {
        MU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
        MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY = 3,
        MU_STREAM_ATTRIBUTE_PRIORITY = 8,
    }
}

c_enum! {
    /// How the host waits for a stream.
    MUsynchronizationPolicy: u32 {
        MU_SYNC_POLICY_AUTO = 1,
        MU_SYNC_POLICY_SPIN = 2,
        MU_SYNC_POLICY_YIELD = 3,
        MU_SYNC_POLICY_BLOCKING_SYNC = 4,
    }
}

c_enum! {
    /// Caching of an access policy window.
    MUaccessProperty: u32 {
        MU_ACCESS_PROPERTY_NORMAL = 0,
        MU_ACCESS_PROPERTY_STREAMING = 1,
        MU_ACCESS_PROPERTY_PERSISTING = 2,
    }
}

c_enum! {
    /// Attributes of a launch.
    MUlaunchAttributeID: u32 {
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
        MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN = 10,
    }
}

c_enum! {
    /// Placement of clusters.
    MUclusterSchedulingPolicy: u32 {
        MU_CLUSTER_SCHEDULING_POLICY_DEFAULT = 0,
        MU_CLUSTER_SCHEDULING_POLICY_SPREAD = 1,
        MU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING = 2,
    }
}

c_enum! {
    /// Memory synchronisation domains.
    MUlaunchMemSyncDomain: u32 {
        MU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT = 0,
        MU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE = 1,
    }
}
