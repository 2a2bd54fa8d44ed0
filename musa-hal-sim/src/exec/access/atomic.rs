//! `atom` and `red`.

use core::num::NonZeroU32;

use musa_hal::{Choice, FaultKind};
use musa_isa::{Action, Space, Type};

use super::{
    Group, How, addresses,
    place::{Place, Wanted, ordering},
};
use crate::{
    exec::{Observer, around::Around, fault::Trouble, ops},
    memory::{Atomic, Region},
    program::{Op, Slot},
    simd::{GROUP, Lanes, Mask, extent},
};

/// What a lane brings to an atomic operation.
#[derive(Clone, Copy)]
struct Change {
    action: Action,
    kind: Type,
    b: u64,
    c: u64,
}

impl Change {
    /// The new value of memory. Sums of f32 in global memory flush subnormals.
    fn of(self, old: u64, global: bool) -> u64 {
        if self.kind.bits() == 64 {
            ops::atomic::double(self.action, self.kind, old, self.b, self.c)
        } else {
            u64::from(ops::atomic::word(
                self.action,
                self.kind,
                global,
                old as u32,
                self.b as u32,
                self.c as u32,
            ))
        }
    }
}

impl<'e, O: Observer> Around<'_, 'e, O> {
    pub(in crate::exec) fn atomic(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) -> Result<(), Trouble> {
        let options = const { NonZeroU32::new(2).unwrap() };
        let descending = self.environment.chooser.choose(Choice::AtomicOrder, options) == 1;
        self.observing = true;
        for group in (0..lanes.groups).filter(|group| mask.bits[*group] != 0) {
            let bits = mask.bits[group];
            let addresses = addresses(lanes, op, group);
            let mut space = op.detail.space;
            for place in 0..GROUP {
                let lane = if descending { GROUP - 1 - place } else { place };
                if bits >> lane & 1 == 0 {
                    continue;
                }
                space = self.atomic_lane(lanes, op, group, lane, addresses[lane])?;
            }
            let bytes = u64::from(op.detail.kind().bytes());
            let extent = extent(self.geometry.instructions, &addresses, &mask.lanes[group], bytes);
            let access = Group {
                group,
                addresses: &addresses,
                extent: &extent,
            };
            self.note(
                op,
                &access,
                bits,
                How {
                    space,
                    write: true,
                    atomic: true,
                },
            );
        }
        Ok(())
    }

    fn atomic_lane(
        &mut self,
        lanes: &mut Lanes<'_>,
        op: &Op,
        group: usize,
        lane: usize,
        address: u64,
    ) -> Result<Space, Trouble> {
        let kind = op.detail.kind();
        let wanted = Wanted {
            space: op.detail.space,
            lane: group * GROUP + lane,
            address,
            bytes: kind.bytes(),
            write: true,
        };
        let place = self.locate(wanted)?;
        let source = |place: usize| match op.sources[place] {
            Slot::NONE => 0,
            slot if op.wide => lanes.double(slot, group).0[lane],
            slot => u64::from(lanes.word(slot, group).0[lane]),
        };
        let change = Change {
            action: op.detail.action.unwrap_or(Action::Add),
            kind,
            b: source(1),
            c: source(2),
        };
        let old = self
            .change(place, op, change)
            .ok_or(wanted.trouble(FaultKind::InvalidAddressSpace))?;
        match op.results[0] {
            Slot::NONE => {}
            slot if op.wide => lanes.double_mut(slot, group).0[lane] = old,
            slot => lanes.word_mut(slot, group).0[lane] = old as u32,
        }
        Ok(place.space())
    }

    /// Changes memory and answers the old value; nothing where there are no atomic operations.
    fn change(&mut self, place: Place<'e>, op: &Op, change: Change) -> Option<u64> {
        let bytes = change.kind.bytes() as usize;
        let old = match place {
            Place::Region(region, address) => change_region(&region, address, op, change)?,
            Place::Shared(offset) => {
                let memory = &mut self.shared[offset..offset + bytes];
                let old = super::element::from_bytes(memory);
                super::element::to_bytes(change.of(old, false), memory);
                old
            }
            Place::Local(_) | Place::Parameter(_) => return None,
        };
        let global = matches!(place, Place::Region(..));
        if change.of(old, global) != old {
            self.touch();
        }
        Some(old)
    }
}

fn change_region(region: &Region<'_>, address: u64, op: &Op, change: Change) -> Option<u64> {
    match change.kind.bytes() {
        2 => update::<u16>(region, address, op, change, |value| value as u16),
        4 => update::<u32>(region, address, op, change, |value| value as u32),
        _ => update::<u64>(region, address, op, change, |value| value),
    }
}

fn update<T: Atomic + Into<u64>>(
    region: &Region<'_>,
    address: u64,
    op: &Op,
    change: Change,
    narrow: fn(u64) -> T,
) -> Option<u64> {
    let order = ordering(op.detail.order);
    region
        .atomic_update::<T>(address, order, |old| narrow(change.of(old.into(), true)))
        .ok()
        .map(Into::into)
}
