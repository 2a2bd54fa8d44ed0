//! Memory sets.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_fill {
    ($consumer:path) => {
        $consumer! {
            fill
            muMemsetD8 | muMemsetD8_v2 / muMemsetD8_v2_ptds(
                dstDevice: MUdeviceptr,
                uc: u8,
                N: usize,
            ) [initialised context fault] => fill::bytes;
            muMemsetD16 | muMemsetD16_v2 / muMemsetD16_v2_ptds(
                dstDevice: MUdeviceptr,
                us: u16,
                N: usize,
            ) [initialised context fault] => fill::halves;
            muMemsetD32 | muMemsetD32_v2 / muMemsetD32_v2_ptds(
                dstDevice: MUdeviceptr,
                ui: u32,
                N: usize,
            ) [initialised context fault] => fill::words;
            muMemsetD2D8 | muMemsetD2D8_v2 / muMemsetD2D8_v2_ptds(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                uc: u8,
                Width: usize,
                Height: usize,
            ) [initialised context fault] => fill::plane_of_bytes;
            muMemsetD2D16 | muMemsetD2D16_v2 / muMemsetD2D16_v2_ptds(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                us: u16,
                Width: usize,
                Height: usize,
            ) [initialised context fault] => fill::plane_of_halves;
            muMemsetD2D32 | muMemsetD2D32_v2 / muMemsetD2D32_v2_ptds(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                ui: u32,
                Width: usize,
                Height: usize,
            ) [initialised context fault] => fill::plane_of_words;
            muMemsetD8Async / muMemsetD8Async_ptsz(
                dstDevice: MUdeviceptr,
                uc: u8,
                N: usize,
                hStream: MUstream,
            ) [initialised living noticed] => fill::bytes_async;
            muMemsetD16Async / muMemsetD16Async_ptsz(
                dstDevice: MUdeviceptr,
                us: u16,
                N: usize,
                hStream: MUstream,
            ) [initialised living noticed] => fill::halves_async;
            muMemsetD32Async / muMemsetD32Async_ptsz(
                dstDevice: MUdeviceptr,
                ui: u32,
                N: usize,
                hStream: MUstream,
            ) [initialised living noticed] => fill::words_async;
            muMemsetD2D8Async / muMemsetD2D8Async_ptsz(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                uc: u8,
                Width: usize,
                Height: usize,
                hStream: MUstream,
            ) [initialised living noticed] => fill::plane_of_bytes_async;
            muMemsetD2D16Async / muMemsetD2D16Async_ptsz(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                us: u16,
                Width: usize,
                Height: usize,
                hStream: MUstream,
            ) [initialised living noticed] => fill::plane_of_halves_async;
            muMemsetD2D32Async / muMemsetD2D32Async_ptsz(
                dstDevice: MUdeviceptr,
                dstPitch: usize,
                ui: u32,
                Width: usize,
                Height: usize,
                hStream: MUstream,
            ) [initialised living noticed] => fill::plane_of_words_async;
        }
    };
}
