//! Graphs, graph memory and user objects.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_graph {
    ($consumer:path) => {
        $consumer! {
            graph
            muGraphCreate(phGraph: Out<MUgraph>, flags: u32) [initialised fault];
            muGraphAddKernelNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                nodeParams: In<MUSA_KERNEL_NODE_PARAMS>,
            ) [initialised fault];
            muGraphKernelNodeGetParams(hNode: MUgraphNode, nodeParams: Out<MUSA_KERNEL_NODE_PARAMS>) [initialised fault];
            muGraphKernelNodeSetParams(hNode: MUgraphNode, nodeParams: In<MUSA_KERNEL_NODE_PARAMS>) [initialised fault];
            muGraphAddMemcpyNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                copyParams: In<MUSA_MEMCPY3D>,
                ctx: MUcontext,
            ) [initialised fault];
            muGraphMemcpyNodeGetParams(hNode: MUgraphNode, nodeParams: Out<MUSA_MEMCPY3D>) [initialised fault];
            muGraphMemcpyNodeSetParams(hNode: MUgraphNode, nodeParams: In<MUSA_MEMCPY3D>) [initialised fault];
            muGraphAddMemsetNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                memsetParams: In<MUSA_MEMSET_NODE_PARAMS>,
                ctx: MUcontext,
            ) [initialised fault];
            muGraphMemsetNodeGetParams(hNode: MUgraphNode, nodeParams: Out<MUSA_MEMSET_NODE_PARAMS>) [initialised fault];
            muGraphMemsetNodeSetParams(hNode: MUgraphNode, nodeParams: In<MUSA_MEMSET_NODE_PARAMS>) [initialised fault];
            muGraphAddHostNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                nodeParams: In<MUSA_HOST_NODE_PARAMS>,
            ) [initialised fault];
            muGraphHostNodeGetParams(hNode: MUgraphNode, nodeParams: Out<MUSA_HOST_NODE_PARAMS>) [initialised fault];
            muGraphHostNodeSetParams(hNode: MUgraphNode, nodeParams: In<MUSA_HOST_NODE_PARAMS>) [initialised fault];
            muGraphAddChildGraphNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                childGraph: MUgraph,
            ) [initialised fault];
            muGraphChildGraphNodeGetGraph(hNode: MUgraphNode, phGraph: Out<MUgraph>) [initialised fault];
            muGraphAddEmptyNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
            ) [initialised fault];
            muGraphAddEventRecordNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                event: MUevent,
            ) [initialised fault];
            muGraphEventRecordNodeGetEvent(hNode: MUgraphNode, event_out: Out<MUevent>) [initialised fault];
            muGraphEventRecordNodeSetEvent(hNode: MUgraphNode, event: MUevent) [initialised fault];
            muGraphAddEventWaitNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                event: MUevent,
            ) [initialised fault];
            muGraphEventWaitNodeGetEvent(hNode: MUgraphNode, event_out: Out<MUevent>) [initialised fault];
            muGraphEventWaitNodeSetEvent(hNode: MUgraphNode, event: MUevent) [initialised fault];
            muGraphAddExternalSemaphoresSignalNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                nodeParams: In<MUSA_EXT_SEM_SIGNAL_NODE_PARAMS>,
            ) [initialised fault];
            muGraphExternalSemaphoresSignalNodeGetParams(
                hNode: MUgraphNode,
                params_out: Out<MUSA_EXT_SEM_SIGNAL_NODE_PARAMS>,
            ) [initialised fault];
            muGraphExternalSemaphoresSignalNodeSetParams(
                hNode: MUgraphNode,
                nodeParams: In<MUSA_EXT_SEM_SIGNAL_NODE_PARAMS>,
            ) [initialised fault];
            muGraphAddExternalSemaphoresWaitNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                nodeParams: In<MUSA_EXT_SEM_WAIT_NODE_PARAMS>,
            ) [initialised fault];
            muGraphExternalSemaphoresWaitNodeGetParams(
                hNode: MUgraphNode,
                params_out: Out<MUSA_EXT_SEM_WAIT_NODE_PARAMS>,
            ) [initialised fault];
            muGraphExternalSemaphoresWaitNodeSetParams(
                hNode: MUgraphNode,
                nodeParams: In<MUSA_EXT_SEM_WAIT_NODE_PARAMS>,
            ) [initialised fault];
            muGraphAddMemAllocNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                nodeParams: InOut<MUSA_MEM_ALLOC_NODE_PARAMS>,
            ) [initialised fault];
            muGraphAddMemFreeNode(
                phGraphNode: Out<MUgraphNode>,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                dptr: MUdeviceptr,
            ) [initialised fault];
            muDeviceGraphMemTrim(device: MUdevice) [initialised fault];
            muDeviceGetGraphMemAttribute(
                device: MUdevice,
                attr: MUgraphMem_attribute,
                value: HostPointer,
            ) [initialised fault];
            muDeviceSetGraphMemAttribute(
                device: MUdevice,
                attr: MUgraphMem_attribute,
                value: HostPointer,
            ) [initialised fault];
            muGraphClone(phGraphClone: Out<MUgraph>, originalGraph: MUgraph) [initialised fault];
            muGraphNodeFindInClone(
                phNode: Out<MUgraphNode>,
                hOriginalNode: MUgraphNode,
                hClonedGraph: MUgraph,
            ) [initialised fault];
            muGraphNodeGetType(hNode: MUgraphNode, kind: Out<MUgraphNodeType>) [initialised fault];
            muGraphGetNodes(hGraph: MUgraph, nodes: OutArray<MUgraphNode>, numNodes: InOut<usize>) [initialised fault];
            muGraphGetRootNodes(
                hGraph: MUgraph,
                rootNodes: OutArray<MUgraphNode>,
                numRootNodes: InOut<usize>,
            ) [initialised fault];
            muGraphGetEdges(
                hGraph: MUgraph,
                from: OutArray<MUgraphNode>,
                to: OutArray<MUgraphNode>,
                numEdges: InOut<usize>,
            ) [initialised fault];
            muGraphNodeGetDependencies(
                hNode: MUgraphNode,
                dependencies: OutArray<MUgraphNode>,
                numDependencies: InOut<usize>,
            ) [initialised fault];
            muGraphNodeGetDependentNodes(
                hNode: MUgraphNode,
                dependentNodes: OutArray<MUgraphNode>,
                numDependentNodes: InOut<usize>,
            ) [initialised fault];
            muGraphAddDependencies(
                hGraph: MUgraph,
                from: Array<MUgraphNode>,
                to: Array<MUgraphNode>,
                numDependencies: usize,
            ) [initialised fault];
            muGraphDestroyNode(hNode: MUgraphNode) [initialised fault];
            muGraphInstantiate | muGraphInstantiate_v2(
                phGraphExec: Out<MUgraphExec>,
                hGraph: MUgraph,
                phErrorNode: Out<MUgraphNode>,
                logBuffer: OutArray<c_char>,
                bufferSize: usize,
            ) [initialised fault];
            muGraphExecKernelNodeSetParams(
                hGraphExec: MUgraphExec,
                hNode: MUgraphNode,
                nodeParams: In<MUSA_KERNEL_NODE_PARAMS>,
            ) [initialised fault];
            muGraphExecMemcpyNodeSetParams(
                hGraphExec: MUgraphExec,
                hNode: MUgraphNode,
                copyParams: In<MUSA_MEMCPY3D>,
                ctx: MUcontext,
            ) [initialised fault];
            muGraphExecMemsetNodeSetParams(
                hGraphExec: MUgraphExec,
                hNode: MUgraphNode,
                memsetParams: In<MUSA_MEMSET_NODE_PARAMS>,
                ctx: MUcontext,
            ) [initialised fault];
            muGraphExecHostNodeSetParams(
                hGraphExec: MUgraphExec,
                hNode: MUgraphNode,
                nodeParams: In<MUSA_HOST_NODE_PARAMS>,
            ) [initialised fault];
            muGraphExecChildGraphNodeSetParams(
                hGraphExec: MUgraphExec,
                hNode: MUgraphNode,
                childGraph: MUgraph,
            ) [initialised fault];
            muGraphExecEventRecordNodeSetEvent(
                hGraphExec: MUgraphExec,
                hNode: MUgraphNode,
                event: MUevent,
            ) [initialised fault];
            muGraphExecEventWaitNodeSetEvent(
                hGraphExec: MUgraphExec,
                hNode: MUgraphNode,
                event: MUevent,
            ) [initialised fault];
            muGraphExecExternalSemaphoresSignalNodeSetParams(
                hGraphExec: MUgraphExec,
                hNode: MUgraphNode,
                nodeParams: In<MUSA_EXT_SEM_SIGNAL_NODE_PARAMS>,
            ) [initialised fault];
            muGraphExecExternalSemaphoresWaitNodeSetParams(
                hGraphExec: MUgraphExec,
                hNode: MUgraphNode,
                nodeParams: In<MUSA_EXT_SEM_WAIT_NODE_PARAMS>,
            ) [initialised fault];
            muGraphLaunch / muGraphLaunch_ptsz(hGraph: MUgraphExec, hStream: MUstream) [initialised fault];
            muGraphExecDestroy(hGraphExec: MUgraphExec) [initialised fault];
            muGraphDestroy(hGraph: MUgraph) [initialised fault];
            muGraphExecUpdate(
                hGraphExec: MUgraphExec,
                hGraph: MUgraph,
                hErrorNode_out: Out<MUgraphNode>,
                updateResult_out: Out<MUgraphExecUpdateResult>,
            ) [initialised fault];
            muGraphDebugDotPrint(hGraph: MUgraph, path: Text, flags: u32) [initialised fault];
            muGraphInstantiateWithFlags(phGraphExec: Out<MUgraphExec>, hGraph: MUgraph, flags: u64) [initialised fault];
            muGraphKernelNodeCopyAttributes(dst: MUgraphNode, src: MUgraphNode) [initialised fault];
            muGraphKernelNodeGetAttribute(
                hNode: MUgraphNode,
                attr: MUkernelNodeAttrID,
                value_out: Out<MUkernelNodeAttrValue>,
            ) [initialised fault];
            muGraphKernelNodeSetAttribute(
                hNode: MUgraphNode,
                attr: MUkernelNodeAttrID,
                value: In<MUkernelNodeAttrValue>,
            ) [initialised fault];
            muGraphMemAllocNodeGetParams(
                hNode: MUgraphNode,
                params_out: Out<MUSA_MEM_ALLOC_NODE_PARAMS>,
            ) [initialised fault];
            muGraphMemFreeNodeGetParams(hNode: MUgraphNode, dptr_out: Out<MUdeviceptr>) [initialised fault];
            muGraphReleaseUserObject(graph: MUgraph, object: MUuserObject, count: u32) [initialised fault];
            muGraphRemoveDependencies(
                hGraph: MUgraph,
                from: Array<MUgraphNode>,
                to: Array<MUgraphNode>,
                numDependencies: usize,
            ) [initialised fault];
            muGraphRetainUserObject(graph: MUgraph, object: MUuserObject, count: u32, flags: u32) [initialised fault];
            muGraphUpload / muGraphUpload_ptsz(hGraph: MUgraphExec, hStream: MUstream) [initialised fault];
            muUserObjectCreate(
                object_out: Out<MUuserObject>,
                ptr: HostPointer,
                destroy: MUhostFn,
                initialRefcount: u32,
                flags: u32,
            ) [initialised fault];
            muUserObjectRelease(object: MUuserObject, count: u32) [initialised fault];
            muUserObjectRetain(object: MUuserObject, count: u32) [initialised fault];
        }
    };
}
