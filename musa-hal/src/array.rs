//! Arrays: the formats of their elements, their shapes, and where each element lies.
//!
//! Hardware tiles its arrays in ways that nobody outside sees. Here the elements of a row, the rows of a slice, the slices
//! of a level and the levels of an array follow each other, so that a copy of a box is one of pitched memory.

/// How a channel's bits are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelKind {
    /// An unsigned integer.
    Unsigned,
    /// A signed integer.
    Signed,
    /// A float of 2 or 4 bytes.
    Float,
    /// An unsigned integer that stands for a number from 0 to 1.
    UnsignedNormalised,
    /// A signed integer that stands for a number from -1 to 1.
    SignedNormalised,
}

/// Declares the formats: name, number, bytes of a channel, kind, and the channels that the format itself says.
macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident = $number:literal: $bytes:literal $kind:ident [$($channels:literal)?];)+) => {
        /// The format of an array's elements. The numbers are the driver API's.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum ArrayFormat { $($(#[$doc])* $name = $number),+ }

        impl ArrayFormat {
            /// Every format, in numeric order.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The format with this number.
            pub const fn from_number(number: u32) -> Option<Self> {
                match number { $($number => Some(Self::$name),)+ _ => None }
            }

            /// The format's number.
            pub const fn number(self) -> u32 { self as u32 }

            /// Bytes of a channel.
            pub const fn channel_bytes(self) -> u32 {
                match self { $(Self::$name => $bytes),+ }
            }

            /// How a channel is read.
            pub const fn kind(self) -> ChannelKind {
                match self { $(Self::$name => ChannelKind::$kind),+ }
            }

            /// The number of channels that the format itself says; the others have 1, 2 or 4.
            pub const fn fixed_channels(self) -> Option<u32> {
                match self { $(Self::$name => formats!(@channels $($channels)?)),+ }
            }
        }
    };
    (@channels) => { None };
    (@channels $channels:literal) => { Some($channels) };
}

formats! {
    /// Unsigned integers of 8 bits.
    Unsigned8 = 1: 1 Unsigned [];
    /// Unsigned integers of 16 bits.
    Unsigned16 = 2: 2 Unsigned [];
    /// Unsigned integers of 32 bits.
    Unsigned32 = 3: 4 Unsigned [];
    /// Signed integers of 8 bits.
    Signed8 = 8: 1 Signed [];
    /// Signed integers of 16 bits.
    Signed16 = 9: 2 Signed [];
    /// Signed integers of 32 bits.
    Signed32 = 10: 4 Signed [];
    /// Floats of 16 bits.
    Half = 16: 2 Float [];
    /// Floats of 32 bits.
    Float = 32: 4 Float [];
    /// Pictures of two planes: brightness, and two colours of half the width and half the height.
    Nv12 = 176: 1 Unsigned [3];
    /// One normalised unsigned byte.
    Unorm8x1 = 192: 1 UnsignedNormalised [1];
    /// Two normalised unsigned bytes.
    Unorm8x2 = 193: 1 UnsignedNormalised [2];
    /// Four normalised unsigned bytes.
    Unorm8x4 = 194: 1 UnsignedNormalised [4];
    /// One normalised unsigned integer of 16 bits.
    Unorm16x1 = 195: 2 UnsignedNormalised [1];
    /// Two normalised unsigned integers of 16 bits.
    Unorm16x2 = 196: 2 UnsignedNormalised [2];
    /// Four normalised unsigned integers of 16 bits.
    Unorm16x4 = 197: 2 UnsignedNormalised [4];
    /// One normalised signed byte.
    Snorm8x1 = 198: 1 SignedNormalised [1];
    /// Two normalised signed bytes.
    Snorm8x2 = 199: 1 SignedNormalised [2];
    /// Four normalised signed bytes.
    Snorm8x4 = 200: 1 SignedNormalised [4];
    /// One normalised signed integer of 16 bits.
    Snorm16x1 = 201: 2 SignedNormalised [1];
    /// Two normalised signed integers of 16 bits.
    Snorm16x2 = 202: 2 SignedNormalised [2];
    /// Four normalised signed integers of 16 bits.
    Snorm16x4 = 203: 2 SignedNormalised [4];
}

