//! What the driver's functions judge themselves: pointers and the shape of arguments. Cases with addresses of a
//! C program stand in `tests/abi`.

use musa_ctx::{Error, Rule};
use musa_driver::abi::{Array, Out, OutArray, Text};
use musa_driver::table;
use musa_driver::types::*;
use musa_driver::verbs::{context, device, ipc, module, stream};

use crate::world::World;
use crate::{Case, case};

const FIRST: MUdevice = MUdevice(0);

/// Asks for an attribute of the device.
fn attribute(w: &mut World, number: u32) -> Result<(), Error> {
    let mut value = 0;
    w.call(&table::muDeviceGetAttribute, |call| {
        device::attribute(call, Out::new(&mut value), MUdevice_attribute(number), FIRST)
    })
}

/// Asks for the device's PCI identifier, with so much room.
fn identifier(w: &mut World, room: i32) -> Result<(), Error> {
    let mut text = [0; 16];
    w.call(&table::muDeviceGetPCIBusId, |call| {
        device::pci_id(call, OutArray::new(&mut text), room, FIRST)
    })
}

/// Asks for the device with an identifier.
fn identified(w: &mut World, text: &core::ffi::CStr) -> Result<(), Error> {
    let mut found = FIRST;
    w.call(&table::muDeviceGetByPCIBusId, |call| {
        device::by_pci_id(call, Out::new(&mut found), Text::new(text))
    })
}

/// Puts no operations into a stream, with flags.
fn batch(w: &mut World, count: u32, flags: u32) -> Result<(), Error> {
    w.call(&table::muStreamBatchMemOp, |call| {
        stream::batch(call, MUstream::NULL, count, Array::null(), flags)
    })
}

fn load_file(w: &mut World, path: &core::ffi::CStr) -> Result<(), Error> {
    let mut found = MUmodule::NULL;
    w.call(&table::muModuleLoad, |call| {
        module::load(call, Out::new(&mut found), Text::new(path))
    })
}

fn affinity(w: &mut World, kind: MUexecAffinityType) -> Result<(), Error> {
    let mut found = MUexecAffinityParam {
        r#type: MUexecAffinityType(0),
        smCount: 0,
    };
    w.call(&table::muCtxGetExecAffinity, |call| {
        context::affinity(call, Out::new(&mut found), kind)
    })
}

fn open_rubbish(w: &mut World) -> Result<(), Error> {
    let mut address = MUdeviceptr(0);
    w.call(&table::muIpcOpenMemHandle, |call| {
        let handle = MUipcMemHandle { reserved: [7; 64] };
        ipc::open_memory(call, Out::new(&mut address), handle, 1)
    })
}

fn open_rubbish_event(w: &mut World) -> Result<(), Error> {
    let mut event = MUevent::NULL;
    w.call(&table::muIpcOpenEventHandle, |call| {
        let handle = MUipcEventHandle { reserved: [7; 64] };
        ipc::open_event(call, Out::new(&mut event), handle)
    })
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::ArgumentNull,
        |w| {
            let mut count = 0;
            w.call(&table::muDeviceGetCount, |call| {
                device::count(call, Out::new(&mut count))
            })
        },
        |w| w.call(&table::muDeviceGetCount, |call| device::count(call, Out::null())),
    ),
    case(Rule::FileName, |w| w.synchronize(), |w| load_file(w, c"")),
    case(
        Rule::AffinityUnsupported,
        |w| affinity(w, MU_EXEC_AFFINITY_TYPE_SM_COUNT),
        |w| affinity(w, MUexecAffinityType(1)),
    ),
    case(Rule::IpcHandle, |w| w.synchronize(), open_rubbish),
    case(Rule::IpcEventHandle, |w| w.synchronize(), open_rubbish_event),
    case(Rule::ArgumentFlags, |w| batch(w, 0, 0), |w| batch(w, 0, 1)),
    case(Rule::ArgumentSize, |w| identifier(w, 13), |w| identifier(w, 12)),
    case(Rule::DeviceAttribute, |w| attribute(w, 1), |w| attribute(w, 9999)),
    case(Rule::DevicePciText, identified_first, |w| identified(w, c"rubbish")),
    case(Rule::DevicePciAbsent, identified_first, |w| {
        identified(w, c"0000:fe:1f.0")
    }),
];

/// Asks for the device by its own identifier.
fn identified_first(w: &mut World) -> Result<(), Error> {
    let mut text = [0; 16];
    w.call(&table::muDeviceGetPCIBusId, |call| {
        device::pci_id(call, OutArray::new(&mut text), 16, FIRST)
    })?;
    let text = text.map(i8::cast_unsigned);
    let text = core::ffi::CStr::from_bytes_until_nul(&text).map_err(|_| Error::Bug("a text without an end"))?;
    identified(w, text)
}
