//! Copies and fills, as the oracle has them.

use musa_hal::{Address, Dialect};

use super::{HOST, LEGACY, device, from_device, pinned, read, to_device, upload, world};
use crate::host::HostMemory;
use crate::memory::*;
use crate::rule::Rule;
use crate::testing::{T, World, rule};

#[test]
fn ranges_are_exact_to_the_byte() {
    let mut world = world();
    let p = device(&mut world, 100);
    assert_eq!(upload(&mut world, p, &[1; 100]), Ok(()));
    assert_eq!(rule(upload(&mut world, p, &[1; 101])), Rule::CopyRange);
    assert_eq!(rule(upload(&mut world, Address(p.0 + 99), &[1; 2])), Rule::CopyRange);
    for address in [p.0 + 100, p.0 - 1, 0, 0x1000] {
        assert_eq!(rule(upload(&mut world, Address(address), &[1])), Rule::CopyDevice);
        assert_eq!(upload(&mut world, Address(address), &[]), Ok(()), "no bytes, no rule");
        assert_eq!(
            rule(world.process.address_range(T, Address(address))),
            Rule::MemoryRange
        );
    }
    let huge = world.process.copy(
        &mut world.hal,
        T,
        LEGACY,
        Mode::Synchronous,
        &to_device(p, u64::MAX),
        None,
    );
    assert_eq!(rule(huge), Rule::CopyRange);
    assert_eq!(read(&world, p, 100), [1; 100]);
    assert_eq!(world.process.address_range(T, Address(p.0 + 99)), Ok((p, 100)));
}

#[test]
fn kinds_of_memory_are_found_out() {
    let mut world = world();
    let (d, e, h) = (device(&mut world, 64), device(&mut world, 64), pinned(&mut world, 64));
    upload(&mut world, d, &[3; 64]).unwrap();
    let all = [(CopySide::Any as fn(_) -> _), CopySide::Device];
    for to in all {
        for from in all {
            for (target, source) in [(e, d), (h, d), (d, h), (d, d)] {
                let copy = Copy {
                    to: to(target),
                    from: from(source),
                    size: 64,
                };
                let pending = world
                    .process
                    .copy(&mut world.hal, T, LEGACY, Mode::Synchronous, &copy, None);
                world.finish(pending.unwrap()).unwrap();
                world.hal.settle();
                assert_eq!(read(&world, target, 64), [3; 64]);
            }
        }
    }
    let pageable = Copy {
        to: CopySide::Device(d),
        from: CopySide::Device(HOST),
        size: 4,
    };
    let copied = world
        .process
        .copy(&mut world.hal, T, LEGACY, Mode::Synchronous, &pageable, None);
    assert_eq!(rule(copied), Rule::CopyDevice);
    // Low addresses of the host.
    for low in [0, 0xffff] {
        let copy = Copy {
            to: CopySide::Device(d),
            from: CopySide::Any(Address(low)),
            size: 4,
        };
        let copied = world
            .process
            .copy(&mut world.hal, T, LEGACY, Mode::Synchronous, &copy, None);
        assert_eq!(rule(copied), Rule::HostAddress);
    }
    // Between pageable memories.
    let copy = Copy {
        to: CopySide::Any(HOST),
        from: CopySide::Any(Address(HOST.0 + 4096)),
        size: 1300,
    };
    let pending = world
        .process
        .copy(&mut world.hal, T, LEGACY, Mode::Synchronous, &copy, None)
        .unwrap();
    let (source, mut target) = ([9_u8; 1300], [0_u8; 1300]);
    let host = HostMemory {
        from: Some(&source),
        to: Some(&mut target),
    };
    world.finish_with(pending, host).unwrap();
    assert_eq!(source, target);
}

