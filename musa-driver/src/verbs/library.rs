//! Libraries and their kernels.

use musa_ctx::{Error, Function, Handle, HostMemory, Kernel, Rejection, Rule, StreamArgument};
use musa_hal::Hal;

use super::{
    given,
    jit::Options,
    memory::size,
    module::{TEXT_MAX, image_bytes, symbol},
    required,
};
use crate::{
    abi::{Array, HostPointer, Out, OutArray, Text},
    call::{Answer, Call},
    types::*,
};

/// The function that a handle names for work of a stream: a function itself, or a kernel of a library, which stands for
/// its function in the stream's context (`mod_library`).
///
/// # Errors
/// No context for a kernel, an image that is refused, or no room.
pub(super) fn resolved<H: Hal>(
    call: &mut Call<'_, '_, H>,
    function: MUfunction,
    stream: StreamArgument,
) -> Result<Handle<Function>, Error> {
    match function.named::<Kernel>() {
        kernel @ Handle::Object(_) => {
            let (process, hal, thread) = call.parts()?;
            Ok(process.kernel_function_in(hal, thread, kernel, stream)?.into())
        }
        Handle::Null | Handle::Foreign(_) => Ok(function.named()),
    }
}

/// Makes sure that a library's code can be looked at.
fn open<H: Hal>(call: &mut Call<'_, '_, H>, library: MUlibrary) -> Answer {
    let mut messages = Options::none();
    let (process, hal, thread) = call.parts()?;
    let opened = process.open_library(hal, thread, library.named(), &mut messages);
    if opened.is_err() {
        call.explain(messages.message());
    }
    opened?;
    Ok(())
}

/// Judges the options of a library. What they say about copies of code makes no difference here.
fn judge_options(count: u32, options: Array<'_, MUlibraryOption>, values: Array<'_, HostPointer>) -> Result<(), Error> {
    if count == 0 {
        return Ok(());
    }
    required("libraryOptions", options.is_null())?;
    required("libraryOptionValues", values.is_null())?;
    match options
        .iter(count as usize)
        .find(|option| *option > MU_LIBRARY_BINARY_IS_PRESERVED)
    {
        None => Ok(()),
        Some(unknown) => Err(Rejection::new(Rule::ArgumentEnum)
            .argument("libraryOptions")
            .value(unknown.0.into())
            .into()),
    }
}

/// `muLibraryLoadData`: the code is kept, and looked at when something in it is asked for.
///
/// # Errors
/// A null pointer, wrong options, or no room.
#[allow(clippy::too_many_arguments, reason = "the parameters are those of the C interface")]
pub fn load_data<H: Hal>(
    call: &mut Call<'_, '_, H>,
    library: Out<'_, MUlibrary>,
    code: HostPointer,
    jit_options: Array<'_, MUjit_option>,
    jit_values: Array<'_, HostPointer>,
    jit_count: u32,
    options: Array<'_, MUlibraryOption>,
    values: Array<'_, HostPointer>,
    count: u32,
) -> Answer {
    required("library", library.is_null())?;
    let code = image_bytes(code)?;
    let jit = Options::read(call, jit_count, jit_options, jit_values)?;
    judge_options(count, options, values)?;
    let (process, ..) = call.parts()?;
    library.write(MUlibrary::of(process.load_library(code, &jit.load)?));
    Ok(())
}

/// `muLibraryLoadFromFile`.
///
/// # Errors
/// As for [`load_data`], or no such file.
#[allow(clippy::too_many_arguments, reason = "the parameters are those of the C interface")]
pub fn load_file<H: Hal>(
    call: &mut Call<'_, '_, H>,
    library: Out<'_, MUlibrary>,
    path: Text<'_>,
    jit_options: Array<'_, MUjit_option>,
    jit_values: Array<'_, HostPointer>,
    jit_count: u32,
    options: Array<'_, MUlibraryOption>,
    values: Array<'_, HostPointer>,
    count: u32,
) -> Answer {
    required("library", library.is_null())?;
    let path = given("fileName", path.bytes(TEXT_MAX))?;
    if path.is_empty() {
        return Err(Rejection::new(Rule::FileName).argument("fileName").into());
    }
    let jit = Options::read(call, jit_count, jit_options, jit_values)?;
    judge_options(count, options, values)?;
    call.with_file(path, |call, bytes| {
        let (process, ..) = call.parts()?;
        library.write(MUlibrary::of(process.load_library(bytes, &jit.load)?));
        Ok(())
    })?
}

