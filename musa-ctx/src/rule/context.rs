//! Rules of contexts, their stacks, primary contexts and limits.

macro_rules! context_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            ContextRequired "ctx.required" [Specified "guide 3.2.17.1"]
                "A context is current where the call needs one.";
            ContextDestroyed "ctx.destroyed" [Observed "ctx_stale_current"]
                "The current context has not been destroyed.";
            ContextNull "ctx.null" [Observed "ctx_stack"]
                "A context handle that is pushed or destroyed is not null.";
            ContextForeign "ctx.foreign" [Chosen]
                "A context handle is one that the driver gave out.";
            ContextStale "ctx.stale" [Observed "ctx_stale_handle"]
                "A context handle's context has not been destroyed.";
            ContextDestroyTwice "ctx.destroy.twice" [Observed "ctx_stale_current"]
                "A context is destroyed once.";
            ContextFlags "ctx.flags" [Observed "ctx_create"]
                "Context flags hold known bits and at most one scheduling mode.";
            ContextFlagsReserved "ctx.flags.reserved"
                [musa [Specified "API facts: context flags have the mask 0x1f"] "refused"
                 reference [Observed "ctx_create"] "accepted, and read back"]
                "Context flags do not hold the three bits above the mask (0x20, 0x40 and 0x80).";
            ContextPopEmpty "ctx.pop.empty" [Observed "ctx_stack"]
                "The thread's stack has a context to pop.";
            ContextPushStale "ctx.push.stale" [Chosen]
                "A destroyed context is pushed or set only while a stack still holds it.";
            ContextDestroyPrimary "ctx.destroy.primary" [Observed "ctx_primary"]
                "A primary context is released, not destroyed.";
            ContextDetachOther "ctx.detach.other" [Observed "ctx_attach"]
                "The context that is detached is the current one.";
            ContextAttachFlags "ctx.attach.flags" [Observed "ctx_attach"]
                "Attaching takes no flags.";
            ContextDestroyCount "ctx.destroy.count"
                [musa [Specified "guide 3.2.17.1"] "lowers the usage count, and destroys when it reaches zero"
                 reference [Observed "ctx_attach"] "destroys at once, whatever the count"]
                "Destroying a context takes one from its usage count.";
            AffinityUnsupported "ctx.affinity" [Observed "ctx_affinity"]
                "A context runs on all multiprocessors of its device.";
            PrimaryRelease "primary.release" [Observed "ctx_primary"]
                "A primary context is released as often as it was retained.";
            LimitUnknown "limit.unknown" [Observed "ctx_limits"]
                "A limit is one of the known ones.";
            LimitUnsupported "limit.unsupported" [Observed "ctx_limits"]
                "A limit is one that the device has.";
            LimitStack "limit.stack" [Observed "ctx_limits"]
                "The stacks of all threads that the device can hold fit its memory.";
            LimitTooLarge "limit.too-large" [Observed "ctx_limits"]
                "A limit is not set above the device's greatest value.";
            LimitFrozen "limit.frozen" [Observed "ctx_heap_limit"]
                "The heap and print limits are set before the first launch that uses them.";
        ] $($rest)* }
    };
}
