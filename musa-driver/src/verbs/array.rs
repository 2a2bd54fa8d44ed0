//! Arrays and mipmapped arrays.

use musa_ctx::{ArrayDescriptor, HostMemory};
use musa_hal::{Extent, Hal};

use super::{given, memory::size, required};
use crate::{
    abi::{In, Out},
    call::{Answer, Call},
    types::*,
};

/// A descriptor of one or two dimensions.
fn planar(descriptor: &MUSA_ARRAY_DESCRIPTOR) -> ArrayDescriptor {
    ArrayDescriptor {
        extent: Extent {
            width: descriptor.Width as u64,
            height: descriptor.Height as u64,
            depth: 0,
        },
        format: descriptor.Format.0,
        channels: descriptor.NumChannels,
        flags: 0,
    }
}

/// A descriptor of up to three dimensions.
fn spatial(descriptor: &MUSA_ARRAY3D_DESCRIPTOR) -> ArrayDescriptor {
    ArrayDescriptor {
        extent: Extent {
            width: descriptor.Width as u64,
            height: descriptor.Height as u64,
            depth: descriptor.Depth as u64,
        },
        format: descriptor.Format.0,
        channels: descriptor.NumChannels,
        flags: descriptor.Flags,
    }
}

fn create_as<H: Hal>(call: &mut Call<'_, '_, H>, array: Out<'_, MUarray>, descriptor: &ArrayDescriptor) -> Answer {
    let (process, hal, thread) = call.parts()?;
    array.write(MUarray::of(process.create_array(hal, thread, descriptor)?));
    Ok(())
}

/// `muArrayCreate`.
///
/// # Errors
/// A null pointer, a descriptor that cannot be, or no room.
pub fn create<H: Hal>(
    call: &mut Call<'_, '_, H>,
    array: Out<'_, MUarray>,
    descriptor: In<'_, MUSA_ARRAY_DESCRIPTOR>,
) -> Answer {
    required("pHandle", array.is_null())?;
    let descriptor = given("pAllocateArray", descriptor.read())?;
    create_as(call, array, &planar(&descriptor))
}

/// `muArray3DCreate`.
///
/// # Errors
/// A null pointer, a descriptor that cannot be, or no room.
pub fn create_spatial<H: Hal>(
    call: &mut Call<'_, '_, H>,
    array: Out<'_, MUarray>,
    descriptor: In<'_, MUSA_ARRAY3D_DESCRIPTOR>,
) -> Answer {
    required("pHandle", array.is_null())?;
    let descriptor = given("pAllocateArray", descriptor.read())?;
    create_as(call, array, &spatial(&descriptor))
}

/// `muArrayGetDescriptor`; the array is judged before the pointer (`arr_create`).
///
/// # Errors
/// No array, or a null pointer.
pub fn descriptor<H: Hal>(
    call: &mut Call<'_, '_, H>,
    descriptor: Out<'_, MUSA_ARRAY_DESCRIPTOR>,
    array: MUarray,
) -> Answer {
    let (process, _, _) = call.parts()?;
    let known = process.array_descriptor(array.named())?;
    required("pArrayDescriptor", descriptor.is_null())?;
    descriptor.write(MUSA_ARRAY_DESCRIPTOR {
        Width: size(known.extent.width),
        Height: size(known.extent.height),
        Format: MUarray_format(known.format),
        NumChannels: known.channels,
    });
    Ok(())
}

/// `muArray3DGetDescriptor`; as [`descriptor`].
///
/// # Errors
/// No array, or a null pointer.
pub fn spatial_descriptor<H: Hal>(
    call: &mut Call<'_, '_, H>,
    descriptor: Out<'_, MUSA_ARRAY3D_DESCRIPTOR>,
    array: MUarray,
) -> Answer {
    let (process, _, _) = call.parts()?;
    let known = process.array_descriptor(array.named())?;
    required("pArrayDescriptor", descriptor.is_null())?;
    descriptor.write(MUSA_ARRAY3D_DESCRIPTOR {
        Width: size(known.extent.width),
        Height: size(known.extent.height),
        Depth: size(known.extent.depth),
        Format: MUarray_format(known.format),
        NumChannels: known.channels,
        Flags: known.flags,
    });
    Ok(())
}

