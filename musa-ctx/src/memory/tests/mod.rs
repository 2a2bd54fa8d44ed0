//! Memory, as the oracle has it.

mod copies;

use musa_hal::{Address, Dialect, Memory};

use crate::error::Error;
use crate::memory::*;
use crate::rule::Rule;
use crate::stream::StreamArgument;
use crate::testing::{T, U, World, rule};

const LEGACY: StreamArgument = StreamArgument::Legacy;
/// An address of the host that the driver does not know.
const HOST: Address = Address(0x7f00_0000_0000);

fn world() -> World {
    World::with_context(Dialect::Reference)
}

fn device(world: &mut World, size: u64) -> Address {
    world.process.allocate_device(&mut world.hal, T, size).unwrap()
}

fn pinned(world: &mut World, size: u64) -> Address {
    world.process.allocate_host(&mut world.hal, T, size, 0).unwrap()
}

fn read(world: &World, address: Address, size: usize) -> alloc::vec::Vec<u8> {
    let mut bytes = alloc::vec![0; size];
    let space = world.process.space().unwrap();
    world.hal.read(space, address, &mut bytes).unwrap();
    bytes
}

fn to_device(to: Address, size: u64) -> Copy {
    Copy {
        to: CopySide::Device(to),
        from: CopySide::Any(HOST),
        size,
    }
}

fn from_device(from: Address, size: u64) -> Copy {
    Copy {
        to: CopySide::Any(HOST),
        from: CopySide::Device(from),
        size,
    }
}

fn upload(world: &mut World, to: Address, bytes: &[u8]) -> Result<(), Error> {
    let copy = to_device(to, bytes.len() as u64);
    struct Bytes<'a>(&'a [u8]);
    impl crate::host::HostSource for Bytes<'_> {
        fn bytes(&self, offset: u64, len: usize) -> &[u8] {
            &self.0[offset as usize..][..len]
        }
    }
    let source = Bytes(bytes);
    let pending = world
        .process
        .copy(&mut world.hal, T, LEGACY, Mode::Synchronous, &copy, Some(&source))?;
    world.finish(pending)
}

#[test]
fn allocation_and_freeing() {
    let mut world = world();
    assert_eq!(
        rule(world.process.allocate_device(&mut world.hal, T, 0)),
        Rule::MemorySize
    );
    assert_eq!(
        rule(world.process.allocate_device(&mut world.hal, U, 4)),
        Rule::ContextRequired
    );
    for size in [1 << 40, u64::MAX] {
        let result = world.process.allocate_device(&mut world.hal, T, size);
        assert!(matches!(result, Err(Error::Exhausted(_))));
    }
    let (p, h) = (device(&mut world, 4096), pinned(&mut world, 64));
    let free = |world: &mut World, address: u64| {
        let pending = world.process.free_device(&mut world.hal, Address(address))?;
        world.finish(pending)
    };
    for wrong in [p.0 + 256, p.0 + 1, 0x1000, h.0, HOST.0] {
        assert_eq!(rule(free(&mut world, wrong)), Rule::MemoryFree);
    }
    assert_eq!(rule(world.process.free_host(&mut world.hal, p)), Rule::MemoryFree);
    assert_eq!(free(&mut world, 0), Ok(()));
    // Of two threads that free, one succeeds.
    let first = world.process.free_device(&mut world.hal, p).unwrap();
    let second = world.process.free_device(&mut world.hal, p).unwrap();
    assert_eq!(world.finish(first), Ok(()));
    assert_eq!(rule(world.finish(second)), Rule::MemoryFree);
    assert_eq!(rule(free(&mut world, p.0)), Rule::MemoryFree);
    let pending = world.process.free_host(&mut world.hal, h).unwrap();
    assert_eq!(world.finish(pending), Ok(()));
    assert!(world.hal.memory.is_empty());
}

