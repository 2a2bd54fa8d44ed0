//! Rules of streams, events and host functions.

macro_rules! stream_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            StreamFlags "stream.flags" [Observed "stream_create"]
                "Stream flags must be none or the non-blocking one.";
            StreamDestroyDefault "stream.destroy.default" [Observed "stream_destroy"]
                "A default stream must not be destroyed.";
            StreamDestroyBusy "stream.destroy.busy"
                [musa [Specified "guide 3.2.8.5.1"] "refused as not ready; the stream lives on"
                 reference [Observed "stream_destroy"] "destroyed at once; its work completes"]
                "A stream that is destroyed must have no pending work.";
            StreamAttribute "stream.attribute" [Observed "stream_attr"]
                "A stream attribute must be one that the API defines.";
            StreamAttributeDomain "stream.attribute.domain"
                [musa [Specified "API facts: stream attributes are 1, 3 and 8"] "unknown"
                 reference [Observed "stream_domains"] "known"]
                "Domains of memory order can be asked for only where the API has them.";
            StreamAttributeValue "stream.attribute.value" [Observed "stream_attr"]
                "The value that a stream attribute is set to must be in its range.";
            StreamAttributeContext "stream.attribute.context" [Observed "stream_calls"]
                "Attributes must be copied between streams of one context.";
            CaptureMode "capture.mode" [Observed "stream_calls"]
                "A mode of captures must be one of three.";
            CaptureDefault "capture.default" [Observed "stream_calls"]
                "A stream that is captured must be a created one, or the thread's own default one.";
            CaptureNone "capture.none" [Observed "stream_calls"]
                "A capture can be ended or told its dependencies only while a stream is captured.";
            WordFlags "word.flags" [Observed "stream_memops"]
                "Flags of waiting for a word or writing one must be known ones.";
            WordAddress "word.address" [Observed "stream_memops"]
                "A word that a stream waits for or writes must be aligned, and in memory that the driver knows.";
            EventFlags "event.flags" [Observed "event_create"]
                "Event flags must hold only known bits, and interprocess events must have no timing.";
            EventRecordFlags "event.record.flags" [Observed "event_create"]
                "Flags of recording and waiting must hold only the external bit.";
            EventExternal "event.external" [Observed "stream_wait_event"]
                "The external flag can be used only while a stream is captured.";
            EventContext "event.context" [Observed "stream_ctx"]
                "An event must be recorded on a stream of its own context.";
            EventElapsedTiming "event.elapsed.timing" [Observed "event_elapsed"]
                "Events whose distance is asked for must have timing.";
            EventElapsedRecorded "event.elapsed.recorded" [Observed "event_elapsed"]
                "Events whose distance is asked for must have been recorded.";
            EventElapsedContext "event.elapsed.context" [Observed "event_elapsed"]
                "Events whose distance is asked for must be of one context.";
            EventElapsedReady "event.elapsed.ready" [Observed "event_elapsed"]
                "Events whose distance is asked for must be complete.";
            HostFunctionNull "host-function.null" [Observed "ctx_none"]
                "A host function must not be null.";
            HostFunctionFlags "host-function.flags" [Observed "launch_hostfunc"]
                "The flags of adding a callback must be zero.";
        ] $($rest)* }
    };
}
