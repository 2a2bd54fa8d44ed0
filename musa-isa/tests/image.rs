//! Written images read back as they were, and hostile ones are refused.

use musa_isa::{
    Address, Base, Instruction, Opcode, Operand, Register, Space, Type,
    encoding::{OperandList, encode_header, encode_operand, encode_relocated},
    image::*,
    register::Bank,
};
use proptest::prelude::*;

fn encode(instruction: Instruction<'_>, operands: &[Operand], relocated: bool) -> Vec<u8> {
    let words: Vec<u32> = operands
        .iter()
        .flat_map(|&it| {
            let words = if relocated {
                encode_relocated(it)
            } else {
                encode_operand(it)
            };
            words.as_slice().to_vec()
        })
        .collect();
    let instruction = Instruction {
        operands: OperandList::from_words(&words),
        ..instruction
    };
    let header = encode_header(&instruction, words.len() as u8);
    header
        .iter()
        .chain(&words)
        .flat_map(|word| word.to_le_bytes())
        .collect()
}

fn range(first: u32, count: u32) -> Range {
    Range { first, count }
}

/// A load through a relocated address, and a branch back to it.
fn code() -> Vec<u8> {
    let register = Operand::register(Register::new(Bank::Word, 1));
    let load = Instruction {
        types: [Some(Type::U32), None, None, None],
        space: Space::Global,
        ..Instruction::new(Opcode::Ld)
    };
    let address = Operand::Address(Address {
        base: Base::Absolute,
        offset: 0,
    });
    let mut code = encode(load, &[register, address], true);
    code.extend(encode(Instruction::new(Opcode::Bra), &[Operand::Label(0)], false));
    code
}

fn kernel(code: &[u8]) -> Function<'_> {
    Function {
        name: "kernel",
        kind: FunctionKind::Entry(EntryAttributes {
            parameter_bytes: 8,
            static_shared: 100,
            dynamic_shared: 112,
            required_threads: Some([8, 4, 1]),
            ..EntryAttributes::default()
        }),
        exported: true,
        code,
        instructions: 2,
        registers: RegisterCounts {
            predicate: 0,
            word: 2,
            double: 0,
        },
        hardware_registers: 2,
        frame: 16,
        parameters: range(0, 1),
        results: range(0, 0),
        targets: range(0, 1),
        lines: range(0, 2),
        relocations: range(0, 1),
    }
}

fn external() -> Function<'static> {
    Function {
        name: "vprintf",
        kind: FunctionKind::External,
        instructions: 0,
        parameters: range(0, 0),
        targets: range(0, 0),
        lines: range(0, 0),
        relocations: range(0, 0),
        ..kernel(&[])
    }
}

fn variable() -> Variable<'static> {
    Variable {
        name: "table",
        space: Space::Global,
        size: 1 << 33,
        align: 8,
        initial: &[1, 2, 3, 4, 5, 6, 7, 8],
        exported: false,
        external: false,
        managed: true,
        reference: None,
        relocations: range(1, 1),
    }
}

fn relocations() -> [Relocation; 2] {
    let in_code = Relocation {
        site: Site::Operand {
            instruction: 0,
            operand: 1,
        },
        target: Target::Variable(0),
        addend: -4,
        shift: 0,
    };
    let in_data = Relocation {
        site: Site::Initial { offset: 0, width: 8 },
        target: Target::Function(0),
        addend: 0,
        shift: 8,
    };
    [in_code, in_data]
}

fn sample() -> Vec<u8> {
    let line = |instruction, text_line| Line {
        instruction,
        text_line,
        source: 1,
        source_line: text_line * 2,
    };
    let slot = Slot {
        offset: 0,
        size: 8,
        align: 8,
    };
    write(&Contents {
        origin: Origin {
            ptx_version: 78,
            architecture: 90,
            suffix: b'a',
        },
        functions: &[kernel(&code()), external()],
        variables: &[variable()],
        parameters: &[Parameter { slot, kind: Type::U64 }],
        targets: &[TargetTable { labels: range(0, 2) }],
        labels: &[1, 0],
        lines: &[line(0, 10), line(1, 12)],
        relocations: &relocations(),
        prototypes: &[],
        files: &[SourceFile {
            number: 1,
            name: "kernel.mu",
        }],
        text: Some(".version 7.8"),
    })
    .expect("the sample is consistent")
}

#[test]
fn what_was_written_is_read() {
    let file = sample();
    assert_eq!(Container::recognize(&file), Container::Image(&file));
    let image = Image::parse(&file).expect("parses");
    assert_eq!(image.origin().ptx_version, 78);
    assert_eq!(image.text(), Some(".version 7.8"));
    let (ordinal, kernel) = image.find_function("kernel").expect("named");
    assert_eq!(ordinal, 0);
    assert!(kernel.exported);
    let FunctionKind::Entry(entry) = kernel.kind else {
        panic!("a kernel")
    };
    assert_eq!(entry.required_threads, Some([8, 4, 1]));
    assert_eq!(entry.max_threads, None);
    assert_eq!(entry.dynamic_shared, 112);
    let opcodes: Vec<_> = kernel.instructions().map(|(_, it)| it.opcode).collect();
    assert_eq!(opcodes, [Opcode::Ld, Opcode::Bra]);
    assert_eq!(image.line_of(&kernel, 1).map(|it| it.text_line), Some(12));
    let table = image.target_table(kernel.targets.first).expect("a table");
    assert_eq!(image.labels(table).collect::<Vec<_>>(), [1, 0]);
    let relocation = image.relocations(kernel.relocations).next().expect("one");
    assert_eq!(relocation.addend, -4);
    let variable = image.variable(0).expect("one");
    assert!(variable.managed && !variable.exported && !variable.external);
    assert_eq!(variable.size, 1 << 33);
    assert_eq!(image.source_files().next().map(|it| it.name), Some("kernel.mu"));
    let (_, external) = image.find_function("vprintf").expect("named");
    assert_eq!(external.kind, FunctionKind::External);
}

#[test]
fn kinds_of_files_are_told_apart() {
    let text = b"// a comment\n/* another */ .version 7.0\n\0rest";
    assert!(matches!(Container::recognize(text), Container::Text(it) if it.ends_with("7.0\n")));
    assert_eq!(Container::recognize(b".target sm_70"), Container::Unknown);
    assert_eq!(Container::recognize(b""), Container::Unknown);
    let mut bundle = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    for long in [1u64, 58, 2, 2] {
        bundle.extend(long.to_le_bytes());
    }
    bundle.extend(b"mpxy");
    let Container::Bundle(bundle) = Container::recognize(&bundle) else {
        panic!("a bundle")
    };
    let entry = bundle.entries().next().expect("one");
    assert_eq!((entry.name, entry.content), ("mp", &b"xy"[..]));
}

proptest! {
    #[test]
    fn damaged_images_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut file = sample();
        for (place, value) in changes {
            let at = place.index(file.len());
            file[at] = value;
        }
        if let Ok(image) = Image::parse(&file) {
            for function in image.functions() {
                prop_assert_eq!(function.instructions().count(), function.instructions as usize);
                let _ = image.relocations(function.relocations).count();
            }
            let _ = image.variables().count();
        }
    }

    #[test]
    fn cut_images_are_refused(length in any::<prop::sample::Index>()) {
        let file = sample();
        let cut = &file[..length.index(file.len())];
        prop_assert!(Image::parse(cut).is_err());
    }
}
