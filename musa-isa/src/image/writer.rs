//! Writing an image.

use alloc::vec::Vec;

use super::{
    EntryAttributes, Function, FunctionKind, Image, ImageError, Line, Origin, Parameter, Prototype, Range, Reference,
    Relocation, Site, SourceFile, Target, TargetTable, Variable, format::*,
};
use crate::Space;

/// Everything that goes into an image. Ordinals are places in these slices.
#[derive(Clone, Copy, Debug)]
pub struct Contents<'a> {
    /// What the text was written for.
    pub origin: Origin,
    /// Functions.
    pub functions: &'a [Function<'a>],
    /// Variables.
    pub variables: &'a [Variable<'a>],
    /// Parameters of kernels, functions and prototypes.
    pub parameters: &'a [Parameter],
    /// Tables of branch targets.
    pub targets: &'a [TargetTable],
    /// Labels of the tables of branch targets.
    pub labels: &'a [u32],
    /// Lines of all functions.
    pub lines: &'a [Line],
    /// Relocations of all functions and variables.
    pub relocations: &'a [Relocation],
    /// Call prototypes.
    pub prototypes: &'a [Prototype],
    /// Source files.
    pub files: &'a [SourceFile<'a>],
    /// The text to keep in the image.
    pub text: Option<&'a str>,
}

/// Why no image could be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// A table or section exceeds what 32-bit offsets reach.
    TooLarge,
    /// A name holds a zero byte.
    Name,
    /// The contents contradict each other; this is what a reader would say.
    Contents(ImageError),
}

/// The bytes of an image that holds the contents.
///
/// # Errors
/// [`WriteError`]; what has been written is what [`Image::parse`] accepts.
pub fn write(contents: &Contents<'_>) -> Result<Vec<u8>, WriteError> {
    let names = contents.functions.iter().map(|it| it.name);
    let names = names.chain(contents.variables.iter().map(|it| it.name));
    if names
        .chain(contents.files.iter().map(|it| it.name))
        .any(|name| name.contains('\0'))
    {
        return Err(WriteError::Name);
    }
    let mut file = File::default();
    let symbols = Symbols::new(contents)?;
    file.section(Section::new(TEXT, PROGBITS, FLAG_ALLOC | FLAG_EXECUTE), &symbols.code);
    file.section(
        Section::new(GLOBAL, NOBITS, FLAG_ALLOC | FLAG_WRITE).sized(symbols.global),
        &[],
    );
    file.section(Section::new(CONSTANT, NOBITS, FLAG_ALLOC).sized(symbols.constant), &[]);
    file.section(Section::new(INITIAL, PROGBITS, 0), &symbols.initial);
    file.section(Section::new(NOTE, NOTE_SECTION, 0), &note(contents.origin));
    tables(&mut file, contents, &symbols);
    let bytes = file.finish(&symbols)?;
    Image::parse(&bytes).map_err(WriteError::Contents)?;
    Ok(bytes)
}

/// Adds the sections that hold the tables.
fn tables(file: &mut File, contents: &Contents<'_>, symbols: &Symbols) {
    let table = |name| Section::new(name, PROGBITS, 0);
    file.section(
        table(FUNCTIONS),
        &rows(contents.functions.iter().enumerate(), |(place, it)| {
            function_row(symbols.functions[place], it)
        }),
    );
    file.section(
        table(VARIABLES),
        &rows(contents.variables.iter().enumerate(), |(place, it)| {
            variable_row(symbols.variables[place], symbols.initial_at[place], it)
        }),
    );
    file.section(
        table(PARAMETERS),
        &rows(contents.parameters, |it| {
            [it.slot.offset, it.slot.size, it.slot.align, it.kind.number().into()]
        }),
    );
    file.section(table(TARGETS), &rows(contents.targets, |it| range_words(it.labels)));
    file.section(table(LABELS), &rows(contents.labels, |it| [*it]));
    file.section(
        table(LINES),
        &rows(contents.lines, |it| {
            [it.instruction, it.text_line, it.source, it.source_line]
        }),
    );
    file.section(table(RELOCATIONS), &rows(contents.relocations, relocation_row));
    file.section(
        table(PROTOTYPES),
        &rows(contents.prototypes, |it| {
            [
                it.parameters.first,
                it.parameters.count,
                it.results.first,
                it.results.count,
            ]
        }),
    );
    file.section(
        table(FILES),
        &rows(contents.files.iter().enumerate(), |(place, it)| {
            [it.number, symbols.files[place]]
        }),
    );
    if let Some(text) = contents.text {
        file.section(table(PTX), text.as_bytes());
    }
}

