//! Streams, events and host functions, as the oracle has them.

use musa_hal::{Dialect, Progress, Queues};

use super::{AccessWindow, NON_BLOCKING, StreamArgument, StreamAttribute, StreamId, WordOperation};
use crate::callback::{HostFunction, HostFunctionKind};
use crate::error::Error;
use crate::id::Handle;
use crate::launch::LaunchRequest;
use crate::module::FunctionId;
use crate::process::Needs;
use crate::rule::Rule;
use crate::testing::{T, U, World, rule};
use crate::thread::ThreadId;

const KERNELS: &str = "kernel spin\nkernel nop\nkernel fault";

/// A world with a context, and streams to try.
struct Streams {
    world: World,
    spin: FunctionId,
    nop: FunctionId,
    fault: FunctionId,
}

fn launch(stream: StreamArgument) -> LaunchRequest<'static> {
    LaunchRequest::new(musa_hal::Dim3::ONE, musa_hal::Dim3::ONE, stream)
}

impl Streams {
    fn new(dialect: Dialect) -> Self {
        let mut world = World::with_context(dialect);
        let spin = world.function(KERNELS, "spin");
        let module = world.process.function_module(spin.into()).unwrap();
        let mut get = |name| world.process.module_function(&world.hal, module.into(), name).unwrap();
        let (nop, fault) = (get("nop"), get("fault"));
        Self {
            world,
            spin,
            nop,
            fault,
        }
    }

    fn create(&mut self, flags: u32) -> StreamId {
        let world = &mut self.world;
        world.process.create_stream(&mut world.hal, T, flags, 0).unwrap()
    }

    fn launch(&mut self, function: FunctionId, stream: impl Into<StreamArgument>) {
        let world = &mut self.world;
        let request = launch(stream.into());
        world
            .process
            .launch(&mut world.hal, T, function.into(), &request)
            .unwrap();
    }

    fn done(&mut self, stream: impl Into<StreamArgument>) -> bool {
        self.world.hal.settle();
        self.world
            .process
            .stream_done(&self.world.hal, T, stream.into())
            .unwrap()
    }

    fn release(&mut self) {
        self.world.hal.release();
        let world = &mut self.world;
        let pending = world.process.synchronize_context(&mut world.hal, T).unwrap();
        world.finish(pending).unwrap();
        world.hal.hold();
    }
}

const LEGACY: StreamArgument = StreamArgument::Legacy;
const PER_THREAD: StreamArgument = StreamArgument::PerThread;

#[test]
fn creation_and_questions() {
    let mut streams = Streams::new(Dialect::Reference);
    let World { process, hal } = &mut streams.world;
    for flags in [2, 3, 4, 5, 0x8000_0000] {
        assert_eq!(rule(process.create_stream(hal, T, flags, 0)), Rule::StreamFlags);
    }
    assert_eq!(rule(process.create_stream(hal, U, 0, 0)), Rule::ContextRequired);
    for (asked, given) in [
        (0, 0),
        (-5, -5),
        (-4, -4),
        (-6, -5),
        (1, 0),
        (i32::MAX, 0),
        (i32::MIN, -5),
    ] {
        let stream = process.create_stream(hal, T, 1, asked).unwrap();
        assert_eq!(process.stream_priority(T, stream.into()), Ok(given));
        assert_eq!(process.stream_flags(T, stream.into()), Ok(1));
    }
    for stream in [LEGACY, PER_THREAD] {
        assert_eq!(process.stream_flags(T, stream), Ok(0));
        assert_eq!(process.stream_priority(T, stream), Ok(0));
        assert_eq!(process.stream_done(hal, T, stream), Ok(true));
        assert_eq!(rule(process.stream_flags(U, stream)), Rule::ContextRequired);
        assert_eq!(rule(process.destroy_stream(hal, stream)), Rule::StreamDestroyDefault);
    }
    let null = StreamArgument::Created(Handle::Null);
    assert_eq!(rule(process.destroy_stream(hal, null)), Rule::StreamDestroyDefault);
    assert_eq!(
        rule(process.stream_done(hal, T, StreamArgument::Created(Handle::Foreign(3)))),
        Rule::HandleForeign
    );
    // A stream's handle brings its context.
    let stream = process.create_stream(hal, T, 0, 0).unwrap();
    assert_eq!(process.stream_done(hal, U, stream.into()), Ok(true));
    assert_eq!(process.stream_context(U, stream.into()), process.current(T));
    process.destroy_stream(hal, stream.into()).unwrap();
    assert_eq!(rule(process.stream_done(hal, T, stream.into())), Rule::HandleStale);
    assert_eq!(rule(process.destroy_stream(hal, stream.into())), Rule::HandleStale);
}

