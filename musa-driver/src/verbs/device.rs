//! Devices.

use core::{ffi::c_char, fmt::Write};

use musa_ctx::{Error, Rejection, Rule};
use musa_hal::{DeviceAttribute, DeviceInfo, DeviceOrdinal, Hal};

use super::required;
use crate::{
    abi::{Out, OutArray, Text},
    call::{Answer, Call, Early},
    types::*,
};

/// The room that a PCI identifier takes, its NUL included.
const PCI_ROOM: usize = 13;

/// A device that a caller names by its ordinal.
fn named<H: Hal>(call: &mut Call<'_, '_, H>, device: MUdevice) -> Result<(DeviceOrdinal, DeviceInfo), Error> {
    let (process, hal, _) = call.parts()?;
    let (ordinal, info) = process.device(hal, device.0)?;
    Ok((ordinal, *info))
}

/// `muDeviceGetCount`.
///
/// # Errors
/// A null pointer.
pub fn count<H: Hal>(call: &mut Call<'_, '_, H>, count: Out<'_, i32>) -> Answer {
    required("count", count.is_null())?;
    let (_, hal, _) = call.parts()?;
    count.write(hal.device_count().cast_signed());
    Ok(())
}

/// `muDeviceGet`.
///
/// # Errors
/// A null pointer, or no such device.
pub fn get<H: Hal>(call: &mut Call<'_, '_, H>, device: Out<'_, MUdevice>, ordinal: i32) -> Answer {
    required("device", device.is_null())?;
    named(call, MUdevice(ordinal))?;
    device.write(MUdevice(ordinal));
    Ok(())
}

/// `muDeviceGetName`: cut to fit, with its NUL; the rest of the buffer is kept.
///
/// # Errors
/// A null pointer, no room, or no such device.
pub fn name<H: Hal>(call: &mut Call<'_, '_, H>, name: OutArray<'_, c_char>, len: i32, device: MUdevice) -> Answer {
    required("name", name.is_null())?;
    let (_, info) = named(call, device)?;
    name.write_text(room("len", len, 1)?, info.name);
    Ok(())
}

/// A length in bytes that is at least `least`.
fn room(argument: &'static str, len: i32, least: usize) -> Result<usize, Error> {
    let found = usize::try_from(len).ok().filter(|&len| len >= least);
    let rejection = Rejection::new(Rule::ArgumentSize).argument(argument);
    found.ok_or(rejection.value(len.cast_unsigned().into()).into())
}

/// `muDeviceGetUuid`.
///
/// # Errors
/// A null pointer, or no such device.
pub fn uuid<H: Hal>(call: &mut Call<'_, '_, H>, uuid: Out<'_, MUuuid>, device: MUdevice) -> Answer {
    required("uuid", uuid.is_null())?;
    let (ordinal, info) = named(call, device)?;
    let mut bytes = info.uuid;
    bytes[15] = bytes[15].wrapping_add(ordinal.0 as u8);
    uuid.write(MUuuid { bytes });
    Ok(())
}

/// A refused `muDeviceTotalMem` writes zero, even before initialisation (`init_before`).
///
/// # Errors
/// None.
pub fn clear_total(bytes: Out<'_, usize>, _: MUdevice) -> Result<Early, Error> {
    bytes.write(0);
    Ok(Early::GoOn)
}

/// `muDeviceTotalMem`.
///
/// # Errors
/// A null pointer, or no such device.
pub fn total_memory<H: Hal>(call: &mut Call<'_, '_, H>, bytes: Out<'_, usize>, device: MUdevice) -> Answer {
    required("bytes", bytes.is_null())?;
    let (_, info) = named(call, device)?;
    bytes.write(usize::try_from(info.total_memory).unwrap_or(usize::MAX));
    Ok(())
}

/// The pointer of `muDeviceGetAttribute` is judged before anything else (`init_before`).
///
/// # Errors
/// A null pointer.
pub fn attribute_place(value: Out<'_, i32>, _: MUdevice_attribute, _: MUdevice) -> Result<Early, Error> {
    required("pi", value.is_null())?;
    Ok(Early::GoOn)
}

/// `muDeviceGetAttribute`.
///
/// # Errors
/// No such device, or no such attribute.
pub fn attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    value: Out<'_, i32>,
    attribute: MUdevice_attribute,
    device: MUdevice,
) -> Answer {
    let (_, info) = named(call, device)?;
    let known = DeviceAttribute::from_number(attribute.0);
    let found = known.and_then(|attribute| info.attribute(attribute));
    let rejection = Rejection::new(Rule::DeviceAttribute).argument("attrib");
    value.write(found.ok_or(rejection.value(attribute.0.into()))?);
    Ok(())
}

