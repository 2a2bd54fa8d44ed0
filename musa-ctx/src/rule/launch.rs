//! Rules of launches and of occupancy.

macro_rules! launch_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            LaunchContext "launch.context" [Observed "mod_ctx"]
                "A function must be launched in a stream of its own context.";
            LaunchGrid "launch.grid" [Observed "launch_dims"]
                "Each dimension of a grid must be at least one and at most the device's greatest.";
            LaunchBlock "launch.block" [Observed "launch_dims"]
                "Each dimension of a block must be at least one and at most the device's greatest.";
            LaunchThreads "launch.threads" [Observed "launch_dims"]
                "A block must not have more threads than the device allows.";
            LaunchMaxThreads "launch.max-threads" [Observed "launch_maxntid"]
                "A block must not have more threads than its kernel was compiled for.";
            LaunchRequiredThreads "launch.required-threads" [Observed "launch_maxntid"]
                "A block must have the dimensions that its kernel requires.";
            LaunchRegisters "launch.registers" [Chosen]
                "The registers of a block must fit a multiprocessor.";
            LaunchShared "launch.shared" [Observed "launch_smem"]
                "Dynamic shared memory must not be larger than the function's greatest.";
            LaunchCooperative "launch.cooperative" [Observed "launch_coop"]
                "All blocks of a cooperative launch must fit the device at once.";
            LaunchClusterZero "launch.cluster.zero" [Observed "launch_ex"]
                "Either no dimension of a cluster must be zero, or all.";
            LaunchClusterSize "launch.cluster.size" [Observed "launch_ex"]
                "A cluster must not have more blocks than the function may have.";
            LaunchClusterGrid "launch.cluster.grid" [Observed "launch_ex"]
                "Each dimension of a grid must be a multiple of the cluster's.";
            LaunchClusterRequired "launch.cluster.required" [Observed "launch_ex"]
                "A cluster must have the dimensions that its kernel requires.";
            LaunchParameters "launch.parameters" [Observed "launch_params_array"]
                "A kernel with parameters must be given them.";
            LaunchParameterNull "launch.parameter.null" [Observed "launch_params_array"]
                "No entry of the array of parameters may be null.";
            LaunchParametersTwice "launch.parameters.twice" [Observed "launch_params_buffer"]
                "Parameters must be given as an array or as a buffer, not both.";
            LaunchBufferEmpty "launch.buffer.empty" [Observed "launch_params_buffer"]
                "The buffer of a kernel with parameters must not be empty.";
            LaunchBufferSize "launch.buffer.size" [Observed "launch_params_buffer"]
                "A parameter buffer must not be larger than the kernel's parameters.";
            LaunchExtra "launch.extra" [Observed "launch_params_buffer"]
                "The extra list of a launch must hold only known tags, and a buffer with its size.";
            LaunchDevices "launch.devices" [Observed "launch_devices"]
                "Launches on several devices must be at least one, and one for each device.";
            LaunchMultiFlags "launch.devices.flags" [Observed "launch_devices"]
                "Flags of launches on several devices must hold only the two bits that leave synchronisation out.";
            LaunchAttribute "launch.attribute" [Observed "launch_ex"]
                "A launch attribute must be one that launches have.";
            LaunchAttributeValue "launch.attribute.value" [Observed "launch_attributes"]
                "The value of a launch attribute must be in its range.";
            LaunchStaged "launch.staged" [Observed "launch_staged"]
                "Parameters that are staged for launches must lie in the first 32764 bytes.";
            OccupancyBlock "occupancy.block" [Observed "func_occupancy"]
                "A block whose occupancy is asked for must have at least one thread.";
            OccupancyFlags "occupancy.flags" [Observed "func_occupancy"]
                "Occupancy flags must hold only the bit that stops caching from being overridden.";
            OccupancyLimit "occupancy.limit" [Observed "func_occupancy"]
                "A limit on the size of blocks must not be negative.";
            OccupancyBlocks "occupancy.blocks" [Observed "func_occupancy"]
                "The blocks that shared memory is asked for must be at least one, and fit a multiprocessor.";
        ] $($rest)* }
    };
}
