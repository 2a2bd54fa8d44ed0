//! Rules of memory pools.

macro_rules! pool_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            PoolHandle "pool.handle" [Observed "mem_pool"]
                "A pool is one that the driver gave out, and has not been destroyed.";
            PoolDevice "pool.device" [Chosen]
                "The current pool of a device is one of its own.";
            PoolImported "pool.imported" [Observed "pool_sharing"]
                "A pool that allocates, is trimmed or is made current is no imported one.";
            PoolHandleType "pool.handle-type" [Observed "pool_sharing"]
                "A pool is exported and imported by a kind of handle that it was made for.";
            PoolPointer "pool.pointer" [Observed "pool_sharing"]
                "A pointer is exported from a pool that can be, and imported into what was imported of it.";
            PoolProperties "pool.properties" [Observed "mem_pool"]
                "A pool allocates memory that is pinned to a device, and is exported by known kinds of handles.";
            PoolDefault "pool.default" [Observed "mem_pool"]
                "A pool that is destroyed is no default one.";
            PoolAttribute "pool.attribute" [Observed "mem_pool"]
                "An attribute of a pool is one of the API's.";
            PoolAttributeSet "pool.attribute.set" [Observed "mem_pool"]
                "What is set of a pool is a setting, or zero for a maximum.";
            PoolAccessLocation "pool.access.location" [Observed "pool_calls"]
                "A location that may access a pool is a device.";
            PoolOwnReading "pool.own-access.reading" [Observed "pool_calls"]
                "A pool's own device is not limited to reading.";
            PoolOwnAccess "pool.own-access" [Observed "pool_calls"]
                "A pool's own device keeps its access.";
            AccessLocation "access.location" [Observed "mem_mapping"]
                "A location that may access memory is a device.";
            AccessFlags "access.flags" [Observed "mem_mapping"]
                "Access is none, reading, or reading and writing.";
            AccessUnreachable "access.unreachable" [Chosen]
                "A device that may access memory can reach it.";
        ] $($rest)* }
    };
}
