//! Mipmapped arrays: levels that halve.

use core::convert::Infallible;

use musa_hal::{Address, ArrayLayout, Hal};

use super::{Array, ArrayDescriptor, ArrayId, Part, judge};
use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;
use crate::wait::{Pending, Then};

/// The name of a mipmapped array.
pub type MipmappedArrayId = Id<MipmappedArray>;

/// A mipmapped array.
#[derive(Debug, Clone)]
pub struct MipmappedArray {
    pub(crate) context: ContextId,
    /// The first byte.
    pub(crate) base: Address,
    /// How the elements of all levels lie.
    pub(crate) layout: ArrayLayout,
    flags: u32,
}

impl Kind for MipmappedArray {
    const KIND: ObjectKind = ObjectKind::MipmappedArray;
}

impl Process<'_> {
    /// Creates a mipmapped array in the current context. No levels mean one; more than there can be mean all
    /// (`arr_mipmap`).
    ///
    /// # Errors
    /// No living context, a descriptor that cannot be, or no room.
    pub fn create_mipmapped_array<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        descriptor: &ArrayDescriptor,
        levels: u32,
    ) -> Result<MipmappedArrayId, Error> {
        let (context, info) = self.current_with_device(hal, thread)?;
        let mut layout = judge::judge(info, descriptor, true)?;
        layout.levels = levels.clamp(1, layout.full_chain());
        self.mipmapped_arrays.reserve()?;
        let array = MipmappedArray {
            context,
            base: self.allocate_array(hal, context, &layout)?,
            layout,
            flags: descriptor.flags,
        };
        self.mipmapped_arrays.insert(array, self.call)
    }

    /// The mipmapped array that a handle names.
    ///
    /// # Errors
    /// No mipmapped array.
    pub fn mipmapped_array(&self, array: Handle<MipmappedArray>) -> Result<MipmappedArrayId, Error> {
        Ok(self.mipmapped_arrays.named("array", array)?.0)
    }

    /// A level of a mipmapped array, as an array. It has the same handle each time (`arr_mipmap`).
    ///
    /// # Errors
    /// No mipmapped array, no such level, or no room.
    pub fn mipmapped_array_level(&mut self, array: Handle<MipmappedArray>, level: u32) -> Result<ArrayId, Error> {
        let (id, array) = self.mipmapped_arrays.named("array", array)?;
        let Some(place) = array.layout.level(level) else {
            return Err(Rejection::new(Rule::MipmapLevel)
                .argument("level")
                .value(u64::from(level))
                .into());
        };
        let part = Array {
            context: array.context,
            base: Address(array.base.0.saturating_add(place.offset)),
            layout: ArrayLayout {
                extent: place.extent,
                levels: 1,
                ..array.layout
            },
            flags: array.flags,
            part: Part::Level(id, level),
        };
        self.array_part(part)
    }

    /// How a sparse mipmapped array is tiled. There are none, so this only refuses.
    ///
    /// # Errors
    /// No mipmapped array, or one that is not sparse.
    pub fn mipmapped_array_sparse_properties(&self, array: Handle<MipmappedArray>) -> Result<Infallible, Error> {
        let (id, _) = self.mipmapped_arrays.named("array", array)?;
        Err(Rejection::new(Rule::ArraySparse).argument("array").subject(id).into())
    }

    /// Begins to destroy a mipmapped array and its levels: its context's work is waited for.
    ///
    /// # Errors
    /// No mipmapped array.
    pub fn destroy_mipmapped_array<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        array: Handle<MipmappedArray>,
    ) -> Result<Pending, Error> {
        let (id, array) = self.mipmapped_arrays.named("array", array)?;
        let context = array.context;
        Ok(Pending::new(self.join(hal, context)?, Then::DestroyMipmappedArray(id)))
    }

    /// Destroys a mipmapped array, if nobody else has.
    pub(crate) fn finish_destroy_mipmapped_array<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        id: MipmappedArrayId,
    ) -> Result<(), Error> {
        self.notice(hal)?;
        let (_, array) = self.mipmapped_arrays.named("array", id.into())?;
        hal.free(self.space()?, array.base)?;
        self.remove_parts(|part| matches!(part, Part::Level(whole, _) if whole == id));
        self.mipmapped_arrays.remove(id, self.call);
        Ok(())
    }
}
