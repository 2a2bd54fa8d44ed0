//! Contexts and the stack of current ones.

use musa_ctx::{Error, HostMemory, Process, Rejection, Rule};
use musa_hal::{DeviceAttribute, Hal};

use super::required;
use crate::{
    abi::{Array, Out},
    call::{Answer, Call, Early},
    types::*,
};

/// `muCtxCreate`.
///
/// # Errors
/// No such device, a null pointer, wrong flags, or no room.
pub fn create<H: Hal>(call: &mut Call<'_, '_, H>, context: Out<'_, MUcontext>, flags: u32, device: MUdevice) -> Answer {
    let (process, hal, thread) = call.parts()?;
    process.device(hal, device.0)?;
    required("pctx", context.is_null())?;
    process.judge_context_flags(hal, flags, device.0)?;
    // Arguments are judged before a fault is noticed.
    process.notice(hal)?;
    context.write(MUcontext::of(process.create_context(hal, thread, flags, device.0)?));
    Ok(())
}

/// `muCtxCreate_v3`. No device runs contexts on some of its multiprocessors alone, so that only an empty list is taken.
///
/// # Errors
/// As for [`create`]; a null list, or affinities.
pub fn create_with_affinity<H: Hal>(
    call: &mut Call<'_, '_, H>,
    context: Out<'_, MUcontext>,
    parameters: Array<'_, MUexecAffinityParam>,
    count: i32,
    flags: u32,
    device: MUdevice,
) -> Answer {
    if count != 0 {
        let (process, hal, _) = call.parts()?;
        process.device(hal, device.0)?;
        required("paramsArray", parameters.is_null())?;
        return Err(Rejection::new(Rule::AffinityUnsupported).argument("paramsArray").into());
    }
    create(call, context, flags, device)
}

/// `muCtxGetExecAffinity`: all multiprocessors.
///
/// # Errors
/// A null pointer, or another type than the number of multiprocessors.
pub fn affinity<H: Hal>(
    call: &mut Call<'_, '_, H>,
    affinity: Out<'_, MUexecAffinityParam>,
    kind: MUexecAffinityType,
) -> Answer {
    required("pExecAffinity", affinity.is_null())?;
    if kind != MU_EXEC_AFFINITY_TYPE_SM_COUNT {
        let rejection = Rejection::new(Rule::AffinityUnsupported).argument("type");
        return Err(rejection.value(kind.0.into()).into());
    }
    let (process, hal, thread) = call.parts()?;
    let device = process.current_device(thread)?;
    let multiprocessors = hal
        .device(device)
        .and_then(|info| info.attribute(DeviceAttribute::MultiprocessorCount))
        .and_then(|count| u32::try_from(count).ok());
    affinity.write(MUexecAffinityParam {
        r#type: kind,
        smCount: multiprocessors.unwrap_or(0),
    });
    Ok(())
}

/// A null context is refused before initialisation is asked for (`init_before`).
///
/// # Errors
/// A null handle.
pub fn not_null(context: MUcontext) -> Result<Early, Error> {
    if context.is_null() {
        return Err(Rejection::new(Rule::ContextNull).argument("ctx").into());
    }
    Ok(Early::GoOn)
}

