//! A refused call changes nothing: every operation with every call of the HAL failing in turn, and with no room at all.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use musa_hal::{Address, Dialect, Dim3, Extent};

use crate::array::{ArrayDescriptor, ArrayId, MipmappedArrayId};
use crate::callback::{HostFunction, HostFunctionKind};
use crate::context::ContextId;
use crate::error::Error;
use crate::event::EventId;
use crate::host::HostMemory;
use crate::launch::{LaunchRequest, Parameters};
use crate::memory::{Copy, CopySide, Fill, Mode};
use crate::module::{FunctionId, ModuleId};
use crate::process::Process;
use crate::rule::Rule;
use crate::storage::FixedStorage;
use crate::stream::{Role, StreamArgument, StreamId};
use crate::testing::{Bench, T, U, World, rule};

/// What was made before the operation that fails.
#[derive(Clone, Copy)]
struct Made {
    context: ContextId,
    stream: StreamId,
    event: EventId,
    module: ModuleId,
    function: FunctionId,
    device: Address,
    pinned: Address,
    array: ArrayId,
    mipmapped: MipmappedArrayId,
}

const ARRAY: ArrayDescriptor = ArrayDescriptor {
    extent: Extent {
        width: 16,
        height: 4,
        depth: 0,
    },
    format: 1,
    channels: 1,
    flags: 0,
};

fn prepare() -> (World, Made) {
    let mut world = World::with_context(Dialect::Reference);
    let function = world.function("kernel spin\nvariable v 8\nkernel nop", "spin");
    let World { process, hal } = &mut world;
    let made = Made {
        context: process.top(T).unwrap(),
        stream: process.create_stream(hal, T, 0, 0).unwrap(),
        event: process.create_event(hal, T, 0).unwrap(),
        module: process.function_module(function.into()).unwrap(),
        function,
        device: process.allocate_device(hal, T, 64).unwrap(),
        pinned: process.allocate_host(hal, T, 64, 0).unwrap(),
        array: process.create_array(hal, T, &ARRAY).unwrap(),
        mipmapped: process.create_mipmapped_array(hal, T, &ARRAY, 3).unwrap(),
    };
    // Two streams are busy, so that waiting for both takes a queue more.
    for stream in [StreamArgument::PerThread, made.stream.into()] {
        process.launch(hal, T, function.into(), &request(stream)).unwrap();
    }
    process
        .record_event(hal, T, made.event.into(), made.stream.into(), 0)
        .unwrap();
    (world, made)
}

fn request(stream: StreamArgument) -> LaunchRequest<'static> {
    LaunchRequest::new(Dim3::ONE, Dim3::ONE, stream)
}

/// All that a caller can see. Default streams come into being on the way, and are not seen.
fn visible(world: &World) -> String {
    let (process, hal) = (&world.process, &world.hal);
    let contexts: Vec<_> = process
        .contexts
        .iter()
        .map(|(id, context)| (id, context.life, context.limits))
        .collect();
    let streams: Vec<_> = process
        .streams
        .iter()
        .filter(|(_, stream)| stream.role == Role::Created)
        .map(|(id, _)| id)
        .collect();
    let threads: Vec<_> = process
        .threads
        .iter()
        .map(|(id, thread)| (id, thread.top))
        .filter(|entry| entry.1.is_some())
        .collect();
    let primary = process.primary_state(hal, 0);
    let allocations: Vec<_> = process.allocations.iter().collect();
    let events: Vec<_> = process.events.iter().collect();
    let modules: Vec<_> = process.modules.iter().collect();
    let arrays: Vec<_> = process.arrays.iter().collect();
    let mipmapped: Vec<_> = process.mipmapped_arrays.iter().collect();
    format!(
        "{contexts:?} {streams:?} {threads:?} {primary:?} {allocations:?} {events:?} {modules:?} {arrays:?} {mipmapped:?} \
         {} {:?} {:?} {}",
        process.host_functions.len(),
        hal.memory.keys(),
        hal.registered,
        hal.images(),
    )
}

