//! Streams, words of memory, and host functions.

use musa_ctx::callback::{HostFunction, HostFunctionKind};
use musa_ctx::stream::{StreamAttribute, WordOperation};
use musa_ctx::{Error, Rule, StreamArgument};
use musa_driver::abi::Out;
use musa_driver::table;
use musa_driver::types::MUstream;
use musa_driver::verbs::capture as capture_verbs;
use musa_hal::Address;

use crate::world::{World, block};
use crate::{Case, case, musa_case};

fn create(w: &mut World, flags: u32) -> Result<(), Error> {
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process.create_stream(&mut w.machine, thread, flags, 0).map(drop)
}

fn destroy(w: &mut World, stream: StreamArgument) -> Result<(), Error> {
    w.program.process.destroy_stream(&mut w.machine, stream)
}

fn attribute(w: &mut World, number: u32) -> Result<(), Error> {
    let stream = w.stream()?.into();
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process
        .stream_attribute(&mut w.machine, thread, stream, number)
        .map(drop)
}

fn policy(w: &mut World, value: i32) -> Result<(), Error> {
    let stream = w.stream()?.into();
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process.set_stream_attribute(&mut w.machine, thread, stream, &StreamAttribute::Policy(value))
}

fn write(w: &mut World, offset: u64, flags: u32) -> Result<(), Error> {
    let word = WordOperation {
        address: Address(w.allocate(64)?.0 + offset),
        value: 1,
        wide: false,
        write: true,
        flags,
    };
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process.word_operations(&mut w.machine, thread, StreamArgument::Legacy, [word].into_iter())
}

fn host_function(w: &mut World, function: u64, flags: u32) -> Result<(), Error> {
    let function = HostFunction {
        handle: 0,
        kind: HostFunctionKind::Callback,
        function,
        data: 0,
        stream: StreamArgument::Legacy,
    };
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process.launch_host_function(&mut w.machine, thread, function, flags)?;
    w.synchronize()
}

fn copy_attributes(w: &mut World, to: StreamArgument, from: StreamArgument) -> Result<(), Error> {
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process.copy_stream_attributes(&mut w.machine, thread, to, from)
}

fn capture(w: &mut World, stream: StreamArgument, mode: u32) -> Result<(), Error> {
    w.program.process.judge_capture(w.program.thread, stream, mode)
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(Rule::StreamFlags, |w| create(w, 1), |w| create(w, 2)),
    case(
        Rule::StreamDestroyDefault,
        |w| {
            let stream = w.stream()?;
            destroy(w, stream.into())
        },
        |w| destroy(w, StreamArgument::Legacy),
    ),
    musa_case(
        Rule::StreamDestroyBusy,
        |w| {
            let stream = w.stream()?;
            destroy(w, stream.into())
        },
        |w| {
            let stream = w.stream()?.into();
            let function = w.function("nop")?;
            w.launch(function, &musa_ctx::launch::LaunchRequest { stream, ..block(1) })?;
            destroy(w, stream)
        },
    ),
    case(Rule::StreamAttribute, |w| attribute(w, 3), |w| attribute(w, 99)),
    case(Rule::StreamAttributeValue, |w| policy(w, 1), |w| policy(w, 99)),
    musa_case(Rule::StreamAttributeDomain, |w| attribute(w, 3), |w| attribute(w, 9)),
    case(Rule::WordFlags, |w| write(w, 0, 0), |w| write(w, 0, 0x100)),
    case(Rule::WordAddress, |w| write(w, 4, 0), |w| write(w, 2, 0)),
    case(
        Rule::StreamAttributeContext,
        |w| {
            let (to, from) = (w.stream()?, w.stream()?);
            copy_attributes(w, to.into(), from.into())
        },
        |w| {
            let to = w.stream()?;
            w.context()?;
            let from = w.stream()?;
            copy_attributes(w, to.into(), from.into())
        },
    ),
    case(
        Rule::CaptureMode,
        |w| capture(w, StreamArgument::PerThread, 2),
        |w| capture(w, StreamArgument::PerThread, 3),
    ),
    case(
        Rule::CaptureDefault,
        |w| capture(w, StreamArgument::PerThread, 0),
        |w| capture(w, StreamArgument::Legacy, 0),
    ),
    case(
        Rule::CaptureNone,
        |w| w.synchronize(),
        |w| {
            w.call(&table::muStreamEndCapture, |call| {
                capture_verbs::end(call, MUstream::NULL, Out::null())
            })
        },
    ),
    case(
        Rule::WaitStuck,
        |w| {
            write(w, 0, 0)?;
            w.synchronize()
        },
        |w| {
            // Nobody can write the word that the stream waits for.
            let address = w.allocate(64)?;
            let word = WordOperation {
                address,
                value: 1,
                wide: false,
                write: false,
                flags: 0,
            };
            let (process, thread) = (&mut w.program.process, w.program.thread);
            process.word_operations(&mut w.machine, thread, StreamArgument::Legacy, [word].into_iter())?;
            w.synchronize()
        },
    ),
    case(
        Rule::HostFunctionNull,
        |w| host_function(w, 7, 0),
        |w| host_function(w, 0, 0),
    ),
    case(
        Rule::HostFunctionFlags,
        |w| host_function(w, 7, 0),
        |w| host_function(w, 7, 1),
    ),
];
