//! Threads of the host that run one launch together.
//!
//! A launch whose blocks do not see each other may run on several threads: each has a share of the blocks and tables of
//! its own. A step is a phase that all threads begin and end together, so that between steps the launch is data, as it is
//! on one thread. Nothing that can be seen depends on who ran what: counts are sums, and of several blocks that fault the
//! lowest one's fault is the launch's, with the counts that one thread would have come to.

use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};

use musa_hal::choose::Eager;

use super::{
    Blind, DeviceHeap, Environment, Grid, GridFault, GridStorage, PrintCall, Step, TextOutput,
    around::{Found, Surroundings},
    geometry::Geometry,
    share::{Share, ShareEnd, Supply},
};
use crate::{
    memory::View,
    program::{Code, Program},
};

/// Instructions of warps that a launch runs alone before others are woken: what is shorter is done sooner without them.
const ALONE: u32 = 1 << 8;
/// How many times as long as a slice a phase is: its beginning and end cost something.
const SLICES: u32 = 4;
/// Into how many pieces the blocks are cut for each thread, so that all end at about the same time.
const PIECES: u64 = 32;

/// The threads. They are started when the first launch needs them.
#[derive(Debug)]
pub struct Crew {
    threads: usize,
    pool: Option<rayon::ThreadPool>,
}

/// What all threads of a phase share.
struct Phase {
    /// The first block that nobody has taken.
    next: AtomicU64,
    end: u64,
    /// How many are taken at once.
    piece: u64,
    /// The lowest block that has faulted: those from it on are not wanted any more.
    limit: AtomicU64,
}

impl Supply for &Phase {
    const SHARED: bool = true;

    fn take(&mut self) -> Range<u64> {
        let after = |first: u64| self.end.min(first.saturating_add(self.piece));
        let take = |first: u64| (first < self.end).then(|| after(first));
        match self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
            Ok(first) => first..after(first),
            Err(_) => 0..0,
        }
    }

    fn is_empty(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.end
    }

    fn limit(&self) -> u64 {
        self.limit.load(Ordering::Relaxed)
    }
}

/// No text, no heap: kernels that use them run on one thread.
#[derive(Default)]
struct Nothing;

/// The surroundings of a kernel that uses none of them.
#[derive(Default)]
struct Quiet {
    chooser: Eager,
    text: Nothing,
    heap: Nothing,
}

impl Quiet {
    fn environment<'e>(&'e mut self, memory: View<'e>) -> Environment<'e> {
        Environment {
            memory,
            chooser: &mut self.chooser,
            text: &mut self.text,
            heap: &mut self.heap,
            time: 0,
        }
    }
}

impl TextOutput for Nothing {
    fn print(&mut self, _: &mut dyn PrintCall) -> i32 {
        0
    }

    fn assertion(&mut self, _: &str) {}
}

impl DeviceHeap for Nothing {
    fn allocate(&mut self, _: u64) -> u64 {
        0
    }

    fn free(&mut self, _: u64) -> bool {
        false
    }
}

impl Crew {
    /// So many threads, the calling one included.
    pub const fn new(threads: usize) -> Self {
        Self { threads, pool: None }
    }

    /// Runs about `budget` instructions of warps on each thread; nothing if the launch is one for one thread.
    pub fn step(&mut self, grid: &mut Grid<'_>, program: &Program<'_>, memory: View<'_>, budget: u32) -> Option<Step> {
        let geometry = grid.running()?;
        if self.threads < 2 || geometry.cohorts() < 2 || geometry.is_ordered() {
            return None;
        }
        if !grid.own.has_begun() {
            let mut quiet = Quiet::default();
            let environment = &mut quiet.environment(memory);
            return Some(grid.step(program, environment, &mut Blind, budget.min(ALONE)));
        }
        let geometry = *geometry;
        self.hire(grid, &geometry);
        let budget = budget.saturating_mul(SLICES);
        Some(self.phase(grid, &geometry, program.code(), memory, budget))
    }

