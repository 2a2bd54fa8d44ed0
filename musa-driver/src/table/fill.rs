//! Memory sets.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_fill {
    ($consumer:ident) => {
        $crate::$consumer! {
            fill
            muMemsetD8 | muMemsetD8_v2 / muMemsetD8_v2_ptds(
                dstDevice: MUdeviceptr,
                uc: u8,
                N: usize,
            ) [initialised context fault];
            muMemsetD16 | muMemsetD16_v2 / muMemsetD16_v2_ptds(
                dstDevice: MUdeviceptr,
                us: u16,
                N: usize,
            ) [initialised context fault];
            muMemsetD32 | muMemsetD32_v2 / muMemsetD32_v2_ptds(
                dstDevice: MUdeviceptr,
                ui: u32,
                N: usize,
            ) [initialised context fault];
            muMemsetD2D8 | muMemsetD2D8_v2 / muMemsetD2D8_v2_ptds(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                uc: u8,
                Width: usize,
                Height: usize,
            ) [initialised context fault];
            muMemsetD2D16 | muMemsetD2D16_v2 / muMemsetD2D16_v2_ptds(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                us: u16,
                Width: usize,
                Height: usize,
            ) [initialised context fault];
            muMemsetD2D32 | muMemsetD2D32_v2 / muMemsetD2D32_v2_ptds(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                ui: u32,
                Width: usize,
                Height: usize,
            ) [initialised context fault];
            muMemsetD8Async / muMemsetD8Async_ptsz(
                dstDevice: MUdeviceptr,
                uc: u8,
                N: usize,
                hStream: MUstream,
            ) [initialised living noticed];
            muMemsetD16Async / muMemsetD16Async_ptsz(
                dstDevice: MUdeviceptr,
                us: u16,
                N: usize,
                hStream: MUstream,
            ) [initialised living noticed];
            muMemsetD32Async / muMemsetD32Async_ptsz(
                dstDevice: MUdeviceptr,
                ui: u32,
                N: usize,
                hStream: MUstream,
            ) [initialised living noticed];
            muMemsetD2D8Async / muMemsetD2D8Async_ptsz(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                uc: u8,
                Width: usize,
                Height: usize,
                hStream: MUstream,
            ) [initialised living noticed];
            muMemsetD2D16Async / muMemsetD2D16Async_ptsz(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                us: u16,
                Width: usize,
                Height: usize,
                hStream: MUstream,
            ) [initialised living noticed];
            muMemsetD2D32Async / muMemsetD2D32Async_ptsz(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                ui: u32,
                Width: usize,
                Height: usize,
                hStream: MUstream,
            ) [initialised living noticed];
        }
    };
}
