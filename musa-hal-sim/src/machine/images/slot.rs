//! What a machine keeps of an image, and the table of images.

use core::fmt;

use managed::ManagedSlice;
use musa_hal::{
    Address, HalError, ImageId, KernelInfo, KernelOrdinal, ParameterSlot, SpaceId, Symbol, SymbolKind, SymbolOrdinal,
};

use musa_isa::image::Image;

use crate::list::List;
use crate::places::Places;
use crate::program::{Placement, Program, ProgramStorage};

/// A symbol of an image. Only its storage is the caller's.
#[derive(Clone, Copy, Debug)]
pub struct SymbolRecord {
    /// Its name: a run of the image's names.
    name: (u32, u32),
    kind: SymbolKind,
}

/// A kernel of an image. Only its storage is the caller's.
#[derive(Clone, Copy, Debug)]
pub struct KernelRecord {
    pub(in crate::machine) info: KernelInfo,
    /// Its function in the image.
    pub(in crate::machine) function: u32,
    /// Its name: a run of the image's names.
    name: (u32, u32),
    /// The first of its parameters.
    parameters: u32,
}

impl SymbolRecord {
    /// Storage without a symbol in it.
    pub const EMPTY: Self = Self {
        name: (0, 0),
        kind: SymbolKind::Kernel(KernelOrdinal(0)),
    };
}

impl KernelRecord {
    /// Storage without a kernel in it.
    pub const EMPTY: Self = Self {
        info: KernelInfo {
            parameters: 0,
            parameter_bytes: 0,
            static_shared: 0,
            constant_bytes: 0,
            local_bytes: 0,
            registers: 0,
            max_threads: None,
            required_threads: None,
            required_cluster: None,
            ptx_version: 0,
            target: 0,
            prints: false,
            allocates: false,
        },
        function: 0,
        name: (0, 0),
        parameters: 0,
    };
}

/// Tables for one image: the caller's slices, or owned and growing (the default, with feature `alloc`).
#[derive(Debug)]
pub struct ImageStorage<'a> {
    /// Names of symbols.
    pub names: ManagedSlice<'a, u8>,
    /// Kernels and variables.
    pub symbols: ManagedSlice<'a, SymbolRecord>,
    /// Kernels.
    pub kernels: ManagedSlice<'a, KernelRecord>,
    /// Parameters of all kernels.
    pub parameters: ManagedSlice<'a, ParameterSlot>,
    /// Addresses of variables, by their ordinal in the image.
    pub variables: ManagedSlice<'a, u64>,
    /// Allocations that hold them.
    pub bases: ManagedSlice<'a, u64>,
    /// Code.
    pub program: ProgramStorage<'a>,
}

#[cfg(feature = "alloc")]
impl Default for ImageStorage<'_> {
    fn default() -> Self {
        use alloc::vec::Vec;
        Self {
            names: Vec::new().into(),
            symbols: Vec::new().into(),
            kernels: Vec::new().into(),
            parameters: Vec::new().into(),
            variables: Vec::new().into(),
            bases: Vec::new().into(),
            program: ProgramStorage::default(),
        }
    }
}

/// A place for one image.
#[derive(Debug)]
pub struct ImageSlot<'a> {
    generation: u32,
    /// Whose image is loaded.
    owner: Option<SpaceId>,
    names: List<'a, u8>,
    symbols: List<'a, SymbolRecord>,
    kernels: List<'a, KernelRecord>,
    parameters: List<'a, ParameterSlot>,
    pub(super) variables: List<'a, u64>,
    bases: List<'a, u64>,
    pub(in crate::machine) program: Program<'a>,
}

