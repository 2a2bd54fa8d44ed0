//! Rules of memory that processes and devices share.

macro_rules! sharing_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            IpcMemoryFreed "ipc.memory.freed" [Observed "ipc_mem_free"]
                "Exported memory is opened before its owner frees it.";
            IpcMemoryKind "ipc.memory.kind" [Observed "ipc_mem_bad"]
                "Memory that is exported was allocated on a device by the process itself, and in no pool.";
            IpcFlags "ipc.flags"
                [musa [Specified "API facts: policies 1 to 7"] "the flags are a policy"
                 reference [Observed "ipc_mem_bad"] "the flags hold the lowest bit"]
                "Memory is opened with the flag that enables peers as they are needed, or one of the vendor's policies.";
            IpcHandle "ipc.handle" [Observed "ipc_mem_bad"]
                "A handle of exported memory is one that a driver gave out.";
            IpcOwnProcess "ipc.own-process" [Observed "ipc_mem_bad"]
                "What is opened was exported by another process.";
            IpcContext "ipc.context" [Observed "ipc_mem_ctx"]
                "Memory that is open is opened again in the context that has it open.";
            IpcClose "ipc.close" [Observed "ipc_mem"]
                "What is closed is the base of opened memory.";
            IpcEventKind "ipc.event.kind" [Observed "ipc_event"]
                "An event that is exported was created for several processes, by this one.";
            IpcEventHandle "ipc.event.handle" [Observed "ipc_event"]
                "A handle of an exported event is one that a driver gave out, and whose event and owner still are.";
            PeerSelf "peer.self" [Observed "peer_query"]
                "Attributes are asked of two different devices.";
            PeerAttribute "peer.attribute" [Observed "peer_query"]
                "An attribute of a pair of devices is one of the API's.";
            PeerFlags "peer.flags" [Observed "peer_enable"]
                "The flags of peer access are zero.";
            PeerNull "peer.null" [Observed "peer_enable"]
                "A peer is given.";
            PeerDestroyed "peer.destroyed" [Observed "peer_enable"]
                "A peer has not been destroyed.";
            PeerDevice "peer.device" [Observed "peer_enable"]
                "A peer is a context of another device, which can be reached.";
            PeerTwice "peer.twice" [Observed "peer_enable"]
                "Access to a peer is enabled once.";
            PeerDisabled "peer.disabled" [Observed "peer_enable"]
                "Access to a peer is enabled before it is disabled.";
            PeerCount "peer.count" [Chosen]
                "A context has at most eight peers.";
            IpcOwnerEnded "ipc.owner-ended" [Observed "ipc_mem_free"]
                "Exported memory is opened while its owner lives.";
        ] $($rest)* }
    };
}
