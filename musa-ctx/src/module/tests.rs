//! Modules, functions and launches, as the oracle has them.

use musa_hal::{Address, Dialect, Dim3};

use crate::error::Error;
use crate::id::Handle;
use crate::launch::{LaunchRequest, ParameterValues, Parameters};
use crate::memory::{AttributeValue, PointerAttribute};
use crate::module::FunctionId;
use crate::rule::Rule;
use crate::stream::StreamArgument;
use crate::testing::{T, U, World, rule};

const TEXT: &str = "kernel nop\nvariable g 20\nkernel par 4 16 1 4 8 8 32\nkernel max128\nkernel req64\nkernel static\n\
                    kernel heavy\nkernel cluster2\nkernel print\nkernel malloc\nvariable empty 0";

fn world() -> World {
    World::with_context(Dialect::Reference)
}

fn request(grid: Dim3, block: Dim3) -> LaunchRequest<'static> {
    LaunchRequest::new(grid, block, StreamArgument::Legacy)
}

fn one() -> LaunchRequest<'static> {
    request(Dim3::ONE, Dim3::ONE)
}

fn go(world: &mut World, function: FunctionId, request: &LaunchRequest<'_>) -> Result<(), Error> {
    let result = world.process.launch(&mut world.hal, T, function.into(), request);
    world.hal.settle();
    result
}

#[test]
fn loading_and_symbols() {
    let mut world = world();
    let load = world.process.load_module(
        &mut world.hal,
        T,
        b"rubbish",
        &Default::default(),
        &mut alloc::string::String::new(),
    );
    assert_eq!(rule(load), Rule::ImageUnrecognised);
    let module = world.load(TEXT);
    let World { process, hal } = &mut world;
    let nop = process.module_function(hal, module.into(), "nop").unwrap();
    assert_eq!(
        process.module_function(hal, module.into(), "nop"),
        Ok(nop),
        "the same each time"
    );
    assert_eq!(process.function_module(nop.into()), Ok(module));
    assert_eq!(process.function_name(hal, nop.into()), Ok("nop"));
    assert_eq!(process.module_function_count(hal, module.into()), Ok(9));
    assert_eq!(process.module_function_at(hal, module.into(), 0), Ok(Some(nop)));
    assert_eq!(process.module_function_at(hal, module.into(), 9), Ok(None));
    for missing in ["no", "NOP", "nop ", "g"] {
        assert_eq!(
            rule(process.module_function(hal, module.into(), missing)),
            Rule::FunctionMissing
        );
    }
    assert_eq!(rule(process.module_function(hal, module.into(), "")), Rule::SymbolName);
    assert_eq!(rule(process.module_function(hal, Handle::Null, "")), Rule::HandleNull);
    let (address, size) = process.module_global(hal, module.into(), "g").unwrap();
    assert_eq!(size, 20);
    assert_eq!(
        rule(process.module_global(hal, module.into(), "nop")),
        Rule::GlobalKernel
    );
    assert_eq!(
        rule(process.module_global(hal, module.into(), "nope")),
        Rule::GlobalMissing
    );
    assert_eq!(rule(process.free_device(hal, address)), Rule::MemoryFree);
    let kind = process.pointer_attribute(hal, PointerAttribute::MemoryType, Address(address.0 + 19));
    assert_eq!(kind, Ok(AttributeValue::Word(2)));
    let pending = process.unload_module(hal, module.into()).unwrap();
    let twice = process.unload_module(hal, module.into()).unwrap();
    world.finish(pending).unwrap();
    assert_eq!(rule(world.finish(twice)), Rule::HandleStale);
    let World { process, hal } = &mut world;
    assert_eq!(hal.images(), 0);
    assert_eq!(rule(process.address_range(T, address)), Rule::MemoryRange);
    assert_eq!(
        rule(process.module_function(hal, module.into(), "nop")),
        Rule::HandleStale
    );
    assert_eq!(rule(process.function_name(hal, nop.into())), Rule::HandleStale);
    assert_eq!(rule(process.launch(hal, T, nop.into(), &one())), Rule::HandleStale);
}

