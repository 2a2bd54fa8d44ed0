//! Questions about pointers.

use musa_ctx::{
    Error, Rejection, Rule,
    memory::{AttributeValue, PointerAttribute},
};
use musa_hal::{Address, Hal};

use super::required;
use crate::{
    abi::{Array, HostPointer, OutArray},
    call::{Answer, Call},
    types::*,
};

/// The ordinal that an unknown pointer has (`mem_ptrattr2`).
const UNKNOWN_ORDINAL: u32 = (-2i32).cast_unsigned();

/// Writes an answer as wide as the attribute is in C.
fn write(data: HostPointer, attribute: PointerAttribute, value: AttributeValue) {
    match (value, attribute) {
        (AttributeValue::Context(context), _) => data.as_out().write(MUcontext::of(context)),
        (AttributeValue::Pool(pool), _) => data.as_out().write(MUmemoryPool::of(pool)),
        (AttributeValue::Address(address), PointerAttribute::DevicePointer) => {
            data.as_out().write(MUdeviceptr(address))
        }
        (AttributeValue::Address(address), _) => data.as_out().write(address as usize),
        (AttributeValue::Wide(number), PointerAttribute::RangeSize | PointerAttribute::MappingSize) => {
            data.as_out().write(number as usize)
        }
        (AttributeValue::Wide(number), _) => data.as_out().write(number),
        (AttributeValue::Word(number), _) => data.as_out().write(number),
    }
}

/// The answer of an attribute for a pointer that has none.
fn nothing(attribute: PointerAttribute) -> AttributeValue {
    use PointerAttribute as A;
    match attribute {
        A::DeviceOrdinal => AttributeValue::Word(UNKNOWN_ORDINAL),
        A::Context | A::Pool | A::DevicePointer | A::HostPointer | A::RangeStart | A::MappingBase => {
            AttributeValue::Address(0)
        }
        A::PeerTokens | A::BufferId | A::BlockId | A::RangeSize | A::MappingSize | A::HandleTypes => {
            AttributeValue::Wide(0)
        }
        _ => AttributeValue::Word(0),
    }
}

/// Refuses an untyped place that is null, or where no object can be.
pub(super) fn judge_place(argument: &'static str, data: HostPointer) -> Result<(), Error> {
    required(argument, data.is_null())?;
    if data.is_low() {
        return Err(Rejection::new(Rule::ArgumentLowPointer).argument(argument).into());
    }
    Ok(())
}

/// `muPointerGetAttribute`; a pointer without a host address gets null (`mem_ptrattr`).
///
/// # Errors
/// A null pointer, no such attribute, or no answer.
pub fn attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    data: HostPointer,
    attribute: MUpointer_attribute,
    pointer: MUdeviceptr,
) -> Answer {
    judge_place("data", data)?;
    let attribute = PointerAttribute::from_number(attribute.0)?;
    let (process, hal, _) = call.parts()?;
    let answer = process.pointer_attribute(hal, attribute, Address(pointer.0));
    if let Err(Error::Rejected(Rejection {
        rule: Rule::PointerHost | Rule::PointerTokens | Rule::MapAccess,
        ..
    })) = answer
    {
        write(data, attribute, nothing(attribute));
    }
    if attribute == PointerAttribute::PeerTokens {
        process.note_tokens(Address(pointer.0));
    }
    write(data, attribute, answer?);
    Ok(())
}

/// `muPointerGetAttributes`: a pointer that is not known gets zeros. Stops at a wrong attribute,
/// with those before it written (`mem_ptrattr2`).
///
/// # Errors
/// No attributes, a null pointer, or no such attribute.
pub fn attributes<H: Hal>(
    call: &mut Call<'_, '_, H>,
    count: u32,
    attributes: Array<'_, MUpointer_attribute>,
    data: Array<'_, HostPointer>,
    pointer: MUdeviceptr,
) -> Answer {
    let count = count as usize;
    required("attributes", attributes.is_null())?;
    required("data", data.is_null())?;
    if count == 0 {
        return Err(Rejection::new(Rule::ArgumentSize)
            .argument("numAttributes")
            .value(0)
            .into());
    }
    data.iter(count).try_for_each(|place| judge_place("data", place))?;
    let (process, hal, _) = call.parts()?;
    for (attribute, place) in attributes.iter(count).zip(data.iter(count)) {
        let attribute = PointerAttribute::from_number(attribute.0)?;
        let value = match process.pointer_attribute(hal, attribute, Address(pointer.0)) {
            Ok(value) => value,
            Err(Error::Rejected(Rejection {
                rule: rule @ (Rule::PointerUnknown | Rule::PointerHost),
                ..
            })) => match attribute {
                // Their places stay as they were (`mem_attributes`, `mem_refused_outs`).
                PointerAttribute::RangeSize | PointerAttribute::RangeStart => continue,
                // It may be an address of the host's that the driver does not know.
                PointerAttribute::HostPointer if rule == Rule::PointerUnknown => AttributeValue::Address(pointer.0),
                attribute => nothing(attribute),
            },
            Err(error) => return Err(error.into()),
        };
        write(place, attribute, value);
    }
    Ok(())
}

/// `muPointerSetAttribute`.
///
/// # Errors
/// A null pointer, or an attribute that cannot be set.
pub fn set_attribute<H: Hal>(
    call: &mut Call<'_, '_, H>,
    value: HostPointer,
    attribute: MUpointer_attribute,
    pointer: MUdeviceptr,
) -> Answer {
    judge_place("value", value)?;
    let attribute = PointerAttribute::from_number(attribute.0)?;
    let value = value.as_in::<u32>().read().unwrap_or(0);
    let (process, _, _) = call.parts()?;
    Ok(process.set_pointer_attribute(attribute, Address(pointer.0), value != 0)?)
}

/// A place for several values, or none where it is null.
///
/// # Errors
/// A place where no object can be.
pub(super) fn judge_array<'a, T: CType>(
    argument: &'static str,
    data: HostPointer,
) -> Result<Option<OutArray<'a, T>>, Error> {
    if data.is_null() {
        return Ok(None);
    }
    judge_place(argument, data)?;
    Ok(Some(data.as_out_array()))
}
