//! Reservations, mappings, and addresses that are not given again at once.

use musa_hal::choose::Eager;
use musa_hal::{Address, DeviceOrdinal, Gone, HalError};

use super::{FIRST, MIB, allocate, owned};
use crate::memory::{GRANULE, MAPPINGS};

const DEVICE: DeviceOrdinal = DeviceOrdinal(0);

#[test]
fn mappings_of_one_memory_show_the_same_bytes() {
    let mut spaces = owned(&[16 * MIB]);
    let space = spaces.open_space().unwrap();
    let at = spaces.reserve(space, 4 * MIB, 2 * MIB, None).unwrap();
    assert!(MAPPINGS.contains(&at.0) && at.0.is_multiple_of(2 * MIB));
    let memory = spaces.create(space, DEVICE, 2 * MIB).unwrap();
    assert_eq!(spaces.capacity(DEVICE).1, 14 * MIB);
    let second = Address(at.0 + 2 * MIB);
    spaces.map(space, at, 2 * MIB, memory, 0).unwrap();
    spaces.map(space, second, MIB, memory, MIB).unwrap();
    spaces.write(space, Address(at.0 + MIB), b"alias").unwrap();
    let mut bytes = [0; 5];
    spaces.read(space, second, &mut bytes).unwrap();
    assert_eq!(&bytes, b"alias");
    // Its own address is nobody's.
    assert!(spaces.read(space, Address(memory.0), &mut bytes).is_err());
    // Across the border of two mappings.
    spaces.write(space, Address(second.0 - 2), b"cross").unwrap();
    spaces.read(space, Address(second.0 - 2), &mut bytes).unwrap();
    assert_eq!(&bytes, b"cross");
    // Given back, the memory stays while it is mapped.
    spaces.destroy(space, memory).unwrap();
    assert!(spaces.map(space, Address(second.0 + MIB), MIB, memory, 0).is_err());
    spaces.free(space, at).unwrap();
    assert_eq!(spaces.capacity(DEVICE).1, 14 * MIB);
    assert!(spaces.read(space, at, &mut bytes).is_err());
    spaces.free(space, second).unwrap();
    assert_eq!(spaces.capacity(DEVICE).1, 16 * MIB);
    spaces.unreserve(space, at).unwrap();
    assert!(spaces.unreserve(space, at).is_err());
}

#[test]
fn a_mapping_is_inaccessible_until_rights_are_given() {
    let mut spaces = owned(&[16 * MIB, 16 * MIB]);
    let space = spaces.open_space().unwrap();
    let at = spaces.reserve(space, MIB, MIB, None).unwrap();
    let memory = spaces.create(space, DEVICE, MIB).unwrap();
    spaces.map(space, at, MIB, memory, 0).unwrap();
    let writable = |spaces: &crate::memory::AddressSpaces<'_, _>, device| {
        let view = spaces.view(space, Some(DeviceOrdinal(device))).unwrap();
        view.region(at.0).map(|region| region.writable())
    };
    assert_eq!((writable(&spaces, 0), writable(&spaces, 1)), (None, None));
    spaces.set_access(space, at, DEVICE, true, true).unwrap();
    spaces.set_access(space, at, DeviceOrdinal(1), true, false).unwrap();
    assert_eq!((writable(&spaces, 0), writable(&spaces, 1)), (Some(true), Some(false)));
}

#[test]
fn wrong_mappings_are_refused_and_change_nothing() {
    let mut spaces = owned(&[16 * MIB]);
    let (space, other) = (spaces.open_space().unwrap(), spaces.open_space().unwrap());
    let at = spaces.reserve(space, 2 * MIB, MIB, None).unwrap();
    let memory = spaces.create(space, DEVICE, MIB).unwrap();
    spaces.map(space, at, MIB, memory, 0).unwrap();
    let next = Address(at.0 + MIB);
    for (address, size, offset) in [
        (at, MIB, 0),
        (Address(next.0 - GRANULE), MIB, 0),
        (next, 2 * MIB, 0),
        (next, MIB, GRANULE),
        (next, 0, 0),
        (Address(next.0 + MIB), GRANULE, 0),
        (Address(next.0 + 1), GRANULE, 0),
    ] {
        assert!(spaces.map(space, address, size, memory, offset).is_err());
    }
    assert!(spaces.map(other, next, MIB, memory, 0).is_err());
    spaces.close_space(other);
    spaces.close_space(space);
    assert_eq!(spaces.capacity(DEVICE).1, 16 * MIB);
}

#[test]
fn a_wanted_reservation_is_had_where_it_is_free() {
    let mut spaces = owned(&[MIB]);
    let space = spaces.open_space().unwrap();
    let wanted = Address(MAPPINGS.start + 64 * MIB);
    assert_eq!(spaces.reserve(space, MIB, MIB, Some(wanted)), Ok(wanted));
    assert_ne!(spaces.reserve(space, MIB, MIB, Some(wanted)), Ok(wanted));
    assert_ne!(spaces.reserve(space, MIB, MIB, Some(Address(MIB))), Ok(Address(MIB)));
    spaces.unreserve(space, wanted).unwrap();
    assert_eq!(spaces.reserve(space, MIB, MIB, Some(wanted)), Ok(wanted));
}

#[test]
fn exported_memory_can_be_mapped_by_another_space() {
    let mut spaces = owned(&[16 * MIB]);
    let (exporter, importer) = (spaces.open_space().unwrap(), spaces.open_space().unwrap());
    let memory = spaces.create(exporter, DEVICE, MIB).unwrap();
    let token = spaces.export_memory(exporter, memory).unwrap();
    let imported = spaces.import_memory(importer, DEVICE, &token).unwrap();
    let mut at = [Address(0); 2];
    for (place, (space, memory)) in at.iter_mut().zip([(exporter, memory), (importer, imported)]) {
        *place = spaces.reserve(space, MIB, MIB, None).unwrap();
        spaces.map(space, *place, MIB, memory, 0).unwrap();
        spaces.destroy(space, memory).unwrap();
    }
    spaces.write(exporter, at[0], b"shared").unwrap();
    let mut bytes = [0; 6];
    spaces.read(importer, at[1], &mut bytes).unwrap();
    assert_eq!(&bytes, b"shared");
    let gone = spaces.import_memory(importer, DEVICE, &token);
    assert_eq!(gone, Err(HalError::Gone(Gone::Memory)));
    spaces.close_space(exporter);
    spaces.read(importer, at[1], &mut bytes).unwrap();
    assert_eq!(&bytes, b"shared");
    assert_eq!(spaces.capacity(DEVICE).1, 15 * MIB);
    spaces.close_space(importer);
    assert_eq!(spaces.capacity(DEVICE).1, 16 * MIB);
}

#[test]
fn addresses_are_not_given_again_at_once_where_there_are_others() {
    let mut spaces = owned(&[MIB]);
    let space = spaces.open_space().unwrap();
    let first = allocate(&mut spaces, space, 100);
    spaces.free(space, first).unwrap();
    let mut seen = 0;
    // After a while they are.
    while allocate(&mut spaces, space, 100) != first {
        let last = allocate(&mut spaces, space, 100);
        spaces.free(space, last).unwrap();
        seen += 1;
        assert!(seen < 64, "the address is lost");
    }
    assert!(seen > 8);
    // A device that is filled again and again gives all it has.
    for _ in 0..4 {
        let rest = spaces.capacity(DEVICE).1;
        let all = spaces.allocate(space, FIRST, rest, 1, &mut Eager).unwrap();
        assert_eq!(spaces.capacity(DEVICE).1, 0);
        spaces.free(space, all).unwrap();
    }
}
