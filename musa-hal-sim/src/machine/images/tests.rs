use alloc::string::String;
use alloc::vec::Vec;

use musa_hal::{Address, DeviceOrdinal, ImageError, ImageErrorKind, KernelOrdinal, Memory, ParameterSlot, SymbolKind};
use musa_isa::encoding::encode_header;
use musa_isa::image::{
    Contents, EntryAttributes, Function, FunctionKind, Origin, Parameter, Range, Reference, RegisterCounts, Relocation,
    Site, Target, Variable, write,
};
use musa_isa::{Instruction, Opcode, Space, Type};

use super::*;
use crate::machine::{MachineStorage, Settings};
use crate::memory::OwnedSource;
use crate::profiles::S80;
use crate::schedule::Schedule;

const DEVICE: DeviceOrdinal = DeviceOrdinal(0);

const fn range(first: u32, count: u32) -> Range {
    Range { first, count }
}

fn variable<'a>(name: &'a str, space: Space, size: u64, initial: &'a [u8]) -> Variable<'a> {
    Variable {
        name,
        space,
        size,
        align: 8,
        initial,
        exported: true,
        external: false,
        managed: false,
        reference: None,
        relocations: range(0, 0),
    }
}

fn variables() -> [Variable<'static>; 6] {
    [
        variable("global", Space::Global, 100, &[1, 2, 3]),
        Variable {
            align: 4,
            ..variable("small", Space::Constant, 4, &[7, 0, 0, 0])
        },
        Variable {
            relocations: range(0, 1),
            ..variable("pointer", Space::Constant, 8, &[0; 8])
        },
        Variable {
            external: true,
            ..variable("elsewhere", Space::Global, 4, &[])
        },
        Variable {
            managed: true,
            ..variable("managed", Space::Global, 4, &[])
        },
        Variable {
            reference: Some(Reference::Texture),
            ..variable("texture", Space::Global, 8, &[])
        },
    ]
}

fn image() -> Vec<u8> {
    let header = encode_header(&Instruction::new(Opcode::Ret), 0);
    let code: Vec<u8> = header.iter().flat_map(|word| word.to_le_bytes()).collect();
    let kernel = Function {
        name: "kernel",
        kind: FunctionKind::Entry(EntryAttributes {
            parameter_bytes: 12,
            static_shared: 100,
            dynamic_shared: 112,
            max_threads: Some([64, 2, 1]),
            ..EntryAttributes::default()
        }),
        exported: true,
        code: &code,
        instructions: 1,
        registers: RegisterCounts::default(),
        hardware_registers: 24,
        frame: 16,
        parameters: range(0, 2),
        results: range(0, 0),
        targets: range(0, 0),
        lines: range(0, 0),
        relocations: range(0, 0),
    };
    let parameter = |offset, size, kind| Parameter {
        slot: musa_isa::image::Slot {
            offset,
            size,
            align: size,
        },
        kind,
    };
    let relocation = Relocation {
        site: Site::Initial { offset: 0, width: 8 },
        target: Target::Variable(0),
        addend: 4,
        shift: 0,
    };
    write(&Contents {
        origin: Origin {
            ptx_version: 78,
            architecture: 90,
            suffix: 0,
        },
        functions: &[kernel],
        variables: &variables(),
        parameters: &[parameter(0, 8, Type::U64), parameter(8, 4, Type::U32)],
        targets: &[],
        labels: &[],
        lines: &[],
        relocations: &[relocation],
        prototypes: &[],
        files: &[],
        text: None,
    })
    .unwrap()
}

fn bundle(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut head = Vec::from(&b"__CLANG_OFFLOAD_BUNDLE__"[..]);
    head.extend((entries.len() as u64).to_le_bytes());
    let names: usize = entries.iter().map(|(name, _)| 24 + name.len()).sum();
    let mut offset = (head.len() + names) as u64;
    let mut content: Vec<u8> = Vec::new();
    for (name, bytes) in entries {
        for word in [offset, bytes.len() as u64, name.len() as u64] {
            head.extend(word.to_le_bytes());
        }
        head.extend(name.bytes());
        content.extend(*bytes);
        offset += bytes.len() as u64;
    }
    head.extend(content);
    head
}

fn machine() -> (Machine<'static, OwnedSource, Schedule>, SpaceId) {
    let storage = MachineStorage::owned();
    let mut machine = Machine::new([S80], OwnedSource, storage, Schedule::Eager, Settings::default()).unwrap();
    let space = machine.open_space().unwrap();
    (machine, space)
}

