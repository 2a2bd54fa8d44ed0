//! Contexts, their stacks, primary contexts and limits.

use musa_ctx::{Handle, Rule};

use crate::world::block;
use crate::{Case, case, musa_case};

/// Numbers of limits, as the API has them.
const STACK: u32 = 0;
const PERSISTING_L2: u32 = 6;
const SYNC_DEPTH: u32 = 3;
const HEAP: u32 = 2;

/// A kernel that uses the device heap.
const ALLOCATES: &str = "
.version 7.8
.target sm_90
.address_size 64
.extern .func (.param .b64 r) malloc (.param .b64 n);
.visible .entry heap() {
  .reg .b64 %d<1>;
  mov.u64 %d0, 16;
  { .param .b64 n; .param .b64 r; st.param.b64 [n], %d0; call.uni (r), malloc, (n); ld.param.b64 %d0, [r]; }
  ret;
}
";

/// Cases of the area.
pub(crate) const CASES: &[Case] = &[
    case(
        Rule::ContextRequired,
        |w| w.allocate(4).map(drop),
        |w| {
            w.pop()?;
            w.allocate(4).map(drop)
        },
    ),
    case(
        Rule::ContextDestroyed,
        |w| {
            w.context()?;
            let top = w.current()?;
            w.destroy(top)?;
            w.allocate(4).map(drop)
        },
        |w| {
            let below = w.current()?;
            w.context()?;
            w.destroy(below)?;
            w.pop()?;
            w.allocate(4).map(drop)
        },
    ),
    case(
        Rule::ContextNull,
        |w| {
            let context = w.current()?;
            w.program.process.push_context(w.program.thread, context.into())
        },
        |w| w.program.process.push_context(w.program.thread, Handle::Null),
    ),
    case(
        Rule::ContextForeign,
        |w| {
            let context = w.current()?;
            w.program.process.push_context(w.program.thread, context.into())
        },
        |w| w.program.process.push_context(w.program.thread, Handle::Foreign(16)),
    ),
    case(
        Rule::ContextFlags,
        |w| {
            w.program
                .process
                .create_context(&mut w.machine, w.program.thread, 1, 0)
                .map(drop)
        },
        |w| {
            w.program
                .process
                .create_context(&mut w.machine, w.program.thread, 3, 0)
                .map(drop)
        },
    ),
    musa_case(
        Rule::ContextFlagsReserved,
        |w| {
            w.program
                .process
                .create_context(&mut w.machine, w.program.thread, 0x10, 0)
                .map(drop)
        },
        |w| {
            w.program
                .process
                .create_context(&mut w.machine, w.program.thread, 0x20, 0)
                .map(drop)
        },
    ),
    case(
        Rule::ContextPopEmpty,
        |w| w.pop().map(drop),
        |w| {
            w.pop()?;
            w.pop().map(drop)
        },
    ),
    case(
        Rule::ContextPushStale,
        |w| {
            let below = w.current()?;
            w.context()?;
            w.destroy(below)?;
            w.program.process.push_context(w.program.thread, below.into())
        },
        |w| {
            let context = w.current()?;
            w.destroy(context)?;
            w.program.process.push_context(w.program.thread, context.into())
        },
    ),
    case(
        Rule::ContextDestroyPrimary,
        |w| {
            let context = w.context()?;
            w.destroy(context)
        },
        |w| {
            let primary = w.program.process.retain_primary(&mut w.machine, 0)?;
            w.destroy(primary)
        },
    ),
    case(
        Rule::ContextDetachOther,
        |w| {
            let top = w.context()?;
            let pending = w
                .program
                .process
                .detach_context(&mut w.machine, w.program.thread, top.into())?;
            w.finish(pending)
        },
        |w| {
            let below = w.current()?;
            w.context()?;
            let pending = w
                .program
                .process
                .detach_context(&mut w.machine, w.program.thread, below.into())?;
            w.finish(pending)
        },
    ),
    case(
        Rule::ContextAttachFlags,
        |w| w.program.process.attach_context(w.program.thread, 0).map(drop),
        |w| w.program.process.attach_context(w.program.thread, 1).map(drop),
    ),
    case(
        Rule::PrimaryRelease,
        |w| {
            w.program.process.retain_primary(&mut w.machine, 0)?;
            let pending = w.program.process.release_primary(&mut w.machine, 0)?;
            w.finish(pending)
        },
        |w| {
            let pending = w.program.process.release_primary(&mut w.machine, 0)?;
            w.finish(pending)
        },
    ),
    case(
        Rule::PrimaryFlags,
        |w| w.program.process.set_primary_flags(&w.machine, 0, 1),
        |w| w.program.process.set_primary_flags(&w.machine, 0, 8),
    ),
    case(
        Rule::LimitUnknown,
        |w| w.program.process.limit(w.program.thread, STACK).map(drop),
        |w| w.program.process.limit(w.program.thread, 99).map(drop),
    ),
    case(
        Rule::LimitUnsupported,
        |w| w.program.process.limit(w.program.thread, STACK).map(drop),
        |w| w.program.process.limit(w.program.thread, SYNC_DEPTH).map(drop),
    ),
    case(
        Rule::LimitTooLarge,
        |w| {
            w.program
                .process
                .set_limit(&w.machine, w.program.thread, PERSISTING_L2, 0)
        },
        |w| {
            w.program
                .process
                .set_limit(&w.machine, w.program.thread, PERSISTING_L2, 1 << 40)
        },
    ),
    case(
        Rule::LimitStack,
        |w| w.program.process.set_limit(&w.machine, w.program.thread, STACK, 4096),
        |w| {
            w.program
                .process
                .set_limit(&w.machine, w.program.thread, STACK, 1 << 40)
        },
    ),
    case(
        Rule::ContextStale,
        |w| {
            let context = w.context()?;
            w.program
                .process
                .context_unique(w.program.thread, context.into())
                .map(drop)
        },
        |w| {
            let context = w.context()?;
            w.destroy(context)?;
            w.program
                .process
                .context_unique(w.program.thread, context.into())
                .map(drop)
        },
    ),
    case(
        Rule::ContextDestroyTwice,
        |w| {
            let context = w.context()?;
            w.destroy(context)
        },
        |w| {
            // A second entry of the stack keeps the destroyed context known.
            let context = w.context()?;
            w.program.process.push_context(w.program.thread, context.into())?;
            w.destroy(context)?;
            w.destroy(context)
        },
    ),
    case(
        Rule::LimitFrozen,
        |w| {
            w.program
                .process
                .set_limit(&w.machine, w.program.thread, HEAP, 16 << 20)
        },
        |w| {
            let module = w.load(ALLOCATES)?;
            let kernel = w.program.process.module_function(&w.machine, module.into(), "heap")?;
            w.launch(kernel, &block(1))?;
            w.program
                .process
                .set_limit(&w.machine, w.program.thread, HEAP, 16 << 20)
        },
    ),
];
