//! Arrays, mipmapped arrays, and copies with them.

use musa_ctx::array::{ArrayDescriptor, ArrayId, MipmappedArrayId};
use musa_ctx::memory::{Copy, CopySide, Mode, RectCopy, RectSide};
use musa_ctx::{Error, Handle, Rule, StreamArgument};
use musa_hal::{Address, Extent};

use crate::world::World;
use crate::{Case, case};

const FLOAT: u32 = 32;
const BYTE: u32 = 1;
const NV12: u32 = 176;
const LAYERED: u32 = 1;
const CUBEMAP: u32 = 4;
const GATHER: u32 = 8;
const DEPTH_TEXTURE: u32 = 0x10;

/// Makes an array of these extents, format, channels and flags.
fn make(w: &mut World, extents: [u64; 3], format: u32, channels: u32, flags: u32) -> Result<ArrayId, Error> {
    let [width, height, depth] = extents;
    let descriptor = ArrayDescriptor {
        extent: Extent { width, height, depth },
        format,
        channels,
        flags,
    };
    w.program
        .process
        .create_array(&mut w.machine, w.program.thread, &descriptor)
}

fn shaped(w: &mut World, extents: [u64; 3], flags: u32) -> Result<(), Error> {
    make(w, extents, FLOAT, 1, flags).map(drop)
}

pub(crate) fn plain(w: &mut World) -> Result<ArrayId, Error> {
    make(w, [16, 8, 0], FLOAT, 1, 0)
}

pub(crate) fn picture(w: &mut World, width: u64) -> Result<ArrayId, Error> {
    make(w, [width, 8, 0], NV12, 3, 0)
}

pub(crate) fn chain(w: &mut World) -> Result<MipmappedArrayId, Error> {
    let descriptor = ArrayDescriptor {
        extent: Extent {
            width: 16,
            height: 8,
            depth: 0,
        },
        format: FLOAT,
        channels: 1,
        flags: 0,
    };
    w.program
        .process
        .create_mipmapped_array(&mut w.machine, w.program.thread, &descriptor, 3)
}

fn level(w: &mut World, level: u32) -> Result<ArrayId, Error> {
    let chain = chain(w)?;
    w.program.process.mipmapped_array_level(chain.into(), level)
}

fn plane(w: &mut World, plane: u32) -> Result<ArrayId, Error> {
    let picture = picture(w, 8)?;
    w.program.process.array_plane(picture.into(), plane)
}

fn destroy(w: &mut World, array: ArrayId) -> Result<(), Error> {
    let pending = w.program.process.destroy_array(&mut w.machine, array.into())?;
    w.finish(pending)
}

/// Copies bytes of a device to an array's first row.
fn row(w: &mut World, to: Handle<musa_ctx::Array>, offset: u64, size: u64) -> Result<(), Error> {
    let from = w.allocate(4096)?;
    let copy = Copy {
        to: CopySide::Array(to, offset),
        from: CopySide::Device(from),
        size,
    };
    let (process, thread) = (&mut w.program.process, w.program.thread);
    let (stream, mode) = (StreamArgument::Legacy, Mode::Synchronous);
    let pending = process.copy(&mut w.machine, thread, stream, mode, &copy, None)?;
    w.finish(pending)
}

fn side(array: ArrayId, x: u64, y: u64) -> RectSide {
    RectSide {
        memory: 3,
        host: Address(0),
        device: Address(0),
        array: array.into(),
        x,
        y,
        z: 0,
        pitch: 0,
        height: 0,
        level: 0,
    }
}

/// Copies a box from one array to a place in another one.
fn rect(w: &mut World, to: RectSide, from: RectSide, width: u64, height: u64) -> Result<(), Error> {
    let copy = RectCopy {
        to,
        from,
        width,
        height,
        depth: 1,
    };
    let (process, thread) = (&mut w.program.process, w.program.thread);
    let (stream, mode) = (StreamArgument::Legacy, Mode::Synchronous);
    let pending = process.copy_rect(&mut w.machine, thread, stream, mode, &copy, None)?;
    w.finish(pending)
}

