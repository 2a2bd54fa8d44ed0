//! `st`.

use musa_isa::{Order, Space};

use super::{
    Group, How, addresses, data,
    place::Wanted,
    source::{Lie, Target, scatter_doubles, scatter_words},
};
use crate::{
    exec::{
        Observer,
        around::{Around, lanes_of},
        fault::Trouble,
    },
    memory::Region,
    program::{Op, Slot},
    simd::{GROUP, Lanes, Mask, RowKind, extent},
};

impl<O: Observer> Around<'_, '_, O> {
    pub(in crate::exec) fn store(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) -> Result<(), Trouble> {
        let bytes = u64::from(op.bytes);
        let weak = op.detail.order == Order::Weak;
        if self.store_rows(lanes, op, mask) {
            self.touch();
            return Ok(());
        }
        lanes.want(op.sources[0]);
        for element in 0..usize::from(op.detail.elements) {
            lanes.want(data(self.code, op, op.sources[1], element));
        }
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
                Space::Global | Space::Generic if weak => {
                    if let Some(mut region) = self.common_region(&extent, bytes).filter(Region::writable) {
                        self.touch();
                        self.note(op, &access, bits, How::writes(Space::Global));
                        store_group(&mut region, lanes, op, bits, &access, |element| {
                            data(self.code, op, op.sources[1], element)
                        });
                        continue;
                    }
                }
                Space::Shared if self.in_shared(&extent, bytes) => {
                    self.touch();
                    self.note(op, &access, bits, How::writes(Space::Shared));
                    let range = self.shared_range(group);
                    let (code, shared) = (self.code, &mut self.shared[range]);
                    store_group(shared, lanes, op, bits, &access, |element| {
                        data(code, op, op.sources[1], element)
                    });
                    continue;
                }
                _ => {}
            }
            self.store_each(lanes, op, bits, &access)?;
        }
        Ok(())
    }

    /// Lane by lane.
    fn store_each(&mut self, lanes: &Lanes<'_>, op: &Op, bits: u32, access: &Group<'_>) -> Result<(), Trouble> {
        let Group { group, addresses, .. } = *access;
        let size = op.size;
        let bytes = op.bytes;
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
            if space != Space::Local {
                self.touch();
            }
        }
        self.note(op, access, bits, How::writes(space));
        for (lane, place) in places.iter().enumerate() {
            let Some(place) = place else { continue };
            for element in 0..usize::from(op.detail.elements) {
                let slot = data(self.code, op, op.sources[1], element);
                let value = value_of(lanes, op.wide, slot, group, lane);
                let place = place.plus(element * size as usize);
                self.write(place, group * GROUP + lane, size as usize, op.detail.order, value);
            }
        }
        Ok(())
    }
}

/// All lanes write one piece of memory.
fn store_group<T: Target + ?Sized>(
    target: &mut T,
    lanes: &Lanes<'_>,
    op: &Op,
    bits: u32,
    access: &Group<'_>,
    slot: impl Fn(usize) -> Slot,
) {
    let size = op.size as usize;
    for element in 0..usize::from(op.detail.elements) {
        let slot = slot(element);
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
        match size {
            4 => scatter_words(target, access.addresses, lie, &lanes.word(slot, access.group).0),
            8 => scatter_doubles(target, access.addresses, lie, &lanes.double(slot, access.group).0),
            _ => {
                for lane in lanes_of(bits) {
                    let value = value_of(lanes, op.wide, slot, access.group, lane);
                    target.put(access.addresses[lane] + lie.offset, size, value);
                }
            }
        }
    }
}

#[inline]
pub(super) fn value_of(lanes: &Lanes<'_>, wide: bool, slot: Slot, group: usize, lane: usize) -> u64 {
    if wide {
        lanes.double(slot, group).0[lane]
    } else {
        u64::from(lanes.word(slot, group).0[lane])
    }
}
