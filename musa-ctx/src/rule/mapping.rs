//! Rules of virtual memory management.

macro_rules! mapping_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            MapGranularity "map.granularity" [Observed "mem_mapping"]
                "Sizes and addresses of reservations and mappings must be multiples of the granularity, and sizes not zero.";
            MapAlignment "map.alignment" [Observed "mem_mapping"]
                "The alignment of a reservation must be zero or a power of two.";
            MapProperties "map.properties" [Observed "mem_mapping"]
                "Memory without an address must be pinned to a device, and exported by no handles of another system.";
            MapFabric "map.fabric" [Observed "mem_mapping"]
                "Memory can be exported to a fabric only where there is one.";
            MapHandle "map.handle" [Observed "mem_mapping"]
                "A handle of memory must be one that the driver gave out, and that has not been released as often.";
            MapHandleType "map.handle-type" [Observed "mem_mapping"]
                "Memory must be exported by a kind of handle that it was made for.";
            MapReservation "map.reservation" [Observed "mem_mapping"]
                "Addresses of mappings must lie in one reservation, and what is given back must be all of one.";
            MapBeyond "map.beyond" [Observed "mem_vmm"]
                "A mapping must take all of its memory, and end in its reservation.";
            MapInUse "map.in-use" [Observed "mem_mapping"]
                "Nothing may be mapped where something is to be mapped, or where addresses are given back.";
            MapWhole "map.whole" [Observed "mem_mapping"]
                "A range of mappings must begin and end with whole ones.";
            MapMissing "map.missing" [Observed "mem_mapping"]
                "Something must be mapped where access is given or asked for.";
            MapPages "map.pages" [Observed "mem_mapping"]
                "A range that is handed to another driver must be of whole pages of memory of a device.";
            MapAccessLocation "map.access.location" [Observed "ctx_argument_order"]
                "A location whose access to memory is asked for must be a device or the host.";
            MapAccess "map.access" [Observed "mem_vmm"]
                "Mapped memory that a call reads or writes must have been made accessible.";
        ] $($rest)* }
    };
}
