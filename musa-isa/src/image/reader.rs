//! Reading an image in place.

use elf::{
    ElfBytes, ParseError, abi, endian::LittleEndian, file::Class, string_table::StringTable, symbol::SymbolTable,
};

use super::{
    EntryAttributes, Function, FunctionKind, Line, Origin, Parameter, Prototype, Range, Reference, RegisterCounts,
    Relocation, Site, SourceFile, Target, TargetTable, Variable, check,
    format::{self, *},
    table::{Row, Table},
};
use crate::{
    Instruction, Space, Type,
    encoding::{self, EncodingError},
};

/// Why bytes are no image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageError {
    /// Not a little-endian ELF64 file, or one whose headers lie.
    Elf,
    /// An ELF file for another machine.
    Machine(u16),
    /// Our machine, but the note is missing, or of a format that this reader does not know.
    Note,
    /// A section or table that an image must have is missing or cut short.
    Section(&'static str),
    /// A row of a table holds something impossible.
    Row {
        /// Name of the section.
        table: &'static str,
        /// Place of the row.
        row: u32,
        /// Which of its fields.
        field: &'static str,
    },
    /// Bytes of a function that are no instruction.
    Encoding {
        /// The function's ordinal.
        function: u32,
        /// Index of the instruction.
        instruction: u32,
        /// What is wrong.
        error: EncodingError,
    },
    /// An instruction that names something its function or the image does not have.
    Instruction {
        /// The function's ordinal.
        function: u32,
        /// Index of the instruction.
        instruction: u32,
        /// What does not exist.
        what: &'static str,
    },
}

impl core::fmt::Display for ImageError {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Elf => write!(out, "not a whole ELF64 file"),
            Self::Machine(machine) => write!(out, "an ELF file for machine {machine}"),
            Self::Note => write!(out, "no note of a known image format"),
            Self::Section(name) => write!(out, "section {name} is missing or cut short"),
            Self::Row { table, row, field } => write!(out, "{table} row {row}: bad {field}"),
            Self::Encoding {
                function,
                instruction,
                error,
            } => write!(out, "function {function}, instruction {instruction}: {error:?}"),
            Self::Instruction {
                function,
                instruction,
                what,
            } => write!(out, "function {function}, instruction {instruction}: no such {what}"),
        }
    }
}

impl core::error::Error for ImageError {}

/// A checked image over the bytes of its file.
///
/// Every accessor by ordinal answers `None` beyond the end of its table; ordinals and ranges found in the image's own
/// records are always inside.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    pub(super) origin: Origin,
    pub(super) code: &'a [u8],
    pub(super) initial: &'a [u8],
    pub(super) symbols: Symbols<'a>,
    pub(super) functions: Table<'a>,
    pub(super) variables: Table<'a>,
    pub(super) parameters: Table<'a>,
    pub(super) targets: Table<'a>,
    pub(super) labels: Table<'a>,
    pub(super) lines: Table<'a>,
    pub(super) relocations: Table<'a>,
    pub(super) prototypes: Table<'a>,
    pub(super) files: Table<'a>,
    pub(super) text: Option<&'a str>,
}

/// The bytes of the symbol table and its names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbols<'a> {
    symbols: &'a [u8],
    names: &'a [u8],
}

/// A symbol as far as the image uses it.
pub(super) struct Symbol<'a> {
    pub(super) name: &'a str,
    pub(super) value: u64,
    pub(super) size: u64,
    pub(super) exported: bool,
    pub(super) undefined: bool,
}

impl<'a> Symbols<'a> {
    pub(super) fn get(&self, place: u32) -> Option<Symbol<'a>> {
        let table = SymbolTable::new(LittleEndian, Class::ELF64, self.symbols);
        let symbol = table.get(place as usize).ok()?;
        Some(Symbol {
            name: self.name(symbol.st_name)?,
            value: symbol.st_value,
            size: symbol.st_size,
            exported: symbol.st_bind() != abi::STB_LOCAL,
            undefined: symbol.is_undefined(),
        })
    }

    pub(super) fn name(&self, at: u32) -> Option<&'a str> {
        StringTable::new(self.names).get(at as usize).ok()
    }
}

impl<'a> Image<'a> {
    /// Reads and checks an image: every range, ordinal, name, register, label, operand and relocation in it. Takes time
    /// proportional to its size.
    ///
    /// # Errors
    /// [`ImageError`] names the first thing wrong.
    pub fn parse(file: &'a [u8]) -> Result<Self, ImageError> {
        let image = Self::open(file)?;
        check::check(&image)?;
        Ok(image)
    }

