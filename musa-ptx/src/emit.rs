//! Drafts and symbols to the bytes of an image.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec::Vec,
};
use musa_isa::{
    Address, Operand,
    encoding::{MAX_OPERAND_WORDS, encode_header, encode_operand, encode_relocated},
    image::{
        self, Contents, EntryAttributes, Function, FunctionKind, Line, Parameter, Prototype, Range, RegisterCounts,
        Relocation, Site, SourceFile, TargetTable, Variable, WriteError,
    },
};

use crate::{
    diagnostic::{Finding, Lines, Span},
    draft::{Draft, Open},
    layout::{self, CallGraph, SharedLayout},
    lower::{
        Body,
        symbols::{FunctionData, Signature, Symbols},
    },
    registers::{self, Allocation},
    syntax::{Linkage, Module},
};

/// The tables of an image in the making.
#[derive(Default)]
struct Tables {
    parameters: Vec<Parameter>,
    targets: Vec<TargetTable>,
    labels: Vec<u32>,
    lines: Vec<Line>,
    relocations: Vec<Relocation>,
}

/// What the image says about one function, besides its name.
struct Record {
    kind: FunctionKind,
    code: Vec<u8>,
    instructions: u32,
    registers: RegisterCounts,
    hardware_registers: u16,
    frame: u32,
    parameters: Range,
    results: Range,
    targets: Range,
    lines: Range,
    relocations: Range,
}

/// Writes the image of a module whose functions have been lowered.
pub(crate) fn image(
    text: &str,
    module: &Module<'_>,
    symbols: &Symbols<'_>,
    mut bodies: Vec<Option<Body>>,
) -> Result<Vec<u8>, Finding> {
    let graph = CallGraph::new(symbols, &bodies);
    check_recursion(symbols, &graph)?;
    let common = layout::common(symbols, &bodies);
    let allocations: Vec<Option<Allocation>> = bodies
        .iter_mut()
        .map(|body| body.as_mut().map(registers::allocate))
        .collect();
    let pressures: Vec<u32> = allocations
        .iter()
        .map(|it| it.as_ref().map_or(0, |it| it.pressure))
        .collect();
    let registers = graph.deepest(&pressures);
    let lines = Lines::new(text);
    let mut tables = Tables::default();
    let mut records = Vec::new();
    for (ordinal, function) in symbols.functions.iter().enumerate() {
        let shared = shared_layout(symbols, &bodies, &graph, &common, ordinal as u32);
        let mut record = tables.function(function, &shared);
        if let (Some(body), Some(allocation)) = (&bodies[ordinal], &allocations[ordinal]) {
            let offsets = if function.entry { &shared.offsets } else { &common };
            record.registers = allocation.counts;
            record.hardware_registers = registers[ordinal].min(u16::MAX.into()) as u16;
            tables.body(&mut record, body, offsets, &lines)?;
        }
        records.push(record);
    }
    assemble(text, module, symbols, &records, tables).map_err(|error| {
        let message = alloc::format!("the module cannot be written as an image: {error:?}");
        Finding::new(Span::default(), message)
    })
}

/// Functions of a module that has local variables or registers of its own do not recur: calls share these.
fn check_recursion(symbols: &Symbols<'_>, graph: &CallGraph) -> Result<(), Finding> {
    if symbols.local_bytes == 0 && symbols.registers.is_empty() {
        return Ok(());
    }
    let recursive = (0..)
        .zip(&symbols.functions)
        .find(|(ordinal, _)| graph.reachable(*ordinal).contains(ordinal));
    recursive.map_or(Ok(()), |(_, function)| {
        let message = alloc::format!("function '{}' is recursive", function.name);
        Err(Finding::new(Span::default(), message))
    })
}

