//! Copies.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_copy {
    ($consumer:path) => {
        $consumer! {
            copy
            muMemcpy / muMemcpy_ptds(dst: MUdeviceptr, src: MUdeviceptr, ByteCount: usize) [initialised context fault]
                => copy::unified;
            muMemcpyPeer / muMemcpyPeer_ptds(
                dstDevice: MUdeviceptr,
                dstContext: MUcontext,
                srcDevice: MUdeviceptr,
                srcContext: MUcontext,
                ByteCount: usize,
            ) [initialised context fault] => copy::peer;
            muMemcpyHtoD | muMemcpyHtoD_v2 / muMemcpyHtoD_v2_ptds(
                dstDevice: MUdeviceptr,
                srcHost: HostPointer,
                ByteCount: usize,
            ) [initialised context fault] => copy::host_to_device;
            muMemcpyDtoH | muMemcpyDtoH_v2 / muMemcpyDtoH_v2_ptds(
                dstHost: HostPointer,
                srcDevice: MUdeviceptr,
                ByteCount: usize,
            ) [initialised context fault] => copy::device_to_host;
            muMemcpyDtoD | muMemcpyDtoD_v2 / muMemcpyDtoD_v2_ptds(
                dstDevice: MUdeviceptr,
                srcDevice: MUdeviceptr,
                ByteCount: usize,
            ) [initialised context fault] => copy::device_to_device;
            muMemcpyHtoA | muMemcpyHtoA_v2 / muMemcpyHtoA_v2_ptds(
                dstArray: MUarray,
                dstOffset: usize,
                srcHost: HostPointer,
                ByteCount: usize,
            ) [initialised context fault] => array_copy::host_to_array;
            muMemcpyAtoH | muMemcpyAtoH_v2 / muMemcpyAtoH_v2_ptds(
                dstHost: HostPointer,
                srcArray: MUarray,
                srcOffset: usize,
                ByteCount: usize,
            ) [initialised context fault] => array_copy::array_to_host;
            muMemcpy2D | muMemcpy2D_v2 / muMemcpy2D_v2_ptds(pCopy: In<MUSA_MEMCPY2D>) [initialised context fault]
                => copy::two;
            muMemcpy3D | muMemcpy3D_v2 / muMemcpy3D_v2_ptds(pCopy: In<MUSA_MEMCPY3D>) [initialised context fault]
                => copy::three;
            muMemcpyAsync / muMemcpyAsync_ptsz(
                dst: MUdeviceptr,
                src: MUdeviceptr,
                ByteCount: usize,
                hStream: MUstream,
            ) [initialised living noticed] => copy::unified_async;
            muMemcpyPeerAsync / muMemcpyPeerAsync_ptsz(
                dstDevice: MUdeviceptr,
                dstContext: MUcontext,
                srcDevice: MUdeviceptr,
                srcContext: MUcontext,
                ByteCount: usize,
                hStream: MUstream,
            ) [initialised living noticed] => copy::peer_async;
            muMemcpyHtoDAsync | muMemcpyHtoDAsync_v2 / muMemcpyHtoDAsync_v2_ptsz(
                dstDevice: MUdeviceptr,
                srcHost: HostPointer,
                ByteCount: usize,
                hStream: MUstream,
            ) [initialised living noticed] => copy::host_to_device_async;
            muMemcpyDtoHAsync | muMemcpyDtoHAsync_v2 / muMemcpyDtoHAsync_v2_ptsz(
                dstHost: HostPointer,
                srcDevice: MUdeviceptr,
                ByteCount: usize,
                hStream: MUstream,
            ) [initialised living noticed] => copy::device_to_host_async;
            muMemcpyDtoDAsync | muMemcpyDtoDAsync_v2 / muMemcpyDtoDAsync_v2_ptsz(
                dstDevice: MUdeviceptr,
                srcDevice: MUdeviceptr,
                ByteCount: usize,
                hStream: MUstream,
            ) [initialised living noticed] => copy::device_to_device_async;
            muMemcpyHtoAAsync | muMemcpyHtoAAsync_v2 / muMemcpyHtoAAsync_v2_ptsz(
                dstArray: MUarray,
                dstOffset: usize,
                srcHost: HostPointer,
                ByteCount: usize,
                hStream: MUstream,
            ) [initialised living noticed] => array_copy::host_to_array_async;
            muMemcpyAtoHAsync | muMemcpyAtoHAsync_v2 / muMemcpyAtoHAsync_v2_ptsz(
                dstHost: HostPointer,
                srcArray: MUarray,
                srcOffset: usize,
                ByteCount: usize,
                hStream: MUstream,
            ) [initialised living noticed] => array_copy::array_to_host_async;
            muMemcpy2DAsync | muMemcpy2DAsync_v2 / muMemcpy2DAsync_v2_ptsz(
                pCopy: In<MUSA_MEMCPY2D>,
                hStream: MUstream,
            ) [initialised living noticed] => copy::two_async;
            muMemcpy3DAsync | muMemcpy3DAsync_v2 / muMemcpy3DAsync_v2_ptsz(
                pCopy: In<MUSA_MEMCPY3D>,
                hStream: MUstream,
            ) [initialised living noticed] => copy::three_async;
            muMemcpy2DUnaligned | muMemcpy2DUnaligned_v2 / muMemcpy2DUnaligned_v2_ptds(
                pCopy: In<MUSA_MEMCPY2D>,
            ) [initialised context fault] => copy::two;
            muMemcpy3DPeer / muMemcpy3DPeer_ptds(pCopy: In<MUSA_MEMCPY3D_PEER>) [initialised context fault]
                => copy::three_peer;
            muMemcpy3DPeerAsync / muMemcpy3DPeerAsync_ptsz(
                pCopy: In<MUSA_MEMCPY3D_PEER>,
                hStream: MUstream,
            ) [initialised living noticed] => copy::three_peer_async;
            muMemcpyAtoA | muMemcpyAtoA_v2 / muMemcpyAtoA_v2_ptds(
                dstArray: MUarray,
                dstOffset: usize,
                srcArray: MUarray,
                srcOffset: usize,
                ByteCount: usize,
            ) [initialised context fault] => array_copy::array_to_array;
            muMemcpyAtoD | muMemcpyAtoD_v2 / muMemcpyAtoD_v2_ptds(
                dstDevice: MUdeviceptr,
                srcArray: MUarray,
                srcOffset: usize,
                ByteCount: usize,
            ) [initialised context fault] => array_copy::array_to_device;
            muMemcpyDtoA | muMemcpyDtoA_v2 / muMemcpyDtoA_v2_ptds(
                dstArray: MUarray,
                dstOffset: usize,
                srcDevice: MUdeviceptr,
                ByteCount: usize,
            ) [initialised context fault] => array_copy::device_to_array;
            muMemoryTransferBatchAsync(
                dsts: Array<MUdeviceptr>,
                srcs: Array<MUdeviceptr>,
                sizes: Array<usize>,
                count: usize,
                attrs: Array<MUmemcpyAttributes>,
                attrsIdxs: Array<usize>,
                numAttrs: usize,
                failIdx: Out<usize>,
                hStream: MUstream,
            ) [initialised living noticed];
        }
    };
}
