//! `atom` and `red`.

use core::num::NonZeroU32;

use musa_hal::{Choice, Dialect, FaultKind};
use musa_isa::{Action, Flags, Opcode, Space, Type};

use super::{
    Group, How, addresses,
    place::{Place, Wanted, ordering},
};
use crate::{
    exec::{Observer, around::Around, fault::Trouble, ops},
    memory::{Atomic, Region},
    program::{Code, Op, Slot},
    simd::{GROUP, Lanes, Mask, extent},
};

/// What a lane brings to an atomic operation on one element.
#[derive(Clone, Copy)]
struct Change {
    action: Action,
    kind: Type,
    b: u64,
    c: u64,
}

impl Change {
    /// The new value of memory.
    fn of(self, old: u64, global: bool) -> u64 {
        if self.kind.bits() == 64 {
            ops::atomic::double(self.action, self.kind, global, old, self.b, self.c)
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

/// The registers of an element: result, `b` and `c`.
fn slots(code: Code<'_>, op: &Op, element: usize) -> [Slot; 3] {
    if op.list.count == 0 {
        return [op.results[0], op.sources[1], op.sources[2]];
    }
    let slots = &code.operands[op.list.range()];
    [
        slots[element],
        slots[usize::from(op.detail.elements) + element],
        Slot::NONE,
    ]
}

impl<'e, O: Observer> Around<'_, 'e, O> {
    pub(in crate::exec) fn atomic(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) -> Result<(), Trouble> {
        let options = const { NonZeroU32::new(2).unwrap() };
        let descending = self.environment.chooser.choose(Choice::AtomicOrder, options) == 1;
        self.observing |= op.detail.opcode == Opcode::Atom;
        for slot in &self.code.operands[op.list.range()] {
            lanes.want(*slot);
        }
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
            let bytes = u64::from(op.bytes);
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
            bytes: kind.bytes() * u32::from(op.detail.elements),
            write: true,
        };
        let place = self.locate(wanted)?;
        let none = wanted.trouble(FaultKind::InvalidAddressSpace);
        if kind == Type::B128 {
            self.quad(lanes, op, group, lane, place).ok_or(none)?;
            return Ok(place.space());
        }
        for element in 0..usize::from(op.detail.elements) {
            let [result, b, c] = slots(self.code, op, element);
            let source = |slot: Slot| match slot {
                Slot::NONE => 0,
                slot if op.wide => lanes.double(slot, group).0[lane],
                slot => u64::from(lanes.word(slot, group).0[lane]),
            };
            let change = Change {
                action: op.detail.action.unwrap_or(Action::Add),
                kind,
                b: source(b),
                c: source(c),
            };
            let place = place.plus(element * kind.bytes() as usize);
            let old = self.change(place, wanted.lane, op, change).ok_or(none)?;
            match result {
                Slot::NONE => {}
                slot if op.wide => lanes.double_mut(slot, group).0[lane] = old,
                slot => lanes.word_mut(slot, group).0[lane] = old as u32,
            }
        }
        Ok(place.space())
    }

    /// Exchange and compare-and-swap of 128 bits, whose registers are pairs.
    fn quad(&mut self, lanes: &mut Lanes<'_>, op: &Op, group: usize, lane: usize, place: Place<'e>) -> Option<()> {
        let slots = self.code.operands.get(op.list.range())?;
        let value = |first: usize| {
            let half = |slot: Option<&Slot>| slot.map_or(0, |slot| lanes.double(*slot, group).0[lane]);
            u128::from(half(slots.get(first))) | u128::from(half(slots.get(first + 1))) << 64
        };
        let (b, c) = (value(2), value(4));
        let new = |old: u128| match op.detail.action {
            Some(Action::CompareSwap) if old == b => c,
            Some(Action::CompareSwap) => old,
            _ => b,
        };
        let old = match place {
            Place::Region(region, address) => region
                .atomic_update::<u128>(address, ordering(op.detail.order), new)
                .ok()?,
            Place::Shared(_) | Place::Local(_) => {
                let memory = self.own_bytes(place, group * GROUP + lane, 16)?.first_chunk_mut()?;
                let old = u128::from_le_bytes(*memory);
                *memory = new(old).to_le_bytes();
                old
            }
            Place::Parameter(_) => return None,
        };
        if new(old) != old {
            self.touch();
        }
        for (slot, half) in slots.iter().zip([old as u64, (old >> 64) as u64]) {
            if !slot.is_none() {
                lanes.double_mut(*slot, group).0[lane] = half;
            }
        }
        Some(())
    }

    /// Bytes of the block's or the lane's own memory.
    fn own_bytes(&mut self, place: Place<'e>, lane: usize, bytes: usize) -> Option<&mut [u8]> {
        match place {
            Place::Shared(offset) => self.shared.get_mut(offset..offset + bytes),
            Place::Local(offset) => self.local_of(lane).get_mut(offset..offset + bytes),
            Place::Region(..) | Place::Parameter(_) => None,
        }
    }

    /// Changes memory and answers the old value; nothing where there are no atomic operations.
    fn change(&mut self, place: Place<'e>, lane: usize, op: &Op, mut change: Change) -> Option<u64> {
        let bytes = change.kind.bytes() as usize;
        if self.geometry.dialect == Dialect::Reference
            && matches!(place, Place::Shared(_))
            && (change.kind, change.action) == (Type::F16x2, Action::Add)
            && op.detail.has(Flags::HINT)
        {
            // The reference's translator makes a loop of this sum, in which the upper half of an operand that is the low
            // word of a double is lost (in truth: is that of its high word).
            change.b &= 0xffff;
        }
        let old = match place {
            Place::Region(region, address) => change_region(&region, address, op, change)?,
            Place::Shared(_) | Place::Local(_) => {
                let memory = self.own_bytes(place, lane, bytes)?;
                let old = super::element::from_bytes(memory);
                super::element::to_bytes(change.of(old, false), memory);
                old
            }
            Place::Parameter(_) => return None,
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
