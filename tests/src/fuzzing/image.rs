//! Bytes as a module image.

use musa_isa::Instruction;
use musa_isa::image::{Bundle, Container, Function, Image, Site, Target};

/// Entries of a bundle that are looked into: a bundle may name the same bytes any number of times.
const ENTRIES: usize = 8;

/// Reads `file` as a module. What is accepted is sound in every part: the simulator relies on it.
pub fn image(file: &[u8]) {
    match Container::recognize(file) {
        Container::Image(file) => parse(file),
        Container::Bundle(bundle) => entries(&bundle),
        Container::Text(text) => assert!(file.starts_with(text.as_bytes())),
        Container::Vendor(_) | Container::FatBinary | Container::Unknown => {}
    }
}

fn entries(bundle: &Bundle<'_>) {
    for entry in bundle.entries().take(ENTRIES) {
        if let Container::Image(file) = Container::recognize(entry.content) {
            parse(file);
        }
    }
}

fn parse(file: &[u8]) {
    let Ok(image) = Image::parse(file) else {
        return;
    };
    let functions: Vec<Function<'_>> = image.functions().collect();
    assert_eq!(functions.len(), image.function_count() as usize);
    for function in &functions {
        check_function(&image, function);
    }
    let mut variables = 0;
    for variable in image.variables() {
        variables += 1;
        assert!(variable.initial.len() as u64 <= variable.size);
        assert!(variable.align.is_power_of_two());
        for relocation in image.relocations(variable.relocations) {
            check_target(&image, relocation.target);
            let Site::Initial { offset, width } = relocation.site else {
                panic!("a variable's relocation in code");
            };
            assert!(offset.checked_add(width.into()).is_some_and(|end| end <= variable.size));
        }
    }
    assert_eq!(variables, image.variable_count());
}

fn check_function(image: &Image<'_>, function: &Function<'_>) {
    let instructions: Vec<(u32, Instruction<'_>)> = function.instructions().collect();
    assert_eq!(instructions.len(), function.instructions as usize);
    for ordinal in function.targets.first..function.targets.first + function.targets.count {
        let table = image.target_table(ordinal).expect("a table in the function's range");
        assert!(image.labels(table).all(|label| label < function.instructions));
    }
    for relocation in image.relocations(function.relocations) {
        check_target(image, relocation.target);
        let Site::Operand { instruction, operand } = relocation.site else {
            panic!("a function's relocation in a value");
        };
        let (_, at) = instructions[instruction as usize];
        assert!(at.operand(operand.into()).is_some());
    }
    for parameter in image.parameters(function.parameters) {
        assert!(parameter.slot.align.is_power_of_two());
    }
    if let Some((last, _)) = instructions.last() {
        // Where it comes from may be unknown; asking must be sound.
        let _ = image.line_of(function, *last);
    }
}

fn check_target(image: &Image<'_>, target: Target) {
    match target {
        Target::Variable(ordinal) => assert!(ordinal < image.variable_count()),
        Target::Function(ordinal) => assert!(ordinal < image.function_count()),
    }
}
