//! Kernels: starting them, running their slices, and what becomes of them.

use core::fmt::Write;
use core::num::NonZeroU32;

use musa_hal::{
    AllocationKind, Choice, Chooser, DeviceAttribute, DeviceInfo, DeviceOrdinal, Dim3, Fault, FaultKind, HalError,
    ImageId, KernelOrdinal, Launch, SpaceId,
};

use musa_isa::Space;

use super::execute::{Start, blank_fault};
use super::heap::{Heap, OpenHeap};
use super::space::SpaceState;
use super::timeline::KernelWork;
use super::waiting::placed;
use super::{Device, Machine, Settings};
use crate::bytes::{ByteQueue, ByteStore};
use crate::exec::{
    Blind, Counters, DeadlockReport, DeviceHeap, Environment, GridFault, GridRequest, PrintCall, Step, TextOutput,
};
use crate::memory::{MemorySource, View};
use crate::output;
use crate::program::Families;
use crate::queue::{LaunchCommand, LaunchShape, Running, Work};
use crate::table::Key;

/// How many slice lengths there are to choose from: each is a quarter of the one before.
const SLICE_LENGTHS: NonZeroU32 = NonZeroU32::new(8).unwrap();
/// Instructions of warps in the longest slice.
const LONGEST_SLICE: u32 = 1 << 16;

/// What a launch did, for whoever measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchStatistics {
    /// The image.
    pub image: ImageId,
    /// The kernel in it.
    pub kernel: KernelOrdinal,
    /// On which device.
    pub device: DeviceOrdinal,
    /// Blocks of the grid.
    pub grid: Dim3,
    /// Threads of a block.
    pub block: Dim3,
    /// What was counted.
    pub counters: Counters,
    /// Virtual time at which it began, in nanoseconds.
    pub start: u64,
    /// Virtual time at which it ended.
    pub end: u64,
}

/// What a slice of a launch came to.
pub(super) enum Slice {
    /// It has ended, at this time.
    Ended(u64),
    /// It has done something.
    Advanced,
    /// It waits for memory, or for a place to run.
    Waiting,
}

/// Text of a launch.
struct LaunchText<'t, 'a> {
    store: &'t mut ByteStore<'a>,
    print: &'t mut ByteQueue,
    assertions: &'t mut ByteQueue,
    limit: u64,
    /// The assertion that failed last.
    last: &'t mut heapless::String<192>,
}

impl TextOutput for LaunchText<'_, '_> {
    fn print(&mut self, call: &mut dyn PrintCall) -> i32 {
        if !Families::SYSTEM.is_built() {
            return 0;
        }
        output::print(call, self.store, self.print, self.limit)
    }

    fn assertion(&mut self, line: &str) {
        // A store that is full loses the line; the fault still tells of it.
        let _ = self.store.push(self.assertions, line.as_bytes());
        let _ = self.store.push(self.assertions, b"\n");
        self.last.clear();
        for letter in line.chars() {
            if self.last.push(letter).is_err() {
                break;
            }
        }
    }
}

/// The heap of a launch's device and space, if it has one.
struct LaunchHeap<'h, 'm> {
    heap: Option<&'h mut Heap>,
    view: View<'m>,
}

impl<'m> LaunchHeap<'_, 'm> {
    fn open(&mut self) -> Option<OpenHeap<'_, 'm>> {
        let heap = self.heap.as_deref_mut()?;
        let memory = self.view.region(heap.base.0)?;
        Some(OpenHeap { heap, memory })
    }
}

impl DeviceHeap for LaunchHeap<'_, '_> {
    fn allocate(&mut self, bytes: u64) -> u64 {
        self.open().and_then(|mut heap| heap.allocate(bytes)).unwrap_or(0)
    }

    fn free(&mut self, address: u64) -> bool {
        self.open().and_then(|mut heap| heap.free(address)).is_some()
    }
}

fn blocks(grid: Dim3) -> u64 {
    u64::try_from(grid.count()).unwrap_or(u64::MAX)
}

fn kernel_work(info: &DeviceInfo, shape: &LaunchShape, counters: &Counters) -> KernelWork {
    let sectors = counters
        .global_load_sectors
        .saturating_add(counters.global_store_sectors);
    let threads = u64::try_from(shape.block.count()).unwrap_or(u64::MAX);
    let blocks = blocks(shape.grid);
    KernelWork {
        blocks,
        warps: blocks.saturating_mul(threads.div_ceil(info.warp_width.max(1).into())),
        warp_width: info.warp_width,
        instructions: counters.instructions,
        memory_bytes: sectors.saturating_mul(32),
    }
}

