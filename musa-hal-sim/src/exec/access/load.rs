//! `ld`.

use musa_isa::{Order, Space};

use super::{Addresses, addresses, element::Fill, extent, is_row, place::Wanted};
use crate::{
    exec::{
        Observer,
        around::{Around, lanes_of},
        fault::Trouble,
    },
    memory::Region,
    program::{AddressBase, Op, Slot},
    simd::{GROUP, Lanes, Mask},
};

impl<'e, O: Observer> Around<'_, 'e, O> {
    pub(in crate::exec) fn load(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) -> Result<(), Trouble> {
        if op.detail.space == Space::Parameter && op.base == AddressBase::Absolute {
            return self.load_parameter(lanes, op, mask);
        }
        let bytes = u64::from(op.detail.kind().bytes()) * u64::from(op.detail.elements);
        let weak = op.detail.order == Order::Weak;
        self.observing |= !weak;
        for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
            let bits = mask.bits[group];
            let addresses = addresses(lanes, op, group);
            let extent = extent(&addresses, bits);
            match op.detail.space {
                Space::Global | Space::Generic | Space::Constant if weak => {
                    if let Some(region) = self.common_region(extent, bytes) {
                        self.note(op, group, Space::Global, &addresses, bits, false, false);
                        self.load_region(lanes, op, mask, group, &region, &addresses);
                        continue;
                    }
                }
                Space::Shared if self.in_shared(extent, bytes) => {
                    self.note(op, group, Space::Shared, &addresses, bits, false, false);
                    self.load_shared(lanes, op, mask, group, &addresses);
                    continue;
                }
                _ => {}
            }
            self.load_each(lanes, op, bits, group, &addresses)?;
        }
        Ok(())
    }

    /// A parameter at a fixed place: one value for all lanes.
    fn load_parameter(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) -> Result<(), Trouble> {
        let size = op.detail.kind().bytes() as usize;
        let bytes = op.detail.kind().bytes() * u32::from(op.detail.elements);
        let lane = super::super::lowest_lane(&mask.bits).unwrap_or(0);
        let wanted = Wanted {
            space: Space::Parameter,
            lane,
            address: op.extra,
            bytes,
            write: false,
        };
        let place = self.locate(wanted)?;
        let fill = Fill::of(op);
        for element in 0..usize::from(op.detail.elements) {
            let value = fill.extend(self.read(place.plus(element * size), lane, size, Order::Weak));
            let slot = self.data(op, op.results[0], element);
            for group in (0..lanes.groups).filter(|group| !slot.is_none() && mask.bits[*group] != 0) {
                put(lanes, op.wide, slot, group, [value; GROUP], mask);
            }
        }
        Ok(())
    }

    /// All lanes read one allocation.
    fn load_region(
        &mut self,
        lanes: &mut Lanes<'_>,
        op: &Op,
        mask: &Mask,
        group: usize,
        region: &Region<'e>,
        addresses: &Addresses,
    ) {
        let size = u64::from(op.detail.kind().bytes());
        let bits = mask.bits[group];
        for element in 0..u64::from(op.detail.elements) {
            let slot = self.data(op, op.results[0], element as usize);
            if slot.is_none() {
                continue;
            }
            match (size, op.wide) {
                (4, false) => {
                    let values = gather_words(region, addresses, bits, element * size);
                    lanes.put_word::<false>(slot, group, values, mask);
                }
                (8, _) => {
                    let values = gather_doubles(region, addresses, bits, element * size);
                    lanes.put_double::<false>(slot, group, values, mask);
                }
                _ => {
                    let fill = Fill::of(op);
                    let mut values = [0; GROUP];
                    for lane in lanes_of(bits) {
                        let address = addresses[lane] + element * size;
                        // Bounds have been looked at for the whole group.
                        values[lane] = fill.extend(match size {
                            1 => u64::from(region.load::<u8>(address).unwrap_or(0)),
                            2 => u64::from(region.load::<u16>(address).unwrap_or(0)),
                            _ => u64::from(region.load::<u32>(address).unwrap_or(0)),
                        });
                    }
                    put(lanes, op.wide, slot, group, values, mask);
                }
            }
        }
    }

    /// All lanes read shared memory.
    fn load_shared(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask, group: usize, addresses: &Addresses) {
        let size = op.detail.kind().bytes() as usize;
        let bits = mask.bits[group];
        let fill = Fill::of(op);
        for element in 0..usize::from(op.detail.elements) {
            let slot = self.data(op, op.results[0], element);
            if slot.is_none() {
                continue;
            }
            if size == 4 && !op.wide {
                let mut values = [0; GROUP];
                if bits == u32::MAX && op.detail.elements == 1 && is_row(addresses, 4) {
                    let row = &self.shared[addresses[0] as usize..][..4 * GROUP];
                    for (value, bytes) in values.iter_mut().zip(row.as_chunks::<4>().0) {
                        *value = u32::from_le_bytes(*bytes);
                    }
                } else {
                    for lane in lanes_of(bits) {
                        values[lane] = word_at(self.shared, addresses[lane] as usize + element * size);
                    }
                }
                lanes.put_word::<false>(slot, group, values, mask);
                continue;
            }
            let mut values = [0; GROUP];
            for lane in lanes_of(bits) {
                let first = addresses[lane] as usize + element * size;
                values[lane] = fill.extend(super::element::from_bytes(&self.shared[first..first + size]));
            }
            put(lanes, op.wide, slot, group, values, mask);
        }
    }

    /// Lane by lane.
    fn load_each(
        &mut self,
        lanes: &mut Lanes<'_>,
        op: &Op,
        bits: u32,
        group: usize,
        addresses: &Addresses,
    ) -> Result<(), Trouble> {
        let size = op.detail.kind().bytes();
        let bytes = size * u32::from(op.detail.elements);
        let fill = Fill::of(op);
        let mut space = op.detail.space;
        // No lane's result is written before all addresses have been found good.
        let mut places = [None; GROUP];
        for lane in lanes_of(bits) {
            let wanted = Wanted {
                space: op.detail.space,
                lane: group * GROUP + lane,
                address: addresses[lane],
                bytes,
                write: false,
            };
            let place = self.locate(wanted)?;
            space = place.space();
            places[lane] = Some(place);
        }
        self.note(op, group, space, addresses, bits, false, false);
        for element in 0..usize::from(op.detail.elements) {
            let slot = self.data(op, op.results[0], element);
            for (lane, place) in places.iter().enumerate() {
                let Some(place) = place.filter(|_| !slot.is_none()) else {
                    continue;
                };
                let place = place.plus(element * size as usize);
                let value = self.read(place, group * GROUP + lane, size as usize, op.detail.order);
                let value = fill.extend(value);
                if op.wide {
                    lanes.double_mut(slot, group).0[lane] = value;
                } else {
                    lanes.word_mut(slot, group).0[lane] = value as u32;
                }
            }
        }
        Ok(())
    }
}

