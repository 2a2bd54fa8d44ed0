//! What an array may be: its format, its shape, and the limits of its device.

use musa_hal::{ArrayFormat, ArrayLayout, DeviceAttribute as A, DeviceInfo, Element, Extent};

use super::{ArrayDescriptor, ArrayFlags};
use crate::error::{Error, Rejection};
use crate::rule::Rule;

/// The kinds of shapes, by which devices limit extents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    OneDimensional,
    TwoDimensional,
    ThreeDimensional,
    OneDimensionalLayered,
    TwoDimensionalLayered,
    Cubemap,
    CubemapLayered,
}

/// The attributes that limit width, height and depth.
type Limit = [Option<A>; 3];

/// What limits a shape.
struct Limits {
    /// One of these has to hold.
    texture: &'static [Limit],
    /// As `texture`, of the first level where there are levels.
    mipmapped: &'static [Limit],
    /// Beside these, where surfaces may access it.
    surface: Limit,
}

const GATHER: Limit = [
    Some(A::MaximumTexture2dGatherWidth),
    Some(A::MaximumTexture2dGatherHeight),
    None,
];

impl Shape {
    fn of(extent: Extent, flags: ArrayFlags) -> Self {
        let layered = flags.contains(ArrayFlags::LAYERED);
        match (flags.contains(ArrayFlags::CUBEMAP), extent.height, extent.depth) {
            (true, ..) if layered => Self::CubemapLayered,
            (true, ..) => Self::Cubemap,
            (false, 0, _) if layered => Self::OneDimensionalLayered,
            (false, ..) if layered => Self::TwoDimensionalLayered,
            (false, 0, _) => Self::OneDimensional,
            (false, _, 0) => Self::TwoDimensional,
            (false, ..) => Self::ThreeDimensional,
        }
    }

    const fn limits(self) -> Limits {
        match self {
            Self::OneDimensional => Limits {
                texture: &[[Some(A::MaximumTexture1dWidth), None, None]],
                mipmapped: &[[Some(A::MaximumTexture1dMipmappedWidth), None, None]],
                surface: [Some(A::MaximumSurface1dWidth), None, None],
            },
            Self::TwoDimensional => Limits {
                texture: &[[Some(A::MaximumTexture2dWidth), Some(A::MaximumTexture2dHeight), None]],
                mipmapped: &[[
                    Some(A::MaximumTexture2dMipmappedWidth),
                    Some(A::MaximumTexture2dMipmappedHeight),
                    None,
                ]],
                surface: [Some(A::MaximumSurface2dWidth), Some(A::MaximumSurface2dHeight), None],
            },
            Self::ThreeDimensional => Limits {
                texture: VOLUME,
                mipmapped: VOLUME,
                surface: [
                    Some(A::MaximumSurface3dWidth),
                    Some(A::MaximumSurface3dHeight),
                    Some(A::MaximumSurface3dDepth),
                ],
            },
            Self::OneDimensionalLayered => Limits {
                texture: LAYERED_ROWS,
                mipmapped: LAYERED_ROWS,
                surface: [
                    Some(A::MaximumSurface1dLayeredWidth),
                    None,
                    Some(A::MaximumSurface1dLayeredLayers),
                ],
            },
            Self::TwoDimensionalLayered => Limits {
                texture: LAYERED_PLANES,
                mipmapped: LAYERED_PLANES,
                surface: [
                    Some(A::MaximumSurface2dLayeredWidth),
                    Some(A::MaximumSurface2dLayeredHeight),
                    Some(A::MaximumSurface2dLayeredLayers),
                ],
            },
            Self::Cubemap => Limits {
                texture: CUBES,
                mipmapped: CUBES,
                surface: [Some(A::MaximumSurfacecubemapWidth), None, None],
            },
            Self::CubemapLayered => Limits {
                texture: LAYERED_CUBES,
                mipmapped: LAYERED_CUBES,
                surface: [
                    Some(A::MaximumSurfacecubemapLayeredWidth),
                    None,
                    Some(A::MaximumSurfacecubemapLayeredLayers),
                ],
            },
        }
    }
}

const VOLUME: &[Limit] = &[
    [
        Some(A::MaximumTexture3dWidth),
        Some(A::MaximumTexture3dHeight),
        Some(A::MaximumTexture3dDepth),
    ],
    [
        Some(A::MaximumTexture3dWidthAlternate),
        Some(A::MaximumTexture3dHeightAlternate),
        Some(A::MaximumTexture3dDepthAlternate),
    ],
];
const LAYERED_ROWS: &[Limit] = &[[
    Some(A::MaximumTexture1dLayeredWidth),
    None,
    Some(A::MaximumTexture1dLayeredLayers),
]];
const LAYERED_PLANES: &[Limit] = &[[
    Some(A::MaximumTexture2dLayeredWidth),
    Some(A::MaximumTexture2dLayeredHeight),
    Some(A::MaximumTexture2dLayeredLayers),
]];
const CUBES: &[Limit] = &[[Some(A::MaximumTexturecubemapWidth), None, None]];
const LAYERED_CUBES: &[Limit] = &[[
    Some(A::MaximumTexturecubemapLayeredWidth),
    None,
    Some(A::MaximumTexturecubemapLayeredLayers),
]];

