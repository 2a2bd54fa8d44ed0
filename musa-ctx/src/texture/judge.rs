//! What a texture or a surface may access, and how it may sample.

use musa_hal::{Address, ArrayLayout, DeviceAttribute as A, DeviceInfo};

use super::{Resource, ResourceDescriptor, Sampling, TextureFlags};
use crate::array::judge_element;
use crate::error::{Error, Rejection};
use crate::id::{Handle, Kind};
use crate::process::Process;
use crate::rule::Rule;

fn refuse(rule: Rule, argument: &'static str, value: u64) -> Error {
    Rejection::new(rule).argument(argument).value(value).into()
}

/// An attribute that is a limit or an alignment.
pub(super) fn attribute(info: &DeviceInfo, attribute: A) -> u64 {
    let value = info.attribute(attribute).unwrap_or(0);
    u64::try_from(value).unwrap_or(0)
}

/// The first byte of memory that a texture reads. Whether anything is there is not asked (`arr_texobject`).
fn judge_address(info: &DeviceInfo, address: Address) -> Result<(), Error> {
    let aligned = address.0.is_multiple_of(attribute(info, A::TextureAlignment).max(1));
    match address.0 != 0 && aligned {
        true => Ok(()),
        false => Err(refuse(Rule::TextureAddress, "address", address.0)),
    }
}

fn judge_limit(info: &DeviceInfo, argument: &'static str, value: u64, limit: A) -> Result<(), Error> {
    match value <= attribute(info, limit) {
        true => Ok(()),
        false => Err(refuse(Rule::TextureSize, argument, value)),
    }
}

/// The resource of a texture or a surface is something: the kinds of memory have no null.
fn not_null<T: Kind>(handle: Handle<T>) -> Result<(), Error> {
    match handle {
        Handle::Null => Err(Rejection::new(Rule::ArrayNull).argument("resource").into()),
        _ => Ok(()),
    }
}

impl Process<'_> {
    /// Judges a resource; the layout of the array that it is, if it is one.
    pub(super) fn judge_resource(
        &self,
        info: &DeviceInfo,
        descriptor: &ResourceDescriptor,
    ) -> Result<Option<ArrayLayout>, Error> {
        if descriptor.flags != 0 {
            return Err(refuse(Rule::ResourceFlags, "flags", u64::from(descriptor.flags)));
        }
        match descriptor.resource {
            Resource::Array(array) => {
                not_null(array)?;
                let (id, array) = self.arrays.named("resource", array)?;
                if array.layout.element.format.planes() > 1 {
                    let rejection = Rejection::new(Rule::ArrayPlanesUse).argument("resource");
                    return Err(rejection.subject(id).into());
                }
                Ok(Some(array.layout))
            }
            Resource::MipmappedArray(array) => {
                not_null(array)?;
                let (_, array) = self.mipmapped_arrays.named("resource", array)?;
                Ok(Some(array.layout))
            }
            Resource::Linear {
                address,
                format,
                channels,
                bytes,
            } => {
                let element = judge_element(format, channels)?;
                judge_address(info, address)?;
                let texels = bytes / element.bytes();
                judge_limit(info, "bytes", texels, A::MaximumTexture1dLinearWidth)?;
                Ok(None)
            }
            Resource::Pitched {
                address,
                format,
                channels,
                width,
                height,
                pitch,
            } => {
                judge_element(format, channels)?;
                judge_address(info, address)?;
                if !pitch.is_multiple_of(attribute(info, A::TexturePitchAlignment).max(1)) {
                    return Err(refuse(Rule::TexturePitch, "pitch", pitch));
                }
                judge_limit(info, "width", width, A::MaximumTexture2dLinearWidth)?;
                judge_limit(info, "height", height, A::MaximumTexture2dLinearHeight)?;
                judge_limit(info, "pitch", pitch, A::MaximumTexture2dLinearPitch)?;
                Ok(None)
            }
            Resource::Unknown(kind) => Err(refuse(Rule::TextureResource, "resource", u64::from(kind))),
        }
    }
}

/// The last of the address modes.
pub(super) const LAST_ADDRESS_MODE: u32 = 3;
/// The last of the filter modes.
pub(super) const LAST_FILTER: u32 = 1;

/// A mode is one that there is.
pub(super) fn judge_mode(argument: &'static str, mode: u32, last: u32) -> Result<(), Error> {
    match mode <= last {
        true => Ok(()),
        false => Err(refuse(Rule::TextureMode, argument, u64::from(mode))),
    }
}

/// Flags hold only bits that there are.
pub(super) fn judge_flags(flags: u32) -> Result<(), Error> {
    match TextureFlags::from_bits(flags) {
        Some(_) => Ok(()),
        None => Err(refuse(Rule::TextureFlags, "flags", u64::from(flags))),
    }
}

/// Judges how a texture samples. Combinations are not judged, nor are numbers (`arr_texobject`).
pub(super) fn judge_sampling(sampling: &Sampling) -> Result<(), Error> {
    for mode in sampling.address_modes {
        judge_mode("address mode", mode, LAST_ADDRESS_MODE)?;
    }
    judge_mode("filter", sampling.filter, LAST_FILTER)?;
    judge_mode("mipmap filter", sampling.mipmap_filter, LAST_FILTER)?;
    judge_flags(sampling.flags)?;
    match sampling.reserved {
        false => Ok(()),
        true => Err(Rejection::new(Rule::TextureReserved).argument("sampling").into()),
    }
}