#[test]
fn the_default_stream_and_blocking_streams_wait_for_each_other() {
    let mut streams = Streams::new(Dialect::Reference);
    let (b1, b2, n1) = (streams.create(0), streams.create(0), streams.create(NON_BLOCKING));
    let (spin, nop) = (streams.spin, streams.nop);
    // A busy blocking stream holds the default one, and what comes after it.
    streams.launch(spin, b1);
    streams.launch(nop, LEGACY);
    streams.launch(nop, b2);
    streams.launch(nop, n1);
    assert!(!streams.done(LEGACY));
    assert!(!streams.done(b2));
    assert!(streams.done(n1));
    streams.release();
    // Without work in the default stream, it only reports.
    streams.launch(spin, b1);
    streams.launch(nop, b2);
    assert!(streams.done(b2));
    assert!(!streams.done(LEGACY));
    streams.release();
    // The other way round, also for the stream of the thread.
    streams.launch(spin, LEGACY);
    streams.launch(nop, b1);
    streams.launch(nop, n1);
    streams.launch(nop, PER_THREAD);
    assert!(!streams.done(b1));
    assert!(streams.done(n1));
    assert!(!streams.done(PER_THREAD));
    streams.release();
    // Non-blocking streams hold nothing.
    streams.launch(spin, n1);
    streams.launch(nop, LEGACY);
    streams.launch(nop, b1);
    assert!(streams.done(LEGACY));
    assert!(streams.done(b1));
    streams.release();
    // The stream of the thread is a blocking one.
    streams.launch(spin, PER_THREAD);
    streams.launch(nop, LEGACY);
    streams.launch(nop, b1);
    assert!(!streams.done(LEGACY));
    assert!(!streams.done(b1));
    streams.release();
    assert!(streams.done(LEGACY) && streams.done(b1) && streams.done(PER_THREAD));
}

#[test]
fn synchronising_covers_the_right_streams() {
    let mut streams = Streams::new(Dialect::Reference);
    let (b, n) = (streams.create(0), streams.create(NON_BLOCKING));
    let spin = streams.spin;
    streams.launch(spin, n);
    let World { process, hal } = &mut streams.world;
    let legacy = process.synchronize_stream(hal, T, LEGACY).unwrap();
    assert!(process.ready(hal, &legacy));
    let busy = process.synchronize_stream(hal, T, n.into()).unwrap();
    let all = process.synchronize_context(hal, T).unwrap();
    assert!(!process.ready(hal, &busy));
    streams.launch(spin, b);
    let World { process, hal } = &mut streams.world;
    let two = process.synchronize_context(hal, T).unwrap();
    hal.settle();
    assert!(!process.ready(hal, &all) && !process.ready(hal, &two));
    hal.release();
    hal.settle();
    assert!(process.ready(hal, &busy) && process.ready(hal, &all) && process.ready(hal, &two));
    assert_eq!(process.finish(hal, T, two, Default::default()), Ok(()));
}

#[test]
fn destroying_a_busy_stream() {
    let mut streams = Streams::new(Dialect::Reference);
    let stream = streams.create(0);
    let (spin, nop) = (streams.spin, streams.nop);
    streams.launch(spin, stream);
    streams.launch(nop, stream);
    let World { process, hal } = &mut streams.world;
    let event = process.create_event(hal, T, 0).unwrap();
    process.record_event(hal, T, event.into(), stream.into(), 0).unwrap();
    process.destroy_stream(hal, stream.into()).unwrap();
    hal.settle();
    assert_eq!(rule(process.stream_done(hal, T, stream.into())), Rule::HandleStale);
    assert_eq!(process.event_done(hal, event.into()), Ok(false));
    let pending = process.synchronize_context(hal, T).unwrap();
    assert!(!process.ready(hal, &pending), "the context waits for it");
    hal.release();
    hal.settle();
    assert!(process.ready(hal, &pending));
    let before = hal.queues();
    process.create_stream(hal, T, 0, 0).unwrap();
    assert_eq!(hal.queues(), before, "the old queue has gone, the new one come");
    assert_eq!(process.event_done(hal, event.into()), Ok(true));
    assert_eq!(hal.launches.len(), 1);

    let mut streams = Streams::new(Dialect::Musa);
    let stream = streams.create(0);
    let spin = streams.spin;
    streams.launch(spin, stream);
    let destroyed = streams
        .world
        .process
        .destroy_stream(&mut streams.world.hal, stream.into());
    assert_eq!(rule(destroyed), Rule::StreamDestroyBusy);
    streams.release();
    let destroyed = streams
        .world
        .process
        .destroy_stream(&mut streams.world.hal, stream.into());
    assert_eq!(destroyed, Ok(()));
}