#[test]
fn who_waits() {
    for (dialect, pageable_upload_waits) in [(Dialect::Reference, false), (Dialect::Musa, true)] {
        let mut world = World::with_context(dialect);
        let (d, h) = (device(&mut world, 64), pinned(&mut world, 64));
        let spin = world.function("kernel spin", "spin");
        let launch = crate::launch::LaunchRequest::new(musa_hal::Dim3::ONE, musa_hal::Dim3::ONE, LEGACY);
        world.process.launch(&mut world.hal, T, spin.into(), &launch).unwrap();
        let mut waits = |to, from, mode| {
            let copy = Copy { to, from, size: 4 };
            let source = [1_u8; 4];
            let pending = world
                .process
                .copy(&mut world.hal, T, LEGACY, mode, &copy, Some(&source))
                .unwrap();
            world.hal.settle();
            !world.process.ready(&world.hal, &pending)
        };
        let (dev, pin, page) = (CopySide::Device(d), CopySide::Any(h), CopySide::Any(HOST));
        use Mode::{Asynchronous, Synchronous};
        assert!(waits(dev, page, Synchronous));
        assert!(waits(dev, pin, Synchronous));
        assert!(waits(page, dev, Synchronous));
        assert!(waits(pin, dev, Synchronous));
        assert!(waits(page, page, Synchronous));
        assert!(!waits(dev, dev, Synchronous));
        assert_eq!(waits(dev, page, Asynchronous), pageable_upload_waits, "{dialect:?}");
        assert!(!waits(dev, pin, Asynchronous));
        assert!(!waits(pin, dev, Asynchronous));
        assert!(waits(page, dev, Asynchronous));
        let mut fill_waits = |address, mode| {
            let fill = Fill::row(address, 0, 1, 4);
            let pending = world.process.fill(&mut world.hal, T, LEGACY, mode, &fill).unwrap();
            world.hal.settle();
            !world.process.ready(&world.hal, &pending)
        };
        assert!(!fill_waits(d, Synchronous));
        assert!(fill_waits(h, Synchronous));
        assert!(!fill_waits(h, Asynchronous));
        for pending in [
            world.process.free_device(&mut world.hal, d).unwrap(),
            world.process.free_host(&mut world.hal, h).unwrap(),
        ] {
            assert!(!world.process.ready(&world.hal, &pending), "freeing waits");
        }
    }
}

#[test]
fn pageable_sources_are_taken_at_the_call_and_targets_written_at_the_end() {
    let mut world = world();
    let d = device(&mut world, 64);
    let mut source = [1_u8; 64];
    let copy = to_device(d, 64);
    let pending = world
        .process
        .copy(&mut world.hal, T, LEGACY, Mode::Asynchronous, &copy, Some(&source))
        .unwrap();
    source.fill(2);
    world.finish(pending).unwrap();
    let copy = from_device(Address(d.0 + 60), 4);
    let pending = world
        .process
        .copy(&mut world.hal, T, LEGACY, Mode::Synchronous, &copy, None)
        .unwrap();
    let mut target = [0_u8; 4];
    let host = HostMemory {
        from: None,
        to: Some(&mut target),
    };
    world.finish_with(pending, host).unwrap();
    assert_eq!(target, [1; 4]);
    assert_eq!(source, [2; 64]);
}

#[test]
fn overlapping_copies_move() {
    let mut world = world();
    let d = device(&mut world, 256);
    let bytes: alloc::vec::Vec<u8> = (0..=255).collect();
    for (to, from) in [(40, 0), (0, 40), (1, 0), (0, 1), (3, 100)] {
        upload(&mut world, d, &bytes).unwrap();
        let copy = Copy {
            to: CopySide::Device(Address(d.0 + to)),
            from: CopySide::Device(Address(d.0 + from)),
            size: 100,
        };
        let pending = world
            .process
            .copy(&mut world.hal, T, LEGACY, Mode::Asynchronous, &copy, None);
        world.finish(pending.unwrap()).unwrap();
        world.hal.settle();
        let mut expected = bytes.clone();
        expected.copy_within(from as usize..from as usize + 100, to as usize);
        assert_eq!(read(&world, d, 256), expected, "{from} to {to}");
    }
}

fn rect(to: Address, width: u64, height: u64, from_pitch: u64, to_pitch: u64) -> RectCopy {
    let side = |memory, address, pitch| RectSide {
        memory,
        host: address,
        device: address,
        array: crate::id::Handle::Null,
        x: 0,
        y: 0,
        z: 0,
        pitch,
        height: 0,
        level: 0,
    };
    RectCopy {
        to: side(2, to, to_pitch),
        from: side(1, HOST, from_pitch),
        width,
        height,
        depth: 1,
    }
}

