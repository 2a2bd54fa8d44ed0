//! From an image to a program.

use core::fmt;

use musa_hal::{HalError, ImageError, ImageErrorKind};
use musa_isa::image::{self, Image, Target};

use super::{
    Families, Function, FunctionKind, Needs, Place, Program, Run, Slot, System, Uses, block, decode::Decoder, order,
};

/// Where the module's variables are.
#[derive(Clone, Copy)]
pub struct Placement<'p> {
    /// The address of a variable, by ordinal.
    pub variables: &'p dyn Fn(u32) -> u64,
    /// The addresses of the module's constant variables, for `isspacep`.
    pub constants: (u64, u64),
}

impl fmt::Debug for Placement<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Placement")
            .field("constants", &self.constants)
            .finish_non_exhaustive()
    }
}

impl Placement<'_> {
    /// The value of a relocation.
    pub(super) fn value(&self, relocation: &image::Relocation) -> u64 {
        relocation_value(relocation, self.variables)
    }
}

/// The value that a relocation puts at its site, before it is cut to the site's width.
pub fn relocation_value(relocation: &image::Relocation, variables: &dyn Fn(u32) -> u64) -> u64 {
    let base = match relocation.target {
        Target::Variable(ordinal) => variables(ordinal),
        Target::Function(ordinal) => super::function_value(ordinal),
    };
    let sum = base.wrapping_add(relocation.addend as u64);
    sum.checked_shr(u32::from(relocation.shift)).unwrap_or(0)
}

impl Program<'_> {
    /// Loads an image in place of what was loaded before.
    ///
    /// # Errors
    /// Image for an instruction that the engine does not execute or a function that nothing defines, with a line to
    /// `log`; Exhausted when a table is full. Nothing is loaded then.
    pub fn load(
        &mut self,
        image: &Image<'_>,
        placement: &Placement<'_>,
        log: &mut dyn fmt::Write,
    ) -> Result<(), HalError> {
        self.clear();
        let loaded = self.load_functions(image, placement, log);
        if loaded.is_err() {
            self.clear();
        }
        loaded
    }

    fn load_functions(
        &mut self,
        image: &Image<'_>,
        placement: &Placement<'_>,
        log: &mut dyn fmt::Write,
    ) -> Result<(), HalError> {
        for function in image.functions() {
            let header = self.header(image, &function)?;
            self.functions.push(header)?;
        }
        self.mark_taken(image, log)?;
        for (ordinal, function) in (0..).zip(image.functions()) {
            if !matches!(function.kind, image::FunctionKind::External) {
                self.load_function(image, ordinal, &function, placement, log)?;
            }
        }
        self.compute_needs();
        Ok(())
    }

    /// A function without its code.
    fn header(&mut self, image: &Image<'_>, function: &image::Function<'_>) -> Result<Function, HalError> {
        let kind = match function.kind {
            image::FunctionKind::Entry(attributes) => FunctionKind::Kernel(attributes),
            image::FunctionKind::Device => FunctionKind::Device,
            image::FunctionKind::External => {
                system_function(function.name).map_or(FunctionKind::Undefined, FunctionKind::System)
            }
        };
        Ok(Function {
            kind,
            entry: 0,
            end: 0,
            once: Run::default(),
            words: 0,
            doubles: 0,
            // Frames begin at multiples of sixteen.
            frame: function.frame.checked_next_multiple_of(16).unwrap_or(u32::MAX),
            parameters: self.push_places(image, function.parameters)?,
            results: self.push_places(image, function.results)?,
            return_counter: Slot::NONE,
            frame_pointer: Slot::NONE,
            stack_pointer: Slot::NONE,
            calls: Run::default(),
            uses: Uses::empty(),
            needs: Needs::default(),
        })
    }

    /// Notes where parameters are in their frame.
    pub(super) fn push_places(&mut self, image: &Image<'_>, parameters: image::Range) -> Result<Run, HalError> {
        let first = self.places.entries().len() as u32;
        for parameter in image.parameters(parameters) {
            self.places.push(Place {
                offset: parameter.slot.offset,
                size: parameter.slot.size,
            })?;
        }
        Ok(Run {
            first,
            count: self.places.entries().len() as u32 - first,
        })
    }

    /// Finds the functions whose address is a value somewhere.
    fn mark_taken(&mut self, image: &Image<'_>, log: &mut dyn fmt::Write) -> Result<(), HalError> {
        let in_code = image
            .functions()
            .flat_map(|function| image.relocations(function.relocations));
        let in_data = image
            .variables()
            .flat_map(|variable| image.relocations(variable.relocations));
        for relocation in in_code.chain(in_data) {
            if let Target::Function(ordinal) = relocation.target
                && let Some(function) = self.functions.entries_mut().get_mut(ordinal as usize)
            {
                if function.kind == FunctionKind::Undefined {
                    return Err(undefined(image, ordinal, log));
                }
                function.uses |= Uses::ADDRESS_TAKEN;
            }
        }
        Ok(())
    }

    fn load_function(
        &mut self,
        image: &Image<'_>,
        ordinal: u32,
        function: &image::Function<'_>,
        placement: &Placement<'_>,
        log: &mut dyn fmt::Write,
    ) -> Result<(), HalError> {
        let blocks = block::find(image, function, &mut self.blocks, &mut self.numbers)?;
        let order = order::arrange(&mut self.blocks.entries_mut()[blocks..], &mut self.numbers)?;
        let ordered = order..self.numbers.entries().len();
        let mut decoder = Decoder::new(self, image, ordinal, function, placement, log);
        decoder.function(blocks, ordered)?;
        self.blocks.truncate(blocks);
        Ok(())
    }
}

/// The function that the simulator supplies under a name, in a build that has it.
fn system_function(name: &str) -> Option<System> {
    let system = match name {
        "vprintf" => Some(System::Print),
        "__assertfail" => Some(System::AssertFail),
        "malloc" => Some(System::Allocate),
        "free" => Some(System::Free),
        _ => None,
    };
    system.filter(|_| Families::SYSTEM.is_built())
}

/// The refusal of an image that calls a function which nothing defines, or takes its address. A mere declaration is fine.
pub(super) fn undefined(image: &Image<'_>, ordinal: u32, log: &mut dyn fmt::Write) -> HalError {
    let name = image.function(ordinal).map_or("?", |function| function.name);
    // The log is the caller's; one that is full loses the line, not the refusal.
    let _ = match name {
        "vprintf" | "__assertfail" | "malloc" | "free" => writeln!(
            log,
            "function {name} is not there: this build is without {}",
            Families::SYSTEM
        ),
        _ => writeln!(log, "function {name} is not defined"),
    };
    HalError::Image(ImageError::new(ImageErrorKind::UnresolvedFunction))
}