/// `muCtxDestroy`.
///
/// # Errors
/// No context that can be destroyed.
pub fn destroy<H: Hal>(call: &mut Call<'_, '_, H>, context: MUcontext) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.destroy_context(hal, context.named())?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muCtxPushCurrent`.
///
/// # Errors
/// No context that can be pushed.
pub fn push<H: Hal>(call: &mut Call<'_, '_, H>, context: MUcontext) -> Answer {
    let (process, _, thread) = call.parts()?;
    Ok(process.push_context(thread, context.named())?)
}

/// `muCtxPopCurrent`.
///
/// # Errors
/// The stack is empty.
pub fn pop<H: Hal>(call: &mut Call<'_, '_, H>, context: Out<'_, MUcontext>) -> Answer {
    let (process, _, thread) = call.parts()?;
    context.write(MUcontext::of(process.pop_context(thread)?));
    Ok(())
}

/// `muCtxSetCurrent`.
///
/// # Errors
/// No context that can be current.
pub fn set_current<H: Hal>(call: &mut Call<'_, '_, H>, context: MUcontext) -> Answer {
    let (process, _, thread) = call.parts()?;
    Ok(process.set_current(thread, context.named())?)
}

/// `muCtxGetCurrent`: null where none is.
///
/// # Errors
/// A null pointer.
pub fn current<H: Hal>(call: &mut Call<'_, '_, H>, context: Out<'_, MUcontext>) -> Answer {
    required("pctx", context.is_null())?;
    let (process, _, thread) = call.parts()?;
    context.write(process.top(thread).map_or(MUcontext::NULL, MUcontext::of));
    Ok(())
}

/// The pointer of `muCtxGetDevice` is judged before anything else (`init_before2`).
///
/// # Errors
/// A null pointer.
pub fn device_place(device: Out<'_, MUdevice>) -> Result<Early, Error> {
    required("device", device.is_null())?;
    Ok(Early::GoOn)
}

/// `muCtxGetDevice`.
///
/// # Errors
/// No context is current.
pub fn device<H: Hal>(call: &mut Call<'_, '_, H>, device: Out<'_, MUdevice>) -> Answer {
    let (process, _, thread) = call.parts()?;
    device.write(MUdevice(process.current_device(thread)?.0.cast_signed()));
    Ok(())
}

/// The pointer of `muCtxGetFlags` is judged before anything else (`init_before2`).
///
/// # Errors
/// A null pointer.
pub fn flags_place(flags: Out<'_, u32>) -> Result<Early, Error> {
    required("flags", flags.is_null())?;
    Ok(Early::GoOn)
}

/// `muCtxGetFlags`.
///
/// # Errors
/// No context is current.
pub fn flags<H: Hal>(call: &mut Call<'_, '_, H>, flags: Out<'_, u32>) -> Answer {
    let (process, _, thread) = call.parts()?;
    flags.write(process.current_flags(thread)?);
    Ok(())
}

/// `muCtxSynchronize`.
///
/// # Errors
/// A fault, or that nothing can end the wait.
pub fn synchronize<H: Hal>(call: &mut Call<'_, '_, H>) -> Answer {
    let (process, hal, thread) = call.parts()?;
    let pending = process.synchronize_context(hal, thread)?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muCtxSetLimit`.
///
/// # Errors
/// A limit that cannot be set so.
pub fn set_limit<H: Hal>(call: &mut Call<'_, '_, H>, limit: MUlimit, value: usize) -> Answer {
    let (process, hal, thread) = call.parts()?;
    Ok(process.set_limit(hal, thread, limit.0, value as u64)?)
}

/// `muCtxGetLimit`.
///
/// # Errors
/// A null pointer, or no such limit.
pub fn limit<H: Hal>(call: &mut Call<'_, '_, H>, value: Out<'_, usize>, limit: MUlimit) -> Answer {
    required("pvalue", value.is_null())?;
    let (process, _, thread) = call.parts()?;
    value.write(usize::try_from(process.limit(thread, limit.0)?).unwrap_or(usize::MAX));
    Ok(())
}

/// `muCtxGetCacheConfig`.
///
/// # Errors
/// A null pointer.
pub fn cache_config<H: Hal>(call: &mut Call<'_, '_, H>, config: Out<'_, MUfunc_cache>) -> Answer {
    required("pconfig", config.is_null())?;
    let (process, _, thread) = call.parts()?;
    config.write(MUfunc_cache(process.cache_config(thread)?));
    Ok(())
}

/// `muCtxSetCacheConfig`.
///
/// # Errors
/// No such preference.
pub fn set_cache_config<H: Hal>(call: &mut Call<'_, '_, H>, config: MUfunc_cache) -> Answer {
    let (process, _, thread) = call.parts()?;
    Ok(process.set_cache_config(thread, config.0)?)
}

