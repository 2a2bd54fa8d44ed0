//! Texture and surface objects, and texture references: descriptions of how kernels read and write arrays and memory.

mod judge;
mod reference;
#[cfg(test)]
mod tests;
mod view;

pub use reference::{PitchedBinding, SamplingField, TextureReference, TextureReferenceId};
pub use view::View;

use musa_hal::{Address, Dialect, Hal};

use crate::array::{Array, MipmappedArray};
use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;

bitflags::bitflags! {
    /// How a texture is read.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct TextureFlags: u32 {
        /// Integers stay integers.
        const READ_AS_INTEGER = 1;
        /// Coordinates are fractions of the extents.
        const NORMALISED_COORDINATES = 2;
        /// Colours are decoded from sRGB.
        const SRGB = 0x10;
        /// Filtering between levels is never left out.
        const NO_TRILINEAR_OPTIMISATION = 0x20;
        /// Filtering goes on across the edges of a cube.
        const SEAMLESS_CUBEMAP = 0x40;
    }
}

/// What a texture or a surface accesses, as callers say it and read it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// An array.
    Array(Handle<Array>),
    /// A mipmapped array.
    MipmappedArray(Handle<MipmappedArray>),
    /// Memory as one row.
    Linear {
        /// The first byte.
        address: Address,
        /// As in an array's descriptor.
        format: u32,
        /// As in an array's descriptor.
        channels: u32,
        /// Bytes.
        bytes: u64,
    },
    /// Memory as rows.
    Pitched {
        /// The first byte.
        address: Address,
        /// As in an array's descriptor.
        format: u32,
        /// As in an array's descriptor.
        channels: u32,
        /// Elements of a row.
        width: u64,
        /// Rows.
        height: u64,
        /// Bytes from row to row.
        pitch: u64,
    },
    /// A kind that there is not, by its number.
    Unknown(u32),
}

/// A resource and its flags, of which there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceDescriptor {
    /// The resource.
    pub resource: Resource,
    /// Flags.
    pub flags: u32,
}

/// How a texture is sampled, as callers say it and read it back. The numbers are the API's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// What happens outside, in each direction: 0 wrap, 1 clamp, 2 mirror, 3 border.
    pub address_modes: [u32; 3],
    /// 0 for the nearest element, 1 for linear filtering.
    pub filter: u32,
    /// [`TextureFlags`].
    pub flags: u32,
    /// Samples of anisotropic filtering.
    pub max_anisotropy: u32,
    /// As `filter`, between levels.
    pub mipmap_filter: u32,
    /// Added to the level that is asked for.
    pub level_bias: f32,
    /// The first and the last level that are read.
    pub level_clamp: [f32; 2],
    /// What a read outside gives where the mode is border.
    pub border: [f32; 4],
    /// Whether a reserved field is not zero.
    pub reserved: bool,
}

/// The name of a texture object.
pub type TextureObjectId = Id<TextureObject>;

/// A texture object.
#[derive(Debug, Clone)]
pub struct TextureObject {
    context: ContextId,
    resource: Resource,
    sampling: Sampling,
    view: Option<View>,
}

impl Kind for TextureObject {
    const KIND: ObjectKind = ObjectKind::TextureObject;
}

/// The name of a surface object.
pub type SurfaceObjectId = Id<SurfaceObject>;

/// A surface object.
#[derive(Debug, Clone)]
pub struct SurfaceObject {
    context: ContextId,
    array: Handle<Array>,
}

impl Kind for SurfaceObject {
    const KIND: ObjectKind = ObjectKind::SurfaceObject;
}

