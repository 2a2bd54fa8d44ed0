//! Graphs and user objects.

use super::c_enum;

c_enum! {
    /// Kinds of graph nodes.
    MUgraphNodeType: u32 {
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
        MU_GRAPH_NODE_TYPE_MEM_FREE = 11,
    }
}

c_enum! {
    /// Why an executable graph could not be updated.
    MUgraphExecUpdateResult: u32 {
        MU_GRAPH_EXEC_UPDATE_SUCCESS = 0,
        MU_GRAPH_EXEC_UPDATE_ERROR = 1,
        MU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED = 2,
        MU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED = 3,
        MU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED = 4,
        MU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED = 5,
        MU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED = 6,
        MU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE = 7,
    }
}

c_enum! {
    /// Memory that graphs use on a device.
    MUgraphMem_attribute: u32 {
        MU_GRAPH_MEM_ATTR_USED_MEM_CURRENT = 0,
        MU_GRAPH_MEM_ATTR_USED_MEM_HIGH = 1,
        MU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT = 2,
        MU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH = 3,
    }
}

c_enum! {
    /// Flags of instantiating a graph.
    MUgraphInstantiate_flags: u32 {
        MUSA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1,
    }
}

c_enum! {
    /// What a graph dump shows.
    MUgraphDebugDot_flags: u32 {
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
        MU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS = 4096,
    }
}

c_enum! {
    /// Kinds of graph edges.
    MUgraphDependencyType: u32 {
        MU_GRAPH_DEPENDENCY_TYPE_DEFAULT = 0,
        MU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC = 1,
    }
}

c_enum! {
    /// Attributes of a kernel node.
    MUkernelNodeAttrID: u32 {
        MU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
        MU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE = 2,
    }
}

c_enum! {
    /// Flags of a user object.
    MUuserObject_flags: u32 {
        MU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1,
    }
}

c_enum! {
    /// Flags of retaining a user object.
    MUuserObjectRetain_flags: u32 {
        MU_GRAPH_USER_OBJECT_MOVE = 1,
    }
}
