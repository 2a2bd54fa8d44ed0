//! Bytes as a sequence of calls on a process over the simulated machine.

mod blocks;
mod call;
mod objects;
mod world;

use arbitrary::{Arbitrary, Unstructured};
use call::Call;
use world::World;

/// Calls of one sequence; more find little that fewer do not.
const CALLS: usize = 200;

/// Makes the calls that `data` spells, and holds their answers against a small model of the context stacks and of the
/// contents of memory. No call may end in a bug of the model's own, whatever came before it.
pub fn calls(data: &[u8]) -> bool {
    let mut input = Unstructured::new(data);
    let Ok(seed) = u8::arbitrary(&mut input) else {
        return false;
    };
    let mut world = World::new(seed);
    let mut made = 0;
    while made < CALLS && !input.is_empty() {
        let Ok(call) = Call::arbitrary(&mut input) else {
            break;
        };
        world.make(&call);
        made += 1;
    }
    made > 0
}
