//! Launches and host functions.

use musa_ctx::{
    Error, Function, Handle, Rejection, Rule,
    callback::{HostFunction, HostFunctionKind},
    launch::{LaunchRequest, Parameters, judge_asked_cluster},
    stream::StreamArgument,
};
use musa_hal::{DeviceAttribute, Dim3, Hal};

use super::{given, library::resolved, required, stream::access_window};
use crate::{
    abi::{Array, HostPointer, In, ParameterArray, callback},
    call::{Answer, Call},
    types::*,
};

/// `muLaunchHostFunc`.
///
/// # Errors
/// A null function, no stream, or no room.
pub fn host_function<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    function: MUhostFn,
    data: HostPointer,
) -> Answer {
    let function = HostFunction {
        handle: stream.0 as u64,
        kind: HostFunctionKind::Plain,
        function: callback::keep_host_function(function),
        data: data.address() as u64,
        stream: call.stream(stream),
    };
    let (process, hal, thread) = call.parts()?;
    Ok(process.launch_host_function(hal, thread, function, 0)?)
}

/// `muStreamAddCallback`.
///
/// # Errors
/// A null function, flags, no stream, or no room.
pub fn stream_callback<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    function: MUstreamCallback,
    data: HostPointer,
    flags: u32,
) -> Answer {
    let function = HostFunction {
        handle: stream.0 as u64,
        kind: HostFunctionKind::Callback,
        function: callback::keep_stream_callback(function),
        data: data.address() as u64,
        stream: call.stream(stream),
    };
    let (process, hal, thread) = call.parts()?;
    Ok(process.launch_host_function(hal, thread, function, flags)?)
}

/// The most entries of an extra list that are looked at.
const EXTRA_MAX: usize = 64;
/// The most bytes that a buffer of parameters may be said to have; a buffer of fewer is judged by its kernel.
const BUFFER_MAX: usize = 32764;

/// The parameters of a launch: an array of pointers to values, or a buffer named in an extra list. Beside an array, a
/// list without bytes counts as none (`launch_params_buffer`).
fn parameters<'a>(array: &'a ParameterArray<'_>, extra: Array<'a, HostPointer>) -> Result<Parameters<'a>, Error> {
    let extra = Extra::read(extra)?;
    if array.0.is_null() {
        return match extra.buffer()? {
            None => Ok(Parameters::None),
            Some(buffer) => Ok(Parameters::Buffer(buffer)),
        };
    }
    if extra.size.unwrap_or(0) > 0 {
        return Err(Rejection::new(Rule::LaunchParametersTwice).argument("extra").into());
    }
    Ok(Parameters::Values(array))
}

/// What an extra list says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Extra {
    pointer: Option<HostPointer>,
    size: Option<usize>,
}

impl Extra {
    fn refused() -> Error {
        Rejection::new(Rule::LaunchExtra).argument("extra").into()
    }

    /// Reads a list: tags and values in any order up to the end tag; of a repeated tag the last value counts.
    fn read(list: Array<'_, HostPointer>) -> Result<Self, Error> {
        const END: usize = 0;
        const BUFFER: usize = 1;
        const SIZE: usize = 2;
        let mut extra = Self::default();
        for entry in (0..EXTRA_MAX).step_by(2) {
            // A null list is an empty one.
            let Some(tag) = list.get(entry) else {
                return Ok(extra);
            };
            let value = list.get(entry + 1);
            match tag.address() {
                END => return Ok(extra),
                BUFFER => extra.pointer = value,
                SIZE => extra.size = Some(value.and_then(size_of_buffer).ok_or_else(Self::refused)?),
                _ => return Err(Self::refused()),
            }
        }
        Err(Self::refused())
    }

