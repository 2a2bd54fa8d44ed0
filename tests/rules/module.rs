//! Modules, libraries, linking and functions.

use musa_ctx::link::LinkOptions;
use musa_ctx::{Error, LinkId, Rule};
use musa_hal::image::LoadOptions;

use crate::world::{TEXT, World};
use crate::{Case, case, musa_case};

const HEADER: &str = ".version 7.0\n.target sm_70\n.address_size 64\n";
const DEFINED: &str = ".visible .func f() { ret; }\n.visible .entry k() { call f; ret; }\n";
const DECLARED: &str = ".extern .func f();\n.visible .entry k() { call f; ret; }\n";

/// Numbers of function attributes, as the API has them.
const REGISTERS: u32 = 4;
const MAX_DYNAMIC: u32 = 8;
const CLUSTER: u32 = 10;

fn load(w: &mut World, body: &str) -> Result<(), Error> {
    w.load(&format!("{HEADER}{body}")).map(drop)
}

fn add(w: &mut World, link: LinkId, body: &str) -> Result<(), Error> {
    let file = format!("{HEADER}{body}");
    let log = &mut String::new();
    w.program
        .process
        .add_to_link(&w.machine, link.into(), 1, file.as_bytes(), log)
}

fn link(w: &mut World) -> Result<LinkId, Error> {
    w.program.process.create_link(w.program.thread, LinkOptions::default())
}

fn complete(w: &mut World, link: LinkId) -> Result<(), Error> {
    let log = &mut String::new();
    w.program.process.complete_link(&w.machine, link.into(), log).map(drop)
}

/// Loads a text that is compiled for a target.
fn load_for(w: &mut World, target: u32) -> Result<(), Error> {
    let options = LoadOptions {
        target,
        ..LoadOptions::default()
    };
    let World { machine, program } = w;
    let (text, log) = (HEADER.as_bytes(), &mut String::new());
    program
        .process
        .load_module(machine, program.thread, text, &options, log)
        .map(drop)
}

fn unload(w: &mut World, module: musa_ctx::ModuleId) -> Result<(), Error> {
    let pending = w.program.process.unload_module(&mut w.machine, module.into())?;
    w.finish(pending)
}

fn library(w: &mut World) -> Result<musa_ctx::LibraryId, Error> {
    w.program.process.load_library(TEXT.as_bytes(), &LoadOptions::default())
}

fn attribute(w: &mut World, number: u32) -> Result<(), Error> {
    let function = w.function("nop")?;
    w.program
        .process
        .function_attribute(&w.machine, function.into(), number)
        .map(drop)
}

fn set_attribute(w: &mut World, number: u32, value: i32) -> Result<(), Error> {
    let function = w.function("nop")?;
    w.program
        .process
        .set_function_attribute(&w.machine, function.into(), number, value)
}

fn global(w: &mut World, name: &str) -> Result<(), Error> {
    let module = w.load(TEXT)?;
    w.program
        .process
        .module_global(&w.machine, module.into(), name)
        .map(drop)
}

fn parameter(w: &mut World, index: u64) -> Result<(), Error> {
    let function = w.function("one")?;
    w.program
        .process
        .function_parameter(&w.machine, function.into(), index)
        .map(drop)
}

/// An image of what most cases load.
fn assembled() -> Result<Vec<u8>, Error> {
    musa_ptx::assemble(TEXT).map_err(|_| Error::Bug("a text that is refused"))
}

