//! Rules of memory: allocation, copies, fills, host memory, pointer attributes.

macro_rules! memory_rules {
    ([$($rows:tt)*] $next:ident $($rest:ident)*) => {
        $next! { [$($rows)*
            MemorySize "mem.size" [Observed "mem_alloc"]
                "An allocation must have at least one byte, and end within the address space.";
            MemoryFree "mem.free" [Observed "mem_alloc"]
                "What is freed must be the base of a living allocation of the call's kind.";
            MemoryRange "mem.range" [Observed "mem_range"]
                "An address whose range is asked for must lie in an allocation.";
            PitchElement "mem.pitch.element" [Observed "mem_pitch"]
                "An element of pitched memory must have 4, 8 or 16 bytes.";
            ManagedFlags "mem.managed.flags" [Observed "managed_alloc"]
                "Managed memory must be attached to all devices or to the host, and exactly one of them.";
            ManagedRange "managed.range" [Observed "managed_advise"]
                "A range of managed memory must have at least one byte, and lie in one managed allocation.";
            ManagedAdvice "managed.advice" [Observed "managed_advise"]
                "Advice about managed memory must be one that the API defines.";
            ManagedLocation "managed.location" [Observed "managed_advise"]
                "A location of managed memory must be a device or the host.";
            ManagedConcurrent "managed.concurrent" [Chosen]
                "A device that managed memory is advised or prefetched to must be able to access it with the host.";
            ManagedAttribute "managed.attribute" [Observed "managed_advise"]
                "An attribute of a range of managed memory must be one that the API defines.";
            ManagedAnswerSize "managed.answer-size" [Observed "managed_advise"]
                "An answer about managed memory must have 4 bytes, or any number of them where it is a list.";
            ManagedAttachFlags "managed.attach.flags" [Observed "managed_attach"]
                "Memory must be attached to all streams, to the host or to one stream, and exactly one of them.";
            ManagedAttachWhole "managed.attach.whole" [Observed "managed_attach"]
                "What is attached must be all of a managed allocation, by its base.";
            ManagedAttachStream "managed.attach.stream" [Observed "managed_attach"]
                "Memory that is attached to one stream must be attached to a created one.";
            HostFlags "host.flags" [Observed "host_alloc"]
                "Flags of pinned memory must hold only known bits.";
            HostRegisterFlags "host.register.flags" [Observed "host_register"]
                "Flags of registering must hold only bits that the device has.";
            HostRegisterSize "host.register.size" [Observed "host_register"]
                "What is registered must have at least one byte, and end within the address space.";
            HostRegisterKnown "host.register.known" [Observed "host_register"]
                "What is registered must not be memory of the driver's own, allocated or not.";
            HostRegisterPages "host.register.pages" [Observed "host_registrations"]
                "What is registered must be readable and writable by the process.";
            HostRegisterTwice "host.register.twice" [Observed "host_register"]
                "No byte may be registered twice.";
            HostUnregister "host.unregister" [Observed "host_register"]
                "What is unregistered must be registered.";
            HostUnregisterKind "host.unregister.kind" [Observed "host_registrations"]
                "What is unregistered must not be memory that the driver allocated.";
            HostUnregisterBase "host.unregister.base" [Observed "host_register"]
                "A registration must be given back by its first byte.";
            HostPointer "host.pointer" [Observed "host_alloc"]
                "A pointer of pinned memory must lie in pinned or registered memory.";
            HostPointerFlags "host.pointer.flags" [Observed "host_alloc"]
                "The flags of asking for a device pointer must be zero.";
            HostAddress "host.address" [Observed "mem_copy_range"]
                "Host memory that is read or written must lie above the first 64 KiB.";
            CopyRange "copy.range" [Observed "mem_copy_range"]
                "A range that starts in an allocation must end in it.";
            CopyDevice "copy.device" [Observed "mem_copy_kinds"]
                "The device side of a copy must be memory that the driver knows.";
            CopyMemoryType "copy.memory-type" [Observed "mem_copy2d"]
                "A side of a copy must have a known type of memory.";
            CopyPitch "copy.pitch" [Observed "mem_copy2d"]
                "A pitch must be zero, or hold the row's offset and width.";
            CopyHeight "copy.height" [Observed "mem_copy3d"]
                "The height of a slice must be zero, or hold the offset and the height of what is copied.";
            CopyAsyncPageable "copy.async.pageable"
                [musa [Specified "guide 3.2.8.3"] "the call returns when the copy is done"
                 reference [Observed "mem_async_copy"] "the source's bytes are taken, and the call returns"]
                "An asynchronous copy from pageable memory is done when the call returns.";
            FillRange "fill.range" [Observed "mem_memset"]
                "A range that is filled must lie in one allocation.";
            FillAlignment "fill.alignment" [Observed "mem_memset"]
                "The address and the pitch of a fill must be multiples of the element.";
            FillPitch "fill.pitch" [Observed "mem_memset"]
                "The pitch of a fill with several rows must be at least the width.";
            FillPeer "fill.peer" [Observed "peer_copy"]
                "A fill of another device's memory must have access to it as a peer.";
            FillOpened "fill.opened" [Observed "ipc_sides"]
                "Memory of another process must be filled in the context that has it open.";
            PointerUnknown "pointer.unknown" [Observed "mem_ptrattr"]
                "A pointer whose attributes are asked for must lie in memory that the driver knows.";
            PointerAttribute "pointer.attribute" [Observed "mem_ptrattr2"]
                "A pointer attribute must be one that the API defines.";
            PointerAttributeMapping "pointer.attribute.mapping"
                [musa [Specified "API facts: pointer attributes end at 17"] "unknown"
                 reference [Observed "mem_attributes"] "known"]
                "Attributes of mappings can be asked for only where the API has them.";
            PointerHost "pointer.host" [Observed "mem_ptrattr"]
                "A pointer whose host address is asked for must have one.";
            PointerSet "pointer.set" [Observed "mem_ptrattr2"]
                "The only pointer attribute that can be set is the order of copies.";
            PointerTokens "pointer.tokens" [Observed "host_registrations"]
                "Tokens for other drivers cannot be asked for: the device has none.";
        ] $($rest)* }
    };
}
