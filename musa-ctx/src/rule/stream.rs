//! Rules of streams, events and host functions.

macro_rules! stream_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            StreamFlags "stream.flags" [Observed "stream_create"]
                "Stream flags are none or the non-blocking one.";
            StreamDestroyDefault "stream.destroy.default" [Observed "stream_destroy"]
                "A default stream is not destroyed.";
            StreamDestroyBusy "stream.destroy.busy"
                [musa [Specified "guide 3.2.8.5.1"] "refused as not ready; the stream lives on"
                 reference [Observed "stream_destroy"] "destroyed at once; its work completes"]
                "A stream that is destroyed has no pending work.";
            StreamAttribute "stream.attribute" [Observed "stream_attr"]
                "A stream attribute is one of the known ones.";
            StreamAttributeValue "stream.attribute.value" [Observed "stream_attr"]
                "A stream attribute is set to a value in its range.";
            StreamAttributeContext "stream.attribute.context" [Observed "stream_calls"]
                "Attributes are copied between streams of one context.";
            CaptureMode "capture.mode" [Observed "stream_calls"]
                "A mode of captures is one of three.";
            CaptureDefault "capture.default" [Observed "stream_calls"]
                "A stream that is captured is a created one, or the thread's own default one.";
            CaptureNone "capture.none" [Observed "stream_calls"]
                "A capture is ended or told its dependencies while a stream is captured.";
            WordFlags "word.flags" [Observed "stream_memops"]
                "Flags of waiting for a word or writing one are known.";
            WordAddress "word.address" [Observed "stream_memops"]
                "A word that a stream waits for or writes is aligned, in memory that the driver knows.";
            EventFlags "event.flags" [Observed "event_create"]
                "Event flags hold known bits, and interprocess events have no timing.";
            EventRecordFlags "event.record.flags" [Observed "event_create"]
                "Flags of recording and waiting hold only the external bit.";
            EventExternal "event.external" [Observed "stream_wait_event"]
                "The external flag is used only while a stream is captured.";
            EventContext "event.context" [Observed "stream_ctx"]
                "An event is recorded on a stream of its own context.";
            EventElapsedTiming "event.elapsed.timing" [Observed "event_elapsed"]
                "Events whose distance is asked for have timing.";
            EventElapsedRecorded "event.elapsed.recorded" [Observed "event_elapsed"]
                "Events whose distance is asked for have been recorded.";
            EventElapsedContext "event.elapsed.context" [Observed "event_elapsed"]
                "Events whose distance is asked for are of one context.";
            EventElapsedReady "event.elapsed.ready" [Observed "event_elapsed"]
                "Events whose distance is asked for are complete.";
            HostFunctionNull "host-function.null" [Observed "ctx_none"]
                "A host function is not null.";
            HostFunctionFlags "host-function.flags" [Observed "launch_hostfunc"]
                "Adding a callback takes no flags.";
        ] $($rest)* }
    };
}
