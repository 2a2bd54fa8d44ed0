//! Memory and events that processes share: the handles of 64 bytes.

use musa_ctx::{
    Error, HostMemory, Rejection, Rule,
    ipc::{Export, judge_open_flags},
};
use musa_hal::{Address, ExportToken, Hal};

use super::required;
use crate::{
    abi::Out,
    call::{Answer, Call, Early},
    types::*,
};

/// What begins each handle: a mark, and what it is of.
const MEMORY: u32 = u32::from_le_bytes(*b"MUm1");
const EVENT: u32 = u32::from_le_bytes(*b"MUe1");
/// Memory without an address, which a descriptor carries.
pub(super) const PHYSICAL: u32 = u32::from_le_bytes(*b"MUp1");

/// A pool, which a descriptor carries.
pub(super) const POOL: u32 = u32::from_le_bytes(*b"MUq1");
/// A pointer of a pool.
pub(super) const POINTER: u32 = u32::from_le_bytes(*b"MUr1");

/// The bytes of a handle: a mark, a check over what follows, and seven numbers.
pub(super) fn encode(mark: u32, export: &Export) -> [u8; 64] {
    let ExportToken {
        owner,
        object,
        offset,
        size,
        serial,
        base,
    } = export.token;
    let mut bytes = [0; 64];
    let numbers = [owner, object, offset, size, serial, base.0, export.origin];
    let (head, body) = bytes.split_at_mut(8);
    for (place, number) in body.chunks_exact_mut(8).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    head.copy_from_slice(&encode_head(mark, body));
    bytes
}

/// FNV-1a: enough to tell a handle from other bytes, and a damaged one from a whole one.
fn check(mark: u32, body: &[u8]) -> u32 {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    body.iter().fold(0x811c_9dc5 ^ mark, step)
}

/// What a handle says, if it is one.
pub(super) fn decode(mark: u32, bytes: &[u8; 64]) -> Option<Export> {
    let (head, body) = bytes.split_at(8);
    let mut numbers = [0; 7];
    for (number, place) in numbers.iter_mut().zip(body.chunks_exact(8)) {
        *number = u64::from_le_bytes(place.try_into().ok()?);
    }
    let found = head == encode_head(mark, body);
    let [owner, object, offset, size, serial, base, origin] = numbers;
    let base = Address(base);
    found.then_some(Export {
        token: ExportToken {
            owner,
            object,
            offset,
            size,
            serial,
            base,
        },
        origin,
    })
}

fn encode_head(mark: u32, body: &[u8]) -> [u8; 8] {
    let mut head = [0; 8];
    head[..4].copy_from_slice(&mark.to_le_bytes());
    head[4..].copy_from_slice(&check(mark, body).to_le_bytes());
    head
}

/// `muIpcGetMemHandle` refuses null even before initialisation (`ctx_argument_order`).
///
/// # Errors
/// A null pointer.
pub fn judge_memory(handle: Out<'_, MUipcMemHandle>, address: MUdeviceptr) -> Result<Early, Error> {
    required("pHandle", handle.is_null())?;
    required("dptr", address.0 == 0)?;
    Ok(Early::GoOn)
}

/// `muIpcOpenMemHandle` judges its pointer and its flags even before initialisation (`ctx_argument_order`).
///
/// # Errors
/// A null pointer, or flags.
pub fn judge_open_memory(address: Out<'_, MUdeviceptr>, _: MUipcMemHandle, flags: u32) -> Result<Early, Error> {
    required("pdptr", address.is_null())?;
    judge_open_flags(flags)?;
    Ok(Early::GoOn)
}

/// `muIpcGetEventHandle` refuses null even before initialisation (`ctx_argument_order`).
///
/// # Errors
/// A null pointer or handle.
pub fn judge_event(handle: Out<'_, MUipcEventHandle>, event: MUevent) -> Result<Early, Error> {
    required("pHandle", handle.is_null())?;
    required("event", event.is_null())?;
    Ok(Early::GoOn)
}

