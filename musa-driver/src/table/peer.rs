//! Peer access and interprocess communication.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_peer {
    ($consumer:path) => {
        $consumer! {
            peer
            muIpcGetEventHandle(pHandle: Out<MUipcEventHandle>, event: MUevent) [initialised context fault]
                first ipc::judge_event => ipc::event_handle;
            muIpcOpenEventHandle(phEvent: Out<MUevent>, handle: MUipcEventHandle) [initialised context fault]
                first ipc::judge_open_event => ipc::open_event;
            muIpcGetMemHandle(pHandle: Out<MUipcMemHandle>, dptr: MUdeviceptr) [initialised context fault]
                first ipc::judge_memory => ipc::memory_handle;
            muIpcOpenMemHandle | muIpcOpenMemHandle_v2(
                pdptr: Out<MUdeviceptr>,
                handle: MUipcMemHandle,
                Flags: u32,
            ) [initialised context fault] first ipc::judge_open_memory => ipc::open_memory;
            muIpcCloseMemHandle(dptr: MUdeviceptr) [initialised context fault]
                => ipc::close_memory;
            muDeviceCanAccessPeer(canAccessPeer: Out<i32>, dev: MUdevice, peerDev: MUdevice) [initialised]
                => peer::can_access;
            muCtxEnablePeerAccess(peerContext: MUcontext, Flags: u32) [initialised context fault] => peer::enable;
            muCtxDisablePeerAccess(peerContext: MUcontext) [initialised context fault] => peer::disable;
            muDeviceGetP2PAttribute(
                value: Out<i32>,
                attrib: MUdevice_P2PAttribute,
                srcDevice: MUdevice,
                dstDevice: MUdevice,
            ) [initialised] => peer::attribute;
        }
    };
}
