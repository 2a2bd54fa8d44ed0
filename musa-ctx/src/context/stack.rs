//! The stacks of contexts: one for each thread. Their entries are names, so a destroyed context can stay current.

use super::{Context, ContextId};
use crate::error::{Error, Rejection};
use crate::id::Handle;
use crate::process::Process;
use crate::rule::Rule;
use crate::thread::{StackEntry, ThreadId};

impl Process<'_> {
    /// The top of a thread's stack, alive or not.
    pub fn top(&self, thread: ThreadId) -> Option<ContextId> {
        let top = self.threads.get(thread)?.top?;
        Some(self.stacks.get(top)?.context)
    }

    /// The top of a thread's stack.
    ///
    /// # Errors
    /// The stack is empty; in a host function, which has no current context.
    pub(crate) fn required_top(&self, thread: ThreadId) -> Result<ContextId, Error> {
        let known = self.threads.get(thread);
        if known.is_some_and(|known| known.in_callback) {
            return Err(Rule::CallbackCall.into());
        }
        let top = known.and_then(|known| self.stacks.get(known.top?));
        top.map(|top| top.context).ok_or(Error::from(Rule::ContextRequired))
    }

    /// The current context of a thread.
    ///
    /// # Errors
    /// The thread has none, or it has been destroyed.
    pub fn current(&self, thread: ThreadId) -> Result<ContextId, Error> {
        let id = self.required_top(thread)?;
        if !self.context(id)?.alive() {
            return Err(Rejection::new(Rule::ContextDestroyed).subject(id).into());
        }
        Ok(id)
    }

    /// Pushes a context.
    ///
    /// # Errors
    /// No context, or a destroyed one that no stack holds; exhausted when the stacks have no room.
    pub fn push_context(&mut self, thread: ThreadId, handle: Handle<Context>) -> Result<(), Error> {
        let id = self.stackable(handle)?;
        self.push(thread, id)
    }

    /// Pops the current context, which may have been destroyed.
    ///
    /// # Errors
    /// The stack is empty.
    pub fn pop_context(&mut self, thread: ThreadId) -> Result<ContextId, Error> {
        let Some(id) = self.top(thread) else {
            return Err(Rule::ContextPopEmpty.into());
        };
        self.pop_entry(thread)?;
        Ok(id)
    }

    /// Makes a context current in place of the present one; null pops one level.
    ///
    /// # Errors
    /// A handle that is no context's, or a destroyed one's that no stack holds; exhausted when the stacks have no room.
    pub fn set_current(&mut self, thread: ThreadId, handle: Handle<Context>) -> Result<(), Error> {
        if handle == Handle::Null {
            if self.top(thread).is_some() {
                self.pop_entry(thread)?;
            }
            return Ok(());
        }
        let id = self.stackable(handle)?;
        let Some(entry) = self.threads.get(thread).and_then(|thread| thread.top) else {
            return self.push(thread, id);
        };
        let entry = self
            .stacks
            .get_mut(entry)
            .ok_or(Error::Bug("a stack's entry is missing"))?;
        let before = core::mem::replace(&mut entry.context, id);
        self.context_mut(id)?.stacked += 1;
        self.unstack(before)
    }

    /// A thread has ended: its stack goes, and its default streams when their work is done. The contexts live on.
    pub fn thread_exited(&mut self, thread: ThreadId) {
        self.drain_streams_of(thread);
        while self.top(thread).is_some() && self.pop_entry(thread).is_ok() {}
        self.threads.remove(thread);
    }

    /// The context of a handle that may lie on a stack.
    fn stackable(&self, handle: Handle<Context>) -> Result<ContextId, Error> {
        match self.context_of(handle) {
            Ok((id, _)) => Ok(id),
            Err(Error::Rejected(rejection)) if rejection.rule == Rule::ContextStale => Err(Rejection {
                rule: Rule::ContextPushStale,
                ..rejection
            }
            .into()),
            Err(error) => Err(error),
        }
    }

    /// Makes sure that one more entry finds room in a thread's stack.
    pub(crate) fn reserve_stack(&mut self, thread: ThreadId) -> Result<(), Error> {
        self.thread_mut(thread)?;
        self.stacks.reserve()
    }

    pub(crate) fn push(&mut self, thread: ThreadId, id: ContextId) -> Result<(), Error> {
        self.reserve_stack(thread)?;
        let call = self.call;
        let below = self.thread_mut(thread)?.top;
        let entry = self.stacks.insert(StackEntry { context: id, below }, call)?;
        self.thread_mut(thread)?.top = Some(entry);
        self.context_mut(id)?.stacked += 1;
        Ok(())
    }

    /// Takes the top entry off a stack that has one. A destroyed context that no stack names any more is forgotten.
    pub(crate) fn pop_entry(&mut self, thread: ThreadId) -> Result<(), Error> {
        let missing = Error::Bug("a stack's entry is missing");
        let call = self.call;
        let top = self.thread_mut(thread)?.top.ok_or(missing)?;
        let entry = self.stacks.remove(top, call).ok_or(missing)?;
        self.thread_mut(thread)?.top = entry.below;
        self.unstack(entry.context)
    }

    fn unstack(&mut self, id: ContextId) -> Result<(), Error> {
        let context = self.context_mut(id)?;
        context.stacked = context.stacked.saturating_sub(1);
        self.forget_if_unstacked(id);
        Ok(())
    }
}