impl ArrayFormat {
    /// The planes that an array of this format is made of.
    pub const fn planes(self) -> u32 {
        match self {
            Self::Nv12 => 2,
            _ => 1,
        }
    }

    /// Whether elements may have so many channels.
    pub const fn takes_channels(self, channels: u32) -> bool {
        match self.fixed_channels() {
            Some(fixed) => channels == fixed,
            None => matches!(channels, 1 | 2 | 4),
        }
    }
}

/// An element: a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Element {
    /// The format of each channel.
    pub format: ArrayFormat,
    /// Channels.
    pub channels: u32,
}

impl Element {
    /// Bytes: 1 to 16.
    pub const fn bytes(self) -> u64 {
        self.format.channel_bytes() as u64 * self.channels as u64
    }
}

/// Extents in elements, as descriptors have them: zero for a dimension that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Elements of a row.
    pub width: u64,
    /// Rows; zero for one dimension.
    pub height: u64,
    /// Slices, layers or faces; zero for none.
    pub depth: u64,
}

/// How the elements of an array lie in its memory. The extents are those of the first level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArrayLayout {
    /// What an element is.
    pub element: Element,
    /// Extents of the first level.
    pub extent: Extent,
    /// Whether the slices are layers, which levels do not halve.
    pub layered: bool,
    /// Whether the slices are faces of cubes.
    pub cubemap: bool,
    /// Levels; at least one.
    pub levels: u32,
}

/// Where a level of an array lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    /// Bytes from the array's first one.
    pub offset: u64,
    /// Its extents, zeros included.
    pub extent: Extent,
    /// Bytes of a row.
    pub row: u64,
    /// Bytes of a slice.
    pub slice: u64,
}

impl Level {
    /// Rows of a slice; at least one.
    pub fn rows(&self) -> u64 {
        self.extent.height.max(1)
    }

    /// Slices; at least one.
    pub fn slices(&self) -> u64 {
        self.extent.depth.max(1)
    }

    /// Bytes in all, if they can be counted.
    pub fn bytes(&self) -> Option<u64> {
        self.slice.checked_mul(self.slices())
    }
}

/// Levels and planes begin at multiples of this.
const ALIGNMENT: u64 = 512;

impl ArrayLayout {
    /// Whether the third dimension is one of space.
    fn is_volume(&self) -> bool {
        !self.layered && !self.cubemap
    }

    /// The levels from the largest extent down to one element.
    pub fn full_chain(&self) -> u32 {
        let Extent { width, height, depth } = self.extent;
        let depth = if self.is_volume() { depth } else { 0 };
        width.max(height).max(depth).checked_ilog2().unwrap_or(0) + 1
    }

    /// The extents of a level: each is half of the last one's, but not less than one.
    fn extent_of(&self, level: u32) -> Extent {
        let halved = |extent: u64| match extent {
            0 => 0,
            _ => extent.checked_shr(level).unwrap_or(0).max(1),
        };
        let depth = self.extent.depth;
        Extent {
            width: halved(self.extent.width),
            height: halved(self.extent.height),
            depth: if self.is_volume() { halved(depth) } else { depth },
        }
    }

    fn level_at(&self, level: u32, offset: u64) -> Option<Level> {
        let extent = self.extent_of(level);
        let row = extent.width.checked_mul(self.element.bytes())?;
        let slice = row.checked_mul(extent.height.max(1))?;
        Some(Level {
            offset,
            extent,
            row,
            slice,
        })
    }

    /// Where a level lies; none where there is no such level, or addresses do not reach it.
    pub fn level(&self, level: u32) -> Option<Level> {
        if level >= self.levels {
            return None;
        }
        let mut offset = 0_u64;
        for before in 0..level {
            let end = offset.checked_add(self.level_at(before, offset)?.bytes()?)?;
            offset = end.checked_next_multiple_of(ALIGNMENT)?;
        }
        self.level_at(level, offset)
    }

