//! Texture and surface objects, as the oracle has them.

use musa_hal::{Address, Dialect, Extent};

use super::*;
use crate::array::{ArrayDescriptor, ArrayId};
use crate::testing::{T, World, rule};

const FLOAT: u32 = 32;

fn descriptor(width: u64, height: u64, depth: u64, flags: u32) -> ArrayDescriptor {
    ArrayDescriptor {
        extent: Extent { width, height, depth },
        format: FLOAT,
        channels: 1,
        flags,
    }
}

fn world() -> (World, ArrayId) {
    let mut world = World::with_context(Dialect::Reference);
    let array = world
        .process
        .create_array(&mut world.hal, T, &descriptor(16, 8, 0, 0))
        .unwrap();
    (world, array)
}

const SAMPLING: Sampling = Sampling {
    address_modes: [1; 3],
    filter: 0,
    flags: 0,
    max_anisotropy: 0,
    mipmap_filter: 0,
    level_bias: 0.0,
    level_clamp: [0.0; 2],
    border: [0.5; 4],
    reserved: false,
};

fn linear(address: u64, bytes: u64) -> Resource {
    Resource::Linear {
        address: Address(address),
        format: FLOAT,
        channels: 1,
        bytes,
    }
}

fn pitched(address: u64, width: u64, height: u64, pitch: u64) -> Resource {
    Resource::Pitched {
        address: Address(address),
        format: FLOAT,
        channels: 1,
        width,
        height,
        pitch,
    }
}

fn create(
    world: &mut World,
    resource: Resource,
    sampling: &Sampling,
    view: Option<View>,
) -> Result<TextureObjectId, Error> {
    let descriptor = ResourceDescriptor { resource, flags: 0 };
    let (process, hal) = (&mut world.process, &world.hal);
    process.create_texture_object(hal, T, &descriptor, sampling, view.as_ref())
}

#[test]
fn what_is_said_reads_back() {
    let (mut world, array) = world();
    let resource = Resource::Array(array.into());
    let object = create(&mut world, resource, &SAMPLING, None).unwrap();
    let process = &mut world.process;
    assert_eq!(process.texture_resource(object.into()), Ok(resource));
    assert_eq!(process.texture_sampling(object.into()), Ok(SAMPLING));
    assert_eq!(process.texture_view(object.into()), Ok(None));
    process.destroy_texture_object(object.into()).unwrap();
    process.destroy_texture_object(Handle::Null).unwrap();
    assert_eq!(rule(process.destroy_texture_object(object.into())), Rule::HandleStale);
    let foreign = Handle::Foreign(12_345);
    assert_eq!(rule(process.destroy_texture_object(foreign)), Rule::HandleForeign);
    assert_eq!(rule(process.texture_sampling(object.into())), Rule::HandleStale);
    let border = Rule::TextureBorderRead;
    assert!(!border.refuses() && border.divergence().is_some());
}

#[test]
fn memory_is_judged_by_alignment_and_limits() {
    let (mut world, _) = world();
    let mut created = |resource| create(&mut world, resource, &SAMPLING, None).map(drop);
    for kept in [
        linear(0x1000, 1024),
        linear(1 << 40, 0),
        linear(0x200, 1022),
        linear(0x200, 4 << 28),
        pitched(0x200, 16, 8, 512),
        pitched(0x200, 16, 8, 32),
        pitched(0x200, 0, 0, 0),
        pitched(0x200, 131_072, 65_000, 2_097_120),
    ] {
        assert_eq!(created(kept), Ok(()));
    }
    for (expected, refused) in [
        (Rule::TextureAddress, linear(0, 1024)),
        (Rule::TextureAddress, linear(0x204, 1024)),
        (Rule::TextureAddress, pitched(0x204, 16, 8, 512)),
        (Rule::TextureSize, linear(0x200, (4 << 28) + 4)),
        (Rule::TexturePitch, pitched(0x200, 16, 8, 516)),
        (Rule::TextureSize, pitched(0x200, 131_073, 8, 512)),
        (Rule::TextureSize, pitched(0x200, 16, 65_001, 512)),
        (Rule::TextureSize, pitched(0x200, 16, 8, 2_097_152)),
        (Rule::TextureResource, Resource::Unknown(9)),
    ] {
        assert_eq!(rule(created(refused)), expected);
    }
    for (format, channels, expected) in [(0, 1, Rule::ArrayFormat), (FLOAT, 3, Rule::ArrayChannels)] {
        let (address, bytes) = (Address(0x200), 64);
        assert_eq!(
            rule(created(Resource::Linear {
                address,
                format,
                channels,
                bytes
            })),
            expected
        );
        assert_eq!(
            rule(created(Resource::Pitched {
                address,
                format,
                channels,
                width: 4,
                height: 4,
                pitch: 64
            })),
            expected
        );
    }
}

