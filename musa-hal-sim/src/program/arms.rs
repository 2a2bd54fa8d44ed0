//! Branches whose arms are straight code that leads to one place.
//!
//! Lanes that take different arms of such a branch need not become paths: one arm runs after the other, each in its lanes,
//! and all lanes are at the join then. That is what paths would come to when the lowest program counter runs first.

use super::{Body, Control, Guard, Op, Program};

/// What a branch leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arms {
    /// Anything.
    Apart,
    /// Straight code for the lanes that take the branch, which leads to where the others go.
    Taken,
    /// Straight code for the lanes that do not take the branch, which leads to where the others go.
    Other,
    /// Straight code for both, which leads to one place.
    Both,
}

impl Program<'_> {
    /// Finds the branches from `entry` on with such arms.
    pub(super) fn find_arms(&mut self, entry: usize) {
        for place in entry..self.ops.entries().len() {
            let op = self.ops.entries()[place];
            if let Body::Control(Control::Branch(_)) = op.body {
                let arms = self.arms(place as u32, &op);
                self.ops.entries_mut()[place].body = Body::Control(Control::Branch(arms));
            }
        }
    }

    fn arms(&self, place: u32, op: &Op) -> Arms {
        let (taken, other) = (op.target(), op.otherwise());
        if taken <= place || other <= place {
            return Arms::Apart;
        }
        match (self.straight_to(taken), self.straight_to(other)) {
            (Some(join), _) if join == other => Arms::Taken,
            (_, Some(join)) if join == taken => Arms::Other,
            (Some(join), Some(other)) if join == other => Arms::Both,
            _ => Arms::Apart,
        }
    }

    /// Where straight code from a place on jumps to, if that is further on.
    fn straight_to(&self, from: u32) -> Option<u32> {
        let ops = self.ops.entries().get(from as usize..)?;
        let length = ops.iter().position(|op| matches!(op.body, Body::Control(_)))?;
        let last = &ops[length];
        let jumps = matches!(last.body, Body::Control(Control::Jump)) && last.guard == Guard::ALWAYS;
        Some(last.target()).filter(|join| jumps && *join > from + length as u32)
    }
}
