//! Texture and surface objects.

use musa_ctx::texture::{Resource, ResourceDescriptor, Sampling, SamplingField, TextureReference, View};
use musa_ctx::{Error, Handle, Rule};
use musa_hal::{Address, Extent};

use crate::array::plain;
use crate::world::World;
use crate::{Case, case};

const FLOAT: u32 = 32;
/// The formats of views: one float, two floats.
const ONE_FLOAT: u32 = 22;
const TWO_FLOATS: u32 = 23;

const SAMPLING: Sampling = Sampling {
    address_modes: [1; 3],
    filter: 0,
    flags: 0,
    max_anisotropy: 0,
    mipmap_filter: 0,
    level_bias: 0.0,
    level_clamp: [0.0; 2],
    border: [0.0; 4],
    reserved: false,
};

fn texture(w: &mut World, resource: Resource, sampling: &Sampling, view: Option<&View>) -> Result<(), Error> {
    let descriptor = ResourceDescriptor { resource, flags: 0 };
    let (process, thread) = (&mut w.program.process, w.program.thread);
    process
        .create_texture_object(&w.machine, thread, &descriptor, sampling, view)
        .map(drop)
}

fn of_kind(w: &mut World, known: bool) -> Result<(), Error> {
    let array = plain(w)?;
    let resource = if known {
        Resource::Array(array.into())
    } else {
        Resource::Unknown(4)
    };
    texture(w, resource, &SAMPLING, None)
}

fn flagged(w: &mut World, flags: u32) -> Result<(), Error> {
    let resource = Resource::Array(plain(w)?.into());
    let (process, thread) = (&mut w.program.process, w.program.thread);
    let descriptor = ResourceDescriptor { resource, flags };
    process.create_surface_object(&w.machine, thread, &descriptor).map(drop)
}

fn linear(w: &mut World, address: u64, bytes: u64) -> Result<(), Error> {
    let resource = Resource::Linear {
        address: Address(address),
        format: FLOAT,
        channels: 1,
        bytes,
    };
    texture(w, resource, &SAMPLING, None)
}

fn pitched(w: &mut World, pitch: u64) -> Result<(), Error> {
    let resource = Resource::Pitched {
        address: w.allocate(4096)?,
        format: FLOAT,
        channels: 1,
        width: 8,
        height: 8,
        pitch,
    };
    texture(w, resource, &SAMPLING, None)
}

fn sampled(w: &mut World, sampling: &Sampling) -> Result<(), Error> {
    let resource = Resource::Array(plain(w)?.into());
    texture(w, resource, sampling, None)
}

fn viewed(w: &mut World, format: u32, width: u64, last_level: u32) -> Result<(), Error> {
    let resource = Resource::Array(plain(w)?.into());
    texture(w, resource, &SAMPLING, Some(&view(format, width, last_level)))
}

fn view(format: u32, width: u64, last_level: u32) -> View {
    View {
        format,
        extent: Extent {
            width,
            height: 8,
            depth: 0,
        },
        levels: [0, last_level],
        layers: [0; 2],
        reserved: false,
    }
}

/// Binds a new texture reference to an array with these flags.
fn bound(w: &mut World, flags: u32) -> Result<Handle<TextureReference>, Error> {
    let array = plain(w)?;
    let process = &mut w.program.process;
    let reference = process.create_texture_reference(w.program.thread)?.into();
    process.bind_array(&w.machine, reference, Resource::Array(array.into()), flags)?;
    Ok(reference)
}

fn address_mode(w: &mut World, direction: u32) -> Result<(), Error> {
    let reference = bound(w, 1)?;
    w.program
        .process
        .set_reference_sampling(reference, SamplingField::AddressMode(direction, 0))
}

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(Rule::TextureResource, |w| of_kind(w, true), |w| of_kind(w, false)),
    case(Rule::ResourceFlags, |w| flagged(w, 0), |w| flagged(w, 1)),
    case(
        Rule::TextureAddress,
        |w| linear(w, 0x1000, 64),
        |w| linear(w, 0x1004, 64),
    ),
    case(
        Rule::TextureSize,
        |w| linear(w, 0x1000, 4 << 28),
        |w| linear(w, 0x1000, (4 << 28) + 4),
    ),
    case(Rule::TexturePitch, |w| pitched(w, 64), |w| pitched(w, 68)),
    case(
        Rule::TextureMode,
        |w| sampled(w, &Sampling { filter: 1, ..SAMPLING }),
        |w| sampled(w, &Sampling { filter: 2, ..SAMPLING }),
    ),
    case(
        Rule::TextureFlags,
        |w| {
            sampled(
                w,
                &Sampling {
                    flags: 0x13,
                    ..SAMPLING
                },
            )
        },
        |w| {
            sampled(
                w,
                &Sampling {
                    flags: 0x80,
                    ..SAMPLING
                },
            )
        },
    ),
    case(
        Rule::TextureReserved,
        |w| sampled(w, &SAMPLING),
        |w| {
            sampled(
                w,
                &Sampling {
                    reserved: true,
                    ..SAMPLING
                },
            )
        },
    ),
    case(
        Rule::ViewResource,
        |w| viewed(w, ONE_FLOAT, 16, 0),
        |w| {
            let resource = Resource::Linear {
                address: w.allocate(64)?,
                format: FLOAT,
                channels: 1,
                bytes: 64,
            };
            texture(w, resource, &SAMPLING, Some(&view(ONE_FLOAT, 16, 0)))
        },
    ),
    case(
        Rule::ViewFormat,
        |w| viewed(w, ONE_FLOAT, 16, 0),
        |w| viewed(w, 0, 16, 0),
    ),
    case(
        Rule::ViewElement,
        |w| viewed(w, ONE_FLOAT, 16, 0),
        |w| viewed(w, TWO_FLOATS, 16, 0),
    ),
    case(
        Rule::ViewExtents,
        |w| viewed(w, ONE_FLOAT, 16, 0),
        |w| viewed(w, ONE_FLOAT, 8, 0),
    ),
    case(
        Rule::ViewRange,
        |w| viewed(w, ONE_FLOAT, 16, 0),
        |w| viewed(w, ONE_FLOAT, 16, 1),
    ),
    case(
        Rule::SurfaceResource,
        |w| flagged(w, 0),
        |w| {
            let resource = Resource::Linear {
                address: w.allocate(64)?,
                format: FLOAT,
                channels: 1,
                bytes: 64,
            };
            let descriptor = ResourceDescriptor { resource, flags: 0 };
            let (process, thread) = (&mut w.program.process, w.program.thread);
            process.create_surface_object(&w.machine, thread, &descriptor).map(drop)
        },
    ),
    case(
        Rule::ReferenceNull,
        |w| {
            let reference = bound(w, 1)?;
            w.program.process.destroy_texture_reference(reference)
        },
        |w| w.program.process.destroy_texture_reference(Handle::Null),
    ),
    case(
        Rule::ReferenceOverride,
        |w| bound(w, 1).map(drop),
        |w| bound(w, 0).map(drop),
    ),
    case(Rule::ReferenceDirection, |w| address_mode(w, 2), |w| address_mode(w, 3)),
    case(
        Rule::ReferenceUnbound,
        |w| {
            let reference = bound(w, 1)?;
            w.program.process.reference_array(reference).map(drop)
        },
        |w| {
            let reference = bound(w, 1)?;
            w.program.process.reference_address(reference).map(drop)
        },
    ),
];