fn word_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |word| u32::from_le_bytes(*word))
}

/// Words of one allocation; bounds have been looked at for the whole group.
#[inline]
fn gather_words(region: &Region<'_>, addresses: &Addresses, bits: u32, offset: u64) -> [u32; GROUP] {
    let mut values = [0; GROUP];
    if bits == u32::MAX && is_row(addresses, 4) {
        let _ = region.read_elements(addresses[0] + offset, &mut values);
    } else {
        for lane in lanes_of(bits) {
            values[lane] = region.load(addresses[lane] + offset).unwrap_or(0);
        }
    }
    values
}

/// Doubles of one allocation; as [`gather_words`].
#[inline]
fn gather_doubles(region: &Region<'_>, addresses: &Addresses, bits: u32, offset: u64) -> [u64; GROUP] {
    let mut values = [0; GROUP];
    if bits == u32::MAX && is_row(addresses, 8) {
        let _ = region.read_elements(addresses[0] + offset, &mut values);
    } else {
        for lane in lanes_of(bits) {
            values[lane] = region.load(addresses[lane] + offset).unwrap_or(0);
        }
    }
    values
}

/// Writes values to a register of either bank.
#[inline]
fn put(lanes: &mut Lanes<'_>, wide: bool, slot: Slot, group: usize, values: [u64; GROUP], mask: &Mask) {
    if wide {
        lanes.put_double::<false>(slot, group, values, mask);
    } else {
        lanes.put_word::<false>(slot, group, values.map(|value| value as u32), mask);
    }
}
