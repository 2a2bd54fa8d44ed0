//! Texture and surface objects.

use musa_ctx::texture::{Resource, ResourceDescriptor, Sampling, View};
use musa_hal::{Address, Dialect, Extent, Hal};

use super::{given, memory::size, required};
use crate::{
    abi::{In, InOut, Out},
    call::{Answer, Call},
    types::*,
};

/// What C describes as a resource.
fn resource(descriptor: &MUSA_RESOURCE_DESC) -> ResourceDescriptor {
    let union = &descriptor.res;
    let resource = match descriptor.resType {
        MU_RESOURCE_TYPE_ARRAY => Resource::Array(union.array().named()),
        MU_RESOURCE_TYPE_MIPMAPPED_ARRAY => Resource::MipmappedArray(union.mipmap().named()),
        MU_RESOURCE_TYPE_LINEAR => {
            let memory = union.linear();
            Resource::Linear {
                address: Address(memory.devPtr.0),
                format: memory.format.0,
                channels: memory.numChannels,
                bytes: memory.sizeInBytes as u64,
            }
        }
        MU_RESOURCE_TYPE_PITCH2D => {
            let memory = union.pitch();
            Resource::Pitched {
                address: Address(memory.devPtr.0),
                format: memory.format.0,
                channels: memory.numChannels,
                width: memory.width as u64,
                height: memory.height as u64,
                pitch: memory.pitchInBytes as u64,
            }
        }
        other => Resource::Unknown(other.0),
    };
    ResourceDescriptor {
        resource,
        flags: descriptor.flags,
    }
}

/// A resource as C describes it.
fn described(resource: Resource) -> MUSA_RESOURCE_DESC {
    let (kind, union) = match resource {
        Resource::Array(array) => (MU_RESOURCE_TYPE_ARRAY, MUresource::of_array(MUarray::of_handle(array))),
        Resource::MipmappedArray(array) => (
            MU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
            MUresource::of_mipmap(MUmipmappedArray::of_handle(array)),
        ),
        Resource::Linear {
            address,
            format,
            channels,
            bytes,
        } => (
            MU_RESOURCE_TYPE_LINEAR,
            MUresource::of_linear(&LinearResource {
                devPtr: MUdeviceptr(address.0),
                format: MUarray_format(format),
                numChannels: channels,
                sizeInBytes: size(bytes),
            }),
        ),
        Resource::Pitched {
            address,
            format,
            channels,
            width,
            height,
            pitch,
        } => (
            MU_RESOURCE_TYPE_PITCH2D,
            MUresource::of_pitch(&PitchResource {
                devPtr: MUdeviceptr(address.0),
                format: MUarray_format(format),
                numChannels: channels,
                width: size(width),
                height: size(height),
                pitchInBytes: size(pitch),
            }),
        ),
        Resource::Unknown(kind) => (MUresourcetype(kind), MUresource::default()),
    };
    MUSA_RESOURCE_DESC {
        resType: kind,
        res: union,
        flags: 0,
    }
}

fn sampling(descriptor: &MUSA_TEXTURE_DESC) -> Sampling {
    Sampling {
        address_modes: descriptor.addressMode.map(|mode| mode.0),
        filter: descriptor.filterMode.0,
        flags: descriptor.flags,
        max_anisotropy: descriptor.maxAnisotropy,
        mipmap_filter: descriptor.mipmapFilterMode.0,
        level_bias: descriptor.mipmapLevelBias,
        level_clamp: [descriptor.minMipmapLevelClamp, descriptor.maxMipmapLevelClamp],
        border: descriptor.borderColor,
        reserved: descriptor.reserved.iter().any(|field| *field != 0),
    }
}

fn view(descriptor: &MUSA_RESOURCE_VIEW_DESC) -> View {
    View {
        format: descriptor.format.0,
        extent: Extent {
            width: descriptor.width as u64,
            height: descriptor.height as u64,
            depth: descriptor.depth as u64,
        },
        levels: [descriptor.firstMipmapLevel, descriptor.lastMipmapLevel],
        layers: [descriptor.firstLayer, descriptor.lastLayer],
        reserved: descriptor.reserved.iter().any(|field| *field != 0),
    }
}

/// `muTexObjectCreate`.
///
/// # Errors
/// A null pointer, a description that cannot be, or no room.
pub fn create<H: Hal>(
    call: &mut Call<'_, '_, H>,
    object: Out<'_, MUtexObject>,
    resources: In<'_, MUSA_RESOURCE_DESC>,
    descriptor: In<'_, MUSA_TEXTURE_DESC>,
    views: In<'_, MUSA_RESOURCE_VIEW_DESC>,
) -> Answer {
    required("pTexObject", object.is_null())?;
    let resources = resource(&given("pResDesc", resources.read())?);
    let descriptor = sampling(&given("pTexDesc", descriptor.read())?);
    let views = views.read().map(|descriptor| view(&descriptor));
    let (process, hal, thread) = call.parts()?;
    let created = process.create_texture_object(hal, thread, &resources, &descriptor, views.as_ref())?;
    object.write(MUtexObject::of(created));
    Ok(())
}

