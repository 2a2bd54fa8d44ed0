//! Rules of every call: initialisation, callbacks, handles, arguments, waiting.

macro_rules! general_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            InitRequired "init.required" [Observed "init_before"]
                "The process is initialised before any other call.";
            InitFlags "init.flags" [Observed "init_flags"]
                "Initialisation takes no flags.";
            InitNoDevice "init.no-device" [Chosen]
                "Initialisation finds at least one device.";
            InitForked "init.forked" [Observed "init_fork"]
                "A process that was forked after initialisation makes no calls.";
            CallbackCall "callback.call" [Observed "launch_hostfunc"]
                "A host function makes no calls of the driver.";
            ArgumentNull "argument.null" [Observed "ctx_create"]
                "A required pointer is not null.";
            ArgumentLowPointer "argument.low-pointer" [Chosen]
                "A pointer does not lie below 64 KiB.";
            ArgumentEnum "argument.enum" [Observed "ctx_cache"]
                "An enumerated argument has one of its values.";
            ArgumentFlags "argument.flags" [Observed "host_alloc"]
                "Flags hold only bits that the call knows.";
            DeviceOrdinal "device.ordinal" [Observed "init_device"]
                "A device ordinal is below the number of devices.";
            ArgumentSize "argument.size" [Observed "init_device"]
                "A buffer has the room that its content needs at least.";
            DevicePciText "device.pci-text" [Observed "init_device"]
                "A PCI identifier is hexadecimal text of bus and device, with or without domain and function.";
            DevicePciAbsent "device.pci-absent" [Observed "init_device"]
                "A PCI identifier is one of the machine's devices.";
            DeviceAttribute "device.attribute" [Observed "init_device"]
                "A device attribute is one that the device has.";
            HandleNull "handle.null" [Observed "mod_function"]
                "A handle is not null.";
            HandleForeign "handle.foreign" [Chosen]
                "A handle is one that the driver gave out for this kind of object.";
            HandleStale "handle.stale" [Observed "mod_unload"]
                "A handle's object has not been destroyed.";
            EntryPointUnknown "entry-point.unknown" [Chosen]
                "An entry point is asked for by the name of an exported function.";
            ExportTableUnknown "export-table.unknown" [Observed "init_device_rest"]
                "A table of functions that is asked for is one that the driver has.";
            FileName "file.name" [Observed "mod_file"]
                "The name of a file is not empty.";
            JitBufferSize "jit.buffer-size" [Observed "mod_jit_log"]
                "A buffer for messages of the loader is given with its size.";
            FileMissing "file.missing" [Observed "mod_file"]
                "A file that is to be loaded exists and can be read.";
            WaitStuck "wait.stuck" [Chosen]
                "What is waited for can still happen without the waiting thread.";
        ] $($rest)* }
    };
}
