//! Rules of memory that processes and devices share.

macro_rules! sharing_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            IpcMemoryFreed "ipc.memory.freed" [Observed "ipc_mem_free"]
                "Exported memory is opened before its owner frees it.";
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
