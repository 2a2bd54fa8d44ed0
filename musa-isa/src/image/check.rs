//! What an image must satisfy before anything uses it.

use super::{
    Function, FunctionKind, Image, ImageError, Range, Relocation, Site, Slot, Target,
    format::*,
    reader::{parameter_from, relocation_from},
    table::Table,
};
use crate::{Address, Bank, Base, Instruction, Operand, Register, encoding};

/// The largest frame of one function, and the largest parameter buffer. Offsets travel in 28 bits of an operand word.
const MAX_FRAME: u32 = 1 << 27;

type Checked = Result<(), ImageError>;

pub(super) fn check(image: &Image<'_>) -> Checked {
    parameters(image)?;
    target_tables(image)?;
    prototypes(image)?;
    files(image)?;
    for ordinal in 0..image.variable_count() {
        variable(image, ordinal)?;
    }
    for ordinal in 0..image.function_count() {
        function(image, ordinal)?;
    }
    Ok(())
}

fn row(table: &'static str, row: u32, field: &'static str) -> ImageError {
    ImageError::Row { table, row, field }
}

fn require(holds: bool, error: impl FnOnce() -> ImageError) -> Checked {
    if holds { Ok(()) } else { Err(error()) }
}

fn parameters(image: &Image<'_>) -> Checked {
    for place in 0..image.parameters.len() {
        let bad = |field| row(PARAMETERS, place, field);
        let parameter = image.parameters.row(place).and_then(parameter_from);
        let parameter = parameter.ok_or_else(|| bad("type"))?;
        require(fits(parameter.slot, MAX_FRAME), || bad("slot"))?;
    }
    Ok(())
}

fn fits(slot: Slot, bytes: u32) -> bool {
    let end = slot.offset.checked_add(slot.size);
    slot.align.is_power_of_two() && end.is_some_and(|end| end <= bytes)
}

fn target_tables(image: &Image<'_>) -> Checked {
    for place in 0..image.targets.len() {
        let labels = image.target_table(place).map(|table| table.labels);
        let whole = labels.is_some_and(|labels| image.labels.holds(labels));
        require(whole, || row(TARGETS, place, "labels"))?;
    }
    Ok(())
}

fn prototypes(image: &Image<'_>) -> Checked {
    for place in 0..image.prototypes.len() {
        let whole = image.prototype(place).is_some_and(|prototype| {
            image.parameters.holds(prototype.parameters) && image.parameters.holds(prototype.results)
        });
        require(whole, || row(PROTOTYPES, place, "parameters"))?;
    }
    Ok(())
}

fn files(image: &Image<'_>) -> Checked {
    for place in 0..image.files.len() {
        let name = image.files.row(place).and_then(|it| image.symbols.name(it.word(1)));
        require(name.is_some(), || row(FILES, place, "name"))?;
    }
    Ok(())
}

fn variable(image: &Image<'_>, ordinal: u32) -> Checked {
    let bad = |field| row(VARIABLES, ordinal, field);
    let record = image.variables.row(ordinal).ok_or_else(|| bad("place"))?;
    let variable = image.variable_from(record).map_err(bad)?;
    require(variable.align.is_power_of_two(), || bad("alignment"))?;
    require(variable.initial.len() as u64 <= variable.size, || bad("initial value"))?;
    let bytes = variable.initial.len() as u64;
    in_order(image, variable.relocations, |relocation| match relocation.site {
        Site::Initial { offset, width } => {
            let end = offset.checked_add(u64::from(width));
            let inside = (1..=8).contains(&width) && end.is_some_and(|end| end <= bytes);
            inside.then_some(offset)
        }
        Site::Operand { .. } => None,
    })
}

/// Checks a range of relocations: existing targets, and sites that `site` places, in ascending order.
fn in_order(image: &Image<'_>, range: Range, mut site: impl FnMut(&Relocation) -> Option<u64>) -> Checked {
    require(image.relocations.holds(range), || {
        row(RELOCATIONS, range.first, "range")
    })?;
    let mut last = 0;
    for (place, record) in (range.first..).zip(image.relocations.rows(range)) {
        let bad = |field| row(RELOCATIONS, place, field);
        let relocation = relocation_from(record).ok_or_else(|| bad("kind"))?;
        let exists = match relocation.target {
            Target::Variable(ordinal) => ordinal < image.variable_count(),
            Target::Function(ordinal) => ordinal < image.function_count(),
        };
        require(exists, || bad("target"))?;
        require(relocation.shift < 64, || bad("shift"))?;
        let at = site(&relocation).ok_or_else(|| bad("site"))?;
        require(at >= last, || bad("order"))?;
        last = at;
    }
    Ok(())
}