#[test]
fn events() {
    let mut streams = Streams::new(Dialect::Reference);
    let (a, b) = (streams.create(NON_BLOCKING), streams.create(NON_BLOCKING));
    let World { process, hal } = &mut streams.world;
    for flags in [4, 5, 8, 9, 0x8000_0000] {
        assert_eq!(rule(process.create_event(hal, T, flags)), Rule::EventFlags);
    }
    let event = process.create_event(hal, T, 7).unwrap();
    assert_eq!(process.event_done(hal, event.into()), Ok(true), "never recorded");
    let record = |process: &mut crate::Process<'_>, hal: &mut crate::testing::Bench, flags| {
        process.record_event(hal, T, event.into(), a.into(), flags)
    };
    assert_eq!(rule(record(process, hal, 1)), Rule::EventExternal);
    assert_eq!(rule(record(process, hal, 2)), Rule::EventRecordFlags);
    assert_eq!(
        rule(process.wait_event(hal, T, a.into(), event.into(), 1)),
        Rule::EventExternal
    );
    assert_eq!(rule(process.event_done(hal, Handle::Null)), Rule::HandleNull);
    let spin = streams.spin;
    streams.launch(spin, a);
    let World { process, hal } = &mut streams.world;
    process.record_event(hal, T, event.into(), a.into(), 0).unwrap();
    process.wait_event(hal, T, b.into(), event.into(), 0).unwrap();
    hal.settle();
    assert_eq!(process.event_done(hal, event.into()), Ok(false));
    assert_eq!(process.stream_done(hal, T, b.into()), Ok(false), "b waits");
    // Recorded anew on an idle stream it is complete; b still waits for the record that it saw.
    let c = process.create_stream(hal, T, NON_BLOCKING, 0).unwrap();
    process.record_event(hal, T, event.into(), c.into(), 0).unwrap();
    assert_eq!(process.event_done(hal, event.into()), Ok(true));
    process.destroy_event(hal, event.into()).unwrap();
    assert_eq!(rule(process.event_done(hal, event.into())), Rule::HandleStale);
    hal.settle();
    assert_eq!(process.stream_done(hal, T, b.into()), Ok(false));
    streams.release();
    assert!(streams.done(b));
}

#[test]
fn elapsed_time() {
    let mut streams = Streams::new(Dialect::Reference);
    let stream = streams.create(0);
    let World { process, hal } = &mut streams.world;
    let [start, end, blank] = [0; 3].map(|flags| process.create_event(hal, T, flags).unwrap());
    let untimed = process.create_event(hal, T, 2).unwrap();
    let elapsed = |process: &crate::Process<'_>, hal: &_, start: crate::EventId, end: crate::EventId| {
        process.elapsed(hal, start.into(), end.into())
    };
    assert_eq!(rule(elapsed(process, hal, start, end)), Rule::EventElapsedRecorded);
    process.record_event(hal, T, start.into(), stream.into(), 0).unwrap();
    process.record_event(hal, T, untimed.into(), stream.into(), 0).unwrap();
    assert_eq!(rule(elapsed(process, hal, start, end)), Rule::EventElapsedRecorded);
    assert_eq!(rule(elapsed(process, hal, start, untimed)), Rule::EventElapsedTiming);
    assert_eq!(rule(elapsed(process, hal, start, start)), Rule::EventElapsedReady);
    hal.settle();
    let (spin, nop) = (streams.spin, streams.nop);
    streams.launch(spin, stream);
    let World { process, hal } = &mut streams.world;
    process.record_event(hal, T, end.into(), stream.into(), 0).unwrap();
    assert_eq!(rule(elapsed(process, hal, start, end)), Rule::EventElapsedReady);
    assert_eq!(rule(elapsed(process, hal, end, blank)), Rule::EventElapsedRecorded);
    streams.launch(nop, stream);
    streams.release();
    let World { process, hal } = &mut streams.world;
    let there = elapsed(process, hal, start, end).unwrap();
    assert!(there > 0);
    assert_eq!(elapsed(process, hal, end, start), Ok(-there));
    assert_eq!(elapsed(process, hal, end, end), Ok(0));
    // Events of different contexts.
    process.create_context(hal, T, 0, 0).unwrap();
    let other = process.create_event(hal, T, 0).unwrap();
    process.record_event(hal, T, other.into(), LEGACY, 0).unwrap();
    hal.settle();
    assert_eq!(rule(elapsed(process, hal, start, other)), Rule::EventElapsedContext);
    assert_eq!(
        rule(process.record_event(hal, T, start.into(), LEGACY, 0)),
        Rule::EventContext
    );
    process.wait_event(hal, T, LEGACY, start.into(), 0).unwrap();
}