/// Puts the tables together.
fn assemble(
    text: &str,
    module: &Module<'_>,
    symbols: &Symbols<'_>,
    records: &[Record],
    mut tables: Tables,
) -> Result<Vec<u8>, WriteError> {
    let functions = symbols.functions.iter().zip(records);
    let functions: Vec<Function<'_>> = functions.map(|(function, record)| record.function(function)).collect();
    let variables: Vec<Variable<'_>> = symbols.variables.iter().map(|it| tables.variable(it)).collect();
    let prototypes: Vec<Prototype> = symbols
        .prototypes
        .iter()
        .map(|signature| {
            let (parameters, results) = tables.signature(signature);
            Prototype { parameters, results }
        })
        .collect();
    let files = module.files.iter().map(|&(number, name)| SourceFile { number, name });
    let files: Vec<SourceFile<'_>> = files.collect();
    image::write(&Contents {
        origin: module.origin(),
        functions: &functions,
        variables: &variables,
        parameters: &tables.parameters,
        targets: &tables.targets,
        labels: &tables.labels,
        lines: &tables.lines,
        relocations: &tables.relocations,
        prototypes: &prototypes,
        files: &files,
        text: Some(text),
    })
}

fn shared_layout(
    symbols: &Symbols<'_>,
    bodies: &[Option<Body>],
    graph: &CallGraph,
    common: &BTreeMap<u32, u32>,
    ordinal: u32,
) -> SharedLayout {
    if !symbols.functions[ordinal as usize].entry {
        return SharedLayout::default();
    }
    let mut functions = graph.reachable(ordinal);
    functions.insert(ordinal);
    let bodies = functions.iter().filter_map(|&it| bodies.get(it as usize)?.as_ref());
    let named: BTreeSet<u32> = bodies.flat_map(|body| body.shared.iter().copied()).collect();
    layout::kernel(symbols, common, &named)
}

fn range<T>(table: &[T], first: usize) -> Range {
    Range {
        first: first as u32,
        count: (table.len() - first) as u32,
    }
}

impl Tables {
    fn signature(&mut self, signature: &Signature) -> (Range, Range) {
        let first = self.parameters.len();
        self.parameters.extend(&signature.parameters);
        let parameters = range(&self.parameters, first);
        let first = self.parameters.len();
        self.parameters.extend(&signature.results);
        (parameters, range(&self.parameters, first))
    }

    /// The record of a function, still without code.
    fn function(&mut self, function: &FunctionData<'_>, shared: &SharedLayout) -> Record {
        let (parameters, results) = self.signature(&function.signature);
        let kind = match (function.definition, function.entry) {
            (None, _) => FunctionKind::External,
            (Some(_), false) => FunctionKind::Device,
            (Some(_), true) => FunctionKind::Entry(entry(function, shared)),
        };
        Record {
            kind,
            code: Vec::new(),
            instructions: 0,
            registers: RegisterCounts::default(),
            hardware_registers: 0,
            frame: 0,
            parameters,
            results,
            targets: range(&self.targets, self.targets.len()),
            lines: range(&self.lines, self.lines.len()),
            relocations: range(&self.relocations, self.relocations.len()),
        }
    }

    fn body(
        &mut self,
        record: &mut Record,
        body: &Body,
        offsets: &BTreeMap<u32, u32>,
        lines: &Lines,
    ) -> Result<(), Finding> {
        let label = |label: u32| body.labels.get(label as usize).copied().flatten().unwrap_or(0);
        let first_table = self.targets.len();
        for table in &body.targets {
            let first = self.labels.len();
            self.labels.extend(table.iter().map(|&it| label(it)));
            let labels = range(&self.labels, first);
            self.targets.push(TargetTable { labels });
        }
        let first_line = self.lines.len();
        let first_relocation = self.relocations.len();
        for (index, draft) in body.code.iter().enumerate() {
            self.line(draft, index as u32, first_line, lines);
            let mut draft = draft.clone();
            for operand in &mut draft.operands {
                match operand {
                    Operand::Label(it) => *it = label(*it),
                    Operand::Targets(it) => *it += first_table as u32,
                    _ => {}
                }
            }
            let relocated = self.close(&mut draft, index as u32, offsets);
            encode(&draft, &relocated, &mut record.code)?;
        }
        record.instructions = body.code.len() as u32;
        record.frame = body.frame;
        record.targets = range(&self.targets, first_table);
        record.lines = range(&self.lines, first_line);
        record.relocations = range(&self.relocations, first_relocation);
        Ok(())
    }

