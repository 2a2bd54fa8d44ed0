//! Contexts and the stack of current ones.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_context {
    ($consumer:ident) => {
        $crate::$consumer! {
            context
            muCtxCreate | muCtxCreate_v2(pctx: Out<MUcontext>, flags: u32, dev: MUdevice) [initialised fault];
            muCtxDestroy | muCtxDestroy_v2(ctx: MUcontext) [initialised];
            muCtxPushCurrent | muCtxPushCurrent_v2(ctx: MUcontext) [initialised];
            muCtxPopCurrent | muCtxPopCurrent_v2(pctx: Out<MUcontext>) [initialised];
            muCtxSetCurrent(ctx: MUcontext) [initialised];
            muCtxGetCurrent(pctx: Out<MUcontext>) [initialised];
            muCtxGetDevice(device: Out<MUdevice>) [initialised];
            muCtxGetFlags(flags: Out<u32>) [initialised];
            muCtxSynchronize() [initialised context fault];
            muCtxSetLimit(limit: MUlimit, value: usize) [initialised context fault];
            muCtxGetLimit(pvalue: Out<usize>, limit: MUlimit) [initialised context fault];
            muCtxGetCacheConfig(pconfig: Out<MUfunc_cache>) [initialised context fault];
            muCtxSetCacheConfig(config: MUfunc_cache) [initialised context fault];
            muCtxGetSharedMemConfig(pConfig: Out<MUsharedconfig>) [initialised context fault];
            muCtxSetSharedMemConfig(config: MUsharedconfig) [initialised context fault];
            muCtxGetApiVersion(ctx: MUcontext, version: Out<u32>) [initialised fault];
            muCtxGetStreamPriorityRange(leastPriority: Out<i32>, greatestPriority: Out<i32>) [initialised context fault];
            muCtxResetPersistingL2Cache() [initialised context fault];
            muCtxAttach(pctx: Out<MUcontext>, flags: u32) [initialised context fault];
            muCtxCreate_v3(
                pctx: Out<MUcontext>,
                paramsArray: Array<MUexecAffinityParam>,
                numParams: i32,
                flags: u32,
                dev: MUdevice,
            ) [initialised fault];
            muCtxDetach(ctx: MUcontext) [initialised context fault];
            muCtxGetExecAffinity(pExecAffinity: Out<MUexecAffinityParam>, kind: MUexecAffinityType) [initialised context fault];
            muCtxGetId(ctx: MUcontext, ctxId: Out<u64>) [initialised];
        }
    };
}
