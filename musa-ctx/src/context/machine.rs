//! Stacks and usage counts of several threads, against a model of lists of numbers.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use musa_hal::Dialect;
use proptest::prelude::*;

use crate::context::ContextId;
use crate::id::Handle;
use crate::testing::World;
use crate::thread::ThreadId;

/// A step: which thread does what, with which of the contexts that ever were.
#[derive(Debug, Clone, Copy)]
enum Step {
    Create,
    Push(usize),
    Pop,
    Set(usize),
    SetNone,
    Attach,
    Detach(usize),
    Destroy(usize),
    Retain,
    Release,
    Reset,
    Exit,
}

fn step() -> impl Strategy<Value = (u64, Step)> {
    let which = 0_usize..8;
    let step = prop_oneof![
        2 => Just(Step::Create),
        4 => which.clone().prop_map(Step::Push),
        3 => Just(Step::Pop),
        3 => which.clone().prop_map(Step::Set),
        1 => Just(Step::SetNone),
        2 => Just(Step::Attach),
        2 => which.clone().prop_map(Step::Detach),
        2 => which.prop_map(Step::Destroy),
        2 => Just(Step::Retain),
        2 => Just(Step::Release),
        1 => Just(Step::Reset),
        1 => Just(Step::Exit),
    ];
    (0_u64..3, step)
}

/// What the model knows of a context.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Life {
    /// With so many uses.
    Alive(u32),
    /// The primary one, active or not.
    Primary(bool),
    Dead,
}

#[derive(Default)]
struct Model {
    lives: Vec<Life>,
    stacks: BTreeMap<u64, Vec<usize>>,
    primary: Option<usize>,
    retains: u32,
}

impl Model {
    fn top(&self, thread: u64) -> Option<usize> {
        self.stacks.get(&thread)?.last().copied()
    }

    fn alive(&self, context: usize) -> bool {
        matches!(self.lives[context], Life::Alive(_) | Life::Primary(true))
    }

    fn current(&self, thread: u64) -> Option<usize> {
        self.top(thread).filter(|context| self.alive(*context))
    }

    /// A destroyed context can be pushed only while a stack holds it.
    fn stackable(&self, context: usize) -> bool {
        self.lives[context] != Life::Dead || self.stacks.values().flatten().any(|other| *other == context)
    }

    fn kill(&mut self, thread: u64, context: usize) {
        self.lives[context] = Life::Dead;
        if self.top(thread) == Some(context) {
            self.stacks.get_mut(&thread).unwrap().pop();
        }
    }

    /// Whether the step succeeds; it is done then.
    fn step(&mut self, thread: u64, step: Step, dialect: Dialect) -> bool {
        match step {
            Step::Create => {
                self.lives.push(Life::Alive(1));
                let context = self.lives.len() - 1;
                self.stacks.entry(thread).or_default().push(context);
                true
            }
            Step::Push(context) => {
                let fits = self.stackable(context);
                if fits {
                    self.stacks.entry(thread).or_default().push(context);
                }
                fits
            }
            Step::Pop => self.stacks.entry(thread).or_default().pop().is_some(),
            Step::Set(context) => {
                let fits = self.stackable(context);
                if fits {
                    let stack = self.stacks.entry(thread).or_default();
                    stack.pop();
                    stack.push(context);
                }
                fits
            }
            Step::SetNone => {
                self.stacks.entry(thread).or_default().pop();
                true
            }
            Step::Attach | Step::Detach(_) | Step::Destroy(_) => self.count(thread, step, dialect),
            Step::Retain | Step::Release | Step::Reset => self.primary(step),
            Step::Exit => {
                self.stacks.remove(&thread);
                true
            }
        }
    }

    /// A step of usage counts.
    fn count(&mut self, thread: u64, step: Step, dialect: Dialect) -> bool {
        match step {
            Step::Attach => {
                let Some(context) = self.current(thread) else {
                    return false;
                };
                match &mut self.lives[context] {
                    Life::Alive(count) => *count += 1,
                    Life::Primary(_) => {}
                    Life::Dead => return false,
                }
                true
            }
            Step::Detach(context) => {
                if self.current(thread) != Some(context) {
                    return false;
                }
                match &mut self.lives[context] {
                    Life::Primary(_) => {}
                    Life::Alive(1) | Life::Dead => self.kill(thread, context),
                    Life::Alive(count) => *count -= 1,
                }
                true
            }
            Step::Destroy(context) => match &mut self.lives[context] {
                Life::Primary(..) | Life::Dead => false,
                Life::Alive(count) if *count > 1 && dialect == Dialect::Musa => {
                    *count -= 1;
                    true
                }
                Life::Alive(_) => {
                    self.kill(thread, context);
                    true
                }
            },
            _ => false,
        }
    }