#[test]
fn sampling_is_judged_field_by_field() {
    let (mut world, array) = world();
    let mut created = |sampling: &Sampling| create(&mut world, Resource::Array(array.into()), sampling, None);
    // Combinations are not judged.
    for kept in [
        Sampling {
            address_modes: [0, 2, 3],
            filter: 1,
            mipmap_filter: 1,
            flags: 0x73,
            ..SAMPLING
        },
        Sampling {
            max_anisotropy: 17,
            level_clamp: [5.0, 1.0],
            ..SAMPLING
        },
    ] {
        assert!(created(&kept).is_ok());
    }
    let modes = |address_modes, filter, mipmap_filter| Sampling {
        address_modes,
        filter,
        mipmap_filter,
        ..SAMPLING
    };
    for wrong in [
        modes([9, 1, 1], 0, 0),
        modes([1, 1, 4], 0, 0),
        modes([1; 3], 2, 0),
        modes([1; 3], 0, 2),
    ] {
        assert_eq!(rule(created(&wrong)), Rule::TextureMode);
    }
    for flags in [4, 8, 0x8000_0000] {
        let wrong = Sampling { flags, ..SAMPLING };
        assert_eq!(rule(created(&wrong)), Rule::TextureFlags);
    }
    let wrong = Sampling {
        reserved: true,
        ..SAMPLING
    };
    assert_eq!(rule(created(&wrong)), Rule::TextureReserved);
}

#[test]
fn resources_that_are_gone_or_none() {
    let (mut world, array) = world();
    let null = Resource::Array(Handle::Null);
    assert_eq!(rule(create(&mut world, null, &SAMPLING, None)), Rule::ArrayNull);
    let null = Resource::MipmappedArray(Handle::Null);
    assert_eq!(rule(create(&mut world, null, &SAMPLING, None)), Rule::ArrayNull);
    let flagged = ResourceDescriptor {
        resource: Resource::Array(array.into()),
        flags: 1,
    };
    let (process, hal) = (&mut world.process, &world.hal);
    let refused = process.create_texture_object(hal, T, &flagged, &SAMPLING, None);
    assert_eq!(rule(refused), Rule::ResourceFlags);
    let object = create(&mut world, Resource::Array(array.into()), &SAMPLING, None).unwrap();
    // An array may go before the objects that access it (`arr_unguarded`).
    let pending = world.process.destroy_array(&mut world.hal, array.into()).unwrap();
    world.finish(pending).unwrap();
    let stale = Resource::Array(array.into());
    assert_eq!(rule(create(&mut world, stale, &SAMPLING, None)), Rule::HandleStale);
    assert_eq!(world.process.texture_resource(object.into()), Ok(stale));
    world.process.destroy_texture_object(object.into()).unwrap();
    let picture = ArrayDescriptor {
        format: 176,
        channels: 3,
        ..descriptor(8, 8, 0, 0)
    };
    let picture = world.process.create_array(&mut world.hal, T, &picture).unwrap();
    let planes = Resource::Array(picture.into());
    assert_eq!(rule(create(&mut world, planes, &SAMPLING, None)), Rule::ArrayPlanesUse);
}

fn view(format: u32, width: u64, height: u64) -> View {
    View {
        format,
        extent: Extent {
            width,
            height,
            depth: 0,
        },
        levels: [0; 2],
        layers: [0; 2],
        reserved: false,
    }
}

#[test]
fn views_keep_the_element_and_the_extents() {
    let (mut world, array) = world();
    let mut created = |view| create(&mut world, Resource::Array(array.into()), &SAMPLING, Some(view));
    let object = created(view(13, 16, 8)).unwrap();
    assert!(created(view(22, 16, 8)).is_ok());
    for (expected, refused) in [
        (Rule::ViewElement, view(7, 16, 8)),
        (Rule::ViewElement, view(23, 16, 8)),
        (Rule::ViewExtents, view(22, 8, 8)),
        (Rule::ViewExtents, view(22, 32, 8)),
        (Rule::ViewExtents, view(22, 16, 9)),
        (Rule::ViewFormat, view(0, 16, 8)),
        (Rule::ViewFormat, view(999, 16, 8)),
    ] {
        assert_eq!(rule(created(refused)), expected);
    }
    let compressed = created(view(25, 64, 32));
    assert!(matches!(compressed, Err(Error::Unsupported(_))));
    let mut wrong = view(22, 16, 8);
    wrong.levels = [0, 1];
    assert_eq!(rule(created(wrong)), Rule::ViewRange);
    wrong = view(22, 16, 8);
    wrong.layers = [0, 1];
    assert_eq!(rule(created(wrong)), Rule::ViewRange);
    wrong = view(22, 16, 8);
    wrong.reserved = true;
    assert_eq!(rule(created(wrong)), Rule::TextureReserved);
    let of_memory = create(&mut world, linear(0x200, 64), &SAMPLING, Some(view(22, 16, 8)));
    assert_eq!(rule(of_memory), Rule::ViewResource);
    assert_eq!(world.process.texture_view(object.into()), Ok(Some(view(13, 16, 8))));
}

