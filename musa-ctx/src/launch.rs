//! Launches.

use musa_hal::{Command, DeviceAttribute, DeviceInfo, Dim3, Hal, ImageId, KernelInfo, KernelOrdinal, Launch, Resource};

use crate::context::{Context, ContextId};
use crate::error::{Bound, Error, Rejection};
use crate::growth::grow;
use crate::id::Handle;
use crate::module::{Function, FunctionId, Settings};
use crate::occupancy::{self, Occupancy};
use crate::process::Process;
use crate::rule::Rule;
use crate::stream::{AccessWindow, StreamArgument};
use crate::thread::ThreadId;

/// Parameters one by one, as an array of pointers gives them.
pub trait ParameterValues {
    /// Copies a parameter's value: exactly `into.len()` bytes. No where its entry is null.
    fn value(&self, parameter: u32, into: &mut [u8]) -> bool;
}

/// The parameters of a launch.
#[derive(Clone, Copy)]
pub enum Parameters<'a> {
    /// None.
    None,
    /// One by one.
    Values(&'a dyn ParameterValues),
    /// As a buffer in the kernel's layout.
    Buffer(&'a [u8]),
}

impl core::fmt::Debug for Parameters<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::None => formatter.write_str("None"),
            Self::Values(_) => formatter.write_str("Values"),
            Self::Buffer(bytes) => write!(formatter, "Buffer of {}", bytes.len()),
        }
    }
}

/// A launch as it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct LaunchRequest<'a> {
    /// Blocks of the grid.
    pub grid: Dim3,
    /// Threads of a block.
    pub block: Dim3,
    /// Blocks of a cluster, where the launch says it.
    pub cluster: Option<Dim3>,
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// Whether all blocks must be able to wait for each other.
    pub cooperative: bool,
    /// Which accesses are to stay in the second-level cache.
    pub window: Option<AccessWindow>,
    /// The stream.
    pub stream: StreamArgument,
    /// The parameters.
    pub parameters: Parameters<'a>,
}

impl LaunchRequest<'_> {
    /// A launch with nothing but dimensions.
    pub const fn new(grid: Dim3, block: Dim3, stream: StreamArgument) -> Self {
        Self {
            grid,
            block,
            cluster: None,
            dynamic_shared: 0,
            cooperative: false,
            window: None,
            stream,
            parameters: Parameters::None,
        }
    }
}