fn rows<T, const N: usize>(items: impl IntoIterator<Item = T>, words: impl Fn(T) -> [u32; N]) -> Vec<u8> {
    let words = items.into_iter().flat_map(words);
    words.flat_map(u32::to_le_bytes).collect()
}

fn range_words(range: Range) -> [u32; 2] {
    [range.first, range.count]
}

fn note(origin: Origin) -> Vec<u8> {
    let mut bytes = Vec::new();
    let owner = NOTE_OWNER.len() + 1;
    for word in [owner as u32, NOTE_WORDS as u32 * 4, NOTE_TYPE] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(NOTE_OWNER.as_bytes());
    bytes.resize(12 + owner.next_multiple_of(4), 0);
    for word in [
        FORMAT_VERSION,
        origin.ptx_version,
        origin.architecture,
        origin.suffix.into(),
    ] {
        bytes.extend(word.to_le_bytes());
    }
    bytes
}

fn function_row(symbol: u32, function: &Function<'_>) -> [u32; FUNCTION_WORDS] {
    let (kind, entry) = match function.kind {
        FunctionKind::Entry(entry) => (KIND_ENTRY, entry),
        FunctionKind::Device => (KIND_DEVICE, EntryAttributes::default()),
        FunctionKind::External => (KIND_EXTERNAL, EntryAttributes::default()),
    };
    let given = |flag: u32, dimensions: Option<[u32; 3]>| match dimensions {
        Some(dimensions) => (flag, dimensions),
        None => (0, [0; 3]),
    };
    let (has_max, max) = given(HAS_MAX_THREADS, entry.max_threads);
    let (has_required, required) = given(HAS_REQUIRED_THREADS, entry.required_threads);
    let (has_cluster, cluster) = given(HAS_REQUIRED_CLUSTER, entry.required_cluster);
    let explicit = if entry.explicit_cluster { EXPLICIT_CLUSTER } else { 0 };
    let registers = function.registers;
    let two = |low: u16, high: u16| u32::from(low) | u32::from(high) << 16;
    let head = [
        symbol,
        kind | has_max | has_required | has_cluster | explicit,
        function.instructions,
        two(registers.predicate, registers.word),
        two(registers.double, function.hardware_registers),
        function.frame,
    ];
    let ranges = [
        function.parameters,
        function.results,
        function.targets,
        function.lines,
        function.relocations,
    ];
    let tail = [
        [entry.parameter_bytes, entry.static_shared, entry.dynamic_shared],
        max,
        required,
    ];
    let words = head.into_iter().chain(ranges.into_iter().flat_map(range_words));
    let words = words.chain(tail.into_iter().flatten());
    let mut words = words
        .chain([entry.min_blocks])
        .chain(cluster)
        .chain([entry.max_cluster_blocks]);
    core::array::from_fn(|_| words.next().unwrap_or(0))
}

fn variable_row(symbol: u32, initial_at: u32, variable: &Variable<'_>) -> [u32; VARIABLE_WORDS] {
    let reference = match variable.reference {
        None => 0,
        Some(Reference::Texture) => 1,
        Some(Reference::Surface) => 2,
        Some(Reference::Sampler) => 3,
    };
    let constant = if variable.space == Space::Constant {
        VARIABLE_CONSTANT
    } else {
        0
    };
    let managed = if variable.managed { VARIABLE_MANAGED } else { 0 };
    [
        symbol,
        constant | managed | reference << REFERENCE_SHIFT,
        variable.align,
        initial_at,
        variable.initial.len() as u32,
        variable.relocations.first,
        variable.relocations.count,
    ]
}

fn relocation_row(relocation: &Relocation) -> [u32; RELOCATION_WORDS] {
    let (site, low, high) = match relocation.site {
        Site::Operand { instruction, operand } => (SITE_OPERAND | u32::from(operand) << 8, instruction, 0),
        Site::Initial { offset, width } => (
            SITE_INITIAL | u32::from(width) << 8,
            offset as u32,
            (offset >> 32) as u32,
        ),
    };
    let (target, ordinal) = match relocation.target {
        Target::Variable(ordinal) => (TARGET_VARIABLE, ordinal),
        Target::Function(ordinal) => (TARGET_FUNCTION, ordinal),
    };
    let addend = relocation.addend as u64;
    [
        site | target << 16,
        low,
        high,
        ordinal,
        addend as u32,
        (addend >> 32) as u32,
        relocation.shift.into(),
    ]
}

