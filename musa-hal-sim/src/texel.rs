//! Elements of arrays, and of memory that is read like one: what textures and surfaces access.
//!
//! Places are whole and within the extents here: how coordinates become places, and what lies outside, is the
//! sampler's to say.

use musa_hal::array::Level;
use musa_hal::{Address, ArrayLayout, ChannelKind, Element, Extent};

use crate::memory::View;

/// Levels of the largest array.
pub const MAX_LEVELS: usize = 32;
/// Bytes of the largest element.
const MAX_BYTES: usize = 16;

/// The channels of an element: integers extended by their sign, floats as their bits; those that it does not have are
/// zero.
pub type Texel = [u32; 4];

/// A place in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Element of the row.
    pub x: u64,
    /// Row of the slice.
    pub y: u64,
    /// Slice, layer or face.
    pub z: u64,
    /// Level.
    pub level: u32,
}

/// The elements of an array, as one device sees them.
#[derive(Clone, Debug)]
pub struct Texels<'m> {
    view: View<'m>,
    base: u64,
    element: Element,
    levels: heapless::Vec<Level, MAX_LEVELS>,
}

impl<'m> Texels<'m> {
    /// Those of an array; none where it has more levels than any array has.
    pub fn of_array(view: View<'m>, base: Address, layout: &ArrayLayout) -> Option<Self> {
        let mut levels = heapless::Vec::new();
        for level in 0..layout.levels {
            levels.push(layout.level(level)?).ok()?;
        }
        Some(Self {
            view,
            base: base.0,
            element: layout.element,
            levels,
        })
    }

    /// Those of memory: `pitch` bytes from row to row.
    pub fn of_memory(
        view: View<'m>,
        base: Address,
        element: Element,
        width: u64,
        height: u64,
        pitch: u64,
    ) -> Option<Self> {
        let level = Level {
            offset: 0,
            extent: Extent {
                width,
                height,
                depth: 0,
            },
            row: pitch,
            slice: pitch.checked_mul(height.max(1))?,
        };
        Some(Self {
            view,
            base: base.0,
            element,
            levels: heapless::Vec::from_slice(&[level]).ok()?,
        })
    }

    /// What an element is.
    pub fn element(&self) -> Element {
        self.element
    }

