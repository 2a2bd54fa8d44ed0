//! Green contexts and device resources.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_green {
    ($consumer:path) => {
        $consumer! {
            green
            muCtxFromGreenCtx(pContext: Out<MUcontext>, hCtx: MUgreenCtx) [initialised context fault];
            muDevResourceGenerateDesc(
                phDesc: Out<MUdevResourceDesc>,
                resources: Array<MUdevResource>,
                nbResources: u32,
            ) [initialised context fault];
            muDevSmResourceSplitByCount(
                result: OutArray<MUdevResource>,
                nbGroups: InOut<u32>,
                input: In<MUdevResource>,
                remaining: Out<MUdevResource>,
                useFlags: u32,
                minCount: u32,
            ) [initialised context fault];
            muDeviceGetDevResource(
                device: MUdevice,
                resource: Out<MUdevResource>,
                kind: MUdevResourceType,
            ) [initialised context fault];
            muGreenCtxCreate(
                phCtx: Out<MUgreenCtx>,
                desc: MUdevResourceDesc,
                dev: MUdevice,
                flags: u32,
            ) [initialised context fault];
            muGreenCtxDestroy(hCtx: MUgreenCtx) [initialised context fault];
            muGreenCtxStreamCreate(
                phStream: Out<MUstream>,
                greenCtx: MUgreenCtx,
                flags: u32,
                priority: i32,
            ) [initialised context fault];
        }
    };
}
