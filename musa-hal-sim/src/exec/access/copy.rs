//! `cp.async`: copies from global to shared memory.

use musa_isa::{Order, Space};

use super::place::Wanted;
use crate::{
    exec::{
        Observer,
        around::{Around, lanes_of},
        fault::Trouble,
    },
    program::{Op, Slot},
    simd::{GROUP, Lanes, Mask},
};

impl<O: Observer> Around<'_, '_, O> {
    /// Copies lane by lane. What the source is shorter than the destination, or all where the source is ignored, is
    /// zero.
    pub(in crate::exec) fn copy(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) -> Result<(), Trouble> {
        let bytes = op.extra as u32;
        self.touch();
        for group in 0..lanes.groups {
            for lane in lanes_of(mask.bits[group]) {
                let word = |slot: Slot, absent: u32| match slot {
                    Slot::NONE => absent,
                    slot => lanes.word(slot, group).0[lane],
                };
                let ignored = word(op.sources[3], 0) != 0;
                let count = if ignored {
                    0
                } else {
                    word(op.sources[2], bytes).min(bytes)
                };
                let to = lanes.double(op.sources[0], group).0[lane];
                let from = lanes.double(op.sources[1], group).0[lane];
                self.copy_lane(group * GROUP + lane, to, from, bytes, count)?;
            }
        }
        Ok(())
    }

    fn copy_lane(&mut self, lane: usize, to: u64, from: u64, bytes: u32, count: u32) -> Result<(), Trouble> {
        let target = Wanted {
            space: Space::Shared,
            lane,
            address: to,
            bytes,
            write: true,
        };
        let target = self.locate(target)?;
        let source = match count {
            0 => None,
            _ => Some(self.locate(Wanted {
                space: Space::Global,
                lane,
                address: from,
                bytes,
                write: false,
            })?),
        };
        for place in 0..bytes as usize {
            let byte = match source {
                Some(source) if place < count as usize => self.read(source.plus(place), lane, 1, Order::Weak),
                _ => 0,
            };
            self.write(target.plus(place), lane, 1, Order::Weak, byte);
        }
        Ok(())
    }
}
