//! Rules of memory pools.

macro_rules! pool_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            PoolHandle "pool.handle" [Observed "mem_pool"]
                "A pool must be one that the driver gave out, and that has not been destroyed.";
            PoolOrdinal "pool.ordinal" [Observed "ctx_argument_order"]
                "A device whose current pool is asked for or set must be one of the machine's.";
            PoolDevice "pool.device" [Chosen]
                "The current pool of a device must be one of its own.";
            PoolImported "pool.imported" [Observed "pool_sharing"]
                "A pool that allocates, is trimmed or is made current must not be an imported one.";
            PoolHandleType "pool.handle-type" [Observed "pool_sharing"]
                "A pool must be exported and imported by a kind of handle that it was made for.";
            PoolPointer "pool.pointer" [Observed "pool_sharing"]
                "A pointer must be exported from a pool that can be, and imported into what was imported of it.";
            PoolProperties "pool.properties" [Observed "mem_pool"]
                "A pool must allocate memory that is pinned to a device, and be exported by known kinds of handles.";
            PoolDefault "pool.default" [Observed "mem_pool"]
                "A default pool must not be destroyed.";
            PoolAttribute "pool.attribute" [Observed "mem_pool"]
                "An attribute of a pool must be one that the API defines.";
            PoolAttributeSet "pool.attribute.set" [Observed "mem_pool"]
                "What is set of a pool must be a setting, or zero for a maximum.";
            PoolAccessLocation "pool.access.location" [Observed "pool_calls"]
                "A location that may access a pool must be a device.";
            PoolOwnReading "pool.own-access.reading" [Observed "pool_calls"]
                "A pool's own device must not be limited to reading.";
            PoolOwnAccess "pool.own-access" [Observed "pool_calls"]
                "A pool's own device must keep its access.";
            AccessLocation "access.location" [Observed "mem_mapping"]
                "A location that may access memory must be a device.";
            AccessFlags "access.flags" [Observed "mem_mapping"]
                "Access must be none, reading, or reading and writing.";
            AccessUnreachable "access.unreachable" [Chosen]
                "A device that may access memory must be able to reach it.";
        ] $($rest)* }
    };
}
