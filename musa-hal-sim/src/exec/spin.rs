//! Loops: paths that must give way, and paths that only wait for memory.
//!
//! A path that comes back to the target of a jump backwards with the same registers and the same stack, nothing having
//! been done meanwhile but computing and reading, will do the same again until some memory that it reads is written. That
//! is looked for at every power of two of jumps, so that loops which compute pay little for it.

use super::{
    Observer,
    around::lanes_of,
    block::{Executor, Flow},
    state::{PathState, Spin},
};
use crate::{program::Slot, simd::GROUP};

/// Jumps backwards after which other paths of the warp get their turn.
const PATIENCE: u32 = 1024;
/// As how many jumps one counts that comes with an access meant to see what others write.
const OBSERVING: u32 = 32;
/// Jumps backwards before a path is suspected to spin: one that makes such accesses, and one that does not.
const SUSPICION: u32 = 64;
const REMOTE_SUSPICION: u32 = 4096;
/// How often a suspected path is looked at: loops within the loop, and other paths that join it for a while, come
/// between.
const LOOKS: u32 = 4;

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
        if state.spin.looks > 0 && state.spin.counter == state.counter {
            return self.look_at_spin(place);
        }
        let suspicion = if observing { SUSPICION } else { REMOTE_SUSPICION };
        if state.back_edges >= suspicion && state.back_edges.is_power_of_two() {
            self.arm(place);
        }
        Flow::Going
    }

    /// Remembers the state of a path, to compare with the next times it comes here.
    fn arm(&mut self, place: usize) {
        let Some(hash) = self.hash_of_path(place) else { return };
        let effects = *self.around.effects;
        let path = &mut self.paths[place];
        path.spin = Spin {
            looks: LOOKS,
            counter: path.counter,
            hash,
            effects,
        };
    }

    /// A suspected path has come round once more.
    fn look_at_spin(&mut self, place: usize) -> Flow {
        let effects = *self.around.effects;
        let spin = self.paths[place].spin;
        if spin.effects == effects && self.hash_of_path(place) == Some(spin.hash) {
            self.paths[place].state = PathState::Spinning(effects);
            self.paths[place].spin.looks = LOOKS;
            return Flow::Stopped;
        }
        self.paths[place].spin.looks -= 1;
        if spin.effects != effects {
            self.arm(place);
            self.paths[place].spin.looks = spin.looks - 1;
        }
        Flow::Going
    }

    /// A number made of a path's lanes, and of all that is theirs alone: their registers and their stack, in all calls
    /// that have not returned.
    fn hash_of_path(&mut self, place: usize) -> Option<u64> {
        let path = self.paths[place];
        let functions = self.around.code.functions;
        let function = functions
            .iter()
            .find(|function| (function.entry..function.end).contains(&path.counter))?;
        // The windows of all calls, from the kernel's on.
        (self.paths[place].words, self.paths[place].doubles) = (0, 0);
        let (words, doubles) = (path.words + function.words, path.doubles + function.doubles);
        self.paths[place].contents = 0;
        let (lanes, _) = self.lanes(place);
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut mix = |value: u64| hash = (hash ^ value).wrapping_mul(0x100_0000_01b3).rotate_left(23);
        path.mask.iter().for_each(|bits| mix(u64::from(*bits)));
        // Of a register that is a scalar the lanes may be old; they do not change either.
        let contents = lanes.window_contents(path.contents + function.contents());
        contents.iter().flat_map(|content| content.digest()).for_each(&mut mix);
        for register in 0..words {
            for group in 0..lanes.groups {
                let word = lanes.word(Slot::word(register), group);
                lanes_of(path.mask[group]).for_each(|lane| mix(u64::from(word.0[lane])));
            }
        }
        for register in 0..doubles {
            for group in 0..lanes.groups {
                let double = lanes.double(Slot::double(register), group);
                lanes_of(path.mask[group]).for_each(|lane| mix(double.0[lane]));
            }
        }
        self.paths[place] = path;
        let ends = self.frame_ends(place, function);
        for (group, bits) in path.mask.iter().enumerate() {
            for lane in lanes_of(*bits).map(|lane| group * GROUP + lane) {
                let local = self.around.local_of(lane);
                let end = local.len().min(ends[lane] as usize);
                let (doubles, rest) = local[..end].as_chunks();
                doubles.iter().for_each(|bytes| mix(u64::from_le_bytes(*bytes)));
                rest.iter().for_each(|byte| mix(u64::from(*byte)));
            }
        }
        Some(hash)
    }
}