/// `muLibraryUnload`: waits for the work of every context that uses the library.
///
/// # Errors
/// No library.
pub fn unload<H: Hal>(call: &mut Call<'_, '_, H>, library: MUlibrary) -> Answer {
    loop {
        let (process, hal, _) = call.parts()?;
        match process.unload_library(hal, library.named())? {
            Some(pending) => call.finish(pending, HostMemory::none())?,
            None => return Ok(()),
        }
    }
}

/// `muLibraryGetKernel`.
///
/// # Errors
/// No library, a null pointer, no name, no such kernel, or code that is refused.
pub fn kernel<H: Hal>(
    call: &mut Call<'_, '_, H>,
    kernel: Out<'_, MUkernel>,
    library: MUlibrary,
    name: Text<'_>,
) -> Answer {
    let (process, ..) = call.parts()?;
    process.judge_library(library.named())?;
    required("pKernel", kernel.is_null())?;
    let name = symbol(name, Rule::FunctionMissing)?;
    open(call, library)?;
    let (process, hal, _) = call.parts()?;
    kernel.write(MUkernel::of(process.library_kernel(hal, library.named(), name)?));
    Ok(())
}

/// How many kernels a library has: none where its code is refused (`mod_library`).
fn present<H: Hal>(call: &mut Call<'_, '_, H>, library: MUlibrary) -> Result<u32, Error> {
    let (process, hal, thread) = call.parts()?;
    process.judge_library(library.named())?;
    if process
        .open_library(hal, thread, library.named(), &mut Options::none())
        .is_err()
    {
        return Ok(0);
    }
    process.library_kernel_count(hal, library.named())
}

/// `muLibraryGetKernelCount`.
///
/// # Errors
/// No library, or a null pointer.
pub fn kernel_count<H: Hal>(call: &mut Call<'_, '_, H>, count: Out<'_, u32>, library: MUlibrary) -> Answer {
    count.write(present(call, library)?);
    Ok(())
}

/// `muLibraryEnumerateKernels`: as many as there are, or as there is room for.
///
/// # Errors
/// No library, or a null pointer.
pub fn enumerate_kernels<H: Hal>(
    call: &mut Call<'_, '_, H>,
    kernels: OutArray<'_, MUkernel>,
    count: u32,
    library: MUlibrary,
) -> Answer {
    let present = present(call, library)?;
    let (process, hal, _) = call.parts()?;
    for place in 0..count.min(present) {
        if let Some(kernel) = process.library_kernel_at(hal, library.named(), place)? {
            kernels.set(place as usize, MUkernel::of(kernel));
        }
    }
    Ok(())
}

/// `muLibraryGetModule`: the library's module in the current context.
///
/// # Errors
/// No library, a null pointer, no context, or code that is refused.
pub fn module<H: Hal>(call: &mut Call<'_, '_, H>, module: Out<'_, MUmodule>, library: MUlibrary) -> Answer {
    let (process, ..) = call.parts()?;
    process.judge_library(library.named())?;
    required("pMod", module.is_null())?;
    open(call, library)?;
    let (process, hal, thread) = call.parts()?;
    module.write(MUmodule::of(process.library_module(hal, thread, library.named())?));
    Ok(())
}

/// `muLibraryGetGlobal`: a variable in the current context.
///
/// # Errors
/// No library, null pointers, no name, no such variable, no context, or code that is refused.
pub fn global<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: Out<'_, MUdeviceptr>,
    bytes: Out<'_, usize>,
    library: MUlibrary,
    name: Text<'_>,
) -> Answer {
    let (process, ..) = call.parts()?;
    process.judge_library(library.named())?;
    required("dptr", address.is_null() && bytes.is_null())?;
    let name = symbol(name, Rule::GlobalMissing)?;
    open(call, library)?;
    let (process, hal, thread) = call.parts()?;
    let (base, len) = process.library_global(hal, thread, library.named(), name)?;
    address.write(MUdeviceptr(base.0));
    bytes.write(size(len));
    Ok(())
}

