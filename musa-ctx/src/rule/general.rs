//! Rules of every call: initialisation, callbacks, handles, arguments, waiting.

macro_rules! general_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            InitRequired "init.required" [Observed "init_before"]
                "The process must be initialised before any other call.";
            InitFlags "init.flags" [Observed "init_flags"]
                "The flags of initialisation must be zero.";
            InitNoDevice "init.no-device" [Chosen]
                "There must be at least one device.";
            InitForked "init.forked" [Observed "init_fork"]
                "A process that was forked after initialisation must not make calls.";
            CallbackCall "callback.call" [Observed "launch_hostfunc"]
                "A host function must not make calls of the driver.";
            ArgumentNull "argument.null" [Observed "ctx_create"]
                "A required pointer must not be null.";
            ArgumentLowPointer "argument.low-pointer" [Chosen]
                "A pointer must not lie below 64 KiB.";
            ArgumentEnum "argument.enum" [Observed "ctx_cache"]
                "An enumerated argument must have one of its values.";
            ArgumentFlags "argument.flags" [Observed "host_alloc"]
                "Flags must hold only bits that the call knows.";
            DeviceOrdinal "device.ordinal" [Observed "init_device"]
                "A device ordinal must not be negative, and must be below the number of devices.";
            ArgumentSize "argument.size" [Observed "init_device"]
                "A buffer must have the room that its content needs at least.";
            DevicePciText "device.pci-text" [Observed "init_device"]
                "A PCI identifier must be hexadecimal text of bus and device, with or without domain and function.";
            DevicePciAbsent "device.pci-absent" [Observed "init_device"]
                "A PCI identifier must be that of one of the machine's devices.";
            DeviceAttribute "device.attribute" [Observed "init_device"]
                "A device attribute must be one that the device has.";
            HandleNull "handle.null" [Observed "mod_function"]
                "A handle must not be null.";
            HandleForeign "handle.foreign" [Chosen]
                "A handle must be one that the driver gave out for this kind of object.";
            HandleStale "handle.stale" [Observed "mod_unload"]
                "A handle must name an object that has not been destroyed.";
            EntryPointUnknown "entry-point.unknown" [Chosen]
                "An entry point must be asked for by the name of an exported function.";
            ExportTableUnknown "export-table.unknown" [Observed "init_device_rest"]
                "The table of functions that is asked for must be one that the driver has.";
            FileName "file.name" [Observed "mod_file"]
                "The name of a file must not be empty.";
            JitBufferSize "jit.buffer-size" [Observed "mod_jit_log"]
                "A buffer for messages of the loader must be given with its size.";
            FileMissing "file.missing" [Observed "mod_file"]
                "A file that is to be loaded must exist and be readable.";
            WaitStuck "wait.stuck" [Chosen]
                "What a call waits for must be able to happen without the waiting thread.";
        ] $($rest)* }
    };
}
