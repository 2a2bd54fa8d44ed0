//! Arrays, as the oracle has them.

use musa_hal::{Address, Dialect, Extent, Memory};
use proptest::prelude::*;

use super::*;
use crate::host::{HostMemory, HostSource};
use crate::memory::{Copy, CopySide, Mode, RectCopy, RectSide};
use crate::stream::StreamArgument;
use crate::testing::{T, World, rule};

const LEGACY: StreamArgument = StreamArgument::Legacy;
/// An address of the host that the driver does not know.
const HOST: Address = Address(0x7f00_0000_0000);
const FLOAT: u32 = 32;
const BYTE: u32 = 1;

fn world() -> World {
    World::with_context(Dialect::Reference)
}

fn descriptor(width: u64, height: u64, depth: u64, flags: u32) -> ArrayDescriptor {
    ArrayDescriptor {
        extent: Extent { width, height, depth },
        format: FLOAT,
        channels: 1,
        flags,
    }
}

fn bytes_of(width: u64, height: u64, depth: u64) -> ArrayDescriptor {
    ArrayDescriptor {
        format: BYTE,
        ..descriptor(width, height, depth, 0)
    }
}

fn create(world: &mut World, descriptor: ArrayDescriptor) -> Result<ArrayId, Error> {
    world.process.create_array(&mut world.hal, T, &descriptor)
}

fn destroy(world: &mut World, array: ArrayId) -> Result<(), Error> {
    let pending = world.process.destroy_array(&mut world.hal, array.into())?;
    world.finish(pending)
}

struct Bytes<'a>(&'a [u8]);

impl HostSource for Bytes<'_> {
    fn bytes(&self, offset: u64, len: usize) -> &[u8] {
        &self.0[offset as usize..][..len]
    }
}

fn copy(world: &mut World, to: CopySide, from: CopySide, size: u64, mut host: &mut [u8]) -> Result<(), Error> {
    let copy = Copy { to, from, size };
    let source = host.to_vec();
    let (process, hal) = (&mut world.process, &mut world.hal);
    let pending = process.copy(hal, T, LEGACY, Mode::Synchronous, &copy, Some(&Bytes(&source)))?;
    let host = HostMemory {
        from: None,
        to: Some(&mut host),
    };
    world.finish_with(pending, host)
}

fn host_side(pitch: u64, height: u64) -> RectSide {
    RectSide {
        memory: 1,
        host: HOST,
        device: Address(0),
        array: Handle::Null,
        x: 0,
        y: 0,
        z: 0,
        pitch,
        height,
        level: 0,
    }
}

fn array_side(array: impl Into<Handle<Array>>, [x, y, z]: [u64; 3]) -> RectSide {
    RectSide {
        memory: 3,
        array: array.into(),
        x,
        y,
        z,
        ..host_side(0, 0)
    }
}

fn copy_box(
    world: &mut World,
    to: RectSide,
    from: RectSide,
    [width, height, depth]: [u64; 3],
    mut host: &mut [u8],
) -> Result<(), Error> {
    let copy = RectCopy {
        to,
        from,
        width,
        height,
        depth,
    };
    let source = host.to_vec();
    let (process, hal) = (&mut world.process, &mut world.hal);
    let pending = process.copy_rect(hal, T, LEGACY, Mode::Synchronous, &copy, Some(&Bytes(&source)))?;
    let host = HostMemory {
        from: None,
        to: Some(&mut host),
    };
    world.finish_with(pending, host)
}

#[test]
fn descriptors_read_back() {
    let mut world = world();
    let kept = [
        descriptor(16, 8, 4, 0),
        descriptor(16, 8, 0, 2),
        descriptor(16, 0, 0, 0),
        descriptor(16, 8, 4, 1),
        descriptor(16, 0, 4, 1),
        descriptor(8, 8, 6, 4),
        descriptor(8, 8, 12, 5),
        descriptor(16, 8, 0, 8),
        descriptor(16, 8, 0, 0x8000_0000),
        descriptor(131_072, 1, 0, 0),
        // A shape of space may fit either of two limits.
        descriptor(1, 1, 32_768, 0),
        descriptor(1, 16_384, 1, 0),
    ];
    for descriptor in kept {
        let array = create(&mut world, descriptor).unwrap();
        assert_eq!(world.process.array_descriptor(array.into()), Ok(descriptor));
        destroy(&mut world, array).unwrap();
    }
}

