//! Graphics interoperability, external memory and semaphores.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_interop {
    ($consumer:path) => {
        $consumer! {
            interop
            muGraphicsUnregisterResource(resource: MUgraphicsResource) [initialised context fault];
            muGraphicsResourceGetMappedPointer | muGraphicsResourceGetMappedPointer_v2(
                pDevPtr: Out<MUdeviceptr>,
                pSize: Out<usize>,
                resource: MUgraphicsResource,
            ) [initialised context fault];
            muGraphicsResourceSetMapFlags | muGraphicsResourceSetMapFlags_v2(
                resource: MUgraphicsResource,
                flags: u32,
            ) [initialised context fault];
            muGraphicsMapResources / muGraphicsMapResources_ptsz(
                count: u32,
                resources: Array<MUgraphicsResource>,
                hStream: MUstream,
            ) [initialised context fault];
            muGraphicsUnmapResources / muGraphicsUnmapResources_ptsz(
                count: u32,
                resources: Array<MUgraphicsResource>,
                hStream: MUstream,
            ) [initialised context fault];
            muDestroyExternalMemory(extMem: MUexternalMemory) [initialised context fault];
            muDestroyExternalSemaphore(extSem: MUexternalSemaphore) [initialised context fault];
            muEGLStreamConsumerAcquireFrame(
                conn: InOut<MUeglStreamConnection>,
                pMusaResource: Out<MUgraphicsResource>,
                pStream: InOut<MUstream>,
                timeout: u32,
            ) [initialised context fault];
            muEGLStreamConsumerConnect(conn: InOut<MUeglStreamConnection>, stream: HostPointer) [initialised context fault];
            muEGLStreamConsumerConnectWithFlags(
                conn: InOut<MUeglStreamConnection>,
                stream: HostPointer,
                flags: u32,
            ) [initialised context fault];
            muEGLStreamConsumerDisconnect(conn: InOut<MUeglStreamConnection>) [initialised context fault];
            muEGLStreamConsumerReleaseFrame(
                conn: InOut<MUeglStreamConnection>,
                pMusaResource: MUgraphicsResource,
                pStream: InOut<MUstream>,
            ) [initialised context fault];
            muEGLStreamProducerConnect(
                conn: InOut<MUeglStreamConnection>,
                stream: HostPointer,
                width: i32,
                height: i32,
            ) [initialised context fault];
            muEGLStreamProducerDisconnect(conn: InOut<MUeglStreamConnection>) [initialised context fault];
            muEGLStreamProducerPresentFrame(
                conn: InOut<MUeglStreamConnection>,
                eglframe: MUeglFrame,
                pStream: InOut<MUstream>,
            ) [initialised context fault];
            muEGLStreamProducerReturnFrame(
                conn: InOut<MUeglStreamConnection>,
                eglframe: InOut<MUeglFrame>,
                pStream: InOut<MUstream>,
            ) [initialised context fault];
            muEventCreateFromEGLSync(phEvent: Out<MUevent>, eglSync: HostPointer, flags: u32) [initialised context fault];
            muExternalMemoryGetMappedBuffer(
                devPtr: Out<MUdeviceptr>,
                extMem: MUexternalMemory,
                bufferDesc: In<MUSA_EXTERNAL_MEMORY_BUFFER_DESC>,
            ) [initialised context fault];
            muExternalMemoryGetMappedMipmappedArray(
                mipmap: Out<MUmipmappedArray>,
                extMem: MUexternalMemory,
                mipmapDesc: In<MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC>,
            ) [initialised context fault];
            muGLCtxCreate | muGLCtxCreate_v2(pCtx: Out<MUcontext>, Flags: u32, device: MUdevice) [initialised context fault];
            muGLGetDevices | muGLGetDevices_v2(
                pMusaDeviceCount: Out<u32>,
                pMusaDevices: OutArray<MUdevice>,
                musaDeviceCount: u32,
                deviceList: MUGLDeviceList,
            ) [initialised context fault];
            muGLInit() [initialised context fault];
            muGLMapBufferObject | muGLMapBufferObject_v2 / muGLMapBufferObject_v2_ptds(
                dptr: Out<MUdeviceptr>,
                size: Out<usize>,
                buffer: u32,
            ) [initialised context fault];
            muGLMapBufferObjectAsync | muGLMapBufferObjectAsync_v2 / muGLMapBufferObjectAsync_v2_ptsz(
                dptr: Out<MUdeviceptr>,
                size: Out<usize>,
                buffer: u32,
                hStream: MUstream,
            ) [initialised context fault];
            muGLRegisterBufferObject(buffer: u32) [initialised context fault];
            muGLSetBufferObjectMapFlags(buffer: u32, Flags: u32) [initialised context fault];
            muGLUnmapBufferObject(buffer: u32) [initialised context fault];
            muGLUnmapBufferObjectAsync(buffer: u32, hStream: MUstream) [initialised context fault];
            muGLUnregisterBufferObject(buffer: u32) [initialised context fault];
            muGraphicsEGLRegisterImage(
                pMusaResource: Out<MUgraphicsResource>,
                image: HostPointer,
                flags: u32,
            ) [initialised context fault];
            muGraphicsGLRegisterBuffer(
                pMusaResource: Out<MUgraphicsResource>,
                buffer: u32,
                Flags: u32,
            ) [initialised context fault];
            muGraphicsGLRegisterImage(
                pMusaResource: Out<MUgraphicsResource>,
                image: u32,
                target: u32,
                Flags: u32,
            ) [initialised context fault];
            muGraphicsResourceGetMappedEglFrame(
                eglFrame: Out<MUeglFrame>,
                resource: MUgraphicsResource,
                index: u32,
                mipLevel: u32,
            ) [initialised context fault];
            muGraphicsResourceGetMappedMipmappedArray(
                pMipmappedArray: Out<MUmipmappedArray>,
                resource: MUgraphicsResource,
            ) [initialised context fault];
            muGraphicsSubResourceGetMappedArray(
                pArray: Out<MUarray>,
                resource: MUgraphicsResource,
                arrayIndex: u32,
                mipLevel: u32,
            ) [initialised context fault];
            muGraphicsVDPAURegisterOutputSurface(
                pMusaResource: Out<MUgraphicsResource>,
                vdpSurface: u32,
                flags: u32,
            ) [initialised context fault];
            muGraphicsVDPAURegisterVideoSurface(
                pMusaResource: Out<MUgraphicsResource>,
                vdpSurface: u32,
                flags: u32,
            ) [initialised context fault];
            muImportExternalMemory(
                extMem_out: Out<MUexternalMemory>,
                memHandleDesc: In<MUSA_EXTERNAL_MEMORY_HANDLE_DESC>,
            ) [initialised context fault];
            muImportExternalSemaphore(
                extSem_out: Out<MUexternalSemaphore>,
                semHandleDesc: In<MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC>,
            ) [initialised context fault];
            muSignalExternalSemaphoresAsync / muSignalExternalSemaphoresAsync_ptsz(
                extSemArray: Array<MUexternalSemaphore>,
                paramsArray: Array<MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS>,
                numExtSems: u32,
                stream: MUstream,
            ) [initialised context fault];
            muVDPAUCtxCreate | muVDPAUCtxCreate_v2(
                pCtx: Out<MUcontext>,
                flags: u32,
                device: MUdevice,
                vdpDevice: u32,
                vdpGetProcAddress: HostPointer,
            ) [initialised context fault];
            muVDPAUGetDevice(pDevice: Out<MUdevice>, vdpDevice: u32, vdpGetProcAddress: HostPointer) [initialised context fault];
            muWaitExternalSemaphoresAsync / muWaitExternalSemaphoresAsync_ptsz(
                extSemArray: Array<MUexternalSemaphore>,
                paramsArray: Array<MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS>,
                numExtSems: u32,
                stream: MUstream,
            ) [initialised context fault];
        }
    };
}
