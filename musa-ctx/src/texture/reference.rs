//! Texture references: named places that are bound to what they read, and changed, after they were created.
//!
//! Their rules are those of the public documentation of the interface; no case of the oracle shows them yet.

use musa_hal::{Address, DeviceAttribute as A, DeviceInfo, Hal};

use super::judge::{self, LAST_ADDRESS_MODE, LAST_FILTER, attribute, judge_mode};
use super::{Resource, ResourceDescriptor, Sampling};
use crate::array::{Array, MipmappedArray, judge_element};
use crate::context::ContextId;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Id, Kind, ObjectKind};
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::ThreadId;

/// The flag of binding an array: its own format counts. There is no other way.
const OVERRIDE_FORMAT: u32 = 1;
/// The format of floats, which references have until another one is set.
const FLOAT: u32 = 32;

/// The name of a texture reference.
pub type TextureReferenceId = Id<TextureReference>;

/// A texture reference.
#[derive(Debug, Clone)]
pub struct TextureReference {
    pub(super) context: ContextId,
    bound: Option<Resource>,
    /// The format and the channels of an element.
    format: (u32, u32),
    sampling: Sampling,
}

impl Kind for TextureReference {
    const KIND: ObjectKind = ObjectKind::TextureReference;
}

/// A number of how a reference samples, as calls set it one by one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SamplingField {
    /// What happens outside, in this direction.
    AddressMode(u32, u32),
    /// The filter.
    Filter(u32),
    /// The filter between levels.
    MipmapFilter(u32),
    /// What is added to the level.
    LevelBias(f32),
    /// The first and the last level.
    LevelClamp([f32; 2]),
    /// Samples of anisotropic filtering.
    MaxAnisotropy(u32),
    /// The colour outside.
    Border([f32; 4]),
    /// [`super::TextureFlags`].
    Flags(u32),
}

/// A place of an element in memory, in two dimensions, as a call binds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PitchedBinding {
    /// The first byte.
    pub address: Address,
    /// As in an array's descriptor.
    pub format: u32,
    /// As in an array's descriptor.
    pub channels: u32,
    /// Elements of a row.
    pub width: u64,
    /// Rows.
    pub height: u64,
    /// Bytes from row to row.
    pub pitch: u64,
}

fn judge_override(flags: u32) -> Result<(), Error> {
    match flags {
        OVERRIDE_FORMAT => Ok(()),
        _ => Err(Rejection::new(Rule::ReferenceOverride)
            .argument("flags")
            .value(u64::from(flags))
            .into()),
    }
}

fn judge_direction(direction: u32) -> Result<usize, Error> {
    match direction {
        0..=2 => Ok(direction as usize),
        _ => Err(Rejection::new(Rule::ReferenceDirection)
            .argument("direction")
            .value(u64::from(direction))
            .into()),
    }
}