#[test]
fn shapes_that_cannot_be() {
    let mut world = world();
    let refused = [
        (Rule::ArrayExtents, descriptor(0, 8, 0, 0)),
        (Rule::ArrayExtents, descriptor(16, 0, 4, 0)),
        (Rule::ArrayLayers, descriptor(16, 8, 0, 1)),
        (Rule::ArrayCubemap, descriptor(8, 8, 5, 4)),
        (Rule::ArrayCubemap, descriptor(8, 4, 6, 4)),
        (Rule::ArrayCubemap, descriptor(8, 8, 12, 4)),
        (Rule::ArrayCubemap, descriptor(8, 8, 8, 5)),
        (Rule::ArrayGather, descriptor(16, 8, 4, 8)),
        (Rule::ArrayGather, descriptor(16, 0, 0, 8)),
        (Rule::ArrayDepthTexture, descriptor(16, 8, 0, 0x10)),
        (Rule::ArraySize, descriptor(131_073, 0, 0, 0)),
        (Rule::ArraySize, descriptor(16, 1 << 30, 0, 0)),
        (Rule::ArraySize, descriptor(u64::MAX, u64::MAX, u64::MAX, 0)),
        (Rule::ArraySize, descriptor(16_384, 1, 32_768, 0)),
        // Surfaces and gathering have their own limits.
        (Rule::ArraySize, descriptor(32_769, 0, 0, 2)),
        (Rule::ArraySize, descriptor(32_769, 8, 0, 8)),
        (Rule::ArraySize, descriptor(8, 8, 2052, 5)),
    ];
    let before = world.hal.capacity(musa_hal::DeviceOrdinal(0));
    for (expected, descriptor) in refused {
        assert_eq!(rule(create(&mut world, descriptor)), expected, "{descriptor:?}");
    }
    for (format, channels, expected) in [
        (0, 1, Rule::ArrayFormat),
        (4, 1, Rule::ArrayFormat),
        (0x1000, 1, Rule::ArrayFormat),
        (FLOAT, 0, Rule::ArrayChannels),
        (FLOAT, 3, Rule::ArrayChannels),
        (FLOAT, 5, Rule::ArrayChannels),
        (193, 1, Rule::ArrayChannels),
    ] {
        let descriptor = ArrayDescriptor {
            format,
            channels,
            ..descriptor(16, 8, 0, 0)
        };
        assert_eq!(rule(create(&mut world, descriptor)), expected);
    }
    for flags in [0x40, 0x80] {
        let answer = create(&mut world, descriptor(16, 8, 0, flags));
        assert!(matches!(answer, Err(Error::Unsupported(_))));
    }
    assert!(world.process.arrays.is_empty());
    assert_eq!(world.hal.capacity(musa_hal::DeviceOrdinal(0)), before);
}

#[test]
fn handles() {
    let mut world = world();
    let array = create(&mut world, descriptor(16, 8, 0, 0)).unwrap();
    let process = &mut world.process;
    assert_eq!(rule(process.array_descriptor(Handle::Null)), Rule::HandleNull);
    assert_eq!(rule(process.array_descriptor(Handle::Foreign(7))), Rule::HandleForeign);
    assert_eq!(
        rule(process.destroy_array(&mut world.hal, Handle::Null)),
        Rule::HandleNull
    );
    assert_eq!(rule(process.array_sparse_properties(array.into())), Rule::ArraySparse);
    destroy(&mut world, array).unwrap();
    assert_eq!(rule(world.process.array_descriptor(array.into())), Rule::HandleStale);
    assert_eq!(rule(destroy(&mut world, array)), Rule::HandleStale);
    let again = create(&mut world, descriptor(16, 8, 0, 0)).unwrap();
    assert_ne!(array, again);
}

