//! Rules of virtual memory management.

macro_rules! mapping_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            MapGranularity "map.granularity" [Chosen]
                "Sizes and addresses of mappings are multiples of the granularity, and sizes are not zero.";
            MapAlignment "map.alignment" [Chosen]
                "The alignment of a reservation is none, or a power of two.";
            MapProperties "map.properties" [Chosen]
                "Memory without an address is pinned to a device, and is exported by known kinds of handles.";
            MapHandle "map.handle" [Chosen]
                "A handle of memory is one that the driver gave out, and has not been released as often.";
            MapHandleType "map.handle-type" [Chosen]
                "Memory is exported by a kind of handle that it was made for.";
            MapReservation "map.reservation" [Chosen]
                "Addresses of mappings lie in one reservation, and what is given back is all of one.";
            MapBeyond "map.beyond" [Observed "mem_vmm"]
                "A mapping ends within its reservation and within its memory.";
            MapInUse "map.in-use" [Chosen]
                "Nothing is mapped where something is to be mapped, or where addresses are given back.";
            MapWhole "map.whole" [Chosen]
                "A range of mappings begins and ends with whole ones.";
            MapMissing "map.missing" [Chosen]
                "Something is mapped where access is given or asked for.";
            MapAccess "map.access" [Observed "mem_vmm"]
                "Mapped memory that a call reads or writes may be accessed.";
        ] $($rest)* }
    };
}
