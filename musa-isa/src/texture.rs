//! Fields of [`crate::Instruction::variant`] for texture and surface instructions.

code_enum! {
    /// Dimensions of a texture or surface.
    Geometry {
        OneDimensional = 0 "1d", TwoDimensional = 1 "2d", ThreeDimensional = 2 "3d",
        /// Layers of one-dimensional images.
        OneDimensionalArray = 3 "a1d",
        /// Layers of two-dimensional images.
        TwoDimensionalArray = 4 "a2d",
        Cube = 5 "cube", CubeArray = 6 "acube", Multisample = 7 "2dms", MultisampleArray = 8 "a2dms",
    }
}

impl Geometry {
    /// The geometry in a variant.
    pub fn of(variant: u16) -> Option<Self> {
        Self::from_number((variant & GEOMETRY_MASK) as u8)
    }

    /// Whether a layer stands before the coordinates.
    pub const fn is_array(self) -> bool {
        use Geometry::*;
        matches!(
            self,
            OneDimensionalArray | TwoDimensionalArray | CubeArray | MultisampleArray
        )
    }

    /// Coordinates without the layer.
    pub const fn coordinates(self) -> usize {
        use Geometry::*;
        match self {
            OneDimensional | OneDimensionalArray => 1,
            TwoDimensional | TwoDimensionalArray | Multisample | MultisampleArray => 2,
            ThreeDimensional | Cube | CubeArray => 3,
        }
    }

    /// Elements of the coordinate vector in PTX, padding included.
    pub const fn written(self) -> usize {
        use Geometry::*;
        match self {
            OneDimensional => 1,
            TwoDimensional | OneDimensionalArray => 2,
            ThreeDimensional | TwoDimensionalArray | Cube | CubeArray | Multisample | MultisampleArray => 4,
        }
    }
}

/// Bits of the geometry.
pub const GEOMETRY_MASK: u16 = 0xf;
/// Bits that say how the mipmap level is chosen.
pub const LEVEL_MASK: u16 = 3 << 4;
/// `.base`: the first level.
pub const LEVEL_BASE: u16 = 1 << 4;
/// `.level`: an operand follows the coordinates.
pub const LEVEL_GIVEN: u16 = 2 << 4;
/// `.grad`: two vectors follow the coordinates.
pub const LEVEL_GRADIENT: u16 = 3 << 4;
/// A sampler operand follows the texture.
pub const SAMPLER: u16 = 1 << 6;
/// Offsets follow.
pub const OFFSETS: u16 = 1 << 7;
/// A reference depth follows.
pub const DEPTH: u16 = 1 << 8;
/// A residency predicate follows the results.
pub const RESIDENCY: u16 = 1 << 9;
/// Where the component of `tld4` stands.
pub const COMPONENT_SHIFT: u16 = 10;
/// A query of one mipmap level: an operand follows the handle.
pub const QUERY_LEVEL: u16 = 1 << 8;

/// How PTX spells the geometries, with their numbers.
pub const GEOMETRY_NAMES: &[(&str, u16)] = &[
    ("1d", 0),
    ("2d", 1),
    ("3d", 2),
    ("a1d", 3),
    ("a2d", 4),
    ("cube", 5),
    ("acube", 6),
    ("2dms", 7),
    ("a2dms", 8),
];

/// How PTX spells the queries, with their numbers in the variant.
pub const QUERY_NAMES: &[(&str, u16)] = &[
    ("width", 0),
    ("height", 1),
    ("depth", 2),
    ("channel_data_type", 3),
    ("channel_order", 4),
    ("normalized_coords", 5),
    ("array_size", 6),
    ("num_mipmap_levels", 7),
    ("num_samples", 8),
    ("filter_mode", 9),
    ("addr_mode_0", 10),
    ("addr_mode_1", 11),
    ("addr_mode_2", 12),
    ("force_unnormalized_coords", 13),
    ("memory_layout", 14),
];
