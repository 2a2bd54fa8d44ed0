mod mapping;

use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::Ordering;

use managed::ManagedSlice;
use musa_hal::choose::Eager;
use musa_hal::{Address, AllocationKind, DeviceOrdinal, Gone, HalError, Resource, SpaceId};

use super::*;

const FIRST: AllocationKind = AllocationKind::Device(DeviceOrdinal(0));
const MIB: u64 = 1 << 20;

fn owned(devices: &[u64]) -> AddressSpaces<'static, OwnedSource> {
    let storage = MemoryStorage {
        nodes: ManagedSlice::Owned(Vec::new()),
        spaces: ManagedSlice::Owned(Vec::new()),
    };
    AddressSpaces::new(devices.iter().copied(), OwnedSource, storage, GRANULE).unwrap()
}

fn allocate<S: MemorySource>(spaces: &mut AddressSpaces<'_, S>, space: SpaceId, size: u64) -> Address {
    spaces.allocate(space, FIRST, size, 1, &mut Eager).unwrap()
}

#[test]
fn an_access_is_valid_by_granule_and_faults_past_it() {
    let mut spaces = owned(&[MIB]);
    let space = spaces.open_space().unwrap();
    let first = allocate(&mut spaces, space, 100);
    let second = allocate(&mut spaces, space, 4);
    assert!(first.0 >= DEVICE_BASE && second.0 < 1 << 40);
    let view = spaces.view(space, Some(DeviceOrdinal(0))).unwrap();
    let region = view.region(first.0 + 99).unwrap();
    assert_eq!((region.base(), region.size(), region.length()), (first, 100, 512));
    assert_eq!(region.load::<u32>(first.0 + 508), Ok(0));
    assert_eq!(region.load::<u32>(first.0 + 510), Err(OutOfRegion));
    assert!(view.region(first.0 + 511).is_some());
    assert!(view.region(first.0 + 512).is_none(), "a gap lies between neighbours");
    assert!(view.region(second.0).is_some());
}

#[test]
fn a_large_allocation_is_valid_to_the_end_of_its_last_page() {
    let mut spaces = owned(&[64 * MIB]);
    let space = spaces.open_space().unwrap();
    let unused = |spaces: &AddressSpaces<'_, OwnedSource>| spaces.capacity(DeviceOrdinal(0)).1;
    for (size, length) in [
        (40_000_000, 20 * 2 * MIB),
        (3_000_000, 4 * MIB),
        (2 * MIB, 2 * MIB),
        (MIB, MIB),
    ] {
        let before = unused(&spaces);
        let base = allocate(&mut spaces, space, size).0;
        assert_eq!(before - unused(&spaces), length);
        let view = spaces.view(space, Some(DeviceOrdinal(0))).unwrap();
        let region = view.region(base + size - 1).unwrap();
        assert_eq!((region.size(), region.length()), (size, length));
        assert_eq!(region.store(base + length - 4, 1_u32), Ok(()));
        assert!(view.region(base + length).is_none());
    }
    // The rest is no whole number of pages, and can be had.
    allocate(&mut spaces, space, 512);
    let rest = unused(&spaces);
    assert!(!rest.is_multiple_of(2 * MIB));
    allocate(&mut spaces, space, rest - GRANULE);
    assert!(unused(&spaces) <= GRANULE);
}

#[test]
fn new_memory_is_zero_also_where_memory_was() {
    let mut bytes = vec![0xff; 8192];
    let mut host = vec![0xff; 4096];
    let mut nodes: Vec<Node> = (0..16).map(|_| Node::default()).collect();
    let mut table = [Space::default()];
    let storage = MemoryStorage {
        nodes: ManagedSlice::Borrowed(&mut nodes),
        spaces: ManagedSlice::Borrowed(&mut table),
    };
    let source = SliceSource::new([&mut bytes], &mut host);
    let mut spaces = AddressSpaces::new([MIB], source, storage, 0).unwrap();
    let space = spaces.open_space().unwrap();
    assert_eq!(
        spaces.open_space(),
        Err(HalError::Exhausted(Resource::Table("address spaces")))
    );
    for _ in 0..3 {
        let base = allocate(&mut spaces, space, 1000);
        let mut read = [1; 1000];
        spaces.read(space, base, &mut read).unwrap();
        assert_eq!(read, [0; 1000]);
        spaces.write(space, base, &[7; 1000]).unwrap();
        spaces.free(space, base).unwrap();
    }
    let (total, free) = spaces.capacity(DeviceOrdinal(0));
    assert!(total == free && (7168..=8192).contains(&total));
    let refused = spaces.allocate(space, FIRST, total + 1, 1, &mut Eager);
    assert_eq!(refused, Err(HalError::Exhausted(Resource::DeviceMemory)));
    let pinned = spaces
        .allocate(space, AllocationKind::PinnedHost, 16, 16, &mut Eager)
        .unwrap();
    assert_eq!(pinned.0, HOST_BASE);
}