const PROGBITS: u32 = 1;
const SYMTAB: u32 = 2;
const STRTAB: u32 = 3;
const NOTE_SECTION: u32 = 7;
const NOBITS: u32 = 8;
const FLAG_WRITE: u64 = 1;
const FLAG_ALLOC: u64 = 2;
const FLAG_EXECUTE: u64 = 4;
const HEADER_BYTES: usize = 64;
const SYMBOL_BYTES: u64 = 24;

/// Section numbers of the symbols; [`write()`] adds the sections in this order.
const TEXT_SECTION: u16 = 1;
const GLOBAL_SECTION: u16 = 2;
const CONSTANT_SECTION: u16 = 3;

/// The symbol table and what the symbols lie in.
#[derive(Default)]
struct Symbols {
    code: Vec<u8>,
    initial: Vec<u8>,
    initial_at: Vec<u32>,
    global: u64,
    constant: u64,
    table: Vec<u8>,
    locals: u32,
    names: Vec<u8>,
    functions: Vec<u32>,
    variables: Vec<u32>,
    files: Vec<u32>,
}

/// Where and how large a symbol is.
struct Place {
    section: u16,
    kind: u8,
    exported: bool,
    value: u64,
    size: u64,
}

impl Symbols {
    fn new(contents: &Contents<'_>) -> Result<Self, WriteError> {
        let mut symbols = Self {
            names: Vec::from([0]),
            table: Vec::from([0; SYMBOL_BYTES as usize]),
            functions: Vec::from_iter(contents.functions.iter().map(|_| 0)),
            variables: Vec::from_iter(contents.variables.iter().map(|_| 0)),
            ..Self::default()
        };
        let functions: Vec<Place> = contents.functions.iter().map(|it| symbols.function(it)).collect();
        let variables: Result<Vec<Place>, WriteError> =
            contents.variables.iter().map(|it| symbols.variable(it)).collect();
        let variables = variables?;
        // ELF wants all local symbols before the first global one.
        for exported in [false, true] {
            for (at, place) in functions.iter().enumerate().filter(|(_, it)| it.exported == exported) {
                symbols.functions[at] = symbols.symbol(contents.functions[at].name, place)?;
            }
            for (at, place) in variables.iter().enumerate().filter(|(_, it)| it.exported == exported) {
                symbols.variables[at] = symbols.symbol(contents.variables[at].name, place)?;
            }
            if !exported {
                symbols.locals = symbols.count();
            }
        }
        for file in contents.files {
            let at = symbols.name(file.name)?;
            symbols.files.push(at);
        }
        Ok(symbols)
    }

    fn count(&self) -> u32 {
        (self.table.len() as u64 / SYMBOL_BYTES) as u32
    }

    fn function(&mut self, function: &Function<'_>) -> Place {
        let external = matches!(function.kind, FunctionKind::External);
        let value = if external { 0 } else { self.code.len() as u64 };
        self.code.extend(function.code);
        Place {
            section: if external { 0 } else { TEXT_SECTION },
            kind: 2,
            exported: function.exported || external,
            value,
            size: function.code.len() as u64,
        }
    }

    fn variable(&mut self, variable: &Variable<'_>) -> Result<Place, WriteError> {
        self.initial_at
            .push(u32::try_from(self.initial.len()).map_err(|_| WriteError::TooLarge)?);
        self.initial.extend(variable.initial);
        let (end, section) = match variable.space {
            Space::Constant => (&mut self.constant, CONSTANT_SECTION),
            _ => (&mut self.global, GLOBAL_SECTION),
        };
        let value = end.checked_next_multiple_of(variable.align.max(1).into());
        let value = value.ok_or(WriteError::TooLarge)?;
        if !variable.external {
            *end = value.checked_add(variable.size).ok_or(WriteError::TooLarge)?;
        }
        Ok(Place {
            section: if variable.external { 0 } else { section },
            kind: 1,
            exported: variable.exported || variable.external,
            value: if variable.external { 0 } else { value },
            size: variable.size,
        })
    }