/// `muCtxGetSharedMemConfig`.
///
/// # Errors
/// A null pointer.
pub fn bank_config<H: Hal>(call: &mut Call<'_, '_, H>, config: Out<'_, MUsharedconfig>) -> Answer {
    required("pConfig", config.is_null())?;
    let (process, _, thread) = call.parts()?;
    config.write(MUsharedconfig(process.shared_bank_config(thread)?));
    Ok(())
}

/// `muCtxSetSharedMemConfig`.
///
/// # Errors
/// No such width.
pub fn set_bank_config<H: Hal>(call: &mut Call<'_, '_, H>, config: MUsharedconfig) -> Answer {
    let (process, _, thread) = call.parts()?;
    Ok(process.set_shared_bank_config(thread, config.0)?)
}

/// A question about the current context notices a fault, one about a context that is given does not (`ctx_argument_order`).
fn notice_of_current<H: Hal>(process: &mut Process<'_>, hal: &H, context: MUcontext) -> Result<(), Error> {
    if context.is_null() {
        process.notice(hal)?;
    }
    Ok(())
}

/// `muCtxGetApiVersion`: the pointer is judged before a context that is given, after one that has to be current
/// (`ctx_none`).
///
/// # Errors
/// No such living context, or a null pointer.
pub fn api_version<H: Hal>(call: &mut Call<'_, '_, H>, context: MUcontext, version: Out<'_, u32>) -> Answer {
    required("version", version.is_null() && !context.is_null())?;
    let (process, hal, thread) = call.parts()?;
    let found = process.context_api_version(thread, context.named())?;
    notice_of_current(process, hal, context)?;
    required("version", version.is_null())?;
    version.write(found);
    Ok(())
}

/// `muCtxGetId`.
///
/// # Errors
/// No such living context, or a null pointer.
pub fn unique<H: Hal>(call: &mut Call<'_, '_, H>, context: MUcontext, id: Out<'_, u64>) -> Answer {
    let (process, hal, thread) = call.parts()?;
    let found = process.context_unique(thread, context.named())?;
    required("ctxId", id.is_null())?;
    notice_of_current(process, hal, context)?;
    id.write(found);
    Ok(())
}

/// `muCtxGetStreamPriorityRange`; either pointer may be null.
///
/// # Errors
/// None of its own.
pub fn priority_range<H: Hal>(call: &mut Call<'_, '_, H>, least: Out<'_, i32>, greatest: Out<'_, i32>) -> Answer {
    let (process, hal, thread) = call.parts()?;
    let range = process.priority_range(hal, thread)?;
    least.write(range.0);
    greatest.write(range.1);
    Ok(())
}

/// `muCtxResetPersistingL2Cache`.
///
/// # Errors
/// None of its own.
pub fn reset_persisting_l2<H: Hal>(call: &mut Call<'_, '_, H>) -> Answer {
    let (process, _, thread) = call.parts()?;
    Ok(process.reset_persisting_l2(thread)?)
}

/// `muCtxAttach`.
///
/// # Errors
/// Flags, or a null pointer.
pub fn attach<H: Hal>(call: &mut Call<'_, '_, H>, context: Out<'_, MUcontext>, flags: u32) -> Answer {
    required("pctx", context.is_null())?;
    let (process, _, thread) = call.parts()?;
    context.write(MUcontext::of(process.attach_context(thread, flags)?));
    Ok(())
}

/// `muCtxDetach`.
///
/// # Errors
/// A context that is not the current one.
pub fn detach<H: Hal>(call: &mut Call<'_, '_, H>, context: MUcontext) -> Answer {
    let (process, hal, thread) = call.parts()?;
    let pending = process.detach_context(hal, thread, context.named())?;
    Ok(call.finish(pending, HostMemory::none())?)
}
