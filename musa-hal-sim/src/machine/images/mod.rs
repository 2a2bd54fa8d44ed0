//! Loaded module images.

mod load;
mod slot;

use core::fmt;

use musa_hal::image::LoadOptions;
use musa_hal::{
    Chooser, DeviceOrdinal, HalError, ImageId, Images, KernelInfo, KernelOrdinal, ParameterSlot, Resource, SpaceId,
    Symbol, SymbolOrdinal,
};

use super::Machine;
use crate::memory::MemorySource;

pub use slot::{ImageSlot, ImageStorage, KernelRecord, SymbolRecord};
pub(super) use slot::{ImageSlot as Slot, ImageTable};

impl<S: MemorySource, C: Chooser> Images for Machine<'_, S, C> {
    fn load(
        &mut self,
        space: SpaceId,
        device: DeviceOrdinal,
        bytes: &[u8],
        options: &LoadOptions,
        log: &mut dyn fmt::Write,
    ) -> Result<ImageId, HalError> {
        self.space(space).ok_or(HalError::ContractBroken("space"))?;
        let newest = self.device_mut(device)?.info.newest_target();
        let image = load::choose(bytes, newest, log)?;
        let full = HalError::Exhausted(Resource::Table("images"));
        let (id, slot) = self.images.vacant().ok_or(full)?;
        let mut loader = load::Loader {
            memory: &mut self.memory,
            chooser: &mut self.chooser,
            slot,
            space,
            device,
        };
        loader.load(&image, options, log).inspect_err(|_| loader.undo())?;
        self.images.occupy(id, space);
        Ok(id)
    }

    fn unload(&mut self, image: ImageId) -> Result<(), HalError> {
        let slot = self.images.get_mut(image).ok_or(HalError::ContractBroken("image"))?;
        let space = slot.space();
        for base in slot.bases() {
            // The allocations are the image's own, and its user cannot free them.
            self.memory.free(space, base)?;
        }
        self.images.vacate(image);
        Ok(())
    }

    fn symbols(&self, image: ImageId) -> u32 {
        self.images.get(image).map_or(0, Slot::symbol_count)
    }

    fn symbol(&self, image: ImageId, symbol: SymbolOrdinal) -> Option<Symbol<'_>> {
        self.images.get(image)?.symbol(symbol)
    }

    fn kernel(&self, image: ImageId, kernel: KernelOrdinal) -> Option<KernelInfo> {
        self.images.get(image)?.kernel(kernel).map(|record| record.info)
    }

    fn parameter(&self, image: ImageId, kernel: KernelOrdinal, parameter: u32) -> Option<ParameterSlot> {
        self.images.get(image)?.parameter(kernel, parameter)
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests;
