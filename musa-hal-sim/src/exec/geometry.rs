//! The measures of a launch, and where things are in its tables.

use core::ops::Range;

use musa_hal::{Dialect, Dim3, HalError, Resource};

use super::{
    BlockState, DeadlockReport, GridRequest, GridStorage, Path, Standing, Warp,
    state::{BARRIERS, Barrier, PathState},
};
use crate::{
    growth::grow,
    program::{Code, Function, FunctionKind, Slot, Uses},
    simd::{Content, Doubles, GROUP, InstructionSet, Last, MAX_GROUPS, ROW, RowStart, Scalar, Words},
};

/// Bytes of stack that a recursive call is counted with when register windows are made room for.
const RECURSION_BYTES: u64 = 32;
/// The most register windows of recursive calls.
const MAX_WINDOWS: u64 = 4096;

/// The measures of a launch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry {
    pub(crate) kernel: Function,
    pub(crate) grid: Dim3,
    pub(crate) block: Dim3,
    pub(crate) blocks: u64,
    /// Threads of a block.
    pub(crate) threads: u32,
    /// Blocks that go abreast ([`super::cohort`]), and groups of each of them.
    pub(crate) abreast: u32,
    pub(crate) block_groups: u32,
    /// Groups of a cohort, and of each warp but perhaps the last.
    pub(crate) groups: u32,
    pub(crate) warp_groups: u32,
    pub(crate) warps: u32,
    /// Registers of a thread over all windows.
    pub(crate) words: u32,
    pub(crate) doubles: u32,
    /// Contents of a warp's registers over all windows.
    pub(crate) warp_contents: usize,
    pub(crate) dynamic_shared: u32,
    /// Bytes of shared memory of a block.
    pub(crate) shared: u32,
    /// Bytes of local memory of a thread.
    pub(crate) local: u32,
    /// Bytes of parameters, padded.
    pub(crate) parameters: u32,
    pub(crate) cooperative: bool,
    pub(crate) cluster: Dim3,
    pub(crate) explicit_cluster: bool,
    pub(crate) warp_width: u32,
    /// Whether hardware warps have four groups, not one.
    pub(crate) has_wide_warps: bool,
    pub(crate) multiprocessors: u32,
    pub(crate) resident_groups: u32,
    pub(crate) reserved_shared: u32,
    pub(crate) dialect: Dialect,
    pub(crate) grid_id: u64,
    pub(crate) instructions: InstructionSet,
    /// Whether lanes may go together that a search of schedules would have apart.
    pub(crate) in_lock_step: bool,
    /// Lanes of the first warp of a whole cohort that are threads.
    alive: [u32; MAX_GROUPS],
    /// Where the rows of a cohort begin.
    starts: [RowStart; MAX_ROWS],
    /// Whether the lanes of each row have ascending x and the same y and z.
    has_rows: bool,
}

/// Rows of the largest block that has a table of them.
const MAX_ROWS: usize = 1024 / ROW;

/// Registers of a thread over all windows.
struct Registers {
    words: u32,
    doubles: u32,
    /// What a warp has to say of each.
    contents: usize,
}

impl Registers {
    /// Nothing for more than any table can have.
    fn of(kernel: &Function, request: &GridRequest<'_>) -> Option<Self> {
        let needs = kernel.needs;
        let windows = match needs.recursive {
            true => (request.stack_limit / RECURSION_BYTES + 2).min(MAX_WINDOWS) as u32,
            false => 0,
        };
        let all = |own: u32, largest: u32| match windows {
            0 => Some(largest),
            _ => largest.checked_mul(windows).and_then(|all| all.checked_add(own)),
        };
        let (words, doubles) = (all(kernel.words, needs.words)?, all(kernel.doubles, needs.doubles)?);
        let contents = if (words, doubles) == (kernel.words, kernel.doubles) {
            kernel.contents() as usize
        } else {
            // Each window may have more registers in another bank; it has some, beside what constants hold.
            3 * (words as usize + doubles as usize)
        };
        Some(Self {
            words,
            doubles,
            contents,
        })
    }
}

/// Parameters are padded to whole lines, so that vector loads of the last one stay inside.
const PARAMETER_UNIT: u32 = 16;