/// `muLibraryGetManaged`: a managed variable.
///
/// # Errors
/// As for [`global`], or a variable that is not managed.
pub fn managed<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: Out<'_, MUdeviceptr>,
    bytes: Out<'_, usize>,
    library: MUlibrary,
    name: Text<'_>,
) -> Answer {
    let (process, ..) = call.parts()?;
    process.judge_library(library.named())?;
    required("dptr", address.is_null() && bytes.is_null())?;
    let name = symbol(name, Rule::GlobalMissing)?;
    open(call, library)?;
    let (process, hal, thread) = call.parts()?;
    let (base, len) = process.library_managed(hal, thread, library.named(), name)?;
    address.write(MUdeviceptr(base.0));
    bytes.write(size(len));
    Ok(())
}

/// `muKernelGetFunction`: the kernel's function in the current context.
///
/// # Errors
/// No kernel, a null pointer, or no context.
pub fn kernel_function<H: Hal>(call: &mut Call<'_, '_, H>, function: Out<'_, MUfunction>, kernel: MUkernel) -> Answer {
    let (process, hal, thread) = call.parts()?;
    process.judge_kernel(kernel.named())?;
    required("pFunc", function.is_null())?;
    function.write(MUfunction::of(process.kernel_function(hal, thread, kernel.named())?));
    Ok(())
}

/// `muKernelGetLibrary`.
///
/// # Errors
/// No kernel, or a null pointer.
pub fn kernel_library<H: Hal>(call: &mut Call<'_, '_, H>, library: Out<'_, MUlibrary>, kernel: MUkernel) -> Answer {
    let (process, ..) = call.parts()?;
    let found = process.kernel_library(kernel.named())?;
    required("pLib", library.is_null())?;
    library.write(MUlibrary::of(found));
    Ok(())
}

/// `muKernelGetName`.
///
/// # Errors
/// No kernel, a null pointer, or no place to keep the text.
pub fn kernel_name<H: Hal>(call: &mut Call<'_, '_, H>, name: Out<'_, Text<'static>>, kernel: MUkernel) -> Answer {
    let keep = call.text_keeper();
    let (process, hal, _) = call.parts()?;
    process.judge_kernel(kernel.named())?;
    required("name", name.is_null())?;
    let text = keep(process.kernel_name(hal, kernel.named())?);
    name.write(text.ok_or(Error::Unsupported("keeping the names of kernels"))?);
    Ok(())
}

/// `muKernelGetParamInfo`; the size is not required, as for functions.
///
/// # Errors
/// No kernel, a null pointer, or no such parameter.
pub fn kernel_parameter<H: Hal>(
    call: &mut Call<'_, '_, H>,
    kernel: MUkernel,
    index: usize,
    offset: Out<'_, usize>,
    bytes: Out<'_, usize>,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    process.judge_kernel(kernel.named())?;
    required("paramOffset", offset.is_null())?;
    let slot = process.kernel_parameter(hal, kernel.named(), index as u64)?;
    offset.write(slot.offset as usize);
    bytes.write(slot.size as usize);
    Ok(())
}

/// `muKernelGetAttribute`.
///
/// # Errors
/// No kernel, a null pointer, no device, or no such attribute.
pub fn kernel_attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    value: Out<'_, i32>,
    attribute: MUfunction_attribute,
    kernel: MUkernel,
    device: MUdevice,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    process.judge_kernel(kernel.named())?;
    required("pi", value.is_null())?;
    value.write(process.kernel_attribute(hal, kernel.named(), attribute.0, device.0)?);
    Ok(())
}

/// `muKernelSetAttribute`.
///
/// # Errors
/// No kernel, no device, no such attribute, or a value out of its range.
pub fn set_kernel_attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    attribute: MUfunction_attribute,
    value: i32,
    kernel: MUkernel,
    device: MUdevice,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.set_kernel_attribute(hal, kernel.named(), attribute.0, value, device.0)?)
}

/// `muKernelSetCacheConfig`; it has no effect.
///
/// # Errors
/// No kernel, no such preference, or no device.
pub fn set_kernel_cache_config<H: Hal>(
    call: &mut Call<'_, '_, H>,
    kernel: MUkernel,
    config: MUfunc_cache,
    device: MUdevice,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.set_kernel_cache_config(hal, kernel.named(), config.0, device.0)?)
}