#[test]
fn host_functions() {
    let mut streams = Streams::new(Dialect::Reference);
    let stream = streams.create(0);
    let nop = streams.nop;
    let World { process, hal } = &mut streams.world;
    let function = HostFunction {
        handle: 0,
        kind: HostFunctionKind::Plain,
        function: 0x1234,
        data: 7,
        stream: stream.into(),
    };
    let null = HostFunction {
        function: 0,
        ..function
    };
    assert_eq!(
        rule(process.launch_host_function(hal, T, null, 0)),
        Rule::HostFunctionNull
    );
    assert_eq!(
        rule(process.launch_host_function(hal, T, function, 1)),
        Rule::HostFunctionFlags
    );
    process.launch_host_function(hal, T, function, 0).unwrap();
    streams.launch(nop, stream);
    assert!(!streams.done(stream));
    let World { process, hal } = &mut streams.world;
    let Progress::HostCall { queue, token, .. } = hal.advance() else {
        panic!("no host function is due");
    };
    let due = process.take_host_function(hal, queue, token).unwrap();
    assert_eq!((due.function, due.status), (function, None));
    const WORKER: ThreadId = ThreadId(9);
    process.enter_host_function(WORKER).unwrap();
    assert_eq!(
        rule(process.prologue(hal, WORKER, Needs::INITIALISED)),
        Rule::CallbackCall
    );
    assert_eq!(process.prologue(hal, T, Needs::INITIALISED), Ok(()));
    assert!(!process.stream_done(hal, T, stream.into()).unwrap());
    process.host_function_done(hal, WORKER, due);
    assert_eq!(process.prologue(hal, WORKER, Needs::INITIALISED), Ok(()));
    assert!(streams.done(stream));
    assert_eq!(streams.world.hal.launches.len(), 1);
}

#[test]
fn faults_stay() {
    let mut streams = Streams::new(Dialect::Reference);
    let stream = streams.create(0);
    let fault = streams.fault;
    streams.launch(fault, stream);
    let World { process, hal } = &mut streams.world;
    let function = |kind| HostFunction {
        handle: 0,
        kind,
        function: 1,
        data: 0,
        stream: stream.into(),
    };
    process
        .launch_host_function(hal, T, function(HostFunctionKind::Plain), 0)
        .unwrap();
    process
        .launch_host_function(hal, T, function(HostFunctionKind::Callback), 0)
        .unwrap();
    hal.settle();
    // Calls that only enqueue notice nothing by themselves.
    assert_eq!(process.prologue(hal, T, Needs::ENQUEUE), Ok(()));
    let address = Err(Error::Fault(musa_hal::FaultKind::IllegalAddress));
    assert_eq!(process.prologue(hal, T, Needs::CURRENT), address);
    assert_eq!(process.prologue(hal, T, Needs::ENQUEUE), address);
    assert_eq!(process.prologue(hal, T, Needs::OBJECT), address);
    assert_eq!(process.prologue(hal, T, Needs::INITIALISED), Ok(()));
    // The callback behind it runs with the status, the plain function does not.
    let Progress::HostCall { queue, token, .. } = hal.advance() else {
        panic!("no host function is due");
    };
    let due = process.take_host_function(hal, queue, token).unwrap();
    assert_eq!(due.function.kind, HostFunctionKind::Callback);
    assert_eq!(due.status, Some(musa_hal::FaultKind::IllegalAddress));
    process.host_function_done(hal, U, due);
    let context = process.top(T).unwrap();
    let pending = process.destroy_context(hal, context.into()).unwrap();
    assert_eq!(process.finish(hal, T, pending, Default::default()), Ok(()));
    assert_eq!(hal.images() + hal.queues(), 0, "all that the context owned is gone");
    assert_eq!(rule(process.prologue(hal, T, Needs::CURRENT)), Rule::ContextRequired);
    assert_eq!(process.prologue(hal, T, Needs::INITIALISED | Needs::NO_FAULT), address);
}