#[test]
fn atomics_copies_and_elements_agree_on_bytes() {
    let mut spaces = owned(&[MIB]);
    let space = spaces.open_space().unwrap();
    let base = allocate(&mut spaces, space, 64).0;
    let region = spaces.view(space, None).unwrap().region(base).unwrap();
    region.store::<u64>(base + 1, 0x1122_3344_5566_7788).unwrap();
    assert_eq!(region.load::<u16>(base + 2), Ok(0x6677));
    assert_eq!(
        region.atomic_load::<u32>(base + 2, Ordering::Acquire),
        Err(OutOfRegion),
        "misaligned"
    );
    assert_eq!(
        region.atomic_update::<u32>(base + 16, Ordering::AcqRel, |old| old + 5),
        Ok(0)
    );
    assert_eq!(region.atomic_load::<u32>(base + 16, Ordering::AcqRel), Ok(5));
    region.atomic_store::<u128>(base + 32, 9, Ordering::SeqCst).unwrap();
    assert_eq!(
        region.atomic_update::<u128>(base + 32, Ordering::Relaxed, |old| old << 64),
        Ok(9)
    );
    assert_eq!(region.load::<u64>(base + 40), Ok(9));
    region.fill_elements::<u16>(base, 0x0102, 4).unwrap();
    region.copy_to(base, &region, base + 1, 8).unwrap();
    let mut bytes = [0_u8; 9];
    region.read(base, &mut bytes).unwrap();
    assert_eq!(bytes, [2, 2, 1, 2, 1, 2, 1, 2, 1]);
    let mut words = [0_u16; 2];
    region.read_elements(base, &mut words).unwrap();
    assert_eq!(words, [0x0202, 0x0201]);
}

#[test]
fn a_device_sees_its_own_memory_its_peers_and_the_hosts() {
    let mut spaces = owned(&[MIB, MIB]);
    let (space, other) = (spaces.open_space().unwrap(), spaces.open_space().unwrap());
    let (near, far) = (DeviceOrdinal(0), DeviceOrdinal(1));
    let base = allocate(&mut spaces, space, 8);
    let pinned = spaces
        .allocate(space, AllocationKind::PinnedHost, 8, 8, &mut Eager)
        .unwrap();
    let sees = |spaces: &AddressSpaces<'_, OwnedSource>, space, device, address: Address| {
        spaces.view(space, Some(device)).unwrap().region(address.0).is_some()
    };
    assert!(sees(&spaces, space, near, base) && !sees(&spaces, space, far, base));
    assert!(sees(&spaces, space, far, pinned));
    assert!(!sees(&spaces, other, near, base) && !sees(&spaces, other, near, pinned));
    spaces.set_peer(space, far, near, true).unwrap();
    assert!(sees(&spaces, space, far, base));
    spaces.set_access(space, base, near, true, true).unwrap();
    assert!(
        !sees(&spaces, space, far, base),
        "the region's own rights replace the rule of peers"
    );
    spaces.set_access(space, base, far, true, false).unwrap();
    let view = spaces.view(space, Some(far)).unwrap();
    assert_eq!(view.region(base.0).unwrap().store(base.0, 1_u8), Err(OutOfRegion));
}

#[test]
fn exported_memory_lives_until_its_last_holder_lets_go() {
    let mut spaces = owned(&[MIB]);
    let (owner, holder) = (spaces.open_space().unwrap(), spaces.open_space().unwrap());
    let device = DeviceOrdinal(0);
    let base = allocate(&mut spaces, owner, 600);
    let token = spaces.export(owner, base).unwrap();
    assert_eq!(token.owner, spaces.owner(owner));
    let here = spaces.import(holder, device, &token).unwrap();
    assert_ne!(here, base);
    spaces.write(owner, base, &[5; 600]).unwrap();
    spaces.free(owner, base).unwrap();
    assert!(spaces.view(owner, None).unwrap().region(base.0).is_none());
    let mut byte = [0];
    spaces.read(holder, Address(here.0 + 599), &mut byte).unwrap();
    assert_eq!(byte, [5]);
    assert_eq!(spaces.capacity(device), (MIB, MIB - 1024));
    assert_eq!(spaces.import(holder, device, &token), Err(HalError::Gone(Gone::Memory)));
    spaces.free(holder, here).unwrap();
    assert_eq!(spaces.capacity(device), (MIB, MIB));
    let again = allocate(&mut spaces, owner, 600);
    let token = spaces.export(owner, again).unwrap();
    spaces.close_space(owner);
    assert_eq!(spaces.import(holder, device, &token), Err(HalError::Gone(Gone::Owner)));
    assert_eq!(spaces.capacity(device), (MIB, MIB));
    assert!(spaces.free(owner, again).is_err());
}

#[test]
fn the_nearest_allocation_is_named() {
    let mut spaces = owned(&[MIB]);
    let space = spaces.open_space().unwrap();
    let (first, second) = (allocate(&mut spaces, space, 100), allocate(&mut spaces, space, 100));
    let nearest = |spaces: &AddressSpaces<'_, OwnedSource>, address| {
        let nearest = spaces.view(space, None).unwrap().nearest(address).unwrap();
        (nearest.base, nearest.freed)
    };
    assert_eq!(nearest(&spaces, first.0 + 520), (first, false));
    assert_eq!(nearest(&spaces, second.0 - 1), (second, false));
    spaces.free(space, first).unwrap();
    assert_eq!(nearest(&spaces, first.0 + 50), (first, true));
    assert_eq!(nearest(&spaces, first.0 + 200), (second, false));
    assert!(spaces.free(space, first).is_err());
    assert!(spaces.free(space, Address(second.0 + 1)).is_err());
}

#[test]
fn registration_needs_a_source_that_reaches_host_memory() {
    let mut spaces = owned(&[MIB]);
    let space = spaces.open_space().unwrap();
    let refused = spaces.register(space, Address(0x7000_0000_0000), 100);
    assert_eq!(refused, Err(HalError::Unsupported("registration of host memory")));
    assert!(spaces.register(space, Address(HOST_BASE), 100).is_err());
}