impl<'a> ImageSlot<'a> {
    /// An empty place with tables for an image.
    pub fn new(storage: ImageStorage<'a>) -> Self {
        Self {
            generation: 1,
            owner: None,
            names: List::new(storage.names, "symbol names"),
            symbols: List::new(storage.symbols, "symbols"),
            kernels: List::new(storage.kernels, "kernels"),
            parameters: List::new(storage.parameters, "kernel parameters"),
            variables: List::new(storage.variables, "variables"),
            bases: List::new(storage.bases, "variables"),
            program: Program::new(storage.program),
        }
    }

    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.symbols.clear();
        self.kernels.clear();
        self.parameters.clear();
        self.variables.clear();
        self.bases.clear();
        self.program.clear();
    }

    /// The space whose image it is; of an empty place, none that exists.
    pub(in crate::machine) fn space(&self) -> SpaceId {
        self.owner.unwrap_or(SpaceId(0))
    }

    /// The allocations that the image has made.
    pub(super) fn bases(&self) -> impl Iterator<Item = Address> + '_ {
        self.bases.entries().iter().map(|base| Address(*base))
    }

    /// Decodes the code of an image whose variables have their addresses.
    pub(super) fn load_program(
        &mut self,
        image: &Image<'_>,
        constants: (u64, u64),
        log: &mut dyn fmt::Write,
    ) -> Result<(), HalError> {
        let variables = self.variables.entries();
        let placement = Placement {
            variables: &|ordinal| variables.get(ordinal as usize).copied().unwrap_or(0),
            constants,
        };
        self.program.load(image, &placement, log)
    }

    pub(super) fn add_base(&mut self, base: Address) -> Result<(), HalError> {
        self.bases.push(base.0).map(|_| ())
    }

    fn add_name(&mut self, name: &str) -> Result<(u32, u32), HalError> {
        Ok((self.names.extend(name.bytes())?, name.len() as u32))
    }

    pub(super) fn add_variable(&mut self, name: &str, kind: SymbolKind) -> Result<(), HalError> {
        let name = self.add_name(name)?;
        self.symbols.push(SymbolRecord { name, kind }).map(|_| ())
    }

    pub(super) fn add_kernel(
        &mut self,
        name: &str,
        function: u32,
        info: KernelInfo,
        parameters: impl Iterator<Item = ParameterSlot>,
    ) -> Result<(), HalError> {
        let name = self.add_name(name)?;
        let parameters = self.parameters.extend(parameters)?;
        let record = KernelRecord {
            info,
            function,
            name,
            parameters,
        };
        let kernel = KernelOrdinal(self.kernels.push(record)?);
        let kind = SymbolKind::Kernel(kernel);
        self.symbols.push(SymbolRecord { name, kind }).map(|_| ())
    }

    fn name(&self, (start, length): (u32, u32)) -> &str {
        let bytes = self
            .names
            .entries()
            .get(start as usize..start as usize + length as usize);
        bytes.and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or("")
    }

    pub(super) fn symbol_count(&self) -> u32 {
        self.symbols.entries().len() as u32
    }

    pub(super) fn symbol(&self, symbol: SymbolOrdinal) -> Option<Symbol<'_>> {
        let record = self.symbols.entries().get(symbol.0 as usize)?;
        Some(Symbol {
            name: self.name(record.name),
            kind: record.kind,
        })
    }

    pub(in crate::machine) fn kernel(&self, kernel: KernelOrdinal) -> Option<&KernelRecord> {
        self.kernels.entries().get(kernel.0 as usize)
    }

    pub(in crate::machine) fn kernel_name(&self, kernel: KernelOrdinal) -> &str {
        self.kernel(kernel).map_or("", |record| self.name(record.name))
    }

    pub(super) fn parameter(&self, kernel: KernelOrdinal, parameter: u32) -> Option<ParameterSlot> {
        let record = self
            .kernel(kernel)
            .filter(|record| parameter < record.info.parameters)?;
        let place = record.parameters.checked_add(parameter)?;
        self.parameters.entries().get(place as usize).copied()
    }
}

/// All images of a machine.
#[derive(Debug)]
pub(in crate::machine) struct ImageTable<'a> {
    slots: Places<ImageSlot<'a>>,
}

impl<'a> ImageTable<'a> {
    pub(in crate::machine) const fn new(slots: Places<ImageSlot<'a>>) -> Self {
        Self { slots }
    }

    const fn id(place: usize, generation: u32) -> ImageId {
        ImageId((generation as u64) << 32 | place as u64)
    }

    fn place(&self, image: ImageId) -> Option<usize> {
        let place = image.0 as u32 as usize;
        let slot = self.slots.get(place)?;
        (slot.owner.is_some() && Self::id(place, slot.generation) == image).then_some(place)
    }

    pub(in crate::machine) fn get(&self, image: ImageId) -> Option<&ImageSlot<'a>> {
        self.slots.get(self.place(image)?)
    }

    pub(super) fn get_mut(&mut self, image: ImageId) -> Option<&mut ImageSlot<'a>> {
        let place = self.place(image)?;
        self.slots.get_mut(place)
    }

    /// An empty place, and the name that an image in it will have.
    pub(super) fn vacant(&mut self) -> Option<(ImageId, &mut ImageSlot<'a>)> {
        let usable = |slot: &ImageSlot<'_>| slot.owner.is_none() && slot.generation < u32::MAX;
        let place = self.slots.vacant(usable)?;
        let slot = self.slots.get_mut(place)?;
        Some((Self::id(place, slot.generation), slot))
    }

    pub(super) fn occupy(&mut self, image: ImageId, owner: SpaceId) {
        if let Some(slot) = self.slots.get_mut(image.0 as u32 as usize) {
            slot.owner = Some(owner);
        }
    }

    pub(in crate::machine) fn vacate(&mut self, image: ImageId) {
        if let Some(slot) = self.get_mut(image) {
            slot.owner = None;
            slot.generation += 1;
            slot.clear();
        }
    }

    /// Some image of a space.
    pub(in crate::machine) fn of(&self, space: SpaceId) -> Option<ImageId> {
        let mut slots = self.slots.iter().enumerate();
        let (place, slot) = slots.find(|(_, slot)| slot.owner == Some(space))?;
        Some(Self::id(place, slot.generation))
    }
}