impl Geometry {
    /// The measures of a launch of a kernel.
    ///
    /// # Errors
    /// Exhausted for sizes that no table can have.
    pub(crate) fn new(kernel: &Function, request: &GridRequest<'_>) -> Result<Self, HalError> {
        let full = HalError::Exhausted(Resource::Table("launches"));
        let FunctionKind::Kernel(attributes) = kernel.kind else {
            return Err(HalError::ContractBroken("launch of what is no kernel"));
        };
        let threads = u32::try_from(request.block.count()).map_err(|_| full)?;
        let blocks = u64::try_from(request.grid.count()).map_err(|_| full)?;
        let groups = threads.div_ceil(GROUP as u32);
        let most = (request.max_lanes / GROUP as u32).clamp(1, MAX_GROUPS as u32);
        let warps = groups.div_ceil(most);
        let shared = attributes
            .dynamic_shared
            .checked_add(request.dynamic_shared)
            .ok_or(full)?;
        let needs = kernel.needs;
        let deep = needs.recursive || needs.uses.contains(Uses::ALLOCA);
        let stack = if deep {
            u64::from(needs.stack).max(request.stack_limit)
        } else {
            u64::from(needs.stack)
        };
        let registers = Registers::of(kernel, request).ok_or(full)?;
        let mut geometry = Self {
            kernel: *kernel,
            grid: request.grid,
            block: request.block,
            blocks,
            threads,
            abreast: 1,
            block_groups: groups,
            groups,
            warp_groups: groups.div_ceil(warps.max(1)),
            warps,
            words: registers.words,
            doubles: registers.doubles,
            warp_contents: registers.contents,
            dynamic_shared: request.dynamic_shared,
            shared,
            local: u32::try_from(stack)
                .ok()
                .and_then(|stack| stack.checked_next_multiple_of(16))
                .ok_or(full)?,
            parameters: attributes
                .parameter_bytes
                .checked_next_multiple_of(PARAMETER_UNIT)
                .ok_or(full)?,
            cooperative: request.cooperative,
            cluster: at_least_one(request.cluster),
            explicit_cluster: request.explicit_cluster,
            warp_width: request.warp_width.max(GROUP as u32),
            has_wide_warps: request.warp_width > GROUP as u32,
            multiprocessors: request.multiprocessors.max(1),
            resident_groups: request.resident_groups,
            reserved_shared: request.reserved_shared,
            dialect: request.dialect,
            grid_id: request.grid_id,
            instructions: request.instructions,
            in_lock_step: request.max_lanes > GROUP as u32,
            alive: [0; _],
            starts: [RowStart::default(); _],
            has_rows: request.block.x.is_multiple_of(ROW as u32) || request.block.y == 1 && request.block.z == 1,
        };
        geometry.form_cohorts(request.max_lanes.min((MAX_GROUPS * GROUP) as u32));
        geometry.find_starts();
        Ok(geometry)
    }

    fn find_starts(&mut self) {
        if self.warps > 0 {
            self.alive = self.alive(0, self.abreast);
        }
        let rows = self.groups as usize * (GROUP / ROW);
        for row in 0..rows.min(MAX_ROWS) {
            let first = (row * ROW) as u32;
            let block = self.block_of(row * ROW / GROUP);
            let thread = self.thread(first - block as u32 * self.block_groups * GROUP as u32);
            self.starts[row] = RowStart {
                x: thread.x as u16,
                y: thread.y as u16,
                block: block as u16,
            };
        }
    }

    /// Where the rows of a cohort begin; nothing where the lanes of a row do not have ascending x and the same y and z.
    #[inline]
    pub(crate) fn starts(&self) -> &[RowStart] {
        if self.has_rows { &self.starts } else { &[] }
    }

    /// Whether what can be seen may depend on the order in which blocks run.
    pub(crate) const fn is_ordered(&self) -> bool {
        self.cooperative || self.explicit_cluster || self.kernel.needs.uses.is_ordered()
    }

    /// Hardware warps of a block.
    pub(crate) fn hardware_warps(&self) -> u64 {
        u64::from(self.threads.div_ceil(self.warp_width))
    }

    /// Groups of a warp.
    #[inline]
    pub(crate) fn groups_of(&self, warp: u32) -> usize {
        (self.groups - warp * self.warp_groups).min(self.warp_groups) as usize
    }

    /// Lanes of each warp but perhaps the last, which are also the most paths that it can have.
    #[inline]
    pub(crate) fn warp_lanes(&self) -> usize {
        self.warp_groups as usize * GROUP
    }

