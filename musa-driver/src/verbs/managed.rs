//! Advice about managed memory, prefetches, attributes of ranges, attachment to streams.

use musa_ctx::{
    Error, Rejection, Rule,
    managed::{Location, RangeAnswer, RangeAttribute},
};
use musa_hal::{Address, Hal};

use super::{pointer::judge_place, required};
use crate::{
    abi::{Array, HostPointer},
    call::{Answer, Call},
    types::*,
};

/// The number of no location (`managed_advise`).
const NOWHERE: i32 = MU_DEVICE_INVALID.0;

/// `muMemAdvise`.
///
/// # Errors
/// Unknown advice, a range that is not managed, or no location.
pub fn advise<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: MUdeviceptr,
    count: usize,
    advice: MUmem_advise,
    device: MUdevice,
) -> Answer {
    let (process, hal, _) = call.parts()?;
    Ok(process.advise(hal, Address(address.0), count as u64, advice.0, device.0)?)
}

/// `muMemPrefetchAsync`.
///
/// # Errors
/// No stream, a range that is not managed, or no location.
pub fn prefetch<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: MUdeviceptr,
    count: usize,
    device: MUdevice,
    stream: MUstream,
) -> Answer {
    let stream = call.stream(stream);
    let (process, hal, thread) = call.parts()?;
    Ok(process.prefetch(hal, thread, stream, Address(address.0), count as u64, device.0)?)
}

/// A question about a range, once its place has been judged.
fn judge(data: HostPointer, bytes: usize, attribute: MUmem_range_attribute) -> Result<RangeAttribute, Error> {
    judge_place("data", data)?;
    let attribute = RangeAttribute::from_number(attribute.0)?;
    attribute.judge_size(bytes as u64)?;
    Ok(attribute)
}

/// Writes an answer: one number, or as many as there is room for.
fn write(data: HostPointer, bytes: usize, answer: RangeAnswer) {
    let out = data.as_out_array::<i32>();
    let number = |location: Option<Location>| location.map_or(NOWHERE, Location::number);
    match answer {
        RangeAnswer::Yes(yes) => out.set(0, yes.into()),
        RangeAnswer::Location(location) => out.set(0, number(location)),
        RangeAnswer::Locations(locations) => {
            let mut locations = locations.iter();
            for index in 0..bytes / size_of::<i32>() {
                out.set(index, number(locations.next()));
            }
        }
    }
}

/// `muMemRangeGetAttribute`.
///
/// # Errors
/// A null pointer, no such attribute, a wrong size, or a range that is not managed.
pub fn range_attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    data: HostPointer,
    bytes: usize,
    attribute: MUmem_range_attribute,
    address: MUdeviceptr,
    count: usize,
) -> Answer {
    let attribute = judge(data, bytes, attribute)?;
    let (process, _, _) = call.parts()?;
    write(
        data,
        bytes,
        process.range_attribute(attribute, Address(address.0), count as u64)?,
    );
    Ok(())
}

/// `muMemRangeGetAttributes`. All questions are judged before the first answer is written.
///
/// # Errors
/// A null pointer, no questions, and as [`range_attribute`].
pub fn range_attributes<H: Hal>(
    call: &mut Call<'_, '_, H>,
    data: Array<'_, HostPointer>,
    sizes: Array<'_, usize>,
    attributes: Array<'_, MUmem_range_attribute>,
    questions: usize,
    address: MUdeviceptr,
    count: usize,
) -> Answer {
    required("data", data.is_null())?;
    required("dataSizes", sizes.is_null())?;
    required("attributes", attributes.is_null())?;
    if questions == 0 {
        return Err(Rejection::new(Rule::ArgumentSize)
            .argument("numAttributes")
            .value(0)
            .into());
    }
    let all = || {
        let places = data.iter(questions).zip(sizes.iter(questions));
        places.zip(attributes.iter(questions))
    };
    let (process, _, _) = call.parts()?;
    let (address, count) = (Address(address.0), count as u64);
    for ((place, bytes), attribute) in all() {
        process.range_attribute(judge(place, bytes, attribute)?, address, count)?;
    }
    for ((place, bytes), attribute) in all() {
        let attribute = judge(place, bytes, attribute)?;
        write(place, bytes, process.range_attribute(attribute, address, count)?);
    }
    Ok(())
}

/// `muStreamAttachMemAsync`.
///
/// # Errors
/// No stream, flags, or memory that is not all of a managed allocation.
pub fn attach<H: Hal>(
    call: &mut Call<'_, '_, H>,
    stream: MUstream,
    address: MUdeviceptr,
    length: usize,
    flags: u32,
) -> Answer {
    let stream = call.stream(stream);
    let (process, _, thread) = call.parts()?;
    Ok(process.attach_memory(thread, stream, Address(address.0), length as u64, flags)?)
}