impl<S: MemorySource, C: Chooser> Machine<'_, S, C> {
    /// Makes sure that a launch can run once it has been accepted.
    pub(super) fn check_launch(&mut self, queue: Key, launch: &Launch<'_>) -> Result<(), HalError> {
        let queue = self.queues.queues.get(queue).ok_or(HalError::ContractBroken("queue"))?;
        let (space, device) = (queue.space, queue.device);
        let unknown = HalError::ContractBroken("kernel of a launch");
        let slot = self.images.get(launch.image).filter(|slot| slot.space() == space);
        let slot = slot.ok_or(unknown)?;
        let record = slot.kernel(launch.kernel).ok_or(unknown)?;
        if launch.parameters.len() as u64 > u64::from(record.info.parameter_bytes) {
            return Err(HalError::ContractBroken("parameters of a launch"));
        }
        self.scratch.reserve(launch.parameters.len())?;
        if !self.grids.grows() {
            let info = &self.devices[device.0 as usize].info;
            let request = self
                .settings
                .request(info, record.function, &launch.into(), launch.parameters);
            self.grids.check(&slot.program, &request)?;
        }
        if record.info.allocates {
            self.make_heap(space, device, launch.heap_limit)?;
        }
        Ok(())
    }

    /// The device heap is made when the first kernel that may use it is launched.
    fn make_heap(&mut self, space: SpaceId, device: DeviceOrdinal, limit: u64) -> Result<(), HalError> {
        if self.heap(space, device).is_some() {
            return Ok(());
        }
        self.heaps.reserve()?;
        let kind = AllocationKind::Device(device);
        let size = limit.max(64);
        let base = self.memory.allocate(space, kind, size, 16, &mut self.chooser)?;
        self.heaps.insert(Heap::new(space, device, base, size)).map(|_| ())
    }

    fn heap(&self, space: SpaceId, device: DeviceOrdinal) -> Option<Key> {
        self.heaps.find(|heap| heap.space == space && heap.device == device)
    }

    /// Runs a slice of the launch at the head of a queue.
    pub(super) fn run_launch(&mut self, key: Key, start: Start, launch: &LaunchCommand) -> Slice {
        let running = match launch.running {
            Some(running) => running,
            None => match self.start_grid(start, launch) {
                Ok(Some(place)) => Running::new(place),
                Ok(None) => return Slice::Waiting,
                Err(error) => return self.refuse_launch(start, launch, error),
            },
        };
        let mut detail = heapless::String::new();
        let budget = LONGEST_SLICE >> (2 * self.chooser.choose(Choice::SliceLength, SLICE_LENGTHS).min(7));
        let step = self.step_grid(start, launch, running.place, budget, &mut detail);
        match step {
            Some(Step::Advanced) => match self.overdue(start.device, launch, running.place) {
                Some(counters) => {
                    let fault = self.timeout_fault(start, launch, running.place, false);
                    self.end_launch(start, launch, running, counters, Some(fault))
                }
                None => {
                    let advanced = Running {
                        parked_at: None,
                        waits_since: None,
                        shared_slices: self.shared_slices(running),
                        ..running
                    };
                    self.keep(key, advanced, Slice::Advanced)
                }
            },
            Some(Step::Parked) => {
                let now = self.space(start.space).map_or(0, |space| space.time);
                let since = running.waits_since.unwrap_or(now);
                let limit = self.settings.kernel_timeout;
                if limit.is_some_and(|limit| now.saturating_sub(since) > limit) {
                    let counters = self.counters(running.place);
                    let fault = self.timeout_fault(start, launch, running.place, true);
                    return self.end_launch(start, launch, running, counters, Some(fault));
                }
                let waiting = Running {
                    parked_at: Some(self.changes),
                    has_parked: true,
                    waits_since: Some(since),
                    ..running
                };
                self.keep(key, waiting, Slice::Waiting)
            }
            ended => {
                let counters = self.counters(running.place);
                let fault = match ended {
                    Some(Step::Faulted(fault)) => Some(self.grid_fault(start, launch, &fault, detail)),
                    Some(Step::Deadlock(report)) => Some(self.deadlock_fault(start, launch, &report)),
                    _ => None,
                };
                self.end_launch(start, launch, running, counters, fault)
            }
        }
    }

    /// How many slices a launch has run on several threads, when another slice has ended.
    fn shared_slices(&mut self, running: Running) -> u32 {
        let grid = self.grids.get_mut(running.place);
        let is_shared = grid.is_some_and(|grid| grid.is_shared());
        running.shared_slices.saturating_add(is_shared.into())
    }

    fn counters(&mut self, place: usize) -> Counters {
        self.grids
            .get_mut(place)
            .map_or_else(Counters::default, |grid| grid.counters())
    }

    /// Notes in the queue how far a launch has got.
    fn keep(&mut self, key: Key, running: Running, slice: Slice) -> Slice {
        if let Some(command) = self.queues.head_mut(key)
            && let Work::Launch(launch) = &mut command.work
        {
            launch.running = Some(running);
        }
        slice
    }

    fn start_grid(&mut self, start: Start, launch: &LaunchCommand) -> Result<Option<usize>, HalError> {
        let slot = self
            .images
            .get(launch.shape.image)
            .ok_or(HalError::ContractBroken("image of a launch"))?;
        let record = slot
            .kernel(launch.shape.kernel)
            .ok_or(HalError::ContractBroken("kernel of a launch"))?;
        let info = &self.devices[start.device.0 as usize].info;
        let parameters = self.scratch.take(launch.parameters.len() as usize)?;
        self.queues.bytes.copy(&launch.parameters, parameters);
        let mut request = self.settings.request(info, record.function, &launch.shape, parameters);
        request.grid_id = self.launches;
        let place = self.grids.start(&slot.program, &request)?;
        self.launches += u64::from(place.is_some());
        Ok(place)
    }

    fn step_grid(
        &mut self,
        start: Start,
        launch: &LaunchCommand,
        place: usize,
        budget: u32,
        last: &mut heapless::String<192>,
    ) -> Option<Step> {
        let view = self.memory.view(start.space, Some(start.device))?;
        let heap = self.heap(start.space, start.device);
        let state = self.spaces.values_mut().find(|state| state.id == start.space)?;
        let slot = self.images.get(launch.shape.image)?;
        let grid = self.grids.get_mut(place)?;
        #[cfg(feature = "std")]
        if let Some(step) = self.crew.step(grid, &slot.program, view, budget) {
            return Some(step);
        }
        let Device { info, timeline } = &self.devices[start.device.0 as usize];
        let time = if grid.reads_clock() {
            let work = kernel_work(info, &launch.shape, &grid.counters());
            timeline
                .kernel_start(start.ready, work.blocks)
                .saturating_add(timeline.kernel_time(&work))
        } else {
            0
        };
        let SpaceState { print, assertion, .. } = state;
        let mut text = LaunchText {
            store: &mut self.queues.bytes,
            print,
            assertions: assertion,
            limit: launch.shape.print_limit,
            last,
        };
        let mut heap = LaunchHeap {
            heap: heap.and_then(|key| self.heaps.get_mut(key)),
            view,
        };
        let mut environment = Environment {
            memory: view,
            chooser: &mut self.chooser,
            text: &mut text,
            heap: &mut heap,
            time,
        };
        Some(grid.step(&slot.program, &mut environment, &mut Blind, budget))
    }

    /// What a launch has counted, if it has run longer than it may.
    fn overdue(&mut self, device: DeviceOrdinal, launch: &LaunchCommand, place: usize) -> Option<Counters> {
        let limit = self.settings.kernel_timeout?;
        let counters = self.counters(place);
        let Device { info, timeline } = &self.devices[device.0 as usize];
        (timeline.kernel_time(&kernel_work(info, &launch.shape, &counters)) > limit).then_some(counters)
    }

    fn end_launch(
        &mut self,
        start: Start,
        launch: &LaunchCommand,
        running: Running,
        counters: Counters,
        fault: Option<Fault>,
    ) -> Slice {
        self.grids.stop(running.place);
        let Device { info, timeline } = &mut self.devices[start.device.0 as usize];
        let work = kernel_work(info, &launch.shape, &counters);
        let duration = timeline.kernel_time(&work);
        let (begun, mut end) = timeline.kernel(start.ready, work.blocks, duration);
        if let Some(space) = self.space_mut(start.space) {
            if running.has_parked {
                // What it waited for came at the host's time.
                end = end.max(space.time);
            }
            space.last_launch = Some(LaunchStatistics {
                image: launch.shape.image,
                kernel: launch.shape.kernel,
                device: start.device,
                grid: launch.shape.grid,
                block: launch.shape.block,
                counters,
                start: begun,
                end,
            });
        }
        if let Some(fault) = fault {
            self.raise(start.space, fault);
        }
        Slice::Ended(end)
    }

    /// Ends a launch that has not begun, or that nobody wants any more.
    pub(super) fn abandon_launch(&mut self, launch: &LaunchCommand) {
        if let Some(running) = launch.running {
            self.grids.stop(running.place);
        }
    }

    /// A launch was accepted and then found no room.
    fn refuse_launch(&mut self, start: Start, launch: &LaunchCommand, error: HalError) -> Slice {
        let mut fault = self.launch_fault(FaultKind::Trap, start, launch);
        let _ = write!(fault.detail, "the launch could not start: {error}");
        self.raise(start.space, fault);
        Slice::Ended(start.ready)
    }

    pub(super) fn launch_fault(&self, kind: FaultKind, start: Start, launch: &LaunchCommand) -> Fault {
        let mut fault = blank_fault(kind, start.device);
        (fault.image, fault.kernel) = (launch.shape.image, launch.shape.kernel);
        let name = self
            .images
            .get(launch.shape.image)
            .map_or("", |slot| slot.kernel_name(launch.shape.kernel));
        for letter in name.chars() {
            if fault.kernel_name.push(letter).is_err() {
                break;
            }
        }
        fault
    }

    fn grid_fault(
        &self,
        start: Start,
        launch: &LaunchCommand,
        found: &GridFault,
        detail: heapless::String<192>,
    ) -> Fault {
        let mut fault = self.launch_fault(found.kind, start, launch);
        (fault.block, fault.thread, fault.line) = (found.block, found.thread, found.line);
        (fault.bytes, fault.write) = (found.bytes, found.write);
        fault.address = found.address.map(musa_hal::Address);
        fault.detail = detail;
        if let Some(space) = self
            .block_memory(launch, found.counter)
            .filter(|_| found.address.is_some())
        {
            // What is near in global memory says nothing; a text that is too long is cut.
            let _ = write!(fault.detail, "the address counts from the first byte of {space} memory");
            return fault;
        }
        fault.nearest = self.near(start.space, &fault);
        fault
    }

    /// The memory of its block or thread that an instruction accesses, where it is of such a space.
    fn block_memory(&self, launch: &LaunchCommand, counter: u32) -> Option<&'static str> {
        let slot = self.images.get(launch.shape.image)?;
        match slot.program.code().ops.get(counter as usize)?.detail.space {
            Space::Shared => Some("shared"),
            Space::Local => Some("local"),
            Space::Parameter => Some("parameter"),
            _ => None,
        }
    }

    fn deadlock_fault(&self, start: Start, launch: &LaunchCommand, report: &DeadlockReport) -> Fault {
        let fault = self.launch_fault(FaultKind::Deadlock, start, launch);
        let mut fault = placed(fault, launch, report.at);
        let text = &mut fault.detail;
        // A text that is too long is cut.
        let _ = match report.barrier {
            Some(barrier) => write!(
                text,
                "{} of {} threads of the block have come to barrier {barrier}; the others cannot",
                report.arrived, report.alive
            ),
            None => write!(
                text,
                "{} of {} threads of the block wait for lanes of their warp that cannot come",
                report.arrived, report.alive
            ),
        };
        fault
    }

    /// What the launch of a space that ended last has done.
    pub fn last_launch(&self, space: SpaceId) -> Option<&LaunchStatistics> {
        self.space(space)?.last_launch.as_ref()
    }
}