    /// Values of all lanes that a warp's registers of a bank take.
    #[inline]
    pub(crate) fn warp_words(&self) -> usize {
        self.words as usize * self.warp_groups as usize
    }

    /// As [`Geometry::warp_words`].
    #[inline]
    pub(crate) fn warp_doubles(&self) -> usize {
        self.doubles as usize * self.warp_groups as usize
    }

    /// What the registers of a cohort hold, behind what those of a warp hold when a cohort starts.
    pub(crate) fn contents_range(&self, slot: u32) -> Range<usize> {
        let size = self.warp_contents * self.warps as usize;
        let first = self.warp_contents + size * slot as usize;
        first..first + size
    }

    /// The highest thread numbers of a cohort.
    #[inline]
    pub(crate) fn last(&self) -> Last {
        Last {
            x: self.block.x.saturating_sub(1),
            y: self.block.y.saturating_sub(1),
            block: self.abreast - 1,
        }
    }

    /// Where thread numbers are, at the front of the words: for each group, x, y and z.
    pub(crate) fn thread_numbers(&self) -> usize {
        self.groups as usize * 3
    }

    /// A thread's place in its block.
    pub(crate) fn thread(&self, linear: u32) -> Dim3 {
        let (x, y) = (self.block.x.max(1), self.block.y.max(1));
        Dim3::new(linear % x, linear / x % y, linear / x / y)
    }

    /// Bytes of shared memory of a cohort.
    pub(crate) fn cohort_shared(&self) -> usize {
        self.shared as usize * self.abreast as usize
    }

    /// Bytes of a cohort: shared memory block by block, then local memory thread by thread.
    pub(crate) fn cohort_bytes(&self) -> usize {
        let local = self.warps as usize * self.warp_lanes() * self.local as usize;
        self.cohort_shared().saturating_add(local)
    }

    pub(crate) fn words_range(&self, slot: u32) -> Range<usize> {
        let size = self.warp_words() * self.warps as usize;
        let first = self.thread_numbers() + size * slot as usize;
        first..first + size
    }

    pub(crate) fn doubles_range(&self, slot: u32) -> Range<usize> {
        let size = self.warp_doubles() * self.warps as usize;
        size * slot as usize..size * (slot as usize + 1)
    }

    pub(crate) fn bytes_range(&self, slot: u32) -> Range<usize> {
        let size = self.cohort_bytes();
        let first = self.parameters as usize + size * slot as usize;
        first..first + size
    }

    pub(crate) fn warps_range(&self, slot: u32) -> Range<usize> {
        let size = self.warps as usize;
        size * slot as usize..size * (slot as usize + 1)
    }

    pub(crate) fn barriers_range(&self, slot: u32) -> Range<usize> {
        let size = self.abreast as usize * BARRIERS;
        size * slot as usize..size * (slot as usize + 1)
    }

    pub(crate) fn paths_range(&self, slot: u32) -> Range<usize> {
        let size = self.warps as usize * self.warp_lanes();
        size * slot as usize..size * (slot as usize + 1)
    }

    /// Makes sure that the tables have room for so many blocks at once; whether they have.
    pub(crate) fn reserve(&self, storage: &mut GridStorage<'_>, blocks: u32) -> bool {
        let sizes = || {
            let blocks = blocks as usize;
            let times = |one: usize, front: usize| one.checked_mul(blocks)?.checked_add(front);
            Some((
                times(
                    self.warp_words().checked_mul(self.warps as usize)?,
                    self.thread_numbers(),
                )?,
                times(self.warp_doubles().checked_mul(self.warps as usize)?, 0)?,
                times(self.contents_range(0).len(), self.warp_contents)?,
                times(self.cohort_bytes(), self.parameters as usize)?,
                times(self.warps as usize, 0)?,
                times(self.warps as usize * self.warp_lanes(), 0)?,
                times(self.barriers_range(0).len(), 0)?,
            ))
        };
        let Some((words, doubles, contents, bytes, warps, paths, barriers)) = sizes() else {
            return false;
        };
        grow(&mut storage.words, words, Words::default)
            && grow(&mut storage.doubles, doubles, Doubles::default)
            && grow(&mut storage.contents, contents, Content::default)
            && grow(&mut storage.bytes, bytes, u8::default)
            && grow(&mut storage.warps, warps, Warp::default)
            && grow(&mut storage.paths, paths, Path::default)
            && grow(&mut storage.barriers, barriers, Barrier::default)
            && grow(&mut storage.blocks, blocks as usize, BlockState::default)
    }