#[test]
fn attributes() {
    let mut streams = Streams::new(Dialect::Reference);
    let stream = streams.create(0);
    let World { process, hal } = &mut streams.world;
    let window = AccessWindow {
        base: 0x1000,
        bytes: 65_536,
        ratio: 0.5,
        hit: 2,
        miss: 1,
    };
    for stream in [stream.into(), LEGACY] {
        let mut set = |window| process.set_stream_attribute(hal, T, stream, &StreamAttribute::Window(window));
        for wrong in [
            AccessWindow { ratio: 1.5, ..window },
            AccessWindow { ratio: -0.1, ..window },
            AccessWindow {
                ratio: f32::NAN,
                ..window
            },
            AccessWindow {
                bytes: (128 << 20) + 1,
                ..window
            },
            AccessWindow { miss: 2, ..window },
        ] {
            assert_eq!(rule(set(wrong)), Rule::StreamAttributeValue);
        }
        set(window).unwrap();
        assert_eq!(
            process.stream_attribute(hal, T, stream, 1),
            Ok(StreamAttribute::Window(window))
        );
        assert_eq!(
            process.stream_attribute(hal, T, stream, 3),
            Ok(StreamAttribute::Policy(-1))
        );
        for wrong in [0, 5] {
            let set = process.set_stream_attribute(hal, T, stream, &StreamAttribute::Policy(wrong));
            assert_eq!(rule(set), Rule::StreamAttributeValue);
        }
        process
            .set_stream_attribute(hal, T, stream, &StreamAttribute::Priority(-10))
            .unwrap();
        assert_eq!(process.stream_priority(T, stream), Ok(-5));
        for unknown in [0, 4, 999] {
            assert_eq!(
                rule(process.stream_attribute(hal, T, stream, unknown)),
                Rule::StreamAttribute
            );
        }
    }
    let other = process.create_stream(hal, T, 0, 0).unwrap();
    process
        .copy_stream_attributes(hal, T, other.into(), stream.into())
        .unwrap();
    process
        .copy_stream_attributes(hal, T, other.into(), other.into())
        .unwrap();
    assert_eq!(
        process.stream_attribute(hal, T, other.into(), 1),
        Ok(StreamAttribute::Window(window))
    );
    assert_eq!(process.stream_priority(T, other.into()), Ok(-5));
}

#[test]
fn words() {
    let mut streams = Streams::new(Dialect::Reference);
    let stream = streams.create(0);
    let World { process, hal } = &mut streams.world;
    let word = process.allocate_device(hal, T, 12).unwrap();
    let wait = WordOperation {
        address: word,
        value: 6,
        wide: false,
        write: false,
        flags: 0,
    };
    let mut put =
        |operations: &[WordOperation]| process.word_operations(hal, T, stream.into(), operations.iter().copied());
    let at = |offset| musa_hal::Address(word.0 + offset);
    let written = |flags| WordOperation {
        write: true,
        flags,
        ..wait
    };
    for (wrong, broken) in [
        (WordOperation { flags: 4, ..wait }, Rule::WordFlags),
        (written(2), Rule::WordFlags),
        (written(1), Rule::WordFlags),
        (WordOperation { address: at(2), ..wait }, Rule::WordAddress),
        (
            WordOperation {
                address: at(12),
                ..wait
            },
            Rule::WordAddress,
        ),
        (
            WordOperation {
                address: at(8),
                wide: true,
                ..wait
            },
            Rule::WordAddress,
        ),
        (
            WordOperation {
                address: musa_hal::Address(0),
                ..wait
            },
            Rule::WordAddress,
        ),
    ] {
        assert_eq!(rule(put(&[wait, wrong])), broken);
    }
    put(&[
        wait,
        WordOperation {
            flags: 3,
            wide: true,
            ..wait
        },
    ])
    .unwrap();
    put(&[written(0)]).unwrap();
    let used = process.synchronize_stream(hal, T, stream.into()).unwrap().until();
    assert_eq!(used.unwrap().ticket, musa_hal::Ticket(3), "all or none");
}

#[test]
fn the_mode_of_captures_is_the_thread_s() {
    let mut world = World::with_context(Dialect::Reference);
    assert_eq!(world.process.exchange_capture_mode(T, 2), Ok(0));
    assert_eq!(world.process.exchange_capture_mode(U, 1), Ok(0), "another thread's");
    assert_eq!(world.process.exchange_capture_mode(T, 0), Ok(2));
    let World { process, .. } = &world;
    let judge = |stream, mode| process.judge_capture(T, stream, mode);
    assert_eq!(judge(StreamArgument::PerThread, 2), Ok(()));
    assert_eq!(rule(judge(StreamArgument::PerThread, 3)), Rule::CaptureMode);
    assert_eq!(rule(judge(StreamArgument::Legacy, 0)), Rule::CaptureDefault);
}