impl Process<'_> {
    /// Creates a texture object in the current context.
    ///
    /// # Errors
    /// No living context, a description that cannot be, or no room.
    pub fn create_texture_object<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        thread: ThreadId,
        descriptor: &ResourceDescriptor,
        sampling: &Sampling,
        view: Option<&View>,
    ) -> Result<TextureObjectId, Error> {
        let (context, info) = self.current_with_device(hal, thread)?;
        let layout = self.judge_resource(info, descriptor)?;
        judge::judge_sampling(sampling)?;
        if let Some(view) = view {
            view::judge(view, layout.as_ref())?;
        }
        let object = TextureObject {
            context,
            resource: descriptor.resource,
            sampling: *sampling,
            view: view.copied(),
        };
        self.texture_objects.insert(object, self.call)
    }

    /// Destroys a texture object; none is nothing (`arr_texobject`).
    ///
    /// # Errors
    /// No texture object.
    pub fn destroy_texture_object(&mut self, object: Handle<TextureObject>) -> Result<(), Error> {
        if object == Handle::Null {
            return Ok(());
        }
        let (id, _) = self.texture_objects.named("object", object)?;
        self.texture_objects.remove(id, self.call);
        Ok(())
    }

    /// What a texture object reads.
    ///
    /// # Errors
    /// No texture object.
    pub fn texture_resource(&self, object: Handle<TextureObject>) -> Result<Resource, Error> {
        Ok(self.texture_objects.named("object", object)?.1.resource)
    }

    /// How a texture object samples.
    ///
    /// # Errors
    /// No texture object.
    pub fn texture_sampling(&self, object: Handle<TextureObject>) -> Result<Sampling, Error> {
        Ok(self.texture_objects.named("object", object)?.1.sampling)
    }

    /// Whose answers count for a texture object.
    ///
    /// # Errors
    /// No texture object.
    pub fn texture_dialect(&self, object: Handle<TextureObject>) -> Result<Dialect, Error> {
        let (_, object) = self.texture_objects.named("object", object)?;
        Ok(self.context(object.context)?.dialect)
    }

    /// How a texture object sees its resource, where it was created with a view.
    ///
    /// # Errors
    /// No texture object.
    pub fn texture_view(&self, object: Handle<TextureObject>) -> Result<Option<View>, Error> {
        Ok(self.texture_objects.named("object", object)?.1.view)
    }

    /// Creates a surface object in the current context. Its array need not have been created for surfaces
    /// (`arr_surfobject`).
    ///
    /// # Errors
    /// No living context, a description that cannot be, or no room.
    pub fn create_surface_object<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        thread: ThreadId,
        descriptor: &ResourceDescriptor,
    ) -> Result<SurfaceObjectId, Error> {
        let (context, info) = self.current_with_device(hal, thread)?;
        let Resource::Array(array) = descriptor.resource else {
            return Err(Rejection::new(Rule::SurfaceResource).argument("resource").into());
        };
        self.judge_resource(info, descriptor)?;
        self.surface_objects.insert(SurfaceObject { context, array }, self.call)
    }

    /// Destroys a surface object; none is nothing (`arr_surfobject`).
    ///
    /// # Errors
    /// No surface object.
    pub fn destroy_surface_object(&mut self, object: Handle<SurfaceObject>) -> Result<(), Error> {
        if object == Handle::Null {
            return Ok(());
        }
        let (id, _) = self.surface_objects.named("object", object)?;
        self.surface_objects.remove(id, self.call);
        Ok(())
    }

    /// What a surface object accesses.
    ///
    /// # Errors
    /// No surface object.
    pub fn surface_resource(&self, object: Handle<SurfaceObject>) -> Result<Resource, Error> {
        Ok(Resource::Array(self.surface_objects.named("object", object)?.1.array))
    }

    /// Forgets the texture references and the texture and surface objects of a context that goes.
    pub(crate) fn release_textures(&mut self, context: ContextId) {
        while let Some(id) = self.texture_objects.find(|object| object.context == context) {
            self.texture_objects.remove(id, self.call);
        }
        while let Some(id) = self.texture_references.find(|reference| reference.context == context) {
            self.texture_references.remove(id, self.call);
        }
        while let Some(id) = self.surface_objects.find(|object| object.context == context) {
            self.surface_objects.remove(id, self.call);
        }
    }
}
