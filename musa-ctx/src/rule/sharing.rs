//! Rules of memory that processes and devices share.

macro_rules! sharing_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            IpcMemoryFreed "ipc.memory.freed" [Observed "ipc_mem_free"]
                "Exported memory must be opened before its owner frees it.";
            IpcMemoryKind "ipc.memory.kind" [Observed "ipc_mem_bad"]
                "Memory that is exported must have been allocated on a device by the process itself, and in no pool.";
            IpcFlags "ipc.flags"
                [musa [Specified "API facts: policies 1 to 7"] "the flags are a policy"
                 reference [Observed "ipc_mem_bad"] "the flags hold the lowest bit"]
                "Memory must be opened with the flag that enables peers as they are needed, or a policy of the vendor's.";
            IpcHandle "ipc.handle" [Observed "ipc_mem_bad"]
                "A handle of exported memory must be one that a driver gave out.";
            IpcOwnProcess "ipc.own-process" [Observed "ipc_mem_bad"]
                "What is opened must have been exported by another process.";
            IpcContext "ipc.context" [Observed "ipc_mem_ctx"]
                "Memory that is open must be opened again in the context that has it open.";
            IpcClose "ipc.close" [Observed "ipc_mem"]
                "What is closed must be the base of opened memory.";
            IpcEventKind "ipc.event.kind" [Observed "ipc_event"]
                "An event that is exported must have been created for several processes, by this one.";
            IpcEventHandle "ipc.event.handle" [Observed "ipc_event"]
                "A handle of an exported event must be one that a driver gave out, whose event and owner still are.";
            PeerSelf "peer.self" [Observed "peer_query"]
                "Attributes of a pair must be asked of two different devices.";
            PeerAttribute "peer.attribute" [Observed "peer_query"]
                "An attribute of a pair of devices must be one that the API defines.";
            PeerFlags "peer.flags" [Observed "peer_enable"]
                "The flags of peer access must be zero.";
            PeerNull "peer.null" [Observed "peer_enable"]
                "The context of a peer must not be null.";
            PeerDestroyed "peer.destroyed" [Observed "peer_enable"]
                "A peer must be a context that has not been destroyed.";
            PeerDevice "peer.device" [Observed "peer_enable"]
                "A peer must be a context of another device, and one that can be reached.";
            PeerTwice "peer.twice" [Observed "peer_enable"]
                "Access to a peer must not be enabled twice.";
            PeerDisabled "peer.disabled" [Observed "peer_enable"]
                "Access to a peer must be enabled before it is disabled.";
            PeerCount "peer.count" [Chosen]
                "A context must not have more than eight peers.";
            IpcOwnerEnded "ipc.owner-ended" [Observed "ipc_mem_free"]
                "Exported memory must be opened while its owner lives.";
        ] $($rest)* }
    };
}
