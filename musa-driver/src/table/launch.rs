//! Launches and host functions.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_launch {
    ($consumer:path) => {
        $consumer! {
            launch
            muLaunchKernel / muLaunchKernel_ptsz(
                f: MUfunction,
                gridDimX: u32,
                gridDimY: u32,
                gridDimZ: u32,
                blockDimX: u32,
                blockDimY: u32,
                blockDimZ: u32,
                sharedMemBytes: u32,
                hStream: MUstream,
                kernelParams: Array<HostPointer>,
                extra: Array<HostPointer>,
            ) [initialised living noticed] => launch::kernel;
            muLaunchKernelEx(
                config: In<MUlaunchConfig>,
                f: MUfunction,
                kernelParams: Array<HostPointer>,
                extra: Array<HostPointer>,
            ) [initialised living noticed]
                first early::launch_config => launch::kernel_with_attributes;
            muLaunchHostFunc / muLaunchHostFunc_ptsz(
                hStream: MUstream,
                func: MUhostFn,
                userData: HostPointer,
            ) [initialised callback living noticed]
                first early::host_function => launch::host_function;
            muLaunch(f: MUfunction) [initialised context noticed]
                => staged::launch;
            muLaunchCooperativeKernel / muLaunchCooperativeKernel_ptsz(
                f: MUfunction,
                gridDimX: u32,
                gridDimY: u32,
                gridDimZ: u32,
                blockDimX: u32,
                blockDimY: u32,
                blockDimZ: u32,
                sharedMemBytes: u32,
                hStream: MUstream,
                kernelParams: Array<HostPointer>,
            ) [initialised living noticed] => launch::cooperative_kernel;
            muLaunchCooperativeKernelMultiDevice(
                launchParamsList: Array<MUSA_LAUNCH_PARAMS>,
                numDevices: u32,
                flags: u32,
            ) [initialised living noticed]
                => launch::cooperative_kernels;
            muLaunchGrid(f: MUfunction, grid_width: i32, grid_height: i32) [initialised context noticed]
                => staged::grid;
            muLaunchGridAsync(f: MUfunction, grid_width: i32, grid_height: i32, hStream: MUstream) [initialised context noticed]
                => staged::grid_in_stream;
            muParamSetSize(hfunc: MUfunction, numbytes: u32) [initialised context fault]
                => staged::parameter_size;
            muParamSetTexRef(hfunc: MUfunction, texunit: i32, hTexRef: MUtexref) [initialised living noticed];
            muParamSetf(hfunc: MUfunction, offset: i32, value: f32) [initialised context fault]
                => staged::float;
            muParamSeti(hfunc: MUfunction, offset: i32, value: u32) [initialised context fault]
                => staged::integer;
            muParamSetv(hfunc: MUfunction, offset: i32, ptr: HostPointer, numbytes: u32) [initialised context fault]
                => staged::bytes;
        }
    };
}