    /// Fills in the parameters, which all blocks share.
    pub(crate) fn put_parameters(&self, storage: &mut GridStorage<'_>, parameters: &[u8]) {
        let buffer = &mut storage.bytes[..self.parameters as usize];
        let length = parameters.len().min(buffer.len());
        let (front, rest) = buffer.split_at_mut(length);
        front.copy_from_slice(&parameters[..length]);
        rest.fill(0);
    }

    /// Fills in what registers hold when a cohort starts: zero, and where the stack begins that a kernel moves.
    pub(crate) fn put_contents(&self, storage: &mut GridStorage<'_>) {
        let contents = &mut storage.contents[..self.warp_contents];
        contents.fill(Content::ZERO);
        contents[0] = Content::CONSTANT;
        if self.kernel.stack_pointer != Slot::NONE {
            let behind = Scalar::uniform(self.kernel.frame.into());
            contents[self.kernel.stack_pointer.content() as usize] = Content::of(behind);
        }
    }

    /// Keeps what the registers of a started cohort's first warp hold: all that start from now on begin with it.
    pub(crate) fn keep_contents(&self, storage: &mut GridStorage<'_>, slot: u32) {
        let range = self.contents_range(slot);
        let (first, contents) = storage.contents[..range.end].split_at_mut(range.start);
        first[..self.warp_contents].copy_from_slice(&contents[..self.warp_contents]);
        for warp in contents.chunks_exact_mut(self.warp_contents).skip(1) {
            warp.copy_from_slice(&first[..self.warp_contents]);
        }
    }

    /// Fills in thread numbers, which all cohorts share.
    pub(crate) fn number_threads(&self, storage: &mut GridStorage<'_>) {
        let mut thread = Dim3::new(0, 0, 0);
        for numbers in storage.words[..self.thread_numbers()].chunks_exact_mut(3) {
            for lane in 0..GROUP {
                numbers[0].0[lane] = thread.x;
                numbers[1].0[lane] = thread.y;
                numbers[2].0[lane] = thread.z;
                thread.x += 1;
                if thread.x == self.block.x {
                    thread.x = 0;
                    thread.y += 1;
                }
                if thread.y == self.block.y {
                    thread.y = 0;
                    thread.z += 1;
                }
                if thread.z == self.block.z {
                    // The next of the blocks that go abreast.
                    thread.z = 0;
                }
            }
        }
    }

    /// Puts the state of a new cohort into a slot.
    pub(crate) fn start(&self, storage: &mut GridStorage<'_>, slot: u32, number: u64) {
        let cohort = self.cohort(number);
        let block = &mut storage.blocks[slot as usize];
        (block.number, block.running, block.stuck) = (number, true, false);
        block.cohort = cohort;
        // The first warp is the one after the last.
        block.warp = self.warps.saturating_sub(1);
        if self.kernel.needs.uses.contains(Uses::BARRIER) {
            storage.barriers[self.barriers_range(slot)].fill(Barrier::default());
        }
        let bytes = &mut storage.bytes[self.bytes_range(slot)];
        // Stacks too where several threads may run blocks: what was there before depends on their timing.
        let clean = if self.is_ordered() {
            self.cohort_shared()
        } else {
            bytes.len()
        };
        bytes[..clean].fill(0);
        let warps = &mut storage.warps[self.warps_range(slot)];
        let paths = &mut storage.paths[self.paths_range(slot)];
        let lanes = self.warp_lanes();
        for (index, warp) in warps.iter_mut().enumerate() {
            let alive = if index == 0 && cohort.blocks == self.abreast {
                self.alive
            } else {
                self.alive(index as u32, cohort.blocks)
            };
            *warp = Warp {
                alive,
                paths: 1,
                ..Warp::default()
            };
            paths[index * lanes] = Path {
                counter: self.kernel.entry,
                mask: alive,
                ..Path::default()
            };
        }
        let range = self.contents_range(slot);
        let (first, contents) = storage.contents[..range.end].split_at_mut(range.start);
        for warp in contents.chunks_exact_mut(self.warp_contents) {
            warp.copy_from_slice(&first[..self.warp_contents]);
        }
    }