/// As [`judge_event`], for `muIpcOpenEventHandle`.
///
/// # Errors
/// A null pointer.
pub fn judge_open_event(event: Out<'_, MUevent>, _: MUipcEventHandle) -> Result<Early, Error> {
    required("phEvent", event.is_null())?;
    Ok(Early::GoOn)
}

/// `muIpcGetMemHandle`.
///
/// # Errors
/// A null pointer, or memory that cannot be shared.
pub fn memory_handle<H: Hal>(
    call: &mut Call<'_, '_, H>,
    handle: Out<'_, MUipcMemHandle>,
    address: MUdeviceptr,
) -> Answer {
    required("pHandle", handle.is_null())?;
    let (process, hal, thread) = call.parts()?;
    let export = process.export_memory(hal, thread, Address(address.0))?;
    handle.write(MUipcMemHandle {
        reserved: encode(MEMORY, &export),
    });
    Ok(())
}

/// `muIpcOpenMemHandle`.
///
/// # Errors
/// A null pointer, flags, a handle that is none, or of what is no more; no room.
pub fn open_memory<H: Hal>(
    call: &mut Call<'_, '_, H>,
    address: Out<'_, MUdeviceptr>,
    handle: MUipcMemHandle,
    flags: u32,
) -> Answer {
    required("pdptr", address.is_null())?;
    let no_handle = Error::from(Rejection::new(Rule::IpcHandle).argument("handle"));
    let export = decode(MEMORY, &handle.reserved).ok_or(no_handle)?;
    let (process, hal, thread) = call.parts()?;
    let base = process.open_memory(hal, thread, &export, flags)?;
    address.write(MUdeviceptr(base.0));
    Ok(())
}

/// `muIpcCloseMemHandle`.
///
/// # Errors
/// No base of opened memory.
pub fn close_memory<H: Hal>(call: &mut Call<'_, '_, H>, address: MUdeviceptr) -> Answer {
    let (process, hal, _) = call.parts()?;
    let pending = process.close_memory(hal, Address(address.0))?;
    Ok(call.finish(pending, HostMemory::none())?)
}

/// `muIpcGetEventHandle`.
///
/// # Errors
/// A null pointer, no event, or one that is not for other processes.
pub fn event_handle<H: Hal>(call: &mut Call<'_, '_, H>, handle: Out<'_, MUipcEventHandle>, event: MUevent) -> Answer {
    required("pHandle", handle.is_null())?;
    required("event", event.is_null())?;
    let (process, hal, thread) = call.parts()?;
    let export = process.export_event(hal, thread, event.named())?;
    handle.write(MUipcEventHandle {
        reserved: encode(EVENT, &export),
    });
    Ok(())
}

/// `muIpcOpenEventHandle`.
///
/// # Errors
/// A null pointer, a handle that is none, or of what is no more; no room.
pub fn open_event<H: Hal>(call: &mut Call<'_, '_, H>, event: Out<'_, MUevent>, handle: MUipcEventHandle) -> Answer {
    required("phEvent", event.is_null())?;
    let no_handle = Error::from(Rejection::new(Rule::IpcEventHandle).argument("handle"));
    let export = decode(EVENT, &handle.reserved).ok_or(no_handle)?;
    let (process, hal, thread) = call.parts()?;
    event.write(MUevent::of(process.open_event(hal, thread, &export)?));
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_handle_says_what_was_exported_and_damage_shows(
            numbers: [u64; 7],
            place in 0usize..64,
            bit in 0u32..8,
        ) {
            let [owner, object, offset, size, serial, base, origin] = numbers;
            let base = Address(base);
            let token = ExportToken { owner, object, offset, size, serial, base };
            let export = Export { token, origin };
            let mut bytes = encode(MEMORY, &export);
            prop_assert_eq!(decode(MEMORY, &bytes), Some(export));
            prop_assert_eq!(decode(EVENT, &bytes), None);
            bytes[place] ^= 1 << bit;
            prop_assert_eq!(decode(MEMORY, &bytes), None);
        }
    }

    #[test]
    fn other_bytes_are_no_handles() {
        for byte in [0, 0xff, 0x5a] {
            assert_eq!(decode(MEMORY, &[byte; 64]), None);
            assert_eq!(decode(EVENT, &[byte; 64]), None);
        }
    }
}
