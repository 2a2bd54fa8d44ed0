//! `ld`.

use musa_isa::{Order, Space};

use super::{
    Group, How, addresses, data,
    element::{extend, from_bytes},
    place::Wanted,
    source::{Lie, Source, gather_doubles, gather_words},
};
use crate::{
    exec::{
        Observer,
        around::{Around, lanes_of},
        fault::Trouble,
    },
    program::{AddressBase, Op, Slot},
    simd::{GROUP, Lanes, Mask, RowKind, extent},
};

impl<O: Observer> Around<'_, '_, O> {
    /// With `whole`, no lane outside of the mask matters in the results.
    pub(in crate::exec) fn load(
        &mut self,
        lanes: &mut Lanes<'_>,
        op: &Op,
        mask: &Mask,
        whole: bool,
    ) -> Result<(), Trouble> {
        if op.detail.space == Space::Parameter && op.base == AddressBase::Absolute {
            return self.load_parameter(lanes, op, mask, whole);
        }
        if self.load_rows(lanes, op, mask, whole) {
            return Ok(());
        }
        lanes.want(op.sources[0]);
        for element in 0..usize::from(op.detail.elements) {
            lanes.claim(data(self.code, op, op.results[0], element), false);
        }
        let bytes = u64::from(op.bytes);
        let weak = op.detail.order == Order::Weak;
        self.observing |= !weak;
        for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
            let bits = mask.bits[group];
            let addresses = addresses(lanes, op, group);
            let extent = extent(self.geometry.instructions, &addresses, &mask.lanes[group], bytes);
            let access = Group {
                group,
                addresses: &addresses,
                extent: &extent,
            };
            match op.detail.space {
                Space::Global | Space::Generic | Space::Constant if weak => {
                    if let Some(region) = self.common_region(&extent, bytes) {
                        self.note(op, &access, bits, How::reads(Space::Global));
                        self.load_group(&region, lanes, op, mask, &access);
                        continue;
                    }
                }
                Space::Shared if self.in_shared(&extent, bytes) => {
                    self.note(op, &access, bits, How::reads(Space::Shared));
                    self.load_group(&self.shared[self.shared_range(group)], lanes, op, mask, &access);
                    continue;
                }
                _ => {}
            }
            self.load_each(lanes, op, bits, &access)?;
        }
        Ok(())
    }

    /// A parameter at a fixed place: one value for all lanes.
    fn load_parameter(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask, whole: bool) -> Result<(), Trouble> {
        let size = op.size as usize;
        let first = op.extra as u32 as usize;
        let bytes = self
            .parameters
            .get(first..)
            .unwrap_or_default()
            .get(..op.bytes as usize);
        let Some(bytes) = bytes.filter(|_| op.extra & u64::from(op.bytes - 1) == 0) else {
            let wanted = Wanted {
                space: Space::Parameter,
                lane: super::super::lowest_lane(&mask.bits).unwrap_or(0),
                address: op.extra,
                bytes: op.bytes,
                write: false,
            };
            return self.locate(wanted).map(drop);
        };
        for element in 0..usize::from(op.detail.elements) {
            let value = extend(op, from_bytes(&bytes[element * size..][..size]));
            let slot = data(self.code, op, op.results[0], element);
            if !slot.is_none() {
                super::rows::put_uniform(lanes, op, slot, value, mask, whole);
            }
        }
        Ok(())
    }

    /// All lanes read one piece of memory.
    fn load_group<S: Source + ?Sized>(
        &self,
        source: &S,
        lanes: &mut Lanes<'_>,
        op: &Op,
        mask: &Mask,
        access: &Group<'_>,
    ) {
        let size = op.size as usize;
        let group = access.group;
        let bits = mask.bits[group];
        for element in 0..usize::from(op.detail.elements) {
            let slot = data(self.code, op, op.results[0], element);
            if slot.is_none() {
                continue;
            }
            let rows = if op.detail.elements == 1 {
                access.extent.rows
            } else {
                [RowKind::Scattered; _]
            };
            let lie = Lie {
                bits,
                offset: (element * size) as u64,
                rows,
            };
            match (size, op.wide) {
                (4, false) => {
                    let values = gather_words(source, access.addresses, lie);
                    lanes.put_word(slot, group, values, mask);
                }
                (8, _) => {
                    let values = gather_doubles(source, access.addresses, lie);
                    lanes.put_double(slot, group, values, mask);
                }
                _ => {
                    let mut values = [0; GROUP];
                    for lane in lanes_of(bits) {
                        values[lane] = extend(op, source.element(access.addresses[lane] + lie.offset, size));
                    }
                    put(lanes, op.wide, slot, group, values, mask);
                }
            }
        }
    }

    /// Lane by lane.
    fn load_each(&mut self, lanes: &mut Lanes<'_>, op: &Op, bits: u32, access: &Group<'_>) -> Result<(), Trouble> {
        let Group { group, addresses, .. } = *access;
        let size = op.size;
        let bytes = op.bytes;
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
        self.note(op, access, bits, How::reads(space));
        for element in 0..usize::from(op.detail.elements) {
            let slot = data(self.code, op, op.results[0], element);
            for (lane, place) in places.iter().enumerate() {
                let Some(place) = place.filter(|_| !slot.is_none()) else {
                    continue;
                };
                let place = place.plus(element * size as usize);
                let value = self.read(place, group * GROUP + lane, size as usize, op.detail.order);
                let value = extend(op, value);
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

/// Writes values to a register of either bank.
#[inline]
pub(super) fn put(lanes: &mut Lanes<'_>, wide: bool, slot: Slot, group: usize, values: [u64; GROUP], mask: &Mask) {
    if wide {
        lanes.put_double(slot, group, values, mask);
    } else {
        lanes.put_word(slot, group, values.map(|value| value as u32), mask);
    }
}
