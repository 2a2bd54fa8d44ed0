//! Streams, their attributes and memory operations.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_stream {
    ($consumer:path) => {
        $consumer! {
            stream
            muStreamCreate(phStream: Out<MUstream>, Flags: u32) [initialised context fault]
                first stream::judge_creation => stream::create;
            muStreamCreateWithPriority(phStream: Out<MUstream>, flags: u32, priority: i32) [initialised context fault]
                first stream::judge_creation_with_priority => stream::create_with_priority;
            muStreamGetPriority / muStreamGetPriority_ptsz(hStream: MUstream, priority: Out<i32>) [initialised callback living fault]
                first early::stream_priority => stream::priority;
            muStreamGetFlags / muStreamGetFlags_ptsz(hStream: MUstream, flags: Out<u32>) [initialised callback living fault]
                first early::stream_flags => stream::flags;
            muStreamGetCtx / muStreamGetCtx_ptsz(hStream: MUstream, pctx: Out<MUcontext>) [initialised callback living fault]
                first early::stream_context => stream::context;
            muStreamWaitEvent / muStreamWaitEvent_ptsz(
                hStream: MUstream,
                hEvent: MUevent,
                Flags: u32,
            ) [initialised living noticed] => stream::wait_event;
            muStreamAddCallback / muStreamAddCallback_ptsz(
                hStream: MUstream,
                callback: MUstreamCallback,
                userData: HostPointer,
                flags: u32,
            ) [initialised callback living noticed]
                first early::callback => launch::stream_callback;
            muStreamQuery / muStreamQuery_ptsz(hStream: MUstream) [initialised callback living fault] => stream::query;
            muStreamSynchronize / muStreamSynchronize_ptsz(hStream: MUstream) [initialised living fault]
                => stream::synchronize;
            muStreamDestroy | muStreamDestroy_v2(hStream: MUstream) [initialised living fault]
                first stream::judge_destruction => stream::destroy;
            muStreamCopyAttributes / muStreamCopyAttributes_ptsz(
                dstStream: MUstream,
                srcStream: MUstream,
            ) [initialised living fault] => stream::copy_attributes;
            muStreamGetAttribute / muStreamGetAttribute_ptsz(
                hStream: MUstream,
                attr: MUstreamAttrID,
                value: Out<MUstreamAttrValue>,
            ) [initialised living fault] => stream::attribute;
            muStreamSetAttribute / muStreamSetAttribute_ptsz(
                hStream: MUstream,
                attr: MUstreamAttrID,
                param: In<MUstreamAttrValue>,
            ) [initialised living fault] => stream::set_attribute;
            muStreamBatchMemOp / muStreamBatchMemOp_ptsz(
                stream: MUstream,
                count: u32,
                paramArray: Array<MUstreamBatchMemOpParams>,
                flags: u32,
            ) [initialised living noticed] => stream::batch;
            muStreamGetId(hStream: MUstream, streamId: Out<u64>) [initialised callback living fault]
                first early::stream_unique => stream::unique;
            muStreamWaitValue32 / muStreamWaitValue32_ptsz(
                stream: MUstream,
                addr: MUdeviceptr,
                value: u32,
                flags: u32,
            ) [initialised living noticed] => stream::wait_value_32;
            muStreamWaitValue64 / muStreamWaitValue64_ptsz(
                stream: MUstream,
                addr: MUdeviceptr,
                value: u64,
                flags: u32,
            ) [initialised living noticed] => stream::wait_value_64;
            muStreamWriteValue32 / muStreamWriteValue32_ptsz(
                stream: MUstream,
                addr: MUdeviceptr,
                value: u32,
                flags: u32,
            ) [initialised living noticed] => stream::write_value_32;
            muStreamWriteValue64 / muStreamWriteValue64_ptsz(
                stream: MUstream,
                addr: MUdeviceptr,
                value: u64,
                flags: u32,
            ) [initialised living noticed] => stream::write_value_64;
        }
    };
}