/// `muTexObjectDestroy`; zero is nothing.
///
/// # Errors
/// No texture object.
pub fn destroy<H: Hal>(call: &mut Call<'_, '_, H>, object: MUtexObject) -> Answer {
    let (process, _, _) = call.parts()?;
    Ok(process.destroy_texture_object(object.named())?)
}

/// `muTexObjectGetResourceDesc`.
///
/// # Errors
/// A null pointer, or no texture object.
pub fn resource_descriptor<H: Hal>(
    call: &mut Call<'_, '_, H>,
    descriptor: Out<'_, MUSA_RESOURCE_DESC>,
    object: MUtexObject,
) -> Answer {
    required("pResDesc", descriptor.is_null())?;
    let (process, _, _) = call.parts()?;
    descriptor.write(described(process.texture_resource(object.named())?));
    Ok(())
}

/// `muTexObjectGetTextureDesc`; the reference leaves the border colour as the caller has it (`arr_texobject`).
///
/// # Errors
/// A null pointer, or no texture object.
pub fn sampling_descriptor<H: Hal>(
    call: &mut Call<'_, '_, H>,
    descriptor: InOut<'_, MUSA_TEXTURE_DESC>,
    object: MUtexObject,
) -> Answer {
    let before = given("pTexDesc", descriptor.read())?;
    let (process, _, _) = call.parts()?;
    let known = process.texture_sampling(object.named())?;
    let [least, greatest] = known.level_clamp;
    descriptor.write(MUSA_TEXTURE_DESC {
        addressMode: known.address_modes.map(MUaddress_mode),
        filterMode: MUfilter_mode(known.filter),
        flags: known.flags,
        maxAnisotropy: known.max_anisotropy,
        mipmapFilterMode: MUfilter_mode(known.mipmap_filter),
        mipmapLevelBias: known.level_bias,
        minMipmapLevelClamp: least,
        maxMipmapLevelClamp: greatest,
        borderColor: match process.texture_dialect(object.named())? {
            Dialect::Musa => known.border,
            Dialect::Reference => before.borderColor,
        },
        reserved: [0; 12],
    });
    Ok(())
}

/// `muTexObjectGetResourceViewDesc`; zeros where the object was created without one.
///
/// # Errors
/// A null pointer, or no texture object.
pub fn view_descriptor<H: Hal>(
    call: &mut Call<'_, '_, H>,
    descriptor: Out<'_, MUSA_RESOURCE_VIEW_DESC>,
    object: MUtexObject,
) -> Answer {
    required("pResViewDesc", descriptor.is_null())?;
    let (process, _, _) = call.parts()?;
    let known = process.texture_view(object.named())?;
    let known = known.unwrap_or(View {
        format: MU_RES_VIEW_FORMAT_NONE.0,
        extent: Extent {
            width: 0,
            height: 0,
            depth: 0,
        },
        levels: [0; 2],
        layers: [0; 2],
        reserved: false,
    });
    descriptor.write(MUSA_RESOURCE_VIEW_DESC {
        format: MUresourceViewFormat(known.format),
        width: size(known.extent.width),
        height: size(known.extent.height),
        depth: size(known.extent.depth),
        firstMipmapLevel: known.levels[0],
        lastMipmapLevel: known.levels[1],
        firstLayer: known.layers[0],
        lastLayer: known.layers[1],
        reserved: [0; 16],
    });
    Ok(())
}

/// `muSurfObjectCreate`.
///
/// # Errors
/// A null pointer, a resource that is no array, or no room.
pub fn create_surface<H: Hal>(
    call: &mut Call<'_, '_, H>,
    object: Out<'_, MUsurfObject>,
    resources: In<'_, MUSA_RESOURCE_DESC>,
) -> Answer {
    required("pSurfObject", object.is_null())?;
    let resources = resource(&given("pResDesc", resources.read())?);
    let (process, hal, thread) = call.parts()?;
    object.write(MUsurfObject::of(
        process.create_surface_object(hal, thread, &resources)?,
    ));
    Ok(())
}

/// `muSurfObjectDestroy`; zero is nothing.
///
/// # Errors
/// No surface object.
pub fn destroy_surface<H: Hal>(call: &mut Call<'_, '_, H>, object: MUsurfObject) -> Answer {
    let (process, _, _) = call.parts()?;
    Ok(process.destroy_surface_object(object.named())?)
}

/// `muSurfObjectGetResourceDesc`.
///
/// # Errors
/// A null pointer, or no surface object.
pub fn surface_resource<H: Hal>(
    call: &mut Call<'_, '_, H>,
    descriptor: Out<'_, MUSA_RESOURCE_DESC>,
    object: MUsurfObject,
) -> Answer {
    required("pResDesc", descriptor.is_null())?;
    let (process, _, _) = call.parts()?;
    descriptor.write(described(process.surface_resource(object.named())?));
    Ok(())
}
