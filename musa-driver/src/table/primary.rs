//! Primary contexts.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_primary {
    ($consumer:path) => {
        $consumer! {
            primary
            muDevicePrimaryCtxRetain(pctx: Out<MUcontext>, dev: MUdevice) [initialised] => primary::retain;
            muDevicePrimaryCtxRelease | muDevicePrimaryCtxRelease_v2(dev: MUdevice) [initialised] => primary::release;
            muDevicePrimaryCtxSetFlags | muDevicePrimaryCtxSetFlags_v2(dev: MUdevice, flags: u32) [initialised]
                => primary::set_flags;
            muDevicePrimaryCtxGetState(dev: MUdevice, flags: Out<u32>, active: Out<i32>) [initialised]
                => primary::state;
            muDevicePrimaryCtxReset | muDevicePrimaryCtxReset_v2(dev: MUdevice) [initialised] => primary::reset;
        }
    };
}
