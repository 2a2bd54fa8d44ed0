//! Events.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_event {
    ($consumer:path) => {
        $consumer! {
            event
            muEventCreate(phEvent: Out<MUevent>, Flags: u32) [initialised context fault] => event::create;
            muEventRecord / muEventRecord_ptsz(hEvent: MUevent, hStream: MUstream) [initialised living noticed]
                => event::record;
            muEventRecordWithFlags / muEventRecordWithFlags_ptsz(
                hEvent: MUevent,
                hStream: MUstream,
                flags: u32,
            ) [initialised living noticed] => event::record_with_flags;
            muEventQuery(hEvent: MUevent) [initialised living fault] first event::not_null => event::query;
            muEventSynchronize(hEvent: MUevent) [initialised living fault] first event::not_null => event::synchronize;
            muEventDestroy | muEventDestroy_v2(hEvent: MUevent) [initialised living fault]
                first event::not_null => event::destroy;
            muEventElapsedTime(pMilliseconds: Out<f32>, hStart: MUevent, hEnd: MUevent) [initialised living fault]
                first event::both_given => event::elapsed;
        }
    };
}
