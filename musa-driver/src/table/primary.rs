//! Primary contexts.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_primary {
    ($consumer:ident) => {
        $crate::$consumer! {
            primary
            muDevicePrimaryCtxRetain(pctx: Out<MUcontext>, dev: MUdevice) [initialised fault];
            muDevicePrimaryCtxRelease | muDevicePrimaryCtxRelease_v2(dev: MUdevice) [initialised];
            muDevicePrimaryCtxSetFlags | muDevicePrimaryCtxSetFlags_v2(dev: MUdevice, flags: u32) [initialised];
            muDevicePrimaryCtxGetState(dev: MUdevice, flags: Out<u32>, active: Out<i32>) [initialised];
            muDevicePrimaryCtxReset | muDevicePrimaryCtxReset_v2(dev: MUdevice) [initialised];
        }
    };
}