    /// Finds the sections, without looking into the tables.
    fn open(file: &'a [u8]) -> Result<Self, ImageError> {
        let elf = ElfBytes::<LittleEndian>::minimal_parse(file).map_err(|_| ImageError::Elf)?;
        if elf.ehdr.class != Class::ELF64 {
            return Err(ImageError::Elf);
        }
        if elf.ehdr.e_machine != format::MACHINE {
            return Err(ImageError::Machine(elf.ehdr.e_machine));
        }
        let sections = Sections { elf };
        Ok(Self {
            origin: sections.origin()?,
            code: sections.bytes(TEXT)?,
            initial: sections.bytes(INITIAL)?,
            symbols: Symbols {
                symbols: sections.bytes(".symtab")?,
                names: sections.bytes(".strtab")?,
            },
            functions: sections.table(FUNCTIONS, FUNCTION_WORDS)?,
            variables: sections.table(VARIABLES, VARIABLE_WORDS)?,
            parameters: sections.table(PARAMETERS, PARAMETER_WORDS)?,
            targets: sections.table(TARGETS, TARGETS_WORDS)?,
            labels: sections.table(LABELS, LABEL_WORDS)?,
            lines: sections.table(LINES, LINE_WORDS)?,
            relocations: sections.table(RELOCATIONS, RELOCATION_WORDS)?,
            prototypes: sections.table(PROTOTYPES, PROTOTYPE_WORDS)?,
            files: sections.table(FILES, FILE_WORDS)?,
            text: sections.text()?,
        })
    }