#[test]
fn pitched_and_managed() {
    let mut world = world();
    for element in [0, 1, 2, 3, 5, 32] {
        let result = world.process.allocate_pitched(&mut world.hal, T, 100, 4, element);
        assert_eq!(rule(result), Rule::PitchElement);
    }
    assert_eq!(
        rule(world.process.allocate_pitched(&mut world.hal, T, 0, 4, 4)),
        Rule::MemorySize
    );
    let huge = world.process.allocate_pitched(&mut world.hal, T, u64::MAX, 2, 4);
    assert_eq!(rule(huge), Rule::MemorySize);
    let (base, pitch) = world.process.allocate_pitched(&mut world.hal, T, 513, 4, 16).unwrap();
    assert_eq!(pitch, 1024);
    assert_eq!(world.process.address_range(T, base), Ok((base, 4096)));
    for flags in [0, 3, 4] {
        assert_eq!(
            rule(world.process.allocate_managed(&mut world.hal, T, 8, flags)),
            Rule::ManagedFlags
        );
    }
    let managed = world.process.allocate_managed(&mut world.hal, T, 8, 1).unwrap();
    let value = world
        .process
        .pointer_attribute(&world.hal, PointerAttribute::IsManaged, managed);
    assert_eq!(value, Ok(AttributeValue::Word(1)));
    let waits = world
        .process
        .pointer_attribute(&world.hal, PointerAttribute::SynchronousCopies, managed);
    assert_eq!(waits, Ok(AttributeValue::Word(1)));
    assert_eq!(world.process.host_flags(T, managed), Ok(DEVICE_MAP));
    let pointer = world.process.host_device_pointer(T, managed, 0);
    assert_eq!(rule(pointer), Rule::HostPointer);
    let pending = world.process.free_device(&mut world.hal, managed).unwrap();
    world.finish(pending).unwrap();
}

#[test]
fn registering() {
    let mut world = world();
    let (d, h) = (device(&mut world, 64), pinned(&mut world, 64));
    let register = |world: &mut World, address: u64, size, flags| {
        world
            .process
            .register_host(&mut world.hal, T, Address(address), size, flags)
    };
    assert_eq!(rule(register(&mut world, HOST.0, 8, 16)), Rule::HostRegisterFlags);
    assert_eq!(rule(register(&mut world, HOST.0, 0, 0)), Rule::HostRegisterSize);
    assert_eq!(rule(register(&mut world, HOST.0, u64::MAX, 0)), Rule::HostRegisterSize);
    assert_eq!(rule(register(&mut world, 0, 8, 0)), Rule::HostAddress);
    assert_eq!(rule(register(&mut world, d.0, 8, 0)), Rule::HostRegisterKnown);
    assert_eq!(rule(register(&mut world, h.0 + 8, 8, 0)), Rule::HostRegisterKnown);
    assert_eq!(rule(register(&mut world, HOST.0, 8, 4)), Rule::HostRegisterFlags);
    register(&mut world, HOST.0 + 100, 100, 1).unwrap();
    register(&mut world, HOST.0 + 200, 100, 0).unwrap();
    for (start, size) in [(100, 1), (0, 101), (150, 10), (199, 1), (299, 500), (0, 1000)] {
        assert_eq!(
            rule(register(&mut world, HOST.0 + start, size, 0)),
            Rule::HostRegisterTwice
        );
    }
    assert_eq!(world.process.host_flags(T, Address(HOST.0 + 199)), Ok(3));
    // A copy that crosses the end of a registration.
    let d2 = device(&mut world, 4096);
    let copy = Copy {
        to: CopySide::Device(d2),
        from: CopySide::Any(Address(HOST.0 + 150)),
        size: 100,
    };
    let copied = world
        .process
        .copy(&mut world.hal, T, LEGACY, Mode::Synchronous, &copy, None);
    assert_eq!(rule(copied), Rule::CopyRange);
    let unregister = |world: &mut World, address: u64| {
        let pending = world.process.unregister_host(&mut world.hal, Address(address))?;
        world.finish(pending)
    };
    assert_eq!(rule(unregister(&mut world, HOST.0 + 101)), Rule::HostUnregisterBase);
    assert_eq!(rule(unregister(&mut world, HOST.0)), Rule::HostUnregister);
    assert_eq!(rule(unregister(&mut world, h.0)), Rule::HostUnregisterKind);
    assert_eq!(rule(unregister(&mut world, 0)), Rule::HostAddress);
    unregister(&mut world, HOST.0 + 100).unwrap();
    assert_eq!(rule(unregister(&mut world, HOST.0 + 100)), Rule::HostUnregister);
}

#[test]
fn pinned_memory_and_its_questions() {
    let mut world = world();
    for flags in [8, 16, 0x100, 0x8000_0000] {
        for size in [0, 4096] {
            assert_eq!(
                rule(world.process.allocate_host(&mut world.hal, T, size, flags)),
                Rule::HostFlags
            );
        }
    }
    assert_eq!(world.process.allocate_host(&mut world.hal, T, 0, 7), Ok(Address(0)));
    for flags in 0..8 {
        let h = world.process.allocate_host(&mut world.hal, T, 100, flags).unwrap();
        assert_eq!(world.process.host_flags(T, Address(h.0 + 8)), Ok(flags | 2));
    }
    let h = pinned(&mut world, 4096);
    let d = device(&mut world, 64);
    assert_eq!(
        world.process.host_device_pointer(T, Address(h.0 + 100), 0),
        Ok(Address(h.0 + 100))
    );
    assert_eq!(rule(world.process.host_device_pointer(T, h, 1)), Rule::HostPointerFlags);
    for wrong in [0, HOST.0, h.0 + 4096, d.0] {
        assert_eq!(
            rule(world.process.host_device_pointer(T, Address(wrong), 0)),
            Rule::HostPointer
        );
        assert_eq!(rule(world.process.host_flags(T, Address(wrong))), Rule::HostPointer);
    }
    assert_eq!(rule(world.process.host_flags(U, h)), Rule::ContextRequired);
}