fn function(image: &Image<'_>, ordinal: u32) -> Checked {
    let bad = |field| row(FUNCTIONS, ordinal, field);
    let record = image.functions.row(ordinal).ok_or_else(|| bad("place"))?;
    let function = image.function_from(record).map_err(bad)?;
    let parameter_bytes = match function.kind {
        FunctionKind::Entry(entry) => {
            let shared = entry.static_shared <= entry.dynamic_shared;
            require(shared, || bad("shared memory"))?;
            require(entry.parameter_bytes <= MAX_FRAME, || bad("parameters"))?;
            entry.parameter_bytes
        }
        FunctionKind::Device => function.frame,
        FunctionKind::External => {
            let empty = function.code.is_empty() && function.instructions == 0;
            require(empty, || bad("code"))?;
            MAX_FRAME
        }
    };
    require(function.frame <= MAX_FRAME, || bad("frame"))?;
    for slots in [function.parameters, function.results] {
        require(image.parameters.holds(slots), || bad("parameters"))?;
        let inside = image.parameters(slots).all(|it| fits(it.slot, parameter_bytes));
        require(inside, || bad("parameters"))?;
    }
    labels(image, &function).map_err(bad)?;
    lines(image, &function).map_err(bad)?;
    code(image, ordinal, &function)?;
    let sites = |relocation: &Relocation| match relocation.site {
        Site::Operand { instruction, operand } => Some(u64::from(instruction) << 8 | u64::from(operand)),
        Site::Initial { .. } => None,
    };
    in_order(image, function.relocations, sites)?;
    relocated_operands(image, ordinal, &function)
}

fn labels(image: &Image<'_>, function: &Function<'_>) -> Result<(), &'static str> {
    if !image.targets.holds(function.targets) {
        return Err("target tables");
    }
    let first = function.targets.first;
    let tables = (first..first + function.targets.count).filter_map(|it| image.target_table(it));
    let known = |label| label < function.instructions;
    let mut labels = tables.flat_map(|table| image.labels(table));
    if labels.all(known) {
        Ok(())
    } else {
        Err("target tables")
    }
}

fn lines(image: &Image<'_>, function: &Function<'_>) -> Result<(), &'static str> {
    let ascending = image.lines(function.lines).map(|line| line.instruction).is_sorted();
    if image.lines.holds(function.lines) && ascending {
        Ok(())
    } else {
        Err("lines")
    }
}

fn code(image: &Image<'_>, ordinal: u32, function: &Function<'_>) -> Checked {
    let mut rest = function.code;
    for index in 0..function.instructions {
        let (instruction, used) = encoding::decode(rest).map_err(|error| ImageError::Encoding {
            function: ordinal,
            instruction: index,
            error,
        })?;
        rest = rest.get(used..).unwrap_or_default();
        places(image, function, &instruction).map_err(|what| ImageError::Instruction {
            function: ordinal,
            instruction: index,
            what,
        })?;
    }
    require(rest.is_empty(), || row(FUNCTIONS, ordinal, "code"))
}

/// Checks that everything an instruction names exists.
fn places(image: &Image<'_>, function: &Function<'_>, instruction: &Instruction<'_>) -> Result<(), &'static str> {
    let guard = instruction.guard.map(|guard| guard.register);
    if !guard.is_none_or(|register| has_register(function, register)) {
        return Err("guard");
    }
    let ordinal_in = |ordinal: u32, range: Range| ordinal >= range.first && ordinal - range.first < range.count;
    let holds = |table: &Table<'_>, ordinal: u32| ordinal < table.len();
    for operand in instruction.operands.iter() {
        let (exists, what) = match operand {
            Operand::Register { register, .. } => (has_register(function, register), "register"),
            Operand::Address(Address {
                base: Base::Register(register),
                ..
            }) => {
                let wide = register.bank != Bank::Predicate;
                (wide && has_register(function, register), "base register")
            }
            Operand::Frame(offset) => (offset <= function.frame, "place in the frame"),
            Operand::Label(index) => (index < function.instructions, "label"),
            Operand::Function(other) => (holds(&image.functions, other), "function"),
            Operand::Targets(other) => (ordinal_in(other, function.targets), "target table"),
            Operand::Prototype(other) => (holds(&image.prototypes, other), "prototype"),
            Operand::Immediate(_) | Operand::Special(_) | Operand::Address(_) | Operand::Sink => (true, ""),
        };
        if !exists {
            return Err(what);
        }
    }
    Ok(())
}

fn has_register(function: &Function<'_>, register: Register) -> bool {
    let count = match register.bank {
        Bank::Predicate => function.registers.predicate,
        Bank::Word => function.registers.word,
        Bank::Double => function.registers.double,
    };
    register.index < count
}

/// Checks that each relocation of a function names an immediate or an absolute address: one walk over the code, since
/// both ascend.
fn relocated_operands(image: &Image<'_>, ordinal: u32, function: &Function<'_>) -> Checked {
    let mut code = function.instructions().peekable();
    for relocation in image.relocations(function.relocations) {
        let Site::Operand { instruction, operand } = relocation.site else {
            continue;
        };
        while code.next_if(|(index, _)| *index < instruction).is_some() {}
        let place = code
            .peek()
            .filter(|(index, _)| *index == instruction)
            .and_then(|(_, found)| found.operand(operand.into()));
        let relocatable = matches!(place, Some(Operand::Immediate(_) | Operand::Address(_)));
        require(relocatable, || ImageError::Instruction {
            function: ordinal,
            instruction,
            what: "operand to relocate",
        })?;
    }
    Ok(())
}