    /// What the text was written for.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// The PTX text that the image was made from, if it was kept.
    pub fn text(&self) -> Option<&'a str> {
        self.text
    }

    /// How many functions there are.
    pub fn function_count(&self) -> u32 {
        self.functions.len()
    }

    /// A function by ordinal.
    pub fn function(&self, ordinal: u32) -> Option<Function<'a>> {
        self.functions.row(ordinal).and_then(|row| self.function_from(row).ok())
    }

    /// All functions, in order of their ordinals.
    pub fn functions(&self) -> impl Iterator<Item = Function<'a>> + use<'a> {
        let image = *self;
        (0..self.function_count()).map_while(move |ordinal| image.function(ordinal))
    }

    /// A function by name, with its ordinal.
    pub fn find_function(&self, name: &str) -> Option<(u32, Function<'a>)> {
        (0..).zip(self.functions()).find(|(_, it)| it.name == name)
    }

    /// How many variables there are.
    pub fn variable_count(&self) -> u32 {
        self.variables.len()
    }

    /// A variable by ordinal.
    pub fn variable(&self, ordinal: u32) -> Option<Variable<'a>> {
        self.variables.row(ordinal).and_then(|row| self.variable_from(row).ok())
    }

    /// All variables, in order of their ordinals.
    pub fn variables(&self) -> impl Iterator<Item = Variable<'a>> + use<'a> {
        let image = *self;
        (0..self.variable_count()).map_while(move |ordinal| image.variable(ordinal))
    }

    /// A variable by name, with its ordinal.
    pub fn find_variable(&self, name: &str) -> Option<(u32, Variable<'a>)> {
        (0..).zip(self.variables()).find(|(_, it)| it.name == name)
    }

    /// A parameter (of a kernel, function or prototype) by ordinal.
    pub fn parameter(&self, ordinal: u32) -> Option<Parameter> {
        self.parameters.row(ordinal).and_then(parameter_from)
    }

    /// The parameters of a range: [`Function::parameters`], [`Function::results`] and those of a [`Prototype`].
    pub fn parameters(&self, range: Range) -> impl Iterator<Item = Parameter> + use<'a> {
        self.parameters.rows(range).filter_map(parameter_from)
    }

    /// A call prototype by ordinal.
    pub fn prototype(&self, ordinal: u32) -> Option<Prototype> {
        self.prototypes.row(ordinal).map(|row| Prototype {
            parameters: row.range(0),
            results: row.range(2),
        })
    }

    /// How many call prototypes there are.
    pub fn prototype_count(&self) -> u32 {
        self.prototypes.len()
    }

    /// A table of branch targets by ordinal.
    pub fn target_table(&self, ordinal: u32) -> Option<TargetTable> {
        self.targets
            .row(ordinal)
            .map(|row| TargetTable { labels: row.range(0) })
    }

    /// How many tables of branch targets there are.
    pub fn target_table_count(&self) -> u32 {
        self.targets.len()
    }

    /// The instruction indices of a table of branch targets.
    pub fn labels(&self, table: TargetTable) -> impl Iterator<Item = u32> + use<'a> {
        self.labels.rows(table.labels).map(|row| row.word(0))
    }

    /// The line entries of a range ([`Function::lines`]).
    pub fn lines(&self, range: Range) -> impl Iterator<Item = Line> + use<'a> {
        self.lines.rows(range).map(|row| line_from(&row))
    }

    /// The line entry that an instruction of a function falls under. Entries ascend, so this is a binary search.
    pub fn line_of(&self, function: &Function<'_>, instruction: u32) -> Option<Line> {
        let (mut low, mut high) = (0, function.lines.count);
        while low < high {
            let middle = low + (high - low) / 2;
            let line = line_from(&self.lines.row(function.lines.first.checked_add(middle)?)?);
            if line.instruction <= instruction {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let place = function.lines.first.checked_add(low.checked_sub(1)?)?;
        self.lines.row(place).map(|row| line_from(&row))
    }

    /// The relocations of a range ([`Function::relocations`], [`Variable::relocations`]).
    pub fn relocations(&self, range: Range) -> impl Iterator<Item = Relocation> + use<'a> {
        self.relocations.rows(range).filter_map(relocation_from)
    }

    /// The source files that lines name.
    pub fn source_files(&self) -> impl Iterator<Item = SourceFile<'a>> + use<'a> {
        let symbols = self.symbols;
        let all = Range {
            first: 0,
            count: self.files.len(),
        };
        self.files.rows(all).filter_map(move |row| {
            Some(SourceFile {
                number: row.word(0),
                name: symbols.name(row.word(1))?,
            })
        })
    }

    pub(super) fn function_from(&self, row: Row<'a>) -> Result<Function<'a>, &'static str> {
        let symbol = self.symbols.get(row.word(0)).ok_or("symbol")?;
        let kind = match row.word(1) & 0xff {
            KIND_ENTRY => FunctionKind::Entry(entry_from(&row)),
            KIND_DEVICE => FunctionKind::Device,
            KIND_EXTERNAL => FunctionKind::External,
            _ => return Err("kind"),
        };
        Ok(Function {
            name: symbol.name,
            kind,
            exported: symbol.exported,
            code: slice(self.code, symbol.value, symbol.size).ok_or("code")?,
            instructions: row.word(2),
            registers: RegisterCounts {
                predicate: row.word(3) as u16,
                word: (row.word(3) >> 16) as u16,
                double: row.word(4) as u16,
            },
            hardware_registers: (row.word(4) >> 16) as u16,
            frame: row.word(5),
            parameters: row.range(6),
            results: row.range(8),
            targets: row.range(10),
            lines: row.range(12),
            relocations: row.range(14),
        })
    }

    pub(super) fn variable_from(&self, row: Row<'a>) -> Result<Variable<'a>, &'static str> {
        let symbol = self.symbols.get(row.word(0)).ok_or("symbol")?;
        let flags = row.word(1);
        let reference = match flags >> REFERENCE_SHIFT {
            0 => None,
            1 => Some(Reference::Texture),
            2 => Some(Reference::Surface),
            3 => Some(Reference::Sampler),
            _ => return Err("reference"),
        };
        let space = if flags & VARIABLE_CONSTANT != 0 {
            Space::Constant
        } else {
            Space::Global
        };
        let initial = slice(self.initial, row.word(3).into(), row.word(4).into());
        Ok(Variable {
            name: symbol.name,
            space,
            size: symbol.size,
            align: row.word(2),
            initial: initial.ok_or("initial value")?,
            exported: symbol.exported,
            external: symbol.undefined,
            managed: flags & VARIABLE_MANAGED != 0,
            reference,
            relocations: row.range(5),
        })
    }
}