#[test]
fn loading_that_fails_leaves_nothing() {
    let mut world = World::with(&[Dialect::Reference], 4);
    world.context();
    let many = "variable a 1\nvariable b 1\nvariable c 1\nvariable d 1\nvariable e 1";
    let load = world.process.load_module(
        &mut world.hal,
        T,
        many.as_bytes(),
        &Default::default(),
        &mut alloc::string::String::new(),
    );
    assert!(matches!(load, Err(Error::Exhausted(_))));
    assert_eq!(world.hal.images(), 0);
    assert!(world.hal.memory.is_empty());
    world.load("variable a 1\nvariable b 1\nvariable c 1\nvariable d 1");
}

#[test]
fn modules_bring_their_context() {
    let mut world = world();
    let a = world.process.top(T).unwrap();
    let f = world.function(TEXT, "nop");
    let stream = world.process.create_stream(&mut world.hal, T, 0, 0).unwrap();
    world.context();
    assert_eq!(rule(go(&mut world, f, &one())), Rule::LaunchContext);
    let mut on_its_stream = one();
    on_its_stream.stream = stream.into();
    assert_eq!(go(&mut world, f, &on_its_stream), Ok(()));
    let module = world.process.function_module(f.into()).unwrap();
    assert!(world.process.module_function(&world.hal, module.into(), "par").is_ok());
    let launched = world.process.launch(&mut world.hal, U, f.into(), &one());
    assert_eq!(rule(launched), Rule::ContextRequired);
    let pending = world.process.destroy_context(&mut world.hal, a.into()).unwrap();
    world.finish(pending).unwrap();
    assert_eq!(
        rule(world.process.module_function(&world.hal, module.into(), "par")),
        Rule::HandleStale
    );
    assert_eq!(rule(go(&mut world, f, &on_its_stream)), Rule::HandleStale);
}

#[test]
fn dimensions() {
    let mut world = world();
    let f = world.function(TEXT, "nop");
    let dim = Dim3::new;
    for (grid, block, broken) in [
        (dim(0, 1, 1), Dim3::ONE, Rule::LaunchGrid),
        (dim(1, 0, 1), Dim3::ONE, Rule::LaunchGrid),
        (dim(1, 1, 65_536), Dim3::ONE, Rule::LaunchGrid),
        (dim(1, 65_536, 1), Dim3::ONE, Rule::LaunchGrid),
        (dim(1 << 31, 1, 1), Dim3::ONE, Rule::LaunchGrid),
        (Dim3::ONE, dim(1, 0, 1), Rule::LaunchBlock),
        (Dim3::ONE, dim(1025, 1, 1), Rule::LaunchBlock),
        (Dim3::ONE, dim(1, 1, 65), Rule::LaunchBlock),
        (Dim3::ONE, dim(513, 2, 1), Rule::LaunchThreads),
        (Dim3::ONE, dim(0xffff_ffff, 1, 1), Rule::LaunchBlock),
    ] {
        assert_eq!(rule(go(&mut world, f, &request(grid, block))), broken);
    }
    for (grid, block) in [
        (dim(2_147_483_647, 65_535, 65_535), Dim3::ONE),
        (Dim3::ONE, dim(1024, 1, 1)),
        (Dim3::ONE, dim(16, 1, 64)),
    ] {
        assert_eq!(go(&mut world, f, &request(grid, block)), Ok(()));
    }
    let f = world.function(TEXT, "max128");
    assert_eq!(go(&mut world, f, &request(Dim3::ONE, dim(8, 16, 1))), Ok(()));
    assert_eq!(
        rule(go(&mut world, f, &request(Dim3::ONE, dim(129, 1, 1)))),
        Rule::LaunchMaxThreads
    );
    let f = world.function(TEXT, "req64");
    assert_eq!(go(&mut world, f, &request(Dim3::ONE, dim(64, 1, 1))), Ok(()));
    assert_eq!(
        rule(go(&mut world, f, &request(Dim3::ONE, dim(32, 2, 1)))),
        Rule::LaunchRequiredThreads
    );
    let f = world.function(TEXT, "heavy");
    assert_eq!(go(&mut world, f, &request(Dim3::ONE, dim(512, 1, 1))), Ok(()));
    assert_eq!(
        rule(go(&mut world, f, &request(Dim3::ONE, dim(513, 1, 1)))),
        Rule::LaunchRegisters
    );
}

