//! Null handles and pointers that hardware's driver refuses before it asks for anything else: initialisation, a context, a
//! fault. In the order in which it judges them (`init_before`, `init_before2`, `init_before_rest`). Those that rows name
//! after `then` come once it is initialised (`ctx_argument_order`).

use musa_ctx::{Error, Rejection, Rule, callback::judge_flags};

use super::required;
use crate::{
    abi::{Array, HostPointer, In, Out, OutArray, Text},
    call::Early,
    types::*,
};

/// Refuses a null handle.
fn handle(argument: &'static str, is_null: bool) -> Result<(), Error> {
    if is_null {
        return Err(Rejection::new(Rule::HandleNull).argument(argument).into());
    }
    Ok(())
}

/// Declares a judge for each function: its parameters, and those that must not be null, with what they are.
macro_rules! judges {
    ($($name:ident($($parameter:ident: $type:ty),* $(,)?) { $($kind:ident $judged:ident),* })*) => {
        $(
            #[doc = concat!("Judges ", $("`", stringify!($judged), "` ",)* "alone.")]
            ///
            /// # Errors
            /// A null argument.
            #[allow(clippy::too_many_arguments, reason = "the parameters are those of the C interface")]
            #[allow(non_snake_case, reason = "diagnostics name parameters as C does")]
            pub fn $name($($parameter: $type),*) -> Result<Early, Error> {
                let _ = ($(&$parameter),*);
                $($kind(stringify!($judged), $judged.is_null())?;)*
                Ok(Early::GoOn)
            }
        )*
    };
}

type Options<'a> = Array<'a, MUjit_option>;
type Values<'a> = Array<'a, HostPointer>;

