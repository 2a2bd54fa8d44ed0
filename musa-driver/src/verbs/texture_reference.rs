//! Texture references.

use musa_ctx::texture::{PitchedBinding, Resource, SamplingField};
use musa_hal::{Address, Hal};

use super::{given, memory::size, required};
use crate::{
    abi::{Array, In, Out, OutArray},
    call::{Answer, Call},
    types::*,
};

/// `muTexRefCreate`.
///
/// # Errors
/// A null pointer, or no room.
pub fn create<H: Hal>(call: &mut Call<'_, '_, H>, reference: Out<'_, MUtexref>) -> Answer {
    required("pTexRef", reference.is_null())?;
    let (process, _, thread) = call.parts()?;
    reference.write(MUtexref::of(process.create_texture_reference(thread)?));
    Ok(())
}

/// `muTexRefDestroy`.
///
/// # Errors
/// No texture reference.
pub fn destroy<H: Hal>(call: &mut Call<'_, '_, H>, reference: MUtexref) -> Answer {
    let (process, _, _) = call.parts()?;
    Ok(process.destroy_texture_reference(reference.named())?)
}

/// `muTexRefSetArray`.
///
/// # Errors
/// No texture reference, no array, or flags.
pub fn set_array<H: Hal>(call: &mut Call<'_, '_, H>, reference: MUtexref, array: MUarray, flags: u32) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.bind_array(hal, reference.named(), Resource::Array(array.named()), flags)?)
}

/// `muTexRefSetMipmappedArray`.
///
/// # Errors
/// No texture reference, no mipmapped array, or flags.
pub fn set_mipmapped_array<H: Hal>(
    call: &mut Call<'_, '_, H>,
    reference: MUtexref,
    array: MUmipmappedArray,
    flags: u32,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.bind_array(hal, reference.named(), Resource::MipmappedArray(array.named()), flags)?)
}

/// `muTexRefSetAddress`.
///
/// # Errors
/// No texture reference, or memory that is not what it must be.
pub fn set_address<H: Hal>(
    call: &mut Call<'_, '_, H>,
    offset: Out<'_, usize>,
    reference: MUtexref,
    address: MUdeviceptr,
    bytes: usize,
) -> Answer {
    let takes_offset = !offset.is_null();
    let (process, hal, _) = call.parts()?;
    let address = Address(address.0);
    let distance = process.bind_linear(hal, reference.named(), address, bytes as u64, takes_offset)?;
    offset.write(size(distance));
    Ok(())
}

/// `muTexRefSetAddress2D`.
///
/// # Errors
/// A null pointer, no texture reference, or memory that is not what it must be.
pub fn set_address_2d<H: Hal>(
    call: &mut Call<'_, '_, H>,
    reference: MUtexref,
    descriptor: In<'_, MUSA_ARRAY_DESCRIPTOR>,
    address: MUdeviceptr,
    pitch: usize,
) -> Answer {
    let descriptor = given("desc", descriptor.read())?;
    let binding = PitchedBinding {
        address: Address(address.0),
        format: descriptor.Format.0,
        channels: descriptor.NumChannels,
        width: descriptor.Width as u64,
        height: descriptor.Height as u64,
        pitch: pitch as u64,
    };
    let (process, hal, _) = call.parts()?;
    Ok(process.bind_pitched(hal, reference.named(), &binding)?)
}

/// `muTexRefSetFormat`.
///
/// # Errors
/// No texture reference, or an element that cannot be.
pub fn set_format<H: Hal>(
    call: &mut Call<'_, '_, H>,
    reference: MUtexref,
    format: MUarray_format,
    channels: i32,
) -> Answer {
    let (process, _, _) = call.parts()?;
    Ok(process.set_reference_format(reference.named(), format.0, channels.cast_unsigned())?)
}

fn set<H: Hal>(call: &mut Call<'_, '_, H>, reference: MUtexref, field: SamplingField) -> Answer {
    let (process, _, _) = call.parts()?;
    Ok(process.set_reference_sampling(reference.named(), field)?)
}

/// `muTexRefSetAddressMode`.
///
/// # Errors
/// No texture reference, no such direction, or no such mode.
pub fn set_address_mode<H: Hal>(
    call: &mut Call<'_, '_, H>,
    reference: MUtexref,
    direction: i32,
    mode: MUaddress_mode,
) -> Answer {
    let field = SamplingField::AddressMode(direction.cast_unsigned(), mode.0);
    set(call, reference, field)
}

/// Declares the verbs that set one number.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($value:ident: $type:ty) = $field:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// No texture reference, or a value that cannot be.
            pub fn $name<H: Hal>(call: &mut Call<'_, '_, H>, reference: MUtexref, $value: $type) -> Answer {
                set(call, reference, $field)
            }
        )*
    };
}

setters! {
    /// `muTexRefSetFilterMode`.
    set_filter_mode(mode: MUfilter_mode) = SamplingField::Filter(mode.0);
    /// `muTexRefSetMipmapFilterMode`.
    set_mipmap_filter_mode(mode: MUfilter_mode) = SamplingField::MipmapFilter(mode.0);
    /// `muTexRefSetMipmapLevelBias`.
    set_mipmap_level_bias(bias: f32) = SamplingField::LevelBias(bias);
    /// `muTexRefSetMaxAnisotropy`.
    set_max_anisotropy(samples: u32) = SamplingField::MaxAnisotropy(samples);
    /// `muTexRefSetFlags`.
    set_flags(flags: u32) = SamplingField::Flags(flags);
}

/// `muTexRefSetMipmapLevelClamp`.
///
/// # Errors
/// No texture reference.
pub fn set_mipmap_level_clamp<H: Hal>(
    call: &mut Call<'_, '_, H>,
    reference: MUtexref,
    least: f32,
    greatest: f32,
) -> Answer {
    set(call, reference, SamplingField::LevelClamp([least, greatest]))
}