fn between(w: &mut World, x: u64, y: u64) -> Result<(), Error> {
    let (to, from) = (plain(w)?, plain(w)?);
    rect(w, side(to, x, y), side(from, 0, 0), 32, 4)
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::ArrayExtents,
        |w| shaped(w, [16, 0, 0], 0),
        |w| shaped(w, [0, 8, 0], 0),
    ),
    case(
        Rule::ArrayExtents,
        |w| shaped(w, [16, 8, 4], 0),
        |w| shaped(w, [16, 0, 4], 0),
    ),
    case(
        Rule::ArrayFormat,
        |w| make(w, [16, 8, 0], BYTE, 1, 0).map(drop),
        |w| make(w, [16, 8, 0], 4, 1, 0).map(drop),
    ),
    case(
        Rule::ArrayChannels,
        |w| make(w, [16, 8, 0], FLOAT, 4, 0).map(drop),
        |w| make(w, [16, 8, 0], FLOAT, 3, 0).map(drop),
    ),
    case(
        Rule::ArrayLayers,
        |w| shaped(w, [16, 0, 1], LAYERED),
        |w| shaped(w, [16, 8, 0], LAYERED),
    ),
    case(
        Rule::ArrayCubemap,
        |w| shaped(w, [8, 8, 12], CUBEMAP | LAYERED),
        |w| shaped(w, [8, 8, 12], CUBEMAP),
    ),
    case(
        Rule::ArrayGather,
        |w| shaped(w, [16, 8, 0], GATHER),
        |w| shaped(w, [16, 8, 4], GATHER),
    ),
    case(
        Rule::ArrayDepthTexture,
        |w| shaped(w, [16, 8, 0], 0),
        |w| shaped(w, [16, 8, 0], DEPTH_TEXTURE),
    ),
    case(
        Rule::ArraySize,
        |w| shaped(w, [131_072, 0, 0], 0),
        |w| shaped(w, [131_073, 0, 0], 0),
    ),
    case(
        Rule::ArrayPlanesShape,
        |w| picture(w, 8).map(drop),
        |w| picture(w, 7).map(drop),
    ),
    case(
        Rule::ArrayPlanesUse,
        |w| {
            let plane = plane(w, 1)?;
            row(w, plane.into(), 0, 8)
        },
        |w| {
            let picture = picture(w, 8)?;
            row(w, picture.into(), 0, 8)
        },
    ),
    case(Rule::ArrayPlane, |w| plane(w, 1).map(drop), |w| plane(w, 2).map(drop)),
    case(
        Rule::ArrayPart,
        |w| {
            let array = plain(w)?;
            destroy(w, array)
        },
        |w| {
            let level = level(w, 1)?;
            destroy(w, level)
        },
    ),
    // There are no sparse arrays, so that the rule is kept only by not asking.
    case(
        Rule::ArraySparse,
        |w| plain(w).map(drop),
        |w| {
            let array = plain(w)?;
            w.program.process.array_sparse_properties(array.into()).map(drop)
        },
    ),
    case(Rule::MipmapLevel, |w| level(w, 2).map(drop), |w| level(w, 3).map(drop)),
    case(
        Rule::ArrayNull,
        |w| {
            let array = plain(w)?;
            row(w, array.into(), 0, 4)
        },
        |w| row(w, Handle::Null, 0, 4),
    ),
    case(
        Rule::CopyArrayRow,
        |w| {
            let array = plain(w)?;
            row(w, array.into(), 1, 63)
        },
        |w| {
            let array = plain(w)?;
            row(w, array.into(), 1, 64)
        },
    ),
    case(Rule::CopyArrayRange, |w| between(w, 32, 4), |w| between(w, 32, 5)),
    case(
        Rule::CopyArrayLevel,
        |w| between(w, 0, 0),
        |w| {
            let (to, from) = (plain(w)?, plain(w)?);
            let deep = RectSide {
                level: 1,
                ..side(to, 0, 0)
            };
            rect(w, deep, side(from, 0, 0), 32, 4)
        },
    ),
    case(
        Rule::CopyArraysDiffer,
        |w| between(w, 0, 0),
        |w| {
            let (to, from) = (make(w, [64, 8, 0], BYTE, 1, 0)?, plain(w)?);
            rect(w, side(to, 0, 0), side(from, 0, 0), 32, 4)
        },
    ),
];