impl Process<'_> {
    /// Creates a texture reference in the current context: bound to nothing, of single floats, for the nearest element,
    /// clamped.
    ///
    /// # Errors
    /// No living context, or no room.
    pub fn create_texture_reference(&mut self, thread: ThreadId) -> Result<TextureReferenceId, Error> {
        let reference = TextureReference {
            context: self.current(thread)?,
            bound: None,
            format: (FLOAT, 1),
            sampling: Sampling {
                address_modes: [1; 3],
                filter: 0,
                flags: 0,
                max_anisotropy: 1,
                mipmap_filter: 0,
                level_bias: 0.0,
                level_clamp: [0.0; 2],
                border: [0.0; 4],
                reserved: false,
            },
        };
        self.texture_references.insert(reference, self.call)
    }

    /// The name and the reference of a handle.
    fn texture_reference(
        &self,
        handle: Handle<TextureReference>,
    ) -> Result<(TextureReferenceId, &TextureReference), Error> {
        if handle == Handle::Null {
            return Err(Rejection::new(Rule::ReferenceNull).argument("reference").into());
        }
        self.texture_references.named("reference", handle)
    }

    /// The reference of a handle, to change.
    fn texture_reference_mut(&mut self, handle: Handle<TextureReference>) -> Result<&mut TextureReference, Error> {
        let (id, _) = self.texture_reference(handle)?;
        let reference = self.texture_references.get_mut(id);
        reference.ok_or(Error::Bug("a texture reference is missing"))
    }

    /// Destroys a texture reference.
    ///
    /// # Errors
    /// No texture reference.
    pub fn destroy_texture_reference(&mut self, handle: Handle<TextureReference>) -> Result<(), Error> {
        let (id, _) = self.texture_reference(handle)?;
        self.texture_references.remove(id, self.call);
        Ok(())
    }

    /// The device that a reference's context is on.
    fn reference_device<'h, H: Hal + ?Sized>(
        &self,
        hal: &'h H,
        handle: Handle<TextureReference>,
    ) -> Result<&'h DeviceInfo, Error> {
        let (_, reference) = self.texture_reference(handle)?;
        let device = self.context(reference.context)?.device;
        hal.device(device).ok_or(Error::Bug("a context's device is missing"))
    }

    fn bind<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        handle: Handle<TextureReference>,
        resource: Resource,
        format: Option<(u32, u32)>,
    ) -> Result<(), Error> {
        let info = self.reference_device(hal, handle)?;
        let layout = self.judge_resource(info, &ResourceDescriptor { resource, flags: 0 })?;
        let own = layout.map(|layout| (layout.element.format.number(), layout.element.channels));
        let reference = self.texture_reference_mut(handle)?;
        reference.bound = Some(resource);
        reference.format = format.or(own).unwrap_or(reference.format);
        Ok(())
    }

    /// Binds a texture reference to what has a format of its own: an array or a mipmapped array.
    ///
    /// # Errors
    /// No texture reference, no array, or flags that do not say that the array's format counts.
    pub fn bind_array<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        handle: Handle<TextureReference>,
        array: Resource,
        flags: u32,
    ) -> Result<(), Error> {
        self.texture_reference(handle)?;
        judge_override(flags)?;
        self.bind(hal, handle, array, None)
    }

    /// Binds a texture reference to memory as one row, in the reference's format; no address and no bytes unbind it.
    /// Answers how far the address is from the aligned one that is bound: with nowhere to put that, it has to be zero.
    ///
    /// # Errors
    /// No texture reference, an address that is not aligned, or more elements than the device takes.
    pub fn bind_linear<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        handle: Handle<TextureReference>,
        address: Address,
        bytes: u64,
        takes_offset: bool,
    ) -> Result<u64, Error> {
        let info = self.reference_device(hal, handle)?;
        if (address.0, bytes) == (0, 0) {
            self.texture_reference_mut(handle)?.bound = None;
            return Ok(0);
        }
        let alignment = attribute(info, A::TextureAlignment).max(1);
        let offset = if takes_offset { address.0 % alignment } else { 0 };
        let (format, channels) = self.texture_reference(handle)?.1.format;
        let resource = Resource::Linear {
            address: Address(address.0 - offset),
            format,
            channels,
            bytes: bytes.saturating_add(offset),
        };
        self.bind(hal, handle, resource, None)?;
        Ok(offset)
    }

    /// Binds a texture reference to memory as rows; the reference's format is the binding's from then on.
    ///
    /// # Errors
    /// No texture reference, or memory that is not what it must be.
    pub fn bind_pitched<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        handle: Handle<TextureReference>,
        binding: &PitchedBinding,
    ) -> Result<(), Error> {
        let PitchedBinding {
            address,
            format,
            channels,
            width,
            height,
            pitch,
        } = *binding;
        let resource = Resource::Pitched {
            address,
            format,
            channels,
            width,
            height,
            pitch,
        };
        self.bind(hal, handle, resource, Some((format, channels)))
    }

    /// Sets the format and the channels of an element.
    ///
    /// # Errors
    /// No texture reference, or an element that cannot be.
    pub fn set_reference_format(
        &mut self,
        handle: Handle<TextureReference>,
        format: u32,
        channels: u32,
    ) -> Result<(), Error> {
        self.texture_reference(handle)?;
        judge_element(format, channels)?;
        self.texture_reference_mut(handle)?.format = (format, channels);
        Ok(())
    }

    /// Sets a number of how a reference samples.
    ///
    /// # Errors
    /// No texture reference, or a number that cannot be.
    pub fn set_reference_sampling(
        &mut self,
        handle: Handle<TextureReference>,
        field: SamplingField,
    ) -> Result<(), Error> {
        let mut sampling = self.texture_reference(handle)?.1.sampling;
        match field {
            SamplingField::AddressMode(direction, mode) => {
                let direction = judge_direction(direction)?;
                judge_mode("address mode", mode, LAST_ADDRESS_MODE)?;
                if let Some(place) = sampling.address_modes.get_mut(direction) {
                    *place = mode;
                }
            }
            SamplingField::Filter(filter) => {
                judge_mode("filter", filter, LAST_FILTER)?;
                sampling.filter = filter;
            }
            SamplingField::MipmapFilter(filter) => {
                judge_mode("mipmap filter", filter, LAST_FILTER)?;
                sampling.mipmap_filter = filter;
            }
            SamplingField::Flags(flags) => {
                judge::judge_flags(flags)?;
                sampling.flags = flags;
            }
            SamplingField::LevelBias(bias) => sampling.level_bias = bias,
            SamplingField::LevelClamp(clamp) => sampling.level_clamp = clamp,
            SamplingField::MaxAnisotropy(samples) => sampling.max_anisotropy = samples,
            SamplingField::Border(colour) => sampling.border = colour,
        }
        self.texture_reference_mut(handle)?.sampling = sampling;
        Ok(())
    }

    /// What a texture reference is bound to, if it is.
    ///
    /// # Errors
    /// No texture reference.
    pub fn reference_binding(&self, handle: Handle<TextureReference>) -> Result<Option<Resource>, Error> {
        Ok(self.texture_reference(handle)?.1.bound)
    }

    /// The address that a texture reference is bound to.
    ///
    /// # Errors
    /// No texture reference, or one that is not bound to memory.
    pub fn reference_address(&self, handle: Handle<TextureReference>) -> Result<Address, Error> {
        match self.reference_binding(handle)? {
            Some(Resource::Linear { address, .. } | Resource::Pitched { address, .. }) => Ok(address),
            _ => unbound(handle),
        }
    }

    /// The array that a texture reference is bound to.
    ///
    /// # Errors
    /// No texture reference, or one that is not bound to an array.
    pub fn reference_array(&self, handle: Handle<TextureReference>) -> Result<Handle<Array>, Error> {
        match self.reference_binding(handle)? {
            Some(Resource::Array(array)) => Ok(array),
            _ => unbound(handle),
        }
    }

    /// The mipmapped array that a texture reference is bound to.
    ///
    /// # Errors
    /// No texture reference, or one that is not bound to a mipmapped array.
    pub fn reference_mipmapped_array(&self, handle: Handle<TextureReference>) -> Result<Handle<MipmappedArray>, Error> {
        match self.reference_binding(handle)? {
            Some(Resource::MipmappedArray(array)) => Ok(array),
            _ => unbound(handle),
        }
    }

    /// The format and the channels of a texture reference.
    ///
    /// # Errors
    /// No texture reference.
    pub fn reference_format(&self, handle: Handle<TextureReference>) -> Result<(u32, u32), Error> {
        Ok(self.texture_reference(handle)?.1.format)
    }

    /// How a texture reference samples.
    ///
    /// # Errors
    /// No texture reference.
    pub fn reference_sampling(&self, handle: Handle<TextureReference>) -> Result<Sampling, Error> {
        Ok(self.texture_reference(handle)?.1.sampling)
    }

    /// The address mode of a texture reference in a direction.
    ///
    /// # Errors
    /// No texture reference, or no such direction.
    pub fn reference_address_mode(&self, handle: Handle<TextureReference>, direction: u32) -> Result<u32, Error> {
        let sampling = self.reference_sampling(handle)?;
        let direction = judge_direction(direction)?;
        let mode = sampling.address_modes.get(direction);
        mode.copied().ok_or(Error::Bug("a direction has no address mode"))
    }
}

fn unbound<T>(handle: Handle<TextureReference>) -> Result<T, Error> {
    Err(Rejection::new(Rule::ReferenceUnbound)
        .argument("reference")
        .handle(handle)
        .into())
}