/// Changes a launch of one thread.
type Change = fn(&mut LaunchRequest<'_>);
/// Kernels, launches that they refuse, and what is said.
const TOO_LARGE: [(&str, Change, &str); 10] = [
    (
        "nop",
        |it| it.grid.y = 65_536,
        "The y dimension of the grid is 65536 (0x10000); it must be at most 65535.",
    ),
    (
        "nop",
        |it| it.grid.z = 0,
        "The z dimension of the grid is 0; it must be at least 1.",
    ),
    (
        "nop",
        |it| it.block.z = 65,
        "The z dimension of the block is 65 (0x41); it must be at most 64.",
    ),
    (
        "nop",
        |it| it.block = Dim3::new(513, 2, 1),
        "The number of threads of the block is 1026 (0x402); it must be at most 1024.",
    ),
    (
        "max128",
        |it| it.block.x = 129,
        "threads of the block is 129 (0x81); it must be at most 128.",
    ),
    (
        "req64",
        |it| it.block.x = 32,
        "The x dimension of the block is 32 (0x20); it must be 64.",
    ),
    (
        "heavy",
        |it| it.block.x = 513,
        "threads of the block is 513 (0x201); it must be at most 512.",
    ),
    (
        "nop",
        |it| it.dynamic_shared = 49_153,
        "shared memory is 49153 (0xc001); it must be at most 49152.",
    ),
    (
        "nop",
        |it| (it.grid.x, it.cluster) = (7, Some(Dim3::new(2, 1, 1))),
        "The x dimension of the grid is 7; it must be a multiple of 2.",
    ),
    (
        "nop",
        |it| (it.grid.x, it.cooperative) = (1 << 20, true),
        "The number of blocks of the grid is 1048576 (0x100000); it must be at most ",
    ),
];

/// What is too large, and what it may be, stands in the explanation.
#[test]
fn refusals_name_the_number_and_its_bound() {
    let mut world = world();
    let dim = Dim3::new;
    let words = |world: &mut World, kernel: &str, change: &dyn Fn(&mut LaunchRequest<'_>)| {
        let f = world.function(TEXT, kernel);
        let mut request = one();
        change(&mut request);
        match go(world, f, &request) {
            Err(Error::Rejected(rejection)) => alloc::format!("{}", world.process.explain(rejection)),
            other => panic!("not refused by a rule: {other:?}"),
        }
    };
    for (kernel, change, expected) in TOO_LARGE {
        let said = words(&mut world, kernel, &change);
        assert!(said.contains(expected), "{said}");
    }
    let said = words(&mut world, "nop", &|it| it.cluster = Some(dim(16, 1, 1)));
    assert!(
        said.contains("The number of blocks of the cluster is 16 (0x10); it must be at most 8."),
        "{said}"
    );
    match world.process.device(&world.hal, -1).map(drop) {
        Err(Error::Rejected(rejection)) => {
            let said = alloc::format!("{}", world.process.explain(rejection));
            assert!(said.contains("The device is -1; it must be below 1."), "{said}");
        }
        other => panic!("not refused by a rule: {other:?}"),
    }
}

#[test]
fn shared_memory() {
    let mut world = world();
    let (nop, stat) = (world.function(TEXT, "nop"), world.function(TEXT, "static"));
    let launch = |world: &mut World, f, bytes| {
        let mut request = one();
        request.dynamic_shared = bytes;
        go(world, f, &request)
    };
    let set =
        |world: &mut World, f: FunctionId, value| world.process.set_function_attribute(&world.hal, f.into(), 8, value);
    let get =
        |world: &World, f: FunctionId, attribute| world.process.function_attribute(&world.hal, f.into(), attribute);
    assert_eq!(get(&world, nop, 8), Ok(49_152));
    assert_eq!(get(&world, stat, 8), Ok(49_152 - 1024));
    launch(&mut world, nop, 49_152).unwrap();
    assert_eq!(rule(launch(&mut world, nop, 49_153)), Rule::LaunchShared);
    assert_eq!(rule(launch(&mut world, stat, 49_152)), Rule::LaunchShared);
    set(&mut world, nop, 232_448).unwrap();
    launch(&mut world, nop, 232_448).unwrap();
    for wrong in [232_449, -1] {
        assert_eq!(rule(set(&mut world, nop, wrong)), Rule::FunctionAttributeValue);
    }
    assert_eq!(rule(set(&mut world, stat, 232_448)), Rule::FunctionAttributeValue);
    set(&mut world, stat, 232_448 - 1024).unwrap();
    set(&mut world, nop, 1000).unwrap();
    assert_eq!(rule(launch(&mut world, nop, 1004)), Rule::LaunchShared);
    let other = world.function(TEXT, "nop");
    assert_eq!(get(&world, other, 8), Ok(49_152), "another module's");
    let attribute = world.process.set_function_attribute(&world.hal, nop.into(), 0, 1);
    assert_eq!(rule(attribute), Rule::FunctionAttributeReadOnly);
    assert_eq!(rule(get(&world, nop, 16)), Rule::FunctionAttribute);
    let carve_out = world.process.set_function_attribute(&world.hal, nop.into(), 9, 101);
    assert_eq!(rule(carve_out), Rule::FunctionAttributeValue);
    assert_eq!(get(&world, nop, 9), Ok(-1));
    assert_eq!(get(&world, nop, 10), Ok(0));
    let mut musa = World::with_context(Dialect::Musa);
    let f = musa.function(TEXT, "nop");
    let attribute = musa.process.function_attribute(&musa.hal, f.into(), 10);
    assert_eq!(rule(attribute), Rule::FunctionAttributeCluster);
}

/// The guide's parameters, one byte pattern each.
struct Guide {
    null: Option<u32>,
}

impl ParameterValues for Guide {
    fn value(&self, parameter: u32, into: &mut [u8]) -> bool {
        into.fill(parameter as u8 + 1);
        self.null != Some(parameter)
    }
}

#[test]
fn parameters() {
    let mut world = world();
    let (par, nop) = (world.function(TEXT, "par"), world.function(TEXT, "nop"));
    let places = [(0, 4), (16, 16), (32, 1), (36, 4), (40, 8), (48, 8), (64, 32)];
    for (place, expected) in places.into_iter().enumerate() {
        let slot = world
            .process
            .function_parameter(&world.hal, par.into(), place as u64)
            .unwrap();
        assert_eq!((slot.offset, slot.size), expected);
    }
    let past = world.process.function_parameter(&world.hal, par.into(), 7);
    assert_eq!(rule(past), Rule::ParameterIndex);
    let launch = |world: &mut World, f, parameters| go(world, f, &LaunchRequest { parameters, ..one() });
    assert_eq!(rule(launch(&mut world, par, Parameters::None)), Rule::LaunchParameters);
    let values = Guide { null: Some(6) };
    assert_eq!(
        rule(launch(&mut world, par, Parameters::Values(&values))),
        Rule::LaunchParameterNull
    );
    let values = Guide { null: None };
    launch(&mut world, par, Parameters::Values(&values)).unwrap();
    let packed = world.hal.launches.pop().unwrap();
    assert_eq!(packed.len(), 96);
    for (parameter, (offset, size)) in places.into_iter().enumerate() {
        assert!(
            packed[offset as usize..(offset + size) as usize]
                .iter()
                .all(|byte| *byte == parameter as u8 + 1)
        );
    }
    assert_eq!(packed[4..16], [0; 12], "gaps are zero");
    launch(&mut world, par, Parameters::Buffer(&[7; 95])).unwrap();
    assert_eq!(world.hal.launches.pop().unwrap(), [7; 95]);
    assert_eq!(
        rule(launch(&mut world, par, Parameters::Buffer(&[7; 97]))),
        Rule::LaunchBufferSize
    );
    assert_eq!(
        rule(launch(&mut world, par, Parameters::Buffer(&[]))),
        Rule::LaunchBufferEmpty
    );
    launch(&mut world, nop, Parameters::Buffer(&[])).unwrap();
    launch(&mut world, nop, Parameters::Values(&values)).unwrap();
}

#[test]
fn clusters_and_cooperation() {
    let mut world = world();
    let (f, two) = (world.function(TEXT, "nop"), world.function(TEXT, "cluster2"));
    let dim = Dim3::new;
    let launch = |world: &mut World, f, grid: Dim3, cluster: Option<Dim3>| {
        let mut request = request(grid, dim(32, 1, 1));
        request.cluster = cluster;
        go(world, f, &request)
    };
    for (grid, cluster) in [
        (dim(8, 1, 1), dim(1, 1, 1)),
        (dim(8, 2, 1), dim(4, 2, 1)),
        (dim(9, 1, 1), dim(3, 1, 1)),
        (dim(8, 1, 1), dim(0, 0, 0)),
    ] {
        launch(&mut world, f, grid, Some(cluster)).unwrap();
    }
    for (grid, cluster, broken) in [
        (dim(7, 1, 1), dim(2, 1, 1), Rule::LaunchClusterGrid),
        (dim(8, 1, 1), dim(1, 2, 1), Rule::LaunchClusterGrid),
        (dim(8, 1, 1), dim(0, 1, 1), Rule::LaunchClusterZero),
        (dim(16, 1, 1), dim(16, 1, 1), Rule::LaunchClusterSize),
        (dim(2, 1, 1), dim(4, 1, 1), Rule::LaunchClusterGrid),
    ] {
        assert_eq!(rule(launch(&mut world, f, grid, Some(cluster))), broken);
    }
    world
        .process
        .set_function_attribute(&world.hal, f.into(), 14, 2)
        .unwrap();
    assert_eq!(world.process.function_attribute(&world.hal, f.into(), 14), Ok(1));
    launch(&mut world, f, dim(16, 1, 1), Some(dim(16, 1, 1))).unwrap();
    let large = launch(&mut world, f, dim(32, 1, 1), Some(dim(32, 1, 1)));
    assert_eq!(rule(large), Rule::LaunchClusterSize);
    launch(&mut world, two, dim(8, 1, 1), None).unwrap();
    assert_eq!(
        rule(launch(&mut world, two, dim(7, 1, 1), None)),
        Rule::LaunchClusterGrid
    );
    let given = launch(&mut world, two, dim(8, 1, 1), Some(dim(4, 1, 1)));
    assert_eq!(rule(given), Rule::LaunchClusterRequired);
    let mut cooperative = request(dim(2 * 132, 1, 1), dim(1024, 1, 1));
    cooperative.cooperative = true;
    go(&mut world, f, &cooperative).unwrap();
    cooperative.grid.x += 1;
    assert_eq!(rule(go(&mut world, f, &cooperative)), Rule::LaunchCooperative);
    (cooperative.grid.x, cooperative.dynamic_shared) = (1, 49_153);
    assert_eq!(rule(go(&mut world, f, &cooperative)), Rule::LaunchCooperative);
    cooperative.grid.x = 0;
    assert_eq!(rule(go(&mut world, f, &cooperative)), Rule::LaunchGrid);
}

#[test]
fn launches_freeze_the_limits_that_they_use() {
    let mut world = world();
    let (print, malloc, nop) = (
        world.function(TEXT, "print"),
        world.function(TEXT, "malloc"),
        world.function(TEXT, "nop"),
    );
    let set = |world: &mut World, limit| world.process.set_limit(&world.hal, T, limit, 16 << 20);
    go(&mut world, nop, &one()).unwrap();
    set(&mut world, 1).unwrap();
    go(&mut world, print, &one()).unwrap();
    assert_eq!(rule(set(&mut world, 1)), Rule::LimitFrozen);
    set(&mut world, 2).unwrap();
    go(&mut world, malloc, &one()).unwrap();
    assert_eq!(rule(set(&mut world, 2)), Rule::LimitFrozen);
    world.process.set_limit(&world.hal, T, 0, 4096).unwrap();
}

#[test]
fn preferences_are_judged() {
    let mut world = world();
    let f = world.function(TEXT, "nop");
    let process = &mut world.process;
    assert_eq!(process.set_function_cache_config(f.into(), 3), Ok(()));
    assert_eq!(rule(process.set_function_cache_config(f.into(), 9)), Rule::ArgumentEnum);
    assert_eq!(
        rule(process.set_function_cache_config(Handle::Null, 9)),
        Rule::HandleNull
    );
    assert_eq!(process.set_function_bank_config(f.into(), 2), Ok(()));
    assert_eq!(rule(process.set_function_bank_config(f.into(), 9)), Rule::ArgumentEnum);
}

#[test]
fn windows_of_launches_are_judged() {
    let mut world = world();
    let f = world.function(TEXT, "nop");
    let window = crate::stream::AccessWindow {
        base: 0,
        bytes: 65_536,
        ratio: 0.5,
        hit: 2,
        miss: 1,
    };
    let launch = |world: &mut World, window| {
        let window = Some(window);
        go(world, f, &LaunchRequest { window, ..one() })
    };
    launch(&mut world, window).unwrap();
    let wrong = crate::stream::AccessWindow { ratio: 2.0, ..window };
    assert_eq!(rule(launch(&mut world, wrong)), Rule::StreamAttributeValue);
}
