//! Arrays: memory that textures and surfaces read by coordinates, and copies by place. Nobody has its address.

mod copy;
mod judge;
mod mipmapped;
#[cfg(test)]
mod tests;

pub(crate) use judge::judge_element;
pub use mipmapped::{MipmappedArray, MipmappedArrayId};

use core::convert::Infallible;

use musa_hal::{Address, AllocationKind, ArrayLayout, DeviceInfo, Extent, Hal, Resource};

use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;
use crate::wait::{Pending, Then};

/// Arrays begin at multiples of this, as levels and planes in them do.
const ALIGNMENT: u64 = 512;

bitflags::bitflags! {
    /// What an array is to be, as descriptors say it. Other bits are kept, and mean nothing (`arr_create`).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ArrayFlags: u32 {
        /// The slices are layers.
        const LAYERED = 1;
        /// Surfaces may access it.
        const SURFACE = 2;
        /// The slices are faces of cubes.
        const CUBEMAP = 4;
        /// Textures may gather from it.
        const TEXTURE_GATHER = 8;
        /// A depth buffer of a graphics library.
        const DEPTH_TEXTURE = 0x10;
        /// Memory is mapped into it tile by tile.
        const SPARSE = 0x40;
        /// Memory is mapped into it as a whole.
        const DEFERRED_MAPPING = 0x80;
    }
}

/// The name of an array.
pub type ArrayId = Id<Array>;

/// What an array is, as callers say it and read it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayDescriptor {
    /// Extents in elements.
    pub extent: Extent,
    /// The format of a channel, as a number of [`musa_hal::ArrayFormat`].
    pub format: u32,
    /// Channels of an element.
    pub channels: u32,
    /// [`ArrayFlags`].
    pub flags: u32,
}

/// What an array is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Nothing: it has its own memory.
    Whole,
    /// It is a level.
    Level(MipmappedArrayId, u32),
    /// It is a plane.
    Plane(ArrayId, u32),
}

/// An array, or a part of one that has its own handle.
#[derive(Debug, Clone)]
pub struct Array {
    pub(crate) context: ContextId,
    /// The first byte.
    pub(crate) base: Address,
    /// How its elements lie; of one level.
    pub(crate) layout: ArrayLayout,
    flags: u32,
    part: Part,
}

impl Kind for Array {
    const KIND: ObjectKind = ObjectKind::Array;
}

impl Array {
    fn descriptor(&self) -> ArrayDescriptor {
        ArrayDescriptor {
            extent: self.layout.extent,
            format: self.layout.element.format.number(),
            channels: self.layout.element.channels,
            flags: self.flags,
        }
    }
}