/// `muTexRefSetBorderColor`.
///
/// # Errors
/// A null pointer, or no texture reference.
pub fn set_border_color<H: Hal>(call: &mut Call<'_, '_, H>, reference: MUtexref, colour: Array<'_, f32>) -> Answer {
    required("pBorderColor", colour.is_null())?;
    let mut channels = [0.0; 4];
    for (channel, value) in channels.iter_mut().zip(colour.iter(4)) {
        *channel = value;
    }
    set(call, reference, SamplingField::Border(channels))
}

/// `muTexRefGetAddress`.
///
/// # Errors
/// A null pointer, no texture reference, or one that is not bound to memory.
pub fn address<H: Hal>(call: &mut Call<'_, '_, H>, address: Out<'_, MUdeviceptr>, reference: MUtexref) -> Answer {
    required("pdptr", address.is_null())?;
    let (process, _, _) = call.parts()?;
    address.write(MUdeviceptr(process.reference_address(reference.named())?.0));
    Ok(())
}

/// `muTexRefGetArray`.
///
/// # Errors
/// A null pointer, no texture reference, or one that is not bound to an array.
pub fn array<H: Hal>(call: &mut Call<'_, '_, H>, array: Out<'_, MUarray>, reference: MUtexref) -> Answer {
    required("phArray", array.is_null())?;
    let (process, _, _) = call.parts()?;
    array.write(MUarray::of_handle(process.reference_array(reference.named())?));
    Ok(())
}

/// `muTexRefGetMipmappedArray`.
///
/// # Errors
/// A null pointer, no texture reference, or one that is not bound to a mipmapped array.
pub fn mipmapped_array<H: Hal>(
    call: &mut Call<'_, '_, H>,
    array: Out<'_, MUmipmappedArray>,
    reference: MUtexref,
) -> Answer {
    required("phMipmappedArray", array.is_null())?;
    let (process, _, _) = call.parts()?;
    let bound = process.reference_mipmapped_array(reference.named())?;
    array.write(MUmipmappedArray::of_handle(bound));
    Ok(())
}

/// `muTexRefGetAddressMode`.
///
/// # Errors
/// A null pointer, no texture reference, or no such direction.
pub fn address_mode<H: Hal>(
    call: &mut Call<'_, '_, H>,
    mode: Out<'_, MUaddress_mode>,
    reference: MUtexref,
    direction: i32,
) -> Answer {
    required("pam", mode.is_null())?;
    let (process, _, _) = call.parts()?;
    let known = process.reference_address_mode(reference.named(), direction.cast_unsigned())?;
    mode.write(MUaddress_mode(known));
    Ok(())
}

/// `muTexRefGetFormat`; either pointer may be null.
///
/// # Errors
/// No texture reference.
pub fn format<H: Hal>(
    call: &mut Call<'_, '_, H>,
    format: Out<'_, MUarray_format>,
    channels: Out<'_, i32>,
    reference: MUtexref,
) -> Answer {
    let (process, _, _) = call.parts()?;
    let (known, count) = process.reference_format(reference.named())?;
    format.write(MUarray_format(known));
    channels.write(count.cast_signed());
    Ok(())
}

/// Declares the verbs that read one number back.
macro_rules! getters {
    ($($(#[$doc:meta])* $name:ident($argument:literal: $type:ty) = |$sampling:ident| $value:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// A null pointer, or no texture reference.
            pub fn $name<H: Hal>(call: &mut Call<'_, '_, H>, place: Out<'_, $type>, reference: MUtexref) -> Answer {
                required($argument, place.is_null())?;
                let (process, _, _) = call.parts()?;
                let $sampling = process.reference_sampling(reference.named())?;
                place.write($value);
                Ok(())
            }
        )*
    };
}

getters! {
    /// `muTexRefGetFilterMode`.
    filter_mode("pfm": MUfilter_mode) = |sampling| MUfilter_mode(sampling.filter);
    /// `muTexRefGetMipmapFilterMode`.
    mipmap_filter_mode("pfm": MUfilter_mode) = |sampling| MUfilter_mode(sampling.mipmap_filter);
    /// `muTexRefGetMipmapLevelBias`.
    mipmap_level_bias("pbias": f32) = |sampling| sampling.level_bias;
    /// `muTexRefGetMaxAnisotropy`.
    max_anisotropy("pmaxAniso": i32) = |sampling| sampling.max_anisotropy.cast_signed();
    /// `muTexRefGetFlags`.
    flags("pFlags": u32) = |sampling| sampling.flags;
}

/// `muTexRefGetMipmapLevelClamp`; either pointer may be null.
///
/// # Errors
/// No texture reference.
pub fn mipmap_level_clamp<H: Hal>(
    call: &mut Call<'_, '_, H>,
    least: Out<'_, f32>,
    greatest: Out<'_, f32>,
    reference: MUtexref,
) -> Answer {
    let (process, _, _) = call.parts()?;
    let [first, last] = process.reference_sampling(reference.named())?.level_clamp;
    least.write(first);
    greatest.write(last);
    Ok(())
}

/// `muTexRefGetBorderColor`.
///
/// # Errors
/// A null pointer, or no texture reference.
pub fn border_color<H: Hal>(call: &mut Call<'_, '_, H>, colour: OutArray<'_, f32>, reference: MUtexref) -> Answer {
    required("pBorderColor", colour.is_null())?;
    let (process, _, _) = call.parts()?;
    let sampling = process.reference_sampling(reference.named())?;
    for (place, channel) in sampling.border.into_iter().enumerate() {
        colour.set(place, channel);
    }
    Ok(())
}