fn read(machine: &Machine<'_, OwnedSource, Schedule>, space: SpaceId, address: Address) -> u64 {
    let mut bytes = [0; 8];
    machine.read(space, address, &mut bytes[..4]).unwrap();
    u64::from_le_bytes(bytes)
}

#[test]
fn symbols_have_their_addresses_and_first_values() {
    let (mut machine, space) = machine();
    let before = machine.capacity(DEVICE);
    let options = LoadOptions::default();
    let id = machine
        .load(space, DEVICE, &image(), &options, &mut String::new())
        .unwrap();
    let symbols: Vec<_> = (0..machine.symbols(id))
        .map(|index| machine.symbol(id, SymbolOrdinal(index)).unwrap())
        .collect();
    let names: Vec<_> = symbols.iter().map(|symbol| symbol.name).collect();
    assert_eq!(names, ["kernel", "global", "small", "pointer", "managed", "texture"]);
    assert_eq!(symbols[0].kind, SymbolKind::Kernel(KernelOrdinal(0)));
    let place = |index: usize| match symbols[index].kind {
        SymbolKind::Variable {
            address,
            size,
            constant,
            managed,
        } => (address, size, constant, managed),
        other => panic!("{other:?}"),
    };
    let (global, small, pointer, managed) = (place(1), place(2), place(3), place(4));
    assert_eq!(
        (global.1, global.2, small.2, pointer.2, managed.3),
        (100, false, true, true, true)
    );
    assert_eq!(pointer.0.0, small.0.0 + 8, "constants lie in one block");
    assert_eq!(read(&machine, space, global.0), 0x0003_0201);
    assert_eq!(read(&machine, space, small.0), 7);
    assert_eq!(read(&machine, space, pointer.0), (global.0.0 + 4) & 0xffff_ffff);
    assert!(matches!(symbols[5].kind, SymbolKind::Reference { .. }));
    machine.unload(id).unwrap();
    assert_eq!((machine.capacity(DEVICE), machine.symbols(id)), (before, 0));
    assert_eq!(machine.unload(id), Err(HalError::ContractBroken("image")));
    let again = machine
        .load(space, DEVICE, &image(), &options, &mut String::new())
        .unwrap();
    assert_ne!(id, again);
}

#[test]
fn a_kernel_says_what_it_needs() {
    let (mut machine, space) = machine();
    let options = LoadOptions {
        max_registers: 16,
        ..LoadOptions::default()
    };
    let file = bundle(&[("host-x86_64", b""), ("musa-mtgpu-mt-musa--mp_21", &image())]);
    let id = machine
        .load(space, DEVICE, &file, &options, &mut String::new())
        .unwrap();
    let info = machine.kernel(id, KernelOrdinal(0)).unwrap();
    assert_eq!(
        (info.parameters, info.parameter_bytes, info.static_shared),
        (2, 12, 112)
    );
    assert_eq!(
        (info.constant_bytes, info.registers, info.ptx_version, info.target),
        (16, 16, 78, 90)
    );
    assert_eq!(info.max_threads, Some(musa_hal::Dim3::new(64, 2, 1)));
    let second = ParameterSlot {
        offset: 8,
        size: 4,
        align: 4,
    };
    assert_eq!(machine.parameter(id, KernelOrdinal(0), 1), Some(second));
    assert_eq!(machine.parameter(id, KernelOrdinal(0), 2), None);
    assert_eq!(machine.kernel(id, KernelOrdinal(1)), None);
}

#[test]
fn other_files_are_refused_with_a_reason() {
    let (mut machine, space) = machine();
    let mut vendor = [0; 64];
    vendor[..4].copy_from_slice(b"\x7fELF");
    vendor[18] = 253;
    let mut damaged = image();
    damaged.truncate(damaged.len() / 2);
    let cases: [(&[u8], ImageErrorKind); 6] = [
        (b"", ImageErrorKind::Unrecognised),
        (b".version 7.8\n", ImageErrorKind::Unrecognised),
        (&vendor, ImageErrorKind::ForeignInstructionSet),
        (&damaged, ImageErrorKind::Malformed),
        (&bundle(&[]), ImageErrorKind::NoneForDevice),
        (&bundle(&[("x", b"text")]), ImageErrorKind::NoneForDevice),
    ];
    let before = machine.capacity(DEVICE);
    for (bytes, kind) in cases {
        let mut log = String::new();
        let refused = machine.load(space, DEVICE, bytes, &LoadOptions::default(), &mut log);
        assert_eq!(refused, Err(HalError::Image(ImageError::new(kind))));
        assert!(log.ends_with('\n') && log.len() > 10, "{log:?}");
    }
    assert_eq!(machine.capacity(DEVICE), before);
}