impl Settings {
    /// What the engine is asked for.
    fn request<'r>(
        &self,
        info: &DeviceInfo,
        function: u32,
        shape: &LaunchShape,
        parameters: &'r [u8],
    ) -> GridRequest<'r> {
        GridRequest {
            kernel: function,
            grid: shape.grid,
            block: shape.block,
            dynamic_shared: shape.dynamic_shared,
            parameters,
            cooperative: shape.cooperative,
            cluster: shape.cluster,
            explicit_cluster: shape.explicit_cluster,
            stack_limit: shape.stack_limit,
            warp_width: info.warp_width,
            multiprocessors: positive(info, DeviceAttribute::MultiprocessorCount),
            resident_groups: positive(info, DeviceAttribute::MaxThreadsPerMultiprocessor) / 32,
            reserved_shared: positive(info, DeviceAttribute::ReservedSharedMemoryPerBlock),
            dialect: info.dialect,
            grid_id: 0,
            max_lanes: self.max_lanes,
            instructions: self.instructions,
        }
    }
}

fn positive(info: &DeviceInfo, attribute: DeviceAttribute) -> u32 {
    info.attribute(attribute).unwrap_or(0).unsigned_abs()
}

/// The place of a linear number in a box.
pub(super) fn linear(number: u64, within: Dim3) -> Dim3 {
    let (x, y) = (u64::from(within.x.max(1)), u64::from(within.y.max(1)));
    Dim3::new((number % x) as u32, (number / x % y) as u32, (number / x / y) as u32)
}