impl Process<'_> {
    /// The current context and its device.
    pub(crate) fn current_with_device<'h, H: Hal + ?Sized>(
        &self,
        hal: &'h H,
        thread: ThreadId,
    ) -> Result<(ContextId, &'h DeviceInfo), Error> {
        let context = self.current(thread)?;
        let device = self.context(context)?.device;
        let info = hal.device(device).ok_or(Error::Bug("a context's device is missing"))?;
        Ok((context, info))
    }

    /// Memory for all levels or planes of an array.
    fn allocate_array<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        context: ContextId,
        layout: &ArrayLayout,
    ) -> Result<Address, Error> {
        let device = self.context(context)?.device;
        let size = layout.bytes().ok_or(Error::Exhausted(Resource::DeviceMemory))?;
        self.allocate_bytes(hal, AllocationKind::Device(device), size, ALIGNMENT)
    }

    /// Creates an array in the current context.
    ///
    /// # Errors
    /// No living context, a descriptor that cannot be, or no room.
    pub fn create_array<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        descriptor: &ArrayDescriptor,
    ) -> Result<ArrayId, Error> {
        let (context, info) = self.current_with_device(hal, thread)?;
        let layout = judge::judge(info, descriptor, false)?;
        self.arrays.reserve()?;
        let array = Array {
            context,
            base: self.allocate_array(hal, context, &layout)?,
            layout,
            flags: descriptor.flags,
            part: Part::Whole,
        };
        self.arrays.insert(array, self.call)
    }

    /// What an array is.
    ///
    /// # Errors
    /// No array.
    pub fn array_descriptor(&self, array: Handle<Array>) -> Result<ArrayDescriptor, Error> {
        Ok(self.arrays.named("array", array)?.1.descriptor())
    }

    /// A part of an array or a mipmapped array, which has the same handle each time.
    fn array_part(&mut self, array: Array) -> Result<ArrayId, Error> {
        let part = array.part;
        match self.arrays.find(|array| array.part == part) {
            Some(known) => Ok(known),
            None => self.arrays.insert(array, self.call),
        }
    }

    /// A plane of an array, as an array.
    ///
    /// # Errors
    /// No array, no such plane, or no room.
    pub fn array_plane(&mut self, array: Handle<Array>, plane: u32) -> Result<ArrayId, Error> {
        let (id, array) = self.arrays.named("array", array)?;
        let Some((offset, layout)) = array.layout.plane(plane) else {
            return Err(Rejection::new(Rule::ArrayPlane)
                .argument("plane")
                .value(u64::from(plane))
                .into());
        };
        let part = Array {
            base: Address(array.base.0.saturating_add(offset)),
            layout,
            part: Part::Plane(id, plane),
            ..array.clone()
        };
        self.array_part(part)
    }

    /// How a sparse array is tiled. There are none, so this only refuses.
    ///
    /// # Errors
    /// No array, or one that is not sparse.
    pub fn array_sparse_properties(&self, array: Handle<Array>) -> Result<Infallible, Error> {
        let (id, _) = self.arrays.named("array", array)?;
        Err(Rejection::new(Rule::ArraySparse).argument("array").subject(id).into())
    }

    /// Begins to destroy an array: its context's work is waited for.
    ///
    /// # Errors
    /// No array, or one that is part of another.
    pub fn destroy_array<H: Hal + ?Sized>(&mut self, hal: &mut H, array: Handle<Array>) -> Result<Pending, Error> {
        let (id, array) = self.arrays.named("array", array)?;
        if array.part != Part::Whole {
            return Err(Rejection::new(Rule::ArrayPart).argument("array").subject(id).into());
        }
        let context = array.context;
        Ok(Pending::new(self.join(hal, context)?, Then::DestroyArray(id)))
    }

    /// Destroys an array, if nobody else has.
    pub(crate) fn finish_destroy_array<H: Hal + ?Sized>(&mut self, hal: &mut H, id: ArrayId) -> Result<(), Error> {
        self.notice(hal)?;
        let (_, array) = self.arrays.named("array", id.into())?;
        hal.free(self.space()?, array.base)?;
        self.remove_parts(|part| matches!(part, Part::Plane(whole, _) if whole == id));
        self.arrays.remove(id, self.call);
        Ok(())
    }

    /// Takes the handles of parts out of the table.
    fn remove_parts(&mut self, gone: impl Fn(Part) -> bool) {
        while let Some(part) = self.arrays.find(|array| gone(array.part)) {
            self.arrays.remove(part, self.call);
        }
    }

    /// Frees the arrays of a context that goes.
    pub(crate) fn release_arrays<H: Hal + ?Sized>(&mut self, hal: &mut H, context: ContextId) -> Result<(), Error> {
        let space = self.space()?;
        while let Some(id) = self.arrays.find(|array| array.context == context) {
            if let Some(array) = self.arrays.remove(id, self.call)
                && array.part == Part::Whole
            {
                hal.free(space, array.base)?;
            }
        }
        while let Some(id) = self.mipmapped_arrays.find(|array| array.context == context) {
            if let Some(array) = self.mipmapped_arrays.remove(id, self.call) {
                hal.free(space, array.base)?;
            }
        }
        Ok(())
    }
}
