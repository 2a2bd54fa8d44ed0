//! From the bytes of an image to a loaded one.

use core::fmt;

use musa_hal::image::LoadOptions;
use musa_hal::{
    Address, AllocationKind, Chooser, DeviceOrdinal, Dim3, HalError, ImageError, ImageErrorKind, KernelInfo,
    ParameterSlot, SpaceId, SymbolKind,
};
use musa_isa::Space;
use musa_isa::image::{
    Container, Dimensions, EntryAttributes, Function, FunctionKind, Image, Relocation, Site, Target, Variable,
};

use super::slot::ImageSlot;
use crate::memory::{AddressSpaces, MemorySource};
use crate::program::{Uses, function_value};

/// Bytes of a texture, surface or sampler reference.
const REFERENCE_BYTES: u64 = 64;

const MALFORMED: HalError = HalError::Image(ImageError::new(ImageErrorKind::Malformed));

fn refuse(kind: ImageErrorKind, log: &mut dyn fmt::Write, reason: fmt::Arguments<'_>) -> HalError {
    // A log that takes no more is the caller's choice.
    let _ = log.write_fmt(format_args!("{reason}\n"));
    HalError::Image(ImageError::new(kind))
}

/// The image in a file that the device runs, whose newest target is given if it counts.
pub(super) fn choose<'b>(
    bytes: &'b [u8],
    newest: Option<u32>,
    log: &mut dyn fmt::Write,
) -> Result<Image<'b>, HalError> {
    let image = recognize(bytes, log)?;
    let origin = image.origin();
    match newest.filter(|device| !origin.runs_on(*device)) {
        Some(device) => {
            let reason = format_args!("an image for {origin} does not run on a device that is sm_{device}");
            Err(refuse(ImageErrorKind::NoneForDevice, log, reason))
        }
        None => Ok(image),
    }
}

/// The image in a file: the file itself, or the first entry of a bundle that is one of ours.
fn recognize<'b>(bytes: &'b [u8], log: &mut dyn fmt::Write) -> Result<Image<'b>, HalError> {
    let parse = |file: &'b [u8], log: &mut dyn fmt::Write| {
        Image::parse(file).map_err(|error| refuse(ImageErrorKind::Malformed, log, format_args!("{error}")))
    };
    match Container::recognize(bytes) {
        Container::Image(file) => parse(file, log),
        Container::Bundle(bundle) => {
            let own = bundle
                .entries()
                .find_map(|entry| match Container::recognize(entry.content) {
                    Container::Image(file) => Some(file),
                    _ => None,
                });
            match own {
                Some(file) => parse(file, log),
                None => {
                    let reason = format_args!("no entry of the bundle is an image of the model");
                    Err(refuse(ImageErrorKind::NoneForDevice, log, reason))
                }
            }
        }
        Container::Vendor(_) => {
            let reason = format_args!("the instruction set of the vendor's binaries is not public");
            Err(refuse(ImageErrorKind::ForeignInstructionSet, log, reason))
        }
        Container::FatBinary => {
            let reason = format_args!("no entry of the fat binary is an image of the model");
            Err(refuse(ImageErrorKind::NoneForDevice, log, reason))
        }
        Container::Text(_) => {
            let reason = format_args!("text, and no assembler is composed in");
            Err(refuse(ImageErrorKind::Unrecognised, log, reason))
        }
        Container::Unknown => {
            let reason = format_args!("neither an image nor a bundle");
            Err(refuse(ImageErrorKind::Unrecognised, log, reason))
        }
    }
}

/// Fills a slot from an image.
pub(super) struct Loader<'l, 'a, S: MemorySource> {
    pub(super) memory: &'l mut AddressSpaces<'a, S>,
    pub(super) chooser: &'l mut dyn Chooser,
    pub(super) slot: &'l mut ImageSlot<'a>,
    pub(super) space: SpaceId,
    pub(super) device: DeviceOrdinal,
}

impl<S: MemorySource> Loader<'_, '_, S> {
    /// Loads; where it fails, [`Loader::undo`] takes back what was done.
    pub(super) fn load(
        &mut self,
        image: &Image<'_>,
        options: &LoadOptions,
        log: &mut dyn fmt::Write,
    ) -> Result<(), HalError> {
        self.slot.clear();
        let constants = self.place_variables(image, log)?;
        for (ordinal, variable) in image.variables().enumerate() {
            self.initialise(image, ordinal, &variable)?;
        }
        let (block, size) = constants;
        self.slot.load_program(image, (block.0, block.0 + size), log)?;
        for (ordinal, function) in image.functions().enumerate() {
            if let FunctionKind::Entry(entry) = function.kind {
                self.add_kernel(image, ordinal as u32, &function, &entry, (size, options))?;
            }
        }
        for (ordinal, variable) in image.variables().enumerate() {
            self.add_variable(ordinal, &variable)?;
        }
        Ok(())
    }

    /// Frees what loading has allocated.
    pub(super) fn undo(&mut self) {
        for base in self.slot.bases() {
            // It has just been allocated.
            let _ = self.memory.free(self.space, base);
        }
        self.slot.clear();
    }

    fn allocate(&mut self, kind: AllocationKind, size: u64, align: u64) -> Result<Address, HalError> {
        let base = self.memory.allocate(self.space, kind, size, align, self.chooser)?;
        if let Err(error) = self.slot.add_base(base) {
            self.memory.free(self.space, base)?;
            return Err(error);
        }
        Ok(base)
    }

