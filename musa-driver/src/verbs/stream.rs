//! Streams.

use musa_ctx::{
    Error, HostMemory, Rejection, Rule,
    stream::{self, AccessWindow, DomainMap, StreamArgument, StreamAttribute, WordOperation},
};
use musa_hal::{Address, Hal};

use super::{given, required};
use crate::{
    abi::{Array, HostPointer, In, Out},
    call::{Answer, Call, Early, Refusal},
    types::*,
};

/// Flags and pointer are judged before initialisation is asked for (`init_before`).
///
/// # Errors
/// Unknown flags, or a null pointer.
pub fn judge_creation(stream: Out<'_, MUstream>, flags: u32) -> Result<Early, Error> {
    required("phStream", stream.is_null())?;
    stream::judge_flags(flags)?;
    Ok(Early::GoOn)
}

/// As [`judge_creation`], with a priority.
///
/// # Errors
/// Unknown flags, or a null pointer.
pub fn judge_creation_with_priority(stream: Out<'_, MUstream>, flags: u32, _: i32) -> Result<Early, Error> {
    judge_creation(stream, flags)
}

/// `muStreamCreate`.
///
/// # Errors
/// No room.
pub fn create<H: Hal>(call: &mut Call<'_, '_, H>, stream: Out<'_, MUstream>, flags: u32) -> Answer {
    create_with_priority(call, stream, flags, 0)
}

/// `muStreamCreateWithPriority`: the priority is clamped to the device's range.
///
/// # Errors
/// No room.
pub fn create_with_priority<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: Out<'_, MUstream>,
    flags: u32,
    priority: i32,
) -> Answer {
    let (process, hal, thread) = call.parts()?;
    stream.write(MUstream::of(process.create_stream(hal, thread, flags, priority)?));
    Ok(())
}

/// Null is refused before initialisation is asked for (`init_before`), the other default streams where a context is current (`ctx_argument_order`).
///
/// # Errors
/// Null.
pub fn judge_destruction(stream: MUstream) -> Result<Early, Error> {
    if stream == MUstream::NULL {
        stream::judge_destroy(StreamArgument::Legacy)?;
    }
    Ok(Early::GoOn)
}

/// `muStreamDestroy`.
///
/// # Errors
/// No stream, or a busy one where the dialect refuses that.
pub fn destroy<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    process.stream_context(thread, stream)?;
    stream::judge_destroy(stream)?;
    Ok(process.destroy_stream(hal, stream)?)
}

/// `muStreamQuery`.
///
/// # Errors
/// No stream; not ready while work is pending.
pub fn query<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    match process.stream_done(hal, thread, stream)? {
        true => Ok(()),
        false => Err(Refusal::NotReady),
    }
}

