//! Events.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_event {
    ($consumer:ident) => {
        $crate::$consumer! {
            event
            muEventCreate(phEvent: Out<MUevent>, Flags: u32) [initialised context fault];
            muEventRecord / muEventRecord_ptsz(hEvent: MUevent, hStream: MUstream) [initialised fault];
            muEventRecordWithFlags / muEventRecordWithFlags_ptsz(
                hEvent: MUevent,
                hStream: MUstream,
                flags: u32,
            ) [initialised fault];
            muEventQuery(hEvent: MUevent) [initialised fault];
            muEventSynchronize(hEvent: MUevent) [initialised fault];
            muEventDestroy | muEventDestroy_v2(hEvent: MUevent) [initialised fault];
            muEventElapsedTime(pMilliseconds: Out<f32>, hStart: MUevent, hEnd: MUevent) [initialised fault];
        }
    };
}