#[test]
fn views_choose_levels_and_layers() {
    let mut world = World::with_context(Dialect::Musa);
    let (process, hal) = (&mut world.process, &mut world.hal);
    let layered = descriptor(16, 8, 3, 1);
    let chain = process.create_mipmapped_array(hal, T, &layered, 4).unwrap();
    let mut created = |levels, layers, depth| {
        let mut chosen = view(22, 16, 8);
        (chosen.levels, chosen.layers, chosen.extent.depth) = (levels, layers, depth);
        create(
            &mut world,
            Resource::MipmappedArray(chain.into()),
            &SAMPLING,
            Some(chosen),
        )
    };
    assert!(created([0, 3], [0, 2], 3).is_ok());
    assert!(created([1, 1], [2, 2], 0).is_ok());
    for (levels, layers) in [([0, 4], [0, 0]), ([2, 1], [0, 0]), ([0, 0], [0, 3]), ([0, 0], [1, 0])] {
        assert_eq!(rule(created(levels, layers, 3)), Rule::ViewRange);
    }
    assert_eq!(rule(created([0, 0], [0, 0], 2)), Rule::ViewExtents);
}

#[test]
fn surfaces_access_arrays() {
    let (mut world, array) = world();
    let (process, hal) = (&mut world.process, &mut world.hal);
    let mut created = |resource, flags| {
        let descriptor = ResourceDescriptor { resource, flags };
        process.create_surface_object(hal, T, &descriptor)
    };
    let resource = Resource::Array(array.into());
    assert_eq!(rule(created(linear(0x200, 64), 0)), Rule::SurfaceResource);
    assert_eq!(rule(created(resource, 1)), Rule::ResourceFlags);
    assert_eq!(rule(created(Resource::Array(Handle::Null), 0)), Rule::ArrayNull);
    let surface = created(resource, 0).unwrap();
    assert_eq!(process.surface_resource(surface.into()), Ok(resource));
    process.destroy_surface_object(surface.into()).unwrap();
    process.destroy_surface_object(Handle::Null).unwrap();
    assert_eq!(rule(process.destroy_surface_object(surface.into())), Rule::HandleStale);
    assert_eq!(rule(process.surface_resource(Handle::Null)), Rule::HandleNull);
}

#[test]
fn objects_go_with_their_context() {
    let (mut world, array) = world();
    let context = world.process.top(T).unwrap();
    let resource = Resource::Array(array.into());
    let texture = create(&mut world, resource, &SAMPLING, None).unwrap();
    let (process, hal) = (&mut world.process, &mut world.hal);
    let descriptor = ResourceDescriptor { resource, flags: 0 };
    let surface = process.create_surface_object(hal, T, &descriptor).unwrap();
    let pending = process.destroy_context(hal, context.into()).unwrap();
    world.finish(pending).unwrap();
    let process = &mut world.process;
    assert_eq!(rule(process.texture_view(texture.into())), Rule::HandleStale);
    assert_eq!(rule(process.surface_resource(surface.into())), Rule::HandleStale);
}

fn reference() -> (World, ArrayId, Handle<TextureReference>) {
    let (mut world, array) = world();
    let reference = world.process.create_texture_reference(T).unwrap();
    (world, array, reference.into())
}

