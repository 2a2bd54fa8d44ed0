//! Loops: paths that must give way, and paths that only wait for memory.
//!
//! A path that comes back to the target of a jump backwards with the same registers, having done nothing but compute
//! and read, will do the same again until some memory that it reads is written. That is looked for at every power of
//! two of jumps, so that loops which compute pay little for it.

use super::{
    Observer,
    block::{Executor, Flow},
    state::{PathState, Spin},
};
use crate::program::Slot;

/// Jumps backwards after which other paths of the warp get their turn.
const PATIENCE: u32 = 1024;
/// As how many jumps one counts that comes with an access meant to see what others write.
const OBSERVING: u32 = 32;
/// Jumps backwards before a path is suspected to spin: one that makes such accesses, and one that does not.
const SUSPICION: u32 = 32;
const REMOTE_SUSPICION: u32 = 4096;

impl<O: Observer> Executor<'_, '_, O> {
    /// A path has jumped backwards.
    pub(super) fn back_edge(&mut self, path: usize) -> Flow {
        let place = self.path_place(path);
        let observing = core::mem::take(&mut self.around.observing);
        let several = self.warps[self.around.warp as usize].paths > 1;
        let state = &mut self.paths[place];
        state.back_edges = state.back_edges.wrapping_add(1);
        state.weariness = state.weariness.saturating_add(if observing { OBSERVING } else { 1 });
        if several && state.weariness >= PATIENCE {
            state.weariness = 0;
            state.tired = true;
        }
        if state.spin.armed && state.spin.counter == state.counter {
            return self.look_at_spin(place);
        }
        let suspicion = if observing { SUSPICION } else { REMOTE_SUSPICION };
        if state.back_edges >= suspicion && state.back_edges.is_power_of_two() {
            self.arm(place);
        }
        Flow::Going
    }

    /// Remembers the state of a path, to compare with the next time it comes here.
    fn arm(&mut self, place: usize) {
        let Some(hash) = self.hash_registers(place) else { return };
        let effects = *self.around.effects;
        let path = &mut self.paths[place];
        path.spin = Spin {
            armed: true,
            counter: path.counter,
            hash,
            effects,
        };
    }

    /// A suspected path has come round once more.
    fn look_at_spin(&mut self, place: usize) -> Flow {
        let effects = *self.around.effects;
        let spin = self.paths[place].spin;
        let again = matches!(self.paths[place].state, PathState::Spinning(_));
        if spin.effects == effects && self.hash_registers(place) == Some(spin.hash) {
            self.paths[place].state = PathState::Spinning(effects);
            return if again { Flow::Spinning } else { Flow::Stopped };
        }
        self.paths[place].spin.armed = false;
        self.paths[place].state = PathState::Ready;
        if again {
            self.arm(place);
        }
        Flow::Going
    }

    /// A number made of all registers of a path's lanes in its function.
    fn hash_registers(&mut self, place: usize) -> Option<u64> {
        let path = self.paths[place];
        let functions = self.around.code.functions;
        let function = functions
            .iter()
            .find(|function| (function.entry..function.end).contains(&path.counter))?;
        let (mut lanes, _) = self.lanes(place);
        (0..function.words).for_each(|register| lanes.want(Slot::word(register)));
        (0..function.doubles).for_each(|register| lanes.want(Slot::double(register)));
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut mix = |value: u64| hash = (hash ^ value).wrapping_mul(0x100_0000_01b3).rotate_left(23);
        for group in 0..lanes.groups {
            for lane in super::around::lanes_of(path.mask[group]) {
                for register in 0..function.words as usize {
                    mix(u64::from(lanes.words[register * lanes.groups + group].0[lane]));
                }
                for register in 0..function.doubles as usize {
                    mix(lanes.doubles[register * lanes.groups + group].0[lane]);
                }
            }
        }
        Some(hash)
    }
}