/// `muStreamSynchronize`.
///
/// # Errors
/// No stream, a fault, or that nothing can end the wait.
pub fn synchronize<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    let pending = process.synchronize_stream(hal, thread, stream)?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muStreamGetFlags`.
///
/// # Errors
/// No stream, or a null pointer.
pub fn flags<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, flags: Out<'_, u32>) -> Answer {
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    let found = process.stream_flags(thread, stream)?;
    required("flags", flags.is_null())?;
    flags.write(found);
    Ok(())
}

/// `muStreamGetPriority`.
///
/// # Errors
/// No stream, or a null pointer.
pub fn priority<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, priority: Out<'_, i32>) -> Answer {
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    let found = process.stream_priority(thread, stream)?;
    required("priority", priority.is_null())?;
    priority.write(found);
    Ok(())
}

/// `muStreamGetCtx`.
///
/// # Errors
/// No stream, or a null pointer.
pub fn context<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, context: Out<'_, MUcontext>) -> Answer {
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    let found = process.stream_context(thread, stream)?;
    required("pctx", context.is_null())?;
    context.write(MUcontext::of(found));
    Ok(())
}

/// `muStreamGetId`.
///
/// # Errors
/// No stream, or a null pointer.
pub fn unique<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, id: Out<'_, u64>) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    process.stream_context(thread, stream)?;
    required("streamId", id.is_null())?;
    id.write(process.stream_unique(hal, thread, stream)?);
    Ok(())
}

/// `muStreamWaitEvent`.
///
/// # Errors
/// No stream, flags, no event, or no room.
pub fn wait_event<H: Hal>(call: &mut Call<'_, '_, H>, stream: MUstream, event: MUevent, flags: u32) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    Ok(process.wait_event(hal, thread, stream, event.named(), flags)?)
}

/// `muStreamGetAttribute`.
///
/// # Errors
/// No stream, a null pointer, or no such attribute.
pub fn attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    attribute: MUstreamAttrID,
    value: Out<'_, MUstreamAttrValue>,
) -> Answer {
    required("value", value.is_null())?;
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    let mut answer = MUstreamAttrValue::default();
    match process.stream_attribute(hal, thread, stream, attribute.0)? {
        StreamAttribute::Window(window) => answer.set_access_policy_window(&MUaccessPolicyWindow {
            base_ptr: HostPointer::from_address(window.base as usize),
            num_bytes: window.bytes as usize,
            hitRatio: window.ratio,
            hitProp: MUaccessProperty(window.hit),
            missProp: MUaccessProperty(window.miss),
        }),
        StreamAttribute::Policy(number) | StreamAttribute::Priority(number) | StreamAttribute::Domain(number) => {
            answer.set_number(number.cast_unsigned());
        }
        StreamAttribute::DomainMap(map) => {
            answer.set_number(u32::from_le_bytes([map.default, map.remote, 0, 0]));
        }
    }
    value.write(answer);
    Ok(())
}

/// The map of a stream's domains, and its domain: numbers that the reference's API has (`stream_domains`).
const DOMAIN_MAP: MUstreamAttrID = MUstreamAttrID(9);
const DOMAIN: MUstreamAttrID = MUstreamAttrID(10);

/// A window as C describes it.
pub(super) fn access_window(window: &MUaccessPolicyWindow) -> AccessWindow {
    AccessWindow {
        base: window.base_ptr.address() as u64,
        bytes: window.num_bytes as u64,
        ratio: window.hitRatio,
        hit: window.hitProp.0,
        miss: window.missProp.0,
    }
}

/// `muStreamSetAttribute`.
///
/// # Errors
/// No stream, a null pointer, no such attribute, or a value out of its range.
pub fn set_attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    attribute: MUstreamAttrID,
    value: In<'_, MUstreamAttrValue>,
) -> Answer {
    let value = given("param", value.read())?;
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    process.stream_context(thread, stream)?;
    let number = value.number().cast_signed();
    let attribute = match attribute {
        MU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW => {
            StreamAttribute::Window(access_window(&value.access_policy_window()))
        }
        MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY => StreamAttribute::Policy(number),
        MU_STREAM_ATTRIBUTE_PRIORITY => StreamAttribute::Priority(number),
        DOMAIN_MAP => {
            let [default, remote, ..] = value.number().to_le_bytes();
            StreamAttribute::DomainMap(DomainMap { default, remote })
        }
        DOMAIN => StreamAttribute::Domain(number),
        unknown => {
            let rejection = Rejection::new(Rule::StreamAttribute).argument("attr");
            return Err(rejection.value(unknown.0.into()).into());
        }
    };
    let (process, hal, thread) = call.parts()?;
    Ok(process.set_stream_attribute(hal, thread, stream, &attribute)?)
}

/// `muStreamCopyAttributes`.
///
/// # Errors
/// No streams.
pub fn copy_attributes<H: Hal>(call: &mut Call<'_, '_, H>, to: MUstream, from: MUstream) -> Answer {
    let (to, from) = (call.stream(to), call.stream(from));
    let (process, hal, thread) = call.parts()?;
    Ok(process.copy_stream_attributes(hal, thread, to, from)?)
}

/// Declares the verbs that wait for a word of memory, or write one.
macro_rules! words {
    ($($name:ident $value:ty: wide $wide:literal, write $write:literal = $function:literal;)*) => {
        $(
            #[doc = concat!("`", $function, "`.")]
            ///
            /// # Errors
            /// No stream, flags, a word that is not the driver's, or no room.
            pub fn $name<H: Hal>(
                call: &mut Call<'_, '_, H>,
                stream: MUstream,
                address: MUdeviceptr,
                value: $value,
                flags: u32,
            ) -> Answer {
                let operation = WordOperation {
                    address: Address(address.0),
                    value: value.into(),
                    wide: $wide,
                    write: $write,
                    flags,
                };
                operations(call, stream, core::iter::once(operation))
            }
        )*
    };
}

words! {
    wait_value_32 u32: wide false, write false = "muStreamWaitValue32";
    wait_value_64 u64: wide true, write false = "muStreamWaitValue64";
    write_value_32 u32: wide false, write true = "muStreamWriteValue32";
    write_value_64 u64: wide true, write true = "muStreamWriteValue64";
}

fn operations<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    operations: impl Iterator<Item = WordOperation> + Clone,
) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    Ok(process.word_operations(hal, thread, stream, operations)?)
}

/// The most operations of a batch.
const BATCH_MAX: u32 = 255;

/// `muStreamBatchMemOp`. No operations need no array.
///
/// # Errors
/// No stream, flags, a batch that is too long, unknown operations, words that are not the
/// driver's, or no room.
pub fn batch<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    count: u32,
    params: Array<'_, MUstreamBatchMemOpParams>,
    flags: u32,
) -> Answer {
    let named = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    process.stream_context(thread, named)?;
    required("paramArray", params.is_null() && count > 0)?;
    let refuse = |rule, argument, value: u32| Err(Rejection::new(rule).argument(argument).value(value.into()));
    if flags != 0 {
        refuse(Rule::ArgumentFlags, "flags", flags)?;
    }
    if count > BATCH_MAX {
        refuse(Rule::ArgumentSize, "count", count)?;
    }
    for params in params.iter(count as usize) {
        match params.operation() {
            MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES => {
                let stream = call.stream(stream);
                let (process, hal, thread) = call.parts()?;
                process.judge_flush(hal, thread, stream)?;
            }
            operation if matches!(operation.0, 1..=5) => {}
            unknown => refuse(Rule::ArgumentEnum, "paramArray", unknown.0)?,
        }
    }
    operations(
        call,
        stream,
        params.iter(count as usize).filter_map(|params| operation(&params)),
    )
}

/// What an entry of a batch does with a word, if anything.
fn operation(params: &MUstreamBatchMemOpParams) -> Option<WordOperation> {
    let (wide, write) = match params.operation() {
        MU_STREAM_MEM_OP_WAIT_VALUE_32 => (false, false),
        MU_STREAM_MEM_OP_WRITE_VALUE_32 => (false, true),
        MU_STREAM_MEM_OP_WAIT_VALUE_64 => (true, false),
        MU_STREAM_MEM_OP_WRITE_VALUE_64 => (true, true),
        _ => return None,
    };
    let value = if wide {
        params.value64()
    } else {
        params.value32().into()
    };
    Some(WordOperation {
        address: Address(params.address().0),
        value,
        wide,
        write,
        flags: params.flags(),
    })
}
