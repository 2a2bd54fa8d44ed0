//! Images to text for people: PTX's spelling, with registers, places and addresses as the image has them.

use alloc::{collections::BTreeSet, format, string::String, vec::Vec};
use core::fmt;

use musa_isa::{
    Address, Bank, Base, Instruction, Opcode, Operand, Register,
    image::{EntryAttributes, Function, FunctionKind, Image, Relocation, Site, Target, Variable},
};

use crate::forms::spelling;

/// Writes the text of an image. Registers are `%p`, `%r` and `%d` by bank; `[%frame+N]` is a place in the stack frame; an
/// instruction's index stands before it where something branches to it.
///
/// # Errors
/// Only those of the writer.
pub fn disassemble(image: &Image<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
    let origin = image.origin();
    writeln!(out, ".version {}.{}", origin.ptx_version / 10, origin.ptx_version % 10)?;
    writeln!(out, ".target {origin}\n.address_size 64\n")?;
    for file in image.source_files() {
        writeln!(out, ".file {} \"{}\"", file.number, file.name)?;
    }
    for variable in image.variables() {
        write_variable(image, &variable, out)?;
    }
    for function in image.functions() {
        write_function(image, &function, out)?;
    }
    Ok(())
}

/// The name of what a relocation names.
fn target_name<'a>(image: &Image<'a>, target: Target) -> &'a str {
    let name = match target {
        Target::Variable(ordinal) => image.variable(ordinal).map(|it| it.name),
        Target::Function(ordinal) => image.function(ordinal).map(|it| it.name),
    };
    name.unwrap_or("?")
}

fn symbol(image: &Image<'_>, relocation: &Relocation) -> String {
    let name = target_name(image, relocation.target);
    match relocation.addend {
        0 => name.into(),
        addend => format!("{name}{addend:+}"),
    }
}

fn write_variable(image: &Image<'_>, variable: &Variable<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
    let linkage = match (variable.external, variable.exported) {
        (true, _) => ".extern ",
        (false, true) => ".visible ",
        (false, false) => "",
    };
    let space = variable.space.name();
    write!(
        out,
        "{linkage}.{space} .align {} .b8 {}[{}]",
        variable.align, variable.name, variable.size
    )?;
    if !variable.initial.is_empty() {
        let bytes: Vec<String> = variable.initial.iter().map(|byte| format!("{byte}")).collect();
        write!(out, " = {{{}}}", bytes.join(", "))?;
    }
    writeln!(out, ";")?;
    for relocation in image.relocations(variable.relocations) {
        if let Site::Initial { offset, width } = relocation.site {
            writeln!(
                out,
                "// {}+{offset}: {width} bytes of {}",
                variable.name,
                symbol(image, &relocation)
            )?;
        }
    }
    Ok(())
}

fn write_function(image: &Image<'_>, function: &Function<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
    let linkage = if function.exported { ".visible " } else { "" };
    let (linkage, directive) = match function.kind {
        FunctionKind::Entry(_) => (linkage, ".entry"),
        FunctionKind::Device => (linkage, ".func"),
        FunctionKind::External => (".extern ", ".func"),
    };
    let results = parameters(image, function.results, "result");
    write!(out, "\n{linkage}{directive} ")?;
    if !results.is_empty() {
        write!(out, "({results}) ")?;
    }
    let parameters = parameters(image, function.parameters, "param");
    write!(out, "{}({parameters})", function.name)?;
    if matches!(function.kind, FunctionKind::External) {
        return writeln!(out, ";");
    }
    if let FunctionKind::Entry(entry) = function.kind {
        write_attributes(&entry, out)?;
    }
    let registers = function.registers;
    let hardware = function.hardware_registers;
    writeln!(
        out,
        "\n{{ // frame of {} bytes, {hardware} hardware registers",
        function.frame
    )?;
    for (count, kind, letter) in [
        (registers.predicate, "pred", 'p'),
        (registers.word, "b32", 'r'),
        (registers.double, "b64", 'd'),
    ] {
        if count > 0 {
            writeln!(out, "    .reg .{kind} %{letter}<{count}>;")?;
        }
    }
    write_code(image, function, out)?;
    writeln!(out, "}}")
}

fn parameters(image: &Image<'_>, range: musa_isa::image::Range, name: &str) -> String {
    let list = image.parameters(range).enumerate().map(|(place, it)| {
        let slot = it.slot;
        format!(".param .align {} .b8 {name}_{place}[{}]", slot.align, slot.size)
    });
    list.collect::<Vec<String>>().join(", ")
}

fn write_attributes(entry: &EntryAttributes, out: &mut dyn fmt::Write) -> fmt::Result {
    for (directive, dimensions) in [
        (".maxntid", entry.max_threads),
        (".reqntid", entry.required_threads),
        (".reqnctapercluster", entry.required_cluster),
    ] {
        if let Some([x, y, z]) = dimensions {
            write!(out, " {directive} {x}, {y}, {z}")?;
        }
    }
    for (directive, number) in [
        (".minnctapersm", entry.min_blocks),
        (".maxclusterrank", entry.max_cluster_blocks),
    ] {
        if number > 0 {
            write!(out, " {directive} {number}")?;
        }
    }
    if entry.explicit_cluster {
        write!(out, " .explicitcluster")?;
    }
    if entry.dynamic_shared > 0 {
        let (bytes, begin) = (entry.static_shared, entry.dynamic_shared);
        write!(out, " // {bytes} bytes of static shared memory, dynamic from {begin}")?;
    }
    Ok(())
}