#[test]
fn arrays_go_with_their_context() {
    let mut world = world();
    let context = world.process.top(T).unwrap();
    let before = world.hal.memory.len();
    let array = create(&mut world, descriptor(16, 8, 0, 0)).unwrap();
    let (process, hal) = (&mut world.process, &mut world.hal);
    let chain = process
        .create_mipmapped_array(hal, T, &descriptor(16, 8, 0, 0), 3)
        .unwrap();
    let level = process.mipmapped_array_level(chain.into(), 1).unwrap();
    let pending = process.destroy_context(hal, context.into()).unwrap();
    world.finish(pending).unwrap();
    assert_eq!(world.hal.memory.len(), before);
    world.context();
    let (to, from) = (CopySide::Array(array.into(), 0), CopySide::Any(HOST));
    assert_eq!(rule(copy(&mut world, to, from, 4, &mut [0; 4])), Rule::HandleStale);
    assert_eq!(rule(destroy(&mut world, level)), Rule::HandleStale);
    let answer = world.process.mipmapped_array_level(chain.into(), 0);
    assert_eq!(rule(answer), Rule::HandleStale);
}

#[test]
fn destroying_waits_for_the_context() {
    let mut world = world();
    let array = create(&mut world, descriptor(16, 8, 0, 0)).unwrap();
    let function = world.function("kernel spin", "spin");
    let (process, hal) = (&mut world.process, &mut world.hal);
    let request = crate::launch::LaunchRequest::new(musa_hal::Dim3::ONE, musa_hal::Dim3::ONE, LEGACY);
    process.launch(hal, T, function.into(), &request).unwrap();
    let pending = process.destroy_array(hal, array.into()).unwrap();
    assert!(!process.ready(hal, &pending));
    assert!(process.array_descriptor(array.into()).is_ok());
    hal.release();
    world.finish(pending).unwrap();
}

#[test]
fn levels() {
    let mut world = world();
    let (process, hal) = (&mut world.process, &mut world.hal);
    let whole = descriptor(16, 8, 0, 2);
    for (asked, there) in [(0, 1), (1, 1), (3, 3), (5, 5), (99, 5)] {
        let chain = process.create_mipmapped_array(hal, T, &whole, asked).unwrap();
        let levels = (0..9).filter(|level| process.mipmapped_array_level(chain.into(), *level).is_ok());
        assert_eq!(levels.count(), there);
        assert_eq!(
            rule(process.mipmapped_array_level(chain.into(), there as u32)),
            Rule::MipmapLevel
        );
    }
    let chain = process.create_mipmapped_array(hal, T, &whole, 5).unwrap();
    let level = process.mipmapped_array_level(chain.into(), 3).unwrap();
    assert_eq!(process.mipmapped_array_level(chain.into(), 3), Ok(level));
    assert_eq!(process.array_descriptor(level.into()), Ok(descriptor(2, 1, 0, 2)));
    assert_eq!(rule(process.destroy_array(hal, level.into())), Rule::ArrayPart);
    assert_eq!(
        rule(process.mipmapped_array_sparse_properties(chain.into())),
        Rule::ArraySparse
    );
    let too_wide = descriptor(32_769, 8, 0, 0);
    assert_eq!(
        rule(process.create_mipmapped_array(hal, T, &too_wide, 2)),
        Rule::ArraySize
    );
    let pending = process.destroy_mipmapped_array(hal, chain.into()).unwrap();
    world.finish(pending).unwrap();
    assert_eq!(rule(world.process.array_descriptor(level.into())), Rule::HandleStale);
    let again = world.process.destroy_mipmapped_array(&mut world.hal, chain.into());
    assert_eq!(rule(again), Rule::HandleStale);
}