#[test]
fn attributes_of_pointers() {
    let mut world = world();
    let (d, h) = (device(&mut world, 64), pinned(&mut world, 64));
    let context = world.process.top(T).unwrap();
    let ask = |world: &World, attribute, address| world.process.pointer_attribute(&world.hal, attribute, address);
    let middle = Address(d.0 + 3);
    use PointerAttribute as P;
    for (attribute, value) in [
        (P::Context, AttributeValue::Context(context)),
        (P::MemoryType, AttributeValue::Word(2)),
        (P::DevicePointer, AttributeValue::Address(middle.0)),
        (P::RangeStart, AttributeValue::Address(d.0)),
        (P::RangeSize, AttributeValue::Wide(64)),
        (P::DeviceOrdinal, AttributeValue::Word(0)),
        (P::IsManaged, AttributeValue::Word(0)),
        (P::IsMapped, AttributeValue::Word(1)),
    ] {
        assert_eq!(ask(&world, attribute, middle), Ok(value));
    }
    assert_eq!(rule(ask(&world, P::HostPointer, d)), Rule::PointerHost);
    assert_eq!(ask(&world, P::HostPointer, h), Ok(AttributeValue::Address(h.0)));
    assert_eq!(ask(&world, P::MemoryType, h), Ok(AttributeValue::Word(1)));
    for wrong in [0, d.0 + 64, HOST.0] {
        assert_eq!(rule(ask(&world, P::MemoryType, Address(wrong))), Rule::PointerUnknown);
    }
    assert_eq!(rule(PointerAttribute::from_number(0)), Rule::PointerAttribute);
    assert_eq!(PointerAttribute::from_number(17), Ok(P::Pool));
    world
        .process
        .set_pointer_attribute(P::SynchronousCopies, middle, true)
        .unwrap();
    assert_eq!(ask(&world, P::SynchronousCopies, d), Ok(AttributeValue::Word(1)));
    let set = world.process.set_pointer_attribute(P::IsMapped, d, true);
    assert_eq!(rule(set), Rule::PointerSet);
    assert_eq!(ask(&world, P::SynchronousCopies, h), Ok(AttributeValue::Word(0)));
    world
        .process
        .set_pointer_attribute(P::SynchronousCopies, h, true)
        .unwrap();
    assert_eq!(ask(&world, P::SynchronousCopies, h), Ok(AttributeValue::Word(1)));
    assert_eq!(rule(ask(&world, P::PeerTokens, d)), Rule::PointerTokens);
    // Numbers of buffers are never used again.
    let first = ask(&world, P::BufferId, d);
    let pending = world.process.free_device(&mut world.hal, d).unwrap();
    world.finish(pending).unwrap();
    let again = device(&mut world, 64);
    assert_ne!(ask(&world, P::BufferId, again), first);
}

#[test]
fn a_context_takes_its_memory_along() {
    const REGISTERED: Address = Address(HOST.0 + 0x1_0000);
    let mut world = world();
    let a = world.process.top(T).unwrap();
    let (d, h) = (device(&mut world, 64), pinned(&mut world, 64));
    world
        .process
        .register_host(&mut world.hal, T, REGISTERED, 64, 0)
        .unwrap();
    world.context();
    let other = device(&mut world, 64);
    // Memory of one is usable under the other.
    upload(&mut world, d, &[5; 64]).unwrap();
    let context = world
        .process
        .pointer_attribute(&world.hal, PointerAttribute::Context, d);
    assert_eq!(context, Ok(AttributeValue::Context(a)));
    let pending = world.process.destroy_context(&mut world.hal, a.into()).unwrap();
    world.finish(pending).unwrap();
    for gone in [d, h, REGISTERED] {
        assert_eq!(rule(world.process.address_range(T, gone)), Rule::MemoryRange);
    }
    assert_eq!(rule(upload(&mut world, d, &[5; 64])), Rule::CopyDevice);
    assert_eq!(world.process.address_range(T, other), Ok((other, 64)));
    assert!(world.hal.registered.is_empty());
    assert_eq!(
        world.process.memory_info(&world.hal, T),
        Ok(((64 << 30) - 64, 64 << 30))
    );
}