    /// The buffer that the list names, where it names one; a size that is missing is zero.
    fn buffer<'a>(self) -> Result<Option<&'a [u8]>, Error> {
        if self == Self::default() {
            return Ok(None);
        }
        let size = self.size.unwrap_or(0);
        match self.pointer {
            _ if size == 0 => Ok(Some(&[])),
            Some(pointer) if !pointer.is_null() && size <= BUFFER_MAX => Ok(Some(pointer.bytes(size))),
            _ => {
                let refused = Rejection::new(Rule::LaunchExtra).argument("extra");
                Err(refused.value(size as u64).into())
            }
        }
    }
}

/// The size that an extra list points to.
fn size_of_buffer(place: HostPointer) -> Option<usize> {
    place
        .spans(size_of::<usize>())
        .then(|| place.as_in::<usize>().read())
        .flatten()
}

/// Launches a kernel: stream and function are judged before anything else is looked at.
fn launch<H: Hal>(
    call: &mut Call<'_, '_, H>,
    function: MUfunction,
    request: &LaunchRequest<'_>,
    array: Array<'_, HostPointer>,
    extra: Array<'_, HostPointer>,
) -> Answer {
    let (process, _, thread) = call.parts()?;
    process.stream_context(thread, request.stream)?;
    let function = resolved(call, function, request.stream)?;
    let (process, hal, thread) = call.parts()?;
    process.judge_launch_context(thread, function, request.stream)?;
    let array = ParameterArray(array);
    let request = LaunchRequest {
        parameters: parameters(&array, extra)?,
        ..*request
    };
    process.launch(hal, thread, function, &request)?;
    Ok(call.after_launch(request.stream)?)
}

/// A launch without attributes.
fn request<'a>(grid: [u32; 3], block: [u32; 3], shared: u32, stream: StreamArgument) -> LaunchRequest<'a> {
    let dimensions = |[x, y, z]: [u32; 3]| Dim3::new(x, y, z);
    LaunchRequest {
        dynamic_shared: shared,
        ..LaunchRequest::new(dimensions(grid), dimensions(block), stream)
    }
}

/// `muLaunchKernel`.
///
/// # Errors
/// No stream, no function of its context, a shape or parameters against the rules, or no room.
#[allow(clippy::too_many_arguments, reason = "the parameters are those of the C interface")]
pub fn kernel<H: Hal>(
    call: &mut Call<'_, '_, H>,
    function: MUfunction,
    grid_x: u32,
    grid_y: u32,
    grid_z: u32,
    block_x: u32,
    block_y: u32,
    block_z: u32,
    shared: u32,
    stream: MUstream,
    array: Array<'_, HostPointer>,
    extra: Array<'_, HostPointer>,
) -> Answer {
    let stream = call.stream(stream);
    let request = request([grid_x, grid_y, grid_z], [block_x, block_y, block_z], shared, stream);
    launch(call, function, &request, array, extra)
}

/// `muLaunchCooperativeKernel`.
///
/// # Errors
/// As for [`kernel`], or more blocks than fit at once.
#[allow(clippy::too_many_arguments, reason = "the parameters are those of the C interface")]
pub fn cooperative_kernel<H: Hal>(
    call: &mut Call<'_, '_, H>,
    function: MUfunction,
    grid_x: u32,
    grid_y: u32,
    grid_z: u32,
    block_x: u32,
    block_y: u32,
    block_z: u32,
    shared: u32,
    stream: MUstream,
    array: Array<'_, HostPointer>,
) -> Answer {
    let stream = call.stream(stream);
    let request = request([grid_x, grid_y, grid_z], [block_x, block_y, block_z], shared, stream);
    let request = LaunchRequest {
        cooperative: true,
        ..request
    };
    launch(call, function, &request, array, Array::null())
}

/// Flags of launches on several devices: no waiting for each other's streams before, and none behind.
const MULTI_DEVICE_FLAGS: u32 = 3;

