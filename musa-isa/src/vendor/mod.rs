//! The vendor's own binaries (MUBIN): what they say about their kernels. Their instructions are not public.
//!
//! An ELF64 file of machine 253 with a note of owner `MTGPU` and type 0x40, whose content is a MessagePack map: the
//! kernels with their arguments and needs. Facts from the binaries that the vendor publishes with its driver benchmark.

mod message;

use elf::{ElfBytes, abi::SHT_NOTE, endian::LittleEndian};

use crate::image::Slot;
use message::{Cursor, Kind};

/// ELF machine number of the vendor's binaries.
pub const MACHINE: u16 = 253;
const NOTE_OWNER: &[u8] = b"MTGPU\0";
const NOTE_TYPE: u32 = 0x40;
/// Arguments that the caller supplies; other kinds are registers that the hardware fills.
const USER_ARGUMENT: u64 = 18;

/// A vendor binary whose description has been found.
#[derive(Clone, Copy, Debug)]
pub struct VendorBinary<'a> {
    description: Cursor<'a>,
}

/// A kernel of a vendor binary. Numbers that its description does not give are zero.
#[derive(Clone, Copy, Debug)]
pub struct VendorKernel<'a> {
    /// Its name in the symbol table.
    pub name: &'a str,
    /// Architecture: 210 for mp_21, 220 for mp_22, 310 for mp_31.
    pub architecture: u32,
    /// Bytes of static shared memory.
    pub shared_bytes: u32,
    /// Bytes of private memory of one thread.
    pub private_bytes: u32,
    /// Temporary registers of one thread.
    pub registers: u32,
    /// The most threads of a block.
    pub max_threads: u32,
    arguments: Option<Cursor<'a>>,
}

impl<'a> VendorBinary<'a> {
    /// Finds the description in a file; `None` when there is none.
    pub fn parse(file: &'a [u8]) -> Option<Self> {
        let elf = ElfBytes::<LittleEndian>::minimal_parse(file).ok()?;
        if elf.ehdr.e_machine != MACHINE {
            return None;
        }
        let notes = elf
            .section_headers()?
            .iter()
            .filter(|header| header.sh_type == SHT_NOTE);
        let mut contents = notes.filter_map(|header| {
            let (bytes, compression) = elf.section_data(&header).ok()?;
            compression.is_none().then_some(bytes)
        });
        let description = contents.find_map(description)?;
        Some(Self {
            description: Cursor::new(description),
        })
    }

    /// The kernels, as far as the description can be read.
    pub fn kernels(&self) -> impl Iterator<Item = VendorKernel<'a>> + use<'a> {
        let list = self.description.field("mtgpu.kernels");
        list.into_iter().flat_map(Cursor::items).filter_map(kernel)
    }
}

/// The content of the note of that owner and type in a section of notes.
fn description(mut notes: &[u8]) -> Option<&[u8]> {
    loop {
        let word = |at: usize| Some(u32::from_le_bytes(notes.get(at..at + 4)?.try_into().ok()?));
        let (owner, content, kind) = (word(0)?, word(4)?, word(8)?);
        let content_at = 12_usize.checked_add((owner as usize).checked_next_multiple_of(4)?)?;
        let end = content_at.checked_add(content as usize)?;
        let bytes = notes.get(content_at..end)?;
        if kind == NOTE_TYPE && notes.get(12..12 + owner as usize)? == NOTE_OWNER {
            return Some(bytes);
        }
        notes = notes.get(end.checked_next_multiple_of(4)?..)?;
    }
}

fn kernel(description: Cursor<'_>) -> Option<VendorKernel<'_>> {
    let number = |name: &str| {
        let found = description.field(name).and_then(Cursor::integer);
        found.and_then(|value| u32::try_from(value).ok()).unwrap_or(0)
    };
    Some(VendorKernel {
        name: description.field(".name")?.text()?,
        architecture: number(".arch_id"),
        shared_bytes: number(".shared_memory_size"),
        private_bytes: number(".private_memory_size"),
        registers: number(".temp_reg_count"),
        max_threads: number(".max_block_size"),
        arguments: description.field(".args"),
    })
}

impl<'a> VendorKernel<'a> {
    /// The arguments that a launch supplies, at their places in its buffer: one after the other, each at its alignment.
    /// (The description's own `.offset` numbers registers, not bytes.)
    pub fn parameters(&self) -> impl Iterator<Item = Slot> + use<'a> {
        let mut end = 0_u32;
        let arguments = self.arguments.into_iter().flat_map(Cursor::items);
        arguments.filter_map(extent).map_while(move |(size, align)| {
            let offset = end.checked_next_multiple_of(align)?;
            end = offset.checked_add(size)?;
            Some(Slot { offset, size, align })
        })
    }
}

/// Size and alignment of an argument that the caller supplies.
fn extent(argument: Cursor<'_>) -> Option<(u32, u32)> {
    if argument.field(".kind")?.integer()? != USER_ARGUMENT {
        return None;
    }
    let place = argument.field(".argBase")?;
    let number = |name: &str| u32::try_from(place.field(name)?.integer()?).ok();
    let align = number(".align")?;
    align.is_power_of_two().then_some((number(".size")?, align))
}

impl<'a> Cursor<'a> {
    /// The value of a key, if this is a map that has it.
    fn field(self, name: &str) -> Option<Cursor<'a>> {
        let (kind, mut at) = self.head()?;
        let Kind::Map(count) = kind else {
            return None;
        };
        for _ in 0..count {
            let value = at.behind()?;
            if at.text() == Some(name) {
                return Some(value);
            }
            at = value.behind()?;
        }
        None
    }

    /// The values of an array.
    fn items(self) -> impl Iterator<Item = Cursor<'a>> + use<'a> {
        let (count, mut next) = match self.head() {
            Some((Kind::Array(count), first)) => (count, Some(first)),
            _ => (0, None),
        };
        (0..count).map_while(move |_| {
            let item = next?;
            next = item.behind();
            Some(item)
        })
    }
}