fn refuse(rule: Rule, argument: &'static str, value: u64) -> Error {
    Rejection::new(rule).argument(argument).value(value).into()
}

/// A format and a number of channels that elements may have.
///
/// # Errors
/// An unknown format, or channels that it does not take.
pub(crate) fn judge_element(format: u32, channels: u32) -> Result<Element, Error> {
    let Some(format) = ArrayFormat::from_number(format) else {
        return Err(refuse(Rule::ArrayFormat, "format", u64::from(format)));
    };
    if !format.takes_channels(channels) {
        return Err(refuse(Rule::ArrayChannels, "channels", u64::from(channels)));
    }
    Ok(Element { format, channels })
}

/// Which dimensions there are, and what flags demand of them.
fn judge_shape(extent: Extent, flags: ArrayFlags) -> Result<(), Error> {
    let Extent { width, height, depth } = extent;
    if width == 0 {
        return Err(refuse(Rule::ArrayExtents, "width", width));
    }
    let layered = flags.contains(ArrayFlags::LAYERED);
    if flags.contains(ArrayFlags::CUBEMAP) {
        let faces = if layered {
            depth > 0 && depth % 6 == 0
        } else {
            depth == 6
        };
        return match (height == width, faces) {
            (true, true) => Ok(()),
            (false, _) => Err(refuse(Rule::ArrayCubemap, "height", height)),
            (true, false) => Err(refuse(Rule::ArrayCubemap, "depth", depth)),
        };
    }
    if layered && depth == 0 {
        return Err(refuse(Rule::ArrayLayers, "depth", depth));
    }
    if !layered && height == 0 && depth > 0 {
        return Err(refuse(Rule::ArrayExtents, "height", height));
    }
    Ok(())
}

/// The limits of the device.
fn judge_limits(info: &DeviceInfo, extent: Extent, flags: ArrayFlags, mipmapped: bool) -> Result<(), Error> {
    let extents = [
        ("width", extent.width),
        ("height", extent.height),
        ("depth", extent.depth),
    ];
    let beyond = |limit: &Limit| {
        extents.into_iter().zip(limit).find_map(|((argument, value), limit)| {
            let limit = info.attribute((*limit)?).unwrap_or(0);
            let fits = u64::try_from(limit).is_ok_and(|limit| value <= limit);
            (!fits).then(|| refuse(Rule::ArraySize, argument, value))
        })
    };
    let limits = Shape::of(extent, flags).limits();
    let textures = if mipmapped { limits.mipmapped } else { limits.texture };
    if let Some(first) = textures.first()
        && let Some(error) = beyond(first)
        && textures.iter().skip(1).all(|other| beyond(other).is_some())
    {
        return Err(error);
    }
    let more = [
        (ArrayFlags::SURFACE, &limits.surface),
        (ArrayFlags::TEXTURE_GATHER, &GATHER),
    ];
    let mut judged = more.into_iter().filter(|(flag, _)| flags.contains(*flag));
    judged.find_map(|(_, limit)| beyond(limit)).map_or(Ok(()), Err)
}

/// An array of several planes is a picture whose colours have half of its extents.
fn judge_planes(layout: &ArrayLayout, mipmapped: bool) -> Result<(), Error> {
    if layout.element.format.planes() == 1 {
        return Ok(());
    }
    let Extent { width, height, depth } = layout.extent;
    if width % 2 != 0 {
        return Err(refuse(Rule::ArrayPlanesShape, "width", width));
    }
    if height == 0 || height % 2 != 0 {
        return Err(refuse(Rule::ArrayPlanesShape, "height", height));
    }
    if depth != 0 || mipmapped {
        return Err(refuse(Rule::ArrayPlanesShape, "depth", depth));
    }
    Ok(())
}

/// Judges a descriptor; the layout with one level.
///
/// # Errors
/// What it says cannot be, or is beyond the device's limits; sparse arrays are not supported.
pub(super) fn judge(info: &DeviceInfo, descriptor: &ArrayDescriptor, mipmapped: bool) -> Result<ArrayLayout, Error> {
    let flags = ArrayFlags::from_bits_retain(descriptor.flags);
    let extent = descriptor.extent;
    judge_shape(extent, flags)?;
    let element = judge_element(descriptor.format, descriptor.channels)?;
    if flags.contains(ArrayFlags::TEXTURE_GATHER) && Shape::of(extent, flags) != Shape::TwoDimensional {
        return Err(refuse(Rule::ArrayGather, "flags", u64::from(descriptor.flags)));
    }
    if flags.contains(ArrayFlags::DEPTH_TEXTURE) {
        return Err(refuse(Rule::ArrayDepthTexture, "flags", u64::from(descriptor.flags)));
    }
    judge_limits(info, extent, flags, mipmapped)?;
    if flags.intersects(ArrayFlags::SPARSE | ArrayFlags::DEFERRED_MAPPING) {
        return Err(Error::Unsupported("an array whose memory is mapped later"));
    }
    let layout = ArrayLayout {
        element,
        extent,
        layered: flags.contains(ArrayFlags::LAYERED),
        cubemap: flags.contains(ArrayFlags::CUBEMAP),
        levels: 1,
    };
    judge_planes(&layout, mipmapped)?;
    Ok(layout)
}