    /// Adds a line entry when an instruction comes from another place than the one before.
    fn line(&mut self, draft: &Draft, instruction: u32, first: usize, lines: &Lines) {
        let line = Line {
            instruction,
            text_line: lines.place(draft.at).0,
            source: draft.location.0,
            source_line: draft.location.1,
        };
        let same = |last: &Line| Line { instruction, ..*last } == line;
        if !self.lines.get(first..).unwrap_or(&[]).last().is_some_and(same) {
            self.lines.push(line);
        }
    }

    /// Fills in offsets of shared variables, and makes relocations of the addresses that only loading knows. Gives the
    /// places of the latter.
    fn close(&mut self, draft: &mut Draft, instruction: u32, offsets: &BTreeMap<u32, u32>) -> Vec<u8> {
        let mut relocated = Vec::new();
        for &(operand, open) in &draft.open {
            match open {
                Open::Shared(number, addend) => {
                    let offset = u64::from(offsets.get(&number).copied().unwrap_or(0));
                    let value = offset.wrapping_add(addend as u64);
                    match &mut draft.operands[usize::from(operand)] {
                        Operand::Immediate(place) | Operand::Address(Address { offset: place, .. }) => *place = value,
                        _ => {}
                    }
                }
                Open::Symbol(target, addend) => {
                    relocated.push(operand);
                    self.relocations.push(Relocation {
                        site: Site::Operand { instruction, operand },
                        target,
                        addend,
                        shift: 0,
                    });
                }
            }
        }
        relocated
    }

    fn variable<'s>(&mut self, variable: &'s crate::lower::symbols::VariableData<'_>) -> Variable<'s> {
        let first = self.relocations.len();
        self.relocations.extend(variable.addresses.iter().map(|it| Relocation {
            site: Site::Initial {
                offset: it.offset,
                width: it.width,
            },
            target: it.target,
            addend: it.addend,
            shift: it.shift,
        }));
        Variable {
            name: variable.name,
            space: variable.space,
            size: variable.size,
            align: variable.align,
            initial: &variable.initial,
            exported: variable.exported || variable.external,
            external: variable.external,
            managed: variable.managed,
            reference: variable.reference,
            relocations: range(&self.relocations, first),
        }
    }
}

fn entry(function: &FunctionData<'_>, shared: &SharedLayout) -> EntryAttributes {
    let attributes = function.attributes;
    EntryAttributes {
        parameter_bytes: function.signature.parameter_bytes(),
        static_shared: shared.static_bytes,
        dynamic_shared: shared.dynamic_begin,
        max_threads: attributes.max_threads,
        required_threads: attributes.required_threads,
        min_blocks: attributes.min_blocks,
        required_cluster: attributes.required_cluster,
        max_cluster_blocks: attributes.max_cluster_blocks,
        explicit_cluster: attributes.explicit_cluster,
    }
}

fn encode(draft: &Draft, relocated: &[u8], code: &mut Vec<u8>) -> Result<(), Finding> {
    let mut words = Vec::new();
    for (place, &operand) in draft.operands.iter().enumerate() {
        let encoded = if relocated.contains(&(place as u8)) {
            encode_relocated(operand)
        } else {
            encode_operand(operand)
        };
        words.extend_from_slice(encoded.as_slice());
    }
    if words.len() > MAX_OPERAND_WORDS {
        let span = Span {
            start: draft.at,
            end: draft.at,
        };
        return Err(Finding::new(span, "this instruction has too many operands"));
    }
    let header = encode_header(&draft.head, words.len() as u8);
    code.extend(header.iter().chain(&words).flat_map(|word| word.to_le_bytes()));
    Ok(())
}

impl Record {
    fn function<'s>(&'s self, function: &'s FunctionData<'_>) -> Function<'s> {
        let external = matches!(self.kind, FunctionKind::External);
        Function {
            name: function.name,
            kind: self.kind,
            exported: external || function.linkage != Linkage::Private,
            code: &self.code,
            instructions: self.instructions,
            registers: self.registers,
            hardware_registers: self.hardware_registers,
            frame: self.frame,
            parameters: self.parameters,
            results: self.results,
            targets: self.targets,
            lines: self.lines,
            relocations: self.relocations,
        }
    }
}