#[test]
fn references_are_bound_and_unbound() {
    let (mut world, array, reference) = reference();
    let (process, hal) = (&mut world.process, &mut world.hal);
    let chain = process
        .create_mipmapped_array(hal, T, &descriptor(16, 8, 0, 0), 3)
        .unwrap();
    assert_eq!(process.reference_binding(reference), Ok(None));
    assert_eq!(rule(process.reference_array(reference)), Rule::ReferenceUnbound);
    process
        .bind_array(hal, reference, Resource::Array(array.into()), 1)
        .unwrap();
    assert_eq!(process.reference_array(reference), Ok(array.into()));
    assert_eq!(rule(process.reference_address(reference)), Rule::ReferenceUnbound);
    assert_eq!(
        rule(process.reference_mipmapped_array(reference)),
        Rule::ReferenceUnbound
    );
    process
        .bind_array(hal, reference, Resource::MipmappedArray(chain.into()), 1)
        .unwrap();
    assert_eq!(process.reference_mipmapped_array(reference), Ok(chain.into()));
    // An address that is not aligned is bound as the aligned one before it, where the caller can hear of it.
    let address = Address(0x1004);
    assert_eq!(process.bind_linear(hal, reference, address, 64, true), Ok(4));
    assert_eq!(process.reference_address(reference), Ok(Address(0x1000)));
    let refused = process.bind_linear(hal, reference, address, 64, false);
    assert_eq!(rule(refused), Rule::TextureAddress);
    assert_eq!(process.reference_address(reference), Ok(Address(0x1000)));
    assert_eq!(process.bind_linear(hal, reference, Address(0), 0, false), Ok(0));
    assert_eq!(process.reference_binding(reference), Ok(None));
    let binding = PitchedBinding {
        address: Address(0x1000),
        format: 1,
        channels: 4,
        width: 16,
        height: 8,
        pitch: 64,
    };
    process.bind_pitched(hal, reference, &binding).unwrap();
    assert_eq!(process.reference_format(reference), Ok((1, 4)));
    let uneven = PitchedBinding { pitch: 65, ..binding };
    assert_eq!(rule(process.bind_pitched(hal, reference, &uneven)), Rule::TexturePitch);
    for flags in [0, 2] {
        let refused = process.bind_array(hal, reference, Resource::Array(array.into()), flags);
        assert_eq!(rule(refused), Rule::ReferenceOverride);
    }
    let refused = process.bind_array(hal, reference, Resource::Array(Handle::Null), 1);
    assert_eq!(rule(refused), Rule::ArrayNull);
}

#[test]
fn references_sample_as_they_are_told() {
    let (mut world, _, reference) = reference();
    let process = &mut world.process;
    let set = |process: &mut Process<'_>, field| process.set_reference_sampling(reference, field);
    for field in [
        SamplingField::AddressMode(2, 3),
        SamplingField::Filter(1),
        SamplingField::MipmapFilter(1),
        SamplingField::LevelBias(0.5),
        SamplingField::LevelClamp([1.0, 2.0]),
        SamplingField::MaxAnisotropy(7),
        SamplingField::Border([0.5; 4]),
        SamplingField::Flags(3),
    ] {
        set(process, field).unwrap();
    }
    let expected = Sampling {
        address_modes: [1, 1, 3],
        filter: 1,
        flags: 3,
        max_anisotropy: 7,
        mipmap_filter: 1,
        level_bias: 0.5,
        level_clamp: [1.0, 2.0],
        border: [0.5; 4],
        reserved: false,
    };
    assert_eq!(process.reference_sampling(reference), Ok(expected));
    assert_eq!(process.reference_address_mode(reference, 2), Ok(3));
    for (wrong, refused) in [
        (SamplingField::AddressMode(3, 0), Rule::ReferenceDirection),
        (SamplingField::AddressMode(0, 4), Rule::TextureMode),
        (SamplingField::Filter(2), Rule::TextureMode),
        (SamplingField::MipmapFilter(2), Rule::TextureMode),
        (SamplingField::Flags(4), Rule::TextureFlags),
    ] {
        assert_eq!(rule(set(process, wrong)), refused);
    }
    assert_eq!(
        rule(process.reference_address_mode(reference, u32::MAX)),
        Rule::ReferenceDirection
    );
    assert_eq!(process.reference_sampling(reference), Ok(expected));
    process.set_reference_format(reference, 2, 2).unwrap();
    assert_eq!(process.reference_format(reference), Ok((2, 2)));
    assert_eq!(rule(process.set_reference_format(reference, 2, 3)), Rule::ArrayChannels);
}

#[test]
fn references_have_handles_and_go_with_their_context() {
    let (mut world, _, reference) = reference();
    let process = &mut world.process;
    assert_eq!(rule(process.reference_format(Handle::Null)), Rule::ReferenceNull);
    assert_eq!(rule(process.reference_format(Handle::Foreign(9))), Rule::HandleForeign);
    process.destroy_texture_reference(reference).unwrap();
    assert_eq!(rule(process.destroy_texture_reference(reference)), Rule::HandleStale);
    let other = process.create_texture_reference(T).unwrap();
    let context = process.top(T).unwrap();
    let pending = process.destroy_context(&mut world.hal, context.into()).unwrap();
    world.finish(pending).unwrap();
    let sampling = world.process.reference_sampling(other.into());
    assert_eq!(rule(sampling), Rule::HandleStale);
}
