//! Bytes as a module image.

use musa_isa::Instruction;
use musa_isa::image::{Bundle, Container, Function, Image, Site, Target};
use musa_isa::vendor::VendorBinary;

/// Entries of a bundle that are looked into: a bundle may name the same bytes any number of times.
const ENTRIES: usize = 8;
/// Kernels of a binary for hardware that are looked into, and parameters of each: as for entries.
const KERNELS: usize = 256;

/// Reads `file` as a module. What is accepted is sound in every part: the simulator relies on it.
pub fn image(file: &[u8]) -> bool {
    match Container::recognize(file) {
        Container::Image(file) => parse(file),
        Container::Bundle(bundle) => entries(&bundle),
        Container::Text(text) => {
            assert!(file.starts_with(text.as_bytes()));
            true
        }
        Container::Vendor(file) => VendorBinary::parse(file).is_some_and(|binary| vendor(&binary)),
        Container::FatBinary | Container::Unknown => false,
    }
}

fn entries(bundle: &Bundle<'_>) -> bool {
    let images = bundle
        .entries()
        .take(ENTRIES)
        .filter(|entry| match Container::recognize(entry.content) {
            Container::Image(file) => parse(file),
            _ => false,
        });
    images.count() > 0
}

/// Reads what is known of a binary for hardware.
fn vendor(binary: &VendorBinary<'_>) -> bool {
    let kernels = binary.kernels().take(KERNELS);
    let read = kernels.map(|kernel| kernel.parameters().take(KERNELS).count());
    read.count() > 0
}

fn parse(file: &[u8]) -> bool {
    let Ok(image) = Image::parse(file) else {
        return false;
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
    true
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
