//! Rules of contexts, their stacks, primary contexts and limits.

macro_rules! context_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            ContextRequired "ctx.required" [Specified "guide 3.2.17.1"]
                "The calling thread must have a current context.";
            ContextDestroyed "ctx.destroyed" [Observed "ctx_stale_current"]
                "The current context must not have been destroyed.";
            ContextNull "ctx.null" [Observed "ctx_stack"]
                "A context handle that is pushed or destroyed must not be null.";
            ContextForeign "ctx.foreign" [Chosen]
                "A context handle must be one that the driver gave out.";
            ContextStale "ctx.stale" [Observed "ctx_stale_handle"]
                "A context handle must name a context that has not been destroyed.";
            ContextDestroyTwice "ctx.destroy.twice" [Observed "ctx_stale_current"]
                "A context must not be destroyed twice.";
            ContextFlags "ctx.flags" [Observed "ctx_create"]
                "Context flags must hold only known bits and at most one scheduling mode.";
            ContextFlagsReserved "ctx.flags.reserved"
                [musa [Specified "API facts: context flags have the mask 0x1f"] "refused"
                 reference [Observed "ctx_create"] "accepted, and read back"]
                "Context flags must not hold the three bits above the mask (0x20, 0x40 and 0x80).";
            ContextPopEmpty "ctx.pop.empty" [Observed "ctx_stack"]
                "The calling thread's stack must have a context to pop.";
            ContextPushStale "ctx.push.stale" [Chosen]
                "A destroyed context can be pushed or set only while a stack still holds it.";
            ContextDestroyPrimary "ctx.destroy.primary" [Observed "ctx_primary"]
                "A primary context must be released, not destroyed.";
            ContextDetachOther "ctx.detach.other" [Observed "ctx_attach"]
                "The context that is detached must be the current one.";
            ContextAttachFlags "ctx.attach.flags" [Observed "ctx_attach"]
                "The flags of attaching must be zero.";
            ContextDestroyCount "ctx.destroy.count"
                [musa [Specified "guide 3.2.17.1"] "lowers the usage count, and destroys when it reaches zero"
                 reference [Observed "ctx_attach"] "destroys at once, whatever the count"]
                "Destroying a context takes one from its usage count.";
            AffinityUnsupported "ctx.affinity" [Observed "ctx_affinity"]
                "A context must run on all multiprocessors of its device.";
            PrimaryRelease "primary.release" [Observed "ctx_primary"]
                "A primary context must not be released more often than it was retained.";
            PrimaryFlags "primary.flags" [Observed "ctx_argument_order"]
                "Flags of a primary context must leave out mapped host memory, which it always has.";
            LimitUnknown "limit.unknown" [Observed "ctx_limits"]
                "A limit must be one that the API defines.";
            LimitUnsupported "limit.unsupported" [Observed "ctx_limits"]
                "A limit must be one that the device has.";
            LimitStack "limit.stack" [Observed "ctx_limits"]
                "The stacks of all threads that the device can hold must fit its memory.";
            LimitTooLarge "limit.too-large" [Observed "ctx_limits"]
                "A limit must not be set above the device's greatest value.";
            LimitFrozen "limit.frozen" [Observed "ctx_heap_limit"]
                "The heap and print limits must be set before the first launch that uses them.";
        ] $($rest)* }
    };
}