    /// A step of the primary context.
    fn primary(&mut self, step: Step) -> bool {
        match step {
            Step::Retain => {
                let primary = *self.primary.get_or_insert_with(|| {
                    self.lives.push(Life::Primary(false));
                    self.lives.len() - 1
                });
                if !self.alive(primary) {
                    self.lives[primary] = Life::Primary(true);
                }
                self.retains += 1;
                true
            }
            Step::Release => {
                let retained = self.retains > 0;
                self.retains = self.retains.saturating_sub(1);
                if let (0, true, Some(primary)) = (self.retains, retained, self.primary) {
                    self.lives[primary] = Life::Primary(false);
                }
                retained
            }
            Step::Reset => {
                if let Some(primary) = self.primary {
                    self.lives[primary] = Life::Primary(false);
                }
                true
            }
            _ => false,
        }
    }
}

/// Does the step; the context that it made, and whether it succeeded.
fn perform(world: &mut World, ids: &[ContextId], thread: u64, step: Step) -> (Option<ContextId>, bool) {
    let thread = ThreadId(thread);
    let World { process, hal } = world;
    let pending = match step {
        Step::Create => {
            let id = process.create_context(hal, thread, 0, 0);
            return (id.ok(), id.is_ok());
        }
        Step::Retain => {
            let id = process.retain_primary(hal, 0).ok();
            return (id.filter(|id| !ids.contains(id)), id.is_some());
        }
        Step::Push(which) => return (None, process.push_context(thread, ids[which].into()).is_ok()),
        Step::Pop => return (None, process.pop_context(thread).is_ok()),
        Step::Set(which) => return (None, process.set_current(thread, ids[which].into()).is_ok()),
        Step::SetNone => return (None, process.set_current(thread, Handle::Null).is_ok()),
        Step::Attach => return (None, process.attach_context(thread, 0).is_ok()),
        Step::Exit => {
            process.thread_exited(thread);
            return (None, true);
        }
        Step::Detach(which) => process.detach_context(hal, thread, ids[which].into()),
        Step::Destroy(which) => process.destroy_context(hal, ids[which].into()),
        Step::Release => process.release_primary(hal, 0),
        Step::Reset => process.reset_primary(hal, 0),
    };
    let done = pending.and_then(|pending| process.finish(hal, thread, pending, Default::default()));
    (None, done.is_ok())
}

/// The step with a context that exists; none where there is none.
fn within(step: Step, contexts: usize) -> Option<Step> {
    let choose = |which: usize| (contexts > 0).then(|| which % contexts);
    Some(match step {
        Step::Push(which) => Step::Push(choose(which)?),
        Step::Set(which) => Step::Set(choose(which)?),
        Step::Detach(which) => Step::Detach(choose(which)?),
        Step::Destroy(which) => Step::Destroy(choose(which)?),
        other => other,
    })
}

fn check(steps: Vec<(u64, Step)>, dialect: Dialect) -> Result<(), TestCaseError> {
    let mut world = World::with(&[dialect], 128);
    let mut model = Model::default();
    let mut ids = Vec::new();
    for (thread, step) in steps {
        let Some(step) = within(step, ids.len()) else {
            continue;
        };
        let expected = model.step(thread, step, dialect);
        let (made, succeeded) = perform(&mut world, &ids, thread, step);
        ids.extend(made);
        prop_assert_eq!(succeeded, expected, "{:?}", step);
        for thread in 0..3 {
            let top = model.top(thread).map(|context| ids[context]);
            prop_assert_eq!(world.process.top(ThreadId(thread)), top);
            let current = model.current(thread).map(|context| ids[context]);
            prop_assert_eq!(world.process.current(ThreadId(thread)).ok(), current);
        }
    }
    // Nothing is left of contexts that nobody can name any more.
    let held = |context: usize| model.stackable(context);
    let kept = (0..ids.len()).filter(|context| held(*context)).count();
    prop_assert_eq!(world.process.contexts.len() as usize, kept);
    let entries: usize = model.stacks.values().map(Vec::len).sum();
    prop_assert_eq!(world.process.stacks.len() as usize, entries);
    Ok(())
}

proptest! {
    #[test]
    fn stacks_and_counts_follow_the_model(
        steps in prop::collection::vec(step(), 1..60),
        musa in any::<bool>(),
    ) {
        check(steps, if musa { Dialect::Musa } else { Dialect::Reference })?;
    }
}