/// `muDeviceGetProperties`.
///
/// # Errors
/// A null pointer, or no such device.
pub fn properties<H: Hal>(call: &mut Call<'_, '_, H>, properties: Out<'_, MUdevprop>, device: MUdevice) -> Answer {
    use DeviceAttribute as A;
    required("prop", properties.is_null())?;
    let (_, info) = named(call, device)?;
    let value = |attribute| info.attribute(attribute).unwrap_or(0);
    properties.write(MUdevprop {
        maxThreadsPerBlock: value(A::MaxThreadsPerBlock),
        maxThreadsDim: [A::MaxBlockDimX, A::MaxBlockDimY, A::MaxBlockDimZ].map(value),
        maxGridSize: [A::MaxGridDimX, A::MaxGridDimY, A::MaxGridDimZ].map(value),
        sharedMemPerBlock: value(A::MaxSharedMemoryPerBlock),
        totalConstantMemory: value(A::TotalConstantMemory),
        SIMDWidth: value(A::WarpSize),
        memPitch: value(A::MaxPitch),
        regsPerBlock: value(A::MaxRegistersPerBlock),
        clockRate: value(A::ClockRate),
        textureAlign: value(A::TextureAlignment),
    });
    Ok(())
}

/// `muDeviceComputeCapability`.
///
/// # Errors
/// A null pointer, or no such device.
pub fn compute_capability<H: Hal>(
    call: &mut Call<'_, '_, H>,
    major: Out<'_, i32>,
    minor: Out<'_, i32>,
    device: MUdevice,
) -> Answer {
    required("major", major.is_null())?;
    required("minor", minor.is_null())?;
    let (_, info) = named(call, device)?;
    major.write(info.attribute(DeviceAttribute::ComputeCapabilityMajor).unwrap_or(0));
    minor.write(info.attribute(DeviceAttribute::ComputeCapabilityMinor).unwrap_or(0));
    Ok(())
}

/// `muProfilerStart` and `muProfilerStop`: what a profiler sees starts and stops; without one, that is nothing.
///
/// # Errors
/// None of its own.
pub fn profile<H: Hal>(_: &mut Call<'_, '_, H>) -> Answer {
    Ok(())
}

/// `muDeviceGetExecAffinitySupport`: contexts cannot be bound to some of a device's multiprocessors, in no way.
///
/// # Errors
/// A null pointer, or no such device.
pub fn affinity<H: Hal>(
    call: &mut Call<'_, '_, H>,
    support: Out<'_, i32>,
    _: MUexecAffinityType,
    device: MUdevice,
) -> Answer {
    required("pi", support.is_null())?;
    named(call, device)?;
    support.write(0);
    Ok(())
}

/// `muDeviceGetLuid`: devices have one on another operating system alone.
///
/// # Errors
/// Null pointers, or no such device; else unsupported.
pub fn luid<H: Hal>(
    call: &mut Call<'_, '_, H>,
    luid: OutArray<'_, c_char>,
    mask: Out<'_, u32>,
    device: MUdevice,
) -> Answer {
    required("luid", luid.is_null())?;
    required("deviceNodeMask", mask.is_null())?;
    named(call, device)?;
    Err(Error::Unsupported("locally unique identifiers of devices").into())
}

/// Bytes of a texel's channel.
fn channel_bytes(format: MUarray_format) -> Option<u64> {
    match format {
        MU_AD_FORMAT_UNSIGNED_INT8 | MU_AD_FORMAT_SIGNED_INT8 => Some(1),
        MU_AD_FORMAT_UNSIGNED_INT16 | MU_AD_FORMAT_SIGNED_INT16 | MU_AD_FORMAT_HALF => Some(2),
        MU_AD_FORMAT_UNSIGNED_INT32 | MU_AD_FORMAT_SIGNED_INT32 | MU_AD_FORMAT_FLOAT => Some(4),
        _ => None,
    }
}

/// `muDeviceGetTexture1DLinearMaxWidth`: the device's limit is that of the largest texels, of 16 bytes; up to four times
/// as many smaller ones fit (`init_device_rest`).
///
/// # Errors
/// A null pointer, no such device, no such format, or channels other than 1, 2 and 4.
pub fn linear_texture_width<H: Hal>(
    call: &mut Call<'_, '_, H>,
    width: Out<'_, usize>,
    format: MUarray_format,
    channels: u32,
    device: MUdevice,
) -> Answer {
    required("maxWidthInElements", width.is_null())?;
    let refused = |argument, value| Rejection::new(Rule::ArgumentEnum).argument(argument).value(value);
    let channel = channel_bytes(format).ok_or(refused("format", format.0.into()))?;
    if !matches!(channels, 1 | 2 | 4) {
        return Err(refused("numChannels", channels.into()).into());
    }
    let (_, info) = named(call, device)?;
    let limit = info
        .attribute(DeviceAttribute::MaximumTexture1dLinearWidth)
        .unwrap_or(0);
    let limit = u64::try_from(limit).unwrap_or(0);
    let texels = (limit * 16 / (channel * u64::from(channels))).min(limit * 4);
    width.write(usize::try_from(texels).unwrap_or(usize::MAX));
    Ok(())
}