    /// A plane of an array that has several: where it begins, and its layout.
    pub fn plane(&self, plane: u32) -> Option<(u64, Self)> {
        if self.element.format != ArrayFormat::Nv12 || plane >= self.element.format.planes() {
            return None;
        }
        let of_bytes = |channels, extent| Self {
            element: Element {
                format: ArrayFormat::Unsigned8,
                channels,
            },
            extent,
            levels: 1,
            ..*self
        };
        let brightness = of_bytes(1, self.extent);
        if plane == 0 {
            return Some((0, brightness));
        }
        let halves = Extent {
            width: self.extent.width / 2,
            height: self.extent.height / 2,
            depth: self.extent.depth,
        };
        let begin = brightness.bytes()?.checked_next_multiple_of(ALIGNMENT)?;
        Some((begin, of_bytes(2, halves)))
    }

    /// Bytes of all levels or planes; none where they cannot be counted.
    pub fn bytes(&self) -> Option<u64> {
        let last = self.element.format.planes() - 1;
        if last > 0 {
            let (begin, plane) = self.plane(last)?;
            return begin.checked_add(plane.bytes()?);
        }
        let last = self.level(self.levels.checked_sub(1)?)?;
        last.offset.checked_add(last.bytes()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width: u64, height: u64, depth: u64, levels: u32) -> ArrayLayout {
        ArrayLayout {
            element: Element {
                format: ArrayFormat::Float,
                channels: 2,
            },
            extent: Extent { width, height, depth },
            layered: false,
            cubemap: false,
            levels,
        }
    }

    #[test]
    fn formats_have_the_numbers_of_the_api() {
        for format in ArrayFormat::ALL {
            assert_eq!(ArrayFormat::from_number(format.number()), Some(*format));
            assert!(matches!(format.channel_bytes(), 1 | 2 | 4));
        }
        for unknown in [0, 4, 7, 11, 33, 0x1000] {
            assert_eq!(ArrayFormat::from_number(unknown), None);
        }
        assert!(!ArrayFormat::Float.takes_channels(3) && ArrayFormat::Nv12.takes_channels(3));
        assert!(!ArrayFormat::Unorm8x2.takes_channels(4) && ArrayFormat::Unorm8x2.takes_channels(2));
    }

    #[test]
    fn levels_halve_until_one_and_do_not_overlap() {
        let volume = layout(16, 8, 3, 5);
        assert_eq!(volume.full_chain(), 5);
        let mut end = 0;
        for (number, (width, height, depth)) in [(16, 8, 3), (8, 4, 1), (4, 2, 1), (2, 1, 1), (1, 1, 1)]
            .into_iter()
            .enumerate()
        {
            let level = volume.level(number as u32).unwrap();
            assert_eq!(level.extent, Extent { width, height, depth });
            assert_eq!((level.row, level.slice), (width * 8, width * height * 8));
            assert!(level.offset >= end && level.offset.is_multiple_of(ALIGNMENT));
            end = level.offset + level.bytes().unwrap();
        }
        assert_eq!(volume.bytes(), Some(end));
        assert_eq!(volume.level(5), None);
    }

    #[test]
    fn layers_and_missing_dimensions_stay() {
        let layers = ArrayLayout {
            layered: true,
            ..layout(4, 0, 6, 3)
        };
        assert_eq!(layers.full_chain(), 3);
        let last = layers.level(2).unwrap();
        let (width, height, depth) = (1, 0, 6);
        assert_eq!(last.extent, Extent { width, height, depth });
        assert_eq!((last.rows(), last.slices(), last.bytes()), (1, 6, Some(48)));
    }

    #[test]
    fn planes_follow_each_other() {
        let mut picture = layout(64, 32, 0, 1);
        picture.element = Element {
            format: ArrayFormat::Nv12,
            channels: 3,
        };
        let (begin, colours) = picture.plane(1).unwrap();
        assert_eq!(begin, 2048);
        assert_eq!((colours.extent.width, colours.extent.height), (32, 16));
        assert_eq!(picture.bytes(), Some(2048 + 1024));
        assert_eq!((picture.plane(2), layout(8, 8, 0, 1).plane(0)), (None, None));
    }

    #[test]
    fn what_cannot_be_counted_is_none() {
        let huge = layout(u64::MAX / 2, u64::MAX / 2, u64::MAX / 2, 70);
        assert_eq!((huge.bytes(), huge.level(0), huge.level(69)), (None, None, None));
    }
}
