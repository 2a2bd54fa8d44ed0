//! Launches.

use musa_hal::{Command, DeviceAttribute, DeviceInfo, Dim3, Hal, ImageId, KernelInfo, KernelOrdinal, Launch, Resource};

use crate::context::{Context, ContextId};
use crate::error::{Error, Rejection};
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

/// What must not be zero, nor above a device's limit, in each dimension.
fn judge_dimensions(rule: Rule, argument: &'static str, dimensions: Dim3, greatest: [u32; 3]) -> Result<(), Error> {
    let each = [dimensions.x, dimensions.y, dimensions.z].into_iter().zip(greatest);
    for (dimension, greatest) in each {
        if dimension == 0 || dimension > greatest {
            return Err(Rejection::new(rule)
                .argument(argument)
                .value(u64::from(dimension))
                .into());
        }
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
    judge_dimensions(Rule::LaunchBlock, "block", block, greatest)?;
    let threads = block.count();
    if threads > u128::from(limit(DeviceAttribute::MaxThreadsPerBlock)) {
        let refused = Rejection::new(Rule::LaunchThreads).argument("block");
        return Err(refused.value(threads as u64).into());
    }
    Ok(())
}

/// Judges grid and block.
fn judge_shape(
    device: &DeviceInfo,
    function: &Function,
    id: FunctionId,
    request: &LaunchRequest<'_>,
) -> Result<(), Error> {
    let limit = |attribute| u32::try_from(device.attribute(attribute).unwrap_or(0)).unwrap_or(0);
    let grid = [
        limit(DeviceAttribute::MaxGridDimX),
        limit(DeviceAttribute::MaxGridDimY),
        limit(DeviceAttribute::MaxGridDimZ),
    ];
    judge_dimensions(Rule::LaunchGrid, "grid", request.grid, grid)?;
    judge_block(device, request.block)?;
    let threads = request.block.count();
    let refuse = |rule| {
        Err(Rejection::new(rule)
            .argument("block")
            .value(threads as u64)
            .subject(id)
            .into())
    };
    if function
        .info
        .max_threads
        .is_some_and(|greatest| threads > greatest.count())
    {
        return refuse(Rule::LaunchMaxThreads);
    }
    if function
        .info
        .required_threads
        .is_some_and(|required| required != request.block)
    {
        return refuse(Rule::LaunchRequiredThreads);
    }
    if threads > u128::from(occupancy::max_threads(device, function.info.registers)) {
        return refuse(Rule::LaunchRegisters);
    }
    Ok(())
}

/// The cluster of a launch, and whether there is one.
fn judge_cluster(device: &DeviceInfo, settings: &Settings, request: &LaunchRequest<'_>) -> Result<(Dim3, bool), Error> {
    let none = Dim3::new(0, 0, 0);
    let asked = request.cluster.filter(|cluster| *cluster != none);
    let required = settings.required_cluster();
    let Some(cluster) = asked.or(required) else {
        return Ok((Dim3::ONE, false));
    };
    let refuse = |rule| {
        Err(Rejection::new(rule)
            .argument("cluster")
            .value(cluster.count() as u64)
            .into())
    };
    if cluster.x == 0 || cluster.y == 0 || cluster.z == 0 {
        return refuse(Rule::LaunchClusterZero);
    }
    if required.is_some_and(|required| required != cluster) {
        return refuse(Rule::LaunchClusterRequired);
    }
    if cluster != Dim3::ONE && device.attribute(DeviceAttribute::ClusterLaunch) != Some(1) {
        return Err(Error::Unsupported("clusters"));
    }
    let greatest = if settings.non_portable_cluster {
        device.occupancy.max_cluster
    } else {
        device.occupancy.portable_cluster
    };
    if cluster.count() > u128::from(greatest) {
        return refuse(Rule::LaunchClusterSize);
    }
    let grid = request.grid;
    let whole =
        grid.x.is_multiple_of(cluster.x) && grid.y.is_multiple_of(cluster.y) && grid.z.is_multiple_of(cluster.z);
    if !whole {
        return refuse(Rule::LaunchClusterGrid);
    }
    Ok((cluster, true))
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
            let Some(start) = room.get_mut(..bytes.len()) else {
                let refused = Rejection::new(Rule::LaunchBufferSize).argument("size of the parameters");
                return Err(refused.value(bytes.len() as u64).into());
            };
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
                        .argument("parameters")
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

    /// The cluster that a launch would have; one block where it has none.
    ///
    /// # Errors
    /// No function, or a cluster against the rules.
    pub fn launch_cluster<H: Hal + ?Sized>(
        &self,
        hal: &H,
        function: Handle<Function>,
        request: &LaunchRequest<'_>,
    ) -> Result<Dim3, Error> {
        let (_, function) = self.function(function)?;
        let device = self.function_device(hal, function)?;
        Ok(judge_cluster(device, &function.settings, request)?.0)
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
        judge_shape(device, function, id, request)?;
        let Function {
            image,
            kernel,
            info,
            settings,
            ..
        } = *function;
        if request.cooperative {
            let occupancy = self.occupancy(hal, id.into())?;
            judge_cooperative(device, &occupancy, request)?;
        }
        if request.dynamic_shared > settings.max_dynamic {
            return Err(Rejection::new(Rule::LaunchShared)
                .argument("dynamic shared memory")
                .value(u64::from(request.dynamic_shared))
                .subject(id)
                .into());
        }
        let cluster = judge_cluster(device, &settings, request)?;
        if let Some(window) = &request.window {
            self.judge_access_window(hal, thread, request.stream, window)?;
        }
        self.reserve_parameters(info.parameter_bytes)?;
        let packed = pack_parameters(hal, (image, kernel), &info, request.parameters, &mut self.parameters)?;
        Ok(Prepared {
            context,
            image,
            kernel,
            info,
            cluster,
            packed,
        })
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
    if request.grid.count() > u128::from(fit) {
        return Err(Rejection::new(Rule::LaunchCooperative)
            .argument("grid")
            .value(u64::try_from(request.grid.count()).unwrap_or(u64::MAX))
            .into());
    }
    Ok(())
}

/// The first launch that uses them freezes limits.
fn freeze_limits(context: &mut Context, info: &KernelInfo) {
    context.limits.print_frozen |= info.prints;
    context.limits.heap_frozen |= info.allocates;
}