/// `muFlushGPUDirectRDMAWrites`.
///
/// # Errors
/// A target or a scope that there is not; else unsupported.
pub fn flush_writes<H: Hal>(
    call: &mut Call<'_, '_, H>,
    target: MUflushGPUDirectRDMAWritesTarget,
    scope: MUflushGPUDirectRDMAWritesScope,
) -> Answer {
    let refused = |argument, value: u32| {
        Rejection::new(Rule::ArgumentEnum)
            .argument(argument)
            .value(value.into())
    };
    if target != MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX {
        return Err(refused("target", target.0).into());
    }
    match scope {
        MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER | MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES => {
            let (process, hal, thread) = call.parts()?;
            let device = process.current_device(thread)?;
            let supported = hal
                .device(device)
                .and_then(|info| info.attribute(DeviceAttribute::GpuDirectRdmaSupported));
            // No other hardware writes here: there is nothing that is not seen yet.
            match supported {
                Some(1) => Ok(()),
                _ => Err(Error::Unsupported("writes to device memory from other hardware").into()),
            }
        }
        unknown => Err(refused("scope", unknown.0).into()),
    }
}

/// Domain, bus and device number; devices of one profile lie on consecutive buses.
fn pci(ordinal: DeviceOrdinal, info: &DeviceInfo) -> (u32, u32, u32) {
    let (domain, bus, device) = info.pci;
    (domain & 0xffff, (bus + ordinal.0) & 0xff, device & 0x1f)
}

/// `muDeviceGetPCIBusId`: `dddd:bb:dd.f`. A buffer that is too small gets an empty text.
///
/// # Errors
/// A null pointer, a buffer that is too small, or no such device.
pub fn pci_id<H: Hal>(call: &mut Call<'_, '_, H>, id: OutArray<'_, c_char>, len: i32, device: MUdevice) -> Answer {
    required("pciBusId", id.is_null())?;
    let (ordinal, info) = named(call, device)?;
    let (domain, bus, number) = pci(ordinal, &info);
    let mut text = heapless::String::<PCI_ROOM>::new();
    write!(text, "{domain:04x}:{bus:02x}:{number:02x}.0").map_err(|_| Error::Bug("a PCI identifier is too long"))?;
    let given = room("len", len, 1)?;
    id.write_text(given, &text);
    room("len", len, PCI_ROOM)?;
    Ok(())
}

/// `muDeviceGetByPCIBusId`: with or without domain and function.
///
/// # Errors
/// A null pointer, text that is no identifier, or no device there.
pub fn by_pci_id<H: Hal>(call: &mut Call<'_, '_, H>, device: Out<'_, MUdevice>, id: Text<'_>) -> Answer {
    required("dev", device.is_null())?;
    required("pciBusId", id.is_null())?;
    let place = id.text(64).and_then(parse_pci);
    let place = place.ok_or(Rejection::new(Rule::DevicePciText).argument("pciBusId"))?;
    let (_, hal, _) = call.parts()?;
    let found = (0..hal.device_count()).find(|&ordinal| {
        let ordinal = DeviceOrdinal(ordinal);
        hal.device(ordinal).is_some_and(|info| pci(ordinal, info) == place)
    });
    let ordinal = found.ok_or(Rejection::new(Rule::DevicePciAbsent).argument("pciBusId"))?;
    device.write(MUdevice(ordinal.cast_signed()));
    Ok(())
}

/// Domain, bus and device of `[domain:]bus:device[.function]`, in hexadecimal.
fn parse_pci(text: &str) -> Option<(u32, u32, u32)> {
    let number = |text: &str| u32::from_str_radix(text, 16).ok();
    let (rest, device) = text.rsplit_once(':')?;
    let device = number(device.split_once('.').map_or(device, |(device, _)| device))?;
    match rest.rsplit_once(':') {
        Some((domain, bus)) => Some((number(domain)?, number(bus)?, device)),
        None => Some((0, number(rest)?, device)),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_pci;

    #[test]
    fn pci_identifiers_in_every_form() {
        assert_eq!(parse_pci("0000:0a:1f.0"), Some((0, 10, 31)));
        assert_eq!(parse_pci("0001:0a:00"), Some((1, 10, 0)));
        assert_eq!(parse_pci("0a:00.0"), Some((0, 10, 0)));
        for text in ["", "zzz", "0000", "x:y:z", "::", "1:2:3:4:"] {
            assert_eq!(parse_pci(text), None, "{text}");
        }
    }
}