#[test]
fn planes() {
    let mut world = world();
    let picture = |width, height| ArrayDescriptor {
        format: 176,
        channels: 3,
        ..descriptor(width, height, 0, 0)
    };
    for (width, height) in [(5, 4), (4, 5), (4, 0)] {
        assert_eq!(rule(create(&mut world, picture(width, height))), Rule::ArrayPlanesShape);
    }
    let whole = create(&mut world, picture(8, 4)).unwrap();
    let (process, hal) = (&mut world.process, &mut world.hal);
    let brightness = process.array_plane(whole.into(), 0).unwrap();
    let colours = process.array_plane(whole.into(), 1).unwrap();
    assert_eq!(process.array_descriptor(brightness.into()), Ok(bytes_of(8, 4, 0)));
    let expected = ArrayDescriptor {
        channels: 2,
        ..bytes_of(4, 2, 0)
    };
    assert_eq!(process.array_descriptor(colours.into()), Ok(expected));
    assert_eq!(rule(process.array_plane(whole.into(), 2)), Rule::ArrayPlane);
    assert_eq!(rule(process.array_plane(colours.into(), 0)), Rule::ArrayPlane);
    assert_eq!(rule(process.destroy_array(hal, colours.into())), Rule::ArrayPart);
    let mut host = [7; 8];
    let whole_side = CopySide::Array(whole.into(), 0);
    assert_eq!(
        rule(copy(&mut world, whole_side, CopySide::Any(HOST), 8, &mut host)),
        Rule::ArrayPlanesUse
    );
    let plane_side = CopySide::Array(colours.into(), 0);
    copy(&mut world, plane_side, CopySide::Any(HOST), 8, &mut host).unwrap();
    destroy(&mut world, whole).unwrap();
    assert_eq!(rule(world.process.array_descriptor(colours.into())), Rule::HandleStale);
}

#[test]
fn bytes_of_the_first_row() {
    let mut world = world();
    let array = create(&mut world, descriptor(4, 2, 0, 0)).unwrap();
    let at = |offset| CopySide::Array(array.into(), offset);
    let host = CopySide::Any(HOST);
    let mut bytes: [u8; 16] = core::array::from_fn(|place| place as u8);
    copy(&mut world, at(0), host, 16, &mut bytes).unwrap();
    // Any offset and size, whatever the elements are.
    copy(&mut world, at(3), host, 5, &mut [99; 5]).unwrap();
    let mut back = [0; 16];
    copy(&mut world, host, at(0), 16, &mut back).unwrap();
    assert_eq!(back, [0, 1, 2, 99, 99, 99, 99, 99, 8, 9, 10, 11, 12, 13, 14, 15]);
    for (offset, size) in [(0, 17), (16, 1), (1, 16), (u64::MAX, 2)] {
        let mut bytes = [0; 32];
        assert_eq!(
            rule(copy(&mut world, at(offset), host, size, &mut bytes)),
            Rule::CopyArrayRow
        );
        assert_eq!(
            rule(copy(&mut world, host, at(offset), size, &mut bytes)),
            Rule::CopyArrayRow
        );
    }
    let nothing = CopySide::Array(Handle::Null, 0);
    assert_eq!(rule(copy(&mut world, nothing, host, 4, &mut [0; 4])), Rule::ArrayNull);
    copy(&mut world, nothing, host, 0, &mut []).unwrap();
    let other = create(&mut world, bytes_of(32, 0, 0)).unwrap();
    copy(&mut world, CopySide::Array(other.into(), 20), at(2), 12, &mut []).unwrap();
    let device = world.process.allocate_device(&mut world.hal, T, 12).unwrap();
    let device = CopySide::Device(device);
    copy(&mut world, device, CopySide::Array(other.into(), 20), 12, &mut []).unwrap();
    let mut back = [0; 12];
    copy(&mut world, host, device, 12, &mut back).unwrap();
    assert_eq!(back, [2, 99, 99, 99, 99, 99, 8, 9, 10, 11, 12, 13]);
}

#[test]
fn boxes_lie_in_their_array() {
    let mut world = world();
    let volume = create(&mut world, descriptor(4, 3, 2, 0)).unwrap();
    let mut host = [0; 256];
    let mut to = |at, extents| copy_box(&mut world, array_side(volume, at), host_side(0, 0), extents, &mut host);
    to([0, 0, 0], [16, 3, 2]).unwrap();
    to([12, 2, 1], [4, 1, 1]).unwrap();
    to([12, 2, 1], [0, 9, 9]).unwrap();
    for (at, extents) in [
        ([4, 0, 0], [16, 1, 1]),
        ([0, 1, 0], [16, 3, 1]),
        ([0, 0, 1], [16, 3, 2]),
        ([u64::MAX, 0, 0], [16, 1, 1]),
        ([0, u64::MAX, 0], [16, 1, 1]),
    ] {
        assert_eq!(rule(to(at, extents)), Rule::CopyArrayRange);
    }
    let null = array_side(Handle::Null, [0; 3]);
    assert_eq!(
        rule(copy_box(&mut world, null, host_side(0, 0), [4, 1, 1], &mut host)),
        Rule::ArrayNull
    );
    let line = create(&mut world, descriptor(16, 0, 0, 0)).unwrap();
    let bytes = create(&mut world, bytes_of(16, 0, 0)).unwrap();
    let (line, bytes) = (array_side(line, [0; 3]), array_side(bytes, [0; 3]));
    copy_box(&mut world, line, array_side(volume, [0, 1, 1]), [16, 1, 1], &mut []).unwrap();
    assert_eq!(
        rule(copy_box(&mut world, bytes, line, [16, 1, 1], &mut [])),
        Rule::CopyArraysDiffer
    );
}