    /// How many levels there are; at least one.
    pub fn levels(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The extents of a level, zeros included.
    pub fn extent(&self, level: u32) -> Option<Extent> {
        Some(self.levels.get(level as usize)?.extent)
    }

    /// The address of an element.
    fn address(&self, place: Place) -> Option<u64> {
        let level = self.levels.get(place.level as usize)?;
        let inside = place.x < level.extent.width && place.y < level.rows() && place.z < level.slices();
        if !inside {
            return None;
        }
        let slice = place.z.checked_mul(level.slice)?;
        let row = place.y.checked_mul(level.row)?;
        let column = place.x.checked_mul(self.element.bytes())?;
        let offset = level.offset.checked_add(slice)?.checked_add(row)?.checked_add(column)?;
        self.base.checked_add(offset)
    }

    /// Reads an element; none outside the extents, and where the memory is gone or too short.
    pub fn fetch(&self, place: Place) -> Option<Texel> {
        let address = self.address(place)?;
        let mut bytes = [0; MAX_BYTES];
        let bytes = bytes.get_mut(..self.element.bytes() as usize)?;
        self.view.region(address)?.read(address, bytes).ok()?;
        let signed = matches!(
            self.element.format.kind(),
            ChannelKind::Signed | ChannelKind::SignedNormalised
        );
        let mut texel = [0; 4];
        let channels = bytes.chunks_exact(self.element.format.channel_bytes() as usize);
        for (value, channel) in texel.iter_mut().zip(channels) {
            *value = extended(channel, signed);
        }
        Some(texel)
    }

    /// Writes the low bits of an element's channels; none as for [`Texels::fetch`].
    pub fn store(&self, place: Place, texel: Texel) -> Option<()> {
        let address = self.address(place)?;
        let mut bytes = [0; MAX_BYTES];
        let size = self.element.format.channel_bytes() as usize;
        let bytes = bytes.get_mut(..self.element.bytes() as usize)?;
        for (channel, value) in bytes.chunks_exact_mut(size).zip(texel) {
            channel.copy_from_slice(value.to_le_bytes().get(..size)?);
        }
        self.view.region(address)?.write(address, bytes).ok()
    }
}

/// A channel of 1, 2 or 4 bytes as 4.
fn extended(channel: &[u8], signed: bool) -> u32 {
    match (channel, signed) {
        ([byte], false) => u32::from(*byte),
        ([byte], true) => i32::from(byte.cast_signed()).cast_unsigned(),
        ([low, high], false) => u32::from(u16::from_le_bytes([*low, *high])),
        ([low, high], true) => i32::from(i16::from_le_bytes([*low, *high])).cast_unsigned(),
        ([a, b, c, d], _) => u32::from_le_bytes([*a, *b, *c, *d]),
        _ => 0,
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::vec::Vec;

    use managed::ManagedSlice;
    use musa_hal::choose::Eager;
    use musa_hal::{AllocationKind, ArrayFormat, DeviceOrdinal, SpaceId};

    use super::*;
    use crate::memory::{AddressSpaces, GRANULE, MemoryStorage, OwnedSource};

    const DEVICE: DeviceOrdinal = DeviceOrdinal(0);

    fn memory(bytes: u64) -> (AddressSpaces<'static, OwnedSource>, SpaceId, Address) {
        let storage = MemoryStorage {
            nodes: ManagedSlice::Owned(Vec::new()),
            spaces: ManagedSlice::Owned(Vec::new()),
        };
        let mut spaces = AddressSpaces::new([1 << 20], OwnedSource, storage, GRANULE).unwrap();
        let space = spaces.open_space().unwrap();
        let kind = AllocationKind::Device(DEVICE);
        let base = spaces.allocate(space, kind, bytes, 1, &mut Eager).unwrap();
        (spaces, space, base)
    }

    fn layout(format: ArrayFormat, channels: u32, extent: [u64; 3], levels: u32) -> ArrayLayout {
        let [width, height, depth] = extent;
        ArrayLayout {
            element: Element { format, channels },
            extent: Extent { width, height, depth },
            layered: false,
            cubemap: false,
            levels,
        }
    }

    fn at(x: u64, y: u64, z: u64, level: u32) -> Place {
        Place { x, y, z, level }
    }

    #[test]
    fn every_place_has_its_own_element() {
        let layout = layout(ArrayFormat::Unsigned16, 2, [5, 3, 2], 3);
        let (spaces, space, base) = memory(layout.bytes().unwrap());
        let view = spaces.view(space, Some(DEVICE)).unwrap();
        let texels = Texels::of_array(view, base, &layout).unwrap();
        let mut places = Vec::new();
        for level in 0..texels.levels() {
            let extent = texels.extent(level).unwrap();
            for z in 0..extent.depth {
                for y in 0..extent.height {
                    places.extend((0..extent.width).map(|x| at(x, y, z, level)));
                }
            }
        }
        for (number, place) in places.iter().enumerate() {
            texels.store(*place, [number as u32, 0x1_0007, 9, 9]).unwrap();
        }
        for (number, place) in places.iter().enumerate() {
            assert_eq!(texels.fetch(*place), Some([number as u32, 7, 0, 0]));
        }
        for outside in [
            at(5, 0, 0, 0),
            at(0, 3, 0, 0),
            at(0, 0, 2, 0),
            at(0, 0, 0, 3),
            at(2, 0, 0, 1),
        ] {
            assert_eq!(texels.fetch(outside), None);
            assert_eq!(texels.store(outside, [0; 4]), None);
        }
    }

    #[test]
    fn channels_are_extended_by_their_kind() {
        let (spaces, space, base) = memory(512);
        let view = spaces.view(space, Some(DEVICE)).unwrap();
        for (format, expected) in [
            (ArrayFormat::Unsigned8, 0xfe),
            (ArrayFormat::Signed8, 0xffff_fffe),
            (ArrayFormat::Snorm8x1, 0xffff_fffe),
            (ArrayFormat::Half, 0xbcfe),
            (ArrayFormat::Signed16, 0xffff_bcfe),
            (ArrayFormat::Float, 0x8001_bcfe),
        ] {
            let layout = layout(format, 1, [4, 0, 0], 1);
            let texels = Texels::of_array(view, base, &layout).unwrap();
            texels.store(at(3, 0, 0, 0), [0x8001_bcfe; 4]).unwrap();
            assert_eq!(texels.fetch(at(3, 0, 0, 0)), Some([expected, 0, 0, 0]));
        }
    }

    #[test]
    fn memory_is_read_by_rows_and_ends_where_it_ends() {
        let (spaces, space, base) = memory(1024);
        let view = spaces.view(space, Some(DEVICE)).unwrap();
        let element = Element {
            format: ArrayFormat::Unsigned8,
            channels: 4,
        };
        let texels = Texels::of_memory(view, base, element, 16, 99, 64).unwrap();
        let address = base.0 + 64 + 8;
        view.region(address).unwrap().write(address, &[1, 2, 3, 4]).unwrap();
        assert_eq!(texels.fetch(at(2, 1, 0, 0)), Some([1, 2, 3, 4]));
        assert_eq!(texels.fetch(at(15, 15, 0, 0)), Some([0; 4]));
        assert_eq!(texels.fetch(at(0, 40, 0, 0)), None, "beyond the allocation");
        assert_eq!(texels.fetch(at(16, 0, 0, 0)), None);
    }
}