judges! {
    module(module: MUmodule) { handle module }
    module_function(hfunc: Out<'_, MUfunction>, hmod: MUmodule, name: Text<'_>) { handle hmod }
    module_variable(dptr: Out<'_, MUdeviceptr>, bytes: Out<'_, usize>, hmod: MUmodule, name: Text<'_>) { handle hmod }
    set_function_attribute(hfunc: MUfunction, attrib: MUfunction_attribute, value: i32) { handle hfunc }
    function_cache(hfunc: MUfunction, config: MUfunc_cache) { handle hfunc }
    function_banks(hfunc: MUfunction, config: MUsharedconfig) { handle hfunc }
    function_module(hmod: Out<'_, MUmodule>, hfunc: MUfunction) { required hmod, required hfunc }
    stream_priority(hStream: MUstream, priority: Out<'_, i32>) { required priority }
    stream_flags(hStream: MUstream, flags: Out<'_, u32>) { required flags }
    stream_context(hStream: MUstream, pctx: Out<'_, MUcontext>) { required pctx }
    stream_unique(hStream: MUstream, streamId: Out<'_, u64>) { required streamId }
    stream_capturing(hStream: MUstream, captureStatus: Out<'_, MUstreamCaptureStatus>) { required captureStatus }
    function_attribute(pi: Out<'_, i32>, attrib: MUfunction_attribute, hfunc: MUfunction) {
        required pi, handle hfunc
    }
    function_name(name: Out<'_, Text<'static>>, hfunc: MUfunction) { required name, required hfunc }
    function_parameter(func: MUfunction, index: usize, paramOffset: Out<'_, usize>, paramSize: Out<'_, usize>) {
        required func, required paramOffset
    }
    function(function: MUfunction) { handle function }
    function_state(state: Out<'_, MUfunctionLoadingState>, function: MUfunction) { required state, handle function }
    module_count(count: Out<'_, u32>, module: MUmodule) { required count, handle module }
    module_functions(functions: OutArray<'_, MUfunction>, count: u32, module: MUmodule) {
        required functions, handle module
    }
    library_code(
        library: Out<'_, MUlibrary>,
        code: HostPointer,
        options: Options<'_>,
        values: Values<'_>,
        count: u32,
        library_options: Array<'_, MUlibraryOption>,
        library_values: Values<'_>,
        library_count: u32,
    ) { required library, required code }
    library_file(
        library: Out<'_, MUlibrary>,
        fileName: Text<'_>,
        options: Options<'_>,
        values: Values<'_>,
        count: u32,
        library_options: Array<'_, MUlibraryOption>,
        library_values: Values<'_>,
        library_count: u32,
    ) { required library, required fileName }
    library(library: MUlibrary) { handle library }
    library_kernel(pKernel: Out<'_, MUkernel>, library: MUlibrary, name: Text<'_>) { required pKernel, required name, handle library }
    library_count(count: Out<'_, u32>, lib: MUlibrary) { required count, handle lib }
    library_kernels(kernels: OutArray<'_, MUkernel>, count: u32, lib: MUlibrary) { required kernels, handle lib }
    library_module(pMod: Out<'_, MUmodule>, library: MUlibrary) { required pMod, handle library }
    kernel_function(pFunc: Out<'_, MUfunction>, kernel: MUkernel) { required pFunc, handle kernel }
    kernel_library(pLib: Out<'_, MUlibrary>, kernel: MUkernel) { required pLib, handle kernel }
    kernel_name(name: Out<'_, Text<'static>>, hfunc: MUkernel) { required name, required hfunc }
    kernel_parameter(kernel: MUkernel, index: usize, paramOffset: Out<'_, usize>, paramSize: Out<'_, usize>) {
        required kernel, required paramOffset
    }
    kernel_attribute(pi: Out<'_, i32>, attribute: MUfunction_attribute, kernel: MUkernel, device: MUdevice) { handle kernel, required pi }
    set_kernel_attribute(attribute: MUfunction_attribute, value: i32, kernel: MUkernel, device: MUdevice) { handle kernel }
    kernel_cache(kernel: MUkernel, config: MUfunc_cache, device: MUdevice) { handle kernel }
    link_data(
        state: MUlinkState,
        kind: MUjitInputType,
        data: HostPointer,
        size: usize,
        name: Text<'_>,
        count: u32,
        options: Options<'_>,
        values: Values<'_>,
    ) { handle state }
    link_file(
        state: MUlinkState,
        kind: MUjitInputType,
        path: Text<'_>,
        count: u32,
        options: Options<'_>,
        values: Values<'_>,
    ) { handle state }
    link_image(state: MUlinkState, image: Out<'_, HostPointer>, size: Out<'_, usize>) { handle state }
    link(state: MUlinkState) { handle state }
    launch_config(config: In<'_, MUlaunchConfig>, function: MUfunction, array: Values<'_>, extra: Values<'_>) {
        required config
    }
    clusters(numClusters: Out<'_, i32>, func: MUfunction, config: In<'_, MUlaunchConfig>) {
        required numClusters, required func, required config
    }
    cluster_size(clusterSize: Out<'_, i32>, func: MUfunction, config: In<'_, MUlaunchConfig>) {
        required clusterSize, required func, required config
    }
    context_id(ctx: MUcontext, ctxId: Out<'_, u64>) { required ctxId }
}

/// The place of a variable is judged before its library: one of both pointers is enough.
///
/// # Errors
/// Two null pointers, or a null handle.
pub fn library_variable(
    address: Out<'_, MUdeviceptr>,
    bytes: Out<'_, usize>,
    library: MUlibrary,
    name: Text<'_>,
) -> Result<Early, Error> {
    required("dptr", address.is_null() && bytes.is_null())?;
    required("name", name.is_null())?;
    handle("library", library.is_null())?;
    Ok(Early::GoOn)
}

/// A callback is judged before initialisation is asked for.
///
/// # Errors
/// A null function, or flags.
pub fn callback(_: MUstream, callback: MUstreamCallback, _: HostPointer, flags: u32) -> Result<Early, Error> {
    given_function("callback", callback.is_none())?;
    judge_flags(flags)?;
    Ok(Early::GoOn)
}

/// A host function is judged before initialisation is asked for.
///
/// # Errors
/// A null function.
pub fn host_function(_: MUstream, function: MUhostFn, _: HostPointer) -> Result<Early, Error> {
    given_function("func", function.is_none())
}

fn given_function(argument: &'static str, is_null: bool) -> Result<Early, Error> {
    if is_null {
        return Err(Rejection::new(Rule::HostFunctionNull).argument(argument).into());
    }
    Ok(Early::GoOn)
}