#[test]
fn boxes() {
    let mut world = world();
    let d = device(&mut world, 4096);
    let mut source = [0_u8; 4096];
    for (place, byte) in source.iter_mut().enumerate() {
        *byte = place as u8;
    }
    let mut copy = |copy: &RectCopy| {
        let pending = world
            .process
            .copy_rect(&mut world.hal, T, LEGACY, Mode::Synchronous, copy, Some(&source))?;
        world.finish(pending)?;
        Ok(read(&world, d, 4096))
    };
    let bytes = copy(&rect(d, 4, 3, 16, 8)).unwrap();
    assert_eq!(
        bytes[..20],
        [0, 1, 2, 3, 0, 0, 0, 0, 16, 17, 18, 19, 0, 0, 0, 0, 32, 33, 34, 35]
    );
    for (width, height, from, to) in [
        (0, 3, 16, 8),
        (4, 0, 16, 8),
        (0, 3, 0, 0),
        (8, 1, 0, 0),
        (8, 2, 0, 16),
        (8, 2, 16, 0),
    ] {
        copy(&rect(d, width, height, from, to)).unwrap();
    }
    for (width, height, from, to) in [(8, 2, 4, 16), (8, 2, 16, 4), (8, 1, 4, 16)] {
        assert_eq!(rule(copy(&rect(d, width, height, from, to))), Rule::CopyPitch);
    }
    assert_eq!(rule(copy(&rect(d, 16, 5, 16, 1024))), Rule::CopyRange);
    copy(&rect(d, 4, 1, 16, 1 << 31)).unwrap();
    let mut shifted = rect(d, 4, 2, 16, 16);
    (shifted.from.x, shifted.from.y, shifted.to.x, shifted.to.y) = (2, 1, 5, 2);
    let bytes = copy(&shifted).unwrap();
    assert_eq!(bytes[37..41], [18, 19, 20, 21]);
    assert_eq!(bytes[53..57], [34, 35, 36, 37]);
    let mut exact = rect(d, 16, 4, 16, 1024);
    exact.to.x = 1008;
    copy(&exact).unwrap();
    exact.to.y = 1;
    assert_eq!(rule(copy(&exact)), Rule::CopyRange);
    let mut wide = rect(d, 12, 1, 16, 16);
    wide.to.x = 5;
    assert_eq!(rule(copy(&wide)), Rule::CopyPitch);
    for memory in [0, 9] {
        let mut wrong = rect(d, 4, 2, 16, 16);
        wrong.to.memory = memory;
        assert_eq!(rule(copy(&wrong)), Rule::CopyMemoryType);
        wrong.width = 0;
        copy(&wrong).unwrap();
    }
    for address in [0, 0x1000] {
        assert_eq!(rule(copy(&rect(Address(address), 4, 2, 16, 16))), Rule::CopyDevice);
    }
    let mut unified = rect(d, 4, 2, 16, 16);
    (unified.to.memory, unified.from.memory) = (4, 4);
    copy(&unified).unwrap();
    let mut slices = rect(d, 4, 2, 16, 16);
    slices.depth = 2;
    slices.from.height = 1;
    assert_eq!(rule(copy(&slices)), Rule::CopyHeight);
    for huge in [u64::MAX, u64::MAX / 2] {
        let mut wide = rect(d, huge, huge, 0, 0);
        wide.depth = huge;
        assert_eq!(rule(copy(&wide)), Rule::CopyRange);
    }
}

#[test]
fn fills() {
    let mut world = world();
    let d = device(&mut world, 4096);
    let mut fill = |offset: u64, pitch, element, width, height| {
        let fill = Fill {
            address: Address(d.0 + offset),
            pitch,
            value: 0x4433_2211,
            element,
            width,
            height,
        };
        let pending = world
            .process
            .fill(&mut world.hal, T, LEGACY, Mode::Synchronous, &fill)?;
        world.finish(pending)?;
        world.hal.settle();
        Ok(read(&world, d, 64))
    };
    assert_eq!(fill(1, 0, 1, 3, 1).unwrap()[..5], [0, 0x11, 0x11, 0x11, 0]);
    assert_eq!(fill(6, 0, 2, 1, 1).unwrap()[6..9], [0x11, 0x22, 0]);
    assert_eq!(fill(8, 0, 4, 1, 1).unwrap()[8..13], [0x11, 0x22, 0x33, 0x44, 0]);
    for (offset, element) in [(1, 2), (2, 4), (1, 4)] {
        assert_eq!(rule(fill(offset, 0, element, 1, 1)), Rule::FillAlignment);
        fill(offset, 0, element, 0, 1).unwrap();
    }
    assert_eq!(rule(fill(0, 0, 1, 4097, 1)), Rule::FillRange);
    assert_eq!(rule(fill(0, 0, 4, 1025, 1)), Rule::FillRange);
    assert_eq!(rule(fill(0, 0, 4, u64::MAX, 1)), Rule::FillRange);
    assert_eq!(rule(fill(4096, 0, 1, 1, 1)), Rule::FillRange);
    for (pitch, height) in [(3, 2), (0, 2)] {
        assert_eq!(rule(fill(0, pitch, 1, 4, height)), Rule::FillPitch);
        fill(0, pitch, 1, 4, 1).unwrap();
    }
    assert_eq!(rule(fill(0, 1024, 1, 4, 5)), Rule::FillRange);
    fill(1020, 1024, 1, 4, 4).unwrap();
    assert_eq!(rule(fill(0, 5, 2, 1, 2)), Rule::FillAlignment);
    assert_eq!(rule(fill(0, 8, 4, 3, 2)), Rule::FillPitch);
}