    /// Gives every variable an address: constants in one block, all others by themselves. The block's place and size.
    fn place_variables(&mut self, image: &Image<'_>, log: &mut dyn fmt::Write) -> Result<(Address, u64), HalError> {
        let too_large = ImageErrorKind::Malformed;
        let (mut size, mut align) = (0_u64, 1_u64);
        for variable in image.variables().filter(is_constant) {
            let end = place_after(size, &variable).and_then(|start| start.checked_add(variable.size));
            size = end.ok_or_else(|| refuse(too_large, log, format_args!("constants are too large")))?;
            align = align.max(variable.align.into());
        }
        let device = AllocationKind::Device(self.device);
        let block = if size > 0 {
            self.allocate(device, size, align)?
        } else {
            Address(0)
        };
        let mut used = 0;
        for variable in image.variables() {
            let address = if variable.external {
                // Nothing defines it here: an access faults.
                0
            } else if is_constant(&variable) {
                let start = place_after(used, &variable).ok_or(MALFORMED)?;
                used = start + variable.size;
                block.0 + start
            } else {
                let managed = AllocationKind::Managed(self.device);
                let kind = if variable.managed { managed } else { device };
                let least = if variable.reference.is_some() {
                    REFERENCE_BYTES
                } else {
                    1
                };
                self.allocate(kind, variable.size.max(least), variable.align.max(1).into())?
                    .0
            };
            self.slot.variables.push(address)?;
        }
        Ok((block, size))
    }

    fn address(&self, variable: usize) -> u64 {
        self.slot.variables.entries().get(variable).copied().unwrap_or(0)
    }

    /// Writes a variable's first value.
    fn initialise(&mut self, image: &Image<'_>, ordinal: usize, variable: &Variable<'_>) -> Result<(), HalError> {
        let address = self.address(ordinal);
        if variable.external || address == 0 {
            return Ok(());
        }
        if !variable.initial.is_empty() {
            self.memory.write(self.space, Address(address), variable.initial)?;
        }
        for relocation in image.relocations(variable.relocations) {
            if let Site::Initial { offset, width } = relocation.site {
                let value = self.value(&relocation).to_le_bytes();
                let bytes = value.get(..width.into()).ok_or(MALFORMED)?;
                let place = address.checked_add(offset).ok_or(MALFORMED)?;
                self.memory.write(self.space, Address(place), bytes)?;
            }
        }
        Ok(())
    }

    fn value(&self, relocation: &Relocation) -> u64 {
        let base = match relocation.target {
            Target::Variable(ordinal) => self.address(ordinal as usize),
            Target::Function(ordinal) => function_value(ordinal),
        };
        let sum = base.wrapping_add_signed(relocation.addend);
        sum.checked_shr(relocation.shift.into()).unwrap_or(0)
    }

    fn add_variable(&mut self, ordinal: usize, variable: &Variable<'_>) -> Result<(), HalError> {
        let address = Address(self.address(ordinal));
        let kind = match variable.reference {
            _ if variable.external => return Ok(()),
            Some(_) => SymbolKind::Reference { address },
            None => SymbolKind::Variable {
                address,
                size: variable.size,
                constant: is_constant(variable),
                managed: variable.managed,
            },
        };
        self.slot.add_variable(variable.name, kind)
    }

    fn add_kernel(
        &mut self,
        image: &Image<'_>,
        ordinal: u32,
        function: &Function<'_>,
        entry: &EntryAttributes,
        (constant_bytes, options): (u64, &LoadOptions),
    ) -> Result<(), HalError> {
        let origin = image.origin();
        let needs = self
            .slot
            .program
            .function(ordinal)
            .map(|function| function.needs)
            .unwrap_or_default();
        let wanted = u32::from(function.hardware_registers).max(1);
        let most = if options.max_registers > 0 {
            options.max_registers
        } else {
            u32::MAX
        };
        let info = KernelInfo {
            parameters: function.parameters.count,
            parameter_bytes: entry.parameter_bytes,
            static_shared: entry.dynamic_shared,
            constant_bytes,
            local_bytes: needs.stack,
            registers: wanted.min(most),
            max_threads: entry.max_threads.map(dim3),
            required_threads: entry.required_threads.map(dim3),
            required_cluster: entry.required_cluster.map(dim3),
            ptx_version: origin.ptx_version,
            target: origin.architecture,
            prints: needs.uses.contains(Uses::PRINT),
            allocates: needs.uses.contains(Uses::HEAP),
        };
        let slots = image.parameters(function.parameters).map(|parameter| ParameterSlot {
            offset: parameter.slot.offset,
            size: parameter.slot.size,
            align: parameter.slot.align,
        });
        self.slot.add_kernel(function.name, ordinal, info, slots)
    }
}

fn is_constant(variable: &Variable<'_>) -> bool {
    variable.space == Space::Constant && variable.reference.is_none() && !variable.external
}

fn place_after(used: u64, variable: &Variable<'_>) -> Option<u64> {
    used.checked_next_multiple_of(variable.align.max(1).into())
}

const fn dim3([x, y, z]: Dimensions) -> Dim3 {
    Dim3::new(x, y, z)
}
