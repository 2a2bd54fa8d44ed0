//! `st`.

use musa_isa::{Order, Space};

use super::{Addresses, addresses, extent, is_row, place::Wanted};
use crate::{
    exec::{
        Observer,
        around::{Around, lanes_of},
        fault::Trouble,
    },
    memory::Region,
    program::{Op, Slot},
    simd::{GROUP, Lanes, Mask},
};

impl<'e, O: Observer> Around<'_, 'e, O> {
    pub(in crate::exec) fn store(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) -> Result<(), Trouble> {
        let bytes = u64::from(op.detail.kind().bytes()) * u64::from(op.detail.elements);
        let weak = op.detail.order == Order::Weak;
        self.touch();
        for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
            let bits = mask.bits[group];
            let addresses = addresses(lanes, op, group);
            let extent = extent(&addresses, bits);
            match op.detail.space {
                Space::Global | Space::Generic if weak => {
                    if let Some(region) = self.common_region(extent, bytes).filter(Region::writable) {
                        self.note(op, group, Space::Global, &addresses, bits, true, false);
                        self.store_region(lanes, op, bits, group, &region, &addresses);
                        continue;
                    }
                }
                Space::Shared if self.in_shared(extent, bytes) => {
                    self.note(op, group, Space::Shared, &addresses, bits, true, false);
                    self.store_shared(lanes, op, bits, group, &addresses);
                    continue;
                }
                _ => {}
            }
            self.store_each(lanes, op, bits, group, &addresses)?;
        }
        Ok(())
    }

    /// All lanes write one allocation.
    fn store_region(
        &mut self,
        lanes: &Lanes<'_>,
        op: &Op,
        bits: u32,
        group: usize,
        region: &Region<'e>,
        addresses: &Addresses,
    ) {
        let size = u64::from(op.detail.kind().bytes());
        let row = bits == u32::MAX && op.detail.elements == 1 && is_row(addresses, size);
        for element in 0..u64::from(op.detail.elements) {
            let slot = self.data(op, op.sources[1], element as usize);
            // Bounds have been looked at for the whole group.
            if row && size == 4 {
                let _ = region.write_elements(addresses[0], &lanes.word(slot, group).0);
            } else if row && size == 8 {
                let _ = region.write_elements(addresses[0], &lanes.double(slot, group).0);
            } else {
                for lane in lanes_of(bits) {
                    let value = value_of(lanes, op.wide, slot, group, lane);
                    let address = addresses[lane] + element * size;
                    let _ = match size {
                        1 => region.store(address, value as u8),
                        2 => region.store(address, value as u16),
                        4 => region.store(address, value as u32),
                        _ => region.store(address, value),
                    };
                }
            }
        }
    }

    /// All lanes write shared memory.
    fn store_shared(&mut self, lanes: &Lanes<'_>, op: &Op, bits: u32, group: usize, addresses: &Addresses) {
        let size = op.detail.kind().bytes() as usize;
        for element in 0..usize::from(op.detail.elements) {
            let slot = self.data(op, op.sources[1], element);
            if size == 4 && bits == u32::MAX && op.detail.elements == 1 && is_row(addresses, 4) {
                let words = lanes.word(slot, group).0;
                let row = &mut self.shared[addresses[0] as usize..][..4 * GROUP];
                for (bytes, word) in row.as_chunks_mut::<4>().0.iter_mut().zip(words) {
                    *bytes = word.to_le_bytes();
                }
                continue;
            }
            for lane in lanes_of(bits) {
                let value = value_of(lanes, op.wide, slot, group, lane);
                let first = addresses[lane] as usize + element * size;
                super::element::to_bytes(value, &mut self.shared[first..first + size]);
            }
        }
    }

    /// Lane by lane.
    fn store_each(
        &mut self,
        lanes: &Lanes<'_>,
        op: &Op,
        bits: u32,
        group: usize,
        addresses: &Addresses,
    ) -> Result<(), Trouble> {
        let size = op.detail.kind().bytes();
        let bytes = size * u32::from(op.detail.elements);
        let mut space = op.detail.space;
        let mut places = [None; GROUP];
        for lane in lanes_of(bits) {
            let wanted = Wanted {
                space: op.detail.space,
                lane: group * GROUP + lane,
                address: addresses[lane],
                bytes,
                write: true,
            };
            let place = self.locate(wanted)?;
            space = place.space();
            places[lane] = Some(place);
        }
        self.note(op, group, space, addresses, bits, true, false);
        for (lane, place) in places.iter().enumerate() {
            let Some(place) = place else { continue };
            for element in 0..usize::from(op.detail.elements) {
                let slot = self.data(op, op.sources[1], element);
                let value = value_of(lanes, op.wide, slot, group, lane);
                let place = place.plus(element * size as usize);
                self.write(place, group * GROUP + lane, size as usize, op.detail.order, value);
            }
        }
        Ok(())
    }
}

#[inline]
fn value_of(lanes: &Lanes<'_>, wide: bool, slot: Slot, group: usize, lane: usize) -> u64 {
    if wide {
        lanes.double(slot, group).0[lane]
    } else {
        u64::from(lanes.word(slot, group).0[lane])
    }
}
