//! Functions: the kernels of modules.

use musa_ctx::Error;
use musa_hal::Hal;

use super::required;
use crate::{
    abi::{Out, Text},
    call::{Answer, Call},
    types::*,
};

/// `muFuncGetAttribute`.
///
/// # Errors
/// No function, a null pointer, or no such attribute.
pub fn attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    value: Out<'_, i32>,
    attribute: MUfunction_attribute,
    function: MUfunction,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    process.judge_function(function.named())?;
    required("pi", value.is_null())?;
    value.write(process.function_attribute(hal, function.named(), attribute.0)?);
    Ok(())
}

/// `muFuncSetAttribute`.
///
/// # Errors
/// No function, no such attribute, or a value out of its range.
pub fn set_attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    function: MUfunction,
    attribute: MUfunction_attribute,
    value: i32,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.set_function_attribute(hal, function.named(), attribute.0, value)?)
}

/// `muFuncSetCacheConfig`.
///
/// # Errors
/// No function, or no such preference.
pub fn set_cache_config<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction, config: MUfunc_cache) -> Answer {
    let (process, _, _) = call.parts()?;
    Ok(process.set_function_cache_config(function.named(), config.0)?)
}

/// `muFuncSetSharedMemConfig`.
///
/// # Errors
/// No function, or no such width.
pub fn set_bank_config<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction, config: MUsharedconfig) -> Answer {
    let (process, _, _) = call.parts()?;
    Ok(process.set_function_bank_config(function.named(), config.0)?)
}

/// `muFuncGetModule`; a null function is refused like a null pointer (`mod_mode`).
///
/// # Errors
/// A null handle or pointer, or no function.
pub fn module<H: Hal>(call: &mut Call<'_, '_, H>, module: Out<'_, MUmodule>, function: MUfunction) -> Answer {
    required("hmod", module.is_null())?;
    required("hfunc", function.is_null())?;
    let (process, _, _) = call.parts()?;
    module.write(MUmodule::of(process.function_module(function.named())?));
    Ok(())
}

/// `muFuncGetName`; a null function is refused like a null pointer (`mod_mode`).
///
/// # Errors
/// A null handle or pointer, no function, or no place to keep the text.
pub fn name<H: Hal>(call: &mut Call<'_, '_, H>, name: Out<'_, Text<'static>>, function: MUfunction) -> Answer {
    required("name", name.is_null())?;
    required("hfunc", function.is_null())?;
    let keep = call.text_keeper();
    let (process, hal, _) = call.parts()?;
    let text = keep(process.function_name(hal, function.named())?);
    name.write(text.ok_or(Error::Unsupported("keeping the names of functions"))?);
    Ok(())
}

/// `muFuncGetParamInfo`; a null function is refused like a null pointer, and the size is not
/// required (`mod_mode`).
///
/// # Errors
/// A null handle or pointer, no function, or no such parameter.
pub fn parameter<H: Hal>(
    call: &mut Call<'_, '_, H>,
    function: MUfunction,
    index: usize,
    offset: Out<'_, usize>,
    size: Out<'_, usize>,
) -> Answer {
    required("func", function.is_null())?;
    required("paramOffset", offset.is_null())?;
    let (process, hal, _) = call.parts()?;
    let slot = process.function_parameter(hal, function.named(), index as u64)?;
    offset.write(slot.offset as usize);
    size.write(slot.size as usize);
    Ok(())
}

/// `muFuncLoad`: functions are loaded with their modules.
///
/// # Errors
/// No function.
pub fn load<H: Hal>(call: &mut Call<'_, '_, H>, function: MUfunction) -> Answer {
    let (process, _, _) = call.parts()?;
    process.judge_function(function.named())?;
    Ok(())
}

/// `muFuncIsLoaded`.
///
/// # Errors
/// No function, or a null pointer.
pub fn is_loaded<H: Hal>(
    call: &mut Call<'_, '_, H>,
    state: Out<'_, MUfunctionLoadingState>,
    function: MUfunction,
) -> Answer {
    required("state", state.is_null())?;
    load(call, function)?;
    state.write(MU_FUNCTION_LOADING_STATE_LOADED);
    Ok(())
}