/// The launch of one device among several, and its function.
fn launch_of_device<'a, H: Hal>(
    call: &mut Call<'_, '_, H>,
    launch: &MUSA_LAUNCH_PARAMS,
    array: &'a ParameterArray<'_>,
) -> Result<(Handle<Function>, LaunchRequest<'a>), Error> {
    let stream = call.stream(launch.hStream);
    if !matches!(stream, StreamArgument::Created(_)) {
        return Err(Rejection::new(Rule::HandleNull).argument("hStream").into());
    }
    let grid = [launch.gridDimX, launch.gridDimY, launch.gridDimZ];
    let block = [launch.blockDimX, launch.blockDimY, launch.blockDimZ];
    let function = resolved(call, launch.function, stream)?;
    let (process, ..) = call.parts()?;
    process.judge_function(function)?;
    let request = LaunchRequest {
        cooperative: true,
        parameters: parameters(array, Array::null())?,
        ..request(grid, block, launch.sharedMemBytes, stream)
    };
    Ok((function, request))
}

/// `muLaunchCooperativeKernelMultiDevice`. All launches are judged before the first one is made.
///
/// # Errors
/// A null list, no launches, two on one device, flags, a default stream, or as for [`cooperative_kernel`].
pub fn cooperative_kernels<H: Hal>(
    call: &mut Call<'_, '_, H>,
    launches: Array<'_, MUSA_LAUNCH_PARAMS>,
    count: u32,
    flags: u32,
) -> Answer {
    required("launchParamsList", launches.is_null())?;
    let refuse = |rule, argument, value: u32| Err(Rejection::new(rule).argument(argument).value(value.into()).into());
    if flags & !MULTI_DEVICE_FLAGS != 0 {
        return refuse(Rule::LaunchMultiFlags, "flags", flags);
    }
    let launches = launches.iter(count as usize);
    let mut devices = 0u64;
    for launch in launches.clone() {
        let array = ParameterArray(launch.kernelParams);
        let (function, request) = launch_of_device(call, &launch, &array)?;
        let (process, hal, thread) = call.parts()?;
        let device = process.stream_device(thread, request.stream)?;
        let info = hal.device(device);
        if info.and_then(|info| info.attribute(DeviceAttribute::CooperativeMultiDeviceLaunch)) == Some(0) {
            return Err(Error::Unsupported("cooperative launches on several devices on this device").into());
        }
        let bit = 1 << (device.0 % u64::BITS);
        if devices & bit != 0 {
            return refuse(Rule::LaunchDevices, "numDevices", count);
        }
        devices |= bit;
        process.judge_launch(hal, thread, function, &request)?;
    }
    if devices == 0 {
        return refuse(Rule::LaunchDevices, "numDevices", count);
    }
    for launch in launches {
        let array = ParameterArray(launch.kernelParams);
        let (function, request) = launch_of_device(call, &launch, &array)?;
        let (process, hal, thread) = call.parts()?;
        process.launch(hal, thread, function, &request)?;
        call.after_launch(request.stream)?;
    }
    Ok(())
}

/// `muLaunchKernelEx`.
///
/// # Errors
/// As for [`kernel`]; a null configuration, or attributes that are not known.
pub fn kernel_with_attributes<H: Hal>(
    call: &mut Call<'_, '_, H>,
    config: In<'_, MUlaunchConfig>,
    function: MUfunction,
    array: Array<'_, HostPointer>,
    extra: Array<'_, HostPointer>,
) -> Answer {
    let config = given("config", config.read())?;
    let stream = call.stream(config.hStream);
    let named = resolved(call, function, stream)?;
    let (process, hal, thread) = call.parts()?;
    process.judge_launch_context(thread, named, stream)?;
    if config.numAttrs > 0 {
        let values = ParameterArray(array);
        let plain = LaunchRequest {
            parameters: parameters(&values, extra)?,
            ..plain(&config, stream)
        };
        process.judge_launch_start(hal, named, &plain)?;
    }
    let request = configured(&config, stream)?;
    launch(call, function, &request, array, extra)
}

