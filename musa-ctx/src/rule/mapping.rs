//! Rules of virtual memory management.

macro_rules! mapping_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            MapGranularity "map.granularity" [Observed "mem_mapping"]
                "Sizes and addresses of reservations are multiples of the granularity, and sizes are not zero.";
            MapAlignment "map.alignment" [Observed "mem_mapping"]
                "The alignment of a reservation is none, or a power of two.";
            MapProperties "map.properties" [Observed "mem_mapping"]
                "Memory without an address is pinned to a device, and is exported by no handles of another system.";
            MapFabric "map.fabric" [Observed "mem_mapping"]
                "Memory is exported to a fabric only where there is one.";
            MapHandle "map.handle" [Observed "mem_mapping"]
                "A handle of memory is one that the driver gave out, and has not been released as often.";
            MapHandleType "map.handle-type" [Observed "mem_mapping"]
                "Memory is exported by a kind of handle that it was made for.";
            MapReservation "map.reservation" [Observed "mem_mapping"]
                "Addresses of mappings lie in one reservation, and what is given back is all of one.";
            MapBeyond "map.beyond" [Observed "mem_vmm"]
                "A mapping takes all of its memory, at a multiple of the granularity, and ends within its reservation.";
            MapInUse "map.in-use" [Observed "mem_mapping"]
                "Nothing is mapped where something is to be mapped, or where addresses are given back.";
            MapWhole "map.whole" [Observed "mem_mapping"]
                "A range of mappings begins and ends with whole ones.";
            MapMissing "map.missing" [Observed "mem_mapping"]
                "Something is mapped where access is given or asked for.";
            MapPages "map.pages" [Observed "mem_mapping"]
                "A range that is handed to another driver is of whole pages of memory of a device.";
            MapAccess "map.access" [Observed "mem_vmm"]
                "Mapped memory that a call reads or writes may be accessed.";
        ] $($rest)* }
    };
}