    /// Makes shares for as many threads as there are blocks for, and the threads.
    fn hire(&mut self, grid: &mut Grid<'_>, geometry: &Geometry) {
        let helpers = (self.threads - 1).min(usize::try_from(grid.rest.left()).unwrap_or(usize::MAX));
        if helpers > 0 && self.pool.is_none() {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(self.threads - 1)
                .thread_name(|_| "musa blocks".into());
            match pool.build() {
                Ok(pool) => self.pool = Some(pool),
                // The system gives no threads: one is enough.
                Err(_) => self.threads = 1,
            }
        }
        let Grid { own, others, .. } = grid;
        while others.len() < helpers.min(self.threads - 1) {
            others.push(Share::new(GridStorage::default()));
        }
        for share in others.iter_mut().take(helpers).filter(|share| !share.prepared) {
            // A share without room takes no part.
            let _ = share.prepare(geometry, 1, own.parameters(geometry));
        }
    }

    fn phase(&self, grid: &mut Grid<'_>, geometry: &Geometry, code: Code<'_>, memory: View<'_>, budget: u32) -> Step {
        let Grid {
            own,
            others,
            rest,
            fault,
            ..
        } = grid;
        let pieces = PIECES * self.threads as u64;
        let phase = Phase {
            next: AtomicU64::new(rest.next),
            end: rest.end,
            piece: geometry.cohorts().div_ceil(pieces),
            limit: AtomicU64::new(fault.map_or(u64::MAX, |(block, _)| block)),
        };
        let run = |share: &mut Share<'_>| run(share, geometry, code, memory, &phase, budget);
        let left = rest.left();
        let helpers = others.iter_mut().filter(|share| share.prepared);
        let mut new = usize::try_from(left).unwrap_or(usize::MAX);
        let mut helpers: Vec<_> = helpers
            .filter(|share| {
                // Who has nothing of its own comes only for new blocks.
                let comes = !share.is_idle() || new > 0;
                new = new.saturating_sub(usize::from(share.is_idle()));
                comes
            })
            .map(|share| (share, ShareEnd::Advanced))
            .collect();
        let end = match &self.pool {
            Some(pool) if !helpers.is_empty() => pool.in_place_scope(|scope| {
                for (share, end) in &mut helpers {
                    scope.spawn(|_| *end = run(share));
                }
                run(own)
            }),
            _ => run(own),
        };
        let ends = helpers.into_iter().map(|(_, end)| end).chain([end]);
        let mut sum = Sum::default();
        ends.for_each(|end| sum.add(end));
        rest.next = phase.next.into_inner();
        *fault = [*fault, sum.fault]
            .into_iter()
            .flatten()
            .min_by_key(|(block, _)| *block);
        if sum.advanced {
            return Step::Advanced;
        }
        grid.standstill(&code, sum.progressed)
    }
}

/// What the shares of a phase came to, together.
#[derive(Default)]
struct Sum {
    advanced: bool,
    progressed: bool,
    fault: Option<(u64, GridFault)>,
}

impl Sum {
    fn add(&mut self, end: ShareEnd) {
        match end {
            ShareEnd::Advanced => self.advanced = true,
            ShareEnd::Still { progressed } => self.progressed |= progressed,
            ShareEnd::Faulted(block, fault) => {
                // Lower blocks may not have ended yet.
                self.advanced = true;
                if self.fault.is_none_or(|(lowest, _)| block < lowest) {
                    self.fault = Some((block, fault));
                }
            }
        }
    }
}

/// Runs a share, on whichever thread.
fn run(
    share: &mut Share<'_>,
    geometry: &Geometry,
    code: Code<'_>,
    memory: View<'_>,
    phase: &Phase,
    budget: u32,
) -> ShareEnd {
    let mut quiet = Quiet::default();
    let surroundings = &mut Surroundings {
        geometry,
        code,
        environment: &mut quiet.environment(memory),
        observer: &mut Blind,
        found: Found::NONE,
    };
    let end = share.step(surroundings, &mut &*phase, budget);
    if let ShareEnd::Faulted(block, _) = end {
        phase.limit.fetch_min(block, Ordering::Relaxed);
    }
    end
}