fn load_bytes(w: &mut World, image: &[u8]) -> Result<(), Error> {
    let log = &mut String::new();
    w.program.load(&mut w.machine, image, log).map(drop)
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::ImageUnrecognised,
        |w| load(w, ""),
        |w| w.load("rubbish").map(drop),
    ),
    case(
        Rule::ImageText,
        |w| load(w, DEFINED),
        |w| load(w, ".visible .entry k() { frobnicate; ret; }\n"),
    ),
    case(
        Rule::ImageTextVersion,
        |w| load(w, ""),
        |w| w.load(".version 99.0\n.target sm_70\n.address_size 64\n").map(drop),
    ),
    case(
        Rule::ImageTextTarget,
        |w| w.load(".version 9.0\n.target sm_90a\n").map(drop),
        |w| w.load(".version 9.0\n.target sm_100\n").map(drop),
    ),
    case(Rule::ImageOtherTarget, |w| load_for(w, 90), |w| load_for(w, 100)),
    case(
        Rule::ImageUnresolvedFunction,
        |w| load(w, DEFINED),
        |w| load(w, DECLARED),
    ),
    case(
        Rule::ModuleOfLibrary,
        |w| {
            let module = w.load(TEXT)?;
            unload(w, module)
        },
        |w| {
            let library = library(w)?;
            let module = w
                .program
                .process
                .library_module(&mut w.machine, w.program.thread, library.into())?;
            unload(w, module)
        },
    ),
    case(
        Rule::LinkInput,
        |w| {
            let link = link(w)?;
            add(w, link, DEFINED)
        },
        |w| {
            let (link, log) = (link(w)?, &mut String::new());
            let process = &mut w.program.process;
            process.add_to_link(&w.machine, link.into(), 0, HEADER.as_bytes(), log)
        },
    ),
    case(
        Rule::ImageMalformed,
        |w| load_bytes(w, &assembled()?),
        |w| {
            let image = assembled()?;
            load_bytes(w, image.get(..image.len() / 2).unwrap_or(&[]))
        },
    ),
    case(
        Rule::ImageInstruction,
        |w| load(w, ".visible .entry k() { ret; }\n"),
        |w| {
            let text = ".version 8.0\n.target sm_90a\n.address_size 64\n\
                        .visible .entry k() { wgmma.fence.sync.aligned; ret; }\n";
            w.load(text).map(drop)
        },
    ),
    case(
        Rule::ImageForeign,
        |w| load_bytes(w, &assembled()?),
        |w| {
            // The machine of the vendor's compiled files.
            let mut image = assembled()?;
            image
                .get_mut(18..20)
                .ok_or(Error::Bug("a short image"))?
                .copy_from_slice(&253u16.to_le_bytes());
            load_bytes(w, &image)
        },
    ),
    case(
        Rule::ImageNoneForDevice,
        |w| load_bytes(w, &assembled()?),
        // The header of a bundle without entries.
        |w| load_bytes(w, &[0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ),
    case(
        Rule::LinkDuplicate,
        |w| {
            let link = link(w)?;
            add(w, link, DEFINED)
        },
        |w| {
            let link = link(w)?;
            add(w, link, DEFINED)?;
            add(w, link, DEFINED)
        },
    ),
    case(
        Rule::LinkUnresolved,
        |w| {
            let link = link(w)?;
            add(w, link, DECLARED)?;
            add(w, link, ".visible .func f() { ret; }\n")?;
            complete(w, link)
        },
        |w| {
            let link = link(w)?;
            add(w, link, DECLARED)?;
            complete(w, link)
        },
    ),
    case(
        Rule::LinkComplete,
        |w| {
            let link = link(w)?;
            complete(w, link)
        },
        |w| {
            let link = link(w)?;
            complete(w, link)?;
            add(w, link, DEFINED)
        },
    ),
    case(
        Rule::LinkCompleteTwice,
        |w| {
            let link = link(w)?;
            complete(w, link)
        },
        |w| {
            let link = link(w)?;
            complete(w, link)?;
            complete(w, link)
        },
    ),
    case(
        Rule::LinkFailed,
        |w| {
            let link = link(w)?;
            add(w, link, DEFINED)?;
            complete(w, link)
        },
        |w| {
            let link = link(w)?;
            add(w, link, DEFINED)?;
            // The second definition is what ends the link.
            let _ = add(w, link, DEFINED);
            complete(w, link)
        },
    ),
    case(
        Rule::SymbolName,
        |w| w.function("nop").map(drop),
        |w| w.function("").map(drop),
    ),
    case(
        Rule::FunctionMissing,
        |w| w.function("nop").map(drop),
        |w| w.function("g").map(drop),
    ),
    case(Rule::GlobalMissing, |w| global(w, "g"), |w| global(w, "h")),
    case(Rule::GlobalKernel, |w| global(w, "g"), |w| global(w, "nop")),
    case(Rule::ParameterIndex, |w| parameter(w, 0), |w| parameter(w, 1)),
    case(
        Rule::FunctionAttribute,
        |w| attribute(w, REGISTERS),
        |w| attribute(w, 99),
    ),
    musa_case(
        Rule::FunctionAttributeCluster,
        |w| attribute(w, REGISTERS),
        |w| attribute(w, CLUSTER),
    ),
    case(
        Rule::FunctionAttributeReadOnly,
        |w| set_attribute(w, MAX_DYNAMIC, 1000),
        |w| set_attribute(w, REGISTERS, 1),
    ),
    case(
        Rule::FunctionAttributeValue,
        |w| set_attribute(w, MAX_DYNAMIC, 1000),
        |w| set_attribute(w, MAX_DYNAMIC, -1),
    ),
];
