//! Libraries, as the oracle has them.

use alloc::string::String;

use musa_hal::{Dialect, Dim3};

use crate::id::Handle;
use crate::launch::{LaunchRequest, Parameters};
use crate::library::{Library, LibraryId};
use crate::rule::Rule;
use crate::stream::StreamArgument;
use crate::testing::{T, World, rule};

const TEXT: &str = "kernel nop\nvariable g 20\nkernel par 4 16";

fn load(world: &mut World, text: &str) -> LibraryId {
    world
        .process
        .load_library(text.as_bytes(), &Default::default())
        .unwrap()
}

fn unload(world: &mut World, library: LibraryId) {
    while let Some(pending) = world.process.unload_library(&mut world.hal, library.into()).unwrap() {
        world.finish(pending).unwrap();
    }
}

#[test]
fn rubbish_is_refused_when_it_is_used() {
    let mut world = World::new(Dialect::Reference);
    let library = load(&mut world, "rubbish here");
    let World { process, hal } = &mut world;
    let mut log = String::new();
    let opened = process.open_library(hal, T, library.into(), &mut log);
    assert_eq!(rule(opened), Rule::ImageUnrecognised);
    assert_eq!(log, "neither kernel nor variable");
    assert_eq!(
        rule(process.library_kernel(hal, library.into(), "nop")),
        Rule::ImageUnrecognised
    );
    unload(&mut world, library);
    assert_eq!(rule(world.process.judge_library(library.into())), Rule::HandleStale);
}

#[test]
fn kernels_belong_to_no_context() {
    let mut world = World::new(Dialect::Reference);
    let library = load(&mut world, TEXT);
    let World { process, hal } = &mut world;
    let kernel = process.library_kernel(hal, library.into(), "nop").unwrap();
    assert_eq!(
        process.library_kernel(hal, library.into(), "nop"),
        Ok(kernel),
        "the same each time"
    );
    assert_eq!(process.library_kernel_count(hal, library.into()), Ok(2));
    assert_eq!(process.library_kernel_at(hal, library.into(), 0), Ok(Some(kernel)));
    assert_eq!(process.library_kernel_at(hal, library.into(), 2), Ok(None));
    assert_eq!(process.kernel_name(hal, kernel.into()), Ok("nop"));
    assert_eq!(process.kernel_library(kernel.into()), Ok(library));
    assert_eq!(
        rule(process.library_kernel(hal, library.into(), "")),
        Rule::FunctionMissing
    );
    assert_eq!(
        rule(process.library_kernel(hal, library.into(), "g")),
        Rule::FunctionMissing
    );
    assert_eq!(
        rule(process.kernel_function(hal, T, kernel.into())),
        Rule::ContextRequired
    );
    let first = world.context();
    let World { process, hal } = &mut world;
    let in_first = process.kernel_function(hal, T, kernel.into()).unwrap();
    assert_eq!(process.kernel_function(hal, T, kernel.into()), Ok(in_first));
    let _second = world.context();
    let World { process, hal } = &mut world;
    let in_second = process.kernel_function(hal, T, kernel.into()).unwrap();
    assert_ne!(in_first, in_second);
    let request = LaunchRequest {
        grid: Dim3::ONE,
        block: Dim3::ONE,
        cluster: None,
        dynamic_shared: 0,
        cooperative: false,
        stream: StreamArgument::Legacy,
        parameters: Parameters::None,
        window: None,
    };
    assert_eq!(
        rule(process.launch(hal, T, in_first.into(), &request)),
        Rule::LaunchContext
    );
    assert_eq!(process.launch(hal, T, in_second.into(), &request), Ok(()));
    hal.settle();
    let pending = process.destroy_context(hal, first.into()).unwrap();
    world.finish(pending).unwrap();
    assert_eq!(rule(world.process.judge_function(in_first.into())), Rule::HandleStale);
    assert_eq!(world.process.judge_kernel(kernel.into()), Ok(kernel));
    unload(&mut world, library);
    assert_eq!(rule(world.process.judge_kernel(kernel.into())), Rule::HandleStale);
    assert_eq!(rule(world.process.judge_function(in_second.into())), Rule::HandleStale);
    assert_eq!(world.hal.images(), 0, "nothing is left");
}

#[test]
fn modules_of_libraries_go_with_them_alone() {
    let mut world = World::with_context(Dialect::Reference);
    let library = load(&mut world, TEXT);
    let World { process, hal } = &mut world;
    let module = process.library_module(hal, T, library.into()).unwrap();
    assert_eq!(process.library_module(hal, T, library.into()), Ok(module));
    assert_eq!(rule(process.unload_module(hal, module.into())), Rule::ModuleOfLibrary);
    let global = process.library_global(hal, T, library.into(), "g").unwrap();
    assert_eq!(process.module_global(hal, module.into(), "g"), Ok(global));
    assert_eq!(
        rule(process.library_global(hal, T, library.into(), "h")),
        Rule::GlobalMissing
    );
    assert_eq!(
        rule(process.library_managed(hal, T, library.into(), "g")),
        Rule::GlobalMissing
    );
    unload(&mut world, library);
    assert_eq!(rule(world.process.judge_module(module.into())), Rule::HandleStale);
    assert_eq!(
        rule(world.process.judge_library(Handle::<Library>::Null)),
        Rule::HandleNull
    );
}

#[test]
fn attributes_are_set_for_a_device() {
    let mut world = World::with_context(Dialect::Reference);
    let library = load(&mut world, TEXT);
    let World { process, hal } = &mut world;
    let kernel = process.library_kernel(hal, library.into(), "nop").unwrap();
    let early = process.kernel_function(hal, T, kernel.into()).unwrap();
    assert_eq!(process.set_kernel_attribute(hal, kernel.into(), 8, 1000, 0), Ok(()));
    assert_eq!(process.kernel_attribute(hal, kernel.into(), 8, 0), Ok(1000));
    assert_eq!(process.function_attribute(hal, early.into(), 8), Ok(1000));
    assert_eq!(
        rule(process.set_kernel_attribute(hal, kernel.into(), 8, -1, 0)),
        Rule::FunctionAttributeValue
    );
    assert_eq!(
        rule(process.set_kernel_attribute(hal, kernel.into(), 1, 1, 0)),
        Rule::FunctionAttributeReadOnly
    );
    assert_eq!(
        rule(process.kernel_attribute(hal, kernel.into(), 99, 0)),
        Rule::FunctionAttribute
    );
    assert_eq!(
        rule(process.kernel_attribute(hal, kernel.into(), 8, 9)),
        Rule::DeviceOrdinal
    );
    world.context();
    let World { process, hal } = &mut world;
    let late = process.kernel_function(hal, T, kernel.into()).unwrap();
    assert_eq!(process.function_attribute(hal, late.into(), 8), Ok(1000));
}