type Operation = Box<dyn Fn(&mut Process<'static>, &mut Bench, Made) -> Result<(), Error>>;

/// One operation of each kind that asks the HAL.
fn operations() -> Vec<Operation> {
    fn op(operation: impl Fn(&mut Process<'static>, &mut Bench, Made) -> Result<(), Error> + 'static) -> Operation {
        Box::new(operation)
    }
    const LEGACY: StreamArgument = StreamArgument::Legacy;
    let function = |stream| HostFunction {
        handle: 0,
        kind: HostFunctionKind::Plain,
        function: 1,
        data: 0,
        stream,
    };
    alloc::vec![
        op(|process, hal, _| process.create_stream(hal, T, 0, 0).map(drop)),
        op(|process, hal, _| process.create_event(hal, T, 0).map(drop)),
        op(|process, hal, _| process.allocate_device(hal, T, 64).map(drop)),
        op(|process, hal, _| process.allocate_host(hal, T, 64, 0).map(drop)),
        op(|process, hal, _| process.allocate_managed(hal, T, 64, 1).map(drop)),
        op(|process, hal, _| process.allocate_pitched(hal, T, 64, 4, 4).map(drop)),
        op(|process, hal, _| process.register_host(hal, T, Address(1 << 40), 64, 0)),
        op(|process, hal, _| {
            let text = b"kernel k\nvariable a 8\nvariable b 8";
            let load = process.load_module(hal, T, text, &Default::default(), &mut String::new());
            load.map(drop)
        }),
        op(move |process, hal, made| process.record_event(hal, T, made.event.into(), LEGACY, 0)),
        op(move |process, hal, made| process.wait_event(hal, T, LEGACY, made.event.into(), 0)),
        op(move |process, hal, made| process.launch(hal, T, made.function.into(), &request(LEGACY))),
        op(move |process, hal, _| process.launch_host_function(hal, T, function(LEGACY), 0)),
        op(move |process, hal, made| {
            let fill = Fill::row(made.device, 1, 1, 64);
            process.fill(hal, T, LEGACY, Mode::Asynchronous, &fill).map(drop)
        }),
        op(move |process, hal, made| {
            let copy = Copy {
                to: CopySide::Device(made.device),
                from: CopySide::Device(made.pinned),
                size: 64,
            };
            process.copy(hal, T, LEGACY, Mode::Asynchronous, &copy, None).map(drop)
        }),
        op(|process, hal, _| process.create_array(hal, T, &ARRAY).map(drop)),
        op(|process, hal, _| process.create_mipmapped_array(hal, T, &ARRAY, 9).map(drop)),
        op(|process, hal, made| process.destroy_array(hal, made.array.into()).map(drop)),
        op(|process, hal, made| process.destroy_mipmapped_array(hal, made.mipmapped.into()).map(drop)),
        op(|process, hal, _| process.synchronize_context(hal, T).map(drop)),
        op(|process, hal, made| process.destroy_context(hal, made.context.into()).map(drop)),
        op(|process, hal, made| process.free_device(hal, made.device).map(drop)),
        op(|process, hal, made| process.free_host(hal, made.pinned).map(drop)),
        op(|process, hal, made| process.unload_module(hal, made.module.into()).map(drop)),
        op(|process, hal, _| process.stream_unique(hal, T, LEGACY).map(drop)),
    ]
}

#[test]
fn a_call_that_the_hal_refuses_changes_nothing() {
    for (place, operation) in operations().iter().enumerate() {
        for budget in 0.. {
            let (mut world, made) = prepare();
            let before = visible(&world);
            world.hal.budget = Some(budget);
            let World { process, hal } = &mut world;
            match operation(process, hal, made) {
                Ok(()) => {
                    assert!(budget > 0, "operation {place} asks the HAL for nothing");
                    break;
                }
                Err(Error::Exhausted(_)) => assert_eq!(visible(&world), before, "operation {place}, budget {budget}"),
                Err(error) => panic!("operation {place}: {error}"),
            }
            // Afterwards it works.
            world.hal.budget = None;
            let World { process, hal } = &mut world;
            assert_eq!(
                operation(process, hal, made),
                Ok(()),
                "operation {place}, budget {budget}"
            );
        }
    }
}

#[test]
fn without_room_everything_is_exhausted() {
    let mut fixed = FixedStorage::<0, 0, 0>::new();
    let mut process = Process::new(fixed.borrow(), 0);
    let mut hal = Bench::new(&[Dialect::Musa]);
    process.init(&mut hal, 0).unwrap();
    let full = |result: Result<(), Error>| matches!(result, Err(Error::Exhausted(_)));
    assert!(full(process.create_context(&mut hal, T, 0, 0).map(drop)));
    assert!(full(process.retain_primary(&mut hal, 0).map(drop)));
    assert!(full(process.set_primary_flags(&hal, 0, 0)));
    assert_eq!(rule(process.allocate_device(&mut hal, T, 4)), Rule::ContextRequired);
    assert_eq!(process.note(T, &Rule::ContextRequired.into()), ());
    assert!(process.raised().contains(Rule::ContextRequired));
    assert_eq!(process.last_refusal(T), None, "there is no room to keep it");

    let mut fixed = FixedStorage::<2, 1, 0>::new();
    let mut process = Process::new(fixed.borrow(), 0);
    assert_eq!(rule(process.create_context(&mut hal, T, 0, 0)), Rule::InitRequired);
    process.init(&mut hal, 0).unwrap();
    process.create_context(&mut hal, T, 0, 0).unwrap();
    process.allocate_device(&mut hal, T, 4).unwrap();
    assert!(full(process.allocate_device(&mut hal, T, 4).map(drop)));
    let text = b"kernel k 4";
    let module = process
        .load_module(&mut hal, T, text, &Default::default(), &mut String::new())
        .unwrap();
    let function = process.module_function(&hal, module.into(), "k").unwrap();
    let launch = LaunchRequest {
        parameters: Parameters::Buffer(&[1; 4]),
        ..request(StreamArgument::Legacy)
    };
    assert!(
        full(process.launch(&mut hal, T, function.into(), &launch)),
        "no room for parameters"
    );
}

#[test]
fn refusals_are_noted_by_thread() {
    let mut world = World::new(Dialect::Musa);
    let refused = world.process.pop_context(T).unwrap_err();
    world.process.note(T, &refused);
    assert_eq!(
        world.process.last_refusal(T).map(|refusal| refusal.rule),
        Some(Rule::ContextPopEmpty)
    );
    assert_eq!(world.process.last_refusal(U), None);
    assert!(world.process.raised().iter().eq([Rule::ContextPopEmpty]));
}

#[test]
fn a_harness_waits_by_itself() {
    let (mut world, made) = prepare();
    let World { process, hal } = &mut world;
    let function = HostFunction {
        handle: 0,
        kind: HostFunctionKind::Plain,
        function: 1,
        data: 7,
        stream: made.stream.into(),
    };
    process.launch_host_function(hal, T, function, 0).unwrap();
    let mut ran = Vec::new();
    let pending = process.synchronize_stream(hal, T, made.stream.into()).unwrap();
    let stuck = process.complete(hal, T, pending, HostMemory::none(), &mut |due, _| ran.push(due.data));
    assert_eq!(rule(stuck), Rule::WaitStuck);
    hal.release();
    let pending = process.synchronize_stream(hal, T, made.stream.into()).unwrap();
    let done = process.complete(hal, T, pending, HostMemory::none(), &mut |due, _| ran.push(due.data));
    assert_eq!((done, ran), (Ok(()), alloc::vec![7]));
}