    fn name(&mut self, name: &str) -> Result<u32, WriteError> {
        let at = u32::try_from(self.names.len()).map_err(|_| WriteError::TooLarge)?;
        self.names.extend(name.as_bytes());
        self.names.push(0);
        Ok(at)
    }

    fn symbol(&mut self, name: &str, place: &Place) -> Result<u32, WriteError> {
        let number = self.count();
        let name = self.name(name)?;
        self.table.extend(name.to_le_bytes());
        self.table.extend([u8::from(place.exported) << 4 | place.kind, 0]);
        self.table.extend(place.section.to_le_bytes());
        self.table.extend(place.value.to_le_bytes());
        self.table.extend(place.size.to_le_bytes());
        Ok(number)
    }
}

/// A section's header fields, before it has a place.
struct Section {
    name: &'static str,
    kind: u32,
    flags: u64,
    size: Option<u64>,
    link: u32,
    info: u32,
    entry_size: u64,
}

impl Section {
    fn new(name: &'static str, kind: u32, flags: u64) -> Self {
        Self {
            name,
            kind,
            flags,
            size: None,
            link: 0,
            info: 0,
            entry_size: 0,
        }
    }

    /// A section of that size without bytes in the file.
    fn sized(self, size: u64) -> Self {
        Self {
            size: Some(size),
            ..self
        }
    }
}

/// An ELF file in the making: content, section headers, and names of sections.
#[derive(Default)]
struct File {
    body: Vec<u8>,
    headers: Vec<u8>,
    names: Vec<u8>,
    count: u16,
}

impl File {
    fn section(&mut self, section: Section, bytes: &[u8]) {
        if self.names.is_empty() {
            self.names.push(0);
        }
        self.body.resize(self.body.len().next_multiple_of(8), 0);
        let offset = (HEADER_BYTES + self.body.len()) as u64;
        self.body.extend(bytes);
        let mut header = Vec::with_capacity(HEADER_BYTES);
        header.extend((self.names.len() as u32).to_le_bytes());
        header.extend(section.kind.to_le_bytes());
        let size = section.size.unwrap_or(bytes.len() as u64);
        for long in [section.flags, 0, offset, size] {
            header.extend(long.to_le_bytes());
        }
        header.extend(section.link.to_le_bytes());
        header.extend(section.info.to_le_bytes());
        let align = if section.kind == NOTE_SECTION { 4u64 } else { 8 };
        for long in [align, section.entry_size] {
            header.extend(long.to_le_bytes());
        }
        self.headers.extend(header);
        self.names.extend(section.name.as_bytes());
        self.names.push(0);
        self.count += 1;
    }

    fn finish(mut self, symbols: &Symbols) -> Result<Vec<u8>, WriteError> {
        let mut table = Section::new(".symtab", SYMTAB, 0);
        table.link = u32::from(self.count) + 2;
        table.info = symbols.locals;
        table.entry_size = SYMBOL_BYTES;
        self.section(table, &symbols.table);
        self.section(Section::new(".strtab", STRTAB, 0), &symbols.names);
        let mut names = self.names.clone();
        names.extend(b".shstrtab\0");
        self.section(Section::new(".shstrtab", STRTAB, 0), &names);
        self.body.resize(self.body.len().next_multiple_of(8), 0);
        let headers_at = (HEADER_BYTES + self.body.len()) as u64;
        let mut file = header(headers_at, self.count + 1);
        file.extend(self.body);
        file.extend([0; HEADER_BYTES]);
        file.extend(self.headers);
        if u32::try_from(file.len()).is_err() {
            return Err(WriteError::TooLarge);
        }
        Ok(file)
    }
}

/// The file header: a relocatable object of our machine, with that many section headers at that place.
fn header(headers_at: u64, count: u16) -> Vec<u8> {
    const RELOCATABLE: u16 = 1;
    let mut header = Vec::from(*b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    header.extend(RELOCATABLE.to_le_bytes());
    header.extend(MACHINE.to_le_bytes());
    header.extend(1u32.to_le_bytes());
    for long in [0, 0, headers_at] {
        header.extend(long.to_le_bytes());
    }
    header.extend(0u32.to_le_bytes());
    for half in [HEADER_BYTES as u16, 0, 0, HEADER_BYTES as u16, count, count - 1] {
        header.extend(half.to_le_bytes());
    }
    header
}
