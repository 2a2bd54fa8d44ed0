//! Contexts and the stack of current ones.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_context {
    ($consumer:path) => {
        $consumer! {
            context
            muCtxCreate | muCtxCreate_v2(pctx: Out<MUcontext>, flags: u32, dev: MUdevice) [initialised]
                => context::create;
            muCtxDestroy | muCtxDestroy_v2(ctx: MUcontext) [initialised] first context::not_null => context::destroy;
            muCtxPushCurrent | muCtxPushCurrent_v2(ctx: MUcontext) [initialised] => context::push;
            muCtxPopCurrent | muCtxPopCurrent_v2(pctx: Out<MUcontext>) [initialised] => context::pop;
            muCtxSetCurrent(ctx: MUcontext) [initialised] => context::set_current;
            muCtxGetCurrent(pctx: Out<MUcontext>) [initialised] => context::current;
            muCtxGetDevice(device: Out<MUdevice>) [initialised] first context::device_place => context::device;
            muCtxGetFlags(flags: Out<u32>) [initialised] first context::flags_place => context::flags;
            muCtxSynchronize() [initialised context fault] => context::synchronize;
            muCtxSetLimit(limit: MUlimit, value: usize) [initialised context fault] => context::set_limit;
            muCtxGetLimit(pvalue: Out<usize>, limit: MUlimit) [initialised context fault] => context::limit;
            muCtxGetCacheConfig(pconfig: Out<MUfunc_cache>) [initialised context fault] => context::cache_config;
            muCtxSetCacheConfig(config: MUfunc_cache) [initialised context fault] => context::set_cache_config;
            muCtxGetSharedMemConfig(pConfig: Out<MUsharedconfig>) [initialised context fault] => context::bank_config;
            muCtxSetSharedMemConfig(config: MUsharedconfig) [initialised context fault] => context::set_bank_config;
            muCtxGetApiVersion(ctx: MUcontext, version: Out<u32>) [initialised] => context::api_version;
            muCtxGetStreamPriorityRange(leastPriority: Out<i32>, greatestPriority: Out<i32>) [initialised context fault]
                => context::priority_range;
            muCtxResetPersistingL2Cache() [initialised context fault] => context::reset_persisting_l2;
            muCtxAttach(pctx: Out<MUcontext>, flags: u32) [initialised context] => context::attach;
            muCtxCreate_v3(
                pctx: Out<MUcontext>,
                paramsArray: Array<MUexecAffinityParam>,
                numParams: i32,
                flags: u32,
                dev: MUdevice,
            ) [initialised] => context::create_with_affinity;
            muCtxDetach(ctx: MUcontext) [initialised context] => context::detach;
            muCtxGetExecAffinity(pExecAffinity: Out<MUexecAffinityParam>, kind: MUexecAffinityType) [initialised context fault]
                => context::affinity;
            muCtxGetId(ctx: MUcontext, ctxId: Out<u64>) [initialised]
                first early::context_id => context::unique;
        }
    };
}
