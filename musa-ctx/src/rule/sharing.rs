//! Rules of memory that processes and devices share.

macro_rules! sharing_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            IpcMemoryFreed "ipc.memory.freed" [Observed "ipc_mem_free"]
                "Exported memory is opened before its owner frees it.";
            IpcOwnerEnded "ipc.owner-ended" [Observed "ipc_mem_free"]
                "Exported memory is opened while its owner lives.";
        ] $($rest)* }
    };
}