/// What a configuration asks for but for its attributes.
fn plain<'a>(config: &MUlaunchConfig, stream: StreamArgument) -> LaunchRequest<'a> {
    let grid = [config.gridDimX, config.gridDimY, config.gridDimZ];
    let block = [config.blockDimX, config.blockDimY, config.blockDimZ];
    request(grid, block, config.sharedMemBytes, stream)
}

/// What a configuration asks for. Of a repeated attribute the last counts (`launch_ex`).
pub(super) fn configured<'a>(config: &MUlaunchConfig, stream: StreamArgument) -> Result<LaunchRequest<'a>, Error> {
    let mut request = plain(config, stream);
    let count = config.numAttrs as usize;
    if count > 0 {
        required("attrs", config.attrs.is_null())?;
    }
    for attribute in config.attrs.iter(count) {
        apply(&attribute, &mut request)?;
    }
    Ok(request)
}

/// The greatest value of an attribute that is one of a few: a policy by which clusters are scheduled, or a domain.
fn greatest(attribute: MUlaunchAttributeID) -> u32 {
    match attribute {
        MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE => 2,
        _ => 1,
    }
}

/// Applies a launch attribute. Those that only say how fast something may be change nothing.
fn apply(attribute: &MUlaunchAttribute, request: &mut LaunchRequest<'_>) -> Result<(), Error> {
    match attribute.id {
        MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION => {
            let [x, y, z] = attribute.value.cluster_dim();
            judge_asked_cluster(Dim3::new(x, y, z))?;
            request.cluster = Some(Dim3::new(x, y, z));
        }
        MU_LAUNCH_ATTRIBUTE_COOPERATIVE => request.cooperative = attribute.value.number() != 0,
        MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW => {
            request.window = Some(access_window(&attribute.value.access_policy_window()));
        }
        MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT => return Err(Error::Unsupported("programmatic events")),
        MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE | MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN
            if attribute.value.number() > greatest(attribute.id) =>
        {
            let rejection = Rejection::new(Rule::LaunchAttributeValue).argument("config");
            return Err(rejection.value(attribute.value.number().into()).into());
        }
        MU_LAUNCH_ATTRIBUTE_IGNORE
        | MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE
        | MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
        | MU_LAUNCH_ATTRIBUTE_PRIORITY
        | MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
        | MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN => {}
        unknown => {
            let rejection = Rejection::new(Rule::LaunchAttribute).argument("config");
            return Err(rejection.value(unknown.0.into()).into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(entries: &[usize]) -> heapless::Vec<HostPointer, 16> {
        entries.iter().map(|&entry| HostPointer::from_address(entry)).collect()
    }

    fn read(entries: &[usize]) -> Result<Extra, Error> {
        Extra::read(Array::new(&list(entries)))
    }

    fn refused<T>(result: Result<T, Error>) -> bool {
        matches!(result, Err(Error::Rejected(rejection)) if rejection.rule == Rule::LaunchExtra)
    }

    #[test]
    fn extra_lists() {
        let bytes = [1u8, 2, 3];
        let size = 3usize;
        let (at, of) = (
            bytes.as_ptr().expose_provenance(),
            (&raw const size).expose_provenance(),
        );
        let buffer = |entries: &[usize]| read(entries)?.buffer().map(|buffer| buffer.map(<[u8]>::len));
        assert_eq!(buffer(&[0]), Ok(None));
        assert_eq!(buffer(&[1, at, 2, of, 0]), Ok(Some(3)));
        assert_eq!(buffer(&[2, of, 1, at, 1, at, 0]), Ok(Some(3)));
        assert_eq!(buffer(&[1, at, 0]), Ok(Some(0)));
        for incomplete in [&[2, of, 0][..], &[1, 0, 2, of, 0]] {
            assert!(read(incomplete).is_ok());
            assert!(refused(buffer(incomplete)));
        }
        assert!(refused(read(&[3, at, 0])));
        assert!(refused(read(&[1, at, 2, 0, 0])));
    }
}