#[test]
fn a_level_is_copied_like_an_array() {
    let mut world = world();
    let (process, hal) = (&mut world.process, &mut world.hal);
    let chain = process.create_mipmapped_array(hal, T, &bytes_of(8, 8, 0), 4).unwrap();
    let levels: [ArrayId; 4] =
        core::array::from_fn(|level| process.mipmapped_array_level(chain.into(), level as u32).unwrap());
    for (number, level) in levels.into_iter().enumerate() {
        let side = 8 >> number as u64;
        let mut host = [number as u8 + 1; 64];
        let to = array_side(level, [0; 3]);
        copy_box(&mut world, to, host_side(side, side), [side, side, 1], &mut host).unwrap();
    }
    for (number, level) in levels.into_iter().enumerate() {
        let side = 8 >> number as u64;
        let mut host = [0; 64];
        let from = array_side(level, [0; 3]);
        copy_box(&mut world, host_side(8, 8), from, [side, side, 1], &mut host).unwrap();
        for y in 0..8 {
            for x in 0..8 {
                let inside = x < side && y < side;
                let expected = if inside { number as u8 + 1 } else { 0 };
                assert_eq!(host[(y * 8 + x) as usize], expected);
            }
        }
    }
}

#[test]
fn an_array_that_goes_while_a_copy_waits() {
    let mut world = world();
    let array = create(&mut world, descriptor(4, 0, 0, 0)).unwrap();
    let read = Copy {
        to: CopySide::Any(HOST),
        from: CopySide::Array(array.into(), 0),
        size: 16,
    };
    let (process, hal) = (&mut world.process, &mut world.hal);
    let pending = process.copy(hal, T, LEGACY, Mode::Synchronous, &read, None).unwrap();
    destroy(&mut world, array).unwrap();
    let mut host = [0; 16];
    let host = HostMemory {
        from: None,
        to: Some(&mut host),
    };
    assert_eq!(rule(world.finish_with(pending, host)), Rule::HandleStale);
}

proptest! {
    /// What was written to a box is read from it, and nothing else has changed.
    #[test]
    fn boxes_round_trip(
        extents in [1..6_u64, 1..5_u64, 1..4_u64],
        from in [0..6_u64, 0..5_u64, 0..4_u64],
        length in [1..6_u64, 1..5_u64, 1..4_u64],
    ) {
        let mut world = world();
        let [width, height, depth] = extents;
        let volume = create(&mut world, bytes_of(width, height, depth)).unwrap();
        let mut model = alloc::vec![0_u8; (width * height * depth) as usize];
        let mut host: alloc::vec::Vec<u8> = (1..=120).collect();
        let to = array_side(volume, from);
        let written = copy_box(&mut world, to, host_side(length[0], length[1]), length, &mut host);
        let fits = (0..3).all(|axis| from[axis] + length[axis] <= extents[axis]);
        prop_assert_eq!(written.is_ok(), fits);
        if fits {
            let mut next = host.iter();
            for z in from[2]..from[2] + length[2] {
                for y in from[1]..from[1] + length[1] {
                    for x in from[0]..from[0] + length[0] {
                        model[((z * height + y) * width + x) as usize] = *next.next().unwrap();
                    }
                }
            }
        }
        let mut back = alloc::vec![0; model.len()];
        let all = array_side(volume, [0; 3]);
        copy_box(&mut world, host_side(width, height), all, extents, &mut back).unwrap();
        prop_assert_eq!(back, model);
    }
}
