//! Modules.

use musa_ctx::{Error, HostMemory, Rejection, Rule};
use musa_hal::Hal;

use super::{given, jit::Options, memory::size, required};
use crate::{
    abi::{Array, HostPointer, Out, OutArray, Text},
    call::{Answer, Call, Early},
    types::*,
};

/// The longest path and the longest name of a symbol, in bytes.
pub(super) const TEXT_MAX: usize = 1 << 16;

/// Loads an image and writes its handle.
fn load_bytes<H: Hal>(
    call: &mut Call<'_, '_, H>,
    module: Out<'_, MUmodule>,
    image: &[u8],
    options: &mut Options<'_>,
) -> Answer {
    let (process, hal, thread) = call.parts()?;
    let settings = options.load;
    let loaded = process.load_module(hal, thread, image, &settings, options);
    options.close(loaded.is_err());
    if loaded.is_err() {
        call.explain(options.message());
    }
    module.write(MUmodule::of(loaded?));
    Ok(())
}

/// The bytes of an image that C points to.
pub(super) fn image_bytes<'a>(image: HostPointer) -> Result<&'a [u8], Error> {
    required("image", image.is_null())?;
    if image.is_low() {
        return Err(Rejection::new(Rule::ArgumentLowPointer).argument("image").into());
    }
    Ok(image.image())
}

/// `muModuleLoad`.
///
/// # Errors
/// A null pointer, no such file, or an image that is refused.
pub fn load<H: Hal>(call: &mut Call<'_, '_, H>, module: Out<'_, MUmodule>, path: Text<'_>) -> Answer {
    required("module", module.is_null())?;
    let path = given("fname", path.bytes(TEXT_MAX))?;
    if path.is_empty() {
        return Err(Rejection::new(Rule::FileName).argument("fname").into());
    }
    call.with_file(path, |call, bytes| {
        load_bytes(call, module, bytes, &mut Options::none())
    })?
}

/// `muModuleLoadData`, and `muModuleLoadFatBinary`, which takes the same images (`mod_load_bad`).
///
/// # Errors
/// A null pointer, or an image that is refused.
pub fn load_data<H: Hal>(call: &mut Call<'_, '_, H>, module: Out<'_, MUmodule>, image: HostPointer) -> Answer {
    required("module", module.is_null())?;
    load_bytes(call, module, image_bytes(image)?, &mut Options::none())
}

/// `muModuleLoadDataEx`.
///
/// # Errors
/// A null pointer, wrong options, or an image that is refused.
pub fn load_data_with_options<H: Hal>(
    call: &mut Call<'_, '_, H>,
    module: Out<'_, MUmodule>,
    image: HostPointer,
    count: u32,
    options: Array<'_, MUjit_option>,
    values: Array<'_, HostPointer>,
) -> Answer {
    required("module", module.is_null())?;
    let image = image_bytes(image)?;
    let mut options = Options::read(call, count, options, values)?;
    load_bytes(call, module, image, &mut options)
}

/// `muModuleUnload`.
///
/// # Errors
/// No module.
pub fn unload<H: Hal>(call: &mut Call<'_, '_, H>, module: MUmodule) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.unload_module(hal, module.named())?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// The name of a symbol. One that no symbol can have is a name that none has.
pub(super) fn symbol<'a>(name: Text<'a>, missing: Rule) -> Result<&'a str, Error> {
    required("name", name.is_null())?;
    name.text(TEXT_MAX)
        .ok_or(Rejection::new(missing).argument("name").into())
}

/// `muModuleGetFunction`; writes null where the module has no such kernel (`mod_function`).
///
/// # Errors
/// No module, a null pointer, no name, or no such kernel.
pub fn function<H: Hal>(
    call: &mut Call<'_, '_, H>,
    function: Out<'_, MUfunction>,
    module: MUmodule,
    name: Text<'_>,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    process.judge_module(module.named())?;
    required("hfunc", function.is_null())?;
    let found = symbol(name, Rule::FunctionMissing).and_then(|name| process.module_function(hal, module.named(), name));
    if let Err(Error::Rejected(Rejection {
        rule: Rule::FunctionMissing,
        ..
    })) = found
    {
        function.write(MUfunction::NULL);
    }
    function.write(MUfunction::of(found?));
    Ok(())
}

/// A refused `muModuleGetGlobal` writes zeros, even before initialisation (`mod_global`, `mem_refused_outs`).
///
/// # Errors
/// None.
pub fn clear_global(
    address: Out<'_, MUdeviceptr>,
    bytes: Out<'_, usize>,
    _: MUmodule,
    _: Text<'_>,
) -> Result<Early, Error> {
    address.write(MUdeviceptr(0));
    bytes.write(0);
    Ok(Early::GoOn)
}

/// `muModuleGetGlobal`.
///
/// # Errors
/// No module, null pointers, no name, or no such variable.
pub fn global<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: Out<'_, MUdeviceptr>,
    bytes: Out<'_, usize>,
    module: MUmodule,
    name: Text<'_>,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    process.judge_module(module.named())?;
    required("dptr", address.is_null() && bytes.is_null())?;
    let name = symbol(name, Rule::GlobalMissing)?;
    let (base, len) = process.module_global(hal, module.named(), name)?;
    address.write(MUdeviceptr(base.0));
    bytes.write(size(len));
    Ok(())
}

/// `muModuleGetFunctionCount`.
///
/// # Errors
/// No module, or a null pointer.
pub fn function_count<H: Hal>(call: &mut Call<'_, '_, H>, count: Out<'_, u32>, module: MUmodule) -> Answer {
    let (process, hal, _) = call.parts()?;
    let found = process.module_function_count(hal, module.named())?;
    required("count", count.is_null())?;
    count.write(found);
    Ok(())
}

/// `muModuleEnumerateFunctions`: as many as there are, or as there is room for.
///
/// # Errors
/// No module, or a null pointer.
pub fn enumerate_functions<H: Hal>(
    call: &mut Call<'_, '_, H>,
    functions: OutArray<'_, MUfunction>,
    count: u32,
    module: MUmodule,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    let present = process.module_function_count(hal, module.named())?;
    required("functions", functions.is_null())?;
    for place in 0..count.min(present) {
        if let Some(function) = process.module_function_at(hal, module.named(), place)? {
            functions.set(place as usize, MUfunction::of(function));
        }
    }
    Ok(())
}

/// `muModuleGetLoadingMode`: modules are loaded at once.
///
/// # Errors
/// A null pointer.
pub fn loading_mode<H: Hal>(_: &mut Call<'_, '_, H>, mode: Out<'_, MUmoduleLoadingMode>) -> Answer {
    required("mode", mode.is_null())?;
    mode.write(MU_MODULE_EAGER_LOADING);
    Ok(())
}