fn write_code(image: &Image<'_>, function: &Function<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
    let tables = function.targets.first..function.targets.first.saturating_add(function.targets.count);
    let tables: Vec<(u32, Vec<u32>)> = tables
        .filter_map(|it| Some((it, image.labels(image.target_table(it)?).collect())))
        .collect();
    let mut labels: BTreeSet<u32> = tables.iter().flat_map(|(_, labels)| labels.iter().copied()).collect();
    for (_, instruction) in function.instructions() {
        labels.extend(instruction.operands.iter().filter_map(|operand| match operand {
            Operand::Label(label) => Some(label),
            _ => None,
        }));
    }
    for (table, labels) in &tables {
        let names: Vec<String> = labels.iter().map(|label| format!("L{label}")).collect();
        writeln!(out, "T{table}: .branchtargets {};", names.join(", "))?;
    }
    let relocations: Vec<Relocation> = image.relocations(function.relocations).collect();
    let mut rest = relocations.as_slice();
    for (index, instruction) in function.instructions() {
        if labels.contains(&index) {
            writeln!(out, "L{index}:")?;
        }
        let own = |it: &&Relocation| matches!(it.site, Site::Operand { instruction, .. } if instruction == index);
        let count = rest.iter().take_while(own).count();
        let (here, behind) = rest.split_at(count);
        rest = behind;
        writeln!(out, "    {};", text(image, &instruction, here))?;
    }
    Ok(())
}

/// One instruction as text, without its semicolon.
fn text(image: &Image<'_>, instruction: &Instruction<'_>, relocations: &[Relocation]) -> String {
    let mut text = String::new();
    if let Some(guard) = instruction.guard {
        let not = if guard.negated { "!" } else { "" };
        text = format!("@{not}{} ", register(guard.register));
    }
    let name = instruction.opcode.name();
    text.push_str(&spelling(instruction).unwrap_or_else(|| format!("{name} /* no spelling */")));
    let names: Vec<String> = (0u8..)
        .zip(instruction.operands.iter())
        .map(|(place, operand)| {
            let here = |it: &&Relocation| matches!(it.site, Site::Operand { operand, .. } if operand == place);
            let named = relocations.iter().find(here).map(|it| symbol(image, it));
            self::operand(image, operand, named)
        })
        .collect();
    for (place, name) in grouped(instruction, names).into_iter().enumerate() {
        text.push_str(if place == 0 { " " } else { ", " });
        text.push_str(&name);
    }
    text
}

/// Puts the elements of a vector operand in braces.
fn grouped(instruction: &Instruction<'_>, mut names: Vec<String>) -> Vec<String> {
    use Opcode::{Atom, Ld, Ldmatrix, Pack, Red, St, Stmatrix, Suld, Tex, Tld4, Unpack};
    let count = usize::from(instruction.elements);
    let first = match instruction.opcode {
        Ld | Ldmatrix | Tex | Tld4 | Suld | Unpack | Atom => 0,
        St | Stmatrix | Pack | Red => 1,
        _ => return names,
    };
    if count > 1 && names.len() >= first + count {
        let group = names
            .splice(first..first + count, [String::new()])
            .collect::<Vec<String>>()
            .join(", ");
        names[first] = format!("{{{group}}}");
    }
    names
}

fn register(register: Register) -> String {
    let letter = match register.bank {
        Bank::Predicate => 'p',
        Bank::Word => 'r',
        Bank::Double => 'd',
    };
    format!("%{letter}{}", register.index)
}

fn operand(image: &Image<'_>, operand: Operand, named: Option<String>) -> String {
    match operand {
        Operand::Register { register: it, negated } => {
            format!("{}{}", if negated { "!" } else { "" }, register(it))
        }
        Operand::Immediate(value) => named.unwrap_or_else(|| format!("{value:#x}")),
        Operand::Special(special) => format!("%{}", special.name()),
        Operand::Frame(offset) => format!("%frame+{offset}"),
        Operand::Address(Address { base, offset }) => {
            let offset = offset as i64;
            match base {
                Base::Absolute => format!("[{}]", named.unwrap_or_else(|| format!("{offset}"))),
                Base::Register(it) if offset == 0 => format!("[{}]", register(it)),
                Base::Register(it) => format!("[{}{offset:+}]", register(it)),
                Base::Frame => format!("[%frame{offset:+}]"),
            }
        }
        Operand::Label(label) => format!("L{label}"),
        Operand::Function(ordinal) => target_name(image, Target::Function(ordinal)).into(),
        Operand::Targets(ordinal) => format!("T{ordinal}"),
        Operand::Prototype(ordinal) => format!("prototype_{ordinal}"),
        Operand::Sink => "_".into(),
    }
}
