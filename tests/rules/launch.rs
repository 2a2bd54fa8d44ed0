//! Launches and occupancy.

use musa_ctx::launch::{LaunchRequest, ParameterValues, Parameters};
use musa_ctx::occupancy::{judge_block, judge_flags, judge_limit};
use musa_ctx::{Error, Rule};
use musa_hal::Dim3;

use crate::world::{World, block, shape};
use crate::{Case, case};

fn launch(w: &mut World, name: &str, request: &LaunchRequest<'_>) -> Result<(), Error> {
    let function = w.function(name)?;
    w.launch(function, request)?;
    w.synchronize()
}

fn line(x: u32) -> Dim3 {
    Dim3::new(x, 1, 1)
}

fn with(parameters: Parameters<'_>) -> LaunchRequest<'_> {
    LaunchRequest { parameters, ..block(1) }
}

fn clusters(grid: u32, cluster: u32) -> LaunchRequest<'static> {
    LaunchRequest {
        cluster: Some(line(cluster)),
        ..shape(line(grid), line(1))
    }
}

fn cooperative(grid: u32) -> LaunchRequest<'static> {
    LaunchRequest {
        cooperative: true,
        ..shape(line(grid), line(1024))
    }
}

fn shared(bytes: u32) -> LaunchRequest<'static> {
    LaunchRequest {
        dynamic_shared: bytes,
        ..block(1)
    }
}

/// An array of parameters whose entries are null or zero.
struct Entries {
    null: bool,
}

impl ParameterValues for Entries {
    fn value(&self, _: u32, into: &mut [u8]) -> bool {
        into.fill(0);
        !self.null
    }
}

/// Stages a word of the parameters.
fn staged(w: &mut World, offset: i32) -> Result<(), Error> {
    let function = w.function("one")?;
    w.program.process.stage_parameter(function.into(), offset, &[1; 4])
}

fn available(w: &mut World, blocks: i32) -> Result<(), Error> {
    let function = w.function("nop")?;
    let occupancy = w.program.process.occupancy(&w.machine, function.into())?;
    occupancy.available_shared(blocks, 32).map(drop)
}

/// Launches a kernel that keeps 200 registers alive.
fn launch_wide(w: &mut World, threads: u32) -> Result<(), Error> {
    use core::fmt::Write as _;
    let mut text = String::from(
        ".version 7.8\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 g[256];\n\
         .visible .entry wide() { .reg .b32 %r<256>;\n",
    );
    for register in 0..200 {
        let _ = writeln!(text, "ld.volatile.global.u32 %r{register}, [g+{}];", 4 * register);
    }
    for register in 0..200 {
        let _ = writeln!(text, "st.volatile.global.u32 [g+{}], %r{register};", 4 * (register + 1));
    }
    text.push_str("ret; }\n");
    let module = w.load(&text)?;
    let function = w.program.process.module_function(&w.machine, module.into(), "wide")?;
    w.launch(function, &block(threads))
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::LaunchContext,
        |w| {
            let function = w.function("nop")?;
            w.launch(function, &block(1))
        },
        |w| {
            let function = w.function("nop")?;
            w.context()?;
            w.launch(function, &block(1))
        },
    ),
    case(
        Rule::LaunchGrid,
        |w| launch(w, "nop", &shape(line(2), line(1))),
        |w| launch(w, "nop", &shape(line(0), line(1))),
    ),
    case(
        Rule::LaunchBlock,
        |w| launch(w, "nop", &block(1024)),
        |w| launch(w, "nop", &block(0)),
    ),
    case(
        Rule::LaunchThreads,
        |w| launch(w, "nop", &shape(line(1), Dim3::new(32, 32, 1))),
        |w| launch(w, "nop", &shape(line(1), Dim3::new(32, 33, 1))),
    ),
    case(
        Rule::LaunchMaxThreads,
        |w| launch(w, "most", &block(32)),
        |w| launch(w, "most", &block(33)),
    ),
    case(
        Rule::LaunchRequiredThreads,
        |w| launch(w, "exactly", &block(64)),
        |w| launch(w, "exactly", &block(32)),
    ),
    case(
        Rule::LaunchShared,
        |w| launch(w, "nop", &shared(48 << 10)),
        |w| launch(w, "nop", &shared((48 << 10) + 1)),
    ),
    case(
        Rule::LaunchCooperative,
        |w| launch(w, "nop", &cooperative(2)),
        |w| launch(w, "nop", &cooperative(1 << 20)),
    ),
    case(
        Rule::LaunchClusterZero,
        |w| launch(w, "nop", &clusters(4, 2)),
        |w| launch(w, "nop", &clusters(4, 0)),
    ),
    case(
        Rule::LaunchClusterSize,
        |w| launch(w, "nop", &clusters(8, 8)),
        |w| launch(w, "nop", &clusters(16, 16)),
    ),
    case(
        Rule::LaunchClusterGrid,
        |w| launch(w, "nop", &clusters(8, 2)),
        |w| launch(w, "nop", &clusters(7, 2)),
    ),
    case(
        Rule::LaunchClusterRequired,
        |w| launch(w, "pair", &clusters(8, 2)),
        |w| launch(w, "pair", &clusters(8, 4)),
    ),
    case(
        Rule::LaunchParameters,
        |w| launch(w, "nop", &block(1)),
        |w| launch(w, "one", &block(1)),
    ),
    case(
        Rule::LaunchParameterNull,
        |w| launch(w, "one", &with(Parameters::Values(&Entries { null: false }))),
        |w| launch(w, "one", &with(Parameters::Values(&Entries { null: true }))),
    ),
    case(
        Rule::LaunchBufferEmpty,
        |w| launch(w, "one", &with(Parameters::Buffer(&[0; 4]))),
        |w| launch(w, "one", &with(Parameters::Buffer(&[]))),
    ),
    case(
        Rule::LaunchBufferSize,
        |w| launch(w, "one", &with(Parameters::Buffer(&[0; 8]))),
        |w| launch(w, "one", &with(Parameters::Buffer(&[0; 9]))),
    ),
    case(Rule::LaunchRegisters, |w| launch_wide(w, 128), |w| launch_wide(w, 1024)),
    case(
        Rule::OccupancyBlock,
        |_| judge_block(1).map(drop),
        |_| judge_block(0).map(drop),
    ),
    case(Rule::LaunchStaged, |w| staged(w, 32760), |w| staged(w, 32761)),
    case(Rule::OccupancyFlags, |_| judge_flags(1), |_| judge_flags(2)),
    case(
        Rule::OccupancyLimit,
        |_| judge_limit(0).map(drop),
        |_| judge_limit(-1).map(drop),
    ),
    case(Rule::OccupancyBlocks, |w| available(w, 1), |w| available(w, 0)),
];
