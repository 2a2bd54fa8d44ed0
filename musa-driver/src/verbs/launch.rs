//! Launches and host functions.

use musa_ctx::{
    Error, Rejection, Rule,
    callback::{HostFunction, HostFunctionKind},
    launch::{LaunchRequest, Parameters},
    stream::StreamArgument,
};
use musa_hal::{Dim3, Hal};

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

/// The parameters of a launch: an array of pointers to values, or a buffer named in an extra
/// list. An empty extra list counts as none (`launch_params_buffer`).
fn parameters<'a>(array: &'a ParameterArray<'_>, extra: Array<'a, HostPointer>) -> Result<Parameters<'a>, Error> {
    match (array.0.is_null(), extra_buffer(extra)?) {
        (true, None) => Ok(Parameters::None),
        (true, Some(buffer)) => Ok(Parameters::Buffer(buffer)),
        (false, None) => Ok(Parameters::Values(array)),
        (false, Some(_)) => Err(Rejection::new(Rule::LaunchParametersTwice).argument("extra").into()),
    }
}

/// The buffer of an extra list: tags and values in any order up to the end tag; of a repeated tag
/// the last value counts.
fn extra_buffer<'a>(extra: Array<'a, HostPointer>) -> Result<Option<&'a [u8]>, Error> {
    const END: usize = 0;
    const BUFFER: usize = 1;
    const SIZE: usize = 2;
    let refused = || Error::from(Rejection::new(Rule::LaunchExtra).argument("extra"));
    let (mut buffer, mut size) = (None, None);
    for entry in (0..EXTRA_MAX).step_by(2) {
        let Some(tag) = extra.get(entry) else {
            return Ok(None);
        };
        let value = extra.get(entry + 1);
        match tag.address() {
            END => {
                return match (buffer, size) {
                    (None, None) => Ok(None),
                    (Some(buffer), Some(size)) => Ok(Some(HostPointer::bytes(buffer, size))),
                    _ => Err(refused()),
                };
            }
            BUFFER => buffer = value,
            SIZE => size = Some(value.and_then(size_of_buffer).ok_or_else(refused)?),
            _ => return Err(refused()),
        }
    }
    Err(refused())
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
    process.judge_function(function)?;
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
    let (process, _, _) = call.parts()?;
    process.judge_function(named)?;
    let request = configured(&config, stream)?;
    launch(call, function, &request, array, extra)
}

/// What a configuration asks for. Of a repeated attribute the last counts (`launch_ex`).
pub(super) fn configured<'a>(config: &MUlaunchConfig, stream: StreamArgument) -> Result<LaunchRequest<'a>, Error> {
    let grid = [config.gridDimX, config.gridDimY, config.gridDimZ];
    let block = [config.blockDimX, config.blockDimY, config.blockDimZ];
    let mut request = request(grid, block, config.sharedMemBytes, stream);
    let count = config.numAttrs as usize;
    if count > 0 {
        required("attrs", config.attrs.is_null())?;
    }
    for attribute in config.attrs.iter(count) {
        apply(&attribute, &mut request)?;
    }
    Ok(request)
}

/// Applies a launch attribute. Those that only say how fast something may be change nothing.
fn apply(attribute: &MUlaunchAttribute, request: &mut LaunchRequest<'_>) -> Result<(), Error> {
    match attribute.id {
        MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION => {
            let [x, y, z] = attribute.value.cluster_dim();
            request.cluster = Some(Dim3::new(x, y, z));
        }
        MU_LAUNCH_ATTRIBUTE_COOPERATIVE => request.cooperative = attribute.value.number() != 0,
        MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW => {
            request.window = Some(access_window(&attribute.value.access_policy_window()));
        }
        MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT => return Err(Error::Unsupported("programmatic events")),
        MU_LAUNCH_ATTRIBUTE_IGNORE
        | MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY
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

    fn rule(entries: &[usize]) -> Result<Option<&'static [u8]>, Rule> {
        let entries = list(entries);
        match extra_buffer(Array::new(&entries)) {
            Ok(buffer) => Ok(buffer.map(|_| &[][..])),
            Err(Error::Rejected(rejection)) => Err(rejection.rule),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn extra_lists() {
        let bytes = [1u8, 2, 3];
        let size = 3usize;
        let (at, of) = (
            bytes.as_ptr().expose_provenance(),
            (&raw const size).expose_provenance(),
        );
        assert_eq!(rule(&[0]), Ok(None));
        assert_eq!(rule(&[1, at, 2, of, 0]), Ok(Some(&[][..])));
        assert_eq!(rule(&[2, of, 1, at, 1, at, 0]), Ok(Some(&[][..])));
        assert_eq!(rule(&[1, at, 0]), Err(Rule::LaunchExtra));
        assert_eq!(rule(&[2, of, 0]), Err(Rule::LaunchExtra));
        assert_eq!(rule(&[3, at, 0]), Err(Rule::LaunchExtra));
        assert_eq!(rule(&[1, at, 2, 0, 0]), Err(Rule::LaunchExtra));
    }
}