    /// Lanes of a warp that are threads of so many blocks.
    fn alive(&self, warp: u32, blocks: u32) -> [u32; MAX_GROUPS] {
        let first = warp * self.warp_groups * GROUP as u32;
        let all = self.threads * blocks;
        let mut alive = [0; MAX_GROUPS];
        for (group, bits) in alive.iter_mut().take(self.groups_of(warp)).enumerate() {
            let threads = all.saturating_sub(first + (group * GROUP) as u32).min(GROUP as u32);
            *bits = if threads == 32 { u32::MAX } else { (1 << threads) - 1 };
        }
        alive
    }

    /// Whether some path of a block does nothing but read.
    pub(crate) fn spins(&self, storage: &GridStorage<'_>, slot: u32) -> bool {
        self.paths(storage, slot)
            .any(|(_, path)| matches!(path.state, PathState::Spinning(_)))
    }

    /// The paths of a block, with the numbers of their warps.
    fn paths<'s>(&self, storage: &'s GridStorage<'_>, slot: u32) -> impl Iterator<Item = (usize, &'s Path)> + use<'s> {
        let warps = &storage.warps[self.warps_range(slot)];
        let paths = &storage.paths[self.paths_range(slot)];
        let lanes = self.warp_lanes();
        warps.iter().enumerate().flat_map(move |(index, warp)| {
            paths[index * lanes..][..warp.paths as usize]
                .iter()
                .map(move |path| (index, path))
        })
    }

    /// Who waits in a block; nothing if no one does.
    pub(crate) fn report(&self, storage: &GridStorage<'_>, code: &Code<'_>, slot: u32) -> Option<DeadlockReport> {
        let waiting = self
            .paths(storage, slot)
            .filter(|(_, path)| path.state != PathState::Ready);
        let (warp, first) = waiting.min_by_key(lowest)?;
        let (block, at) = self.standing_at(storage, code, slot, (warp, first));
        let same = self.paths(storage, slot).filter(|(_, path)| path.state == first.state);
        let warps = storage.warps[self.warps_range(slot)].iter().enumerate();
        Some(DeadlockReport {
            at,
            barrier: match first.state {
                PathState::AtBarrier(barrier) => Some(u32::from(barrier)),
                _ => None,
            },
            arrived: same.map(|(warp, path)| self.threads_of(block, warp, &path.mask)).sum(),
            alive: warps
                .map(|(warp, state)| self.threads_of(block, warp, &state.alive))
                .sum(),
        })
    }

    /// Where the lowest thread of a block stands.
    pub(crate) fn standing(&self, storage: &GridStorage<'_>, code: &Code<'_>, slot: u32) -> Option<Standing> {
        let first = self.paths(storage, slot).min_by_key(lowest)?;
        Some(self.standing_at(storage, code, slot, first).1)
    }

    /// Where the lowest lane of a path stands, and the number of its block among those that go together.
    fn standing_at(
        &self,
        storage: &GridStorage<'_>,
        code: &Code<'_>,
        slot: u32,
        (warp, path): (usize, &Path),
    ) -> (usize, Standing) {
        let lane = super::lowest_lane(&path.mask).unwrap_or(0);
        let block = self.block_of(warp * self.warp_groups as usize + lane / GROUP);
        let thread = warp * self.warp_lanes() + lane - block * self.block_groups as usize * GROUP;
        let at = Standing {
            block: storage.blocks[slot as usize].cohort.first + block as u64,
            thread: thread as u32,
            line: code.ops.get(path.counter as usize).map_or(0, |op| op.line),
        };
        (block, at)
    }

    /// How many of some lanes of a warp belong to a block.
    fn threads_of(&self, block: usize, warp: usize, lanes: &[u32; MAX_GROUPS]) -> u32 {
        let first = warp * self.warp_groups as usize;
        let groups = lanes.iter().enumerate();
        let own = groups.filter(|(group, _)| self.block_of(first + group) == block);
        own.map(|(_, bits)| bits.count_ones()).sum()
    }
}

/// What orders the paths of a block.
fn lowest((warp, path): &(usize, &Path)) -> (usize, Option<usize>) {
    (*warp, super::lowest_lane(&path.mask))
}

/// Dimensions without a zero, for whoever divides by them.
fn at_least_one(dimensions: Dim3) -> Dim3 {
    Dim3::new(dimensions.x.max(1), dimensions.y.max(1), dimensions.z.max(1))
}

const _: () = assert!(size_of::<Words>() == 128 && size_of::<Doubles>() == 256);