impl<'a> Function<'a> {
    /// The instructions in order, with their indices.
    pub fn instructions(&self) -> impl Iterator<Item = (u32, Instruction<'a>)> + use<'a> {
        let mut rest = self.code;
        (0..self.instructions).map_while(move |index| {
            let (instruction, used) = encoding::decode(rest).ok()?;
            rest = rest.get(used..)?;
            Some((index, instruction))
        })
    }
}

fn entry_from(row: &Row<'_>) -> EntryAttributes {
    let flags = row.word(1);
    let given = |flag: u32, place: usize| (flags & flag != 0).then(|| row.dimensions(place));
    EntryAttributes {
        parameter_bytes: row.word(16),
        static_shared: row.word(17),
        dynamic_shared: row.word(18),
        max_threads: given(HAS_MAX_THREADS, 19),
        required_threads: given(HAS_REQUIRED_THREADS, 22),
        min_blocks: row.word(25),
        required_cluster: given(HAS_REQUIRED_CLUSTER, 26),
        max_cluster_blocks: row.word(29),
        explicit_cluster: flags & EXPLICIT_CLUSTER != 0,
    }
}

pub(super) fn parameter_from(row: Row<'_>) -> Option<Parameter> {
    Some(Parameter {
        slot: row.slot(0),
        kind: Type::from_number(u8::try_from(row.word(3)).ok()?)?,
    })
}

fn line_from(row: &Row<'_>) -> Line {
    Line {
        instruction: row.word(0),
        text_line: row.word(1),
        source: row.word(2),
        source_line: row.word(3),
    }
}

pub(super) fn relocation_from(row: Row<'_>) -> Option<Relocation> {
    let head = row.word(0);
    let detail = (head >> 8) as u8;
    let site = match head & 0xff {
        SITE_OPERAND => Site::Operand {
            instruction: row.word(1),
            operand: detail,
        },
        SITE_INITIAL => Site::Initial {
            offset: row.long(1),
            width: detail,
        },
        _ => return None,
    };
    let target = match head >> 16 & 0xff {
        TARGET_VARIABLE => Target::Variable(row.word(3)),
        TARGET_FUNCTION => Target::Function(row.word(3)),
        _ => return None,
    };
    Some(Relocation {
        site,
        target,
        addend: row.long(4) as i64,
        shift: u8::try_from(row.word(6)).ok()?,
    })
}

fn slice(bytes: &[u8], offset: u64, size: u64) -> Option<&[u8]> {
    let first = usize::try_from(offset).ok()?;
    let end = first.checked_add(usize::try_from(size).ok()?)?;
    bytes.get(first..end)
}

/// The sections of the file, by name.
struct Sections<'a> {
    elf: ElfBytes<'a, LittleEndian>,
}

impl<'a> Sections<'a> {
    fn find(&self, name: &str) -> Result<Option<&'a [u8]>, ParseError> {
        let Some(header) = self.elf.section_header_by_name(name)? else {
            return Ok(None);
        };
        let (bytes, compression) = self.elf.section_data(&header)?;
        Ok(compression.is_none().then_some(bytes))
    }

    fn bytes(&self, name: &'static str) -> Result<&'a [u8], ImageError> {
        match self.find(name) {
            Ok(Some(bytes)) => Ok(bytes),
            _ => Err(ImageError::Section(name)),
        }
    }

    fn table(&self, name: &'static str, words: usize) -> Result<Table<'a>, ImageError> {
        Table::new(self.bytes(name)?, words).ok_or(ImageError::Section(name))
    }

    fn text(&self) -> Result<Option<&'a str>, ImageError> {
        match self.find(PTX) {
            Ok(None) => Ok(None),
            Ok(Some(bytes)) => match core::str::from_utf8(bytes) {
                Ok(text) => Ok(Some(text)),
                Err(_) => Err(ImageError::Section(PTX)),
            },
            Err(_) => Err(ImageError::Section(PTX)),
        }
    }

    fn origin(&self) -> Result<Origin, ImageError> {
        let words = self.bytes(NOTE).map_err(|_| ImageError::Note)?;
        origin_from(words).ok_or(ImageError::Note)
    }
}

/// The note is the only one of its section: three words (length of the owner with its zero, length of the content, type),
/// the owner padded to words, the content. Read by hand, because the library expects 64-bit words in an ELF64 note.
fn origin_from(note: &[u8]) -> Option<Origin> {
    let owner_bytes = NOTE_OWNER.len() + 1;
    let head = Table::new(note.get(..12)?, 3)?.row(0)?;
    let expected = [owner_bytes as u32, NOTE_WORDS as u32 * 4, NOTE_TYPE];
    (head.dimensions(0) == expected).then_some(())?;
    let owner = note.get(12..12 + NOTE_OWNER.len())?;
    (owner == NOTE_OWNER.as_bytes()).then_some(())?;
    let content = note.get(12 + owner_bytes.next_multiple_of(4)..)?;
    let row = Table::new(content, NOTE_WORDS)?.row(0)?;
    (row.word(0) == FORMAT_VERSION).then_some(())?;
    Some(Origin {
        ptx_version: row.word(1),
        architecture: row.word(2),
        suffix: u8::try_from(row.word(3)).ok()?,
    })
}
