//! What the driver's functions judge of launches: attributes, launches on several devices.

use musa_ctx::{Error, FunctionId, Rule};
use musa_driver::abi::{Array, In};
use musa_driver::table;
use musa_driver::types::*;
use musa_driver::verbs::launch;

use crate::world::World;
use crate::{Case, case};

/// A launch of one thread, in a structure of the API.
macro_rules! one_thread {
    ($kind:ident { $($rest:tt)* }) => {
        $kind {
            gridDimX: 1,
            gridDimY: 1,
            gridDimZ: 1,
            blockDimX: 1,
            blockDimY: 1,
            blockDimZ: 1,
            sharedMemBytes: 0,
            $($rest)*
        }
    };
}

fn function(id: FunctionId) -> MUfunction {
    MUfunction::of(id)
}

/// Launches with one attribute.
fn attribute(w: &mut World, id: u32) -> Result<(), Error> {
    let kernel = function(w.function("nop")?);
    let attributes = [MUlaunchAttribute {
        id: MUlaunchAttributeID(id),
        pad: [0; 4],
        value: MUlaunchAttributeValue::default(),
    }];
    let config = one_thread!(MUlaunchConfig {
        hStream: MUstream::NULL,
        attrs: Array::new(Vec::leak(attributes.to_vec())),
        numAttrs: 1,
    });
    w.call(&table::muLaunchKernelEx, |call| {
        launch::kernel_with_attributes(call, In::new(&config), kernel, Array::null(), Array::null())
    })
}

/// Launches a kernel in so many streams of the one device.
fn devices(w: &mut World, count: u32, flags: u32) -> Result<(), Error> {
    let kernel = function(w.function("nop")?);
    let mut launches = Vec::new();
    for _ in 0..count {
        launches.push(one_thread!(MUSA_LAUNCH_PARAMS {
            function: kernel,
            hStream: MUstream::of(w.stream()?),
            kernelParams: Array::null(),
        }));
    }
    w.call(&table::muLaunchCooperativeKernelMultiDevice, |call| {
        launch::cooperative_kernels(call, Array::new(&launches), count, flags)
    })
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(Rule::LaunchAttribute, |w| attribute(w, 2), |w| attribute(w, 99)),
    case(Rule::LaunchDevices, |w| devices(w, 1, 3), |w| devices(w, 2, 0)),
    case(Rule::LaunchMultiFlags, |w| devices(w, 1, 3), |w| devices(w, 1, 4)),
];
