//! Instructions that reach beyond the registers, other than memory accesses.

use core::sync::atomic::{Ordering, fence};

use musa_hal::FaultKind;

use super::{
    Observer,
    around::{Around, lanes_of},
    fault::Trouble,
};
use crate::{
    program::{Effect, Families, Op},
    simd::{GROUP, Lanes, Mask},
};

impl<O: Observer> Around<'_, '_, O> {
    /// Executes an effect in the lanes of a mask. With `whole`, no other lane matters in its results.
    #[inline]
    pub(super) fn effect(
        &mut self,
        lanes: &mut Lanes<'_>,
        effect: Effect,
        op: &Op,
        mask: &Mask,
        whole: bool,
    ) -> Result<(), Trouble> {
        match effect {
            Effect::Load => return self.load(lanes, op, mask, whole),
            Effect::Store => return self.store(lanes, op, mask),
            Effect::Special(special) => {
                self.read_special(lanes, special, op, mask, whole);
                return Ok(());
            }
            _ => op.sources.into_iter().for_each(|slot| lanes.want(slot)),
        }
        match effect {
            Effect::Load | Effect::Store | Effect::Special(_) => Ok(()),
            Effect::Atomic if Families::ATOMIC.is_built() => self.atomic(lanes, op, mask),
            Effect::ActiveMask => {
                self.active_mask(lanes, op, mask);
                Ok(())
            }
            Effect::Fence => {
                fence(Ordering::SeqCst);
                Ok(())
            }
            Effect::Copy => self.copy(lanes, op, mask),
            Effect::Allocate => self.allocate_stack(lanes, op, mask),
            Effect::Undefined | Effect::Atomic => Ok(()),
        }
    }

    /// `alloca`: bytes of the stack, lane by lane.
    fn allocate_stack(&mut self, lanes: &mut Lanes<'_>, op: &Op, mask: &Mask) -> Result<(), Trouble> {
        let limit = u64::from(self.geometry.local);
        let align = op.extra.max(1);
        for group in 0..lanes.groups {
            for lane in lanes_of(mask.bits[group]) {
                let size = match op.wide {
                    true => lanes.double(op.sources[0], group).0[lane],
                    false => u64::from(lanes.word(op.sources[0], group).0[lane]),
                };
                let pointer = u64::from(lanes.word(op.sources[1], group).0[lane]);
                let begin = pointer.checked_next_multiple_of(align);
                let fits = begin.and_then(|begin| Some((begin, begin.checked_add(size).filter(|end| *end <= limit)?)));
                let Some((begin, end)) = fits else {
                    return Err(Trouble::new(FaultKind::StackOverflow, group * GROUP + lane));
                };
                if op.wide {
                    lanes.double_mut(op.results[0], group).0[lane] = begin;
                } else {
                    lanes.word_mut(op.results[0], group).0[lane] = begin as u32;
                }
                lanes.word_mut(op.results[1], group).0[lane] = end as u32;
            }
        }
        Ok(())
    }
}