/// `muArrayDestroy`.
///
/// # Errors
/// No array, or one that is part of another.
pub fn destroy<H: Hal>(call: &mut Call<'_, '_, H>, array: MUarray) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.destroy_array(hal, array.named())?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muArrayGetPlane`; as [`descriptor`].
///
/// # Errors
/// A null pointer, no array, no such plane, or no room.
pub fn plane<H: Hal>(call: &mut Call<'_, '_, H>, plane: Out<'_, MUarray>, array: MUarray, index: u32) -> Answer {
    let (process, _, _) = call.parts()?;
    process.array_descriptor(array.named())?;
    required("pPlaneArray", plane.is_null())?;
    plane.write(MUarray::of(process.array_plane(array.named(), index)?));
    Ok(())
}

/// `muArrayGetSparseProperties`; there are no sparse arrays.
///
/// # Errors
/// A null pointer, no array, or one that is not sparse.
pub fn sparse_properties<H: Hal>(
    call: &mut Call<'_, '_, H>,
    properties: Out<'_, MUSA_ARRAY_SPARSE_PROPERTIES>,
    array: MUarray,
) -> Answer {
    required("sparseProperties", properties.is_null())?;
    let (process, _, _) = call.parts()?;
    match process.array_sparse_properties(array.named())? {}
}

/// `muMipmappedArrayCreate`.
///
/// # Errors
/// A null pointer, a descriptor that cannot be, or no room.
pub fn create_mipmapped<H: Hal>(
    call: &mut Call<'_, '_, H>,
    array: Out<'_, MUmipmappedArray>,
    descriptor: In<'_, MUSA_ARRAY3D_DESCRIPTOR>,
    levels: u32,
) -> Answer {
    required("pHandle", array.is_null())?;
    let descriptor = given("pMipmappedArrayDesc", descriptor.read())?;
    let (process, hal, thread) = call.parts()?;
    let created = process.create_mipmapped_array(hal, thread, &spatial(&descriptor), levels)?;
    array.write(MUmipmappedArray::of(created));
    Ok(())
}

/// `muMipmappedArrayGetLevel`; as [`descriptor`].
///
/// # Errors
/// A null pointer, no mipmapped array, no such level, or no room.
pub fn level<H: Hal>(
    call: &mut Call<'_, '_, H>,
    level: Out<'_, MUarray>,
    array: MUmipmappedArray,
    index: u32,
) -> Answer {
    let (process, _, _) = call.parts()?;
    let array = process.mipmapped_array(array.named())?;
    required("pLevelArray", level.is_null())?;
    level.write(MUarray::of(process.mipmapped_array_level(array.into(), index)?));
    Ok(())
}

/// `muMipmappedArrayDestroy`.
///
/// # Errors
/// No mipmapped array.
pub fn destroy_mipmapped<H: Hal>(call: &mut Call<'_, '_, H>, array: MUmipmappedArray) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.destroy_mipmapped_array(hal, array.named())?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muMipmappedArrayGetSparseProperties`; there are no sparse arrays.
///
/// # Errors
/// A null pointer, no mipmapped array, or one that is not sparse.
pub fn mipmapped_sparse_properties<H: Hal>(
    call: &mut Call<'_, '_, H>,
    properties: Out<'_, MUSA_ARRAY_SPARSE_PROPERTIES>,
    array: MUmipmappedArray,
) -> Answer {
    required("sparseProperties", properties.is_null())?;
    let (process, _, _) = call.parts()?;
    match process.mipmapped_array_sparse_properties(array.named())? {}
}