/// The names of the dimensions of something.
type Names = [&'static str; 3];

const GRID: Names = [
    "x dimension of the grid",
    "y dimension of the grid",
    "z dimension of the grid",
];
const BLOCK: Names = [
    "x dimension of the block",
    "y dimension of the block",
    "z dimension of the block",
];
const CLUSTER: Names = [
    "x dimension of the cluster",
    "y dimension of the cluster",
    "z dimension of the cluster",
];

/// What bounds on threads are about.
const THREADS: &str = "number of threads of the block";

const fn array(dimensions: Dim3) -> [u32; 3] {
    [dimensions.x, dimensions.y, dimensions.z]
}

/// Refuses the first dimension for which there is a bound that it does not keep.
fn judge_each(
    rule: Rule,
    names: Names,
    dimensions: Dim3,
    broken: impl Fn(usize, u32) -> Option<Bound>,
) -> Result<(), Rejection> {
    for (place, (name, dimension)) in names.into_iter().zip(array(dimensions)).enumerate() {
        if let Some(bound) = broken(place, dimension) {
            let refused = Rejection::new(rule).argument(name).value(dimension.into());
            return Err(refused.bound(bound));
        }
    }
    Ok(())
}

/// What must not be zero, nor above a device's limit, in each dimension.
fn judge_dimensions(rule: Rule, names: Names, dimensions: Dim3, greatest: [u32; 3]) -> Result<(), Rejection> {
    judge_each(rule, names, dimensions, |place, dimension| match dimension {
        0 => Some(Bound::AtLeast(1)),
        _ => (dimension > greatest[place]).then(|| Bound::AtMost(greatest[place].into())),
    })
}

/// What must be as it is required to be.
fn judge_required(rule: Rule, names: Names, dimensions: Dim3, required: Dim3) -> Result<(), Rejection> {
    judge_each(rule, names, dimensions, |place, dimension| {
        let required = array(required)[place];
        (dimension != required).then(|| Bound::Exactly(required.into()))
    })
}

/// Judges a block against the one that its kernel requires, if it does.
pub(crate) fn judge_required_block(block: Dim3, required: Option<Dim3>) -> Result<(), Rejection> {
    match required {
        Some(required) => judge_required(Rule::LaunchRequiredThreads, BLOCK, block, required),
        None => Ok(()),
    }
}

/// What must not be more than a number.
fn judge_most(rule: Rule, argument: &'static str, number: u128, most: u128) -> Result<(), Rejection> {
    let narrow = |number| u64::try_from(number).unwrap_or(u64::MAX);
    if number > most {
        let refused = Rejection::new(rule).argument(argument).value(narrow(number));
        return Err(refused.bound(Bound::AtMost(narrow(most))));
    }
    Ok(())
}

/// Judges a block against its device alone.
pub(crate) fn judge_block(device: &DeviceInfo, block: Dim3) -> Result<(), Error> {
    let limit = |attribute| u32::try_from(device.attribute(attribute).unwrap_or(0)).unwrap_or(0);
    let greatest = [
        limit(DeviceAttribute::MaxBlockDimX),
        limit(DeviceAttribute::MaxBlockDimY),
        limit(DeviceAttribute::MaxBlockDimZ),
    ];
    judge_dimensions(Rule::LaunchBlock, BLOCK, block, greatest)?;
    let most = limit(DeviceAttribute::MaxThreadsPerBlock).into();
    Ok(judge_most(Rule::LaunchThreads, THREADS, block.count(), most)?)
}

/// Judges the bytes of dynamic shared memory of a function.
pub(crate) fn judge_shared(bytes: u32, most: u32) -> Result<(), Rejection> {
    let argument = "number of bytes of dynamic shared memory";
    judge_most(Rule::LaunchShared, argument, bytes.into(), most.into())
}

/// Judges a grid.
fn judge_grid(device: &DeviceInfo, grid: Dim3) -> Result<(), Error> {
    let limit = |attribute| u32::try_from(device.attribute(attribute).unwrap_or(0)).unwrap_or(0);
    let greatest = [
        limit(DeviceAttribute::MaxGridDimX),
        limit(DeviceAttribute::MaxGridDimY),
        limit(DeviceAttribute::MaxGridDimZ),
    ];
    Ok(judge_dimensions(Rule::LaunchGrid, GRID, grid, greatest)?)
}

/// The block of a launch: one of a single thread is the block that the kernel requires (`launch_required`).
fn launched_block(block: Dim3, required: Option<Dim3>) -> Dim3 {
    match required {
        Some(required) if block == Dim3::ONE => required,
        _ => block,
    }
}

/// Judges a block of a function.
fn judge_threads(device: &DeviceInfo, function: &Function, id: FunctionId, block: Dim3) -> Result<(), Error> {
    judge_block(device, block)?;
    let info = &function.info;
    let threads = block.count();
    let compiled = match info.max_threads {
        Some(most) => judge_most(Rule::LaunchMaxThreads, THREADS, threads, most.count()),
        None => Ok(()),
    };
    let required = judge_required_block(block, info.required_threads);
    let fit = occupancy::max_threads(device, info.registers).into();
    let registers = judge_most(Rule::LaunchRegisters, THREADS, threads, fit);
    compiled
        .and(required)
        .and(registers)
        .map_err(|refused| refused.subject(id).into())
}

/// The cluster of a launch, and whether there is one.
fn judge_cluster(device: &DeviceInfo, settings: &Settings, request: &LaunchRequest<'_>) -> Result<(Dim3, bool), Error> {
    let none = Dim3::new(0, 0, 0);
    let asked = request.cluster.filter(|cluster| *cluster != none);
    let required = settings.required_cluster();
    let Some(cluster) = asked.or(required) else {
        return Ok((Dim3::ONE, false));
    };
    judge_asked_cluster(cluster)?;
    if let Some(required) = required {
        judge_required(Rule::LaunchClusterRequired, CLUSTER, cluster, required)?;
    }
    if cluster != Dim3::ONE && device.attribute(DeviceAttribute::ClusterLaunch) != Some(1) {
        return Err(Error::Unsupported("clusters"));
    }
    let greatest = if settings.non_portable_cluster {
        device.occupancy.max_cluster
    } else {
        device.occupancy.portable_cluster
    };
    let blocks = "number of blocks of the cluster";
    judge_most(Rule::LaunchClusterSize, blocks, cluster.count(), greatest.into())?;
    judge_each(Rule::LaunchClusterGrid, GRID, request.grid, |place, dimension| {
        let unit = array(cluster)[place];
        (!dimension.is_multiple_of(unit)).then(|| Bound::MultipleOf(unit.into()))
    })?;
    Ok((cluster, true))
}

/// Judges a cluster that a launch asks for alone: no dimension of it is zero, or all are, which is none.
///
/// # Errors
/// A dimension that is zero.
pub fn judge_asked_cluster(cluster: Dim3) -> Result<(), Error> {
    if cluster == Dim3::new(0, 0, 0) {
        return Ok(());
    }
    Ok(judge_dimensions(
        Rule::LaunchClusterZero,
        CLUSTER,
        cluster,
        [u32::MAX; 3],
    )?)
}

/// Packs parameters into a buffer of the kernel's layout; how many bytes of it count.
///
/// # Errors
/// Parameters that are missing, null, or too many; exhausted when the buffer is too small.
fn pack_parameters<H: Hal + ?Sized>(
    hal: &H,
    (image, kernel): (ImageId, KernelOrdinal),
    info: &KernelInfo,
    parameters: Parameters<'_>,
    into: &mut [u8],
) -> Result<usize, Error> {
    let refuse = |rule| Err(Error::from(Rejection::new(rule).argument("parameters")));
    let room = into.get_mut(..info.parameter_bytes as usize);
    let room = room.ok_or(Error::Exhausted(Resource::Table("bytes of launch parameters")))?;
    match parameters {
        Parameters::None if info.parameters > 0 => refuse(Rule::LaunchParameters),
        Parameters::None => Ok(0),
        Parameters::Buffer(bytes) => {
            if bytes.is_empty() && info.parameters > 0 {
                return refuse(Rule::LaunchBufferEmpty);
            }
            let (given, most) = (bytes.len() as u128, room.len() as u128);
            judge_most(Rule::LaunchBufferSize, "size of the parameters", given, most)?;
            let start = room.get_mut(..bytes.len());
            let start = start.ok_or(Error::Bug("a buffer that fits has no room"))?;
            start.copy_from_slice(bytes);
            Ok(bytes.len())
        }
        Parameters::Values(values) => {
            room.fill(0);
            for parameter in 0..info.parameters {
                let slot = hal
                    .parameter(image, kernel, parameter)
                    .ok_or(Error::Bug("a kernel's parameter is missing"))?;
                let start = slot.offset as usize;
                let place = room.get_mut(start..start.saturating_add(slot.size as usize));
                let place = place.ok_or(Error::Bug("a parameter lies outside the kernel's parameters"))?;
                if !values.value(parameter, place) {
                    return Err(Rejection::new(Rule::LaunchParameterNull)
                        .argument("index of the parameter")
                        .value(u64::from(parameter))
                        .into());
                }
            }
            Ok(room.len())
        }
    }
}

/// A launch that has been judged.
struct Prepared {
    context: ContextId,
    image: ImageId,
    kernel: KernelOrdinal,
    info: KernelInfo,
    /// The cluster, and whether the launch named one.
    cluster: (Dim3, bool),
    /// Bytes of the parameters.
    packed: usize,
}

impl Process<'_> {
    /// Judges whether a function is of the context that a stream decides.
    ///
    /// # Errors
    /// No stream or no living context, no function, or one of another context.
    pub fn judge_launch_context(
        &self,
        thread: ThreadId,
        function: Handle<Function>,
        stream: StreamArgument,
    ) -> Result<(), Error> {
        let context = self.stream_context(thread, stream)?;
        let (id, function) = self.function(function)?;
        if function.context != context {
            return Err(Rejection::new(Rule::LaunchContext)
                .argument("function")
                .subject(id)
                .into());
        }
        Ok(())
    }

    /// The cluster that a launch would have, if any. The size of its block is not judged.
    ///
    /// # Errors
    /// No function; a grid, a block without threads, or a cluster against the rules.
    pub fn launch_cluster<H: Hal + ?Sized>(
        &self,
        hal: &H,
        function: Handle<Function>,
        request: &LaunchRequest<'_>,
    ) -> Result<Option<Dim3>, Error> {
        let (_, function) = self.function(function)?;
        let device = self.function_device(hal, function)?;
        judge_grid(device, request.grid)?;
        let (cluster, is_one) = judge_cluster(device, &function.settings, request)?;
        judge_dimensions(Rule::LaunchBlock, BLOCK, request.block, [u32::MAX; 3])?;
        Ok(is_one.then_some(cluster))
    }

    /// Judges a launch, and packs its parameters.
    fn prepare<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        thread: ThreadId,
        function: Handle<Function>,
        request: &LaunchRequest<'_>,
    ) -> Result<Prepared, Error> {
        self.judge_launch_context(thread, function, request.stream)?;
        let context = self.stream_context(thread, request.stream)?;
        let (id, function) = self.function(function)?;
        let device = self.function_device(hal, function)?;
        judge_threads(device, function, id, request.block)?;
        let Function {
            image,
            kernel,
            info,
            settings,
            ..
        } = *function;
        self.reserve_parameters(info.parameter_bytes)?;
        let packed = pack_parameters(hal, (image, kernel), &info, request.parameters, &mut self.parameters);
        // A buffer that is too large is named after everything else (`launch_check_order`).
        let packed = match packed {
            Err(Error::Rejected(refused)) if refused.rule == Rule::LaunchBufferSize => Err(refused),
            other => Ok(other?),
        };
        if let Some(window) = &request.window {
            self.judge_access_window(hal, thread, request.stream, window)?;
        }
        judge_grid(device, request.grid)?;
        let cluster = judge_cluster(device, &settings, request)?;
        if request.cooperative {
            let occupancy = self.occupancy(hal, id.into())?;
            judge_cooperative(device, &occupancy, request)?;
        }
        judge_shared(request.dynamic_shared, settings.max_dynamic).map_err(|refused| refused.subject(id))?;
        let packed = packed?;
        Ok(Prepared {
            context,
            image,
            kernel,
            info,
            cluster,
            packed,
        })
    }

    /// Judges what a launch is judged by before its attributes: its block, and whether its parameters are there
    /// (`launch_check_order`).
    ///
    /// # Errors
    /// No function, a block against the rules, or parameters that are missing.
    pub fn judge_launch_start<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        function: Handle<Function>,
        request: &LaunchRequest<'_>,
    ) -> Result<(), Error> {
        let (id, function) = self.function(function)?;
        let device = self.function_device(hal, function)?;
        let Function {
            image, kernel, info, ..
        } = *function;
        let block = launched_block(request.block, info.required_threads);
        judge_threads(device, function, id, block)?;
        self.reserve_parameters(info.parameter_bytes)?;
        let packed = pack_parameters(hal, (image, kernel), &info, request.parameters, &mut self.parameters);
        match packed {
            Err(Error::Rejected(refused)) if refused.rule == Rule::LaunchBufferSize => Ok(()),
            other => other.map(drop),
        }
    }

    /// Judges a launch as [`Process::launch`] does.
    ///
    /// # Errors
    /// As for [`Process::launch`].
    pub fn judge_launch<H: Hal + ?Sized>(
        &mut self,
        hal: &H,
        thread: ThreadId,
        function: Handle<Function>,
        request: &LaunchRequest<'_>,
    ) -> Result<(), Error> {
        self.prepare(hal, thread, function, request).map(drop)
    }

    /// Launches a kernel in a stream.
    ///
    /// # Errors
    /// No stream or no living context, no function, one of another context than the stream's, dimensions, shared memory,
    /// clusters or parameters against the rules, or no room.
    pub fn launch<H: Hal + ?Sized>(
        &mut self,
        hal: &mut H,
        thread: ThreadId,
        function: Handle<Function>,
        request: &LaunchRequest<'_>,
    ) -> Result<(), Error> {
        let required = self
            .function(function)
            .ok()
            .and_then(|(_, known)| known.info.required_threads);
        let block = launched_block(request.block, required);
        let request = &LaunchRequest { block, ..*request };
        let prepared = self.prepare(hal, thread, function, request)?;
        // The buffer is taken out, so that it can be lent while the process enqueues.
        let buffer = core::mem::replace(&mut self.parameters, managed::ManagedSlice::Borrowed(&mut []));
        let result = self
            .context(prepared.context)
            .map(|context| context.limits)
            .and_then(|limits| {
                let launch = Launch {
                    image: prepared.image,
                    kernel: prepared.kernel,
                    grid: request.grid,
                    block: request.block,
                    cluster: prepared.cluster.0,
                    explicit_cluster: prepared.cluster.1,
                    dynamic_shared: request.dynamic_shared,
                    parameters: buffer.get(..prepared.packed).unwrap_or(&[]),
                    cooperative: request.cooperative,
                    stack_limit: limits.stack,
                    heap_limit: limits.heap,
                    print_limit: limits.print,
                };
                let stream = self.stream(hal, thread, request.stream)?;
                self.enqueue(hal, stream, Command::Launch(launch))
            });
        self.parameters = buffer;
        result?;
        freeze_limits(self.context_mut(prepared.context)?, &prepared.info);
        Ok(())
    }

    /// Makes sure that the parameters of a launch find room.
    fn reserve_parameters(&mut self, bytes: u32) -> Result<(), Error> {
        match grow(&mut self.parameters, bytes as usize, u8::default) {
            true => Ok(()),
            false => Err(Error::Exhausted(Resource::Table("bytes of launch parameters"))),
        }
    }
}

/// Judges whether all blocks of a cooperative launch fit at once.
fn judge_cooperative(device: &DeviceInfo, occupancy: &Occupancy, request: &LaunchRequest<'_>) -> Result<(), Error> {
    if device.attribute(DeviceAttribute::CooperativeLaunch) != Some(1) {
        return Err(Error::Unsupported("cooperative launches"));
    }
    let threads = u32::try_from(request.block.count()).unwrap_or(u32::MAX);
    let fit = occupancy.blocks_of_device(threads, u64::from(request.dynamic_shared));
    let blocks = "number of blocks of the grid";
    Ok(judge_most(
        Rule::LaunchCooperative,
        blocks,
        request.grid.count(),
        fit.into(),
    )?)
}

/// The first launch that uses them freezes limits.
fn freeze_limits(context: &mut Context, info: &KernelInfo) {
    context.limits.print_frozen |= info.prints;
    context.limits.heap_frozen |= info.allocates;
}
